#include "fake/cuda/resource_manager.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>

#include "common/thread.h"

namespace fake {

namespace {

// As in the headers of the open kernel modules: nvos.h, cl0080.h, ctrl0000gpu.h, ctrla06c.h.
struct AllocateCall {
  uint32_t root, parent, made, kind;
  uint64_t parameters, rights;
  uint32_t size, flags, status;
};
struct FreeCall {
  uint32_t root, parent, object, status;
};
struct ControlCall {
  uint32_t client, object, command, flags;
  uint64_t parameters;
  uint32_t size, status;
};
struct DeviceParameters {
  uint32_t device, rest[13];
};
struct AttachedIds {
  uint32_t ids[32];
};
struct IdInformation {
  uint32_t id, flags, device, subdevice, sli, board, instance;
  int32_t numa;
};
struct PciInformation {
  uint32_t id, domain;
  uint16_t bus, slot;
};
constexpr uint32_t kClient = 0x41, kDevice = 0x80, kGroup = 0xa06c;
constexpr uint32_t kInvalidObject = 0x33, kNotSupportedStatus = 0x56;
constexpr unsigned kFree = 0x29, kControl = 0x2a, kAllocate = 0x2b;
constexpr int kFile = 700;       // above all other open files
constexpr uint32_t kId = 0x100;  // of the first device; the next has twice that

template <class Call>
bool call(int file, unsigned number, Call *argument) {
  return ioctl(file, _IOC(_IOC_READ | _IOC_WRITE, 'F', number, sizeof *argument), argument) == 0 &&
         argument->status == 0;
}

// A file whose ioctl()s of our kind arrive at the one that is returned; -1: that cannot be.
int divert(int file) {
  constexpr unsigned kArgument = offsetof(seccomp_data, args);  // little endian: the lower half
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 6),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kArgument),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, uint32_t(file), 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kArgument + sizeof(uint64_t)),
      BPF_STMT(BPF_ALU | BPF_RSH | BPF_K, _IOC_TYPESHIFT),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, _IOC_TYPEMASK),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 'F', 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
  };
  const sock_fprog program{sizeof filter / sizeof *filter, filter};
  constexpr unsigned kFlags = SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_TSYNC |
                              SECCOMP_FILTER_FLAG_TSYNC_ESRCH;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return int(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, kFlags, &program));
}

bool is_thread_of_ours(uint32_t id) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%u", id);
  return access(path, F_OK) == 0;
}

}  // namespace

std::unique_ptr<ResourceManager> ResourceManager::open(int devices) {
  const char *asked = getenv("FAKE_CUDA_RESOURCE_MANAGER");
  if (!asked || strcmp(asked, "1") != 0) return nullptr;
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  const int file = fcntl(null, F_DUPFD_CLOEXEC, kFile);
  close(null);
  const int calls = file < 0 ? -1 : divert(file);
  if (calls < 0) {
    close(file);
    return nullptr;
  }
  std::unique_ptr<ResourceManager> made(new ResourceManager(devices, file, calls));
  auto body = [](void *self) -> void * {
    static_cast<ResourceManager *>(self)->serve();
    return nullptr;
  };
  if (!os::start_thread(body, made.get())) return nullptr;
  made->client_ = made->allocate(0, kClient, nullptr, 0);
  return made;
}

// -- the driver's end -----------------------------------------------------------------------------

uint32_t ResourceManager::allocate(uint32_t parent, uint32_t kind, void *parameters,
                                   uint64_t size) {
  AllocateCall a{client_, parent,         0, kind, reinterpret_cast<uint64_t>(parameters),
                 0,       uint32_t(size), 0, 0};
  return call(file_, kAllocate, &a) ? a.made : 0;
}

