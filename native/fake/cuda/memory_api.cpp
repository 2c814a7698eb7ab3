// Memory as the driver API offers it: allocations, registrations, copies and fills.
#include <sys/mman.h>

#include <algorithm>

#include "fake/cuda/driver.h"
#include "fake/cuda/memory.h"

namespace fake {
namespace {

using Kind = Range::Kind;

template <class Pointer>
CUresult allocate(Kind kind, Pointer *pointer, size_t bytes) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    if (!pointer) return kInvalidValue;
    FAKE_TRY(current(&context));
    FAKE_TRY(may_be_unsafe());
    CUdeviceptr base;
    FAKE_TRY(driver().memory.allocate(kind, bytes, context, &base));
    *pointer = Pointer(base);
    return kSuccess;
  });
}

// At once; first, as the real one does, waits for the device.
CUresult free_now(CUdeviceptr base, bool (*matches)(Kind), CUresult otherwise) {
  return guarded([&] {
    Range range;
    FAKE_TRY(may_be_unsafe());
    if (!driver().memory.find(base, &range) || range.base != base || !matches(range.kind)) {
      return otherwise;
    }
    if (!driver().memory.begin_to_free(base, &range)) return otherwise;
    CUresult waited = range.context->result(range.context->soft->synchronize_all());
    driver().memory.release(base);
    return waited;
  });
}

bool is_device(Kind kind) { return kind == Kind::kDevice || kind == Kind::kManaged; }

// On a stream.
CUresult allocate_on(CUdeviceptr *pointer, size_t bytes, CUstream handle) {
  return guarded([&] {
    std::shared_ptr<CUstream_st> stream;
    if (!pointer) return kInvalidValue;
    FAKE_TRY(find_stream(handle, &stream));
    return driver().memory.allocate(Kind::kDevice, bytes, stream->context, pointer);
  });
}

// Frees a range when the command that holds it has run, or was dropped.
struct Leaving {
  explicit Leaving(CUdeviceptr address) : base(address) {}
  Leaving(const Leaving &) = delete;
  ~Leaving() {
    if (where == Driver::get()) where->memory.release(base);
  }

  Driver *const where = &driver();
  const CUdeviceptr base;
  uint64_t reached = 0;  // a command needs something to do
};

CUresult free_on(CUdeviceptr base, CUstream handle) {
  return guarded([&] {
    std::shared_ptr<CUstream_st> stream;
    Range range;
    FAKE_TRY(find_stream(handle, &stream));
    if (!driver().memory.find(base, &range) || range.base != base || !is_device(range.kind) ||
        !driver().memory.begin_to_free(base, &range)) {
      return kInvalidValue;
    }
    auto leaving = std::make_shared<Leaving>(base);
    uint64_t *word = &leaving->reached;
    return submit(*stream, bundle(*stream->context, {soft::WriteValue{word, 1}}, leaving));
  });
}

// -- copies -------------------------------------------------------------------------------------

// Which sides the call says are the device's; the others may be any memory of the program.
enum Side : unsigned { kEither = 0, kToDevice = 1, kFromDevice = 2 };

bool reaches(CUdeviceptr to, CUdeviceptr from, size_t bytes, unsigned sides) {
  Memory &memory = driver().memory;
  return (!(sides & kToDevice) || memory.covers(to, bytes)) &&
         (!(sides & kFromDevice) || memory.covers(from, bytes));
}

soft::Copy copy_of(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return {reinterpret_cast<void *>(to), reinterpret_cast<const void *>(from), bytes};
}

CUresult copy(CUdeviceptr to, CUdeviceptr from, size_t bytes, unsigned sides) {
  return guarded([&] {
    std::shared_ptr<CUstream_st> stream;
    FAKE_TRY(find_stream(nullptr, &stream));
    if (bytes == 0) return kSuccess;
    if (!to || !from || !reaches(to, from, bytes, sides)) return kInvalidValue;
    // Between two places of the device the real one does not wait either.
    if (sides == (kToDevice | kFromDevice)) return submit(*stream, copy_of(to, from, bytes));
    FAKE_TRY(may_be_unsafe());
    return submit_and_wait(*stream, copy_of(to, from, bytes));
  });
}

