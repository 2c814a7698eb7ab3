// Green contexts: parts of a device's multiprocessors. What a program may see of such a part is
// what is in it; what the driver hides in it stays with the server, and a number stands for it.
#include <algorithm>

#include "remote/cuda/client.h"

using namespace heddle::remote;

namespace {

uint64_t number_of(const CUdevResource *resource) {
  return reinterpret_cast<const DevResource *>(resource)->number;
}

// One that we gave to this program, and only what can be divided.
CUresult check(const CUdevResource *resource) {
  if (!resource) return kInvalidValue;
  if (reinterpret_cast<const DevResource *>(resource)->type != kMultiprocessors)
    return kInvalidResourceType;
  const bool ours = client().handles.find(number_of(resource), kKindCUdevResource) == Known::kYes;
  return ours ? kSuccess : kInvalidValue;
}

void take(Call &call, uint64_t number, DevResource *into) {
  DevResource told{};
  call.take_bytes(&told, 1);
  told.number = number;
  if (into) *into = told;
}

// `of` says whose part it is.
template <class Of>
CUresult find(uint16_t function, CUdevResource *resource, CUdevResourceType type, Of of) {
  if (type != kMultiprocessors && resource) return refuse("CUdevResource of workqueues");
  Call call(function);
  uint64_t number = 0;
  call.made(kKindCUdevResource, resource ? &number : nullptr);
  of(call);
  call.value(type);
  const CUresult result = call.ask();
  call.take_found(kKindCUdevResource, &number);
  take(call, number, result == kSuccess ? reinterpret_cast<DevResource *>(resource) : nullptr);
  return result;
}

}  // namespace

HEDDLE_EXPORT CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *resource,
                                              CUdevResourceType type) {
  return find(kCuDeviceGetDevResource, resource, type, [&](Call &call) { call.value(device); });
}

HEDDLE_EXPORT CUresult cuCtxGetDevResource(CUcontext hCtx, CUdevResource *resource,
                                           CUdevResourceType type) {
  return find(kCuCtxGetDevResource, resource, type,
              [&](Call &call) { call.handle(kKindCUcontext, hCtx); });
}

HEDDLE_EXPORT CUresult cuGreenCtxGetDevResource(CUgreenCtx hCtx, CUdevResource *resource,
                                                CUdevResourceType type) {
  return find(kCuGreenCtxGetDevResource, resource, type,
              [&](Call &call) { call.handle(kKindCUgreenCtx, hCtx); });
}

HEDDLE_EXPORT CUresult cuDevSmResourceSplitByCount(CUdevResource *result, unsigned *nbGroups,
                                                   const CUdevResource *input,
                                                   CUdevResource *remainder, unsigned flags,
                                                   unsigned minCount) {
  if (!nbGroups) return kInvalidValue;
  if (const CUresult wrong = check(input); wrong != kSuccess) return wrong;
  const unsigned room = result ? std::min(*nbGroups, kMostGroups) : 0;
  Call call(kCuDevSmResourceSplitByCount);
  uint64_t rest = 0;
  call.made(kKindCUdevResource, remainder ? &rest : nullptr);
  Fresh fresh(call, kKindCUdevResource, room);
  call.value(result != nullptr);
  call.value(number_of(input));
  call.value(flags);
  call.value(minCount);
  const CUresult done = call.ask();
  unsigned groups = 0;
  call.take(&groups);
  call.take_found(kKindCUdevResource, &rest);
  std::vector<void *> numbers(room);
  fresh.take(call, numbers.data(), room);
  if (done != kSuccess) return done;
  take(call, rest, reinterpret_cast<DevResource *>(remainder));
  for (unsigned i = 0; i < std::min(groups, room); i++)
    take(call, uint64_t(numbers[i]), reinterpret_cast<DevResource *>(result) + i);
  *nbGroups = groups;
  return kSuccess;
}

HEDDLE_EXPORT CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *phDesc,
                                                 CUdevResource *resources, unsigned nbResources) {
  if (!phDesc || !resources || !nbResources || nbResources > kMostGroups) return kInvalidValue;
  std::vector<uint64_t> numbers;
  for (unsigned i = 0; i < nbResources; i++) {
    const auto *each = reinterpret_cast<const DevResource *>(resources) + i;
    const auto *resource = reinterpret_cast<const CUdevResource *>(each);
    if (const CUresult wrong = check(resource); wrong != kSuccess) return wrong;
    numbers.push_back(number_of(resource));
  }
  Call call(kCuDevResourceGenerateDesc);
  call.made(kKindCUdevResourceDesc, phDesc);
  call.given(numbers.data(), numbers.size());
  call.value(numbers.size());
  const CUresult result = call.ask();
  call.take_made(phDesc);
  return result;
}

// It is the green context's, and no context of its own: it ends with that.
HEDDLE_EXPORT CUresult cuCtxFromGreenCtx(CUcontext *pContext, CUgreenCtx hCtx) {
  Call call(kCuCtxFromGreenCtx);
  call.made(kKindCUcontext, pContext);
  call.handle(kKindCUgreenCtx, hCtx);
  const CUresult result = call.ask();
  CUdevice device = 0;
  call.take(&device);
  call.take_found(kKindCUcontext, pContext);
  if (result == kSuccess && pContext) note_context(uint64_t(*pContext), device);
  return result;
}
