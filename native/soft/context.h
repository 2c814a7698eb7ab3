// A process's context on one device: its streams, and the executor thread that moves them along.
//
// The device's time line is virtual. Commands begin and end at computed instants of
// CLOCK_MONOTONIC; the executor makes those instants known at or after they have passed, several
// in one go if it woke late. Since each instant is computed from the ones before and not from when
// the thread woke, a late thread does not make a slow device.
//
//   context.cpp   what host threads call: submit, wait, capture
//   memory.cpp    allocations
//   timeline.cpp  what happens next on the time line, and making it happen
//   executor.cpp  when the executor must look, sleeping until then, and the host function thread
//   checkpoint.cpp  coming to rest, leaving the device and entering it again
//   reset.cpp     killing what runs, dropping what is queued
//
// Contexts live as long as the process; a fork() leaks the parent's in the child.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "soft/memory.h"
#include "soft/segment.h"
#include "soft/stream.h"

namespace soft {

using StreamPtr = std::shared_ptr<Stream>;

class Context {
 public:
  Context(Device *device, int slot);

  const DeviceConfig &config() const { return device().config; }
  const StreamPtr &default_stream() const { return default_stream_; }

  StreamPtr create_stream(bool blocking);  // throws std::bad_alloc if there are too many
  void destroy_stream(Stream &stream);

  // Blocks while the stream is full. `target`: see Record::target.
  sxResult submit(Stream &stream, Payload payload, uint64_t *target = nullptr);
  sxResult wait(Stream &stream, uint64_t target);  // until so many commands have completed
  sxResult wait(const Record &record);
  sxResult synchronize(Stream &stream);
  sxResult synchronize_all();
  sxResult query(Stream &stream);
  sxResult status();  // SX_ERROR_LAUNCH once a command has failed

  sxResult begin_capture(Stream &stream);
  sxResult end_capture(Stream &stream, std::shared_ptr<Graph> *graph);
  bool is_capturing(Stream &stream);

  // memory.cpp
  sxResult allocate(size_t bytes, MemoryPtr *memory);
  void release(Memory &memory);
  sxResult detach(Memory &memory);
  sxResult attach(Memory &memory);
  uint64_t memory_used() { return device().memory_used(); }  // by all contexts
  // Of memory that others look after.
  bool charge(uint64_t bytes) { return device().charge(slot_, bytes); }
  void discharge(uint64_t bytes) { device().discharge(slot_, id_, bytes); }

  void set_timeslice(uint32_t microseconds);
  uint32_t timeslice();
  void set_disabled(bool disabled);

  // reset.cpp
  sxResult reset(sxReset *report);
  sxResult resume();
  void look_at(Stream &stream, uint64_t *submitted, uint64_t *completed);

  // checkpoint.cpp; of the process's one thread that serves others
  void close();                       // calls that submit or change wait from now on
  bool await_rest(int64_t until_ns);  // until nothing runs, and nothing could
  static bool freeze(const std::vector<Context *> &contexts);  // unless one does not rest any more
  void open();
  bool shut_memory();
  bool open_memory();
  uint64_t memory_to_restore();
  void leave_device();
  void enter_device(Device *device, int slot);

  void ring() {  // any thread, any lock
    if (Slot *slot = here_.load()) slot->ring();
  }
  void shut_down(int64_t until_ns);  // detaches; gives up at the time limit

 private:
  using Lock = std::unique_lock<std::mutex>;

  // Something that happens at an instant of the time line; ties go in the order of the kinds.
  struct Happening {
    enum Kind { kEnd, kFront, kLeave, kStart, kNothing };
    Kind kind = kNothing;
    int64_t at = os::kNever;
    Stream *stream = nullptr;
    bool early = false;  // may be applied before its instant has come

    bool before(const Happening &other) const {
      return at != other.at ? at < other.at : kind < other.kind;
    }
  };

  // One look over all streams: the earliest happening of each kind, and what we want.
  struct Survey {
    Happening end, front, leave, start;
    int running = 0;
    bool ready = false;             // some stream has a device command that could run
    int64_t ready_at = os::kNever;  // since when
    int64_t order = os::kNever;     // submission time of the oldest one

    Happening first() const;
  };

  // How the default stream and the blocking ones wait for each other.
  struct LegacyOrder {
    uint64_t default_head = UINT64_MAX, blocking_head = UINT64_MAX;
    int64_t default_free = 0, blocking_free = 0;
  };

