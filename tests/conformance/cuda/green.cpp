// Streams of green contexts, where the driver has them: a part of the device, beside the rest.
// Covers: streams of green contexts keep their order and are scheduled like others; their parts and
// contexts are told apart; forms of CUDA 13 served (cuCtxSynchronize, cuCtxGetDevice).
#include "common.h"

using GreenContext = struct CUgreenCtx_st *;
using Description = struct CUdevResourceDesc_st *;
struct Resource {
  int type;
  unsigned char hidden[92];
  unsigned count;
  unsigned char rest[44];
};
static_assert(sizeof(Resource) == 144);
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

GreenContext green_context() {
  const auto resources = by_name<CUresult (*)(CUdevice, Resource *, int)>("cuDeviceGetDevResource");
  const auto split = by_name<CUresult (*)(Resource *, unsigned *, const Resource *, Resource *,
                                          unsigned, unsigned)>("cuDevSmResourceSplitByCount");
  const auto describe =
      by_name<CUresult (*)(Description *, Resource *, unsigned)>("cuDevResourceGenerateDesc");
  const auto create =
      by_name<CUresult (*)(GreenContext *, Description, CUdevice, unsigned)>("cuGreenCtxCreate");
  if (!resources || !split || !describe || !create) return nullptr;
  Resource all{}, parts[2]{}, rest{};
  unsigned groups = 0;
  Description description = nullptr;
  GreenContext green = nullptr;
  SHOW(resources(device, &all, kMultiprocessors));
  SHOW(split(nullptr, &groups, &all, nullptr, 0, 16));
  const unsigned most = groups;
  groups = 2;
  SHOW(split(parts, &groups, &all, &rest, 0, 16));
  std::printf("%d parts of %d, enough in each: %d, all there: %d\n", groups, int(most > 2),
              parts[0].count >= 16 && parts[1].count >= 16,
              parts[0].count + parts[1].count + rest.count == all.count);
  SHOW(split(nullptr, &groups, &all, nullptr, 0, all.count + 1));
  Resource none{};
  SHOW(describe(&description, &none, 1));
  SHOW(describe(&description, parts, 1));
  SHOW(create(&green, description, device, 1));
  return green;
}

CUstream stream_of(GreenContext green) {
  const auto make =
      by_name<CUresult (*)(CUstream *, GreenContext, unsigned, int)>("cuGreenCtxStreamCreate");
  const auto of = by_name<CUresult (*)(CUstream, GreenContext *)>("cuStreamGetGreenCtx");
  CUstream stream = nullptr;
  GreenContext told = nullptr;
  SHOW(make(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  SHOW(of(stream, &told));
  std::printf("the stream is the green context's: %d\n", told == green);
  SHOW(of(make_stream(CU_STREAM_NON_BLOCKING), &told));
  std::printf("another is not: %d\n", told == nullptr);
  return stream;
}

// The context of a green context can be current like any other, until that ends.
void as_context(GreenContext green) {
  const auto from = by_name<CUresult (*)(CUcontext *, GreenContext)>("cuCtxFromGreenCtx");
  const auto push = by_name<CUresult (*)(CUcontext)>("cuCtxPushCurrent_v2");
  const auto pop = by_name<CUresult (*)(CUcontext *)>("cuCtxPopCurrent_v2");
  CUcontext context = nullptr, again = nullptr;
  SHOW(from(&context, green));
  SHOW(from(&again, green));
  std::printf("one context: %d, its own: %d\n", context == again, context != primary);
  SHOW(push(context));
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  Chain chain;
  for (int i = 0; i < 50; ++i) chain.step(i, stream);
  SHOW(cu.StreamSynchronize(stream));
  chain.print("in its context");
  SHOW(cu.StreamDestroy(stream));
  SHOW(pop(&again));
}

int main(int count, char **arguments) {
  begin(count, arguments);
  work("before", make_stream(CU_STREAM_NON_BLOCKING));
  const GreenContext green = green_context();
  std::printf("a green context: %d\n", green != nullptr);
  if (green) {
    const CUstream stream = stream_of(green);
    work("green", stream);
    as_context(green);
    SHOW(cu.StreamDestroy(stream));
    SHOW(by_name<CUresult (*)(GreenContext)>("cuGreenCtxDestroy")(green));
  }

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
