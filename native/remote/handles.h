// The client's handles. The program never sees the server's: what it holds is a number that we made
// up, so that we can name what is made before the server has made it, and no handle is ever taken
// for another. Numbers are not used again.
#pragma once

#include <pthread.h>
#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "remote/wire.h"

namespace heddle::remote {

enum class Known : uint8_t { kNo, kYes, kOfParent };

class Handles {
 public:
  // `kind` is of the vendor's types, from 1.
  uint64_t make(uint8_t kind) {
    const uint64_t index = next_.fetch_add(1);
    std::atomic<uint8_t> *place = at(index, true);
    if (place) place->store(kind);
    return place ? start_ + index * kStep : 0;
  }

  // Before any is made: each handle becomes an address, where this stands. False: there is no room.
  bool point_to(const void *what);

  Known find(uint64_t handle, uint8_t kind) const {
    if (handle % kStep || handle < start_) return Known::kNo;
    const uint64_t index = (handle - start_) / kStep;
    const std::atomic<uint8_t> *place = at(index, false);
    if (!place || place->load() != kind) return Known::kNo;
    return index < first_.load() ? Known::kOfParent : Known::kYes;
  }

  void forget(uint64_t handle) {
    if (handle < start_) return;
    if (std::atomic<uint8_t> *place = at((handle - start_) / kStep, false)) place->store(0);
  }

  // In the child of a fork(): what there was is the parent's.
  void leave_to_parent() { first_.store(next_.load()); }

  // Null is of every kind.
  bool is_of(uint64_t handle, uint8_t kind) const {
    return !handle || find(handle, kind) == Known::kYes;
  }

  static constexpr uint64_t kStep = kFirstHandle, kFirst = kFirstHandle;

 private:
  static constexpr uint64_t kChunk = 1 << 16, kChunks = 1 << 14;
  using Chunk = std::atomic<uint8_t>[kChunk];

  static constexpr size_t kPointed = kChunk * kStep;  // bytes that a chunk's handles point into

  std::atomic<uint8_t> *at(uint64_t index, bool make) const {
    if (index / kChunk >= kChunks) return nullptr;
    std::atomic<Chunk *> &slot = chunks_[index / kChunk];
    Chunk *chunk = slot.load();
    if (!chunk && make) {
      if (pointed_ && index >= kChunk && !point_chunk(index / kChunk)) return nullptr;
      auto *fresh = static_cast<Chunk *>(calloc(1, sizeof(Chunk)));
      if (slot.compare_exchange_strong(chunk, fresh))
        chunk = fresh;
      else
        free(fresh);
    }
    return chunk ? &(*chunk)[index % kChunk] : nullptr;
  }

  // The same pages are there for all chunks. Twice does no harm.
  bool point_chunk(uint64_t chunk) const {
    return mremap(pointed_, 0, kPointed, MREMAP_MAYMOVE | MREMAP_FIXED,
                  static_cast<char *>(pointed_) + chunk * kPointed) != MAP_FAILED;
  }

  uint64_t start_ = kFirst;
  void *pointed_ = nullptr;
  mutable std::atomic<Chunk *> chunks_[kChunks] = {};
  std::atomic<uint64_t> next_{0}, first_{0};
};

inline bool Handles::point_to(const void *what) {
  void *room = mmap(nullptr, kChunks * kPointed, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return false;
  void *first =
      mmap(room, kPointed, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (first == MAP_FAILED) return munmap(room, kChunks * kPointed), false;
  auto **places = static_cast<const void **>(first);
  for (size_t i = 0; i < kPointed / sizeof *places; i++) places[i] = what;
  mprotect(first, kPointed, PROT_READ);
  pointed_ = first, start_ = uint64_t(first);
  return true;
}

}  // namespace heddle::remote
