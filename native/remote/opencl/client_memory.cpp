// OpenCL for a program whose device is elsewhere: buffers, and copies to and from the program's
// memory.
#include "remote/opencl/client_copies.h"

using namespace heddle::remote;

namespace {

constexpr uint64_t kMostContent = (uint64_t(1) << 30) - kPiece;  // what one call may bring along
constexpr cl_uint kRegion = 0x1220;                              // CL_BUFFER_CREATE_TYPE_REGION

struct Region {
  size_t origin, size;
};

cl_mem create(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr,
              cl_int *errcode_ret) {
  cl_mem made = nullptr;
  cl_int result;
  Call probe(kClCreateBuffer);
  probe.handle(kKindCl_context, context);
  result = probe.refused();
  const bool is_content = host_ptr && size && flags & (kUseHost | kCopyHost);
  const bool is_too_much = is_content && size > kMostContent;
  if (!probe.is_refused()) {
    if (is_content && !is_too_much) client().append(client().lane(), host_ptr, size);
    Call call(kClCreateBuffer);
    call.handle(kKindCl_context, context);
    // Whether it is wrong for another reason is the driver's to say.
    call.value(is_too_much ? flags & ~(kUseHost | kCopyHost) : flags);
    call.value(size);
    call.value(host_ptr && !is_too_much);
    call.made(kKindCl_mem, &made);
    result = call.ask();
    call.take_made(&made);
  }
  if (made && is_too_much) {
    clReleaseMemObject(made);
    refuse("a buffer that begins with more than 1 GiB of the program's memory");
    made = nullptr, result = kOutOfHostMemory;
  }
  if (made)
    note_memory(made,
                {size, flags, flags & kUseHost ? static_cast<unsigned char *>(host_ptr) : nullptr});
  if (errcode_ret) *errcode_ret = result;
  return made;
}

// Whether the program's memory may be looked at: what is wrong anyway is not.
bool is_inside(cl_mem buffer, size_t offset, size_t size) {
  Memory is;
  if (!find_memory(buffer, &is)) return true;
  return size <= is.size && offset <= is.size - size;
}

cl_int read(const Transfer &of, size_t offset, size_t size, void *ptr, const Events &events,
            Returns &returns) {
  make_room(of.queue, size);
  Call call = of.begin(kClEnqueueReadBuffer);
  const bool is_right = is_inside(of.buffer, offset, size);
  if (is_right) call.end_proof();
  call.value(offset);
  call.value(size);
  call.value(ptr != nullptr);
  const bool is_some = ptr && size && !call.is_refused();
  const uint64_t token = is_some ? returns.add(ptr, size) : 0;
  call.given(&token, 1);
  write(call, events);
  const cl_int result = of.send(call);
  call.take_made(events.made);
  return result;
}

cl_int write(const Transfer &of, size_t offset, size_t size, const void *ptr, const Events &events,
             bool has_room) {
  const bool is_right = ptr && is_inside(of.buffer, offset, size);
  std::vector<uint64_t> tokens;
  if (const cl_int why = of.refused(kClEnqueueWriteBuffer, events)) return why;
  if (is_right) {
    const auto is_awaited = [&] { return client().is_awaited(ptr, size); };
    if (const cl_int why = await_reads(of.queue, events, is_awaited)) return why;
    if (!has_room)
      if (const cl_int why = reserve(of.queue, size)) return why;
    tokens = stage(static_cast<const unsigned char *>(ptr), size);
  }
  Call call = of.begin(kClEnqueueWriteBuffer);
  if (is_right) call.end_proof();
  call.value(offset);
  call.value(size);
  call.value(ptr != nullptr);
  call.given(tokens.data(), tokens.size());
  call.value(tokens.size());
  write(call, events);
  const cl_int result = of.send(call);
  call.take_made(events.made);
  return result;
}

// In commands that a server can have in memory.
template <class Piece>
cl_int in_pieces(size_t offset, size_t size, char *ptr, const Events &events, Piece piece) {
  if (size <= kMostInCommand || !ptr) return piece(offset, size, ptr, events);
  Chain chain(events);
  cl_int result = kSuccess;
  for (size_t at = 0; at < size && result == kSuccess; at += kMostInCommand) {
    const size_t now = size - at < kMostInCommand ? size - at : kMostInCommand;
    result = chain.add(at + now == size,
                       [&](const Events &with) { return piece(offset + at, now, ptr + at, with); });
  }
  return result;
}

}  // namespace

