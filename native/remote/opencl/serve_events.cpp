// OpenCL where the device is: waiting, and functions of the program's that are called later.
#include <condition_variable>
#include <deque>

#include "common/thread.h"
#include "remote/opencl/work.h"

namespace heddle::remote {

namespace {

constexpr size_t kMostCalls = 1 << 18;  // registered, and not yet called
constexpr uint64_t kNothing = UINT64_MAX;

struct Call {
  uint64_t token;  // or kNothing: what was read is to go
  cl_int status;
};

// The driver's threads must not wait for the client: they leave what is to be called to one of
// ours.
std::mutex calling;
std::condition_variable due_now;
std::deque<Call> due;
size_t call_count = 0;
bool is_calling = false;

void *call_all(void *self) {
  auto &server = *static_cast<Server *>(self);
  for (;;) {
    std::unique_lock lock(calling);
    due_now.wait(lock, [] { return !due.empty(); });
    const Call call = due.front();
    due.pop_front();
    call_count--;
    lock.unlock();
    settle(server);
    if (call.token != kNothing) server.call(call.token, call.status);
  }
}

void leave(uint64_t token, cl_int status) {
  std::lock_guard lock(calling);
  due.push_back({token, status});
  due_now.notify_one();
}

void *as_argument(uint64_t token) { return reinterpret_cast<void *>(token); }

void on_event(cl_event, cl_int status, void *token) { leave(uint64_t(token), status); }
void on_memory(cl_mem, void *token) { leave(uint64_t(token), kSuccess); }
void on_context(cl_context, void *token) { leave(uint64_t(token), kSuccess); }

bool may_call(Server &server) {
  std::lock_guard lock(calling);
  if (call_count >= kMostCalls) return false;
  call_count++;
  if (is_calling) return true;
  pthread_t thread;
  if (os::create_thread(&thread, os::kOthersRoom, call_all, &server) != 0) return false;
  pthread_detach(thread);
  return is_calling = true;
}

template <class Register>
void call_later(Request &request, Register add) {
  if (!request.is_good()) return;
  if (!may_call(request.server)) return request.finish(kOutOfHostMemory);
  const cl_int result = add();
  if (result != kSuccess) {
    std::lock_guard lock(calling);
    call_count--;
  }
  request.finish(result);
}

}  // namespace

cl_int wait_for(Request &request, cl_event done) {
  request.give_up_lead();
  return clWaitForEvents(1, &done);
}

void settle_behind(Server &server, cl_event done) {
  if (!may_call(server)) return;
  const auto function = reinterpret_cast<void *>(on_event);
  if (clSetEventCallback(done, kComplete, function, as_argument(kNothing)) == kSuccess) return;
  std::lock_guard lock(calling);
  call_count--;
}

void serve_clWaitForEvents(Request &request) {
  const auto count = request.value<cl_uint>();
  Several<cl_event> events(request);
  events.check(request, count, kKindCl_event);
  if (!request.is_good()) return;
  std::vector<std::unique_ptr<Kept<cl_event>>> kept;
  for (cl_uint i = 0; events.get() && i < count; i++)
    kept.push_back(
        std::make_unique<Kept<cl_event>>(events.get()[i], clRetainEvent, clReleaseEvent));
  request.give_up_lead();
  finish_seen(request, clWaitForEvents(count, events.get()));
}

void serve_clFinish(Request &request) {
  const auto queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  if (!request.is_good()) return;
  const Kept<cl_command_queue> kept(queue, clRetainCommandQueue, clReleaseCommandQueue);
  request.give_up_lead();
  finish_seen(request, clFinish(queue));
}

void serve_clSetEventCallback(Request &request) {
  const auto event = request.handle<cl_event>(kKindCl_event);
  const auto type = request.value<cl_int>();
  const auto token = request.value<uint64_t>();
  call_later(request, [&] {
    const auto function = reinterpret_cast<void *>(on_event);
    return clSetEventCallback(event, type, function, as_argument(token));
  });
}

void serve_clSetMemObjectDestructorCallback(Request &request) {
  const auto memory = request.handle<cl_mem>(kKindCl_mem);
  const auto token = request.value<uint64_t>();
  call_later(request, [&] {
    const auto function = reinterpret_cast<void *>(on_memory);
    return clSetMemObjectDestructorCallback(memory, function, as_argument(token));
  });
}

void serve_clSetContextDestructorCallback(Request &request) {
  const auto context = request.handle<cl_context>(kKindCl_context);
  const auto token = request.value<uint64_t>();
  call_later(request, [&] {
    if (!clSetContextDestructorCallback) return cl_int(kInvalidOperation);
    const auto function = reinterpret_cast<void *>(on_context);
    return clSetContextDestructorCallback(context, function, as_argument(token));
  });
}

}  // namespace heddle::remote
