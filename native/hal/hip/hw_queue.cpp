#include "hal/hip/hw_queue.h"

#include <dlfcn.h>

#include <algorithm>
#include <new>

#include "_gen/table.gen.h"
#include "hal/event_ring.h"
#include "hal/hip/table.h"
#include "hal/hip/words.h"
#include "hal/real.h"
#include "shim/porter.h"

namespace heddle::hip {

namespace {

constexpr unsigned kDisableTiming = 2;      // hipEventDisableTiming
constexpr unsigned kGreaterOrEqual = 0;     // hipStreamWaitValueGte
constexpr uint64_t kEveryBit = UINT64_MAX;  // of the word is compared

Porter porter;

struct HipQueue {
  using Event = hipEvent_t;

  const int device;
  const hipStream_t stream;
  EventRing<HipQueue> marks;
  Words *words = nullptr;  // from the first gate on
  uint64_t base = 0;       // of a ticket's value in them, above its number
  uint64_t issued = 0;
  Tickets tickets;

  HipQueue(int device, hipStream_t stream);

  int of_default() const { return is_default(stream) ? device : -1; }

  int create(hipEvent_t *event) { return real().hipEventCreateWithFlags(event, kDisableTiming); }
  int record(hipEvent_t event);
  bool is_reached(hipEvent_t event) { return real().hipEventQuery(event) == kSuccess; }
  void destroy(hipEvent_t event) { real().hipEventDestroy(event); }
};

void open_ticket(void *self, uint64_t ticket);
bool is_passed_ticket(void *self, uint64_t ticket);
void free_queue(void *self);

HipQueue &of(void *self) { return *static_cast<HipQueue *>(self); }

// A stream that is being captured, or one that the capture forbids, takes nothing of ours now.
int status_of(hipError_t result) {
  constexpr hipError_t kFirstCaptureError = 900, kLastCaptureError = 908;
  return result >= kFirstCaptureError && result <= kLastCaptureError ? HEDDLE_LATER : result;
}

HipQueue::HipQueue(int device, hipStream_t stream)
    : device(device), stream(stream), tickets(this, {open_ticket, is_passed_ticket, free_queue}) {}

int HipQueue::record(hipEvent_t event) { return status_of(real().hipEventRecord(event, stream)); }

// A capture may have spread to the stream since the program's call began.
bool takes_ours(hipStream_t stream) {
  int status = 0;
  return !captures.load(std::memory_order_acquire) ||
         (real().hipStreamIsCapturing(stream, &status) == kSuccess && status == 0);
}

int mark_by_write(void *self, uint64_t *word, uint64_t value) {
  const HipQueue &q = of(self);
  Ours here(q.of_default());
  if (!takes_ours(q.stream)) return HEDDLE_LATER;
  void *there = on_device(q.device, word);
  return status_of(real().hipStreamWriteValue64(q.stream, there, value, 0));
}

int mark_by_event(void *self, uint64_t *, uint64_t value) {
  HipQueue &q = of(self);
  Ours here(q.of_default());
  return takes_ours(q.stream) ? q.marks.mark(q, value) : HEDDLE_LATER;
}

uint64_t completed_events(void *self) {
  Ours here;
  return of(self).marks.completed(of(self));
}

// The stream waits for its ticket, and says when it has come past it.
int gate(void *self, const uint32_t *word) {
  HipQueue &q = of(self);
  const bool has_words = q.words && q.words->opened;
  Ours here(has_words ? q.of_default() : q.device);
  const Porter::Ticket ticket = porter.next(q.tickets, word);
  if (!ticket.number || !takes_ours(q.stream)) return HEDDLE_LATER;
  if (!has_words) {
    if (q.words) give_words(q.words);
    if (!(q.words = take_words(q.device))) return HEDDLE_LATER;
    q.base = newest(q.words) + 1 - ticket.number;
  }
  const uint64_t value = q.base + ticket.number;
  if (ticket.waits)
    if (hipError_t error = real().hipStreamWaitValue64(q.stream, q.words->opened, value,
                                                       kGreaterOrEqual, kEveryBit))
      return status_of(error);
  const hipError_t error = real().hipStreamWriteValue64(q.stream, q.words->passed, value, 0);
  q.issued = ticket.number;
  porter.issue(q.tickets, ticket);  // it lies in the stream, whatever became of the write
  return error;
}

void open_ticket(void *self, uint64_t ticket) {
  const HipQueue &q = of(self);
  open_up_to(q.words, q.base + ticket);
}

bool is_passed_ticket(void *self, uint64_t ticket) {
  const HipQueue &q = of(self);
  return is_passed(q.words, q.base + ticket);
}

void free_queue(void *self) {
  HipQueue &q = of(self);
  Ours here;
  // Words that a dead stream may still write to must not be given to another queue.
  if (q.words && is_passed(q.words, q.base + q.issued)) give_words(q.words);
  q.marks.destroy(q);
  free(self);
}

int empty(void *self) {
  Asking asking;
  if (!asking) return 0;
  Ours here(of(self).of_default());
  return is_drained(real().hipStreamQuery(of(self).stream));
}

void close(void *self) { porter.retire(of(self).tickets); }

// On a stream of our own: what the attributes promise, and what is so, differ.
uint32_t try_out(int device) {
  constexpr unsigned kNonBlocking = 1;
  hipStream_t stream = nullptr;
  Ours here(device);
  if (real().hipStreamCreateWithFlags(&stream, kNonBlocking) != kSuccess) return 0;
  auto works = [&](hipError_t result) {
    return result == kSuccess && real().hipStreamSynchronize(stream) == kSuccess;
  };
  auto writes = [&](void *word, uint64_t value) {
    return word && real().hipStreamWriteValue64 &&
           works(real().hipStreamWriteValue64(stream, word, value, 0));
  };
  uint32_t capabilities = 0;
  if (writes(on_device(device, heddle_scratch()), 0)) capabilities |= kCapabilityWriteValue;
  Words *words = real().hipStreamWaitValue64 ? take_words(device) : nullptr;
  if (words &&
      works(real().hipStreamWaitValue64(stream, words->opened, 0, kGreaterOrEqual, kEveryBit)) &&
      writes(words->passed, newest(words) + 1)) {
    capabilities |= kCapabilityWaitValue;
    give_words(words);
  }
  real().hipStreamDestroy(stream);
  return capabilities;
}

std::atomic<uint32_t> capabilities[kMostDevices];  // and that they are known
constexpr uint32_t kKnown = 1u << 31;

}  // namespace

const char *library() {
  static std::atomic<const char *> found{nullptr};
  if (const char *known = found.load(std::memory_order_relaxed)) return known;
  for (const char *name : kLibraries)
    if (dlopen(name, RTLD_LAZY | RTLD_NOLOAD)) {
      found.store(name, std::memory_order_relaxed);
      return name;
    }
  return kLibrary;
}

const Real &real() { return find_real<Real>(library(), kNames); }

bool is_drained(hipError_t result) {
  switch (result) {
    case kSuccess:
    case 700:  // illegal address
    case 702:  // launch timeout
    case 709:  // context is destroyed
    case 710:  // assert
    case 719:  // launch failure
      return true;
  }
  return false;
}

Ours::Ours(int device) : error_(real().hipPeekAtLastError()) {
  if (real().hipThreadExchangeStreamCaptureMode) real().hipThreadExchangeStreamCaptureMode(&mode_);
  int before = device;
  if (device < 0 || real().hipGetDevice(&before) != kSuccess || before == device) return;
  if (real().hipSetDevice(device) == kSuccess) device_ = before;
}

Ours::~Ours() {
  if (device_ >= 0) real().hipSetDevice(device_);
  if (real().hipThreadExchangeStreamCaptureMode) real().hipThreadExchangeStreamCaptureMode(&mode_);
  if (error_ == kSuccess) real().hipGetLastError();
}

uint32_t capabilities_of(int device) {
  uint32_t known = capabilities[device].load(std::memory_order_acquire);
  if (!known) {
    known = try_out(device) | kKnown;
    capabilities[device].store(known, std::memory_order_release);
  }
  return known & ~kKnown;
}

void forget_device(int device) {
  capabilities[device] = 0;
  forget_table(device);
}

void forget_hardware() {
  porter.forget();
  forget_words();
  for (int device = 0; device < kMostDevices; device++) forget_device(device);
}

bool make_hw_queue(int device, hipStream_t stream, heddle_hw_queue *out) {
  void *room = calloc(1, sizeof(HipQueue));
  if (!room) return false;
  const uint32_t can = capabilities_of(device);
  const bool writes = can & kCapabilityWriteValue;
  *out = {new (room) HipQueue(device, stream), writes ? mark_by_write : mark_by_event,
          writes ? nullptr : completed_events,
          // Another thread cannot name a thread's own default stream.
          stream == kPerThread ? nullptr : empty, can &kCapabilityWaitValue ? gate : nullptr,
          nullptr, nullptr, close, nullptr};
  return true;
}

}  // namespace heddle::hip
