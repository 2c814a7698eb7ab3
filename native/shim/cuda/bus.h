// The place of a device in the order of the bus: its name in the table.
#pragma once

#include <dirent.h>
#include <strings.h>

namespace heddle::cuda {

// Whatever this process is allowed to see; `bus_id` is written as the kernel does, 0000:3b:00.0.
inline int place_on_bus(const char *bus_id, int otherwise) {
  DIR *folder = opendir("/proc/driver/nvidia/gpus");
  if (!folder) return otherwise;
  int before = 0;
  bool found = false;
  while (dirent *entry = readdir(folder)) {
    if (entry->d_name[0] == '.') continue;
    const int order = strcasecmp(entry->d_name, bus_id);
    found |= order == 0;
    before += order < 0;
  }
  closedir(folder);
  return found ? before : otherwise;
}

}  // namespace heddle::cuda
