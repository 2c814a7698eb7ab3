// The calls of the CUDA driver that need more than their role: which queue belongs to a stream, the
// life of contexts, and the driver's own look-up of functions.
#include "common/os.h"
#include "hal/cuda/channel_group.h"
#include "shim/cuda/roles.h"

namespace heddle::cuda {

namespace {

using Known = Vendor::Known;

pthread_key_t thread_end;  // set in threads that have streams of their own
// How often the program holds a device's primary context, which dies with the last.
constexpr int kMostDevices = 64;
std::atomic<int> retained[kMostDevices];
Context *contexts = nullptr;  // under the lock of the map of streams

// Our calls must not disturb a capture of this thread.
class Relaxed {
 public:
  Relaxed() { real().cuThreadExchangeStreamCaptureMode(&mode_); }
  ~Relaxed() { real().cuThreadExchangeStreamCaptureMode(&mode_); }

 private:
  int mode_ = 2;
};

bool table_device(const Context &context, uint32_t *index) {
  Names of;
  return of.read(context.device) &&
         heddle_device_open("cuda", of.name, of.uuid, context.capabilities, index) == HEDDLE_OK;
}

Context *context_of(CUcontext handle) {
  for (Context *c = contexts; c; c = c->next)
    if (c->handle == handle) return c;
  Context *context = open_context(handle);
  if (context) {
    context->next = contexts;
    contexts = context;
  }
  return context;
}

void close_queues_of_thread(void *) {
  const int thread = os::this_thread();
  roles::drop_where([&](uintptr_t, const Known &known) { return known.thread == thread; });
}

void forget() {
  roles::forget();
  forget_groups();
  forget_memory();
  contexts = nullptr;
  for (auto &count : retained) count = 0;
}

__attribute__((constructor)) void start() {
  heddle_intercept(kLibrary, kSymbols);
  pthread_key_create(&thread_end, close_queues_of_thread);
  pthread_atfork(nullptr, nullptr, forget);
}

}  // namespace

CUcontext current_context() {
  CUcontext context = nullptr;
  real().cuCtxGetCurrent(&context);
  return context;
}

// Contexts are addresses of objects, too, so their lowest bits are free.
uintptr_t key_of_default(CUstream stream) {
  constexpr uintptr_t kNobody = 2;     // without a context there is no default stream
  constexpr int kAboveAddresses = 42;  // two contexts do not differ in high bits alone
  const auto context = reinterpret_cast<uintptr_t>(current_context());
  if (!context) return kNobody;
  if (stream != kPerThread) return context | 1;
  return (context ^ (uintptr_t(os::this_thread()) << kAboveAddresses)) | 3;
}

// The driver's own error, should it not know the handle; and nothing of ours in a capture.
bool Vendor::look(CUstream stream, Known *known) {
  known->blocking = true;
  if (is_handle(stream)) {
    Relaxed here;
    unsigned flags = 0;
    if (real().cuStreamGetCtx(stream, &known->context) != kSuccess ||
        real().cuStreamGetFlags(stream, &flags) != kSuccess)
      return false;
    known->blocking = !(flags & 1);
    return true;
  }
  known->context = current_context();
  if (!known->context) return false;
  if (stream == kPerThread) {
    known->thread = os::this_thread();
    pthread_setspecific(thread_end, &thread_end);
  }
  return true;
}

heddle_queue *Vendor::open(CUstream stream, Known *known) {
  Relaxed here;
  Context *context = context_of(known->context);
  uint32_t index;
  heddle_hw_queue hardware;
  if (!context || !table_device(*context, &index)) return nullptr;
  if (!make_hw_queue(*context, stream ? stream : kLegacy, &hardware)) return nullptr;
  return heddle_queue_open(index, &hardware, reinterpret_cast<uint64_t>(stream));
}

bool Vendor::is_capturing(CUstream stream) {
  int status = 0;
  return real().cuStreamIsCapturing(stream, &status) == kSuccess && status != 0;
}

Place place_of(CUstream stream) {
  roles::queue_of(stream);  // made at first sight
  const Known *known = roles::find(stream);
  if (!known || known->context == current_context()) return current_place();
  InContext there(known->context);
  return current_place();
}

CUstream stream_of(const void *launch_config) {
  struct Config {
    unsigned grid[3], block[3], shared_bytes;
    CUstream stream;
  };
  return launch_config ? static_cast<const Config *>(launch_config)->stream : nullptr;
}

namespace {

// A context goes, and all its streams with it. Nothing of ours may go near them from before the
// call on; their slots may be used again when it has returned, for only then does the device write
// no mark any more. The call may also be refused, and then all is as before.
template <class Call>
CUresult destroy_context(CUcontext context, Call call) {
  auto each_queue = [&](auto f) {
    roles::streams.lock();
    roles::streams.each([&](uintptr_t key, const Known &known) {
      if (context && known.context == context) f(key, known.queue);
    });
    roles::streams.unlock();
  };
  each_queue([](uintptr_t, heddle_queue *queue) { heddle_capture(queue, 1); });
  begin_to_forget(context);
  CUresult result = call();
  end_forgetting(context, result == kSuccess);
  if (result != kSuccess) {
    each_queue([](uintptr_t, heddle_queue *queue) { heddle_capture(queue, 0); });
    return result;
  }
  each_queue([](uintptr_t key, heddle_queue *queue) {
    const uint64_t token = heddle_sync_enter(queue);
    heddle_queue_close(queue);
    heddle_sync_leave(queue, token, 1);
    roles::end_capture_of_key(key);
    roles::streams.erase(key);
  });
  roles::streams.lock();
  for (Context **at = &contexts; *at;)
    if ((*at)->handle == context) {
      Context *gone = *at;
      *at = gone->next;
      close_context(gone);
    } else {
      at = &(*at)->next;
    }
  roles::streams.unlock();
  return result;
}

template <class Call>
CUresult release_primary(CUdevice device, bool at_once, Call call) {
  unsigned flags;
  int active = 0;
  CUcontext context = nullptr;
  if (device < 0 || device >= kMostDevices) return call();
  bool last = at_once || retained[device].load() == 1;
  if (last && real().cuDevicePrimaryCtxGetState(device, &flags, &active) == kSuccess && active &&
      real().cuDevicePrimaryCtxRetain(&context, device) == kSuccess)
    real().cuDevicePrimaryCtxRelease_v2(device);  // we only wanted its name
  CUresult result = context ? destroy_context(context, call) : call();
  if (result == kSuccess && !at_once) retained[device].fetch_sub(1);  // a reset releases nothing
  return result;
}

// Whatever version and variant of a function the driver has picked, ours is the one that calls it.
void *ours_instead_of(void *found) {
  struct Pair {
    void *theirs, *ours;
  };
  constexpr int kMost = 512;
  static Pair pairs[kMost];
  static std::atomic<int> count{-1};
  if (count.load(std::memory_order_acquire) < 0) {
    // Several threads may do this at once; they write the same values.
    int n = 0;
    for (const heddle_symbol *s = kSymbols; s->name && n < kMost; s++)
      if (void *theirs = heddle_real_symbol(kLibrary, s->name)) pairs[n++] = {theirs, s->ours};
    count.store(n, std::memory_order_release);
  }
  for (int i = 0; i < count; i++)
    if (pairs[i].theirs == found) return pairs[i].ours;
  return found;
}

}  // namespace

}  // namespace heddle::cuda

