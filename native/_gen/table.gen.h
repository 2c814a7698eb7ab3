// Made by tools/gen from facts/table.toml. Do not edit.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle {

inline constexpr uint64_t kTableMagic = 0x31454c4444454800;
inline constexpr uint32_t kTableMajor = 6;
inline constexpr uint32_t kTableMinor = 0;
inline constexpr uint64_t kTableBytes = 4460544;

// Every record that is handed out begins with one of these.
enum SlotState : uint32_t {
  kSlotStateFree = 0x0,
  kSlotStateClaimed = 0x1,
  kSlotStateReady = 0x2,
  kSlotStateClosing = 0x3,
};

// What can be held: nothing, pending commands, submitted ones, the running one.
enum Level : uint32_t {
  kLevelNone = 0x0,
  kLevelPending = 0x1,
  kLevelSubmitted = 0x2,
  kLevelRunning = 0x3,
};

// What a decision was about.
enum Decision : uint32_t {
  kDecisionActivated = 0x1,
  kDecisionIdled = 0x2,
  kDecisionRotated = 0x3,
  kDecisionPlanned = 0x4,
  kDecisionReaped = 0x5,
  kDecisionReset = 0x6,
};

// Timeslices of contexts at level 3, in microseconds; 0: the driver's own.
enum SliceUs : uint32_t {
  kSliceUsStandard = 0x0,
  kSliceUsShort = 0x1,
  kSliceUsLong = 0xf4240,
};

// How a program's memory was taken off its devices, to stay away.
enum Parking : uint32_t {
  kParkingNone = 0x0,
  kParkingMoved = 0x1,
  kParkingCheckpointed = 0x2,
};

// What a device and its software stack let us do. The level follows from these.
enum Capability : uint32_t {
  kCapabilityWaitValue = 0x1,
  kCapabilityWriteValue = 0x2,
  kCapabilityTimeslice = 0x4,
  kCapabilityDisable = 0x8,
  kCapabilityReset = 0x10,
  kCapabilityInterrupt = 0x20,
};

// Bits of a gate word; 0 is open. Bit N below these: a program goes first on device N.
enum Hold : uint32_t {
  kHoldByPerson = 0x80000000,
  kHoldByAgent = 0x40000000,
  kHoldByCap = 0x20000000,
};

// What each level needs of a device, as capability bits.
inline constexpr uint32_t kLevelNeeds[] = {
    0x0,  // none
    0x0,  // pending
    0x1,  // submitted
    0x5,  // running
};

