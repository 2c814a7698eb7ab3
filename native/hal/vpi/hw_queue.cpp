#include "hal/vpi/hw_queue.h"

#include <new>

#include "common/os.h"
#include "hal/event_ring.h"
#include "hal/real.h"

namespace heddle::vpi {

namespace {

constexpr uint64_t kNoTimestamp = uint64_t(1) << 63;  // VPI_EVENT_DISABLE_TIMESTAMP
constexpr VPIEventState kSignaled = 1;
constexpr int64_t kAnswerNs = 100'000;   // an empty stream's thread comes to an event by then
constexpr int64_t kLookNs = 50'000'000;  // a wake-up may be missed

struct VpiQueue {
  using Event = VPIEvent;
  VPIStream stream;
  VpiQueue *next = nullptr;  // in the list of all
  bool is_lost = false;      // its events went with their context
  uint64_t reached = 0;
  EventRing<VpiQueue> marks = {};
  VPIEvent question = nullptr;
  bool is_asked = false;  // the question is in the stream

  int create(VPIEvent *event) { return real().vpiEventCreate(kNoTimestamp, event); }
  int record(VPIEvent event) { return real().vpiEventRecord(event, stream); }
  // In a stream that has failed nothing waits any more.
  bool is_reached(VPIEvent event) {
    VPIEventState state = kSignaled;
    return real().vpiEventQuery(event, &state) != kSuccess || state == kSignaled;
  }
  void destroy(VPIEvent event) { real().vpiEventDestroy(event); }
};

// All queues, for a context that is destroyed while some are not closed yet.
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
VpiQueue *queues = nullptr;

VpiQueue &of(void *self) { return *static_cast<VpiQueue *>(self); }

int mark(void *self, uint64_t *, uint64_t value) { return of(self).marks.mark(of(self), value); }

uint64_t completed(void *self) {
  VpiQueue &q = of(self);
  pthread_mutex_lock(&mutex);
  if (!q.is_lost) q.reached = q.marks.completed(q);
  const uint64_t reached = q.reached;
  pthread_mutex_unlock(&mutex);
  return reached;
}

// VPI has no call for this. An event that is put at the end and reached at once says the same; one
// that is not stays there, and nothing is added until it is.
int is_empty(void *self) {
  VpiQueue &q = of(self);
  if (q.is_asked && !q.is_reached(q.question)) return 0;
  if (q.record(q.question) != kSuccess) return 1;
  q.is_asked = true;
  const int64_t until = os::now_ns() + kAnswerNs;
  while (!q.is_reached(q.question)) {
    if (os::now_ns() > until) return 0;
    os::cpu_relax();
  }
  q.is_asked = false;
  return 1;
}

// On the stream's thread.
VPIStatus wait_open(VPIStream, VPIStatus status, void *word) {
  const auto *gate = static_cast<const std::atomic<uint32_t> *>(word);
  while (status == kSuccess) {
    const uint32_t seen = gate->load(std::memory_order_acquire);
    if (seen == 0) break;
    os::futex_wait(gate, seen, os::now_ns() + kLookNs);
  }
  return status;
}

int gate(void *self, const uint32_t *word) {
  return real().vpiSubmitHostFunctionEx(of(self).stream, wait_open, const_cast<uint32_t *>(word));
}

void destroy_events(VpiQueue &q) {
  q.marks.destroy(q);
  if (!q.is_asked || q.is_reached(q.question)) q.destroy(q.question);
}

void close(void *self) {
  VpiQueue &q = of(self);
  pthread_mutex_lock(&mutex);
  for (VpiQueue **at = &queues; *at; at = &(*at)->next)
    if (*at == &q) {
      *at = q.next;
      break;
    }
  if (!q.is_lost) destroy_events(q);
  pthread_mutex_unlock(&mutex);
  free(self);
}

}  // namespace

const Real &real() { return find_real<Real>(kLibrary, kNames); }

bool make_hw_queue(VPIStream stream, heddle_hw_queue *out) {
  void *room = calloc(1, sizeof(VpiQueue));
  if (!room) return false;
  auto *queue = new (room) VpiQueue{stream};
  // Now, because an event belongs to the context of the thread that makes it.
  if (queue->create(&queue->question) != kSuccess) {
    free(room);
    return false;
  }
  pthread_mutex_lock(&mutex);
  queue->next = queues;
  queues = queue;
  pthread_mutex_unlock(&mutex);
  *out = {queue, mark, completed, is_empty, gate, nullptr, nullptr, close, nullptr};
  return true;
}

void lose(VPIStream stream) {
  pthread_mutex_lock(&mutex);
  for (VpiQueue *q = queues; q; q = q->next) {
    if (q->stream != stream || q->is_lost) continue;
    q->reached = q->marks.completed(*q);
    destroy_events(*q);
    q->is_lost = true;
  }
  pthread_mutex_unlock(&mutex);
}

void forget_queues() {
  pthread_mutex_init(&mutex, nullptr);
  queues = nullptr;
}

}  // namespace heddle::vpi
