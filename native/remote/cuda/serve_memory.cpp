// Memory and copies, where the device is.
//
// A program's pinned memory is shared with its server, at the same address: what the device does
// with it needs nobody in between. That ends where the client is on another machine.
#include <chrono>
#include <mutex>

#include "remote/cuda/work.h"

namespace heddle::remote {

namespace {

constexpr size_t kPage = 4096;

// Memory of no context: ours, the client's, and addresses without memory.
constexpr int32_t kShared = -1, kLent = -2, kReserved = -3;

constexpr uint64_t kMostPinned = uint64_t(1) << 30;  // for copies
constexpr auto kPatience = std::chrono::seconds(10);

bool is_far() {
  static const bool far = getenv("HEDDLE_FAR") != nullptr;
  return far;
}

// One copy, as the client describes it.
struct ServedCopy {
  CUdeviceptr to = 0, from = 0;
  size_t bytes = 0;
  CUstream stream = nullptr;
  StagingPtr staged;                   // what the client has sent
  StagingPtr slot;                     // in which it is sent something
  PinnedMemory::Buffer in, out;        // what it will send, and what it is sent
  uint64_t fetched = 0, returned = 0;  // tokens

  void give_back() { pinned().give_back(in), pinned().give_back(out); }
};

void give(Server &server, uint64_t token, const StagingPtr &slot, const void *bytes, size_t count) {
  if (!slot) return server.return_bytes(token, bytes, count);
  memcpy(slot->bytes(), bytes, count);
  server.return_staged(*slot);
}

void fetch_now(Later &what) { what.server->fetch(what.token, what.buffer.bytes, what.bytes); }
void return_now(Later &what) {
  give(*what.server, what.token, what.slot, what.buffer.bytes, what.bytes);
  if (!what.captured) pinned().give_back(what.buffer);
}
void forget_now(Later &what) {
  if (!what.captured) pinned().give_back(what.buffer);
}

// False: that is told. An address is the client's, or it is not used: a copy between any two could
// also read what is only ours.
bool read_copy(Request &request, ServedCopy *copy) {
  uint64_t kinds[2], values[2];
  for (int i = 0; i < 2; i++)
    kinds[i] = request.value<uint64_t>(), values[i] = request.value<uint64_t>();
  copy->bytes = request.value<uint64_t>();
  copy->stream = request.handle<CUstream>(kKindCUstream);
  for (int i = 0; i < 2; i++)
    if (kinds[i] == kAddress && copy->bytes && !request.server.allocated(values[i], copy->bytes))
      return request.is_good() ? request.finish(kInvalidValue), false : false;
  if (!request.is_good()) return false;
  if (copy->bytes > kCopyBytes && (kinds[0] != kAddress || kinds[1] != kAddress))
    Server::end("a copy that is too long");
  const bool returns = kinds[0] == kReturns || kinds[0] == kInto;
  if (kinds[0] == kInto)
    copy->slot = request.server.in_slot(values[0], copy->bytes);
  else
    copy->returned = values[0];
  if (returns)
    copy->out = pinned().take(copy->bytes, context_of(request));
  else if (kinds[0] == kAddress)
    copy->to = values[0];
  else
    Server::end("a copy to nowhere");
  if (kinds[1] == kAddress) {
    copy->from = values[1];
  } else if (kinds[1] == kStaged) {
    copy->staged = request.server.take_staged(values[1], copy->bytes);
    if (!copy->staged) Server::end("a copy of what was not sent");
  } else if (kinds[1] == kOutOf) {
    copy->staged = request.server.in_slot(values[1], copy->bytes);
  } else if (kinds[1] == kFetches) {
    copy->fetched = values[1], copy->in = pinned().take(copy->bytes, context_of(request));
  } else {
    Server::end("a copy from nowhere");
  }
  if ((returns && !copy->out.bytes) || (kinds[1] == kFetches && !copy->in.bytes)) {
    copy->give_back();
    request.finish(kOutOfMemory);
    return false;
  }
  if (copy->out.bytes) copy->to = CUdeviceptr(copy->out.bytes);
  if (copy->in.bytes) copy->from = CUdeviceptr(copy->in.bytes);
  if (copy->staged) copy->from = CUdeviceptr(copy->staged->bytes());
  return true;
}

CUresult submit(Request &request, ServedCopy &copy) {
  const bool captured =
      (copy.in.bytes || copy.out.bytes || copy.staged) && is_captured(copy.stream);
  // What was staged, or lies in a slot, is gone after this call: a graph cannot use it again.
  if (captured && (copy.staged || copy.slot)) return copy.give_back(), kNotSupported;
  const auto with = [&](uint64_t token, PinnedMemory::Buffer buffer) {
    return Later{&request.server, token, buffer, copy.bytes, captured};
  };
  CUresult result = kSuccess;
  if (copy.in.bytes) result = later(copy.stream, run_later<fetch_now>, with(copy.fetched, copy.in));
  if (result != kSuccess) return copy.give_back(), result;
  if (captured) pinned().keep(copy.in), pinned().keep(copy.out);
  result = cuMemcpyAsync(copy.to, copy.from, copy.bytes, copy.stream);
  if (copy.out.bytes) {
    const bool returns = result == kSuccess;
    Later returned = with(copy.returned, copy.out);
    returned.slot = copy.slot;
    if (returns) result = later(copy.stream, run_later<return_now>, returned);
    if (!returns) pinned().give_back(copy.out);
  }
  // Also where the copy was refused: what fetches for it is under way.
  if (copy.in.bytes) {
    const CUresult forgets = later(copy.stream, run_later<forget_now>, with(0, copy.in));
    if (result == kSuccess) result = forgets;
  }
  return result;
}

// `ask` has the driver make it; the client hears where it is.
template <class Ask>
void serve_allocation(Request &request, uint64_t bytes, Ask ask) {
  CUdeviceptr address = 0;
  const CUresult result = ask(&address);
  if (result == kSuccess)
    request.server.add_allocation(address, bytes, int32_t(context_of(request)));
  request.fields.number(address);
  request.finish(result);
}

}  // namespace

PinnedMemory &pinned() {
  static auto *memory = new PinnedMemory;
  return *memory;
}

bool PinnedMemory::find(size_t room, uint32_t context, Buffer *found) {
  for (Buffer &each : free_)
    if (each.room == room && each.context == context) {
      *found = each;
      each = free_.back();
      free_.pop_back();
      taken_[found->bytes] = *found;
      return true;
    }
  return false;
}

PinnedMemory::Buffer PinnedMemory::take(size_t bytes, uint32_t context) {
  Buffer made{nullptr, kPage, context};
  while (made.room < bytes) made.room *= 2;
  std::unique_lock lock(mutex_);
  for (;;) {
    Buffer found;
    if (find(made.room, context, &found)) return found;
    if (bytes_ + made.room <= kMostPinned) break;
    if (free_.empty()) {  // those that a stream does not give back are lost: it has failed
      if (taken_.empty() || back_.wait_for(lock, kPatience) == std::cv_status::timeout) return made;
      continue;
    }
    const Buffer other = free_.back();  // of another size
    free_.pop_back();
    lock.unlock();  // the driver may wait for a stream, and that for who gives something back
    const bool freed = cuMemFreeHost(other.bytes) == kSuccess;
    lock.lock();
    if (freed) bytes_ -= other.room;
  }
  bytes_ += made.room;
  lock.unlock();
  if (cuMemHostAlloc(&made.bytes, made.room, 0) != kSuccess) made.bytes = nullptr;
  lock.lock();
  if (made.bytes)
    taken_[made.bytes] = made;
  else
    bytes_ -= made.room;
  return made;
}

void PinnedMemory::give_back(Buffer buffer) {
  std::lock_guard lock(mutex_);
  if (!taken_.erase(buffer.bytes)) return;  // none, or its context is gone
  free_.push_back(buffer);
  back_.notify_all();
}

void PinnedMemory::keep(Buffer buffer) {
  std::lock_guard lock(mutex_);
  taken_.erase(buffer.bytes);
}

void PinnedMemory::forget(uint32_t context) {
  std::lock_guard lock(mutex_);
  std::erase_if(free_, [&](const Buffer &each) {
    if (each.context == context) bytes_ -= each.room;
    return each.context == context;
  });
  std::erase_if(taken_, [&](const auto &each) {
    if (each.second.context == context) bytes_ -= each.second.room;
    return each.second.context == context;
  });
}

namespace {

// Memory of a client on another machine, which has the same address here: what either side changes
// is told to the other.
void mirror_pinned(Request &request, uint64_t wish, uint64_t bytes) {
  const uint64_t start = wish / kPage * kPage,
                 room = (wish + bytes + kPage - 1) / kPage * kPage - start;
  if (!bytes || bytes > kMostMirrored) return request.finish(kOutOfMemory);
  void *at = mmap(reinterpret_cast<void *>(start), room, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (at == MAP_FAILED) return request.finish(kOutOfMemory);
  constexpr unsigned kPortable = 1, kMapped = 2;
  CUresult result = kOutOfMemory;
  if (uint64_t(at) == start) result = cuMemHostRegister_v2(at, room, kPortable | kMapped);
  if (result == kSuccess && !request.server.mirror(wish, bytes)) {
    cuMemHostUnregister(at);
    result = kOutOfMemory;
  }
  if (result == kSuccess)
    request.server.add_allocation(wish, bytes, kLent);
  else
    munmap(at, room);
  request.finish(result);
}

// Pinned memory that the client has, too: at any address, or at one of its own.
void share_pinned(Request &request, uint64_t wish, uint64_t bytes, unsigned flags) {
  if (is_far()) return request.finish(kNotSupported);
  const uint64_t room = (bytes + kPage - 1) / kPage * kPage;
  CUresult result = kOutOfMemory;
  void *at = MAP_FAILED;
  const int file = memfd_create("heddle-pinned", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (bytes && bytes < (uint64_t(1) << 46) && file >= 0 && ftruncate(file, off_t(room)) == 0 &&
      fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    at = mmap(reinterpret_cast<void *>(wish), room, PROT_READ | PROT_WRITE,
              MAP_SHARED | (wish ? MAP_FIXED_NOREPLACE : 0), file, 0);
  if (wish && at != MAP_FAILED && uint64_t(at) != wish) {  // a kernel that does not know the flag
    munmap(at, room);
    at = MAP_FAILED;
  }
  if (at != MAP_FAILED) {
    constexpr unsigned kMapped = 2, kWriteCombined = 4;
    result = cuMemHostRegister_v2(at, room, (flags & ~kWriteCombined) | kMapped);
    if (result != kSuccess) munmap(at, room);
  }
  if (result == kSuccess) {
    request.server.share(file, uint64_t(at));
    request.server.add_allocation(uint64_t(at), room, wish ? kLent : kShared);
  }
  if (file >= 0) close(file);
  if (!wish) request.fields.number(uint64_t(at));
  request.finish(result);
}

void unshare_pinned(Request &request, int32_t which) {
  const auto address = request.value<uint64_t>();
  if (!request.is_good()) return;
  const Allocation *is = request.server.find_allocation(address);
  if (!is || is->device != which) return request.finish(kInvalidValue);
  const uint64_t start = address / kPage * kPage;
  const uint64_t room = (address + is->bytes + kPage - 1) / kPage * kPage - start;
  const CUresult result = cuMemHostUnregister(reinterpret_cast<void *>(start));
  if (result == kSuccess) {
    request.server.unmirror(address);
    munmap(reinterpret_cast<void *>(start), room);
    request.server.remove_allocation(address);
  }
  request.finish(result);
}

}  // namespace

void serve_cuMemHostAlloc(Request &request) {
  const auto bytes = request.value<uint64_t>();
  const auto flags = request.value<unsigned>();
  if (request.is_good()) share_pinned(request, 0, bytes, flags);
}
void serve_cuMemFreeHost(Request &request) { unshare_pinned(request, kShared); }

void serve_cuMemHostRegister_v2(Request &request) {
  const auto wish = request.value<uint64_t>(), bytes = request.value<uint64_t>();
  const auto flags = request.value<unsigned>();
  const bool mirrored = request.value<uint64_t>() != 0;
  if (!wish || (!mirrored && (wish % kPage || bytes % kPage))) request.refuse();
  if (!request.is_good()) return;
  if (mirrored != is_far()) return request.finish(kNotSupported);
  if (mirrored)
    mirror_pinned(request, wish, bytes);
  else
    share_pinned(request, wish, bytes, flags);
}
void serve_cuMemHostUnregister(Request &request) { unshare_pinned(request, kLent); }

void serve_cuMemAlloc_v2(Request &request) {
  const auto bytes = request.value<uint64_t>();
  if (!request.is_good()) return;
  serve_allocation(request, bytes, [&](CUdeviceptr *at) { return cuMemAlloc_v2(at, bytes); });
}

void serve_cuMemAllocPitch_v2(Request &request) {
  const auto width = request.value<uint64_t>(), height = request.value<uint64_t>();
  const auto element = request.value<unsigned>();
  if (!request.is_good()) return;
  CUdeviceptr address = 0;
  size_t pitch = 0;
  const CUresult result = cuMemAllocPitch_v2(&address, &pitch, width, height, element);
  if (result == kSuccess)
    request.server.add_allocation(address, pitch * height, int32_t(context_of(request)));
  request.fields.number(address);
  request.fields.number(pitch);
  request.finish(result);
}

void serve_cuMemAllocAsync(Request &request) {
  const auto bytes = request.value<uint64_t>();
  const auto stream = request.handle<CUstream>(kKindCUstream);
  if (!request.is_good()) return;
  if (!cuMemAllocAsync) return request.finish(kNotSupported);
  serve_allocation(request, bytes,
                   [&](CUdeviceptr *at) { return cuMemAllocAsync(at, bytes, stream); });
}

void serve_cuMemAllocFromPoolAsync(Request &request) {
  const auto bytes = request.value<uint64_t>();
  const auto pool = request.handle<CUmemoryPool>(kKindCUmemoryPool);
  const auto stream = request.handle<CUstream>(kKindCUstream);
  if (!request.is_good()) return;
  if (!cuMemAllocFromPoolAsync) return request.finish(kNotSupported);
  serve_allocation(request, bytes, [&](CUdeviceptr *at) {
    return cuMemAllocFromPoolAsync(at, bytes, pool, stream);
  });
}

// It waits for what the device still does; so do others of the client's calls.
void serve_cuMemFree_v2(Request &request) {
  const auto address = request.value<uint64_t>();
  if (!request.is_good()) return;
  const CUresult result = cuMemFree_v2(address);
  if (result == kSuccess) request.server.remove_allocation(address);
  request.finish(result);
}

void serve_cuMemFreeAsync(Request &request) {
  const auto address = request.value<uint64_t>();
  const auto stream = request.handle<CUstream>(kKindCUstream);
  if (!request.is_good()) return;
  if (!cuMemFreeAsync) return request.finish(kNotSupported);
  const CUresult result = cuMemFreeAsync(address, stream);
  if (result == kSuccess) request.server.remove_allocation(address);
  request.finish(result);
}

// Addresses belong to no context.
void serve_cuMemAddressReserve(Request &request) {
  const auto bytes = request.value<uint64_t>(), alignment = request.value<uint64_t>();
  const auto wish = request.value<uint64_t>(), flags = request.value<uint64_t>();
  if (!request.is_good()) return;
  CUdeviceptr address = 0;
  const CUresult result = cuMemAddressReserve(&address, bytes, alignment, wish, flags);
  if (result == kSuccess) request.server.add_allocation(address, bytes, kReserved);
  request.fields.number(address);
  request.finish(result);
}

void serve_cuMemAddressFree(Request &request) {
  const auto address = request.value<uint64_t>(), bytes = request.value<uint64_t>();
  if (!request.is_good()) return;
  const Allocation *is = request.server.find_allocation(address);
  if (!is || is->device != kReserved || is->bytes != bytes) return request.finish(kInvalidValue);
  const CUresult result = cuMemAddressFree(address, bytes);
  if (result == kSuccess) request.server.remove_allocation(address);
  request.finish(result);
}

void serve_cuMemcpyAsync(Request &request) {
  ServedCopy copy;
  if (!read_copy(request, &copy)) return;
  request.finish(submit(request, copy));
}

// Until it is done. The driver would do the same for memory that is not pinned.
void serve_cuMemcpy(Request &request) {
  ServedCopy copy;
  if (!read_copy(request, &copy)) return;
  // It would be a graph's, and that runs when what is here is gone.
  if (is_captured(copy.stream)) return copy.give_back(), request.finish(kCaptureUnsupported);
  CUresult result = kSuccess;
  if (copy.in.bytes)
    result = later(copy.stream, run_later<fetch_now>,
                   {&request.server, copy.fetched, copy.in, copy.bytes, false});
  if (result != kSuccess) return copy.give_back(), request.finish(result);
  result = cuMemcpyAsync(copy.to, copy.from, copy.bytes, copy.stream);
  request.give_up_lead();
  const CUresult waited = cuStreamSynchronize(copy.stream);
  if (result == kSuccess) result = waited;
  if (result == kSuccess && copy.out.bytes)
    give(request.server, copy.returned, copy.slot, copy.out.bytes, copy.bytes);
  if (waited == kSuccess) copy.give_back();
  request.finish(result);
}

namespace {

// From the address that is told on: what lies before the first row counts.
bool is_device_plane(Request &request, const Copy2D::Side &side, uint64_t width, uint64_t height) {
  if (side.type != kDevice) return false;
  if (!width || !height) return true;
  uint64_t row = 0, rows = 0;
  if (__builtin_add_overflow(side.x, width, &row) || __builtin_add_overflow(side.y, height, &rows))
    return false;
  if (rows > 1 && side.pitch < row) return false;
  return request.server.allocated(side.device, plane(side.pitch, row, rows)) != nullptr;
}

// Between device memory and arrays; the client does what has the host on one side.
bool read_2d(Request &request, Copy2D *copy) {
  const In<unsigned char> told(request);
  told.check(request, sizeof *copy);
  const auto from = request.handle<CUarray>(kKindCUarray);
  const auto to = request.handle<CUarray>(kKindCUarray);
  if (!told.get()) request.refuse();
  if (!request.is_good()) return false;
  memcpy(copy, told.get(), sizeof *copy);
  copy->from.array = from, copy->to.array = to;
  copy->from.host = copy->to.host = nullptr;
  for (const Copy2D::Side *side : {&copy->from, &copy->to})
    if (side->type != kArray && !is_device_plane(request, *side, copy->width, copy->height)) {
      request.finish(kInvalidValue);
      return false;
    }
  return true;
}

}  // namespace

void serve_cuMemcpy2D_v2(Request &request) {
  Copy2D copy;
  if (!read_2d(request, &copy)) return;
  request.give_up_lead();
  request.finish(cuMemcpy2DUnaligned_v2(reinterpret_cast<const CUDA_MEMCPY2D *>(&copy)));
}

void serve_cuMemcpy2DAsync_v2(Request &request) {
  Copy2D copy;
  const auto stream = request.handle<CUstream>(kKindCUstream);
  if (!read_2d(request, &copy)) return;
  request.finish(cuMemcpy2DAsync_v2(reinterpret_cast<const CUDA_MEMCPY2D *>(&copy), stream));
}

// Of an address that the client has; others would be ours.
void serve_cuPointerGetAttribute(Request &request) {
  const auto attribute = request.value<CUpointer_attribute>();
  const auto address = request.value<uint64_t>();
  const auto fresh = request.value<uint64_t>();
  if (!request.is_good()) return;
  if (!request.server.allocated(address, 1)) return request.finish(kInvalidValue);
  enum { kContext = 1, kHandleOfPool = 17 };
  alignas(8) unsigned char value[64] = {};
  const CUresult result = cuPointerGetAttribute(value, attribute, address);
  uint64_t number = 0;
  if (result == kSuccess && (attribute == kContext || attribute == kHandleOfPool)) {
    void *real;
    memcpy(&real, value, sizeof real);
    const uint8_t kind = attribute == kContext ? kKindCUcontext : kKindCUmemoryPool;
    if (real) number = request.server.number_of(kind, real, fresh);
    memcpy(value, &number, sizeof number);
  }
  request.fields.bytes(value, sizeof value);
  request.finish(result);
}

}  // namespace heddle::remote
