// The soft XPU's functions that are more than their arguments, for a program whose device is
// elsewhere.
#include <string>

#include "_gen/soft_remote.gen.h"
#include "remote/client.h"
#include "soft/error_text.h"
#include "soft/softxpu.h"

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

using namespace heddle::remote;

namespace {

Client &client() { return Client::get(); }

sxResult as_result(int32_t code) { return static_cast<sxResult>(code); }

// One side of a copy, as the server is told of it.
Client::Side source(Lane &lane, const void *from, size_t bytes) {
  if (!from || !bytes || client().is_device(from)) return {kAddress, uint64_t(from)};
  return client().take_from(lane, from, bytes);
}

Client::Side target(void *to, size_t bytes) {
  if (!to || !bytes || client().is_device(to)) return {kAddress, uint64_t(to)};
  return client().return_into(to, bytes);
}

// A handle that is wrong is found before anything of the program's memory is read.
bool is_refused(sxStream stream, sxResult *why) {
  Call probe(kSxMemcpyAsync);
  probe.handle_or_none(kKindSxStream, stream);
  *why = as_result(probe.refused());
  return probe.is_refused();
}

sxResult copy(uint16_t function, void *to, const void *from, size_t bytes, sxStream stream) {
  sxResult why;
  if (is_refused(stream, &why)) return why;
  if (bytes && (!to || !from)) return SX_ERROR_INVALID;
  auto *t = static_cast<char *>(to);
  auto *f = static_cast<const char *>(from);
  Pieces pieces(client(), to, from, bytes);
  do {
    const size_t now = pieces.next();
    const bool waits = function == kSxMemcpy && pieces.waits();
    const Client::Side out = target(t, now), in = source(client().lane(), f, now);
    Call call(waits ? kSxMemcpy : kSxMemcpyAsync);
    for (const Client::Side &side : {out, in}) {
      call.value(side.kind);
      call.value(side.value);
    }
    call.value(now);
    call.handle_or_none(kKindSxStream, stream);
    const auto result = as_result(waits ? call.ask() : call.send());
    if (result != SX_OK) return result;
    if (t) t += now;
    if (f) f += now;
  } while (pieces.any());
  return SX_OK;
}

}  // namespace

HEDDLE_EXPORT const char *sxGetErrorString(sxResult result) { return soft::error_text(result); }

HEDDLE_EXPORT sxResult sxGetVersion(int *version) {
  if (!version) return SX_ERROR_INVALID;
  *version = SX_VERSION;
  return SX_OK;
}

HEDDLE_EXPORT sxResult sxInit(unsigned flags) {
  Call call(kSxInit);
  call.value(flags);
  const auto result = as_result(call.ask());
  if (result == SX_OK) client().set_initialised();
  return result;
}

HEDDLE_EXPORT sxResult sxSetDevice(int device) {
  Call call(kSxSetDevice);
  call.value(device);
  const auto result = as_result(call.ask());
  if (result == SX_OK) call.lane().device = device;
  return result;
}

// The server's address is ours if nothing of the program's lies there. Otherwise there is another.
HEDDLE_EXPORT sxResult sxMalloc(void **pointer, size_t bytes) {
  if (!pointer) return SX_ERROR_INVALID;
  std::vector<uint64_t> taken;
  sxResult result;
  for (;;) {
    Call call(kSxMalloc);
    call.value(bytes);
    result = as_result(call.ask());
    if (result != SX_OK) break;
    uint64_t address = 0;
    call.take(&address);
    if (client().claim(address, bytes)) {
      *pointer = reinterpret_cast<void *>(address);
      break;
    }
    taken.push_back(address);
    if (taken.size() == 64) {
      result = SX_ERROR_OUT_OF_MEMORY;
      break;
    }
  }
  for (const uint64_t address : taken) {
    Call call(kSxFree);
    call.value(address);
    call.ask();
  }
  return result;
}

HEDDLE_EXPORT sxResult sxFree(void *pointer) {
  const Known known = client().is_allocation(uint64_t(pointer));
  if (known == Known::kOfParent) return SX_ERROR_FORKED;
  Call call(kSxFree);
  call.value(uint64_t(pointer));
  const auto result = as_result(known == Known::kYes ? call.send() : call.ask());
  if (result == SX_OK) client().release(uint64_t(pointer));
  return result;
}

HEDDLE_EXPORT sxResult sxMemcpy(void *to, const void *from, size_t bytes) {
  return copy(kSxMemcpy, to, from, bytes, nullptr);
}

HEDDLE_EXPORT sxResult sxMemcpyAsync(void *to, const void *from, size_t bytes, sxStream stream) {
  return copy(kSxMemcpyAsync, to, from, bytes, stream);
}

