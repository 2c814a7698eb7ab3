// What a call of each role does, for the generated stubs.
#pragma once

#include "hal/ze/hw_queue.h"
#include "shim/streams.h"

namespace heddle::ze {

extern const heddle_symbol kSymbols[];  // defined by the generated stubs

// What we know of a command queue or an immediate command list. Other lists are none: a command in
// one of those is work when a queue executes it.
struct Known {
  Made made;
  uint32_t device;  // of the table
  HwQueue *hardware;
};
const Known *known(const void *stream);
void note(const Made &made);
void forget(const void *stream);

// A device in the table; kNoDevice if there is none. Of a part of one it is the whole.
uint32_t table_device(ze_device_handle_t device);
extern const uint32_t kCapabilities;

uint64_t bytes_of(const PhysicalDesc *desc);
uint64_t bytes_of(const ImageDesc *desc);

struct Vendor {
  using Stream = const void *;
  using Result = ze_result_t;
  using Known = OnlyQueue;
  static constexpr ze_result_t kSuccess = ze::kSuccess, kNotReady = ze::kNotReady,
                               kOutOfMemory = kOutOfDeviceMemory;

  static bool is_drained(ze_result_t result) { return ze::is_drained(result); }
  static uintptr_t key_of(const void *stream) { return reinterpret_cast<uintptr_t>(stream); }
  static bool look(const void *stream, Known *) { return known(stream) != nullptr; }
  static heddle_queue *open(const void *stream, Known *);
  static bool is_capturing(const void *list);
};

struct Roles : StreamRoles<Vendor> {
  using Base = StreamRoles<Vendor>;

  // In synchronous mode a call returns when its command is done.
  template <class Call>
  static ze_result_t put(const void *stream, heddle_command kind, Call call) {
    heddle_queue *queue = queue_of(stream);
    if (!queue) return call();
    const ze::Known *of = known(stream);
    const bool is_synchronous = of && of->made.is_synchronous;
    const ze_result_t result = counted(
        queue, kind,
        [&] {
          Appending here(of ? of->hardware : nullptr);
          return call();
        },
        is_synchronous ? waited_for : placed);
    if (is_synchronous) waited_by_stream(stream).leave(is_drained(result));
    return result;
  }

  template <class Call>
  static ze_result_t work(const void *stream, Call call) {
    return put(stream, HEDDLE_WORK, call);
  }
  template <class Call>
  static ze_result_t order(const void *stream, Call call) {
    return put(stream, HEDDLE_ORDER, call);
  }
  template <class Call>
  static ze_result_t wait(const void *stream, Call call) {
    return put(stream, HEDDLE_WAIT, call);
  }

  template <class Call>
  static ze_result_t query(const void *stream, Call call) {
    return known(stream) ? Base::query(stream, call) : call();
  }

  template <class Call>
  static ze_result_t destroy_stream(const void *stream, Call call) {
    if (known(stream)) {
      close_queue(stream);
      ze::forget(stream);
    }
    return call();
  }

  template <class Handle, class Call>
  static ze_result_t allocate_on(ze_device_handle_t device, Handle *handle, uint64_t bytes,
                                 Call call) {
    return allocating(amounts, handle, {bytes, table_device(device), 0}, call, Vendor::kSuccess,
                      Vendor::kOutOfMemory);
  }
};

// A command that waits for events first: what follows in the list may have to wait, too.
inline const void *behind(const void *list, uint32_t events) {
  if (events) counted(Roles::queue_of(list), HEDDLE_WAIT, [] { return kSuccess; }, Roles::placed);
  return list;
}

}  // namespace heddle::ze

using roles = heddle::ze::Roles;  // where the generated stubs find them
