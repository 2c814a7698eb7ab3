// An OpenCL driver for tests of its server: objects are memory that a sanitizer watches, so one
// that is used when it is gone is found. A kernel adds 1 to all bytes of the buffer that it is
// given.
#include "tests/remote/opencl/fake_objects.h"

using namespace fake;

EXPORT cl_int clGetPlatformIDs(cl_uint, cl_platform_id *found, cl_uint *count) {
  if (found) *found = to<cl_platform_id>(&platform);
  if (count) *count = 1;
  return 0;
}
EXPORT cl_int clGetPlatformInfo(cl_platform_id of, cl_platform_info, size_t room, void *place,
                                size_t *needed) {
  return of ? answer("fake", 5, room, place, needed) : -32;
}
EXPORT cl_int clGetDeviceIDs(cl_platform_id of, cl_device_type, cl_uint, cl_device_id *found,
                             cl_uint *count) {
  if (!of) return -32;
  if (found) *found = to<cl_device_id>(&device);
  if (count) *count = 1;
  return 0;
}
EXPORT cl_int clGetDeviceInfo(cl_device_id of, cl_device_info what, size_t room, void *place,
                              size_t *needed) {
  if (!of) return -33;
  return what == 0x1031 ? answer(&platform, room, place, needed)
                        : answer("fake", 5, room, place, needed);
}
EXPORT cl_context clCreateContext(const cl_context_properties *, cl_uint count,
                                  const cl_device_id *devices, cl_context_notify, void *,
                                  cl_int *code) {
  std::lock_guard lock(all);
  if (!count || !devices) return set(code, -30), nullptr;
  for (cl_uint i = 0; i < count; i++)
    if (devices[i] != to<cl_device_id>(&device)) return set(code, -33), nullptr;
  set(code, 0);
  return to<cl_context>(new Context);
}
EXPORT cl_context clCreateContextFromType(const cl_context_properties *, cl_device_type,
                                          cl_context_notify, void *, cl_int *code) {
  set(code, 0);
  return to<cl_context>(new Context);
}
EXPORT cl_command_queue clCreateCommandQueue(cl_context of, cl_device_id on,
                                             cl_command_queue_properties, cl_int *code) {
  std::lock_guard lock(all);
  if (!of || !on) return set(code, of ? -33 : -34), nullptr;
  auto *made = new Queue;
  made->context = as<Context>(of), made->context->references++;
  set(code, 0);
  return to<cl_command_queue>(made);
}
EXPORT cl_mem clCreateBuffer(cl_context of, cl_mem_flags flags, size_t size, void *host,
                             cl_int *code) {
  std::lock_guard lock(all);
  if (!of) return set(code, -34), nullptr;
  if (!size || size > 1 << 26) return set(code, -61), nullptr;
  if (flags & 8) abort();  // never with memory of the client's
  if (!host != !(flags & 32)) return set(code, -37), nullptr;
  auto *made = new Memory;
  made->context = as<Context>(of), made->context->references++;
  made->bytes.resize(made->size = size);
  if (host) memcpy(made->bytes.data(), host, size);
  set(code, 0);
  return to<cl_mem>(made);
}
EXPORT cl_mem clCreateSubBuffer(cl_mem given, cl_mem_flags, cl_buffer_create_type type,
                                const void *what, cl_int *code) {
  std::lock_guard lock(all);
  auto *whole = as<Memory>(given);
  if (!whole || whole->whole) return set(code, -38), nullptr;
  size_t region[2] = {};
  if (!what || type != 0x1220) return set(code, -30), nullptr;
  memcpy(region, what, sizeof region);
  if (!is_inside(whole, region[0], region[1])) return set(code, -30), nullptr;
  auto *made = new Memory;
  made->context = whole->context, made->context->references++;
  made->whole = whole, whole->references++;
  made->offset = region[0], made->size = region[1];
  set(code, 0);
  return to<cl_mem>(made);
}
EXPORT cl_program clCreateProgramWithSource(cl_context of, cl_uint count, const char **texts,
                                            const size_t *lengths, cl_int *code) {
  std::lock_guard lock(all);
  if (!of || !count || !texts) return set(code, of ? -30 : -34), nullptr;
  volatile size_t sum = 0;  // all of it can be read
  for (size_t i = 0; lengths && i < lengths[0]; i++) sum = sum + size_t(texts[0][i]);
  auto *made = new Program;
  made->context = as<Context>(of), made->context->references++;
  set(code, 0);
  return to<cl_program>(made);
}
EXPORT cl_int clBuildProgram(cl_program of, cl_uint, const cl_device_id *, const char *,
                             cl_program_callback, void *) {
  return of ? 0 : -44;
}
// Who compiles reads all names.
EXPORT cl_int clCompileProgram(cl_program of, cl_uint, const cl_device_id *, const char *,
                               cl_uint count, const cl_program *headers, const char **names,
                               cl_program_callback, void *) {
  if (!of) return -44;
  if (!count != !headers || !count != !names) return -30;
  volatile size_t sum = 0;
  for (cl_uint i = 0; i < count; i++) sum = sum + strlen(names[i]);
  return 0;
}
EXPORT cl_kernel clCreateKernel(cl_program of, const char *name, cl_int *code) {
  std::lock_guard lock(all);
  if (!of || !name) return set(code, of ? -30 : -44), nullptr;
  auto *made = new Kernel;
  made->program = as<Program>(of), made->program->references++;
  set(code, 0);
  return to<cl_kernel>(made);
}
EXPORT cl_int clCreateKernelsInProgram(cl_program of, cl_uint room, cl_kernel *kernels,
                                       cl_uint *count) {
  if (!of || (kernels && !room)) return of ? -30 : -44;
  if (kernels) *kernels = clCreateKernel(of, "", nullptr);
  if (count) *count = 1;
  return 0;
}
EXPORT cl_kernel clCloneKernel(cl_kernel of, cl_int *code) {
  std::lock_guard lock(all);
  if (!of) return set(code, -48), nullptr;
  auto *made = new Kernel(*as<Kernel>(of));
  made->references = 1, made->program->references++;
  set(code, 0);
  return to<cl_kernel>(made);
}
EXPORT cl_int clSetKernelArg(cl_kernel of, cl_uint index, size_t size, const void *value) {
  std::lock_guard lock(all);
  auto *kernel = as<Kernel>(of);
  if (!kernel || index > 5) return kernel ? -49 : -48;
  if (index == 0 && size != sizeof(Memory *)) return -51;
  if (index == 1 && (size != 4 || !value)) return value ? -51 : -50;
  if (index == 2 && (value || !size)) return value ? -50 : -51;
  if (index >= 3 && size != sizeof(Object<int> *)) return -51;
  if (index >= 3 && !value && index != 5) return -50;
  if (index >= 4 && value) {
    Object<int> *sampler;
    memcpy(&sampler, value, sizeof sampler);
    if (sampler) sampler->references++;  // whatever it is
    if (!sampler && index == 4) return -41;
  }
  if (index == 0) kernel->memory = nullptr;
  if (index == 0 && value) memcpy(&kernel->memory, value, size);
  if (index == 0 && kernel->memory) kernel->memory->own++;  // it is there
  return kernel->is_set[index] = true, 0;
}
// Of the last three: all have one private type, of the program's own name.
EXPORT cl_int clGetKernelArgInfo(cl_kernel of, cl_uint index, cl_kernel_arg_info what, size_t room,
                                 void *place, size_t *needed) {
  if (!of || index < 3 || index > 5) return of ? -19 : -48;
  if (what == 0x1196) return answer(uint32_t(0x119E), room, place, needed);
  return what == 0x1198 ? answer("mine", 5, room, place, needed) : -30;
}
EXPORT cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel of, cl_uint dimensions,
                                     const size_t *, const size_t *global, const size_t *local,
                                     cl_uint count, const cl_event *list, cl_event *event) {
  std::lock_guard lock(all);
  auto *kernel = as<Kernel>(of);
  if (!kernel || !queue) return kernel ? -36 : -48;
  if (!dimensions || dimensions > 3) return -53;
  size_t items = global ? 1 : 0;
  for (cl_uint i = 0; global && i < dimensions; i++) items *= global[i] * (local ? local[i] : 1);
  if (!items || !kernel->is_set[0] || !kernel->is_set[1]) return items ? -52 : -63;
  if (!kernel->memory) return enqueue(queue, count, list, event, [] {});
  return enqueue(queue, count, list, event, [used = Used(kernel->memory)] {
    for (size_t i = 0; i < used.memory->size; i++) used.memory->at()[i]++;
  });
}
EXPORT cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint count,
                            const cl_event *list, cl_event *event) {
  const size_t one = 1;
  return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, count, list, event);
}
EXPORT cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem of, cl_bool, size_t offset,
                                  size_t size, void *place, cl_uint count, const cl_event *list,
                                  cl_event *event) {
  std::lock_guard lock(all);
  auto *memory = as<Memory>(of);
  if (!memory || !place || !is_inside(memory, offset, size)) return memory ? -30 : -38;
  return enqueue(queue, count, list, event,
                 [=, used = Used(memory)] { memcpy(place, used.memory->at() + offset, size); });
}
EXPORT cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem of, cl_bool, size_t offset,
                                   size_t size, const void *place, cl_uint count,
                                   const cl_event *list, cl_event *event) {
  std::lock_guard lock(all);
  auto *memory = as<Memory>(of);
  if (!memory || !place || !is_inside(memory, offset, size)) return memory ? -30 : -38;
  return enqueue(queue, count, list, event,
                 [=, used = Used(memory)] { memcpy(used.memory->at() + offset, place, size); });
}
static bool are_inside(Memory *memory, const size_t *origin, const size_t *region, size_t row,
                       size_t slice) {
  size_t rows, first, last;
  if (!memory || !origin || !region || !region[0] || !region[1] || !region[2]) return false;
  if (row < region[0] || slice < row * region[1] || row > 1 << 26 || slice > 1 << 26) return false;
  if (__builtin_mul_overflow(region[2] - 1, slice, &rows) ||
      __builtin_mul_overflow(origin[2], slice, &first) || rows > 1 << 26 || first > 1 << 26 ||
      origin[1] > 1 << 26 || origin[0] > 1 << 26 || region[1] > 1 << 26)
    return false;
  first += origin[1] * row + origin[0];
  last = first + rows + (region[1] - 1) * row + region[0];
  return last <= memory->size;
}
template <class Row>
static void each_row(Memory *memory, const size_t *at, Row row) {
  for (size_t z = 0; z < at[5]; z++)
    for (size_t y = 0; y < at[4]; y++)
      row(memory->at() + (at[2] + z) * at[7] + (at[1] + y) * at[6] + at[0], (z * at[4] + y) * at[3],
          at[3]);
}
#define ROWS                                                                \
  std::lock_guard lock(all);                                                \
  auto *memory = as<Memory>(of);                                            \
  if (!memory || !place || !are_inside(memory, origin, region, row, slice)) \
    return memory ? -30 : -38;                                              \
  const std::vector<size_t> at{origin[0], origin[1], origin[2], region[0],  \
                               region[1], region[2], row,       slice};
