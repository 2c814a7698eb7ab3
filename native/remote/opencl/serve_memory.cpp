// OpenCL where the device is: buffers, and what is copied between them and the client. The driver
// gets memory of ours for it, never an address of the client's.
#include <list>

#include "remote/opencl/work.h"

namespace heddle::remote {

namespace {

constexpr size_t kMostMapped = 1 << 16;

// What goes to the client when a command is done.
struct Return {
  cl_event done = nullptr;
  StagingPtr memory;                     // null: it is mapped
  const unsigned char *bytes = nullptr;  // in it
  size_t row = 0;                        // to each token
  std::vector<uint64_t> tokens;
  uint64_t mapping = 0;  // its number; 0: there is none
};

struct Mapping {
  unsigned char *bytes = nullptr;
  size_t size = 0;
  bool is_written = false;
  cl_mem memory = nullptr;  // with a reference of ours
};

std::mutex returning;  // guards what follows
std::list<Return> returns;
uint64_t returning_bytes = 0;  // at most kMostReturning

std::map<uint64_t, Mapping> mappings;  // the lead's

void send(Server &server, const Return &each, bool is_whole) {
  const size_t row = is_whole ? each.row : 0;
  const unsigned char *at = each.bytes;
  for (const uint64_t token : each.tokens) {
    server.return_bytes(token, at, row);
    at += row;
  }
}

// A call that is wrong brings nothing: the client, which may not wait for it, need not either.
void send_nothing(Request &request, const In<uint64_t> &tokens, uint64_t count) {
  Return made;
  if (tokens.is(count)) made.tokens.assign(tokens.get(), tokens.get() + count);
  send(request.server, made, false);
}

bool may_return(uint64_t bytes) {
  std::lock_guard lock(returning);
  if (bytes > kMostReturning - returning_bytes) return false;
  returning_bytes += bytes;
  return true;
}

void forget_bytes(uint64_t bytes) {
  std::lock_guard lock(returning);
  returning_bytes -= bytes;
}

// The command's event is the client's if it wants one; with a reference of ours in any case.
void keep_event(Request &request, Made<cl_event> &event, cl_event done) {
  if (!event.number()) return;
  clRetainEvent(done);
  event.set(done);
  event.keep(request, kKindCl_event);
}

// The end of a call whose command is in the queue, and its event ours.
void end_call(Request &request, cl_event done, bool waits) {
  cl_int result = kSuccess;
  if (waits) result = wait_for(request, done);
  clReleaseEvent(done);
  if (waits) return finish_seen(request, result);
  request.finish(result);
}

void free_staging(cl_event, cl_int, void *self) { delete static_cast<StagingPtr *>(self); }

// Until the command is done.
void keep_staging(cl_event done, StagingPtr memory) {
  auto *held = new StagingPtr(std::move(memory));
  const auto freed = reinterpret_cast<void *>(free_staging);
  if (clSetEventCallback(done, kComplete, freed, held) != kSuccess) {
    clWaitForEvents(1, &done);
    delete held;
  }
}

struct Waits {
  explicit Waits(Request &request) : count(request.value<cl_uint>()), list(request) {}
  void check(Request &request) { list.check(request, count, kKindCl_event); }
  const cl_uint count;
  Several<cl_event> list;
};

template <class Enqueue>
void read(Request &request, bool is_blocking, bool has_place, const In<uint64_t> &tokens,
          uint64_t token_count, uint64_t row, Made<cl_event> &event, Enqueue enqueue) {
  const uint64_t size = times(token_count, row);
  if (!has_place || !size) {  // the driver's to judge
    unsigned char nothing;
    const cl_int result = enqueue(has_place ? &nothing : nullptr, event.get());
    if (result == kSuccess) event.keep(request, kKindCl_event);
    return request.finish(result);
  }
  Return made;
  made.tokens.assign(tokens.get(), tokens.get() + token_count);
  if (!may_return(size)) {
    send(request.server, made, false);
    return request.finish(kOutOfHostMemory);
  }
  made.memory = std::make_shared<Staging>(size, Staging::kOnce);
  made.bytes = made.memory->bytes(), made.row = row;
  constexpr uint64_t kLarge = 1 << 20;  // it goes as soon as it is there
  const bool is_watched = size >= kLarge && !is_blocking;
  cl_event done = nullptr;
  const cl_int result = enqueue(made.memory->bytes(), &done);
  if (result != kSuccess) {
    send(request.server, made, false);
    forget_bytes(size);
    return request.finish(result);
  }
  keep_event(request, event, done);
  clRetainEvent(done);
  made.done = done;
  {
    std::lock_guard lock(returning);
    returns.push_back(std::move(made));
  }
  if (is_watched) settle_behind(request.server, done);
  end_call(request, done, is_blocking);
}

// What the client has sent for a copy, in order; false: it has not, or not so much.
bool take_pieces(Request &request, const In<uint64_t> &tokens, uint64_t count, uint64_t size,
                 std::vector<StagingPtr> *pieces) {
  if (count && !tokens.is(count)) return false;
  for (uint64_t i = 0, left = size; i < count; i++) {
    const size_t now = left < kCopyBytes ? left : kCopyBytes;
    pieces->push_back(request.server.take_staged(tokens.get()[i], now));
    if (!pieces->back()) return false;
    left -= now;
  }
  return times(count, kCopyBytes) >= size;
}

StagingPtr join(const std::vector<StagingPtr> &pieces, uint64_t size) {
  if (pieces.size() == 1) return pieces.front();
  auto whole = std::make_shared<Staging>(size, Staging::kOnce);
  unsigned char *at = whole->bytes();
  for (const StagingPtr &piece : pieces)
    at = static_cast<unsigned char *>(memcpy(at, piece->bytes(), piece->size())) + piece->size();
  return whole;
}

}  // namespace

void settle(Server &server) {
  std::lock_guard lock(returning);
  for (auto each = returns.begin(); each != returns.end();) {
    cl_int status = kComplete;
    clGetEventInfo(each->done, kEventStatus, sizeof status, &status, nullptr);
    if (status > kComplete) {
      ++each;
      continue;
    }
    send(server, *each, status == kComplete);
    clReleaseEvent(each->done);
    if (each->memory) returning_bytes -= each->memory->size();
    each = returns.erase(each);
  }
}

void serve_clCreateBuffer(Request &request) {
  const auto context = request.handle<cl_context>(kKindCl_context);
  auto flags = request.value<cl_mem_flags>();
  const auto size = request.value<size_t>();
  const bool has_place = request.value<uint64_t>() != 0;
  Made<cl_mem> made(request);
  std::vector<unsigned char> content = request.server.take_appended(request.lane());
  if (!request.is_good()) return;
  // The client's memory is its own. What is in it comes along, and goes back when it is mapped.
  const bool is_content = has_place && flags & (kUseHost | kCopyHost);
  if (has_place && !is_content) return request.finish(kInvalidHostPointer);
  if (flags & kUseHost && flags & (kAllocateHost | kCopyHost)) return request.finish(kInvalidValue);
  if (is_content && content.size() != size) return request.finish(kInvalidBufferSize);
  if (flags & kUseHost) flags = (flags & ~kUseHost) | kCopyHost;
  cl_int result = kSuccess;
  made.set(clCreateBuffer(context, flags, size, is_content ? content.data() : nullptr, &result));
  if (result == kSuccess) made.keep(request, kKindCl_mem);
  request.finish(result);
}

void serve_clEnqueueReadBuffer(Request &request) {
  const auto queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const auto buffer = request.handle<cl_mem>(kKindCl_mem);
  const bool is_blocking = request.value<cl_bool>() != 0;
  const auto offset = request.value<size_t>(), size = request.value<size_t>();
  const bool has_place = request.value<uint64_t>() != 0;
  const In<uint64_t> token(request);
  Waits waits(request);
  Made<cl_event> event(request);
  token.need(request, 1);
  waits.check(request);
  if (!request.is_good()) return send_nothing(request, token, 1);
  read(request, is_blocking, has_place, token, 1, size, event, [&](void *into, cl_event *done) {
    return clEnqueueReadBuffer(queue, buffer, 0, offset, size, into, waits.count, waits.list.get(),
                               done);
  });
}

// The client's rows lie close together here, and each goes where it belongs.
void serve_clEnqueueReadBufferRect(Request &request) {
  const auto queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const auto buffer = request.handle<cl_mem>(kKindCl_mem);
  const bool is_blocking = request.value<cl_bool>() != 0;
  const In<size_t> origin(request), region(request);
  const auto row = request.value<size_t>(), slice = request.value<size_t>();
  const bool has_place = request.value<uint64_t>() != 0;
  const In<uint64_t> tokens(request);
  const auto token_count = request.value<uint64_t>(), token_bytes = request.value<uint64_t>();
  Waits waits(request);
  Made<cl_event> event(request);
  origin.need(request, 3);
  region.need(request, 3);
  tokens.need(request, token_count);
  waits.check(request);
  if (!request.is_good()) return send_nothing(request, tokens, token_count);
  const size_t *of = region.get();
  const uint64_t size = times(times(of[0], of[1]), of[2]);
  if (has_place && size != times(token_count, token_bytes)) {
    send_nothing(request, tokens, token_count);
    return request.finish(kInvalidValue);
  }
  const size_t none[3] = {};
  read(request, is_blocking, has_place, tokens, token_count, token_bytes, event,
       [&](void *into, cl_event *done) {
         return clEnqueueReadBufferRect(queue, buffer, 0, origin.get(), none, of, row, slice, of[0],
                                        of[0] * of[1], into, waits.count, waits.list.get(), done);
       });
}

// In pieces as they have come, each behind the one before.
void serve_clEnqueueWriteBuffer(Request &request) {
  const auto queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const auto buffer = request.handle<cl_mem>(kKindCl_mem);
  const bool is_blocking = request.value<cl_bool>() != 0;
  const auto offset = request.value<size_t>(), size = request.value<size_t>();
  const bool has_place = request.value<uint64_t>() != 0;
  const In<uint64_t> tokens(request);
  const auto count = request.value<uint64_t>();
  Waits waits(request);
  Made<cl_event> event(request);
  tokens.need(request, count);
  waits.check(request);
  std::vector<StagingPtr> pieces;
  const bool is_there = take_pieces(request, tokens, count, size, &pieces);
  if (!request.is_good()) return;
  if (!has_place || !size) {
    const unsigned char nothing = 0;
    const cl_int result =
        clEnqueueWriteBuffer(queue, buffer, 0, offset, size, has_place ? &nothing : nullptr,
                             waits.count, waits.list.get(), event.get());
    if (result == kSuccess) event.keep(request, kKindCl_event);
    return request.finish(result);
  }
  if (!is_there) return request.finish(kInvalidValue);
  cl_event last = nullptr;
  size_t at = 0;
  for (StagingPtr &piece : pieces) {
    const cl_event before = last;
    const size_t now = piece->size();
    const cl_int result =
        clEnqueueWriteBuffer(queue, buffer, 0, offset + at, now, piece->bytes(),
                             before ? 1 : waits.count, before ? &before : waits.list.get(), &last);
    if (before) clReleaseEvent(before);
    if (result != kSuccess) return request.finish(result);
    keep_staging(last, std::move(piece));
    at += now;
  }
  keep_event(request, event, last);
  end_call(request, last, is_blocking);
}

void serve_clEnqueueWriteBufferRect(Request &request) {
  const auto queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const auto buffer = request.handle<cl_mem>(kKindCl_mem);
  const bool is_blocking = request.value<cl_bool>() != 0;
  const In<size_t> origin(request), region(request);
  const auto row = request.value<size_t>(), slice = request.value<size_t>();
  const bool has_place = request.value<uint64_t>() != 0;
  const In<uint64_t> tokens(request);
  const auto count = request.value<uint64_t>();
  Waits waits(request);
  Made<cl_event> event(request);
  origin.need(request, 3);
  region.need(request, 3);
  tokens.need(request, count);
  waits.check(request);
  const size_t *of = region.get();
  const uint64_t size = region.is(3) ? times(times(of[0], of[1]), of[2]) : 0;
  std::vector<StagingPtr> pieces;
  const bool is_there = take_pieces(request, tokens, count, size, &pieces);
  if (!request.is_good()) return;
  if (has_place && (!is_there || size > kMostInCommand)) return request.finish(kInvalidValue);
  const StagingPtr whole = has_place ? join(pieces, size) : nullptr;
  const size_t none[3] = {};
  cl_event done = nullptr;
  const cl_int result = clEnqueueWriteBufferRect(
      queue, buffer, 0, origin.get(), none, of, row, slice, of[0], of[0] * of[1],
      whole ? whole->bytes() : nullptr, waits.count, waits.list.get(), &done);
  if (result != kSuccess) return request.finish(result);
  keep_staging(done, whole);
  keep_event(request, event, done);
  end_call(request, done, is_blocking);
}

// The driver's mapping, and a number for it.
void serve_clEnqueueMapBuffer(Request &request) {
  const auto queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const auto buffer = request.handle<cl_mem>(kKindCl_mem);
  const bool is_blocking = request.value<cl_bool>() != 0;
  const auto flags = request.value<cl_map_flags>();
  const auto offset = request.value<size_t>(), size = request.value<size_t>();
  const auto number = request.value<uint64_t>(), token = request.value<uint64_t>();
  Waits waits(request);
  Made<cl_event> event(request);
  waits.check(request);
  Return back;
  if (token) back.tokens.push_back(token);
  if (!request.is_good()) return send(request.server, back, false);
  cl_event done = nullptr;
  cl_int result = kSuccess;
  void *mapped = nullptr;
  if (!number)  // that is none: it says of a Return that nothing is mapped
    result = kInvalidValue;
  else if (mappings.size() >= kMostMapped || mappings.count(number))
    result = kOutOfHostMemory;
  else
    mapped = clEnqueueMapBuffer(queue, buffer, 0, flags, offset, size, waits.count,
                                waits.list.get(), &done, &result);
  if (result != kSuccess) {
    send(request.server, back, false);
    return request.finish(result);
  }
  back.bytes = static_cast<unsigned char *>(mapped), back.row = size;
  clRetainMemObject(buffer);
  const bool is_written = flags & (kMapWrite | kMapInvalidate);
  mappings[number] = {static_cast<unsigned char *>(mapped), size, is_written, buffer};
  keep_event(request, event, done);
  if (token) {
    clRetainEvent(done);
    back.done = done, back.mapping = number;
    std::lock_guard lock(returning);
    returns.push_back(std::move(back));
  }
  end_call(request, done, is_blocking);
}

// Some of what the program has written, or the end of it.
void serve_clEnqueueUnmapMemObject(Request &request) {
  const auto queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const auto memory = request.handle<cl_mem>(kKindCl_mem);
  const auto number = request.value<uint64_t>(), offset = request.value<uint64_t>();
  const bool is_end = request.value<uint64_t>() != 0;
  Waits waits(request);
  Made<cl_event> event(request);
  waits.check(request);
  const std::vector<unsigned char> bytes = request.server.take_appended(request.lane());
  if (!request.is_good()) return;
  const auto found = mappings.find(number);
  if (found == mappings.end() || found->second.memory != memory)
    return request.finish(kInvalidValue);
  const Mapping mapping = found->second;
  if (!bytes.empty()) {
    if (!mapping.is_written || offset > mapping.size || bytes.size() > mapping.size - offset)
      return request.finish(kInvalidValue);
    std::lock_guard lock(returning);  // it may be on its way to the client, who is in a hurry
    memcpy(mapping.bytes + offset, bytes.data(), bytes.size());
  }
  if (!is_end) return request.finish(kSuccess);
  {
    std::lock_guard lock(returning);
    for (auto each = returns.begin(); each != returns.end();) {
      if (each->mapping != number) {
        ++each;
        continue;
      }
      send(request.server, *each, false);
      clReleaseEvent(each->done);
      each = returns.erase(each);
    }
  }
  const cl_int result = clEnqueueUnmapMemObject(queue, memory, mapping.bytes, waits.count,
                                                waits.list.get(), event.get());
  if (result == kSuccess) {
    event.keep(request, kKindCl_event);
    mappings.erase(found);
    clReleaseMemObject(mapping.memory);
  }
  request.finish(result);
}

}  // namespace heddle::remote
