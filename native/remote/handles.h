// The client's handles. The program never sees the server's: what it holds is a number that we made
// up, so that we can name what is made before the server has made it, and no handle is ever taken
// for another. Numbers are not used again.
#pragma once

#include <pthread.h>

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
    return place ? number(index) : 0;
  }

  Known find(uint64_t handle, uint8_t kind) const {
    if (handle % kStep || handle < kFirst) return Known::kNo;
    const uint64_t index = handle / kStep - 1;
    const std::atomic<uint8_t> *place = at(index, false);
    if (!place || place->load() != kind) return Known::kNo;
    return index < first_.load() ? Known::kOfParent : Known::kYes;
  }

  void forget(uint64_t handle) {
    if (std::atomic<uint8_t> *place = at(handle / kStep - 1, false)) place->store(0);
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

  static uint64_t number(uint64_t index) { return (index + 1) * kStep; }

  std::atomic<uint8_t> *at(uint64_t index, bool make) const {
    if (index / kChunk >= kChunks) return nullptr;
    std::atomic<Chunk *> &slot = chunks_[index / kChunk];
    Chunk *chunk = slot.load();
    if (!chunk && make) {
      auto *fresh = static_cast<Chunk *>(calloc(1, sizeof(Chunk)));
      if (slot.compare_exchange_strong(chunk, fresh))
        chunk = fresh;
      else
        free(fresh);
    }
    return chunk ? &(*chunk)[index % kChunk] : nullptr;
  }

  mutable std::atomic<Chunk *> chunks_[kChunks] = {};
  std::atomic<uint64_t> next_{0}, first_{0};
};

}  // namespace heddle::remote
