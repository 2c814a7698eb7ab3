// Every kind of command there is, interleaved in one stream, on one state: what overtakes another
// command, or comes late, leaves a wrong state.
// Covers: cooperative and extended launches, copies of all kinds (peer, batch), callbacks, values,
// batches of them, prefetches, allocations from a pool and graphs do not overtake queued work;
// cuMemAllocAsync returns with the pointer written; forms of CUDA 13 served.
#include <functional>
#include <vector>

#include "common.h"

struct MemLocation {
  int type, id;
};
constexpr MemLocation kThisDevice{1, 0};
struct MemcpyAttributes {
  int source_order;
  MemLocation source, destination;
  unsigned flags;
};
using BatchCopy = CUresult (*)(CUdeviceptr *, CUdeviceptr *, size_t *, size_t, MemcpyAttributes *,
                               size_t *, size_t, CUstream);
using BatchCopyV1 = CUresult (*)(CUdeviceptr *, CUdeviceptr *, size_t *, size_t, MemcpyAttributes *,
                                 size_t *, size_t, size_t *, CUstream);
using Prefetch = CUresult (*)(CUdeviceptr, size_t, MemLocation, unsigned, CUstream);
using PoolOf = CUresult (*)(CUmemoryPool *, CUdevice);
using AllocateFrom = CUresult (*)(CUdeviceptr *, size_t, CUmemoryPool, CUstream);
using AllocateManaged = CUresult (*)(CUdeviceptr *, size_t, unsigned);

constexpr size_t kSize = sizeof(uint64_t);
constexpr int kSteps = 1200;

// Whether the driver has this function and it does what it says.
template <class Function, class... Arguments>
bool works(Function function, Arguments... arguments) {
  return function && function(arguments...) == CUDA_SUCCESS;
}

