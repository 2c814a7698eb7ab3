// One direction of a connection: bytes in a ring that two processes map. Each side keeps its own
// position and believes of the other's only what is possible; what the other may write is copied
// before it is looked at. So neither can do worse to the other than be silent.
#pragma once

#include <sched.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <initializer_list>

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

// The same where there are cores to spare. Who waits for an answer looks for long: so do vendors'
// own libraries, for as long as they wait.
inline constexpr int64_t kCommandSpinNs = 200'000, kAnswerSpinNs = 100'000'000;

// A side that has just been busy sleeps in naps, for a while. A processor that has slept for some
// milliseconds takes 0.1 to 0.3 ms to wake up, one that naps a sixth of that, for 3 % of its time.
inline constexpr int64_t kNapNs = 1'000'000, kNappingNs = 250'000'000;
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

// Waits until `ready`, looking for `spin_ns` first, and then in naps if asked. False: the other
// side is gone, or it is `until_ns` by the clock of os::now_ns().
template <class Ready>
bool wait_for(std::atomic<uint32_t> &bell, std::atomic<uint32_t> &sleeps, const Lost &lost,
              int64_t spin_ns, Ready ready, int64_t until_ns = os::kNever, bool naps = false) {
  if (ready()) return true;
  for (const int64_t end = os::now_ns() + spin_ns; os::now_ns() < end;) {
    for (int i = 0; i < 16; i++) os::cpu_relax();
    if (ready()) return true;
  }
  sleeps.fetch_add(1);  // then look once more: whoever writes from here on sees it, and rings
  bool is_ready = false;
  const int64_t naps_until_ns = naps ? os::now_ns() + kNappingNs : 0;
  for (;;) {
    const uint32_t rung = bell.load();
    is_ready = ready();
    const int64_t now_ns = os::now_ns();
    if (is_ready || lost.load() || now_ns >= until_ns) break;
    const bool nap = now_ns < naps_until_ns && until_ns - now_ns > kNapNs;
    os::futex_wait(&bell, rung, nap ? now_ns + kNapNs : until_ns);
  }
  sleeps.fetch_sub(1);
  return is_ready;
}

// Part of what is written at once: it may lie anywhere, and is copied once.
struct Part {
  const void *data;
  size_t size;
};

// Not for several threads at once: their callers have a lock.
class RingWriter {
 public:
  void open(RingPage *page, const Lost *lost) {
    page_ = page, lost_ = lost, at_ = told_ = 0, room_ = 0;
  }

  // Waits for room. False: the other side is gone, or claims what cannot be.
  bool write(const void *data, size_t size) { return write({{data, size}}); }
  bool write(std::initializer_list<Part> parts) {
    room_ = 0;
    for (const Part &part : parts)
      if (!put(static_cast<const unsigned char *>(part.data), part.size)) return false;
    tell();
    return !lost_->load(std::memory_order_relaxed);
  }

 private:
  // The reader of something long begins before all of it is there.
  static constexpr uint64_t kTold = 128 * 1024;

  bool put(const unsigned char *from, size_t size) {
    while (size) {
      if (!room_ && !find_room()) return false;
      const size_t place = at_ % kRingBytes;
      size_t now = size < room_ ? size : size_t(room_);
      if (now > kRingBytes - place) now = kRingBytes - place;
      if (now > kTold) now = kTold;
      memcpy(page_->bytes + place, from, now);
      from += now, size -= now, at_ += now, room_ -= now;
      if (at_ - told_ >= kTold) tell();
    }
    return true;
  }

  bool find_room() {
    tell();
    const auto has_room = [&] {
      const uint64_t used = at_ - page_->read.load();
      room_ = used <= kRingBytes ? kRingBytes - used : UINT64_MAX;
      return room_ > 0;
    };
    if (!wait_for(page_->room_bell, page_->writer_sleeps, *lost_, kSpinNs, has_room)) return false;
    if (room_ != UINT64_MAX) return true;
    room_ = 0;
    return false;
  }

  void tell() {
    if (told_ == at_) return;
    told_ = at_;
    page_->written.store(at_);
    if (page_->reader_sleeps.load()) ring_bell(page_->data_bell);
  }

  RingPage *page_ = nullptr;
  const Lost *lost_ = nullptr;
  uint64_t at_ = 0, told_ = 0, room_ = 0;  // room: as it was when this write looked
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
    const bool got = wait_for(
        page_->data_bell, page_->reader_sleeps, *lost_, spin_ns, [&] { return has_some(); },
        until_ns, !quiet_.load(std::memory_order_relaxed));
    quiet_.store(!got, std::memory_order_relaxed);
    return got;
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
  std::atomic<bool> quiet_{false};  // nothing came within the time of the last wait
};

}  // namespace heddle::remote