struct HeaderRecord {
  alignas(8) std::atomic<uint64_t> magic;  // says that this is a table; written last at creation
  alignas(4) std::atomic<uint32_t> major;  // another major is refused
  alignas(4) std::atomic<uint32_t> minor;  // a newer minor is adopted
  alignas(8) std::atomic<uint64_t> bytes;  // size of the whole table
  alignas(4) std::atomic<uint32_t> uid;  // the trust domain: the user that made it
  alignas(64) std::atomic<uint32_t> lock;  // futex: 0, or the owner: bits 0-21 thread id, 22-30 of its start time, 31 a thread waits
  alignas(4) std::atomic<uint32_t> lock_repairs;  // how often the lock was taken from a dead owner
  alignas(64) std::atomic<uint64_t> next_program_id;  // program ids are never reused in a table
  alignas(8) std::atomic<uint64_t> programs_used[4];  // bit per program slot
  alignas(8) std::atomic<uint64_t> devices_used;  // bit per device slot
  alignas(8) std::atomic<uint64_t> processes_used[32];  // bit per process slot
  alignas(8) std::atomic<uint64_t> queues_used[64];  // bit per queue slot
  alignas(64) std::atomic<uint64_t> pid_namespace;  // of the process that made the table; processes elsewhere are guests
  alignas(8) std::atomic<uint64_t> slabs;  // counts slabs that were given away or taken back
  alignas(4) std::atomic<uint32_t> slab_program[128];  // program slot that owns a slab, plus one; 0: it is common
  alignas(4) std::atomic<uint32_t> slab_file[128];  // file descriptor of a slab that was given away, in the holder
  alignas(4) std::atomic<uint32_t> bell_file;  // file descriptor of the bell, in the holder; 0: there is none
  alignas(4) std::atomic<uint32_t> arbiter;  // 1: an arbiter decides for guests; else they are free
  alignas(4) std::atomic<int32_t> holder_pid;  // the process that holds those files open: the agent's guard
  alignas(64) std::atomic<int32_t> agent_pid;  // the agent that writes plans; 0: none
  alignas(8) std::atomic<uint64_t> agent_ticks;  // start time of agent_pid
  alignas(8) std::atomic<uint64_t> agent_namespace;  // where agent_pid means something
  alignas(64) std::atomic<uint32_t> host_wanted;  // counts how often the host had too little memory for what leaves a device
};
static_assert(offsetof(HeaderRecord, magic) == 0);
static_assert(offsetof(HeaderRecord, major) == 8);
static_assert(offsetof(HeaderRecord, minor) == 12);
static_assert(offsetof(HeaderRecord, bytes) == 16);
static_assert(offsetof(HeaderRecord, uid) == 24);
static_assert(offsetof(HeaderRecord, lock) == 64);
static_assert(offsetof(HeaderRecord, lock_repairs) == 68);
static_assert(offsetof(HeaderRecord, next_program_id) == 128);
static_assert(offsetof(HeaderRecord, programs_used) == 136);
static_assert(offsetof(HeaderRecord, devices_used) == 168);
static_assert(offsetof(HeaderRecord, processes_used) == 176);
static_assert(offsetof(HeaderRecord, queues_used) == 432);
static_assert(offsetof(HeaderRecord, pid_namespace) == 960);
static_assert(offsetof(HeaderRecord, slabs) == 968);
static_assert(offsetof(HeaderRecord, slab_program) == 976);
static_assert(offsetof(HeaderRecord, slab_file) == 1488);
static_assert(offsetof(HeaderRecord, bell_file) == 2000);
static_assert(offsetof(HeaderRecord, arbiter) == 2004);
static_assert(offsetof(HeaderRecord, holder_pid) == 2008);
static_assert(offsetof(HeaderRecord, agent_pid) == 2048);
static_assert(offsetof(HeaderRecord, agent_ticks) == 2056);
static_assert(offsetof(HeaderRecord, agent_namespace) == 2064);
static_assert(offsetof(HeaderRecord, host_wanted) == 2112);
static_assert(sizeof(HeaderRecord) <= 4096);
inline constexpr uint32_t kHeaderCount = 1;
inline constexpr uint64_t kHeaderOffset = 0;
inline constexpr uint64_t kHeaderStride = 4096;

// One per program slot, in a page of its own: the word that the program's work waits for.
struct GateRecord {
  alignas(4) std::atomic<uint32_t> word;  // 0: open, else hold bits; a futex, woken when it opens
  alignas(8) std::atomic<int64_t> closed_ns;  // when it last closed
  alignas(8) std::atomic<uint64_t> closings;  // how often it closed
  alignas(8) std::atomic<uint64_t> held_ns;  // how long it was closed, without the present hold
};
static_assert(offsetof(GateRecord, word) == 0);
static_assert(offsetof(GateRecord, closed_ns) == 8);
static_assert(offsetof(GateRecord, closings) == 16);
static_assert(offsetof(GateRecord, held_ns) == 24);
static_assert(sizeof(GateRecord) <= 64);
inline constexpr uint32_t kGateCount = 256;
inline constexpr uint64_t kGateOffset = 4096;
inline constexpr uint64_t kGateStride = 64;

