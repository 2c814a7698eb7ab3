// A Level Zero device as an ordinary program sees it: the first of the first driver. The kernels
// are SPIR-V, which the driver compiles.
//   ze-load calibrate
//       prints how many turns of the kernel's loop take a nanosecond; given back as
//       ZE_LOAD_TURNS_PER_NS, commands have the same length beside others too
// A stream is a command queue, and each command a command list of its own; with ZE_LOAD_IMMEDIATE=1
// it is an immediate command list.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>

#include "common/os.h"
#include "hal/ze/types.h"
#include "programs/calibrate.h"
#include "programs/library.h"
#include "programs/ze_kernels.h"

namespace heddle {

// The loader's functions that we call, with their parameters.
#define HEDDLE_ZE_FUNCTIONS(DO)                                                                 \
  DO(zeInit, uint32_t)                                                                          \
  DO(zeDriverGet, uint32_t *, Handle *)                                                         \
  DO(zeDeviceGet, Handle, uint32_t *, Handle *)                                                 \
  DO(zeDeviceGetProperties, Handle, ze::DeviceProperties *)                                     \
  DO(zeContextCreate, Handle, const ze::ContextDesc *, Handle *)                                \
  DO(zeCommandQueueCreate, Handle, Handle, const ze::QueueDesc *, Handle *)                     \
  DO(zeCommandQueueDestroy, Handle)                                                             \
  DO(zeCommandQueueExecuteCommandLists, Handle, uint32_t, Handle *, Handle)                     \
  DO(zeCommandQueueSynchronize, Handle, uint64_t)                                               \
  DO(zeFenceCreate, Handle, const ze::FenceDesc *, Handle *)                                    \
  DO(zeFenceDestroy, Handle)                                                                    \
  DO(zeFenceQueryStatus, Handle)                                                                \
  DO(zeFenceReset, Handle)                                                                      \
  DO(zeCommandListCreate, Handle, Handle, const ze::ListDesc *, Handle *)                       \
  DO(zeCommandListCreateImmediate, Handle, Handle, const ze::QueueDesc *, Handle *)             \
  DO(zeCommandListDestroy, Handle)                                                              \
  DO(zeCommandListClose, Handle)                                                                \
  DO(zeCommandListReset, Handle)                                                                \
  DO(zeCommandListAppendBarrier, Handle, Handle, uint32_t, Handle *)                            \
  DO(zeCommandListAppendMemoryCopy, Handle, void *, const void *, size_t, Handle, uint32_t,     \
     Handle *)                                                                                  \
  DO(zeCommandListAppendLaunchKernel, Handle, Handle, const ze::GroupCount *, Handle, uint32_t, \
     Handle *)                                                                                  \
  DO(zeEventPoolCreate, Handle, const ze::EventPoolDesc *, uint32_t, Handle *, Handle *)        \
  DO(zeEventCreate, Handle, const ze::EventDesc *, Handle *)                                    \
  DO(zeEventHostReset, Handle)                                                                  \
  DO(zeEventHostSynchronize, Handle, uint64_t)                                                  \
  DO(zeEventQueryStatus, Handle)                                                                \
  DO(zeMemAllocDevice, Handle, const ze::DeviceMemoryDesc *, size_t, size_t, Handle, void **)   \
  DO(zeMemAllocHost, Handle, const ze::HostMemoryDesc *, size_t, size_t, void **)               \
  DO(zeMemFree, Handle, void *)                                                                 \
  DO(zeModuleCreate, Handle, Handle, const ze::ModuleDesc *, Handle *, Handle *)                \
  DO(zeKernelCreate, Handle, const ze::KernelDesc *, Handle *)                                  \
  DO(zeKernelSetGroupSize, Handle, uint32_t, uint32_t, uint32_t)                                \
  DO(zeKernelSetArgumentValue, Handle, uint32_t, size_t, const void *)                          \
  DO(zesDeviceEnumMemoryModules, Handle, uint32_t *, Handle *)                                  \
  DO(zesMemoryGetState, Handle, ze::MemoryState *)

class Device {
  using Handle = void *;

  struct List {
    Handle list, fence;
  };
  struct Lane {
    Handle queue = nullptr;  // null: `list` is an immediate one
    Handle list = nullptr;
    std::deque<List> submitted;  // the oldest first
  };

 public:
  using Stream = Lane *;
  using Event = Handle;
  using Buffer = void *;
  static constexpr const char *kApi = "ze";

