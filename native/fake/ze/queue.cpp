// Command queues, command lists, fences.
#include "fake/ze/driver.h"

using namespace fake;

// Each part is a command of the soft stream, so that a wait for an event waits for no more.
ze_result_t _ze_command_queue_handle_t::submit(const std::vector<Command> &commands) {
  std::lock_guard lock(mutex);
  uint64_t target = 0;
  for (const Command &command : commands) {
    for (const Flag *flag : command.waits)
      FAKE_TRY(result_of(soft->submit(*stream, flag->to_wait(), &target)));
    if (!std::holds_alternative<std::monostate>(command.payload))
      FAKE_TRY(result_of(soft->submit(*stream, command.payload, &target)));
    if (Flag *flag = command.signal) {
      // With the lock: no thread may see the old target after the word was written.
      std::lock_guard flag_lock(flag->mutex);
      FAKE_TRY(result_of(soft->submit(*stream, flag->to_set(!command.resets), &target)));
      if (command.resets) continue;
      flag->stream = stream;
      flag->target = target;
    }
  }
  return is_synchronous && target ? result_of(soft->wait(*stream, target)) : kSuccess;
}

ze_result_t _ze_command_queue_handle_t::synchronize(uint64_t timeout_ns) {
  if (timeout_ns == kForever) return result_of(soft->synchronize(*stream));
  ze_result_t status = kSuccess;
  const ze_result_t waited = poll(timeout_ns, [&] {
    status = result_of(soft->query(*stream));
    return status != kNotReady;
  });
  return waited == kSuccess ? status : waited;
}

namespace fake {
namespace {

using Queue = _ze_command_queue_handle_t;
using List = _ze_command_list_handle_t;

ze_result_t make_queue(_ze_context_handle_t *context, _ze_device_handle_t *device,
                       const QueueDesc *desc, std::shared_ptr<Queue> *queue) {
  soft::Context *soft = nullptr;
  std::shared_ptr<_ze_context_handle_t> found;
  FAKE_TRY(find(driver().contexts, context, &found));
  FAKE_TRY(must_be_device(device));
  if (!desc) return kNullPointer;
  if (desc->ordinal != 0) return kInvalidArgument;
  FAKE_TRY(device->context(&soft));
  *queue = std::make_shared<Queue>(device, soft, soft->create_stream(false), desc->ordinal,
                                   desc->mode == kSynchronous);
  return kSuccess;
}

ze_result_t flags_of(uint32_t count, _ze_event_handle_t **events, std::vector<Flag *> *flags) {
  if (count && !events) return kInvalidSize;
  for (uint32_t i = 0; i < count; i++) {
    std::shared_ptr<_ze_event_handle_t> event;
    FAKE_TRY(find(driver().events, events[i], &event));
    flags->push_back(event->flag);
  }
  return kSuccess;
}

// An immediate list runs the command, another one keeps it.
ze_result_t append(List *handle, _ze_event_handle_t *signal, uint32_t count,
                   _ze_event_handle_t **waits, soft::Payload payload, bool resets = false) {
  return guarded([&] {
    std::shared_ptr<List> list;
    std::vector<Flag *> signals;
    Command command{{}, std::move(payload), nullptr, resets};
    FAKE_TRY(find(driver().lists, handle, &list));
    FAKE_TRY(flags_of(count, waits, &command.waits));
    FAKE_TRY(flags_of(signal ? 1 : 0, &signal, &signals));
    if (signal) command.signal = signals.front();
    if (list->queue) return list->queue->submit({command});
    if (list->is_closed) return kInvalidArgument;
    list->commands.push_back(std::move(command));
    return kSuccess;
  });
}

struct Pattern {
  char *to;
  uint64_t bytes;
  char value[8];
  uint32_t size;
};

constexpr soft::Kernel kPattern = {
    .name = "pattern",
    .size = sizeof(Pattern),
    .kind = soft::Kernel::Kind::kCompute,
    .valid = [](const void *) { return true; },
    .run =
        [](const void *arguments) {
          Pattern p;
          memcpy(&p, arguments, sizeof p);
          for (uint64_t i = 0; i < p.bytes; i++) p.to[i] = p.value[i % p.size];
        },
};

}  // namespace
}  // namespace fake

