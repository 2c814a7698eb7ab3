// What a call of each role does, for the generated stubs.
#pragma once

#include "hal/acl/hw_queue.h"
#include "shim/streams.h"

namespace heddle::acl {

extern const heddle_symbol kSymbols[];  // defined by the generated stubs

// As a stream: what calls do that work at once, on none of the program's streams. The host waits
// for them, so they are held on the host.
inline const aclrtStream kAtOnce = reinterpret_cast<aclrtStream>(uintptr_t(1));

// The library is made of parts that call each other's functions by name, and so ours: what a call
// does inside is part of it.
extern thread_local int inside __attribute__((tls_model("initial-exec")));

int32_t device_to_wait_for();  // the thread's; none inside a call, which waits for itself

struct Vendor {
  struct Known {
    heddle_queue *queue;
    Context *home;  // null: it has no queue, or is none of the program's
  };
  using Stream = aclrtStream;
  using Result = aclError;
  static constexpr Result kSuccess = acl::kSuccess;
  static constexpr Result kNotReady = kNotComplete;
  static constexpr Result kOutOfMemory = acl::kOutOfMemory;

  static bool is_drained(Result result) { return acl::is_drained(result); }
  static uintptr_t key_of(Stream stream);
  static bool look(Stream stream, Known *known);
  static heddle_queue *open(Stream stream, Known *known);
  static auto on_device() {
    return [device = device_to_wait_for()](const Known &known) {
      return known.home && known.home->device == device;
    };
  }
  static uint32_t device_of_memory();
  static bool is_capturing(Stream stream) { return acl::is_capturing(stream); }
};

// Memory of the device that goes with a reset: by the thread's device, plus one.
uintptr_t context_of_memory();
// How much of the device's memory physical memory takes; none, where it is the host's.
size_t on_device(const void *properties, size_t size);

struct Roles : StreamRoles<Vendor> {
  using Base = StreamRoles<Vendor>;

  template <class Call>
  static auto as_a_whole(Call call) {
    return [call] {
      inside++;
      const aclError result = call();
      inside--;
      return result;
    };
  }

  template <class Call>
  static aclError work(aclrtStream stream, Call call) {
    return Base::work(stream, as_a_whole(call));
  }

  template <class Call>
  static aclError work_sync(aclrtStream stream, Call call) {
    return Base::work_sync(stream, as_a_whole(call));
  }

  template <class Call>
  static aclError begin_capture(aclrtStream stream, Call call) {
    return Base::begin_capture(stream, [&] {
      captures++;
      const aclError result = call();
      if (result != kSuccess) captures--;
      return result;
    });
  }

  // Also a capture that has failed ends here.
  template <class Call>
  static aclError end_capture(aclrtStream stream, Call call) {
    return Base::end_capture(stream, [&] {
      const bool was = is_capturing(stream);
      const aclError result = call();
      if (was && !is_capturing(stream)) captures--;
      return result;
    });
  }

  template <class Call>
  static aclError allocate(void **handle, uint64_t bytes, Call call) {
    return allocating(amounts, handle, {bytes, Vendor::device_of_memory(), context_of_memory()},
                      call, Vendor::kSuccess, Vendor::kOutOfMemory);
  }
};

}  // namespace heddle::acl

using roles = heddle::acl::Roles;  // where the generated stubs find them
