// Whose turn it is: the shared half of scheduling. The owner alone gives the device away, or, if
// the owner is dead, the process that finds that out.
#include "soft/segment.h"

#include <algorithm>

namespace soft {
namespace {

// How far the time line may lag behind the clock when the device changes hands. A late wake-up is
// made good, a process that was stopped for seconds is not.
constexpr int64_t kMaxLag = 100'000'000;

template <class F>
void each_bit(uint64_t mask, F f) {
  for (; mask; mask &= mask - 1) f(__builtin_ctzll(mask));
}

}  // namespace

void Life::claim() {
  thread = 0;
  init_shared_mutex(&held);
  process = os::this_process();
  pid_namespace = os::pid_namespace();
}

void Life::begin() {
  pthread_mutex_lock(&held);
  thread = os::this_thread();
}

void Life::end() { pthread_mutex_unlock(&held); }

bool Life::is_over() {
  static const uint64_t here = os::pid_namespace();
  if (pid_namespace == here) {
    return !os::alive({process.pid, process.start_ticks, thread.load()});
  }
  // From another namespace only the kernel can tell: the thread holds this for as long as it is.
  if (!thread.load()) return false;
  const int status = pthread_mutex_trylock(&held);
  if (status == 0) pthread_mutex_unlock(&held);
  if (status == EOWNERDEAD) {  // the next one to ask finds it unlocked by a dead one, too
    pthread_mutex_consistent(&held);
    pthread_mutex_unlock(&held);
  }
  return status != EBUSY;
}

void Slot::ring() {
  doorbell.fetch_add(1);
  if (asleep.load()) os::futex_wake(&doorbell);
}

class Device::Lock {
 public:
  explicit Lock(Device *device) : device_(device) {
    if (pthread_mutex_lock(&device->mutex) != EOWNERDEAD) return;
    pthread_mutex_consistent(&device->mutex);
    device->reap_dead();
    device->grant_next();
  }
  ~Lock() { pthread_mutex_unlock(&device_->mutex); }

