// Copies of all sizes, from and to any address, with and without waiting, beside kernels; of memory
// that changes before the copy's turn comes, and of memory that is not there.
#include <cstring>
#include <vector>

#include "common.h"

constexpr size_t kKiB = 1024, kMiB = 1024 * kKiB;
constexpr size_t kSizes[] = {0,
                             1,
                             4095,
                             4096,
                             4097,
                             64 * kKiB - 1,
                             64 * kKiB,
                             64 * kKiB + 1,
                             2 * kMiB,
                             2 * kMiB + 1,
                             8 * kMiB - 1,
                             8 * kMiB,
                             8 * kMiB + 1,
                             100 * kMiB};
constexpr size_t kMost = 100 * kMiB;

std::vector<unsigned char> pattern(size_t bytes, uint64_t seed) {
  std::vector<unsigned char> made(bytes + 16);  // room to begin anywhere
  for (size_t at = 0; at + 8 <= made.size(); at += 8) {
    seed = chained(seed, at);
    std::memcpy(&made[at], &seed, 8);
  }
  return made;
}

int main() {
  SHOW(sxInit(0));
  auto *memory = device_array<unsigned char>(kMost + 64);
  const sxStream stream = make_stream(SX_STREAM_NON_BLOCKING);
  const sxStream beside = make_stream(SX_STREAM_NON_BLOCKING);
  auto *words = device_array<uint32_t>(1 << 20);

  for (const size_t bytes : kSizes) {
    const auto out = pattern(bytes, bytes + 1);
    std::vector<unsigned char> back(bytes + 16, 0xaa);
    MUST(sxMemcpy(memory + 5, out.data() + 3, bytes));
    MUST(sxMemcpy(back.data() + 7, memory + 5, bytes));
    std::printf("%zu bytes: %s", bytes, std::memcmp(&back[7], &out[3], bytes) ? "WRONG" : "right");
    // What lies around them is left alone.
    std::printf(" %02x %02x\n", back[6], back[7 + bytes]);
  }

  // The source is the program's again when the stream has got there; others run meanwhile.
  for (const size_t bytes : {64 * kKiB + 8, 6 * kMiB, kMost}) {
    auto out = pattern(bytes, bytes);
    std::vector<unsigned char> back(bytes);
    timed(2000, stream);
    MUST(sxMemcpyAsync(memory, out.data(), bytes, stream));
    launch("ramp", sxRampArgs{words, 1 << 20, 7}, beside);
    launch("affine", sxAffineArgs{words, 1 << 20, 3, 1}, beside);
    MUST(sxMemcpyAsync(back.data(), memory, bytes, stream));
    MUST(sxStreamSynchronize(stream));
    std::printf("%zu bytes later: %s\n", bytes,
                std::memcmp(back.data(), out.data(), bytes) ? "WRONG" : "right");
  }
  MUST(sxStreamSynchronize(beside));

  // A copy takes what an earlier one of the stream has brought, and what a function has written.
  for (const size_t bytes : {256 * kKiB, 6 * kMiB}) {
    const auto out = pattern(bytes, 77);
    std::vector<unsigned char> between(bytes), back(bytes);
    MUST(sxMemcpy(memory, out.data(), bytes));
    timed(1000, stream);
    MUST(sxMemcpyAsync(between.data(), memory, bytes, stream));
    MUST(sxMemsetAsync(memory, 0, bytes, stream));
    MUST(sxMemcpyAsync(memory, between.data(), bytes, stream));
    MUST(sxMemcpyAsync(back.data(), memory, bytes, stream));
    MUST(sxStreamSynchronize(stream));
    std::printf("by way of the program: %s\n",
                std::memcmp(back.data(), out.data(), bytes) ? "WRONG" : "right");
    MUST(sxLaunchHostFunc(
        stream, [](void *vector) { (*static_cast<std::vector<unsigned char> *>(vector))[9] = 123; },
        &between));
    MUST(sxMemcpyAsync(memory, between.data(), bytes, stream));
    MUST(sxStreamSynchronize(stream));
    MUST(sxMemcpy(back.data(), memory, bytes));
    std::printf("behind a function: %d\n", back[9]);
  }

  // Many at once, of which each has the memory of the one before.
  std::vector<std::vector<unsigned char>> many;
  for (int i = 0; i < 48; i++) many.emplace_back(kMiB);
  for (int i = 0; i < 48; i++) {
    MUST(sxMemsetAsync(memory, i, kMiB, stream));
    MUST(sxMemcpyAsync(many[size_t(i)].data(), memory, kMiB, stream));
  }
  MUST(sxStreamSynchronize(stream));
  int right = 0;
  for (int i = 0; i < 48; i++) right += many[size_t(i)].front() == i && many[size_t(i)].back() == i;
  std::printf("%d of 48 at once\n", right);

  std::vector<unsigned char> host(kMiB);
  SHOW(sxMemcpy(nullptr, host.data(), kMiB));
  SHOW(sxMemcpy(memory, nullptr, kMiB));
  SHOW(sxMemcpy(nullptr, nullptr, 0));
  SHOW(sxFree(memory));
  return 0;
}
