// Six threads with a stream each, and threads that come and go.
#include <thread>

#include "common.h"

constexpr int kThreads = 6;
constexpr int kSteps = 40;

template <class Any>
void begin_thread([[maybe_unused]] Any &device) {
  if constexpr (requires { device.begin_thread(); }) device.begin_thread();
}

int main() {
  Device device;
  const Device::Stream main_stream = device.make_stream();
  std::vector<Chain> chains;
  for (int t = 0; t < kThreads; ++t) chains.emplace_back(device, main_stream, t);
  device.synchronize(main_stream);

  // Threads print nothing: the order of their lines would be anyone's.
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      begin_thread(device);
      const Device::Stream own = device.make_stream();
      for (int i = 0; i < kSteps; ++i) {
        device.launch(own, pace(t * kSteps + i));
        chains[t].step(own, i);
        if (i % 15 == 14) device.synchronize(own);
      }
      device.synchronize(own);
      device.destroy(own);
    });
  }
  for (std::thread &thread : threads) thread.join();
  for (Chain &chain : chains) chain.print("own", main_stream);

  // One after the other on one stream.
  for (int i = 0; i < 20; ++i) {
    std::thread([&] {
      begin_thread(device);
      device.launch(main_stream, pace(i));
      chains[0].step(main_stream, i);
    }).join();
  }
  chains[0].print("relay", main_stream);
}