FAKE_EXPORT ze_result_t zeCommandQueueCreate(_ze_context_handle_t *context,
                                             _ze_device_handle_t *device, const QueueDesc *desc,
                                             Queue **queue) {
  return guarded([&] {
    std::shared_ptr<Queue> made;
    if (!queue) return kNullPointer;
    FAKE_TRY(make_queue(context, device, desc, &made));
    *queue = driver().queues.add(std::move(made));
    return kSuccess;
  });
}

FAKE_EXPORT ze_result_t zeCommandQueueDestroy(Queue *queue) {
  return guarded([&] { return destroy(driver().queues, queue); });
}

FAKE_EXPORT ze_result_t zeCommandQueueExecuteCommandLists(Queue *handle, uint32_t count,
                                                          List **lists, _ze_fence_handle_t *fence) {
  return guarded([&] {
    std::shared_ptr<Queue> queue;
    std::shared_ptr<_ze_fence_handle_t> signalled;
    std::vector<Command> commands;
    FAKE_TRY(find(driver().queues, handle, &queue));
    if (!lists) return kNullPointer;
    if (!count) return kInvalidSize;
    if (fence) FAKE_TRY(find(driver().fences, fence, &signalled));
    for (uint32_t i = 0; i < count; i++) {
      std::shared_ptr<List> list;
      FAKE_TRY(find(driver().lists, lists[i], &list));
      if (list->queue || list->ordinal != queue->ordinal) return kInvalidListType;
      if (!list->is_closed) return kInvalidArgument;
      commands.insert(commands.end(), list->commands.begin(), list->commands.end());
    }
    if (signalled) commands.push_back({{}, {}, signalled->flag});
    return queue->submit(commands);
  });
}

FAKE_EXPORT ze_result_t zeCommandQueueSynchronize(Queue *handle, uint64_t timeout) {
  return guarded([&] {
    std::shared_ptr<Queue> queue;
    FAKE_TRY(find(driver().queues, handle, &queue));
    return queue->synchronize(timeout);
  });
}

FAKE_EXPORT ze_result_t zeFenceCreate(Queue *handle, const void *desc, _ze_fence_handle_t **fence) {
  return guarded([&] {
    std::shared_ptr<Queue> queue;
    FAKE_TRY(find(driver().queues, handle, &queue));
    if (!desc || !fence) return kNullPointer;
    *fence = driver().fences.add(std::make_shared<_ze_fence_handle_t>());
    return kSuccess;
  });
}

FAKE_EXPORT ze_result_t zeFenceDestroy(_ze_fence_handle_t *fence) {
  return guarded([&] { return destroy(driver().fences, fence); });
}

FAKE_EXPORT ze_result_t zeFenceHostSynchronize(_ze_fence_handle_t *handle, uint64_t timeout) {
  return guarded([&] {
    std::shared_ptr<_ze_fence_handle_t> fence;
    FAKE_TRY(find(driver().fences, handle, &fence));
    return fence->flag->wait(timeout);
  });
}

FAKE_EXPORT ze_result_t zeFenceQueryStatus(_ze_fence_handle_t *fence) {
  return zeFenceHostSynchronize(fence, 0);
}

FAKE_EXPORT ze_result_t zeFenceReset(_ze_fence_handle_t *handle) {
  return guarded([&] {
    std::shared_ptr<_ze_fence_handle_t> fence;
    FAKE_TRY(find(driver().fences, handle, &fence));
    fence->flag->set(false);
    return kSuccess;
  });
}

FAKE_EXPORT ze_result_t zeCommandListCreate(_ze_context_handle_t *context,
                                            _ze_device_handle_t *device, const ListDesc *desc,
                                            List **list) {
  return guarded([&] {
    std::shared_ptr<_ze_context_handle_t> found;
    FAKE_TRY(find(driver().contexts, context, &found));
    FAKE_TRY(must_be_device(device));
    if (!desc || !list) return kNullPointer;
    *list = driver().lists.add(std::make_shared<List>(desc->ordinal));
    return kSuccess;
  });
}

