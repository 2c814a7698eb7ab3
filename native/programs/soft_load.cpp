// soft-load: an ordinary program of the soft XPU that knows nothing of Heddle. The demonstration
// and the benchmarks run it twice, once as the urgent task and once as the background.
//
// It sends requests: each is N timed commands on one stream. A request is logged as one line,
// "BEGIN_NS END_NS" on CLOCK_MONOTONIC: when it was due, and when its last command was done.
//   soft-load requests COMMANDS COMMAND_US EVERY_US IN_FLIGHT SECONDS
//       a request every EVERY_US (0: as fast as it can), up to IN_FLIGHT unfinished ones
//   soft-load launch-cost ROUNDS
//       prints the host nanoseconds of one launch, a line a round
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <deque>

#include "common/os.h"
#include "soft/softxpu.h"

namespace {

void must(sxResult result, const char *what) {
  if (result == SX_OK) return;
  fprintf(stderr, "soft-load: %s: %s\n", what, sxGetErrorString(result));
  exit(1);
}

struct Request {
  int64_t begin_ns;
  sxEvent done;
};

class Load {
 public:
  Load() {
    must(sxInit(0), "sxInit");
    must(sxStreamCreate(&stream_, SX_STREAM_NON_BLOCKING), "sxStreamCreate");
    must(sxGetKernel(&timed_, "timed"), "sxGetKernel");
  }

  void launch(uint64_t nanoseconds) {
    sxTimedArgs arguments{nanoseconds};
    must(sxLaunchKernel(timed_, &arguments, sizeof arguments, stream_), "sxLaunchKernel");
  }

  void requests(int commands, uint64_t command_ns, int64_t every_ns, size_t in_flight,
                int64_t until_ns) {
    int64_t due = os::now_ns();
    while (due < until_ns) {
      if (every_ns) os::sleep_until(due);
      int64_t begin = every_ns ? due : os::now_ns();
      if (every_ns && in_flight == 1) {  // the common urgent program: launch, then synchronize
        for (int i = 0; i < commands; i++) launch(command_ns);
        must(sxStreamSynchronize(stream_), "sxStreamSynchronize");
        log(begin);
      } else {
        submit(begin, commands, command_ns);
        while (pending_.size() >= in_flight) finish_oldest();
      }
      // A request that took too long is not caught up with: a camera drops frames.
      due = every_ns ? due + every_ns : os::now_ns();
      while (every_ns && due < os::now_ns()) due += every_ns;
    }
    while (!pending_.empty()) finish_oldest();
  }

  void launch_cost(int rounds) {
    constexpr int kLaunches = 400;  // stays below the stream's capacity: none of them waits
    for (int r = 0; r < rounds; r++) {
      launch(2'000'000);  // keeps the device busy, so that no launch has to wake it
      int64_t start = os::now_ns();
      for (int i = 0; i < kLaunches; i++) launch(100);
      int64_t end = os::now_ns();
      must(sxStreamSynchronize(stream_), "sxStreamSynchronize");
      printf("%.1f\n", double(end - start) / kLaunches);
    }
  }

 private:
  void submit(int64_t begin, int commands, uint64_t command_ns) {
    Request request{begin, nullptr};
    if (!spare_.empty()) {
      request.done = spare_.back();
      spare_.pop_back();
    } else {
      must(sxEventCreate(&request.done), "sxEventCreate");
    }
    for (int i = 0; i < commands; i++) launch(command_ns);
    must(sxEventRecord(request.done, stream_), "sxEventRecord");
    pending_.push_back(request);
  }

  void finish_oldest() {
    Request request = pending_.front();
    pending_.pop_front();
    must(sxEventSynchronize(request.done), "sxEventSynchronize");
    log(request.begin_ns);
    spare_.push_back(request.done);
  }

  static void log(int64_t begin_ns) {
    printf("%lld %lld\n", static_cast<long long>(begin_ns), static_cast<long long>(os::now_ns()));
    fflush(stdout);  // whole lines only, should we be killed
  }

  sxStream stream_ = nullptr;
  sxKernel timed_ = nullptr;
  std::deque<Request> pending_;
  std::deque<sxEvent> spare_;
};

}  // namespace

int main(int argc, char **argv) {
  if (argc == 7 && !strcmp(argv[1], "requests")) {
    Load load;
    load.requests(atoi(argv[2]), uint64_t(atof(argv[3]) * 1000), int64_t(atof(argv[4]) * 1000),
                  size_t(atoi(argv[5])), os::now_ns() + int64_t(atof(argv[6]) * 1e9));
    return 0;
  }
  if (argc == 3 && !strcmp(argv[1], "launch-cost")) {
    Load().launch_cost(atoi(argv[2]));
    return 0;
  }
  fprintf(stderr,
          "usage: soft-load requests COMMANDS COMMAND_US EVERY_US IN_FLIGHT SECONDS\n"
          "       soft-load launch-cost ROUNDS\n");
  return 2;
}