// The process tree of one `heddle run`: identity, plan, use.
struct ProgramRecord {
  alignas(4) std::atomic<uint32_t> state;  // slot_state
  alignas(4) std::atomic<uint32_t> uid;  // the user
  alignas(8) std::atomic<uint64_t> id;  // shown to people; 0 in a free slot
  alignas(4) std::atomic<int32_t> pid;  // the process that `heddle run` became
  alignas(4) std::atomic<uint32_t> level_limit;  // highest level to use; 0: what the device can
  alignas(8) std::atomic<uint64_t> start_ticks;  // start time of pid
  alignas(8) std::atomic<uint64_t> pid_namespace;  // where pid means something
  alignas(8) std::atomic<int64_t> created_ns;  // CLOCK_MONOTONIC
  alignas(64) char tenant[32];  // the tenant that pays
  alignas(8) char name[64];  // the command
  alignas(64) std::atomic<int32_t> rank;  // priority, -255..255, higher first
  alignas(4) std::atomic<uint32_t> weight;  // share of device time among equals; 1000 is normal
  alignas(8) std::atomic<uint64_t> deadline_us;  // after the start of a burst; 0: none
  alignas(4) std::atomic<uint32_t> quantum_us;  // turn length where equals take turns; 0, 1: what its devices ask for
  alignas(4) std::atomic<uint32_t> share_milli;  // the least of the device that it gets, whatever runs beside it; 0: none
  alignas(4) std::atomic<uint32_t> cap_milli;  // share that holds on an idle device too; 0: none
  alignas(8) std::atomic<uint64_t> memory_limit;  // bytes of each device, for all its processes together; 0: none
  alignas(64) std::atomic<uint64_t> device_time_ns;  // of queues that are closed; add the open ones
  alignas(8) std::atomic<uint64_t> virtual_time_ns;  // device time by weight, for turns among equals
  alignas(8) std::atomic<int64_t> active_since_ns;  // start of the burst; 0: idle
  alignas(4) std::atomic<uint32_t> attached;  // bit per device that it has queues on
  alignas(4) std::atomic<uint32_t> active;  // bit per device that it has work on
  alignas(4) std::atomic<uint32_t> short_on;  // bit per device where its contexts must hold a short timeslice
  alignas(4) std::atomic<uint32_t> long_on;  // likewise a long one; elsewhere it is the driver's own
  alignas(8) std::atomic<int64_t> turn_started_ns;  // since when it has had the device, as far as that is charged
  alignas(4) std::atomic<uint32_t> leads;  // 1: others share its devices, and all of them rank lower
  alignas(8) std::atomic<int64_t> expected_until_ns;  // it says that work is coming: counts as active until then
  alignas(8) std::atomic<uint64_t> turn_used_ns;  // of its turn among equals, before it was interrupted
  alignas(4) std::atomic<uint32_t> has_turn;  // 1: its turn among equals is not over
  alignas(4) std::atomic<uint32_t> part_ppm;  // millionths of the device that its plan comes to, beside the others
  alignas(8) std::atomic<uint64_t> noted_closings;  // closings of its gate for which closed_at of its queues is noted
  alignas(4) std::atomic<uint32_t> sharers;  // programs that it runs side by side with, itself included, as far as that is charged
  alignas(4) std::atomic<int32_t> virtual_rank;  // the rank in which virtual_time_ns was counted
  alignas(8) std::atomic<int64_t> cap_left_ns;  // what its cap leaves it now; refilled as time passes
  alignas(8) std::atomic<int64_t> cap_at_ns;  // when that was so
  alignas(8) std::atomic<int64_t> decide_at_ns;  // when its cap is used up or refilled, or what it is owed is too much or paid; 0: never
  alignas(4) std::atomic<uint32_t> is_guest;  // 1: its processes and queues are in slabs of its own
  alignas(64) std::atomic<int32_t> asked_rank;  // what was asked for; a policy makes the plan above of it
  alignas(4) std::atomic<uint32_t> asked_weight;
  alignas(8) std::atomic<uint64_t> asked_deadline_us;
  alignas(4) std::atomic<uint32_t> asked_quantum_us;
  alignas(4) std::atomic<uint32_t> asked_share_milli;
  alignas(4) std::atomic<uint32_t> asked_cap_milli;
  alignas(4) std::atomic<uint32_t> kept;  // 1: the slot stays without processes: a partition
  alignas(4) std::atomic<uint32_t> may_move;  // 1: its memory may go to the host while others need the device
  alignas(4) std::atomic<uint32_t> parked;  // parking: a person wants its memory off its devices, and how
  alignas(4) std::atomic<uint32_t> away;  // bit per device where not all of its memory is; a futex, woken when it is
  alignas(4) std::atomic<uint32_t> draining;  // bit per device: nothing new comes, so what it has submitted may pass
  alignas(8) std::atomic<int64_t> came_ns;  // since when all of its memory is there
  alignas(8) std::atomic<uint64_t> moving_ns;  // how long it took to come, the last time
  alignas(4) std::atomic<uint32_t> idempotent;  // 1: its commands may be killed and run again
  alignas(4) std::atomic<uint32_t> yields;  // 1: another program on its devices is promised a share, and may go before it for that
  alignas(8) std::atomic<uint64_t> charged_ns;  // time in which it had the device, or it was kept for it; of a share: since that was promised
  alignas(8) std::atomic<uint64_t> wanted_ns;  // of a share: time in which it had work, or the device was kept for it, since then
  alignas(8) std::atomic<int64_t> owed_ns;  // what it has had too little of its share; if less than 0, too much
  alignas(8) std::atomic<int64_t> owed_at_ns;  // when that was so; 0: nothing is promised to it
  alignas(8) std::atomic<uint64_t> owed_charged_ns;  // charged_ns, then
  alignas(8) std::atomic<int64_t> owed_since_ns;  // since when it goes first, whatever runs beside it, until that is paid; 0: it does not
  alignas(8) std::atomic<int64_t> turn_ns;  // length of its turns: the plan's, or what its devices ask for
};
static_assert(offsetof(ProgramRecord, state) == 0);
static_assert(offsetof(ProgramRecord, uid) == 4);
static_assert(offsetof(ProgramRecord, id) == 8);
static_assert(offsetof(ProgramRecord, pid) == 16);
static_assert(offsetof(ProgramRecord, level_limit) == 20);
static_assert(offsetof(ProgramRecord, start_ticks) == 24);
static_assert(offsetof(ProgramRecord, pid_namespace) == 32);
static_assert(offsetof(ProgramRecord, created_ns) == 40);
static_assert(offsetof(ProgramRecord, tenant) == 64);
static_assert(offsetof(ProgramRecord, name) == 96);
static_assert(offsetof(ProgramRecord, rank) == 192);
static_assert(offsetof(ProgramRecord, weight) == 196);
static_assert(offsetof(ProgramRecord, deadline_us) == 200);
static_assert(offsetof(ProgramRecord, quantum_us) == 208);
static_assert(offsetof(ProgramRecord, share_milli) == 212);
static_assert(offsetof(ProgramRecord, cap_milli) == 216);
static_assert(offsetof(ProgramRecord, memory_limit) == 224);
static_assert(offsetof(ProgramRecord, device_time_ns) == 256);
static_assert(offsetof(ProgramRecord, virtual_time_ns) == 264);
static_assert(offsetof(ProgramRecord, active_since_ns) == 272);
static_assert(offsetof(ProgramRecord, attached) == 280);
static_assert(offsetof(ProgramRecord, active) == 284);
static_assert(offsetof(ProgramRecord, short_on) == 288);
static_assert(offsetof(ProgramRecord, long_on) == 292);
static_assert(offsetof(ProgramRecord, turn_started_ns) == 296);
static_assert(offsetof(ProgramRecord, leads) == 304);
static_assert(offsetof(ProgramRecord, expected_until_ns) == 312);
static_assert(offsetof(ProgramRecord, turn_used_ns) == 320);
static_assert(offsetof(ProgramRecord, has_turn) == 328);
static_assert(offsetof(ProgramRecord, part_ppm) == 332);
static_assert(offsetof(ProgramRecord, noted_closings) == 336);
static_assert(offsetof(ProgramRecord, sharers) == 344);
static_assert(offsetof(ProgramRecord, virtual_rank) == 348);
static_assert(offsetof(ProgramRecord, cap_left_ns) == 352);
static_assert(offsetof(ProgramRecord, cap_at_ns) == 360);
static_assert(offsetof(ProgramRecord, decide_at_ns) == 368);
static_assert(offsetof(ProgramRecord, is_guest) == 376);
static_assert(offsetof(ProgramRecord, asked_rank) == 384);
static_assert(offsetof(ProgramRecord, asked_weight) == 388);
static_assert(offsetof(ProgramRecord, asked_deadline_us) == 392);
static_assert(offsetof(ProgramRecord, asked_quantum_us) == 400);
static_assert(offsetof(ProgramRecord, asked_share_milli) == 404);
static_assert(offsetof(ProgramRecord, asked_cap_milli) == 408);
static_assert(offsetof(ProgramRecord, kept) == 412);
static_assert(offsetof(ProgramRecord, may_move) == 416);
static_assert(offsetof(ProgramRecord, parked) == 420);
static_assert(offsetof(ProgramRecord, away) == 424);
static_assert(offsetof(ProgramRecord, draining) == 428);
static_assert(offsetof(ProgramRecord, came_ns) == 432);
static_assert(offsetof(ProgramRecord, moving_ns) == 440);
static_assert(offsetof(ProgramRecord, idempotent) == 448);
static_assert(offsetof(ProgramRecord, yields) == 452);
static_assert(offsetof(ProgramRecord, charged_ns) == 456);
static_assert(offsetof(ProgramRecord, wanted_ns) == 464);
static_assert(offsetof(ProgramRecord, owed_ns) == 472);
static_assert(offsetof(ProgramRecord, owed_at_ns) == 480);
static_assert(offsetof(ProgramRecord, owed_charged_ns) == 488);
static_assert(offsetof(ProgramRecord, owed_since_ns) == 496);
static_assert(offsetof(ProgramRecord, turn_ns) == 504);
static_assert(sizeof(ProgramRecord) <= 512);
inline constexpr uint32_t kProgramCount = 256;
inline constexpr uint64_t kProgramOffset = 20480;
inline constexpr uint64_t kProgramStride = 512;

