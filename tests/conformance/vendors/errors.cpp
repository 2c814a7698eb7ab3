// Wrong calls: each code is the vendor's own, and the program goes on.
#include "common.h"

int main() {
  Device device;
  const auto wrong = [&](const char *when) {
    static constexpr const char *kinds[] = {"dead stream", "bad size", "bad handle"};
    for (int which = 0; which < 3; ++which)
      std::printf("%s, %s: %ld\n", when, kinds[which], device.misuse(which));
  };
  wrong("at first");
  work(device, "between");
  wrong("after work");

  const Device::Stream stream = device.make_stream();
  Chain chain(device, stream, 3);
  for (int i = 0; i < 30; ++i) {
    device.launch(stream, pace(i));
    chain.step(stream, i);
    if (i % 10 == 5) std::printf("beside work: %ld\n", device.misuse(i / 10));
  }
  chain.print("goes on", stream);
}