EXPORT cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem of, cl_bool,
                                      const size_t *origin, const size_t *, const size_t *region,
                                      size_t row, size_t slice, size_t, size_t, void *place,
                                      cl_uint count, const cl_event *list, cl_event *event) {
  ROWS return enqueue(queue, count, list, event, [=, used = Used(memory)] {
    each_row(used.memory, at.data(), [&](unsigned char *from, size_t to, size_t size) {
      memcpy(static_cast<unsigned char *>(place) + to, from, size);
    });
  });
}
EXPORT cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem of, cl_bool,
                                       const size_t *origin, const size_t *, const size_t *region,
                                       size_t row, size_t slice, size_t, size_t, const void *place,
                                       cl_uint count, const cl_event *list, cl_event *event) {
  ROWS return enqueue(queue, count, list, event, [=, used = Used(memory)] {
    each_row(used.memory, at.data(), [&](unsigned char *into, size_t from, size_t size) {
      memcpy(into, static_cast<const unsigned char *>(place) + from, size);
    });
  });
}
EXPORT cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem into, size_t a,
                                  size_t b, size_t size, cl_uint count, const cl_event *list,
                                  cl_event *event) {
  std::lock_guard lock(all);
  if (!is_inside(as<Memory>(from), a, size) || !is_inside(as<Memory>(into), b, size)) return -30;
  return enqueue(queue, count, list, event,
                 [=, x = Used(as<Memory>(from)), y = Used(as<Memory>(into))] {
                   memmove(y.memory->at() + b, x.memory->at() + a, size);
                 });
}
EXPORT cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem of, const void *pattern,
                                  size_t length, size_t offset, size_t size, cl_uint count,
                                  const cl_event *list, cl_event *event) {
  std::lock_guard lock(all);
  auto *memory = as<Memory>(of);
  if (!pattern || !length || length > 128 || !is_inside(memory, offset, size)) return -30;
  const auto *start = static_cast<const unsigned char *>(pattern);
  const std::vector<unsigned char> what(start, start + length);
  return enqueue(queue, count, list, event, [=, used = Used(memory)] {
    for (size_t i = 0; i < size; i++) used.memory->at()[offset + i] = what[i % what.size()];
  });
}
EXPORT void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem of, cl_bool, cl_map_flags,
                                size_t offset, size_t size, cl_uint count, const cl_event *list,
                                cl_event *event, cl_int *code) {
  std::lock_guard lock(all);
  auto *memory = as<Memory>(of);
  if (!is_inside(memory, offset, size)) return set(code, memory ? -30 : -38), nullptr;
  const auto copy = std::make_shared<std::vector<unsigned char>>(size);
  const auto fill = [=, used = Used(memory)] {
    memcpy(copy->data(), used.memory->at() + offset, size);
  };
  if (set(code, enqueue(queue, count, list, event, fill)) != 0) return nullptr;
  memory->mapped[copy->data()] = {offset, copy};
  return copy->data();
}
EXPORT cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem of, void *mapped,
                                      cl_uint count, const cl_event *list, cl_event *event) {
  std::lock_guard lock(all);
  auto *memory = as<Memory>(of);
  const auto found = memory ? memory->mapped.find(mapped) : decltype(memory->mapped.end()){};
  if (!memory || found == memory->mapped.end()) return -30;
  const auto [offset, copy] = found->second;
  const auto write = [offset = offset, copy = copy, used = Used(memory)] {
    memcpy(used.memory->at() + offset, copy->data(), copy->size());
  };
  const cl_int result = enqueue(queue, count, list, event, write);
  if (result == 0) memory->mapped.erase(found);
  return result;
}
EXPORT cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count,
                                          const cl_event *list, cl_event *event) {
  std::lock_guard lock(all);
  return enqueue(queue, count, list, event, [] {});
}
EXPORT cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count,
                                           const cl_event *list, cl_event *event) {
  return clEnqueueMarkerWithWaitList(queue, count, list, event);
}
EXPORT cl_event clCreateUserEvent(cl_context of, cl_int *code) {
  std::lock_guard lock(all);
  if (!of) return set(code, -34), nullptr;
  auto *made = new Event;
  made->context = as<Context>(of), made->context->references++;
  made->own = 1;
  set(code, 0);
  return to<cl_event>(made);
}
EXPORT cl_int clSetUserEventStatus(cl_event of, cl_int status) {
  std::lock_guard lock(all);
  auto *event = as<Event>(of);
  if (!event || !event->own) return -58;
  if (status > 0 || event->status <= 0) return status > 0 ? -30 : -59;
  event->references++;
  end(event, status);
  drop(event);
  return 0;
}
EXPORT cl_int clSetEventCallback(cl_event of, cl_int type, cl_event_callback function, void *data) {
  std::lock_guard lock(all);
  auto *event = as<Event>(of);
  if (!event || !function || type < 0 || type > 2) return event ? -30 : -58;
  auto call = [=](cl_int status) {
    reinterpret_cast<void (*)(cl_event, cl_int, void *)>(function)(of, status, data);
  };
  if (event->status <= 0)
    call(event->status);
  else
    event->told.push_back(call);
  return 0;
}
EXPORT cl_int clSetMemObjectDestructorCallback(cl_mem of, cl_mem_callback function, void *data) {
  std::lock_guard lock(all);
  if (!of) return -38;
  as<Memory>(of)->at_end.push_back(
      [=] { reinterpret_cast<void (*)(cl_mem, void *)>(function)(of, data); });
  return 0;
}
// It would wait for the client: a thread that waits is not what is tested.
EXPORT cl_int clWaitForEvents(cl_uint count, const cl_event *list) {
  std::lock_guard lock(all);
  if (!count || !list) return -30;
  for (cl_uint i = 0; i < count; i++)
    if (!list[i]) return -58;
  for (cl_uint i = 0; i < count; i++)
    if (as<Event>(list[i])->status != 0) return -14;
  return 0;
}
EXPORT cl_int clFinish(cl_command_queue queue) { return queue ? 0 : -36; }
EXPORT cl_int clFlush(cl_command_queue queue) { return queue ? 0 : -36; }