// One process of a program that uses a device.
struct ProcessRecord {
  alignas(4) std::atomic<uint32_t> state;  // slot_state
  alignas(4) std::atomic<uint32_t> program;  // slot index
  alignas(4) std::atomic<int32_t> pid;
  alignas(4) std::atomic<uint32_t> attached;  // bit per device that it has queues on
  alignas(8) std::atomic<uint64_t> start_ticks;  // start time of pid
  alignas(8) std::atomic<uint64_t> pid_namespace;  // where pid means something
  alignas(64) std::atomic<uint32_t> active;  // bit per device that it has work on; its own
  alignas(64) std::atomic<uint32_t> doorbell;  // futex of its keeper thread
  alignas(4) std::atomic<uint32_t> short_on;  // bit per device where a short timeslice is in force, as its keeper set it
  alignas(4) std::atomic<uint32_t> long_on;  // likewise a long one
  alignas(4) std::atomic<int32_t> keeper;  // thread id of the keeper, gone after exec(); 0: not started
  alignas(4) std::atomic<uint32_t> loose;  // bit per device where it was let go and has not come to rest since
  alignas(4) std::atomic<uint32_t> resting;  // bit per device where another one waits for it to come to rest
  alignas(8) std::atomic<int64_t> loose_ns;  // when it was last known not to have
  alignas(64) std::atomic<int64_t> event_ns;  // of a guest: since when its last change waits for a decision
  alignas(8) std::atomic<int64_t> alive_ns;  // of a guest: when its keeper last looked; only then is it believed
  alignas(8) std::atomic<int64_t> expected_until_ns;  // as in the program, which a guest cannot write
  alignas(8) std::atomic<uint64_t> scratch;  // always 0: a device proves here that it can write and wait
  alignas(8) std::atomic<int64_t> lets_pass_ns;  // until when it waits, before a loop of short steps, for what others have in front of their gates
  alignas(4) std::atomic<uint32_t> kept_us;  // for how long, where it paused last
  alignas(4) std::atomic<uint32_t> kept_milli;  // of a thousand pauses there, those that were no longer
  alignas(4) std::atomic<uint32_t> period_us;  // of its bursts, where a device is made free for each in advance; 0: none is
  alignas(4) std::atomic<uint32_t> came_milli;  // of a thousand bursts that were expected so, those that came
  alignas(4) std::atomic<uint32_t> stays;  // 1: its context stays loaded on the device, idle, for the work that it expects
  alignas(64) std::atomic<uint64_t> memory[32];  // bytes that it has taken of each device; its own
};
static_assert(offsetof(ProcessRecord, state) == 0);
static_assert(offsetof(ProcessRecord, program) == 4);
static_assert(offsetof(ProcessRecord, pid) == 8);
static_assert(offsetof(ProcessRecord, attached) == 12);
static_assert(offsetof(ProcessRecord, start_ticks) == 16);
static_assert(offsetof(ProcessRecord, pid_namespace) == 24);
static_assert(offsetof(ProcessRecord, active) == 64);
static_assert(offsetof(ProcessRecord, doorbell) == 128);
static_assert(offsetof(ProcessRecord, short_on) == 132);
static_assert(offsetof(ProcessRecord, long_on) == 136);
static_assert(offsetof(ProcessRecord, keeper) == 140);
static_assert(offsetof(ProcessRecord, loose) == 144);
static_assert(offsetof(ProcessRecord, resting) == 148);
static_assert(offsetof(ProcessRecord, loose_ns) == 152);
static_assert(offsetof(ProcessRecord, event_ns) == 192);
static_assert(offsetof(ProcessRecord, alive_ns) == 200);
static_assert(offsetof(ProcessRecord, expected_until_ns) == 208);
static_assert(offsetof(ProcessRecord, scratch) == 216);
static_assert(offsetof(ProcessRecord, lets_pass_ns) == 224);
static_assert(offsetof(ProcessRecord, kept_us) == 232);
static_assert(offsetof(ProcessRecord, kept_milli) == 236);
static_assert(offsetof(ProcessRecord, period_us) == 240);
static_assert(offsetof(ProcessRecord, came_milli) == 244);
static_assert(offsetof(ProcessRecord, stays) == 248);
static_assert(offsetof(ProcessRecord, memory) == 256);
static_assert(sizeof(ProcessRecord) <= 512);
inline constexpr uint32_t kProcessCount = 2048;
inline constexpr uint64_t kProcessOffset = 151552;
inline constexpr uint64_t kProcessStride = 512;

