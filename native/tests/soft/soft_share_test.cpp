// Several processes on one device: order, turns, slices, disabling, and death at any moment.
#include <vector>

#include "tests/soft/soft_test.h"

namespace {

constexpr uint64_t kMs = 1'000'000;

// Keeps the device busy and counts what it has done, until told to stop.
struct Load {
  std::atomic<uint64_t> done{0};  // kernels
  std::atomic<int> running{0}, stop{0};

  void run(uint64_t ns, uint32_t timeslice_us = 0) {
    CHECK_EQ(sxInit(0), SX_OK);
    sxStream s = new_stream(SX_STREAM_NON_BLOCKING);
    if (timeslice_us) CHECK_EQ(sxContextSetTimeslice(0, timeslice_us), SX_OK);
    sxEvent events[4];
    for (sxEvent &e : events) e = new_event();
    for (uint64_t i = 0; !stop.load(); i++) {  // at most 40 kernels ahead
      CHECK_EQ(sxEventSynchronize(events[i % 4]), SX_OK);
      if (i >= 4) done += 10;
      running = 1;
      for (int k = 0; k < 10; k++) CHECK_EQ(launch_timed(s, ns), SX_OK);
      CHECK_EQ(sxEventRecord(events[i % 4], s), SX_OK);
    }
  }
  bool started() {
    return eventually([this] { return running.load() == 1; });
  }
};

void values_across_processes() {
  struct Words {
    uint32_t go = 0;
    uint64_t done = 0;
  } *words = shared<Words>();
  pid_t child = check::start_child([=] {
    CHECK_EQ(sxInit(0), SX_OK);
    for (uint32_t i = 1; i <= 20; i++) {
      CHECK_EQ(sxStreamWaitValue32(nullptr, &words->go, i, SX_WAIT_GREATER_EQUAL), SX_OK);
      CHECK_EQ(launch_timed(nullptr, 10'000), SX_OK);
      CHECK_EQ(sxStreamWriteValue64(nullptr, &words->done, i), SX_OK);
    }
    CHECK_EQ(sxDeviceSynchronize(), SX_OK);
  });
  for (uint32_t i = 1; i <= 20; i++) {
    CHECK_EQ(__atomic_load_n(&words->done, __ATOMIC_ACQUIRE), i - 1);
    __atomic_store_n(&words->go, i, __ATOMIC_RELEASE);
    if (i % 2) os::futex_wake(reinterpret_cast<std::atomic<uint32_t> *>(&words->go));
    CHECK(eventually([&] { return __atomic_load_n(&words->done, __ATOMIC_ACQUIRE) == i; }));
  }
  CHECK_EQ(check::wait_child(child), 0);
}

// Each child submits one kernel, in a known order, behind a long one; the order of their ends is
// the same, though the first submits a second one last.
void first_come_first_served() {
  struct Log {
    std::atomic<int> submitted{0}, ended{0};
    std::atomic<int> order[8];
  } *log = shared<Log>();
  std::vector<pid_t> children;
  for (int i = 0; i < 4; i++) {
    children.push_back(check::start_child([=] {
      CHECK_EQ(sxInit(0), SX_OK);
      sxStream a = new_stream(SX_STREAM_NON_BLOCKING), b = new_stream(SX_STREAM_NON_BLOCKING);
      CHECK(eventually([&] { return log->submitted.load() == i; }));
      if (i > 0) sleep_ms(10);  // the executor of the one before us must have seen its command
      if (i == 0) CHECK_EQ(launch_timed(a, 100 * kMs), SX_OK);
      CHECK_EQ(launch_timed(a, 20 * kMs), SX_OK);
      log->submitted++;
      if (i == 0) {
        CHECK(eventually([&] { return log->submitted.load() == 4; }));
        sleep_ms(10);
        CHECK_EQ(launch_timed(b, 20 * kMs), SX_OK);
      }
      CHECK_EQ(sxStreamSynchronize(a), SX_OK);
      log->order[log->ended++] = i;
      CHECK_EQ(sxStreamSynchronize(b), SX_OK);
      if (i == 0) log->order[log->ended++] = 9;
    }));
  }
  for (pid_t child : children) CHECK_EQ(check::wait_child(child), 0);
  int expected[] = {0, 1, 2, 3, 9};
  for (int i = 0; i < 5; i++) CHECK_TIME(log->order[i].load() == expected[i]);
}

// Two streams that wait for each other, in two processes: an old command in one stream and a young
// one in the other must not make both processes wait for each other.
void streams_and_processes_interleave() {
  auto body = [] {
    CHECK_EQ(sxInit(0), SX_OK);
    sxStream streams[] = {new_stream(SX_STREAM_NON_BLOCKING), new_stream(SX_STREAM_NON_BLOCKING)};
    sxEvent events[] = {new_event(), new_event()};
    for (int i = 0; i < 600; i++) {
      sxStream here = streams[i % 2];
      CHECK_EQ(launch_timed(here, 20'000), SX_OK);
      if (i % 3) continue;
      CHECK_EQ(sxEventRecord(events[i % 2], here), SX_OK);
      CHECK_EQ(sxStreamWaitEvent(streams[(i + 1) % 2], events[i % 2]), SX_OK);
    }
    CHECK_EQ(sxDeviceSynchronize(), SX_OK);
  };
  pid_t one = check::start_child(body), two = check::start_child(body);
  CHECK_EQ(check::wait_child(one), 0);
  CHECK_EQ(check::wait_child(two), 0);
}

void equal_shares() {
  Load *loads[2] = {shared<Load>(), shared<Load>()};
  pid_t children[2];
  for (int i = 0; i < 2; i++) children[i] = check::start_child([=] { loads[i]->run(200'000); });
  CHECK(loads[0]->started() && loads[1]->started());
  sleep_ms(50);
  uint64_t before[2] = {loads[0]->done.load(), loads[1]->done.load()};
  sleep_ms(600);
  uint64_t gain[2];
  for (int i = 0; i < 2; i++) gain[i] = loads[i]->done.load() - before[i];
  for (Load *load : loads) load->stop = 1;
  for (pid_t child : children) CHECK_EQ(check::wait_child(child), 0);
  double share = double(gain[0]) / double(gain[0] + gain[1]);
  double used = double(gain[0] + gain[1]) * 0.2 / 600;
  std::cout << "shares " << share << " / " << 1 - share << ", used " << used << std::endl;
  CHECK_TIME(share > 0.4 && share < 0.6);
  CHECK_TIME(used > 0.6 && used < 1.15);
}

// Kernels of 50 ms with a slice of 1 us do not keep others out for 50 ms.
void preemption() {
  if (!survives_kills()) return;
  Load *load = shared<Load>();
  pid_t hog = check::start_child([=] { load->run(50 * kMs, 1); });
  CHECK(load->started());
  check::in_child([] {
    CHECK_EQ(sxInit(0), SX_OK);
    int64_t best = os::kNever;
    for (int i = 0; i < 10; i++) {
      int64_t start = os::now_ns();
      CHECK_EQ(launch_timed(nullptr, 1 * kMs), SX_OK);
      CHECK_EQ(sxDeviceSynchronize(), SX_OK);
      best = std::min(best, os::now_ns() - start);
      sleep_ms(5);
    }
    CHECK(best >= int64_t(1 * kMs));
    CHECK_TIME(best < int64_t(10 * kMs));
  });
  check::in_child([] {  // and against each other they hardly get anywhere, but they do
    CHECK_EQ(sxInit(0), SX_OK);
    uint32_t us = 0;
    CHECK_EQ(sxContextGetTimeslice(0, &us), SX_OK);
    CHECK_EQ(us, 2000u);
    CHECK_EQ(sxContextSetTimeslice(0, 1), SX_OK);
    CHECK_EQ(sxContextGetTimeslice(0, &us), SX_OK);
    CHECK_EQ(us, 1u);
    CHECK_EQ(launch_timed(nullptr, 20'000), SX_OK);
    CHECK_EQ(sxDeviceSynchronize(), SX_OK);
    CHECK_EQ(sxContextSetTimeslice(0, 0), SX_OK);
    CHECK_EQ(sxContextGetTimeslice(0, &us), SX_OK);
    CHECK_EQ(us, 2000u);
  });
  kill(hog, SIGKILL);
  CHECK_EQ(check::wait_child(hog), 128 + SIGKILL);
}

// A context that is off gets nothing; what it ran goes on where it stopped.
void disabling() {
  check::in_child([] {
    CHECK_EQ(sxInit(0), SX_OK);
    CHECK_EQ(launch_timed(nullptr, 600 * kMs), SX_OK);
    sleep_ms(300);
    CHECK_EQ(sxContextDisable(0, 1), SX_OK);
    check::in_child([] {
      CHECK_EQ(sxInit(0), SX_OK);
      int64_t start = os::now_ns();
      CHECK_EQ(launch_timed(nullptr, 100 * kMs), SX_OK);
      CHECK_EQ(sxDeviceSynchronize(), SX_OK);
      CHECK_TIME(os::now_ns() - start < int64_t(300 * kMs));  // had the device to itself
    });
    CHECK_EQ(sxStreamQuery(nullptr), SX_ERROR_NOT_READY);
    int64_t start = os::now_ns();
    CHECK_EQ(sxContextDisable(0, 0), SX_OK);
    CHECK_EQ(sxDeviceSynchronize(), SX_OK);
    CHECK_TIME(os::now_ns() - start > int64_t(1 * kMs));    // it was not finished
    CHECK_TIME(os::now_ns() - start < int64_t(590 * kMs));  // nor did it begin anew
  });
}

// Children die in all states; a survivor always gets on.
void kill_storm() {
  if (!survives_kills()) return;
  Load *survivor = shared<Load>();
  pid_t child = check::start_child([=] { survivor->run(100'000); });
  CHECK(survivor->started());
  unsigned random = 1;
  for (int round = 0; round < 50; round++) {
    pid_t victims[2];
    for (int i = 0; i < 2; i++) {
      victims[i] = check::start_child([=] {
        CHECK_EQ(sxInit(0), SX_OK);
        void *p = nullptr;
        CHECK_EQ(sxMalloc(&p, 1 << 20), SX_OK);
        sxStream s = new_stream();
        for (;;) {
          for (int k = 0; k < 5; k++) launch_timed(i ? s : nullptr, round % 2 ? 1000 : 5 * kMs);
          sxDeviceSynchronize();
        }
      });
    }
    random = random * 1664525 + 1013904223;
    os::sleep_until(os::now_ns() + 500'000 + random % 8'000'000);
    for (pid_t victim : victims) kill(victim, SIGKILL);
    for (pid_t victim : victims) CHECK_EQ(check::wait_child(victim), 128 + SIGKILL);
    uint64_t before = survivor->done.load();
    CHECK(eventually([&] { return survivor->done.load() > before; }));
  }
  survivor->stop = 1;
  CHECK_EQ(check::wait_child(child), 0);
  check::in_child([] {
    CHECK_EQ(sxInit(0), SX_OK);
    size_t free = 0, total = 0;
    CHECK_EQ(sxMemGetInfo(&free, &total), SX_OK);
    CHECK_EQ(free, total);
  });
}

}  // namespace

int main() {
  OwnSegment segment("gpu");
  values_across_processes();
  equal_shares();
  preemption();
  disabling();
  kill_storm();
  setenv("SOFTXPU_DEVICES", "npu", 1);
  first_come_first_served();
  streams_and_processes_interleave();
  kill_storm();
  return 0;
}
