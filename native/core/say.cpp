#include "core/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>

#include <cerrno>

namespace heddle {

namespace {

struct stat started_with;
bool has_stderr = false;

// Before main(), and before the program's own files are opened.
__attribute__((constructor)) void look_at_stderr() {
  const int before = errno;
  has_stderr = fstat(2, &started_with) == 0;
  errno = before;
}

}  // namespace

void say(const char *format, ...) {
  struct stat now;
  if (!has_stderr || fstat(2, &now) || now.st_dev != started_with.st_dev ||
      now.st_ino != started_with.st_ino)
    return;
  va_list arguments;
  va_start(arguments, format);
  vdprintf(2, format, arguments);
  va_end(arguments);
}

}  // namespace heddle
