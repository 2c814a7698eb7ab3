// The names by which all processes know a device, whatever each is allowed to see.
#pragma once

#include <dirent.h>
#include <strings.h>

#include "hal/hip/hw_queue.h"

namespace heddle::hip {

struct Names {
  char name[16];  // its place in the order of the bus
  char uuid[48];

  bool read(int device);
};

// Among the GPUs of the kernel's driver; `bus_id` is written as the kernel does, 0000:23:00.0.
inline int place_on_bus(const char *bus_id, int otherwise) {
  DIR *folder = opendir("/sys/bus/pci/drivers/amdgpu");
  if (!folder) return otherwise;
  int before = 0;
  bool found = false;
  while (dirent *entry = readdir(folder)) {
    if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;  // files that are not devices
    const int order = strcasecmp(entry->d_name, bus_id);
    found |= order == 0;
    before += order < 0;
  }
  closedir(folder);
  return found ? before : otherwise;
}

}  // namespace heddle::hip
