// OpenCL for a program whose device is elsewhere: copies of rows, which lie apart in the program's
// memory and close together on their way; and buffers that are mapped.
#include "remote/opencl/client_copies.h"

using namespace heddle::remote;

namespace {

constexpr size_t kMostRows = kPiece / sizeof(uint64_t);
constexpr size_t kPage = 4096;

// The program's side of a copy.
struct Rows {
  size_t bytes, rows, slices;  // of a row, of a slice, of all
  size_t pitch, slice;         // how far apart they are
  unsigned char *first;

  uint64_t count() const { return uint64_t(rows) * slices; }
  unsigned char *at(uint64_t i) const { return first + (i / rows) * slice + (i % rows) * pitch; }
  bool is_one() const { return pitch == bytes && slice == bytes * rows; }
  // What lies between rows may be awaited: it is not of this copy.
  bool is_awaited() const {
    const unsigned char *end = at(count() - 1) + bytes;
    if (!client().is_awaited(first, size_t(end - first))) return false;
    for (uint64_t i = 0; i < count(); i++)
      if (client().is_awaited(at(i), bytes)) return true;
    return false;
  }
};

// False: they are wrong, whatever the buffer is.
bool find_rows(const size_t *origin, const size_t *region, size_t pitch, size_t slice, void *ptr,
               Rows *found) {
  if (!origin || !region || !ptr || !region[0] || !region[1] || !region[2]) return false;
  uint64_t all, one;
  if (__builtin_mul_overflow(region[0], region[1], &one) ||
      __builtin_mul_overflow(one, region[2], &all))
    return false;
  if (!pitch) pitch = region[0];
  if (!slice) slice = region[1] * pitch;
  if (pitch < region[0] || slice < region[1] * pitch || slice % pitch) return false;
  *found = {region[0], region[1], region[2], pitch, slice, static_cast<unsigned char *>(ptr)};
  found->first += origin[2] * slice + origin[1] * pitch + origin[0];
  return true;
}

// A wrong call, as the driver's own functions judge it: with no memory at all.
cl_int judge(uint16_t function, const Transfer &of, const size_t *origin, const size_t *region,
             size_t row, size_t slice, const Events &events) {
  if (const cl_int why = of.refused(function, events)) return why;
  static_cast<void>(origin), static_cast<void>(region), static_cast<void>(row);
  static_cast<void>(slice);
  return kInvalidValue;
}

void write_buffer_side(Call &call, const size_t *origin, const size_t *region, size_t row,
                       size_t slice) {
  call.given(origin, 3);
  call.given(region, 3);
  call.value(row);
  call.value(slice);
  call.value(1);
}

struct Mapping {
  uint64_t number;
  cl_mem buffer;
  size_t size;
  bool is_written, is_own;  // the program's memory is, of CL_MEM_USE_HOST_PTR
};

struct State {
  std::mutex mutex;
  uint64_t next = 1;
  std::unordered_multimap<void *, Mapping> mappings;
};
State &state = *new State;
__attribute__((constructor)) void start_mappings() {
  pthread_atfork(nullptr, nullptr, [] { new (&state) State; });
}

}  // namespace

HEDDLE_EXPORT cl_int clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                             cl_bool blocking_read, const size_t *buffer_origin,
                                             const size_t *host_origin, const size_t *region,
                                             size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                             size_t host_row_pitch, size_t host_slice_pitch,
                                             void *ptr, cl_uint num_events_in_wait_list,
                                             const cl_event *event_wait_list, cl_event *event) {
  const Transfer of{command_queue, buffer, blocking_read};
  const Events events{num_events_in_wait_list, event_wait_list, event};
  Rows rows;
  if (!buffer_origin ||
      !find_rows(host_origin, region, host_row_pitch, host_slice_pitch, ptr, &rows))
    return judge(kClEnqueueReadBufferRect, of, buffer_origin, region, buffer_row_pitch,
                 buffer_slice_pitch, events);
  const bool is_one = rows.is_one();
  const uint64_t count = is_one ? 1 : rows.count();
  const size_t bytes = is_one ? rows.bytes * rows.count() : rows.bytes;
  if (count > kMostRows) {
    refuse("a copy of so many rows");
    return kOutOfHostMemory;
  }
  if (const cl_int why = of.refused(kClEnqueueReadBufferRect, events)) return why;
  Returns returns;
  for (uint64_t i = 0; i < count; i++) returns.add(rows.at(i), bytes);
  Call call = of.begin(kClEnqueueReadBufferRect);
  write_buffer_side(call, buffer_origin, region, buffer_row_pitch, buffer_slice_pitch);
  call.given(returns.tokens().data(), count);
  call.value(count);
  call.value(bytes);
  write(call, events);
  const cl_int result = returns.end(call.ask());
  call.take_made(event);
  return result;
}

