#include "soft/process.h"

#include <pthread.h>

#include <utility>

#include "soft/registry.h"

namespace soft {
namespace {

constexpr int64_t kExitNs = 200'000'000;  // the most that leaving the devices may delay exit()

std::atomic<Process *> process{nullptr};  // never freed: threads of ours may outlive main()
std::atomic<bool> exiting{false};
Process *forgotten = nullptr;
thread_local const Process *thread_process = nullptr;
thread_local int thread_device = 0;

// Guards init() and attaching. Before every other lock.
std::mutex &init_mutex() {
  static std::mutex *mutex = new std::mutex;
  return *mutex;
}

}  // namespace

Process *Process::get() {
  return exiting.load(std::memory_order_relaxed) ? nullptr : process.load();
}

sxResult Process::init() {
  std::lock_guard lock(init_mutex());
  if (exiting) return SX_ERROR_NOT_INITIALIZED;
  if (get()) return SX_OK;
  auto fresh = std::make_unique<Process>();
  std::optional<Configuration> requested;
  sxResult result = requested_configuration(&requested);
  if (result != SX_OK) return result;
  bool wants_none = requested && requested->empty();
  if (!wants_none) {
    result = Segment::open(&fresh->segment_);
    if (result == SX_OK) result = fresh->segment_->settle(requested, &fresh->configuration_);
    if (result != SX_OK) return result;
  }
  fresh->visible_ = visible_devices(fresh->configuration_);
  std::erase_if(fresh->visible_, [&](int i) { return !fresh->segment_->has(i); });
  for (int i = 0; i < kMaxDevices; i++) fresh->places_[size_t(i)] = i;
  static bool hooked = false;
  if (!hooked) pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
  hooked = true;
  process = fresh.release();
  return SX_OK;
}

sxResult Process::context(int device, Context **result) {
  if (!has(device)) return SX_ERROR_NO_DEVICE;
  std::atomic<Context *> &place = contexts_[home(device)];
  *result = place.load(std::memory_order_acquire);
  if (*result) return SX_OK;
  std::unique_lock lock(init_mutex());
  opened_.wait(lock, [this] { return !closed_; });
  *result = place.load();
  if (*result) return SX_OK;
  int slot = -1;
  sxResult attached = segment_->attach(configuration_, index(device), &slot);
  if (attached != SX_OK) return attached;
  Device &shared = *segment_->device(index(device));
  try {
    *result = new Context(&shared, slot);
  } catch (...) {
    shared.detach(slot, shared.slots[slot].id.load(), os::now_ns());
    return SX_ERROR_OUT_OF_MEMORY;
  }
  place.store(*result, std::memory_order_release);
  if (!desk_.load()) open_desk();
  return SX_OK;
}

bool Process::is_exiting() { return exiting; }

// Together with attaching, so that no context is left out.
std::vector<Context *> Process::close() {
  std::lock_guard lock(init_mutex());
  closed_ = true;
  std::vector<Context *> all = contexts();
  for (Context *context : all) context->close();
  return all;
}

void Process::open(const std::vector<Context *> &all) {
  std::lock_guard lock(init_mutex());
  closed_ = false;
  for (Context *context : all) context->open();
  opened_.notify_all();
}

sxResult Process::device_of(const Context *context, int *device) const {
  for (int i = 0; i < device_count(); i++) {
    if (contexts_[home(i)].load() != context) continue;
    *device = i;
    return SX_OK;
  }
  return SX_ERROR_NO_DEVICE;
}

int Process::current_device() const { return thread_process == this ? thread_device : 0; }

void Process::set_current_device(int device) {
  thread_process = this;
  thread_device = device;
}

// The locks are held over the fork so that the child finds what they guard in one piece. All else
// is left as it lies: the child never looks at the parent's contexts again.
void Process::before_fork() {
  init_mutex().lock();
  registry().before_fork();
}

void Process::after_fork_in_parent() {
  registry().after_fork(false);
  init_mutex().unlock();
}

void Process::after_fork_in_child() {
  Process *parents = process.exchange(nullptr);
  if (parents) parents->parents_ = std::exchange(forgotten, parents);
  registry().after_fork(true);
  init_mutex().unlock();
}

void Process::at_exit() {
  Process *self = get();
  exiting = true;
  if (!self) return;
  int64_t until = os::now_ns() + kExitNs;
  for (auto &place : self->contexts_) {
    if (Context *context = place.load()) context->shut_down(until);
  }
  if (Desk *desk = self->desk_.load()) desk->id = 0;
}

}  // namespace soft
