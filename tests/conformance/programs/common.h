// Helpers of the conformance programs. Each program prints every result and every error code to
// stdout and nothing that can differ between two runs: no times, addresses or process numbers,
// and nothing that depends on which of two unordered commands ran first. A test compares the
// output of a plain run with that of a run in which the program is held and released at random.
#pragma once

#include <atomic>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "softxpu.h"

// Prints a call as it is written here, and its code.
#define SHOW(...) std::printf("%s = %d\n", #__VA_ARGS__, static_cast<int>(__VA_ARGS__))

// A call that the rest of the program depends on.
#define MUST(...) must((__VA_ARGS__), #__VA_ARGS__)
inline void must(sxResult result, const char *call) {
  if (result == SX_OK) return;
  std::printf("%s failed with %d\n", call, static_cast<int>(result));
  std::exit(1);
}

// Lengths of timed kernels, in microseconds: the same sequence in every run, half a millisecond
// on average.
inline uint64_t pace(uint64_t i) {
  static constexpr uint64_t lengths[] = {20, 1000, 50, 200, 2000, 100, 20, 500};
  i = (i + 1) * 0x9e3779b97f4a7c15u;
  return lengths[(i ^ (i >> 29)) >> 7 & 7];
}

template <class Arguments>
void launch(const char *name, const Arguments &arguments, sxStream stream) {
  sxKernel kernel;
  MUST(sxGetKernel(&kernel, name));
  MUST(sxLaunchKernel(kernel, &arguments, sizeof arguments, stream));
}

inline void timed(uint64_t microseconds, sxStream stream) {
  launch("timed", sxTimedArgs{microseconds * 1000}, stream);
}

inline sxStream make_stream(unsigned flags) {
  sxStream stream;
  MUST(sxStreamCreate(&stream, flags));
  return stream;
}

inline sxEvent make_event() {
  sxEvent event;
  MUST(sxEventCreate(&event));
  return event;
}

template <class T>
T *device_array(size_t count) {
  void *pointer;
  MUST(sxMalloc(&pointer, count * sizeof(T)));
  return static_cast<T *>(pointer);
}

// What the "chain" kernel makes of a state. The result depends on the order of all steps.
inline uint64_t chained(uint64_t state, uint64_t value) {
  return state * 6364136223846793005u + value;
}

// A state in device memory together with what the host expects it to become.
struct Chain {
  uint64_t *state = device_array<uint64_t>(1);
  uint64_t expected = 1;

  Chain() { MUST(sxMemcpy(state, &expected, sizeof expected)); }

  void step(uint64_t value, sxStream stream) {
    launch("chain", sxChainArgs{state, value}, stream);
    expected = chained(expected, value);
  }

  // The caller has waited for the steps: a non-blocking stream is not waited for here.
  void print(const char *label) const {
    uint64_t result = 0;
    MUST(sxMemcpy(&result, state, sizeof result));
    std::printf("%s %016" PRIx64 " %s\n", label, result, result == expected ? "right" : "WRONG");
  }
};

// Holds a stream up until it is opened, so that a query meanwhile finds unfinished work however
// fast the device is.
class Gate {
 public:
  void close(sxStream stream) { MUST(sxLaunchHostFunc(stream, pass, this)); }
  void open() {
    open_ = true;
    open_.notify_all();
  }

 private:
  static void pass(void *gate) { static_cast<Gate *>(gate)->open_.wait(false); }
  std::atomic<bool> open_ = false;
};

// A checksum of host memory (FNV-1a).
inline uint64_t checksum(const void *data, size_t bytes) {
  uint64_t sum = 0xcbf29ce484222325u;
  for (auto *byte = static_cast<const unsigned char *>(data); bytes-- > 0; ++byte)
    sum = (sum ^ *byte) * 0x100000001b3u;
  return sum;
}