HEDDLE_EXPORT cl_int clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                              cl_bool blocking_write, const size_t *buffer_origin,
                                              const size_t *host_origin, const size_t *region,
                                              size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                              size_t host_row_pitch, size_t host_slice_pitch,
                                              const void *ptr, cl_uint num_events_in_wait_list,
                                              const cl_event *event_wait_list, cl_event *event) {
  const Transfer of{command_queue, buffer, blocking_write};
  const Events events{num_events_in_wait_list, event_wait_list, event};
  Rows rows;
  Memory is;
  if (!buffer_origin || !find_rows(host_origin, region, host_row_pitch, host_slice_pitch,
                                   const_cast<void *>(ptr), &rows))
    return judge(kClEnqueueWriteBufferRect, of, buffer_origin, region, buffer_row_pitch,
                 buffer_slice_pitch, events);
  if (const cl_int why = of.refused(kClEnqueueWriteBufferRect, events)) return why;
  const uint64_t size = rows.count() * rows.bytes;
  if (find_memory(buffer, &is) && size > is.size) return kInvalidValue;
  if (size > kMostInCommand) {
    refuse("a copy of rows of more than 64 MiB");
    return kOutOfHostMemory;
  }
  const auto is_awaited = [&] { return rows.is_awaited(); };
  if (const cl_int why = await_reads(command_queue, events, is_awaited)) return why;
  std::vector<unsigned char> together(size);
  for (uint64_t i = 0; i < rows.count(); i++)
    memcpy(together.data() + i * rows.bytes, rows.at(i), rows.bytes);
  if (const cl_int why = reserve(command_queue, size)) return why;
  const std::vector<uint64_t> tokens = stage(together.data(), size);
  Call call = of.begin(kClEnqueueWriteBufferRect);
  write_buffer_side(call, buffer_origin, region, buffer_row_pitch, buffer_slice_pitch);
  call.given(tokens.data(), tokens.size());
  call.value(tokens.size());
  write(call, events);
  const cl_int result = call.ask();
  call.take_made(event);
  return result;
}

// What is mapped is memory of ours, with the buffer's content if the program may read it; or the
// program's, if the buffer was made of that.
HEDDLE_EXPORT void *clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer,
                                       cl_bool blocking_map, cl_map_flags map_flags, size_t offset,
                                       size_t size, cl_uint num_events_in_wait_list,
                                       const cl_event *event_wait_list, cl_event *event,
                                       cl_int *errcode_ret) {
  const Transfer of{command_queue, buffer, blocking_map};
  Memory is;
  const bool is_known = find_memory(buffer, &is);
  const bool is_right = is_known && size && size <= is.size && offset <= is.size - size;
  void *place = nullptr;
  if (is_right && is.host) place = is.host + offset;
  if (is_right && !is.host) place = aligned_alloc(kPage, (size + kPage - 1) / kPage * kPage);
  uint64_t number;
  {
    std::lock_guard lock(state.mutex);
    number = state.next++;
  }
  const bool is_read = place && !(map_flags & kMapInvalidate);
  Returns returns;
  Call call = of.begin(kClEnqueueMapBuffer);
  call.value(map_flags);
  call.value(offset);
  call.value(size);
  call.value(number);
  call.value(is_read && !call.is_refused() ? returns.add(place, size) : 0);
  write(call, {num_events_in_wait_list, event_wait_list, event});
  const cl_int result = returns.end(is_right && !place ? kOutOfHostMemory : call.ask());
  call.take_made(event);
  if (result == kSuccess) {
    const bool is_written = map_flags & (kMapWrite | kMapInvalidate);
    std::lock_guard lock(state.mutex);
    state.mappings.insert({place, {number, buffer, size, is_written, is.host != nullptr}});
  } else if (!is.host) {
    free(place);
    place = nullptr;
  }
  if (errcode_ret) *errcode_ret = result;
  return result == kSuccess ? place : nullptr;
}

HEDDLE_EXPORT cl_int clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj,
                                             void *mapped_ptr, cl_uint num_events_in_wait_list,
                                             const cl_event *event_wait_list, cl_event *event) {
  const Events events{num_events_in_wait_list, event_wait_list, event};
  const Transfer of{command_queue, memobj, 0};
  const auto part = [&](const Mapping &is, size_t offset, bool is_end, const Events &with) {
    Call call(kClEnqueueUnmapMemObject);
    call.handle(kKindCl_command_queue, command_queue);
    call.handle(kKindCl_mem, memobj);
    call.value(is.number);
    call.value(offset);
    call.value(is_end);
    write(call, with);
    const cl_int result = is_end ? call.ask() : call.send();
    call.take_made(with.made);
    return result;
  };
  if (const cl_int why = of.refused(kClEnqueueUnmapMemObject, events)) return why;
  Mapping is{};
  {
    std::lock_guard lock(state.mutex);
    auto [at, end] = state.mappings.equal_range(mapped_ptr);
    while (at != end && at->second.buffer != memobj) ++at;
    if (at == end) return kInvalidValue;
    is = at->second;
    state.mappings.erase(at);
  }
  const auto *bytes = static_cast<const unsigned char *>(mapped_ptr);
  for (size_t at = 0; is.is_written && at < is.size; at += kCopyBytes) {
    const size_t now = is.size - at < kCopyBytes ? is.size - at : kCopyBytes;
    client().append(client().lane(), bytes + at, now);
    part(is, at, false, {0, nullptr, nullptr});
  }
  const cl_int result = part(is, 0, true, events);
  if (result == kSuccess) {
    if (!is.is_own) free(mapped_ptr);
    return result;
  }
  std::lock_guard lock(state.mutex);
  state.mappings.insert({mapped_ptr, is});
  return result;
}