// A guest's process, as the kernel told the agent: what it writes itself is not believed.
struct IdentityRecord {
  alignas(4) std::atomic<int32_t> pid;  // in the agent's pid namespace; 0: none
  alignas(8) std::atomic<uint64_t> start_ticks;  // start time of pid
};
static_assert(offsetof(IdentityRecord, pid) == 0);
static_assert(offsetof(IdentityRecord, start_ticks) == 8);
static_assert(sizeof(IdentityRecord) <= 16);
inline constexpr uint32_t kIdentityCount = 2048;
inline constexpr uint64_t kIdentityOffset = 1200128;
inline constexpr uint64_t kIdentityStride = 16;

// One stream of commands of one process on one device.
struct QueueRecord {
  alignas(4) std::atomic<uint32_t> state;  // slot_state
  alignas(4) std::atomic<uint32_t> process;  // slot index
  alignas(4) std::atomic<uint32_t> device;  // slot index
  alignas(4) std::atomic<uint32_t> level;  // level in force
  alignas(8) std::atomic<uint64_t> handle;  // the vendor's handle, for people
  alignas(64) std::atomic<uint64_t> submitted;  // commands whose call was entered
  alignas(8) std::atomic<uint64_t> returned;  // commands whose call has returned
  alignas(8) std::atomic<uint64_t> drained;  // commands known complete because the program waited
  alignas(8) std::atomic<uint64_t> marked;  // commands in front of the newest mark
  alignas(8) std::atomic<uint64_t> gates;  // gates placed
  alignas(8) std::atomic<uint64_t> device_time_ns;  // estimate: completed commands by learned time
  alignas(8) std::atomic<uint64_t> command_ns;  // learned time of a command; 0: not yet known
  alignas(8) std::atomic<uint64_t> closed_at;  // completed, when the gate was closed
  alignas(64) std::atomic<uint64_t> completed;  // written by the device behind its work
};
static_assert(offsetof(QueueRecord, state) == 0);
static_assert(offsetof(QueueRecord, process) == 4);
static_assert(offsetof(QueueRecord, device) == 8);
static_assert(offsetof(QueueRecord, level) == 12);
static_assert(offsetof(QueueRecord, handle) == 16);
static_assert(offsetof(QueueRecord, submitted) == 64);
static_assert(offsetof(QueueRecord, returned) == 72);
static_assert(offsetof(QueueRecord, drained) == 80);
static_assert(offsetof(QueueRecord, marked) == 88);
static_assert(offsetof(QueueRecord, gates) == 96);
static_assert(offsetof(QueueRecord, device_time_ns) == 104);
static_assert(offsetof(QueueRecord, command_ns) == 112);
static_assert(offsetof(QueueRecord, closed_at) == 120);
static_assert(offsetof(QueueRecord, completed) == 128);
static_assert(sizeof(QueueRecord) <= 256);
inline constexpr uint32_t kQueueCount = 4096;
inline constexpr uint64_t kQueueOffset = 1232896;
inline constexpr uint64_t kQueueStride = 256;

