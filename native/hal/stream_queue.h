// The HwQueue of a vendor whose facts have a [hal] table, from which tools/gen makes a `Hal`: marks
// are events, and a gate is the device's own wait for a word, or a host function that waits.
#pragma once

#include <stdlib.h>

#include <new>

#include "_gen/table.gen.h"
#include "hal/event_ring.h"
#include "hal/host_gate.h"
#include "hal/hw_queue.h"

namespace heddle {

inline constexpr int kMostDevices = 64;

// Around calls of our own: the thread's device, for a scope, and no error that the program would
// find.
template <class Hal>
class Ours {
 public:
  explicit Ours(int device = -1) {
    if constexpr (requires { Hal::peek_error(); }) had_error_ = Hal::peek_error() != Hal::kSuccess;
    if constexpr (requires { Hal::set_device(0); }) {
      int before = device;
      if (device < 0 || Hal::get_device(&before) != Hal::kSuccess || before == device) return;
      if (Hal::set_device(device) == Hal::kSuccess) before_ = before;
    }
  }
  ~Ours() {
    if constexpr (requires { Hal::set_device(0); })
      if (before_ >= 0) Hal::set_device(before_);
    if constexpr (requires { Hal::clear_error(); })
      if (!had_error_) Hal::clear_error();
  }
  Ours(const Ours &) = delete;

 private:
  bool had_error_ = false;
  int before_ = -1;
};

template <class Hal>
class StreamQueue {
 public:
  using Event = typename Hal::Event;
  using Stream = typename Hal::Stream;
  using Result = typename Hal::Result;

  StreamQueue(int device, Stream stream) : device_(device), stream_(stream) {}

  static constexpr bool kHasGates = requires(Stream stream) {
    Hal::wait_for_zero(stream, nullptr);
  } || requires(Stream stream) { Hal::call_on_host(stream, nullptr, nullptr); };

  int mark(uint64_t *, uint64_t value) {
    Ours<Hal> here(of_default());
    return ring_.mark(*this, value);
  }
  uint64_t completed() {
    Ours<Hal> here;
    return ring_.completed(*this);
  }
  bool is_empty() {
    Ours<Hal> here(of_default());
    return Hal::is_drained(Hal::query_stream(stream_));
  }
  int gate(const uint32_t *word)
    requires kHasGates
  {
    Ours<Hal> here(of_default());
    return status_of(put_gate(stream_, word));
  }
  void close() {
    Ours<Hal> here;
    ring_.destroy(*this);
    free(this);
  }

  // -- the ring's events --
  int create(Event *event) { return int(Hal::create_event(event)); }
  int record(Event event) { return status_of(Hal::record_event(event, stream_)); }
  // In a stream that has failed nothing waits any more.
  bool is_reached(Event event) { return Hal::query_event(event) != Hal::kNotReady; }
  void destroy(Event event) { Hal::destroy_event(event); }

  // On a stream of our own: what a header promises, and what is so, may differ.
  static bool try_gate(int device) {
    if constexpr (kHasGates) {
      Ours<Hal> here(device);
      Stream stream;
      if (Hal::create_stream(&stream) != Hal::kSuccess) return false;
      // A word of the table that is always 0: the device has to be able to read it.
      const auto *open = reinterpret_cast<const uint32_t *>(heddle_scratch());
      const bool works = open && put_gate(stream, open) == Hal::kSuccess &&
                         Hal::sync_stream(stream) == Hal::kSuccess;
      Hal::destroy_stream(stream);
      return works;
    }
    return false;
  }

 private:
  static Result put_gate(Stream stream, const uint32_t *word) {
    if constexpr (requires { Hal::wait_for_zero(stream, word); })
      return Hal::wait_for_zero(stream, word);
    else
      return Hal::call_on_host(stream, wait_until_open, const_cast<uint32_t *>(word));
  }
  // What a capture forbids now may be put there later.
  static int status_of(Result result) { return Hal::is_later(result) ? HEDDLE_LATER : int(result); }
  // The default stream is that of the thread's device.
  int of_default() const { return stream_ ? -1 : device_; }

  const int device_;
  const Stream stream_;
  EventRing<StreamQueue> ring_;
};

// kCapability* bits, tried out at the first call for a device.
template <class Hal>
uint32_t capabilities_of(int device) {
  enum : uint32_t { kUnknown, kNoGates, kGates };
  static std::atomic<uint32_t> known[kMostDevices];
  uint32_t now = known[device].load(std::memory_order_acquire);
  if (now == kUnknown) {
    now = StreamQueue<Hal>::try_gate(device) ? kGates : kNoGates;
    known[device].store(now, std::memory_order_release);
  }
  return now == kGates ? uint32_t(kCapabilityWaitValue) : 0;
}

// Fills `out`; false if there is no memory. `stream` null: the default stream of `device`.
template <class Hal>
bool make_hw_queue(int device, typename Hal::Stream stream, heddle_hw_queue *out) {
  void *room = calloc(1, sizeof(StreamQueue<Hal>));
  if (!room) return false;
  *out = hw_queue_of(new (room) StreamQueue<Hal>(device, stream));
  if (!(capabilities_of<Hal>(device) & kCapabilityWaitValue)) out->gate = nullptr;
  return true;
}

}  // namespace heddle