// Pageable memory is read before the call returns, and written before it returns.
CUresult copy_on(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream handle, unsigned sides) {
  return guarded([&] {
    std::shared_ptr<CUstream_st> stream;
    FAKE_TRY(find_stream(handle, &stream));
    if (bytes == 0) return kSuccess;
    if (!to || !from || !reaches(to, from, bytes, sides)) return kInvalidValue;
    if (is_capturing(*stream)) return submit(*stream, copy_of(to, from, bytes));
    Range range;
    if (!driver().memory.find(to, &range)) {
      return submit_and_wait(*stream, copy_of(to, from, bytes));
    }
    if (driver().memory.find(from, &range)) return submit(*stream, copy_of(to, from, bytes));
    const char *source = reinterpret_cast<const char *>(from);
    auto staged = std::make_shared<std::vector<char>>(source, source + bytes);
    soft::Payload second = copy_of(to, reinterpret_cast<CUdeviceptr>(staged->data()), bytes);
    return submit(*stream, bundle(*stream->context, {std::move(second)}, staged));
  });
}

// -- fills --------------------------------------------------------------------------------------

template <class Word>
struct FillArguments {
  Word *to;
  size_t count;
  Word value;
};

template <class Word>
void fill(const void *arguments) {
  FillArguments<Word> a;
  memcpy(&a, arguments, sizeof a);
  std::fill(a.to, a.to + a.count, a.value);
}

template <class Word>
const soft::Kernel kFill{"fill words", sizeof(FillArguments<Word>), soft::Kernel::Kind::kCompute,
                         nullptr, fill<Word>};

template <class Word>
CUresult fill_on(CUdeviceptr to, Word value, size_t count, CUstream handle) {
  return guarded([&] {
    std::shared_ptr<CUstream_st> stream;
    FAKE_TRY(find_stream(handle, &stream));
    if (count == 0) return kSuccess;
    const size_t bytes = count * sizeof(Word);
    if (to % sizeof(Word) || !driver().memory.covers(to, bytes)) return kInvalidValue;
    auto *words = reinterpret_cast<Word *>(to);
    if constexpr (sizeof(Word) == 1) return submit(*stream, soft::Fill{words, value, bytes});
    return submit(*stream, action(kFill<Word>, FillArguments<Word>{words, count, value}));
  });
}

char pool;  // there is one, and its address is its name

CUresult get_attribute(void *data, int which, CUdeviceptr pointer) {
  enum { kContext = 1, kMemoryType, kDevicePointer, kHostPointer, kIsManaged = 8, kOrdinal };
  enum { kHost = 1, kDevice = 2 };
  Range range;
  if (!data || !driver().memory.find(pointer, &range)) return kInvalidValue;
  switch (which) {
    case kContext: *static_cast<CUcontext *>(data) = range.context; return kSuccess;
    case kMemoryType:
      *static_cast<unsigned *>(data) = range.is_pinned() ? kHost : kDevice;
      return kSuccess;
    case kDevicePointer: *static_cast<CUdeviceptr *>(data) = pointer; return kSuccess;
    case kHostPointer:
      if (range.kind == Kind::kDevice) return kInvalidValue;
      *static_cast<CUdeviceptr *>(data) = pointer;
      return kSuccess;
    case kIsManaged: *static_cast<unsigned *>(data) = range.kind == Kind::kManaged; return kSuccess;
    case kOrdinal: *static_cast<int *>(data) = 0; return kSuccess;
  }
  return kNotSupported;
}

// As many bytes as there are in the rows that the driver makes of it.
CUresult allocate_rows(CUdeviceptr *pointer, size_t *pitch, size_t width, size_t height) {
  constexpr size_t kRow = 512;
  if (!pitch || !width || !height) return kInvalidValue;
  *pitch = (width + kRow - 1) / kRow * kRow;
  return allocate(Kind::kDevice, pointer, *pitch * height);
}

// Arrays are never read here: one is an amount of memory, and its address is its name.
struct Array {
  size_t width, height, depth;
  int format;
  unsigned channels, flags;

  bool has_memory() const { return !(flags & 0xc0); }  // sparse, or mapped later
  size_t bytes() const {
    const size_t size = format == 0x20 || format == 3 || format == 10 ? 4 : format & 1 ? 1 : 2;
    return width * std::max<size_t>(height, 1) * std::max<size_t>(depth, 1) * channels * size;
  }
};

template <class Handle>
CUresult make_array(Handle *handle, const Array &array, size_t bytes) {
  if (!handle || !array.width || !array.channels) return kInvalidValue;
  const Kind kind = array.has_memory() ? Kind::kDevice : Kind::kHost;
  return allocate(kind, reinterpret_cast<CUdeviceptr *>(handle), bytes);
}

CUresult destroy_array(const void *handle) {
  return free_now(reinterpret_cast<CUdeviceptr>(handle), [](Kind) { return true; }, kInvalidHandle);
}

