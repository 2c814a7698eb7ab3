#include "hal/vpi/hw_queue.h"

#include <new>

#include "common/os.h"
#include "hal/event_ring.h"
#include "hal/host_gate.h"
#include "hal/hw_queue.h"
#include "hal/real.h"
#include "shim/amounts.h"

namespace heddle::vpi {

namespace {

constexpr uint64_t kNoTimestamp = uint64_t(1) << 63;  // VPI_EVENT_DISABLE_TIMESTAMP
constexpr VPIEventState kSignaled = 1;
constexpr int64_t kAnswerNs = 100'000;  // an empty stream's thread comes to an event by then

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

  int mark(uint64_t *, uint64_t value) { return marks.mark(*this, value); }
  uint64_t completed();
  bool is_empty();
  int gate(const uint32_t *word);
  void close();
};

// All queues, for a context that is destroyed while some are not closed yet.
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
VpiQueue *queues = nullptr;

uint64_t VpiQueue::completed() {
  Locked locked(mutex);
  if (!is_lost) reached = marks.completed(*this);
  return reached;
}

// VPI has no call for this. An event that is put at the end and reached at once says the same; one
// that is not stays there, and nothing is added until it is.
bool VpiQueue::is_empty() {
  if (is_asked && !is_reached(question)) return false;
  if (record(question) != kSuccess) return true;
  is_asked = true;
  const int64_t until = os::now_ns() + kAnswerNs;
  while (!is_reached(question)) {
    if (os::now_ns() > until) return false;
    os::cpu_relax();
  }
  is_asked = false;
  return true;
}

// On the stream's thread.
VPIStatus wait_open(VPIStream, VPIStatus status, void *word) {
  if (status == kSuccess) wait_until_open(word);
  return status;
}

int VpiQueue::gate(const uint32_t *word) {
  return real().vpiSubmitHostFunctionEx(stream, wait_open, const_cast<uint32_t *>(word));
}

void destroy_events(VpiQueue &q) {
  q.marks.destroy(q);
  if (!q.is_asked || q.is_reached(q.question)) q.destroy(q.question);
}

void VpiQueue::close() {
  {
    Locked locked(mutex);
    for (VpiQueue **at = &queues; *at; at = &(*at)->next)
      if (*at == this) {
        *at = next;
        break;
      }
    if (!is_lost) destroy_events(*this);
  }
  free(this);
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
  Locked locked(mutex);
  queue->next = queues;
  queues = queue;
  *out = hw_queue_of(queue);
  return true;
}

void lose(VPIStream stream) {
  Locked locked(mutex);
  for (VpiQueue *q = queues; q; q = q->next) {
    if (q->stream != stream || q->is_lost) continue;
    q->reached = q->marks.completed(*q);
    destroy_events(*q);
    q->is_lost = true;
  }
}

void forget_queues() {
  pthread_mutex_init(&mutex, nullptr);
  queues = nullptr;
}

}  // namespace heddle::vpi
