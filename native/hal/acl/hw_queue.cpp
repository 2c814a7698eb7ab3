#include "hal/acl/hw_queue.h"

#include <new>

#include "_gen/table.gen.h"
#include "hal/event_ring.h"
#include "hal/real.h"
#include "shim/amounts.h"
#include "shim/porter.h"

namespace heddle::acl {

namespace {

constexpr uint32_t kStreamProgress = 2;  // ACL_EVENT_CAPTURE_STREAM_PROGRESS: as many as one likes
constexpr aclrtEventRecordedStatus kReached = 1;
constexpr aclmdlRICaptureStatus kNoCapture = 0;
constexpr uint64_t kDefaultNotify = 0;
constexpr uint32_t kForEver = 0;
constexpr int32_t kTryMs = 2000;

Porter porter;
// Of the contexts' lists of queues, and of what the porter does in a context. Behind its own lock.
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

// A stream that is being captured takes nothing of ours now, nor does the default stream meanwhile.
int status_of(aclError result) {
  const bool captured = (result >= kFirstCaptureError && result <= kLastCaptureError) ||
                        result == kCaptureInvalidated;
  return captured ? HEDDLE_LATER : result;
}

// Older libraries have no events that are recorded again and again and number as many as one likes.
aclError create_event(aclrtEvent *event) {
  return real().aclrtCreateEventExWithFlag
             ? real().aclrtCreateEventExWithFlag(event, kStreamProgress)
             : real().aclrtCreateEventWithFlag(event, kStreamProgress);
}

bool is_reached(aclrtEvent event) {
  aclrtEventRecordedStatus status = kReached;
  return real().aclrtQueryEventStatus(event, &status) != kSuccess || status == kReached;
}

struct Events {
  using Event = aclrtEvent;
  aclrtStream stream;

  int create(Event *event) { return create_event(event); }
  int record(Event event) { return status_of(real().aclrtRecordEvent(event, stream)); }
  bool is_reached(Event event) { return acl::is_reached(event); }
  void destroy(Event event) { real().aclrtDestroyEvent(event); }
};

}  // namespace

struct AclQueue {
  Context *context;  // null: it was closed, and all that we had in it is destroyed
  Events events;
  EventRing<Events, 256> ring;
  Tickets tickets;
  // Few tickets are open at a time, and a notify is its own again once it was passed.
  static constexpr uint64_t kNotifies = 4;
  aclrtNotify notifies[kNotifies] = {};
  aclrtEvent passed[Tickets::kMost] = {};  // recorded right behind each ticket
  std::atomic<bool> leaving{false};        // with its context: it is not used any more
  uint64_t reached = 0;                    // the newest mark, by then
  uint64_t newest = 0;                     // that was put there
  AclQueue *next;

