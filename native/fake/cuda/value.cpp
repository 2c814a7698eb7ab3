// Streams that wait for, and write, words of memory.
#include <condition_variable>

#include "common/thread.h"
#include "fake/cuda/driver.h"

namespace fake {

enum Condition : unsigned { kGreaterEqual, kEqual, kAnd, kNor };
constexpr unsigned kFlush = 1u << 30;  // of remote writes: there are none

// A wait that the soft XPU lacks: 64 bits, or NOR. The stream waits for `state` instead, and a
// thread of ours looks at the word from when the stream has come there.
struct Watch {
  enum State : uint64_t { kIdle, kArmed, kOpen };
  alignas(8) uint64_t state = kIdle;  // written by the stream and by the watcher
  CUdeviceptr address;
  uint64_t value;
  Condition condition;
  bool wide;

  bool satisfied() const {
    if (wide) {
      uint64_t seen = __atomic_load_n(reinterpret_cast<uint64_t *>(address), __ATOMIC_ACQUIRE);
      if (condition == kGreaterEqual) return int64_t(seen - value) >= 0;
      if (condition == kEqual) return seen == value;
      return condition == kAnd ? (seen & value) != 0 : ~(seen | value) != 0;
    }
    uint32_t seen = __atomic_load_n(reinterpret_cast<uint32_t *>(address), __ATOMIC_ACQUIRE);
    return ~(seen | uint32_t(value)) != 0;
  }
};

class Watcher {
 public:
  void add(const std::shared_ptr<Watch> &watch) {
    std::lock_guard lock(mutex_);
    if (!started_) start();
    watches_.push_back(watch);
    work_.notify_one();
  }

 private:
  static constexpr int64_t kPollNs = 50'000;

  void start() {
    auto body = [](void *self) -> void * {
      static_cast<Watcher *>(self)->run();
      return nullptr;
    };
    started_ = os::start_thread(body, this);
  }

  void run() {
    os::become_prompt("fake-cuda-watch");
    std::unique_lock lock(mutex_);
    for (;;) {
      work_.wait(lock, [&] { return !watches_.empty(); });
      std::erase_if(watches_, [](const auto &weak) { return !look(weak.lock().get()); });
      lock.unlock();
      os::sleep_until(os::now_ns() + kPollNs);
      lock.lock();
    }
  }

  // False if no thread waits any more.
  static bool look(Watch *watch) {
    if (!watch) return false;
    const bool armed = __atomic_load_n(&watch->state, __ATOMIC_ACQUIRE) == Watch::kArmed;
    if (!armed || !watch->satisfied()) return true;
    __atomic_store_n(&watch->state, uint64_t(Watch::kOpen), __ATOMIC_RELEASE);
    os::futex_wake(reinterpret_cast<const std::atomic<uint32_t> *>(&watch->state));
    return true;
  }

