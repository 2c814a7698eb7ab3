// The program has a wrapper of its own around cuLaunchKernel and finds the one behind it by
// dlsym(RTLD_NEXT). What "next" means depends on who asks, so a shared object asks as well.
// Covers: launches are seen whichever way the program found the function.
#include "common.h"

constexpr int kSteps = 500;

std::atomic<int> calls = 0;

extern "C" CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                   unsigned by, unsigned bz, unsigned shared, CUstream stream,
                                   void **parameters, void **extra) {
  static const auto next =
      reinterpret_cast<decltype(&cuLaunchKernel)>(dlsym(RTLD_NEXT, "cuLaunchKernel"));
  ++calls;
  return next ? next(f, gx, gy, gz, bx, by, bz, shared, stream, parameters, extra)
              : CUDA_ERROR_NOT_FOUND;
}

extern "C" CUresult launch_from_object(CUfunction f, CUstream stream, void **parameters);

int main() {
  char way[] = "linked", *arguments[] = {way, way, nullptr};
  begin(2, arguments);
  SHOW(dlsym(RTLD_NEXT, "cuLaunchKernel") != nullptr);
  SHOW(dlsym(RTLD_NEXT, "cuLaunchKernel") != reinterpret_cast<void *>(&cuLaunchKernel));
  SHOW(dlsym(RTLD_DEFAULT, "cuLaunchKernel") == reinterpret_cast<void *>(&cuLaunchKernel));
  SHOW(dlsym(RTLD_NEXT, "cuNoSuchFunction") == nullptr);
  SHOW(dlsym(RTLD_NEXT, "launch_from_object") == reinterpret_cast<void *>(&launch_from_object));

  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  Chain chain;
  for (int i = 0; i < kSteps; ++i) {
    spin(pace(i), stream);
    chain.step(i, stream);
  }
  SHOW(cu.StreamSynchronize(stream));
  chain.print("wrapped");
  std::printf("calls %d\n", calls.load());

  // Both ways in turn keep the order of the stream.
  for (uint64_t i = 0; i < kSteps; ++i) {
    if (i % 5 == 0) spin(pace(i), stream);
    if (i % 2) {
      chain.step(i, stream);
    } else {
      void *parameters[] = {&chain.state, &i};
      MUST(launch_from_object(kernels.chain, stream, parameters));
      chain.expect(i);
    }
  }
  SHOW(cu.StreamSynchronize(stream));
  chain.print("both ways");
  std::printf("calls %d\n", calls.load());
}
