// The shared table: mapping it, its lock, its slots, and clearing up behind the dead.
//
// The owner's processes write the table. All others are guests, which can only read it, but for one
// slab: whole pages of process and queue records that are the guest's own file, mapped over the
// table's. The owner's processes map it, too, and believe nothing in it that matters to others.
//
// Any process may be killed between any two instructions. Three rules keep the table right:
//  1. A slot is claimed by its bit in the header, filled, and only then `ready`. Readers look at
//     ready slots only; repair() frees what stayed `claimed`.
//  2. The lock word names the owner from the very compare-and-swap that takes it, so a dead owner
//     is always known. A process that takes the lock from a dead one repairs the table first.
//  3. What is decided (gate words, masks) is recomputed from the slots as a whole, never adjusted.
#pragma once

#include "_gen/table.gen.h"
#include "common/os.h"

namespace heddle {

// The bits above are other holds.
inline constexpr uint32_t kMostDevices = 29;

// Some of the program slots.
class ProgramSet {
 public:
  void add(uint32_t slot) { words_[slot / 64] |= uint64_t(1) << slot % 64; }
  bool has(uint32_t slot) const { return words_[slot / 64] >> slot % 64 & 1; }
  bool is_empty() const {
    uint64_t any = 0;
    for (uint64_t word : words_) any |= word;
    return !any;
  }
  ProgramSet &operator|=(const ProgramSet &other) {
    for (uint32_t w = 0; w < kProgramCount / 64; w++) words_[w] |= other.words_[w];
    return *this;
  }

 private:
  uint64_t words_[kProgramCount / 64] = {};
};

// Dead processes that left something in the table.
struct Dead {
  bool agent = false;
  uint64_t processes[kProcessCount / 64] = {};  // bit per slot
  ProgramSet programs;                          // without any process

  bool is_nobody() const {
    uint64_t any = 0;
    for (uint64_t word : processes) any |= word;
    return !agent && !any && programs.is_empty();
  }
};
inline constexpr uint32_t kAllDevices = UINT32_MAX;

// Processes and queues that are given away together.
inline constexpr uint32_t kSlabCount = 128;
inline constexpr uint32_t kSlabProcesses = kProcessCount / kSlabCount;
inline constexpr uint32_t kSlabQueues = kQueueCount / kSlabCount;
inline constexpr uint64_t kSlabProcessBytes = kSlabProcesses * kProcessStride;
inline constexpr uint64_t kSlabQueueBytes = kSlabQueues * kQueueStride;
inline constexpr uint64_t kSlabBytes = kSlabProcessBytes + kSlabQueueBytes;
// Where an agent that serves all users makes its table.
inline constexpr char kMachineTable[] = "/run/heddle/table";
inline constexpr uint32_t kSpare = UINT32_MAX;  // a slab that guests had and will have again

class Table {
 public:
  explicit Table(void *base) : base_(static_cast<char *>(base)) {}

  // Maps the file, making it if needed; as a guest, if it is not ours. Returns a heddle_status.
  static int open(const char *path, void **base);
  static void default_path(char *path, size_t size);
  static void folder_of(const char *path, char *folder, size_t size);
  static int make_directory(const char *path);
  // Whether only we, root and `owner` can have put anything beside the table.
  static int check_directory(const char *path, uid_t owner);
  // Fills a zeroed mapping; the magic comes last.
  static void initialize(void *base);

  // Whether this process may only read it.
  bool is_guest() const { return base_ == guest_base_; }

