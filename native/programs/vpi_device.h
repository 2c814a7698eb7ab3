// An engine of VPI as an ordinary program sees it: the PVA, or the one that VPI_LOAD_BACKEND names
// by its bit. A timed command is a box filter over as many pixels as take that long. They are
// measured at the start, unless VPI_LOAD_PIXELS_PER_NS says how many take a nanosecond.
#pragma once

#include <stdint.h>
#include <string.h>

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>

#include "common/os.h"
#include "programs/calibrate.h"
#include "programs/library.h"

namespace heddle {

// VPI's functions that we call, with their parameters.
#define HEDDLE_VPI_FUNCTIONS(DO)                                     \
  DO(vpiStreamCreate, uint64_t, Handle *)                            \
  DO(vpiStreamSync, Handle)                                          \
  DO(vpiStreamWaitEvent, Handle, Handle)                             \
  DO(vpiEventCreate, uint64_t, Handle *)                             \
  DO(vpiEventRecord, Handle, Handle)                                 \
  DO(vpiEventQuery, Handle, int *)                                   \
  DO(vpiEventSync, Handle)                                           \
  DO(vpiImageCreate, int32_t, int32_t, uint64_t, uint64_t, Handle *) \
  DO(vpiArrayCreate, int32_t, int, uint64_t, Handle *)               \
  DO(vpiArrayLockData, Handle, int, int, void *)                     \
  DO(vpiArrayUnlock, Handle)                                         \
  DO(vpiSubmitHostFunction, Handle, void (*)(void *), void *)        \
  DO(vpiSubmitBoxFilter, Handle, uint64_t, Handle, Handle, int32_t, int32_t, int)

class Device {
  using Handle = void *;

 public:
  using Stream = Handle;
  using Event = Handle;
  struct Buffer {
    Handle array = nullptr;
    uint32_t *numbers = nullptr;  // locked for the host all its life
  };
  static constexpr const char *kApi = "vpi";

  Device() {
    stream_ = make_stream();
    calibrate();
  }

  // From now on VPI's own function is called, past Heddle. False if Heddle is not here.
  bool go_direct(bool direct) {
    static const auto intercepted = vpi.vpiSubmitBoxFilter;
    auto *past = past_heddle("libnvvpi.so.3", "vpiSubmitBoxFilter", intercepted);
    vpi.vpiSubmitBoxFilter = direct && past ? past : intercepted;
    return past != nullptr;
  }
  void launch(uint64_t nanoseconds) { launch(stream_, nanoseconds); }
  void synchronize() { synchronize(stream_); }
  Event record() { return record(stream_); }
  void wait(Event event) { must(vpi.vpiEventSync(event), "vpiEventSync"); }
  void give_back(Event event) { spare_.push_back(event); }

  Stream make_stream() {
    Stream stream;
    constexpr uint64_t kGreedy = uint64_t(1) << 63;  // VPI_STREAM_GREEDY
    must(vpi.vpiStreamCreate(backend_ | kGreedy, &stream), "vpiStreamCreate");
    return stream;
  }
  void destroy(Stream stream) { vpi.vpiStreamDestroy(stream); }
  void launch(Stream stream, uint64_t nanoseconds) {
    filter(stream, std::max<int64_t>(1, int64_t(double(nanoseconds) * pixels_per_ns_)));
  }
  // There is no algorithm for this: the engine works for a microsecond, then a host function
  // writes.
  void fill(Stream stream, Buffer to, size_t count, uint32_t value) {
    launch(stream, 1000);
    call(stream, new Change{to.numbers, count, 0, value, true});
  }
  void affine(Stream stream, Buffer to, size_t count, uint32_t a, uint32_t b) {
    launch(stream, 1000);
    call(stream, new Change{to.numbers, count, a, b, false});
  }
  void read(Stream stream, void *to, Buffer from, size_t bytes) {
    synchronize(stream);
    memcpy(to, from.numbers, bytes);
  }
  Event record(Stream stream) {
    Event event;
    if (spare_.empty()) {
      must(vpi.vpiEventCreate(0, &event), "vpiEventCreate");
    } else {
      event = spare_.back();
      spare_.pop_back();
    }
    must(vpi.vpiEventRecord(event, stream), "vpiEventRecord");
    return event;
  }
  void make_wait(Stream stream, Event event) {
    must(vpi.vpiStreamWaitEvent(stream, event), "vpiStreamWaitEvent");
  }
  bool is_done(Event event) {
    int state = 0;
    must(vpi.vpiEventQuery(event, &state), "vpiEventQuery");
    return state == 1;  // VPI_EVENT_STATE_SIGNALED
  }
  void synchronize(Stream stream) { must(vpi.vpiStreamSync(stream), "vpiStreamSync"); }
  bool is_empty(Stream) { return false; }  // a stream cannot be asked

