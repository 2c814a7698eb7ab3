// What both sides know of OpenCL beside its functions: codes, what may be asked for, references.
#pragma once

#include <mutex>
#include <unordered_map>

#include "_gen/opencl_remote.gen.h"

namespace heddle::remote {

enum : cl_int {
  kSuccess = 0,
  kDeviceNotFound = -1,
  kOutOfHostMemory = -6,
  kBuildFailed = -11,
  kFailedWait = -14,  // CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
  kCompileFailed = -15,
  kLinkFailed = -17,
  kArgumentsUnknown = -19,  // CL_KERNEL_ARG_INFO_NOT_AVAILABLE
  kInvalidValue = -30,
  kInvalidDevice = -33,
  kInvalidContext = -34,
  kInvalidHostPointer = -37,
  kInvalidMemory = -38,
  kInvalidBinary = -42,
  kInvalidProgram = -44,
  kInvalidArgumentIndex = -49,
  kInvalidArgumentValue = -50,
  kInvalidArgumentSize = -51,
  kInvalidKernelArguments = -52,
  kInvalidEventList = -57,
  kInvalidOperation = -59,
  kInvalidBufferSize = -61,
};

// What is asked for by number; the ones whose answer is a handle, or an address.
enum : uint32_t {
  kPlatformExtensions = 0x0904,
  kPlatformExtensionsWithVersion = 0x0907,
  kDeviceImageSupport = 0x1016,
  kDeviceExecution = 0x1029,
  kDeviceExtensions = 0x1030,
  kDevicePlatform = 0x1031,
  kDeviceParent = 0x1042,
  kDevicePartitionMost = 0x1043,
  kDevicePartitions = 0x1044,
  kDeviceAffinityDomains = 0x1045,
  kDevicePartitionType = 0x1046,
  kDeviceSvm = 0x1053,
  kDeviceExtensionsWithVersion = 0x1060,
  kDevicePipes = 0x1071,
  kContextDevices = 0x1081,
  kContextProperties = 0x1082,
  kContextPlatform = 0x1084,
  kQueueContext = 0x1090,
  kQueueDevice = 0x1091,
  kQueueDefault = 0x1095,
  kMemoryFlags = 0x1101,
  kMemorySize = 0x1102,
  kMemoryHostPointer = 0x1103,
  kMemoryContext = 0x1106,
  kMemoryAssociated = 0x1107,
  kMemoryUsesSvm = 0x1109,
  kProgramContext = 0x1161,
  kProgramDevices = 0x1163,
  kProgramBinarySizes = 0x1165,
  kProgramBinaries = 0x1166,
  kKernelContext = 0x1193,
  kKernelProgram = 0x1194,
  kKernelArgumentCount = 0x1191,
  kArgumentAddress = 0x1196,
  kArgumentType = 0x1198,
  kEventQueue = 0x11D0,
  kEventContext = 0x11D4,
  kEventStatus = 0x11D3,
};
inline constexpr cl_int kComplete = 0;

// The kind of the handles in the answer to it; 0: it has none.
constexpr uint8_t kind_in(uint32_t what) {
  switch (what) {
    case kDevicePlatform: return kKindCl_platform_id;
    case kDeviceParent:
    case kContextDevices:
    case kQueueDevice:
    case kProgramDevices: return kKindCl_device_id;
    case kQueueContext:
    case kMemoryContext:
    case kProgramContext:
    case kKernelContext:
    case kEventContext: return kKindCl_context;
    case kQueueDefault:
    case kEventQueue: return kKindCl_command_queue;
    case kMemoryAssociated: return kKindCl_mem;
    case kKernelProgram: return kKindCl_program;
    default: return 0;
  }
}

// Of a buffer's flags, and a mapping's.
inline constexpr uint64_t kUseHost = 1 << 3, kAllocateHost = 1 << 4, kCopyHost = 1 << 5;
inline constexpr uint64_t kMapRead = 1, kMapWrite = 2, kMapInvalidate = 4;
inline constexpr uint64_t kNativeKernels = 2;  // of what a device executes
inline constexpr uint64_t kEveryType = 0xFFFFFFFF;

// Copies: how a command is cut, so that what is on its way stays little.
inline constexpr uint64_t kMostInCommand = 64 * 1024 * 1024;
// Bytes that were read, or are being, and have not gone to the client.
inline constexpr uint64_t kMostReturning = uint64_t(1) << 30;

// References beside the first, which whoever has a handle holds. Both sides count: the client, to
// know which handles there are; the server, because an object that is gone must not be used.
class References {
 public:
  void retain(uint64_t handle) {
    std::lock_guard lock(mutex_);
    more_[handle]++;
  }
  // True: that was the last.
  bool release(uint64_t handle) {
    std::lock_guard lock(mutex_);
    const auto found = more_.find(handle);
    if (found == more_.end()) return true;
    if (--found->second == 0) more_.erase(found);
    return false;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<uint64_t, uint64_t> more_;
};

}  // namespace heddle::remote
