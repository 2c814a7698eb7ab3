// Helpers of the CUDA conformance programs. Each program prints every result and every error code
// to stdout and nothing that can differ between two runs on one machine: no times, addresses or
// process numbers, and nothing that depends on which of two unordered commands ran first. A test
// compares the output of a plain run with that of a run in which the program is held and released
// at random. The first argument says how the driver's functions are found, see driver.h.
//
// "Covers" at the head of a program names the rules that schedulers of this kind are known to
// break, and that this program would catch.
#pragma once

#include <atomic>
#include <cinttypes>

#include "driver.h"
#include "kernels.h"

// Prints a call as it is written here, and its code.
#define SHOW(...) std::printf("%s = %d\n", #__VA_ARGS__, static_cast<int>(__VA_ARGS__))

// A call that the rest of the program depends on.
#define MUST(...) must((__VA_ARGS__), #__VA_ARGS__)
inline void must(CUresult result, const char *call) {
  if (result == CUDA_SUCCESS) return;
  std::printf("%s failed with %d\n", call, result);
  std::exit(1);
}

// Lengths of spinning kernels, in microseconds: the same sequence in every run, half a millisecond
// on average.
inline uint64_t pace(uint64_t i) {
  static constexpr uint64_t lengths[] = {20, 1000, 50, 200, 2000, 100, 20, 500};
  i = (i + 1) * 0x9e3779b97f4a7c15u;
  return lengths[(i ^ (i >> 29)) >> 7 & 7];
}

// -- kernels --------------------------------------------------------------------------------------

struct Kernels {
  CUmodule module;
  CUfunction spin, chain, fill, axpy, fault;
};
inline Kernels kernels;  // of the primary context
inline CUdevice device;
inline CUcontext primary;

template <class... Arguments>
CUresult launch(CUfunction kernel, unsigned blocks, unsigned threads, CUstream stream,
                Arguments... arguments) {
  void *pointers[] = {&arguments..., nullptr};
  return cu.LaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, 0, stream, pointers, nullptr);
}

inline void spin(uint64_t microseconds, CUstream stream, const Kernels &of = kernels) {
  MUST(launch(of.spin, 1, 1, stream, microseconds * 1000));
}

constexpr unsigned kBlock = 256;
inline unsigned blocks_for(uint64_t n) { return unsigned((n + kBlock - 1) / kBlock); }

inline void fill(CUdeviceptr y, uint64_t n, float value, CUstream stream) {
  MUST(launch(kernels.fill, blocks_for(n), kBlock, stream, y, n, value));
}

inline void axpy(float a, CUdeviceptr x, CUdeviceptr y, uint64_t n, CUstream stream) {
  MUST(launch(kernels.axpy, blocks_for(n), kBlock, stream, a, x, y, n));
}

inline CUdeviceptr device_bytes(size_t bytes) {
  CUdeviceptr pointer;
  MUST(cu.MemAlloc(&pointer, bytes));
  return pointer;
}

// What the "chain" kernel makes of a state. The result depends on the order of all steps.
inline uint64_t chained(uint64_t state, uint64_t value) {
  return state * 6364136223846793005u + value;
}

// A state in device memory together with what the host expects it to become.
struct Chain {
  const Kernels &of;
  CUdeviceptr state = device_bytes(sizeof(uint64_t));
  uint64_t expected = 1;

  explicit Chain(const Kernels &of = kernels) : of(of) {
    MUST(cu.MemcpyHtoD(state, &expected, sizeof expected));
    MUST(cu.StreamSynchronize(nullptr));  // that copy may return before it has arrived
  }

  // Without the expectation: for steps that are captured, or that another thread takes.
  void submit(uint64_t value, CUstream stream) const {
    MUST(launch(of.chain, 1, 1, stream, state, value));
  }
  void expect(uint64_t value) { expected = chained(expected, value); }
  void step(uint64_t value, CUstream stream) {
    submit(value, stream);
    expect(value);
  }

