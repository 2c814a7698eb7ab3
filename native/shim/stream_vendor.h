// The `Vendor` of shim/streams.h, for an API whose facts have a [hal] table: devices are numbered
// as the vendor's variable lists them, and streams are alone, but for a default stream that may
// wait for all of its device. An API that is different in some way derives its Vendor from this
// one.
#pragma once

#include <stdio.h>

#include "hal/stream_queue.h"
#include "shim/streams.h"
#include "shim/visible.h"

namespace heddle {

template <class Hal>
struct StreamVendor {
  using Stream = typename Hal::Stream;
  using Result = typename Hal::Result;
  static constexpr Result kSuccess = Hal::kSuccess;
  static constexpr Result kNotReady = Hal::kNotReady;
  static constexpr Result kOutOfMemory = Hal::kOutOfMemory;

  struct Known {
    heddle_queue *queue;
    int device;
  };

  static bool is_drained(Result result) { return Hal::is_drained(result); }

  // Handles are addresses, so small numbers are free for the default stream of each device.
  static uintptr_t key_of(Stream stream) {
    return stream ? (uintptr_t)stream : uintptr_t(thread_device() + 2);
  }

  static bool look(Stream stream, Known *known) {
    Ours<Hal> here;
    known->device = device_of(stream);
    if (known->device < 0) return false;
    const Result result = Hal::query_stream(stream);
    return result == kNotReady || is_drained(result);
  }

  static heddle_queue *open(Stream stream, Known *known) {
    const int device = known->device;
    const Names of(device);
    uint32_t index;
    heddle_hw_queue hardware;
    if (heddle_device_open(Hal::kApi, of.name, of.uuid, capabilities_of<Hal>(device), &index) !=
            HEDDLE_OK ||
        !make_hw_queue<Hal>(device, stream, &hardware))
      return nullptr;
    return heddle_queue_open(index, &hardware, (uint64_t)stream);
  }

  static auto on_device() {
    return [device = thread_device()](const Known &known) { return known.device == device; };
  }
  static bool is_joint(Stream stream) { return Hal::kDefaultWaits && !stream; }
  static auto waited_with(Stream) {
    return [is_here = on_device()](uintptr_t, const Known &known) { return is_here(known); };
  }

  static uint32_t device_of_memory() {
    static std::atomic<uint32_t> known[kMostDevices];  // plus one
    const int device = thread_device();
    if (device < 0) return kNoDevice;
    uint32_t index = known[device].load(std::memory_order_relaxed);
    if (index) return index - 1;
    const Names of(device);
    if (heddle_device_find(Hal::kApi, of.name, of.uuid, &index) != HEDDLE_OK) return kNoDevice;
    known[device].store(index + 1, std::memory_order_relaxed);
    return index;
  }

 private:
  // As the inventory has them, too: see LibraryVendor in heddle/inventory/apis/_library.py.
  struct Names {
    char name[16], uuid[32];
    explicit Names(int device) {
      snprintf(name, sizeof name, "%d", number_of(Hal::kVisible, device));
      snprintf(uuid, sizeof uuid, "%s-%s", Hal::kApi, name);
    }
  };

  static int in_range(int device) { return device < kMostDevices ? device : -1; }

  static int thread_device() {
    int device = 0;
    if constexpr (requires { Hal::get_device(&device); })
      if (Hal::get_device(&device) != kSuccess) return -1;
    return in_range(device);
  }

  static int device_of(Stream stream) {
    int device = 0;
    if constexpr (requires { Hal::stream_device(stream, &device); })
      if (stream) return Hal::stream_device(stream, &device) == kSuccess ? in_range(device) : -1;
    return thread_device();
  }
};

}  // namespace heddle
