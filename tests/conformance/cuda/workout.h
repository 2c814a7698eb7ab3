// A little of everything, for the programs that are about how the functions were found.
#pragma once

#include <vector>

#include "common.h"

inline void workout() {
  const CUstream a = make_stream(CU_STREAM_NON_BLOCKING);
  const CUstream b = make_stream(CU_STREAM_DEFAULT);
  const CUevent event = make_event();
  const Words<uint64_t> words(2);
  Chain chain, on_default;
  for (int i = 0; i < 500; ++i) {
    spin(pace(i), a);
    chain.step(i, a);
    MUST(cu.EventRecord(event, a));
    MUST(cu.StreamWaitEvent(b, event, 0));
    chain.step(i, b);
    MUST(cu.EventRecord(event, b));
    MUST(cu.StreamWaitEvent(a, event, 0));
    on_default.step(i, nullptr);
  }
  SHOW(cu.StreamSynchronize(a));
  SHOW(cu.StreamQuery(a));
  chain.print("chain");
  SHOW(cu.StreamSynchronize(nullptr));
  on_default.print("default stream");

  // The other ways to launch, and values.
  void *parameters[] = {&chain.state, nullptr, nullptr};
  for (uint64_t i = 0; i < 200; ++i) {
    parameters[1] = &i;
    const CUlaunchConfig config{{1, 1, 1}, {1, 1, 1}, 0, a, nullptr, 0};
    if (i % 2)
      MUST(cu.LaunchKernelEx(&config, kernels.chain, parameters, nullptr));
    else
      MUST(cu.LaunchCooperativeKernel(kernels.chain, 1, 1, 1, 1, 1, 1, 0, a, parameters));
    chain.expect(i);
    spin(pace(i) / 4, a);
    MUST(cu.StreamWriteValue64(a, words.at(0), i, 0));
    MUST(cu.StreamWaitValue64(b, words.at(0), i, CU_WAIT_GEQ));
  }
  SHOW(cu.StreamSynchronize(b));
  SHOW(cu.StreamSynchronize(a));
  chain.print("other launches");
  std::printf("word %" PRIu64 "\n", words.host[0]);

  // A graph.
  CUgraph graph = nullptr;
  CUgraphExec executable = nullptr;
  SHOW(cu.StreamBeginCapture(a, CU_CAPTURE_THREAD_LOCAL));
  for (int i = 0; i < 3; ++i) chain.submit(i, a);
  SHOW(cu.StreamEndCapture(a, &graph));
  SHOW(cu.GraphInstantiateWithFlags(&executable, graph, 0));
  for (int n = 0; n < 60; ++n) {
    MUST(cu.GraphLaunch(executable, a));
    for (int i = 0; i < 3; ++i) chain.expect(i);
    spin(200, a);
  }
  SHOW(cu.StreamSynchronize(a));
  chain.print("graph");
  SHOW(cu.GraphExecDestroy(executable));
  SHOW(cu.GraphDestroy(graph));

  // Copies and memsets.
  constexpr size_t kBytes = 1 << 16;
  const CUdeviceptr block = device_bytes(kBytes);
  std::vector<unsigned char> host(kBytes, 7);
  SHOW(cu.MemcpyHtoD(block, host.data(), kBytes));
  SHOW(cu.StreamSynchronize(nullptr));
  SHOW(cu.MemsetD8Async(block, 1, 100, a));
  SHOW(cu.MemsetD16Async(block + 200, 2, 100, a));
  SHOW(cu.MemsetD32Async(block + 400, 3, 100, a));
  SHOW(cu.StreamSynchronize(a));
  SHOW(cu.MemcpyDtoH(host.data(), block, kBytes));
  std::printf("block %016" PRIx64 "\n", checksum(host.data(), kBytes));
  SHOW(cu.MemFree(block));
  SHOW(cu.EventDestroy(event));
  SHOW(cu.StreamDestroy(a));
  SHOW(cu.StreamDestroy(b));
  SHOW(cu.CtxSynchronize(primary));
}
