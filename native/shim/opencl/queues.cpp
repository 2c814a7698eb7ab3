// Command queues: made with profiling, which is the device's own clock, and shown without.
#include <new>

#include "shim/opencl/roles.h"

namespace heddle::opencl {

namespace {

constexpr cl_uint kQueueDevice = 0x1091, kQueueProperties = 0x1093, kQueuePropertiesArray = 0x1098;
constexpr cl_uint kEventQueue = 0x11D0, kDevicePlatform = 0x1031;

// What we know of a queue. The program counts its references; the driver's own count may have more.
struct Info {
  std::atomic<int> references{1};
  std::atomic<HwQueue *> hardware{nullptr};
  bool profiled = true;  // by the program
  bool has_array = false;
  uint64_t array[16] = {};  // as the program gave it, with the 0 at the end
  uint32_t array_count = 0;
};

HandleMap<Info *> infos;

Info *info_of(cl_command_queue queue) {
  Info *const *known = infos.find(reinterpret_cast<uintptr_t>(queue));
  return known ? *known : nullptr;
}

// A null queue is the vendor's refusal.
cl_command_queue remember(cl_command_queue queue, uint64_t asked, const uint64_t *array) {
  void *room = queue ? malloc(sizeof(Info)) : nullptr;
  if (!room) return queue;
  auto *info = new (room) Info;
  info->profiled = asked & kProfiling;
  info->has_array = array;
  while (array && info->array_count < 15 && array[info->array_count])
    for (int i = 0; i < 2; i++)
      info->array[info->array_count] = array[info->array_count], info->array_count++;
  if (array) info->array_count++;
  infos.lock();
  infos.insert(reinterpret_cast<uintptr_t>(queue), info);
  infos.unlock();
  return queue;
}

// The properties with profiling in them. False if there are more than any program uses, or for a
// queue of the device's own, which is not ours to hold.
bool with_profiling(const uint64_t *given, uint64_t *made, uint64_t *asked) {
  *asked = 0;
  bool found = false;
  uint32_t n = 0;
  for (; given && given[n] && n < 14; n += 2) {
    made[n] = given[n];
    made[n + 1] = given[n + 1];
    if (given[n] != kQueueProperties) continue;
    found = true;
    *asked = given[n + 1];
    made[n + 1] |= kProfiling;
  }
  if ((given && given[n]) || *asked & kOnDevice) return false;
  if (!found) {
    made[n++] = kQueueProperties;
    made[n++] = kProfiling;
  }
  made[n] = 0;
  return true;
}

// With or without a list of properties, in whichever of its spellings.
template <class Create>
cl_command_queue create_with(const uint64_t *given, Create create) {
  uint64_t made[17], asked;
  if (with_profiling(given, made, &asked))
    if (cl_command_queue queue = create(made)) return remember(queue, asked, given);
  return remember(create(given), asked, given);
}

cl_int answer(const void *value, size_t bytes, size_t room, void *to, size_t *needed) {
  if (to && room < bytes) return kInvalidValue;
  if (to) memcpy(to, value, bytes);
  if (needed) *needed = bytes;
  return kSuccess;
}

}  // namespace

HwQueue *hw_queue_of(cl_command_queue queue) {
  Info *info = info_of(queue);
  return info ? info->hardware.load(std::memory_order_acquire) : nullptr;
}

heddle_queue *Vendor::open(cl_command_queue queue, Known *) {
  Info *info = info_of(queue);
  uint32_t index;
  heddle_hw_queue hardware;
  if (!info ||
      !table_device(ask<cl_device_id>(real().clGetCommandQueueInfo, queue, kQueueDevice), &index))
    return nullptr;
  HwQueue *made = make_hw_queue(queue, &hardware);
  if (!made) return nullptr;
  heddle_queue *opened = heddle_queue_open(index, &hardware, reinterpret_cast<uint64_t>(queue));
  if (opened)
    info->hardware.store(made, std::memory_order_release);
  else
    hardware.close(hardware.self);
  return opened;
}

WaitedEvents::WaitedEvents(cl_uint count, const cl_event *events) {
  for (cl_uint i = 0; events && i < count && waited_.count < Waited::kMost; i++) {
    const auto queue = ask<cl_command_queue>(real().clGetEventInfo, events[i], kEventQueue);
    bool is_new = queue && hw_queue_of(queue);
    for (int k = 0; k < waited_.count; k++) is_new &= queues_[k] != queue;
    if (!is_new) continue;
    // By the map's lock: another thread may release the queue meanwhile.
    Waited one = roles::waited_where(
        [&](uintptr_t key, const OnlyQueue &) { return key == Vendor::key_of(queue); });
    if (!one.count) continue;
    queues_[waited_.count] = queue;
    waited_.tokens[waited_.count] = one.tokens[0];
    waited_.queues[waited_.count++] = one.queues[0];
  }
}

void WaitedEvents::leave() {
  for (int i = 0; i < waited_.count; i++) {
    HwQueue *hardware = hw_queue_of(queues_[i]);
    heddle_sync_leave(waited_.queues[i], waited_.tokens[i], hardware && is_empty(*hardware));
  }
}

void forget_queues() { infos.forget(); }

}  // namespace heddle::opencl

using namespace heddle::opencl;