HEDDLE_EXPORT cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                                    void *host_ptr, cl_int *errcode_ret) {
  return create(context, flags, size, host_ptr, errcode_ret);
}

HEDDLE_EXPORT cl_mem clCreateBufferWithProperties(cl_context context,
                                                  const cl_mem_properties *properties,
                                                  cl_mem_flags flags, size_t size, void *host_ptr,
                                                  cl_int *errcode_ret) {
  constexpr cl_int kInvalidProperty = -64;  // all that there are name things of another API
  if (!properties || !*properties) return create(context, flags, size, host_ptr, errcode_ret);
  if (errcode_ret) *errcode_ret = kInvalidProperty;
  return nullptr;
}

HEDDLE_EXPORT cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                                       cl_buffer_create_type buffer_create_type,
                                       const void *buffer_create_info, cl_int *errcode_ret) {
  cl_mem made = nullptr;
  Call call(kClCreateSubBuffer);
  call.handle(kKindCl_mem, buffer);
  call.value(flags);
  call.value(buffer_create_type);
  call.given(buffer_create_info, sizeof(Region));
  call.made(kKindCl_mem, &made);
  const cl_int result = call.ask();
  call.take_made(&made);
  Memory whole;
  if (made && buffer_create_type == kRegion && find_memory(buffer, &whole)) {
    Region of;
    memcpy(&of, buffer_create_info, sizeof of);
    Memory part{of.size, flags, whole.host ? whole.host + of.origin : nullptr};
    // What is not said is as it is of the whole.
    constexpr cl_mem_flags kDevice = 7, kOfHost = 7 << 7;
    if (!(flags & kDevice)) part.flags |= whole.flags & kDevice;
    if (!(flags & kOfHost)) part.flags |= whole.flags & kOfHost;
    part.flags |= whole.flags & (kUseHost | kAllocateHost | kCopyHost);
    note_memory(made, part);
  }
  if (errcode_ret) *errcode_ret = result;
  return made;
}

HEDDLE_EXPORT cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer,
                                         cl_bool blocking_read, size_t offset, size_t size,
                                         void *ptr, cl_uint num_events_in_wait_list,
                                         const cl_event *event_wait_list, cl_event *event) {
  const Transfer of{command_queue, buffer, blocking_read};
  const Events events{num_events_in_wait_list, event_wait_list, event};
  if (size > kMostInCommand && ptr) {
    if (const cl_int why = of.refused(kClEnqueueReadBuffer, events)) return why;
    if (!is_inside(buffer, offset, size)) return kInvalidValue;
    if (const cl_int why = prepare_reads(of, size, events)) return why;
  }
  Returns returns;
  return returns.end(in_pieces(offset, size, static_cast<char *>(ptr), events,
                               [&](size_t at, size_t now, char *into, const Events &with) {
                                 return read(of, at, now, into, with, returns);
                               }));
}

HEDDLE_EXPORT cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer,
                                          cl_bool blocking_write, size_t offset, size_t size,
                                          const void *ptr, cl_uint num_events_in_wait_list,
                                          const cl_event *event_wait_list, cl_event *event) {
  const Transfer of{command_queue, buffer, blocking_write};
  const Events events{num_events_in_wait_list, event_wait_list, event};
  bool has_room = false;
  if (size > kMostInCommand && ptr) {  // all of it is written, or nothing
    if (const cl_int why = of.refused(kClEnqueueWriteBuffer, events)) return why;
    if (!is_inside(buffer, offset, size)) return kInvalidValue;
    const auto is_awaited = [&] { return client().is_awaited(ptr, size); };
    if (const cl_int why = await_reads(command_queue, events, is_awaited)) return why;
    has_room = !may_finish();
    if (has_room)
      if (const cl_int why = reserve(command_queue, size)) return why;
  }
  return in_pieces(offset, size, static_cast<char *>(const_cast<void *>(ptr)), events,
                   [&](size_t at, size_t now, const char *from, const Events &with) {
                     return write(of, at, now, from, with, has_room);
                   });
}
