#include "hal/soft/hw_queue.h"

#include <new>

#include "_gen/table.gen.h"
#include "common/os.h"
#include "hal/event_ring.h"
#include "hal/real.h"

namespace heddle::soft {

namespace {

struct SoftQueue {
  using Event = sxEvent;
  int device;
  sxStream stream;
  EventRing<SoftQueue> marks = {};

  int create(sxEvent *event);
  int record(sxEvent event);
  bool is_reached(sxEvent event);
  void destroy(sxEvent event);
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

int SoftQueue::create(sxEvent *event) { return real().sxEventCreate(event); }
int SoftQueue::record(sxEvent event) { return status_of(real().sxEventRecord(event, stream)); }
bool SoftQueue::is_reached(sxEvent event) { return real().sxEventQuery(event) == SX_OK; }
void SoftQueue::destroy(sxEvent event) { real().sxEventDestroy(event); }

uint64_t completed_events(void *self) { return of(self).marks.completed(of(self)); }

int mark_by_event(void *self, uint64_t *, uint64_t value) {
  OnDevice here(of(self));
  return of(self).marks.mark(of(self), value);
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
  of(self).marks.destroy(of(self));
  free(self);
}

struct Pair {
  uint32_t soft, heddle;
};
constexpr Pair kCapabilities[] = {
    {SX_CAP_WAIT_VALUE, kCapabilityWaitValue}, {SX_CAP_WRITE_VALUE, kCapabilityWriteValue},
    {SX_CAP_TIMESLICE, kCapabilityTimeslice},  {SX_CAP_DISABLE, kCapabilityDisable},
    {SX_CAP_RESET, kCapabilityReset},
};

const Real &(*functions)() = vendor;  // set before any call

}  // namespace

const Real &vendor() { return find_real<Real>(kLibrary, kNames); }
const Real &real() { return functions(); }
void stand_in(const Real &(*others)()) { functions = others; }

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
  auto *queue = new (room) SoftQueue{device, stream};
  bool writes = capabilities & kCapabilityWriteValue;
  *out = {queue,
          writes ? mark_by_write : mark_by_event,
          writes ? nullptr : completed_events,
          is_empty,
          capabilities & kCapabilityWaitValue ? gate : nullptr,
          capabilities & kCapabilityTimeslice ? slice : nullptr,
          nullptr,  // nothing without effect takes the device
          close,
          nullptr};
  return true;
}

}  // namespace heddle::soft
