#include "hal/cuda/channel_group.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "include/heddle.h"

namespace heddle::cuda {

namespace {

// Facts of the open kernel modules' headers (nvos.h, cl0080.h, ctrl0000gpu.h, ctrla06c.h); those of
// groups were seen at work in driver 580.
struct Allocation {  // the forms that exist begin alike
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
struct IdInfo {
  uint32_t id, flags, device, subdevice, sli, board, instance;
  int32_t numa;
};
struct PciInfo {
  uint32_t id, domain;
  uint16_t bus, slot;
};
constexpr unsigned kType = 'F', kFree = 0x29, kControl = 0x2a, kAllocate = 0x2b;
constexpr uint32_t kDeviceKind = 0x80, kGroupKind = 0xa06c;
constexpr uint32_t kSetTimeslice = 0xa06c0103, kGetTimeslice = 0xa06c0104;
constexpr uint32_t kGetAttachedIds = 0x201, kGetIdInfo = 0x205, kGetPciInfo = 0x21b;
constexpr uint32_t kMostGpus = 32, kNoId = ~0u;
constexpr unsigned long kControlRequest = _IOWR('F', 0x2a, Control);

// A device object of a client, or a group below one.
struct Object {
  uint32_t client, parent, object;
  Gpu gpu;
};

struct Group {
  uint32_t client, object;
  int file;
  uint64_t standard_us;  // as the driver set it
  Gpu gpu;