  Device() {
    uint32_t one = 1;
    setenv("ZES_ENABLE_SYSMAN", "1", 0);  // for memory()
    must(ze_.zeInit(0), "zeInit");
    must(ze_.zeDriverGet(&one, &driver_), "zeDriverGet");
    must(ze_.zeDeviceGet(driver_, &one, &device_), "zeDeviceGet");
    if (!one) give_up("zeDeviceGet", "there is no device");
    ze::ContextDesc context;
    must(ze_.zeContextCreate(driver_, &context, &context_), "zeContextCreate");
    ze::ModuleDesc desc;
    desc.bytes = sizeof kSpirv;
    desc.input = kSpirv;
    Handle module;
    must(ze_.zeModuleCreate(context_, device_, &desc, &module, nullptr), "zeModuleCreate");
    work_ = kernel(module, "work");
    ramp_ = kernel(module, "ramp");
    affine_ = kernel(module, "affine");
    ze::HostMemoryDesc host;
    must(ze_.zeMemAllocHost(context_, &host, sizeof(uint32_t), 0, &out_), "zeMemAllocHost");
    stream_ = make_stream();
    fill_device();
    calibrate();
  }
  double turns_per_ns() const { return turns_per_ns_; }

  // From now on the loader's own functions are called, past Heddle. False if Heddle is not here.
  bool go_direct(bool direct) {
    static const Functions intercepted = ze_;
    auto past = [&](const char *name, auto *ours) {
      auto *real = past_heddle("libze_loader.so.1", name, ours);
      return direct && real ? real : ours;
    };
    ze_.zeCommandListAppendLaunchKernel =
        past("zeCommandListAppendLaunchKernel", intercepted.zeCommandListAppendLaunchKernel);
    ze_.zeCommandQueueExecuteCommandLists =
        past("zeCommandQueueExecuteCommandLists", intercepted.zeCommandQueueExecuteCommandLists);
    return dlsym(RTLD_DEFAULT, "heddle_real_symbol") != nullptr;
  }
  void launch(uint64_t nanoseconds) { launch(stream_, nanoseconds); }
  void synchronize() { synchronize(stream_); }
  Event record() { return record(stream_); }
  void wait(Event event) {
    must(ze_.zeEventHostSynchronize(event, ze::kForever), "zeEventHostSynchronize");
  }
  void give_back(Event event) {
    std::lock_guard lock(mutex_);
    spare_.push_back(event);
  }

  Stream make_stream() {
    auto *lane = new Lane;
    ze::QueueDesc desc;
    constexpr uint32_t kAsynchronous = 2, kInOrder = 2;
    desc.mode = kAsynchronous;
    desc.flags =
        kInOrder;  // old drivers do not know it; where order matters, there is a barrier too
    if (immediate_)
      must(ze_.zeCommandListCreateImmediate(context_, device_, &desc, &lane->list),
           "zeCommandListCreateImmediate");
    else
      must(ze_.zeCommandQueueCreate(context_, device_, &desc, &lane->queue),
           "zeCommandQueueCreate");
    // The loader may be newer than the driver.
    if (lane->list && ze_.list_synchronize && ze_.list_synchronize(lane->list, 0) > ze::kNotReady)
      ze_.list_synchronize = nullptr;
    return lane;
  }
  // The device must not use it any more, says the specification.
  void destroy(Stream stream) {
    synchronize(stream);
    for (const List &used : stream->submitted) {
      must(ze_.zeCommandListDestroy(used.list), "zeCommandListDestroy");
      must(ze_.zeFenceDestroy(used.fence), "zeFenceDestroy");
    }
    if (stream->queue)
      must(ze_.zeCommandQueueDestroy(stream->queue), "zeCommandQueueDestroy");
    else
      must(ze_.zeCommandListDestroy(stream->list), "zeCommandListDestroy");
    delete stream;
  }
  void launch(Stream stream, uint64_t nanoseconds) {
    launch_turns(stream, uint32_t(double(nanoseconds) * turns_per_ns_));
  }
  void fill(Stream stream, Buffer to, size_t count, uint32_t value) {
    launch_kernel(stream, ramp_, groups_for(count), to, uint64_t(count), value);
  }
  void affine(Stream stream, Buffer to, size_t count, uint32_t a, uint32_t b) {
    launch_kernel(stream, affine_, groups_for(count), to, uint64_t(count), a, b);
  }
  void read(Stream stream, void *to, Buffer from, size_t bytes) {
    put(stream, [&](Handle list) {
      must(ze_.zeCommandListAppendBarrier(list, nullptr, 0, nullptr), "zeCommandListAppendBarrier");
      must(ze_.zeCommandListAppendMemoryCopy(list, to, from, bytes, nullptr, 0, nullptr),
           "zeCommandListAppendMemoryCopy");
    });
    synchronize(stream);
  }
  Event record(Stream stream) {
    const Event event = make_event();
    put(stream, [&](Handle list) {
      must(ze_.zeCommandListAppendBarrier(list, event, 0, nullptr), "zeCommandListAppendBarrier");
    });
    return event;
  }
  void make_wait(Stream stream, Event event) {
    put(stream, [&](Handle list) {
      must(ze_.zeCommandListAppendBarrier(list, nullptr, 1, &event), "zeCommandListAppendBarrier");
    });
  }
  bool is_done(Event event) { return ze_.zeEventQueryStatus(event) == ze::kSuccess; }
  // Before 1.10 a program can wait only for an event in an immediate list, not for the list.
  void synchronize(Stream stream) {
    if (stream->queue)
      return must(ze_.zeCommandQueueSynchronize(stream->queue, ze::kForever),
                  "zeCommandQueueSynchronize");
    if (ze_.list_synchronize)
      return must(ze_.list_synchronize(stream->list, ze::kForever), "zeCommandListHostSynchronize");
    const Event event = record(stream);
    wait(event);
    give_back(event);
  }
  bool is_empty(Stream stream) {
    if (stream->queue) return ze_.zeCommandQueueSynchronize(stream->queue, 0) == ze::kSuccess;
    return ze_.list_synchronize && ze_.list_synchronize(stream->list, 0) == ze::kSuccess;
  }