  // context.cpp; all with the mutex held
  Device &device() const { return *device_.load(std::memory_order_relaxed); }
  Slot &my_slot() { return *here_.load(std::memory_order_relaxed); }
  bool await_open(Lock &lock);  // false: the process ends
  sxResult record_in_capture(Stream &stream, Payload payload);
  bool blocking_capture() const;
  bool await(Lock &lock, Stream &stream, uint64_t target);
  bool await_positions(Lock &lock, const std::vector<std::pair<StreamPtr, uint64_t>> &positions);
  std::vector<std::pair<StreamPtr, uint64_t>> positions(bool all) const;
  sxResult status_locked() const;

  // timeline.cpp; executor only, with the mutex held
  Survey advance(Lock &lock);
  Survey survey(int64_t now);
  void survey_front(Stream &stream, int64_t ready_at, int64_t now, Survey *s);
  void survey_device(Stream &stream, int64_t ready_at, Survey *s);
  void survey_leave(Survey *s) const;
  LegacyOrder legacy_order() const;
  bool try_to_own(const Survey &s);
  void apply(const Happening &what, const Survey &s, Lock &lock);
  void apply_front(Stream &stream, int64_t at);
  void leave(int64_t at, const Survey &s);
  void begin(Stream &stream, int64_t at, Lock &lock);
  void end(Stream &stream, int64_t at);
  void finish_head(Stream &stream, int64_t at);
  void drop_everything(int64_t at);
  void forget_destroyed();

  // reset.cpp, with the mutex held
  bool may_reset() const;
  uint32_t kill(int64_t now);

  // checkpoint.cpp, with the mutex held
  void settle(Device *device, int slot);
  bool rests() const;

  // executor.cpp
  struct Plan {
    int64_t wake = os::kNever;
    bool spin = false;
  };
  struct Watched {
    const uint32_t *word;
    uint32_t seen;
  };
  struct HostCall {
    StreamPtr stream;
    CallHost call;
  };
  void start_executor();
  void run_executor();
  void look(Lock &lock, uint32_t bell);
  bool in_host() const;
  Plan plan(const Survey &s, int64_t now);
  void sleep(const Plan &plan, uint32_t bell);
  void sleep_watching(int64_t until, uint32_t bell);
  void run_host_calls();
  void call_host(Stream &stream, const CallHost &call);  // with the mutex held

  // Where the context is, or was last; it changes while nothing of ours runs.
  std::atomic<Device *> device_{nullptr};
  std::atomic<Slot *> here_{nullptr};  // nullptr: off the device
  int slot_ = -1;
  uint64_t id_ = 0;

  const int64_t wait_ns_;
  const uint32_t speed_milli_;
  const uint32_t percent_;  // of the device's units that our commands may fill
  const int concurrency_;
  const bool round_robin_;

  std::mutex mutex_;
  std::condition_variable progress_;  // for host threads: something completed that one waits for
  std::vector<StreamPtr> streams_;    // the default stream first
  StreamPtr default_stream_;
  std::vector<Memory *> memories_;  // all that is not freed
  uint64_t sequence_ = 0;
  int waiting_for_room_ = 0;
  bool poisoned_ = false;
  bool stop_ = false;  // for good
  bool leaving_ = false;
  bool stopped_ = false;  // there is no executor
  bool closed_ = false;   // calls that submit or change wait
  bool frozen_ = false;   // the executor does nothing
  bool halted_ = false;   // likewise: between a reset and going on
  bool acting_ = false;   // the executor touches memory, without the mutex
  bool rested_ = false;   // when the executor looked last, and that bell had rung
  uint32_t rested_bell_ = 0;
  int64_t toggled_at_ = 0;  // when the context was last disabled or enabled

  // The executor's own, with the mutex held.
  bool owned_ = false, asked_ = false;
  int64_t asked_order_ = 0;
  int64_t owned_from_ = 0;
  int64_t busy_until_ = 0;    // the last instant of device work made known
  int64_t last_full_ = 0;     // until when all units were taken, last time they were
  int64_t retired_free_ = 0;  // the latest end of blocking streams that are gone
  bool notify_ = false;
  std::vector<Watched> watched_;  // wait values that are not satisfied
  int64_t poll_ns_ = 0;
  int64_t next_rescue_ = 0;

  std::condition_variable host_work_;
  std::deque<HostCall> host_calls_;
  bool host_thread_ = false;
};

// Starts a thread of the library: no signals, a name, exact timers.
void start_thread(const char *name, std::function<void()> body);

}  // namespace soft
