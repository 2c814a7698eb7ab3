// AscendCL for machines without an NPU, for tests: its objects, and what its functions share.
//
// It stands on the soft XPU: all contexts of a process on a device are one context there. Streams
// are independent of each other, the default stream of a context too; a copy without a stream is
// done at once, whatever streams do; freeing memory does not wait. What differs from the real
// library:
//  - device memory is host memory; kernels and models are texts (kernel.cpp)
//  - after a failed command the whole process's work on the device fails, not only that command
//  - a stream that is destroyed by force still does what is in it; it takes 1024 commands, then it
//    blocks the caller; priorities and flags are kept and ignored
//  - a capture is of one stream; others do not join it
//  - waiting for an event that was never recorded waits for nothing
//  - what is not written by hand gives ACL_ERROR_RT_FEATURE_NOT_SUPPORT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>
#include <vector>

#include "fake/acl/symbols.h"
#include "soft/api/api.h"

namespace fake {

inline constexpr aclError kSuccess = 0;
inline constexpr aclError kInvalidParam = 100000;
inline constexpr aclError kUninitialized = 100001;
inline constexpr aclError kRepeatInitialize = 100002;
inline constexpr aclError kInvalidModel = 100011;
inline constexpr aclError kRtParamInvalid = 107000;
inline constexpr aclError kInvalidDevice = 107001;
inline constexpr aclError kNoContext = 107002;
inline constexpr aclError kNotInContext = 107003;
inline constexpr aclError kInvalidHandle = 107017;
inline constexpr aclError kStreamCaptured = 107027;
inline constexpr aclError kStreamNotCaptured = 107029;
inline constexpr aclError kCaptureImplicit = 107031;
inline constexpr aclError kOutOfMemory = 207001;
inline constexpr aclError kInternal = 507000;
inline constexpr aclError kNotComplete = 507004;
inline constexpr aclError kCoreException = 507015;
inline constexpr aclError kStreamTimeout = 507046;
inline constexpr aclError kEventTimeout = 507047;

struct Context {
  int device;       // as the program counts
  bool is_default;  // the device's own
  sxStream stream;  // the default stream
  sxStream apart;   // of what is done at once
};

struct Stream {
  Context *context;
  sxStream soft;
  uint32_t flags;
  int32_t id;
};

struct Event {
  Context *context;
  sxEvent soft;
  uint32_t flags;
};

// Recorded: 1. A wait takes it back to 0, so one record lets go one wait.
struct Notify {
  Context *context;
  alignas(8) uint64_t word = 0;
};

// The handles that were given out: a wrong or dead one gives an error and not a crash.
template <class T>
class Handles {
 public:
  void *add(T object) {
    auto made = std::make_shared<T>(std::move(object));
    std::lock_guard lock(mutex_);
    void *handle = made.get();
    objects_[handle] = std::move(made);
    return handle;
  }
  std::shared_ptr<T> find(const void *handle) {
    std::lock_guard lock(mutex_);
    auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : found->second;
  }
  // Of several callers one gets the object.
  std::shared_ptr<T> take(const void *handle) {
    std::lock_guard lock(mutex_);
    auto found = objects_.find(handle);
    if (found == objects_.end()) return nullptr;
    std::shared_ptr<T> object = std::move(found->second);
    objects_.erase(found);
    return object;
  }
  template <class Is>
  std::vector<std::shared_ptr<T>> take_if(Is is) {
    std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<T>> taken;
    for (auto at = objects_.begin(); at != objects_.end();) {
      if (is(*at->second)) {
        taken.push_back(std::move(at->second));
        at = objects_.erase(at);
      } else {
        ++at;
      }
    }
    return taken;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<const void *, std::shared_ptr<T>> objects_;
};

// All that there is between aclInit() and aclFinalize(), or the process's next fork(). Never freed:
// threads may still be in it.
struct Library {
  std::mutex mutex;  // of what follows, up to the handles
  int inits = 1;
  std::vector<int> visible;           // the soft XPU's numbers of the devices
  std::map<int, Context *> defaults;  // by device
  std::map<int, int> users;           // how often each device was set, and not reset
  std::atomic<int> captures{0};

  Handles<Context> contexts;
  Handles<Stream> streams;
  Handles<Event> events;
  Handles<Notify> notifies;

  static Library *get();  // null: not initialized
};

inline Library &library() { return *Library::get(); }

// What the soft XPU's results are called here.
aclError result_of(sxResult result);

template <class F>
aclError guarded(F body) noexcept {
  if (!Library::get()) return kUninitialized;
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return kOutOfMemory;
  } catch (...) {
    return kInternal;
  }
}

#define FAKE_TRY(expression)                                            \
  do {                                                                  \
    if (aclError tried = (expression); tried != kSuccess) return tried; \
  } while (0)

// -- library.cpp --
// The thread's context; its device is the soft XPU's current one from then on.
aclError current(Context **context);

// -- stream.cpp --
// Null is the default stream of the thread's context. One of another context is refused.
aclError find_stream(aclrtStream handle, sxStream *stream);
aclError put(sxStream stream, soft::Payload payload);
void destroy_streams(const Context *context);  // when they have done what is in them

template <class F>
aclError with_stream(aclrtStream handle, F body) {
  return guarded([&] {
    sxStream stream = nullptr;
    FAKE_TRY(find_stream(handle, &stream));
    return aclError(body(stream));
  });
}

// Until it is so, or the time has passed. -1: for ever.
template <class Is>
aclError wait_for(Is is_done, int32_t milliseconds, aclError late) {
  const int64_t until = os::now_ns() + int64_t(milliseconds) * 1'000'000;
  if (milliseconds < -1) return kRtParamInvalid;
  for (;;) {
    const aclError result = is_done();
    if (result != kNotComplete) return result;
    if (milliseconds >= 0 && os::now_ns() > until) return late;
    os::sleep_until(os::now_ns() + 50'000);
  }
}

}  // namespace fake
