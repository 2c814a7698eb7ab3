// Devices: counted over all platforms in the order of their names, so that opencl@1 means the same
// whichever loader a program has; HEDDLE_OPENCL_DEVICES says which of them a program sees.
#include <algorithm>
#include <new>

#include "_gen/table.gen.h"
#include "shim/opencl/roles.h"

namespace heddle::opencl {

namespace {

constexpr cl_device_type kEveryType = 0xFFFFFFFF;
constexpr cl_uint kPlatformName = 0x0902;
constexpr cl_uint kName = 0x102B, kUuid = 0x106A, kParent = 0x1042;
constexpr cl_uint kGlobalMemory = 0x101F, kLargestAllocation = 0x1010;
constexpr cl_uint kContextDevices = 0x1081;
constexpr cl_context_properties kContextPlatform = 0x1084;
constexpr cl_uint kMost = 64;

struct Devices {
  cl_device_id handles[kMost];
  cl_uint count = 0;

  Devices() {
    constexpr cl_uint kPlatforms = 16;
    struct Platform {
      cl_platform_id handle;
      char name[128];
    } platforms[kPlatforms] = {};
    cl_platform_id ids[kPlatforms];
    cl_uint platform_count = 0;
    if (real().clGetPlatformIDs(kPlatforms, ids, &platform_count) != kSuccess) return;
    platform_count = std::min(platform_count, kPlatforms);
    for (cl_uint p = 0; p < platform_count; p++) {
      platforms[p].handle = ids[p];
      real().clGetPlatformInfo(ids[p], kPlatformName, sizeof platforms[p].name - 1,
                               platforms[p].name, nullptr);
    }
    // By insertion: the few that there are, and equals keep their order.
    for (cl_uint p = 1; p < platform_count; p++)
      for (cl_uint q = p; q && strcmp(platforms[q - 1].name, platforms[q].name) > 0; q--)
        std::swap(platforms[q - 1], platforms[q]);
    for (cl_uint p = 0; p < platform_count; p++) {
      cl_uint found = 0;
      if (real().clGetDeviceIDs(platforms[p].handle, kEveryType, kMost - count, handles + count,
                                &found) == kSuccess)
        count += found < kMost - count ? found : kMost - count;
    }
  }
  // kMost: none of them.
  cl_uint index_of(cl_device_id device) const {
    for (cl_uint i = 0; i < count; i++)
      if (handles[i] == device) return i;
    return kMost;
  }
};

const Devices &devices() {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static std::atomic<const Devices *> known{nullptr};
  if (const Devices *found = known.load(std::memory_order_acquire)) return *found;
  Locked locked(mutex);
  alignas(Devices) static unsigned char room[sizeof(Devices)];
  if (!known.load()) known.store(new (room) Devices, std::memory_order_release);
  return *known.load();
}

// A part of a device has its device's number.
cl_uint index_of(cl_device_id device) {
  while (cl_device_id parent = ask<cl_device_id>(real().clGetDeviceInfo, device, kParent))
    device = parent;
  return devices().index_of(device);
}

bool is_visible(cl_device_id device) {
  const char *list = getenv("HEDDLE_OPENCL_DEVICES");
  if (!list) return true;
  const cl_uint index = index_of(device);
  for (const char *at = list; *at;) {
    char *end;
    const unsigned long number = strtoul(at, &end, 10);
    if (end == at) return false;
    if (number == index) return true;
    at = *end == ',' ? end + 1 : end;
  }
  return false;
}

// The driver's own identity of the device, which other APIs know it by as well; or its name.
void identify(cl_device_id device, cl_uint index, char *text, size_t size) {
  unsigned char uuid[16];
  if (real().clGetDeviceInfo(device, kUuid, sizeof uuid, uuid, nullptr) == kSuccess) {
    size_t at = size_t(snprintf(text, size, "GPU-"));
    for (int i = 0; i < 16; i++)
      at += size_t(snprintf(text + at, size - at,
                            i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", uuid[i]));
    return;
  }
  char name[128] = "";
  real().clGetDeviceInfo(device, kName, sizeof name, name, nullptr);
  snprintf(text, size, "opencl-%u-%.48s", index, name);
}

}  // namespace

bool table_device(cl_device_id device, uint32_t *index) {
  const cl_uint place = device ? index_of(device) : kMost;
  if (place == kMost) return false;
  char name[8], uuid[64];
  snprintf(name, sizeof name, "%u", place);
  identify(devices().handles[place], place, uuid, sizeof uuid);
  return heddle_device_open("opencl", name, uuid, kCapabilityWaitValue | kCapabilityWriteValue,
                            index) == HEDDLE_OK;
}

// Of the first device, where it has several: a buffer is in one of them at a time, mostly.
uint32_t device_of_context(cl_context context) {
  cl_device_id all[kMost] = {};
  uint32_t index;
  if (real().clGetContextInfo(context, kContextDevices, sizeof all, all, nullptr) != kSuccess ||
      !table_device(all[0], &index))
    return kNoDevice;
  return index;
}

}  // namespace heddle::opencl

using namespace heddle::opencl;

extern "C" {

HEDDLE_EXPORT cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type,
                                    cl_uint num_entries, cl_device_id *devices,
                                    cl_uint *num_devices) {
  if (!getenv("HEDDLE_OPENCL_DEVICES"))
    return real().clGetDeviceIDs(platform, device_type, num_entries, devices, num_devices);
  if ((!devices && !num_devices) || (devices && !num_entries)) return kInvalidValue;
  cl_device_id all[kMost];
  cl_uint count = 0, seen = 0;
  const cl_int result = real().clGetDeviceIDs(platform, device_type, kMost, all, &count);
  if (result != kSuccess) return result;
  for (cl_uint i = 0; i < count && i < kMost; i++) {
    if (!is_visible(all[i])) continue;
    if (devices && seen < num_entries) devices[seen] = all[i];
    seen++;
  }
  if (num_devices) *num_devices = seen;
  return seen ? kSuccess : kDeviceNotFound;
}

// By our own clGetDeviceIDs(), for the driver would take those that are hidden, too.
HEDDLE_EXPORT cl_context clCreateContextFromType(const cl_context_properties *properties,
                                                 cl_device_type device_type,
                                                 cl_context_notify pfn_notify, void *user_data,
                                                 cl_int *errcode_ret) {
  if (!getenv("HEDDLE_OPENCL_DEVICES"))
    return real().clCreateContextFromType(properties, device_type, pfn_notify, user_data,
                                          errcode_ret);
  cl_platform_id platform = nullptr;
  for (const cl_context_properties *p = properties; p && *p; p += 2)
    if (*p == kContextPlatform) platform = reinterpret_cast<cl_platform_id>(p[1]);
  if (!platform) real().clGetPlatformIDs(1, &platform, nullptr);
  cl_device_id all[kMost];
  cl_uint count = 0;
  const cl_int result = clGetDeviceIDs(platform, device_type, kMost, all, &count);
  if (result == kSuccess)
    return real().clCreateContext(properties, count, all, pfn_notify, user_data, errcode_ret);
  if (errcode_ret) *errcode_ret = result;
  return nullptr;
}

HEDDLE_EXPORT cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name,
                                     size_t param_value_size, void *param_value,
                                     size_t *param_value_size_ret) {
  const cl_int result = real().clGetDeviceInfo(device, param_name, param_value_size, param_value,
                                               param_value_size_ret);
  uint32_t index;
  if (result == kSuccess && param_value &&
      (param_name == kGlobalMemory || param_name == kLargestAllocation) &&
      table_device(device, &index))
    heddle::show_memory(index, nullptr, static_cast<uint64_t *>(param_value));
  return result;
}

}  // extern C
