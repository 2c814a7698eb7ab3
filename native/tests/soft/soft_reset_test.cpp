// A reset kills what runs and drops what is queued; only threads that waited for that are told.
#include <atomic>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/soft/soft_test.h"

using check::start_child;
using check::wait_child;

namespace {

constexpr uint64_t kLong = 60'000'000'000;  // no test waits for its end
constexpr uint64_t kWhile = 300'000'000;    // longer than a slow machine takes to the next line

struct Progress {
  uint64_t submitted = 0, completed = 0;

  explicit Progress(sxStream s) { CHECK_EQ(sxStreamGetProgress(s, &submitted, &completed), SX_OK); }
};

void step(sxStream s, const std::vector<uint32_t> &x, std::vector<uint32_t> &y, uint64_t ns) {
  sxStepArgs args{ns, x.data(), y.data(), x.size()};
  CHECK_EQ(sxLaunchKernel(kernel("step"), &args, sizeof args, s), SX_OK);
}

void await_start(const std::vector<uint32_t> &y) {
  while (!__atomic_load_n(&y[0], __ATOMIC_ACQUIRE)) sleep_ms(1);
}

// A thread that calls something which waits, for us to know that it does.
class Waiter {
 public:
  template <typename Call>
  explicit Waiter(Call call)
      : thread_([this, call] {
          id_ = os::this_thread();
          result_ = call();
        }) {}

  // However late the machine starts it.
  void await_asleep() {
    while (!id_) sleep_ms(1);
    const std::string path = "/proc/self/task/" + std::to_string(id_) + "/stat";
    for (std::string line;; sleep_ms(1)) {
      std::ifstream file(path);
      if (std::getline(file, line) && line[line.rfind(')') + 2] == 'S') return;
    }
  }

  sxResult result() {
    thread_.join();
    return result_;
  }

