// Memory: what is allocated and registered.
#include "fake/cuda/memory.h"

#include <sys/mman.h>

#include <algorithm>

#include "fake/cuda/driver.h"

namespace fake {

// -- what there is ------------------------------------------------------------------------------

CUresult Memory::allocate(Range::Kind kind, size_t bytes, CUctx_st *context, CUdeviceptr *base) {
  if (bytes == 0) return kInvalidValue;
  FAKE_TRY(context->result(context->soft->status()));
  const bool charged = kind != Range::Kind::kHost;
  if (charged && !context->soft->charge(bytes)) return kOutOfMemory;
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, kFlags, -1, 0);
  if (pages == MAP_FAILED) {
    if (charged) context->soft->discharge(bytes);
    return kOutOfMemory;
  }
  *base = reinterpret_cast<CUdeviceptr>(pages);
  std::lock_guard lock(mutex_);
  ranges_[*base] = {kind, *base, bytes, context};
  return kSuccess;
}

CUresult Memory::register_range(void *base, size_t bytes, CUctx_st *context) {
  if (!base || bytes == 0) return kInvalidValue;
  FAKE_TRY(context->result(context->soft->status()));
  const auto address = reinterpret_cast<CUdeviceptr>(base);
  std::lock_guard lock(mutex_);
  auto above = ranges_.lower_bound(address);
  const bool overlaps = above != ranges_.end() && above->first < address + bytes;
  if (overlaps || look(address)) return kAlreadyRegistered;
  ranges_[address] = {Range::Kind::kRegistered, address, bytes, context};
  return kSuccess;
}

const Range *Memory::look(CUdeviceptr address) const {
  auto above = ranges_.upper_bound(address);
  if (above == ranges_.begin()) return nullptr;
  const Range &range = std::prev(above)->second;
  return address - range.base < range.bytes ? &range : nullptr;
}

bool Memory::find(CUdeviceptr address, Range *range) {
  std::lock_guard lock(mutex_);
  const Range *found = look(address);
  if (found) *range = *found;
  return found;
}

bool Memory::covers(CUdeviceptr address, size_t bytes) {
  for (Range range; find(address, &range);) {
    const size_t here = range.bytes - (address - range.base);
    if (bytes <= here) return true;
    if (range.kind != Range::Kind::kMapped) return false;
    address += here;
    bytes -= here;
  }
  return false;
}

void Memory::map_range(CUdeviceptr base, size_t bytes, CUctx_st *context) {
  std::lock_guard lock(mutex_);
  ranges_[base] = {Range::Kind::kMapped, base, bytes, context};
}

bool Memory::begin_to_free(CUdeviceptr base, Range *range) {
  std::lock_guard lock(mutex_);
  auto found = ranges_.find(base);
  if (found == ranges_.end() || found->second.leaving) return false;
  found->second.leaving = true;
  *range = found->second;
  return true;
}

void Memory::give_back(const Range &range) {
  if (range.kind == Range::Kind::kRegistered || range.kind == Range::Kind::kMapped) return;
  munmap(reinterpret_cast<void *>(range.base), range.bytes);
  if (range.kind != Range::Kind::kHost) range.context->soft->discharge(range.bytes);
}

void Memory::release(CUdeviceptr base) {
  std::lock_guard lock(mutex_);
  auto found = ranges_.find(base);
  if (found == ranges_.end()) return;
  give_back(found->second);
  ranges_.erase(found);
}

void Memory::release_all(CUctx_st *context) {
  std::lock_guard lock(mutex_);
  std::erase_if(ranges_, [&](const auto &entry) {
    const bool gone = entry.second.context == context;
    if (gone) give_back(entry.second);
    return gone;
  });
}

}  // namespace fake