 private:
  Device *device_;
};

int Device::attach() {
  Lock lock(this);
  auto find = [this] {
    for (int i = 0; i < kMaxContexts; i++) {
      if (slots[i].id.load() == 0) return i;
    }
    return -1;
  };
  int i = find();
  if (i < 0) {
    reap_dead();
    i = find();
  }
  if (i < 0) return -1;
  Slot &slot = slots[i];
  slot.timeslice_us = config.timeslice_us;
  slot.disabled = 0;
  slot.units = config.units;
  loaded &= ~(uint64_t(1) << i);
  slot.memory = 0;
  slot.asleep = 0;
  slot.life.claim();
  slot.id = next_id++;
  return i;
}

void Device::detach(int slot, uint64_t id, int64_t at) {
  Lock lock(this);
  if (slots[slot].id.load() != id) return;
  free_slot(slot, at);
  grant_next();
}

Grant Device::ask(int slot, int64_t ready_at, int64_t order) {
  Lock lock(this);
  slots[slot].ready_at = ready_at;
  slots[slot].order = order;
  ready_mask.fetch_or(uint64_t(1) << slot);
  grant_next();
  // They slept as if they had the device to themselves.
  if (!owns(slot)) each_bit(owners.load(), [&](int i) { slots[i].ring(); });
  return look(slot);
}

void Device::give_up(int slot, int64_t at) {
  Lock lock(this);
  ready_mask.fetch_and(~(uint64_t(1) << slot));
  if (!owns(slot)) return;
  owners.fetch_and(~(uint64_t(1) << slot));
  free_at = at;
  grant_next();
}

void Device::pass_on(int slot, int64_t at, int64_t order) {
  Lock lock(this);
  slots[slot].ready_at = at;
  slots[slot].order = order;
  if (!owns(slot)) return;
  owners.fetch_and(~(uint64_t(1) << slot));
  free_at = at;
  grant_next();
}

void Device::rescue(int slot) {
  if (owns(slot)) return;
  // Outside the mutex, as it is slow; the dead stay dead.
  const uint64_t holders = owners.load();
  bool all_live = holders != 0;
  each_bit(holders,
           [&](int i) { all_live &= slots[i].id.load() != 0 && !slots[i].life.is_over(); });
  if (all_live) return;
  Lock lock(this);
  reap_dead();
  grant_next();
}

bool Device::charge(int slot, uint64_t bytes) {
  Lock lock(this);
  if (bytes > config.memory) return false;
  if (sum_memory() > config.memory - bytes) reap_dead();
  if (sum_memory() > config.memory - bytes) return false;
  slots[slot].memory += bytes;
  return true;
}

void Device::discharge(int slot, uint64_t id, uint64_t bytes) {
  Lock lock(this);
  if (slots[slot].id.load() == id) slots[slot].memory -= bytes;
}

uint64_t Device::memory_used() {
  Lock lock(this);
  reap_dead();
  return sum_memory();
}

bool Device::has_live_context() {
  Lock lock(this);
  reap_dead();
  return std::any_of(slots, slots + kMaxContexts, [](const Slot &s) { return s.id.load() != 0; });
}

Grant Device::look(int slot) const {
  if (!owns(slot)) return {};
  return {true, slots[slot].owned_from.load()};
}

int64_t Device::others_ready_at(int slot) const {
  int64_t earliest = os::kNever;
  each_bit(others(slot), [&](int i) { earliest = std::min(earliest, slots[i].ready_at.load()); });
  return earliest;
}

int64_t Device::others_order(int slot) const {
  int64_t earliest = os::kNever;
  each_bit(others(slot), [&](int i) { earliest = std::min(earliest, slots[i].order.load()); });
  return earliest;
}

// -- under the mutex ------------------------------------------------------------------------------

uint64_t Device::sum_memory() const {
  uint64_t sum = 0;
  for (const Slot &slot : slots) sum += slot.id.load() ? slot.memory : 0;
  return sum;
}

uint32_t Device::sum_units(uint64_t mask) const {
  uint32_t sum = 0;
  each_bit(mask, [&](int i) { sum += slots[i].units.load(); });
  return sum;
}

void Device::free_slot(int slot, int64_t at) {
  ready_mask.fetch_and(~(uint64_t(1) << slot));
  slots[slot].id = 0;
  slots[slot].memory = 0;
  if (!owns(slot)) return;
  owners.fetch_and(~(uint64_t(1) << slot));
  free_at = at;
}

// Also where a repair starts: it trusts nothing but the slots.
void Device::reap_dead() {
  const uint64_t before = owners.load();
  for (int i = 0; i < kMaxContexts; i++) {
    if (slots[i].id.load() != 0 && slots[i].life.is_over()) free_slot(i, os::now_ns());
    if (slots[i].id.load() != 0) continue;
    ready_mask.fetch_and(~(uint64_t(1) << i));
    owners.fetch_and(~(uint64_t(1) << i));
  }
  if (owners.load() != before) grant_next();
}

int Device::choose_next() const {
  uint64_t ready = ready_mask.load() & ~owners.load();
  if (!ready) return -1;
  if (config.scheduler == SX_SCHEDULER_ROUND_ROBIN) {
    uint64_t behind = last_slot >= kMaxContexts - 1 ? 0 : ready & (~uint64_t(0) << (last_slot + 1));
    return __builtin_ctzll(behind ? behind : ready);
  }
  int best = -1;
  each_bit(ready, [&](int i) {
    if (best < 0 || slots[i].order.load() < slots[best].order.load()) best = i;
  });
  return best;
}

// To the next ones in order, as long as there are units for them. A context that needs more waits
// until they are free, and no other overtakes it.
void Device::grant_next() {
  for (int next; (next = choose_next()) >= 0;) {
    Slot &slot = slots[next];
    const uint64_t bit = uint64_t(1) << next, running = owners.load();
    if (running && sum_units(running | bit) > config.units) return;
    int64_t from = std::max({free_at, slot.ready_at.load(), os::now_ns() - kMaxLag});
    if (!(loaded & bit)) from += int64_t(config.switch_us) * 1000;
    loaded |= bit;
    if (sum_units(loaded) > config.units) loaded = running | bit;
    slot.owned_from = from;
    last_slot = next;
    owners.fetch_or(bit);
    slot.ring();
  }
}

}  // namespace soft
