// The calls of the CUDA driver that need more than their role: which queue belongs to a stream, the
// life of contexts, and the driver's own look-up of functions.
#include "common/os.h"
#include "hal/cuda/channel_group.h"
#include "shim/cuda/roles.h"
#include "shim/handle_map.h"

namespace heddle::cuda {

namespace {

struct Known {
  heddle_queue *queue;
  CUcontext context;
  bool blocking;  // the legacy default stream waits for it
  int thread;     // whose own default stream it is; 0: nobody's
};

HandleMap<Known> streams;
HandleMap<CUcontext> capturing;  // the streams that captures began with, and their contexts
pthread_key_t thread_end;        // set in threads that have streams of their own
// How often the program holds a device's primary context, which dies with the last.
constexpr int kMostDevices = 64;
std::atomic<int> retained[kMostDevices];
Context *contexts = nullptr;  // under the map's lock
// Contexts whose blocking streams were destroyed with work in them are few: one flag is enough.
std::atomic<bool> left_running{false};

CUcontext current_context() {
  CUcontext context = nullptr;
  real().cuCtxGetCurrent(&context);
  return context;
}

// Stream handles and contexts are addresses of objects, so their lowest bits are free. 0: no
// context.
uintptr_t key_of(CUstream stream) {
  if (stream && stream != kLegacy && stream != kPerThread)
    return reinterpret_cast<uintptr_t>(stream);
  const auto context = reinterpret_cast<uintptr_t>(current_context());
  if (!context) return 0;
  if (stream != kPerThread) return context | 1;
  constexpr int kAboveAddresses = 42;  // two contexts do not differ in high bits alone
  return (context ^ (uintptr_t(os::this_thread()) << kAboveAddresses)) | 3;
}

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

// With the map locked.
heddle_queue *open_queue(CUstream stream, CUcontext handle) {
  Context *context = context_of(handle);
  uint32_t index;
  heddle_hw_queue hardware;
  if (!context || !table_device(*context, &index)) return nullptr;
  if (!make_hw_queue(*context, stream ? stream : kLegacy, &hardware)) return nullptr;
  return heddle_queue_open(index, &hardware, reinterpret_cast<uint64_t>(stream));
}

const Known *learn_of(CUstream stream, uintptr_t key) {
  // The driver's own error, should it not know the handle; and nothing of ours in a capture.
  int mode = 2;
  Known known{nullptr, current_context(), true, 0};
  real().cuThreadExchangeStreamCaptureMode(&mode);
  bool valid = true;
  if (key == reinterpret_cast<uintptr_t>(stream)) {
    unsigned flags = 0;
    valid = real().cuStreamGetCtx(stream, &known.context) == kSuccess &&
            real().cuStreamGetFlags(stream, &flags) == kSuccess;
    known.blocking = !(flags & 1);
  } else if (stream == kPerThread) {
    known.thread = os::this_thread();
    pthread_setspecific(thread_end, &thread_end);
  }
  const Known *found = nullptr;
  if (valid) {
    streams.lock();
    found = streams.find(key);
    if (!found) {
      known.queue = open_queue(stream, known.context);
      streams.insert(key, known);
      found = streams.find(key);
    }
    streams.unlock();
  }
  real().cuThreadExchangeStreamCaptureMode(&mode);
  return found;
}

// A thread's own streams end with it. Nothing of ours may be put there any more, and what is there
// lands by itself.
void close_queues_of_thread(void *) {
  const int thread = os::this_thread();
  streams.lock();
  streams.each([&](uintptr_t key, const Known &known) {
    if (known.thread != thread) return;
    heddle_capture(known.queue, 1);
    heddle_queue_close(known.queue);
    streams.erase(key);
  });
  streams.unlock();
}

void forget() {
  streams.forget();
  capturing.forget();
  forget_groups();
  forget_memory();
  contexts = nullptr;
  captures = 0;
  left_running = false;
  for (auto &count : retained) count = 0;
}

// Also when the stream or its context goes: what is no more captures nothing.
void end_capture_of_key(uintptr_t key) {
  capturing.lock();
  if (key && capturing.find(key)) {
    capturing.erase(key);
    captures.fetch_sub(1);
  }
  capturing.unlock();
}

__attribute__((constructor)) void start() {
  heddle_intercept(kLibrary, kSymbols);
  pthread_key_create(&thread_end, close_queues_of_thread);
  pthread_atfork(nullptr, nullptr, forget);
}

}  // namespace

heddle_queue *queue_of(CUstream stream) {
  const uintptr_t key = key_of(stream);
  if (!key) return nullptr;
  const Known *known = streams.find(key);
  if (!known) known = learn_of(stream, key);
  return known ? known->queue : nullptr;
}

Waited waited_by_stream(CUstream stream) {
  Waited waited;
  queue_of(stream);  // made at first sight
  const uintptr_t key = key_of(stream);
  const bool legacy = key && key == (reinterpret_cast<uintptr_t>(current_context()) | 1);
  const CUcontext context = legacy ? current_context() : nullptr;
  // With the map locked: a stream that another thread destroys now cannot lose its queue before we
  // are counted among its users.
  streams.lock();
  if (legacy) {
    streams.each([&](uintptr_t, const Known &known) {
      if (known.context == context && known.blocking) waited.add(known.queue);
    });
    if (left_running.load(std::memory_order_relaxed)) waited.whole = false;
  } else if (const Known *known = streams.find(key)) {
    waited.add(known->queue);
  }
  streams.unlock();
  return waited;
}

Waited waited_by_context(CUcontext context) {
  Waited waited;
  if (!context) context = current_context();
  streams.lock();
  streams.each([&](uintptr_t, const Known &known) {
    if (known.context == context) waited.add(known.queue);
  });
  streams.unlock();
  return waited;
}

Place place_of(CUstream stream) {
  queue_of(stream);  // made at first sight
  const Known *known = streams.find(key_of(stream));
  if (!known || known->context == current_context()) return current_place();
  InContext there(known->context);
  return current_place();
}

void close_queue(CUstream stream) {
  const uintptr_t key = key_of(stream);
  end_capture_of_key(key);
  streams.lock();
  const Known *known = key ? streams.find(key) : nullptr;
  const Known last = known ? *known : Known{};
  if (known) streams.erase(key);
  streams.unlock();
  if (!known) return;
  Asking asking;
  if (last.blocking && asking && real().cuStreamQuery(stream) == kNotReady) left_running = true;
  heddle_queue_close(last.queue);
}

bool is_capturing(CUstream stream) {
  int status = 0;
  return real().cuStreamIsCapturing(stream, &status) == kSuccess && status != 0;
}

void begin_capture_of(CUstream stream) {
  heddle_capture(queue_of(stream), 1);
  capturing.lock();
  if (capturing.insert(key_of(stream), current_context())) captures.fetch_add(1);
  capturing.unlock();
  Asking::wait_for_all();
}

void end_capture_of(CUstream stream) {
  end_capture_of_key(key_of(stream));
  heddle_capture(queue_of(stream), 0);
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
    streams.lock();
    streams.each([&](uintptr_t key, const Known &known) {
      if (context && known.context == context) f(key, known.queue);
    });
    streams.unlock();
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
    end_capture_of_key(key);
    streams.erase(key);
  });
  streams.lock();
  for (Context **at = &contexts; *at;)
    if ((*at)->handle == context) {
      Context *gone = *at;
      *at = gone->next;
      close_context(gone);
    } else {
      at = &(*at)->next;
    }
  streams.unlock();
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
  if (result == kSuccess && !at_once) retained[device].fetch_sub(1);  // a reset releases nobody
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
  return heddle::waiting(
      waited_by_context(ctx), [&] { return real().cuCtxSynchronize_v2(ctx); }, is_drained);
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