  bool is_on(Gpu which) const { return which == kEveryGpu || gpu == which; }
};

constexpr int kMost = 64, kMostObjects = 256;
Object objects[kMostObjects];
int object_count = 0;
Group groups[kMost];
int count = 0;
bool overflow = false;
// As it was last set; 0: the driver's. The last is every GPU's, where only one is seen.
uint32_t wanted_us[kMostGpus + 1];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

uint32_t &wanted_on(Gpu gpu) { return wanted_us[gpu < kMostGpus ? gpu : kMostGpus]; }

template <class Parameters>
int control(int file, uint32_t client, uint32_t object, uint32_t command, Parameters *parameters) {
  Control c{client, object, command, 0, reinterpret_cast<uint64_t>(parameters), sizeof *parameters,
            0};
  if (syscall(SYS_ioctl, file, kControlRequest, &c) < 0) return errno;
  return int(c.status);
}

int control(const Group &group, uint32_t command, uint64_t *us) {
  return control(group.file, group.client, group.object, command, us);
}

const Object *find(uint32_t client, uint32_t object) {
  for (int i = 0; i < object_count; i++)
    if (objects[i].client == client && objects[i].object == object) return &objects[i];
  return nullptr;
}

// Which GPU a device object stands for is what its maker says; a group is its parent's. Where the
// status is differs between drivers: what was refused is overwritten when its name is used again.
void note(const Allocation &a) {
  Gpu gpu = kUnknownGpu;
  if (a.kind == kDeviceKind)
    // Without parameters it is the first.
    gpu = a.parameters ? *reinterpret_cast<const uint32_t *>(a.parameters) : 0;
  else if (const Object *parent = find(a.root, a.parent))
    gpu = parent->gpu;
  const Object *same = find(a.root, a.object);
  const int at = same ? int(same - objects) : object_count;
  // What finds no room is on an unknown GPU, and its slice is left alone.
  if (at == kMostObjects) return;
  objects[at] = {a.root, a.parent, a.object, gpu};
  if (!same) object_count++;
}

// The driver sets a timeslice on the compute group of each context, and on no other group. One that
// comes later, as all do when a checkpoint is restored, gets what the others there have.
void remember(int file, const Control &c) {
  if (c.size < sizeof(uint64_t) || !c.parameters) return;
  const uint64_t us = *reinterpret_cast<const uint64_t *>(c.parameters);
  for (int i = 0; i < count; i++)
    if (groups[i].client == c.client && groups[i].object == c.object) {
      groups[i].standard_us = us;
      return;
    }
  if (count == kMost) {
    overflow = true;
    return;
  }
  const Object *known = find(c.client, c.object);
  const Gpu gpu = known ? known->gpu : kUnknownGpu;
  groups[count++] = {c.client, c.object, file, us, gpu};
  uint64_t wanted = wanted_on(kEveryGpu) ? wanted_on(kEveryGpu) : wanted_on(gpu);
  if (wanted && !overflow) control(groups[count - 1], kSetTimeslice, &wanted);
}

// With an object goes all that is below it.
void drop(const Free &f) {
  for (int i = 0; i < count;) {
    const Object *known = find(groups[i].client, groups[i].object);
    if (groups[i].client == f.object ||
        (groups[i].client == f.root &&
         (groups[i].object == f.object || (known && known->parent == f.object))))
      groups[i] = groups[--count];
    else
      i++;
  }
  for (int i = 0; i < object_count;) {
    const Object &o = objects[i];
    if (o.client == f.object ||
        (o.client == f.root && (o.object == f.object || o.parent == f.object)))
      objects[i] = objects[--object_count];
    else
      i++;
  }
}

void watch(int file, unsigned number, const void *argument) {
  if (number == kFree) {
    pthread_mutex_lock(&mutex);
    drop(*static_cast<const Free *>(argument));
    pthread_mutex_unlock(&mutex);
  } else if (number == kAllocate) {
    const auto &allocation = *static_cast<const Allocation *>(argument);
    if (allocation.kind != kDeviceKind && allocation.kind != kGroupKind) return;
    pthread_mutex_lock(&mutex);
    note(allocation);
    pthread_mutex_unlock(&mutex);
  } else if (number == kControl) {
    const auto &control = *static_cast<const Control *>(argument);
    if (control.command != kSetTimeslice || control.status != 0) return;
    pthread_mutex_lock(&mutex);
    remember(file, control);
    pthread_mutex_unlock(&mutex);
  }
}

// Asks as one of the program's own clients.
Gpu ask(int file, uint32_t client, const PciInfo &wanted) {
  uint32_t ids[kMostGpus];
  if (control(file, client, client, kGetAttachedIds, &ids)) return kUnknownGpu;
  for (uint32_t id : ids) {
    PciInfo pci{id, 0, 0, 0};
    IdInfo info{id, 0, 0, 0, 0, 0, 0, 0};
    if (id == kNoId) break;
    if (control(file, client, client, kGetPciInfo, &pci) || pci.domain != wanted.domain ||
        pci.bus != wanted.bus || pci.slot != wanted.slot)
      continue;
    const bool told = !control(file, client, client, kGetIdInfo, &info) && info.device < kMostGpus;
    return told ? info.device : kUnknownGpu;
  }
  return kUnknownGpu;
}

}  // namespace

Gpu gpu_at(const char *bus_id) {
  unsigned domain, bus, slot;
  if (sscanf(bus_id, "%x:%x:%x", &domain, &bus, &slot) != 3) return kUnknownGpu;
  const PciInfo wanted{0, domain, uint16_t(bus), uint16_t(slot)};
  pthread_mutex_lock(&mutex);
  const Gpu found = count ? ask(groups[0].file, groups[0].client, wanted) : kUnknownGpu;
  pthread_mutex_unlock(&mutex);
  return found;
}

bool can_set_slice(Gpu gpu) {
  pthread_mutex_lock(&mutex);
  bool works = gpu != kUnknownGpu && !overflow, found = false;
  for (int i = 0; works && i < count; i++) {
    if (!groups[i].is_on(gpu)) continue;
    uint64_t now = 0;
    found = true;
    works = control(groups[i], kGetTimeslice, &now) == 0 && now > 0 &&
            control(groups[i], kSetTimeslice, &now) == 0;
  }
  pthread_mutex_unlock(&mutex);
  return works && found;
}

int set_slice(Gpu gpu, uint32_t microseconds) {
  pthread_mutex_lock(&mutex);
  int error = ENODEV;
  wanted_on(gpu) = microseconds;
  for (int i = 0; i < count; i++) {
    if (!groups[i].is_on(gpu)) continue;
    uint64_t us = microseconds ? microseconds : groups[i].standard_us;
    if ((error = control(groups[i], kSetTimeslice, &us))) break;
  }
  pthread_mutex_unlock(&mutex);
  return error;
}

void forget_groups() {
  pthread_mutex_init(&mutex, nullptr);
  count = object_count = 0;
  for (uint32_t &us : wanted_us) us = 0;
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
