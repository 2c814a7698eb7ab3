// What all processes of the node share: the devices, the contexts attached to them, whose turn it
// is.
//
// /dev/shm/NAME says which devices there are. Each is a file of its own, /dev/shm/NAME.INDEX, as a
// device node would be: a device whose file a process does not see is not there for it.
//
// Any process may be killed between any two instructions. Hence: locks are robust, a slot counts
// only once its id is set, and everything that matters can be derived anew from the slots.
// Lock order: Segment::mutex before Device::mutex; a context's own mutex comes before both.
#pragma once

#include <pthread.h>
#include <stdint.h>

#include <array>
#include <atomic>
#include <string>

#include "common/os.h"
#include "soft/config.h"

namespace soft {

inline constexpr int kMaxContexts = 64;

// By which other processes know whether a thread still lives.
struct Life {
  std::atomic<int32_t> thread{0};  // 0: not started yet
  pthread_mutex_t held;            // robust; the thread holds it
  os::ProcessName process;
  uint64_t pid_namespace = 0;

  void claim();    // for this process
  void begin();    // called by the thread
  void end();      // likewise
  bool is_over();  // of another, or ours
};

// A context's place on a device. Plain fields belong to the holder of the device's mutex; atomic
// ones may be read by any process at any time.
struct alignas(64) Slot {
  std::atomic<uint32_t> doorbell{0};  // counts reasons for the executor to look again
  std::atomic<uint32_t> asleep{0};    // the executor is, or is about to be, in the kernel
  std::atomic<uint32_t> timeslice_us{0};
  std::atomic<uint32_t> disabled{0};
  std::atomic<uint32_t> units{0};      // that its commands may fill
  std::atomic<int64_t> owned_from{0};  // Grant::from
  std::atomic<int64_t> ready_at{0};    // since when the context has had work, on the time line
  std::atomic<int64_t> order{0};       // when its oldest ready command was submitted
  std::atomic<uint64_t> id{0};         // 0: free; never used twice on a device
  Life life;                           // of its executor
  uint64_t memory = 0;

  void ring();
};

struct Grant {
  bool owned = false;
  int64_t from = 0;  // when the device is the context's, the switch included
};

struct Device {
  DeviceConfig config;
  pthread_mutex_t mutex;
  std::atomic<uint64_t> owners{0};  // slots: one, or several whose units add up to no more
  int32_t last_slot = -1;           // where the next turn starts
  uint64_t loaded = 0;              // slots that ran last: only others cost a switch of context
  uint64_t next_id = 1;
  int64_t free_at = 0;                  // when the last owner left, on the time line
  std::atomic<uint64_t> ready_mask{0};  // slots that want the device, the owners included
  Slot slots[kMaxContexts];

  // -- what a context does; each takes the mutex --
  int attach();                                    // a slot, or -1 if all are taken
  void detach(int slot, uint64_t id, int64_t at);  // nothing if the slot is another's by now
  Grant ask(int slot, int64_t ready_at, int64_t order);
  void give_up(int slot, int64_t at);                 // has no work any more
  void pass_on(int slot, int64_t at, int64_t order);  // still has work
  void rescue(int slot);  // after a long wait: is the owner dead, was a turn lost?
  bool charge(int slot, uint64_t bytes);
  void discharge(int slot, uint64_t id, uint64_t bytes);  // nothing if the slot is another's by now
  uint64_t memory_used();
  bool has_live_context();

  // -- what it may read at any time without the mutex --
  Grant look(int slot) const;
  bool owns(int slot) const { return owners.load() >> slot & 1; }
  // The slots that wait for their turn.
  uint64_t others(int slot) const {
    return ready_mask.load() & ~owners.load() & ~(uint64_t(1) << slot);
  }
  int64_t others_ready_at(int slot) const;  // the earliest; kNever if no other is ready
  int64_t others_order(int slot) const;

 private:
  class Lock;
  uint64_t sum_memory() const;
  uint32_t sum_units(uint64_t mask) const;
  void reap_dead();
  void free_slot(int slot, int64_t at);
  void grant_next();
  int choose_next() const;
};

// Where a process is asked to leave its devices and to come back; see desk.h.
struct Desk {
  enum Phase : uint32_t { kIdle, kAsked, kTaken, kAnswered };
  enum class Wish : uint32_t { kLock, kCheckpoint, kRestore, kUnlock };

  std::atomic<uint64_t> id{0};    // 0: free; never used twice
  std::atomic<uint32_t> state{};  // an sxProcessState
  std::atomic<uint32_t> phase{kIdle};
  Life life;  // of the thread that answers
  uint32_t user = 0;

  // From here on it belongs to the holder of the mutex, and from kTaken to kAnswered to the thread
  // that answers.
  pthread_mutex_t mutex;
  Wish wish{};
  uint32_t timeout_ms = 0;
  uint32_t pair_count = 0;
  sxDevicePair pairs[kMaxDevices];
  sxResult result{};
};

inline constexpr int kMaxDesks = 512;

// What is in /dev/shm/NAME.
struct Shared {
  uint64_t magic;
  uint32_t version;
  uint32_t size;
  pthread_mutex_t mutex;  // the configuration, and attaching under it
  uint32_t device_count;
  uint64_t next_desk;
  DeviceConfig configs[kMaxDevices];
  Desk desks[kMaxDesks];
};

// This process's view of it all.
struct Segment {
  Shared *shared = nullptr;

  Segment() = default;
  Segment(const Segment &) = delete;
  ~Segment();

  static sxResult open(Segment **segment);  // /dev/shm/$SOFTXPU_SEGMENT, made if need be

  bool has(int device) const;  // whether it is there for us
  Device *device(int device);  // mapped at the first use; nullptr if it is not there

  // Settles what is in force: `requested` if it can be had, else what live contexts use, else the
  // default. SX_ERROR_CONFIG if live contexts use something else than what is requested.
  sxResult settle(const std::optional<Configuration> &requested, Configuration *in_force);

  // A slot on the device, provided that `configuration` is still what is in force.
  sxResult attach(const Configuration &configuration, int device, int *slot);

  Desk *claim_desk();  // for this process; nullptr if all are taken
  // Of a living process of our pid namespace, with its id; nullptr if there is none.
  Desk *find_desk(int pid, uint64_t *id);

 private:
  class Lock;
  std::string path_;
  std::array<std::atomic<Device *>, kMaxDevices> devices_{};

  bool live();
  Configuration current() const;
  void write(const Configuration &configuration);
};

void init_shared_mutex(pthread_mutex_t *mutex);

}  // namespace soft
