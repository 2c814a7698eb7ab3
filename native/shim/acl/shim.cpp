// The calls of AscendCL that need more than their role: which queue belongs to a stream, and what a
// program is shown.
#include "common/os.h"
#include "shim/acl/homes.h"
#include "shim/visible.h"

namespace heddle::acl {

thread_local int inside = 0;

namespace {

constexpr int32_t kNoSuch = -2;                  // device that any context is of
constexpr uintptr_t kNobody = kMostDevices + 1;  // of what is not ours to schedule

// A stream with one of these is filled with what a model or the device itself runs later.
constexpr uint32_t kPersistent = 4, kCpuSchedule = 16, kDeviceUseOnly = 32;
constexpr uint32_t kNotRunNow = kPersistent | kCpuSchedule | kDeviceUseOnly;

// A device has a name that all processes agree on, whatever each is allowed to see.
struct Names {
  char name[16], uuid[48];

  void read(int32_t device) {
    const int32_t index = index_of(device);
    snprintf(name, sizeof name, "%d", index);
    unsigned char u[16] = {};
    if (!real().aclrtDeviceGetUuid || real().aclrtDeviceGetUuid(device, u) != kSuccess) {
      snprintf(uuid, sizeof uuid, "acl-%d", index);
      return;
    }
    int at = snprintf(uuid, sizeof uuid, "NPU-");
    for (int i = 0; i < 16; i++) {
      const bool dash = i == 4 || i == 6 || i == 8 || i == 10;
      at += snprintf(uuid + at, sizeof uuid - size_t(at), "%s%02x", dash ? "-" : "", u[i]);
    }
  }

 private:
  static int32_t index_of(int32_t device) {
    int32_t index = device;
    if (real().aclrtGetLogicDevIdByUserDevId &&
        real().aclrtGetLogicDevIdByUserDevId(device, &index) == kSuccess)
      return index;
    return number_of("ASCEND_RT_VISIBLE_DEVICES", device);
  }
};

uint32_t table_device(int32_t device, const uint32_t *capabilities) {
  Names of;
  uint32_t index;
  of.read(device);
  const int status = capabilities
                         ? heddle_device_open("acl", of.name, of.uuid, *capabilities, &index)
                         : heddle_device_find("acl", of.name, of.uuid, &index);
  return status == HEDDLE_OK ? index : kNoDevice;
}

heddle_queue *open_at_once() {
  heddle_hw_queue hardware;
  make_hw_queue_at_once(&hardware);
  const uint32_t index = table_device(current_device(), nullptr);
  return index == kNoDevice ? nullptr : heddle_queue_open(index, &hardware, 0);
}

__attribute__((constructor)) void start() {
  for (const char *library : kLibraries) heddle_intercept(library, kSymbols);
  pthread_atfork(nullptr, nullptr, [] {
    roles::forget();
    forget_hardware();
    forget_homes();
  });
}

}  // namespace

// What is captured runs later, when its model is executed. Handles are addresses of objects: small
// numbers and the lowest bit are free.
uintptr_t Vendor::key_of(Stream stream) {
  if (inside || (captures.load(std::memory_order_relaxed) && is_capturing(stream))) return kNobody;
  if (stream && stream != kAtOnce) return reinterpret_cast<uintptr_t>(stream);
  const auto context = reinterpret_cast<uintptr_t>(current_context());
  if (!context) return kNobody;
  return stream ? uintptr_t(current_device() + 1) : context | 1;
}

bool Vendor::look(Stream stream, Known *) {
  const uintptr_t key = key_of(stream);
  if (key == kNobody) return false;
  uint32_t flags;
  return key <= kMostDevices || !real().aclrtStreamGetFlags ||
         real().aclrtStreamGetFlags(stream, &flags) == kSuccess;
}

heddle_queue *Vendor::open(Stream stream, Known *known) {
  if (stream == kAtOnce) return open_at_once();
  uint32_t flags = 0;
  if (real().aclrtStreamGetFlags) real().aclrtStreamGetFlags(stream, &flags);
  if (flags & kNotRunNow) return nullptr;
  known->home = context_here();
  if (!known->home) return nullptr;
  heddle_hw_queue hardware;
  const uint32_t index = table_device(known->home->device, &known->home->capabilities);
  if (index == kNoDevice || !make_hw_queue(*known->home, stream, &hardware)) return nullptr;
  return heddle_queue_open(index, &hardware, reinterpret_cast<uint64_t>(stream));
}

int32_t device_to_wait_for() { return inside ? kNoSuch : current_device(); }

uint32_t Vendor::device_of_memory() {
  static std::atomic<uint32_t> known[kMostDevices];  // plus one
  const int32_t device = current_device();
  if (device < 0) return kNoDevice;
  uint32_t index = known[device].load(std::memory_order_relaxed);
  if (index) return index - 1;
  index = table_device(device, nullptr);
  if (index != kNoDevice) known[device].store(index + 1, std::memory_order_relaxed);
  return index;
}

uintptr_t context_of_memory() { return uintptr_t(current_device() + 1); }

size_t on_device(const void *properties, size_t size) {
  struct Properties {
    int handle_type, allocation_type, attribute;
    uint32_t location_id;
    int location_type;
    uint64_t reserved;
  };
  constexpr int kDevice = 1;
  return properties && static_cast<const Properties *>(properties)->location_type == kDevice ? size
                                                                                             : 0;
}

}  // namespace heddle::acl

using namespace heddle::acl;

extern "C" {

// The answer is in the status: for the roles it is one of the result.
HEDDLE_EXPORT aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus *status) {
  if (!status) return real().aclrtStreamQuery(stream, status);
  const aclError result = roles::query(stream, [&]() -> aclError {
    const aclError answer = real().aclrtStreamQuery(stream, status);
    return answer == kSuccess && *status == kStreamBusy ? aclError(kNotComplete) : answer;
  });
  if (result == kSuccess) *status = kStreamEmpty;
  return result == kNotComplete ? aclError(kSuccess) : result;
}

// In between, launches change what a model will run.
HEDDLE_EXPORT aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream, aclrtTaskGrp handle) {
  heddle_capture(roles::queue_of(stream), 1);
  const aclError result = real().aclmdlRICaptureTaskUpdateBegin(stream, handle);
  if (result != kSuccess) heddle_capture(roles::queue_of(stream), 0);
  return result;
}

HEDDLE_EXPORT aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream) {
  const aclError result = real().aclmdlRICaptureTaskUpdateEnd(stream);
  heddle_capture(roles::queue_of(stream), 0);
  return result;
}

}  // extern C
