// An Acme device as an ordinary program sees it.
#pragma once

#include <stdint.h>

#include <deque>

#include "programs/library.h"

namespace heddle {

// The library's functions that we call, with their parameters.
#define HEDDLE_ACME_FUNCTIONS(DO)                     \
  DO(acmeInit, unsigned)                              \
  DO(acmeStreamCreate, Handle *)                      \
  DO(acmeStreamDestroy, Handle)                       \
  DO(acmeStreamSynchronize, Handle)                   \
  DO(acmeStreamQuery, Handle)                         \
  DO(acmeStreamWaitEvent, Handle, Handle)             \
  DO(acmeEventCreate, Handle *)                       \
  DO(acmeEventRecord, Handle, Handle)                 \
  DO(acmeEventQuery, Handle)                          \
  DO(acmeEventSynchronize, Handle)                    \
  DO(acmeMalloc, void **, size_t)                     \
  DO(acmeFree, void *)                                \
  DO(acmeMemGetInfo, size_t *, size_t *)              \
  DO(acmeMemcpyAsync, void *, void *, size_t, Handle) \
  DO(acmeLaunch, const char *, const void *, size_t, Handle)

class Device {
  using Handle = void *;

 public:
  using Stream = Handle;
  using Event = Handle;
  using Buffer = void *;
  static constexpr const char *kApi = "acme";

  Device() {
    must(acme.acmeInit(0), "acmeInit");
    stream_ = make_stream();
  }

  // From now on the library's own function is called, past Heddle. False if Heddle is not here.
  bool go_direct(bool direct) {
    static const auto intercepted = acme.acmeLaunch;
    auto *past = past_heddle("libacme.so.1", "acmeLaunch", intercepted);
    acme.acmeLaunch = direct && past ? past : intercepted;
    return past != nullptr;
  }
  void launch(uint64_t nanoseconds) { launch(stream_, nanoseconds); }
  void synchronize() { synchronize(stream_); }
  Event record() { return record(stream_); }
  void wait(Event event) { must(acme.acmeEventSynchronize(event), "acmeEventSynchronize"); }
  void give_back(Event event) { spare_.push_back(event); }

  Stream make_stream() {
    Stream stream;
    must(acme.acmeStreamCreate(&stream), "acmeStreamCreate");
    return stream;
  }
  void destroy(Stream stream) { must(acme.acmeStreamDestroy(stream), "acmeStreamDestroy"); }
  void launch(Stream stream, uint64_t nanoseconds) { run(stream, "timed", nanoseconds); }
  void fill(Stream stream, Buffer to, size_t count, uint32_t value) {
    struct {
      Buffer to;
      uint64_t count;
      uint32_t value;
    } arguments{to, count, value};
    run(stream, "ramp", arguments);
  }
  void affine(Stream stream, Buffer to, size_t count, uint32_t a, uint32_t b) {
    struct {
      Buffer to;
      uint64_t count;
      uint32_t a, b;
    } arguments{to, count, a, b};
    run(stream, "affine", arguments);
  }
  void read(Stream stream, void *to, Buffer from, size_t bytes) {
    must(acme.acmeMemcpyAsync(to, from, bytes, stream), "acmeMemcpyAsync");
    synchronize(stream);
  }
  Event record(Stream stream) {
    Handle event;
    if (spare_.empty()) {
      must(acme.acmeEventCreate(&event), "acmeEventCreate");
    } else {
      event = spare_.back();
      spare_.pop_back();
    }
    must(acme.acmeEventRecord(event, stream), "acmeEventRecord");
    return event;
  }
  void make_wait(Stream stream, Event event) {
    must(acme.acmeStreamWaitEvent(stream, event), "acmeStreamWaitEvent");
  }
  bool is_done(Event event) { return acme.acmeEventQuery(event) == 0; }
  void synchronize(Stream stream) {
    must(acme.acmeStreamSynchronize(stream), "acmeStreamSynchronize");
  }
  bool is_empty(Stream stream) { return acme.acmeStreamQuery(stream) == 0; }

  Buffer allocate(size_t bytes, long *result) {
    Buffer made = nullptr;
    *result = acme.acmeMalloc(&made, bytes);
    return made;
  }
  void release(Buffer buffer) { must(acme.acmeFree(buffer), "acmeFree"); }
  void memory(size_t *free, size_t *total) {
    must(acme.acmeMemGetInfo(free, total), "acmeMemGetInfo");
  }

  long misuse(int which) {
    Buffer none = nullptr;
    if (which == 1) return acme.acmeMalloc(&none, 0);
    if (which == 2) return acme.acmeEventSynchronize(nullptr);
    const Stream dead = make_stream();
    destroy(dead);
    return acme.acmeStreamSynchronize(dead);
  }

 private:
  struct Library {
#define MEMBER(name, ...) int (*name)(__VA_ARGS__);
    HEDDLE_ACME_FUNCTIONS(MEMBER)
#undef MEMBER

    Library() {
      void *library = open_library("libacme.so.1");
#define LOOK(name, ...) look_up(library, #name, name);
      HEDDLE_ACME_FUNCTIONS(LOOK)
#undef LOOK
    }
  };

  static void must(int result, const char *what) {
    if (result == 0) return;
    char why[32];
    snprintf(why, sizeof why, "error %d", result);
    give_up(what, why);
  }

  template <class Arguments>
  void run(Stream stream, const char *kernel, const Arguments &arguments) {
    must(acme.acmeLaunch(kernel, &arguments, sizeof arguments, stream), "acmeLaunch");
  }

  Library acme;
  Stream stream_ = nullptr;
  std::deque<Event> spare_;
};

}  // namespace heddle
