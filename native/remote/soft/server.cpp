// The soft XPU's functions that are more than their arguments, where the device is.
//
// Its device memory is host memory of the process that has it. So a client's addresses are checked
// also where they are inside of kernels' arguments: on other hardware the device does that.
#include <iterator>

#include "remote/soft/work.h"

namespace heddle::remote {

namespace {

struct Elements {
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
  std::vector<Elements> (*touched)(const void *);
};

std::vector<Elements> none(const void *) { return {}; }

const ServedKernel kKernels[] = {
    {"timed", sizeof(sxTimedArgs), none},
    {"narrow", sizeof(sxNarrowArgs), none},
    {"fault", sizeof(sxFaultArgs), none},
    {"fill", sizeof(sxFillArgs),
     [](const void *p) -> std::vector<Elements> {
       const auto a = as<sxFillArgs>(p);
       return {{a.y, a.n, 4}};
     }},
    {"axpy", sizeof(sxAxpyArgs),
     [](const void *p) -> std::vector<Elements> {
       const auto a = as<sxAxpyArgs>(p);
       return {{a.x, a.n, 4}, {a.y, a.n, 4}};
     }},
    {"matmul", sizeof(sxMatmulArgs),
     [](const void *p) -> std::vector<Elements> {
       const auto a = as<sxMatmulArgs>(p);
       return {{a.a, square(a.n), 4}, {a.b, square(a.n), 4}, {a.c, square(a.n), 4}};
     }},
    {"sum", sizeof(sxSumArgs),
     [](const void *p) -> std::vector<Elements> {
       const auto a = as<sxSumArgs>(p);
       return {{a.x, a.n, 4}, {a.sum, uint64_t(a.sum != nullptr), 4}};
     }},
    {"chain", sizeof(sxChainArgs),
     [](const void *p) -> std::vector<Elements> { return {{as<sxChainArgs>(p).state, 1, 8}}; }},
    {"ramp", sizeof(sxRampArgs),
     [](const void *p) -> std::vector<Elements> {
       const auto a = as<sxRampArgs>(p);
       return {{a.x, a.n, 4}};
     }},
    {"affine", sizeof(sxAffineArgs),
     [](const void *p) -> std::vector<Elements> {
       const auto a = as<sxAffineArgs>(p);
       return {{a.x, a.n, 4}};
     }},
    {"step", sizeof(sxStepArgs),
     [](const void *p) -> std::vector<Elements> {
       const auto a = as<sxStepArgs>(p);
       return {{a.x, a.n, 4}, {a.y, a.n, 4}};
     }},
};

// Null is the kernel's own business: it refuses it where it needs it.
bool to_spans(const std::vector<Elements> &touched, Spans *spans) {
  for (const auto &[start, count, size] : touched) {
    if (!count || !start) continue;
    if (count > UINT64_MAX / size || uint64_t(start) % size) return false;
    spans->push_back({uint64_t(start), count * size});
  }
  return true;
}

void call_now(Later &what) { what.server->call(what.token, SX_OK); }
void write_now(Later &what) { what.server->write_word(what.token, what.value); }
void release_now(Later &what) { what.server->release_word(what.token); }

}  // namespace

bool use_soft_device(Server &, int32_t device) { return sxSetDevice(device) == SX_OK; }

void *own_soft_handle(Request &, uint8_t, uint64_t) { return nullptr; }
uint64_t soft_parent(const Request &, uint8_t) { return 0; }

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
  Spans spans;
  if (!to_spans(kernel->touched(arguments), &spans)) return request.finish(SX_ERROR_INVALID);
  for (const Span &span : spans) request.checked(span.address, span.bytes);
  if (!request.is_good()) return;
  sxKernel real = nullptr;
  sxResult result = sxGetKernel(&real, kernel->name);
  if (result == SX_OK) result = note(request, stream, spans);
  if (result == SX_OK) result = sxLaunchKernel(real, arguments, size, stream);
  request.finish(result);
}

void serve_sxLaunchHostFunc(Request &request) {
  const auto stream = request.handle<sxStream>(kKindSxStream);
  const auto token = request.value<uint64_t>();
  if (!request.is_good()) return;
  request.finish(later(request, stream, run_later<call_now>, {{}, token}));
}

void serve_sxStreamDestroy(Request &request) {
  const auto number = request.handle_number();
  bool right = true;
  auto *stream = static_cast<sxStream>(request.server.find(number, kKindSxStream, &right));
  if (!request.is_good()) return;
  const bool captured = right && stream && recording_of(stream);
  const sxResult result = right ? sxStreamDestroy(stream) : SX_ERROR_INVALID;
  if (result == SX_OK) {
    drop_capture(stream);
    request.server.unbind(number);
  }
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
  sxResult result = note(request, stream, is_device ? Spans{{address, sizeof value}} : Spans{});
  if (result != SX_OK) return request.finish(result);
  if (is_device)
    return request.finish(
        sxStreamWaitValue32(stream, reinterpret_cast<uint32_t *>(address), value, flags));
  uint64_t *pair = request.server.set_word(address & ~uint64_t(7), now, order);
  auto *half = reinterpret_cast<uint32_t *>(pair) + (address & 4) / 4;
  result = sxStreamWaitValue32(stream, half, value, flags);
  if (result == SX_OK) result = later(request, stream, run_later<release_now>, {{}, address});
  request.finish(result);
}

void serve_sxStreamWriteValue64(Request &request) {
  const auto stream = request.handle<sxStream>(kKindSxStream);
  const auto address = request.value<uint64_t>();
  const bool is_device = request.value<uint64_t>() != 0;
  const auto value = request.value<uint64_t>();
  if (is_device) request.checked(address, sizeof value);
  if (!request.is_good()) return;
  sxResult result = note(request, stream, is_device ? Spans{{address, sizeof value}} : Spans{});
  if (result != SX_OK) return request.finish(result);
  if (is_device)
    return request.finish(
        sxStreamWriteValue64(stream, reinterpret_cast<uint64_t *>(address), value));
  alignas(8) static uint64_t nowhere;
  result = sxStreamWriteValue64(stream, &nowhere, value);
  if (result == SX_OK) result = later(request, stream, run_later<write_now>, {{}, address, value});
  request.finish(result);
}

}  // namespace heddle::remote
