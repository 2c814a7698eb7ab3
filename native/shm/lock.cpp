// The table's lock: a futex whose word names its owner, so that a dead one is always known.
#include "shm/table.h"

namespace heddle {

namespace {

constexpr uint32_t kWaiters = 0x80000000u;
constexpr int64_t kCheckOwnerNs = 10'000'000;

// The owner is a thread and not its process: exec() by another thread ends it, and the lock with
// it. Nine bits of the start time tell it from a later thread with the same id.
constexpr uint32_t kThreadBits = 22;  // Linux has no larger ids

uint32_t lock_word(int32_t thread, uint64_t start_ticks) {
  return uint32_t(thread) | (uint32_t(start_ticks) & 0x1ff) << kThreadBits;
}

uint32_t own_lock_word() {
  static thread_local struct {
    int32_t pid;  // another one after fork()
    uint32_t word;
  } known __attribute__((tls_model("initial-exec"))) = {};
  if (known.pid != getpid()) {
    char state;
    uint64_t start = 0;
    os::read_stat(os::this_thread(), &state, &start);
    known = {getpid(), lock_word(os::this_thread(), start)};
  }
  return known.word;
}

bool owner_is_gone(uint32_t word) {
  int32_t thread = int32_t(word & ((1u << kThreadBits) - 1));
  char state;
  uint64_t start;
  if (!os::read_stat(thread, &state, &start)) return errno == ENOENT || errno == ESRCH;
  return state == 'Z' || state == 'X' || lock_word(thread, start) != (word & ~kWaiters);
}

}  // namespace

bool Table::lock(int64_t patience_ns) {
  if (is_guest()) return false;
  if (!take_lock(patience_ns)) return false;
  adopt_slabs();
  return true;
}

bool Table::take_lock(int64_t patience_ns) {
  HeaderRecord &h = header();
  const uint32_t me = own_lock_word();
  int64_t give_up = 0;
  for (int spins = 0;; spins++) {
    uint32_t seen = 0;
    if (h.lock.compare_exchange_strong(seen, me, std::memory_order_acquire)) return true;
    if (spins < 200) {
      os::cpu_relax();
      continue;
    }
    int64_t now = os::now_ns();
    if (!give_up) give_up = now + patience_ns;
    if (!(seen & kWaiters)) {
      if (!h.lock.compare_exchange_strong(seen, seen | kWaiters)) continue;
      seen |= kWaiters;
    }
    os::futex_wait(&h.lock, seen, now + kCheckOwnerNs);
    if (h.lock != seen) continue;
    if (!owner_is_gone(seen)) {
      if (os::now_ns() > give_up) return false;
    } else if (h.lock.compare_exchange_strong(seen, me | kWaiters, std::memory_order_acquire)) {
      h.lock_repairs++;
      adopt_slabs();
      repair();
      return true;
    }
  }
}

void Table::unlock() {
  if (header().lock.exchange(0, std::memory_order_release) & kWaiters)
    os::futex_wake(&header().lock, 1);
}

}  // namespace heddle
