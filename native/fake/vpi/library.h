// VPI for machines without its engines, for tests: its objects, and what its functions share.
//
// An engine is the soft XPU's device of that name (cpu, cuda, pva, vic, nvenc, ofa); if there is
// none of these, the first device is the PVA. As in VPI, a stream has a thread of its own, which
// takes its commands one after the other: host functions run on it, waits block it. What differs:
//  - a box filter takes a nanosecond for each pixel and computes nothing; it is the only algorithm
//  - a command is on its way as soon as it is submitted, flushed or not
//  - contexts are told apart, but all share the engines; CUDA streams cannot be wrapped
//  - with VPI_VISIBLE_ENGINES there are only those of these numbers, and the CPU; VPI has no such
//    variable, our shim reads it, too
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fake/handles.h"
#include "fake/vpi/symbols.h"
#include "soft/softxpu.h"

namespace fake {

inline constexpr VPIStatus kSuccess = 0;
inline constexpr VPIStatus kInvalidArgument = 2;
inline constexpr VPIStatus kInvalidArrayType = 4;
inline constexpr VPIStatus kInvalidOperation = 6;
inline constexpr VPIStatus kInvalidContext = 7;
inline constexpr VPIStatus kDevice = 8;
inline constexpr VPIStatus kOutOfMemory = 11;
inline constexpr VPIStatus kInternal = 12;

inline constexpr int kEngines = 6;  // the bits of VPIBackend, from the lowest
inline constexpr uint64_t kBackends = (1 << kEngines) - 1;
inline constexpr uint64_t kCpu = 1 << 0, kPva = 1 << 2;

// What an event stands for since it was recorded: it is reached once the stream's thread has come
// to it and the engine has done what lies in front of it.
class Moment {
 public:
  ~Moment();
  void arrive(sxStream behind);  // null: nothing is in front of it
  bool is_reached();
  void wait();

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  bool has_arrived_ = false;
  sxEvent event_ = nullptr;
};
using MomentPtr = std::shared_ptr<Moment>;

struct Work {
  int engine;
  uint64_t nanoseconds;
};
struct CallHost {
  VPIHostFunction function;
  VPIHostFunctionEx function_ex;
  void *data;
};
struct Record {
  MomentPtr moment;
};
struct Wait {
  MomentPtr moment;
};
struct Stop {};
using Command = std::variant<Work, CallHost, Record, Wait, Stop>;

}  // namespace fake

// -- what the handles point to --------------------------------------------------------------------

struct VPIContextImpl {
  uint64_t flags;
};

struct VPIStreamImpl {
  VPIStreamImpl(VPIContext owner, uint64_t its_flags) : context(owner), flags(its_flags) {}
  void start();
  void submit(fake::Command command);
  void synchronize();
  void stop();

  const VPIContext context;
  const uint64_t flags;
  std::atomic<VPIStatus> status{fake::kSuccess};

 private:
  void run();
  bool execute(fake::Command &command);
  void drain();

  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<fake::Command> commands_;
  pthread_t thread_;
  // Of the thread: its stream on each engine, and the one that may have work in it.
  sxStream engines_[fake::kEngines] = {};
  sxStream busy_ = nullptr;
};

struct VPIEventImpl {
  VPIContext context;
  uint64_t flags;
  std::mutex mutex;
  fake::MomentPtr latest;  // null: never recorded
};

struct VPIImageImpl {
  VPIContext context;
  int32_t width, height;
};

struct VPIArrayImpl {
  VPIContext context;
  int32_t capacity, size = 0;
  VPIArrayType type;
  std::unique_ptr<char[]> data;
};

namespace fake {

// All that there is until the end of the process, or its next fork(): a child starts with none.
// Never freed, threads of ours may outlive main().
struct Library {
  uint64_t backends = 0;
  int devices[kEngines] = {};  // of the soft XPU
  sxKernel timed = nullptr;

  Handles<VPIContextImpl> contexts;
  Handles<VPIStreamImpl> streams;
  Handles<VPIEventImpl> events;
  Handles<VPIImageImpl> images;
  Handles<VPIArrayImpl> arrays;

  static Library *get();  // null: there is no soft XPU
};

inline Library &library() { return *Library::get(); }

inline const VPIContext kGlobal = reinterpret_cast<VPIContext>(uintptr_t(0x610BA1C1D));
VPIContext current_context();  // the calling thread's

// Around the body of every function.
template <class F>
VPIStatus guarded(F body) noexcept {
  if (!Library::get()) return kInternal;
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return kOutOfMemory;
  } catch (...) {
    return kInternal;
  }
}

// The backends that an object is made for; 0: they are not there.
inline uint64_t enabled(uint64_t flags) {
  const uint64_t asked = flags & kBackends ? flags & kBackends : library().backends;
  return asked & ~library().backends ? 0 : asked;
}

}  // namespace fake
