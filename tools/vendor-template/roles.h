// What a call of each role does, for the generated stubs.
#pragma once

#include "hal/acme/hw_queue.h"
#include "shim/streams.h"

namespace heddle::acme {

extern const heddle_symbol kSymbols[];  // defined by the generated stubs

struct Vendor {
  using Stream = acmeStream;
  using Result = acmeResult;
  using Known = OnlyQueue;
  static constexpr Result kSuccess = acme::kSuccess;
  static constexpr Result kNotReady = acme::kNotReady;
  static constexpr Result kOutOfMemory = acme::kOutOfMemory;

  static bool is_drained(Result result) { return result == kSuccess; }
  static uintptr_t key_of(Stream stream) { return reinterpret_cast<uintptr_t>(stream); }
  static bool look(Stream stream, Known *);
  static heddle_queue *open(Stream stream, Known *);
  static bool is_on_device(const Known &) { return true; }  // there is one device
  static uint32_t device_of_memory();
};

}  // namespace heddle::acme

using roles = heddle::StreamRoles<heddle::acme::Vendor>;  // where the generated stubs find them
