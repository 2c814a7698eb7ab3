#include "hal/ze/hw_queue.h"

#include <new>

#include "hal/event_ring.h"
#include "hal/hw_queue.h"
#include "hal/real.h"
#include "shim/amounts.h"
#include "shim/porter.h"

namespace heddle::ze {

namespace {

constexpr uint32_t kMarks = 128;  // in the stream at a time
constexpr uint64_t kDrainNs = 1'000'000'000;
constexpr int64_t kLookNs = 50'000;

Porter porter;

struct Mark {
  ze_event_handle_t reached;
  ze_command_list_handle_t list;
};

struct Gate {
  ze_event_handle_t opened, passed;
  ze_command_list_handle_t waiting, showing;  // with and without a wait for `opened`
};

bool is_set(ze_event_handle_t event) { return real().zeEventQueryStatus(event) != kNotReady; }

void destroy(ze_command_list_handle_t list) {
  if (list) real().zeCommandListDestroy(list);
}
void destroy(ze_event_handle_t event) {
  if (event) real().zeEventDestroy(event);
}

}  // namespace

class HwQueue {
 public:
  using Event = Mark *;

  explicit HwQueue(const Made &made) : made_(made), can_be_asked_(made.queue || has_answer()) {}

  bool can_be_asked() const { return can_be_asked_; }
  bool has_gates() const { return can_be_asked() && !made_.is_synchronous; }

  // A list that cannot be asked has a mark behind each command. What finds no room is owed, and
  // put there as soon as there is some: the burst would have no end without it.
  // How far the stream is by now is told at once: that is what the core learns from.
  int mark(uint64_t *word, uint64_t value) {
    Appending here(this);
    newest_ = value;
    *reinterpret_cast<std::atomic<uint64_t> *>(word) = ring_.completed(*this);
    const int error = ring_.mark(*this, value);
    if (error != HEDDLE_LATER || can_be_asked()) return error;
    owed_ = value;
    return 0;
  }

  uint64_t completed() {
    Locked locked(mutex_);
    if (is_gone_) return reached_;
    reached_ = ring_.completed(*this);
    if (owed_ && pthread_mutex_trylock(&appending_) == 0) {
      if (ring_.mark(*this, owed_) != HEDDLE_LATER) owed_ = 0;
      pthread_mutex_unlock(&appending_);
    }
    return reached_;
  }

  bool is_empty() { return is_drained(synchronize(0)); }

  int gate(const uint32_t *word) {
    const Porter::Ticket ticket = porter.next(tickets_, word);
    if (!ticket.number) return HEDDLE_LATER;
    Gate &gate = of_ticket(ticket.number);
    if (int error = make(&gate.opened)) return error;
    if (int error = make(&gate.passed)) return error;
    real().zeEventHostReset(gate.opened);
    real().zeEventHostReset(gate.passed);
    const int error = ticket.waits ? put(&gate.waiting,
                                         [&](ze_command_list_handle_t list) {
                                           // With an event to wait for, a barrier waits for nothing
                                           // else, and would be passed too early.
                                           if (int e = barrier(list, nullptr)) return e;
                                           return barrier(list, gate.passed, gate.opened);
                                         })
                                   : put(&gate.showing, [&](ze_command_list_handle_t list) {
                                       return barrier(list, gate.passed);
                                     });
    if (!error) porter.issue(tickets_, ticket);
    return error;
  }

  void close() { porter.retire(tickets_); }

  // What waits at a gate of ours is let go: there is nothing of the program's behind it.
  void finish() {
    for (Gate &gate : gates_)
      if (gate.opened) real().zeEventHostSignal(gate.opened);
    const bool is_over = drain();
    {
      Locked locked(mutex_);
      reached_ = newest_;  // no other will be seen
      is_gone_ = true;
      if (is_over) destroy_ours();
    }
    release();
  }

  // -- the ring's events --
  int create(Mark **mark) {
    *mark = &marks_[marks_made_];
    if (int error = make(&(*mark)->reached)) {
      *mark = nullptr;
      return error;
    }
    marks_made_++;
    return 0;
  }
  int record(Mark *mark) {
    real().zeEventHostReset(mark->reached);
    return put(&mark->list,
               [&](ze_command_list_handle_t list) { return barrier(list, mark->reached); });
  }
  bool is_reached(Mark *mark) { return is_set(mark->reached); }

 private:
  friend class Appending;

  ~HwQueue() = default;

  // Without zeCommandListHostSynchronize there is no way to ask whether an immediate list is empty.
  // A loader may have it while the driver has not.
  bool has_answer() const {
    return real().zeCommandListHostSynchronize &&
           real().zeCommandListHostSynchronize(made_.list, 0) <= kNotReady;
  }

  void release() {
    if (references_.fetch_sub(1) == 1) free(this);
  }

  Gate &of_ticket(uint64_t ticket) { return gates_[ticket % Tickets::kMost]; }

