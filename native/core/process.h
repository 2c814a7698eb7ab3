// This process in the table: joining a program, bursts, and the keeper thread.
#pragma once

#include <pthread.h>

#include "core/decide/arbitrate.h"
#include "core/pauses.h"
#include "core/queue.h"
#include "core/residence.h"
#include "core/rhythm.h"

namespace heddle {

class Process {
 public:
  // The process, joined to its program; null if there is no table to join, which is said once.
  static Process *join();
  // The same, but null unless it has joined already.
  static Process *joined();
  // The mapped table; a heddle_status if it cannot be had.
  static int table(Table *out);
  // Called in the child of a fork: what the parent had is the parent's.
  static void forget();
  // At exit: release the programs that wait for us.
  static void leave();

  int open_device(const char *api, const char *name, const char *uuid, uint32_t capabilities,
                  uint32_t *device);
  // The same, only to learn its number: what it can do stays as it is known.
  int find_device(const char *api, const char *name, const char *uuid, uint32_t *device);
  Queue *open_queue(uint32_t device, const heddle_hw_queue &hardware, uint64_t handle);
  void close_queue(Queue *queue);

  // The first command after idling: the urgent path, from here to the closed gates of others.
  void activate(uint32_t device);
  // Behind that command: what is left of the decision, if it was put off.
  void finish_activation(uint32_t device) {
    stop_staying();  // not before: the device goes at once to a program with work
    if (unsettled_.load(std::memory_order_relaxed) & (1u << device)) settle_activation(device);
  }
  bool is_active(uint32_t device) const { return record().active & (1u << device); }
  // Work is coming within this time: has the keeper make each device load our context, which takes
  // longer than a short command.
  void expect(int64_t within_ns);
  // What was expected has come, or the program waits for the stream.
  void stop_staying() {
    if (record().stays) record().stays = 0;
  }
  // A synchronize call returned: if others wait for us, look now.
  void note_drained(uint32_t device);
  // A command comes into an empty stream: had we paused on the device?
  void note_burst(uint32_t device) {
    const int64_t since = paused_ns_[device].exchange(0, std::memory_order_relaxed);
    if (since) end_pause(device, since);
  }

  // Memory of a device, for the whole program: false if its limit leaves less than that.
  bool take_memory(uint32_t device, uint64_t bytes);
  void give_memory(uint32_t device, uint64_t bytes);
  void look_at_memory(uint32_t device, uint64_t *limit, uint64_t *used);

  // Memory that may leave the device; see core/residence.h.
  bool may_move() const;
  bool is_away(uint32_t device) const;
  void count_moved(const heddle_mover *mover, uint32_t device, int64_t movable, int64_t out);
  // Devices where some of our memory should be and is not, this one included.
  uint32_t away_from(uint32_t device) const {
    const uint32_t away = program().away.load(std::memory_order_seq_cst);
    return away ? away & (movable_on_ | 1u << device) : 0;
  }
  void await_return(uint32_t device);
  // What is here cannot be moved from now on: it has a user that we do not see.
  void stay() {
    if (!is_guest()) residence().stays = 1;
  }
  bool with_room(uint32_t device, heddle_attempt attempt, void *self);
  void want_host();
  void count_spare(int64_t bytes) { residence().spare += uint64_t(bytes); }
  // With the lock held: has all of a program's memory leave, and stay away; or come back.
  static int park(Table &table, uint32_t program, uint32_t how, ProgramSet *told);

  // Commands that may be killed and run again; see core/reset.cpp.
  bool is_idempotent() const { return idempotent_ && !is_guest(); }
  void offer_reset(uint32_t device, heddle_reset reset);

  // No program on our devices goes before us, so what we have in flight delays none that may not
  // wait.
  bool leads() const { return program().leads.load(std::memory_order_relaxed) != 0; }

  // Only a person can take the device from us.
  bool has_no_rival(uint32_t device) const {
    return (leads() || is_alone(device)) && !program().cap_milli && !program().yields;
  }

  // Processes of the program that are at work on the device, this one included; as of late.
  uint32_t siblings(uint32_t device) const {
    const uint32_t known = siblings_[device].load(std::memory_order_relaxed);
    return known ? known : 1;
  }
  bool is_alone(uint32_t device) const {
    return table_.device(device).programs.load(std::memory_order_seq_cst) <= 1;
  }

  GateRecord &gate() const { return table_.gate(program_); }
  Table &shared() { return table_; }
  bool is_guest() const { return table_.is_guest(); }
  // Words that the device may be given: always 0.
  uint64_t *scratch() const { return reinterpret_cast<uint64_t *>(&record().scratch); }
  int map_part(int which, heddle_part *part) const;
  bool is_program(uint64_t id) const { return program().id == id; }
  uint32_t program_slot() const { return program_; }

 private:
  explicit Process(Table table) : table_(table) {}
  // Null if it cannot be; `why` then says why, until the next try.
  static Process *try_to_join(const char **why);
  int attach();
  int join_program();
  bool start_keeper();

  // Another program waits for us, or our own cap does: how long we have the device matters.
  bool is_watched(uint32_t device) const {
    const uint32_t ourselves = gate().word >> device & 1;
    return table_.device(device).waiting > ourselves || program().cap_milli;
  }

