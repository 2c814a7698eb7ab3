// Waiting for streams, and asking whether they are empty.
#include "common.h"

int main() {
  Device device;
  const Device::Stream first = device.make_stream(), second = device.make_stream();
  Chain chain(device, first, 11);
  device.synchronize(first);

  // A wait for one stream leaves the other alone.
  device.launch(second, 400'000'000);
  device.launch(first, 1'000'000);
  chain.step(first, 1);
  device.synchronize(first);
  std::printf("the long one is empty: %d\n", device.is_empty(second));
  chain.print("short", first);
  device.synchronize(second);
  std::printf("empty: %d %d\n", device.is_empty(first), device.is_empty(second));

  // Nothing to wait for, many times.
  for (int i = 0; i < 100; ++i) device.synchronize(first);

  // A wait behind each command.
  for (int i = 0; i < 60; ++i) {
    device.launch(first, pace(i));
    chain.step(first, i);
    device.synchronize(first);
    if (i % 20 == 19) std::printf("empty: %d\n", device.is_empty(first));
  }
  chain.print("each", first);

  // Asking until it is so, where the vendor can be asked; then nothing is left to wait for.
  for (int i = 0; i < 20; ++i) {
    device.launch(first, pace(i));
    chain.step(first, i);
  }
  const Device::Event last = device.record(first);
  while (!device.is_done(last)) {
  }
  device.synchronize(first);
  chain.print("asked", first);

  // The device's own first stream.
  for (int i = 0; i < 20; ++i) device.launch(pace(i));
  device.synchronize();
  const Device::Event event = device.record();
  device.wait(event);
  std::printf("done: %d\n", device.is_done(event));
}
