// Copies, and words that streams wait for, for a program whose device is elsewhere.
#include "remote/cuda/client.h"

using namespace heddle::remote;

namespace {

Client::Side source(Lane &lane, CUdeviceptr from, size_t bytes) {
  if (is_device(from)) return {kAddress, from};
  return client().take_from(lane, reinterpret_cast<const void *>(from), bytes);
}

Client::Side target(CUdeviceptr to, size_t bytes) {
  if (is_device(to)) return {kAddress, to};
  return client().return_into(reinterpret_cast<void *>(to), bytes);
}

CUresult rows(const Copy2D &copied, CUstream stream, bool waits) {
  const auto at = [&](const Copy2D::Side &side, size_t row) {
    const CUdeviceptr start = side.type == kHost ? CUdeviceptr(side.host) : side.device;
    return start + (side.y + row) * side.pitch + side.x;
  };
  for (size_t row = 0; row < copied.height; row++) {
    const CUresult result =
        copy(at(copied.to, row), at(copied.from, row), copied.width, stream, waits);
    if (result != kSuccess) return result;
  }
  return kSuccess;
}

// Between devices it is one call; from and to the host, one for each row.
CUresult copy_2d(uint16_t function, const CUDA_MEMCPY2D *given, CUstream stream) {
  if (!given) return kInvalidValue;
  Copy2D told = *reinterpret_cast<const Copy2D *>(given);
  const auto sort = [](Copy2D::Side *side) {
    if (side->type == kUnified) side->type = is_device(side->device) ? kDevice : kHost;
    if (side->type == kUnified || side->type != kHost) return;
    if (!side->host) side->host = reinterpret_cast<void *>(side->device);
  };
  sort(&told.from), sort(&told.to);
  const bool waits = function == kCuMemcpy2D_v2;
  if (told.from.type == kHost || told.to.type == kHost) {
    if (told.from.type == kArray || told.to.type == kArray) return refuse("cuMemcpy2D of arrays");
    return rows(told, stream, waits);
  }
  Call call(function);
  if (!waits) call.handle_or_none(kKindCUstream, stream);
  call.given(reinterpret_cast<const unsigned char *>(&told), sizeof told);
  call.handle_or_none(kKindCUarray, told.from.type == kArray ? told.from.array : nullptr);
  call.handle_or_none(kKindCUarray, told.to.type == kArray ? told.to.array : nullptr);
  return waits ? call.ask() : call.send();
}

template <class Value>
CUresult on_word(uint16_t function, CUstream stream, CUdeviceptr address, Value value,
                 unsigned flags) {
  // A word that the server does not see cannot be waited for there.
  if (!is_device(address))
    return is_own_pinned(reinterpret_cast<void *>(address))
               ? refuse("a wait for memory of another machine")
               : kInvalidValue;
  Call call(function);
  call.handle_or_none(kKindCUstream, stream);
  call.value(address);
  call.value(value);
  call.value(flags);
  return call.send();
}

}  // namespace

namespace heddle::remote {

// Into memory that is not pinned, the driver's copies wait as well.
CUresult copy(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream, bool waits) {
  {
    Call probe(kCuMemcpyAsync);  // a wrong stream is found before memory of the program is read
    probe.handle_or_none(kKindCUstream, stream);
    if (probe.is_refused()) return probe.refused();
  }
  if (!client().is_initialised()) return kNotInitialized;
  if (!bytes) return kSuccess;
  if (!to || !from) return kInvalidValue;
  const bool to_host = !is_device(to);
  waits |= to_host && !is_own_pinned(reinterpret_cast<void *>(to)) && !client().is_capturing();
  const bool direct = !to_host && is_device(from);
  Pieces pieces(client(), reinterpret_cast<void *>(to), reinterpret_cast<void *>(from), bytes);
  for (size_t at = 0; at < bytes;) {
    const size_t now = direct ? bytes : pieces.next();
    const bool waits_now = waits && (direct || pieces.waits());
    const Client::Side out = target(to + at, now), in = source(client().lane(), from + at, now);
    Call call(waits_now ? kCuMemcpy : kCuMemcpyAsync);
    for (const Client::Side &side : {out, in}) {
      call.value(side.kind);
      call.value(side.value);
    }
    call.value(now);
    call.handle_or_none(kKindCUstream, stream);
    const CUresult result = waits_now ? call.ask() : call.send();
    if (result != kSuccess) return result;
    at += now;
  }
  return kSuccess;
}

}  // namespace heddle::remote

// -- copies ---------------------------------------------------------------------------------------

HEDDLE_EXPORT CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
  return copy(dst, src, ByteCount, nullptr, true);
}

HEDDLE_EXPORT CUresult cuMemcpyHtoD_v2(CUdeviceptr dstDevice, const void *srcHost,
                                       size_t ByteCount) {
  if (ByteCount && !is_device(dstDevice)) return kInvalidValue;
  return copy(dstDevice, CUdeviceptr(srcHost), ByteCount, nullptr, true);
}

HEDDLE_EXPORT CUresult cuMemcpyDtoH_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount) {
  if (ByteCount && !is_device(srcDevice)) return kInvalidValue;
  return copy(CUdeviceptr(dstHost), srcDevice, ByteCount, nullptr, true);
}

HEDDLE_EXPORT CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount,
                                     CUstream hStream) {
  return copy(dst, src, ByteCount, hStream, false);
}

