// The C API: streams, events, kernels, graphs, memory operations.
#include <string.h>

#include "soft/api/api.h"

using namespace soft;

namespace {

struct Event {
  std::mutex mutex;
  std::shared_ptr<Record> latest;  // nullptr: never recorded

  std::shared_ptr<Record> get() {
    std::lock_guard lock(mutex);
    return latest;
  }
};

template <class Handle>
Handle as_handle(const void *object) {
  return reinterpret_cast<Handle>(const_cast<void *>(object));
}

sxResult find_record(sxEvent event, std::shared_ptr<Record> *record) {
  std::shared_ptr<Event> found;
  sxResult result = registry().find(event, Kind::kEvent, &found);
  if (result == SX_OK) *record = found->get();
  return result;
}

sxResult find_capable_stream(sxStream handle, uint32_t capability, StreamPtr *stream) {
  sxResult result = find_stream(handle, stream);
  if (result != SX_OK) return result;
  bool capable = (*stream)->context->config().capabilities & capability;
  return capable ? SX_OK : SX_ERROR_UNSUPPORTED;
}

bool aligned(const void *pointer, size_t size) {
  return pointer && reinterpret_cast<uintptr_t>(pointer) % size == 0;
}

}  // namespace

SX_API sxResult sxStreamCreate(sxStream *stream, unsigned flags) {
  if (!stream || (flags & ~SX_STREAM_NON_BLOCKING)) return SX_ERROR_INVALID;
  return guarded([&] {
    Context *context = nullptr;
    sxResult result = current_context(&context);
    if (result != SX_OK) return result;
    StreamPtr made = context->create_stream(!(flags & SX_STREAM_NON_BLOCKING));
    registry().add(made.get(), Kind::kStream, made);
    *stream = as_handle<sxStream>(made.get());
    return SX_OK;
  });
}

SX_API sxResult sxStreamDestroy(sxStream stream) {
  return guarded([&] {
    StreamPtr taken;
    sxResult result = registry().take(stream, Kind::kStream, &taken);
    if (result == SX_OK) taken->context->destroy_stream(*taken);
    return result;
  });
}

SX_API sxResult sxStreamSynchronize(sxStream stream) {
  return guarded([&] {
    StreamPtr found;
    sxResult result = find_stream(stream, &found);
    return result == SX_OK ? found->context->synchronize(*found) : result;
  });
}

SX_API sxResult sxStreamQuery(sxStream stream) {
  return guarded([&] {
    StreamPtr found;
    sxResult result = find_stream(stream, &found);
    return result == SX_OK ? found->context->query(*found) : result;
  });
}

SX_API sxResult sxStreamGetDevice(sxStream stream, int *device) {
  if (!device) return SX_ERROR_INVALID;
  if (!stream) return sxGetDevice(device);
  return guarded([&] {
    StreamPtr found;
    sxResult result = find_stream(stream, &found);
    if (result != SX_OK) return result;
    Process *process = Process::get();
    if (!process) return SX_ERROR_NOT_INITIALIZED;
    return process->device_of(found->context, device);
  });
}

SX_API sxResult sxStreamGetProgress(sxStream stream, uint64_t *submitted, uint64_t *completed) {
  if (!submitted || !completed) return SX_ERROR_INVALID;
  return guarded([&] {
    StreamPtr found;
    sxResult result = find_stream(stream, &found);
    if (result == SX_OK) found->context->look_at(*found, submitted, completed);
    return result;
  });
}

SX_API sxResult sxStreamWaitEvent(sxStream stream, sxEvent event) {
  return guarded([&] {
    std::shared_ptr<Record> record;
    sxResult result = find_record(event, &record);
    return result == SX_OK ? submit(stream, WaitEvent{record}) : result;
  });
}

SX_API sxResult sxLaunchHostFunc(sxStream stream, sxHostFunc function, void *argument) {
  if (!function) return SX_ERROR_INVALID;
  return guarded([&] { return submit(stream, CallHost{function, argument}); });
}

SX_API sxResult sxEventCreate(sxEvent *event) {
  if (!event) return SX_ERROR_INVALID;
  if (!Process::get()) return SX_ERROR_NOT_INITIALIZED;
  return guarded([&] {
    auto made = std::make_shared<Event>();
    registry().add(made.get(), Kind::kEvent, made);
    *event = as_handle<sxEvent>(made.get());
    return SX_OK;
  });
}

SX_API sxResult sxEventDestroy(sxEvent event) {
  return guarded([&] {
    std::shared_ptr<Event> taken;
    return registry().take(event, Kind::kEvent, &taken);
  });
}

SX_API sxResult sxEventRecord(sxEvent event, sxStream stream) {
  return guarded([&] {
    std::shared_ptr<Event> found;
    auto record = std::make_shared<Record>();
    sxResult result = registry().find(event, Kind::kEvent, &found);
    if (result == SX_OK) result = find_stream(stream, &record->stream);
    if (result != SX_OK) return result;
    Stream &where = *record->stream;
    result = where.context->submit(where, RecordEvent{record}, &record->target);
    if (result != SX_OK) return result;
    std::lock_guard lock(found->mutex);
    found->latest = std::move(record);
    return SX_OK;
  });
}

SX_API sxResult sxEventQuery(sxEvent event) {
  return guarded([&] {
    std::shared_ptr<Record> record;
    sxResult result = find_record(event, &record);
    if (result != SX_OK || !record) return result;
    result = record->stream->context->status();
    if (result != SX_OK) return result;
    if (record->is_lost()) return SX_ERROR_RESET;
    return record->done_at() ? SX_OK : SX_ERROR_NOT_READY;
  });
}

