// The part of the kernel module that the driver makes channel groups with, and that sets their
// timeslices: both ends of it.
//
// The driver's end calls ioctl() on a file, as the real one does, so a library in front of ioctl()
// sees it. The kernel's end answers those system calls in a thread of ours, whichever thread makes
// them: seccomp hands them over. A process that inherits such a filter, as the child of one that
// has a resource manager does, has none.
#pragma once

#include <stdint.h>

#include <map>
#include <memory>
#include <mutex>

#include "soft/context.h"

namespace fake {

// The place on the bus of a device of the configuration.
inline int bus_of(int index) { return 0x0f + index; }

class ResourceManager {
 public:
  // Null unless FAKE_CUDA_RESOURCE_MANAGER=1 asks for one and the system lets us.
  static std::unique_ptr<ResourceManager> open(int devices);

  // The driver's end: a group for the context, with the timeslice that the device starts with.
  uint32_t make_group(int device, soft::Context &context);
  void free_group(uint32_t group);

 private:
  struct Object {
    uint32_t parent, kind;
    uint32_t device;  // as the resource manager numbers them
    soft::Context *context;
  };

  ResourceManager(int devices, int file, int calls)
      : devices_(devices), file_(file), calls_(calls) {}

  // The driver's end.
  uint32_t allocate(uint32_t parent, uint32_t kind, void *parameters, uint64_t size);

  // The kernel's end.
  void serve();
  int perform(unsigned number, void *argument);
  uint32_t control(uint32_t object, uint32_t command, void *parameters);
  uint32_t numbered(int device) const { return uint32_t(devices_ - 1 - device); }

  const int devices_;
  const int file_;   // what the driver calls ioctl() on
  const int calls_;  // where those calls arrive
  std::mutex mutex_;
  std::map<uint32_t, Object> objects_;
  uint32_t next_ = 0xc1d00001;
  uint32_t client_ = 0;
  std::mutex making_;  // before the other one
  std::map<int, uint32_t> device_objects_;
};

}  // namespace fake