int main(int count, char **arguments) {
  begin(count, arguments);
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  const CUstream aside = make_stream(CU_STREAM_NON_BLOCKING);
  const Words<uint64_t> log(kSteps), source(kSteps), word(2);
  std::vector<uint64_t> expected_log(kSteps);
  const CUdeviceptr shadow = device_bytes(kSize);
  const CUevent event = make_event();
  Chain chain;

  CUgraph graph;
  CUgraphExec executable;
  MUST(cu.StreamBeginCapture(stream, CU_CAPTURE_THREAD_LOCAL));
  for (int i = 0; i < 3; ++i) chain.submit(i, stream);
  MUST(cu.StreamEndCapture(stream, &graph));
  MUST(cu.GraphInstantiateWithFlags(&executable, graph, 0));

  const auto read = [&](int i) { expected_log[i] = chain.expected; };
  const auto arguments_of = [&](uint64_t &value) {
    return std::vector<void *>{&chain.state, &value, nullptr};
  };
  // Takes the state to another place, works on it there, and brings it back.
  const auto by_way_of = [&](CUdeviceptr place, uint64_t i) {
    MUST(cu.MemcpyDtoDAsync(place, chain.state, kSize, stream));
    MUST(launch(kernels.chain, 1, 1, stream, place, i));
    MUST(cu.MemcpyAsync(chain.state, place, kSize, stream));
    chain.expect(i);
  };

  std::vector<std::function<void(uint64_t)>> kinds = {
      [&](uint64_t i) { chain.step(i, stream); },
      [&](uint64_t i) {
        const CUlaunchConfig config{{1, 1, 1}, {1, 1, 1}, 0, stream, nullptr, 0};
        MUST(cu.LaunchKernelEx(&config, kernels.chain, arguments_of(i).data(), nullptr));
        chain.expect(i);
      },
      [&](uint64_t i) {
        MUST(cu.LaunchCooperativeKernel(kernels.chain, 1, 1, 1, 1, 1, 1, 0, stream,
                                        arguments_of(i).data()));
        chain.expect(i);
      },
      [&](uint64_t i) {
        CUlaunchAttribute cooperative{};
        cooperative.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
        cooperative.cooperative = 1;
        const CUlaunchConfig config{{1, 1, 1}, {1, 1, 1}, 0, stream, &cooperative, 1};
        MUST(cu.LaunchKernelEx(&config, kernels.chain, arguments_of(i).data(), nullptr));
        chain.expect(i);
      },
      [&](uint64_t i) {
        MUST(cu.StreamWriteValue64(stream, chain.state, i, 0));
        chain.expected = i;
      },
      [&](uint64_t i) {
        MUST(cu.MemcpyDtoHAsync(log.host + i, chain.state, kSize, stream));
        read(int(i));
      },
      [&](uint64_t i) {
        source[i] = chained(i, i);
        MUST(cu.MemcpyHtoDAsync(chain.state, source.host + i, kSize, stream));
        chain.expected = chained(i, i);
      },
      [&](uint64_t i) {
        MUST(cu.MemsetD32Async(chain.state, unsigned(i), 2, stream));
        chain.expected = i << 32 | i;
      },
      [&](uint64_t i) {
        MUST(cu.MemcpyPeerAsync(shadow, primary, chain.state, primary, kSize, stream));
        MUST(cu.MemsetD8Async(chain.state, 0xff, kSize, stream));
        MUST(cu.MemcpyDtoDAsync(chain.state, shadow, kSize, stream));
        chain.step(i, stream);
      },
      [&](uint64_t i) {
        // Host code between a copy that brings the state and one that takes it back.
        MUST(cu.MemcpyDtoHAsync(source.host + i, chain.state, kSize, stream));
        MUST(cu.LaunchHostFunc(
            stream, [](void *p) { *static_cast<uint64_t *>(p) += 77; }, source.host + i));
        MUST(cu.StreamAddCallback(
            stream, [](CUstream, CUresult, void *p) { *static_cast<uint64_t *>(p) *= 3; },
            source.host + i, 0));
        MUST(cu.MemcpyHtoDAsync(chain.state, source.host + i, kSize, stream));
        chain.expected = (chain.expected + 77) * 3;
      },
      [&](uint64_t) {
        MUST(cu.GraphLaunch(executable, stream));
        for (int i = 0; i < 3; ++i) chain.expect(i);
      },
      [&](uint64_t i) {
        CUdeviceptr brief = 0;
        MUST(cu.MemAllocAsync(&brief, kSize, stream));
        if (!brief) std::printf("no pointer at once\n");
        by_way_of(brief, i);
        MUST(cu.MemFreeAsync(brief, stream));
      },
      [&](uint64_t i) {
        using Op = CUstreamBatchMemOpParams;
        Op both[] = {{Op::WRITE_32, word.at(0), i, 0, 0, 0},
                     {Op::WAIT_32, word.at(0), i, CU_WAIT_EQ, 0, 0},
                     {Op::WRITE_64, chain.state, i * i, 0, 0, 0}};
        MUST(cu.StreamBatchMemOp(stream, 3, both, 0));
        chain.expected = i * i;
      },
      [&](uint64_t i) {
        MUST(cu.EventRecord(event, stream));
        MUST(cu.StreamWaitEvent(aside, event, 0));
        chain.step(i, aside);
        MUST(cu.EventRecord(event, aside));
        MUST(cu.StreamWaitEvent(stream, event, 0));
      },
  };

  // What only newer drivers have.
  MemcpyAttributes in_order{1, {0, 0}, {0, 0}, 0};
  size_t first = 0;
  CUdeviceptr to[] = {shadow, log.at(0)}, from[] = {chain.state, chain.state};
  size_t sizes[] = {kSize, kSize}, failed = 0;
  const auto batch = by_name<BatchCopy>("cuMemcpyBatchAsync_v2");
  if (works(batch, to, from, sizes, 1, &in_order, &first, 1, stream))
    kinds.emplace_back([&](uint64_t i) {
      to[1] = log.at(i);
      MUST(batch(to, from, sizes, 2, &in_order, &first, 1, stream));
      read(int(i));
      by_way_of(shadow, i);
    });
  const auto batch_v1 = by_name<BatchCopyV1>("cuMemcpyBatchAsync");
  if (works(batch_v1, to, from, sizes, 1, &in_order, &first, 1, &failed, stream))
    kinds.emplace_back([&](uint64_t i) {
      MUST(batch_v1(to, from, sizes, 1, &in_order, &first, 1, &failed, stream));
      MUST(cu.MemcpyDtoDAsync(chain.state, shadow, kSize, stream));
      chain.step(i, stream);
    });
  CUdeviceptr managed = 0;
  const auto allocate_managed = by_name<AllocateManaged>("cuMemAllocManaged");
  const auto prefetch = by_name<Prefetch>("cuMemPrefetchAsync_v2");
  if (works(allocate_managed, &managed, 4096, 1) &&
      works(prefetch, managed, 4096, kThisDevice, 0, stream))
    kinds.emplace_back([&](uint64_t i) {
      MUST(prefetch(managed, 4096, kThisDevice, 0, stream));
      by_way_of(managed, i);
    });
  CUmemoryPool pool = nullptr;
  CUdeviceptr from_pool = 0;
  const auto pool_of = by_name<PoolOf>("cuDeviceGetDefaultMemPool");
  const auto allocate = by_name<AllocateFrom>("cuMemAllocFromPoolAsync");
  if (works(pool_of, &pool, device) && works(allocate, &from_pool, kSize, pool, stream))
    kinds.emplace_back([&](uint64_t i) {
      CUdeviceptr brief = 0;
      MUST(allocate(&brief, kSize, pool, stream));
      by_way_of(brief, i);
      MUST(cu.MemFreeAsync(brief, stream));
    });
  std::printf("kinds of commands: %zu\n", kinds.size());

  // First each after each, then all mixed up; a step behind each, so that none hides another.
  for (int i = 0; i < kSteps; ++i) {
    const size_t n = kinds.size();
    const size_t kind = size_t(i) < n * n ? (i / n + i % n) % n : pace(i) * 7919u * i % n;
    kinds[kind](i);
    chain.step(i, stream);
    if (i % 2) spin(pace(i), stream);
  }
  SHOW(cu.StreamSynchronize(stream));
  SHOW(cu.StreamQuery(stream));
  chain.print("state");
  int wrong = 0;
  for (int i = 0; i < kSteps; ++i) wrong += log.host[i] != expected_log[i];
  std::printf("wrong entries of the log: %d, sum %016" PRIx64 "\n", wrong,
              checksum(log.host, kSteps * kSize));
  SHOW(cu.GraphExecDestroy(executable));
  SHOW(cu.GraphDestroy(graph));
}
