// Streams, host functions and captures.
#include "fake/acl/runtime.h"

namespace fake {

namespace {

constexpr uint32_t kNotRunNow = 4 | 16 | 32;  // of streams: what models and the device itself use
constexpr aclrtStreamStatus kEmpty = 0, kBusy = 1;

aclError create(aclrtStream *handle, uint32_t flags) {
  static std::atomic<int32_t> ids{0};
  return guarded([&] {
    Context *context = nullptr;
    sxStream soft = nullptr;
    if (!handle) return kInvalidParam;
    FAKE_TRY(current(&context));
    if (flags & kNotRunNow) return kNotSupported;
    FAKE_TRY(result_of(sxStreamCreate(&soft, SX_STREAM_NON_BLOCKING)));
    *handle = library().streams.add({context, soft, flags, ++ids});
    return kSuccess;
  });
}

aclError destroy(aclrtStream handle, bool at_once) {
  return guarded([&] {
    sxStream soft = nullptr;
    if (!handle) return kInvalidParam;
    FAKE_TRY(find_stream(handle, &soft));
    if (!at_once) sxStreamSynchronize(soft);
    library().streams.take(handle);
    return result_of(sxStreamDestroy(soft));
  });
}

}  // namespace

aclError find_stream(aclrtStream handle, sxStream *stream) {
  Context *context = nullptr;
  FAKE_TRY(current(&context));
  if (!handle) {
    if (library().captures) return kCaptureImplicit;
    *stream = context->stream;
    return kSuccess;
  }
  auto found = library().streams.find(handle);
  if (!found || found->context != context) return kNotInContext;
  *stream = found->soft;
  return kSuccess;
}

aclError put(sxStream stream, soft::Payload payload) {
  return result_of(soft::submit(stream, std::move(payload)));
}

void destroy_streams(const Context *context) {
  auto gone = library().streams.take_if([&](const Stream &s) { return s.context == context; });
  for (auto &stream : gone) {
    sxStreamSynchronize(stream->soft);
    sxStreamDestroy(stream->soft);
  }
}

}  // namespace fake

using namespace fake;

FAKE_EXPORT aclError aclrtCreateStream(aclrtStream *stream) { return create(stream, 0); }

FAKE_EXPORT aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t, uint32_t flags) {
  return create(stream, flags);
}

FAKE_EXPORT aclError aclrtDestroyStream(aclrtStream stream) { return destroy(stream, false); }
FAKE_EXPORT aclError aclrtDestroyStreamForce(aclrtStream stream) { return destroy(stream, true); }

FAKE_EXPORT aclError aclrtSynchronizeStream(aclrtStream stream) {
  return with_stream(stream, [](sxStream s) { return result_of(sxStreamSynchronize(s)); });
}

FAKE_EXPORT aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) {
  return with_stream(stream, [&](sxStream s) {
    return wait_for([&] { return result_of(sxStreamQuery(s)); }, timeout, kStreamTimeout);
  });
}

FAKE_EXPORT aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus *status) {
  return with_stream(stream, [&](sxStream s) {
    if (!status) return kInvalidParam;
    const aclError result = result_of(sxStreamQuery(s));
    *status = result == kSuccess ? kEmpty : kBusy;
    return result == kNotComplete ? kSuccess : result;
  });
}

FAKE_EXPORT aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t *flags) {
  return with_stream(stream, [&](sxStream) {
    if (!flags) return kInvalidParam;
    auto found = library().streams.find(stream);
    *flags = found ? found->flags : 0;
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclrtStreamGetId(aclrtStream stream, int32_t *id) {
  return with_stream(stream, [&](sxStream) {
    if (!id) return kInvalidParam;
    auto found = library().streams.find(stream);
    *id = found ? found->id : 0;
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc function,
                                         void *argument) {
  return with_stream(stream, [&](sxStream s) {
    return function ? result_of(sxLaunchHostFunc(s, function, argument)) : kInvalidParam;
  });
}

// -- captures: a model's running instance is a graph of the soft XPU ------------------------------

FAKE_EXPORT aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode) {
  if (!stream) return kCaptureImplicit;
  return with_stream(stream, [](sxStream s) {
    FAKE_TRY(result_of(sxStreamBeginCapture(s)));
    library().captures++;
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclmdlRICaptureGetInfo(aclrtStream stream, aclmdlRICaptureStatus *status,
                                            aclmdlRI *) {
  return with_stream(stream, [&](sxStream s) {
    if (!status) return kInvalidParam;
    return result_of(sxStreamIsCapturing(s, status));
  });
}

FAKE_EXPORT aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI *model) {
  return with_stream(stream, [&](sxStream s) {
    sxGraph graph = nullptr;
    sxGraphExec executable = nullptr;
    if (!model) return kInvalidParam;
    if (sxStreamEndCapture(s, &graph) != SX_OK) return kStreamNotCaptured;
    library().captures--;
    FAKE_TRY(result_of(sxGraphInstantiate(&executable, graph)));
    sxGraphDestroy(graph);
    *model = executable;
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclmdlRIExecuteAsync(aclmdlRI model, aclrtStream stream) {
  return with_stream(stream, [&](sxStream s) {
    return result_of(sxGraphLaunch(static_cast<sxGraphExec>(model), s));
  });
}

FAKE_EXPORT aclError aclmdlRIDestroy(aclmdlRI model) {
  return guarded([&] { return result_of(sxGraphExecDestroy(static_cast<sxGraphExec>(model))); });
}