  Buffer allocate(size_t bytes, long *result) {
    ze::DeviceMemoryDesc desc;
    Buffer made = nullptr;
    *result = ze_.zeMemAllocDevice(context_, &desc, bytes, 0, device_, &made);
    return made;
  }
  void release(Buffer buffer) { must(ze_.zeMemFree(context_, buffer), "zeMemFree"); }
  void memory(size_t *free, size_t *total) {
    uint32_t one = 1;
    Handle module = nullptr;
    ze::MemoryState state{};
    state.kind = ze::kMemoryState;
    const bool told = ze_.zesDeviceEnumMemoryModules(device_, &one, &module) == ze::kSuccess &&
                      one && ze_.zesMemoryGetState(module, &state) == ze::kSuccess;
    *free = told ? state.free_bytes : 0;
    *total = told ? state.total_bytes : 0;
  }

  // A driver looks at values, not at handles: there is no stream in that group, and no such memory.
  long misuse(int which) {
    ze::QueueDesc desc;
    desc.ordinal = 4711;
    Handle queue;
    Buffer none;
    long result = 0;
    if (which == 0) return ze_.zeCommandQueueCreate(context_, device_, &desc, &queue);
    if (which == 2) return ze_.zeMemFree(context_, &desc);
    none = allocate(0, &result);
    return none ? 0 : result;
  }

 private:
  struct Functions {
#define MEMBER(name, ...) int (*name)(__VA_ARGS__);
    HEDDLE_ZE_FUNCTIONS(MEMBER)
#undef MEMBER
    int (*list_synchronize)(Handle, uint64_t);  // null: it is too old

    Functions() {
      void *library = open_library("libze_loader.so.1");
#define LOOK(name, ...) look_up(library, #name, name);
      HEDDLE_ZE_FUNCTIONS(LOOK)
#undef LOOK
      list_synchronize = reinterpret_cast<int (*)(Handle, uint64_t)>(
          dlsym(library, "zeCommandListHostSynchronize"));
    }
  };

  void must(int result, const char *what) {
    if (result == ze::kSuccess) return;
    char text[48];
    snprintf(text, sizeof text, "ze_result_t %#x, see ze_api.h", unsigned(result));
    give_up(what, text);
  }

  Handle kernel(Handle module, const char *name) {
    ze::KernelDesc desc;
    desc.name = name;
    Handle made;
    must(ze_.zeKernelCreate(module, &desc, &made), "zeKernelCreate");
    must(ze_.zeKernelSetGroupSize(made, kThreads, 1, 1), "zeKernelSetGroupSize");
    return made;
  }