extern "C" {

HEDDLE_EXPORT cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                                    cl_command_queue_properties properties,
                                                    cl_int *errcode_ret) {
  const auto create = real().clCreateCommandQueue;
  cl_command_queue queue = create(context, device, properties | kProfiling, errcode_ret);
  if (!queue) queue = create(context, device, properties, errcode_ret);
  return remember(queue, properties, nullptr);
}

HEDDLE_EXPORT cl_command_queue
clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                   const cl_queue_properties *properties, cl_int *errcode_ret) {
  return create_with(properties, [&](const uint64_t *given) {
    return real().clCreateCommandQueueWithProperties(context, device, given, errcode_ret);
  });
}

// The same as an extension, which the driver hands out by name.
HEDDLE_EXPORT cl_command_queue clCreateCommandQueueWithPropertiesKHR(
    cl_context context, cl_device_id device, const cl_queue_properties_khr *properties,
    cl_int *errcode_ret) {
  const auto platform = ask<cl_platform_id>(real().clGetDeviceInfo, device, kDevicePlatform);
  auto create = reinterpret_cast<decltype(&clCreateCommandQueueWithProperties)>(
      real().clGetExtensionFunctionAddressForPlatform(platform,
                                                      "clCreateCommandQueueWithPropertiesKHR"));
  return create_with(properties, [&](const uint64_t *given) {
    return create(context, device, given, errcode_ret);
  });
}

HEDDLE_EXPORT cl_int clRetainCommandQueue(cl_command_queue command_queue) {
  const cl_int result = real().clRetainCommandQueue(command_queue);
  Info *info = result == kSuccess ? info_of(command_queue) : nullptr;
  if (info) info->references++;
  return result;
}

HEDDLE_EXPORT cl_int clReleaseCommandQueue(cl_command_queue command_queue) {
  Info *info = info_of(command_queue);
  if (!info || --info->references > 0) return real().clReleaseCommandQueue(command_queue);
  roles::close_queue(command_queue);
  infos.lock();
  infos.erase(reinterpret_cast<uintptr_t>(command_queue));
  infos.unlock();
  free(info);
  return real().clReleaseCommandQueue(command_queue);
}

HEDDLE_EXPORT cl_int clGetCommandQueueInfo(cl_command_queue command_queue,
                                           cl_command_queue_info param_name,
                                           size_t param_value_size, void *param_value,
                                           size_t *param_value_size_ret) {
  const Info *info = info_of(command_queue);
  if (info && param_name == kQueuePropertiesArray)
    return answer(info->array, info->array_count * sizeof(uint64_t), param_value_size, param_value,
                  param_value_size_ret);
  const cl_int result = real().clGetCommandQueueInfo(command_queue, param_name, param_value_size,
                                                     param_value, param_value_size_ret);
  if (info && !info->profiled && param_name == kQueueProperties && result == kSuccess &&
      param_value)
    *static_cast<uint64_t *>(param_value) &= ~kProfiling;
  return result;
}

HEDDLE_EXPORT cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                                             size_t param_value_size, void *param_value,
                                             size_t *param_value_size_ret) {
  const auto queue = ask<cl_command_queue>(real().clGetEventInfo, event, kEventQueue);
  const Info *info = queue ? info_of(queue) : nullptr;
  if (info && !info->profiled) return kProfilingNotAvailable;
  return real().clGetEventProfilingInfo(event, param_name, param_value_size, param_value,
                                        param_value_size_ret);
}

HEDDLE_EXPORT cl_int clWaitForEvents(cl_uint num_events, const cl_event *event_list) {
  WaitedEvents waited(num_events, event_list);
  const cl_int result = real().clWaitForEvents(num_events, event_list);
  waited.leave();
  return result;
}

HEDDLE_EXPORT void *clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer,
                                       cl_bool blocking_map, cl_map_flags map_flags, size_t offset,
                                       size_t size, cl_uint num_events_in_wait_list,
                                       const cl_event *event_wait_list, cl_event *event,
                                       cl_int *errcode_ret) {
  void *mapped = nullptr;
  const cl_int result =
      roles::work_sync(command_queue, blocking_map, num_events_in_wait_list, event, [&] {
        cl_int error;
        mapped =
            real().clEnqueueMapBuffer(command_queue, buffer, blocking_map, map_flags, offset, size,
                                      num_events_in_wait_list, event_wait_list, event, &error);
        return error;
      });
  if (errcode_ret) *errcode_ret = result;
  return mapped;
}

HEDDLE_EXPORT void *clEnqueueMapImage(cl_command_queue command_queue, cl_mem image,
                                      cl_bool blocking_map, cl_map_flags map_flags,
                                      const size_t *origin, const size_t *region,
                                      size_t *image_row_pitch, size_t *image_slice_pitch,
                                      cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event,
                                      cl_int *errcode_ret) {
  void *mapped = nullptr;
  const cl_int result =
      roles::work_sync(command_queue, blocking_map, num_events_in_wait_list, event, [&] {
        cl_int error;
        mapped = real().clEnqueueMapImage(command_queue, image, blocking_map, map_flags, origin,
                                          region, image_row_pitch, image_slice_pitch,
                                          num_events_in_wait_list, event_wait_list, event, &error);
        return error;
      });
  if (errcode_ret) *errcode_ret = result;
  return mapped;
}

}  // extern C
