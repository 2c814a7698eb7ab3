// Copies, memsets and allocations: pageable and pinned, with and without a stream, both ways.
// Covers: a pageable copy from the device has arrived when the call returns; the source of a
// pageable copy to the device may be used again at once; cuMemAllocAsync returns with the pointer
// written; cuMemFree, cuMemFreeHost and cuMemHostUnregister with users pending.
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "common.h"

constexpr size_t kWords = 64 * 1024;
constexpr size_t kBytes = kWords * sizeof(uint32_t);

std::vector<uint32_t> pattern(uint32_t seed) {
  std::vector<uint32_t> words(kWords);
  for (uint32_t &word : words) word = seed = seed * 1664525u + 1013904223u;
  return words;
}

uint64_t sum(const uint32_t *words) { return checksum(words, kBytes); }

void pageable(CUstream stream) {
  std::printf("-- pageable\n");
  const CUdeviceptr block = device_bytes(kBytes);
  std::vector<uint32_t> out(kWords);
  int late = 0, disturbed = 0;
  for (int i = 0; i < 60; ++i) {
    const std::vector<uint32_t> original = pattern(i);
    std::vector<uint32_t> in = original;
    spin(pace(i), stream);
    MUST(cu.MemcpyHtoDAsync(block, in.data(), kBytes, stream));
    std::fill(in.begin(), in.end(), 0);
    spin(pace(i + 1) / 2, stream);
    std::fill(out.begin(), out.end(), 0);
    MUST(cu.MemcpyDtoHAsync(out.data(), block, kBytes, stream));
    late += out[kWords - 1] != original[kWords - 1];  // before anything is waited for
    MUST(cu.StreamSynchronize(stream));
    disturbed += out != original;
  }
  std::printf("late %d, disturbed %d, last %016" PRIx64 "\n", late, disturbed, sum(out.data()));

  // Without a stream.
  const std::vector<uint32_t> in = pattern(1000);
  spin(2000, nullptr);
  SHOW(cu.MemcpyHtoD(block, in.data(), kBytes));
  SHOW(cu.MemcpyDtoH(out.data(), block, kBytes));
  std::printf("there and back %d\n", out == in);
  SHOW(cu.MemFree(block));
}

void pinned(CUstream stream) {
  std::printf("-- pinned\n");
  const CUstream down = make_stream(CU_STREAM_NON_BLOCKING);
  const CUevent arrived = make_event(), taken = make_event();
  const CUdeviceptr first = device_bytes(kBytes), second = device_bytes(kBytes);
  constexpr int kRounds = 40;
  const Words<uint32_t> in(kWords * kRounds), out(kWords * kRounds);
  for (int i = 0; i < kRounds; ++i) {
    const std::vector<uint32_t> words = pattern(i);
    std::copy(words.begin(), words.end(), in.host + i * kWords);
  }
  for (int i = 0; i < kRounds; ++i) {
    MUST(cu.StreamWaitEvent(stream, taken, 0));
    MUST(cu.MemcpyHtoDAsync(first, in.host + i * kWords, kBytes, stream));
    spin(pace(i), stream);
    MUST(cu.MemcpyDtoDAsync(second, first, kBytes, stream));
    MUST(cu.EventRecord(arrived, stream));
    MUST(cu.StreamWaitEvent(down, arrived, 0));
    spin(pace(i + 1), down);
    MUST(cu.MemcpyDtoHAsync(out.host + i * kWords, second, kBytes, down));
    MUST(cu.MemsetD8Async(second, i, kBytes, down));
    MUST(cu.EventRecord(taken, down));
  }
  SHOW(cu.StreamSynchronize(down));
  int wrong = 0;
  for (int i = 0; i < kRounds; ++i)
    wrong += sum(in.host + i * kWords) != sum(out.host + i * kWords);
  std::printf("wrong rounds %d, last %016" PRIx64 "\n", wrong,
              sum(out.host + (kRounds - 1) * kWords));

  // By addresses alone, and between pinned and pageable memory.
  SHOW(cu.MemcpyAsync(first, in.at(0), kBytes, stream));
  SHOW(cu.MemcpyAsync(out.at(0), first, kBytes, stream));
  SHOW(cu.StreamSynchronize(stream));
  SHOW(cu.Memcpy(second, first, kBytes));
  SHOW(cu.MemcpyDtoD(first, second, kBytes));
  std::vector<uint32_t> back(kWords);
  SHOW(cu.MemcpyDtoH(back.data(), first, kBytes));
  std::printf("by address %d %d\n", sum(out.host) == sum(in.host),
              sum(back.data()) == sum(in.host));
  SHOW(cu.MemFree(first));
  SHOW(cu.MemFree(second));
  SHOW(cu.MemFreeHost(in.host));
  SHOW(cu.MemFreeHost(out.host));
}