// One device; the index is the bit in every mask of devices. Hold bits leave room for 29.
struct DeviceRecord {
  alignas(4) std::atomic<uint32_t> state;  // slot_state
  alignas(4) std::atomic<uint32_t> level;  // highest level that its capabilities give
  alignas(4) std::atomic<uint32_t> capabilities;  // capability flags
  alignas(64) char api[16];  // the word before @
  alignas(8) char name[48];  // the word behind @
  alignas(8) char uuid[64];
  alignas(64) std::atomic<uint32_t> programs;  // programs that have queues here
  alignas(4) std::atomic<uint32_t> waiting;  // programs that are held here for another one
  alignas(4) std::atomic<uint32_t> running;  // program slot that goes first now, plus one; 0: none
  alignas(8) std::atomic<uint64_t> decisions;  // counts decisions; the newest are in the decision region
  alignas(4) std::atomic<uint32_t> sharers;  // programs that are at work here side by side
  alignas(4) std::atomic<uint32_t> coming;  // program slot whose memory is being made room for, plus one; 0: none
  alignas(8) std::atomic<int64_t> coming_ns;  // when it last asked for that
  alignas(8) std::atomic<int64_t> passing_ns;  // learned time between two turns; 0: not yet known
  alignas(8) std::atomic<int64_t> passing_since_ns;  // when the last turn ended, until the next begins; 0: otherwise
};
static_assert(offsetof(DeviceRecord, state) == 0);
static_assert(offsetof(DeviceRecord, level) == 4);
static_assert(offsetof(DeviceRecord, capabilities) == 8);
static_assert(offsetof(DeviceRecord, api) == 64);
static_assert(offsetof(DeviceRecord, name) == 80);
static_assert(offsetof(DeviceRecord, uuid) == 128);
static_assert(offsetof(DeviceRecord, programs) == 192);
static_assert(offsetof(DeviceRecord, waiting) == 196);
static_assert(offsetof(DeviceRecord, running) == 200);
static_assert(offsetof(DeviceRecord, decisions) == 208);
static_assert(offsetof(DeviceRecord, sharers) == 216);
static_assert(offsetof(DeviceRecord, coming) == 220);
static_assert(offsetof(DeviceRecord, coming_ns) == 224);
static_assert(offsetof(DeviceRecord, passing_ns) == 232);
static_assert(offsetof(DeviceRecord, passing_since_ns) == 240);
static_assert(sizeof(DeviceRecord) <= 512);
inline constexpr uint32_t kDeviceCount = 32;
inline constexpr uint64_t kDeviceOffset = 2281472;
inline constexpr uint64_t kDeviceStride = 512;

