// Event pools and events.
#include "fake/ze/driver.h"

namespace fake {

// A wait for it on the device sleeps on the word's futex.
void Flag::set(bool on) {
  word.store(on, std::memory_order_release);
  os::futex_wake(reinterpret_cast<std::atomic<uint32_t> *>(&word));
}

ze_result_t Flag::wait(uint64_t timeout_ns) {
  while (!is_set() && timeout_ns == kForever) {
    soft::StreamPtr from;
    uint64_t upto;
    {
      std::lock_guard lock(mutex);
      from = std::move(stream);
      upto = target;
    }
    if (!from) break;
    if (ze_result_t failed = result_of(from->context->wait(*from, upto))) return failed;
  }
  return poll(timeout_ns, [&] { return is_set(); });
}

}  // namespace fake

using namespace fake;

FAKE_EXPORT ze_result_t zeEventPoolCreate(_ze_context_handle_t *context, const EventPoolDesc *desc,
                                          uint32_t, _ze_device_handle_t **,
                                          _ze_event_pool_handle_t **pool) {
  return guarded([&] {
    std::shared_ptr<_ze_context_handle_t> found;
    FAKE_TRY(find(driver().contexts, context, &found));
    if (!desc || !pool) return kNullPointer;
    if (!desc->count) return kInvalidSize;
    *pool = driver().pools.add(std::make_shared<_ze_event_pool_handle_t>(desc->flags, desc->count));
    return kSuccess;
  });
}

FAKE_EXPORT ze_result_t zeEventPoolDestroy(_ze_event_pool_handle_t *pool) {
  return guarded([&] { return destroy(driver().pools, pool); });
}

FAKE_EXPORT ze_result_t zeEventCreate(_ze_event_pool_handle_t *handle, const EventDesc *desc,
                                      _ze_event_handle_t **event) {
  return guarded([&] {
    std::shared_ptr<_ze_event_pool_handle_t> pool;
    FAKE_TRY(find(driver().pools, handle, &pool));
    if (!desc || !event) return kNullPointer;
    if (desc->index >= pool->count) return kInvalidArgument;
    *event = driver().events.add(std::make_shared<_ze_event_handle_t>());
    return kSuccess;
  });
}

FAKE_EXPORT ze_result_t zeEventDestroy(_ze_event_handle_t *event) {
  return guarded([&] { return destroy(driver().events, event); });
}

namespace {

ze_result_t set_event(_ze_event_handle_t *handle, bool on) {
  return guarded([&] {
    std::shared_ptr<_ze_event_handle_t> event;
    FAKE_TRY(find(driver().events, handle, &event));
    event->flag->set(on);
    return kSuccess;
  });
}

}  // namespace

FAKE_EXPORT ze_result_t zeEventHostSignal(_ze_event_handle_t *event) {
  return set_event(event, true);
}

FAKE_EXPORT ze_result_t zeEventHostReset(_ze_event_handle_t *event) {
  return set_event(event, false);
}

FAKE_EXPORT ze_result_t zeEventHostSynchronize(_ze_event_handle_t *handle, uint64_t timeout) {
  return guarded([&] {
    std::shared_ptr<_ze_event_handle_t> event;
    FAKE_TRY(find(driver().events, handle, &event));
    return event->flag->wait(timeout);
  });
}

FAKE_EXPORT ze_result_t zeEventQueryStatus(_ze_event_handle_t *event) {
  return zeEventHostSynchronize(event, 0);
}
