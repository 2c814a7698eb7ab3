// A vendor whose API is one of streams with handles: which queue belongs to which stream, and what
// a call of each role does. What differs from vendor to vendor is a `Vendor`:
//
//   using Stream, Result;
//   static constexpr Result kSuccess, kNotReady, kOutOfMemory;
//   bool is_drained(Result)        a wait that ended so leaves the stream empty
//   uintptr_t key_of(Stream)       never 0; of a default stream, as the calling thread means it
//   bool exists(Stream)            to the vendor: a wrong handle must give its error, and no queue
//   heddle_queue *open(Stream)     a new queue; null: the stream runs unscheduled
//   bool is_waited_for(uintptr_t key, Stream)   a wait for the stream waits for that one, too
//   bool is_on_device(uintptr_t key)            the calling thread's
//   uint32_t device_of_memory()    that the calling thread allocates of; kNoDevice: nobody counts
//   bool is_capturing(Stream)      only where streams can be captured
//
// all of them static. With `using roles = StreamRoles<Vendor>;` in its roles.h, the generated stubs
// are complete.
#pragma once

#include "shim/amounts.h"
#include "shim/handle_map.h"
#include "shim/roles.h"

namespace heddle {

template <class Vendor>
class StreamRoles {
 public:
  using Stream = typename Vendor::Stream;
  using Result = typename Vendor::Result;

  static inline Amounts amounts;

  // Made at first sight. Null if the vendor does not know the stream, or there is no table.
  static heddle_queue *queue_of(Stream stream) {
    const uintptr_t key = Vendor::key_of(stream);
    if (heddle_queue *const *known = queues.find(key)) return *known;
    if (!Vendor::exists(stream)) return nullptr;
    queues.lock();
    heddle_queue *const *known = queues.find(key);
    heddle_queue *queue = known ? *known : Vendor::open(stream);
    if (!known) queues.insert(key, queue);
    queues.unlock();
    return queue;
  }

  // With the map locked: a stream that another thread destroys now cannot lose its queue before we
  // are counted among its users.
  template <class Is>
  static Waited waited_where(Is is_waited_for) {
    Waited waited;
    queues.lock();
    queues.each([&](uintptr_t key, heddle_queue *queue) {
      if (is_waited_for(key)) waited.add(queue);
    });
    queues.unlock();
    return waited;
  }

  static Waited waited_by_stream(Stream stream) {
    queue_of(stream);
    const uintptr_t own = Vendor::key_of(stream);
    return waited_where(
        [&](uintptr_t key) { return key == own || Vendor::is_waited_for(key, stream); });
  }

  static Waited waited_by_device() { return waited_where(Vendor::is_on_device); }

  // Before a stream is destroyed: the last mark has to get in, then nothing of ours may follow.
  static void close_queue(Stream stream) {
    const uintptr_t key = Vendor::key_of(stream);
    queues.lock();
    heddle_queue *const *known = queues.find(key);
    heddle_queue *queue = known ? *known : nullptr;
    queues.erase(key);
    queues.unlock();
    heddle_queue_close(queue);
  }

  // In the child of a fork.
  static void forget() {
    queues.forget();
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
  static inline HandleMap<heddle_queue *> queues;
};

}  // namespace heddle