CUdeviceptr address(const void *pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }

}  // namespace
}  // namespace fake

using namespace fake;

FAKE_EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *pointer, size_t bytes) {
  return allocate(Kind::kDevice, pointer, bytes);
}

FAKE_EXPORT CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t bytes, unsigned) {
  return allocate(Kind::kManaged, pointer, bytes);
}

FAKE_EXPORT CUresult cuMemAllocPitch_v2(CUdeviceptr *pointer, size_t *pitch, size_t width,
                                        size_t height, unsigned) {
  return allocate_rows(pointer, pitch, width, height);
}

FAKE_EXPORT CUresult cuArrayCreate_v2(CUarray *handle, const void *descriptor) {
  struct Flat {
    size_t width, height;
    int format;
    unsigned channels;
  };
  if (!descriptor) return kInvalidValue;
  const Flat &flat = *static_cast<const Flat *>(descriptor);
  const Array array{flat.width, flat.height, 0, flat.format, flat.channels, 0};
  return make_array(handle, array, array.bytes());
}

FAKE_EXPORT CUresult cuArray3DCreate_v2(CUarray *handle, const void *descriptor) {
  if (!descriptor) return kInvalidValue;
  const Array &array = *static_cast<const Array *>(descriptor);
  return make_array(handle, array, array.bytes());
}

FAKE_EXPORT CUresult cuMipmappedArrayCreate(CUmipmappedArray *handle, const void *descriptor,
                                            unsigned levels) {
  if (!descriptor || !levels) return kInvalidValue;
  const Array whole = *static_cast<const Array *>(descriptor);
  size_t bytes = 0;
  Array level = whole;
  for (unsigned i = 0; i < levels; i++) {
    bytes += level.bytes();
    for (size_t *side : {&level.width, &level.height, &level.depth})
      if (*side) *side = std::max<size_t>(*side / 2, 1);
  }
  return make_array(handle, whole, bytes);
}

FAKE_EXPORT CUresult cuArrayDestroy(CUarray handle) { return destroy_array(handle); }

FAKE_EXPORT CUresult cuMipmappedArrayDestroy(CUmipmappedArray handle) {
  return destroy_array(handle);
}

FAKE_EXPORT CUresult cuMemAllocHost_v2(void **pointer, size_t bytes) {
  return allocate(Kind::kHost, pointer, bytes);
}

FAKE_EXPORT CUresult cuMemHostAlloc(void **pointer, size_t bytes, unsigned) {
  return allocate(Kind::kHost, pointer, bytes);
}

FAKE_EXPORT CUresult cuMemFree_v2(CUdeviceptr pointer) {
  if (!pointer) return Driver::get() ? kSuccess : why_no_driver();
  return free_now(pointer, is_device, kInvalidValue);
}

FAKE_EXPORT CUresult cuMemFreeHost(void *pointer) {
  return free_now(address(pointer), [](Kind kind) { return kind == Kind::kHost; }, kInvalidValue);
}

FAKE_EXPORT CUresult cuMemHostRegister_v2(void *pointer, size_t bytes, unsigned) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    FAKE_TRY(current(&context));
    FAKE_TRY(may_be_unsafe());
    return driver().memory.register_range(pointer, bytes, context);
  });
}

FAKE_EXPORT CUresult cuMemHostUnregister(void *pointer) {
  return free_now(
      address(pointer), [](Kind kind) { return kind == Kind::kRegistered; }, kNotRegistered);
}