HEDDLE_EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dstDevice, const void *srcHost,
                                            size_t ByteCount, CUstream hStream) {
  if (ByteCount && !is_device(dstDevice)) return kInvalidValue;
  return copy(dstDevice, CUdeviceptr(srcHost), ByteCount, hStream, false);
}

HEDDLE_EXPORT CUresult cuMemcpyDtoHAsync_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount,
                                            CUstream hStream) {
  if (ByteCount && !is_device(srcDevice)) return kInvalidValue;
  return copy(CUdeviceptr(dstHost), srcDevice, ByteCount, hStream, false);
}

// One after the other; attributes say in what order the driver may read them, and this is the
// first.
static CUresult copy_all(const CUdeviceptr *to, const CUdeviceptr *from, const size_t *sizes,
                         size_t count, size_t *failed, CUstream stream) {
  if (failed) *failed = SIZE_MAX;
  if (!to || !from || !sizes || !count || !stream || stream == kLegacy) return kInvalidValue;
  for (size_t i = 0; i < count; i++) {
    const CUresult result = copy(to[i], from[i], sizes[i], stream, false);
    if (result == kSuccess) continue;
    if (failed) *failed = i;
    return result;
  }
  return kSuccess;
}

HEDDLE_EXPORT CUresult cuMemcpyBatchAsync(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes,
                                          size_t count, CUmemcpyAttributes *, size_t *, size_t,
                                          size_t *failIdx, CUstream hStream) {
  return copy_all(dsts, srcs, sizes, count, failIdx, hStream);
}
HEDDLE_EXPORT CUresult cuMemcpyBatchAsync_v2(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes,
                                             size_t count, CUmemcpyAttributes *, size_t *, size_t,
                                             CUstream hStream) {
  return copy_all(dsts, srcs, sizes, count, nullptr, hStream);
}

HEDDLE_EXPORT CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *pCopy) {
  return copy_2d(kCuMemcpy2D_v2, pCopy, nullptr);
}
HEDDLE_EXPORT CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *pCopy) {
  return cuMemcpy2D_v2(pCopy);
}
HEDDLE_EXPORT CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *pCopy, CUstream hStream) {
  return copy_2d(kCuMemcpy2DAsync_v2, pCopy, hStream);
}

// -- words ----------------------------------------------------------------------------------------

HEDDLE_EXPORT CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                                              unsigned flags) {
  return on_word(kCuStreamWaitValue32_v2, stream, addr, value, flags);
}
HEDDLE_EXPORT CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                                              unsigned flags) {
  return on_word(kCuStreamWaitValue64_v2, stream, addr, value, flags);
}
HEDDLE_EXPORT CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                                               unsigned flags) {
  return on_word(kCuStreamWriteValue32_v2, stream, addr, value, flags);
}
HEDDLE_EXPORT CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                                               unsigned flags) {
  return on_word(kCuStreamWriteValue64_v2, stream, addr, value, flags);
}

HEDDLE_EXPORT CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                                           unsigned flags) {
  return cuStreamWaitValue32_v2(stream, addr, value, flags);
}
HEDDLE_EXPORT CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                                           unsigned flags) {
  return cuStreamWaitValue64_v2(stream, addr, value, flags);
}
HEDDLE_EXPORT CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                                            unsigned flags) {
  return cuStreamWriteValue32_v2(stream, addr, value, flags);
}
HEDDLE_EXPORT CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                                            unsigned flags) {
  return cuStreamWriteValue64_v2(stream, addr, value, flags);
}

// One after the other. Each is known to be right before the first goes out.
HEDDLE_EXPORT CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned count,
                                             CUstreamBatchMemOpParams *paramArray, unsigned flags) {
  struct Operation {
    int kind;
    CUdeviceptr address;
    uint64_t value;
    unsigned flags;
    CUdeviceptr alias;
    uint64_t pad;
  };
  static_assert(sizeof(Operation) == 48);
  enum { kWait32 = 1, kWrite32, kFlush, kWait64, kWrite64 };
  const auto *all = reinterpret_cast<const Operation *>(paramArray);
  if (!all || !count || count > 256 || flags) return kInvalidValue;
  for (unsigned i = 0; i < count; i++)
    if (all[i].kind == kFlush || all[i].kind < kWait32 || all[i].kind > kWrite64)
      return all[i].kind == kFlush ? kNotSupported : kInvalidValue;
  CUresult result = kSuccess;
  for (unsigned i = 0; i < count && result == kSuccess; i++) {
    const Operation &one = all[i];
    const auto low = cuuint32_t(one.value);
    switch (one.kind) {
      case kWait32: result = cuStreamWaitValue32_v2(stream, one.address, low, one.flags); break;
      case kWrite32: result = cuStreamWriteValue32_v2(stream, one.address, low, one.flags); break;
      case kWait64:
        result = cuStreamWaitValue64_v2(stream, one.address, one.value, one.flags);
        break;
      default: result = cuStreamWriteValue64_v2(stream, one.address, one.value, one.flags);
    }
  }
  return result;
}
HEDDLE_EXPORT CUresult cuStreamBatchMemOp(CUstream stream, unsigned count,
                                          CUstreamBatchMemOpParams *paramArray, unsigned flags) {
  return cuStreamBatchMemOp_v2(stream, count, paramArray, flags);
}
