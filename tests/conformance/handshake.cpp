// Works, says so, and works again once it is told to: whoever looks meanwhile finds it at work.
#include "vendors/common.h"

void work_on(Device::Stream stream, Chain &chain, const char *label) {
  for (uint32_t i = 0; i < 10; ++i) chain.step(stream, i);
  chain.print(label, stream);
  std::fflush(stdout);
}

int main() {
  Device device;
  const Device::Stream stream = device.make_stream();
  Chain chain(device, stream, 7);
  work_on(stream, chain, "before");
  while (std::getchar() > '\n') {
  }
  work_on(stream, chain, "after");
  device.destroy(stream);
  chain.release();
}
