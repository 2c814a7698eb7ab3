// A Level Zero driver for machines without a device, for tests: the loader takes it by
// ZE_ENABLE_ALT_DRIVERS. It stands on the soft XPU's classes. What differs from a real driver:
//  - device memory is host memory; kernels are known by name (module.cpp), whatever their groups
//  - commands of a queue or list run one after the other, as if there were a barrier between them
//  - a queue takes 1024 commands, then it blocks the caller
//  - a wrong or dead handle gives ZE_RESULT_ERROR_INVALID_ARGUMENT, where a real driver may crash
//  - what is not written by hand gives ZE_RESULT_ERROR_UNSUPPORTED_FEATURE
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

#include "fake/handles.h"
#include "fake/ze/symbols.h"
#include "soft/context.h"

namespace fake {

using namespace heddle::ze;

inline constexpr ze_result_t kDeviceLost = 0x70000001;
inline constexpr ze_result_t kBuildFailure = 0x70000004;
inline constexpr ze_result_t kUninitialized = 0x78000001;
inline constexpr ze_result_t kInvalidArgument = 0x78000004;
inline constexpr ze_result_t kNullHandle = 0x78000005;
inline constexpr ze_result_t kNullPointer = 0x78000007;
inline constexpr ze_result_t kInvalidSize = 0x78000008;
inline constexpr ze_result_t kUnsupportedSize = 0x78000009;
inline constexpr ze_result_t kUnsupportedAlignment = 0x7800000a;
inline constexpr ze_result_t kInvalidSynchronization = 0x7800000b;
inline constexpr ze_result_t kInvalidBinary = 0x7800000f;
inline constexpr ze_result_t kInvalidKernelName = 0x78000011;
inline constexpr ze_result_t kInvalidArgumentIndex = 0x78000015;
inline constexpr ze_result_t kInvalidListType = 0x78000019;
inline constexpr ze_result_t kUnknown = 0x7ffffffe;

ze_result_t result_of(sxResult result);

// What an event or a fence is to the device: a word that commands wait for and write. Never freed:
// commands may still name it.
struct Flag {
  std::atomic<uint64_t> word{0};
  std::mutex mutex;
  soft::StreamPtr stream;  // the newest command that sets it, to wait for without polling
  uint64_t target = 0;

  bool is_set() const { return word.load(std::memory_order_acquire) != 0; }
  void set(bool on);
  ze_result_t wait(uint64_t timeout_ns);
  soft::Payload to_set(bool on) {
    return soft::WriteValue{reinterpret_cast<uint64_t *>(&word), uint64_t(on)};
  }
  soft::Payload to_wait() const {  // its lower half
    return soft::WaitValue{reinterpret_cast<const uint32_t *>(&word), 1, SX_WAIT_EQUAL};
  }
};

// Calls `done` until it is true or the time is over, which is the result.
template <class Done>
ze_result_t poll(uint64_t timeout_ns, Done done) {
  constexpr int64_t kLookNs = 20'000;
  const int64_t start = os::now_ns();
  while (!done()) {
    if (timeout_ns != kForever && uint64_t(os::now_ns() - start) >= timeout_ns) return kNotReady;
    os::sleep_until(os::now_ns() + kLookNs);
  }
  return kSuccess;
}

// A command as it is appended: what it waits for, what it does, what it sets.
struct Command {
  std::vector<Flag *> waits;
  soft::Payload payload;  // none: it only waits and signals
  Flag *signal = nullptr;
  bool resets = false;  // the flag is cleared, not set
};

}  // namespace fake

// -- what the handles point to --------------------------------------------------------------------

struct _ze_driver_handle_t {};
struct _ze_context_handle_t {};

struct _ze_device_handle_t {
  const int index;  // of the soft XPU's
  const soft::DeviceConfig &config;
  std::mutex mutex;
  soft::Context *soft = nullptr;  // once it is needed

  ze_result_t context(soft::Context **context);
};

struct _ze_command_queue_handle_t {
  _ze_device_handle_t *device;
  soft::Context *soft;
  soft::StreamPtr stream;
  uint32_t ordinal;
  bool is_synchronous;
  std::mutex mutex;  // a command's parts follow each other

