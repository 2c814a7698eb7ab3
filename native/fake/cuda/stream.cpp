// Streams, events and host functions.
#include <algorithm>

#include "fake/cuda/driver.h"

namespace fake {

namespace {

constexpr unsigned kNonBlocking = 1;  // of streams
constexpr unsigned kEventFlags = 7, kDisableTiming = 2;
constexpr unsigned kExternal = 1;  // of recording and waiting, in a capture

// The thread's own default stream in a context, made at first use. It is a blocking one.
std::shared_ptr<CUstream_st> own_stream(CUctx_st &context) {
  Thread &thread = this_thread();
  for (auto &stream : thread.streams) {
    if (stream->soft->context == context.soft) return stream;
  }
  return thread.streams.emplace_back(std::make_shared<CUstream_st>(
      CUstream_st{&context, context.soft->create_stream(true), 0, 0, nullptr}));
}

CUresult create(CUstream *handle, unsigned flags, int priority) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    if (!handle || (flags & ~kNonBlocking)) return kInvalidValue;
    FAKE_TRY(current(&context));
    FAKE_TRY(context->result(context->soft->status()));
    auto made =
        std::make_shared<CUstream_st>(CUstream_st{context, context->soft->create_stream(!flags),
                                                  flags, std::clamp(priority, -5, 0), nullptr});
    *handle = driver().streams.add(std::move(made));
    return kSuccess;
  });
}

// What is queued still completes.
CUresult destroy(CUstream handle) {
  return guarded([&] {
    auto stream = driver().streams.take(handle);
    if (!stream) return kInvalidHandle;
    leave_capture(*stream);
    stream->context->soft->destroy_stream(*stream->soft);
    return kSuccess;
  });
}

template <class F>
CUresult with_stream(CUstream handle, F body) {
  return guarded([&] {
    std::shared_ptr<CUstream_st> stream;
    FAKE_TRY(find_stream(handle, &stream));
    return body(*stream);
  });
}

template <class F>
CUresult with_event(CUevent handle, F body) {
  return guarded([&] {
    auto event = driver().events.find(handle);
    return event ? body(*event) : kInvalidHandle;
  });
}

CUresult record(CUevent handle, CUstream on, unsigned flags) {
  return with_event(handle, [&](CUevent_st &event) {
    std::shared_ptr<CUstream_st> stream;
    CUresult result;
    FAKE_TRY(find_stream(on, &stream));
    if (flags & ~kExternal) return kInvalidValue;
    if (event.context != stream->context) return kInvalidHandle;
    if (is_capturing(*stream) && (flags & kExternal)) return kNotSupported;
    if (record_in_capture(event, *stream, &result)) return result;
    auto record = std::make_shared<soft::Record>();
    record->stream = stream->soft;
    FAKE_TRY(submit(*stream, soft::RecordEvent{record}, &record->target));
    std::lock_guard lock(event.mutex);
    event.latest = std::move(record);
    return kSuccess;
  });
}

std::shared_ptr<soft::Record> latest(CUevent_st &event) {
  std::lock_guard lock(event.mutex);
  return event.latest;
}

CUresult elapsed(float *milliseconds, CUevent start, CUevent end) {
  return guarded([&] {
    auto from = driver().events.find(start), to = driver().events.find(end);
    if (!milliseconds) return kInvalidValue;
    if (!from || !to || ((from->flags | to->flags) & kDisableTiming)) return kInvalidHandle;
    auto first = latest(*from), last = latest(*to);
    if (!first || !last) return kInvalidHandle;
    FAKE_TRY(from->context->result(from->context->soft->status()));
    if (!first->done_at() || !last->done_at()) return kNotReady;
    *milliseconds = float(double(last->done_at() - first->done_at()) * 1e-6);
    return kSuccess;
  });
}

CUresult destroy_event(CUevent handle) {
  return guarded([&] { return driver().events.take(handle) ? kSuccess : kInvalidHandle; });
}

CUresult launch_host(CUstream stream, CUhostFn function, void *argument) {
  return with_stream(stream, [&](CUstream_st &s) {
    return function ? submit(s, soft::CallHost{function, argument}) : kInvalidValue;
  });
}

struct Callback {
  CUstream stream;
  CUstreamCallback function;
  void *argument;

  static void call(void *self) {
    auto &c = *static_cast<Callback *>(self);
    c.function(c.stream, kSuccess, c.argument);
  }
};

}  // namespace

CUresult find_stream(CUstream handle, std::shared_ptr<CUstream_st> *stream) {
  if (!handle) handle = default_stream();
  if (handle == kLegacy || handle == kPerThread) {
    CUctx_st *context = nullptr;
    FAKE_TRY(current(&context));
    *stream = handle == kLegacy ? context->legacy : own_stream(*context);
    return kSuccess;
  }
  *stream = driver().streams.find(handle);
  return *stream ? kSuccess : kInvalidHandle;
}

CUresult submit(CUstream_st &stream, soft::Payload payload, uint64_t *target) {
  CUresult result;
  if (captured(stream, payload, &result)) return result;
  std::lock_guard call(*stream.calls);
  return stream.context->result(
      stream.context->soft->submit(*stream.soft, std::move(payload), target));
}

CUresult submit_and_wait(CUstream_st &stream, soft::Payload payload) {
  uint64_t target = 0;
  FAKE_TRY(may_wait(stream));
  FAKE_TRY(submit(stream, std::move(payload), &target));
  return stream.context->result(stream.context->soft->wait(*stream.soft, target));
}

