// The program has a wrapper of its own around sxLaunchKernel and finds the one behind it by
// dlsym(RTLD_NEXT). What "next" means depends on who asks, so a shared object asks as well.
#include <dlfcn.h>

#include "common.h"

constexpr int kSteps = 500;

std::atomic<int> calls = 0;

extern "C" sxResult sxLaunchKernel(sxKernel kernel, const void *arguments, size_t size,
                                   sxStream stream) {
  static const auto next =
      reinterpret_cast<decltype(&sxLaunchKernel)>(dlsym(RTLD_NEXT, "sxLaunchKernel"));
  ++calls;
  return next ? next(kernel, arguments, size, stream) : SX_ERROR_UNSUPPORTED;
}

extern "C" sxResult launch_from_object(sxKernel kernel, const void *arguments, size_t size,
                                       sxStream stream);

int main() {
  SHOW(sxInit(0));
  SHOW(dlsym(RTLD_NEXT, "sxLaunchKernel") != nullptr);
  SHOW(dlsym(RTLD_NEXT, "sxLaunchKernel") != reinterpret_cast<void *>(&sxLaunchKernel));
  SHOW(dlsym(RTLD_DEFAULT, "sxLaunchKernel") == reinterpret_cast<void *>(&sxLaunchKernel));
  SHOW(dlsym(RTLD_NEXT, "sxNoSuchFunction") == nullptr);
  SHOW(dlsym(RTLD_NEXT, "launch_from_object") == reinterpret_cast<void *>(&launch_from_object));

  const sxStream stream = make_stream(SX_STREAM_NON_BLOCKING);
  Chain chain;
  for (int i = 0; i < kSteps; ++i) {
    timed(pace(i), stream);
    chain.step(i, stream);
  }
  SHOW(sxStreamSynchronize(stream));
  chain.print("wrapped");
  std::printf("calls %d\n", calls.load());

  // Both ways in turn keep the order of the stream.
  sxKernel kernel;
  MUST(sxGetKernel(&kernel, "chain"));
  for (int i = 0; i < kSteps; ++i) {
    if (i % 5 == 0) timed(pace(i), stream);
    if (i % 2) {
      chain.step(i, stream);
    } else {
      const sxChainArgs arguments{chain.state, uint64_t(i)};
      MUST(launch_from_object(kernel, &arguments, sizeof arguments, stream));
      chain.expected = chained(chain.expected, i);
    }
  }
  SHOW(sxStreamSynchronize(stream));
  chain.print("both ways");
  std::printf("calls %d\n", calls.load());
  SHOW(sxLaunchKernel(nullptr, nullptr, 0, stream));
  SHOW(launch_from_object(nullptr, nullptr, 0, stream));
  std::printf("calls %d\n", calls.load());
}
