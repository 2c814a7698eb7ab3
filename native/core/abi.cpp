// The C ABI: thin functions over the core. Nothing here decides.
#include "core/arbiter.h"
#include "core/host_memory.h"
#include "core/process.h"
#include "include/heddle.h"

using namespace heddle;

struct heddle_queue : Queue {};  // opaque to callers; never made as such

namespace {

constexpr uint64_t kLongestExpectationUs = 1'000'000;  // others wait meanwhile

heddle_queue *opaque(Queue *queue) { return static_cast<heddle_queue *>(queue); }

bool valid(const heddle_plan &p) {
  return p.rank >= -255 && p.rank <= 255 && p.weight >= 1 && p.weight <= 1'000'000 &&
         p.share_milli <= 1000 && p.cap_milli <= 1000 && p.level_limit <= kLevelRunning &&
         p.may_move <= 1 && p.deadline_us <= 86'400'000'000 && p.quantum_us <= 10'000'000;
}

void write_plan(ProgramRecord &to, const heddle_plan &from) {
  to.rank = from.rank;
  to.weight = from.weight;
  to.deadline_us = from.deadline_us;
  to.quantum_us = from.quantum_us;
  to.share_milli = from.share_milli;
  to.cap_milli = from.cap_milli;
}

void write_asked(ProgramRecord &to, const heddle_plan &from) {
  to.asked_rank = from.rank;
  to.asked_weight = from.weight;
  to.asked_deadline_us = from.deadline_us;
  to.asked_quantum_us = from.quantum_us;
  to.asked_share_milli = from.share_milli;
  to.asked_cap_milli = from.cap_milli;
  to.memory_limit = from.memory_limit;
  to.level_limit = from.level_limit;
  to.may_move = from.may_move;
  write_plan(to, from);
}

int not_locked(const Table &table) {
  return table.is_guest() ? HEDDLE_ERROR_GUEST : HEDDLE_ERROR_BUSY;
}

// The id to act on; 0 stands for the caller's own program, and stays 0 if it has none.
uint64_t resolve_id(uint64_t id) {
  if (id) return id;
  if (const char *own = getenv("HEDDLE_PROGRAM")) id = strtoull(own, nullptr, 10);
  Process *self = id ? nullptr : Process::joined();
  return self ? +self->shared().program(self->program_slot()).id : id;
}

// Runs f(table, slot) under the lock, then decides again wherever the program has queues.
template <class F>
int change_program(uint64_t id, F f) {
  Table table(nullptr);
  int status = Process::table(&table);
  if (status != HEDDLE_OK) return status;
  id = resolve_id(id);
  ProgramSet to_ring;
  {
    TableLock lock(table);
    if (!lock.held) return not_locked(table);
    int slot = id ? table.find_program(id) : -1;
    if (slot < 0) return HEDDLE_ERROR_NOT_FOUND;
    f(table, uint32_t(slot));
    ProgramRecord &p = table.program(uint32_t(slot));
    to_ring.add(uint32_t(slot));
    for (uint32_t m = p.attached; m; m &= m - 1) {
      int64_t now = os::now_ns();
      uint32_t device = uint32_t(__builtin_ctz(m));
      to_ring |= arbitrate(table, device, now).ring;
      record_decision(table, device, kDecisionPlanned, p.id, now, os::now_ns());
    }
  }
  ring(table, to_ring);
  return HEDDLE_OK;
}

// A new program with this process as its root, unless prepare(table, record) says otherwise.
template <class F>
int create_program(const heddle_plan *plan, const char *tenant, const char *name, uint64_t *id,
                   F prepare) {
  if (!plan || !id || !valid(*plan)) return HEDDLE_ERROR_INVALID;
  Table table(nullptr);
  int status = Process::table(&table);
  if (status != HEDDLE_OK) return status;
  const Dead dead = table.find_dead();
  TableLock lock(table);
  if (!lock.held) return not_locked(table);
  table.reap(dead);
  uint32_t slot;
  status = table.claim_program(&slot, tenant, name);
  if (status != HEDDLE_OK) return status;
  ProgramRecord &p = table.program(slot);
  write_asked(p, *plan);
  status = prepare(table, p);
  if (status != HEDDLE_OK) {
    table.free_program(slot);
    return status;
  }
  *id = p.id;
  p.state.store(kSlotStateReady, std::memory_order_release);
  return HEDDLE_OK;
}

}  // namespace

