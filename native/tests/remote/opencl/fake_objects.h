// The objects of the OpenCL driver for tests, and how its commands run: at once, or when the events
// that they wait for are set.
#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "_gen/opencl_remote.gen.h"

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace fake {

inline std::recursive_mutex all;  // around every call

template <class Own>
struct Object {
  int references = 1;
  int own = 0;
};

struct Context : Object<Context> {};
struct Queue : Object<Queue> {
  Context *context;
};
struct Program : Object<Program> {
  Context *context;
};
struct Memory : Object<Memory> {
  Context *context = nullptr;
  Memory *whole = nullptr;
  size_t offset = 0, size = 0;
  std::vector<unsigned char> bytes;
  std::vector<std::function<void()>> at_end;
  // What is mapped is a copy, as on a device with memory of its own: by where it is, and with where
  // in the buffer it belongs.
  using Copy = std::shared_ptr<std::vector<unsigned char>>;
  std::map<void *, std::pair<size_t, Copy>> mapped;

  unsigned char *at() { return whole ? whole->bytes.data() + offset : bytes.data(); }
};
// Arguments: a buffer, 4 bytes, local memory, 8 bytes, and samplers, one as strict as the standard
// and one as PoCL has it. No launch needs the last three.
struct Kernel : Object<Kernel> {
  Program *program = nullptr;
  Memory *memory = nullptr;
  bool is_set[6] = {};
};
struct Event : Object<Event> {
  Queue *queue = nullptr;
  Context *context = nullptr;
  cl_int status = 2, left = 0;
  bool failed = false;
  std::function<void()> work;
  std::vector<std::function<void(cl_int)>> told;
  std::vector<Event *> behind;
};

template <class T>
cl_int retain(T *object, cl_int wrong) {
  std::lock_guard lock(all);
  if (!object) return wrong;
  object->references++;
  return 0;
}

inline void drop(Context *context);
inline void drop(Queue *queue);
inline void drop(Program *program);
inline void drop(Memory *memory);
inline void drop(Kernel *kernel);
inline void drop(Event *event);
template <class T>
bool is_last(T *object) {
  return --object->references == 0;
}
inline void drop(Context *context) {
  if (is_last(context)) delete context;
}
inline void drop(Queue *queue) {
  if (is_last(queue)) drop(queue->context), delete queue;
}
inline void drop(Program *program) {
  if (is_last(program)) drop(program->context), delete program;
}
inline void drop(Memory *memory) {
  if (!is_last(memory)) return;
  for (auto &each : memory->at_end) each();
  if (memory->whole) drop(memory->whole);
  drop(memory->context);
  delete memory;
}
inline void drop(Kernel *kernel) {
  if (is_last(kernel)) drop(kernel->program), delete kernel;
}
inline void drop(Event *event) {
  if (!is_last(event)) return;
  if (event->queue) drop(event->queue);
  drop(event->context);
  delete event;
}
template <class T>
cl_int release(T *object, cl_int wrong) {
  std::lock_guard lock(all);
  if (!object) return wrong;
  drop(object);
  return 0;
}

template <class T, class Handle>
T *as(Handle handle) {
  return reinterpret_cast<T *>(handle);
}
template <class Handle, class T>
Handle to(T *object) {
  return reinterpret_cast<Handle>(object);
}

inline void end(Event *event, cl_int status) {
  event->status = status;
  if (event->work && status >= 0) event->work();
  event->work = nullptr;
  for (auto &each : event->told) each(status);
  event->told.clear();
  for (Event *each : std::exchange(event->behind, {})) {
    if (status < 0) each->failed = true;
    if (--each->left == 0) end(each, each->failed ? -14 : 0);
    drop(each);
  }
}

// A command: at once, or when what it waits for is done.
inline cl_int enqueue(cl_command_queue given, cl_uint count, const cl_event *list, cl_event *event,
                      std::function<void()> work) {
  auto *queue = as<Queue>(given);
  if (!queue) return -36;
  if ((count && !list) || (!count && list)) return -57;
  for (cl_uint i = 0; i < count; i++)
    if (!list[i]) return -57;
  auto *made = new Event;
  made->queue = queue, made->context = queue->context;
  retain(queue, 0), retain(queue->context, 0);
  made->work = std::move(work);
  for (cl_uint i = 0; i < count; i++) {
    auto *before = as<Event>(list[i]);
    if (before->status < 0) made->failed = true;
    if (before->status <= 0) continue;
    before->behind.push_back(made), made->references++, made->left++;
  }
  if (!made->left) end(made, made->failed ? -14 : 0);
  if (event)
    *event = to<cl_event>(made);
  else
    drop(made);
  return 0;
}

inline bool is_inside(Memory *memory, size_t offset, size_t size) {
  return memory && size && size <= memory->size && offset <= memory->size - size;
}

// What a command uses is there until it is done.
struct Used {
  explicit Used(Memory *of) : memory(of) { retain(memory, 0); }
  Used(const Used &other) : Used(other.memory) {}
  ~Used() { release(memory, 0); }
  Memory *memory;
};

inline cl_int answer(const void *value, size_t size, size_t room, void *place, size_t *needed) {
  if (place && room < size) return -30;
  if (place) memcpy(place, value, size);
  if (needed) *needed = size;
  return 0;
}
template <class T>
cl_int answer(T value, size_t room, void *place, size_t *needed) {
  return answer(&value, sizeof value, room, place, needed);
}

inline char platform, device;
inline cl_int set(cl_int *place, cl_int code) {
  if (place) *place = code;
  return code;
}

}  // namespace fake
