// The reset of a device's context, and submitting what it has lost again.
#include "shim/soft/reset.h"

#include "_gen/table.gen.h"
#include "common/os.h"
#include "shim/soft/replay_log.h"

namespace heddle::soft {

namespace {

constexpr int64_t kPatienceNs = 20'000;  // for a call that is under way
constexpr int kMostDevices = 64;

std::atomic<int> device_of[kMostDevices];  // by index in the table, plus one

// The default stream is the one of the thread's device.
class OnDevice {
 public:
  explicit OnDevice(int device) {
    vendor().sxGetDevice(&before_);
    vendor().sxSetDevice(device);
  }
  ~OnDevice() { vendor().sxSetDevice(before_); }

 private:
  int before_ = 0;
};

// All logs of the process, so that no call puts anything on any stream.
class Held {
 public:
  Held() {
    if (!logs.try_lock()) return;  // the keeper must not wait
    all = locked_ = true;
    const int64_t until = os::now_ns() + kPatienceNs;
    logs.each([&](uintptr_t, Log *log) {
      while (all && pthread_mutex_trylock(&log->mutex) != 0) {
        all = os::now_ns() < until;
        os::cpu_relax();
      }
      if (all) count_++;
    });
  }
  ~Held() {
    if (!locked_) return;
    logs.each([&](uintptr_t, Log *log) {
      if (count_ > 0) pthread_mutex_unlock(&log->mutex);
      if (count_ > 0) count_--;
    });
    logs.unlock();
  }

  bool all = false;

 private:
  bool locked_ = false;
  int count_ = 0;  // the first so many
};

template <class F>
void each_log(int device, F f) {
  logs.each([&](uintptr_t, Log *log) {
    if (log->device == device) f(*log);
  });
}

void submit_again(Log &log, const Entry &e) {
  sxResult result = SX_OK;
  switch (e.kind) {
    case Entry::kLaunch:
      result = vendor().sxLaunchKernel(e.kernel, e.arguments, e.value, log.stream);
      break;
    case Entry::kWrite:
      result = vendor().sxStreamWriteValue64(log.stream, e.written, e.value);
      break;
    case Entry::kWait:
      result = vendor().sxStreamWaitValue32(log.stream, e.awaited, uint32_t(e.value), e.flags);
      break;
    case Entry::kEvent: {
      recorded.lock();
      const uint64_t *newest = recorded.find(reinterpret_cast<uintptr_t>(e.event));
      const bool is_newest = newest && *newest == e.order;
      if (is_newest) result = vendor().sxEventRecord(e.event, log.stream);
      recorded.unlock();
      if (!is_newest) return;
      break;
    }
    case Entry::kBarrier: return;
  }
  if (result == SX_OK) log.note(e);
}

// In the order in which the program had submitted it: streams may wait for each other by that.
void submit_all_again(int device) {
  for (;;) {
    Log *earliest = nullptr;
    each_log(device, [&](Log &log) {
      if (log.next == log.lost_count) return;
      if (!earliest || log.lost[log.next].order < earliest->lost[earliest->next].order)
        earliest = &log;
    });
    if (!earliest) return;
    submit_again(*earliest, earliest->lost[earliest->next++]);
  }
}

void place_gates(int device, const uint32_t *word) {
  Entry gate;
  gate.kind = Entry::kWait;
  gate.awaited = word;
  gate.flags = SX_WAIT_EQUAL;
  each_log(device, [&](Log &log) {
    if (!log.lost_count) return;
    gate.order = log.lost[0].order;
    submit_again(log, gate);
  });
}

int reset(uint32_t index, const uint32_t *word, heddle_cleanup *took) {
  const int64_t began = os::now_ns();
  const int device = device_of[index] - 1;
  Held held;
  if (!held.all || !all_logged) return HEDDLE_LATER;
  OnDevice here(device);
  bool may = true, rests = true;
  each_log(device, [&](Log &log) {
    uint64_t submitted = log.submitted;
    log.look(&submitted);
    may &= submitted == log.submitted && log.is_replayable();
    rests &= log.rests_at(word);
  });
  if (rests) return 0;
  if (!may) return HEDDLE_LATER;
  const int64_t alone = os::now_ns();
  sxReset report;
  if (vendor().sxContextReset(device, &report) != SX_OK) return HEDDLE_LATER;
  *took = {uint64_t(alone - began), report.queued_ns, report.running_ns};
  each_log(device, [](Log &log) { log.take_lost(); });
  place_gates(device, word);
  submit_all_again(device);
  vendor().sxContextResume(device);
  return 0;
}

}  // namespace

// Gates hold what is submitted again, and a mark must not depend on an event that is lost.
void offer_reset(int device, uint32_t index, uint32_t capabilities) {
  constexpr uint32_t kNeeds = kCapabilityReset | kCapabilityWaitValue | kCapabilityWriteValue;
  if ((capabilities & kNeeds) != kNeeds || device >= kMostDevices || index >= kMostDevices) return;
  if (!heddle_is_idempotent()) return;
  device_of[index] = device + 1;
  begin_logging(device);
  heddle_resets(index, reset);
}

}  // namespace heddle::soft