uint32_t ResourceManager::make_group(int device, soft::Context &context) {
  std::lock_guard making(making_);
  uint32_t &parent = device_objects_[device];
  DeviceParameters parameters{numbered(device), {}};
  if (!parent) parent = allocate(client_, kDevice, &parameters, sizeof parameters);
  const uint32_t group = allocate(parent, kGroup, nullptr, 0);
  {
    std::lock_guard lock(mutex_);
    objects_[group].context = &context;
  }
  uint64_t us = context.timeslice();
  ControlCall c{client_, group, 0xa06c0103, 0, reinterpret_cast<uint64_t>(&us), sizeof us, 0};
  call(file_, kControl, &c);
  return group;
}

void ResourceManager::free_group(uint32_t group) {
  FreeCall f{client_, 0, group, 0};
  call(file_, kFree, &f);
}

// -- the kernel's end -----------------------------------------------------------------------------

void ResourceManager::serve() {
  os::become_prompt("fake-cuda-rm");
  for (;;) {
    // Larger than what any kernel knows of them, and all zero as it asks for.
    alignas(8) char request[512] = {}, reply[512] = {};
    auto &asked = *reinterpret_cast<seccomp_notif *>(request);
    auto &answer = *reinterpret_cast<seccomp_notif_resp *>(reply);
    if (syscall(SYS_ioctl, calls_, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) continue;
    answer.id = asked.id;
    if (is_thread_of_ours(asked.pid))
      answer.error =
          -perform(_IOC_NR(asked.data.args[1]), reinterpret_cast<void *>(asked.data.args[2]));
    else
      answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;  // a child's: its file is /dev/null
    syscall(SYS_ioctl, calls_, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  }
}

int ResourceManager::perform(unsigned number, void *argument) {
  std::lock_guard lock(mutex_);
  if (number == kAllocate) {
    auto &a = *static_cast<AllocateCall *>(argument);
    auto parent = objects_.find(a.parent);
    if (!a.made) a.made = next_++;
    Object made{a.parent, a.kind, parent == objects_.end() ? 0 : parent->second.device, nullptr};
    if (a.kind == kDevice) made.device = reinterpret_cast<DeviceParameters *>(a.parameters)->device;
    objects_[a.made] = made;
    a.status = 0;
    return 0;
  }
  if (number == kFree) {
    auto &f = *static_cast<FreeCall *>(argument);
    f.status = objects_.erase(f.object) ? 0 : kInvalidObject;
    return 0;
  }
  if (number == kControl) {
    auto &c = *static_cast<ControlCall *>(argument);
    c.status = control(c.object, c.command, reinterpret_cast<void *>(c.parameters));
    return 0;
  }
  return EINVAL;
}

uint32_t ResourceManager::control(uint32_t object, uint32_t command, void *parameters) {
  auto found = objects_.find(object);
  if (found == objects_.end()) return kInvalidObject;
  soft::Context *context = found->second.context;
  auto &us = *static_cast<uint64_t *>(parameters);
  auto &info = *static_cast<IdInformation *>(parameters);
  auto &pci = *static_cast<PciInformation *>(parameters);
  const int device = int(*static_cast<uint32_t *>(parameters) / kId) - 1;  // of an identifier
  switch (command) {
    case 0xa06c0103:
      if (!context) return kInvalidObject;
      context->set_timeslice(uint32_t(us));
      return 0;
    case 0xa06c0104:
      if (!context) return kInvalidObject;
      us = context->timeslice();
      return 0;
    case 0x201:
      for (int i = 0; i < 32; i++)
        static_cast<AttachedIds *>(parameters)->ids[i] = i < devices_ ? kId * uint32_t(i + 1) : ~0u;
      return 0;
    case 0x205:
      if (device < 0 || device >= devices_) return kInvalidObject;
      info.device = numbered(device);
      return 0;
    case 0x21b:
      if (device < 0 || device >= devices_) return kInvalidObject;
      pci.domain = pci.slot = 0;
      pci.bus = uint16_t(bus_of(device));
      return 0;
  }
  return kNotSupportedStatus;
}

}  // namespace fake
