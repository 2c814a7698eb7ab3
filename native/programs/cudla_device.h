// A DLA core as an ordinary program sees it, in standalone mode: a stream is a handle of its own,
// and NvSciSync's fences are its events. A loadable for a real core comes from NVIDIA's compiler,
// out of a network; those here are names that our fake knows, so that this runs on the fake alone.
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "hal/cudla/types.h"
#include "programs/library.h"

namespace heddle {

// cuDLA's functions that we call, with their parameters.
#define HEDDLE_CUDLA_FUNCTIONS(DO)                                                \
  DO(cudlaCreateDevice, uint64_t, Handle *, uint32_t)                             \
  DO(cudlaDestroyDevice, Handle)                                                  \
  DO(cudlaImportExternalMemory, Handle, const void *, uint64_t **, uint32_t)      \
  DO(cudlaImportExternalSemaphore, Handle, const void *, uint64_t **, uint32_t)   \
  DO(cudlaMemUnregister, Handle, const uint64_t *)                                \
  DO(cudlaModuleLoadFromMemory, Handle, const void *, size_t, Handle *, uint32_t) \
  DO(cudlaModuleUnload, Handle, uint32_t)                                         \
  DO(cudlaSubmitTask, Handle, const cudla::Task *, uint32_t, void *, uint32_t)

class Device {
  using Handle = void *;
  struct Core;

 public:
  using Stream = Core *;
  using Event = cudla::SciFence *;
  struct Buffer {
    void *memory = nullptr;
    size_t bytes = 0;
  };
  static constexpr const char *kApi = "cudla";

  Device() {
    void *library = open_library("libcudla.so.1");
#define LOOK(name, ...) look_up(library, #name, dla.name);
    HEDDLE_CUDLA_FUNCTIONS(LOOK)
#undef LOOK
    void *own = dlopen("libnvscisync.so", RTLD_NOW);
    void *with_fences = own ? own : library;  // our fake has them in one
    void *module = nullptr;
    look_up(with_fences, "NvSciSyncModuleOpen", sci.NvSciSyncModuleOpen);
    look_up(with_fences, "NvSciSyncCpuWaitContextAlloc", sci.NvSciSyncCpuWaitContextAlloc);
    look_up(with_fences, "NvSciSyncFenceWait", sci.NvSciSyncFenceWait);
    look_up(with_fences, "NvSciSyncFenceClear", sci.NvSciSyncFenceClear);
    must(sci.NvSciSyncModuleOpen(&module), "NvSciSyncModuleOpen");
    must(sci.NvSciSyncCpuWaitContextAlloc(module, &context_), "NvSciSyncCpuWaitContextAlloc");
    stream_ = make_stream();
  }

  // From now on cuDLA's own function is called, past Heddle. False if Heddle is not here.
  bool go_direct(bool direct) {
    static const auto intercepted = dla.cudlaSubmitTask;
    auto *past = past_heddle("libcudla.so.1", "cudlaSubmitTask", intercepted);
    dla.cudlaSubmitTask = direct && past ? past : intercepted;
    return past != nullptr;
  }
  void launch(uint64_t nanoseconds) { launch(stream_, nanoseconds); }
  void synchronize() { synchronize(stream_); }
  Event record() { return record(stream_); }
  void wait(Event event) {
    must(sci.NvSciSyncFenceWait(event, context_, -1), "NvSciSyncFenceWait");
  }
  void give_back(Event event) {
    sci.NvSciSyncFenceClear(event);
    spare_.push_back(event);
  }

  Stream make_stream() {
    auto *made = new Core;
    must(dla.cudlaCreateDevice(0, &made->handle, cudla::kStandalone), "cudlaCreateDevice");
    const void *object = made;  // an NvSciSyncObj
    must(dla.cudlaImportExternalSemaphore(made->handle, &object, &made->signal, 0),
         "cudlaImportExternalSemaphore");
    for (int kernel = 0; kernel < kKernels; kernel++)
      must(dla.cudlaModuleLoadFromMemory(made->handle, kNames[kernel], strlen(kNames[kernel]),
                                         &made->modules[kernel], 0),
           "cudlaModuleLoadFromMemory");
    std::lock_guard lock(mutex_);
    cores_.insert(made);
    return made;
  }
  // All that was submitted has to be done by then, and its waiters told.
  void destroy(Stream stream) {
    synchronize(stream);
    {
      std::lock_guard lock(mutex_);
      cores_.erase(stream);
    }
    must(dla.cudlaDestroyDevice(stream->handle), "cudlaDestroyDevice");
    delete stream;
  }
  void launch(Stream stream, uint64_t nanoseconds) {
    submit(stream, kTimed, {nanoseconds, 0, 0}, nullptr);
  }
  void fill(Stream stream, Buffer to, size_t count, uint32_t value) {
    submit(stream, kRamp, {count, 0, value}, &to);
  }
  void affine(Stream stream, Buffer to, size_t count, uint32_t a, uint32_t b) {
    submit(stream, kAffine, {count, a, b}, &to);
  }
  void read(Stream stream, void *to, Buffer from, size_t bytes) {
    synchronize(stream);
    memcpy(to, from.memory, bytes);
  }
  Event record(Stream stream) {
    Event event = spare_.empty() ? new cudla::SciFence{} : spare_.back();
    if (!spare_.empty()) spare_.pop_back();
    signal(stream, event);
    return event;
  }
  void make_wait(Stream stream, Event event) {
    const cudla::CudlaFence fence{event, cudla::kEndOfFrame};
    const cudla::WaitEvents waits{&fence, 1};
    cudla::Task task{};
    task.waits = &waits;
    must(dla.cudlaSubmitTask(stream->handle, &task, 1, nullptr, 0), "cudlaSubmitTask");
  }
  bool is_done(Event event) { return sci.NvSciSyncFenceWait(event, context_, 0) == 0; }
  void synchronize(Stream stream) {
    cudla::SciFence end{};
    signal(stream, &end);
    wait(&end);
    sci.NvSciSyncFenceClear(&end);
  }
  bool is_empty(Stream) { return false; }  // a handle cannot be asked

