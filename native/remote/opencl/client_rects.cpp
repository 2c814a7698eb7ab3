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
  bool is_one() const {
    return (rows == 1 || pitch == bytes) && (slices == 1 || slice == bytes * rows);
  }
  Rows part(const size_t *from, const size_t *region) const {
    return {region[0], region[1], region[2],
            pitch,     slice,     first + from[2] * slice + from[1] * pitch + from[0]};
  }
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

// The buffer's side of a copy.
struct Box {
  size_t origin[3], region[3];
  size_t row, slice;  // as the program gives them: 0 if they are as the region says

  void write(Call &call) const {
    call.given(origin, 3);
    call.given(region, 3);
    call.value(row);
    call.value(slice);
    call.value(1);
  }
  Box part(const size_t *from, const size_t *size) const {
    Box of = *this;
    of.row = row_pitch(), of.slice = slice_pitch();
    for (int i = 0; i < 3; i++) of.origin[i] += from[i], of.region[i] = size[i];
    return of;
  }
  // As the driver judges it, but for all parts at once.
  bool is_inside(size_t size) const {
    const size_t pitch = row_pitch(), height = slice_pitch();
    uint64_t y, z;
    for (int i = 0; i < 3; i++)
      if (origin[i] > size || region[i] > size) return false;
    if (pitch < region[0] || __builtin_mul_overflow(pitch, region[1], &y) || height < y ||
        height % pitch)
      return false;
    if (__builtin_mul_overflow(origin[1] + region[1] - 1, pitch, &y) ||
        __builtin_mul_overflow(origin[2] + region[2] - 1, height, &z))
      return false;
    return y <= size && z <= size && y + z + origin[0] + region[0] <= size;
  }

 private:
  size_t row_pitch() const { return row ? row : region[0]; }
  size_t slice_pitch() const { return slice ? slice : row_pitch() * region[1]; }
};

Box make_box(const size_t *origin, const size_t *region, size_t row, size_t slice) {
  return {{origin[0], origin[1], origin[2]}, {region[0], region[1], region[2]}, row, slice};
}

// In commands that a server can have in memory, of at most so many rows. `is_several`: it is told
// before the first if there are more.
template <class Several, class Part>
cl_int in_parts(const Box &box, const Rows &rows, uint64_t most_rows, const Events &events,
                Several is_several, Part part) {
  const auto least = [](uint64_t a, uint64_t b) { return a < b ? a : b; };
  const size_t *all = box.region;
  size_t most[3] = {least(all[0], kMostInCommand), 1, 1};
  if (most[0] == all[0]) most[1] = least(all[1], least(kMostInCommand / all[0], most_rows));
  if (most[1] == all[1])
    most[2] = least(all[2], least(kMostInCommand / (most[0] * all[1]), most_rows / all[1]));
  if (most[0] == all[0] && most[1] == all[1] && most[2] == all[2]) return part(box, rows, events);
  if (const cl_int why = is_several()) return why;
  Chain chain(events);
  size_t at[3] = {};
  for (;;) {
    size_t now[3];
    for (int i = 0; i < 3; i++) now[i] = least(all[i] - at[i], most[i]);
    const bool is_last =
        at[0] + now[0] == all[0] && at[1] + now[1] == all[1] && at[2] + now[2] == all[2];
    const cl_int result = chain.add(is_last, [&](const Events &with) {
      return part(box.part(at, now), rows.part(at, now), with);
    });
    if (result != kSuccess || is_last) return result;
    for (int i = 0; i < 3; i++) {
      at[i] += now[i];
      if (at[i] < all[i]) break;
      at[i] = 0;
    }
  }
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
  if (const cl_int why = of.refused(kClEnqueueReadBufferRect, events)) return why;
  const Box box = make_box(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch);
  const auto is_several = [&]() -> cl_int {
    if (Memory is; find_memory(buffer, &is) && !box.is_inside(is.size)) return kInvalidValue;
    return prepare_reads(of, rows.count() * rows.bytes, events);
  };
  Returns returns;
  const auto part = [&](const Box &from, const Rows &into, const Events &with) {
    const bool is_one = into.is_one();
    const uint64_t count = is_one ? 1 : into.count();
    const size_t bytes = is_one ? into.bytes * into.count() : into.bytes;
    make_room(command_queue, bytes * count);
    std::vector<uint64_t> tokens;
    for (uint64_t i = 0; i < count; i++) tokens.push_back(returns.add(into.at(i), bytes));
    Call call = of.begin(kClEnqueueReadBufferRect);
    from.write(call);
    call.given(tokens.data(), count);
    call.value(count);
    call.value(bytes);
    write(call, with);
    const cl_int result = call.ask();
    call.take_made(with.made);
    return result;
  };
  const uint64_t most_rows = rows.is_one() ? UINT64_MAX : kMostRows;
  return returns.end(in_parts(box, rows, most_rows, events, is_several, part));
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
  const auto is_awaited = [&] { return rows.is_awaited(); };
  if (const cl_int why = await_reads(command_queue, events, is_awaited)) return why;
  const Box box = make_box(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch);
  bool has_room = false;
  const auto is_several = [&]() -> cl_int {  // all of it is written, or nothing
    if (!box.is_inside(is.size)) return kInvalidValue;
    has_room = !may_finish();
    return has_room ? reserve(command_queue, size) : kSuccess;
  };
  const auto part = [&](const Box &to, const Rows &from, const Events &with) {
    const uint64_t bytes = from.count() * from.bytes;
    if (!has_room)
      if (const cl_int why = reserve(command_queue, bytes)) return why;
    std::vector<unsigned char> together(bytes);
    for (uint64_t i = 0; i < from.count(); i++)
      memcpy(together.data() + i * from.bytes, from.at(i), from.bytes);
    const std::vector<uint64_t> tokens = stage(together.data(), bytes);
    Call call = of.begin(kClEnqueueWriteBufferRect);
    to.write(call);
    call.given(tokens.data(), tokens.size());
    call.value(tokens.size());
    write(call, with);
    const cl_int result = call.ask();
    call.take_made(with.made);
    return result;
  };
  return in_parts(box, rows, UINT64_MAX, events, is_several, part);
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
