// Structures of Level Zero that are looked into, as ze_api.h and zes_api.h lay them out (1.8 to
// 1.32). Each begins with a number that says what it is, and a list of extensions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::ze {

// ze_result_t
inline constexpr int kSuccess = 0;
inline constexpr int kNotReady = 1;
inline constexpr int kOutOfHostMemory = 0x70000002;
inline constexpr int kOutOfDeviceMemory = 0x70000003;
inline constexpr int kQueryTrue = 0x78000022;

// ze_structure_type_t, zes_structure_type_t
enum Kind : uint32_t {
  kDeviceProperties = 0x3,
  kMemoryProperties = 0x7,
  kContextDesc = 0xd,
  kQueueDesc = 0xe,
  kListDesc = 0xf,
  kEventPoolDesc = 0x10,
  kEventDesc = 0x11,
  kFenceDesc = 0x12,
  kDeviceMemoryDesc = 0x15,
  kHostMemoryDesc = 0x16,
  kModuleDesc = 0x1b,
  kKernelDesc = 0x1d,
  kSysmanProperties = 0x1,
  kMemoryState = 0x1e,
};

inline constexpr uint32_t kSynchronous = 1;         // ze_command_queue_mode_t
inline constexpr uint32_t kHostVisible = 1;         // ze_event_pool_flags_t
inline constexpr uint32_t kScopeHost = 4;           // ze_event_scope_flags_t
inline constexpr uint64_t kForever = ~uint64_t(0);  // of a wait

struct QueueDesc {
  uint32_t kind = kQueueDesc;
  const void *next = nullptr;
  uint32_t ordinal = 0, index = 0, flags = 0, mode = 0, priority = 0;
};

struct ListDesc {
  uint32_t kind = kListDesc;
  const void *next = nullptr;
  uint32_t ordinal = 0, flags = 0;
};

struct EventPoolDesc {
  uint32_t kind = kEventPoolDesc;
  const void *next = nullptr;
  uint32_t flags = 0, count = 0;
};

struct EventDesc {
  uint32_t kind = kEventDesc;
  const void *next = nullptr;
  uint32_t index = 0, signal = 0, wait = 0;
};

struct ContextDesc {
  uint32_t kind = kContextDesc;
  const void *next = nullptr;
  uint32_t flags = 0;
};

struct FenceDesc {
  uint32_t kind = kFenceDesc;
  const void *next = nullptr;
  uint32_t flags = 0;
};

struct DeviceMemoryDesc {
  uint32_t kind = kDeviceMemoryDesc;
  const void *next = nullptr;
  uint32_t flags = 0, ordinal = 0;
};

struct HostMemoryDesc {
  uint32_t kind = kHostMemoryDesc;
  const void *next = nullptr;
  uint32_t flags = 0;
};

struct PhysicalDesc {
  uint32_t kind;
  const void *next;
  uint32_t flags;
  size_t size;
};

struct ImageDesc {
  uint32_t kind;
  const void *next;
  uint32_t flags, type;
  uint32_t layout, number, swizzle[4];
  uint64_t width;
  uint32_t height, depth, array_levels, mip_levels;
};

struct ModuleDesc {
  uint32_t kind = kModuleDesc;
  const void *next = nullptr;
  uint32_t format = 0;  // 0: SPIR-V
  size_t bytes = 0;
  const void *input = nullptr;
  const char *build_flags = nullptr;
  const void *constants = nullptr;
};

struct KernelDesc {
  uint32_t kind = kKernelDesc;
  const void *next = nullptr;
  uint32_t flags = 0;
  const char *name = nullptr;
};

struct GroupCount {
  uint32_t x, y, z;
};
struct GroupSize {
  uint32_t x, y, z;
};

struct DeviceProperties {
  uint32_t kind = kDeviceProperties;
  void *next = nullptr;
  uint32_t type, vendor_id, device_id, flags, subdevice_id, core_clock_mhz;
  uint64_t max_allocation;
  uint32_t max_contexts, max_priority, threads_per_unit, simd_width, units_per_subslice,
      subslices_per_slice, slices;
  uint64_t timer_resolution;
  uint32_t timestamp_bits, kernel_timestamp_bits;
  unsigned char uuid[16];
  char name[256];
};
static_assert(offsetof(DeviceProperties, uuid) == 96 && sizeof(DeviceProperties) == 368);

struct MemoryProperties {
  uint32_t kind = kMemoryProperties;
  void *next = nullptr;
  uint32_t flags, max_clock, max_bus_width;
  uint64_t total_bytes;
  char name[256];
};
static_assert(sizeof(MemoryProperties) == 296);

struct SysmanProperties {
  uint32_t kind = kSysmanProperties;
  void *next = nullptr;
  DeviceProperties core;
  uint32_t subdevices;
  char text[6][64];  // serial and board numbers, names, version
};

struct MemoryState {
  uint32_t kind = kMemoryState;
  const void *next = nullptr;
  uint32_t health;
  uint64_t free_bytes, total_bytes;
};

}  // namespace heddle::ze