  // The caller has waited for the steps: a non-blocking stream is not waited for here.
  void print(const char *label) const {
    uint64_t result = 0;
    MUST(cu.MemcpyDtoH(&result, state, sizeof result));
    std::printf("%s %016" PRIx64 " %s\n", label, result, result == expected ? "right" : "WRONG");
  }
};

// Kernels of the current context, each launched once: a driver may load one at its first launch,
// and wait for the device to do so.
inline Kernels load_kernels() {
  Kernels k;
  MUST(cu.ModuleLoadData(&k.module, kKernels));
  MUST(cu.ModuleGetFunction(&k.spin, k.module, "spin"));
  MUST(cu.ModuleGetFunction(&k.chain, k.module, "chain"));
  MUST(cu.ModuleGetFunction(&k.fill, k.module, "fill"));
  MUST(cu.ModuleGetFunction(&k.axpy, k.module, "axpy"));
  MUST(cu.ModuleGetFunction(&k.fault, k.module, "fault"));
  const CUdeviceptr scratch = device_bytes(16);
  MUST(launch(k.spin, 1, 1, nullptr, uint64_t{1000}));
  MUST(launch(k.fill, 1, 1, nullptr, scratch, uint64_t{1}, 0.0f));
  MUST(launch(k.axpy, 1, 1, nullptr, 0.0f, scratch, scratch, uint64_t{1}));
  MUST(launch(k.chain, 1, 1, nullptr, scratch, uint64_t{0}));
  MUST(cu.StreamSynchronize(nullptr));
  MUST(cu.MemFree(scratch));
  return k;
}

// -- set-up ---------------------------------------------------------------------------------------

inline void use_primary() {
  MUST(cu.DevicePrimaryCtxRetain(&primary, device));
  MUST(cu.CtxSetCurrent(primary));
  kernels = load_kernels();
}

inline std::string way_of(int count, char **arguments) {
  return count > 1 ? arguments[1] : "dlsym";
}

// Finds the functions as the first argument says.
inline void find(int count, char **arguments) {
  cu = find_functions(Way(way_of(count, arguments)));
}

// The same, and makes the first device's primary context current with the kernels in it.
inline void begin(int count, char **arguments) {
  find(count, arguments);
  SHOW(cu.Init(0));
  SHOW(cu.DeviceGet(&device, 0));
  use_primary();
}

inline CUstream make_stream(unsigned flags) {
  CUstream stream;
  MUST(cu.StreamCreate(&stream, flags));
  return stream;
}

inline CUevent make_event(unsigned flags = CU_EVENT_DISABLE_TIMING) {
  CUevent event;
  MUST(cu.EventCreate(&event, flags));
  return event;
}

inline void synchronize() { MUST(cu.CtxSynchronize(primary)); }

// Words of host memory that streams can wait for and write, and where to find them on the device.
template <class Word>
struct Words {
  Word *host;
  CUdeviceptr on_device;

  explicit Words(size_t count) {
    void *pointer;
    MUST(cu.MemHostAlloc(&pointer, count * sizeof(Word),
                         CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
    host = static_cast<Word *>(pointer);
    for (size_t i = 0; i < count; ++i) host[i] = 0;
    MUST(cu.MemHostGetDevicePointer(&on_device, pointer, 0));
  }
  CUdeviceptr at(size_t i) const { return on_device + i * sizeof(Word); }
  std::atomic_ref<Word> operator[](size_t i) const { return std::atomic_ref<Word>(host[i]); }
};

// Holds a stream up until it is opened, so that a query meanwhile finds unfinished work however
// fast the device is.
class Gate {
 public:
  void close(CUstream stream) { MUST(cu.StreamWaitValue32(stream, word_.at(0), 1, CU_WAIT_EQ)); }
  void open() { word_[0] = 1; }

 private:
  Words<uint32_t> word_{1};
};

// A checksum of host memory (FNV-1a).
inline uint64_t checksum(const void *data, size_t bytes) {
  uint64_t sum = 0xcbf29ce484222325u;
  for (auto *byte = static_cast<const unsigned char *>(data); bytes-- > 0; ++byte)
    sum = (sum ^ *byte) * 0x100000001b3u;
  return sum;
}
