/* A management library of two GPUs, as large as a file says, the second with a MIG device. GPU 0 is
 * the fake CUDA driver's device. With -DOLD it lacks what came later.
 *
 * FAKE_NVML names a file with lines of `free GPU BYTES` and `process GPU PID BYTES`.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OK = 0, UNINITIALIZED = 1, INVALID = 2, UNSUPPORTED = 3, NOT_FOUND = 6, TOO_SMALL = 7 };
enum { MISMATCH = 25 };

typedef unsigned int u32;
typedef unsigned long long u64;

typedef struct {
  u64 total, free, used;
} memory;
typedef struct {
  u32 version;
  u64 total, reserved, free, used;
} memory2;
typedef struct {
  char legacy[16];
  u32 domain, bus, device, id, subsystem;
  char bus_id[32];
} pci_info;
typedef struct {
  u32 pid;
  u64 memory;
  u32 gpu_instance, compute_instance;
} process2;

static const u64 total = 16ull << 30, reserved = 256ull << 20;
static char gpus[2], mig;
static int initialised;

#define ENTER() \
  if (!initialised) return UNINITIALIZED

/* The GPU of a handle, or -1. */
static int which(const void *handle) {
  return handle == &gpus[0] ? 0 : handle == &gpus[1] || handle == &mig ? 1 : -1;
}

/* The next line of that kind for a GPU; one or two numbers. */
static int next_line(FILE *file, const char *kind, int gpu, u64 *first, u64 *second) {
  char line[128], word[16];
  u64 a, b = 0;
  int of;
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "%15s %d %llu %llu", word, &of, &a, &b) >= 3 && !strcmp(word, kind) &&
        of == gpu)
      return *first = a, *second = b, 1;
  return 0;
}

static FILE *open_file(void) {
  const char *path = getenv("FAKE_NVML");
  return path ? fopen(path, "r") : NULL;
}

static u64 free_of(int gpu) {
  u64 found = total - reserved - (1ull << 30), none;
  FILE *file = open_file();
  next_line(file, "free", gpu, &found, &none);
  if (file) fclose(file);
  return found;
}

int nvmlInit_v2(void) {
  initialised = 1;
  return OK;
}
int nvmlInitWithFlags(u32 flags) { return flags ? INVALID : nvmlInit_v2(); }
int nvmlShutdown(void) {
  initialised = 0;
  return OK;
}
int nvmlDeviceGetCount_v2(u32 *to) {
  ENTER();
  *to = 2;
  return OK;
}

int nvmlDeviceGetHandleByIndex_v2(u32 index, void **to) {
  ENTER();
  if (index > 1) return INVALID;
  *to = &gpus[index];
  return OK;
}
int nvmlDeviceGetHandleByIndex(u32 index, void **to) {
  return nvmlDeviceGetHandleByIndex_v2(index, to);
}
int nvmlDeviceGetHandleByPciBusId_v2(const char *bus_id, void **to) {
  u32 domain, bus, device;
  ENTER();
  if (sscanf(bus_id, "%x:%x:%x", &domain, &bus, &device) != 3) return INVALID;
  if (bus != 0xf && bus != 0x1f) return NOT_FOUND;
  *to = &gpus[bus == 0x1f];
  return OK;
}
int nvmlDeviceGetHandleByPciBusId(const char *bus_id, void **to) {
  return nvmlDeviceGetHandleByPciBusId_v2(bus_id, to);
}
int nvmlDeviceGetUUID(void *gpu, char *to, u32 room) {
  ENTER();
  if (which(gpu) < 0) return INVALID;
  return snprintf(to, room, "%s-fa4e0000-0000-0000-0000-00000000000%d", gpu == &mig ? "MIG" : "GPU",
                  which(gpu) + 1) < (int)room
             ? OK
             : TOO_SMALL;
}
int nvmlDeviceGetHandleByUUID(const char *uuid, void **to) {
  char own[96];
  ENTER();
  for (int i = 0; i < 2; i++) {
    nvmlDeviceGetUUID(&gpus[i], own, sizeof own);
    if (!strcmp(own, uuid)) return *to = &gpus[i], OK;
  }
  nvmlDeviceGetUUID(&mig, own, sizeof own);
  return strcmp(own, uuid) ? NOT_FOUND : (*to = &mig, OK);
}

