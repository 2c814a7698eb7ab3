// NVIDIA's management library where the devices are. It knows all of the machine's; a client is
// shown those that the program's other servers may use, and finds no others by any name.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <vector>

#include "remote/nvml/api.h"
#include "remote/server.h"

namespace heddle::remote {

namespace {

constexpr unsigned kUuidRoom = 96;  // NVML_DEVICE_UUID_V2_BUFFER_SIZE
constexpr size_t kBusIdAt = 36;     // in nvmlPciInfo_t

// Null: one that the library does not give us.
nvmlDevice_t device_at(unsigned index) {
  nvmlDevice_t found = nullptr;
  return nvmlDeviceGetHandleByIndex_v2(index, &found) == kSuccess ? found : nullptr;
}

// What CUDA_VISIBLE_DEVICES calls a device: its place on the bus, or a UUID, of which the beginning
// is enough. A part of a device has a UUID only.
nvmlDevice_t device_of(const std::string &word, unsigned count) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), isdigit)) {
    const unsigned long index = strtoul(word.c_str(), nullptr, 10);
    return index < count ? device_at(unsigned(index)) : nullptr;
  }
  nvmlDevice_t found = nullptr;
  if (word.starts_with("MIG-"))
    return nvmlDeviceGetHandleByUUID(word.c_str(), &found) == kSuccess ? found : nullptr;
  if (!word.starts_with("GPU-")) return nullptr;
  for (unsigned index = 0; index < count; index++) {
    char uuid[kUuidRoom] = "";
    found = device_at(index);
    if (found && nvmlDeviceGetUUID(found, uuid, sizeof uuid) == kSuccess &&
        std::string(uuid).starts_with(word))
      return found;
  }
  return nullptr;
}

// Asked for anew each time: handles may change when the library is started again.
nvmlReturn_t find_shown(std::vector<nvmlDevice_t> *shown) {
  unsigned count = 0;
  const nvmlReturn_t result = nvmlDeviceGetCount_v2(&count);
  if (result != kSuccess) return result;
  const char *visible = getenv("CUDA_VISIBLE_DEVICES");
  for (unsigned index = 0; !visible && index < count; index++) shown->push_back(device_at(index));
  for (const char *at = visible; at;) {
    const char *comma = strchr(at, ',');
    std::string word = comma ? std::string(at, comma) : std::string(at);
    std::erase_if(word, [](unsigned char c) { return isspace(c); });
    const nvmlDevice_t device = device_of(word, count);
    if (!device || std::find(shown->begin(), shown->end(), device) != shown->end()) break;
    shown->push_back(device);
    at = comma ? comma + 1 : nullptr;
  }
  return kSuccess;
}

// By a name of the client's: one that is hidden is as one that is not there.
void serve_by_name(Request &request, nvmlReturn_t (*find)(const char *, nvmlDevice_t *)) {
  const char *name = request.text();
  Found<nvmlDevice_t> device(request);
  if (!request.is_good()) return;
  if (!find) return request.finish(kFunctionNotFound);
  nvmlReturn_t result = find(name, device.get());
  if (result == kSuccess) {
    std::vector<nvmlDevice_t> shown;
    result = find_shown(&shown);
    const bool is_shown = std::find(shown.begin(), shown.end(), *device.get()) != shown.end();
    if (result == kSuccess && !is_shown) result = kNotFound;
  }
  device.give(request, kKindNvmlDevice_t, result);
  request.finish(result);
}

// The library writes as much as the version says: it must be one whose size is ours.
template <class T>
void serve_versioned(Request &request, nvmlReturn_t (*ask)(nvmlDevice_t, T *), unsigned version) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const In<T> given(request);
  given.check(request, 1);
  if (!request.is_good()) return;
  if (!ask) return request.finish(kFunctionNotFound);
  if (given.get() && version_of(given.get()) != version) return request.finish(kVersionMismatch);
  const nvmlReturn_t result = ask(device, given.get());
  request.fields.bytes(given.get(), given.get() ? sizeof(T) : 0);
  request.finish(result);
}

}  // namespace