  // The memory is the program's own; a handle is told of it when it is first used there.
  Buffer allocate(size_t bytes, long *result) {
    Buffer made{aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment),
                bytes};
    *result = made.memory ? 0 : kOutOfResources;
    return made;
  }
  void release(Buffer buffer) {
    std::lock_guard lock(mutex_);
    for (Core *core : cores_) {
      std::lock_guard own(core->mutex);
      if (core->known.erase(buffer.memory))
        must(dla.cudlaMemUnregister(core->handle, static_cast<uint64_t *>(buffer.memory)),
             "cudlaMemUnregister");
    }
    free(buffer.memory);
  }
  void memory(size_t *free, size_t *total) { *free = *total = 0; }

  long misuse(int which) {
    const Described none{stream_, 0};
    uint64_t *to = nullptr;
    if (which == 0) return dla.cudlaDestroyDevice(nullptr);
    if (which == 1) return dla.cudlaImportExternalMemory(stream_->handle, &none, &to, 0);
    return dla.cudlaModuleUnload(nullptr, 0);
  }

 private:
  static constexpr long kOutOfResources = 2;  // cudlaErrorOutOfResources
  static constexpr size_t kAlignment = 64, kSlots = 512;
  static constexpr const char *kNames[] = {"timed", "ramp", "affine"};
  enum Kernel { kTimed, kRamp, kAffine, kKernels };

  struct alignas(kAlignment) Numbers {
    uint64_t count_or_ns;
    uint32_t a, b;
  };
  struct Described {  // cudlaExternalMemoryHandleDesc
    const void *object;
    unsigned long long bytes;
  };
  struct Core {
    Handle handle = nullptr;
    uint64_t *signal = nullptr;
    Handle modules[kKernels] = {};
    std::mutex mutex;
    std::map<const void *, uint64_t *> known;  // what the handle was told of
    Numbers numbers[kSlots] = {};              // of the tasks under way
    size_t used = 0;
  };

  static void must(int status, const char *what) {
    if (status) give_up(what, std::to_string(status).c_str());
  }

  uint64_t *known_to(Core &core, const void *memory, size_t bytes) {
    uint64_t *&known = core.known[memory];
    const Described description{memory, bytes};
    if (!known)
      must(dla.cudlaImportExternalMemory(core.handle, &description, &known, 0),
           "cudlaImportExternalMemory");
    return known;
  }

  void submit(Stream stream, Kernel kernel, const Numbers &numbers, const Buffer *buffer) {
    std::unique_lock lock(stream->mutex);
    if (stream->used == kSlots) {
      stream->used = 0;
      lock.unlock();
      synchronize(stream);
      lock.lock();
    }
    Numbers &slot = stream->numbers[stream->used++];
    slot = numbers;
    const uint64_t *input = known_to(*stream, &slot, sizeof slot);
    uint64_t *output = buffer ? known_to(*stream, buffer->memory, buffer->bytes) : nullptr;
    cudla::Task task{};
    task.module = stream->modules[kernel];
    task.inputs = &input;
    task.input_count = 1;
    task.outputs = buffer ? &output : nullptr;
    task.output_count = buffer ? 1 : 0;
    lock.unlock();
    must(dla.cudlaSubmitTask(stream->handle, &task, 1, nullptr, 0), "cudlaSubmitTask");
  }

  // A task that is skipped, with a fence behind all in front of it.
  void signal(Stream stream, cudla::SciFence *end) {
    cudla::CudlaFence fence{end, cudla::kEndOfFrame};
    cudla::SignalEvents signals{&stream->signal, &fence, 1};
    cudla::Task task{};
    task.module = stream->modules[kTimed];
    task.signals = &signals;
    must(dla.cudlaSubmitTask(stream->handle, &task, 1, nullptr, cudla::kNoop), "cudlaSubmitTask");
  }

  struct {
#define MEMBER(name, ...) int (*name)(__VA_ARGS__);
    HEDDLE_CUDLA_FUNCTIONS(MEMBER)
#undef MEMBER
  } dla;
  cudla::SciSync sci = {};
  void *context_ = nullptr;
  Stream stream_ = nullptr;
  std::mutex mutex_;
  std::set<Core *> cores_;
  std::deque<Event> spare_;
};

}  // namespace heddle
