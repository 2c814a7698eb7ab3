// Streams of green contexts, where the driver has them: a part of the device, beside the rest.
// Covers: streams of green contexts keep their order and are scheduled like others; forms of CUDA
// 13 served (cuCtxSynchronize, cuCtxGetDevice).
#include "common.h"

using GreenContext = struct CUgreenCtx_st *;
using Description = struct CUdevResourceDesc_st *;
struct alignas(16) Resource {  // larger than any driver's
  unsigned char bytes[1024];
};
constexpr int kMultiprocessors = 1;

void work(const char *label, CUstream stream) {
  const CUstream plain = make_stream(CU_STREAM_NON_BLOCKING);
  const CUevent event = make_event();
  Chain chain;
  for (int i = 0; i < 500; ++i) {
    const CUstream on = i % 5 ? stream : plain;
    const CUstream next = (i + 1) % 5 ? stream : plain;
    spin(pace(i), on);
    chain.step(i, on);
    MUST(cu.EventRecord(event, on));
    if (on != next) MUST(cu.StreamWaitEvent(next, event, 0));
  }
  SHOW(cu.EventSynchronize(event));
  SHOW(cu.StreamSynchronize(stream));
  SHOW(cu.StreamQuery(stream));
  chain.print(label);
}

CUstream green_stream() {
  const auto resources = by_name<CUresult (*)(CUdevice, Resource *, int)>("cuDeviceGetDevResource");
  const auto split = by_name<CUresult (*)(Resource *, unsigned *, const Resource *, Resource *,
                                          unsigned, unsigned)>("cuDevSmResourceSplitByCount");
  const auto describe =
      by_name<CUresult (*)(Description *, Resource *, unsigned)>("cuDevResourceGenerateDesc");
  const auto create =
      by_name<CUresult (*)(GreenContext *, Description, CUdevice, unsigned)>("cuGreenCtxCreate");
  const auto make =
      by_name<CUresult (*)(CUstream *, GreenContext, unsigned, int)>("cuGreenCtxStreamCreate");
  if (!resources || !split || !describe || !create || !make) return nullptr;
  static Resource all, part[2], rest;
  unsigned groups = 1;
  Description description = nullptr;
  GreenContext green = nullptr;
  CUstream stream = nullptr;
  SHOW(resources(device, &all, kMultiprocessors));
  SHOW(split(part, &groups, &all, &rest, 0, 16));
  SHOW(describe(&description, part, 1));
  if (create(&green, description, device, 1) != CUDA_SUCCESS) return nullptr;
  SHOW(make(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  return stream;
}

int main(int count, char **arguments) {
  begin(count, arguments);
  work("before", make_stream(CU_STREAM_NON_BLOCKING));
  const CUstream green = green_stream();
  std::printf("a stream of a green context: %d\n", green != nullptr);
  if (green) work("green", green);
  if (green) SHOW(cu.StreamDestroy(green));

  // The forms with a context, where the driver has them.
  CUdevice of = -1;
  const auto wait = by_name<CUresult (*)(CUcontext)>("cuCtxSynchronize_v2");
  const auto ask = by_name<CUresult (*)(CUdevice *, CUcontext)>("cuCtxGetDevice_v2");
  for (CUcontext context : {primary, CUcontext{nullptr}}) {
    const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
    Chain chain;
    for (int i = 0; i < 50; ++i) {
      spin(pace(i), stream);
      chain.step(i, stream);
    }
    if (wait) SHOW(wait(context));
    if (ask) SHOW(ask(&of, context));
    MUST(cu.StreamSynchronize(stream));
    chain.print("context");
  }
}
