// cuda-load: requests of commands of a given length on a CUDA device; see load.h. It needs the
// driver only: the kernel is PTX text, which the driver compiles.
//   cuda-load calibrate
//       prints how many turns of the kernel's loop take a nanosecond; given back as
//       CUDA_LOAD_TURNS_PER_NS, commands have the same length beside others too
// With CUDA_LOAD_GRAPH=1 a request is one CUDA graph, captured once. With CUDA_LOAD_COOPERATIVE=1
// every launch is a cooperative one.
#include <algorithm>
#include <map>

#include "programs/load.h"

namespace {

// Arithmetic that nobody can leave out, for a given number of turns.
constexpr char kPtx[] = R"(
.version 6.0
.target sm_50
.address_size 64
.visible .entry work(.param .u32 turns, .param .u64 out)
{
  .reg .pred %again, %never;
  .reg .f32 %x, %y;
  .reg .b32 %n, %i, %t;
  .reg .b64 %p;
  ld.param.u32 %n, [turns];
  mov.u32 %t, %tid.x;
  cvt.rn.f32.u32 %x, %t;
  mov.f32 %y, 0f3F7FFFFF;
  mov.u32 %i, 0;
again:
  fma.rn.f32 %x, %x, %y, 0f33D6BF95;
  add.u32 %i, %i, 1;
  setp.lt.u32 %again, %i, %n;
  @%again bra again;
  setp.eq.f32 %never, %x, 0fC7F12000;
  @!%never bra end;
  ld.param.u64 %p, [out];
  st.global.f32 [%p], %x;
end:
  ret;
}
)";

using Handle = void *;

// The driver's functions that we call, with their parameters.
#define FUNCTIONS(DO)                                                                              \
  DO(cuInit, unsigned)                                                                             \
  DO(cuDeviceGet, int *, int)                                                                      \
  DO(cuDeviceGetAttribute, int *, int, int)                                                        \
  DO(cuDevicePrimaryCtxRetain, Handle *, int)                                                      \
  DO(cuCtxSetCurrent, Handle)                                                                      \
  DO(cuModuleLoadData, Handle *, const void *)                                                     \
  DO(cuModuleGetFunction, Handle *, Handle, const char *)                                          \
  DO(cuStreamCreate, Handle *, unsigned)                                                           \
  DO(cuStreamSynchronize, Handle)                                                                  \
  DO(cuStreamBeginCapture_v2, Handle, int)                                                         \
  DO(cuStreamEndCapture, Handle, Handle *)                                                         \
  DO(cuGraphInstantiateWithFlags, Handle *, Handle, unsigned long long)                            \
  DO(cuGraphLaunch, Handle, Handle)                                                                \
  DO(cuEventCreate, Handle *, unsigned)                                                            \
  DO(cuEventRecord, Handle, Handle)                                                                \
  DO(cuEventSynchronize, Handle)                                                                   \
  DO(cuGetErrorString, int, const char **)                                                         \
  DO(cuLaunchCooperativeKernel, Handle, unsigned, unsigned, unsigned, unsigned, unsigned,          \
     unsigned, unsigned, Handle, void **)                                                          \
  DO(cuLaunchKernel, Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
     Handle, void **, void **)

struct Driver {
#define MEMBER(name, ...) int (*name)(__VA_ARGS__);
  FUNCTIONS(MEMBER)

