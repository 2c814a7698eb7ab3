// soft-load: requests of timed commands on the soft XPU; see load.h. With SOFT_LOAD_STREAMS=N the
// commands go to so many streams in turn.
#include "programs/load.h"

#include "soft/softxpu.h"

namespace {

void must(sxResult result, const char *what) {
  if (result == SX_OK) return;
  fprintf(stderr, "soft-load: %s: %s\n", what, sxGetErrorString(result));
  exit(1);
}

class SoftDevice {
 public:
  using Event = sxEvent;

  // From now on the soft XPU's own function is called, past Heddle. False if Heddle is not here.
  bool go_direct(bool direct) {
    auto real = reinterpret_cast<void *(*)(const char *, const char *)>(
        dlsym(RTLD_DEFAULT, "heddle_real_symbol"));
    if (!real) return false;
    void *function = real("libsoftxpu.so.1", "sxLaunchKernel");
    launch_ = direct ? reinterpret_cast<decltype(launch_)>(function) : &sxLaunchKernel;
    return true;
  }

  SoftDevice() {
    must(sxInit(0), "sxInit");
    const char *streams = getenv("SOFT_LOAD_STREAMS");
    for (int i = 0, n = streams ? atoi(streams) : 1; i < n; i++)
      must(sxStreamCreate(&streams_.emplace_back(), SX_STREAM_NON_BLOCKING), "sxStreamCreate");
    must(sxGetKernel(&timed_, "timed"), "sxGetKernel");
  }
  void launch(uint64_t nanoseconds) {
    sxTimedArgs arguments{nanoseconds};
    streams_.push_back(streams_.front());  // whose turn it is, is the last
    streams_.pop_front();
    must(launch_(timed_, &arguments, sizeof arguments, streams_.back()), "sxLaunchKernel");
  }
  void synchronize() {
    for (sxStream stream : streams_) must(sxStreamSynchronize(stream), "sxStreamSynchronize");
  }
  Event record() {
    sxEvent event;
    if (spare_.empty()) {
      must(sxEventCreate(&event), "sxEventCreate");
    } else {
      event = spare_.back();
      spare_.pop_back();
    }
    must(sxEventRecord(event, streams_.back()), "sxEventRecord");
    return event;
  }
  void wait(Event event) { must(sxEventSynchronize(event), "sxEventSynchronize"); }
  void give_back(Event event) { spare_.push_back(event); }

 private:
  decltype(&sxLaunchKernel) launch_ = &sxLaunchKernel;
  std::deque<sxStream> streams_;
  sxKernel timed_ = nullptr;
  std::deque<sxEvent> spare_;
};

}  // namespace

int main(int argc, char **argv) { return heddle::load_main<SoftDevice>(argc, argv); }
