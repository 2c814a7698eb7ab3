// Helpers of the vendors' conformance programs. Each program is compiled for every vendor, with its
// Device in DEVICE_HEADER. It prints every result and nothing that can differ between two runs: no
// times, addresses or process numbers. A test compares the output of a plain run with that of a run
// in which the program is held and released at random.
//
// A Device is used by several threads at once, each with streams of its own; by one at a time where
// it records events. One that has begin_thread() is told of a thread before that uses it.
#pragma once

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include DEVICE_HEADER

using heddle::Device;

// Lengths of timed commands in nanoseconds: the same sequence in every run, 1 ms on average.
inline uint64_t pace(uint64_t i) {
  static constexpr uint64_t lengths[] = {100, 2000, 300, 700, 3000, 500, 100, 1300};
  i = (i + 1) * 0x9e3779b97f4a7c15u;
  return lengths[(i ^ (i >> 29)) >> 7 & 7] * 1000;
}

inline Device::Buffer must_allocate(Device &device, size_t bytes) {
  long result = 0;
  const Device::Buffer made = device.allocate(bytes, &result);
  if (result == 0) return made;
  std::printf("allocating %zu bytes gave %ld\n", bytes, result);
  std::exit(1);
}

// A checksum of host memory (FNV-1a).
inline uint64_t checksum(const void *data, size_t bytes) {
  uint64_t sum = 0xcbf29ce484222325u;
  for (auto *byte = static_cast<const unsigned char *>(data); bytes-- > 0; ++byte)
    sum = (sum ^ *byte) * 0x100000001b3u;
  return sum;
}

// Numbers in device memory together with what the host expects them to become. The result depends
// on the order of all steps.
class Chain {
 public:
  Chain(Device &device, Device::Stream stream, uint32_t seed, size_t count = 256)
      : device_(device),
        buffer_(must_allocate(device, count * sizeof(uint32_t))),
        expected_(count) {
    device_.fill(stream, buffer_, count, seed);
    for (size_t i = 0; i < count; ++i) expected_[i] = seed + uint32_t(i);
  }
  void step(Device::Stream stream, uint32_t value) {
    const uint32_t a = 2 * value + 3, b = value + 1;
    device_.affine(stream, buffer_, expected_.size(), a, b);
    for (uint32_t &number : expected_) number = number * a + b;
  }
  // Behind what is on the stream; what other streams do to it has to be done by then.
  void print(const char *label, Device::Stream stream) const {
    std::vector<uint32_t> result(expected_.size());
    const size_t bytes = result.size() * sizeof result[0];
    device_.read(stream, result.data(), buffer_, bytes);
    std::printf("%s %016" PRIx64 " %s\n", label, checksum(result.data(), bytes),
                result == expected_ ? "right" : "WRONG");
  }
  void release() const { device_.release(buffer_); }

 private:
  Device &device_;
  Device::Buffer buffer_;
  std::vector<uint32_t> expected_;
};

// Events that are given back together, once nothing waits for them any more.
class Events {
 public:
  explicit Events(Device &device) : device_(device) {}
  Device::Event record(Device::Stream stream) {
    made_.push_back(device_.record(stream));
    return made_.back();
  }
  void give_back() {
    for (Device::Event event : made_) device_.wait(event);
    for (Device::Event event : made_) device_.give_back(event);
    made_.clear();
  }

 private:
  Device &device_;
  std::vector<Device::Event> made_;
};

// Some work whose result is printed; `label` says where the program is.
inline void work(Device &device, const char *label, int steps = 60) {
  const Device::Stream stream = device.make_stream();
  Chain chain(device, stream, 7);
  for (int i = 0; i < steps; ++i) {
    device.launch(stream, pace(i));
    chain.step(stream, i);
  }
  chain.print(label, stream);
  device.destroy(stream);
  chain.release();
}
