// An allocation is a range of addresses with blocks of memory mapped into it, one by one. A block
// that leaves is copied to the host, unmapped and released; one that comes back is made anew and
// mapped where it was. So pointers stay true, and only as much has to leave as others need.
#include "shim/cuda/movable.h"

#include <algorithm>

#include "shim/cuda/roles.h"
#include "shim/host_room.h"

namespace heddle::cuda {

namespace {

constexpr uint64_t kGranularity = HostRoom::kUnit;
constexpr uint64_t kBlock = uint64_t(64) << 20;
constexpr int kBatch = 8;  // blocks whose copies are under way at once

enum class Where : uint8_t { nowhere, device, host };

struct Block {
  void *host;
  Where where;
};

struct Allocation {
  Range range;
  uint32_t device;   // of the table
  CUdevice ordinal;  // the driver's
  uint32_t count;
  CUresult failure;  // other than too little memory
  Allocation *next;
  Block blocks[];

  uint64_t whole_bytes() const {
    return (range.bytes + kGranularity - 1) / kGranularity * kGranularity;
  }
  CUdeviceptr at(uint32_t i) const { return range.begin + i * kBlock; }
  uint64_t bytes_of(uint32_t i) const { return std::min(kBlock, whole_bytes() - i * kBlock); }
};

// What of CUmemAllocationProp and CUmemAccessDesc we fill in.
struct Properties {
  int type, handle_types;
  MemLocation location;
  void *security;
  unsigned char flags[8];
};
struct Access {
  MemLocation location;
  int flags;
};
constexpr int kPinned = 1, kOnDevice = 1, kReadWrite = 3;
constexpr unsigned kPortable = 1, kNonBlocking = 1;

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;  // all below
Allocation *allocations = nullptr;

HostRoom host_room(
    [](void *at, uint64_t bytes) {
      return real().cuMemHostRegister_v2(at, bytes, kPortable) == kSuccess;
    },
    [](void *at) { real().cuMemHostUnregister(at); });

void move_out(uint32_t device, uint64_t bytes);
void move_in(uint32_t device);
void spare_host();
constexpr heddle_mover kMover = {move_out, move_in, spare_host};

// -- one block; with the mutex -------------------------------------------------------------------

CUresult put_on_device(const Allocation &a, uint32_t i) {
  const Properties properties = {kPinned, 0, {kOnDevice, a.ordinal}, nullptr, {}};
  const Access access = {{kOnDevice, a.ordinal}, kReadWrite};
  const uint64_t bytes = a.bytes_of(i);
  CUmemGenericAllocationHandle handle;
  CUresult result = real().cuMemCreate(&handle, bytes, &properties, 0);
  if (result != kSuccess) return result;
  result = real().cuMemMap(a.at(i), bytes, 0, handle, 0);
  real().cuMemRelease(handle);  // the mapping keeps it
  if (result != kSuccess) return result;
  result = real().cuMemSetAccess(a.at(i), bytes, &access, 1);
  if (result != kSuccess) real().cuMemUnmap(a.at(i), bytes);
  return result;
}

void drop(Allocation &a, uint32_t i) {
  Block &block = a.blocks[i];
  const auto bytes = int64_t(a.bytes_of(i));
  if (block.where == Where::nowhere) return;
  if (block.where == Where::device) real().cuMemUnmap(a.at(i), uint64_t(bytes));
  if (block.where == Where::host) host_room.give(block.host, uint64_t(bytes));
  heddle_moved(nullptr, a.device, -bytes, block.where == Where::host ? -bytes : 0);
  block.where = Where::nowhere;
}

void drop(Allocation **at) {
  Allocation *a = *at;
  for (uint32_t i = 0; i < a->count; i++) drop(*a, i);
  real().cuMemAddressFree(a->range.begin, a->whole_bytes());
  *at = a->next;
  free(a);
}

uint64_t free_on_device() {
  size_t left = 0, total;
  return real().cuMemGetInfo_v2(&left, &total) == kSuccess ? left : 0;
}

// -- many blocks ---------------------------------------------------------------------------------

// Copies of one batch run while the next one is being prepared.
class Batches {
 public:
  explicit Batches(CUcontext context) : context_(context) {
    for (CUstream &s : streams_) real().cuStreamCreate(&s, kNonBlocking);
  }
  ~Batches() {
    for (CUstream s : streams_)
      if (s) real().cuStreamDestroy_v2(s);
  }

