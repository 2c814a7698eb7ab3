// Two contexts on one device, each used by a thread of its own, and one of them destroyed early.
// Covers: contexts are kept apart, their default streams and per-thread ones too; a context that
// goes takes only its own streams with it.
#include <thread>

#include "common.h"

using Create = CUresult (*)(CUcontext *, unsigned, CUdevice);

CUcontext make_context() {
  CUcontext context;
  MUST(by_name<Create>("cuCtxCreate_v2")(&context, 0, device));
  return context;
}

// On a stream, on the default stream and on the thread's own, all of the current context.
void compute(uint64_t seed, int steps, const Kernels &of, bool *right) {
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  Chain chain(of), on_default(of);
  for (int i = 0; i < steps; ++i) {
    spin(pace(seed + i), stream, of);
    chain.step(seed + i, stream);
    on_default.step(i, i % 2 ? nullptr : CU_STREAM_PER_THREAD);
  }
  MUST(cu.StreamSynchronize(stream));
  MUST(cu.StreamSynchronize(nullptr));
  uint64_t results[2];
  MUST(cu.MemcpyDtoH(&results[0], chain.state, 8));
  MUST(cu.MemcpyDtoH(&results[1], on_default.state, 8));
  *right = results[0] == chain.expected && results[1] == on_default.expected;
}

int main(int count, char **arguments) {
  find(count, arguments);
  SHOW(cu.Init(0));
  SHOW(cu.DeviceGet(&device, 0));

  // One thread's context ends after a while, with work pending; the other's goes on.
  bool right[4] = {};
  CUresult destroyed = -1, gone = -1;
  CUcontext left = nullptr;
  std::thread early([&] {
    const CUcontext own = make_context();
    const Kernels of = load_kernels();
    compute(0, 100, of, &right[0]);
    for (int i = 0; i < 20; ++i) spin(500, i % 2 ? make_stream(0) : nullptr, of);
    destroyed = cu.CtxDestroy(own);
    gone = cu.CtxGetCurrent(&left);
  });
  std::thread late([&] {
    const CUcontext own = make_context();
    const Kernels of = load_kernels();
    compute(1000, 250, of, &right[1]);
    // The same thread in a second context of its own, and back.
    const CUcontext second = make_context();
    const Kernels of_second = load_kernels();
    compute(2000, 60, of_second, &right[2]);
    CUcontext popped;
    MUST(cu.CtxPopCurrent(&popped));
    MUST(cu.CtxDestroy(second));
    MUST(cu.CtxSetCurrent(own));
    compute(3000, 60, of, &right[3]);
    MUST(cu.CtxDestroy(own));
  });
  early.join();
  late.join();
  for (bool r : right) std::printf("right %d\n", r);
  std::printf("destroyed %d, current %d %d\n", destroyed, gone, left == nullptr);

  // One thread switches between two contexts; a null stream means the current one's.
  CUcontext contexts[2];
  Kernels of[2];
  for (int c = 0; c < 2; ++c) {
    contexts[c] = make_context();
    of[c] = load_kernels();
  }
  MUST(cu.CtxSetCurrent(contexts[0]));
  Chain first(of[0]);
  MUST(cu.CtxSetCurrent(contexts[1]));
  Chain second(of[1]);
  for (int i = 0; i < 80; ++i) {
    const int c = i % 2;
    MUST(cu.CtxPushCurrent(contexts[c]));
    spin(pace(i), nullptr, of[c]);
    (c ? second : first).step(i, nullptr);
    CUcontext popped = nullptr;
    MUST(cu.CtxPopCurrent(&popped));
    if (popped != contexts[c]) std::printf("another context came off\n");
  }
  for (int c = 0; c < 2; ++c) {
    MUST(cu.CtxSetCurrent(contexts[c]));
    SHOW(cu.CtxSynchronize(contexts[c]));
    SHOW(cu.StreamQuery(nullptr));
    (c ? second : first).print("switched");
    CUdevice of_context = -1;
    SHOW(cu.CtxGetDevice(&of_context, contexts[c]));
    std::printf("device %d\n", of_context);
  }
  SHOW(cu.CtxDestroy(contexts[0]));
  second.step(1, nullptr);
  SHOW(cu.StreamSynchronize(nullptr));
  second.print("after the other's end");
  SHOW(cu.CtxDestroy(contexts[1]));
}