  Buffer allocate(size_t bytes, long *result) {
    constexpr int kU8 = 2, kReadWrite = 3, kHost = 1;  // VPI_ARRAY_TYPE_, _LOCK_, _ARRAY_BUFFER_
    Buffer made;
    *result = kOutOfMemory;  // an array has 31 bits for its size
    if (bytes > INT32_MAX) return made;
    *result = vpi.vpiArrayCreate(int32_t(bytes), kU8, backend_, &made.array);
    if (*result) return made;
    struct {  // VPIArrayData
      int buffer;
      alignas(8) int type;
      int32_t *size;
      int32_t capacity, stride_bytes;
      void *data;
    } locked;
    must(vpi.vpiArrayLockData(made.array, kReadWrite, kHost, &locked), "vpiArrayLockData");
    made.numbers = static_cast<uint32_t *>(locked.data);
    return made;
  }
  void release(Buffer buffer) {
    must(vpi.vpiArrayUnlock(buffer.array), "vpiArrayUnlock");
    vpi.vpiArrayDestroy(buffer.array);
  }
  void memory(size_t *free, size_t *total) { *free = *total = 0; }  // the machine's own

  long misuse(int which) {
    Handle none = nullptr;
    if (which == 1) return vpi.vpiArrayCreate(-1, 2, backend_, &none);
    if (which == 2) return vpi.vpiEventRecord(nullptr, stream_);
    const Stream dead = make_stream();
    destroy(dead);
    return vpi.vpiStreamSync(dead);
  }

 private:
  static constexpr long kOutOfMemory = 11;                // VPI_ERROR_OUT_OF_MEMORY
  static constexpr int64_t kWidth = 1024, kMost = 32768;  // pixels: usual, and allowed

  struct Library {
#define MEMBER(name, ...) int (*name)(__VA_ARGS__);
    HEDDLE_VPI_FUNCTIONS(MEMBER)
#undef MEMBER
    void (*vpiStreamDestroy)(Handle);
    void (*vpiArrayDestroy)(Handle);
    const char *(*vpiStatusGetName)(int);

    Library() {
      void *library = open_library("libnvvpi.so.3");
#define LOOK(name, ...) look_up(library, #name, name);
      HEDDLE_VPI_FUNCTIONS(LOOK)
#undef LOOK
      look_up(library, "vpiStreamDestroy", vpiStreamDestroy);
      look_up(library, "vpiArrayDestroy", vpiArrayDestroy);
      look_up(library, "vpiStatusGetName", vpiStatusGetName);
    }
  };

  struct Change {
    uint32_t *numbers;
    size_t count;
    uint32_t a, b;
    bool is_new;
  };

  struct Images {
    Handle from, to;
  };

  void must(int status, const char *what) {
    if (status) give_up(what, vpi.vpiStatusGetName(status));
  }

  void call(Stream stream, Change *change) {
    const auto run = [](void *self) {
      auto *c = static_cast<Change *>(self);
      for (size_t i = 0; i < c->count; i++)
        c->numbers[i] = c->is_new ? c->b + uint32_t(i) : c->numbers[i] * c->a + c->b;
      delete c;
    };
    must(vpi.vpiSubmitHostFunction(stream, run, change), "vpiSubmitHostFunction");
  }

  void filter(Stream stream, int64_t pixels) {
    const int64_t width = std::min(pixels, pixels > kWidth * kMost ? kMost : kWidth);
    const Images images = images_of(int32_t(width), int32_t(pixels / width));
    must(vpi.vpiSubmitBoxFilter(stream, backend_, images.from, images.to, 3, 3, 0),
         "vpiSubmitBoxFilter");
  }

  Images images_of(int32_t width, int32_t height) {
    constexpr uint64_t kU8 = 0x20000027ffff1001;  // VPI_IMAGE_FORMAT_U8
    std::lock_guard lock(images_mutex_);
    Images &images = images_[{width, height}];
    for (Handle *image : {&images.from, &images.to})
      if (!*image) must(vpi.vpiImageCreate(width, height, kU8, backend_, image), "vpiImageCreate");
    return images;
  }

  void calibrate() {
    if (const char *known = getenv("VPI_LOAD_PIXELS_PER_NS")) {
      pixels_per_ns_ = atof(known);
      return;
    }
    pixels_per_ns_ = per_ns(1 << 20, 20, [&](int64_t pixels) {
      filter(stream_, pixels);
      synchronize();
    });
  }

  Library vpi;
  const uint64_t backend_ =
      getenv("VPI_LOAD_BACKEND") ? strtoull(getenv("VPI_LOAD_BACKEND"), nullptr, 0) : 1 << 2;
  double pixels_per_ns_ = 1;
  Stream stream_ = nullptr;
  std::deque<Event> spare_;
  std::mutex images_mutex_;
  std::map<std::pair<int32_t, int32_t>, Images> images_;
};

}  // namespace heddle
