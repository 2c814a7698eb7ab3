// This process in the table: joining a program, bursts, and the keeper thread.
#pragma once

#include <pthread.h>

#include "core/arbitrate.h"
#include "core/queue.h"

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
  // At exit: let go of whoever waits for us.
  static void leave();

  int open_device(const char *api, const char *name, const char *uuid, uint32_t capabilities,
                  uint32_t *device);
  Queue *open_queue(uint32_t device, const heddle_hw_queue &hardware, uint64_t handle);
  void close_queue(Queue *queue);

  // The first command after idling: the urgent path, from here to the closed gates of others.
  void activate(uint32_t device);
  bool is_active(uint32_t device) const { return record().active & (1u << device); }
  // A synchronize call returned: if others wait for us, look now.
  void note_drained(uint32_t device);

  // Nobody on our devices goes before us, so what we have in flight delays nobody who may not wait.
  bool leads() const { return program().leads.load(std::memory_order_relaxed) != 0; }

  bool is_alone(uint32_t device) const {
    return table_.device(device).attached == uint64_t(1) << program_;
  }

  GateRecord &gate() const { return table_.gate(program_); }
  Table &shared() { return table_; }
  uint32_t program_slot() const { return program_; }

 private:
  explicit Process(Table table) : table_(table) {}
  int attach();
  int join_program();
  bool start_keeper();

  ProcessRecord &record() const { return table_.process(slot_); }
  ProgramRecord &program() const { return table_.program(program_); }
  void settle(uint32_t device, Decision kind, int64_t event_ns, int64_t closed_ns = 0);

  // The keeper: a thread that does what nobody's call does.
  static void *keep(void *self);
  int64_t tick();
  int64_t tick_burst(uint32_t device, int64_t now_ns);
  void apply_slices();
  void free_closed();
  void deactivate(uint32_t device);

  Table table_;
  uint32_t slot_ = 0;
  uint32_t program_ = 0;
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;  // the list of queues
  Queue *queues_ = nullptr;
  bool leaves_at_exit_ = false;  // likewise
  bool left_ = false;            // likewise
  int64_t checked_ns_ = 0;       // when the keeper last looked for the dead
  int64_t idle_since_ns_[kDeviceCount] = {};
  uint64_t last_submitted_[kDeviceCount] = {};
  uint32_t slices_us_[kDeviceCount] = {};  // in force, as far as we have set them
};

}  // namespace heddle