extern "C" {

const char *heddle_status_text(int status) {
  switch (status) {
    case HEDDLE_OK: return "ok";
    case HEDDLE_ERROR_INVALID: return "an argument is out of range";
    case HEDDLE_ERROR_PERMISSION:
      return "the shared table cannot be opened or belongs to another user";
    case HEDDLE_ERROR_MAGIC: return "the file at the table's path is not a Heddle table";
    case HEDDLE_ERROR_VERSION:
      return "the shared table was made by an incompatible version of Heddle";
    case HEDDLE_ERROR_FULL: return "the shared table has no free slot left";
    case HEDDLE_ERROR_NOT_FOUND: return "there is no such program";
    case HEDDLE_ERROR_SYSTEM: return "the system refused a call";
    case HEDDLE_ERROR_BUSY: return "the shared table is locked by a process that does not go on";
    case HEDDLE_ERROR_GUEST: return "the shared table belongs to another user: ask its agent";
    case HEDDLE_ERROR_NO_AGENT:
      return "the shared table belongs to another user or namespace, and its agent takes no guests";
    case HEDDLE_ERROR_NOT_MOVABLE:
      return "the program's memory may not be moved: it was not started with --swap";
    case HEDDLE_ERROR_FOLDER:
      return "the folder of the shared table belongs to another user, or others may write it";
  }
  return "unknown status";
}

int heddle_open(void) {
  Table table(nullptr);
  return Process::table(&table);
}

int heddle_map_part(int which, heddle_part *part) {
  Process *process = Process::join();
  return process && part ? process->map_part(which, part) : HEDDLE_ERROR_NOT_FOUND;
}

uint64_t *heddle_scratch(void) {
  Process *process = Process::join();
  return process ? process->scratch() : nullptr;
}

int heddle_reap(void) {
  Table table(nullptr);
  int status = Process::table(&table);
  if (status != HEDDLE_OK) return status;
  ProgramSet to_ring;
  {
    const Dead dead = table.find_dead();
    if (table.is_guest()) return HEDDLE_ERROR_GUEST;
    if (dead.is_nobody()) return HEDDLE_OK;
    TableLock lock(table);
    if (!lock.held) return HEDDLE_ERROR_BUSY;
    if (!table.reap(dead)) return HEDDLE_OK;
    table.each_device([&](uint32_t d) {
      to_ring |= arbitrate(table, d, os::now_ns()).ring;
      to_ring |= table.attached_to(d);
    });
  }
  ring(table, to_ring);
  return HEDDLE_OK;
}

int heddle_program_create(const heddle_plan *plan, const char *tenant, const char *name,
                          uint64_t *id) {
  return create_program(plan, tenant, name, id, [](Table &, ProgramRecord &) { return HEDDLE_OK; });
}

int heddle_guests_open(void) {
  Table table(nullptr);
  int status = Process::table(&table);
  if (status == HEDDLE_OK) status = open_to_guests(table);
  return status == HEDDLE_OK ? start_guard(table) : status;
}

int heddle_guest_create(int32_t pid, uint32_t uid, const heddle_plan *plan, const char *tenant,
                        const char *name, uint64_t *id) {
  return create_program(plan, tenant, name, id, [&](Table &table, ProgramRecord &p) {
    char state;
    uint64_t start_ticks;
    if (pid <= 0 || !os::read_stat(pid, &state, &start_ticks)) return HEDDLE_ERROR_PERMISSION;
    // A process is the root of one program: what it asked for before and never used is gone.
    table.each_program([&](uint32_t i) {
      const ProgramRecord &other = table.program(i);
      if (other.is_guest && other.pid == pid && other.start_ticks == start_ticks &&
          !table.has_process(i))
        table.free_program(i);
    });
    p.pid = pid;
    p.uid = uid;
    p.start_ticks = start_ticks;
    p.is_guest = 1;
    return HEDDLE_OK;
  });
}

int heddle_guest_join(int32_t pid, uint32_t uid, uint64_t id, uint32_t *program, uint32_t *process,
                      int *files) {
  if (!program || !process || !files) return HEDDLE_ERROR_INVALID;
  Table table(nullptr);
  int status = Process::table(&table);
  if (status != HEDDLE_OK) return status;
  const uint64_t before = table.header().slabs;
  status = take_in(table, {pid, uid}, id, process);
  if (status != HEDDLE_OK) return status;
  *program = table.program_of(*process);
  files[0] = Table::slab_file(Table::slab_of_process(*process));
  files[1] = Table::bell_file();
  return table.header().slabs == before ? HEDDLE_OK : start_guard(table);
}

int heddle_guest_device(const char *api, const char *name, const char *uuid, uint32_t capabilities,
                        uint32_t *device) {
  if (!api || !name || !device) return HEDDLE_ERROR_INVALID;
  Table table(nullptr);
  int status = Process::table(&table);
  if (status != HEDDLE_OK) return status;
  TableLock lock(table);
  if (!lock.held) return not_locked(table);
  // A guest may add to what is known of a device, and take nothing from the others.
  if (table.find_device(api, name, uuid, device) == HEDDLE_OK)
    capabilities |= table.device(*device).capabilities;
  return table.register_device(api, name, uuid, capabilities, device);
}

int heddle_arbiter_run(void) {
  static Table table(nullptr);
  int status = Process::table(&table);
  return status == HEDDLE_OK ? run_arbiter(table) : status;
}

void heddle_arbiter_stop(void) { stop_arbiter(); }

int heddle_program_get_asked(uint64_t id, heddle_plan *plan) {
  if (!plan) return HEDDLE_ERROR_INVALID;
  Table table(nullptr);
  int status = Process::table(&table);
  if (status != HEDDLE_OK) return status;
  id = resolve_id(id);
  TableLock lock(table);
  if (!lock.held) return not_locked(table);
  int slot = id ? table.find_program(id) : -1;
  if (slot < 0) return HEDDLE_ERROR_NOT_FOUND;
  ProgramRecord &p = table.program(uint32_t(slot));
  *plan = {p.asked_rank,       p.asked_weight,      p.asked_deadline_us,
           p.asked_quantum_us, p.asked_share_milli, p.asked_cap_milli,
           p.memory_limit,     p.level_limit,       p.may_move};
  return HEDDLE_OK;
}

int heddle_program_ask(uint64_t id, const heddle_plan *plan) {
  if (!plan || !valid(*plan)) return HEDDLE_ERROR_INVALID;
  return change_program(id, [&](Table &t, uint32_t slot) { write_asked(t.program(slot), *plan); });
}

int heddle_agent_enter(void) {
  Table table(nullptr);
  int status = Process::table(&table);
  if (status != HEDDLE_OK) return status;
  const os::ProcessName self = os::this_process();
  const Dead dead = table.find_dead();
  TableLock lock(table);
  if (!lock.held) return not_locked(table);
  table.reap(dead);
  HeaderRecord &h = table.header();
  if (h.agent_pid && h.agent_pid != self.pid) return HEDDLE_ERROR_BUSY;
  h.agent_ticks = self.start_ticks;
  h.agent_namespace = os::pid_namespace();
  h.agent_pid = self.pid;
  return HEDDLE_OK;
}

int heddle_agent_leave(void) {
  Table table(nullptr);
  int status = Process::table(&table);
  if (status != HEDDLE_OK) return status;
  release_guests(table);
  ProgramSet to_ring;
  {
    TableLock lock(table);
    if (!lock.held) return not_locked(table);
    if (table.header().agent_pid != getpid()) return HEDDLE_OK;
    table.forget_agent();
    table.each_device([&](uint32_t d) { to_ring |= arbitrate(table, d, os::now_ns()).ring; });
  }
  ring(table, to_ring);
  return HEDDLE_OK;
}

int heddle_program_set_plan(uint64_t id, const heddle_plan *plan) {
  if (!plan || !valid(*plan)) return HEDDLE_ERROR_INVALID;
  return change_program(id, [&](Table &t, uint32_t slot) { write_plan(t.program(slot), *plan); });
}

int heddle_program_hold(uint64_t id, int hold) {
  Table table(nullptr);
  ProgramSet changed;
  const int status = change_program(id, [&](Table &t, uint32_t slot) {
    table = t;
    changed.add(slot);
    // While it is draining its gate is open, and its holds are kept there.
    const bool drains = t.program(slot).draining != 0;
    uint32_t word = drains ? +t.program(slot).draining : +t.gate(slot).word;
    word = hold ? word | kHoldByPerson : word & ~uint32_t(kHoldByPerson);
    if (drains)
      t.program(slot).draining = word;
    else
      t.set_gate(slot, word, os::now_ns());
  });
  if (status == HEDDLE_OK) ring_movers(table, changed);
  return status;
}

int heddle_program_keep(uint64_t id, int keep) {
  return change_program(id, [&](Table &t, uint32_t slot) { t.program(slot).kept = keep != 0; });
}

int heddle_program_park(uint64_t id, uint32_t how) {
  if (how > kParkingCheckpointed) return HEDDLE_ERROR_INVALID;
  ProgramSet told;
  int status = HEDDLE_OK;
  Table table(nullptr);
  const int changed = change_program(id, [&](Table &t, uint32_t slot) {
    table = t;
    status = Process::park(t, slot, how, &told);
  });
  if (changed != HEDDLE_OK) return changed;
  ring_movers(table, told);
  return status;
}

int heddle_program_expect(uint64_t id, uint64_t microseconds) {
  if (microseconds > kLongestExpectationUs) return HEDDLE_ERROR_INVALID;
  if (Process *own = id ? nullptr : Process::joined(); own && own->is_guest()) {
    own->expect(int64_t(microseconds) * 1000);
    return HEDDLE_OK;
  }
  int status = change_program(id, [&](Table &t, uint32_t slot) {
    t.program(slot).expected_until_ns = os::now_ns() + int64_t(microseconds) * 1000;
  });
  Process *self = Process::joined();
  if (status == HEDDLE_OK && self && self->is_program(resolve_id(id)))
    self->expect(int64_t(microseconds) * 1000);
  return status;
}

int heddle_device_open(const char *api, const char *name, const char *uuid, uint32_t capabilities,
                       uint32_t *device) {
  if (!api || !name || !device) return HEDDLE_ERROR_INVALID;
  Process *process = Process::join();
  if (!process) return HEDDLE_ERROR_SYSTEM;
  return process->open_device(api, name, uuid, capabilities, device);
}

int heddle_device_find(const char *api, const char *name, const char *uuid, uint32_t *device) {
  if (!api || !name || !device) return HEDDLE_ERROR_INVALID;
  Process *process = Process::join();
  return process ? process->find_device(api, name, uuid, device) : HEDDLE_ERROR_SYSTEM;
}

int heddle_memory_take(uint32_t device, uint64_t bytes) {
  Process *process = device < kDeviceCount ? Process::join() : nullptr;
  return !process || process->take_memory(device, bytes);
}

void heddle_memory_give(uint32_t device, uint64_t bytes) {
  Process *process = device < kDeviceCount ? Process::joined() : nullptr;
  if (process) process->give_memory(device, bytes);
}

void heddle_memory_look(uint32_t device, uint64_t *limit, uint64_t *used) {
  *limit = *used = 0;
  Process *process = device < kDeviceCount ? Process::join() : nullptr;
  if (process) process->look_at_memory(device, limit, used);
}

int heddle_may_move(void) {
  Process *process = Process::join();
  return process && process->may_move();
}

void heddle_moved(const heddle_mover *mover, uint32_t device, int64_t movable, int64_t out) {
  Process *process = device < kMostDevices ? Process::joined() : nullptr;
  if (process) process->count_moved(mover, device, movable, out);
}

void heddle_stays(void) {
  if (Process *process = Process::joined()) process->stay();
}

int heddle_with_room(uint32_t device, heddle_attempt attempt, void *self) {
  uint64_t missing;
  Process *process = device < kMostDevices ? Process::join() : nullptr;
  return process ? process->with_room(device, attempt, self) : attempt(self, &missing);
}

uint64_t heddle_host_room(void) { return host_room(); }

void heddle_host_spare(int64_t bytes) {
  if (Process *process = Process::joined()) process->count_spare(bytes);
}

void heddle_host_wanted(void) {
  if (Process *process = Process::joined()) process->want_host();
}

int heddle_is_idempotent(void) {
  Process *process = Process::join();
  return process && process->is_idempotent();
}

void heddle_resets(uint32_t device, heddle_reset reset) {
  Process *process = device < kMostDevices ? Process::joined() : nullptr;
  if (process) process->offer_reset(device, reset);
}

heddle_queue *heddle_queue_open(uint32_t device, const heddle_hw_queue *hardware, uint64_t handle) {
  Process *process = Process::join();
  return process && hardware ? opaque(process->open_queue(device, *hardware, handle)) : nullptr;
}

void heddle_queue_close(heddle_queue *queue) {
  Process *process = Process::join();
  if (queue && process) process->close_queue(queue);
}

int heddle_enter(heddle_queue *queue, heddle_command kind) {
  return queue && (kind == HEDDLE_WORK ? queue->enter() : queue->enter_order(kind == HEDDLE_WAIT));
}
void heddle_leave(heddle_queue *queue, heddle_outcome outcome) { queue->leave(outcome); }
int heddle_is_done(heddle_queue *queue) { return queue && queue->is_done(); }
uint64_t heddle_sync_enter(heddle_queue *queue) { return queue ? queue->sync_enter() : 0; }
void heddle_sync_leave(heddle_queue *queue, uint64_t token, int is_drained) {
  if (queue) queue->sync_leave(token, is_drained != 0);
}
void heddle_capture(heddle_queue *queue, int capturing) {
  if (queue) queue->capture(capturing != 0);
}

int heddle_arbitrate(void *base, uint32_t device, int64_t now_ns) {
  if (!base || device >= kDeviceCount) return HEDDLE_ERROR_INVALID;
  Table table(base);
  arbitrate(table, device, now_ns);
  return HEDDLE_OK;
}

}  // extern C
