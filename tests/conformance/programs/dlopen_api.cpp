// The library is not linked but loaded at run time, and its functions are found by name.
#include <dlfcn.h>

#include "common.h"

// clang-format off
#define FUNCTIONS(DO)                                                                           \
  DO(sxInit) DO(sxGetVersion) DO(sxGetErrorString) DO(sxDeviceCount) DO(sxDeviceGetName)        \
  DO(sxDeviceGetAttribute) DO(sxSetDevice) DO(sxGetDevice) DO(sxDeviceSynchronize) DO(sxMalloc) \
  DO(sxFree) DO(sxMemGetInfo) DO(sxMemcpy) DO(sxMemcpyAsync) DO(sxMemsetAsync)                  \
  DO(sxStreamCreate) DO(sxStreamDestroy) DO(sxStreamSynchronize) DO(sxStreamQuery)              \
  DO(sxStreamGetDevice) DO(sxStreamWaitEvent) DO(sxLaunchHostFunc) DO(sxEventCreate)            \
  DO(sxEventDestroy) DO(sxEventRecord) DO(sxEventQuery) DO(sxEventSynchronize)                  \
  DO(sxEventElapsed) DO(sxGetKernel) DO(sxLaunchKernel) DO(sxStreamBeginCapture)                \
  DO(sxStreamEndCapture) DO(sxStreamIsCapturing) DO(sxGraphInstantiate) DO(sxGraphLaunch)       \
  DO(sxGraphDestroy) DO(sxGraphExecDestroy) DO(sxStreamWaitValue32) DO(sxStreamWriteValue64)    \
  DO(sxContextSetTimeslice) DO(sxContextGetTimeslice) DO(sxContextDisable)
// clang-format on

struct Api {
#define MEMBER(name) decltype(&::name) name;
  FUNCTIONS(MEMBER)
};

// Fills the table by means of `find`, and says which names it lacks.
template <class Find>
Api look_up(const char *label, Find find) {
  Api api{};
  int found = 0;
#define LOOK(name)                                             \
  api.name = reinterpret_cast<decltype(&::name)>(find(#name)); \
  if (api.name)                                                \
    ++found;                                                   \
  else                                                         \
    std::printf("%s lacks %s\n", label, #name);
  FUNCTIONS(LOOK)
  std::printf("%s found %d\n", label, found);
  return api;
}

// The same work by whichever way the functions were found.
void compute(const char *label, const Api &api, int steps) {
  SHOW(api.sxInit(0));
  sxStream stream;
  sxKernel timed_kernel, chain_kernel;
  void *state = nullptr;
  uint64_t expected = 1;
  SHOW(api.sxStreamCreate(&stream, SX_STREAM_DEFAULT));
  SHOW(api.sxGetKernel(&timed_kernel, "timed"));
  SHOW(api.sxGetKernel(&chain_kernel, "chain"));
  SHOW(api.sxMalloc(&state, sizeof expected));
  SHOW(api.sxMemcpy(state, &expected, sizeof expected));
  for (int i = 0; i < steps; ++i) {
    const sxTimedArgs pause{pace(i) * 1000};
    const sxChainArgs step{static_cast<uint64_t *>(state), uint64_t(i)};
    must(api.sxLaunchKernel(timed_kernel, &pause, sizeof pause, stream), "timed");
    must(api.sxLaunchKernel(chain_kernel, &step, sizeof step, stream), "chain");
    expected = chained(expected, i);
  }
  uint64_t result = 0;
  SHOW(api.sxMemcpyAsync(&result, state, sizeof result, stream));
  SHOW(api.sxStreamSynchronize(stream));
  std::printf("%s %016" PRIx64 " %s\n", label, result, result == expected ? "right" : "WRONG");
  SHOW(api.sxFree(state));
  SHOW(api.sxStreamDestroy(stream));
}

int main() {
  // Only rules that hold whether or not something else already brought these names into the
  // program: that is, nothing is said about sx* names before the library is loaded.
  SHOW(dlsym(RTLD_DEFAULT, "sxNoSuchFunction") == nullptr);
  SHOW(dlsym(RTLD_NEXT, "sxNoSuchFunction") == nullptr);
  SHOW(dlsym(RTLD_DEFAULT, "getpid") != nullptr);
  SHOW(dlsym(RTLD_NEXT, "getpid") == dlsym(RTLD_DEFAULT, "getpid"));
  SHOW(dlopen("libsoftxpu.so.none", RTLD_NOW) == nullptr);
  SHOW(dlerror() != nullptr);
  SHOW(dlerror() == nullptr);

  void *library = dlopen("libsoftxpu.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::printf("no library\n");
    return 1;
  }
  SHOW(dlopen("libsoftxpu.so.1", RTLD_NOW) == library);
  SHOW(dlopen("libsoftxpu.so.1", RTLD_NOW | RTLD_NOLOAD) == library);
  SHOW(dlsym(library, "sxNoSuchFunction") == nullptr);
  SHOW(dlerror() != nullptr);
  SHOW(dlvsym(library, "sxInit", "SOFTXPU_9") == nullptr);
  SHOW(dlvsym(library, "sxNoSuchFunction", "SOFTXPU_1") == nullptr);
  dlerror();
  SHOW(dlsym(library, "getpid") == dlsym(RTLD_DEFAULT, "getpid"));  // by way of its own libraries

  const Api plain = look_up("dlsym", [&](const char *name) { return dlsym(library, name); });
  const Api versioned =
      look_up("dlvsym", [&](const char *name) { return dlvsym(library, name, "SOFTXPU_1"); });
  compute("dlsym", plain, 300);
  compute("dlvsym", versioned, 300);

  // A function is the same function however it was found; so are the handles made by it.
  sxStream stream;
  SHOW(plain.sxStreamCreate(&stream, SX_STREAM_NON_BLOCKING));
  SHOW(versioned.sxStreamSynchronize(stream));
  SHOW(versioned.sxStreamDestroy(stream));
  SHOW(plain.sxStreamSynchronize(stream));

  // Once its names are global, the program finds them without a handle.
  SHOW(dlopen("libsoftxpu.so.1", RTLD_NOW | RTLD_GLOBAL) == library);
  const Api global = look_up("default", [](const char *name) { return dlsym(RTLD_DEFAULT, name); });
  compute("default", global, 300);
  int version = 0;
  SHOW(global.sxGetVersion(&version));
  std::printf("version %d: %s\n", version, global.sxGetErrorString(SX_OK));
  SHOW(global.sxDeviceSynchronize());
}
