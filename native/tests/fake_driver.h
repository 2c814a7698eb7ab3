// The fake CUDA driver's functions by name, and short words for what tests do with them.
#pragma once

#include <dlfcn.h>

#include <set>
#include <thread>
#include <vector>

#include "tests/soft/soft_test.h"

using Handle = void *;
using Address = unsigned long long;

inline void *library;

inline void *symbol(const char *name) {
  void *found = dlsym(library, name);
  if (!found) fprintf(stderr, "%s is missing\n", name);
  CHECK(found);
  return found;
}

// A function of the driver, called as C calls it: handles are pointers, enumerations are int.
template <class... Arguments>
inline int call(const char *name, Arguments... arguments) {
  return reinterpret_cast<int (*)(Arguments...)>(symbol(name))(arguments...);
}

constexpr Handle kLegacy = nullptr;
const Handle kPerThread = reinterpret_cast<Handle>(2);
constexpr unsigned kBlocking = 0, kNonBlocking = 1;
constexpr unsigned kGreaterEqual = 0, kEqual = 1, kAnd = 2, kNor = 3;
constexpr int kGlobal = 0, kThreadLocal = 1, kRelaxed = 2;

constexpr char kPtx[] = R"(
.version 6.0
.target sm_50
.address_size 64
.visible .entry spin(.param .u64 nanoseconds) { ret; }
.visible .entry chain(.param .u64 state, .param .u64 value) { ret; }
.visible .entry fill(.param .u64 y, .param .u64 n, .param .f32 value) { ret; }
.visible .entry axpy(.param .f32 a, .param .u64 x, .param .u64 y, .param .u64 n) { ret; }
.entry
  fault() { ret; }
.visible .entry other() { ret; }
)";

// What a program has: a context, and its kernels.
struct World {
  World() {
    CHECK_EQ(call("cuInit", 0u), 0);
    CHECK_EQ(call("cuDevicePrimaryCtxRetain", &context, 0), 0);
    CHECK_EQ(call("cuCtxSetCurrent", context), 0);
    CHECK_EQ(call("cuModuleLoadData", &module, static_cast<const void *>(kPtx)), 0);
  }
  Handle function(const char *name) {
    Handle found = nullptr;
    CHECK_EQ(call("cuModuleGetFunction", &found, module, name), 0);
    return found;
  }
  template <class... Arguments>
  int launch(const char *name, Handle stream, Arguments... arguments) {
    void *parameters[] = {&arguments..., nullptr};
    void **none = nullptr;
    return call("cuLaunchKernel", function(name), 1u, 1u, 1u, 1u, 1u, 1u, 0u, stream,
                &parameters[0], none);
  }
  void spin(Handle stream, uint64_t ns) { CHECK_EQ(launch("spin", stream, ns), 0); }
  void chain(Handle stream, Address state, uint64_t value) {
    CHECK_EQ(launch("chain", stream, state, value), 0);
  }
  Handle stream(unsigned flags = kNonBlocking) {
    Handle made = nullptr;
    CHECK_EQ(call("cuStreamCreate", &made, flags), 0);
    return made;
  }
  Handle event(unsigned flags = 0) {
    Handle made = nullptr;
    CHECK_EQ(call("cuEventCreate", &made, flags), 0);
    return made;
  }
  // Words that host and device share.
  template <class T = uint64_t>
  T *words(size_t count = 64) {
    void *made = nullptr;
    CHECK_EQ(call("cuMemHostAlloc", &made, count * sizeof(T), 0u), 0);
    return static_cast<T *>(made);
  }
  Handle context = nullptr, module = nullptr;
};

template <class T>
inline Address at(T *pointer) {
  return Address(reinterpret_cast<uintptr_t>(pointer));
}

inline int sync(Handle stream) { return call("cuStreamSynchronize", stream); }
inline int query(Handle stream) { return call("cuStreamQuery", stream); }

// Holds a stream until all that matters is queued.
struct Hold {
  explicit Hold(World &world) : word(world.words<uint32_t>()) {}
  void on(Handle stream) {
    CHECK_EQ(call("cuStreamWaitValue32_v2", stream, at(word), 1u, kEqual), 0);
  }
  void release() { __atomic_store_n(word, 1, __ATOMIC_RELEASE); }
  uint32_t *word;
};

// Runs each test in a separate process; the exit code of the program.
inline int run_tests(int argc, char **argv,
                     const std::vector<std::pair<const char *, void (*)()>> &tests) {
  OwnSegment segment("gpu");
  library = dlopen(argc > 1 ? argv[1] : FAKE_CUDA, RTLD_NOW);
  if (!library) fprintf(stderr, "%s\n", dlerror());
  CHECK(library);
  int failed = 0;
  for (auto [name, test] : tests) {
    if (check::wait_child(check::start_child(test)) == 0) continue;
    fprintf(stderr, "failed: %s\n", name);
    failed++;
  }
  return failed != 0;
}
