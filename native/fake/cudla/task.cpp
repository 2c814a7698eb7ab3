// Tasks, and the fences of NvSciSync that tell of them.
#include <cstring>

#include "common/os.h"
#include "fake/cudla/library.h"

namespace fake {

uint64_t Library::add_fence(ReachedPtr reached) {
  std::lock_guard lock(mutex);
  fences[++fences_made] = std::move(reached);
  return fences_made;
}

ReachedPtr Library::find(const SciFence &fence) {
  std::lock_guard lock(mutex);
  auto found = fences.find(fence.payload[0]);
  return found == fences.end() ? nullptr : found->second;
}

namespace {

// A task in a CUDA stream.
struct Job {
  std::shared_ptr<cudlaDevHandle_t> device;
  Task task;
  const uint64_t *input;
  uint64_t *output;

  static void run(void *self);
};

// What the first input tensor has: the numbers of one of the kernels.
struct Numbers {
  uint64_t count_or_ns;
  uint32_t a, b;
};

cudlaStatus launch(cudlaDevHandle_t &device, const Task &task) {
  auto module = library().find(static_cast<cudlaModule>(task.module));
  if (!module || module->device != &device) return kInvalidModule;
  for (uint32_t i = 0; i < task.input_count; i++)
    if (!device.memory.contains(task.inputs[i])) return kInvalidAddress;
  for (uint32_t i = 0; i < task.output_count; i++)
    if (!device.memory.contains(task.outputs[i])) return kInvalidAddress;
  if (task.input_count != 1) return kInvalidParam;
  Numbers n;
  memcpy(&n, task.inputs[0], sizeof n);
  auto *out = task.output_count ? reinterpret_cast<uint32_t *>(task.outputs[0]) : nullptr;
  auto start = [&](const auto &arguments) {
    return sxLaunchKernel(module->kernel, &arguments, sizeof arguments, device.stream);
  };
  sxKernel timed = nullptr, ramp = nullptr;
  sxGetKernel(&timed, "timed");
  sxGetKernel(&ramp, "ramp");
  if (module->kernel == timed) return start(sxTimedArgs{n.count_or_ns}) == SX_OK ? kSuccess : kOs;
  if (!out || device.memory[out] < n.count_or_ns * sizeof *out) return kInvalidParam;
  const sxResult result = module->kernel == ramp
                              ? start(sxRampArgs{out, n.count_or_ns, n.b})
                              : start(sxAffineArgs{out, n.count_or_ns, n.a, n.b});
  return result == SX_OK ? kSuccess : kOs;
}

cudlaStatus signal(cudlaDevHandle_t &device, SignalEvents &events) {
  auto reached = std::make_shared<Reached>();
  if (sxEventCreate(&reached->event) != SX_OK) return kOutOfResources;
  for (uint32_t i = 0; i < events.count; i++)
    if (!device.memory.contains(events.objects[i])) return kInvalidAddress;
  sxEventRecord(reached->event, device.stream);
  for (uint32_t i = 0; i < events.count; i++)
    *static_cast<SciFence *>(events.fences[i].fence) = {{library().add_fence(reached)}};
  return kSuccess;
}

void Job::run(void *self) {
  std::unique_ptr<Job> job(static_cast<Job *>(self));
  job->task.inputs = &job->input;
  job->task.outputs = &job->output;
  std::lock_guard lock(job->device->mutex);
  launch(*job->device, job->task);
  sxStreamSynchronize(job->device->stream);
}

cudlaStatus submit_to(void *stream, const std::shared_ptr<cudlaDevHandle_t> &device,
                      const Task &task) {
  if (task.waits || task.signals) return kNotSupported;
  if (task.input_count != 1 || task.output_count > 1) return kInvalidParam;
  auto job = std::make_unique<Job>(Job{device, task, task.inputs[0], nullptr});
  if (task.output_count) job->output = task.outputs[0];
  if (library().cuLaunchHostFunc(stream, Job::run, job.get()) != 0) return kCuda;
  job.release();
  return kSuccess;
}

cudlaStatus submit(cudlaDevHandle_t &device, const Task &task, bool is_noop) {
  for (uint32_t i = 0; task.waits && i < task.waits->count; i++)
    if (auto found = library().find(*static_cast<SciFence *>(task.waits->fences[i].fence)))
      device.waits.push_back(std::move(found));
  if (!task.inputs && !task.outputs && !is_noop)
    return task.signals ? kNotSupported : kSuccess;  // the fake keeps no signals for later
  for (const ReachedPtr &wait : device.waits) sxStreamWaitEvent(device.stream, wait->event);
  device.waits.clear();
  if (!is_noop)
    if (cudlaStatus failed = launch(device, task)) return failed;
  return task.signals ? signal(device, *task.signals) : kSuccess;
}

}  // namespace
}  // namespace fake

using namespace fake;

FAKE_EXPORT cudlaStatus cudlaSubmitTask(cudlaDevHandle handle, const void *tasks, uint32_t count,
                                        void *stream, uint32_t flags) {
  return guarded([&] {
    auto device = library().find(handle);
    if (!device) return kInvalidDevice;
    if (!tasks || !count || (stream && device->is_standalone)) return kInvalidParam;
    const auto *first = static_cast<const Task *>(tasks);
    if (!device->is_standalone) {
      for (const Task *task = first; task < first + count; task++)
        if (cudlaStatus failed = submit_to(stream, device, *task)) return failed;
      return kSuccess;
    }
    std::lock_guard lock(device->mutex);
    for (const Task *task = first; task < first + count; task++)
      if (cudlaStatus failed = submit(*device, *task, flags & heddle::cudla::kNoop)) return failed;
    return kSuccess;
  });
}

FAKE_EXPORT int NvSciSyncModuleOpen(void **module) {
  static char only;
  *module = &only;
  return 0;
}

FAKE_EXPORT int NvSciSyncCpuWaitContextAlloc(void *module, void **context) {
  *context = module;
  return 0;
}

FAKE_EXPORT int NvSciSyncFenceDup(const SciFence *from, SciFence *to) {
  return guarded([&] {
    auto reached = library().find(*from);
    *to = {};
    if (reached) to->payload[0] = library().add_fence(std::move(reached));
    return kSuccess;
  });
}

FAKE_EXPORT void NvSciSyncFenceClear(SciFence *fence) {
  guarded([&] {
    std::lock_guard lock(library().mutex);
    library().fences.erase(fence->payload[0]);
    *fence = {};
    return kSuccess;
  });
}

// A cleared fence holds nothing up.
FAKE_EXPORT int NvSciSyncFenceWait(const SciFence *fence, void *, int64_t microseconds) {
  return guarded([&] {
    constexpr int kTimeout = 0x200;  // NvSciError_Timeout
    auto reached = library().find(*fence);
    if (!reached) return kSuccess;
    if (microseconds < 0) return sxEventSynchronize(reached->event) == SX_OK ? kSuccess : kOs;
    const int64_t until = os::now_ns() + microseconds * 1000;
    while (sxEventQuery(reached->event) == SX_ERROR_NOT_READY) {
      if (os::now_ns() >= until) return kTimeout;
      os::sleep_until(os::now_ns() + 20'000);
    }
    return kSuccess;
  });
}
