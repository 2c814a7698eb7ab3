// The soft XPU as an ordinary program sees it. With SOFT_LOAD_STREAMS=N the commands of a load go
// to so many streams in turn. With SOFT_LOAD_UNITS=N none of them can fill more than N percent of
// the device.
#pragma once

#include <deque>

#include "programs/library.h"
#include "soft/softxpu.h"

namespace heddle {

class Device {
 public:
  using Stream = sxStream;
  using Event = sxEvent;
  using Buffer = void *;
  static constexpr const char *kApi = "soft";

  Device() {
    must(sxInit(0), "sxInit");
    const char *streams = getenv("SOFT_LOAD_STREAMS");
    for (int i = 0, n = streams ? atoi(streams) : 1; i < n; i++) streams_.push_back(make_stream());
    const char *percent = getenv("SOFT_LOAD_UNITS");
    percent_ = percent ? uint32_t(atoi(percent)) : 100;
    must(sxGetKernel(&timed_, "narrow"), "sxGetKernel");
    must(sxGetKernel(&ramp_, "ramp"), "sxGetKernel");
    must(sxGetKernel(&affine_, "affine"), "sxGetKernel");
  }

  // From now on the soft XPU's own function is called, past Heddle. False if Heddle is not here.
  bool go_direct(bool direct) {
    auto *past = past_heddle("libsoftxpu.so.1", "sxLaunchKernel", &sxLaunchKernel);
    launch_ = direct && past ? past : &sxLaunchKernel;
    return past != nullptr;
  }
  void launch(uint64_t nanoseconds) {
    streams_.push_back(streams_.front());  // whose turn it is, is the last
    streams_.pop_front();
    launch(streams_.back(), nanoseconds);
  }
  void synchronize() {
    for (Stream stream : streams_) synchronize(stream);
  }
  Event record() { return record(streams_.back()); }
  void wait(Event event) { must(sxEventSynchronize(event), "sxEventSynchronize"); }
  void give_back(Event event) { spare_.push_back(event); }

  Stream make_stream() {
    Stream stream;
    must(sxStreamCreate(&stream, SX_STREAM_NON_BLOCKING), "sxStreamCreate");
    return stream;
  }
  void destroy(Stream stream) { must(sxStreamDestroy(stream), "sxStreamDestroy"); }
  void launch(Stream stream, uint64_t nanoseconds) {
    launch_kernel(stream, timed_, sxNarrowArgs{nanoseconds, percent_});
  }
  void fill(Stream stream, Buffer to, size_t count, uint32_t value) {
    launch_kernel(stream, ramp_, sxRampArgs{static_cast<uint32_t *>(to), count, value});
  }
  void affine(Stream stream, Buffer to, size_t count, uint32_t a, uint32_t b) {
    launch_kernel(stream, affine_, sxAffineArgs{static_cast<uint32_t *>(to), count, a, b});
  }
  void read(Stream stream, void *to, Buffer from, size_t bytes) {
    must(sxMemcpyAsync(to, from, bytes, stream), "sxMemcpyAsync");
    synchronize(stream);
  }
  void copy_to(Buffer to, const void *from, size_t bytes) {
    must(sxMemcpy(to, from, bytes), "sxMemcpy");
  }
  void copy_from(void *to, Buffer from, size_t bytes) {
    must(sxMemcpy(to, from, bytes), "sxMemcpy");
  }
  Event record(Stream stream) {
    Event event;
    if (spare_.empty()) {
      must(sxEventCreate(&event), "sxEventCreate");
    } else {
      event = spare_.back();
      spare_.pop_back();
    }
    must(sxEventRecord(event, stream), "sxEventRecord");
    return event;
  }
  void make_wait(Stream stream, Event event) {
    must(sxStreamWaitEvent(stream, event), "sxStreamWaitEvent");
  }
  bool is_done(Event event) { return sxEventQuery(event) == SX_OK; }
  void synchronize(Stream stream) { must(sxStreamSynchronize(stream), "sxStreamSynchronize"); }
  bool is_empty(Stream stream) { return sxStreamQuery(stream) == SX_OK; }

  Buffer allocate(size_t bytes, long *result) {
    Buffer made = nullptr;
    *result = sxMalloc(&made, bytes);
    return made;
  }
  void release(Buffer buffer) { must(sxFree(buffer), "sxFree"); }
  void memory(size_t *free, size_t *total) { must(sxMemGetInfo(free, total), "sxMemGetInfo"); }

  long misuse(int which) {
    void *pointer = nullptr;
    if (which == 1) return sxMalloc(&pointer, 0);
    if (which == 2) return sxEventSynchronize(nullptr);
    const Stream dead = make_stream();
    destroy(dead);
    return sxStreamSynchronize(dead);
  }

 private:
  static void must(sxResult result, const char *what) {
    if (result != SX_OK) give_up(what, sxGetErrorString(result));
  }

  template <class Arguments>
  void launch_kernel(Stream stream, sxKernel kernel, const Arguments &arguments) {
    must(launch_(kernel, &arguments, sizeof arguments, stream), "sxLaunchKernel");
  }

  decltype(&sxLaunchKernel) launch_ = &sxLaunchKernel;
  std::deque<Stream> streams_;
  uint32_t percent_ = 100;
  sxKernel timed_ = nullptr, ramp_ = nullptr, affine_ = nullptr;
  std::deque<Event> spare_;
};

}  // namespace heddle
