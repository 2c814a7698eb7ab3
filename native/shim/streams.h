// A vendor whose API is one of streams with handles: which queue belongs to which stream, and what
// a call of each role does. What differs from vendor to vendor is a `Vendor`:
//
//   using Stream, Result;
//   static constexpr Result kSuccess, kNotReady, kOutOfMemory;
//   struct Known                   what is kept of a stream: `queue`, and what the vendor adds
//   bool is_drained(Result)        a wait that ended so leaves the stream empty
//   uintptr_t key_of(Stream)       never 0; of a default stream, as the calling thread means it
//   bool look(Stream, Known *)     asks the vendor for what is to be kept; false: a wrong handle,
//                                  which must give the vendor's error, and no queue
//   heddle_queue *open(Stream, Known *)   with the map locked; null: it runs unscheduled
//   auto on_device()               f(Known): whether a stream is on the calling thread's device
//   bool is_joint(Stream)          a wait for it waits for others, too: where there are such, and
//   auto waited_with(Stream)       f(key, Known): whether for this one
//   uint32_t device_of_memory()    that the calling thread allocates of; kNoDevice: not counted
//   bool is_capturing(Stream)      only where streams can be captured
//
// all of them static. With `using roles = StreamRoles<Vendor>;` in its roles.h, the generated stubs
// are complete. One whose captures need more is a CaptureRoles<Vendor>, of shim/captures.h.
#pragma once

#include "shim/amounts.h"
#include "shim/handle_map.h"
#include "shim/roles.h"

namespace heddle {

// Of a stream of which nothing else is worth keeping.
struct OnlyQueue {
  heddle_queue *queue;
};

template <class Vendor>
class StreamRoles {
 public:
  using Stream = typename Vendor::Stream;
  using Result = typename Vendor::Result;
  using Known = typename Vendor::Known;

  static inline Amounts amounts;
  // All that have a queue, or were found to have none. There before any constructor has run: those
  // of other libraries may come first, and use the device.
  static constinit inline HandleMap<Known> streams;

  // Null if we have not seen it yet.
  static const Known *find(Stream stream) { return streams.find(Vendor::key_of(stream)); }

  // Made at first sight. Null if the vendor does not know the stream, or there is no table.
  static heddle_queue *queue_of(Stream stream) {
    const uintptr_t key = Vendor::key_of(stream);
    const Known *known = streams.find(key);
    return known ? known->queue : learn(stream, key);
  }

  // With the map locked: a stream that another thread destroys now cannot lose its queue before we
  // are counted among its users.
  template <class Is>
  static Waited waited_where(Is is_waited_for) {
    Waited waited;
    streams.lock();
    streams.each([&](uintptr_t key, const Known &known) {
      if (is_waited_for(key, known)) waited.add(known.queue);
    });
    streams.unlock();
    return waited;
  }

  static Waited waited_by_stream(Stream stream) {
    queue_of(stream);
    const uintptr_t own = Vendor::key_of(stream);
    if constexpr (requires { Vendor::is_joint(stream); })
      if (Vendor::is_joint(stream))
        return waited_where(
            [own, is_waited_for = Vendor::waited_with(stream)](uintptr_t key, const Known &known) {
              return key == own || is_waited_for(key, known);
            });
    Waited waited;
    streams.lock();
    if (const Known *known = streams.find(own)) waited.add(known->queue);
    streams.unlock();
    return waited;
  }

  static Waited waited_by_device() {
    return waited_where([is_on_device = Vendor::on_device()](uintptr_t, const Known &known) {
      return is_on_device(known);
    });
  }

  // Before a stream is destroyed: the last mark has to get in, then nothing of ours may follow.
  static void close_queue(Stream stream) { heddle_queue_close(remove(stream).queue); }

  // What was known of it: nothing, if it was unknown.
  static Known remove(Stream stream) {
    const uintptr_t key = Vendor::key_of(stream);
    streams.lock();
    const Known *known = streams.find(key);
    const Known last = known ? *known : Known{};
    streams.erase(key);
    streams.unlock();
    return last;
  }

  // In the child of a fork.
  static void forget() {
    streams.forget();
    amounts.forget();
  }

