// The driver itself: zeInit() and fork(), devices and what they say of themselves, contexts.
#include <pthread.h>
#include <stdio.h>

#include <algorithm>

#include "fake/ze/driver.h"

namespace fake {

namespace {

constexpr int64_t kExitNs = 200'000'000;  // the most that leaving the devices may delay exit()

std::atomic<Driver *> the_driver{nullptr};

std::mutex &init_mutex() {
  static std::mutex *mutex = new std::mutex;
  return *mutex;
}

// ZE_AFFINITY_MASK is a set: what is left keeps its order, and is numbered anew.
std::vector<int> visible(int count) {
  std::vector<int> all(static_cast<size_t>(count));
  for (int i = 0; i < count; i++) all[size_t(i)] = i;
  const char *mask = getenv("ZE_AFFINITY_MASK");
  if (!mask || !*mask) return all;
  std::vector<int> wanted;
  for (const char *at = mask; at; at = strchr(at, ',')) {
    if (*at == ',') at++;
    wanted.push_back(atoi(at));
  }
  std::erase_if(all, [&](int i) { return std::ranges::find(wanted, i) == wanted.end(); });
  return all;
}

ze_result_t initialize() {
  std::lock_guard lock(init_mutex());
  if (the_driver.load()) return kSuccess;
  auto made = std::make_unique<Driver>();
  std::optional<soft::Configuration> requested;
  if (soft::requested_configuration(&requested) != SX_OK ||
      soft::Segment::open(&made->segment) != SX_OK ||
      made->segment->settle(requested, &made->configuration) != SX_OK)
    return kUninitialized;
  for (int index : visible(int(made->configuration.size()))) {
    const soft::DeviceConfig &config = made->configuration[size_t(index)];
    made->devices.push_back(std::make_unique<_ze_device_handle_t>(index, config));
    auto memory = std::make_unique<_zes_mem_handle_t>(made->devices.back().get());
    made->memories.push_back(std::move(memory));
  }
  static bool hooked = false;
  if (!hooked)
    pthread_atfork([] { init_mutex().lock(); }, [] { init_mutex().unlock(); },
                   [] {
                     the_driver = nullptr;
                     init_mutex().unlock();
                   });
  hooked = true;
  the_driver = made.release();
  return kSuccess;
}

__attribute__((destructor)) void at_exit() {
  Driver *last = the_driver.exchange(nullptr);
  const int64_t until = os::now_ns() + kExitNs;
  if (!last) return;
  for (auto &device : last->devices)
    if (device->soft) device->soft->shut_down(until);
}

void describe(const _ze_device_handle_t *device, DeviceProperties *to) {
  DeviceProperties p{};
  p.kind = to->kind;
  p.next = to->next;
  p.type = 1;  // a GPU
  p.vendor_id = 0x8086;
  p.core_clock_mhz = 1000;
  p.max_allocation = device->config.memory;
  p.threads_per_unit = p.units_per_subslice = p.subslices_per_slice = p.slices = 1;
  p.simd_width = 1;
  p.timer_resolution = 1;
  p.timestamp_bits = p.kernel_timestamp_bits = 64;
  p.uuid[0] = 0xfa;
  p.uuid[1] = 0x4e;
  p.uuid[15] = static_cast<unsigned char>(device->index + 1);
  snprintf(p.name, sizeof p.name, "Fake Level Zero device (%s)", device->config.name.data());
  *to = p;
}

ze_result_t create_context(_ze_driver_handle_t *handle, const void *desc,
                           _ze_context_handle_t **made) {
  return guarded([&] {
    if (!handle) return kNullHandle;
    if (!desc || !made) return kNullPointer;
    *made = driver().contexts.add(std::make_shared<_ze_context_handle_t>());
    return kSuccess;
  });
}

}  // namespace

Driver *Driver::get() { return the_driver.load(); }

bool Driver::has(const _ze_device_handle_t *device) const {
  return std::ranges::any_of(devices, [&](const auto &d) { return d.get() == device; });
}

ze_result_t result_of(sxResult result) {
  switch (result) {
    case SX_OK: return kSuccess;
    case SX_ERROR_NOT_READY: return kNotReady;
    case SX_ERROR_OUT_OF_MEMORY: return kOutOfDeviceMemory;
    case SX_ERROR_LAUNCH: return kDeviceLost;
    case SX_ERROR_NOT_INITIALIZED: return kUninitialized;
    default: return kInvalidArgument;
  }
}

}  // namespace fake

using namespace fake;

ze_result_t _ze_device_handle_t::context(soft::Context **context) {
  std::lock_guard lock(mutex);
  if (!soft) {
    int slot = -1;
    Driver &d = driver();
    FAKE_TRY(result_of(d.segment->attach(d.configuration, index, &slot)));
    soft = new soft::Context(d.segment->device(index), slot);
  }
  *context = soft;
  return kSuccess;
}

FAKE_EXPORT ze_result_t zeInit(uint32_t) {
  try {
    return initialize();
  } catch (...) {
    return kOutOfHostMemory;
  }
}

FAKE_EXPORT ze_result_t zeDriverGet(uint32_t *count, _ze_driver_handle_t **drivers) {
  return guarded([&] { return list(count, drivers, 1, [](int) { return &driver().handle; }); });
}

FAKE_EXPORT ze_result_t zeDriverGetApiVersion(_ze_driver_handle_t *, uint32_t *version) {
  if (!version) return kNullPointer;
  *version = 1 << 16 | 4;
  return kSuccess;
}

struct DriverProperties {
  uint32_t kind;
  void *next;
  unsigned char uuid[16];
  uint32_t version;
};