// The newest 64 decisions of each device: index = device * 64 + number % 64.
struct DecisionRecord {
  alignas(8) std::atomic<int64_t> at_ns;  // when it was in force
  alignas(8) std::atomic<uint64_t> program_id;  // whose event it was
  alignas(4) std::atomic<uint32_t> kind;  // decision
  alignas(4) std::atomic<uint32_t> latency_ns;  // from the event to the last gate word written; of a reset: the clean-up
  alignas(4) std::atomic<uint32_t> host_ns;  // of a reset: until nothing came from the host any more
  alignas(4) std::atomic<uint32_t> queued_ns;  // of a reset: then, until nothing was queued; the rest is the running command's
};
static_assert(offsetof(DecisionRecord, at_ns) == 0);
static_assert(offsetof(DecisionRecord, program_id) == 8);
static_assert(offsetof(DecisionRecord, kind) == 16);
static_assert(offsetof(DecisionRecord, latency_ns) == 20);
static_assert(offsetof(DecisionRecord, host_ns) == 24);
static_assert(offsetof(DecisionRecord, queued_ns) == 28);
static_assert(sizeof(DecisionRecord) <= 32);
inline constexpr uint32_t kDecisionCount = 2048;
inline constexpr uint64_t kDecisionOffset = 2297856;
inline constexpr uint64_t kDecisionStride = 32;

