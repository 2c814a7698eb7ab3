// What the copies of the OpenCL client share.
#pragma once

#include <functional>

#include "remote/opencl/client.h"

namespace heddle::remote {

struct Events {
  cl_uint count;
  const cl_event *list;
  cl_event *made;
};

inline void write(Call &call, const Events &events) {
  call.value(events.count);
  call.handles(kKindCl_event, events.list, events.count, kInvalidEventList);
  call.made(kKindCl_event, events.made);
}

// Commands of which each waits for the one before; the last one's event is the program's.
class Chain {
 public:
  explicit Chain(const Events &events) : events_(events) {}

  template <class Enqueue>
  cl_int add(bool is_last, Enqueue enqueue) {
    const cl_event before = before_;
    cl_event done = nullptr;
    Events of = before ? Events{1, &before, &done} : Events{events_.count, events_.list, &done};
    if (is_last) of.made = events_.made;
    const cl_int result = enqueue(of);
    if (before) clReleaseEvent(before);
    before_ = done;
    return result;
  }

 private:
  const Events &events_;
  cl_event before_ = nullptr;
};

struct Transfer {
  cl_command_queue queue;
  cl_mem buffer;
  cl_bool is_blocking;

  Call begin(uint16_t function) const {
    Call call(function);
    call.handle(kKindCl_command_queue, queue);
    call.handle(kKindCl_mem, buffer);
    call.value(is_blocking);
    return call;
  }
  // What is wrong is found before anything of the program's memory is read.
  cl_int refused(uint16_t function, const Events &events) const {
    Call probe = begin(function);
    write(probe, {events.count, events.list, nullptr});
    return probe.refused();
  }
  // The same queue and buffer were right before: so they are at other places of the buffer.
  cl_int send(Call &call) const { return is_blocking ? call.ask() : call.send_proven(); }
};

// Whether what is in a queue gets done without the program, which has no event yet to set.
bool may_finish();

// Before the program's memory is looked at for a command: a read may have yet to bring what is to
// be written. Whatever the command waits for is waited for then, here. An error: it is still to
// come.
cl_int await_reads(cl_command_queue queue, const Events &events,
                   const std::function<bool()> &is_awaited);

// Room at the server for the program's bytes: for all that belong together, before any is sent.
// What others have sent is waited for. An error: the server has enough, and nothing goes on.
cl_int reserve(cl_command_queue queue, size_t size);
// Sends them ahead of a command.
std::vector<uint64_t> stage(const unsigned char *from, size_t size);

// Before a read of several commands, of which some are waited for before all are sent. An error:
// that may need the program, and there is no room for all at once.
cl_int prepare_reads(const Transfer &of, size_t size, const Events &events);
// What a server has read and not sent is limited: before that, what is on its way is waited for.
void make_room(cl_command_queue queue, size_t size);

}  // namespace heddle::remote
