// The soft XPU's memory, and copies from and to the client's, where the device is.
#include <shared_mutex>

#include "remote/soft/work.h"

namespace heddle::remote {

namespace {

// Copies that were checked, and that the calls that wait for them have yet to submit: their memory
// is freed behind them.
std::shared_mutex copying;

void fetch_now(Later &what) {
  what.server->fetch(what.staging->token, what.staging->bytes(), what.staging->size());
}
void return_now(Later &what) {
  what.server->return_staged(*what.staging);
  what.staging->rest();
}
void forget_now(Later &what) { what.staging->rest(); }

struct ServedCopy {
  void *to = nullptr;
  const void *from = nullptr;
  StagingPtr in, out;
  bool fetches = false;
  uint64_t bytes = 0;
  sxStream stream = nullptr;
  Spans spans;
};

bool read_copy(Request &request, ServedCopy *copy) {
  struct {
    uint64_t kind, value;
  } sides[2];
  for (auto &side : sides) side = {request.value<uint64_t>(), request.value<uint64_t>()};
  const auto bytes = copy->bytes = request.value<uint64_t>();
  copy->stream = request.handle<sxStream>(kKindSxStream);
  if (bytes > kCopyBytes) Server::end("a copy that is too long");
  const auto use = recording_of(copy->stream) ? Staging::kRepeat : Staging::kOnce;
  const auto staging = [&](uint64_t token) {
    auto made = std::make_shared<Staging>(bytes, use);
    made->token = token;
    return made;
  };
  const auto device = [&](uint64_t address) -> void * {
    if (!bytes) return nullptr;
    if (address) copy->spans.push_back({address, bytes});
    return request.checked(address, bytes);
  };
  const auto &[to, from] = sides;
  // What is in a slot is gone after this call: a graph cannot use it again.
  const bool has_slot = to.kind == kInto || from.kind == kOutOf;
  if (to.kind == kReturns || to.kind == kInto) {
    copy->out = to.kind == kInto ? request.server.in_slot(to.value, bytes) : staging(to.value);
    copy->to = copy->out->bytes();
  } else {
    copy->to = device(to.value);
  }
  if (from.kind == kStaged) {
    copy->in = request.server.take_staged(from.value, bytes);
    if (!copy->in) Server::end("a copy of what was not sent");
  } else if (from.kind == kOutOf) {
    copy->in = request.server.in_slot(from.value, bytes);
  } else if (from.kind == kFetches) {
    copy->in = staging(from.value);
    copy->fetches = true;
  } else {
    copy->from = device(from.value);
  }
  if (copy->in) copy->from = copy->in->bytes();
  if (!request.is_good()) return false;
  if (!has_slot || use == Staging::kOnce) return true;
  request.finish(SX_ERROR_UNSUPPORTED);
  return false;
}

sxResult submit(Request &request, ServedCopy &copy) {
  const sxStream stream = copy.stream;
  sxResult result = note(request, stream, copy.spans);
  if (result == SX_OK && copy.fetches)
    result = later(request, stream, run_later<fetch_now>, {copy.in});
  if (result == SX_OK) result = sxMemcpyAsync(copy.to, copy.from, copy.bytes, stream);
  if (result != SX_OK) return result;
  if (copy.out) result = later(request, stream, run_later<return_now>, {copy.out});
  if (result == SX_OK && copy.in) result = later(request, stream, run_later<forget_now>, {copy.in});
  // The copy is under way and will use its memory, whoever frees the rest.
  if (result != SX_OK) new ServedCopy(copy);
  return result;
}

// Until no device touches it any more. Not SX_OK: that cannot be waited for now.
sxResult await_users(Request &request, const Allocation &of, bool own) {
  copying.lock();  // who comes now needs the lead, which is ours
  copying.unlock();
  const uint64_t users = of.users | (own ? uint64_t(1) << of.device : 0);
  sxResult result = SX_OK;
  for (int32_t device = 0; users >> device && result == SX_OK; device++) {
    if (!(users >> device & 1)) continue;
    sxSetDevice(device);
    result = sxDeviceSynchronize();
    if (result == SX_ERROR_LAUNCH) result = SX_OK;  // nothing of it runs any more
  }
  sxSetDevice(request.device());
  return result;
}

}  // namespace

void serve_sxMalloc(Request &request) {
  const auto bytes = request.value<uint64_t>();
  if (!request.is_good()) return;
  void *pointer = nullptr;
  const sxResult result = sxMalloc(&pointer, bytes);
  if (result == SX_OK) request.server.add_allocation(uint64_t(pointer), bytes, request.device());
  request.fields.number(uint64_t(pointer));
  request.finish(result);
}

// Waits for the device as it does locally, and what the client sends meanwhile waits with it. On a
// device that has failed, the memory is freed and the failure is told.
void serve_sxFree(Request &request) {
  const auto address = request.value<uint64_t>();
  if (!request.is_good()) return;
  const Allocation *is = request.server.find_allocation(address);
  sxResult result = is ? await_users(request, *is, false) : SX_OK;
  if (result == SX_OK) {
    result = sxFree(reinterpret_cast<void *>(address));
    if (result != SX_ERROR_CAPTURE && result != SX_ERROR_RESET)
      request.server.remove_allocation(address);
  }
  request.finish(result);
}

// The driver leaves it to the caller to wait for the device. We do not leave it to the client.
void serve_sxMemDetach(Request &request) {
  const auto address = request.value<uint64_t>();
  if (!request.is_good()) return;
  Allocation *is = request.server.find_allocation(address);
  sxResult result = is ? await_users(request, *is, true) : SX_ERROR_INVALID;
  if (result == SX_OK) result = sxMemDetach(reinterpret_cast<void *>(address));
  if (result == SX_OK) request.server.set_attached(*is, false);
  request.finish(result);
}

void serve_sxMemAttach(Request &request) {
  const auto address = request.value<uint64_t>();
  if (!request.is_good()) return;
  Allocation *is = request.server.find_allocation(address);
  const sxResult result = is ? sxMemAttach(reinterpret_cast<void *>(address)) : SX_ERROR_INVALID;
  if (result == SX_OK) request.server.set_attached(*is, true);
  request.finish(result);
}

void serve_sxMemsetAsync(Request &request) {
  const auto address = request.value<uint64_t>();
  const auto value = request.value<int>();
  const auto bytes = request.value<uint64_t>();
  const auto stream = request.handle<sxStream>(kKindSxStream);
  void *pointer = request.checked(address, bytes);
  if (!request.is_good()) return;
  sxResult result = note(request, stream, address ? Spans{{address, bytes}} : Spans{});
  if (result == SX_OK) result = sxMemsetAsync(pointer, value, bytes, stream);
  request.finish(result);
}

void serve_sxMemcpyAsync(Request &request) {
  ServedCopy copy;
  if (!read_copy(request, &copy)) return;
  request.finish(submit(request, copy));
}

// In the default stream, then waits for what it was: also for a fetch before it and a return
// behind.
void serve_sxMemcpy(Request &request) {
  ServedCopy copy;
  if (!read_copy(request, &copy)) return;
  sxResult result = note(request, nullptr, copy.spans);
  if (result == SX_OK && copy.fetches)
    result = later(request, nullptr, run_later<fetch_now>, {copy.in});
  if (result == SX_OK) {
    std::shared_lock lock(copying);
    request.give_up_lead();
    result = sxMemcpy(copy.to, copy.from, copy.bytes);
  }
  if (result == SX_OK && copy.out) request.server.return_staged(*copy.out);
  request.finish(result);
}

}  // namespace heddle::remote
