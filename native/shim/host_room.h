// Memory of the host for what has left a device: regions that the device can copy to at full speed,
// handed out in units, and kept for the next time as long as the host has enough. Its users lock
// it.
#pragma once

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

#include "common/thread.h"
#include "include/heddle.h"

namespace heddle {

class HostRoom {
 public:
  static constexpr uint64_t kUnit = uint64_t(2) << 20;
  static constexpr uint64_t kLargest = uint64_t(64) << 20;  // that is taken at once

  // How a vendor makes a region fit for its copies; false: it stays as it is, and copies are slow.
  using Register = bool (*)(void *at, uint64_t bytes);
  using Unregister = void (*)(void *at);
  constexpr HostRoom(Register join, Unregister leave) : register_(join), unregister_(leave) {}

  // Null if the host has not so much to spare. At most kLargest.
  void *take(uint64_t bytes) {
    const auto units = uint32_t((bytes + kUnit - 1) / kUnit);
    for (Region *r = regions_; r; r = r->next)
      if (void *found = r->take(units)) return found;
    Region *fresh = grow();
    return fresh ? fresh->take(units) : nullptr;
  }

  void give(void *at, uint64_t bytes) {
    for (Region *r = regions_; r; r = r->next) {
      const uint64_t offset = uint64_t(static_cast<char *>(at) - r->at);
      if (offset < r->bytes()) return r->give(offset / kUnit, (bytes + kUnit - 1) / kUnit);
    }
  }

  // Gives empty regions back to the host if that has become short of memory; or all of them.
  void shrink(bool all = false) {
    for (Region **at = &regions_; *at;) {
      Region *r = *at;
      if (r->used || (!all && heddle_host_room() > 4 * kMost)) {
        at = &r->next;
        continue;
      }
      *at = r->next;
      if (r->is_registered) unregister_(r->at);
      munmap(r->at, r->bytes());
      heddle_host_spare(-int64_t(r->bytes()));
      free(r);
    }
  }

  // In the child of a fork: the parent's are not the child's.
  void forget() { regions_ = nullptr; }

 private:
  static constexpr uint64_t kMost = uint64_t(256) << 20;  // of a region: it goes as a whole

  struct Region {
    char *at;
    Region *next;
    uint32_t units, used;
    bool is_registered;
    bool taken[];

    uint64_t bytes() const { return units * kUnit; }

    void *take(uint32_t wanted) {
      if (used + wanted > units) return nullptr;
      for (uint32_t begin = 0, run = 0, i = 0; i < units; i++) {
        run = taken[i] ? 0 : run + 1;
        if (!run) begin = i + 1;
        if (run < wanted) continue;
        mark(begin, wanted, true);
        return at + begin * kUnit;
      }
      return nullptr;
    }
    void give(uint64_t begin, uint64_t count) { mark(begin, count, false); }
    void mark(uint64_t begin, uint64_t count, bool on) {
      for (uint64_t i = begin; i < begin + count; i++) taken[i] = on;
      used += uint32_t(on ? count : -count);
      heddle_host_spare(int64_t(count * kUnit) * (on ? -1 : 1));
    }
  };

  // To touch fresh memory takes one thread longer than to fill it.
  static void touch(char *at, uint64_t bytes) {
    struct Part {
      char *begin;
      uint64_t bytes;
      pthread_t thread;
      bool started;
    };
    constexpr int kMost = 8;
    const int parts = int(std::clamp<long>(sysconf(_SC_NPROCESSORS_ONLN) / 2, 1, kMost));
    Part part[kMost];
    auto body = [](void *self) -> void * {
      const Part &p = *static_cast<Part *>(self);
      for (uint64_t i = 0; i < p.bytes; i += 4096) static_cast<volatile char *>(p.begin)[i] = 0;
      return nullptr;
    };
    for (int i = 0; i < parts; i++) {
      const uint64_t each = bytes / uint64_t(parts) / kUnit * kUnit;
      const uint64_t offset = each * uint64_t(i);
      part[i] = {at + offset, i == parts - 1 ? bytes - offset : each, 0, false};
      part[i].started = i && os::create_thread(&part[i].thread, os::kOwnRoom, body, &part[i]) == 0;
      if (i && !part[i].started) body(&part[i]);
    }
    body(&part[0]);
    for (int i = 1; i < parts; i++)
      if (part[i].started) pthread_join(part[i].thread, nullptr);
  }

  // Each is twice as large as the one before: a program that moves little keeps little.
  Region *grow() {
    const uint64_t bytes = regions_ ? std::min(regions_->bytes() * 2, kMost) : kLargest;
    if (heddle_host_room() < bytes) {
      heddle_host_wanted();
      return nullptr;
    }
    const uint64_t units = bytes / kUnit;
    auto *region = static_cast<Region *>(calloc(1, sizeof(Region) + units));
    if (!region) return nullptr;
    void *at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) {
      free(region);
      return nullptr;
    }
    madvise(at, bytes, MADV_HUGEPAGE);
    madvise(at, bytes, MADV_DONTFORK);  // a child would get a copy of what is pinned
    region->at = static_cast<char *>(at);
    region->units = uint32_t(units);
    touch(region->at, bytes);
    region->is_registered = register_(at, bytes);
    region->next = regions_;
    heddle_host_spare(int64_t(bytes));
    return regions_ = region;
  }

  Register register_;
  Unregister unregister_;
  Region *regions_ = nullptr;
};

}  // namespace heddle