// A kernel is the same whatever process asks for it, so its handle outlives a fork().
HEDDLE_EXPORT sxResult sxGetKernel(sxKernel *kernel, const char *name) {
  if (!kernel || !name) return SX_ERROR_INVALID;
  static std::mutex mutex;
  static std::map<std::string, uint64_t> *known;  // made under the lock
  if (client().is_initialised()) {
    std::lock_guard lock(mutex);
    if (!known) known = new std::map<std::string, uint64_t>;
    if (const auto found = known->find(name); found != known->end()) {
      *kernel = reinterpret_cast<sxKernel>(found->second);
      return SX_OK;
    }
  }
  Call call(kSxGetKernel);
  call.text(name);
  const auto result = as_result(call.ask());
  if (result != SX_OK) return result;
  uint64_t number = 0;
  call.take(&number);
  *kernel = reinterpret_cast<sxKernel>(number);
  std::lock_guard lock(mutex);
  if (!known) known = new std::map<std::string, uint64_t>;
  (*known)[name] = number;
  return SX_OK;
}

HEDDLE_EXPORT sxResult sxLaunchKernel(sxKernel kernel, const void *arguments, size_t size,
                                      sxStream stream) {
  // The first launch of a kernel with so many bytes shows whether that is right; all others are.
  static std::atomic<uint64_t> proven[64];
  const uint64_t number = uint64_t(kernel);
  if (!number || number > std::size(proven) || !arguments || size > 4096) return SX_ERROR_INVALID;
  Call call(kSxLaunchKernel);
  call.value(number);
  call.lane().writer.bytes(arguments, size);
  call.handle_or_none(kKindSxStream, stream);
  if (proven[number - 1].load() == size + 1) return as_result(call.send());
  const auto result = as_result(call.ask());
  if (result == SX_OK) proven[number - 1] = size + 1;
  return result;
}

HEDDLE_EXPORT sxResult sxLaunchHostFunc(sxStream stream, sxHostFunc function, void *argument) {
  if (!function) return SX_ERROR_INVALID;
  Call call(kSxLaunchHostFunc);
  call.handle_or_none(kKindSxStream, stream);
  if (call.is_refused()) return as_result(call.refused());
  call.value(client().call_later(function, argument));
  return as_result(call.send());
}

HEDDLE_EXPORT sxResult sxStreamBeginCapture(sxStream stream) {
  Call call(kSxStreamBeginCapture);
  call.handle_or_none(kKindSxStream, stream);
  const auto result = as_result(call.ask());
  if (result == SX_OK) client().count_captures(1);
  return result;
}

HEDDLE_EXPORT sxResult sxStreamEndCapture(sxStream stream, sxGraph *graph) {
  Call call(kSxStreamEndCapture);
  call.handle_or_none(kKindSxStream, stream);
  call.made(kKindSxGraph, graph);
  const auto result = as_result(call.ask());
  call.take_made(graph);
  if (result == SX_OK) client().count_captures(-1);
  return result;
}

HEDDLE_EXPORT sxResult sxStreamDestroy(sxStream stream) {
  Call call(kSxStreamDestroy);
  call.handle(kKindSxStream, stream);
  const bool may_capture = client().is_capturing();
  const auto result = as_result(may_capture ? call.ask() : call.send());
  if (result != SX_OK) return result;
  client().handles.forget(uint64_t(stream));
  uint64_t captured = 0;  // the capture goes with its stream
  if (may_capture) call.take(&captured);
  client().count_captures(-int(captured != 0));
  return SX_OK;
}

HEDDLE_EXPORT sxResult sxStreamWaitValue32(sxStream stream, const uint32_t *word, uint32_t value,
                                           unsigned flags) {
  if (!word || uint64_t(word) % sizeof *word || flags > SX_WAIT_AND) return SX_ERROR_INVALID;
  Call call(kSxStreamWaitValue32);
  call.handle_or_none(kKindSxStream, stream);
  if (call.is_refused()) return as_result(call.refused());
  const bool is_device = client().is_device(word);
  const auto [now, order] = is_device ? Client::WordNow{} : client().watch(word);
  call.value(uint64_t(word));
  call.value(is_device);
  call.value(now);
  call.value(order);
  call.value(value);
  call.value(flags);
  const auto result = as_result(call.ask());
  if (result != SX_OK && !is_device) client().unwatch(word);
  return result;
}

HEDDLE_EXPORT sxResult sxStreamWriteValue64(sxStream stream, uint64_t *word, uint64_t value) {
  if (!word || uint64_t(word) % sizeof *word) return SX_ERROR_INVALID;
  Call call(kSxStreamWriteValue64);
  call.handle_or_none(kKindSxStream, stream);
  call.value(uint64_t(word));
  call.value(client().is_device(word));
  call.value(value);
  return as_result(call.ask());
}