  // -- slabs ----
  static uint32_t slab_of_process(uint32_t i) { return i / kSlabProcesses; }
  static uint32_t slab_of_queue(uint32_t i) { return i / kSlabQueues; }
  bool is_given(uint32_t slab) const { return header().slab_program[slab] != 0; }
  bool is_owned(uint32_t slab, uint32_t program) const {
    return header().slab_program[slab] == program + 1;
  }
  // Of a guest's records, whatever they say themselves.
  uint32_t program_of(uint32_t process_slot) const {
    const uint32_t owner = header().slab_program[slab_of_process(process_slot)];
    return owner ? (owner - 1) % kProgramCount : +process(process_slot).program;
  }
  uint32_t process_of(uint32_t queue_slot) const {
    const uint32_t slab = slab_of_queue(queue_slot), said = queue(queue_slot).process;
    return is_given(slab) ? slab * kSlabProcesses + said % kSlabProcesses : said;
  }
  uint32_t device_of(uint32_t queue_slot) const { return queue(queue_slot).device % kMostDevices; }
  // Maps a slab's file over the table.
  static int map_slab(void *base, uint32_t slab, int file);
  // A memory file of fixed size.
  static int make_sealed(uint64_t bytes);
  static bool is_sealed(int file);
  // A file of such a number in the holder, for the owner's processes; -1 if it is not there.
  int open_held(uint32_t number) const;
  // A slab's file, of its holder, for the owner's processes.
  int open_slab(uint32_t slab) const;
  // The agent's own, as it stays open; 0: none.
  static int slab_file(uint32_t slab);
  void hold_slab(uint32_t slab, int file);
  static int bell_file();
  void hold_bell(int file);
  // With the lock held, for a new agent: what the former one's guard holds.
  void take_over_slabs();
  // Of the table that was opened last, and of something beside it.
  static const char *path();
  static bool beside_table(const char *name, char *path, size_t size);
  // With the lock held: a slab with a fresh file for a program, mapped here.
  int give_slab(uint32_t program, uint32_t *slab);
  // Maps what was given away since the last look. The lock does it.
  void adopt_slabs();

  HeaderRecord &header() const { return at<HeaderRecord>(kHeaderOffset, kHeaderStride, 0); }
  GateRecord &gate(uint32_t i) const { return at<GateRecord>(kGateOffset, kGateStride, i); }
  ProgramRecord &program(uint32_t i) const {
    return at<ProgramRecord>(kProgramOffset, kProgramStride, i);
  }
  ProcessRecord &process(uint32_t i) const {
    return at<ProcessRecord>(kProcessOffset, kProcessStride, i);
  }
  IdentityRecord &identity(uint32_t i) const {
    return at<IdentityRecord>(kIdentityOffset, kIdentityStride, i);
  }
  QueueRecord &queue(uint32_t i) const { return at<QueueRecord>(kQueueOffset, kQueueStride, i); }
  DeviceRecord &device(uint32_t i) const {
    return at<DeviceRecord>(kDeviceOffset, kDeviceStride, i);
  }
  ResidenceRecord &residence(uint32_t i) const {
    return at<ResidenceRecord>(kResidenceOffset, kResidenceStride, i);
  }
  DecisionRecord &decision(uint32_t device, uint64_t number) const {
    return at<DecisionRecord>(kDecisionOffset, kDecisionStride, device * 64 + number % 64);
  }

  // Takes the lock; false for a guest, and if its owner lives but does not let go within
  // `patience_ns`. A caller that gets false must do without: it may never harm a program to wait
  // for ever.
  bool lock(int64_t patience_ns = 200'000'000);
  void unlock();

  // All below: with the lock held.
  // With this process as its root; the caller adds the plan and makes it ready.
  int claim_program(uint32_t *index, const char *tenant, const char *name);
  int claim_process(uint32_t *index);
  int claim_guest_process(uint32_t program, uint32_t *index);
  int claim_queue(uint32_t *index);
  // Finds the device or claims it, and writes what it can do now.
  int register_device(const char *api, const char *name, const char *uuid, uint32_t capabilities,
                      uint32_t *index);
  // By its name in an API; or as another API's device, if that is the same thing by its UUID.
  int find_device(const char *api, const char *name, const char *uuid, uint32_t *index) const;
  int claim_device(uint32_t *index);
  void free_program(uint32_t index);
  void free_process(uint32_t index);  // with its queues
  void free_queue(uint32_t index);
  // Writes a gate word, wakes its waiters if it opens, and keeps its account.
  void set_gate(uint32_t program, uint32_t word, int64_t now_ns);
  // Nothing of the program drains on these devices any more; its holds count again if that was all.
  void end_draining(uint32_t program, uint32_t devices);
  // The program's memory is there: calls that wait for it go on.
  void end_absence(uint32_t program, uint32_t devices);
  // For programs that are away and have no process left to bring their memory back.
  void settle_absences();
  // Recomputes attached masks from the queues. Needed after queues came or went.
  void derive_attachments();
  // Frees what belongs to those, if they are dead indeed; true if anything changed.
  bool reap(const Dead &dead);
  // What was asked for is in force: there is no agent to make plans any more.
  void forget_agent();
  // Before the first use after the lock was taken from a dead owner.
  void repair();

