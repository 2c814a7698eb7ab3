// A CUDA driver for machines without a device, for tests: its objects, and what its functions
// share.
//
// It stands on the soft XPU's classes and not on its C functions, because a CUDA context is a soft
// context of its own: contexts take turns on the device, and each waits and fails alone. What
// differs from the real driver:
//  - the first FAKE_CUDA_DEVICES devices (1) of the soft XPU's configuration (SOFTXPU_DEVICES);
//    device memory is host memory, kernels are known by name (kernel.cpp), whatever their grid
//  - there is no resource manager (resource_manager.h) unless FAKE_CUDA_RESOURCE_MANAGER=1
//  - the branches of a captured graph run one after the other, in the order of capture
//  - a stream takes 1024 commands, then it blocks the caller; priorities are kept and ignored
//  - destroying a context waits for its work
//  - after a failed command the host functions behind it are not called
//  - the parts of a device that green contexts have are only told apart
//  - what is not written by hand gives CUDA_ERROR_NOT_SUPPORTED
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>
#include <vector>

#include "fake/cuda/memory.h"
#include "fake/cuda/resource_manager.h"
#include "fake/cuda/symbols.h"
#include "fake/handles.h"
#include "soft/context.h"

namespace fake {

inline constexpr CUresult kSuccess = 0;
inline constexpr CUresult kInvalidValue = 1;
inline constexpr CUresult kOutOfMemory = 2;
inline constexpr CUresult kNotInitialized = 3;
inline constexpr CUresult kDeinitialized = 4;
inline constexpr CUresult kNoDevice = 100;
inline constexpr CUresult kInvalidDevice = 101;
inline constexpr CUresult kInvalidImage = 200;
inline constexpr CUresult kInvalidContext = 201;
inline constexpr CUresult kInvalidHandle = 400;
inline constexpr CUresult kIllegalState = 401;
inline constexpr CUresult kNotFound = 500;
inline constexpr CUresult kNotReady = 600;
inline constexpr CUresult kIllegalAddress = 700;
inline constexpr CUresult kContextIsDestroyed = 709;
inline constexpr CUresult kAlreadyRegistered = 712;
inline constexpr CUresult kNotRegistered = 713;
inline constexpr CUresult kLaunchFailed = 719;
inline constexpr CUresult kCaptureUnsupported = 900;
inline constexpr CUresult kCaptureInvalidated = 901;
inline constexpr CUresult kCaptureMerge = 902;
inline constexpr CUresult kCaptureUnmatched = 903;
inline constexpr CUresult kCaptureUnjoined = 904;
inline constexpr CUresult kCaptureIsolation = 905;
inline constexpr CUresult kCaptureImplicit = 906;
inline constexpr CUresult kCapturedEvent = 907;
inline constexpr CUresult kCaptureWrongThread = 908;
inline constexpr CUresult kUnknown = 999;

inline constexpr int kDriverVersion = 13000;

class Watcher;
std::shared_ptr<Watcher> make_watcher();

struct Capture;
// How much of a capture's streams something comes after: nodes of each.
using Seen = std::map<const CUstream_st *, size_t>;

}  // namespace fake

// -- what the handles point to --------------------------------------------------------------------

// Never freed: streams, events and threads may still name it when it is destroyed.
struct CUctx_st {
  const int device = 0;  // as CUDA numbers it
  soft::Context *soft = nullptr;
  uint32_t group = 0;  // of channels, where there is a resource manager
  std::shared_ptr<CUstream_st> legacy;
  unsigned flags = 0;
  std::atomic<bool> destroyed{true};                   // or not made yet
  std::atomic<CUresult> failure{fake::kLaunchFailed};  // what it says once a command has failed

  CUresult result(sxResult result) const;
};

struct CUstream_st {
  CUctx_st *context;
  soft::StreamPtr soft;
  unsigned flags;
  int priority;
  std::shared_ptr<fake::Capture> capture;  // under Driver::capture_mutex
  // As in the driver, a call that waits for room in the stream keeps others from asking about it.
  std::shared_ptr<std::mutex> calls = std::make_shared<std::mutex>();
  void *green = nullptr;  // the green context that it is of

  bool is_legacy() const { return soft->is_default; }
};

struct CUevent_st {
  CUctx_st *context;
  unsigned flags;
  std::mutex mutex;
  std::shared_ptr<soft::Record> latest;  // null: never recorded
  // Under Driver::capture_mutex: if it was last recorded in a capture, where.
  std::shared_ptr<fake::Capture> capture;
  fake::Seen seen;
};

