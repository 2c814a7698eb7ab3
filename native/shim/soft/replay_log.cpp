#include "shim/soft/replay_log.h"

#include <stdlib.h>

#include <new>

namespace heddle::soft {

namespace {

constexpr int kMostDevices = 64;

std::atomic<uint64_t> next_order{1};
Log *spare_logs = nullptr;               // of streams that are gone; with the map locked
std::atomic<bool> logged[kMostDevices];  // devices

bool note_record(sxEvent event, uint64_t order) {
  const auto key = reinterpret_cast<uintptr_t>(event);
  recorded.lock();
  recorded.erase(key);
  const bool noted = recorded.insert(key, order);
  recorded.unlock();
  return noted;
}

// Never freed: another thread may be about to use one, only to be told that its stream is dead.
Log *take_log() {
  if (Log *log = spare_logs) {
    spare_logs = log->next_spare;
    return log;
  }
  void *room = malloc(sizeof(Log));
  return room ? new (room) Log : nullptr;
}

Log *make_log(uintptr_t key, sxStream stream, int device) {
  logs.lock();
  Log *const *known = logs.find(key);
  Log *log = known ? *known : take_log();
  if (!log) {
    all_logged = false;
  } else if (!known) {
    log->device = device;
    log->stream = stream;
    log->look(&log->submitted);
    log->first = log->submitted;
    if (!logs.insert(key, log)) all_logged = false;
  }
  logs.unlock();
  return log;
}

}  // namespace

HandleMap<uint64_t> recorded;
HandleMap<Log *> logs;
std::atomic<bool> all_logged{true};

void Log::note(Entry entry) {
  uint64_t now = submitted;
  look(&now);
  if (now == submitted) return;  // captured, or nothing to wait for
  if (now != submitted + 1) first = now - 1;
  if (!entry.order) entry.order = next_order.fetch_add(1);
  if (entry.kind == Entry::kEvent && !note_record(entry.event, entry.order))
    entry.kind = Entry::kBarrier;
  entries_[(now - 1) % kMostLogged] = entry;
  submitted = now;
}

bool Log::is_replayable() const {
  if (completed < first || submitted - completed > kMostLogged) return false;
  for (uint64_t i = completed; i < submitted; i++)
    if (at(i).kind == Entry::kBarrier) return false;
  return true;
}

bool Log::rests_at(const uint32_t *word) const {
  if (completed == submitted) return true;
  const Entry &head = at(completed);
  return head.kind == Entry::kWait && head.awaited == word;
}

void Log::take_lost() {
  uint64_t left = completed;
  look(&left);
  lost_count = next = 0;
  for (uint64_t i = left; i < submitted; i++) lost[lost_count++] = at(i);
  submitted = left;
}

// The default stream is the one of the thread's device; small numbers are no addresses.
Log *log_of(sxStream stream) {
  int device = 0;
  if (!stream && vendor().sxGetDevice(&device) != SX_OK) return nullptr;
  const uintptr_t key = stream ? reinterpret_cast<uintptr_t>(stream) : uintptr_t(device) + 1;
  if (Log *const *known = logs.find(key)) return *known;
  if (vendor().sxStreamGetDevice(stream, &device) != SX_OK) return nullptr;
  if (device < 0 || device >= kMostDevices || !logged[device]) return nullptr;
  return make_log(key, stream, device);
}

void drop_log(uintptr_t key) {
  Log *const *known = logs.find(key);
  if (!known) return;
  (*known)->next_spare = spare_logs;
  spare_logs = *known;
  logs.erase(key);
}

void forget_logs() {
  logs.forget();
  recorded.forget();
  spare_logs = nullptr;
}

void begin_logging(int device) {
  if (device >= 0 && device < kMostDevices) logged[device] = true;
}

}  // namespace heddle::soft
