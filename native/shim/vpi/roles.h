// What a call of each role does, for the generated stubs.
//
// The devices are VPI's engines, and a command names its own: a stream has a queue for each engine
// that it has sent something to. The CUDA engine is left to the shim of the CUDA driver, on which
// VPI works there.
#pragma once

#include "hal/vpi/hw_queue.h"
#include "shim/streams.h"

namespace heddle::vpi {

extern const heddle_symbol kSymbols[];  // defined by the generated stubs

// What a command is put on.
struct Place {
  Place(VPIStream on, uint64_t backend = 0, VPIPayload payload = nullptr);

  VPIStream stream;
  int engine;  // 0: none of ours
};

struct Vendor {
  using Stream = Place;
  using Result = VPIStatus;
  using Known = OnlyQueue;
  static constexpr Result kSuccess = vpi::kSuccess, kNotReady = vpi::kNotReady;
  static constexpr Result kOutOfMemory = vpi::kOutOfMemory;

  static bool is_drained(Result result) { return result == kSuccess; }
  // Streams are addresses of objects, whose lowest bits are free.
  static uintptr_t key_of(Place place) {
    return reinterpret_cast<uintptr_t>(place.stream) | uintptr_t(place.engine);
  }
  static bool is_joint(Place) { return true; }
  static auto waited_with(Place place) {
    return [stream = reinterpret_cast<uintptr_t>(place.stream)](uintptr_t key, const Known &) {
      return (key & ~uintptr_t(7)) == stream;
    };
  }
  static bool look(Place place, Known *) {
    uint64_t flags;
    return place.engine && real().vpiStreamGetFlags(place.stream, &flags) == kSuccess;
  }
  static heddle_queue *open(Place place, Known *);
};

// A wait concerns all engines of its stream.
struct Roles : StreamRoles<Vendor> {
  template <class Call>
  static VPIStatus wait(VPIStream stream, Call call) {
    Waited on = waited_by_stream(stream);
    bool entered[Waited::kMost];
    for (int i = 0; i < on.count; i++) entered[i] = heddle_enter(on.queues[i], HEDDLE_WAIT);
    const VPIStatus result = call();
    for (int i = 0; i < on.count; i++)
      if (entered[i]) heddle_leave(on.queues[i], placed(result));
    on.leave(false);
    return result;
  }

  static void close_queues(VPIStream stream);
};

}  // namespace heddle::vpi

using roles = heddle::vpi::Roles;  // where the generated stubs find them