#define QUERY(name, Handle, Own, wrong, ...)                                               \
  EXPORT cl_int name(Handle of, uint32_t what, size_t room, void *place, size_t *needed) { \
    std::lock_guard lock(all);                                                             \
    auto *object = as<Own>(of);                                                            \
    if (!object) return wrong;                                                             \
    object->own += 0;                                                                      \
    switch (what) {                                                                        \
      __VA_ARGS__                                                                          \
      default: return -30;                                                                 \
    }                                                                                      \
  }
QUERY(clGetContextInfo, cl_context, Context, -34,
      case 0x1081 : return answer(&device, room, place, needed);)
QUERY(clGetCommandQueueInfo, cl_command_queue, Queue, -36,
      case 0x1090 : return answer(object->context, room, place, needed);
      case 0x1091 : return answer(&device, room, place, needed);)
QUERY(clGetMemObjectInfo, cl_mem, Memory, -38,
      case 0x1102 : return answer(object->size, room, place, needed);
      case 0x1106 : return answer(object->context, room, place, needed);
      case 0x1107 : return answer(object->whole, room, place, needed);)
QUERY(clGetProgramInfo, cl_program, Program, -44,
      case 0x1161 : return answer(object->context, room, place, needed);
      case 0x1163 : return answer(&device, room, place, needed);)
QUERY(clGetKernelInfo, cl_kernel, Kernel, -48,
      case 0x1191 : return answer(uint32_t(6), room, place, needed);
      case 0x1193 : return answer(object->program->context, room, place, needed);
      case 0x1194 : return answer(object->program, room, place, needed);)
QUERY(clGetEventInfo, cl_event, Event, -58,
      case 0x11D0 : return answer(object->queue, room, place, needed);
      case 0x11D3 : return answer(object->status, room, place, needed);
      case 0x11D4 : return answer(object->context, room, place, needed);)

#define COUNTED(name, Handle, Own, wrong)                                        \
  EXPORT cl_int clRetain##name(Handle of) { return retain(as<Own>(of), wrong); } \
  EXPORT cl_int clRelease##name(Handle of) { return release(as<Own>(of), wrong); }
COUNTED(Context, cl_context, Context, -34)
COUNTED(CommandQueue, cl_command_queue, Queue, -36)
COUNTED(MemObject, cl_mem, Memory, -38)
COUNTED(Program, cl_program, Program, -44)
COUNTED(Kernel, cl_kernel, Kernel, -48)
COUNTED(Event, cl_event, Event, -58)
