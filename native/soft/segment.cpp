// Opening the segment and agreeing on the configuration in it.
#include "soft/segment.h"

#include <sys/mman.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string>

namespace soft {
namespace {

constexpr uint64_t kMagic = 0x75707874666f7331;
constexpr uint32_t kVersion = 5;

struct Fd {
  int fd;
  ~Fd() {
    if (fd >= 0) close(fd);
  }
};

template <typename T>
T *map(int fd) {
  void *p = mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  return p == MAP_FAILED ? nullptr : static_cast<T *>(p);
}

// Without O_CREAT: the kernel refuses that for another user's file in a sticky directory.
template <typename T>
sxResult open_existing(const std::string &path, T **mapped) {
  Fd file{::open(path.c_str(), O_RDWR | O_CLOEXEC)};
  if (file.fd < 0) return errno == ENOENT ? SX_ERROR_NOT_READY : SX_ERROR_SEGMENT;
  struct stat s;
  if (fstat(file.fd, &s) != 0 || uint64_t(s.st_size) != sizeof(T)) return SX_ERROR_SEGMENT;
  *mapped = map<T>(file.fd);
  return *mapped ? SX_OK : SX_ERROR_SEGMENT;
}

// Made complete without a name and linked last, so no process ever sees a half-made one and a
// killed maker leaves nothing behind.
template <typename T, typename Fill>
sxResult make(const std::string &path, Fill fill) {
  Fd file{::open("/dev/shm", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)};
  if (file.fd < 0 || fchmod(file.fd, 0666) != 0) return SX_ERROR_SEGMENT;
  if (posix_fallocate(file.fd, 0, sizeof(T)) != 0) return SX_ERROR_SEGMENT;
  T *fresh = map<T>(file.fd);
  if (!fresh) return SX_ERROR_SEGMENT;
  fill(new (fresh) T());
  munmap(fresh, sizeof(T));
  std::string unnamed = "/proc/self/fd/" + std::to_string(file.fd);
  int done = linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW);
  return done == 0 || errno == EEXIST ? SX_OK : SX_ERROR_SEGMENT;
}

std::string device_path(const std::string &path, int index) {
  return path + "." + std::to_string(index);
}

// The devices first: a process that finds the segment finds them, or was not given them.
sxResult make_all(const std::string &path) {
  for (int i = 0; i < kMaxDevices; i++) {
    sxResult result =
        make<Device>(device_path(path, i), [](Device *d) { init_shared_mutex(&d->mutex); });
    if (result != SX_OK) return result;
  }
  return make<Shared>(path, [](Shared *shared) {
    shared->magic = kMagic;
    shared->version = kVersion;
    shared->size = sizeof(Shared);
    init_shared_mutex(&shared->mutex);
    for (Desk &desk : shared->desks) init_shared_mutex(&desk.mutex);
  });
}

}  // namespace

void init_shared_mutex(pthread_mutex_t *mutex) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

class Segment::Lock {
 public:
  explicit Lock(Segment *segment) : shared_(segment->shared) {
    // Nothing to repair: a configuration cut short is unused, as no context is attached.
    if (pthread_mutex_lock(&shared_->mutex) == EOWNERDEAD) {
      pthread_mutex_consistent(&shared_->mutex);
    }
  }
  ~Lock() { pthread_mutex_unlock(&shared_->mutex); }

 private:
  Shared *shared_;
};

sxResult Segment::open(Segment **segment) {
  const char *name = getenv("SOFTXPU_SEGMENT");
  if (!name || !*name) name = "softxpu";
  if (strchr(name, '/') || strlen(name) > 200) return SX_ERROR_SEGMENT;
  std::string path = std::string("/dev/shm/") + name;
  auto fresh = std::make_unique<Segment>();
  sxResult result = SX_ERROR_NOT_READY;
  for (int attempt = 0; attempt < 10; attempt++) {  // another process may remove it in between
    result = open_existing(path, &fresh->shared);
    if (result != SX_ERROR_NOT_READY) break;
    if (make_all(path) != SX_OK) return SX_ERROR_SEGMENT;
  }
  if (result != SX_OK) return SX_ERROR_SEGMENT;
  const Shared &s = *fresh->shared;
  if (s.magic != kMagic || s.version != kVersion || s.size != sizeof(Shared))
    return SX_ERROR_SEGMENT;
  fresh->path_ = path;
  *segment = fresh.release();
  return SX_OK;
}

