#include "core/arbiter.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <utility>

#include "core/decide/turns.h"
#include "core/guest.h"
#include "include/heddle.h"

namespace heddle {

namespace {

constexpr int64_t kIdleNs = 250'000'000;  // between two looks without a ring
constexpr int64_t kHeldNs = 20'000'000;   // likewise, while a program is held
constexpr int64_t kLongestDecisionNs = 1'000'000'000;
constexpr int64_t kGuardNs = 500'000'000;
constexpr int64_t kNewestNs = 20'000'000;
constexpr int64_t kSliceNs = 100'000'000;  // keepers have set their slices by then

std::atomic<bool> stopping{false};

// What one guest did on one device, to be written into the device's story.
struct Event {
  uint32_t device;
  Decision kind;
  uint32_t program;
  int64_t at_ns;
  int64_t closed_ns;
};

class Arbiter {
 public:
  explicit Arbiter(Table &table) : table_(table) {}

  // One look at all guests; returns when to look again.
  int64_t look() {
    ProgramSet to_ring;
    int64_t next;
    count_ = 0;
    find_events(os::now_ns());
    // A program that goes before all others has their gates closed at once; the rest is settled
    // after that.
    for (int i = 0; i < count_; i++)
      if (events_[i].kind == kDecisionActivated)
        events_[i].closed_ns =
            close_followers(table_, events_[i].program, events_[i].device, os::now_ns());
    {
      TableLock lock(table_);
      if (!lock.held) return os::now_ns() + kHeldNs;
      to_ring = adopt_queues();
      uint32_t todo = devices_of_guests();
      for (; todo; todo &= todo - 1) {
        const uint32_t device = uint32_t(__builtin_ctz(todo));
        const Outcome outcome = arbitrate(table_, device, os::now_ns());
        to_ring |= outcome.ring;
        record(outcome);
        todo &= ~outcome.devices | 1u << device;
      }
      next = next_look(os::now_ns());
    }
    ring(table_, to_ring);
    return next;
  }

 private:
  template <class F>
  void each_slab(F f) {
    for (uint32_t slab = 0; slab < kSlabCount; slab++) {
      const uint32_t owner = table_.header().slab_program[slab];
      if (owner && owner != kSpare) f(slab, owner - 1);
    }
  }

  // Guests say which of their queues are in use; programs that share a device with a new one must
  // know.
  ProgramSet adopt_queues() {
    HeaderRecord &header = table_.header();
    uint32_t changed = 0;
    each_slab([&](uint32_t slab, uint32_t) {
      for (uint32_t i = slab * kSlabQueues; i < (slab + 1) * kSlabQueues; i++) {
        const uint32_t state = table_.queue(i).state.load(std::memory_order_acquire);
        const bool known = header.queues_used[i / 64] >> i % 64 & 1;
        if (state == kSlotStateReady && !known) {
          header.queues_used[i / 64] |= uint64_t(1) << i % 64;
          changed |= 1u << table_.device_of(i);
        } else if (state == kSlotStateClosing) {
          if (known) changed |= 1u << table_.device_of(i);
          table_.free_queue(i);
        }
      }
    });
    ProgramSet to_ring;
    if (!changed) return to_ring;
    for (uint32_t m = changed; m; m &= m - 1)
      to_ring |= table_.attached_to(uint32_t(__builtin_ctz(m)));
    table_.derive_attachments();
    for (uint32_t m = changed; m; m &= m - 1)
      to_ring |= table_.attached_to(uint32_t(__builtin_ctz(m)));
    return to_ring;
  }

  uint32_t devices_of_guests() {
    uint32_t devices = 0;
    each_slab([&](uint32_t, uint32_t slot) { devices |= table_.program(slot).attached; });
    return devices;
  }

  // What began or ended since the last look.
  void find_events(int64_t now) {
    each_slab([&](uint32_t slab, uint32_t slot) {
      const ProgramRecord &program = table_.program(slot);
      for (uint32_t i = slab * kSlabProcesses; i < (slab + 1) * kSlabProcesses; i++) {
        if (!(table_.header().processes_used[i / 64] >> i % 64 & 1)) continue;
        const ProcessRecord &p = table_.process(i);
        const uint32_t active = p.active & program.attached;
        for (uint32_t m = active ^ active_[i]; m; m &= m - 1) {
          const uint32_t here = m & -m;
          if (count_ == kMost) break;
          events_[count_++] = {uint32_t(__builtin_ctz(here)),
                               active & here ? kDecisionActivated : kDecisionIdled, slot,
                               std::clamp(+p.event_ns, now - kLongestDecisionNs, now), 0};
        }
        active_[i] = active;
      }
    });
  }

