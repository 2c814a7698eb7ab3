// The mover: one thread in each process whose memory may be moved. It takes the process's memory to
// the host when others need the room, and back when the program wants to go on. The vendor's part
// (how bytes are moved) is the shim's.
#include <signal.h>

#include <algorithm>

#include "common/thread.h"
#include "core/host_memory.h"
#include "core/process.h"
#include "core/residence.h"
#include "core/say.h"

namespace heddle {

namespace {

constexpr int64_t kGlanceNs = 2'000'000;         // while something is being waited for
constexpr int64_t kRestNs = 200'000;             // likewise, for work to end
constexpr int64_t kAwayNs = 100'000'000;         // while we are away, should a ring be lost
constexpr int64_t kIdleLookNs = 1'000'000'000;   // at other times, for the same reason
constexpr int64_t kDrainNs = 10'000'000'000;     // work that has not ended by then may wait for us
constexpr int64_t kPatienceNs = 60'000'000'000;  // without any program leaving

template <class F>
void each_device(uint32_t devices, F f) {
  for (; devices; devices &= devices - 1) f(uint32_t(__builtin_ctz(devices)));
}

void nap(int64_t ns) { os::sleep_until(os::now_ns() + ns); }

// A program that waits for room is at work, though not on the device.
class Asking {
 public:
  explicit Asking(std::atomic<uint32_t> &count) : count_(count) { count_++; }
  ~Asking() { count_--; }