  AclQueue(Context &context, aclrtStream stream);
  aclrtNotify &notify(uint64_t ticket) { return notifies[ticket % kNotifies]; }
  aclrtEvent &event(uint64_t ticket) { return passed[ticket % Tickets::kMost]; }
  void destroy_ours();
};

namespace {

AclQueue &of(void *self) { return *static_cast<AclQueue *>(self); }

bool takes_ours(const AclQueue &q) {
  return !captures.load(std::memory_order_acquire) || !is_capturing(q.events.stream);
}

int mark(void *self, uint64_t *, uint64_t value) {
  AclQueue &q = of(self);
  InContext here(q.context->handle);
  const int result = takes_ours(q) ? q.ring.mark(q.events, value) : HEDDLE_LATER;
  if (result == 0) q.newest = value;
  return result;
}

uint64_t completed(void *self) {
  AclQueue &q = of(self);
  Locked locked(mutex);
  if (!q.context) return q.newest;  // all that was in it is gone with it
  if (q.leaving) return q.reached;
  InContext here(q.context->handle);
  return q.reached = q.ring.completed(q.events);
}

int empty(void *self) {
  AclQueue &q = of(self);
  if (q.leaving) return 1;
  InContext here(q.context->handle);
  if (!takes_ours(q)) return 0;
  aclrtStreamStatus status = kStreamBusy;
  const aclError result = real().aclrtStreamQuery(q.events.stream, &status);
  return result == kSuccess ? status == kStreamEmpty : is_drained(result);
}

aclError wait_for_notify(aclrtNotify &notify, aclrtStream stream) {
  if (!notify)
    if (aclError error = real().aclrtCreateNotify(&notify, kDefaultNotify)) return error;
  return real().aclrtWaitAndResetNotify(notify, stream, kForEver);
}

int gate(void *self, const uint32_t *word) {
  AclQueue &q = of(self);
  InContext here(q.context->handle);
  const Porter::Ticket ticket = porter.next(q.tickets, word);
  if (!ticket.number || !takes_ours(q)) return HEDDLE_LATER;
  aclrtEvent &event = q.event(ticket.number);
  if (!event)
    if (aclError error = create_event(&event)) return error;
  if (ticket.waits)
    if (aclError error = wait_for_notify(q.notify(ticket.number), q.events.stream))
      return status_of(error);
  const aclError error = real().aclrtRecordEvent(event, q.events.stream);
  porter.issue(q.tickets, ticket);  // it lies in the stream, whatever became of the event
  return status_of(error);
}

void open_ticket(void *self, uint64_t ticket) {
  AclQueue &q = of(self);
  Locked locked(mutex);
  if (!q.context) return;
  InContext here(q.context->handle);
  real().aclrtRecordNotify(q.notify(ticket), q.context->opener);
}

bool is_passed(void *self, uint64_t ticket) {
  AclQueue &q = of(self);
  Locked locked(mutex);
  if (!q.context) return true;
  InContext here(q.context->handle);
  return is_reached(q.event(ticket));
}

void free_queue(void *self) {
  AclQueue &q = of(self);
  Locked locked(mutex);
  if (q.context) {
    q.destroy_ours();
    for (AclQueue **at = &q.context->queues; *at; at = &(*at)->next)
      if (*at == &q) {
        *at = q.next;
        break;
      }
  }
  free(self);
}

void close(void *self) { porter.retire(of(self).tickets); }

// A notify that is recorded and waited for: what the header promises, and what is so, may differ.
bool try_notify(aclrtStream stream) {
  aclrtNotify notify = nullptr;
  if (!real().aclrtCreateNotify || !real().aclrtSynchronizeStreamWithTimeout) return false;
  if (real().aclrtCreateNotify(&notify, kDefaultNotify) != kSuccess) return false;
  const bool works = real().aclrtRecordNotify(notify, stream) == kSuccess &&
                     real().aclrtWaitAndResetNotify(notify, stream, kForEver) == kSuccess &&
                     real().aclrtSynchronizeStreamWithTimeout(stream, kTryMs) == kSuccess;
  real().aclrtDestroyNotify(notify);
  return works;
}

}  // namespace

AclQueue::AclQueue(Context &context, aclrtStream stream)
    : context(&context),
      events{stream},
      tickets(this, {open_ticket, is_passed, free_queue}),
      next(context.queues) {}

// What the porter has still to record comes before the notifies go.
void AclQueue::destroy_ours() {
  InContext here(context->handle);
  real().aclrtSynchronizeStream(context->opener);
  ring.destroy(events);
  for (aclrtEvent event : passed)
    if (event) real().aclrtDestroyEvent(event);
  for (aclrtNotify notify : notifies)
    if (notify) real().aclrtDestroyNotify(notify);
}

// A program may do without the library that once was all of them.
const Real &real() { return find_real<Real>(kLibraries, kNames); }

bool is_drained(aclError result) {
  if (result == kSuccess) return true;
  return result >= kFirstDeviceError && result <= kLastDeviceError && result != kNotComplete &&
         result != kStreamTimeout && result != kEventTimeout && result != kCaptureInvalidated;
}

bool is_capturing(aclrtStream stream) {
  aclrtContext none;
  aclmdlRICaptureStatus status = kNoCapture;
  return stream && real().aclmdlRICaptureGetInfo &&
         real().aclmdlRICaptureGetInfo(stream, &status, &none) == kSuccess && status != kNoCapture;
}

Context *open_context(aclrtContext handle, int32_t device) {
  auto *context = static_cast<Context *>(calloc(1, sizeof(Context)));
  if (!context) return nullptr;
  context->handle = handle;
  context->device = device;
  if (real().aclrtCreateStream(&context->opener) == kSuccess && try_notify(context->opener))
    context->capabilities = kCapabilityWaitValue;
  return context;
}

void begin_to_close(Context &context) {
  Locked locked(mutex);
  for (AclQueue *q = context.queues; q; q = q->next) q->leaving = true;
}

void close_context(Context *context) {
  Locked locked(mutex);
  InContext here(context->handle);
  for (AclQueue *q = context->queues; q; q = q->next) {
    q->destroy_ours();
    q->context = nullptr;
  }
  if (context->opener) real().aclrtDestroyStream(context->opener);
  free(context);
}

bool make_hw_queue(Context &context, aclrtStream stream, heddle_hw_queue *out) {
  void *room = calloc(1, sizeof(AclQueue));
  if (!room) return false;
  Locked locked(mutex);
  context.queues = new (room) AclQueue(context, stream);
  *out = {};
  out->self = room;
  out->mark = mark;
  out->completed = completed;
  out->empty = empty;
  out->gate = context.capabilities & kCapabilityWaitValue ? gate : nullptr;
  out->close = close;
  return true;
}

void make_hw_queue_at_once(heddle_hw_queue *out) {
  *out = {};
  out->empty = [](void *) { return 1; };
}

void forget_hardware() {
  pthread_mutex_init(&mutex, nullptr);
  porter.forget();
  captures = 0;
}

InContext::InContext(aclrtContext context) {
  const bool has_one = real().aclrtGetCurrentContext(&before_) == kSuccess && before_;
  switched_ = !has_one || before_ != context;
  if (!switched_) return;
  if (!has_one) before_ = nullptr;
  real().aclrtSetCurrentContext(context);
}

// A thread that had none keeps ours: there is no going back.
InContext::~InContext() {
  if (switched_ && before_) real().aclrtSetCurrentContext(before_);
}

}  // namespace heddle::acl