  ProcessRecord &record() const { return table_.process(slot_); }
  ProgramRecord &program() const { return table_.program(program_); }
  ResidenceRecord &residence() const { return table_.residence(slot_); }
  uint64_t memory_limit() const;
  bool try_memory(uint32_t device, uint64_t bytes);
  int add_queue(uint32_t device, uint32_t level, uint64_t handle, uint32_t *slot);
  void publish_queue(uint32_t slot, uint32_t device, uint32_t level, uint64_t handle);
  void settle_activation(uint32_t device);
  void settle(uint32_t device, Decision kind, int64_t event_ns, int64_t closed_ns = 0);

  // The keeper: a thread for work that no call of the program does.
  static void *keep(void *self);
  int64_t tick();
  void sleep(uint32_t seen, int64_t until_ns);
  void count_siblings(int64_t now_ns);
  int64_t tick_burst(uint32_t device, int64_t now_ns);
  int64_t kept_ns(uint32_t device, bool waited) const;
  void end_pause(uint32_t device, int64_t since_ns);
  void note_loop(uint32_t device, int64_t now_ns);
  bool others_are_loose(uint32_t device);
  bool let_pass(uint32_t device, int64_t now_ns);
  int64_t tick_rest(uint32_t device, int64_t now_ns);
  int64_t tick_turn(uint32_t device, int64_t now_ns);
  bool apply_slices();
  void tick_expected(int64_t now_ns);
  int64_t tick_beat(uint32_t device, int64_t now_ns);
  void note_beat(uint32_t device);
  void load(uint32_t devices, int64_t until_ns);
  Queue *next_queue(uint32_t device) const;
  void note_first_queue(uint32_t device);
  int64_t in_the_way_ns(uint32_t device);
  int64_t tick_reset(uint32_t device, int64_t now_ns);
  bool is_outranked(uint32_t device, int64_t now_ns) const;
  uint32_t resets_in_vain(uint32_t device);
  void free_closed();
  void deactivate(uint32_t device);

  // The mover: a thread that takes our memory off devices, and back.
  static void *run_mover(void *self);
  void start_mover(const heddle_mover &mover);
  int64_t move();
  bool is_wanted(uint32_t device) const;
  bool come_to_rest(uint32_t device);
  void leave_device(uint32_t device);
  bool come_to(uint32_t device);
  Room ask_for_room(uint32_t device, uint64_t bytes);
  bool host_takes(uint64_t bytes) const;
  void stop_coming(uint32_t device);
  bool settle_residence(uint32_t device);

  Table table_;
  const int32_t pid_ = getpid();  // in the table, a guest's may be another namespace's
  uint32_t slot_ = 0;
  uint32_t program_ = 0;
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;  // the list of queues
  Queue *queues_ = nullptr;
  bool leaves_at_exit_ = false;     // likewise
  bool left_ = false;               // likewise
  std::atomic<bool> loads_{false};  // our contexts, for what the program expects
  int64_t counted_ns_ = 0;          // when the keeper last counted siblings
  std::atomic<uint32_t> siblings_[kDeviceCount] = {};
  int64_t checked_ns_ = 0;              // when the keeper last looked for the dead
  std::atomic<uint32_t> unsettled_{0};  // devices on which a burst has begun, but no more than that
  std::atomic<int64_t> activated_ns_[kDeviceCount] = {};
  std::atomic<int64_t> closed_ns_[kDeviceCount] = {};
  std::atomic<uint32_t> waited_{0};  // devices whose last commands the program has waited for
  Pauses pauses_[kDeviceCount];
  Rhythm rhythms_[kDeviceCount];
  int64_t due_ns_[kDeviceCount] = {};                  // when to make room for a burst; 0: never
  int64_t oversleeps_ns_ = 0;                          // how late the keeper may wake up
  int64_t awaited_ns_[kDeviceCount] = {};              // until when one is waited for; 0: none is
  int64_t late_ns_[kDeviceCount] = {};                 // how long after due_ns_ it is waited for
  uint32_t began_[kDeviceCount] = {};                  // slot of the queue that a burst began with
  bool begins_there_[kDeviceCount] = {};               // so did the one before
  std::atomic<uint32_t> loops_{0};                     // devices where our pauses are short
  std::atomic<int64_t> passes_ns_[kDeviceCount] = {};  // when others may be let pass again
  std::atomic<int64_t> paused_ns_[kDeviceCount] = {};  // since when; 0: we have work, or had
  int64_t idle_since_ns_[kDeviceCount] = {};
  bool ended_step_[kDeviceCount] = {};  // in that time, the program has waited for its work
  uint64_t last_submitted_[kDeviceCount] = {};
  int64_t asked_ns_[kDeviceCount] = {};    // since when another waits for us to come to rest
  int64_t looked_ns_[kDeviceCount] = {};   // whether we do
  uint32_t slices_us_[kDeviceCount] = {};  // in force, as far as we have set them
  const bool idempotent_ = os::environment_flag("HEDDLE_IDEMPOTENT");
  std::atomic<heddle_reset> reset_{nullptr};
  std::atomic<uint32_t> resettable_on_{0};      // devices
  uint64_t reset_closings_[kDeviceCount] = {};  // the closing that was last dealt with by a reset
  uint64_t reset_completed_[kDeviceCount] = {};
  uint32_t resets_in_vain_[kDeviceCount] = {};  // since something completed
  const heddle_mover *mover_ = nullptr;
  std::atomic<uint32_t> movable_on_{0};                 // devices
  pthread_mutex_t moving_ = PTHREAD_MUTEX_INITIALIZER;  // while memory is being moved
  bool moves_no_more_ = false;                          // under that
  uint32_t host_wanted_ = 0;                            // likewise: as it was when we last gave
};

}  // namespace heddle