Segment::~Segment() {
  for (const std::atomic<Device *> &device : devices_)
    if (device) munmap(device.load(), sizeof(Device));
  if (shared) munmap(shared, sizeof(Shared));
}

bool Segment::has(int device) const {
  return access(device_path(path_, device).c_str(), R_OK | W_OK) == 0;
}

Device *Segment::device(int device) {
  std::atomic<Device *> &place = devices_[size_t(device)];
  if (Device *known = place.load()) return known;
  Device *fresh = nullptr, *other = nullptr;
  if (open_existing(device_path(path_, device), &fresh) != SX_OK) return nullptr;
  if (place.compare_exchange_strong(other, fresh)) return fresh;
  munmap(fresh, sizeof(Device));
  return other;
}

bool Segment::live() {
  // Looked at and let go: to have a device mapped is to use it.
  for (int i = 0; i < kMaxDevices; i++) {
    Device *device = nullptr;
    if (open_existing(device_path(path_, i), &device) != SX_OK) continue;
    const bool is_live = device->has_live_context();
    munmap(device, sizeof(Device));
    if (is_live) return true;
  }
  // A process that is off its devices for now will want them back as they were; and others may have
  // devices that we do not see.
  return std::any_of(shared->desks, shared->desks + kMaxDesks,
                     [](Desk &d) { return d.id.load() != 0 && !d.life.is_over(); });
}

Configuration Segment::current() const {
  return {shared->configs, shared->configs + std::min(shared->device_count, uint32_t(kMaxDevices))};
}

void Segment::write(const Configuration &configuration) {
  std::copy(configuration.begin(), configuration.end(), shared->configs);
  shared->device_count = uint32_t(configuration.size());
}

sxResult Segment::settle(const std::optional<Configuration> &requested, Configuration *in_force) {
  Lock lock(this);
  if (!live()) {
    *in_force = requested ? *requested : default_configuration();
    write(*in_force);
    return SX_OK;
  }
  *in_force = current();
  return !requested || *requested == *in_force ? SX_OK : SX_ERROR_CONFIG;
}

sxResult Segment::attach(const Configuration &configuration, int device, int *slot) {
  Lock lock(this);
  if (current() != configuration) {
    if (live()) return SX_ERROR_CONFIG;
    write(configuration);
  }
  Device *there = this->device(device);
  if (!there) return SX_ERROR_NO_DEVICE;
  there->config = configuration[size_t(device)];
  *slot = there->attach();
  return *slot >= 0 ? SX_OK : SX_ERROR_OUT_OF_MEMORY;
}

Desk *Segment::claim_desk() {
  Lock lock(this);
  for (Desk &desk : shared->desks) {
    if (desk.id.load() != 0 && !desk.life.is_over()) continue;
    desk.id = 0;
    desk.life.claim();
    desk.user = geteuid();
    desk.state = SX_PROCESS_RUNNING;
    desk.phase = Desk::kIdle;
    desk.id = ++shared->next_desk;
    return &desk;
  }
  return nullptr;
}

Desk *Segment::find_desk(int pid, uint64_t *id) {
  const uint64_t here = os::pid_namespace();
  for (Desk &desk : shared->desks) {
    *id = desk.id.load();
    bool named = *id != 0 && desk.life.process.pid == pid;
    if (named && desk.life.pid_namespace == here && !desk.life.is_over()) return &desk;
  }
  return nullptr;
}

}  // namespace soft
