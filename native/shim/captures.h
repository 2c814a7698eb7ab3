// The roles of a vendor whose streams are captured in earnest: what is captured runs later, when
// its graph is launched, a capture spreads from stream to stream, and a call of ours could break
// it. What is more in a `Vendor` than for StreamRoles:
//
//   bool is_default(Stream)              a default stream that waits for the others
//   bool is_left_running(Stream, const Known &)   it is about to be destroyed, with work in it that
//                                        the default stream still waits for
//   bool has_ended(Stream, Result)       whether a capture is over, after the call that ends it
//
// After a call that has failed the runtime is left alone: its last error is the program's to find.
#pragma once

#include "hal/captures.h"
#include "shim/streams.h"

namespace heddle {

template <class Vendor>
class CaptureRoles : public StreamRoles<Vendor> {
 public:
  using Base = StreamRoles<Vendor>;
  using typename Base::Known;
  using typename Base::Result;
  using typename Base::Stream;

  static bool is_captured(Stream stream) {
    return captures.load(std::memory_order_relaxed) && Vendor::is_capturing(stream);
  }

  template <class Call>
  static Result on_stream(Stream stream, heddle_command kind, Call call,
                          heddle_outcome outcome = HEDDLE_PLACED) {
    if (is_captured(stream)) return call();
    // A stream that waits for an event of a capture joins it with that very call.
    return counted(Base::queue_of(stream), kind, call, [&](Result result) {
      return result == Vendor::kSuccess && !is_captured(stream) ? outcome : HEDDLE_NOTHING;
    });
  }

  template <class Call>
  static Result work(Stream stream, Call call) {
    return on_stream(stream, HEDDLE_WORK, call);
  }

  // It may not have waited for everything (a copy from pageable memory returns when that may be
  // used again), so nothing is concluded from it; but to the program it is over.
  template <class Call>
  static Result work_sync(Stream stream, Call call) {
    return on_stream(stream, HEDDLE_WORK, call, HEDDLE_WAITED_FOR);
  }

  template <class Call>
  static Result order(Stream stream, Call call) {
    return on_stream(stream, HEDDLE_ORDER, call);
  }

  template <class Call>
  static Result wait(Stream stream, Call call) {
    return on_stream(stream, HEDDLE_WAIT, call);
  }

  template <class Call>
  static Result query(Stream stream, Call call) {
    if (is_captured(stream)) return call();
    Waited waited = Base::waited_by_stream(stream);
    if (Vendor::is_default(stream) && left_running.load(std::memory_order_relaxed))
      waited.whole = false;
    return asking(waited, call, Vendor::is_drained, Vendor::kNotReady, Vendor::kSuccess);
  }

  template <class Call>
  static Result sync_stream(Stream stream, Call call) {
    return is_captured(stream) ? call() : Base::sync_stream(stream, call);
  }

  // Before a stream is destroyed; what is no more captures nothing.
  static void close_queue(Stream stream) {
    end_capture_of_key(Vendor::key_of(stream));
    const Known last = Base::remove(stream);
    if (Asking asking; asking && Vendor::is_left_running(stream, last)) left_running = true;
    heddle_queue_close(last.queue);
  }

  template <class Call>
  static Result begin_capture(Stream stream, Call call) {
    const bool already = is_captured(stream);
    heddle_capture(Base::queue_of(stream), 1);
    const uintptr_t key = Vendor::key_of(stream);
    capturing.lock();
    if (!capturing.find(key) && capturing.insert(key, true)) captures.fetch_add(1);
    capturing.unlock();
    Asking::wait_for_all();
    const Result result = call();
    if (result != Vendor::kSuccess && !already) end_capture_of(stream);
    return result;
  }

  // Also a capture that has failed ends here.
  template <class Call>
  static Result end_capture(Stream stream, Call call) {
    const bool was = is_captured(stream);
    const Result result = call();
    if (was && Vendor::has_ended(stream, result)) end_capture_of(stream);
    return result;
  }

  // Also when the stream or its context goes.
  static void end_capture_of_key(uintptr_t key) {
    capturing.lock();
    if (capturing.find(key)) {
      capturing.erase(key);
      captures.fetch_sub(1);
    }
    capturing.unlock();
  }

  // Streams that end with their thread. Nothing of ours may be put there any more, and what is
  // there lands by itself.
  template <class Is>
  static void drop_where(Is is_gone) {
    Base::streams.lock();
    Base::streams.each([&](uintptr_t key, const Known &known) {
      if (!is_gone(key, known)) return;
      heddle_capture(known.queue, 1);
      heddle_queue_close(known.queue);
      Base::streams.erase(key);
    });
    Base::streams.unlock();
  }

  // In the child of a fork.
  static void forget() {
    Base::forget();
    capturing.forget();
    captures = 0;
    left_running = false;
  }

 private:
  static void end_capture_of(Stream stream) {
    end_capture_of_key(Vendor::key_of(stream));
    heddle_capture(Base::queue_of(stream), 0);
  }

  static inline HandleMap<bool> capturing;  // as a set: the streams that captures began with
  // Blocking streams that were destroyed with work in them are few: one flag is enough.
  static inline std::atomic<bool> left_running{false};
};

}  // namespace heddle
