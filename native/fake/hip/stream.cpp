// Streams, events, host functions, and words of memory that streams wait for and write.
#include <iterator>
#include <memory>
#include <unordered_map>

#include "fake/hip/runtime.h"

namespace fake {

namespace {

constexpr unsigned kNonBlocking = 1;
constexpr unsigned kEventFlags = 0xe0000007;  // the documented ones
constexpr unsigned kDisableTiming = 2;

struct Made {
  unsigned flags;
  int priority;
};

std::mutex stream_mutex;
std::unordered_map<sxStream, Made> made;    // streams
std::unordered_map<sxEvent, unsigned> how;  // events and their flags

// The thread's own default streams, by device. They end with it.
struct Own {
  std::unordered_map<int, sxStream> streams;
  ~Own() {
    for (auto &[device, stream] : streams) {
      leave_capture(stream);
      sxStreamDestroy(stream);
    }
  }
};
thread_local Own own;

hipError_t own_stream(sxStream *stream) {
  sxStream &mine = own.streams[current_device()];
  int device;
  if (mine && sxStreamGetDevice(mine, &device) != SX_OK) mine = nullptr;  // the device was reset
  if (!mine) FAKE_TRY(result_of(sxStreamCreate(&mine, SX_STREAM_DEFAULT)));
  *stream = mine;
  return kSuccess;
}

hipError_t create(hipStream_t *handle, unsigned flags, int priority) {
  return guarded([&] {
    sxStream stream = nullptr;
    if (!handle || (flags & ~kNonBlocking)) return kInvalidValue;
    FAKE_TRY(
        result_of(sxStreamCreate(&stream, flags ? SX_STREAM_NON_BLOCKING : SX_STREAM_DEFAULT)));
    std::lock_guard lock(stream_mutex);
    made[stream] = {flags, priority < -1 ? -1 : priority > 1 ? 1 : priority};
    *handle = reinterpret_cast<hipStream_t>(stream);
    return kSuccess;
  });
}

template <class F>
hipError_t with_stream(hipStream_t handle, F body) {
  return guarded([&] {
    sxStream stream = nullptr;
    FAKE_TRY(find_stream(handle, &stream));
    return body(stream);
  });
}

template <class F>
hipError_t with_event(hipEvent_t handle, F body) {
  return guarded([&] {
    const auto event = reinterpret_cast<sxEvent>(handle);
    std::unique_lock lock(stream_mutex);
    if (!how.count(event)) return kInvalidHandle;
    lock.unlock();
    return body(event);
  });
}

hipError_t make_event(hipEvent_t *handle, unsigned flags) {
  return guarded([&] {
    sxEvent event = nullptr;
    if (!handle || (flags & ~kEventFlags)) return kInvalidValue;
    FAKE_TRY(result_of(sxEventCreate(&event)));
    std::lock_guard lock(stream_mutex);
    how[event] = flags;
    *handle = reinterpret_cast<hipEvent_t>(event);
    return kSuccess;
  });
}

bool is_timed(sxEvent event) {
  std::lock_guard lock(stream_mutex);
  return how.count(event) && !(how[event] & kDisableTiming);
}

struct Callback {
  hipStream_t stream;
  hipStreamCallback_t function;
  void *argument;

  static void call(void *self) {
    std::unique_ptr<Callback> c(static_cast<Callback *>(self));
    c->function(c->stream, kSuccess, c->argument);
  }
};

// Only signal memory can be waited for, as documented.
hipError_t wait_value(hipStream_t handle, void *word, uint64_t value, unsigned flags,
                      uint64_t mask) {
  constexpr unsigned kSoft[] = {SX_WAIT_GREATER_EQUAL, SX_WAIT_EQUAL, SX_WAIT_AND};
  return with_stream(handle, [&](sxStream stream) {
    if (kind_of(word, 8) != Kind::kSignal || flags >= std::size(kSoft)) return kInvalidValue;
    if (mask != UINT64_MAX && mask != UINT32_MAX) return kNotSupported;
    static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    return result_of(
        sxStreamWaitValue32(stream, static_cast<uint32_t *>(word), uint32_t(value), kSoft[flags]));
  });
}

hipError_t write_value(hipStream_t handle, void *word, uint64_t value) {
  return with_stream(handle, [&](sxStream stream) {
    if (kind_of(word, 8) == Kind::kNone) return kInvalidValue;
    return result_of(sxStreamWriteValue64(stream, static_cast<uint64_t *>(word), value));
  });
}

}  // namespace

void destroy_streams(int device) {
  std::lock_guard lock(stream_mutex);
  std::erase_if(made, [&](const auto &entry) {
    int soft = -1;
    sxStreamGetDevice(entry.first, &soft);
    if (soft != soft_device(device)) return false;
    leave_capture(entry.first);
    sxStreamDestroy(entry.first);
    return true;
  });
}

hipError_t find_stream(hipStream_t handle, sxStream *stream) {
  if (!handle) handle = default_stream();
  *stream = nullptr;
  if (handle == kLegacy) return kSuccess;
  if (handle == kPerThread) return own_stream(stream);
  int device;
  *stream = reinterpret_cast<sxStream>(handle);
  return sxStreamGetDevice(*stream, &device) == SX_OK ? kSuccess : kContextIsDestroyed;
}

}  // namespace fake

using namespace fake;

FAKE_EXPORT hipError_t hipStreamCreate(hipStream_t *stream) { return create(stream, 0, 0); }

FAKE_EXPORT hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned flags) {
  return create(stream, flags, 0);
}

FAKE_EXPORT hipError_t hipStreamCreateWithPriority(hipStream_t *stream, unsigned flags,
                                                   int priority) {
  return create(stream, flags, priority);
}