FAKE_EXPORT CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *pointer, void *host, unsigned) {
  return guarded([&] {
    Range range;
    if (!pointer || !driver().memory.find(address(host), &range) || !range.is_pinned()) {
      return kInvalidValue;
    }
    *pointer = address(host);
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total_bytes) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    if (!free_bytes || !total_bytes) return kInvalidValue;
    FAKE_TRY(current(&context));
    *total_bytes = context->soft->config().memory;
    *free_bytes = *total_bytes - context->soft->memory_used();
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes,
                                             CUdeviceptr pointer) {
  return guarded([&] {
    Range range;
    if (!driver().memory.find(pointer, &range)) return kNotFound;
    if (base) *base = range.base;
    if (bytes) *bytes = range.bytes;
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuPointerGetAttribute(void *data, int which, CUdeviceptr pointer) {
  return guarded([&] { return get_attribute(data, which, pointer); });
}

FAKE_EXPORT CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *handle, CUdevice device) {
  return guarded([&] {
    if (!handle) return kInvalidValue;
    if (device != 0) return kInvalidDevice;
    *handle = reinterpret_cast<CUmemoryPool>(&pool);
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuDeviceGetMemPool(CUmemoryPool *handle, CUdevice device) {
  return cuDeviceGetDefaultMemPool(handle, device);
}

FAKE_EXPORT CUresult cuMemAllocAsync(CUdeviceptr *pointer, size_t bytes, CUstream stream) {
  return allocate_on(pointer, bytes, stream);
}

FAKE_EXPORT CUresult cuMemAllocFromPoolAsync(CUdeviceptr *pointer, size_t bytes,
                                             CUmemoryPool handle, CUstream stream) {
  if (handle != reinterpret_cast<CUmemoryPool>(&pool)) return kInvalidHandle;
  return allocate_on(pointer, bytes, stream);
}

FAKE_EXPORT CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream) {
  return free_on(pointer, stream);
}

FAKE_EXPORT CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return copy(to, from, bytes, kEither);
}

FAKE_EXPORT CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes) {
  return copy(to, address(from), bytes, kToDevice);
}

FAKE_EXPORT CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes) {
  return copy(address(to), from, bytes, kFromDevice);
}

FAKE_EXPORT CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return copy(to, from, bytes, kToDevice | kFromDevice);
}

FAKE_EXPORT CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext,
                                  size_t bytes) {
  return copy(to, from, bytes, kToDevice | kFromDevice);
}

FAKE_EXPORT CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                                   CUstream stream) {
  return copy_on(to, from, bytes, stream, kEither);
}

FAKE_EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes,
                                          CUstream stream) {
  return copy_on(to, address(from), bytes, stream, kToDevice);
}

FAKE_EXPORT CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes,
                                          CUstream stream) {
  return copy_on(address(to), from, bytes, stream, kFromDevice);
}

FAKE_EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                                          CUstream stream) {
  return copy_on(to, from, bytes, stream, kToDevice | kFromDevice);
}

FAKE_EXPORT CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext,
                                       size_t bytes, CUstream stream) {
  return copy_on(to, from, bytes, stream, kToDevice | kFromDevice);
}

FAKE_EXPORT CUresult cuMemcpyBatchAsync_v2(CUdeviceptr *to, CUdeviceptr *from, size_t *bytes,
                                           size_t count, void *, size_t *, size_t,
                                           CUstream stream) {
  if (!to || !from || !bytes || !count) return kInvalidValue;
  CUresult result = kSuccess;
  for (size_t i = 0; i < count && result == kSuccess; i++)
    result = copy_on(to[i], from[i], bytes[i], stream, kEither);
  return result;
}

FAKE_EXPORT CUresult cuMemcpyBatchAsync(CUdeviceptr *to, CUdeviceptr *from, size_t *bytes,
                                        size_t count, void *attributes, size_t *firsts,
                                        size_t attribute_count, size_t *failed, CUstream stream) {
  if (failed) *failed = SIZE_MAX;
  return cuMemcpyBatchAsync_v2(to, from, bytes, count, attributes, firsts, attribute_count, stream);
}

// What is managed is where both reach it.
FAKE_EXPORT CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t, CUdevice, CUstream handle) {
  return guarded([&] {
    std::shared_ptr<CUstream_st> stream;
    FAKE_TRY(find_stream(handle, &stream));
    Range range;
    if (!driver().memory.find(pointer, &range)) return kInvalidValue;
    return range.kind == Kind::kManaged ? kSuccess : kInvalidValue;
  });
}

FAKE_EXPORT CUresult cuMemPrefetchAsync_v2(CUdeviceptr pointer, size_t bytes, CUmemLocation,
                                           unsigned, CUstream stream) {
  return cuMemPrefetchAsync(pointer, bytes, 0, stream);
}

FAKE_EXPORT CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t count) {
  return fill_on(to, value, count, nullptr);
}

FAKE_EXPORT CUresult cuMemsetD16_v2(CUdeviceptr to, unsigned short value, size_t count) {
  return fill_on(to, value, count, nullptr);
}

FAKE_EXPORT CUresult cuMemsetD32_v2(CUdeviceptr to, unsigned value, size_t count) {
  return fill_on(to, value, count, nullptr);
}

FAKE_EXPORT CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count,
                                     CUstream stream) {
  return fill_on(to, value, count, stream);
}

FAKE_EXPORT CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count,
                                      CUstream stream) {
  return fill_on(to, value, count, stream);
}

FAKE_EXPORT CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count,
                                      CUstream stream) {
  return fill_on(to, value, count, stream);
}
