// What events say when they are asked, and waiting for them.
#include "common.h"

int main() {
  Device device;
  const Device::Stream stream = device.make_stream(), other = device.make_stream();
  Chain chain(device, stream, 5);

  // An event behind unfinished work is not done, and after a wait it is.
  device.synchronize(stream);
  device.launch(stream, 400'000'000);
  Device::Event event = device.record(stream);
  std::printf("done at once: %d\n", device.is_done(event));
  device.wait(event);
  std::printf("done after the wait: %d\n", device.is_done(event));
  device.give_back(event);

  // Many at once, waited for from the last to the first.
  std::vector<Device::Event> events;
  for (int i = 0; i < 30; ++i) {
    device.launch(stream, pace(i));
    chain.step(stream, i);
    events.push_back(device.record(stream));
  }
  for (int i = 29; i >= 0; --i) device.wait(events[i]);
  int done = 0;
  for (Device::Event each : events) done += device.is_done(each);
  std::printf("done: %d of 30\n", done);
  for (Device::Event each : events) device.give_back(each);
  chain.print("chain", stream);

  // Events are used again, and a stream waits for what they stand for now.
  Events again(device);
  for (int i = 0; i < 60; ++i) {
    const Device::Stream from = i % 2 ? stream : other, to = i % 2 ? other : stream;
    device.make_wait(to, again.record(from));
    device.launch(to, pace(i));
    chain.step(to, i);
    if (i % 6 == 5) {
      device.synchronize(to);
      again.give_back();
    }
  }
  chain.print("again", stream);

  // One that waits for an event of its own stream waits for nothing.
  event = device.record(stream);
  device.make_wait(stream, event);
  chain.step(stream, 1);
  chain.print("own", stream);
  std::printf("done: %d\n", device.is_done(event));
}