// What is queued still completes.
FAKE_EXPORT hipError_t hipStreamDestroy(hipStream_t handle) {
  return guarded([&] {
    sxStream stream = nullptr;
    if (!handle || handle == kLegacy || handle == kPerThread) return kInvalidHandle;
    FAKE_TRY(find_stream(handle, &stream));
    leave_capture(stream);
    std::lock_guard lock(stream_mutex);
    made.erase(stream);
    return result_of(sxStreamDestroy(stream));
  });
}

FAKE_EXPORT hipError_t hipStreamSynchronize(hipStream_t handle) {
  return with_stream(handle, [](sxStream stream) {
    FAKE_TRY(may_wait(stream));
    return result_of(sxStreamSynchronize(stream));
  });
}

FAKE_EXPORT hipError_t hipStreamQuery(hipStream_t handle) {
  return with_stream(handle, [](sxStream stream) {
    FAKE_TRY(may_wait(stream));
    return result_of(sxStreamQuery(stream));
  });
}

FAKE_EXPORT hipError_t hipStreamGetDevice(hipStream_t handle, hipDevice_t *device) {
  return with_stream(handle, [&](sxStream stream) {
    int soft = -1;
    if (!device) return kInvalidValue;
    FAKE_TRY(result_of(sxStreamGetDevice(stream, &soft)));
    for (int i = 0; i < device_count(); i++)
      if (soft_device(i) == soft) *device = i;
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipStreamGetFlags(hipStream_t handle, unsigned *flags) {
  if (!handle && !has_own_default) return last_error = kInvalidValue;
  return with_stream(handle, [&](sxStream stream) {
    if (!flags) return kInvalidValue;
    std::lock_guard lock(stream_mutex);
    *flags = made.count(stream) ? made[stream].flags : 0;
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipStreamGetPriority(hipStream_t handle, int *priority) {
  return with_stream(handle, [&](sxStream stream) {
    if (!priority) return kInvalidValue;
    std::lock_guard lock(stream_mutex);
    *priority = made.count(stream) ? made[stream].priority : 0;
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipStreamWaitEvent(hipStream_t handle, hipEvent_t event, unsigned flags) {
  if (flags) return last_error = kInvalidValue;
  return with_event(event, [&](sxEvent e) {
    sxStream stream = nullptr;
    FAKE_TRY(find_stream(handle, &stream));
    return result_of(sxStreamWaitEvent(stream, e));
  });
}

FAKE_EXPORT hipError_t hipStreamAddCallback(hipStream_t handle, hipStreamCallback_t function,
                                            void *argument, unsigned flags) {
  return with_stream(handle, [&](sxStream stream) {
    if (!function || flags) return kInvalidValue;
    auto callback = std::make_unique<Callback>(Callback{handle, function, argument});
    const hipError_t result = result_of(sxLaunchHostFunc(stream, Callback::call, callback.get()));
    if (result == kSuccess) callback.release();
    return result;
  });
}

FAKE_EXPORT hipError_t hipLaunchHostFunc(hipStream_t handle, hipHostFn_t function, void *argument) {
  return with_stream(handle, [&](sxStream stream) {
    return result_of(sxLaunchHostFunc(stream, function, argument));
  });
}

FAKE_EXPORT hipError_t hipStreamWaitValue32(hipStream_t stream, void *word, uint32_t value,
                                            unsigned flags, uint32_t mask) {
  return wait_value(stream, word, value, flags, mask);
}

FAKE_EXPORT hipError_t hipStreamWaitValue64(hipStream_t stream, void *word, uint64_t value,
                                            unsigned flags, uint64_t mask) {
  return wait_value(stream, word, value, flags, mask);
}

FAKE_EXPORT hipError_t hipStreamWriteValue64(hipStream_t stream, void *word, uint64_t value,
                                             unsigned) {
  return write_value(stream, word, value);
}

FAKE_EXPORT hipError_t hipEventCreate(hipEvent_t *event) { return make_event(event, 0); }

FAKE_EXPORT hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned flags) {
  return make_event(event, flags);
}

FAKE_EXPORT hipError_t hipEventDestroy(hipEvent_t handle) {
  return with_event(handle, [](sxEvent event) {
    std::lock_guard lock(stream_mutex);
    how.erase(event);
    return result_of(sxEventDestroy(event));
  });
}

FAKE_EXPORT hipError_t hipEventRecord(hipEvent_t handle, hipStream_t on) {
  return with_event(handle, [&](sxEvent event) {
    sxStream stream = nullptr;
    FAKE_TRY(find_stream(on, &stream));
    return result_of(sxEventRecord(event, stream));
  });
}

FAKE_EXPORT hipError_t hipEventQuery(hipEvent_t handle) {
  return with_event(handle, [](sxEvent event) { return result_of(sxEventQuery(event)); });
}

FAKE_EXPORT hipError_t hipEventSynchronize(hipEvent_t handle) {
  return with_event(handle, [](sxEvent event) { return result_of(sxEventSynchronize(event)); });
}

FAKE_EXPORT hipError_t hipEventElapsedTime(float *milliseconds, hipEvent_t start, hipEvent_t end) {
  return with_event(start, [&](sxEvent from) {
    const auto to = reinterpret_cast<sxEvent>(end);
    uint64_t nanoseconds = 0;
    if (!milliseconds) return kInvalidValue;
    if (!is_timed(from) || !is_timed(to)) return kInvalidHandle;
    FAKE_TRY(result_of(sxEventElapsed(&nanoseconds, from, to)));
    *milliseconds = float(double(nanoseconds) * 1e-6);
    return kSuccess;
  });
}
