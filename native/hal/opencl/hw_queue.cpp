#include "hal/opencl/hw_queue.h"

#include <new>

#include "hal/hw_queue.h"

namespace heddle::opencl {

namespace {

constexpr cl_uint kExecutionStatus = 0x11D3;       // CL_EVENT_COMMAND_EXECUTION_STATUS
constexpr cl_uint kStart = 0x1282, kEnd = 0x1283;  // CL_PROFILING_COMMAND_START, _END
constexpr cl_uint kQueueContext = 0x1090, kQueueProperties = 0x1093;
constexpr cl_int kComplete = 0;

Porter porter;

class Lock {
 public:
  explicit Lock(pthread_mutex_t &mutex) : mutex_(mutex) { pthread_mutex_lock(&mutex_); }
  ~Lock() { pthread_mutex_unlock(&mutex_); }

 private:
  pthread_mutex_t &mutex_;
};

cl_int status_of(cl_event event) {
  cl_int status = kComplete;
  real().clGetEventInfo(event, kExecutionStatus, sizeof status, &status, nullptr);
  return status;
}

// A command that failed is done, too: its status is negative.
bool is_done(cl_event event) { return status_of(event) <= kComplete; }

// Events of commands of ours that have failed. A driver may need one for a moment longer than it
// has told so: PoCL 3.1 ends the program if the last reference has gone by then.
struct Spent {
  cl_event event;
  Spent *next;
};
std::atomic<Spent *> all_spent{nullptr};

void let_go(cl_event event, cl_int status) {
  if (status >= kComplete) {
    real().clReleaseEvent(event);
  } else if (auto *spent = static_cast<Spent *>(malloc(sizeof(Spent)))) {
    *spent = {event, all_spent.load()};
    while (!all_spent.compare_exchange_weak(spent->next, spent)) {
    }
  }
}

void release_spent() {
  Spent *next = all_spent.load() ? all_spent.exchange(nullptr) : nullptr;
  while (Spent *spent = next) {
    real().clReleaseEvent(spent->event);
    next = spent->next;
    free(spent);
  }
}

uint64_t nanoseconds_of(cl_event event) {
  const auto start = ask<cl_ulong>(real().clGetEventProfilingInfo, event, kStart);
  const auto end = ask<cl_ulong>(real().clGetEventProfilingInfo, event, kEnd);
  return end > start && start ? end - start : 0;
}

// The commands between two marks. Of a great many the first ones speak for the rest.
struct Stretch {
  static constexpr uint32_t kMost = 128;
  cl_event events[kMost];
  uint32_t timed, kept, more;
  uint64_t sum_ns;  // of those that are timed
  cl_event last;  // of the newest command, whose end is the end of all in a queue that is in order

  void add(cl_event event) {
    if (last) real().clReleaseEvent(last);
    real().clRetainEvent(event);
    last = event;
    if (kept == kMost) {
      real().clReleaseEvent(event);
      more++;
    } else {
      events[kept++] = event;
    }
  }
  bool is_done_by(bool in_order) const {
    if (last && !is_done(last)) return false;
    for (uint32_t i = timed; !in_order && i < kept; i++)
      if (!is_done(events[i])) return false;
    return true;
  }
  // What was not told yet of those that are done.
  uint64_t time_done() {
    uint64_t time = 0;
    for (; timed < kept && is_done(events[timed]); timed++) {
      time += nanoseconds_of(events[timed]);
      real().clReleaseEvent(events[timed]);
    }
    sum_ns += time;
    if (timed == kept && !more) timed = kept = 0, sum_ns = 0;
    return time;
  }
  // The rest, once all are done, or will be; they are forgotten with that.
  uint64_t take() {
    uint64_t time = time_done();
    while (timed < kept) real().clReleaseEvent(events[timed++]);
    if (last) real().clReleaseEvent(last);
    if (kept) time += sum_ns / kept * more;
    *this = {};
    return time;
  }
};

}  // namespace

class HwQueue {
 public:
  HwQueue(cl_command_queue queue, cl_context context, bool in_order)
      : queue_(queue), context_(context), in_order_(in_order) {}

  void note(cl_event event) {
    Lock lock(mutex_);
    fresh_.add(event);
  }

  bool is_empty() {
    Lock lock(mutex_);
    return underway_ == 0 && fresh_.is_done_by(in_order_);
  }

  int mark(uint64_t *word, uint64_t value) {
    release_spent();
    auto *mark = static_cast<Mark *>(calloc(1, sizeof(Mark)));
    if (!mark) return HEDDLE_LATER;
    {  // what another thread notes from now on may lie behind the mark
      Lock lock(mutex_);
      *mark = {this, word, value, fresh_, nullptr};
      fresh_ = {};
      underway_++;
    }
    cl_int result = real().clEnqueueMarkerWithWaitList(queue_, 0, nullptr, &mark->event);
    if (result != kSuccess) {
      Lock lock(mutex_);
      underway_--;
      busy_ns_ += mark->stretch.take();
      free(mark);
      return result;
    }
    references_.fetch_add(1, std::memory_order_relaxed);
    result = real().clSetEventCallback(mark->event, kComplete, &HwQueue::landed, mark);
    if (result != kSuccess) landed(mark->event, result, mark);
    real().clFlush(queue_);  // some drivers begin nothing before that
    return kSuccess;
  }