  std::mutex mutex_;
  std::condition_variable work_;
  std::vector<std::weak_ptr<Watch>> watches_;
  bool started_ = false;
};

std::shared_ptr<Watcher> make_watcher() { return std::make_shared<Watcher>(); }

namespace {

struct Write32Arguments {
  uint32_t *word;
  uint32_t value;
};

void write32(const void *arguments) {
  Write32Arguments a;
  memcpy(&a, arguments, sizeof a);
  __atomic_store_n(a.word, a.value, __ATOMIC_RELEASE);
}

const soft::Kernel kWrite32{"write value", sizeof(Write32Arguments), soft::Kernel::Kind::kCompute,
                            nullptr, write32};

CUresult check(CUstream_st &stream, uint32_t capability, CUdeviceptr address, size_t size) {
  if (!(stream.context->soft->config().capabilities & capability)) return kNotSupported;
  return address % size == 0 && driver().memory.covers(address, size) ? kSuccess : kInvalidValue;
}

CUresult wait(CUstream_st &stream, CUdeviceptr address, uint64_t value, unsigned flags, bool wide) {
  flags &= ~kFlush;
  if (flags > kNor) return kInvalidValue;
  FAKE_TRY(check(stream, SX_CAP_WAIT_VALUE, address, wide ? 8 : 4));
  if (!wide && flags != kNor) {
    constexpr unsigned kSoft[] = {SX_WAIT_GREATER_EQUAL, SX_WAIT_EQUAL, SX_WAIT_AND};
    auto *word = reinterpret_cast<const uint32_t *>(address);
    return submit(stream, soft::WaitValue{word, uint32_t(value), kSoft[flags]});
  }
  auto watch = std::make_shared<Watch>();
  watch->address = address;
  watch->value = value;
  watch->condition = Condition(flags);
  watch->wide = wide;
  driver().watcher->add(watch);
  static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  auto *word = reinterpret_cast<const uint32_t *>(&watch->state);
  return submit(stream, bundle(*stream.context,
                               {soft::WriteValue{&watch->state, Watch::kArmed},
                                soft::WaitValue{word, uint32_t(Watch::kOpen), SX_WAIT_EQUAL}},
                               watch));
}

CUresult write(CUstream_st &stream, CUdeviceptr address, uint64_t value, bool wide) {
  FAKE_TRY(check(stream, SX_CAP_WRITE_VALUE, address, wide ? 8 : 4));
  if (wide) return submit(stream, soft::WriteValue{reinterpret_cast<uint64_t *>(address), value});
  auto *word = reinterpret_cast<uint32_t *>(address);
  return submit(stream, action(kWrite32, Write32Arguments{word, uint32_t(value)}));
}

CUresult wait_on(CUstream handle, CUdeviceptr address, uint64_t value, unsigned flags, bool wide) {
  return guarded([&] {
    std::shared_ptr<CUstream_st> stream;
    FAKE_TRY(find_stream(handle, &stream));
    return wait(*stream, address, value, flags, wide);
  });
}

CUresult write_on(CUstream handle, CUdeviceptr address, uint64_t value, bool wide) {
  return guarded([&] {
    std::shared_ptr<CUstream_st> stream;
    FAKE_TRY(find_stream(handle, &stream));
    return write(*stream, address, value, wide);
  });
}

// One operation of a batch: a union of this size, whose members begin alike.
struct Operation {
  int kind;
  CUdeviceptr address;
  uint64_t value;
  unsigned flags;
  CUdeviceptr alias;
  uint64_t unused;
};
static_assert(sizeof(Operation) == 48);

CUresult perform(CUstream_st &stream, const Operation &operation) {
  enum { kWait32 = 1, kWrite32, kFlushRemote, kWait64, kWrite64, kBarrier };
  const Operation &o = operation;
  switch (o.kind) {
    case kWait32: return wait(stream, o.address, uint32_t(o.value), o.flags, false);
    case kWrite32: return write(stream, o.address, uint32_t(o.value), false);
    case kWait64: return wait(stream, o.address, o.value, o.flags, true);
    case kWrite64: return write(stream, o.address, o.value, true);
    case kFlushRemote:
    case kBarrier: return kSuccess;
  }
  return kInvalidValue;
}

CUresult perform_all(CUstream handle, unsigned count, const Operation *operations) {
  constexpr unsigned kMost = 256;
  return guarded([&] {
    std::shared_ptr<CUstream_st> stream;
    FAKE_TRY(find_stream(handle, &stream));
    if (count > kMost || (count && !operations)) return kInvalidValue;
    for (unsigned i = 0; i < count; i++) FAKE_TRY(perform(*stream, operations[i]));
    return kSuccess;
  });
}

}  // namespace
}  // namespace fake

using namespace fake;

FAKE_EXPORT CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr address, uint32_t value,
                                         unsigned flags) {
  return wait_on(stream, address, value, flags, false);
}

FAKE_EXPORT CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr address, uint32_t value,
                                            unsigned flags) {
  return wait_on(stream, address, value, flags, false);
}

FAKE_EXPORT CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr address, uint64_t value,
                                         unsigned flags) {
  return wait_on(stream, address, value, flags, true);
}

FAKE_EXPORT CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr address, uint64_t value,
                                            unsigned flags) {
  return wait_on(stream, address, value, flags, true);
}

FAKE_EXPORT CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr address, uint32_t value,
                                          unsigned) {
  return write_on(stream, address, value, false);
}

FAKE_EXPORT CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr address, uint32_t value,
                                             unsigned) {
  return write_on(stream, address, value, false);
}

FAKE_EXPORT CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr address, uint64_t value,
                                          unsigned) {
  return write_on(stream, address, value, true);
}

FAKE_EXPORT CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr address, uint64_t value,
                                             unsigned) {
  return write_on(stream, address, value, true);
}

FAKE_EXPORT CUresult cuStreamBatchMemOp(CUstream stream, unsigned count, void *operations,
                                        unsigned) {
  return perform_all(stream, count, static_cast<const Operation *>(operations));
}

FAKE_EXPORT CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned count, void *operations,
                                           unsigned) {
  return perform_all(stream, count, static_cast<const Operation *>(operations));
}
