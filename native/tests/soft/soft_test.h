// What the tests of the soft XPU share.
#pragma once

#include <signal.h>
#include <string.h>
#include <sys/mman.h>

#include <atomic>
#include <new>
#include <string>

#include "common/os.h"
#include "soft/softxpu.h"
#include "tests/check.h"

// A segment of the test's own. Made in main(), before any child; removed by the process that made
// it.
struct OwnSegment {
  explicit OwnSegment(const char *devices = nullptr) : maker(getpid()) {
    std::string name = "softxpu-test-" + std::to_string(maker);
    path = "/dev/shm/" + name;
    setenv("SOFTXPU_SEGMENT", name.c_str(), 1);
    if (devices) setenv("SOFTXPU_DEVICES", devices, 1);
  }
  ~OwnSegment() {
    if (getpid() != maker) return;
    unlink(path.c_str());
    for (int i = 0; unlink((path + "." + std::to_string(i)).c_str()) == 0;) i++;
  }
  pid_t maker;
  std::string path;
};

// Robust mutexes are how the soft XPU survives a killed process; qemu-user does not offer them.
inline bool survives_kills() {
  bool offered = syscall(SYS_set_robust_list, nullptr, size_t(0)) == 0 || errno != ENOSYS;
  if (!offered) puts("left out: killing processes (no robust futexes here, as under qemu-user)");
  return offered;
}

// Memory that parent and children share.
template <class T>
T *shared() {
  void *p = mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(p != MAP_FAILED);
  return new (p) T();
}

inline sxKernel kernel(const char *name) {
  sxKernel k = nullptr;
  CHECK_EQ(sxGetKernel(&k, name), SX_OK);
  return k;
}

inline sxStream new_stream(unsigned flags = SX_STREAM_DEFAULT) {
  sxStream s = nullptr;
  CHECK_EQ(sxStreamCreate(&s, flags), SX_OK);
  return s;
}

// Holds a stream until all that matters is queued, so that no test depends on how fast we submit.
class Starter {
 public:
  void hold(sxStream s) { CHECK_EQ(sxStreamWaitValue32(s, &go_, 1, SX_WAIT_EQUAL), SX_OK); }
  void release() { __atomic_store_n(&go_, 1, __ATOMIC_RELEASE); }

 private:
  alignas(4) uint32_t go_ = 0;
};

inline sxEvent new_event() {
  sxEvent e = nullptr;
  CHECK_EQ(sxEventCreate(&e), SX_OK);
  return e;
}

inline sxResult launch_timed(sxStream s, uint64_t ns) {
  sxTimedArgs args{ns};
  return sxLaunchKernel(kernel("timed"), &args, sizeof args, s);
}

inline void chain(sxStream s, uint64_t *state, uint64_t value) {
  sxChainArgs args{state, value};
  CHECK_EQ(sxLaunchKernel(kernel("chain"), &args, sizeof args, s), SX_OK);
}

inline uint64_t chained(uint64_t state, uint64_t value) {
  return state * 6364136223846793005u + value;
}

inline int64_t attribute(int device, sxAttribute which) {
  int64_t value = -1;
  CHECK_EQ(sxDeviceGetAttribute(device, which, &value), SX_OK);
  return value;
}

inline void sleep_ms(int64_t ms) { os::sleep_until(os::now_ns() + ms * 1'000'000); }
