#include "core/host_memory.h"

#include <cstdio>

#include "common/os.h"
#include "core/settings.h"

namespace heddle {

namespace {

constexpr uint64_t kLeastReserve = uint64_t(512) << 20;

// 0 if there is no such file, or no number in it: "max".
uint64_t read_number(const char *path) {
  char text[32] = "";
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  const ssize_t n = read(fd, text, sizeof text - 1);
  close(fd);
  return n > 0 ? strtoull(text, nullptr, 10) : 0;
}

// The number behind a word that a line begins with.
uint64_t read_line(const char *path, const char *word) {
  char text[4096] = "";
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  const ssize_t n = read(fd, text, sizeof text - 1);
  close(fd);
  const char *at = n > 0 ? strstr(text, word) : nullptr;
  return at ? strtoull(at + strlen(word), nullptr, 10) : 0;
}

// A line of /proc/meminfo, in bytes.
uint64_t line_of(const char *text, const char *name) {
  const char *at = strstr(text, name);
  return at ? strtoull(at + strlen(name), nullptr, 10) << 10 : 0;
}

// What control groups leave, from ours to the root; version 2.
uint64_t group_room() {
  char name[512] = "", path[640];
  const int fd = open("/proc/self/cgroup", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return UINT64_MAX;
  const ssize_t n = read(fd, name, sizeof name - 1);
  close(fd);
  char *group = n > 0 ? strstr(name, "0::/") : nullptr;
  if (!group) return UINT64_MAX;
  group += 3;
  group[strcspn(group, "\n")] = 0;
  uint64_t room = UINT64_MAX;
  for (char *end = group + strlen(group); end; end = strrchr(group, '/')) {
    *end = 0;
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.max", group);
    const uint64_t most = read_number(path);
    if (!most) continue;
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.current", group);
    const uint64_t used = read_number(path);
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.stat", group);
    const uint64_t cached = read_line(path, "inactive_file ");  // files, which can be read again
    room = std::min(room, most - std::min(most, used - std::min(used, cached)));
  }
  return room;
}

}  // namespace

uint64_t host_room() {
  char text[512] = "";
  const int fd = open("/proc/meminfo", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  const ssize_t n = read(fd, text, sizeof text - 1);
  close(fd);
  if (n <= 0) return 0;
  const uint64_t usual = std::max(kLeastReserve, line_of(text, "MemTotal:") / 32);
  const uint64_t reserve = settings().swap_reserve ? settings().swap_reserve : usual;
  const uint64_t room = std::min(line_of(text, "MemAvailable:"), group_room());
  return room - std::min(room, reserve);
}

}  // namespace heddle
