// A process is taken off its devices by another one, and brought back.
#include <thread>

#include "tests/soft/soft_test.h"

namespace {

constexpr size_t kTotal = size_t(64) << 20, kMost = size_t(40) << 20;
constexpr uint32_t kPatienceMs = 10'000;

size_t free_bytes(int device = 0) {
  size_t free = 0, total = 0;
  CHECK_EQ(sxSetDevice(device), SX_OK);
  CHECK_EQ(sxMemGetInfo(&free, &total), SX_OK);
  return free;
}

sxProcessState state(pid_t pid) {
  sxProcessState s;
  CHECK_EQ(sxCheckpointGetState(pid, &s), SX_OK);
  return s;
}

// What the two sides tell each other.
struct Talk {
  std::atomic<int> step{0};
  std::atomic<int> launched{0};
  std::atomic<uint32_t> gate{0};
  std::atomic<uint64_t> reached{0};
  std::atomic<uint64_t> value{0};

  void say(int n) { step = n; }
  void hear(int n) {
    CHECK(eventually([&] { return step.load() >= n; }));
  }
};

const uint32_t *word(const std::atomic<uint32_t> &a) {
  return reinterpret_cast<const uint32_t *>(&a);
}
uint64_t *word(std::atomic<uint64_t> &a) { return reinterpret_cast<uint64_t *>(&a); }

// Runs `target` in a child and `other` in another one, which is given the first one's id.
template <class Target, class Other>
void between(Target target, Other other, int end = 0) {
  auto *talk = shared<Talk>();
  pid_t pid = check::start_child([=] {
    CHECK_EQ(sxInit(0), SX_OK);
    target(*talk);
  });
  check::in_child([=] {
    CHECK_EQ(sxInit(0), SX_OK);
    talk->hear(1);
    other(*talk, pid);
  });
  CHECK_EQ(check::wait_child(pid), end);
}

void evict(pid_t pid) {
  CHECK_EQ(sxCheckpointLock(pid, kPatienceMs), SX_OK);
  CHECK(state(pid) == SX_PROCESS_LOCKED);
  CHECK_EQ(sxCheckpoint(pid), SX_OK);
  CHECK(state(pid) == SX_PROCESS_CHECKPOINTED);
}

void bring_back(pid_t pid) {
  CHECK_EQ(sxRestore(pid, nullptr, 0), SX_OK);
  CHECK(state(pid) == SX_PROCESS_LOCKED);
  CHECK_EQ(sxCheckpointUnlock(pid), SX_OK);
  CHECK(state(pid) == SX_PROCESS_RUNNING);
}

// A busy program loses nothing but time: neither data, nor order, nor handles.
void a_busy_program() {
  constexpr int kLaunches = 3000;
  auto target = [](Talk &talk) {
    void *memory = nullptr;
    CHECK_EQ(sxMalloc(&memory, kMost), SX_OK);
    CHECK_EQ(sxMemsetAsync(memory, 7, kMost, nullptr), SX_OK);
    auto *chained_here = static_cast<uint64_t *>(memory);
    CHECK_EQ(sxMemsetAsync(memory, 0, sizeof(uint64_t), nullptr), SX_OK);
    CHECK_EQ(sxDeviceSynchronize(), SX_OK);
    CHECK_EQ(sxContextSetTimeslice(0, 77), SX_OK);
    sxStream s = new_stream();
    uint64_t expected = 0;
    for (int i = 0; i < kLaunches || talk.step.load() < 2; i++) {
      chain(s, chained_here, uint64_t(i));
      expected = chained(expected, uint64_t(i));
      if (i % 16 == 0) CHECK_EQ(sxStreamSynchronize(s), SX_OK);
      if (i == kLaunches / 2) talk.say(1);
      talk.launched = i;
    }
    uint64_t value = 0;
    char last = 0;
    CHECK_EQ(sxStreamSynchronize(s), SX_OK);
    CHECK_EQ(sxMemcpy(&value, memory, sizeof value), SX_OK);
    CHECK_EQ(sxMemcpy(&last, static_cast<char *>(memory) + kMost - 1, 1), SX_OK);
    CHECK_EQ(value, expected);
    CHECK_EQ(int(last), 7);
    uint32_t slice = 0;
    CHECK_EQ(sxContextGetTimeslice(0, &slice), SX_OK);
    CHECK_EQ(int64_t(slice), attribute(0, SX_ATTR_TIMESLICE_US));
  };
  auto other = [](Talk &talk, pid_t pid) {
    CHECK_EQ(free_bytes(), kTotal - kMost);
    for (int i = 0; i < 5; i++) {
      evict(pid);
      CHECK_EQ(free_bytes(), kTotal);
      int launched = talk.launched.load();
      void *memory = nullptr;
      CHECK_EQ(sxMalloc(&memory, kMost), SX_OK);
      CHECK_EQ(sxRestore(pid, nullptr, 0), SX_ERROR_OUT_OF_MEMORY);
      CHECK(state(pid) == SX_PROCESS_CHECKPOINTED);
      CHECK_EQ(sxFree(memory), SX_OK);
      CHECK(talk.launched.load() <= launched + 1);  // one may be between its call and its note
      bring_back(pid);
      CHECK_EQ(free_bytes(), kTotal - kMost);
      CHECK(eventually([&] { return talk.launched.load() > launched + 1; }));
    }
    talk.say(2);
  };
  between(target, other);
}

// What stands behind a gate is neither waited for nor lost, a full stream included.
void behind_a_gate() {
  auto target = [](Talk &talk) {
    void *memory = nullptr;
    CHECK_EQ(sxMalloc(&memory, 4096), SX_OK);
    CHECK_EQ(sxMemsetAsync(memory, 0, 4096, nullptr), SX_OK);
    CHECK_EQ(sxDeviceSynchronize(), SX_OK);
    sxStream s = new_stream(SX_STREAM_NON_BLOCKING);
    sxEvent passed = new_event();
    CHECK_EQ(sxStreamWaitValue32(s, word(talk.gate), 1, SX_WAIT_EQUAL), SX_OK);
    uint64_t expected = 0;
    for (uint64_t i = 0; i < 2000; i++) {  // more than a stream holds
      if (i == 1000) talk.say(1);
      chain(s, static_cast<uint64_t *>(memory), i);
      expected = chained(expected, i);
    }
    CHECK_EQ(sxEventRecord(passed, s), SX_OK);
    CHECK_EQ(sxStreamWriteValue64(s, word(talk.reached), 5), SX_OK);
    CHECK_EQ(sxEventSynchronize(passed), SX_OK);
    uint64_t value = 0;
    CHECK_EQ(sxMemcpy(&value, memory, sizeof value), SX_OK);
    CHECK_EQ(value, expected);
    CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  };
  auto other = [](Talk &talk, pid_t pid) {
    evict(pid);
    talk.gate = 1;  // nothing moves while the process is off its device
    os::futex_wake(&talk.gate);
    CHECK_EQ(sxRestore(pid, nullptr, 0), SX_OK);
    sleep_ms(5);
    CHECK_EQ(talk.reached.load(), 0u);
    CHECK_EQ(sxCheckpointUnlock(pid), SX_OK);
    CHECK(eventually([&] { return talk.reached.load() == 5; }));
  };
  between(target, other);
}

// A process that does not come to rest in time is left as it was.
void no_rest() {
  auto target = [](Talk &talk) {
    CHECK_EQ(launch_timed(nullptr, 300'000'000), SX_OK);
    talk.say(1);
    CHECK_EQ(launch_timed(nullptr, 1), SX_OK);
    CHECK_EQ(sxDeviceSynchronize(), SX_OK);
    talk.say(2);
    talk.hear(3);
  };
  auto other = [](Talk &talk, pid_t pid) {
    int64_t began = os::now_ns();
    CHECK_EQ(sxCheckpointLock(pid, 20), SX_ERROR_TIMEOUT);
    CHECK_TIME(os::now_ns() - began < 250'000'000);
    CHECK(state(pid) == SX_PROCESS_RUNNING);
    talk.hear(2);
    evict(pid);
    bring_back(pid);
    talk.say(3);
  };
  between(target, other);
}

void only_in_order() {
  auto target = [](Talk &talk) {
    CHECK_EQ(launch_timed(nullptr, 1), SX_OK);
    talk.say(1);
    talk.hear(2);
  };
  auto other = [](Talk &talk, pid_t pid) {
    CHECK_EQ(sxCheckpoint(pid), SX_ERROR_STATE);
    CHECK_EQ(sxRestore(pid, nullptr, 0), SX_ERROR_STATE);
    CHECK_EQ(sxCheckpointUnlock(pid), SX_ERROR_STATE);
    CHECK_EQ(sxCheckpointLock(pid, kPatienceMs), SX_OK);
    CHECK_EQ(sxCheckpointLock(pid, kPatienceMs), SX_ERROR_STATE);
    CHECK_EQ(sxCheckpointUnlock(pid), SX_OK);
    sxProcessState s;
    CHECK_EQ(sxCheckpointGetState(getpid(), &s), SX_ERROR_NO_PROCESS);  // it uses no device
    CHECK_EQ(sxCheckpointLock(1 << 30, kPatienceMs), SX_ERROR_NO_PROCESS);
    CHECK_EQ(sxCheckpointGetState(pid, nullptr), SX_ERROR_INVALID);
    CHECK_EQ(sxRestore(pid, nullptr, 1), SX_ERROR_INVALID);
    talk.say(2);
  };
  between(target, other);
}

// Two devices of a process at once; a device is found where it was put.
void onto_another_device() {
  auto target = [](Talk &talk) {
    void *a = nullptr, *b = nullptr;
    CHECK_EQ(sxMalloc(&a, kMost), SX_OK);
    CHECK_EQ(sxMemsetAsync(a, 3, kMost, nullptr), SX_OK);
    CHECK_EQ(sxDeviceSynchronize(), SX_OK);
    sxStream s = new_stream();
    talk.say(1);
    talk.hear(2);
    char last = 0;
    CHECK_EQ(sxMemcpyAsync(&last, static_cast<char *>(a) + kMost - 1, 1, s), SX_OK);
    CHECK_EQ(sxStreamSynchronize(s), SX_OK);
    CHECK_EQ(int(last), 3);
    int device = -1;
    CHECK_EQ(sxStreamGetDevice(s, &device), SX_OK);
    CHECK_EQ(device, 0);
    CHECK_EQ(attribute(0, SX_ATTR_INDEX), 1);
    CHECK_EQ(attribute(1, SX_ATTR_INDEX), 0);
    CHECK_EQ(sxSetDevice(1), SX_OK);
    CHECK_EQ(sxMalloc(&b, 1 << 20), SX_OK);
    talk.say(3);
    talk.hear(4);
  };
  auto other = [](Talk &talk, pid_t pid) {
    evict(pid);
    sxDevicePair to_npu{0, 2}, away{0, 9}, other{0, 1}, twice[] = {{0, 1}, {2, 1}};
    CHECK_EQ(sxRestore(pid, &to_npu, 1), SX_ERROR_MODEL);
    CHECK_EQ(sxRestore(pid, &away, 1), SX_ERROR_NO_DEVICE);
    CHECK_EQ(sxRestore(pid, twice, 2), SX_ERROR_INVALID);
    CHECK(state(pid) == SX_PROCESS_CHECKPOINTED);
    CHECK_EQ(sxRestore(pid, &other, 1), SX_OK);
    CHECK_EQ(sxCheckpointUnlock(pid), SX_OK);
    CHECK_EQ(free_bytes(0), kTotal);
    CHECK_EQ(free_bytes(1), kTotal - kMost);
    talk.say(2);
    talk.hear(3);
    CHECK_EQ(free_bytes(0), kTotal - (1 << 20));
    CHECK_EQ(sxCheckpointLock(pid, kPatienceMs), SX_OK);
    CHECK_EQ(sxCheckpoint(pid), SX_OK);
    CHECK_EQ(free_bytes(0), kTotal);
    CHECK_EQ(free_bytes(1), kTotal);
    CHECK_EQ(sxRestore(pid, &other, 1), SX_ERROR_INVALID);  // 1 is in use and goes nowhere
    bring_back(pid);
    talk.say(4);
  };
  between(target, other);
}

// The first context on a device, an allocation and the end of a process: all while it is locked.
void calls_that_change_wait() {
  auto target = [](Talk &talk) {
    void *p = nullptr;
    CHECK_EQ(sxMalloc(&p, 1 << 20), SX_OK);
    talk.say(1);
    talk.hear(2);
    std::thread on_another([&] {
      CHECK_EQ(sxSetDevice(1), SX_OK);
      CHECK_EQ(launch_timed(nullptr, 1), SX_OK);
      talk.value.fetch_add(1);
    });
    std::thread allocating([&] {
      void *q = nullptr;
      CHECK_EQ(sxMalloc(&q, 1 << 20), SX_OK);
      talk.value.fetch_add(1);
    });
    std::thread freeing([&] {
      CHECK_EQ(sxFree(p), SX_OK);
      talk.value.fetch_add(1);
    });
    on_another.join(), allocating.join(), freeing.join();
    talk.say(4);
    talk.hear(5);  // ends while it is off its devices
  };
  auto other = [](Talk &talk, pid_t pid) {
    evict(pid);
    talk.say(2);
    sleep_ms(20);
    CHECK_EQ(talk.value.load(), 0u);
    bring_back(pid);
    talk.hear(4);
    CHECK_EQ(talk.value.load(), 3u);
    CHECK_EQ(free_bytes(), kTotal - (1 << 20));
    evict(pid);
    talk.say(5);
  };
  between(target, other);
}

bool is_stopped(pid_t pid) {
  char letter = 0;
  uint64_t start = 0;
  return os::read_stat(pid, &letter, &start) && letter == 'T';
}

void who_dies(const char *how) {
  auto target = [=](Talk &talk) {
    CHECK_EQ(launch_timed(nullptr, 3'600'000'000'000), SX_OK);
    talk.say(1);
    pause();
  };
  auto other = [=](Talk &, pid_t pid) {
    const bool stopped = !strcmp(how, "stopped");
    if (stopped) kill(pid, SIGSTOP);
    CHECK(eventually([&] { return is_stopped(pid) == stopped; }));
    std::thread killer([=] {
      sleep_ms(20);
      kill(pid, SIGKILL);
    });
    if (stopped) {
      CHECK_EQ(sxCheckpointUnlock(pid), SX_ERROR_NO_PROCESS);
    } else {
      CHECK_EQ(sxCheckpointLock(pid, 0), SX_ERROR_NO_PROCESS);
    }
    killer.join();
    CHECK(eventually([] { return free_bytes() == kTotal; }));
  };
  between(target, other, 128 + SIGKILL);
}

// The caller may die, too: the next one finds the process as it was left.
void caller_dies() {
  auto target = [](Talk &talk) {
    CHECK_EQ(launch_timed(nullptr, 200'000'000), SX_OK);
    talk.say(1);
    talk.hear(2);
  };
  auto other = [](Talk &talk, pid_t pid) {
    pid_t dies = check::start_child([=] {
      CHECK_EQ(sxInit(0), SX_OK);
      sxCheckpointLock(pid, kPatienceMs);
      pause();  // it may have got it already
    });
    sleep_ms(20);
    kill(dies, SIGKILL);
    CHECK_EQ(check::wait_child(dies), 128 + SIGKILL);
    sxResult result = sxCheckpointLock(pid, kPatienceMs);
    CHECK(result == SX_OK || result == SX_ERROR_STATE);  // the dead one's wish was granted, or not
    CHECK(state(pid) == SX_PROCESS_LOCKED);
    CHECK_EQ(sxCheckpointUnlock(pid), SX_OK);
    talk.say(2);
  };
  between(target, other);
}

}  // namespace

int main() {
  OwnSegment segment("a=gpu:memory_mib=64,b=gpu:memory_mib=64,npu:memory_mib=64");
  a_busy_program();
  behind_a_gate();
  no_rest();
  only_in_order();
  onto_another_device();
  calls_that_change_wait();
  if (survives_kills()) {
    who_dies("running");
    who_dies("stopped");
    caller_dies();
  }
  return 0;
}