  CUcontext context() const { return context_; }
  CUstream stream() const { return streams_[now_]; }
  bool add(Allocation *a, uint32_t i) {
    items_[now_][count_[now_]++] = {a, i};
    return count_[now_] == kBatch;
  }

  // Waits for the former batch, and hands each of its blocks to f(allocation, index, ok).
  template <class F>
  void turn(F f) {
    now_ ^= 1;
    finish(f);
  }
  template <class F>
  void finish_all(F f) {
    turn(f);
    turn(f);
  }

 private:
  template <class F>
  void finish(F f) {
    const bool ok = !count_[now_] || real().cuStreamSynchronize(streams_[now_]) == kSuccess;
    for (int k = 0; k < count_[now_]; k++)
      f(*items_[now_][k].allocation, items_[now_][k].index, ok);
    count_[now_] = 0;
  }

  struct Item {
    Allocation *allocation;
    uint32_t index;
  };
  CUcontext context_;
  CUstream streams_[2] = {};
  Item items_[2][kBatch];
  int count_[2] = {}, now_ = 0;
};

// Calls f(batches, allocation, index) for the blocks that are `where`, context by context, until it
// returns false; then `done` for what is still under way.
template <class F, class Done>
void each_block(uint32_t device, Where where, F f, Done done) {
  for (Allocation *first = allocations; first; first = first->next) {
    bool seen = false;  // a context has its turn with its first allocation
    for (Allocation *a = allocations; a != first; a = a->next)
      seen |= a->device == device && a->range.context == first->range.context;
    if (seen || first->device != device) continue;
    InContext in(first->range.context);
    if (!captures) real().cuCtxSynchronize();  // also for streams that are no more
    Batches batches(first->range.context);
    bool more = true;
    for (Allocation *a = first; a && more; a = a->next) {
      if (a->device != device || a->range.context != batches.context()) continue;
      for (uint32_t i = 0; i < a->count && more; i++)
        if (a->blocks[i].where == where) more = f(batches, *a, i);
    }
    batches.finish_all(done);
    if (!more) return;
  }
}

void move_out(uint32_t device, uint64_t bytes) {
  Locked locked(mutex);
  uint64_t begun = 0;
  auto done = [&](Allocation &a, uint32_t i, bool ok) {
    Block &block = a.blocks[i];
    if (ok && real().cuMemUnmap(a.at(i), a.bytes_of(i)) == kSuccess) {
      block.where = Where::host;
      heddle_moved(nullptr, device, 0, int64_t(a.bytes_of(i)));
    } else {
      host_room.give(block.host, a.bytes_of(i));
    }
  };
  each_block(
      device, Where::device,
      [&](Batches &batches, Allocation &a, uint32_t i) {
        if (begun >= bytes) return false;
        Block &block = a.blocks[i];
        block.host = host_room.take(a.bytes_of(i));
        if (!block.host) return false;
        if (real().cuMemcpyDtoHAsync_v2(block.host, a.at(i), a.bytes_of(i), batches.stream()) !=
            kSuccess) {
          host_room.give(block.host, a.bytes_of(i));
          return false;
        }
        begun += a.bytes_of(i);
        if (batches.add(&a, i)) batches.turn(done);
        return true;
      },
      done);
}

void move_in(uint32_t device) {
  Locked locked(mutex);
  auto done = [&](Allocation &a, uint32_t i, bool ok) {
    Block &block = a.blocks[i];
    if (!ok) {
      real().cuMemUnmap(a.at(i), a.bytes_of(i));
      return;
    }
    host_room.give(block.host, a.bytes_of(i));
    block.where = Where::device;
    heddle_moved(nullptr, device, 0, -int64_t(a.bytes_of(i)));
  };
  each_block(
      device, Where::host,
      [&](Batches &batches, Allocation &a, uint32_t i) {
        const CUresult result = put_on_device(a, i);
        if (result != kSuccess && result != kOutOfMemory) heddle_stays();
        if (result != kSuccess) return false;
        if (real().cuMemcpyHtoDAsync_v2(a.at(i), a.blocks[i].host, a.bytes_of(i),
                                        batches.stream()) != kSuccess) {
          real().cuMemUnmap(a.at(i), a.bytes_of(i));
          return false;
        }
        if (batches.add(&a, i)) {
          batches.turn(done);
          host_room.shrink();
        }
        return true;
      },
      done);
  host_room.shrink();
}

// The driver may wait for what runs before it lets go of host memory.
void spare_host() {
  Locked locked(mutex);
  if (!allocations) return;
  InContext in(allocations->range.context);
  host_room.shrink(true);
}

// Blocks that have never been anywhere get memory; others of the allocation may have left
// meanwhile.
int fill(void *self, uint64_t *missing) {
  auto &a = *static_cast<Allocation *>(self);
  Locked locked(mutex);
  uint64_t left = 0;
  for (uint32_t i = 0; i < a.count; i++) {
    if (a.blocks[i].where != Where::nowhere) continue;
    const CUresult result = left ? CUresult(kOutOfMemory) : put_on_device(a, i);
    if (result == kSuccess) {
      a.blocks[i].where = Where::device;
      heddle_moved(&kMover, a.device, int64_t(a.bytes_of(i)), 0);
    } else if (result == kOutOfMemory) {
      left += a.bytes_of(i);
    } else {
      a.failure = result;  // no room can be made for that
      return 1;
    }
  }
  const uint64_t there = left ? free_on_device() : 0;
  *missing = left > there ? left - there : std::min(left, kGranularity);
  return left == 0;
}

Allocation **find(CUdeviceptr pointer) {
  for (Allocation **at = &allocations; *at; at = &(*at)->next)
    if ((*at)->range.begin == pointer) return at;
  return nullptr;
}

}  // namespace

bool is_movable(uint64_t bytes) {
  static std::atomic<int> may{-1};
  if (bytes < kGranularity / 2 || bytes >= uint64_t(1) << 48) return false;
  if (may < 0) may = heddle_may_move() && real().cuMemCreate && real().cuMemSetAccess;
  return may == 1;
}

CUresult allocate_movable(CUdeviceptr *pointer, uint64_t bytes) {
  CUdevice ordinal;
  const Place place = current_place();
  if (!pointer || place.device == kNoDevice || real().cuCtxGetDevice(&ordinal) != kSuccess)
    return real().cuMemAlloc_v2(pointer, bytes);
  const auto count = uint32_t((bytes + kBlock - 1) / kBlock);
  auto *a = static_cast<Allocation *>(calloc(1, sizeof(Allocation) + count * sizeof(Block)));
  if (!a) return kOutOfMemory;
  a->range = {0, bytes, reinterpret_cast<CUcontext>(place.context)};
  a->device = place.device;
  a->ordinal = ordinal;
  a->count = count;
  CUresult result = real().cuMemAddressReserve(&a->range.begin, a->whole_bytes(), 0, 0, 0);
  if (result != kSuccess) {
    free(a);
    return result;
  }
  {
    Locked locked(mutex);
    a->next = allocations;
    allocations = a;
  }
  const CUdeviceptr begin = a->range.begin;
  const bool filled = heddle_with_room(place.device, fill, a);
  if (filled && a->failure == kSuccess) {
    *pointer = begin;
    return kSuccess;
  }
  result = filled ? a->failure : CUresult(kOutOfMemory);
  Locked locked(mutex);
  drop(find(begin));
  return result;
}

bool free_movable(CUdeviceptr pointer) {
  Locked locked(mutex);
  Allocation **at = find(pointer);
  if (at) drop(at);
  return at != nullptr;
}

bool find_movable(CUdeviceptr address, Range *range) {
  Locked locked(mutex);
  for (const Allocation *a = allocations; a; a = a->next)
    if (address - a->range.begin < a->whole_bytes()) {
      *range = a->range;
      return true;
    }
  return false;
}

void forget_movable(CUcontext context) {
  Locked locked(mutex);
  for (Allocation **at = &allocations; *at;)
    if ((*at)->range.context == context)
      drop(at);
    else
      at = &(*at)->next;
}

void forget_movable() {
  pthread_mutex_init(&mutex, nullptr);
  allocations = nullptr;
  host_room.forget();
}

}  // namespace heddle::cuda