 private:
  std::atomic<uint32_t> &count_;
};

bool try_once(heddle_attempt attempt, void *self) {
  uint64_t missing;
  return attempt(self, &missing);
}

void say_no_host(const DeviceRecord &device, uint64_t bytes) {
  say("heddle: no room for %llu MiB more on %s@%s: so much of other programs would have to go to "
      "the host, which has %llu MiB left for that (HEDDLE_SWAP_RESERVE_MIB is kept free).\n",
      static_cast<unsigned long long>(bytes >> 20), device.api, device.name,
      static_cast<unsigned long long>(host_room() >> 20));
}

void say_no_room(const DeviceRecord &device, uint64_t bytes) {
  say("heddle: no room for %llu MiB more on %s@%s: programs of this priority or a lower one have "
      "not that much that can be moved to the host. See `heddle ps -o wide`; a program may be "
      "moved if it was started with `heddle run --swap`.\n",
      static_cast<unsigned long long>(bytes >> 20), device.api, device.name);
}

}  // namespace

bool Process::may_move() const { return !is_guest() && program().may_move; }

bool Process::is_away(uint32_t device) const {
  return program().away.load(std::memory_order_seq_cst) >> device & 1;
}

void Process::count_moved(const heddle_mover *mover, uint32_t device, int64_t movable,
                          int64_t out) {
  ResidenceRecord &r = residence();
  if (mover && !r.mover) start_mover(*mover);
  r.movable[device] += uint64_t(movable);
  if (movable > 0) movable_on_ |= 1u << device;
  r.out[device] += uint64_t(out);
  if (out > 0) {
    r.moved_out += uint64_t(out);
    r.told_ns = os::now_ns();
  }
  if (out < 0 && !movable) r.moved_in += uint64_t(-out);
  if (movable < 0 && r.leave[device] > r.movable[device]) r.leave[device] = +r.movable[device];
}

// Until all of our memory is on the device. Says that we want it there.
void Process::await_return(uint32_t device) {
  std::atomic<uint32_t> &away = program().away;
  ProgramSet self;
  self.add(program_);
  while (is_away(device)) {
    const uint32_t seen = away;
    if (residence().stays) return;  // its context has failed: the vendor says so
    if (!(residence().wants.fetch_or(1u << device) >> device & 1)) ring_movers(table_, self);
    if (seen >> device & 1) os::futex_wait(&away, seen, os::now_ns() + kAwayNs);
    if (!is_away(device)) return;
    heddle_reap();  // a dead process brings nothing back
    pthread_mutex_lock(&moving_);
    if (moves_no_more_) come_to(device);  // we are at the end of the process, and alone
    pthread_mutex_unlock(&moving_);
  }
}

// Tries until it works, while others make room. False if they cannot, which is said.
bool Process::with_room(uint32_t device, heddle_attempt attempt, void *self) {
  if (is_guest()) return try_once(attempt, self);
  const Asking asking(residence().asking);
  uint64_t missing = 0, before = UINT64_MAX;
  for (int64_t progress = os::now_ns();; nap(kGlanceNs)) {
    await_return(device);
    if (attempt(self, &missing)) break;
    if (missing < before) progress = os::now_ns();
    before = missing;
    if (!host_takes(missing)) {
      if (may_move()) say_no_host(table_.device(device), missing);
      stop_coming(device);
      return false;
    }
    const Room room = ask_for_room(device, missing);
    if (room == Room::never || os::now_ns() - progress > kPatienceNs) {
      if (may_move()) say_no_room(table_.device(device), missing);
      stop_coming(device);
      return false;
    }
  }
  stop_coming(device);
  return true;
}

// With what others keep of it for such a case.
bool Process::host_takes(uint64_t bytes) const {
  uint64_t room = host_room();
  table_.each_process([&](uint32_t i) { room += table_.residence(i).spare; });
  return bytes <= room;
}

Room Process::ask_for_room(uint32_t device, uint64_t bytes) {
  ProgramSet told, to_ring;
  Room room = Room::later;
  const Dead dead = table_.find_dead();
  {
    TableLock lock(table_);
    if (!lock.held) return Room::later;
    table_.reap(dead);
    if (!may_come(table_, program_, device)) return Room::later;
    const int64_t now = os::now_ns();
    room = make_room(table_, program_, device, bytes, now, &told);
    if (!told.is_empty()) to_ring = arbitrate(table_, device, now).ring;
  }
  ring(table_, to_ring);
  ring_movers(table_, told);
  return room;
}

void Process::stop_coming(uint32_t device) {
  if (table_.device(device).coming != program_ + 1) return;
  TableLock lock(table_);
  if (!lock.held) return;
  give_up_coming(table_, program_, device);
  program().came_ns = os::now_ns();  // what others have left for it is its own for a turn
}

// -- the thread -----------------------------------------------------------------------------------

void Process::start_mover(const heddle_mover &mover) {
  pthread_mutex_lock(&mutex_);
  if (!mover_) {
    mover_ = &mover;
    if (os::start_thread(&Process::run_mover, this))
      while (!residence().mover) os::sleep_until(os::now_ns() + 20'000);
    else
      stay();
  }
  pthread_mutex_unlock(&mutex_);
}

void *Process::run_mover(void *self) {
  auto *process = static_cast<Process *>(self);
  prctl(PR_SET_NAME, "heddle-mover");
  ResidenceRecord &r = process->residence();
  r.mover = os::this_thread();
  for (;;) {
    const uint32_t seen = r.bell.load(std::memory_order_acquire);
    int64_t until = os::kNever;
    // At exit the vendor's library goes down, and we must not be in it.
    pthread_mutex_lock(&process->moving_);
    if (!process->moves_no_more_) until = process->move();
    pthread_mutex_unlock(&process->moving_);
    os::futex_wait(&r.bell, seen, until);
  }
  return nullptr;
}

// Does what is due on each device; returns when to look again.
int64_t Process::move() {
  ResidenceRecord &r = residence();
  int64_t next = os::now_ns() + kIdleLookNs;
  if (const uint32_t wanted = table_.header().host_wanted; wanted != host_wanted_) {
    host_wanted_ = wanted;
    mover_->spare();
  }
  for (uint32_t d = 0; d < kMostDevices; d++) {
    if (r.leave[d] > r.out[d]) leave_device(d);
    if (!is_away(d)) continue;
    const bool wanted = is_wanted(d);
    if (!wanted || !come_to(d))
      next = std::min(next, os::now_ns() + (wanted ? kGlanceNs : kAwayNs));
  }
  return next;
}

// A thread waits for it, and would go on with it.
bool Process::is_wanted(uint32_t device) const {
  const uint32_t holds = gate().word | program().draining;
  if (program().parked || holds & (kHoldByPerson | kHoldByAgent)) return false;
  bool wanted = false;
  table_.each_process([&](uint32_t i) {
    wanted |= table_.program_of(i) == program_ && table_.residence(i).wants >> device & 1;
  });
  return wanted;
}

// Calls that come now wait in front of the vendor's. True once nothing that came before them runs.
bool Process::come_to_rest(uint32_t device) {
  // On all devices: work of one may use memory of another.
  const uint32_t everywhere = record().attached | 1u << device;
  for (const int64_t until = os::now_ns() + kDrainNs; os::now_ns() < until; nap(kRestNs)) {
    pthread_mutex_lock(&mutex_);
    // In this order: a call that we do not see among the submitted sees that we are not active, and
    // then that we are away.
    const uint32_t active = record().active.fetch_and(~everywhere, std::memory_order_seq_cst);
    bool complete = true;
    for (Queue *q = queues_; q; q = q->next) {
      q->refresh();
      if (!q->is_complete() && !q->users) q->probe();
      complete &= q->is_complete();
    }
    pthread_mutex_unlock(&mutex_);
    each_device(active & everywhere, [&](uint32_t d) { settle(d, kDecisionIdled, os::now_ns()); });
    if (!(active & everywhere) && complete) return true;
  }
  return false;
}

void Process::leave_device(uint32_t device) {
  ResidenceRecord &r = residence();
  const uint32_t here = 1u << device;
  if (!is_away(device)) return;  // a process died while telling us
  if (!(r.still & here) && come_to_rest(device)) r.still |= here;
  if (r.still & here) settle_residence(device);
  int64_t progress = os::now_ns();
  while (r.still & here && r.leave[device] > r.out[device]) {
    const uint64_t before = r.out[device];
    const int64_t begin = os::now_ns();
    mover_->out(device, r.leave[device] - before);
    if (r.out[device] != before) {
      progress = os::now_ns();
      r.out_ns += uint64_t(progress - begin);
    } else if (os::now_ns() - progress > kDrainNs) {
      break;
    } else {
      nap(kGlanceNs);  // the host is full; a program that comes back frees room there
    }
  }
  if (r.leave[device] <= r.out[device]) return;
  r.leave[device] = +r.out[device];
  r.stuck_ns = os::now_ns();
  settle_residence(device);
}

// True if that is done, for all of the program.
bool Process::come_to(uint32_t device) {
  ResidenceRecord &r = residence();
  const uint64_t before_ns = r.in_ns;
  while (r.out[device]) {
    {
      TableLock lock(table_);
      if (!lock.held || program().parked || !may_come(table_, program_, device)) return false;
      if (!(r.still & (1u << device))) return false;
      r.leave[device] = 0;
      r.moving = 1;  // for a program that wants it to stay away, and checks
    }
    const uint64_t before = r.out[device];
    const int64_t begin = os::now_ns();
    mover_->in(device);
    r.moving = 0;
    if (r.out[device] != before) r.in_ns += uint64_t(os::now_ns() - begin);
    if (!r.out[device]) break;
    ask_for_room(device, r.out[device]);
    if (r.leave[device]) return false;                     // one that goes before us was faster
    if (r.stays || r.out[device] == before) return false;  // there is more to do meanwhile
  }
  program().moving_ns = r.in_ns - before_ns;
  return settle_residence(device);
}

bool Process::settle_residence(uint32_t device) {
  bool whole = false;
  ProgramSet to_ring;
  {
    TableLock lock(table_);
    if (!lock.held) return false;
    const int64_t now = os::now_ns();
    end_draining_if_still(table_, program_, device);
    whole = is_away(device) && end_absence_if_whole(table_, program_, device, now);
    to_ring = arbitrate(table_, device, now).ring;
  }
  ring(table_, to_ring);
  return whole;
}

void Process::want_host() {
  ProgramSet all;
  if (is_guest()) return;
  table_.header().host_wanted++;
  table_.each_program([&](uint32_t i) {
    if (i != program_) all.add(i);
  });
  ring_movers(table_, all);
}

// -- a person's wish ------------------------------------------------------------------------------

int Process::park(Table &table, uint32_t program, uint32_t how, ProgramSet *told) {
  ProgramRecord &p = table.program(program);
  if (how == kParkingMoved && !p.may_move) return HEDDLE_ERROR_NOT_MOVABLE;
  p.parked = how;
  told->add(program);
  if (how != kParkingNone)
    table.each_device([&](uint32_t d) { give_up_coming(table, program, d); });
  for (uint32_t d = 0; d < kMostDevices; d++) {
    if (how == kParkingMoved) send_away(table, program, d, kWholeDevice);
    if (how != kParkingNone || !(p.away >> d & 1)) continue;
    table.each_process([&](uint32_t i) {
      if (table.program_of(i) == program) table.residence(i).wants |= 1u << d;
    });
  }
  return HEDDLE_OK;
}

}  // namespace heddle