soft::Payload bundle(const CUctx_st &context, std::vector<soft::Payload> commands,
                     std::shared_ptr<void> kept) {
  struct Bundle : soft::Graph {
    std::shared_ptr<void> kept;
  };
  auto made = std::make_shared<Bundle>();
  made->context = context.soft;
  made->kept = std::move(kept);
  for (soft::Payload &command : commands) {
    const int64_t work = modelled_work(command, context.soft->config().speed_milli);
    made->add(std::move(command), work);
  }
  made->seal();
  return soft::RunGraph{made};
}

}  // namespace fake

using namespace fake;

FAKE_EXPORT CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  return create(stream, flags, 0);
}

FAKE_EXPORT CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority) {
  return create(stream, flags, priority);
}

FAKE_EXPORT CUresult cuStreamDestroy(CUstream stream) { return destroy(stream); }
FAKE_EXPORT CUresult cuStreamDestroy_v2(CUstream stream) { return destroy(stream); }

FAKE_EXPORT CUresult cuStreamSynchronize(CUstream stream) {
  return with_stream(stream, [](CUstream_st &s) {
    FAKE_TRY(may_wait(s));
    return s.context->result(s.context->soft->synchronize(*s.soft));
  });
}

FAKE_EXPORT CUresult cuStreamQuery(CUstream stream) {
  return with_stream(stream, [](CUstream_st &s) {
    FAKE_TRY(may_wait(s));
    std::lock_guard call(*s.calls);
    return s.context->result(s.context->soft->query(*s.soft));
  });
}

FAKE_EXPORT CUresult cuStreamGetCtx(CUstream stream, CUcontext *context) {
  return with_stream(stream, [&](CUstream_st &s) {
    if (!context) return kInvalidValue;
    *context = s.context;
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuStreamGetDevice(CUstream stream, CUdevice *device) {
  return with_stream(stream, [&](CUstream_st &) {
    if (!device) return kInvalidValue;
    *device = 0;
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuStreamGetFlags(CUstream stream, unsigned *flags) {
  return with_stream(stream, [&](CUstream_st &s) {
    if (!flags) return kInvalidValue;
    *flags = s.flags;
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuStreamGetPriority(CUstream stream, int *priority) {
  return with_stream(stream, [&](CUstream_st &s) {
    if (!priority) return kInvalidValue;
    *priority = s.priority;
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuStreamWaitEvent(CUstream stream, CUevent handle, unsigned flags) {
  return with_stream(stream, [&](CUstream_st &s) {
    auto event = driver().events.find(handle);
    CUresult result;
    if (flags & ~kExternal) return kInvalidValue;
    if (!event) return kInvalidHandle;
    if (is_capturing(s) && (flags & kExternal)) return kNotSupported;
    if (wait_in_capture(s, *event, &result)) return result;
    auto record = latest(*event);
    return record ? submit(s, soft::WaitEvent{record}) : kSuccess;
  });
}

FAKE_EXPORT CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback function, void *argument,
                                         unsigned flags) {
  return with_stream(stream, [&](CUstream_st &s) {
    if (!function || flags) return kInvalidValue;
    FAKE_TRY(may_wait(s));  // no capture takes one
    auto callback = std::make_shared<Callback>(Callback{stream, function, argument});
    soft::Payload call = soft::CallHost{Callback::call, callback.get()};
    return submit(s, bundle(*s.context, {std::move(call)}, callback));
  });
}

FAKE_EXPORT CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *argument) {
  return launch_host(stream, function, argument);
}

FAKE_EXPORT CUresult cuLaunchHostFunc_v2(CUstream stream, CUhostFn function, void *argument,
                                         unsigned) {
  return launch_host(stream, function, argument);
}

FAKE_EXPORT CUresult cuEventCreate(CUevent *handle, unsigned flags) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    if (!handle || (flags & ~kEventFlags)) return kInvalidValue;
    FAKE_TRY(current(&context));
    auto made = std::make_shared<CUevent_st>();
    made->context = context;
    made->flags = flags;
    *handle = driver().events.add(std::move(made));
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuEventDestroy(CUevent event) { return destroy_event(event); }
FAKE_EXPORT CUresult cuEventDestroy_v2(CUevent event) { return destroy_event(event); }

FAKE_EXPORT CUresult cuEventRecord(CUevent event, CUstream stream) {
  return record(event, stream, 0);
}

FAKE_EXPORT CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags) {
  return record(event, stream, flags);
}

FAKE_EXPORT CUresult cuEventQuery(CUevent handle) {
  return with_event(handle, [](CUevent_st &event) {
    FAKE_TRY(may_query(event));
    FAKE_TRY(event.context->result(event.context->soft->status()));
    auto record = latest(event);
    return !record || record->done_at() ? kSuccess : kNotReady;
  });
}

FAKE_EXPORT CUresult cuEventSynchronize(CUevent handle) {
  return with_event(handle, [](CUevent_st &event) {
    FAKE_TRY(may_query(event));
    auto record = latest(event);
    if (!record) return kSuccess;
    soft::Context &soft = *event.context->soft;
    return event.context->result(soft.wait(*record->stream, record->target));
  });
}

FAKE_EXPORT CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
  return elapsed(milliseconds, start, end);
}

FAKE_EXPORT CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent start, CUevent end) {
  return elapsed(milliseconds, start, end);
}
