// Which processes have a context on which device: a device's own account of its users.
#include <memory>

#include "soft/api/api.h"

namespace soft {
namespace {

// A field that belongs to the holder of the device's mutex. We do not take that: its holder may be
// stopped, and the caller must not be stopped with it.
template <class T>
T peek(const T &field) {
  return __atomic_load_n(&field, __ATOMIC_RELAXED);
}

// False if the slot is free, changed hands meanwhile, or its process cannot be named here.
bool describe(Device &device, int index, sxProcess *out) {
  Slot &slot = device.slots[index];
  const uint64_t id = slot.id.load();
  if (id == 0 || peek(slot.life.pid_namespace) != os::pid_namespace()) return false;
  const os::ProcessName who{peek(slot.life.process.pid), peek(slot.life.process.start_ticks),
                            slot.life.thread.load()};
  *out = sxProcess{};
  memcpy(out->device, device.config.name.data(), sizeof out->device);
  out->pid = who.pid;
  out->start_ticks = who.start_ticks;
  out->memory = peek(slot.memory);
  out->timeslice_us = slot.timeslice_us.load();
  const bool wants = device.ready_mask.load() >> index & 1;
  out->is_busy = !slot.disabled.load() && (wants || device.owns(index));
  return os::alive(who) && slot.id.load() == id;  // exec() leaves the slot of the old image
}

}  // namespace
}  // namespace soft

SX_API sxResult sxGetProcesses(sxProcess *processes, int *count) {
  if (!count || *count < 0 || (*count && !processes)) return SX_ERROR_INVALID;
  return soft::guarded([&] {
    soft::Segment *opened = nullptr;
    // Opened anew: it may have been removed and made again since the last time.
    if (sxResult result = soft::Segment::open(&opened); result != SX_OK) return result;
    const std::unique_ptr<soft::Segment> segment(opened);
    const int room = *count;
    int found = 0;
    for (int d = 0; d < soft::kMaxDevices; d++) {
      soft::Device *device = segment->device(d);
      for (int i = 0; device && i < soft::kMaxContexts; i++) {
        sxProcess one;
        if (!soft::describe(*device, i, &one)) continue;
        if (found < room) processes[found] = one;
        found++;
      }
    }
    *count = found;
    return SX_OK;
  });
}