  void record(const Outcome &outcome) {
    const int64_t now = os::now_ns();
    for (int i = 0; i < count_; i++) {
      const Event &event = events_[i];
      if (!(outcome.devices >> event.device & 1)) continue;
      const int64_t done = std::max(event.closed_ns, outcome.closed_ns);
      record_decision(table_, event.device, event.kind, table_.program(event.program).id,
                      event.at_ns, done ? done : now);
    }
  }

  // Guests are not relied on to ring when their turn or their cap is over.
  int64_t next_look(int64_t now) {
    int64_t next = now + kIdleNs;
    table_.each_program([&](uint32_t i) {
      const ProgramRecord &p = table_.program(i);
      if (!p.is_guest || !p.attached) return;
      if (table_.gate(i).word) next = std::min(next, now + kHeldNs);
      if (p.decide_at_ns) next = std::min(next, +p.decide_at_ns);
      bool wanted = false;
      for (uint32_t m = p.attached; m; m &= m - 1)
        wanted |= table_.device(uint32_t(__builtin_ctz(m))).waiting != 0;
      if (wanted && p.turn_started_ns && !table_.gate(i).word)
        next = std::min(next, turn_end_ns(p));
    });
    each_slab([&](uint32_t slab, uint32_t) {
      for (uint32_t i = slab * kSlabProcesses; i < (slab + 1) * kSlabProcesses; i++)
        if (const int64_t until = table_.process(i).expected_until_ns; until > now)
          next = std::min(next, until);
    });
    return std::max(next, now + kFinestNs);
  }

  static constexpr int kMost = 64;
  Table &table_;
  uint32_t active_[kProcessCount] = {};
  Event events_[kMost];
  int count_ = 0;
};

// A guest that rings all the time must not have the processor: so many looks at once, then one
// whenever a moment has passed.
class Pace {
 public:
  void wait() {
    const int64_t now = os::now_ns(), moments = (now - last_ns_) / kMomentNs;
    left_ = std::min(kAtOnce, left_ + moments);
    last_ns_ += moments * kMomentNs;
    if (left_-- > 0) return;
    left_ = 0;
    os::sleep_until(last_ns_ + kMomentNs);
  }

