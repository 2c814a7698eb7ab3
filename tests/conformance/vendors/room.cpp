// How much memory there is.
//   room                  asks for more than any device has
//   room UNIT MOST        takes so many bytes at a time until that is refused, at most MOST times
// UNIT and MOST are for a run under a quota: plainly, the device's own size would be the result.
#include "common.h"

void show(Device &device) {
  size_t free = 0, total = 0;
  device.memory(&free, &total);
  std::printf("free %zu of %zu\n", free, total);
}

void take(Device &device, size_t unit, size_t most) {
  std::vector<Device::Buffer> taken;
  long result = 0;
  while (taken.size() < most) {
    const Device::Buffer made = device.allocate(unit, &result);
    if (result != 0) break;
    taken.push_back(made);
  }
  std::printf("took %zu, then %ld\n", taken.size(), result);
  show(device);
  for (Device::Buffer buffer : taken) device.release(buffer);
}

int main(int argc, char **argv) {
  Device device;
  if (argc == 3) {
    show(device);
    take(device, std::strtoull(argv[1], nullptr, 10), std::strtoull(argv[2], nullptr, 10));
    take(device, std::strtoull(argv[1], nullptr, 10), std::strtoull(argv[2], nullptr, 10));
    return 0;
  }
  long result = 0;
  device.allocate(size_t(1) << 50, &result);
  std::printf("too much: %ld\n", result);
  work(device, "after");
}