FAKE_EXPORT ze_result_t zeDriverGetProperties(_ze_driver_handle_t *handle,
                                              DriverProperties *properties) {
  if (!handle) return kNullHandle;
  if (!properties) return kNullPointer;
  memset(properties->uuid, 0xfa, sizeof properties->uuid);
  properties->version = 1;
  return kSuccess;
}

FAKE_EXPORT ze_result_t zeDriverGetExtensionProperties(_ze_driver_handle_t *, uint32_t *count,
                                                       void *) {
  if (!count) return kNullPointer;
  *count = 0;
  return kSuccess;
}

FAKE_EXPORT ze_result_t zeDriverGetExtensionFunctionAddress(_ze_driver_handle_t *, const char *name,
                                                            void **address) {
  if (!name || !address) return kNullPointer;
  for (const Symbol *symbol = kSymbols; symbol->name; symbol++) {
    if (strcmp(symbol->name, name) != 0) continue;
    *address = symbol->plain;
    return kSuccess;
  }
  return kInvalidArgument;
}

FAKE_EXPORT ze_result_t zeDeviceGet(_ze_driver_handle_t *handle, uint32_t *count,
                                    _ze_device_handle_t **devices) {
  return guarded([&] {
    if (!handle) return kNullHandle;
    return list(count, devices, driver().devices.size(),
                [](uint32_t i) { return driver().devices[i].get(); });
  });
}

FAKE_EXPORT ze_result_t zeDeviceGetSubDevices(_ze_device_handle_t *, uint32_t *count,
                                              _ze_device_handle_t **) {
  if (!count) return kNullPointer;
  *count = 0;
  return kSuccess;
}

FAKE_EXPORT ze_result_t zeDeviceGetProperties(_ze_device_handle_t *device,
                                              DeviceProperties *properties) {
  return guarded([&] {
    FAKE_TRY(must_be_device(device));
    if (!properties) return kNullPointer;
    describe(device, properties);
    return kSuccess;
  });
}

FAKE_EXPORT ze_result_t zesDeviceGetProperties(_ze_device_handle_t *device,
                                               SysmanProperties *properties) {
  return guarded([&] {
    FAKE_TRY(must_be_device(device));
    if (!properties) return kNullPointer;
    describe(device, &properties->core);
    properties->subdevices = 0;
    memset(properties->text, 0, sizeof properties->text);
    return kSuccess;
  });
}

struct GroupProperties {
  uint32_t kind;
  void *next;
  uint32_t flags;
  size_t max_pattern;
  uint32_t queues;
};

FAKE_EXPORT ze_result_t zeDeviceGetCommandQueueGroupProperties(_ze_device_handle_t *device,
                                                               uint32_t *count,
                                                               GroupProperties *groups) {
  constexpr uint32_t kComputeAndCopy = 3;
  return guarded([&] {
    FAKE_TRY(must_be_device(device));
    return list(count, groups, 1, [&](uint32_t i) {
      return GroupProperties{groups[i].kind, groups[i].next, kComputeAndCopy, 8, 4};
    });
  });
}

FAKE_EXPORT ze_result_t zeDeviceGetMemoryProperties(_ze_device_handle_t *device, uint32_t *count,
                                                    MemoryProperties *memories) {
  return guarded([&] {
    FAKE_TRY(must_be_device(device));
    return list(count, memories, 1, [&](uint32_t i) {
      MemoryProperties p{};
      p.kind = memories[i].kind;
      p.next = memories[i].next;
      p.total_bytes = device->config.memory;
      snprintf(p.name, sizeof p.name, "soft");
      return p;
    });
  });
}

FAKE_EXPORT ze_result_t zesDeviceEnumMemoryModules(_ze_device_handle_t *device, uint32_t *count,
                                                   _zes_mem_handle_t **memories) {
  return guarded([&] {
    FAKE_TRY(must_be_device(device));
    return list(count, memories, 1, [&](uint32_t) {
      auto of = [&](const auto &memory) { return memory->device == device; };
      return std::ranges::find_if(driver().memories, of)->get();
    });
  });
}

FAKE_EXPORT ze_result_t zesMemoryGetState(_zes_mem_handle_t *memory, MemoryState *state) {
  return guarded([&] {
    soft::Context *context = nullptr;
    if (!memory) return kNullHandle;
    if (!state) return kNullPointer;
    FAKE_TRY(memory->device->context(&context));
    state->health = 1;  // all is well
    state->total_bytes = context->config().memory;
    state->free_bytes = state->total_bytes - context->memory_used();
    return kSuccess;
  });
}

FAKE_EXPORT ze_result_t zeDeviceGetStatus(_ze_device_handle_t *device) {
  return guarded([&] { return must_be_device(device); });
}

FAKE_EXPORT ze_result_t zeContextCreate(_ze_driver_handle_t *handle, const void *desc,
                                        _ze_context_handle_t **context) {
  return create_context(handle, desc, context);
}

FAKE_EXPORT ze_result_t zeContextCreateEx(_ze_driver_handle_t *handle, const void *desc, uint32_t,
                                          _ze_device_handle_t **, _ze_context_handle_t **context) {
  return create_context(handle, desc, context);
}

FAKE_EXPORT ze_result_t zeContextDestroy(_ze_context_handle_t *context) {
  return guarded([&] { return destroy(driver().contexts, context); });
}

FAKE_EXPORT ze_result_t zeContextGetStatus(_ze_context_handle_t *context) {
  return guarded([&] {
    std::shared_ptr<_ze_context_handle_t> found;
    return find(driver().contexts, context, &found);
  });
}