bool use_nvml_device(Server &, int32_t device) { return device == 0; }
void *own_nvml_handle(Request &, uint8_t, uint64_t) { return nullptr; }
uint64_t nvml_parent(const Request &, uint8_t) { return 0; }  // what is made stays

void serve_nvmlDeviceGetCount_v2(Request &request) {
  Out<unsigned> count(request);
  if (!request.is_good()) return;
  if (!count.get()) return request.finish(kInvalidArgument);
  std::vector<nvmlDevice_t> shown;
  const nvmlReturn_t result = find_shown(&shown);
  *count.get() = unsigned(shown.size());
  count.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetHandleByIndex_v2(Request &request) {
  const auto index = request.value<unsigned>();
  Found<nvmlDevice_t> device(request);
  if (!request.is_good()) return;
  std::vector<nvmlDevice_t> shown;
  nvmlReturn_t result = find_shown(&shown);
  if (result == kSuccess && (!device.get() || index >= shown.size())) result = kInvalidArgument;
  if (result == kSuccess) {
    *device.get() = shown[index];
    // Why not: only where all are shown is there one that the library does not give.
    if (!shown[index]) result = nvmlDeviceGetHandleByIndex_v2(index, device.get());
  }
  device.give(request, kKindNvmlDevice_t, result);
  request.finish(result);
}

void serve_nvmlDeviceGetHandleByUUID(Request &request) {
  serve_by_name(request, nvmlDeviceGetHandleByUUID);
}
void serve_nvmlDeviceGetHandleByPciBusId_v2(Request &request) {
  serve_by_name(request, nvmlDeviceGetHandleByPciBusId_v2);
}
void serve_nvmlDeviceGetHandleBySerial(Request &request) {
  serve_by_name(request, nvmlDeviceGetHandleBySerial);
}

void serve_nvmlDeviceGetIndex(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> index(request);
  if (!request.is_good()) return;
  std::vector<nvmlDevice_t> shown;
  nvmlReturn_t result = find_shown(&shown);
  const auto found = std::find(shown.begin(), shown.end(), device);
  if (result == kSuccess && (!device || !index.get() || found == shown.end()))
    result = kInvalidArgument;
  if (result == kSuccess) *index.get() = unsigned(found - shown.begin());
  index.give(request.fields);
  request.finish(result);
}

// A link may lead to a device that the client must not see.
void serve_nvmlDeviceGetNvLinkRemotePciInfo_v2(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto link = request.value<unsigned>();
  Out<nvmlPciInfo_t> pci(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetNvLinkRemotePciInfo_v2) return request.finish(kFunctionNotFound);
  nvmlReturn_t result = nvmlDeviceGetNvLinkRemotePciInfo_v2(device, link, pci.get());
  if (result == kSuccess) {
    nvmlDevice_t other = nullptr;
    std::vector<nvmlDevice_t> shown;
    const char *bus_id = reinterpret_cast<char *>(pci.get()) + kBusIdAt;
    const bool is_device = nvmlDeviceGetHandleByPciBusId_v2(bus_id, &other) == kSuccess;
    result = find_shown(&shown);
    if (is_device && std::find(shown.begin(), shown.end(), other) == shown.end())
      result = kNotSupported;
  }
  if (result != kSuccess) return request.finish(result);
  pci.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetMemoryInfo_v2(Request &request) {
  serve_versioned<nvmlMemory_v2_t>(request, nvmlDeviceGetMemoryInfo_v2, kMemory2);
}
void serve_nvmlDeviceGetTemperatureV(Request &request) {
  serve_versioned<nvmlTemperature_t>(request, nvmlDeviceGetTemperatureV, kTemperature1);
}

void serve_nvmlDeviceGetFieldValues(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto count = request.value<int>();
  const In<nvmlFieldValue_t> values(request);
  values.check(request, uint64_t(count));
  if (!request.is_good()) return;
  if (!nvmlDeviceGetFieldValues) return request.finish(kFunctionNotFound);
  const nvmlReturn_t result = nvmlDeviceGetFieldValues(device, count, values.get());
  request.fields.bytes(values.get(), values.get() ? size_t(count) * sizeof(nvmlFieldValue_t) : 0);
  request.finish(result);
}

}  // namespace heddle::remote
