// The calls of the soft XPU that need more than their role: which queue belongs to a stream.
#include "shim/soft/roles.h"

#include "common/os.h"
#include "shim/handle_map.h"
#include "shim/soft/reset.h"

namespace heddle::soft {

namespace {

constexpr int kMostDevices = 64;

HandleMap<heddle_queue *> queues;
HandleMap<bool> non_blocking;  // as a set: the streams that the default stream does not wait for
// A blocking stream was destroyed with work in it: the default stream waits for what we cannot see.
std::atomic<bool> left_running{false};

// The soft XPU's own variable for this is hidden in it; we see every call that changes it.
thread_local int thread_device __attribute__((tls_model("initial-exec"))) = 0;

// Stream handles are addresses, so small numbers are free for the default stream of each device.
uintptr_t key_of(sxStream stream) {
  return stream ? reinterpret_cast<uintptr_t>(stream) : uintptr_t(thread_device + 1);
}

// The device of a key; -1 if the stream is gone.
int device_of(uintptr_t key) {
  int device = int(key) - 1;
  if (key > uintptr_t(kMostDevices) &&
      real().sxStreamGetDevice(reinterpret_cast<sxStream>(key), &device) != SX_OK)
    return -1;
  return device;
}

bool is_waited_by_default(uintptr_t key) {
  return !non_blocking.find(key) && device_of(key) == thread_device;
}

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

heddle_queue *open_queue(sxStream stream) {
  int device = thread_device;
  if (stream && real().sxStreamGetDevice(stream, &device) != SX_OK) return nullptr;
  uint32_t index;
  heddle_hw_queue hardware;
  if (!table_device(device, &index)) return nullptr;
  offer_reset(device, index, capabilities_of(device));
  if (!make_hw_queue(device, stream, capabilities_of(device), &hardware)) return nullptr;
  return heddle_queue_open(index, &hardware, reinterpret_cast<uint64_t>(stream));
}

__attribute__((constructor)) void start() {
  heddle_intercept(kLibrary, kSymbols);
  pthread_atfork(nullptr, nullptr, [] {
    queues.forget();
    non_blocking.forget();
    amounts.forget();
    forget_movable();
  });
}

}  // namespace

heddle_queue *queue_of(sxStream stream) {
  const uintptr_t key = key_of(stream);
  if (heddle_queue *const *known = queues.find(key)) return *known;
  // A handle that the soft XPU does not know must give the vendor's error and leave no trace.
  int device;
  sxResult alive =
      stream ? real().sxStreamGetDevice(stream, &device) : real().sxDeviceCount(&device);
  if (alive != SX_OK) return nullptr;
  queues.lock();
  heddle_queue *const *known = queues.find(key);
  heddle_queue *queue = known ? *known : open_queue(stream);
  if (!known) queues.insert(key, queue);
  queues.unlock();
  return queue;
}

// With the map locked: a stream that another thread destroys now cannot lose its queue before we
// are counted among its users.
Waited waited_by_device() {
  Waited waited;
  queues.lock();
  queues.each([&](uintptr_t key, heddle_queue *queue) {
    if (device_of(key) == thread_device) waited.add(queue);
  });
  queues.unlock();
  return waited;
}

Waited waited_by_stream(sxStream stream) {
  Waited waited;
  queue_of(stream);  // made at first sight
  queues.lock();
  queues.each([&](uintptr_t key, heddle_queue *queue) {
    if (stream ? key == key_of(stream) : is_waited_by_default(key)) waited.add(queue);
  });
  queues.unlock();
  if (!stream && left_running.load(std::memory_order_relaxed)) waited.whole = false;
  return waited;
}

void forget_left_running() { left_running.store(false, std::memory_order_relaxed); }

void close_queue(sxStream stream) {
  const uintptr_t key = key_of(stream);
  queues.lock();
  heddle_queue *const *known = queues.find(key);
  heddle_queue *queue = known ? *known : nullptr;
  queues.erase(key);
  queues.unlock();
  non_blocking.lock();
  bool blocks = !non_blocking.find(key);
  non_blocking.erase(key);
  non_blocking.unlock();
  if (blocks && real().sxStreamQuery(stream) == SX_ERROR_NOT_READY) left_running = true;
  heddle_queue_close(queue);
}

Amounts amounts;

uint32_t device_of_memory() {
  static std::atomic<uint32_t> known[kMostDevices];  // plus one
  const int device = thread_device;
  if (device < 0 || device >= kMostDevices) return kNoDevice;
  uint32_t index = known[device].load(std::memory_order_relaxed);
  if (index) return index - 1;
  Names of;
  if (!of.read(device) || heddle_device_find("soft", of.name, of.uuid, &index) != HEDDLE_OK)
    return kNoDevice;
  known[device].store(index + 1, std::memory_order_relaxed);
  return index;
}

bool is_capturing(sxStream stream) {
  int capturing = 0;
  return stream && real().sxStreamIsCapturing(stream, &capturing) == SX_OK && capturing;
}

void set_capturing(sxStream stream, bool on) {
  if (stream) heddle_capture(queue_of(stream), on);
}

}  // namespace heddle::soft

using namespace heddle::soft;

extern "C" {

HEDDLE_EXPORT sxResult sxSetDevice(int device) {
  sxResult result = real().sxSetDevice(device);
  if (result == SX_OK) thread_device = device;
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

HEDDLE_EXPORT sxResult sxMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
  sxResult result = real().sxMemGetInfo(free_bytes, total_bytes);
  if (result == SX_OK) heddle::show_memory(device_of_memory(), free_bytes, total_bytes);
  return result;
}

}  // extern C
