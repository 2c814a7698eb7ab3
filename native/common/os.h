// What we need of Linux, in one place: clocks, futexes, and whether a process still lives.
// Header only and free of state, so that the soft XPU and Heddle share it without sharing a
// library.
#pragma once

#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

namespace os {

inline constexpr int64_t kNever = INT64_MAX;

inline int64_t now_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return int64_t(t.tv_sec) * 1'000'000'000 + t.tv_nsec;
}

inline timespec to_timespec(int64_t ns) { return {ns / 1'000'000'000, ns % 1'000'000'000}; }

inline void sleep_until(int64_t when_ns) {
  timespec t = to_timespec(when_ns);
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr) == EINTR) {
  }
}

inline void cpu_relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ __volatile__("yield");
#endif
}

// Futexes are never private here: the words live in pages that several processes map.
// Returns when woken, when *word is not `expected`, at `until_ns` (kNever: no limit), or early.
inline void futex_wait(const std::atomic<uint32_t> *word, uint32_t expected, int64_t until_ns) {
  timespec t = to_timespec(until_ns);
  syscall(SYS_futex, word, FUTEX_WAIT_BITSET, expected, until_ns == kNever ? nullptr : &t, nullptr,
          FUTEX_BITSET_MATCH_ANY);
}

inline void futex_wake(const std::atomic<uint32_t> *word, int count = INT_MAX) {
  syscall(SYS_futex, word, FUTEX_WAKE, count, nullptr, nullptr, 0);
}

// A process is named by its id and its start time, because ids are reused. exec() keeps both, but
// ends all threads: with the id of a thread of ours, the name is that of one program image.
struct ProcessName {
  int32_t pid = 0;
  uint64_t start_ticks = 0;
  int32_t thread = 0;  // 0: any image of the process
};

// State letter and start time (field 22) of a process or thread; false if there is none. Through
// task/, because qemu-user makes up /proc/PID/stat for a process that looks at itself.
inline bool read_stat(int32_t id, char *state, uint64_t *start_ticks) {
  char path[48], text[512];
  snprintf(path, sizeof path, "/proc/%d/task/%d/stat", id, id);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t n = read(fd, text, sizeof text - 1);
  close(fd);
  if (n <= 0) return false;
  text[n] = 0;
  // The command name is in parentheses and may hold anything, a ')' too: start behind the last.
  const char *p = strrchr(text, ')');
  if (!p || p[1] == 0) return false;
  p += 2;
  *state = *p;
  for (int field = 3; field < 22; field++) {
    p = strchr(p, ' ');
    if (!p) return false;
    p++;
  }
  *start_ticks = strtoull(p, nullptr, 10);
  return true;
}

inline ProcessName this_process() {
  ProcessName me{getpid(), 0, 0};
  char state;
  if (!read_stat(me.pid, &state, &me.start_ticks)) me.start_ticks = 0;
  return me;
}

// A zombie counts as dead: its parent may take its time, its device work is over. But a process
// whose main thread alone has ended looks like one in /proc, so a pidfd has the last word then. Not
// before: a program's filter of system calls may kill for one that is rarely used.
inline bool has_exited(int32_t pid) {
  int fd = int(syscall(SYS_pidfd_open, pid, 0));
  if (fd < 0) return true;
  pollfd p{fd, POLLIN, 0};
  bool exited = poll(&p, 1, 0) == 1;
  close(fd);
  return exited;
}

inline bool alive(const ProcessName &who) {
  char state = 0;
  uint64_t start = 0;
  // Out of file descriptors we cannot tell, and must not take from the living.
  if (!read_stat(who.pid, &state, &start)) return errno != ENOENT && errno != ESRCH;
  if (start != who.start_ticks) return false;
  if ((state == 'Z' || state == 'X') && has_exited(who.pid)) return false;
  if (!who.thread) return true;
  char path[48];
  snprintf(path, sizeof path, "/proc/%d/task/%d", who.pid, who.thread);
  return access(path, F_OK) == 0;
}

inline int32_t this_thread() { return int32_t(syscall(SYS_gettid)); }

// Before all ordinary threads of the machine, if we may: for one that works for microseconds.
inline void go_first() {
  sched_param parameters{};
  parameters.sched_priority = 1;
  sched_setscheduler(0, SCHED_FIFO, &parameters);
}

// A part of a device, "0.25" or "25%", in thousandths; 0 if it is not set or makes no sense.
inline uint32_t environment_part(const char *name) {
  const char *text = getenv(name);
  char *end = nullptr;
  double part = text ? strtod(text, &end) : 0;
  if (end && *end == '%') part /= 100;
  return part > 0 && part <= 1 ? uint32_t(part * 1000 + 0.5) : 0;
}

inline bool environment_flag(const char *name) {
  const char *text = getenv(name);
  return text && !strcmp(text, "1");
}

// "12GiB" or "500MiB" in the environment, in bytes; 0 if it is not set or is something else.
inline uint64_t environment_bytes(const char *name) {
  const char *text = getenv(name);
  char *unit = nullptr;
  const double number = text ? strtod(text, &unit) : 0;
  const char *units[] = {"MiB", "GiB", "TiB"};
  for (int i = 0; i < 3; i++)
    if (unit && !strcmp(unit, units[i]) && number > 0 && number < 1e9)
      return uint64_t(number * double(uint64_t(1) << (20 + 10 * i)));
  return 0;
}

// For a thread of ours in another program: a name, exact timers, and short but prompt turns on the
// processor, because others wait for what it does. Turns: Linux 6.12 and newer, others ignore it.
inline void become_prompt(const char *name) {
  prctl(PR_SET_NAME, name);
  prctl(PR_SET_TIMERSLACK, 1);
  struct {  // sched_attr of <linux/sched/types.h>
    uint32_t size = 48, policy = 0;
    uint64_t flags = 0;
    int32_t nice = getpriority(PRIO_PROCESS, 0);
    uint32_t priority = 0;
    uint64_t runtime = 100'000, deadline = 0, period = 0;
  } attributes;
  static_assert(sizeof attributes == 48);
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}

// Process ids mean something only inside one pid namespace; this is its number.
inline uint64_t pid_namespace() {
  struct stat s;
  return stat("/proc/self/ns/pid", &s) == 0 ? uint64_t(s.st_ino) : 0;
}

}  // namespace os
