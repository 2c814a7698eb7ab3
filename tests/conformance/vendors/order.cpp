// Order: commands of one stream run as they came, and events order those of several.
#include "common.h"

constexpr int kStreams = 4;
constexpr int kRounds = 40;

// Each stream by itself, all at once.
void side_by_side(Device &device) {
  std::vector<Device::Stream> streams;
  std::vector<Chain> chains;
  for (int s = 0; s < kStreams; ++s) {
    streams.push_back(device.make_stream());
    chains.emplace_back(device, streams[s], s);
  }
  for (int i = 0; i < kRounds; ++i) {
    for (int s = 0; s < kStreams; ++s) {
      device.launch(streams[s], pace(i * kStreams + s));
      chains[s].step(streams[s], i);
    }
  }
  for (int s = 0; s < kStreams; ++s) chains[s].print("own", streams[s]);
  for (Device::Stream stream : streams) device.destroy(stream);
  for (Chain &chain : chains) chain.release();
}

// A ring: each stream takes the numbers over from the one before.
void ring(Device &device) {
  std::vector<Device::Stream> streams;
  for (int s = 0; s < kStreams; ++s) streams.push_back(device.make_stream());
  Chain chain(device, streams[0], 100);
  Events events(device);
  Device::Event last = events.record(streams[0]);
  for (int i = 0; i < kRounds * kStreams; ++i) {
    const Device::Stream stream = streams[i % kStreams];
    device.make_wait(stream, last);
    device.launch(stream, pace(i));
    chain.step(stream, i);
    last = events.record(stream);
    if (i % 32 == 31) {
      device.synchronize(stream);
      events.give_back();
      last = events.record(stream);
    }
  }
  events.give_back();
  chain.print("ring", streams[0]);
  for (Device::Stream stream : streams) device.destroy(stream);
  chain.release();
}

// Two branches of different lengths between a head and a tail.
void fork_and_join(Device &device) {
  const Device::Stream head = device.make_stream();
  const Device::Stream sides[] = {device.make_stream(), device.make_stream()};
  Chain chains[] = {{device, head, 1}, {device, head, 2}};
  Events events(device);
  for (int i = 0; i < kRounds; ++i) {
    for (Chain &chain : chains) chain.step(head, i);
    const Device::Event ready = events.record(head);
    for (int side = 0; side < 2; ++side) {
      device.make_wait(sides[side], ready);
      device.launch(sides[side], pace(2 * i + side));
      chains[side].step(sides[side], 100 * side + i);
      device.make_wait(head, events.record(sides[side]));
    }
    if (i % 8 == 7) {
      device.synchronize(head);
      events.give_back();
    }
  }
  chains[0].print("left", head);
  chains[1].print("right", head);
}

int main() {
  Device device;
  side_by_side(device);
  ring(device);
  fork_and_join(device);
}