  // One that is not set.
  Event make_event() {
    std::lock_guard lock(mutex_);
    if (!spare_.empty()) {
      const Event event = spare_.back();
      spare_.pop_back();
      must(ze_.zeEventHostReset(event), "zeEventHostReset");
      return event;
    }
    if (made_ % kPool == 0) {
      ze::EventPoolDesc desc;
      desc.flags = ze::kHostVisible;
      desc.count = kPool;
      must(ze_.zeEventPoolCreate(context_, &desc, 1, &device_, &pool_), "zeEventPoolCreate");
    }
    ze::EventDesc desc;
    desc.index = made_++ % kPool;
    desc.signal = desc.wait = ze::kScopeHost;
    Event event;
    must(ze_.zeEventCreate(pool_, &desc, &event), "zeEventCreate");
    return event;
  }

  // Appends to the stream, in a list of its own if it is a queue.
  template <class Append>
  void put(Stream stream, Append append) {
    if (!stream->queue) return append(stream->list);
    List next = take_list(stream);
    append(next.list);
    must(ze_.zeCommandListClose(next.list), "zeCommandListClose");
    must(ze_.zeCommandQueueExecuteCommandLists(stream->queue, 1, &next.list, next.fence),
         "zeCommandQueueExecuteCommandLists");
    stream->submitted.push_back(next);
  }

  List take_list(Stream stream) {
    List list{};
    if (!stream->submitted.empty() &&
        ze_.zeFenceQueryStatus(stream->submitted.front().fence) == ze::kSuccess) {
      list = stream->submitted.front();
      stream->submitted.pop_front();
      must(ze_.zeCommandListReset(list.list), "zeCommandListReset");
      must(ze_.zeFenceReset(list.fence), "zeFenceReset");
      return list;
    }
    ze::ListDesc desc;
    ze::FenceDesc fence;
    must(ze_.zeCommandListCreate(context_, device_, &desc, &list.list), "zeCommandListCreate");
    must(ze_.zeFenceCreate(stream->queue, &fence, &list.fence), "zeFenceCreate");
    return list;
  }

  void launch_turns(Stream stream, uint32_t turns) {
    launch_kernel(stream, work_, groups_, turns, out_);
  }

  static uint32_t groups_for(size_t count) { return uint32_t((count + kThreads - 1) / kThreads); }

  template <class... Arguments>
  void launch_kernel(Stream stream, Handle kernel, uint32_t groups, Arguments... arguments) {
    std::lock_guard lock(mutex_);  // arguments belong to the kernel until it is appended
    uint32_t index = 0;
    (must(ze_.zeKernelSetArgumentValue(kernel, index++, sizeof arguments, &arguments),
          "zeKernelSetArgumentValue"),
     ...);
    const ze::GroupCount count{groups, 1, 1};
    put(stream, [&](Handle list) {
      if (kernel != work_)
        must(ze_.zeCommandListAppendBarrier(list, nullptr, 0, nullptr),
             "zeCommandListAppendBarrier");
      must(ze_.zeCommandListAppendLaunchKernel(list, kernel, &count, nullptr, 0, nullptr),
           "zeCommandListAppendLaunchKernel");
    });
  }

  // As many groups as run at once.
  void fill_device() {
    ze::DeviceProperties p{};
    p.kind = ze::kDeviceProperties;
    must(ze_.zeDeviceGetProperties(device_, &p), "zeDeviceGetProperties");
    const uint32_t units = p.slices * p.subslices_per_slice * p.units_per_subslice;
    groups_ = std::max(1u, units * p.threads_per_unit * p.simd_width / kThreads);
  }

  void calibrate() {
    if (const char *known = getenv("ZE_LOAD_TURNS_PER_NS")) {
      turns_per_ns_ = atof(known);
      return;
    }
    turns_per_ns_ = per_ns(1'000'000, 8, [&](int64_t turns) {
      launch_turns(stream_, uint32_t(turns));
      synchronize();
    });
  }

  static constexpr uint32_t kThreads = 256, kPool = 256;

  Functions ze_;
  const bool immediate_ = getenv("ZE_LOAD_IMMEDIATE") != nullptr;
  Handle driver_ = nullptr, device_ = nullptr, context_ = nullptr, pool_ = nullptr;
  Handle work_ = nullptr, ramp_ = nullptr, affine_ = nullptr;
  Buffer out_ = nullptr;
  Stream stream_ = nullptr;
  uint32_t groups_ = 1, made_ = 0;
  double turns_per_ns_ = 1;
  std::deque<Event> spare_;
  std::mutex mutex_;
};

}  // namespace heddle
