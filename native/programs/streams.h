// What the Devices of vendors with streams and events have in common, on top of a vendor's `Calls`:
//
//   using Stream, Event;  static constexpr const char *kApi, *kLibrary;
//   Calls()                       opens the library, and begins with the first visible device
//   create(Stream *), destroy(Stream), finish(Stream), query(Stream)
//   create(Event *), record(Event, Stream), wait(Stream, Event), finish(Event), query(Event)
//   allocate(void **, size_t), release(void *), memory(size_t *free, size_t *total)
//   copy(void *to, void *from, size_t, Stream)
//   run(const char *kernel, const void *arguments, size_t, Stream)
//   kRun, and `run_`              the name of the function behind run(), and its pointer
//
// Each returns the vendor's result, 0 if all is well. The kernels are those of the soft XPU, on
// which the vendor's fake is made: see native/soft/softxpu.h.
#pragma once

#include <stdint.h>

#include <deque>

#include "programs/library.h"

namespace heddle {

template <class Calls>
class StreamDevice : private Calls {
 public:
  using Stream = typename Calls::Stream;
  using Event = typename Calls::Event;
  using Buffer = void *;
  using Calls::kApi;

  StreamDevice() : stream_(make_stream()) {}

  // From now on the library's own function is called, past Heddle. False if Heddle is not here.
  bool go_direct(bool direct) {
    static const auto intercepted = Calls::run_;
    auto *past = past_heddle(Calls::kLibrary, Calls::kRun, intercepted);
    Calls::run_ = direct && past ? past : intercepted;
    return past != nullptr;
  }
  void launch(uint64_t nanoseconds) { launch(stream_, nanoseconds); }
  void synchronize() { synchronize(stream_); }
  Event record() { return record(stream_); }

  Stream make_stream() {
    Stream stream;
    must(Calls::create(&stream), "a stream cannot be made");
    return stream;
  }
  void destroy(Stream stream) { must(Calls::destroy(stream), "a stream cannot be destroyed"); }
  void synchronize(Stream stream) { must(Calls::finish(stream), "a stream does not end"); }
  bool is_empty(Stream stream) { return Calls::query(stream) == 0; }

  Event record(Stream stream) {
    Event event;
    if (spare_.empty()) {
      must(Calls::create(&event), "an event cannot be made");
    } else {
      event = spare_.back();
      spare_.pop_back();
    }
    must(Calls::record(event, stream), "an event cannot be recorded");
    return event;
  }
  void make_wait(Stream stream, Event event) {
    must(Calls::wait(stream, event), "a stream cannot wait for an event");
  }
  void wait(Event event) { must(Calls::finish(event), "an event does not come"); }
  bool is_done(Event event) { return Calls::query(event) == 0; }
  void give_back(Event event) { spare_.push_back(event); }

  void launch(Stream stream, uint64_t nanoseconds) { start(stream, "timed", nanoseconds); }
  void fill(Stream stream, Buffer to, size_t count, uint32_t value) {
    struct {
      Buffer to;
      uint64_t count;
      uint32_t value;
    } arguments{to, count, value};
    start(stream, "ramp", arguments);
  }
  void affine(Stream stream, Buffer to, size_t count, uint32_t a, uint32_t b) {
    struct {
      Buffer to;
      uint64_t count;
      uint32_t a, b;
    } arguments{to, count, a, b};
    start(stream, "affine", arguments);
  }
  void read(Stream stream, void *to, Buffer from, size_t bytes) {
    must(Calls::copy(to, from, bytes, stream), "memory cannot be read");
    synchronize(stream);
  }

  Buffer allocate(size_t bytes, long *result) {
    Buffer made = nullptr;
    *result = Calls::allocate(&made, bytes);
    return made;
  }
  void release(Buffer buffer) { must(Calls::release(buffer), "memory cannot be freed"); }
  void memory(size_t *free, size_t *total) {
    must(Calls::memory(free, total), "the device does not say how much memory it has");
  }

  long misuse(int which) {
    Buffer none = nullptr;
    if (which == 1) return Calls::allocate(&none, 0);
    if (which == 2) return Calls::finish(Event{});
    const Stream dead = make_stream();
    destroy(dead);
    return Calls::finish(dead);
  }

 private:
  static void must(int result, const char *what) {
    if (result == 0) return;
    char why[32];
    snprintf(why, sizeof why, "error %d", result);
    give_up(what, why);
  }

  template <class Arguments>
  void start(Stream stream, const char *kernel, const Arguments &arguments) {
    must(Calls::run(kernel, &arguments, sizeof arguments, stream), "a kernel cannot be launched");
  }

  Stream stream_;
  std::deque<Event> spare_;
};

}  // namespace heddle
