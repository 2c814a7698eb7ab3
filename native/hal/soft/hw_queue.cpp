#include "hal/soft/hw_queue.h"

#include <new>

#include "_gen/table.gen.h"
#include "common/os.h"
#include "hal/real.h"

namespace heddle::soft {

namespace {

// Marks where the device cannot write memory: a ring of events, asked from the oldest on.
struct EventRing {
  static constexpr uint32_t kEvents = 16;
  sxEvent events[kEvents];
  uint64_t values[kEvents];
  uint32_t first = 0, count = 0;
  uint64_t reached = 0;
};

struct SoftQueue {
  int device;
  sxStream stream;
  EventRing ring;
};

// The default stream is the one of the calling thread's device; ours may be another thread's.
class OnDevice {
 public:
  explicit OnDevice(const SoftQueue &q) : switched_(!q.stream) {
    if (!switched_) return;
    real().sxGetDevice(&before_);
    real().sxSetDevice(q.device);
  }
  ~OnDevice() {
    if (switched_) real().sxSetDevice(before_);
  }

 private:
  bool switched_;
  int before_ = 0;
};

SoftQueue &of(void *self) { return *static_cast<SoftQueue *>(self); }

// The default stream takes nothing while a stream that it waits for is being captured.
int status_of(sxResult result) { return result == SX_ERROR_CAPTURE ? HEDDLE_LATER : int(result); }

int mark_by_write(void *self, uint64_t *word, uint64_t value) {
  OnDevice here(of(self));
  return status_of(real().sxStreamWriteValue64(of(self).stream, word, value));
}

uint64_t completed_events(void *self) {
  EventRing &ring = of(self).ring;
  while (ring.count && real().sxEventQuery(ring.events[ring.first]) == SX_OK) {
    ring.reached = ring.values[ring.first];
    ring.first = (ring.first + 1) % EventRing::kEvents;
    ring.count--;
  }
  return ring.reached;
}

int mark_by_event(void *self, uint64_t *, uint64_t value) {
  OnDevice here(of(self));
  EventRing &ring = of(self).ring;
  completed_events(self);
  if (ring.count == EventRing::kEvents) return HEDDLE_LATER;
  uint32_t at = (ring.first + ring.count) % EventRing::kEvents;
  if (!ring.events[at])
    if (sxResult r = real().sxEventCreate(&ring.events[at])) return r;
  ring.values[at] = value;
  sxResult r = real().sxEventRecord(ring.events[at], of(self).stream);
  if (r == SX_OK) ring.count++;
  return status_of(r);
}

int is_empty(void *self) {
  OnDevice here(of(self));
  sxResult result = real().sxStreamQuery(of(self).stream);
  return result == SX_OK || result == SX_ERROR_LAUNCH;
}

int gate(void *self, const uint32_t *word) {
  OnDevice here(of(self));
  return status_of(real().sxStreamWaitValue32(of(self).stream, word, 0, SX_WAIT_EQUAL));
}

int slice(void *self, uint32_t microseconds) {
  return real().sxContextSetTimeslice(of(self).device, microseconds);
}

void close(void *self) {
  for (sxEvent event : of(self).ring.events)
    if (event) real().sxEventDestroy(event);
  free(self);
}

struct Pair {
  uint32_t soft, heddle;
};
constexpr Pair kCapabilities[] = {
    {SX_CAP_WAIT_VALUE, kCapabilityWaitValue},
    {SX_CAP_WRITE_VALUE, kCapabilityWriteValue},
    {SX_CAP_TIMESLICE, kCapabilityTimeslice},
    {SX_CAP_DISABLE, kCapabilityDisable},
};

}  // namespace

const Real &real() { return find_real<Real>(kLibrary, kNames); }

uint32_t capabilities_of(int device) {
  int64_t soft = 0;
  if (real().sxDeviceGetAttribute(device, SX_ATTR_CAPABILITIES, &soft) != SX_OK) return 0;
  uint32_t result = 0;
  for (const Pair &pair : kCapabilities)
    if (soft & pair.soft) result |= pair.heddle;
  return result;
}

bool make_hw_queue(int device, sxStream stream, uint32_t capabilities, heddle_hw_queue *out) {
  void *room = calloc(1, sizeof(SoftQueue));
  if (!room) return false;
  auto *queue = new (room) SoftQueue{device, stream, {}};
  bool writes = capabilities & kCapabilityWriteValue;
  *out = {queue,
          writes ? mark_by_write : mark_by_event,
          writes ? nullptr : completed_events,
          is_empty,
          capabilities & kCapabilityWaitValue ? gate : nullptr,
          capabilities & kCapabilityTimeslice ? slice : nullptr,
          nullptr,  // nothing without effect takes the device
          close};
  return true;
}

}  // namespace heddle::soft
