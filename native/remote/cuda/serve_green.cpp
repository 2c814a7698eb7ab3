// Green contexts, where the device is. What the driver hides in a part of a device is never taken
// from a client: it names parts by their numbers.
#include <cstring>
#include <string>
#include <unordered_map>

#include "remote/cuda/work.h"

namespace heddle::remote {

namespace {

std::unordered_map<std::string, uint64_t> parts;  // their numbers, by their bytes; the lead's

CUdevResource *as_driver(DevResource *part) { return reinterpret_cast<CUdevResource *>(part); }

// The number of a part: the client's new one, unless it has the same part already.
uint64_t number_of(Request &request, const DevResource &part, uint64_t fresh) {
  const std::string bytes(reinterpret_cast<const char *>(&part), sizeof part);
  const auto [known, is_new] = parts.try_emplace(bytes, fresh);
  if (!is_new) return known->second;
  auto kept = std::make_shared<const DevResource>(part);
  request.server.bind(fresh, kKindCUdevResource, const_cast<DevResource *>(kept.get()));
  *request.server.kept_with(fresh) = kept;
  return fresh;
}

// What a program may see of it: no pointer, and nothing hidden.
void tell(Request &request, const DevResource &part) {
  DevResource seen{};
  seen.type = part.type;
  memcpy(seen.in_it, part.in_it, sizeof seen.in_it);
  request.fields.bytes(&seen, sizeof seen);
}

const DevResource *part_of(Request &request, uint64_t number) {
  const auto *part = of_number<const DevResource *>(request, kKindCUdevResource, number);
  if (!part) request.refuse();
  return part;
}

// `ask` takes the place, and the kind of part that is wanted.
template <class Ask>
void serve_part(Request &request, uint64_t fresh, Ask ask) {
  const auto type = request.value<CUdevResourceType>();
  if (type != kMultiprocessors) request.refuse();
  if (!request.is_good()) return;
  DevResource part{};
  const CUresult result = ask(fresh ? as_driver(&part) : nullptr, type);
  const bool is_there = result == kSuccess && fresh;
  request.fields.number(is_there ? number_of(request, part, fresh) : 0);
  tell(request, part);
  request.finish(result);
}

}  // namespace

void serve_cuDeviceGetDevResource(Request &request) {
  const auto fresh = request.value<uint64_t>();
  const auto device = request.value<CUdevice>();
  serve_part(request, fresh, [&](CUdevResource *part, CUdevResourceType type) {
    return cuDeviceGetDevResource ? cuDeviceGetDevResource(device, part, type) : kNotSupported;
  });
}

void serve_cuCtxGetDevResource(Request &request) {
  const auto fresh = request.value<uint64_t>();
  const auto context = request.handle<CUcontext>(kKindCUcontext);
  serve_part(request, fresh, [&](CUdevResource *part, CUdevResourceType type) {
    return cuCtxGetDevResource ? cuCtxGetDevResource(context, part, type) : kNotSupported;
  });
}

void serve_cuGreenCtxGetDevResource(Request &request) {
  const auto fresh = request.value<uint64_t>();
  const auto green = request.handle<CUgreenCtx>(kKindCUgreenCtx);
  serve_part(request, fresh, [&](CUdevResource *part, CUdevResourceType type) {
    return cuGreenCtxGetDevResource ? cuGreenCtxGetDevResource(green, part, type) : kNotSupported;
  });
}

void serve_cuDevSmResourceSplitByCount(Request &request) {
  const auto fresh_rest = request.value<uint64_t>();
  const In<uint64_t> fresh(request);
  const auto room = request.value<uint64_t>();
  const bool divides = request.value<uint64_t>() != 0;
  const DevResource *whole = part_of(request, request.handle_number());
  const auto flags = request.value<unsigned>();
  const auto least = request.value<unsigned>();
  fresh.need(request, room);
  if (room > kMostGroups) request.refuse();
  if (!request.is_good()) return;
  if (!cuDevSmResourceSplitByCount) return request.finish(kNotSupported);
  std::vector<DevResource> groups(room + 1);
  DevResource given = *whole, rest{};
  auto count = unsigned(room);
  const CUresult result = cuDevSmResourceSplitByCount(
      divides ? as_driver(groups.data()) : nullptr, &count, as_driver(&given),
      fresh_rest ? as_driver(&rest) : nullptr, flags, least);
  const bool is_there = result == kSuccess;
  // A simulated split says only how many there would be, and what remains is no part yet.
  const uint64_t made = is_there && divides ? std::min<uint64_t>(count, room) : 0;
  const bool has_rest = is_there && fresh_rest && rest.type == kMultiprocessors;
  request.fields.number(count);
  request.fields.number(has_rest ? number_of(request, rest, fresh_rest) : 0);
  for (uint64_t i = 0; i < room; i++)
    request.fields.number(i < made ? number_of(request, groups[i], fresh.get()[i]) : 0);
  tell(request, rest);
  for (uint64_t i = 0; i < made; i++) tell(request, groups[i]);
  request.finish(result);
}

void serve_cuDevResourceGenerateDesc(Request &request) {
  Made<CUdevResourceDesc> description(request);
  const In<uint64_t> numbers(request);
  const auto count = request.value<uint64_t>();
  numbers.need(request, count);
  if (!count || count > kMostGroups) request.refuse();
  if (!request.is_good()) return;
  std::vector<DevResource> given;
  for (uint64_t i = 0; i < count; i++)
    if (const DevResource *part = part_of(request, numbers.get()[i])) given.push_back(*part);
  if (!request.is_good()) return;
  if (!cuDevResourceGenerateDesc) return request.finish(kNotSupported);
  const CUresult result =
      cuDevResourceGenerateDesc(description.get(), as_driver(given.data()), unsigned(count));
  if (result == kSuccess) description.keep(request, kKindCUdevResourceDesc);
  request.finish(result);
}

void serve_cuCtxFromGreenCtx(Request &request) {
  Found<CUcontext> context(request);
  const uint64_t number = request.handle_number();
  const auto green = of_number<CUgreenCtx>(request, kKindCUgreenCtx, number);
  if (!request.is_good()) return;
  if (!cuCtxFromGreenCtx) return request.finish(kNotSupported);
  const CUresult result = cuCtxFromGreenCtx(context.get(), green);
  CUdevice device = 0;
  if (CUcontext popped;
      result == kSuccess && context.get() && cuCtxPushCurrent_v2(*context.get()) == kSuccess) {
    cuCtxGetDevice(&device);
    cuCtxPopCurrent_v2(&popped);
  }
  request.fields.number(uint64_t(device));
  context.give(request, kKindCUcontext, result, number);
  request.finish(result);
}

// Its streams stay, and are the driver's to refuse.
void serve_cuGreenCtxDestroy(Request &request) {
  const uint64_t number = request.handle_number();
  const auto green = of_number<CUgreenCtx>(request, kKindCUgreenCtx, number);
  if (!request.is_good()) return;
  if (!cuGreenCtxDestroy) return request.finish(kNotSupported);
  const CUresult result = cuGreenCtxDestroy(green);
  if (result == kSuccess) request.server.unbind(number);
  request.finish(result);
}

}  // namespace heddle::remote