using namespace heddle::cuda;

extern "C" {

HEDDLE_EXPORT CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion,
                                        cuuint64_t flags) {
  CUresult result = real().cuGetProcAddress(symbol, pfn, cudaVersion, flags);
  if (result == kSuccess && pfn && *pfn) *pfn = ours_instead_of(*pfn);
  return result;
}

HEDDLE_EXPORT CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion,
                                           cuuint64_t flags, void *symbolStatus) {
  CUresult result = real().cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags, symbolStatus);
  if (result == kSuccess && pfn && *pfn) *pfn = ours_instead_of(*pfn);
  return result;
}

HEDDLE_EXPORT CUresult cuCtxSynchronize_v2(CUcontext ctx) {
  const auto is_waited_for = [is_there = Vendor::in_context(ctx ? ctx : current_context())](
                                 uintptr_t, const Known &known) { return is_there(known); };
  return heddle::waiting(
      roles::waited_where(is_waited_for), [&] { return real().cuCtxSynchronize_v2(ctx); },
      is_drained);
}

HEDDLE_EXPORT CUresult cuCtxDestroy(CUcontext ctx) {
  return destroy_context(ctx, [&] { return real().cuCtxDestroy(ctx); });
}

HEDDLE_EXPORT CUresult cuCtxDestroy_v2(CUcontext ctx) {
  return destroy_context(ctx, [&] { return real().cuCtxDestroy_v2(ctx); });
}

HEDDLE_EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev) {
  CUresult result = real().cuDevicePrimaryCtxRetain(pctx, dev);
  if (result == kSuccess && dev >= 0 && dev < kMostDevices) retained[dev].fetch_add(1);
  return result;
}

HEDDLE_EXPORT CUresult cuDevicePrimaryCtxRelease(CUdevice dev) {
  return release_primary(dev, false, [&] { return real().cuDevicePrimaryCtxRelease(dev); });
}

HEDDLE_EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev) {
  return release_primary(dev, false, [&] { return real().cuDevicePrimaryCtxRelease_v2(dev); });
}

HEDDLE_EXPORT CUresult cuDevicePrimaryCtxReset(CUdevice dev) {
  return release_primary(dev, true, [&] { return real().cuDevicePrimaryCtxReset(dev); });
}

HEDDLE_EXPORT CUresult cuDevicePrimaryCtxReset_v2(CUdevice dev) {
  return release_primary(dev, true, [&] { return real().cuDevicePrimaryCtxReset_v2(dev); });
}

}  // extern C
