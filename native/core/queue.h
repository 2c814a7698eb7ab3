// One stream of the program, as the scheduler sees it. The hot path: enter() and leave() around
// each command take two atomic additions on a line of their own and a few loads, no lock, no
// allocation, no system call; everything else happens once per budget of work or per burst.
#pragma once

#include <pthread.h>

#include "_gen/table.gen.h"
#include "include/heddle.h"

namespace heddle {

class Process;

class Queue {
 public:
  Queue(Process &process, uint32_t slot, uint32_t device, const heddle_hw_queue &hardware,
        uint32_t level);

  bool enter();
  bool enter_order(bool waits);  // what takes no device time
  void leave(heddle_outcome outcome);
  bool is_done();
  uint64_t sync_enter();
  void sync_leave(uint64_t token, bool is_drained);
  void capture(bool on);
  // Has the device load the context and keep it while *stays, for so long at most; false: not now.
  bool load(const std::atomic<uint32_t> *stays, int64_t longest_ns);

  // The keeper's calls.
  bool is_complete() const;
  uint64_t pending() const;  // commands submitted and not known complete
  int64_t remaining_ns() const;
  int64_t burst_ns() const { return burst_ns_.load(std::memory_order_relaxed); }
  // With the gate closed: does the stream stand at one? `waited_ns`: how long it could have moved.
  bool rests(int64_t waited_ns);
  void refresh();  // read the device's progress, learn from it
  void probe();    // ask the vendor whether the stream is empty
  void mark_last();
  bool marks_landed() const;              // the device will not write into the slot any more
  bool set_slice(uint32_t microseconds);  // false: busy, try again

  const uint32_t slot;
  const uint32_t device;
  std::atomic<int> users{0};  // threads between sync_enter() and sync_leave(): must not be freed
  Queue *next = nullptr;      // in the process's list, under its mutex
  bool closing = false;       // likewise

  void detach_stream();  // the program destroys it: no command of ours may follow
  void release_hardware();

 private:
  void wait_open();
  void wait_in_flight();
  int64_t patience_ns() const;
  void give_up(uint64_t done);
  int64_t next_look(int64_t now_ns, int64_t in_front, int64_t excess_ns) const;
  void place_gate();
  bool has_no_rival() const;
  bool may_wait(uint64_t done) const;
  void await_memory();
  bool may_add();
  void note_drained(uint64_t token);
  enum class Mark { placed, later, refused };
  Mark place_mark();
  void learn(int64_t now_ns, bool exact);
  void note_busy(uint64_t commands);
  uint64_t completed() const;
  // Commands whose calls have returned and that are not known complete. Those that still wait in
  // enter() are not among them: they keep no device busy.
  uint64_t in_stream() const;
  int64_t command_ns() const;

  Process &process_;
  QueueRecord &record_;
  heddle_hw_queue hardware_;
  std::atomic<uint32_t> level_;
  const int64_t budget_ns_;              // work between two gates (at level 1, marks)
  const int64_t mark_ns_;                // work between two marks
  const int64_t sparse_ns_;              // work between two gates without competition
  std::atomic<int64_t> since_ns_{0};     // work since the last gate; approximate when threads race
  std::atomic<int64_t> unmarked_ns_{0};  // work since the last mark
  std::atomic<uint64_t> gated_hold_{0};  // the newest hold for which a gate was placed
  std::atomic<bool> capturing_{false};
  // How much of ours is in the stream since `completed` last moved; see may_add().
  std::atomic<uint64_t> waits_at_{0};  // the newest command that may wait for another program
  std::atomic<uint64_t> added_at_{0};  // `completed` then
  std::atomic<uint64_t> added_behind_{0};
  std::atomic<uint64_t> gate_at_{0};  // commands in front of the newest gate
  std::atomic<uint32_t> added_{0};
  std::atomic<uint64_t> stalled_at_{~uint64_t(0)};  // completed count at which waiting was given up
  std::atomic<int> given_up_{0};                    // how often, less the times it was worth it

  // Orders our own commands in the stream against each other and against a capture.
  pthread_mutex_t hardware_mutex_ = PTHREAD_MUTEX_INITIALIZER;

  // What learning looks back to; under hardware_mutex_.
  uint64_t seen_completed_ = 0;
  uint64_t seen_busy_ns_ = 0;
  std::atomic<int64_t> seen_ns_{0};
  uint64_t seen_closings_ = 0;
  uint64_t seen_sharers_ = 1;
  bool seen_open_ = true;
  bool seen_backlog_ = false;
  std::atomic<int64_t> burst_ns_{0};  // when the first command behind a drained queue was entered
};

}  // namespace heddle
