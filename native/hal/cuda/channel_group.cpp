#include "hal/cuda/channel_group.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "include/heddle.h"

namespace heddle::cuda {

namespace {

// Facts of the open kernel modules' headers (nvos.h, ctrla06c.h), seen at work in driver 580.
struct Allocation {  // the two forms that exist begin alike
  uint32_t root, parent, object, kind;
  uint64_t parameters;
};
struct Free {
  uint32_t root, parent, object, status;
};
struct Control {
  uint32_t client, object, command, flags;
  uint64_t parameters;
  uint32_t size, status;
};
constexpr unsigned kType = 'F', kFree = 0x29, kControl = 0x2a;
constexpr uint32_t kSetTimeslice = 0xa06c0103, kGetTimeslice = 0xa06c0104;
constexpr unsigned long kControlRequest = _IOWR('F', 0x2a, Control);

struct Group {
  uint32_t client, object;
  int file;
  uint64_t standard_us;  // as the driver set it
};

constexpr int kMost = 64;
Group groups[kMost];
int count = 0;
bool overflow = false;
uint32_t wanted_us = 0;  // as it was last set; 0: the driver's
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int control(const Group &group, uint32_t command, uint64_t *value) {
  Control c{
      group.client, group.object, command, 0, reinterpret_cast<uint64_t>(value), sizeof *value, 0};
  if (syscall(SYS_ioctl, group.file, kControlRequest, &c) < 0) return errno;
  return int(c.status);
}

// The driver sets a timeslice on the compute group of each context, and on no other group. One that
// comes later, as all do when a checkpoint is restored, gets what the others have.
void remember(int file, const Control &c) {
  if (c.size < sizeof(uint64_t) || !c.parameters) return;
  const uint64_t us = *reinterpret_cast<const uint64_t *>(c.parameters);
  for (int i = 0; i < count; i++)
    if (groups[i].client == c.client && groups[i].object == c.object) {
      groups[i].standard_us = us;
      return;
    }
  if (count == kMost)
    overflow = true;
  else
    groups[count++] = {c.client, c.object, file, us};
  uint64_t wanted = wanted_us;
  if (wanted && !overflow) control(groups[count - 1], kSetTimeslice, &wanted);
}

void drop(const Free &f) {
  for (int i = 0; i < count;)
    if (groups[i].client == f.object ||
        (groups[i].client == f.root && groups[i].object == f.object))
      groups[i] = groups[--count];
    else
      i++;
}

void watch(int file, unsigned number, const void *argument) {
  if (number == kFree) {
    pthread_mutex_lock(&mutex);
    drop(*static_cast<const Free *>(argument));
    pthread_mutex_unlock(&mutex);
  } else if (number == kControl) {
    const auto &control = *static_cast<const Control *>(argument);
    if (control.command != kSetTimeslice || control.status != 0) return;
    pthread_mutex_lock(&mutex);
    remember(file, control);
    pthread_mutex_unlock(&mutex);
  }
}

}  // namespace

bool can_set_slice() {
  pthread_mutex_lock(&mutex);
  bool works = count > 0 && !overflow;
  for (int i = 0; works && i < count; i++) {
    uint64_t now = 0;
    works = control(groups[i], kGetTimeslice, &now) == 0 && now > 0 &&
            control(groups[i], kSetTimeslice, &now) == 0;
  }
  pthread_mutex_unlock(&mutex);
  return works;
}

int set_slice(uint32_t microseconds) {
  pthread_mutex_lock(&mutex);
  int error = count ? 0 : ENODEV;
  wanted_us = microseconds;
  for (int i = 0; !error && i < count; i++) {
    uint64_t us = microseconds ? microseconds : groups[i].standard_us;
    error = control(groups[i], kSetTimeslice, &us);
  }
  pthread_mutex_unlock(&mutex);
  return error;
}

void forget_groups() {
  pthread_mutex_init(&mutex, nullptr);
  count = 0;
  wanted_us = 0;
}

}  // namespace heddle::cuda

// Every ioctl() of the program comes by here; all but the resource manager's are none of our
// business.
extern "C" HEDDLE_EXPORT int ioctl(int file, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  long result = syscall(SYS_ioctl, file, request, argument);
  if (result == 0 && _IOC_TYPE(request) == heddle::cuda::kType && argument)
    heddle::cuda::watch(file, _IOC_NR(request), argument);
  return int(result);
}