// Where the memory of a process is that may go to the host; the index is the process's.
struct ResidenceRecord {
  alignas(4) std::atomic<uint32_t> bell;  // futex of its mover thread
  alignas(4) std::atomic<uint32_t> wants;  // bit per device whose memory it cannot go on without
  alignas(4) std::atomic<uint32_t> still;  // bit per device where nothing of it runs, until its memory is back
  alignas(4) std::atomic<int32_t> mover;  // thread id of the mover; 0: nothing of it can be moved
  alignas(4) std::atomic<uint32_t> asking;  // threads that allocate, and wait for room
  alignas(8) std::atomic<int64_t> rested_ns;  // when its last burst ended
  alignas(8) std::atomic<int64_t> stuck_ns;  // when it last failed to leave
  alignas(8) std::atomic<int64_t> told_ns;  // when it was told to, or last moved something out
  alignas(4) std::atomic<uint32_t> moving;  // 1: its mover brings something back just now
  alignas(4) std::atomic<uint32_t> stays;  // 1: its memory cannot be moved, or not any more
  alignas(8) std::atomic<uint64_t> moved_out;  // bytes that went to the host, ever
  alignas(8) std::atomic<uint64_t> moved_in;  // bytes that came back
  alignas(8) std::atomic<uint64_t> out_ns;  // time that this took
  alignas(8) std::atomic<uint64_t> in_ns;  // likewise
  alignas(8) std::atomic<uint64_t> spare;  // bytes of the host that it keeps for the next time
  alignas(64) std::atomic<uint64_t> movable[32];  // bytes of each device that can be moved, wherever they are
  alignas(64) std::atomic<uint64_t> out[32];  // of these, on the host
  alignas(64) std::atomic<uint64_t> leave[32];  // of these, should be on the host: others need the room
};
static_assert(offsetof(ResidenceRecord, bell) == 0);
static_assert(offsetof(ResidenceRecord, wants) == 4);
static_assert(offsetof(ResidenceRecord, still) == 8);
static_assert(offsetof(ResidenceRecord, mover) == 12);
static_assert(offsetof(ResidenceRecord, asking) == 16);
static_assert(offsetof(ResidenceRecord, rested_ns) == 24);
static_assert(offsetof(ResidenceRecord, stuck_ns) == 32);
static_assert(offsetof(ResidenceRecord, told_ns) == 40);
static_assert(offsetof(ResidenceRecord, moving) == 48);
static_assert(offsetof(ResidenceRecord, stays) == 52);
static_assert(offsetof(ResidenceRecord, moved_out) == 56);
static_assert(offsetof(ResidenceRecord, moved_in) == 64);
static_assert(offsetof(ResidenceRecord, out_ns) == 72);
static_assert(offsetof(ResidenceRecord, in_ns) == 80);
static_assert(offsetof(ResidenceRecord, spare) == 88);
static_assert(offsetof(ResidenceRecord, movable) == 128);
static_assert(offsetof(ResidenceRecord, out) == 384);
static_assert(offsetof(ResidenceRecord, leave) == 640);
static_assert(sizeof(ResidenceRecord) <= 1024);
inline constexpr uint32_t kResidenceCount = 2048;
inline constexpr uint64_t kResidenceOffset = 2363392;
inline constexpr uint64_t kResidenceStride = 1024;

}  // namespace heddle