  Driver() {
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) fail(dlerror());
#define LOOK(name, ...)                                                 \
  name = reinterpret_cast<int (*)(__VA_ARGS__)>(dlsym(library, #name)); \
  if (!name) fail(#name " is missing from the CUDA driver");
    FUNCTIONS(LOOK)
  }

  [[noreturn]] static void fail(const char *why) {
    fprintf(stderr, "cuda-load: %s\n", why);
    exit(1);
  }
};

class CudaDevice {
 public:
  using Event = Handle;

  CudaDevice() {
    Handle context, module;
    int device;
    must(cu.cuInit(0), "cuInit");
    must(cu.cuDeviceGet(&device, 0), "cuDeviceGet");
    constexpr int kMultiprocessors = 16;  // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
    must(cu.cuDeviceGetAttribute(&units_, kMultiprocessors, device), "cuDeviceGetAttribute");
    if (cooperative_) fit(device);
    must(cu.cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    must(cu.cuCtxSetCurrent(context), "cuCtxSetCurrent");
    must(cu.cuModuleLoadData(&module, kPtx), "cuModuleLoadData");
    must(cu.cuModuleGetFunction(&work_, module, "work"), "cuModuleGetFunction");
    constexpr unsigned kNonBlocking = 1;
    must(cu.cuStreamCreate(&stream_, kNonBlocking), "cuStreamCreate");
    calibrate();
  }
  double turns_per_ns() const { return turns_per_ns_; }

  // From now on the driver's own function is called, past Heddle. False if Heddle is not here.
  bool go_direct(bool direct) {
    auto real = reinterpret_cast<void *(*)(const char *, const char *)>(
        dlsym(RTLD_DEFAULT, "heddle_real_symbol"));
    if (!real) return false;
    static const auto intercepted = cu.cuLaunchKernel;
    void *driver = real("libcuda.so.1", "cuLaunchKernel");
    cu.cuLaunchKernel =
        direct ? reinterpret_cast<decltype(cu.cuLaunchKernel)>(driver) : intercepted;
    return true;
  }
  void launch(uint64_t nanoseconds) { launch_turns(unsigned(double(nanoseconds) * turns_per_ns_)); }
  void request(int commands, uint64_t nanoseconds) {
    auto launch_all = [&] {
      for (int i = 0; i < commands; i++) launch(nanoseconds);
    };
    if (!graphs_) return launch_all();
    Handle &executable = executables_[{commands, nanoseconds}];
    if (!executable) {
      Handle graph;
      constexpr int kThreadLocal = 1;
      must(cu.cuStreamBeginCapture_v2(stream_, kThreadLocal), "cuStreamBeginCapture");
      launch_all();
      must(cu.cuStreamEndCapture(stream_, &graph), "cuStreamEndCapture");
      must(cu.cuGraphInstantiateWithFlags(&executable, graph, 0), "cuGraphInstantiate");
    }
    must(cu.cuGraphLaunch(executable, stream_), "cuGraphLaunch");
  }
  void synchronize() { must(cu.cuStreamSynchronize(stream_), "cuStreamSynchronize"); }
  Event record() {
    Handle event;
    if (spare_.empty()) {
      constexpr unsigned kDisableTiming = 2;
      must(cu.cuEventCreate(&event, kDisableTiming), "cuEventCreate");
    } else {
      event = spare_.back();
      spare_.pop_back();
    }
    must(cu.cuEventRecord(event, stream_), "cuEventRecord");
    return event;
  }
  void wait(Event event) { must(cu.cuEventSynchronize(event), "cuEventSynchronize"); }
  void give_back(Event event) { spare_.push_back(event); }

 private:
  void must(int result, const char *what) {
    if (result == 0) return;
    const char *text = nullptr;
    cu.cuGetErrorString(result, &text);
    fprintf(stderr, "cuda-load: %s: %s\n", what, text ? text : "unknown error");
    exit(1);
  }

  // All blocks of a cooperative launch run at once: no more of them than there is room for.
  void fit(int device) {
    constexpr int kThreadsOfUnit = 39;  // CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR
    int threads = 0;
    must(cu.cuDeviceGetAttribute(&threads, kThreadsOfUnit, device), "cuDeviceGetAttribute");
    blocks_per_unit_ = std::clamp(unsigned(threads) / kThreads, 1u, blocks_per_unit_);
  }

  void launch_turns(unsigned turns) {
    void *out = nullptr;
    void *arguments[] = {&turns, &out};
    const unsigned blocks = unsigned(units_) * blocks_per_unit_;
    if (cooperative_)
      must(cu.cuLaunchCooperativeKernel(work_, blocks, 1, 1, kThreads, 1, 1, 0, stream_, arguments),
           "cuLaunchCooperativeKernel");
    else
      must(cu.cuLaunchKernel(work_, blocks, 1, 1, kThreads, 1, 1, 0, stream_, arguments, nullptr),
           "cuLaunchKernel");
  }

  // The fastest of several runs: others may be on the device. The difference of two lengths leaves
  // out what a launch costs.
  void calibrate() {
    if (const char *known = getenv("CUDA_LOAD_TURNS_PER_NS")) {
      turns_per_ns_ = atof(known);
      return;
    }
    constexpr unsigned kTurns = 200'000;
    auto time = [&](unsigned turns) {
      int64_t best = INT64_MAX;
      for (int i = 0; i < 20; i++) {
        int64_t start = os::now_ns();
        launch_turns(turns);
        synchronize();
        best = std::min(best, os::now_ns() - start);
      }
      return best;
    };
    time(kTurns);  // clocks go up
    turns_per_ns_ = double(kTurns) / double(time(2 * kTurns) - time(kTurns));
  }

  static constexpr unsigned kThreads = 256;

  Driver cu;
  int units_ = 1;
  unsigned blocks_per_unit_ = 8;  // fills the device
  double turns_per_ns_ = 1;
  Handle work_ = nullptr, stream_ = nullptr;
  std::deque<Handle> spare_;
  const bool graphs_ = getenv("CUDA_LOAD_GRAPH") != nullptr;
  const bool cooperative_ = getenv("CUDA_LOAD_COOPERATIVE") != nullptr;
  std::map<std::pair<int, uint64_t>, Handle> executables_;  // by commands and their length
};

}  // namespace

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "calibrate")) {
    printf("%.6f\n", CudaDevice().turns_per_ns());
    return 0;
  }
  return heddle::load_main<CudaDevice>(argc, argv);
}
