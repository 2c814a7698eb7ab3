// OpenCL for a program whose device is elsewhere: its functions that are called when something is
// done, events of its own, and bytes that go ahead.
#include <unordered_set>

#include "remote/opencl/client_copies.h"

using namespace heddle::remote;

namespace {

struct State {
  std::mutex mutex;
  std::unordered_set<uint64_t> unset;   // events of the program's own
  std::unordered_set<uint64_t> queues;  // that bytes were sent ahead for
};
State &state = *new State;
__attribute__((constructor)) void start_events() {
  pthread_atfork(nullptr, nullptr, [] { new (&state) State; });
}

// A function of the program's, and what it is called with.
struct Later {
  void *function, *user_data;
  uint64_t object;
  bool is_event;
};

void run(void *given, int32_t status) {
  const auto *later = static_cast<const Later *>(given);
  auto *object = reinterpret_cast<void *>(later->object);
  if (later->is_event) {
    reinterpret_cast<void (*)(void *, cl_int, void *)>(later->function)(object, status,
                                                                        later->user_data);
    clReleaseEvent(static_cast<cl_event>(object));
  } else {
    reinterpret_cast<void (*)(void *, void *)>(later->function)(object, later->user_data);
  }
  delete later;
}

uint64_t call_later(void *function, void *user_data, const void *object, bool is_event) {
  auto *later = new Later{function, user_data, uint64_t(object), is_event};
  return client().call_later(nullptr, later, run);
}

}  // namespace

namespace heddle::remote {

bool may_finish() {
  std::lock_guard lock(state.mutex);
  return state.unset.empty();
}

void forget_waits(uint64_t object) {
  std::lock_guard lock(state.mutex);
  state.unset.erase(object);
  state.queues.erase(object);
}

// A program may flush them only after the call that waits for them here; it is never wrong to.
static void flush_queues(const Events &of) {
  for (cl_uint i = 0; of.list && i < of.count; i++) {
    cl_command_queue queue = nullptr;
    clGetEventInfo(of.list[i], kEventQueue, sizeof queue, &queue, nullptr);
    if (queue) clFlush(queue);
  }
}

cl_int await_reads(cl_command_queue queue, const Events &events,
                   const std::function<bool()> &is_awaited) {
  if (!is_awaited()) return kSuccess;
  if (may_finish() && events.list) {
    flush_queues(events);
    clWaitForEvents(events.count, events.list);
  }
  if (may_finish() && is_awaited()) clFinish(queue);
  if (client().is_lost()) return kFacts.lost;
  if (!is_awaited()) return kSuccess;
  refuse("a write of what a read has yet to bring");
  return kOutOfHostMemory;
}

cl_int reserve(cl_command_queue queue, size_t size) {
  std::unique_lock lock(state.mutex);
  state.queues.insert(uint64_t(queue));
  if (client().may_stage(size)) return kSuccess;
  const std::unordered_set<uint64_t> all = state.queues;
  lock.unlock();
  for (const uint64_t each : all) clFlush(reinterpret_cast<cl_command_queue>(each));
  if (client().await_room(size, may_finish)) return kSuccess;
  if (client().is_lost()) return kFacts.lost;
  refuse("to write more while so much waits for the program");
  return kOutOfHostMemory;
}

cl_int prepare_reads(const Transfer &of, size_t size, const Events &events) {
  if (!of.is_blocking && !may_finish() && client().awaited_bytes() + size > kMostReturning) {
    refuse("to read more while so much waits for the program");
    return kOutOfHostMemory;
  }
  flush_queues(events);
  return kSuccess;
}

void make_room(cl_command_queue queue, size_t size) {
  constexpr size_t kLarge = 1 << 20;
  if (size >= kLarge && client().awaited_bytes() + size > kMostReturning / 2 && may_finish())
    clFinish(queue);
}

std::vector<uint64_t> stage(const unsigned char *from, size_t size) {
  std::vector<uint64_t> tokens;
  for (size_t at = 0; at < size;) {
    const size_t now = size - at < kCopyBytes ? size - at : kCopyBytes;
    tokens.push_back(client().stage(client().lane(), from + at, now));
    at += now;
  }
  return tokens;
}

}  // namespace heddle::remote

HEDDLE_EXPORT cl_event clCreateUserEvent(cl_context context, cl_int *errcode_ret) {
  cl_event made = nullptr;
  Call call(kClCreateUserEvent);
  call.handle(kKindCl_context, context);
  call.made(kKindCl_event, &made);
  const cl_int result = call.ask();
  call.take_made(&made);
  if (made) {
    std::lock_guard lock(state.mutex);
    state.unset.insert(uint64_t(made));
  }
  if (made) client().look_for_room();  // who waits for it may wait for the program now
  if (errcode_ret) *errcode_ret = result;
  return made;
}

HEDDLE_EXPORT cl_int clSetUserEventStatus(cl_event event, cl_int execution_status) {
  Call call(kClSetUserEventStatus);
  call.handle(kKindCl_event, event);
  call.value(execution_status);
  const cl_int result = call.ask();
  // It may be set although the result is an error that another call has left.
  if (!call.is_refused() && call.lane().result == kSuccess) forget_waits(uint64_t(event));
  return result;
}

HEDDLE_EXPORT cl_int clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                                        cl_event_callback pfn_notify, void *user_data) {
  constexpr cl_int kSubmitted = 2;
  if (!is_ours(event, kKindCl_event)) return wrong_handle(kKindCl_event);
  if (!pfn_notify || command_exec_callback_type < 0 || command_exec_callback_type > kSubmitted)
    return kInvalidValue;
  clRetainEvent(event);  // for its function
  Call call(kClSetEventCallback);
  call.handle(kKindCl_event, event);
  call.value(command_exec_callback_type);
  call.value(call_later(pfn_notify, user_data, event, true));
  const cl_int result = call.ask();
  if (result != kSuccess) clReleaseEvent(event);
  return result;
}

HEDDLE_EXPORT cl_int clSetMemObjectDestructorCallback(cl_mem memobj, cl_mem_callback pfn_notify,
                                                      void *user_data) {
  if (!is_ours(memobj, kKindCl_mem)) return kInvalidMemory;
  if (!pfn_notify) return kInvalidValue;
  Call call(kClSetMemObjectDestructorCallback);
  call.handle(kKindCl_mem, memobj);
  call.value(call_later(pfn_notify, user_data, memobj, false));
  return call.ask();
}

HEDDLE_EXPORT cl_int clSetContextDestructorCallback(cl_context context,
                                                    cl_context_callback pfn_notify,
                                                    void *user_data) {
  if (!is_ours(context, kKindCl_context)) return kInvalidContext;
  if (!pfn_notify) return kInvalidValue;
  Call call(kClSetContextDestructorCallback);
  call.handle(kKindCl_context, context);
  call.value(call_later(pfn_notify, user_data, context, false));
  return call.ask();
}