int nvmlDeviceGetIndex(void *gpu, u32 *to) {
  ENTER();
  *to = (u32)which(gpu);
  return gpu == &mig ? INVALID : OK;
}
int nvmlDeviceGetName(void *gpu, char *to, u32 room) {
  ENTER();
  if (which(gpu) < 0) return INVALID;
  return snprintf(to, room, "Fake GPU %d", which(gpu)) < (int)room ? OK : TOO_SMALL;
}
int nvmlDeviceGetTemperature(void *gpu, int sensor, u32 *to) {
  ENTER();
  if (which(gpu) < 0 || sensor) return INVALID;
  *to = 40 + (u32)which(gpu);
  return OK;
}
int nvmlDeviceSetPersistenceMode(void *gpu, int mode) {
  ENTER();
  return which(gpu) < 0 || mode > 1 ? INVALID : OK;
}
int nvmlDeviceGetPciInfo_v3(void *gpu, pci_info *to) {
  ENTER();
  if (which(gpu) < 0) return INVALID;
  memset(to, 0, sizeof *to);
  to->bus = which(gpu) ? 0x1f : 0xf;
  snprintf(to->bus_id, sizeof to->bus_id, "00000000:%02X:00.0", to->bus);
  return OK;
}

int nvmlDeviceGetMemoryInfo(void *gpu, memory *to) {
  ENTER();
  if (which(gpu) < 0 || !to) return INVALID;
  *to = (memory){total, free_of(which(gpu)), total - free_of(which(gpu))};
  return OK;
}

#ifndef OLD
int nvmlDeviceGetMemoryInfo_v2(void *gpu, memory2 *to) {
  ENTER();
  if (which(gpu) < 0 || !to) return INVALID;
  if (to->version != (sizeof *to | 2 << 24)) return MISMATCH;
  const u64 left = free_of(which(gpu));
  *to = (memory2){to->version, total, reserved, left, total - reserved - left};
  return OK;
}

int nvmlDeviceIsMigDeviceHandle(void *gpu, u32 *to) {
  ENTER();
  *to = gpu == &mig;
  return which(gpu) < 0 ? INVALID : OK;
}
int nvmlDeviceGetMaxMigDeviceCount(void *gpu, u32 *to) {
  ENTER();
  *to = which(gpu) == 1;
  return OK;
}
int nvmlDeviceGetMigDeviceHandleByIndex(void *gpu, u32 index, void **to) {
  ENTER();
  if (gpu != &gpus[1] || index) return NOT_FOUND;
  *to = &mig;
  return OK;
}
#endif

/* Every link of a GPU leads to the other one. */
int nvmlDeviceGetNvLinkRemotePciInfo_v2(void *gpu, u32 link, pci_info *to) {
  ENTER();
  if (which(gpu) < 0 || link > 3) return INVALID;
  return nvmlDeviceGetPciInfo_v3(&gpus[!which(gpu)], to);
}

int nvmlDeviceGetComputeRunningProcesses_v2(void *gpu, u32 *count, process2 *to) {
  u64 pid, bytes;
  u32 found = 0;
  ENTER();
  FILE *file = open_file();
  while (next_line(file, "process", which(gpu), &pid, &bytes)) {
    if (found < *count) to[found] = (process2){(u32)pid, bytes, ~0u, ~0u};
    found++;
  }
  if (file) fclose(file);
  const int fits = found <= *count;
  *count = found;
  return fits ? OK : TOO_SMALL;
}
