// What a stream was given last, by value, so that it can be given again after a reset; and the logs
// of all streams of the process.
#pragma once

#include <pthread.h>

#include "hal/soft/hw_queue.h"
#include "shim/handle_map.h"

namespace heddle::soft {

inline constexpr uint64_t kMostLogged = 896;  // of a stream's 1024: ours have to fit in, too

struct Entry {
  enum Kind { kBarrier, kLaunch, kEvent, kWrite, kWait };
  Kind kind = kBarrier;
  unsigned flags = 0;
  uint64_t order = 0;  // among all commands of the process
  union {
    sxKernel kernel;
    sxEvent event;
    uint64_t *written;
    const uint32_t *awaited;
  };
  uint64_t value = 0;  // of a launch: bytes of arguments
  alignas(8) char arguments[32];
};

// The newest record of each event. An older one is not submitted again: no call can ask for it.
extern HandleMap<uint64_t> recorded;

// Held around each call that puts something on the stream, so that the log has the stream's order.
struct Log {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  int device = 0;
  sxStream stream = nullptr;
  Log *next_spare = nullptr;
  uint64_t first = 0;      // commands that were there before the log
  uint64_t submitted = 0;  // as the stream counts them
  uint64_t completed = 0;  // when we last asked
  // What is being submitted again, after a reset.
  Entry lost[kMostLogged] = {};
  uint64_t lost_count = 0, next = 0;

  void look(uint64_t *now_submitted) {
    vendor().sxStreamGetProgress(stream, now_submitted, &completed);
  }

  void note(Entry entry);  // behind the call that has put it there
  bool is_replayable() const;
  bool rests_at(const uint32_t *word) const;
  void take_lost();  // out of what is logged: what the stream does not have any more

 private:
  const Entry &at(uint64_t index) const { return entries_[index % kMostLogged]; }

  Entry entries_[kMostLogged] = {};
};

extern HandleMap<Log *> logs;
extern std::atomic<bool> all_logged;  // no stream is without a log

// Null if the stream is on a device that is not reset, or unknown.
Log *log_of(sxStream stream);
void drop_log(uintptr_t key);  // with the map locked: the stream is gone
void forget_logs();            // in the child of a fork
void begin_logging(int device);

}  // namespace heddle::soft
