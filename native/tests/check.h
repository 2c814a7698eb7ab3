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

// A bound in time. Where a sanitizer or an emulator slows the program, it says nothing; nor where
// the machine's own host took too much of the time: then the test has no verdict (see ctest).
#ifdef HEDDLE_SLOWED
#define CHECK_TIME(condition) static_cast<void>(condition)
#else
#define CHECK_TIME(condition)                  \
  do {                                         \
    const bool check_holds = (condition);      \
    if (!check_holds) check::end_if_starved(); \
    CHECK(check_holds && #condition);          \
  } while (0)
#endif

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

constexpr int kNoVerdict = 77;

// What the processors did since the machine started, and how much of it the host took away.
struct Ticks {
  double all = 0, stolen = 0;
  static Ticks now() {
    Ticks ticks;
    FILE *file = fopen("/proc/stat", "r");
    if (!file) return ticks;
    if (fscanf(file, "cpu") == 0) {
      double one = 0;
      for (int i = 0; i < 8 && fscanf(file, "%lf", &one) == 1; i++) {
        ticks.all += one;
        if (i == 7) ticks.stolen = one;
      }
    }
    fclose(file);
    return ticks;
  }
};
inline const Ticks kBegun = Ticks::now();

inline void end_if_starved() {
  const Ticks ticks = Ticks::now();
  const double part = (ticks.stolen - kBegun.stolen) / (ticks.all - kBegun.all);
  if (!(part > 0.05)) return;
  fprintf(stderr, "no verdict: the host took %.0f %% of the processors\n", part * 100);
  _exit(kNoVerdict);
}

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
  const int status = wait_child(start_child(body));
  if (status == kNoVerdict) _exit(status);
  CHECK_EQ(status, 0);
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
