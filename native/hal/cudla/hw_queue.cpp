#include "hal/cudla/hw_queue.h"

#include <new>

#include "common/os.h"
#include "hal/event_ring.h"
#include "hal/hw_queue.h"
#include "hal/real.h"
#include "shim/amounts.h"

namespace heddle::cudla {

namespace {

constexpr const char *kSciNames[] = {"NvSciSyncModuleOpen", "NvSciSyncCpuWaitContextAlloc",
                                     "NvSciSyncFenceDup", "NvSciSyncFenceWait",
                                     "NvSciSyncFenceClear"};
constexpr const char *kCudaNames[] = {
    "cuStreamGetCtx", "cuStreamIsCapturing", "cuCtxPushCurrent_v2", "cuCtxPopCurrent_v2",
    "cuEventCreate",  "cuEventRecord",       "cuEventQuery",        "cuEventDestroy_v2"};
constexpr int64_t kUnseenNs = 100'000'000;  // assumed length of a task that cannot be seen
constexpr unsigned kNoTiming = 2;           // CU_EVENT_DISABLE_TIMING

// Our fake of cuDLA has these in the same library.
const SciSync &sci() {
  struct Own : SciSync {};
  const SciSync &usual = find_real<SciSync>("libnvscisync.so", kSciNames);
  return usual.NvSciSyncFenceClear ? usual : find_real<Own>(kLibrary, kSciNames);
}
const Cuda &cuda() { return find_real<Cuda>("libcuda.so.1", kCudaNames); }

// A place on the CPU from which fences are asked. One for the process, kept.
void *wait_context() {
  static std::atomic<void *> made{nullptr};
  void *known = made.load(std::memory_order_acquire);
  if (known || !sci().NvSciSyncFenceClear) return known;
  void *module = nullptr, *context = nullptr;
  if (sci().NvSciSyncModuleOpen(&module) != 0 ||
      sci().NvSciSyncCpuWaitContextAlloc(module, &context) != 0)
    return nullptr;
  return made.compare_exchange_strong(known, context) ? context : known;
}

// Tasks of a handle are done in their order, so a fence tells of all that lies in front of it.
class Standalone {
 public:
  int mark(uint64_t *, uint64_t value) {
    Locked locked(mutex_);
    advance();
    if (mark_count_ == kMarks) return HEDDLE_LATER;
    marks_[(first_mark_ + mark_count_++) % kMarks] = {value, submitted_, os::now_ns()};
    return 0;
  }
  uint64_t completed() {
    Locked locked(mutex_);
    advance();
    return reached_;
  }
  bool is_empty() {
    Locked locked(mutex_);
    look();
    return is_done({0, submitted_, submitted_ns_});
  }
  void note(const void *end) {
    Locked locked(mutex_);
    submitted_++;
    submitted_ns_ = os::now_ns();
    if (end && wait_context()) keep(*static_cast<const SciFence *>(end));
  }
  void close() {
    for (; fence_count_; fence_count_--) drop(fences_[(first_ + fence_count_ - 1) % kFences]);
    free(this);
  }

 private:
  static constexpr uint32_t kMarks = 64, kFences = 16;
  struct Mark {
    uint64_t value, behind;  // so many submissions
    int64_t placed_ns;
  };
  struct Fence {
    SciFence copy;
    uint64_t behind;
  };

  static void drop(Fence &fence) { sci().NvSciSyncFenceClear(&fence.copy); }