  // Calls f(index) for each ready record whose bit is set in the used masks.
  template <class F>
  void each_program(F f) const {
    each(header().programs_used, kProgramCount / 64, [&](uint32_t i) {
      if (program(i).state == kSlotStateReady) f(i);
    });
  }
  template <class F>
  void each_process(F f) const {
    each(header().processes_used, kProcessCount / 64, [&](uint32_t i) {
      if (process(i).state == kSlotStateReady) f(i);
    });
  }
  template <class F>
  void each_queue(F f) const {
    each(header().queues_used, kQueueCount / 64, [&](uint32_t i) {
      if (queue(i).state == kSlotStateReady) f(i);
    });
  }
  template <class F>
  void each_device(F f) const {
    each(&header().devices_used, 1, [&](uint32_t i) {
      if (device(i).state == kSlotStateReady) f(i);
    });
  }

  // The dead processes; or only those that would keep these devices busy. Without the lock: to ask
  // the system takes tens of microseconds for each. A slot that changes meanwhile may be misjudged,
  // so reap() looks again at those.
  Dead find_dead(uint32_t devices = kAllDevices) const;

  // The programs that have queues on a device.
  ProgramSet attached_to(uint32_t device) const;

  bool has_process(uint32_t program) const {
    bool found = false;
    each_process([&](uint32_t i) { found |= program_of(i) == program; });
    return found;
  }

  // Bytes of a device that the processes of a program have taken together.
  uint64_t memory_used(uint32_t program, uint32_t device) const;

  // Program slot of an id; -1 if there is none.
  int find_program(uint64_t id) const;

 private:
  template <class T>
  T &at(uint64_t offset, uint64_t stride, uint32_t index) const {
    return *reinterpret_cast<T *>(base_ + offset + stride * index);
  }
  template <class F>
  static void each(const std::atomic<uint64_t> *masks, uint32_t words, F f) {
    for (uint32_t w = 0; w < words; w++)
      for (uint64_t m = masks[w].load(std::memory_order_relaxed); m; m &= m - 1)
        f(w * 64 + uint32_t(__builtin_ctzll(m)));
  }
  bool take_lock(int64_t patience_ns);
  bool is_dead_process(uint32_t index) const;
  bool is_dead_program(uint32_t index) const;
  bool is_dead_agent() const;
  int claim(std::atomic<uint64_t> *masks, uint32_t begin, uint32_t end, uint32_t *index);
  int claim_common(std::atomic<uint64_t> *masks, uint32_t slab_size, uint32_t *index);
  void take_back_slabs(uint32_t program);
  void clear_residence(uint32_t process);
  static void remember_directory(const char *path);

  static void *guest_base_;
  char *base_;
};

// The lock for a scope; `held` is false if it could not be had.
class TableLock {
 public:
  explicit TableLock(Table &table) : table_(table), held(table.lock()) {}
  ~TableLock() {
    if (held) table_.unlock();
  }
  TableLock(const TableLock &) = delete;
  TableLock &operator=(const TableLock &) = delete;

 private:
  Table &table_;

 public:
  const bool held;
};

inline void copy_text(char *to, size_t size, const char *from) {
  snprintf(to, size, "%s", from ? from : "");
}

// Whether a process that is named in the table is dead. One of another pid namespace cannot be
// judged from here and counts as living: that is the agent's to find out.
bool is_dead(const os::ProcessName &who, uint64_t pid_namespace);

}  // namespace heddle
