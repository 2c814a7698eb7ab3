// Contexts whose units add up to no more than the device has run at once; others take turns.
#include "tests/soft/soft_test.h"

namespace {

constexpr uint64_t kMs = 1'000'000;
constexpr int kCommands = 20;

struct Meeting {
  std::atomic<int> arrived{0};
};

// Runs commands of 10 ms that fill `width` percent, in a context that may fill `percent`, beside
// another process that does the same; how long they took on the time line.
uint64_t run_beside(Meeting *meeting, const char *percent, uint32_t width) {
  setenv("SOFTXPU_UNITS_PERCENT", percent, 1);
  CHECK_EQ(sxInit(0), SX_OK);
  sxStream s = new_stream();
  sxEvent begin = new_event(), end = new_event();
  CHECK_EQ(launch_timed(s, 1000), SX_OK);
  CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  meeting->arrived++;
  CHECK(eventually([&] { return meeting->arrived == 2; }));
  CHECK_EQ(sxEventRecord(begin, s), SX_OK);
  sxNarrowArgs args{10 * kMs, width};
  for (int i = 0; i < kCommands; i++)
    CHECK_EQ(sxLaunchKernel(kernel("narrow"), &args, sizeof args, s), SX_OK);
  CHECK_EQ(sxEventRecord(end, s), SX_OK);
  CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  uint64_t elapsed = 0;
  CHECK_EQ(sxEventElapsed(&elapsed, begin, end), SX_OK);
  return elapsed;
}

// Both in times of what one takes alone with all units.
struct Times {
  double first, second;
};

Times beside(const char *first, uint32_t first_width, const char *second, uint32_t second_width) {
  struct Shared {
    Meeting meeting;
    uint64_t elapsed[2] = {};
  } *all = shared<Shared>();
  pid_t a =
      check::start_child([&] { all->elapsed[0] = run_beside(&all->meeting, first, first_width); });
  pid_t b = check::start_child(
      [&] { all->elapsed[1] = run_beside(&all->meeting, second, second_width); });
  CHECK_EQ(check::wait_child(a), 0);
  CHECK_EQ(check::wait_child(b), 0);
  constexpr double kAlone = 10.0 * kMs * kCommands;
  return {double(all->elapsed[0]) / kAlone, double(all->elapsed[1]) / kAlone};
}

}  // namespace

int main() {
  OwnSegment segment("gpu");
  // The one needs no more than it has; the other would fill the device, and has 60 % of it.
  Times times = beside("40", 40, "60", 100);
  CHECK_TIME(times.first < 1.1);
  CHECK_TIME(times.second > 1.6 && times.second < 1.8);
  // More than there is: they take turns, and the time slices make each as late as the other.
  times = beside("60", 50, "60", 50);
  CHECK_TIME(times.first > 1.5 && times.second > 1.5);

  check::in_child([] {
    CHECK_EQ(sxInit(0), SX_OK);
    CHECK_EQ(attribute(0, SX_ATTR_UNITS), 100);
    sxNarrowArgs none{1000, 0}, more{1000, 101};
    CHECK_EQ(sxLaunchKernel(kernel("narrow"), &none, sizeof none, nullptr), SX_ERROR_INVALID);
    CHECK_EQ(sxLaunchKernel(kernel("narrow"), &more, sizeof more, nullptr), SX_ERROR_INVALID);
  });
  return 0;
}
