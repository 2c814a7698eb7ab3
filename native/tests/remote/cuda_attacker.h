// The same for the CUDA driver's server, on the fake driver.
#pragma once

#include "remote/cuda/api.h"
#include "tests/remote/attacker.h"

namespace heddle::remote {

inline constexpr int32_t kContext = 1;
inline constexpr uint64_t kBlock = 2 << 20;  // of what a program maps itself
// a address, n how many, t a time, 4 and 8 any number of so many bytes.
struct Kernel {
  const char *name, *parameters;
};
inline constexpr Kernel kKernels[] = {{"spin", "t"},      {"work", "48"},   {"chain", "an"},
                                      {"fill", "an4"},    {"axpy", "4aan"}, {"ramp", "an4"},
                                      {"affine", "an44"}, {"fault", ""}};
inline constexpr char kImage[] =
    ".version 8\n.entry spin()\n.entry work()\n.entry chain()\n.entry fill()\n.entry axpy()\n"
    ".entry ramp()\n.entry affine()\n.entry fault()\n";

class CudaAttacker : public Attacker {
 public:
  explicit CudaAttacker(Unless unless = nullptr, bool is_far = false)
      : Attacker("cuda", CUDA_SERVER,
                 {"LD_LIBRARY_PATH=" FAKE_CUDA, is_far ? "HEDDLE_FAR=1" : "HEDDLE_NEAR=1"},
                 std::move(unless)) {}

  void begin() {
    CHECK_EQ(ask(kCuInit, {0}).result, kSuccess);
    CHECK_EQ(ask(kCuDevicePrimaryCtxRetain, {kContext * kFirstHandle, 0}).result, kSuccess);
  }
  Answer in_context(uint16_t what, std::initializer_list<uint64_t> numbers) {
    return ask(what, numbers, 0, kContext);
  }
  uint64_t allocate(uint64_t bytes, uint16_t what = kCuMemAlloc_v2) {
    const Answer answer =
        what == kCuMemHostAlloc ? in_context(what, {bytes, 0}) : in_context(what, {bytes});
    CHECK_EQ(answer.result, kSuccess);
    return answer.numbers.at(0);
  }
  void append(uint32_t lane, const void *bytes, size_t count) {
    Writer writer;
    writer.begin(kAppend, lane, 0);
    writer.bytes(bytes, count);
    write(writer.finish(), writer.size());
  }
  int32_t load(uint64_t number, std::string image, std::initializer_list<uint64_t> options = {}) {
    append(0, image.data(), image.size());
    Writer writer;
    writer.begin(kCuModuleLoadDataEx, 0, kContext, true);
    writer.number(number);
    const std::vector<CUjit_option> names(options.begin(), options.end());
    const std::vector<uint64_t> values(options.size(), 4096);
    writer.number(1), writer.bytes(names.data(), names.size() * sizeof names[0]);
    writer.number(1), writer.bytes(values.data(), values.size() * sizeof values[0]);
    writer.number(options.size());
    return told(writer).result;
  }
  void function(uint64_t number, uint64_t module, const char *name) {
    Writer writer;
    writer.begin(kCuModuleGetFunction, 0, kContext, true);
    writer.number(number), writer.number(module), writer.number(1);
    writer.bytes(name, strlen(name));
    CHECK_EQ(told(writer).result, kSuccess);
  }
  int32_t launch(uint64_t function, uint64_t attributes, std::vector<uint64_t> parameters) {
    Writer writer;
    writer.begin(kCuLaunchKernelEx, 0, kContext, true);
    writer.number(function);
    for (int i = 0; i < 6; i++) writer.number(1);
    writer.number(0), writer.number(0);
    writer.number(1), writer.bytes(nullptr, 0), writer.number(attributes);
    writer.bytes(parameters.data(), parameters.size() * 8);
    return told(writer).result;
  }
};

}  // namespace heddle::remote
