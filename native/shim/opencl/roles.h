// What a call of each role does, for the generated stubs.
#pragma once

#include "hal/opencl/hw_queue.h"
#include "shim/streams.h"

namespace heddle::opencl {

extern const heddle_symbol kSymbols[];  // defined by the generated stubs

struct Vendor {
  using Stream = cl_command_queue;
  using Result = cl_int;
  using Known = OnlyQueue;
  static constexpr cl_int kSuccess = opencl::kSuccess;
  static constexpr cl_int kNotReady = 1;  // there is no call that asks a queue
  static constexpr cl_int kOutOfMemory = kAllocationFailure;

  static bool is_drained(cl_int result) { return result == kSuccess; }
  static uintptr_t key_of(cl_command_queue queue) { return reinterpret_cast<uintptr_t>(queue); }
  static bool look(cl_command_queue queue, Known *) { return queue; }
  static heddle_queue *open(cl_command_queue queue, Known *);
};

// -- devices.cpp --
// The device's number in the table; false if it cannot be had.
bool table_device(cl_device_id device, uint32_t *index);
// The table's device that the memory of a context is counted for.
uint32_t device_of_context(cl_context context);

// -- queues.cpp --
HwQueue *hw_queue_of(cl_command_queue queue);  // null: not scheduled
// Around a wait for events: the queues that they are in are empty then, or are not.
class WaitedEvents {
 public:
  WaitedEvents(cl_uint count, const cl_event *events);
  void leave();

 private:
  Waited waited_;
  cl_command_queue queues_[Waited::kMost];
};
void forget_queues();

// -- memory.cpp --
void forget_memory();

class Roles : public StreamRoles<Vendor> {
 public:
  using StreamRoles::order;
  using StreamRoles::wait;

  // `event` is where the program wants the command's event; if nowhere, we want it all the same.
  template <class Call>
  static cl_int work(cl_command_queue queue, cl_uint waits, cl_event *&event, Call call) {
    note_waits(queue, waits);
    auto noted = [&] { return keeping_event(queue, event, call); };
    return counted(queue_of(queue), HEDDLE_WORK, noted, placed);
  }

  template <class Call>
  static cl_int work_sync(cl_command_queue queue, cl_uint blocking, cl_uint waits, cl_event *&event,
                          Call call) {
    if (!blocking) return work(queue, waits, event, call);
    note_waits(queue, waits);
    auto noted = [&] { return keeping_event(queue, event, call); };
    const cl_int result = counted(queue_of(queue), HEDDLE_WORK, noted, waited_for);
    leave_if_empty(queue, waited_by_stream(queue));
    return result;
  }

  template <class Call>
  static cl_int order(cl_command_queue queue, cl_uint, cl_event *, Call call) {
    return order(queue, call);
  }

  template <class Call>
  static cl_int wait(cl_command_queue queue, cl_uint waits, cl_event *, Call call) {
    return waits ? wait(queue, call) : order(queue, call);
  }

  // Behind a blocking call all that lies in front is done, if the queue is in order.
  static void leave_if_empty(cl_command_queue queue, Waited waited) {
    HwQueue *hardware = hw_queue_of(queue);
    waited.leave(hardware && is_empty(*hardware));
  }

  // A command that is given events waits for them, and may wait for the host.
  static void note_waits(cl_command_queue queue, cl_uint waits) {
    if (waits) wait(queue, [] { return opencl::kSuccess; });
  }

  template <class Call>
  static cl_int keeping_event(cl_command_queue queue, cl_event *&event, Call call) {
    HwQueue *hardware = queue_of(queue) ? hw_queue_of(queue) : nullptr;
    if (!hardware) return call();
    cl_event own = nullptr;
    const bool is_ours = !event;
    if (is_ours) event = &own;
    const cl_int result = call();
    if (result == opencl::kSuccess && *event) {
      if (!is_ours) real().clRetainEvent(*event);
      note_command(*hardware, *event);
    }
    return result;
  }
};

}  // namespace heddle::opencl

using roles = heddle::opencl::Roles;  // where the generated stubs find them
