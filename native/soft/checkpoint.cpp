// Leaving the devices and coming back: what the thread that serves others does with the contexts.
//
// A context that was closed comes to rest by itself: nothing new gets in, and what is queued either
// completes or stands behind a wait value. All contexts of a process are frozen together, because
// one may let another go on by an event. Then no executor touches a stream, and the queues survive.
#include <algorithm>
#include <chrono>
#include <new>

#include "soft/process.h"

namespace soft {

// -- a context ------------------------------------------------------------------------------------

void Context::settle(Device *device, int slot) {
  device_ = device;
  slot_ = slot;
  id_ = device->slots[slot].id.load();
  device->slots[slot].units = std::max(1u, device->config.units * percent_ / 100);
  here_ = &device->slots[slot];
}

void Context::close() {
  Lock lock(mutex_);
  progress_.wait(lock, [this] { return !halted_; });  // the resetter submits what was lost
  closed_ = true;
  ring();
}

void Context::open() {
  Lock lock(mutex_);
  closed_ = frozen_ = false;
  toggled_at_ = os::now_ns();  // nothing could run until now, so no time is made good
  ring();
  progress_.notify_all();
}

// What rang since the executor looked may be a reason to go on.
bool Context::rests() const { return rested_ && here_.load()->doorbell.load() == rested_bell_; }

bool Context::await_rest(int64_t until_ns) {
  Lock lock(mutex_);
  auto rest = [this] { return stopped_ || rests(); };
  if (until_ns == os::kNever) {
    progress_.wait(lock, rest);
    return true;
  }
  auto limit = std::chrono::nanoseconds(std::max<int64_t>(until_ns - os::now_ns(), 0));
  return progress_.wait_for(lock, limit, rest);
}

bool Context::freeze(const std::vector<Context *> &contexts) {
  std::vector<Lock> locks;  // no other thread holds the mutexes of two contexts
  for (Context *context : contexts) locks.emplace_back(context->mutex_);
  for (Context *context : contexts) {
    if (context->stopped_ || !context->rests()) return false;
  }
  for (Context *context : contexts) context->frozen_ = true;
  return true;
}

bool Context::shut_memory() {
  Lock lock(mutex_);
  return std::all_of(memories_.begin(), memories_.end(), [](const Memory *m) {
    return m->state != Memory::State::kAttached || m->shut();
  });
}

bool Context::open_memory() {
  Lock lock(mutex_);
  return std::all_of(memories_.begin(), memories_.end(), [](const Memory *m) {
    return m->state != Memory::State::kAttached || m->open();
  });
}

uint64_t Context::memory_to_restore() {
  Lock lock(mutex_);
  uint64_t sum = 0;
  for (const Memory *m : memories_) sum += m->state == Memory::State::kAttached ? m->bytes : 0;
  return sum;
}

void Context::leave_device() {
  Lock lock(mutex_);
  leaving_ = true;
  ring();
  progress_.wait(lock, [this] { return stopped_; });
}

void Context::enter_device(Device *device, int slot) {
  Lock lock(mutex_);
  settle(device, slot);
  leaving_ = stopped_ = false;
  start_executor();
}

// -- a process ------------------------------------------------------------------------------------

std::vector<Context *> Process::contexts() const {
  std::vector<Context *> all;
  for (const auto &place : contexts_) {
    if (Context *context = place.load()) all.push_back(context);
  }
  return all;
}

sxResult Process::lock(uint32_t timeout_ms) {
  int64_t until = timeout_ms ? os::now_ns() + int64_t(timeout_ms) * 1'000'000 : os::kNever;
  std::vector<Context *> all = close();
  do {
    for (Context *context : all) {
      if (context->await_rest(until)) continue;
      open(all);
      return SX_ERROR_TIMEOUT;
    }
    if (is_exiting()) return SX_ERROR_NO_PROCESS;
  } while (!Context::freeze(all));
  return SX_OK;
}

sxResult Process::checkpoint() {
  std::vector<Context *> all = contexts();
  bool shut = std::all_of(all.begin(), all.end(), [](Context *c) { return c->shut_memory(); });
  if (!shut) {
    bool undone = std::all_of(all.begin(), all.end(), [](Context *c) { return c->open_memory(); });
    if (!undone) throw std::bad_alloc();
    return SX_ERROR_OUT_OF_MEMORY;
  }
  for (Context *context : all) context->leave_device();
  return SX_OK;
}

// Where each device goes. What no pair names stays, unless its place was taken: then it gets what
// was left at the other end of the chain, so that no two devices of a process become one.
sxResult Process::follow(const sxDevicePair *pairs, size_t count, Places *to) const {
  const int known = int(configuration_.size());
  auto is_known = [known](int i) { return i >= 0 && i < known; };
  Places from{};
  for (int i = 0; i < kMaxDevices; i++) from[size_t(i)] = (*to)[size_t(i)] = -1;
  for (size_t i = 0; i < count; i++) {
    const sxDevicePair &pair = pairs[i];
    if (!is_known(pair.from) || !is_known(pair.to)) return SX_ERROR_NO_DEVICE;
    int &target = (*to)[size_t(pair.from)], &source = from[size_t(pair.to)];
    if (target >= 0 || source >= 0) return SX_ERROR_INVALID;
    target = pair.to;
    source = pair.from;
  }
  for (int i = 0; i < known; i++) {
    if ((*to)[size_t(i)] >= 0) continue;
    int end = i;
    while (from[size_t(end)] >= 0) end = from[size_t(end)];
    (*to)[size_t(i)] = end;
  }
  return SX_OK;
}

sxResult Process::restore(const sxDevicePair *pairs, size_t count) {
  struct Return {
    Context *context;
    Device *device;
    int slot;
    uint64_t id;
  };
  Places to;
  sxResult result = follow(pairs, count, &to);
  if (result != SX_OK) return result;
  std::vector<Return> returns;
  returns.reserve(contexts_.size());
  for (size_t home = 0; home < contexts_.size() && result == SX_OK; home++) {
    Context *context = contexts_[home].load();
    if (!context) continue;
    int old_place = places_[home], place = to[size_t(old_place)];
    bool named = std::any_of(pairs, pairs + count,
                             [&](const sxDevicePair &p) { return p.from == old_place; });
    if (place != old_place && !named) result = SX_ERROR_INVALID;  // its place was given away
    if (!alike(old_place, place)) result = SX_ERROR_MODEL;
    if (result != SX_OK) break;
    Return back{context, segment_->device(place), -1, 0};
    result = segment_->attach(configuration_, place, &back.slot);
    if (result != SX_OK) break;
    back.id = back.device->slots[back.slot].id.load();
    returns.push_back(back);
    bool fits = back.device->charge(back.slot, context->memory_to_restore());
    if (!fits) result = SX_ERROR_OUT_OF_MEMORY;
  }
  for (const Return &r : returns) {
    if (result == SX_OK && !r.context->open_memory()) result = SX_ERROR_OUT_OF_MEMORY;
  }
  if (result != SX_OK) {
    for (const Return &r : returns) r.context->shut_memory();
    for (const Return &r : returns) r.device->detach(r.slot, r.id, os::now_ns());
    return result;
  }
  for (const Return &r : returns) r.context->enter_device(r.device, r.slot);
  for (size_t home = 0; home < configuration_.size(); home++) {
    places_[home] = to[size_t(places_[home].load())];
  }
  return SX_OK;
}

bool Process::alike(int a, int b) const {
  DeviceConfig renamed = configuration_[size_t(a)];
  renamed.name = configuration_[size_t(b)].name;
  return renamed == configuration_[size_t(b)];
}

}  // namespace soft