 private:
  static constexpr int64_t kAtOnce = 1000, kMomentNs = 200'000;
  int64_t left_ = kAtOnce, last_ns_ = os::now_ns();
};

}  // namespace

int open_to_guests(Table &table) {
  if (table.is_guest()) return HEDDLE_ERROR_GUEST;
  char folder[512];
  Table::beside_table(".", folder, sizeof folder);
  struct stat s;
  if (chmod(Table::path(), 0644) != 0 || stat(folder, &s) != 0 ||
      chmod(folder, (s.st_mode & 07777) | 0755) != 0)
    return HEDDLE_ERROR_SYSTEM;
  TableLock lock(table);
  if (!lock.held) return HEDDLE_ERROR_BUSY;
  const uint32_t former = table.header().bell_file;
  int file = former ? table.open_held(former) : -1;
  if (file < 0) file = Table::make_sealed(guest::kBellBytes);
  if (file < 0 || guest::map_bell(file) != HEDDLE_OK) return HEDDLE_ERROR_SYSTEM;
  table.take_over_slabs();
  table.hold_bell(file);
  table.derive_attachments();
  return HEDDLE_OK;
}

int take_in(Table &table, const Peer &peer, uint64_t program_id, uint32_t *process) {
  char state;
  uint64_t start_ticks;
  if (peer.pid <= 0 || !os::read_stat(peer.pid, &state, &start_ticks))
    return HEDDLE_ERROR_PERMISSION;  // we could not tell when it ends
  const Dead dead = table.find_dead();
  TableLock lock(table);
  if (!lock.held) return HEDDLE_ERROR_BUSY;
  table.reap(dead);
  const int slot = table.find_program(program_id);
  if (slot < 0) return HEDDLE_ERROR_NOT_FOUND;
  const ProgramRecord &p = table.program(uint32_t(slot));
  if (!p.is_guest || p.uid != peer.uid) return HEDDLE_ERROR_PERMISSION;
  // What this very process left before exec() is gone with its old image.
  for (uint32_t i = 0; i < kProcessCount; i++)
    if (table.identity(i).pid == peer.pid && table.identity(i).start_ticks == start_ticks)
      table.free_process(i);
  const int status = table.claim_guest_process(uint32_t(slot), process);
  if (status != HEDDLE_OK) return status;
  table.identity(*process).pid = peer.pid;
  table.identity(*process).start_ticks = start_ticks;
  ProcessRecord &record = table.process(*process);
  record.program = uint32_t(slot);
  record.pid = peer.pid;
  record.start_ticks = start_ticks;
  record.pid_namespace = os::pid_namespace();
  record.alive_ns = os::now_ns();
  record.state.store(kSlotStateReady, std::memory_order_release);
  return HEDDLE_OK;
}

int run_arbiter(Table &table) {
  std::atomic<uint32_t> *bell = guest::bell();
  if (!bell) return HEDDLE_ERROR_SYSTEM;
  os::become_prompt("heddle-arbiter");
  os::go_first();
  static Arbiter arbiter(table);  // too large for a stack
  Pace pace;
  table.header().arbiter = 1;
  while (!stopping) {
    pace.wait();
    const uint32_t seen = bell->load(std::memory_order_acquire);
    const int64_t until = arbiter.look();
    if (!stopping) os::futex_wait(bell, seen, until);
  }
  return HEDDLE_OK;
}

void stop_arbiter() {
  stopping = true;
  guest::ring();
}

void release_guests(Table &table) {
  table.header().arbiter = 0;  // from now on no decision holds them
  ProgramSet guests;
  {
    TableLock lock(table);
    table.each_program([&](uint32_t i) {
      if (!table.program(i).is_guest) return;
      table.program(i).short_on = table.program(i).long_on = 0;
      guests.add(i);
    });
  }
  if (guests.is_empty()) return;
  ring(table, guests);
  for (int64_t until = os::now_ns() + kSliceNs; os::now_ns() < until;) {
    bool all_set = true;
    table.each_process([&](uint32_t i) {
      const ProcessRecord &p = table.process(i);
      if (guests.has(table.program_of(i))) all_set &= !p.short_on && !p.long_on;
    });
    if (all_set) break;
    os::sleep_until(os::now_ns() + 1'000'000);
  }
  ProgramSet to_ring;
  for (bool done = false; !done;) {  // another process may keep the lock for a while
    TableLock lock(table);
    if (!lock.held) continue;
    table.each_device([&](uint32_t d) { to_ring |= arbitrate(table, d, os::now_ns()).ring; });
    table.each_program([&](uint32_t i) {
      if (guests.has(i)) table.set_gate(i, 0, os::now_ns());
    });
    done = true;
  }
  ring(table, to_ring);
}

namespace {

pid_t guard = 0;

bool any_guest_lives(Table &table) {
  bool lives = false;
  for (uint32_t i = 0; i < kProcessCount && !lives; i++) {
    const IdentityRecord &who = table.identity(i);
    lives = who.pid && os::alive({who.pid, who.start_ticks});
  }
  return lives;
}

// Nothing of the agent's stays open because of the guard, but for slabs and the bell.
void keep_only(int kept) {
  int highest = 1024;
  for (uint32_t slab = 0; slab < kSlabCount; slab++)
    highest = std::max(highest, Table::slab_file(slab));
  for (int fd = 0; fd <= highest; fd++) {
    bool is_kept = fd == kept || (fd && fd == Table::bell_file());
    for (uint32_t slab = 0; slab < kSlabCount; slab++)
      is_kept |= fd && fd == Table::slab_file(slab);
    if (!is_kept) close(fd);
  }
}

// The holder, if the agent was to become it, or had made another process the holder.
void take_the_place_of(Table &table, int32_t agent) {
  table.header().holder_pid.compare_exchange_strong(agent, getpid());
}

[[noreturn]] void be_guard(Table &table, int32_t agent, int pidfd) {
  // It ends when the agent has, and not with it.
  for (int number : {SIGINT, SIGTERM, SIGHUP}) signal(number, SIG_IGN);
  prctl(PR_SET_NAME, "heddle-guard");
  keep_only(pidfd);
  pollfd wait{pidfd, POLLIN, 0};
  while (poll(&wait, 1, -1) < 0 && errno == EINTR) {
  }
  // Killed while it gave away a slab: the newest guard has all of them.
  os::sleep_until(os::now_ns() + kNewestNs);
  take_the_place_of(table, agent);
  const int32_t present = table.header().agent_pid;  // another one may be in charge: it decides
  if (!present || present == agent) {
    release_guests(table);
    TableLock lock(table);
    if (lock.held && table.header().agent_pid == agent) table.forget_agent();
  }
  // The next agent finds the slabs here.
  while (table.header().holder_pid == getpid() && any_guest_lives(table))
    os::sleep_until(os::now_ns() + kGuardNs);
  _exit(0);
}

}  // namespace

int start_guard(Table &table) {
  const int32_t agent = getpid();
  const int pidfd = int(syscall(SYS_pidfd_open, agent, 0));
  if (pidfd < 0) return HEDDLE_ERROR_SYSTEM;
  const pid_t next = fork();
  if (next == 0) {
    while (table.header().holder_pid != getpid() && getppid() == agent)
      os::sleep_until(os::now_ns() + 100'000);  // until the agent has said so
    take_the_place_of(table, agent);
    be_guard(table, agent, pidfd);
  }
  close(pidfd);
  if (next < 0) return HEDDLE_ERROR_SYSTEM;
  table.header().holder_pid = next;
  const pid_t former = std::exchange(guard, next);
  if (former > 0) {
    kill(former, SIGKILL);
    waitpid(former, nullptr, 0);
  }
  return HEDDLE_OK;
}

}  // namespace heddle