SX_API sxResult sxEventSynchronize(sxEvent event) {
  return guarded([&] {
    std::shared_ptr<Record> record;
    sxResult result = find_record(event, &record);
    if (result != SX_OK || !record) return result;
    return record->stream->context->wait(*record);
  });
}

SX_API sxResult sxEventElapsed(uint64_t *nanoseconds, sxEvent start, sxEvent end) {
  if (!nanoseconds) return SX_ERROR_INVALID;
  return guarded([&] {
    std::shared_ptr<Record> from, to;
    sxResult result = find_record(start, &from);
    if (result == SX_OK) result = find_record(end, &to);
    if (result != SX_OK) return result;
    if (!from || !to || !from->done_at() || !to->done_at()) return SX_ERROR_NOT_READY;
    int64_t elapsed = to->done_at() - from->done_at();
    *nanoseconds = elapsed > 0 ? uint64_t(elapsed) : 0;
    return SX_OK;
  });
}

SX_API sxResult sxGetKernel(sxKernel *kernel, const char *name) {
  if (!kernel || !name) return SX_ERROR_INVALID;
  if (!Process::get()) return SX_ERROR_NOT_INITIALIZED;
  const Kernel *found = find_kernel(name);
  if (!found) return SX_ERROR_INVALID;
  *kernel = const_cast<sxKernel>(found);
  return SX_OK;
}

SX_API sxResult sxLaunchKernel(sxKernel kernel, const void *arguments, size_t size,
                               sxStream stream) {
  if (!is_kernel(kernel) || !arguments || size != kernel->size || !kernel->valid(arguments)) {
    return SX_ERROR_INVALID;
  }
  return guarded([&] {
    Launch launch{kernel, {}};
    memcpy(launch.arguments, arguments, size);
    return submit(stream, launch);
  });
}

SX_API sxResult sxStreamBeginCapture(sxStream stream) {
  return guarded([&] {
    StreamPtr found;
    sxResult result = find_stream(stream, &found);
    return result == SX_OK ? found->context->begin_capture(*found) : result;
  });
}

SX_API sxResult sxStreamEndCapture(sxStream stream, sxGraph *graph) {
  if (!graph) return SX_ERROR_INVALID;
  return guarded([&] {
    StreamPtr found;
    std::shared_ptr<Graph> made;
    sxResult result = find_stream(stream, &found);
    if (result == SX_OK) result = found->context->end_capture(*found, &made);
    if (result != SX_OK) return result;
    registry().add(made.get(), Kind::kGraph, made);
    *graph = as_handle<sxGraph>(made.get());
    return SX_OK;
  });
}

SX_API sxResult sxStreamIsCapturing(sxStream stream, int *capturing) {
  if (!capturing) return SX_ERROR_INVALID;
  return guarded([&] {
    StreamPtr found;
    sxResult result = find_stream(stream, &found);
    if (result == SX_OK) *capturing = found->context->is_capturing(*found);
    return result;
  });
}

SX_API sxResult sxGraphInstantiate(sxGraphExec *executable, sxGraph graph) {
  if (!executable) return SX_ERROR_INVALID;
  return guarded([&] {
    auto made = std::make_shared<std::shared_ptr<Graph>>();  // an address of its own, shared nodes
    sxResult result = registry().find(graph, Kind::kGraph, made.get());
    if (result != SX_OK) return result;
    registry().add(made.get(), Kind::kGraphExec, made);
    *executable = as_handle<sxGraphExec>(made.get());
    return SX_OK;
  });
}

SX_API sxResult sxGraphLaunch(sxGraphExec executable, sxStream stream) {
  return guarded([&] {
    std::shared_ptr<std::shared_ptr<Graph>> found;
    sxResult result = registry().find(executable, Kind::kGraphExec, &found);
    return result == SX_OK ? submit(stream, RunGraph{*found}) : result;
  });
}

SX_API sxResult sxGraphDestroy(sxGraph graph) {
  return guarded([&] {
    std::shared_ptr<Graph> taken;
    return registry().take(graph, Kind::kGraph, &taken);
  });
}

SX_API sxResult sxGraphExecDestroy(sxGraphExec executable) {
  return guarded([&] {
    std::shared_ptr<std::shared_ptr<Graph>> taken;
    return registry().take(executable, Kind::kGraphExec, &taken);
  });
}

SX_API sxResult sxStreamWaitValue32(sxStream stream, const uint32_t *word, uint32_t value,
                                    unsigned flags) {
  if (!aligned(word, sizeof *word) || flags > SX_WAIT_AND) return SX_ERROR_INVALID;
  return guarded([&] {
    StreamPtr found;
    sxResult result = find_capable_stream(stream, SX_CAP_WAIT_VALUE, &found);
    if (result != SX_OK) return result;
    return found->context->submit(*found, WaitValue{word, value, flags});
  });
}

SX_API sxResult sxStreamWriteValue64(sxStream stream, uint64_t *word, uint64_t value) {
  if (!aligned(word, sizeof *word)) return SX_ERROR_INVALID;
  return guarded([&] {
    StreamPtr found;
    sxResult result = find_capable_stream(stream, SX_CAP_WRITE_VALUE, &found);
    if (result != SX_OK) return result;
    return found->context->submit(*found, WriteValue{word, value});
  });
}