using namespace heddle;
using namespace heddle::cuda;

namespace {

// The driver waits for whatever may still use the memory; so do we.
CUresult free_linear(CUdeviceptr pointer, CUresult (*theirs)(CUdeviceptr)) {
  Range range;
  if (!find_movable(pointer, &range) || range.begin != pointer) return theirs(pointer);
  const CUresult result = roles::sync_device([] { return real().cuCtxSynchronize(); });
  if (result == kSuccess) free_movable(pointer);
  return result;
}

CUresult free_in_order(CUdeviceptr pointer, CUstream stream,
                       CUresult (*theirs)(CUdeviceptr, CUstream)) {
  Range range;
  if (!find_movable(pointer, &range) || range.begin != pointer) return theirs(pointer, stream);
  const CUresult result =
      roles::sync_stream(stream, [&] { return real().cuStreamSynchronize(stream); });
  if (result == kSuccess) free_movable(pointer);
  return result;
}

enum Attribute { kContext = 1, kRangeStart = 11, kRangeSize = 12 };

// What the driver would say of one allocation, where it knows of many mappings.
void correct(int attribute, void *data, const Range &range) {
  if (!data) return;
  if (attribute == kContext) *static_cast<CUcontext *>(data) = range.context;
  if (attribute == kRangeStart) *static_cast<CUdeviceptr *>(data) = range.begin;
  if (attribute == kRangeSize) *static_cast<size_t *>(data) = range.bytes;
}

}  // namespace