  ~_ze_command_queue_handle_t() { soft->destroy_stream(*stream); }
  ze_result_t submit(const std::vector<fake::Command> &commands);
  ze_result_t synchronize(uint64_t timeout_ns);
};

struct _ze_command_list_handle_t {
  uint32_t ordinal;
  std::shared_ptr<_ze_command_queue_handle_t> queue;  // null: not an immediate one
  std::vector<fake::Command> commands;
  bool is_closed = false;
};

struct _ze_event_pool_handle_t {
  uint32_t flags, count;
};

struct _ze_event_handle_t {
  fake::Flag *flag = new fake::Flag;
};

struct _ze_fence_handle_t {
  fake::Flag *flag = new fake::Flag;
};

struct _ze_module_handle_t {
  std::vector<std::string> names;
};

struct _ze_kernel_handle_t {
  std::string name;
  std::map<uint32_t, std::string> arguments;  // by index, as bytes
};

struct _zes_mem_handle_t {
  _ze_device_handle_t *device;
};

namespace fake {

// Of several callers one gets the object, and it dies here.
template <class T>
ze_result_t destroy(Handles<T> &handles, T *handle) {
  if (!handle) return kNullHandle;
  return handles.take(handle) ? kSuccess : kInvalidArgument;
}

// All that there is between zeInit() and the end of the process, or its next fork(). Never freed:
// threads of ours may outlive main().
struct Driver {
  soft::Segment *segment = nullptr;
  soft::Configuration configuration;
  _ze_driver_handle_t handle;
  std::vector<std::unique_ptr<_ze_device_handle_t>> devices;  // the visible ones
  std::vector<std::unique_ptr<_zes_mem_handle_t>> memories;   // one for each

  Handles<_ze_context_handle_t> contexts;
  Handles<_ze_command_queue_handle_t> queues;
  Handles<_ze_command_list_handle_t> lists;
  Handles<_ze_event_pool_handle_t> pools;
  Handles<_ze_event_handle_t> events;
  Handles<_ze_fence_handle_t> fences;
  Handles<_ze_module_handle_t> modules;
  Handles<_ze_kernel_handle_t> kernels;

  std::mutex memory_mutex;
  std::map<void *, soft::MemoryPtr> memory;  // null: of the host

  static Driver *get();  // null: not initialized, or forked since
  bool has(const _ze_device_handle_t *device) const;
};

inline Driver &driver() { return *Driver::get(); }

// Around the body of every function but zeInit().
template <class F>
ze_result_t guarded(F body) noexcept {
  if (!Driver::get()) return kUninitialized;
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return kOutOfHostMemory;
  } catch (...) {
    return kUnknown;
  }
}

#define FAKE_TRY(expression)                                               \
  do {                                                                     \
    if (ze_result_t tried = (expression); tried != kSuccess) return tried; \
  } while (0)

// A handle's object for the rest of the body.
template <class T>
ze_result_t find(Handles<T> &handles, T *handle, std::shared_ptr<T> *object) {
  if (!handle) return kNullHandle;
  *object = handles.find(handle);
  return *object ? kSuccess : kInvalidArgument;
}

inline ze_result_t must_be_device(const _ze_device_handle_t *device) {
  if (!device) return kNullHandle;
  return driver().has(device) ? kSuccess : kInvalidArgument;
}

// As every function that lists something: how many there are, or so many of them.
template <class T, class At>
ze_result_t list(uint32_t *count, T *out, size_t available, At at) {
  if (!count) return kNullPointer;
  if (!out || *count > available) *count = uint32_t(available);
  for (uint32_t i = 0; out && i < *count; i++) out[i] = at(i);
  return kSuccess;
}

// module.cpp
ze_result_t to_launch(_ze_kernel_handle_t &kernel, soft::Payload *payload);

// A command that the soft XPU has by a name, or one of our own.
template <class Arguments>
soft::Payload action(const soft::Kernel &kernel, const Arguments &arguments) {
  static_assert(sizeof arguments <= soft::kMaxArguments);
  soft::Launch launch{&kernel, {}};
  memcpy(launch.arguments, &arguments, sizeof arguments);
  return launch;
}

}  // namespace fake
