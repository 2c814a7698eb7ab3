// Memory: what was written is read, and what was released can be had again.
#include "common.h"

int main() {
  Device device;
  const Device::Stream stream = device.make_stream();

  // Sizes that are not round.
  for (size_t count : {1u, 3u, 255u, 257u, 4099u, 65537u}) {
    Chain chain(device, stream, uint32_t(count), count);
    for (int i = 0; i < 5; ++i) {
      device.launch(stream, pace(i));
      chain.step(stream, i);
    }
    chain.print("size", stream);
    chain.release();
  }

  // Several at once do not touch each other.
  std::vector<Chain> chains;
  for (int i = 0; i < 12; ++i) chains.emplace_back(device, stream, i, 100 + i);
  for (int round = 0; round < 6; ++round)
    for (int i = 0; i < 12; ++i) chains[i].step(stream, i * round);
  for (Chain &chain : chains) chain.print("beside", stream);
  for (Chain &chain : chains) chain.release();

  // Released while the device may still use it: that is waited for, by the vendor or by the Device.
  for (int i = 0; i < 20; ++i) {
    Chain chain(device, stream, i);
    device.launch(stream, pace(i));
    chain.step(stream, i);
    device.synchronize(stream);
    chain.release();
  }

  // What is free comes back.
  size_t before = 0, after = 0, total = 0;
  const Device::Buffer kept = must_allocate(device, 1 << 20);
  device.memory(&before, &total);
  for (int i = 0; i < 50; ++i) device.release(must_allocate(device, 8 << 20));
  device.memory(&after, &total);
  std::printf("free again: %d\n", before == after);
  device.release(kept);
  work(device, "after");
}