void memsets(CUstream stream) {
  std::printf("-- memsets\n");
  const CUdeviceptr block = device_bytes(kBytes);
  std::vector<uint32_t> out(kWords);
  const bool rows = cu.MemsetD2D8Async(block, 128, 0, 1, 1, stream) != CUDA_ERROR_NOT_SUPPORTED;
  std::printf("in rows %d\n", rows);
  for (int i = 0; i < 30; ++i) {
    MUST(cu.MemsetD8(block, 0, kBytes));
    MUST(cu.StreamSynchronize(nullptr));
    spin(pace(i) / 2, stream);
    MUST(cu.MemsetD8Async(block + 1, i, 1001, stream));
    MUST(cu.MemsetD16Async(block + 2000, 0x1000 + i, 1001, stream));
    MUST(cu.MemsetD32Async(block + 8000, 0x10000000 + i, 1001, stream));
    if (rows) {
      MUST(cu.MemsetD2D8Async(block + 20000, 128, i, 33, 20, stream));
      MUST(cu.MemsetD2D16Async(block + 30000, 128, 0x2000 + i, 17, 20, stream));
      MUST(cu.MemsetD2D32Async(block + 40000, 128, 0x20000000 + i, 9, 20, stream));
    }
    MUST(cu.StreamSynchronize(stream));
    MUST(cu.MemsetD16(block + 50000, i, 500));
    MUST(cu.MemsetD32(block + 60000, i, 500));
    MUST(cu.MemcpyDtoH(out.data(), block, kBytes));
    if (i % 10 == 9) std::printf("after %d: %016" PRIx64 "\n", i, sum(out.data()));
  }
  SHOW(cu.MemFree(block));
}

// Memory in the order of a stream.
void in_order(CUstream stream) {
  std::printf("-- in order\n");
  int missing = 0;
  Chain chain;
  for (int i = 0; i < 60; ++i) {
    CUdeviceptr one = 0, two = 0;
    spin(pace(i) / 2, stream);
    MUST(cu.MemAllocAsync(&one, kBytes, stream));
    MUST(cu.MemAllocAsync(&two, 64, stream));
    missing += !one || !two;
    MUST(cu.MemsetD32Async(one, i, kWords, stream));
    MUST(cu.MemcpyDtoDAsync(two, one, 64, stream));
    MUST(cu.MemFreeAsync(one, stream));
    MUST(cu.MemcpyDtoDAsync(chain.state, two, sizeof(uint64_t), stream));
    chain.expected = uint64_t(i) << 32 | uint64_t(i);
    chain.step(i, stream);
    MUST(cu.MemFreeAsync(two, stream));
  }
  SHOW(cu.StreamSynchronize(stream));
  std::printf("missing %d\n", missing);
  chain.print("chain");
}

// Freed with users pending: the call waits where it must, and nobody is harmed.
void freed_early(CUstream stream) {
  std::printf("-- freed early\n");
  Chain chain;
  for (int i = 0; i < 10; ++i) {
    const CUdeviceptr block = device_bytes(kBytes);
    const Words<uint32_t> host(kWords);
    spin(1000, stream);
    fill(block, kWords, 1, stream);
    MUST(cu.MemcpyDtoHAsync(host.host, block, kBytes, stream));
    chain.step(i, stream);
    MUST(i % 2 ? cu.MemFree(block) : cu.MemFreeHost(host.host));
    chain.step(10 + i, stream);
  }
  SHOW(cu.StreamSynchronize(stream));
  chain.print("freed");
}

// Memory of the program's own, registered.
void registered(CUstream stream) {
  std::printf("-- registered\n");
  void *memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  auto *words = static_cast<uint32_t *>(memory);
  const CUdeviceptr block = device_bytes(kBytes);
  int wrong = 0;
  for (int i = 0; i < 10; ++i) {
    CUdeviceptr mapped = 0;
    MUST(cu.MemHostRegister(memory, kBytes, 2));
    MUST(cu.MemHostGetDevicePointer(&mapped, memory, 0));
    words[0] = 0;
    spin(pace(i), stream);
    fill(block, kWords, float(i), stream);
    MUST(cu.MemcpyDtoHAsync(memory, block, kBytes, stream));
    if (i % 2) MUST(cu.StreamWriteValue32(stream, mapped, 7 + i, 0));
    MUST(cu.StreamSynchronize(stream));
    float value = 0;
    std::memcpy(&value, words + 1, sizeof value);
    wrong += value != float(i) || (i % 2 && words[0] != 7u + i);
    MUST(cu.MemHostUnregister(memory));
  }
  std::printf("wrong %d\n", wrong);
  SHOW(cu.MemHostRegister(memory, kBytes, 0));
  SHOW(cu.MemHostRegister(memory, kBytes, 0));
  SHOW(cu.MemHostUnregister(memory));
  SHOW(cu.MemHostUnregister(memory));
  SHOW(cu.MemFree(block));
}

int main(int count, char **arguments) {
  begin(count, arguments);
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  pageable(stream);
  pinned(stream);
  memsets(stream);
  in_order(stream);
  freed_early(stream);
  registered(stream);
  SHOW(cu.CtxSynchronize(primary));
}
