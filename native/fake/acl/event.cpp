// Events and notifies.
#include "fake/acl/runtime.h"

namespace fake {

namespace {

constexpr uint32_t kSync = 1;  // of events: streams may wait for it
constexpr uint32_t kTimeLine = 8;
constexpr aclrtEventRecordedStatus kNotReady = 0, kReached = 1;

template <class F>
aclError with_event(aclrtEvent handle, F body) {
  return guarded([&] {
    if (!handle) return kInvalidParam;
    auto event = library().events.find(handle);
    return event ? aclError(body(*event)) : kInvalidHandle;
  });
}

template <class F>
aclError with_notify(aclrtNotify handle, aclrtStream on, F body) {
  return with_stream(on, [&](sxStream stream) {
    if (!handle) return kInvalidParam;
    auto notify = library().notifies.find(handle);
    return notify ? aclError(body(notify, stream)) : kInvalidHandle;
  });
}

aclError create_event(aclrtEvent *handle, uint32_t flags) {
  return guarded([&] {
    Context *context = nullptr;
    sxEvent soft = nullptr;
    if (!handle) return kInvalidParam;
    FAKE_TRY(current(&context));
    FAKE_TRY(result_of(sxEventCreate(&soft)));
    *handle = library().events.add({context, soft, flags});
    return kSuccess;
  });
}

// Several commands as one, which keeps something alive until it has run.
aclError submit_bundle(sxStream stream, std::vector<soft::Payload> commands,
                       std::shared_ptr<void> kept) {
  struct Bundle : soft::Graph {
    std::shared_ptr<void> kept;
  };
  soft::StreamPtr found;
  FAKE_TRY(result_of(soft::find_stream(stream, &found)));
  auto made = std::make_shared<Bundle>();
  made->context = found->context;
  made->kept = std::move(kept);
  for (soft::Payload &command : commands) made->add(std::move(command), 0);
  made->seal();
  return result_of(found->context->submit(*found, soft::RunGraph{made}));
}

aclError wait_for_event(aclrtStream stream, aclrtEvent event) {
  return with_stream(stream, [&](sxStream s) {
    return with_event(event, [&](Event &e) {
      return e.flags & kSync ? result_of(sxStreamWaitEvent(s, e.soft)) : kRtParamInvalid;
    });
  });
}

}  // namespace

}  // namespace fake

using namespace fake;

FAKE_EXPORT aclError aclrtCreateEvent(aclrtEvent *event) {
  return create_event(event, kSync | kTimeLine);
}
FAKE_EXPORT aclError aclrtCreateEventWithFlag(aclrtEvent *event, uint32_t flags) {
  return create_event(event, flags);
}
FAKE_EXPORT aclError aclrtCreateEventExWithFlag(aclrtEvent *event, uint32_t flags) {
  return create_event(event, flags);
}

FAKE_EXPORT aclError aclrtDestroyEvent(aclrtEvent handle) {
  return guarded([&] {
    if (!handle) return kInvalidParam;
    auto event = library().events.take(handle);
    return event ? result_of(sxEventDestroy(event->soft)) : kInvalidHandle;
  });
}

FAKE_EXPORT aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
  return with_stream(stream, [&](sxStream s) {
    return with_event(event, [&](Event &e) { return result_of(sxEventRecord(e.soft, s)); });
  });
}

FAKE_EXPORT aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus *status) {
  return with_event(event, [&](Event &e) {
    if (!status) return kInvalidParam;
    const aclError result = result_of(sxEventQuery(e.soft));
    *status = result == kSuccess ? kReached : kNotReady;
    return result == kNotComplete ? kSuccess : result;
  });
}

FAKE_EXPORT aclError aclrtSynchronizeEvent(aclrtEvent event) {
  return with_event(event, [](Event &e) { return result_of(sxEventSynchronize(e.soft)); });
}

FAKE_EXPORT aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout) {
  return with_event(event, [&](Event &e) {
    return wait_for([&] { return result_of(sxEventQuery(e.soft)); }, timeout, kEventTimeout);
  });
}

FAKE_EXPORT aclError aclrtEventElapsedTime(float *milliseconds, aclrtEvent start, aclrtEvent end) {
  return with_event(start, [&](Event &from) {
    return with_event(end, [&](Event &to) {
      uint64_t nanoseconds = 0;
      if (!milliseconds) return kInvalidParam;
      if (!(from.flags & to.flags & kTimeLine)) return kRtParamInvalid;
      FAKE_TRY(result_of(sxEventElapsed(&nanoseconds, from.soft, to.soft)));
      *milliseconds = float(double(nanoseconds) * 1e-6);
      return kSuccess;
    });
  });
}

FAKE_EXPORT aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
  return wait_for_event(stream, event);
}

FAKE_EXPORT aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event,
                                                     int32_t timeout) {
  return timeout == 0 ? wait_for_event(stream, event) : kNotSupported;
}

// A device that cannot wait for a value stands for one without notifies.
FAKE_EXPORT aclError aclrtCreateNotify(aclrtNotify *handle, uint64_t flags) {
  return guarded([&] {
    Context *context = nullptr;
    int64_t capabilities = 0;
    if (!handle) return kInvalidParam;
    FAKE_TRY(current(&context));
    const int soft = library().visible[size_t(context->device)];
    FAKE_TRY(result_of(sxDeviceGetAttribute(soft, SX_ATTR_CAPABILITIES, &capabilities)));
    if (flags || !(capabilities & SX_CAP_WAIT_VALUE)) return kNotSupported;
    *handle = library().notifies.add({context});
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclrtDestroyNotify(aclrtNotify handle) {
  return guarded([&] {
    if (!handle) return kInvalidParam;
    return library().notifies.take(handle) ? kSuccess : kInvalidHandle;
  });
}

FAKE_EXPORT aclError aclrtRecordNotify(aclrtNotify handle, aclrtStream stream) {
  return with_notify(handle, stream, [](const std::shared_ptr<Notify> &notify, sxStream s) {
    return submit_bundle(s, {soft::WriteValue{&notify->word, 1}}, notify);
  });
}

FAKE_EXPORT aclError aclrtWaitAndResetNotify(aclrtNotify handle, aclrtStream stream,
                                             uint32_t timeout) {
  if (timeout) return kNotSupported;
  return with_notify(handle, stream, [](const std::shared_ptr<Notify> &notify, sxStream s) {
    static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    const auto *word = reinterpret_cast<const uint32_t *>(&notify->word);
    return submit_bundle(
        s, {soft::WaitValue{word, 1, SX_WAIT_EQUAL}, soft::WriteValue{&notify->word, 0}}, notify);
  });
}
