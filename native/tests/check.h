// The least that a test needs: checks that name their place, and children.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <iostream>
#include <string>

#include "common/os.h"

#define CHECK(condition)                                                           \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::cerr << __FILE__ << ":" << __LINE__ << ": " << #condition << std::endl; \
      _exit(1);                                                                    \
    }                                                                              \
  } while (0)

#define CHECK_EQ(a, b)                                                                          \
  do {                                                                                          \
    const auto &check_a = (a);                                                                  \
    auto check_b = (b);                                                                         \
    if (!(check_a == check_b)) {                                                                \
      std::cerr << __FILE__ << ":" << __LINE__ << ": " << #a << " == " << #b << " (" << check_a \
                << " != " << check_b << ")" << std::endl;                                       \
      _exit(1);                                                                                 \
    }                                                                                           \
  } while (0)

// A table that a test has made, and its folder.
inline void remove_table(const char *path) {
  unlink(path);
  std::string folder(path);
  rmdir(folder.substr(0, folder.rfind('/')).c_str());
}

#ifdef __SANITIZE_ADDRESS__
// Looking for leaks can take seconds at the end of each of many children. Ask for it by hand.
extern "C" __attribute__((used, visibility("default"))) inline const char *
__asan_default_options() {
  return "detect_leaks=0";
}
#endif

#ifdef __SANITIZE_THREAD__
// Children of tests that have threads already are meant to start threads of their own.
extern "C" __attribute__((used, visibility("default"))) inline const char *
__tsan_default_options() {
  return "die_after_fork=0";
}
#endif

namespace check {

// Runs `body` in a child, which ends by exit().
template <class F>
pid_t start_child(F body) {
  pid_t pid = fork();
  CHECK(pid >= 0);
  if (pid == 0) {
    body();
    exit(0);
  }
  return pid;
}

// The exit status, or 128 + the signal.
inline int wait_child(pid_t pid) {
  int status = 0;
  CHECK(waitpid(pid, &status, 0) == pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

template <class F>
void in_child(F body) {
  CHECK_EQ(wait_child(start_child(body)), 0);
}

}  // namespace check

// Waits, with a generous limit, for something that another process or the device brings about.
template <class F>
bool eventually(F condition, int64_t limit_ms = 5000) {
  int64_t limit = os::now_ns() + limit_ms * 1'000'000;
  while (!condition()) {
    if (os::now_ns() > limit) return false;
    os::sleep_until(os::now_ns() + 200'000);
  }
  return true;
}