FAKE_EXPORT ze_result_t zeCommandListCreateImmediate(_ze_context_handle_t *context,
                                                     _ze_device_handle_t *device,
                                                     const QueueDesc *desc, List **list) {
  return guarded([&] {
    std::shared_ptr<Queue> queue;
    if (!list) return kNullPointer;
    FAKE_TRY(make_queue(context, device, desc, &queue));
    *list = driver().lists.add(std::make_shared<List>(desc->ordinal, std::move(queue)));
    return kSuccess;
  });
}

FAKE_EXPORT ze_result_t zeCommandListDestroy(List *list) {
  return guarded([&] { return destroy(driver().lists, list); });
}

FAKE_EXPORT ze_result_t zeCommandListClose(List *handle) {
  return guarded([&] {
    std::shared_ptr<List> list;
    FAKE_TRY(find(driver().lists, handle, &list));
    if (list->queue) return kInvalidArgument;
    list->is_closed = true;
    return kSuccess;
  });
}

FAKE_EXPORT ze_result_t zeCommandListReset(List *handle) {
  return guarded([&] {
    std::shared_ptr<List> list;
    FAKE_TRY(find(driver().lists, handle, &list));
    if (list->queue) return kInvalidArgument;
    list->commands.clear();
    list->is_closed = false;
    return kSuccess;
  });
}

FAKE_EXPORT ze_result_t zeCommandListHostSynchronize(List *handle, uint64_t timeout) {
  return guarded([&] {
    std::shared_ptr<List> list;
    FAKE_TRY(find(driver().lists, handle, &list));
    return list->queue ? list->queue->synchronize(timeout) : kInvalidArgument;
  });
}

FAKE_EXPORT ze_result_t zeCommandListAppendBarrier(List *list, _ze_event_handle_t *signal,
                                                   uint32_t count, _ze_event_handle_t **waits) {
  return append(list, signal, count, waits, {});
}

FAKE_EXPORT ze_result_t zeCommandListAppendSignalEvent(List *list, _ze_event_handle_t *event) {
  return event ? append(list, event, 0, nullptr, {}) : kNullHandle;
}

FAKE_EXPORT ze_result_t zeCommandListAppendEventReset(List *list, _ze_event_handle_t *event) {
  return event ? append(list, event, 0, nullptr, {}, true) : kNullHandle;
}

FAKE_EXPORT ze_result_t zeCommandListAppendWaitOnEvents(List *list, uint32_t count,
                                                        _ze_event_handle_t **events) {
  return events ? append(list, nullptr, count, events, {}) : kNullPointer;
}

FAKE_EXPORT ze_result_t zeCommandListAppendMemoryCopy(List *list, void *to, const void *from,
                                                      size_t bytes, _ze_event_handle_t *signal,
                                                      uint32_t count, _ze_event_handle_t **waits) {
  if (!to || !from) return kNullPointer;
  return append(list, signal, count, waits, soft::Copy{to, from, bytes});
}

FAKE_EXPORT ze_result_t zeCommandListAppendMemoryFill(List *list, void *to, const void *pattern,
                                                      size_t pattern_bytes, size_t bytes,
                                                      _ze_event_handle_t *signal, uint32_t count,
                                                      _ze_event_handle_t **waits) {
  Pattern p{static_cast<char *>(to), bytes, {}, uint32_t(pattern_bytes)};
  if (!to || !pattern) return kNullPointer;
  if (!pattern_bytes || pattern_bytes > sizeof p.value) return kInvalidSize;
  memcpy(p.value, pattern, pattern_bytes);
  return append(list, signal, count, waits, action(kPattern, p));
}

FAKE_EXPORT ze_result_t zeCommandListAppendLaunchKernel(List *list, _ze_kernel_handle_t *handle,
                                                        const GroupCount *groups,
                                                        _ze_event_handle_t *signal, uint32_t count,
                                                        _ze_event_handle_t **waits) {
  return guarded([&] {
    std::shared_ptr<_ze_kernel_handle_t> kernel;
    soft::Payload payload;
    if (!list) return kNullHandle;
    FAKE_TRY(find(driver().kernels, handle, &kernel));
    if (!groups) return kNullPointer;
    FAKE_TRY(to_launch(*kernel, &payload));
    return append(list, signal, count, waits, std::move(payload));
  });
}
