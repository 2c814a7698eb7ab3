// Green contexts: parts of a device. Here a part is only told apart; its work has all the device.
#include <algorithm>
#include <cstring>

#include "fake/cuda/driver.h"

extern "C" CUresult cuStreamCreateWithPriority(CUstream *, unsigned, int);

namespace {

constexpr int kMultiprocessors = 1;
constexpr CUresult kInvalidResourceType = 914, kInvalidConfiguration = 915;
constexpr unsigned kAll = 64, kGranule = 8;

// As large as the driver's. What it hides in one is told by nobody else.
struct Resource {
  int type;
  unsigned char hidden[92];
  unsigned count, least, alignment, flags;
  unsigned char rest[24];
  void *next;
};
static_assert(sizeof(Resource) == 144);

struct Green {
  CUdevice device;
  unsigned count;
  std::shared_ptr<CUctx_st> context;
};
struct Description {
  unsigned count;
};

fake::Handles<Green> greens;
fake::Handles<Description> descriptions;
const char kHidden[] = "the driver's own";

Resource part(unsigned count) {
  Resource made{kMultiprocessors, {}, count, kGranule, kGranule, 0, {}, nullptr};
  memcpy(made.hidden, kHidden, sizeof kHidden);
  return made;
}

CUresult tell(Resource *resource, int type, unsigned count) {
  if (!resource) return fake::kInvalidValue;
  if (type != kMultiprocessors) return kInvalidResourceType;
  *resource = part(count);
  return fake::kSuccess;
}

CUresult check(const Resource *resource) {
  if (!resource) return fake::kInvalidValue;
  if (resource->type != kMultiprocessors) return kInvalidResourceType;
  return memcmp(resource->hidden, kHidden, sizeof kHidden) ? fake::kInvalidValue : fake::kSuccess;
}

template <class F>
CUresult with_green(Green *handle, F body) {
  return fake::guarded([&] {
    const auto green = greens.find(handle);
    return green ? body(*green) : fake::kInvalidContext;
  });
}

}  // namespace

using namespace fake;

FAKE_EXPORT CUresult cuDeviceGetDevResource(CUdevice device, Resource *resource, int type) {
  return guarded([&] { return is_device(device) ? tell(resource, type, kAll) : kInvalidDevice; });
}

FAKE_EXPORT CUresult cuCtxGetDevResource(CUcontext handle, Resource *resource, int type) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    FAKE_TRY(find_context(handle, &context));
    return tell(resource, type, kAll);
  });
}

FAKE_EXPORT CUresult cuGreenCtxGetDevResource(Green *handle, Resource *resource, int type) {
  return with_green(handle, [&](Green &green) { return tell(resource, type, green.count); });
}

FAKE_EXPORT CUresult cuDevSmResourceSplitByCount(Resource *result, unsigned *groups,
                                                 const Resource *input, Resource *remainder,
                                                 unsigned, unsigned least) {
  return guarded([&] {
    if (!groups) return kInvalidValue;
    FAKE_TRY(check(input));
    if (least > input->count) return kInvalidConfiguration;
    const unsigned each = std::max(kGranule, (least + kGranule - 1) / kGranule * kGranule);
    const unsigned most = input->count / each;
    *groups = result ? std::min(*groups, most) : most;
    for (unsigned i = 0; result && i < *groups; i++) result[i] = part(each);
    if (remainder) *remainder = Resource{};
    if (const unsigned left = input->count - *groups * each; remainder && result && left)
      *remainder = part(left);
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuDevResourceGenerateDesc(Description **handle, Resource *resources,
                                               unsigned count) {
  return guarded([&] {
    if (!handle || !resources || !count) return kInvalidValue;
    Description made{0};
    for (unsigned i = 0; i < count; i++) {
      FAKE_TRY(check(&resources[i]));
      made.count += resources[i].count;
    }
    *handle = descriptions.add(std::make_shared<Description>(made));
    return kSuccess;
  });
}

// It retains the primary context, whose memory it shares.
FAKE_EXPORT CUresult cuGreenCtxCreate(Green **handle, Description *description, CUdevice device,
                                      unsigned) {
  return guarded([&] {
    const auto of = descriptions.find(description);
    if (!handle || !of) return kInvalidValue;
    CUcontext primary = nullptr;
    FAKE_TRY(cuDevicePrimaryCtxRetain(&primary, device));
    auto context = std::make_shared<CUctx_st>(device);
    context->soft = primary->soft, context->legacy = primary->legacy;
    context->destroyed = false;
    driver().contexts.add(context);
    *handle = greens.add(std::make_shared<Green>(device, of->count, std::move(context)));
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuGreenCtxDestroy(Green *handle) {
  return guarded([&] {
    const auto green = greens.take(handle);
    if (!green) return kInvalidContext;
    green->context->destroyed = true;
    return cuDevicePrimaryCtxRelease_v2(green->device);
  });
}

FAKE_EXPORT CUresult cuCtxFromGreenCtx(CUcontext *context, Green *handle) {
  return with_green(handle, [&](Green &green) {
    if (!context) return kInvalidValue;
    *context = green.context.get();
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuGreenCtxStreamCreate(CUstream *stream, Green *handle, unsigned flags,
                                            int priority) {
  return with_green(handle, [&](Green &green) {
    CUcontext before;
    FAKE_TRY(cuCtxPushCurrent_v2(device_of(green.device).primary));
    const CUresult result = cuStreamCreateWithPriority(stream, flags, priority);
    cuCtxPopCurrent_v2(&before);
    if (result == kSuccess) driver().streams.find(*stream)->green = handle;
    return result;
  });
}

FAKE_EXPORT CUresult cuStreamGetGreenCtx(CUstream stream, void **handle) {
  return guarded([&] {
    std::shared_ptr<CUstream_st> of;
    if (!handle) return kInvalidValue;
    FAKE_TRY(find_stream(stream, &of));
    *handle = of->green;
    return kSuccess;
  });
}
