// The executor thread: when it must look again, and sleeping until then.
#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

#include "common/thread.h"
#include "soft/context.h"

#ifndef SYS_futex_waitv
#define SYS_futex_waitv 449
#endif

namespace soft {
namespace {

constexpr int64_t kSpinNs = 50'000;          // a sleep may end that late; the rest is spun
constexpr int64_t kShortestSleepNs = 5'000;  // going to sleep takes about as long
constexpr int64_t kBatchNs = 200'000;        // how long plain kernels may go unpublished
constexpr int64_t kRescueNs = 5'000'000;     // how long to wait before asking if the owner lives
constexpr int64_t kFirstPollNs = 50'000, kLastPollNs = 500'000;

constexpr size_t kMaxWatched = 127;  // futex_waitv takes 128 words, one is the doorbell

// As in <linux/futex.h> of Linux 5.16, which old systems do not have.
struct FutexWait {
  uint64_t value;
  uint64_t address;
  uint32_t flags;  // 2: 32 bits wide, shared
  uint32_t reserved;
};

FutexWait futex_on(const void *word, uint32_t expected) {
  return {expected, uint64_t(reinterpret_cast<uintptr_t>(word)), 2, 0};
}

}  // namespace

void start_thread(const char *name, std::function<void()> body) {
  struct Start {
    const char *name;
    std::function<void()> body;
  };
  auto start = std::make_unique<Start>(Start{name, std::move(body)});
  auto run = [](void *self) -> void * {
    const std::unique_ptr<Start> mine(static_cast<Start *>(self));
    os::become_prompt(mine->name);
    mine->body();
    return nullptr;
  };
  // A host function may want as much room as on a thread of the program.
  if (!os::start_thread(run, start.get(), true))
    throw std::system_error(errno, std::generic_category());
  (void)start.release();
}

void Context::start_executor() {
  start_thread("softxpu", [this] { run_executor(); });
}

// Lives as long as the context is on the device.
void Context::run_executor() {
  my_slot().life.begin();
  Lock lock(mutex_);
  while (!stop_ && !leaving_) {
    uint32_t bell = my_slot().doorbell.load();  // before looking: what comes later rings again
    if (frozen_ || halted_) {
      watched_.clear();
      lock.unlock();
      sleep({}, bell);
      lock.lock();
    } else {
      look(lock, bell);
    }
  }
  my_slot().life.end();
  here_ = nullptr;
  device().detach(slot_, id_, os::now_ns());
  stopped_ = true;
  progress_.notify_all();
}

void Context::look(Lock &lock, uint32_t bell) {
  rested_ = false;
  Survey s = advance(lock);
  forget_destroyed();
  int64_t now = os::now_ns();
  if (asked_ && !owned_ && now >= next_rescue_) {
    if (next_rescue_) device().rescue(slot_);
    next_rescue_ = now + kRescueNs;
    return;
  }
  if (!asked_ || owned_) next_rescue_ = 0;
  Plan p = plan(s, now);
  rested_ = !asked_ && !owned_ && s.first().kind == Happening::kNothing && !in_host();
  rested_bell_ = bell;
  bool notify = std::exchange(notify_, false) || (closed_ && rested_);
  lock.unlock();
  if (notify) progress_.notify_all();
  sleep(p, bell);
  lock.lock();
}

bool Context::in_host() const {
  return std::any_of(streams_.begin(), streams_.end(), [](const StreamPtr &s) {
    return !s->empty() && s->state == Stream::Head::kInHost;
  });
}

// Plain kernels may end unseen for a while. Everything else has its instant.
Context::Plan Context::plan(const Survey &s, int64_t now) {
  int64_t interest = std::min(s.front.at, s.leave.at), waited = os::kNever;
  if (!s.start.early) interest = std::min(interest, s.start.at);
  for (const StreamPtr &p : streams_) {
    if (p->empty() || !owned_) continue;
    int64_t head_end = p->end;
    if (p->state != Stream::Head::kRunning) {
      if (s.end.at == os::kNever || !is_device_command(p->payload())) continue;
      // Waits for a unit (or for the other side of the default stream): not before one is free.
      bool resumes = p->state == Stream::Head::kSuspended;
      head_end = s.end.at + (resumes ? p->remaining : p->head_work());
    }
    interest = std::min(interest, p->reach_mark(head_end));
    waited = std::min(waited, p->reach_waited(head_end));
  }
  if (owned_ && !round_robin_ && device().others(slot_)) interest = std::min(interest, s.end.at);

  Plan result;
  result.wake = interest;
  if (s.end.at != os::kNever) {
    result.wake = std::min(interest, std::max(s.end.at, now + kBatchNs));
  }
  if (!watched_.empty()) {
    poll_ns_ = std::clamp(poll_ns_ * 2, kFirstPollNs, kLastPollNs);
    result.wake = std::min(result.wake, now + poll_ns_);
  }
  if (asked_ && !owned_) result.wake = std::min(result.wake, next_rescue_);
  if (waited <= result.wake) {
    result.spin = waited - now <= kSpinNs;
    result.wake = result.spin ? waited : waited - kSpinNs;
  }
  if (result.wake - now < kShortestSleepNs) result.spin = true;
  return result;
}

// Without the mutex; watched_ and poll_ns_ are ours alone.
void Context::sleep(const Plan &plan, uint32_t bell) {
  Slot &slot = my_slot();
  if (plan.spin) {
    while (os::now_ns() < plan.wake && slot.doorbell.load(std::memory_order_relaxed) == bell) {
      os::cpu_relax();
    }
    return;
  }
  slot.asleep = 1;
  if (watched_.empty()) {
    os::futex_wait(&slot.doorbell, bell, plan.wake);
  } else {
    sleep_watching(plan.wake, bell);
  }
  slot.asleep = 0;
}

// A word changes without notice, but the thread that changes it may wake its futex.
void Context::sleep_watching(int64_t until, uint32_t bell) {
  FutexWait words[kMaxWatched + 1];
  unsigned count = 0;
  words[count++] = futex_on(&my_slot().doorbell, bell);
  for (const Watched &w : watched_) {
    if (count <= kMaxWatched) words[count++] = futex_on(w.word, w.seen);
  }
  timespec t = os::to_timespec(until);
  long woken = syscall(SYS_futex_waitv, words, count, 0, &t, CLOCK_MONOTONIC);
  bool refused = woken < 0 && errno != EAGAIN && errno != EINTR && errno != ETIMEDOUT;
  if (refused) os::futex_wait(&my_slot().doorbell, bell, until);  // an old kernel: poll
}

// -- host functions -------------------------------------------------------------------------------

void Context::call_host(Stream &stream, const CallHost &call) {
  stream.state = Stream::Head::kInHost;
  auto p = std::find_if(streams_.begin(), streams_.end(),
                        [&](const StreamPtr &s) { return s.get() == &stream; });
  host_calls_.push_back({*p, call});
  if (!host_thread_) start_thread("softxpu-host", [this] { run_host_calls(); });
  host_thread_ = true;
  host_work_.notify_one();
}

void Context::run_host_calls() {
  Lock lock(mutex_);
  for (;;) {
    host_work_.wait(lock, [&] { return !host_calls_.empty(); });
    HostCall next = std::move(host_calls_.front());
    host_calls_.pop_front();
    lock.unlock();
    next.call.function(next.call.argument);
    lock.lock();
    finish_head(*next.stream, os::now_ns());
    ring();
  }
}

}  // namespace soft
