// One direction of a connection: bytes in a ring that two processes map. Each side keeps its own
// position and believes of the other's only what is possible; what the other may write is copied
// before it is looked at. So neither can do worse to the other than be silent.
#pragma once

#include <sched.h>

#include <atomic>
#include <cstdint>
#include <cstring>

#include "common/os.h"

namespace heddle::remote {

inline constexpr uint32_t kRingBytes = 1 << 20;  // a power of two

struct RingPage {
  alignas(64) std::atomic<uint64_t> written;
  std::atomic<uint32_t> data_bell;      // changes when something was written for one that sleeps
  std::atomic<uint32_t> reader_sleeps;  // how many: a client's threads read in turn
  alignas(64) std::atomic<uint64_t> read;
  std::atomic<uint32_t> room_bell;
  std::atomic<uint32_t> writer_sleeps;
  alignas(4096) unsigned char bytes[kRingBytes];
};

// Set when the other side is gone; all who wait for it give up.
using Lost = std::atomic<bool>;

inline void ring_bell(std::atomic<uint32_t> &bell) {
  bell.fetch_add(1);
  os::futex_wake(&bell);
}

// How long a side looks by itself before it sleeps: to be woken takes longer than most answers.
inline constexpr int64_t kSpinNs = 20'000;

// The same where there are cores to spare: a processor that slept deeply takes its time, and
// vendors' own libraries look by themselves, too, for as long as they wait.
inline constexpr int64_t kCommandSpinNs = 2'000'000, kAnswerSpinNs = 100'000'000;
inline std::atomic<int> known_cores{0};
inline int64_t spin_ns(int64_t with_cores_to_spare) {
  constexpr int kMany = 8;
  int cores = known_cores.load(std::memory_order_relaxed);
  if (!cores) {
    cpu_set_t usable;
    cores = sched_getaffinity(0, sizeof usable, &usable) == 0 ? CPU_COUNT(&usable) : 1;
    known_cores.store(cores, std::memory_order_relaxed);
  }
  return cores >= kMany ? with_cores_to_spare : kSpinNs;
}

// Waits until `ready`, looking for `spin_ns` first. False: the other side is gone, or it is
// `until_ns` by the clock of os::now_ns().
template <class Ready>
bool wait_for(std::atomic<uint32_t> &bell, std::atomic<uint32_t> &sleeps, const Lost &lost,
              int64_t spin_ns, Ready ready, int64_t until_ns = os::kNever) {
  if (ready()) return true;
  for (const int64_t end = os::now_ns() + spin_ns; os::now_ns() < end;) {
    for (int i = 0; i < 16; i++) os::cpu_relax();
    if (ready()) return true;
  }
  sleeps.fetch_add(1);  // then look once more: whoever writes from here on sees it, and rings
  bool is_ready = false;
  for (;;) {
    const uint32_t rung = bell.load();
    is_ready = ready();
    if (is_ready || lost.load() || (until_ns != os::kNever && os::now_ns() >= until_ns)) break;
    os::futex_wait(&bell, rung, until_ns);
  }
  sleeps.fetch_sub(1);
  return is_ready;
}

// Not for several threads at once: their callers have a lock.
class RingWriter {
 public:
  void open(RingPage *page, const Lost *lost) { page_ = page, lost_ = lost, at_ = 0; }

  // Waits for room. False: the other side is gone, or claims what cannot be.
  bool write(const void *data, size_t size) {
    auto *from = static_cast<const unsigned char *>(data);
    while (size) {
      uint64_t room = 0;
      const auto has_room = [&] {
        const uint64_t used = at_ - page_->read.load();
        room = used <= kRingBytes ? kRingBytes - used : UINT64_MAX;
        return room > 0;
      };
      if (!wait_for(page_->room_bell, page_->writer_sleeps, *lost_, kSpinNs, has_room))
        return false;
      if (room == UINT64_MAX) return false;
      const size_t place = at_ % kRingBytes;
      size_t now = size < room ? size : size_t(room);
      if (now > kRingBytes - place) now = kRingBytes - place;
      memcpy(page_->bytes + place, from, now);
      from += now, size -= now, at_ += now;
      page_->written.store(at_);
      if (page_->reader_sleeps.load()) ring_bell(page_->data_bell);
    }
    return !lost_->load(std::memory_order_relaxed);
  }

 private:
  RingPage *page_ = nullptr;
  const Lost *lost_ = nullptr;
  uint64_t at_ = 0;
};

class RingReader {
 public:
  // `spin_ns`: how long it looks by itself for what comes next.
  void open(RingPage *page, const Lost *lost, int64_t spin_ns = kSpinNs) {
    page_ = page, lost_ = lost, at_.store(0), spin_ns_ = spin_ns;
  }

  // Any thread may ask; those that read have a lock.
  bool has_some() const { return page_->written.load() != at_.load(std::memory_order_relaxed); }

  // Until there is something. False: the other side is gone, or the time is up.
  bool wait(int64_t spin_ns = kSpinNs, int64_t until_ns = os::kNever) {
    return wait_for(
        page_->data_bell, page_->reader_sleeps, *lost_, spin_ns, [&] { return has_some(); },
        until_ns);
  }

  // Up to `size` bytes, at least one; 0: the other side is gone, or claims what cannot be.
  size_t read_some(void *data, size_t size) {
    if (!wait(spin_ns_)) return 0;
    const uint64_t at = at_.load(std::memory_order_relaxed);
    const uint64_t have = page_->written.load() - at;
    if (have > kRingBytes) return 0;
    const size_t place = at % kRingBytes;
    size_t now = size < have ? size : size_t(have);
    if (now > kRingBytes - place) now = kRingBytes - place;
    memcpy(data, page_->bytes + place, now);
    at_.store(at + now, std::memory_order_relaxed);
    page_->read.store(at + now);
    if (page_->writer_sleeps.load()) ring_bell(page_->room_bell);
    return now;
  }

  bool read(void *data, size_t size) {
    auto *to = static_cast<unsigned char *>(data);
    while (size) {
      const size_t now = read_some(to, size);
      if (!now) return false;
      to += now, size -= now;
    }
    return true;
  }

 private:
  RingPage *page_ = nullptr;
  const Lost *lost_ = nullptr;
  int64_t spin_ns_ = kSpinNs;
  std::atomic<uint64_t> at_{0};
};

}  // namespace heddle::remote