 private:
  std::atomic<pid_t> id_{0};
  sxResult result_ = SX_OK;
  std::thread thread_;
};

void kills_and_drops() {
  sxStream s = new_stream(), idle = new_stream();
  sxEvent before = new_event(), behind = new_event();
  CHECK_EQ(sxEventRecord(before, s), SX_OK);
  CHECK_EQ(sxEventSynchronize(before), SX_OK);
  const std::vector<uint32_t> x(64);
  std::vector<uint32_t> y(64);
  step(s, x, y, kLong);
  await_start(y);
  for (int i = 0; i < 5; i++) CHECK_EQ(launch_timed(s, kLong), SX_OK);
  CHECK_EQ(sxEventRecord(behind, s), SX_OK);
  Waiter on_event([&] { return sxEventSynchronize(behind); });
  Waiter on_stream([&] { return sxStreamSynchronize(s); });
  on_event.await_asleep();
  on_stream.await_asleep();

  sxReset report;
  int64_t start = os::now_ns();
  CHECK_EQ(sxContextReset(0, &report), SX_OK);
  CHECK_EQ(report.killed, 1u);
  CHECK_EQ(report.dropped, 6u);
  CHECK(report.queued_ns + report.running_ns <= uint64_t(os::now_ns() - start));
  CHECK_EQ(Progress(s).submitted, Progress(s).completed);
  CHECK_EQ(sxStreamQuery(s), SX_ERROR_RESET);
  CHECK_EQ(sxStreamQuery(idle), SX_ERROR_RESET);
  CHECK_EQ(sxDeviceSynchronize(), SX_ERROR_RESET);
  CHECK_EQ(sxContextReset(0, &report), SX_ERROR_STATE);
  CHECK_EQ(launch_timed(s, 1000), SX_OK);  // what was lost may be submitted again
  CHECK_EQ(sxContextResume(0), SX_OK);
  CHECK_EQ(on_event.result(), SX_ERROR_RESET);
  CHECK_EQ(on_stream.result(), SX_ERROR_RESET);

  CHECK_EQ(sxEventQuery(before), SX_OK);
  CHECK_EQ(sxEventQuery(behind), SX_ERROR_RESET);
  CHECK_EQ(sxStreamWaitEvent(idle, behind), SX_ERROR_RESET);
  CHECK_EQ(sxEventRecord(behind, s), SX_OK);
  CHECK_EQ(sxEventSynchronize(behind), SX_OK);
  CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  CHECK_EQ(sxContextResume(0), SX_ERROR_STATE);
  CHECK_EQ(sxStreamDestroy(s), SX_OK);
  CHECK_EQ(sxStreamDestroy(idle), SX_OK);
}

void a_killed_command_has_done_a_part() {
  sxStream s = new_stream();
  std::vector<uint32_t> x(64), y(64);
  for (uint32_t i = 0; i < 64; i++) x[i] = i;
  step(s, x, y, kLong);
  await_start(y);
  sxReset report;
  CHECK_EQ(sxContextReset(0, &report), SX_OK);
  CHECK_EQ(report.killed, 1u);
  CHECK_EQ(y[31], 31 * 1664525u + 1013904223u);
  CHECK_EQ(y[32], 0u);
  step(s, x, y, 1000);
  CHECK_EQ(sxContextResume(0), SX_OK);
  CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  for (uint32_t i = 0; i < 64; i++) CHECK_EQ(y[i], i * 1664525u + 1013904223u);
  CHECK_EQ(sxStreamDestroy(s), SX_OK);
}

void what_is_done_is_not_lost() {
  sxStream s = new_stream();
  uint64_t state = 1;
  chain(s, &state, 2);
  CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  const Progress before(s);
  CHECK_EQ(launch_timed(s, kLong), SX_OK);
  sleep_ms(1);
  sxReset report;
  CHECK_EQ(sxContextReset(0, &report), SX_OK);
  CHECK_EQ(Progress(s).completed, before.completed);
  CHECK_EQ(sxContextResume(0), SX_OK);
  CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  CHECK_EQ(state, chained(1, 2));
  CHECK_EQ(sxStreamDestroy(s), SX_OK);
}

void refuses_what_nobody_could_submit_again() {
  sxReset report;
  sxStream s = new_stream(SX_STREAM_NON_BLOCKING);
  CHECK_EQ(launch_timed(s, kWhile), SX_OK);
  CHECK_EQ(sxStreamDestroy(s), SX_OK);
  CHECK_EQ(sxContextReset(0, &report), SX_ERROR_STATE);
  CHECK_EQ(sxDeviceSynchronize(), SX_OK);

  static std::atomic<int> host{0};  // 1: it runs, 2: it may end
  s = new_stream();
  auto function = [](void *) {
    host = 1;
    while (host != 2) sleep_ms(1);
  };
  CHECK_EQ(sxLaunchHostFunc(s, function, nullptr), SX_OK);
  while (host != 1) sleep_ms(1);
  CHECK_EQ(sxContextReset(0, &report), SX_ERROR_STATE);
  host = 2;
  CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  CHECK_EQ(sxContextReset(0, nullptr), SX_ERROR_INVALID);
  CHECK_EQ(sxContextReset(1, &report), SX_ERROR_UNSUPPORTED);
  CHECK_EQ(sxContextResume(1), SX_ERROR_UNSUPPORTED);

  // Another device waits for an event: it would wait for ever.
  sxEvent event = new_event();
  CHECK_EQ(launch_timed(s, kWhile), SX_OK);
  CHECK_EQ(sxEventRecord(event, s), SX_OK);
  CHECK_EQ(sxSetDevice(1), SX_OK);
  sxStream elsewhere = new_stream();
  CHECK_EQ(sxStreamWaitEvent(elsewhere, event), SX_OK);
  CHECK_EQ(sxContextReset(0, &report), SX_ERROR_STATE);
  CHECK_EQ(sxStreamSynchronize(elsewhere), SX_OK);
  CHECK_EQ(sxSetDevice(0), SX_OK);
  CHECK_EQ(sxStreamDestroy(s), SX_OK);
}

// First come, first served: without the reset the other one would wait for a minute.
void the_device_is_free_for_others() {
  auto *state = shared<std::atomic<int>>();
  auto reach = [&](int wanted) {
    while (*state < wanted) sleep_ms(1);
  };
  pid_t urgent = start_child([&] {
    CHECK_EQ(sxInit(0), SX_OK);
    sxStream s = new_stream();
    reach(1);
    CHECK_EQ(launch_timed(s, 1000), SX_OK);
    *state = 2;
    CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  });
  pid_t killed = start_child([&] {
    CHECK_EQ(sxInit(0), SX_OK);
    sxStream s = new_stream();
    const std::vector<uint32_t> x(64);
    std::vector<uint32_t> y(64);
    step(s, x, y, kLong);
    await_start(y);
    *state = 1;
    reach(2);
    sxReset report;
    CHECK_EQ(sxContextReset(0, &report), SX_OK);
    CHECK_EQ(report.killed, 1u);
    CHECK_EQ(sxContextResume(0), SX_OK);
  });
  int64_t start = os::now_ns();
  CHECK_EQ(wait_child(urgent), 0);
  CHECK_EQ(wait_child(killed), 0);
  CHECK_TIME(os::now_ns() - start < int64_t(kLong) / 2);
}

}  // namespace

int main() {
  OwnSegment segment("gpu:scheduler=fcfs,npu");
  the_device_is_free_for_others();
  CHECK_EQ(sxInit(0), SX_OK);
  kills_and_drops();
  a_killed_command_has_done_a_part();
  what_is_done_is_not_lost();
  refuses_what_nobody_could_submit_again();
  return 0;
}
