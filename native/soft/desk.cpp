#include "soft/desk.h"

#include <algorithm>

#include "soft/process.h"

namespace soft {
namespace {

constexpr int64_t kLookNs = 10'000'000;         // how often to ask whether the other one lives
constexpr int64_t kTurnNs = 1'000'000;          // how often to ask whether it is our turn
constexpr int64_t kGraceNs = 1'000'000'000;     // for an answer behind its own limit
constexpr int64_t kLongestNs = 60'000'000'000;  // for what has none; moving memory takes seconds

// One caller's turn. Robust: a dead caller leaves its request, which the next one deals with.
class Turn {
 public:
  Turn(Desk *desk, int64_t until) : desk_(desk) {
    while (!(mine = try_lock()) && os::now_ns() < until) {
      os::sleep_until(os::now_ns() + kTurnNs);
    }
  }
  ~Turn() {
    if (mine) pthread_mutex_unlock(&desk_->mutex);
  }
  bool mine = false;

 private:
  bool try_lock() {
    int status = pthread_mutex_trylock(&desk_->mutex);
    if (status == EOWNERDEAD) pthread_mutex_consistent(&desk_->mutex);
    return status == 0 || status == EOWNERDEAD;
  }
  Desk *desk_;
};

bool change(Desk &desk, uint32_t from, Desk::Phase to) {
  bool changed = desk.phase.compare_exchange_strong(from, to);
  if (changed) os::futex_wake(&desk.phase);
  return changed;
}

// Until the other side has left `phase`.
sxResult await_change(Desk &desk, uint64_t id, uint32_t phase, int64_t until) {
  while (desk.phase.load() == phase) {
    int64_t now = os::now_ns();
    if (desk.id.load() != id || desk.life.is_over()) return SX_ERROR_NO_PROCESS;
    if (now >= until) return SX_ERROR_TIMEOUT;
    os::futex_wait(&desk.phase, phase, std::min(until, now + kLookNs));
  }
  return SX_OK;
}

}  // namespace

sxResult ask(Desk &desk, uint64_t id, const Request &request) {
  int64_t until = os::now_ns() + kLongestNs;
  if (request.wish == Desk::Wish::kLock) {
    int64_t limit = int64_t(request.timeout_ms) * 1'000'000;
    until = limit ? os::now_ns() + limit + kGraceNs : os::kNever;
  }
  Turn turn(&desk, until);
  if (!turn.mine) return SX_ERROR_TIMEOUT;
  change(desk, Desk::kAsked, Desk::kIdle);  // what a dead one asked for
  sxResult result = await_change(desk, id, Desk::kTaken, until);
  if (result != SX_OK) return result;
  desk.wish = request.wish;
  desk.timeout_ms = request.timeout_ms;
  desk.pair_count = uint32_t(request.pair_count);
  std::copy_n(request.pairs, request.pair_count, desk.pairs);
  desk.phase = Desk::kAsked;
  os::futex_wake(&desk.phase);
  result = await_change(desk, id, Desk::kAsked, until);
  if (result == SX_OK) result = await_change(desk, id, Desk::kTaken, until);
  if (result == SX_OK) return desk.result;
  change(desk, Desk::kAsked, Desk::kIdle);
  return result;
}

// -- the side that is asked -----------------------------------------------------------------------

// Without one the process works as well, but cannot be asked.
void Process::open_desk() {
  Desk *desk = segment_->claim_desk();
  if (!desk) return;
  desk_ = desk;
  try {
    start_thread("softxpu-serve", [this] { serve(); });
  } catch (...) {
    desk_ = nullptr;
    desk->id = 0;
  }
}

void Process::serve() {
  Desk &desk = *desk_.load();
  desk.life.begin();
  for (;;) {
    uint32_t phase = desk.phase.load();
    if (phase != Desk::kAsked) {
      os::futex_wait(&desk.phase, phase, os::kNever);
      continue;
    }
    if (!change(desk, Desk::kAsked, Desk::kTaken)) continue;
    try {
      desk.result = answer(desk);
    } catch (...) {
      desk.result = SX_ERROR_OUT_OF_MEMORY;
      desk.state = SX_PROCESS_FAILED;
    }
    change(desk, Desk::kTaken, Desk::kAnswered);
  }
}

sxResult Process::answer(Desk &desk) {
  struct Step {
    sxProcessState from, to;
  };
  constexpr Step kSteps[] = {{SX_PROCESS_RUNNING, SX_PROCESS_LOCKED},
                             {SX_PROCESS_LOCKED, SX_PROCESS_CHECKPOINTED},
                             {SX_PROCESS_CHECKPOINTED, SX_PROCESS_LOCKED},
                             {SX_PROCESS_LOCKED, SX_PROCESS_RUNNING}};
  if (desk.wish > Desk::Wish::kUnlock || desk.pair_count > kMaxDevices) return SX_ERROR_INVALID;
  Step step = kSteps[size_t(desk.wish)];
  if (desk.state.load() != step.from) return SX_ERROR_STATE;
  sxResult result = SX_OK;
  switch (desk.wish) {
    case Desk::Wish::kLock: result = lock(desk.timeout_ms); break;
    case Desk::Wish::kCheckpoint: result = checkpoint(); break;
    case Desk::Wish::kRestore: result = restore(desk.pairs, desk.pair_count); break;
    case Desk::Wish::kUnlock: open(contexts()); break;
  }
  if (result == SX_OK) desk.state = step.to;
  return result;
}

}  // namespace soft
