// What both sides know of the CUDA driver API beside its functions: a few codes, and the layout of
// what has pointers inside.
#pragma once

#include <cstddef>
#include <cstdint>

#include "_gen/cuda_remote.gen.h"

namespace heddle::remote {

enum : CUresult {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kNotInitialized = 3,
  kInvalidImage = 200,
  kInvalidContext = 201,
  kFileNotFound = 301,
  kInvalidHandle = 400,
  kNotFound = 500,
  kNotReady = 600,
  kNotSupported = 801,
  kCaptureUnsupported = 900,
  kInvalidResourceType = 914,
};

inline const auto kLegacy = reinterpret_cast<CUstream>(uintptr_t{1});
inline const auto kPerThread = reinterpret_cast<CUstream>(uintptr_t{2});

// A thread's context and its capture mode, as they stand in the head of its messages.
inline constexpr uint32_t kContextBits = 24, kMostContexts = 1 << kContextBits;

// A parameter of a kernel: where it lies among the others.
struct Slot {
  uint64_t offset, size;
};

struct LaunchConfig {
  unsigned grid[3], block[3], shared_bytes;
  CUstream stream;
  const CUlaunchAttribute *attributes;
  unsigned attribute_count;
};
static_assert(sizeof(LaunchConfig) == 56);

// A launch with attributes that are more than numbers: by the number of the attribute.
enum : int { kCooperative = 2, kProgrammaticEvent = 7, kCompletionEvent = 12, kUpdatableNode = 13 };

struct Copy2D {
  struct Side {
    size_t x, y;
    int type;  // kHost, kDevice, kArray, kUnified
    void *host;
    CUdeviceptr device;
    CUarray array;
    size_t pitch;
  };
  Side from, to;
  size_t width, height;
};
static_assert(sizeof(Copy2D) == 128);
enum : int { kHost = 1, kDevice = 2, kArray = 3, kUnified = 4 };

struct InstantiateParams {
  uint64_t flags;
  CUstream upload;
  CUgraphNode wrong;
  int result;
};
static_assert(sizeof(InstantiateParams) == 32);

struct UpdateResult {
  int result;
  CUgraphNode wrong, from;
};
static_assert(sizeof(UpdateResult) == 24);

// A part of a device. Between the type and what is in it the driver has things of its own; with a
// client, `number` stands there for them.
struct DevResource {
  CUdevResourceType type;
  uint64_t number;
  unsigned char hidden[80];
  unsigned char in_it[40];  // of multiprocessors: how many, and how they can be divided
  DevResource *next;
};
static_assert(sizeof(DevResource) == 144 && offsetof(DevResource, in_it) == 96);
enum : CUdevResourceType { kMultiprocessors = 1 };
inline constexpr unsigned kMostGroups = 1024;

}  // namespace heddle::remote
