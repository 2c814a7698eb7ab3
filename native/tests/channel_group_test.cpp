// Channel groups: whose GPU they are on, and whose slice is set, for a resource manager of a few
// lines. Drivers' calls are those of the open kernel modules' headers.
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <map>

#include "hal/cuda/channel_group.h"
#include "tests/check.h"

namespace {
long kernel(long number, int file, unsigned long request, void *argument);
}

#define syscall kernel
#include "hal/cuda/channel_group.cpp"
#undef syscall

using namespace heddle::cuda;

namespace {

constexpr int kFile = 5;
constexpr uint32_t kClient = 0xc1d00001;
constexpr uint64_t kStandardUs = 2000;

// Two GPUs, on bus 0x1b and 0x3c; the resource manager numbers them the other way round.
constexpr PciInfo kPlaces[] = {{0x1b00, 0, 0x1b, 0}, {0x3c00, 0, 0x3c, 0}};
constexpr Gpu kFirst = 1, kSecond = 0;

std::map<uint32_t, uint64_t> slices;  // of groups
bool says_where = true;

uint32_t answer(uint32_t object, uint32_t command, void *parameters) {
  auto &us = *static_cast<uint64_t *>(parameters);
  auto &info = *static_cast<IdInfo *>(parameters);
  auto &pci = *static_cast<PciInfo *>(parameters);
  switch (command) {
    case kSetTimeslice: slices[object] = us; return 0;
    case kGetTimeslice: us = slices[object]; return 0;
    case kGetAttachedIds:
      for (uint32_t i = 0; i < kMostGpus; i++)
        static_cast<uint32_t *>(parameters)[i] = i < 2 ? kPlaces[i].id : kNoId;
      return !says_where;
    case kGetIdInfo: info.device = info.id == kPlaces[0].id ? kFirst : kSecond; return 0;
    case kGetPciInfo: pci = kPlaces[pci.id == kPlaces[1].id]; return 0;
  }
  return 1;
}

long kernel(long number, int file, unsigned long request, void *argument) {
  CHECK_EQ(number, SYS_ioctl);
  CHECK_EQ(file, kFile);
  if (_IOC_NR(request) == kControl) {
    auto &c = *static_cast<Control *>(argument);
    CHECK_EQ(c.client, kClient);
    c.status = answer(c.object, c.command, reinterpret_cast<void *>(c.parameters));
  }
  return 0;
}

void allocate(uint32_t parent, uint32_t object, uint32_t kind, uint32_t *parameters = nullptr) {
  Allocation a{kClient, parent, object, kind, reinterpret_cast<uint64_t>(parameters)};
  CHECK_EQ(ioctl(kFile, _IOWR('F', kAllocate, Allocation), &a), 0);
}

// As the driver makes the compute group of a context.
void make_group(uint32_t device, uint32_t group) {
  uint64_t us = kStandardUs;
  allocate(device, group, kGroupKind);
  Control c{kClient, group, kSetTimeslice, 0, reinterpret_cast<uint64_t>(&us), sizeof us, 0};
  CHECK_EQ(ioctl(kFile, kControlRequest, &c), 0);
}

void free_object(uint32_t object) {
  Free f{kClient, 0, object, 0};
  CHECK_EQ(ioctl(kFile, _IOWR('F', kFree, Free), &f), 0);
  slices.erase(object);
}

constexpr uint32_t kDeviceA = 10, kDeviceB = 11, kGroupA = 20, kGroupB = 21, kLater = 22;

void begin() {
  forget_groups();
  slices.clear();
  says_where = true;
  CHECK_EQ(gpu_at("0000:1b:00.0"), kUnknownGpu);  // there is no channel group to ask yet
  uint32_t first = kFirst, second = kSecond;
  allocate(kClient, kDeviceA, kDeviceKind, &first);
  allocate(kClient, kDeviceB, kDeviceKind, &second);
  make_group(kDeviceA, kGroupA);
  make_group(kDeviceB, kGroupB);
}

void the_slice_of_one_gpu_is_set() {
  begin();
  CHECK_EQ(gpu_at("0000:1b:00.0"), kFirst);
  CHECK_EQ(gpu_at("00000000:3C:00.0"), kSecond);
  CHECK_EQ(gpu_at("0000:4d:00.0"), kUnknownGpu);
  CHECK(can_set_slice(kFirst) && can_set_slice(kSecond));
  CHECK_EQ(set_slice(kFirst, 1), 0);
  CHECK_EQ(slices[kGroupA], 1u);
  CHECK_EQ(slices[kGroupB], kStandardUs);
  CHECK_EQ(set_slice(kSecond, 1'000'000), 0);
  CHECK_EQ(set_slice(kFirst, 0), 0);
  CHECK_EQ(slices[kGroupA], kStandardUs);
  CHECK_EQ(slices[kGroupB], 1'000'000u);
}

void a_later_group_gets_what_is_wanted_on_its_gpu() {
  begin();
  CHECK_EQ(set_slice(kFirst, 1), 0);
  make_group(kDeviceA, kLater);
  CHECK_EQ(slices[kLater], 1u);
  make_group(kDeviceB, kLater + 1);
  CHECK_EQ(slices[kLater + 1], kStandardUs);
}

// A name is given out anew, and then means something else.
void what_is_freed_is_forgotten() {
  begin();
  free_object(kDeviceA);  // and its group with it
  CHECK(!can_set_slice(kFirst));
  CHECK_EQ(set_slice(kFirst, 1), ENODEV);
  free_object(kGroupB);
  CHECK(!can_set_slice(kSecond));
  uint32_t second = kSecond;
  allocate(kClient, kDeviceA, kDeviceKind, &second);
  make_group(kDeviceA, kGroupA);
  CHECK(can_set_slice(kSecond) && !can_set_slice(kFirst));
}

// Nothing is set on a GPU that might be the wrong one, unless there is one only.
void where_it_cannot_be_told_nothing_is_set() {
  begin();
  make_group(0xdead, kLater);  // below something that was not seen
  CHECK_EQ(set_slice(kFirst, 1), 0);
  CHECK_EQ(slices[kLater], kStandardUs);
  says_where = false;
  CHECK_EQ(gpu_at("0000:1b:00.0"), kUnknownGpu);
  CHECK(!can_set_slice(kUnknownGpu));
  CHECK(can_set_slice(kEveryGpu));
  CHECK_EQ(set_slice(kEveryGpu, 1), 0);
  for (uint32_t group : {kGroupA, kGroupB, kLater}) CHECK_EQ(slices[group], 1u);
}

}  // namespace

int main() {
  the_slice_of_one_gpu_is_set();
  a_later_group_gets_what_is_wanted_on_its_gpu();
  what_is_freed_is_forgotten();
  where_it_cannot_be_told_nothing_is_set();
}
