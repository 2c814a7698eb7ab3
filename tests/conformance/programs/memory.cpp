// Memory: patterns of allocation, copies both ways checked by checksums, fills, free space.
#include <vector>

#include "common.h"

constexpr size_t kWords = 64 * 1024;
constexpr size_t kBytes = kWords * sizeof(uint32_t);
constexpr int kRounds = 240;

std::vector<uint32_t> pattern(uint32_t seed) {
  std::vector<uint32_t> words(kWords);
  for (uint32_t &word : words) word = seed = seed * 1664525u + 1013904223u;
  return words;
}

void print(const char *label, const std::vector<uint32_t> &words) {
  std::printf("%s %016" PRIx64 "\n", label, checksum(words.data(), words.size() * 4));
}

size_t free_space() {
  size_t free_bytes = 0, total = 0;
  MUST(sxMemGetInfo(&free_bytes, &total));
  return free_bytes;
}

// What an allocation takes from the free space and what its release gives back. Other processes
// allocate too, so a figure counts once two measurements in a row agree.
void print_cost(size_t bytes) {
  long long last_taken = -1, last_given = -1;
  for (;;) {
    void *pointer;
    const size_t before = free_space();
    MUST(sxMalloc(&pointer, bytes));
    const size_t between = free_space();
    MUST(sxFree(pointer));
    const auto taken = static_cast<long long>(before - between);
    const auto given = static_cast<long long>(free_space() - between);
    if (taken == last_taken && given == last_given) break;
    last_taken = taken;
    last_given = given;
  }
  std::printf("%zu bytes take %lld and give back %lld\n", bytes, last_taken, last_given);
}

int main() {
  SHOW(sxInit(0));
  const sxStream up = make_stream(SX_STREAM_NON_BLOCKING);
  const sxStream down = make_stream(SX_STREAM_NON_BLOCKING);
  const sxEvent arrived = make_event();
  const sxEvent taken = make_event();

  // A pipeline through two buffers: up by one stream, down by the other.
  uint32_t *buffers[2] = {device_array<uint32_t>(kWords), device_array<uint32_t>(kWords)};
  std::vector<std::vector<uint32_t>> sources, results(kRounds, std::vector<uint32_t>(kWords));
  for (int i = 0; i < kRounds; ++i) sources.push_back(pattern(i));
  for (int i = 0; i < kRounds; ++i) {
    MUST(sxStreamWaitEvent(up, taken));
    MUST(sxMemcpyAsync(buffers[0], sources[i].data(), kBytes, up));
    timed(pace(i), up);
    MUST(sxMemcpyAsync(buffers[1], buffers[0], kBytes, up));
    MUST(sxEventRecord(arrived, up));
    MUST(sxStreamWaitEvent(down, arrived));
    timed(pace(i + 1), down);
    MUST(sxMemcpyAsync(results[i].data(), buffers[1], kBytes, down));
    MUST(sxMemsetAsync(buffers[1], i, kBytes, down));
    MUST(sxEventRecord(taken, down));
  }
  SHOW(sxStreamSynchronize(down));
  for (int i = 0; i < kRounds; ++i)
    if (results[i] != sources[i]) std::printf("round %d is WRONG\n", i);
  print("last", results.back());

  // Through the default stream, with parts and offsets.
  std::vector<uint32_t> host = pattern(77);
  SHOW(sxMemcpy(buffers[0], host.data(), kBytes));
  SHOW(sxMemcpy(buffers[0] + 1000, host.data(), 4000));
  SHOW(sxMemsetAsync(buffers[0] + 5000, 0xab, 4 * 1234 + 1, nullptr));
  SHOW(sxMemcpyAsync(buffers[1], buffers[0], kBytes, nullptr));
  std::vector<uint32_t> back(kWords);
  SHOW(sxMemcpy(back.data(), buffers[1], kBytes));
  print("parts", back);
  SHOW(sxMemcpy(host.data() + 1, back.data(), kBytes - 4));  // host to host
  print("host to host", host);
  SHOW(sxMemcpy(back.data(), buffers[1], 0));
  SHOW(sxMemsetAsync(buffers[1], 1, 0, nullptr));
  SHOW(sxMemcpyAsync(buffers[1], buffers[0], 0, up));

  for (size_t bytes : {size_t{1}, size_t{4096}, size_t{100'000}, size_t{8} << 20})
    print_cost(bytes);

  // Many allocations of mixed sizes, released in another order, each with its own content.
  struct Block {
    uint32_t *pointer;
    size_t words;
    uint32_t seed;
  };
  std::vector<Block> blocks;
  uint64_t total = 0;
  for (int i = 0; i < 300; ++i) {
    const size_t words = 1 + (i * 7919u) % 5000;
    blocks.push_back({device_array<uint32_t>(words), words, uint32_t(i)});
    MUST(sxMemcpyAsync(blocks.back().pointer, sources[i % kRounds].data(), words * 4, up));
    timed(20, up);
    if (i % 3 == 2) {
      const size_t victim = (i * 31u) % blocks.size();
      const Block block = blocks[victim];
      MUST(sxStreamSynchronize(up));
      MUST(sxMemcpy(back.data(), block.pointer, block.words * 4));
      total += checksum(back.data(), block.words * 4);
      MUST(sxFree(block.pointer));
      blocks.erase(blocks.begin() + victim);
    }
  }
  for (const Block &block : blocks) MUST(sxFree(block.pointer));
  std::printf("blocks %016" PRIx64 "\n", total);
  SHOW(sxFree(nullptr));
  SHOW(sxFree(buffers[0]));
  SHOW(sxFree(buffers[1]));
}
