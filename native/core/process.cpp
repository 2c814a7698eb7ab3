#include "core/process.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "core/guest.h"
#include "core/say.h"
#include "core/settings.h"
#include "level/level.h"

namespace heddle {

namespace {

pthread_mutex_t join_mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t table_mutex = PTHREAD_MUTEX_INITIALIZER;
std::atomic<Process *> the_process{nullptr};
bool refused = false;

constexpr int64_t kPassNs = 1'000'000;        // longer than what lies between two gates
constexpr int64_t kPassEveryNs = 20'000'000;  // others are let pass so often at most

constexpr int64_t kArbiterNs = 200'000'000;  // it is there by then, or not at all

// The table that was opened last, and its path.
void *table_base = nullptr;
char table_path[512];

// What a user can do about a folder that another user could have made.
void describe_foreign_folder(char *text, size_t size) {
  char path[sizeof table_path], folder[sizeof table_path];
  Table::default_path(path, sizeof path);
  Table::folder_of(path, folder, sizeof folder);
  struct stat s = {};
  lstat(folder, &s);
  snprintf(text, size,
           "%s (%s, of user %u, mode %o). Choose another with "
           "HEDDLE_TABLE=/path/of/your/own/table, or have root remove it",
           heddle_status_text(HEDDLE_ERROR_FOLDER), folder, s.st_uid, s.st_mode & 07777);
}

void say_unscheduled(const char *why) {
  static std::atomic<bool> said{false};
  if (!said.exchange(true)) say("heddle: running without scheduling: %s\n", why);
}

// 0 if it is not set; out of range, the nearest that is allowed.
long environment_number(const char *name, long least, long most) {
  const char *text = getenv(name);
  long value = text && *text ? strtol(text, nullptr, 10) : 0;
  return std::clamp(value, least, most);
}

}  // namespace

// -- joining --------------------------------------------------------------------------------------

int Process::table(Table *out) {
  char path[sizeof table_path];
  Table::default_path(path, sizeof path);
  pthread_mutex_lock(&table_mutex);
  int status = HEDDLE_OK;
  // A mapping is never taken away: queues and gates on the device may point into it.
  if (!table_base || strcmp(path, table_path)) status = Table::open(path, &table_base);
  if (status == HEDDLE_OK) {
    strcpy(table_path, path);
    *out = Table(table_base);
  }
  pthread_mutex_unlock(&table_mutex);
  return status;
}

Process *Process::joined() { return the_process.load(std::memory_order_acquire); }

Process *Process::join() {
  if (Process *known = the_process.load(std::memory_order_acquire)) return known;
  pthread_mutex_lock(&join_mutex);
  Process *process = the_process;
  if (!process && !refused) {
    const char *why = nullptr;
    process = try_to_join(&why);
    refused = !process;
    if (process)
      the_process.store(process, std::memory_order_release);
    else
      say_unscheduled(why);
  }
  pthread_mutex_unlock(&join_mutex);
  return process;
}

Process *Process::try_to_join(const char **why) {
  static char reason[1024];
  *why = reason;
  if (!os::this_process().start_ticks) {
    snprintf(reason, sizeof reason, "there is no /proc here, by which processes know each other");
    return nullptr;
  }
  Table shared(nullptr);
  int status = table(&shared);
  void *room = status == HEDDLE_OK ? malloc(sizeof(Process)) : nullptr;
  if (status == HEDDLE_OK && !room) status = HEDDLE_ERROR_SYSTEM;
  Process *process = room ? new (room) Process(shared) : nullptr;
  if (process) status = process->attach();
  if (status != HEDDLE_OK) {
    const char *cause = strerror(errno);
    if (status == HEDDLE_ERROR_FOLDER)
      describe_foreign_folder(reason, sizeof reason);
    else if (status != HEDDLE_ERROR_SYSTEM)
      *why = heddle_status_text(status);
    else
      snprintf(reason, sizeof reason, "%s (%s)", heddle_status_text(status), cause);
    return nullptr;
  }
  if (process->start_keeper()) return process;
  // Without a keeper the end of our bursts would go unnoticed: better not to join at all.
  snprintf(reason, sizeof reason, "the system refused it a thread (%s)", strerror(errno));
  TableLock lock(shared);  // of a guest, the agent notices
  if (lock.held) shared.free_process(process->slot_);
  return nullptr;
}

int Process::attach() {
  os::ProcessName self = os::this_process();
  if (is_guest()) {
    const uint64_t id = uint64_t(environment_number("HEDDLE_PROGRAM", 0, LONG_MAX));
    return guest::join(table_, id, &program_, &slot_);
  }
  const Dead dead = table_.find_dead();
  TableLock lock(table_);
  if (!lock.held) return HEDDLE_ERROR_BUSY;
  table_.reap(dead);
  // What this very process left before exec() is gone with its old image.
  table_.each_process([&](uint32_t i) {
    if (table_.process(i).pid == self.pid && table_.process(i).start_ticks == self.start_ticks)
      table_.free_process(i);
  });
  int status = join_program();
  if (status == HEDDLE_OK) status = table_.claim_process(&slot_);
  if (status != HEDDLE_OK) return status;
  if (idempotent_) program().idempotent = 1;
  ProcessRecord &p = record();
  p.program = program_;
  p.pid = self.pid;
  p.start_ticks = self.start_ticks;
  p.pid_namespace = os::pid_namespace();
  p.state.store(kSlotStateReady, std::memory_order_release);
  table_.settle_absences();
  return HEDDLE_OK;
}

// `heddle run` has made the slot and named it; without it the environment says what is wanted.
int Process::join_program() {
  uint64_t id = uint64_t(environment_number("HEDDLE_PROGRAM", 0, LONG_MAX));
  int found = id ? table_.find_program(id) : -1;
  if (found >= 0) {
    program_ = uint32_t(found);
    return HEDDLE_OK;
  }
  int status =
      table_.claim_program(&program_, getenv("HEDDLE_TENANT"), program_invocation_short_name);
  if (status != HEDDLE_OK) return status;
  ProgramRecord &p = program();
  p.asked_rank = p.rank = int32_t(environment_number("HEDDLE_PRIORITY", -255, 255));
  p.level_limit = uint32_t(environment_number("HEDDLE_LEVEL", 0, kLevelRunning));
  p.asked_share_milli = p.share_milli = os::environment_part("HEDDLE_SHARE");
  p.asked_cap_milli = p.cap_milli = os::environment_part("HEDDLE_CAP");
  p.memory_limit = os::environment_bytes("HEDDLE_MEM");
  p.may_move = uint32_t(environment_number("HEDDLE_SWAP", 0, 1));
  p.state.store(kSlotStateReady, std::memory_order_release);
  return HEDDLE_OK;
}

void Process::forget() {
  // Only this thread is left, and a lock may have been held by one that is not: start over.
  pthread_mutex_init(&join_mutex, nullptr);
  pthread_mutex_init(&table_mutex, nullptr);
  the_process = nullptr;
  refused = false;
}

// -- devices and queues ---------------------------------------------------------------------------

int Process::open_device(const char *api, const char *name, const char *uuid, uint32_t capabilities,
                         uint32_t *device) {
  if (is_guest()) return guest::open_device(api, name, uuid, capabilities, device);
  TableLock lock(table_);
  return lock.held ? table_.register_device(api, name, uuid, capabilities, device)
                   : HEDDLE_ERROR_BUSY;
}

// Fills in a slot that we have claimed; from then on all processes reckon with the queue.
void Process::publish_queue(uint32_t slot, uint32_t device, uint32_t level, uint64_t handle) {
  QueueRecord &q = table_.queue(slot);
  q.process = slot_;
  q.device = device;
  q.level = level;
  q.handle = handle;
  q.state.store(kSlotStateReady, std::memory_order_release);
}

int Process::add_queue(uint32_t device, uint32_t level, uint64_t handle, uint32_t *slot) {
  if (is_guest()) {
    const int status = guest::claim_queue(table_, slot_, slot);
    if (status != HEDDLE_OK) return status;
    publish_queue(*slot, device, level, handle);
    guest::ring();
    // Until the arbiter has seen it, the program would count as not being on the device at all.
    const int64_t until = os::now_ns() + kArbiterNs;
    while (!(program().attached >> device & 1) && table_.header().arbiter && os::now_ns() < until)
      os::sleep_until(os::now_ns() + 20'000);
    return HEDDLE_OK;
  }
  ProgramSet others;
  {
    TableLock lock(table_);
    const int status = lock.held ? table_.claim_queue(slot) : HEDDLE_ERROR_BUSY;
    if (status != HEDDLE_OK) return status;
    publish_queue(*slot, device, level, handle);
    table_.derive_attachments();
    arbitrate(table_, device, os::now_ns());
    others = table_.attached_to(device);
  }
  ring(table_, others);  // all: the programs present decide slices and how closely to watch
  return HEDDLE_OK;
}

Queue *Process::open_queue(uint32_t device, const heddle_hw_queue &hardware, uint64_t handle) {
  uint32_t slot = 0;
  uint32_t level = level_in_force(table_.device(device).capabilities, program().level_limit);
  // What others say of the device does not help, if this stream cannot do it.
  const bool resets = resettable_on_ >> device & 1;
  if (!hardware.slice) level = std::min<uint32_t>(level, kLevelSubmitted);
  if (resets && level == kLevelSubmitted) level = kLevelRunning;
  if (!hardware.gate) level = std::min<uint32_t>(level, kLevelPending);
  if (int status = add_queue(device, level, handle, &slot); status != HEDDLE_OK) {
    say_unscheduled(heddle_status_text(status));
    stay();
    return nullptr;
  }
  void *room = malloc(sizeof(Queue));
  if (!room) {
    stay();
    return nullptr;
  }
  Queue *queue = new (room) Queue(*this, slot, device, hardware, level);
  pthread_mutex_lock(&mutex_);
  // Now that the vendor's library is up: handlers run in reverse order, so ours before its own.
  if (!leaves_at_exit_) atexit(&Process::leave);
  leaves_at_exit_ = true;
  queue->next = queues_;
  queues_ = queue;
  pthread_mutex_unlock(&mutex_);
  record().doorbell.fetch_add(1);  // the keeper looks at it
  os::futex_wake(&record().doorbell);
  return queue;
}

// The device may still have a mark to write into the slot: the keeper frees it when all have
// landed.
void Process::close_queue(Queue *queue) {
  queue->mark_last();
  queue->detach_stream();
  pthread_mutex_lock(&mutex_);
  queue->closing = true;
  pthread_mutex_unlock(&mutex_);
  record().doorbell.fetch_add(1);
  os::futex_wake(&record().doorbell);
}

int Process::map_part(int which, heddle_part *part) const {
  char *base = reinterpret_cast<char *>(&table_.header());
  const uint64_t slab = Table::slab_of_process(slot_);
  const heddle_part guests[] = {
      {base + kGateOffset, nullptr, kGateCount * kGateStride, 1},
      {base + kProcessOffset + slab * kSlabProcessBytes, nullptr, kSlabProcessBytes, 0},
      {base + kQueueOffset + slab * kSlabQueueBytes, nullptr, kSlabQueueBytes, 0},
  };
  static_assert(sizeof guests / sizeof *guests == HEDDLE_PARTS);
  if (which < 0 || which >= (is_guest() ? HEDDLE_PARTS : 1)) return HEDDLE_ERROR_NOT_FOUND;
  if (is_guest()) {
    *part = guests[which];
    part->mapping = mremap(const_cast<char *>(part->at), 0, part->bytes, MREMAP_MAYMOVE);
  } else {
    // From the file: over our own mapping there may be slabs of guests.
    const int file = ::open(table_path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    *part = {base, MAP_FAILED, kTableBytes, 0};
    if (file < 0) return HEDDLE_ERROR_SYSTEM;
    part->mapping = mmap(nullptr, part->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
  }
  return part->mapping == MAP_FAILED ? HEDDLE_ERROR_SYSTEM : HEDDLE_OK;
}

// -- bursts ---------------------------------------------------------------------------------------

// Decides for a device after an event of ours, and rings whom it concerns.
void Process::settle(uint32_t device, Decision kind, int64_t event_ns, int64_t closed_ns) {
  if (is_guest()) {  // the arbiter does
    record().event_ns = event_ns;
    return guest::ring();
  }
  Outcome outcome;
  const Dead dead =
      kind == kDecisionReaped ? table_.find_dead(gate().word & ((1u << kMostDevices) - 1)) : Dead();
  {
    TableLock lock(table_);
    if (!lock.held) return;
    if (kind == kDecisionReaped) {
      if (!table_.reap(dead)) kind = kDecisionRotated;
      table_.derive_attachments();  // also opens a gate that was closed for a device we are not on
    }
    int64_t now = os::now_ns();
    outcome = arbitrate(table_, device, now);
    // The later one: if something was left to close, the decision took until then.
    int64_t done = std::max(closed_ns, outcome.closed_ns);
    if (kind != kDecisionRotated)
      record_decision(table_, device, kind, program().id, event_ns, done ? done : os::now_ns());
  }
  ring(table_, outcome.ring);
}

void Process::activate(uint32_t device) {
  int64_t event = os::now_ns();
  activated_ns_[device].store(event, std::memory_order_relaxed);
  record().loose.fetch_and(~(1u << device));  // what it had let go is done: it was idle
  record().active.fetch_or(1u << device, std::memory_order_seq_cst);
  // Alone on the device there is no program to hold. One that joins later looks at our bit under
  // the lock.
  if (is_alone(device) && !program().cap_milli) return;
  const bool lets_pass = leads() && let_pass(device, event);
  if (!leads() || program().cap_milli || is_guest() || lets_pass)
    return settle(device, kDecisionActivated, event);
  // A program that goes before all others has nothing to wait for: the command first, the rest
  // behind it.
  const int64_t closed = close_followers(table_, program_, device, event);
  closed_ns_[device] = closed ? closed : os::now_ns();  // they may have made room before
  unsettled_.fetch_or(1u << device, std::memory_order_release);
}

// Whether we go through a loop of short steps, so that it pays to wait for a moment, once, until no
// other program has anything on the device.
bool Process::let_pass(uint32_t device, int64_t now_ns) {
  if (!(loops_.load(std::memory_order_relaxed) >> device & 1)) return false;
  record().lets_pass_ns = now_ns + kPassNs;
  passes_ns_[device].store(now_ns + kPassEveryNs, std::memory_order_relaxed);
  return true;
}

void Process::settle_activation(uint32_t device) {
  const uint32_t here = 1u << device;
  if (unsettled_.fetch_and(~here, std::memory_order_acquire) & here)
    settle(device, kDecisionActivated, activated_ns_[device], closed_ns_[device]);
}

// The reverse of activate(), by the keeper. A call that enters meanwhile either sees the bit gone
// and activates, or has counted itself before we look again.
void Process::deactivate(uint32_t device) {
  int64_t event = os::now_ns();
  record().active.fetch_and(~(1u << device), std::memory_order_seq_cst);
  for (Queue *q = queues_; q; q = q->next)
    if (q->device == device && !q->is_complete()) {
      record().active.fetch_or(1u << device, std::memory_order_seq_cst);
      return;
    }
  record().expected_until_ns = 0;  // what was expected has come, and is done
  if (may_move()) residence().rested_ns = event;
  if (!is_guest()) program().expected_until_ns = 0;
  settle(device, kDecisionIdled, event);
  note_beat(device);
}

void Process::note_drained(uint32_t device) {
  waited_.fetch_or(1u << device, std::memory_order_relaxed);
  // Other streams may go on; where the keeper is at work on the list, this pause is not learned.
  if (pthread_mutex_trylock(&mutex_) == 0) {
    bool complete = true;
    for (Queue *q = queues_; q && complete; q = q->next)
      complete = q->device != device || q->is_complete();
    pthread_mutex_unlock(&mutex_);
    if (complete) paused_ns_[device].store(os::now_ns(), std::memory_order_relaxed);
  }
  if (!is_watched(device)) return;
  record().doorbell.fetch_add(1, std::memory_order_release);
  os::futex_wake(&record().doorbell);
}

// -- leaving --------------------------------------------------------------------------------------

// At exit. Slots stay for the next process that looks to free: threads of ours may still be inside
// a call, and the device may still write a mark. But no program should wait for us meanwhile, and
// the keeper must not be in the vendor's library while that goes down.
void Process::leave() {
  Process *process = the_process.load();
  if (!process || process->pid_ != getpid()) return;
  timespec limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 1;
  if (pthread_mutex_timedlock(&process->mutex_, &limit) == 0) {
    process->left_ = true;
    pthread_mutex_unlock(&process->mutex_);
  }
  if (process->mover_ && pthread_mutex_timedlock(&process->moving_, &limit) == 0) {
    process->moves_no_more_ = true;
    pthread_mutex_unlock(&process->moving_);
  }
  uint32_t active = process->record().active.exchange(0);
  for (; active; active &= active - 1) {
    uint32_t d = uint32_t(__builtin_ctz(active));
    if (process->table_.device(d).waiting) process->settle(d, kDecisionIdled, os::now_ns());
  }
}

}  // namespace heddle
