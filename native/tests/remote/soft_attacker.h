// The same for the soft XPU's server.
#pragma once

#include "_gen/soft_remote.gen.h"
#include "soft/softxpu.h"
#include "tests/remote/attacker.h"

namespace heddle::remote {

class SoftAttacker : public Attacker {
 public:
  explicit SoftAttacker(Unless unless = nullptr, std::vector<std::string> added = {})
      : Attacker("soft", SOFT_SERVER, std::move(added), std::move(unless)) {}

  void begin() { CHECK_EQ(ask(kSxInit, {0}).result, SX_OK); }
  uint64_t allocate(uint64_t bytes, int32_t device = 0) {
    const Answer answer = ask(kSxMalloc, {bytes}, 0, device);
    CHECK_EQ(answer.result, SX_OK);
    return answer.numbers.at(0);
  }
  uint64_t kernel(const char *name) {
    Writer writer;
    writer.begin(kSxGetKernel, 0, 0, true);
    writer.number(1);
    writer.bytes(name, strlen(name));
    return told(writer).numbers.at(0);
  }
  template <class Arguments>
  int32_t launch(uint64_t kernel, const Arguments &arguments, uint64_t stream = 0,
                 int32_t device = 0) {
    Writer writer;
    writer.begin(kSxLaunchKernel, 0, device, true);
    writer.number(kernel);
    writer.bytes(&arguments, sizeof arguments);
    writer.number(stream);
    return told(writer).result;
  }
  uint64_t stream(uint64_t number, int32_t device = 0) {
    CHECK_EQ(ask(kSxStreamCreate, {number, SX_STREAM_NON_BLOCKING}, 0, device).result, SX_OK);
    return number;
  }
};

}  // namespace heddle::remote
