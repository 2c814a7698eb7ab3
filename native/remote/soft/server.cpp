// The soft XPU's functions that are more than their arguments, where the device is.
//
// Its device memory is host memory of the process that has it. So a client's addresses are checked
// also where they are inside of kernels' arguments: on other hardware the device does that.
#include <iterator>

#include "_gen/soft_remote.gen.h"
#include "remote/server.h"
#include "soft/softxpu.h"

using namespace heddle::remote;

namespace heddle::remote {

namespace {

struct Span {
  const void *start;
  uint64_t count, size;
};

template <class Arguments>
Arguments as(const void *bytes) {
  Arguments arguments;
  memcpy(&arguments, bytes, sizeof arguments);
  return arguments;
}

uint64_t square(uint64_t n) { return n <= UINT32_MAX ? n * n : UINT64_MAX; }

// The kernels, numbered from 1, and what memory each touches.
struct ServedKernel {
  const char *name;
  size_t size;
  std::vector<Span> (*spans)(const void *);
};

std::vector<Span> none(const void *) { return {}; }

const ServedKernel kKernels[] = {
    {"timed", sizeof(sxTimedArgs), none},
    {"narrow", sizeof(sxNarrowArgs), none},
    {"fault", sizeof(sxFaultArgs), none},
    {"fill", sizeof(sxFillArgs),
     [](const void *p) -> std::vector<Span> {
       const auto a = as<sxFillArgs>(p);
       return {{a.y, a.n, 4}};
     }},
    {"axpy", sizeof(sxAxpyArgs),
     [](const void *p) -> std::vector<Span> {
       const auto a = as<sxAxpyArgs>(p);
       return {{a.x, a.n, 4}, {a.y, a.n, 4}};
     }},
    {"matmul", sizeof(sxMatmulArgs),
     [](const void *p) -> std::vector<Span> {
       const auto a = as<sxMatmulArgs>(p);
       return {{a.a, square(a.n), 4}, {a.b, square(a.n), 4}, {a.c, square(a.n), 4}};
     }},
    {"sum", sizeof(sxSumArgs),
     [](const void *p) -> std::vector<Span> {
       const auto a = as<sxSumArgs>(p);
       return {{a.x, a.n, 4}, {a.sum, uint64_t(a.sum != nullptr), 4}};
     }},
    {"chain", sizeof(sxChainArgs),
     [](const void *p) -> std::vector<Span> { return {{as<sxChainArgs>(p).state, 1, 8}}; }},
    {"ramp", sizeof(sxRampArgs),
     [](const void *p) -> std::vector<Span> {
       const auto a = as<sxRampArgs>(p);
       return {{a.x, a.n, 4}};
     }},
    {"affine", sizeof(sxAffineArgs),
     [](const void *p) -> std::vector<Span> {
       const auto a = as<sxAffineArgs>(p);
       return {{a.x, a.n, 4}};
     }},
    {"step", sizeof(sxStepArgs),
     [](const void *p) -> std::vector<Span> {
       const auto a = as<sxStepArgs>(p);
       return {{a.x, a.n, 4}, {a.y, a.n, 4}};
     }},
};

// Null is the kernel's own business: it refuses it where it needs it.
bool may_touch(Server &server, const Span &span) {
  if (!span.count || !span.start) return true;
  return span.count <= UINT64_MAX / span.size &&
         server.has_allocated(uint64_t(span.start), span.count * span.size);
}

// -- host functions of ours, behind or before commands of the client's. What they are given lives
//    until they have run; in a graph, which may run again, as long as the server.

struct Later {
  Server *server;
  bool captured;
  StagingPtr staging;
  uint64_t token = 0, value = 0;
};

bool is_capturing(sxStream stream) {
  int capturing = 0;
  return sxStreamIsCapturing(stream, &capturing) == SX_OK && capturing;
}

sxResult later(Server &server, sxStream stream, sxHostFunc function, Later what) {
  what.server = &server, what.captured = is_capturing(stream);
  auto *kept = new Later(std::move(what));
  const sxResult result = sxLaunchHostFunc(stream, function, kept);
  if (result != SX_OK) delete kept;
  return result;
}

template <void (*Body)(Later &)>
void run_later(void *given) {
  auto *what = static_cast<Later *>(given);
  Body(*what);
  if (!what->captured) delete what;
}

void fetch_now(Later &what) { what.server->fetch(*what.staging); }
void return_now(Later &what) { what.server->return_bytes(*what.staging); }
void forget_now(Later &what) { what.staging.reset(); }
void keep_now(Later &) {}
void call_now(Later &what) { what.server->call(what.token); }
void write_now(Later &what) { what.server->write_word(what.token, what.value); }
void release_now(Later &what) { what.server->release_word(what.token); }

struct ServedCopy {
  void *to = nullptr;
  const void *from = nullptr;
  StagingPtr in, out;
  bool fetches = false;
  uint64_t bytes = 0;
  sxStream stream = nullptr;
};

bool read_copy(Request &request, ServedCopy *copy) {
  struct {
    uint64_t kind, value;
  } sides[2];
  for (auto &side : sides) side = {request.value<uint64_t>(), request.value<uint64_t>()};
  const auto bytes = copy->bytes = request.value<uint64_t>();
  copy->stream = request.handle<sxStream>(kKindSxStream);
  if (bytes > kCopyBytes) Server::end("a copy that is too long");
  const auto &[to, from] = sides;
  if (to.kind == kReturns) {
    copy->out = std::make_shared<Staging>();
    copy->out->bytes.resize(bytes);
    copy->out->token = to.value;
    copy->to = copy->out->bytes.data();
  } else {
    copy->to = bytes ? request.checked(to.value, bytes) : nullptr;
  }
  if (from.kind == kStaged) {
    copy->in = request.server.take_staged(from.value, bytes);
    if (!copy->in) Server::end("a copy of what was not sent");
  } else if (from.kind == kFetches) {
    copy->in = std::make_shared<Staging>();
    copy->in->bytes.resize(bytes);
    copy->in->token = from.value;
    copy->fetches = true;
  } else {
    copy->from = bytes ? request.checked(from.value, bytes) : nullptr;
  }
  if (copy->in) copy->from = copy->in->bytes.data();
  return request.is_good();
}

sxResult submit(Server &server, ServedCopy &copy) {
  sxResult result = SX_OK;
  const sxStream stream = copy.stream;
  if (copy.fetches) result = later(server, stream, run_later<fetch_now>, {{}, {}, copy.in});
  if (result == SX_OK) result = sxMemcpyAsync(copy.to, copy.from, copy.bytes, stream);
  if (result != SX_OK) return result;
  if (copy.out) return later(server, stream, run_later<return_now>, {{}, {}, copy.out});
  if (copy.in) {
    const bool again = is_capturing(stream);
    return later(server, stream, again ? run_later<keep_now> : run_later<forget_now>,
                 {{}, {}, copy.in});
  }
  return SX_OK;
}

}  // namespace

void use_soft_device(int32_t device) { sxSetDevice(device); }

// For the calling thread, which is another one at the client's: it is told with each call.
void serve_sxSetDevice(Request &request) {
  const auto device = request.value<int>();
  if (!request.is_good()) return;
  const sxResult result = sxSetDevice(device);
  sxSetDevice(request.device());
  request.finish(result);
}

// How long its turns are, and whether it has any, is not the client's to say.
void refuse_context(Request &request) {
  const auto device = request.value<int>();
  request.value<uint64_t>();
  if (!request.is_good()) return;
  uint32_t slice = 0;
  const sxResult result = sxContextGetTimeslice(device, &slice);
  request.finish(result == SX_OK ? SX_ERROR_UNSUPPORTED : result);
}

void serve_sxContextSetTimeslice(Request &request) { refuse_context(request); }
void serve_sxContextDisable(Request &request) { refuse_context(request); }

void serve_sxMalloc(Request &request) {
  const auto bytes = request.value<uint64_t>();
  if (!request.is_good()) return;
  void *pointer = nullptr;
  const sxResult result = sxMalloc(&pointer, bytes);
  if (result == SX_OK) request.server.add_allocation(uint64_t(pointer), bytes);
  request.fields.number(uint64_t(pointer));
  request.finish(result);
}

// Waits for the device as it does locally, and what the client sends meanwhile waits with it.
void serve_sxFree(Request &request) {
  const auto address = request.value<uint64_t>();
  if (!request.is_good()) return;
  const sxResult result = sxFree(reinterpret_cast<void *>(address));
  if (result == SX_OK) request.server.remove_allocation(address);
  request.finish(result);
}

void serve_sxMemcpyAsync(Request &request) {
  ServedCopy copy;
  if (!read_copy(request, &copy)) return;
  request.finish(submit(request.server, copy));
}

// In the default stream, then waits for what it was: also for a fetch before it and a return
// behind.
void serve_sxMemcpy(Request &request) {
  ServedCopy copy;
  if (!read_copy(request, &copy)) return;
  request.give_up_lead();
  sxResult result = SX_OK;
  if (copy.fetches)
    result = later(request.server, nullptr, run_later<fetch_now>, {{}, {}, copy.in});
  if (result == SX_OK) result = sxMemcpy(copy.to, copy.from, copy.bytes);
  if (result == SX_OK && copy.out) request.server.return_bytes(*copy.out);
  request.finish(result);
}

void serve_sxGetKernel(Request &request) {
  const char *name = request.text();
  if (!request.is_good()) return;
  sxKernel kernel = nullptr;
  sxResult result = sxGetKernel(&kernel, name);
  uint64_t number = 0;
  for (size_t i = 0; result == SX_OK && i < std::size(kKernels); i++)
    if (!strcmp(kKernels[i].name, name)) number = i + 1;
  if (result == SX_OK && !number) result = SX_ERROR_INVALID;
  request.fields.number(number);
  request.finish(result);
}

void serve_sxLaunchKernel(Request &request) {
  const auto number = request.value<uint64_t>();
  size_t size;
  const unsigned char *arguments = request.bytes(&size);
  const auto stream = request.handle<sxStream>(kKindSxStream);
  if (!request.is_good()) return;
  const ServedKernel *kernel = number - 1 < std::size(kKernels) ? &kKernels[number - 1] : nullptr;
  if (!kernel || size != kernel->size) return request.finish(SX_ERROR_INVALID);
  for (const Span &span : kernel->spans(arguments))
    if (!may_touch(request.server, span)) return request.finish(SX_ERROR_INVALID);
  sxKernel real = nullptr;
  sxResult result = sxGetKernel(&real, kernel->name);
  if (result == SX_OK) result = sxLaunchKernel(real, arguments, size, stream);
  request.finish(result);
}

void serve_sxLaunchHostFunc(Request &request) {
  const auto stream = request.handle<sxStream>(kKindSxStream);
  const auto token = request.value<uint64_t>();
  if (!request.is_good()) return;
  request.finish(later(request.server, stream, run_later<call_now>, {{}, {}, {}, token}));
}

void serve_sxStreamDestroy(Request &request) {
  const auto number = request.handle_number();
  bool right = true;
  auto *stream = static_cast<sxStream>(request.server.find(number, kKindSxStream, &right));
  if (!request.is_good()) return;
  const bool captured = right && stream && is_capturing(stream);
  const sxResult result = right ? sxStreamDestroy(stream) : SX_ERROR_INVALID;
  if (result == SX_OK) request.server.unbind(number);
  request.fields.number(captured);
  request.finish(result);
}

void serve_sxStreamWaitValue32(Request &request) {
  const auto stream = request.handle<sxStream>(kKindSxStream);
  const auto address = request.value<uint64_t>();
  const bool is_device = request.value<uint64_t>() != 0;
  const auto now = request.value<uint64_t>(), order = request.value<uint64_t>();
  const auto value = request.value<uint32_t>();
  const auto flags = request.value<unsigned>();
  if (is_device) request.checked(address, sizeof value);
  if (!request.is_good()) return;
  if (is_device)
    return request.finish(
        sxStreamWaitValue32(stream, reinterpret_cast<uint32_t *>(address), value, flags));
  uint64_t *pair = request.server.set_word(address & ~uint64_t(7), now, order);
  auto *half = reinterpret_cast<uint32_t *>(pair) + (address & 4) / 4;
  const sxResult result = sxStreamWaitValue32(stream, half, value, flags);
  if (result == SX_OK) later(request.server, stream, run_later<release_now>, {{}, {}, {}, address});
  request.finish(result);
}

void serve_sxStreamWriteValue64(Request &request) {
  const auto stream = request.handle<sxStream>(kKindSxStream);
  const auto address = request.value<uint64_t>();
  const bool is_device = request.value<uint64_t>() != 0;
  const auto value = request.value<uint64_t>();
  if (is_device) request.checked(address, sizeof value);
  if (!request.is_good()) return;
  if (is_device)
    return request.finish(
        sxStreamWriteValue64(stream, reinterpret_cast<uint64_t *>(address), value));
  alignas(8) static uint64_t nowhere;
  sxResult result = sxStreamWriteValue64(stream, &nowhere, value);
  if (result == SX_OK)
    result = later(request.server, stream, run_later<write_now>, {{}, {}, {}, address, value});
  request.finish(result);
}

}  // namespace heddle::remote
