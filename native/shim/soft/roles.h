// What a call of each role does, for the generated stubs.
#pragma once

#include "hal/soft/hw_queue.h"
#include "shim/streams.h"

namespace heddle::soft {

extern const heddle_symbol kSymbols[];  // defined by the generated stubs

// A blocking stream was destroyed with work in it: the default stream waits for what we cannot see.
extern std::atomic<bool> left_running;
void forget_stream(sxStream stream);  // before it is destroyed
bool is_blocking(uintptr_t key);      // the default stream waits for it
int thread_device();

// Memory that may leave the device: what was allocated, and what is about to be freed.
void note_movable(void *pointer, uint64_t bytes, uint32_t device);
void forget_movable(void *pointer);
void forget_movable();  // in the child of a fork

struct Vendor {
  using Stream = sxStream;
  using Result = sxResult;
  struct Known {
    heddle_queue *queue;
    int device;
  };
  static constexpr sxResult kSuccess = SX_OK, kNotReady = SX_ERROR_NOT_READY,
                            kOutOfMemory = SX_ERROR_OUT_OF_MEMORY;

  // A failed context runs nothing any more.
  static bool is_drained(sxResult result) { return result == SX_OK || result == SX_ERROR_LAUNCH; }
  static uintptr_t key_of(sxStream stream);
  static bool look(sxStream stream, Known *known);
  static heddle_queue *open(sxStream stream, Known *known);
  static auto on_device() {
    return [device = thread_device()](const Known &known) { return known.device == device; };
  }
  static bool is_joint(sxStream stream) { return !stream; }
  static auto waited_with(sxStream) {
    return [is_here = on_device()](uintptr_t key, const Known &known) {
      return is_here(known) && is_blocking(key);
    };
  }
  static uint32_t device_of_memory();
  static bool is_capturing(sxStream stream);
};

struct Roles : StreamRoles<Vendor> {
  using Base = StreamRoles<Vendor>;

  template <class Call>
  static sxResult query(sxStream stream, Call call) {
    auto ask = [&] {
      const sxResult result = call();
      // It is empty, and so is all that it waits for.
      if (!stream && Vendor::is_drained(result)) left_running = false;
      return result;
    };
    Waited waited = waited_by_stream(stream);
    if (!stream && left_running.load(std::memory_order_relaxed)) waited.whole = false;
    return asking(waited, ask, Vendor::is_drained, Vendor::kNotReady, Vendor::kSuccess);
  }

  template <class Call>
  static sxResult allocate(void **pointer, size_t bytes, Call call) {
    const sxResult result = Base::allocate(pointer, bytes, call);
    if (result == SX_OK) note_movable(*pointer, bytes, Vendor::device_of_memory());
    return result;
  }

  template <class Call>
  static sxResult release(void *pointer, Call call) {
    forget_movable(pointer);
    return Base::release(pointer, call);
  }

  template <class Call>
  static sxResult destroy_stream(sxStream stream, Call call) {
    if (stream) {
      const Known last = remove(stream);
      forget_stream(stream);
      heddle_queue_close(last.queue);
    }
    return call();
  }
};

}  // namespace heddle::soft

using roles = heddle::soft::Roles;  // where the generated stubs find them
