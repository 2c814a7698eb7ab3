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
constexpr uint32_t kVersion = 4;

struct Fd {
  int fd;
  ~Fd() {
    if (fd >= 0) close(fd);
  }
};

Segment *map(int fd) {
  void *p = mmap(nullptr, sizeof(Segment), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  return p == MAP_FAILED ? nullptr : static_cast<Segment *>(p);
}

// Without O_CREAT: the kernel refuses that for another user's file in a sticky directory.
sxResult open_existing(const std::string &path, Segment **segment) {
  Fd file{::open(path.c_str(), O_RDWR | O_CLOEXEC)};
  if (file.fd < 0) return errno == ENOENT ? SX_ERROR_NOT_READY : SX_ERROR_SEGMENT;
  struct stat s;
  if (fstat(file.fd, &s) != 0 || uint64_t(s.st_size) != sizeof(Segment)) return SX_ERROR_SEGMENT;
  Segment *mapped = map(file.fd);
  if (!mapped) return SX_ERROR_SEGMENT;
  if (mapped->magic != kMagic || mapped->version != kVersion || mapped->size != sizeof(Segment)) {
    munmap(mapped, sizeof(Segment));
    return SX_ERROR_SEGMENT;
  }
  *segment = mapped;
  return SX_OK;
}

// Made complete without a name and linked last, so nobody ever sees a half-made one and a killed
// maker leaves nothing behind.
sxResult make(const std::string &path) {
  Fd file{::open("/dev/shm", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)};
  if (file.fd < 0 || fchmod(file.fd, 0666) != 0) return SX_ERROR_SEGMENT;
  if (posix_fallocate(file.fd, 0, sizeof(Segment)) != 0) return SX_ERROR_SEGMENT;
  Segment *segment = map(file.fd);
  if (!segment) return SX_ERROR_SEGMENT;
  new (segment) Segment();
  segment->magic = kMagic;
  segment->version = kVersion;
  segment->size = sizeof(Segment);
  init_shared_mutex(&segment->mutex);
  for (Device &device : segment->devices) init_shared_mutex(&device.mutex);
  for (Desk &desk : segment->desks) init_shared_mutex(&desk.mutex);
  munmap(segment, sizeof(Segment));
  std::string unnamed = "/proc/self/fd/" + std::to_string(file.fd);
  int done = linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW);
  return done == 0 || errno == EEXIST ? SX_OK : SX_ERROR_SEGMENT;
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
  explicit Lock(Segment *segment) : segment_(segment) {
    // Nothing to repair: a configuration cut short belongs to nobody, as no context is attached.
    if (pthread_mutex_lock(&segment->mutex) == EOWNERDEAD) {
      pthread_mutex_consistent(&segment->mutex);
    }
  }
  ~Lock() { pthread_mutex_unlock(&segment_->mutex); }

 private:
  Segment *segment_;
};

sxResult Segment::open(Segment **segment) {
  const char *name = getenv("SOFTXPU_SEGMENT");
  if (!name || !*name) name = "softxpu";
  if (strchr(name, '/') || strlen(name) > 200) return SX_ERROR_SEGMENT;
  std::string path = std::string("/dev/shm/") + name;
  for (int attempt = 0; attempt < 10; attempt++) {  // somebody may remove it in between
    sxResult result = open_existing(path, segment);
    if (result != SX_ERROR_NOT_READY) return result;
    if (make(path) != SX_OK) return SX_ERROR_SEGMENT;
  }
  return SX_ERROR_SEGMENT;
}

bool Segment::live() {
  for (uint32_t i = 0; i < device_count; i++) {
    if (devices[i].has_live_context()) return true;
  }
  // Who is off its devices for now will want them back as they were.
  return std::any_of(desks, desks + kMaxDesks,
                     [](Desk &d) { return d.id.load() != 0 && !d.life.is_over(); });
}

Configuration Segment::current() const {
  Configuration configuration;
  for (uint32_t i = 0; i < device_count; i++) configuration.push_back(devices[i].config);
  return configuration;
}

void Segment::write(const Configuration &configuration) {
  for (size_t i = 0; i < configuration.size(); i++) devices[i].config = configuration[i];
  device_count = uint32_t(configuration.size());
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
  *slot = devices[device].attach();
  return *slot >= 0 ? SX_OK : SX_ERROR_OUT_OF_MEMORY;
}

Desk *Segment::claim_desk() {
  Lock lock(this);
  for (Desk &desk : desks) {
    if (desk.id.load() != 0 && !desk.life.is_over()) continue;
    desk.id = 0;
    desk.life.claim();
    desk.user = geteuid();
    desk.state = SX_PROCESS_RUNNING;
    desk.phase = Desk::kIdle;
    desk.id = ++next_desk;
    return &desk;
  }
  return nullptr;
}

Desk *Segment::find_desk(int pid, uint64_t *id) {
  const uint64_t here = os::pid_namespace();
  for (Desk &desk : desks) {
    *id = desk.id.load();
    bool named = *id != 0 && desk.life.process.pid == pid;
    if (named && desk.life.pid_namespace == here && !desk.life.is_over()) return &desk;
  }
  return nullptr;
}

}  // namespace soft
