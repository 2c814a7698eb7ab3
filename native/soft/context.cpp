// The half of a context that host threads call.
#include "soft/context.h"

#include <algorithm>
#include <new>

namespace soft {

Context::Context(Device *device, int slot)
    : wait_ns_(device->config.wait_ns),
      speed_milli_(device->config.speed_milli),
      percent_(percent_of_units()),
      concurrency_(int(device->config.concurrency)),
      round_robin_(device->config.scheduler == SX_SCHEDULER_ROUND_ROBIN),
      default_stream_(std::make_shared<Stream>(this, false, true)) {
  streams_.push_back(default_stream_);
  settle(device, slot);
  start_executor();
}

StreamPtr Context::create_stream(bool blocking) {
  auto stream = std::make_shared<Stream>(this, blocking, false);
  Lock lock(mutex_);
  await_open(lock);
  if (streams_.size() >= kMostStreams) throw std::bad_alloc();
  streams_.push_back(stream);
  return stream;
}

void Context::destroy_stream(Stream &stream) {
  Lock lock(mutex_);
  await_open(lock);
  stream.capture.reset();
  stream.destroyed = true;  // the executor forgets it once it is empty
  ring();
}

sxResult Context::submit(Stream &stream, Payload payload, uint64_t *target) {
  Lock lock(mutex_);
  await_open(lock);
  if (sxResult failed = status_locked()) return failed;
  auto *run = std::get_if<RunGraph>(&payload);
  if (run && run->graph->context != this) return SX_ERROR_INVALID;
  if (stream.capture) return record_in_capture(stream, std::move(payload));
  if (stream.is_default && blocking_capture()) return SX_ERROR_CAPTURE;
  if (run && run->graph->nodes.empty()) return SX_OK;
  if (auto *wait = std::get_if<WaitEvent>(&payload)) {
    if (!wait->record || wait->record->done_at()) return SX_OK;
    if (wait->record->is_lost()) return SX_ERROR_RESET;
    if (wait->record->stream->context != this) wait->record->listen(this);
  }
  if (stream.full()) {
    waiting_for_room_++;
    progress_.wait(lock, [&] { return (!stream.full() && !closed_) || poisoned_; });
    waiting_for_room_--;
    if (poisoned_) return SX_ERROR_LAUNCH;
  }
  int64_t work = modelled_work(payload, speed_milli_, percent_);
  bool was_empty = stream.empty();
  stream.push({std::move(payload), ++sequence_, os::now_ns(), work});
  if (target) *target = stream.pushed;
  // Behind other commands it is not needed before those end, and the executor wakes for that.
  if (was_empty) ring();
  return SX_OK;
}

sxResult Context::record_in_capture(Stream &stream, Payload payload) {
  if (std::holds_alternative<RecordEvent>(payload) || std::holds_alternative<WaitEvent>(payload)) {
    return SX_ERROR_CAPTURE;
  }
  if (auto *run = std::get_if<RunGraph>(&payload)) {
    for (const Graph::Node &node : run->graph->nodes) {
      stream.capture->add(node.payload, modelled_work(node.payload, speed_milli_, percent_));
    }
    return SX_OK;
  }
  int64_t work = modelled_work(payload, speed_milli_, percent_);
  stream.capture->add(std::move(payload), work);
  return SX_OK;
}

// During exit() threads that wait already wait on; there is no thread left to serve others.
sxResult Context::status_locked() const {
  if (stop_) return SX_ERROR_NOT_INITIALIZED;
  return poisoned_ ? SX_ERROR_LAUNCH : SX_OK;
}

bool Context::blocking_capture() const {
  return std::any_of(streams_.begin(), streams_.end(),
                     [](const StreamPtr &s) { return s->blocking && s->capture; });
}

bool Context::await_open(Lock &lock) {
  if (closed_) progress_.wait(lock, [&] { return !closed_ || stop_; });
  return !stop_;
}

// The caller keeps the stream alive. False if what was waited for is lost.
bool Context::await(Lock &lock, Stream &stream, uint64_t target) {
  if (halted_) return false;
  if (stop_ || stream.completed >= target) return true;
  Stream::Wait wait{target};
  stream.waits.push_back(&wait);
  ring();  // so that the executor is exact about this position from now on
  progress_.wait(lock, [&] { return wait.lost ? !halted_ : stream.completed >= target; });
  stream.waits.erase(std::find(stream.waits.begin(), stream.waits.end(), &wait));
  return !wait.lost;
}

bool Context::await_positions(Lock &lock,
                              const std::vector<std::pair<StreamPtr, uint64_t>> &positions) {
  if (halted_) return false;
  return std::all_of(positions.begin(), positions.end(),
                     [&](const auto &p) { return await(lock, *p.first, p.second); });
}

// The ends, as of now, of all streams, or of those that the default stream waits for and itself.
std::vector<std::pair<StreamPtr, uint64_t>> Context::positions(bool all) const {
  std::vector<std::pair<StreamPtr, uint64_t>> result;
  for (const StreamPtr &s : streams_) {
    if (!s->empty() && (all || s->blocking || s->is_default)) result.emplace_back(s, s->pushed);
  }
  return result;
}

sxResult Context::wait(Stream &stream, uint64_t target) {
  Lock lock(mutex_);
  return await(lock, stream, target) ? status_locked() : SX_ERROR_RESET;
}

sxResult Context::wait(const Record &record) {
  Lock lock(mutex_);
  if (record.is_lost()) return SX_ERROR_RESET;
  return await(lock, *record.stream, record.target) ? status_locked() : SX_ERROR_RESET;
}

sxResult Context::synchronize(Stream &stream) {
  Lock lock(mutex_);
  if (stream.capture) return SX_ERROR_CAPTURE;
  if (stream.is_default) {
    if (blocking_capture()) return SX_ERROR_CAPTURE;
    return await_positions(lock, positions(false)) ? status_locked() : SX_ERROR_RESET;
  }
  return await(lock, stream, stream.pushed) ? status_locked() : SX_ERROR_RESET;
}

sxResult Context::synchronize_all() {
  Lock lock(mutex_);
  if (blocking_capture()) return SX_ERROR_CAPTURE;
  return await_positions(lock, positions(true)) ? status_locked() : SX_ERROR_RESET;
}

sxResult Context::query(Stream &stream) {
  Lock lock(mutex_);
  if (stream.capture) return SX_ERROR_CAPTURE;
  if (sxResult failed = status_locked()) return failed;
  if (halted_) return SX_ERROR_RESET;
  bool done = stream.is_default ? positions(false).empty() : stream.empty();
  return done ? SX_OK : SX_ERROR_NOT_READY;
}

sxResult Context::status() {
  Lock lock(mutex_);
  return status_locked();
}

sxResult Context::begin_capture(Stream &stream) {
  Lock lock(mutex_);
  await_open(lock);
  if (sxResult failed = status_locked()) return failed;
  if (stream.capture || stream.is_default) return SX_ERROR_CAPTURE;
  stream.capture = std::make_unique<Graph>();
  stream.capture->context = this;
  return SX_OK;
}

sxResult Context::end_capture(Stream &stream, std::shared_ptr<Graph> *graph) {
  Lock lock(mutex_);
  await_open(lock);
  if (!stream.capture) return SX_ERROR_CAPTURE;
  *graph = std::move(stream.capture);
  (*graph)->seal();
  return SX_OK;
}

bool Context::is_capturing(Stream &stream) {
  Lock lock(mutex_);
  return stream.capture != nullptr;
}

void Context::set_timeslice(uint32_t microseconds) {
  Lock lock(mutex_);
  if (!await_open(lock)) return;
  my_slot().timeslice_us = microseconds;
  ring();
}

uint32_t Context::timeslice() {
  Slot *slot = here_.load();
  return slot ? slot->timeslice_us.load() : config().timeslice_us;
}

void Context::set_disabled(bool disabled) {
  Lock lock(mutex_);
  if (!await_open(lock)) return;
  if (disabled != bool(my_slot().disabled.load())) toggled_at_ = os::now_ns();
  my_slot().disabled = disabled;
  ring();
}

void Context::shut_down(int64_t until_ns) {
  // A thread may hold the mutex for ever if exit() came at a bad time; then our death will do.
  Lock lock(mutex_, std::defer_lock);
  while (!lock.try_lock()) {
    if (os::now_ns() > until_ns) return;
    os::sleep_until(os::now_ns() + 50'000);
  }
  stop_ = true;
  ring();
  auto limit = std::chrono::nanoseconds(std::max<int64_t>(until_ns - os::now_ns(), 0));
  progress_.wait_for(lock, limit, [&] { return stopped_; });
}

}  // namespace soft