  static heddle_outcome placed(Result result) {
    return result == Vendor::kSuccess ? HEDDLE_PLACED : HEDDLE_NOTHING;
  }
  static heddle_outcome waited_for(Result result) {
    return result == Vendor::kSuccess ? HEDDLE_WAITED_FOR : HEDDLE_NOTHING;
  }

  template <class Call>
  static Result work(Stream stream, Call call) {
    return counted(queue_of(stream), HEDDLE_WORK, call, placed);
  }

  template <class Call>
  static Result order(Stream stream, Call call) {
    return counted(queue_of(stream), HEDDLE_ORDER, call, placed);
  }

  template <class Call>
  static Result wait(Stream stream, Call call) {
    return counted(queue_of(stream), HEDDLE_WAIT, call, placed);
  }

  // The command itself is counted before the wait begins.
  template <class Call>
  static Result work_sync(Stream stream, Call call) {
    const Result result = counted(queue_of(stream), HEDDLE_WORK, call, waited_for);
    waited_by_stream(stream).leave(Vendor::is_drained(result));
    return result;
  }

  template <class Call>
  static Result query(Stream stream, Call call) {
    return asking(waited_by_stream(stream), call, Vendor::is_drained, Vendor::kNotReady,
                  Vendor::kSuccess);
  }

  template <class Call>
  static Result sync_stream(Stream stream, Call call) {
    return waiting(waited_by_stream(stream), call, Vendor::is_drained);
  }

  template <class Call>
  static Result sync_device(Call call) {
    return waiting(waited_by_device(), call, Vendor::is_drained);
  }

  template <class Call>
  static Result destroy_stream(Stream stream, Call call) {
    if (stream) close_queue(stream);
    return call();
  }

  // Our marks and gates stay out of the stream from before a capture begins until after it ends.
  template <class Call>
  static Result begin_capture(Stream stream, Call call) {
    const bool already = Vendor::is_capturing(stream);
    heddle_capture(queue_of(stream), 1);
    const Result result = call();
    if (result != Vendor::kSuccess && !already) heddle_capture(queue_of(stream), 0);
    return result;
  }

  template <class Call>
  static Result end_capture(Stream stream, Call call) {
    const Result result = call();
    if (!Vendor::is_capturing(stream)) heddle_capture(queue_of(stream), 0);
    return result;
  }

  template <class Handle, class Call>
  static Result allocate(Handle *handle, uint64_t bytes, Call call) {
    return allocating(amounts, handle, {bytes, Vendor::device_of_memory(), 0}, call,
                      Vendor::kSuccess, Vendor::kOutOfMemory);
  }

  template <class Handle, class Call>
  static Result release(Handle handle, Call call) {
    return freeing(amounts, handle, call, Vendor::kSuccess);
  }

  // What the program is shown of the thread's device.
  template <class Call>
  static Result memory_info(size_t *free_bytes, size_t *total_bytes, Call call) {
    const Result result = call();
    if (result == Vendor::kSuccess)
      show_memory(Vendor::device_of_memory(), free_bytes, total_bytes);
    return result;
  }

  // Of memory that is there, and gone, in the order of the stream.
  template <class Handle, class Call>
  static Result allocate_on(Stream stream, Handle *handle, uint64_t bytes, Call call) {
    return allocate(handle, bytes, [&] { return order(stream, call); });
  }

  template <class Handle, class Call>
  static Result release_on(Stream stream, Handle handle, Call call) {
    return release(handle, [&] { return order(stream, call); });
  }

 private:
  // Apart, so that a launch on a known stream does not make room for it.
  [[gnu::noinline, gnu::cold]] static heddle_queue *learn(Stream stream, uintptr_t key) {
    Known learnt{};
    if (!Vendor::look(stream, &learnt)) return nullptr;
    streams.lock();
    const Known *known = streams.find(key);
    if (!known) {
      learnt.queue = Vendor::open(stream, &learnt);
      streams.insert(key, learnt);
    }
    heddle_queue *queue = known ? known->queue : learnt.queue;
    streams.unlock();
    return queue;
  }
};

}  // namespace heddle
