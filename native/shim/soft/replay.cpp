// The soft XPU's functions, with a replay log. They stand between the stubs and the soft XPU, in
// place of what real() gives, and only in programs whose user has promised that commands may be
// killed and run again (HEDDLE_IDEMPOTENT=1).
//
// A launch, an event, a value written or waited for can be submitted again as it was. Anything else
// (copies, host functions, waits for events, graphs) is a barrier: while one is not done, nothing
// is killed. So is what the log has no room for. The program notices nothing: a thread that waits
// for what was lost waits again, until it was submitted again and is done.
#include <string.h>

#include "common/os.h"
#include "shim/soft/replay_log.h"

namespace heddle::soft {

namespace {

constexpr int64_t kPauseNs = 20'000;  // until what was lost may have been submitted again

template <class Call>
sxResult put(sxStream stream, const Entry &entry, Call call) {
  Log *log = log_of(stream);
  if (!log) return call();
  pthread_mutex_lock(&log->mutex);
  const sxResult result = call();
  if (result == SX_OK) log->note(entry);
  pthread_mutex_unlock(&log->mutex);
  return result;
}

template <class Call>
sxResult barrier(sxStream stream, Call call) {
  return put(stream, Entry{}, call);
}

// What was waited for was lost, and will be there again in a moment.
template <class Call>
sxResult insist(Call call) {
  for (;;) {
    const sxResult result = call();
    if (result != SX_ERROR_RESET) return result;
    os::sleep_until(os::now_ns() + kPauseNs);
  }
}

sxResult not_yet(sxResult result) { return result == SX_ERROR_RESET ? SX_ERROR_NOT_READY : result; }

sxResult launch_kernel(sxKernel kernel, const void *arguments, size_t size, sxStream stream) {
  Entry entry;
  if (arguments && size <= sizeof entry.arguments) {
    entry.kind = Entry::kLaunch;
    entry.kernel = kernel;
    entry.value = size;
    memcpy(entry.arguments, arguments, size);
  }
  return put(stream, entry,
             [&] { return vendor().sxLaunchKernel(kernel, arguments, size, stream); });
}

sxResult event_record(sxEvent event, sxStream stream) {
  Entry entry;
  entry.kind = Entry::kEvent;
  entry.event = event;
  return put(stream, entry, [&] { return vendor().sxEventRecord(event, stream); });
}

sxResult write_value(sxStream stream, uint64_t *word, uint64_t value) {
  Entry entry;
  entry.kind = Entry::kWrite;
  entry.written = word;
  entry.value = value;
  return put(stream, entry, [&] { return vendor().sxStreamWriteValue64(stream, word, value); });
}

sxResult wait_value(sxStream stream, const uint32_t *word, uint32_t value, unsigned flags) {
  Entry entry;
  entry.kind = Entry::kWait;
  entry.awaited = word;
  entry.value = value;
  entry.flags = flags;
  return put(stream, entry,
             [&] { return vendor().sxStreamWaitValue32(stream, word, value, flags); });
}

sxResult event_destroy(sxEvent event) {
  recorded.lock();
  recorded.erase(reinterpret_cast<uintptr_t>(event));
  const sxResult result = vendor().sxEventDestroy(event);
  recorded.unlock();
  return result;
}

// With the map locked: no reset may come between, and lose what is in the stream.
sxResult stream_destroy(sxStream stream) {
  logs.lock();
  const sxResult result = vendor().sxStreamDestroy(stream);
  if (result == SX_OK) drop_log(reinterpret_cast<uintptr_t>(stream));
  logs.unlock();
  return result;
}

// The log is not held while the call waits: others may submit meanwhile, as ever.
sxResult copy_and_wait(void *to, const void *from, size_t bytes) {
  sxResult result =
      barrier(nullptr, [&] { return vendor().sxMemcpyAsync(to, from, bytes, nullptr); });
  sxEvent done;
  if (result == SX_OK) result = vendor().sxEventCreate(&done);
  if (result != SX_OK) return result;
  result = event_record(done, nullptr);
  if (result == SX_OK) result = insist([&] { return vendor().sxEventSynchronize(done); });
  event_destroy(done);
  return result;
}

Real with_log(Real real) {
  real.sxLaunchKernel = launch_kernel;
  real.sxEventRecord = event_record;
  real.sxStreamWriteValue64 = write_value;
  real.sxStreamWaitValue32 = wait_value;
  real.sxEventDestroy = event_destroy;
  real.sxStreamDestroy = stream_destroy;
  real.sxMemcpy = copy_and_wait;
  real.sxMemcpyAsync = [](void *to, const void *from, size_t bytes, sxStream stream) {
    return barrier(stream, [&] { return vendor().sxMemcpyAsync(to, from, bytes, stream); });
  };
  real.sxMemsetAsync = [](void *to, int value, size_t bytes, sxStream stream) {
    return barrier(stream, [&] { return vendor().sxMemsetAsync(to, value, bytes, stream); });
  };
  real.sxLaunchHostFunc = [](sxStream stream, sxHostFunc function, void *argument) {
    return barrier(stream, [&] { return vendor().sxLaunchHostFunc(stream, function, argument); });
  };
  real.sxGraphLaunch = [](sxGraphExec executable, sxStream stream) {
    return barrier(stream, [&] { return vendor().sxGraphLaunch(executable, stream); });
  };
  real.sxStreamWaitEvent = [](sxStream stream, sxEvent event) {
    return insist(
        [&] { return barrier(stream, [&] { return vendor().sxStreamWaitEvent(stream, event); }); });
  };
  real.sxStreamSynchronize = [](sxStream stream) {
    return insist([&] { return vendor().sxStreamSynchronize(stream); });
  };
  real.sxEventSynchronize = [](sxEvent event) {
    return insist([&] { return vendor().sxEventSynchronize(event); });
  };
  real.sxDeviceSynchronize = [] { return insist([] { return vendor().sxDeviceSynchronize(); }); };
  real.sxFree = [](void *pointer) { return insist([&] { return vendor().sxFree(pointer); }); };
  real.sxStreamQuery = [](sxStream stream) { return not_yet(vendor().sxStreamQuery(stream)); };
  real.sxEventQuery = [](sxEvent event) { return not_yet(vendor().sxEventQuery(event)); };
  return real;
}

const Real &logged() {
  static Real functions;
  static std::atomic<bool> made{false};
  if (made.load(std::memory_order_acquire)) return functions;
  functions = with_log(vendor());  // by several threads at once: they write the same values
  made.store(true, std::memory_order_release);
  return functions;
}

__attribute__((constructor)) void start() {
  if (!os::environment_flag("HEDDLE_IDEMPOTENT")) return;
  stand_in(logged);
  pthread_atfork(nullptr, nullptr, forget_logs);
}

}  // namespace

}  // namespace heddle::soft

using namespace heddle::soft;

extern "C" {

HEDDLE_EXPORT sxResult sxEventSynchronize(sxEvent event) {
  return real().sxEventSynchronize(event);
}
HEDDLE_EXPORT sxResult sxEventQuery(sxEvent event) { return real().sxEventQuery(event); }
HEDDLE_EXPORT sxResult sxEventDestroy(sxEvent event) { return real().sxEventDestroy(event); }

}  // extern C
