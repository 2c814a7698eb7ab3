// Numbers of devices that all processes agree on, whatever each of them is allowed to see.
#pragma once

#include <stdlib.h>
#include <string.h>

namespace heddle {

// Of a process's `device`, by the vendor's variable, which lists those that a process sees. Without
// it, or where it does not list numbers, a device has the same number everywhere.
inline int number_of(const char *variable, int device) {
  const char *at = getenv(variable);
  for (int skip = device; at && skip > 0; skip--)
    if ((at = strchr(at, ','))) at++;
  return at && *at >= '0' && *at <= '9' ? atoi(at) : device;
}

}  // namespace heddle
