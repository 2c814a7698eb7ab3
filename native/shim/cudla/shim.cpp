// The calls of cuDLA that need more than their role: which core a handle is for, and what a task
// leaves behind that tells of its end.
#include "shim/cudla/roles.h"

#include <new>

#include "common/os.h"

namespace heddle::cudla {

namespace {

struct Handle {
  uint64_t core;
  bool is_standalone;
};

HandleMap<Handle> handles;

// What is open on handles, to be closed with them.
struct Open {
  Place place;
  TaskStream tasks;
};
HandleMap<Open *> streams;  // by the key of their queue

// The fence of NvSciSync that is reached when these are done.
const void *end_of(const Task *tasks, uint32_t count) {
  const SignalEvents *signals = count ? tasks[count - 1].signals : nullptr;
  for (uint32_t i = 0; signals && signals->fences && i < signals->count; i++)
    if (signals->fences[i].type == kEndOfFrame) return signals->fences[i].fence;
  return nullptr;
}

// CUDLA_VISIBLE_DEVICES is ours: cuDLA has no variable for this.
bool is_visible(uint64_t core) {
  const char *at = getenv("CUDLA_VISIBLE_DEVICES");
  if (!at) return true;
  for (char *end; *at; at = *end ? end + 1 : end) {
    const unsigned long number = strtoul(at, &end, 10);
    if (end == at) break;
    if (number == core) return true;
  }
  return false;
}

__attribute__((constructor)) void start() {
  heddle_intercept(kLibrary, kSymbols);
  pthread_atfork(nullptr, nullptr, [] {
    roles::forget();
    handles.forget();
    streams.forget();
  });
}

// All that was put on the handle is done, says the program by destroying it.
void close_queues(cudlaDevHandle handle) {
  for (;;) {
    Open *gone = nullptr;
    streams.lock();
    streams.each([&](uintptr_t, Open *open) {
      if (open->place.handle == handle) gone = open;
    });
    if (gone) streams.erase(Vendor::key_of(gone->place));
    streams.unlock();
    if (!gone) return;
    Waited done;
    done.add(roles::queue_of(gone->place));
    done.leave(true);
    roles::close_queue(gone->place);
    free(gone);
  }
}

// Tasks without tensors are none: their events are kept for the next one.
bool has_tensors(const Task *tasks, uint32_t count) {
  for (uint32_t i = 0; tasks && i < count; i++)
    if (tasks[i].inputs || tasks[i].outputs) return true;
  return false;
}

}  // namespace

bool Vendor::look(Place place, Known *) {
  return handles.find(reinterpret_cast<uintptr_t>(place.handle));
}

heddle_queue *Vendor::open(Place place, Known *) {
  const Handle *handle = handles.find(reinterpret_cast<uintptr_t>(place.handle));
  uint32_t index;
  TaskStream tasks;
  char name[24], uuid[32];
  snprintf(name, sizeof name, "%llu", static_cast<unsigned long long>(handle->core));
  snprintf(uuid, sizeof uuid, "cudla-%s", name);
  if (heddle_device_open("cudla", name, uuid, 0, &index) != HEDDLE_OK) return nullptr;
  if (!(handle->is_standalone ? make_standalone(&tasks) : make_hybrid(place.stream, &tasks)))
    return nullptr;
  if (void *room = calloc(1, sizeof(Open))) {
    auto *open = new (room) Open{place, tasks};
    streams.lock();
    streams.insert(key_of(place), open);
    streams.unlock();
  }
  return heddle_queue_open(index, &tasks.hardware, key_of(place));
}

}  // namespace heddle::cudla

using namespace heddle::cudla;

extern "C" {

HEDDLE_EXPORT cudlaStatus cudlaCreateDevice(uint64_t core, cudlaDevHandle *handle, uint32_t flags) {
  if (!is_visible(core)) return kInvalidDevice;
  const cudlaStatus result = real().cudlaCreateDevice(core, handle, flags);
  if (result == kSuccess) {
    handles.lock();
    handles.insert(reinterpret_cast<uintptr_t>(*handle), {core, (flags & kStandalone) != 0});
    handles.unlock();
  }
  return result;
}

HEDDLE_EXPORT cudlaStatus cudlaDestroyDevice(cudlaDevHandle handle) {
  if (handle) close_queues(handle);
  handles.lock();
  handles.erase(reinterpret_cast<uintptr_t>(handle));
  handles.unlock();
  return real().cudlaDestroyDevice(handle);
}

HEDDLE_EXPORT cudlaStatus cudlaSubmitTask(cudlaDevHandle handle, const void *given, uint32_t count,
                                          void *stream, uint32_t flags) {
  const Place place{handle, stream};
  const auto *tasks = static_cast<const Task *>(given);
  const auto submit = [&] {
    const cudlaStatus result = real().cudlaSubmitTask(handle, given, count, stream, flags);
    const bool is_there = result == kSuccess && (flags & kNoop || has_tensors(tasks, count));
    Open *const *open = is_there ? streams.find(Vendor::key_of(place)) : nullptr;
    if (open) (*open)->tasks.note((*open)->tasks.hardware.self, end_of(tasks, count));
    return result;
  };
  // What is skipped, or kept for the next task, takes no time of a core.
  return flags & kNoop || !has_tensors(tasks, count) ? submit() : roles::work(place, submit);
}

}  // extern C