  // An event of our own pool, if there is none yet.
  int make(ze_event_handle_t *event) {
    if (*event) return 0;
    if (!pool_) {
      EventPoolDesc desc;
      desc.flags = kHostVisible;
      desc.count = kMarks + 2 * Tickets::kMost;
      ze_device_handle_t device = made_.device;
      if (int error = real().zeEventPoolCreate(made_.context, &desc, 1, &device, &pool_))
        return error;
    }
    EventDesc desc;
    desc.index = events_made_;
    desc.signal = desc.wait = kScopeHost;
    const int error = real().zeEventCreate(pool_, &desc, event);
    if (!error) events_made_++;
    return error;
  }

  // What follows in the stream waits for it. Without an event to wait for, it waits for all that
  // is in front of it.
  static int barrier(ze_command_list_handle_t list, ze_event_handle_t signal,
                     ze_event_handle_t wait = nullptr) {
    return real().zeCommandListAppendBarrier(list, signal, wait ? 1 : 0, wait ? &wait : nullptr);
  }

  // Into the immediate list itself, or into a list of our own that the queue then executes:
  // recorded once, because it is the same each time.
  template <class Append>
  int put(ze_command_list_handle_t *own, Append append) {
    if (!made_.queue) return append(made_.list);
    if (!*own) {
      ListDesc desc;
      desc.ordinal = made_.ordinal;
      if (int error = real().zeCommandListCreate(made_.context, made_.device, &desc, own))
        return error;
      int error = append(*own);
      if (!error) error = real().zeCommandListClose(*own);
      if (error) {
        destroy(*own);
        *own = nullptr;
        return error;
      }
    }
    return real().zeCommandQueueExecuteCommandLists(made_.queue, 1, own, nullptr);
  }

  ze_result_t synchronize(uint64_t timeout_ns) {
    return made_.queue ? real().zeCommandQueueSynchronize(made_.queue, timeout_ns)
                       : real().zeCommandListHostSynchronize(made_.list, timeout_ns);
  }

  // False if it does not come to an end: then our events stay.
  bool drain() {
    if (can_be_asked()) return is_drained(synchronize(kDrainNs));
    const int64_t until = os::now_ns() + int64_t(kDrainNs);
    for (;; os::sleep_until(os::now_ns() + kLookNs)) {
      bool is_over = true;
      for (uint32_t i = 0; i < marks_made_; i++) is_over &= is_set(marks_[i].reached);
      if (is_over || os::now_ns() > until) return is_over;
    }
  }

  void destroy_ours() {
    for (Mark &mark : marks_) {
      destroy(mark.list);
      destroy(mark.reached);
    }
    for (Gate &gate : gates_) {
      destroy(gate.waiting);
      destroy(gate.showing);
      destroy(gate.opened);
      destroy(gate.passed);
    }
    if (pool_) real().zeEventPoolDestroy(pool_);
  }

  static HwQueue &of(void *self) { return *static_cast<HwQueue *>(self); }

  static void open(void *self, uint64_t ticket) {
    Locked locked(of(self).mutex_);
    if (!of(self).is_gone_) real().zeEventHostSignal(of(self).of_ticket(ticket).opened);
  }
  static bool is_passed(void *self, uint64_t ticket) {
    Locked locked(of(self).mutex_);
    return of(self).is_gone_ || is_set(of(self).of_ticket(ticket).passed);
  }
  static void retired(void *self) { of(self).release(); }

  const Made made_;
  const bool can_be_asked_;
  // Between the core's calls, the porter and finish(): whether our events are still there. Not held
  // while something is put into the stream, for which there may have to be room first.
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_t appending_ = PTHREAD_MUTEX_INITIALIZER;
  bool is_gone_ = false;
  uint64_t reached_ = 0, newest_ = 0, owed_ = 0;  // values of marks
  ze_event_pool_handle_t pool_ = nullptr;
  uint32_t events_made_ = 0, marks_made_ = 0;
  Mark marks_[kMarks] = {};
  Gate gates_[Tickets::kMost] = {};
  EventRing<HwQueue, kMarks> ring_;
  Tickets tickets_{this, {open, is_passed, retired}};
  std::atomic<int> references_{2};  // the core, which lets go through the porter, and the shim
};

const Real &real() { return find_real<Real>(kLibrary, kNames); }

HwQueue *make_hw_queue(const Made &made, heddle_hw_queue *out) {
  void *room = malloc(sizeof(HwQueue));
  if (!room) return nullptr;
  auto *queue = new (room) HwQueue(made);
  *out = hw_queue_of(queue);
  if (!queue->can_be_asked()) out->empty = nullptr;
  if (!queue->has_gates()) out->gate = nullptr;
  return queue;
}

void finish(HwQueue *queue) { queue->finish(); }

Appending::Appending(HwQueue *queue) : queue_(queue && !queue->can_be_asked() ? queue : nullptr) {
  if (queue_) pthread_mutex_lock(&queue_->appending_);
}
Appending::~Appending() {
  if (queue_) pthread_mutex_unlock(&queue_->appending_);
}

void forget_hardware() { porter.forget(); }

}  // namespace heddle::ze