  int gate(const uint32_t *word) {
    const Porter::Ticket ticket = porter.next(tickets_, word);
    if (!ticket.number) return HEDDLE_LATER;
    Gate &gate = gates_[ticket.number % Tickets::kMost];
    const cl_int result = ticket.waits ? place(gate) : place_open(gate);
    if (result != kSuccess) return result;
    if (ticket.waits) real().clSetEventCallback(gate.passed, kComplete, &HwQueue::rang, nullptr);
    porter.issue(tickets_, ticket);
    return kSuccess;
  }

  uint64_t busy_ns() {
    Lock lock(mutex_);
    busy_ns_ += fresh_.time_done();
    return busy_ns_;
  }

  void close() {
    {
      Lock lock(mutex_);
      closed_ = true;
      fresh_.take();
    }
    porter.retire(tickets_);
  }

 private:
  struct Mark {
    HwQueue *queue;
    uint64_t *word;
    uint64_t value;
    Stretch stretch;
    cl_event event;
  };
  struct Gate {
    cl_event user, passed;
  };

  ~HwQueue() = default;

  void release() {
    if (references_.fetch_sub(1) == 1) free(this);
  }

  // Called by the driver, from a thread of its own or of the program.
  static void landed(cl_event event, cl_int status, void *self) {
    auto *mark = static_cast<Mark *>(self);
    HwQueue &queue = *mark->queue;
    const uint64_t time = mark->stretch.take();
    {
      Lock lock(queue.mutex_);
      queue.busy_ns_ += time;
      queue.underway_--;
      // Callbacks come in any order, and after closing the word belongs to another queue.
      auto *word = reinterpret_cast<std::atomic<uint64_t> *>(mark->word);
      if (!queue.closed_ && word->load() < mark->value) word->store(mark->value);
    }
    queue.release();
    free(mark);
    let_go(event, status);
  }

  static void rang(cl_event, cl_int, void *) { porter.ring(); }

  cl_int place(Gate &gate) {
    cl_int result;
    gate.user = real().clCreateUserEvent(context_, &result);
    if (!gate.user) return result;
    result = real().clEnqueueBarrierWithWaitList(queue_, 1, &gate.user, &gate.passed);
    if (result == kSuccess) return kSuccess;
    real().clSetUserEventStatus(gate.user, kComplete);
    real().clReleaseEvent(gate.user);
    return result;
  }

  cl_int place_open(Gate &gate) {
    gate.user = nullptr;
    return real().clEnqueueMarkerWithWaitList(queue_, 0, nullptr, &gate.passed);
  }

  static HwQueue &of(void *self) { return *static_cast<HwQueue *>(self); }

  static void open(void *self, uint64_t ticket) {
    Gate &gate = of(self).gates_[ticket % Tickets::kMost];
    real().clSetUserEventStatus(gate.user, kComplete);
    real().clReleaseEvent(gate.user);
  }
  static bool is_passed(void *self, uint64_t ticket) {
    Gate &gate = of(self).gates_[ticket % Tickets::kMost];
    const cl_int status = status_of(gate.passed);
    if (status > kComplete) return false;
    let_go(gate.passed, status);
    gate.passed = nullptr;
    return true;
  }
  static void retired(void *self) {
    for (Gate &gate : of(self).gates_)
      if (gate.passed) real().clReleaseEvent(gate.passed);
    of(self).release();
  }

  const cl_command_queue queue_;
  const cl_context context_;
  const bool in_order_;
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  Stretch fresh_ = {};     // since the newest mark
  uint32_t underway_ = 0;  // marks that have not landed
  uint64_t busy_ns_ = 0;
  bool closed_ = false;
  std::atomic<int> references_{1};  // marks that have not landed, and the porter
  Gate gates_[Tickets::kMost] = {};
  Tickets tickets_{this, {open, is_passed, retired}};
};

HwQueue *make_hw_queue(cl_command_queue queue, heddle_hw_queue *out) {
  const auto context = ask<cl_context>(real().clGetCommandQueueInfo, queue, kQueueContext);
  const auto properties = ask<uint64_t>(real().clGetCommandQueueInfo, queue, kQueueProperties);
  void *room = malloc(sizeof(HwQueue));
  if (!room || !context) return nullptr;
  auto *made = new (room) HwQueue(queue, context, !(properties & kOutOfOrder));
  *out = hw_queue_of(made);
  // Out of order, a gate of ours could make a command wait for one in front of it that waits for
  // the host, and the host for that command: such a queue is held before its commands are
  // submitted.
  if (properties & kOutOfOrder) out->gate = nullptr;
  if (!(properties & kProfiling)) out->busy_ns = nullptr;
  return made;
}

void note_command(HwQueue &queue, cl_event event) { queue.note(event); }
bool is_empty(HwQueue &queue) { return queue.is_empty(); }
void forget_porter() {
  porter.forget();
  all_spent.store(nullptr);
}

}  // namespace heddle::opencl