struct CUmod_st;
struct CUfunc_st;

namespace fake {

// All that there is between cuInit() and the end of the process, or its next fork(): a child starts
// with none. Never freed, threads of ours may outlive main().
struct Driver {
  soft::Segment *segment = nullptr;
  soft::Configuration configuration;

  Handles<CUctx_st> contexts;  // the destroyed ones too
  Handles<CUstream_st> streams;
  Handles<CUevent_st> events;
  Handles<CUgraph_st> graphs;
  Handles<CUgraphExec_st> executables;
  Handles<CUmod_st> modules;
  Handles<CUfunc_st> functions;
  Memory memory;

  struct Device {
    int index;  // in the configuration
    CUctx_st *primary;
    int primary_users = 0;
    unsigned primary_flags = 0;
  };
  std::vector<Device> devices;  // those that are visible
  std::mutex primary_mutex;
  std::unique_ptr<ResourceManager> resource_manager;  // null: there is none

  std::mutex capture_mutex;
  std::vector<std::shared_ptr<Capture>> captures;  // those under way, the invalid ones too
  std::atomic<int> capture_count{0};               // so that others need not lock

  std::shared_ptr<Watcher> watcher = make_watcher();

  static Driver *get();  // null: not initialized, or exiting
};

inline Driver &driver() { return *Driver::get(); }
inline bool is_device(CUdevice device) {
  return device >= 0 && size_t(device) < driver().devices.size();
}
inline Driver::Device &device_of(CUdevice device) { return driver().devices[size_t(device)]; }
inline const soft::DeviceConfig &config_of(CUdevice device) {
  return driver().configuration[size_t(device_of(device).index)];
}
CUresult initialize();
CUresult why_no_driver();

// What a thread of the program has set up.
struct Thread {
  Driver *driver;  // for which all of this holds
  std::vector<CUctx_st *> contexts;
  std::vector<std::shared_ptr<CUstream_st>> streams;  // its own default stream in each context
  int capture_mode = 0;
};
Thread &this_thread();

// Around the body of every function but the few that need no cuInit().
template <class F>
CUresult guarded(F body) noexcept {
  if (!Driver::get()) return why_no_driver();
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return kOutOfMemory;
  } catch (...) {
    return kUnknown;
  }
}

#define FAKE_TRY(expression)                                            \
  do {                                                                  \
    if (CUresult tried = (expression); tried != kSuccess) return tried; \
  } while (0)

// -- context.cpp --
CUresult current(CUctx_st **context);
CUresult find_context(CUcontext handle, CUctx_st **context);  // null: the current one

// -- stream.cpp --
CUresult find_stream(CUstream handle, std::shared_ptr<CUstream_st> *stream);
// Puts a command on the stream, or into its capture. `target`: for soft::Context::wait().
CUresult submit(CUstream_st &stream, soft::Payload payload, uint64_t *target = nullptr);
CUresult submit_and_wait(CUstream_st &stream, soft::Payload payload);

// Several commands as one, which keeps something alive until it has run or was dropped.
soft::Payload bundle(const CUctx_st &context, std::vector<soft::Payload> commands,
                     std::shared_ptr<void> kept);

// A command that the soft XPU lacks, run by its executor.
template <class Arguments>
soft::Payload action(const soft::Kernel &kernel, const Arguments &arguments) {
  static_assert(sizeof arguments <= soft::kMaxArguments);
  soft::Launch launch{&kernel, {}};
  memcpy(launch.arguments, &arguments, sizeof arguments);
  return launch;
}

// -- graph.cpp --
bool is_capturing(const CUstream_st &stream);
// Takes the command if the stream is captured, or refuses it because another one is.
bool captured(CUstream_st &stream, const soft::Payload &payload, CUresult *result);
CUresult may_wait(CUstream_st &stream);  // not for a captured stream
CUresult may_wait(CUctx_st &context);
CUresult may_be_unsafe();                 // calls that a capture forbids unless it is relaxed
void leave_capture(CUstream_st &stream);  // the stream is destroyed
void leave_captures(CUctx_st &context);
bool record_in_capture(CUevent_st &event, CUstream_st &stream, CUresult *result);
bool wait_in_capture(CUstream_st &stream, CUevent_st &event, CUresult *result);
CUresult may_query(CUevent_st &event);

}  // namespace fake