extern "C" {

HEDDLE_EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *dptr, size_t bytesize) {
  if (!is_movable(bytesize))
    return roles::allocate(dptr, bytesize, [&] { return real().cuMemAlloc_v2(dptr, bytesize); });
  bool no_room;  // others have been asked for it already
  const Place place = current_place();
  return allocating(
      pointers, dptr, {bytesize, place.device, place.context},
      [&] { return allocate_movable(dptr, bytesize); }, CUresult(kSuccess), CUresult(kOutOfMemory),
      &no_room);
}

HEDDLE_EXPORT CUresult cuMemFree_v2(CUdeviceptr dptr) {
  return roles::release(dptr, [&] { return free_linear(dptr, real().cuMemFree_v2); });
}

HEDDLE_EXPORT CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) {
  return roles::release_on(hStream, dptr,
                           [&] { return free_in_order(dptr, hStream, real().cuMemFreeAsync); });
}

HEDDLE_EXPORT CUresult cuMemFreeAsync_ptsz(CUdeviceptr dptr, CUstream hStream) {
  return roles::release_on(per_thread(hStream), dptr, [&] {
    return free_in_order(dptr, hStream, real().cuMemFreeAsync_ptsz);
  });
}

HEDDLE_EXPORT CUresult cuMemGetAddressRange_v2(CUdeviceptr *pbase, size_t *psize,
                                               CUdeviceptr dptr) {
  Range range;
  if (!is_movable(HostRoom::kUnit) || !find_movable(dptr, &range))
    return real().cuMemGetAddressRange_v2(pbase, psize, dptr);
  if (pbase) *pbase = range.begin;
  if (psize) *psize = range.bytes;
  return kSuccess;
}

HEDDLE_EXPORT CUresult cuPointerGetAttribute(void *data, int attribute, CUdeviceptr ptr) {
  const CUresult result = real().cuPointerGetAttribute(data, attribute, ptr);
  Range range;
  if (result == kSuccess && is_movable(HostRoom::kUnit) && find_movable(ptr, &range))
    correct(attribute, data, range);
  return result;
}

HEDDLE_EXPORT CUresult cuPointerGetAttributes(unsigned numAttributes, int *attributes, void **data,
                                              CUdeviceptr ptr) {
  const CUresult result = real().cuPointerGetAttributes(numAttributes, attributes, data, ptr);
  Range range;
  if (result != kSuccess || !is_movable(HostRoom::kUnit) || !find_movable(ptr, &range))
    return result;
  for (unsigned i = 0; i < numAttributes; i++) correct(attributes[i], data[i], range);
  return result;
}

}  // extern C
