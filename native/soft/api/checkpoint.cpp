// The C API: taking another process off its devices and bringing it back.
#include "soft/api/api.h"
#include "soft/desk.h"

using namespace soft;

namespace {

sxResult find_desk(int pid, Desk **desk, uint64_t *id) {
  Process *process = Process::get();
  if (!process) return SX_ERROR_NOT_INITIALIZED;
  *desk = process->segment() ? process->segment()->find_desk(pid, id) : nullptr;
  if (!*desk) return SX_ERROR_NO_PROCESS;
  bool allowed = geteuid() == 0 || geteuid() == (*desk)->user;
  return allowed ? SX_OK : SX_ERROR_DENIED;
}

sxResult ask_process(int pid, const Request &request) {
  return guarded([&] {
    Desk *desk = nullptr;
    uint64_t id = 0;
    sxResult result = find_desk(pid, &desk, &id);
    return result == SX_OK ? ask(*desk, id, request) : result;
  });
}

}  // namespace

SX_API sxResult sxCheckpointGetState(int pid, sxProcessState *state) {
  if (!state) return SX_ERROR_INVALID;
  return guarded([&] {
    Desk *desk = nullptr;
    uint64_t id = 0;
    sxResult result = find_desk(pid, &desk, &id);
    if (result == SX_OK) *state = sxProcessState(desk->state.load());
    return result;
  });
}

SX_API sxResult sxCheckpointLock(int pid, uint32_t timeout_ms) {
  return ask_process(pid, {Desk::Wish::kLock, timeout_ms});
}

SX_API sxResult sxCheckpoint(int pid) { return ask_process(pid, {Desk::Wish::kCheckpoint}); }

SX_API sxResult sxRestore(int pid, const sxDevicePair *pairs, size_t count) {
  if ((count && !pairs) || count > kMaxDevices) return SX_ERROR_INVALID;
  return ask_process(pid, {Desk::Wish::kRestore, 0, pairs, count});
}

SX_API sxResult sxCheckpointUnlock(int pid) { return ask_process(pid, {Desk::Wish::kUnlock}); }