  void keep(const SciFence &end) {
    if (fence_count_ == kFences) drop(fences_[(first_ + --fence_count_) % kFences]);
    Fence &fence = fences_[(first_ + fence_count_) % kFences];
    fence = {{}, submitted_};
    if (sci().NvSciSyncFenceDup(&end, &fence.copy) == 0) fence_count_++;
  }
  // A fence that is not for the CPU tells nothing.
  void look() {
    constexpr int kTimeout = 0x200;  // NvSciError_Timeout
    for (; fence_count_; fence_count_--) {
      Fence &fence = fences_[first_];
      const int status = sci().NvSciSyncFenceWait(&fence.copy, wait_context(), 0);
      if (status == kTimeout) return;
      if (status == 0) done_ = fence.behind;
      drop(fence);
      first_ = (first_ + 1) % kFences;
    }
  }
  void advance() {
    look();
    for (; mark_count_ && is_done(marks_[first_mark_]); mark_count_--) {
      reached_ = marks_[first_mark_].value;
      first_mark_ = (first_mark_ + 1) % kMarks;
    }
  }
  bool is_done(const Mark &mark) const {
    if (mark.behind <= done_) return true;
    const bool will_be_told =
        fence_count_ && fences_[(first_ + fence_count_ - 1) % kFences].behind >= mark.behind;
    return !will_be_told && os::now_ns() - mark.placed_ns > kUnseenNs;
  }

  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  uint64_t submitted_ = 0, done_ = 0, reached_ = 0;  // submissions; the last a mark's value
  int64_t submitted_ns_ = 0;
  Mark marks_[kMarks] = {};
  Fence fences_[kFences] = {};
  uint32_t first_mark_ = 0, mark_count_ = 0, first_ = 0, fence_count_ = 0;
};

// The stream may be destroyed without us: it is touched inside the program's own calls only.
class Hybrid {
 public:
  explicit Hybrid(void *stream) : stream_(stream) {}

  using Event = void *;
  int create(void **event) {
    InContext here(stream_);
    return here.entered ? cuda().cuEventCreate(event, kNoTiming) : HEDDLE_LATER;
  }
  int record(void *event) {
    InContext here(stream_);
    int capturing = 0;
    if (!here.entered) return HEDDLE_LATER;
    if (cuda().cuStreamIsCapturing(stream_, &capturing) != 0 || capturing) return HEDDLE_LATER;
    return cuda().cuEventRecord(event, stream_);
  }
  bool is_reached(void *event) {
    constexpr int kNotReady = 600;  // CUDA_ERROR_NOT_READY
    return cuda().cuEventQuery(event) != kNotReady;
  }
  void destroy(void *event) { cuda().cuEventDestroy_v2(event); }

  int mark(uint64_t *, uint64_t value) { return marks_.mark(*this, value); }
  uint64_t completed() { return marks_.completed(*this); }
  bool is_empty() { return is_last_there_ && is_reached(last_); }
  void note(const void *) { is_last_there_ = (last_ || create(&last_) == 0) && record(last_) == 0; }
  void close() {
    marks_.destroy(*this);
    if (last_) destroy(last_);
    free(this);
  }

 private:
  struct InContext {
    explicit InContext(void *stream) {
      void *context = nullptr;
      entered =
          cuda().cuStreamGetCtx(stream, &context) == 0 && cuda().cuCtxPushCurrent_v2(context) == 0;
    }
    ~InContext() {
      void *context;
      if (entered) cuda().cuCtxPopCurrent_v2(&context);
    }
    bool entered;
  };

  void *const stream_;
  void *last_ = nullptr;  // recorded behind each call
  std::atomic<bool> is_last_there_{false};
  EventRing<Hybrid> marks_;
};

// Level 2 has no function: nothing that a handle waits for could be opened from outside.
template <class S>
TaskStream made(S *stream) {
  return {hw_queue_of(stream),
          [](void *self, const void *end) { static_cast<S *>(self)->note(end); }};
}

}  // namespace

const Real &real() { return find_real<Real>(kLibrary, kNames); }

bool make_standalone(TaskStream *out) {
  void *room = calloc(1, sizeof(Standalone));
  if (room) *out = made(new (room) Standalone);
  return room;
}

bool make_hybrid(void *cuda_stream, TaskStream *out) {
  void *room = cuda().cuEventDestroy_v2 ? calloc(1, sizeof(Hybrid)) : nullptr;
  if (room) *out = made(new (room) Hybrid(cuda_stream));
  return room;
}

}  // namespace heddle::cudla
