// Streams that are destroyed with work in them: the work is done all the same.
#include "common.h"

int main() {
  Device device;
  const Device::Stream keeper = device.make_stream();
  Chain chain(device, keeper, 9);
  device.synchronize(keeper);

  // An event of a stream that is gone.
  for (int i = 0; i < 8; ++i) {
    const Device::Stream stream = device.make_stream();
    for (int k = 0; k < 10; ++k) {
      device.launch(stream, pace(i * 10 + k));
      chain.step(stream, k);
    }
    const Device::Event event = device.record(stream);
    device.destroy(stream);
    device.wait(event);
    device.give_back(event);
  }
  chain.print("waited", keeper);

  // Another stream waits for it.
  for (int i = 0; i < 8; ++i) {
    const Device::Stream stream = device.make_stream();
    device.launch(stream, pace(i));
    chain.step(stream, i);
    const Device::Event event = device.record(stream);
    device.make_wait(keeper, event);
    device.destroy(stream);
    chain.step(keeper, 50 + i);
    device.synchronize(keeper);
    device.give_back(event);
  }
  chain.print("handed over", keeper);

  // Many streams, one after the other: nothing of them is left.
  for (int i = 0; i < 200; ++i) {
    const Device::Stream stream = device.make_stream();
    if (i % 3 == 0) {
      chain.step(stream, i);
      device.synchronize(stream);
    }
    device.destroy(stream);
  }
  chain.print("many", keeper);
  work(device, "after");
}
