// The calls of the soft XPU that need more than their role: which queue belongs to a stream.
#include "shim/soft/roles.h"

#include "common/os.h"
#include "shim/soft/reset.h"

namespace heddle::soft {

namespace {

constexpr int kMostDevices = 64;

HandleMap<bool> non_blocking;  // as a set: the streams that the default stream does not wait for

// The soft XPU's own variable for this is hidden in it; we see every call that changes it.
thread_local int device_of_thread __attribute__((tls_model("initial-exec"))) = 0;

// A device has a number that all processes agree on, whatever each is allowed to see.
struct Names {
  char name[48], uuid[64];

  bool read(int device) {
    if (real().sxDeviceGetName(device, name, sizeof name) != SX_OK) return false;
    snprintf(uuid, sizeof uuid, "soft-%s", name);
    return true;
  }
};

bool table_device(int device, uint32_t *index) {
  Names of;
  return of.read(device) &&
         heddle_device_open("soft", of.name, of.uuid, capabilities_of(device), index) == HEDDLE_OK;
}

__attribute__((constructor)) void start() {
  heddle_intercept(kLibrary, kSymbols);
  pthread_atfork(nullptr, nullptr, [] {
    roles::forget();
    non_blocking.forget();
    forget_movable();
  });
}

}  // namespace

std::atomic<bool> left_running{false};

int thread_device() { return device_of_thread; }

bool is_blocking(uintptr_t key) { return !non_blocking.find(key); }

void forget_stream(sxStream stream) {
  const uintptr_t key = Vendor::key_of(stream);
  non_blocking.lock();
  const bool blocks = !non_blocking.find(key);
  non_blocking.erase(key);
  non_blocking.unlock();
  if (blocks && real().sxStreamQuery(stream) == SX_ERROR_NOT_READY) left_running = true;
}

// Stream handles are addresses, so small numbers are free for the default stream of each device.
uintptr_t Vendor::key_of(sxStream stream) {
  return stream ? reinterpret_cast<uintptr_t>(stream) : uintptr_t(device_of_thread + 1);
}

bool Vendor::look(sxStream stream, Known *known) {
  int count;
  known->device = device_of_thread;
  return (stream ? real().sxStreamGetDevice(stream, &known->device)
                 : real().sxDeviceCount(&count)) == SX_OK;
}

heddle_queue *Vendor::open(sxStream stream, Known *known) {
  const int device = known->device;
  uint32_t index;
  heddle_hw_queue hardware;
  if (!table_device(device, &index)) return nullptr;
  offer_reset(device, index, capabilities_of(device));
  if (!make_hw_queue(device, stream, capabilities_of(device), &hardware)) return nullptr;
  return heddle_queue_open(index, &hardware, reinterpret_cast<uint64_t>(stream));
}

uint32_t Vendor::device_of_memory() {
  static std::atomic<uint32_t> known[kMostDevices];  // plus one
  const int device = device_of_thread;
  if (device < 0 || device >= kMostDevices) return kNoDevice;
  uint32_t index = known[device].load(std::memory_order_relaxed);
  if (index) return index - 1;
  Names of;
  if (!of.read(device) || heddle_device_find("soft", of.name, of.uuid, &index) != HEDDLE_OK)
    return kNoDevice;
  known[device].store(index + 1, std::memory_order_relaxed);
  return index;
}

bool Vendor::is_capturing(sxStream stream) {
  int capturing = 0;
  return stream && real().sxStreamIsCapturing(stream, &capturing) == SX_OK && capturing;
}

}  // namespace heddle::soft

using namespace heddle::soft;

extern "C" {

HEDDLE_EXPORT sxResult sxSetDevice(int device) {
  sxResult result = real().sxSetDevice(device);
  if (result == SX_OK) device_of_thread = device;
  return result;
}

HEDDLE_EXPORT sxResult sxStreamCreate(sxStream *stream, unsigned flags) {
  sxResult result = real().sxStreamCreate(stream, flags);
  if (result == SX_OK && (flags & SX_STREAM_NON_BLOCKING)) {
    non_blocking.lock();
    non_blocking.insert(reinterpret_cast<uintptr_t>(*stream), true);
    non_blocking.unlock();
  }
  return result;
}

}  // extern C
