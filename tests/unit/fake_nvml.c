/* A management library of two GPUs that are not there. Its structures are laid out by the compiler,
 * so what Python reads through ctypes is checked against C. With -DOLD it lacks what came later.
 *
 * GPU 0: whole, four NVLinks, thresholds as margins. GPU 1: in MIG mode, much of it not supported.
 */

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { OK = 0, UNINITIALIZED = 1, INVALID = 2, UNSUPPORTED = 3, NO_PERMISSION = 4, NOT_FOUND = 6 };
enum { TOO_SMALL = 7, TIMEOUT = 10, LOST = 15, MISMATCH = 25 };

typedef unsigned int u32;
typedef unsigned long long u64;

typedef struct {
  char legacy[16];
  u32 domain, bus, device, id, subsystem;
  char bus_id[32];
} pci_info;
typedef struct {
  u64 total, free, used;
} memory;
typedef struct {
  u32 version;
  u64 total, reserved, free, used;
} memory2;
typedef struct {
  u32 gpu, memory;
} utilisation;
typedef struct {
  u32 pid;
  u64 memory;
} process1;
typedef struct {
  u32 pid;
  u64 memory;
  u32 gpu_instance, compute_instance;
} process2;
typedef union {
  double d;
  int si;
  u32 ui;
  unsigned long ul;
  u64 ull;
  long long sll;
  unsigned short us;
} value;
typedef struct {
  u32 id, scope;
  long long timestamp, latency;
  int type, status;
  value value;
} field;
typedef struct {
  u32 sms, copies, decoders, encoders, jpegs, ofas, gpu_slices, compute_slices;
  u64 mib;
} attributes;
typedef struct {
  u32 version;
  int margin;
} margin;
typedef struct {
  u32 version;
  int sensor, temperature;
} temperature;
typedef struct {
  void *device;
  u64 type, data;
  u32 gpu_instance, compute_instance;
} event;

static char gpus[2], migs[2], set;
static int initialised, inits, calls, lost[2], xid, sleep_ms, refusal;

int fake_inits(void) { return inits; }
int fake_calls(void) { return calls; }
void fake_refuse(int status) { refusal = status; }
void fake_lose(int gpu, int is_lost) { lost[gpu] = is_lost; }
void fake_uninitialise(void) { initialised = 0; }
void fake_xid(int number) { xid = number; }
void fake_sleep(int ms) { sleep_ms = ms; }
u32 fake_size(int which) {
  const u32 sizes[] = {sizeof(pci_info), sizeof(memory),      sizeof(memory2), sizeof(utilisation),
                       sizeof(process1), sizeof(process2),    sizeof(field),   sizeof(attributes),
                       sizeof(margin),   sizeof(temperature), sizeof(event)};
  return sizes[which];
}

/* Which GPU a handle is; a MIG device counts as GPU 1. */
static int which(const void *handle) { return handle == &gpus[0] ? 0 : 1; }

static int enter(const void *handle) {
  calls++;
  if (!initialised) return UNINITIALIZED;
  return handle && lost[which(handle)] ? LOST : OK;
}

#define ENTER(handle)            \
  do {                           \
    int status_ = enter(handle); \
    if (status_) return status_; \
  } while (0)
#define ONLY_0(handle, what)               \
  do {                                     \
    ENTER(handle);                         \
    if (which(handle)) return UNSUPPORTED; \
    what;                                  \
    return OK;                             \
  } while (0)

static int copy(char *to, u32 room, const char *text) {
  if (strlen(text) >= room) return TOO_SMALL;
  strcpy(to, text);
  return OK;
}

int nvmlInit_v2(void) {
  initialised = 1, inits++;
  return OK;
}
int nvmlShutdown(void) {
  initialised = 0;
  return OK;
}
int nvmlSystemGetDriverVersion(char *to, u32 room) {
  ENTER(0);
  return copy(to, room, "580.159.04");
}
int nvmlSystemGetCudaDriverVersion(int *to) {
  ENTER(0);
  *to = 13010;
  return OK;
}
int nvmlDeviceGetCount_v2(u32 *to) {
  ENTER(0);
  *to = 2;
  return OK;
}
int nvmlDeviceGetHandleByIndex_v2(u32 index, void **to) {
  ENTER(&gpus[index]);
  *to = &gpus[index];
  return index ? OK : refusal;
}

int nvmlDeviceGetName(void *gpu, char *to, u32 room) {
  ENTER(gpu);
  if (gpu == &gpus[0]) return copy(to, room, "NVIDIA H100 80GB HBM3");
  return copy(to, room,
              gpu == &gpus[1] ? "NVIDIA A100-SXM4-40GB" : "NVIDIA A100-SXM4-40GB MIG 1g.5gb");
}

int nvmlDeviceGetUUID(void *gpu, char *to, u32 room) {
  ENTER(gpu);
  if (gpu == &migs[0] || gpu == &migs[1])
    return copy(to, room, gpu == &migs[0] ? "MIG-a" : "MIG-b");
  return copy(to, room, which(gpu) ? "GPU-1" : "GPU-0");
}

static void place(pci_info *to, u32 domain, u32 bus) {
  memset(to, 0xee, sizeof *to); /* what is not written must not be read */
  to->domain = domain, to->bus = bus, to->device = 0;
  sprintf(to->bus_id, "%08X:%02X:00.0", domain, bus);
}

int nvmlDeviceGetPciInfo_v3(void *gpu, pci_info *to) {
  ENTER(gpu);
  place(to, which(gpu), which(gpu) ? 0xc3 : 0x3b);
  return OK;
}
int nvmlDeviceGetMinorNumber(void *gpu, u32 *to) {
  ENTER(gpu);
  *to = !which(gpu);
  return OK;
}
int nvmlDeviceGetCudaComputeCapability(void *gpu, int *major, int *minor) {
  ENTER(gpu);
  *major = which(gpu) ? 8 : 9, *minor = 0;
  return OK;
}
int nvmlDeviceGetMemoryInfo(void *gpu, memory *to) {
  ENTER(gpu);
  *to = (memory){800, 200, 600};
  return OK;
}
int nvmlDeviceGetTemperature(void *gpu, int sensor, u32 *to) {
  ENTER(gpu);
  *to = 39 + sensor + which(gpu);
  return OK;
}

int nvmlDeviceGetTemperatureThreshold(void *gpu, int type, u32 *to) {
  ENTER(gpu);
  if (!which(gpu)) return UNSUPPORTED;
  *to = type == 0 ? 97 : 92;
  return OK;
}

int nvmlDeviceGetPowerUsage(void *gpu, u32 *to) { ONLY_0(gpu, *to = 81090); }
#ifndef OLD
int nvmlDeviceGetTotalEnergyConsumption(void *gpu, u64 *to) { ONLY_0(gpu, *to = 5000000123456); }
#endif
int nvmlDeviceGetEnforcedPowerLimit(void *gpu, u32 *to) { ONLY_0(gpu, *to = 700000); }
int nvmlDeviceGetClockInfo(void *gpu, int type, u32 *to) {
  ENTER(gpu);
  *to = type == 1 ? 345 : 2619;
  return OK;
}
int nvmlDeviceGetMaxClockInfo(void *gpu, int type, u32 *to) {
  ENTER(gpu);
  *to = type == 1 ? 1980 : 2619;
  return OK;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void *gpu, u64 *to) {
  ENTER(gpu);
  *to = which(gpu) ? 0x1 : 0x44;
  return OK;
}

int nvmlDeviceGetUtilizationRates(void *gpu, utilisation *to) {
  nanosleep(&(struct timespec){sleep_ms / 1000, sleep_ms % 1000 * 1000000L}, 0);
  ONLY_0(gpu, *to = ((utilisation){97, 61}));
}

int nvmlDeviceGetTotalEccErrors(void *gpu, int type, int counter, u64 *to) {
  ONLY_0(gpu, *to = (1ULL << 40) + 10 * counter + type);
}
int nvmlDeviceGetEccMode(void *gpu, u32 *now, u32 *later) { ONLY_0(gpu, (*now = 1, *later = 0)); }
int nvmlDeviceGetComputeMode(void *gpu, u32 *to) {
  ENTER(gpu);
  *to = which(gpu) ? 3 : 0;
  return OK;
}
int nvmlDeviceGetPersistenceMode(void *gpu, u32 *to) {
  ENTER(gpu);
  *to = 1;
  return OK;
}
int nvmlDeviceGetVbiosVersion(void *gpu, char *to, u32 room) {
  ENTER(gpu);
  return copy(to, room, "96.00.A5.00.1A");
}
int nvmlDeviceGetBoardPartNumber(void *gpu, char *to, u32 room) {
  ENTER(gpu);
  return which(gpu) ? NO_PERMISSION : copy(to, room, "692-2G520");
}
int nvmlDeviceGetVirtualizationMode(void *gpu, u32 *to) {
  ENTER(gpu);
  *to = which(gpu) ? 0 : 1;
  return OK;
}

#ifdef OLD

int nvmlDeviceGetComputeRunningProcesses(void *gpu, u32 *count, process1 *to) {
  ENTER(gpu);
  to[0] = (process1){100, 1 << 20};
  to[1] = (process1){101, 2 << 20};
  *count = 2;
  return OK;
}

#else

int nvmlDeviceGetMemoryInfo_v2(void *gpu, memory2 *to) {
  ENTER(gpu);
  if (to->version != (sizeof *to | 2 << 24)) return MISMATCH;
  if (gpu == &migs[0] || gpu == &migs[1])
    *to = (memory2){to->version, 50, 1, 9, 40};
  else
    *to = (memory2){to->version, 85520809984, 577765376, 200, 1ULL << 35};
  return OK;
}

int nvmlDeviceGetComputeRunningProcesses_v2(void *gpu, u32 *count, process2 *to) {
  ENTER(gpu);
  if (*count < 2) return TOO_SMALL;
  if (which(gpu)) {
    to[0] = (process2){300, 30, 7, 0}, *count = 1;
  } else {
    to[0] = (process2){100, 1ULL << 33, ~0u, ~0u};
    to[1] = (process2){101, ~0ULL, ~0u, ~0u};
    *count = 2;
  }
  return OK;
}

int nvmlDeviceGetGraphicsRunningProcesses_v2(void *gpu, u32 *count, process2 *to) {
  ENTER(gpu);
  to[0] = (process2){100, 1ULL << 34, ~0u, ~0u};
  *count = !which(gpu);
  return OK;
}

int nvmlDeviceGetMPSComputeRunningProcesses_v2(void *gpu, u32 *count, process2 *to) {
  (void)count, (void)to;
  ENTER(gpu);
  return NO_PERMISSION;
}

int nvmlDeviceGetMarginTemperature(void *gpu, margin *to) {
  ENTER(gpu);
  if (to->version != (sizeof *to | 1 << 24)) return MISMATCH;
  to->margin = 48;
  return OK;
}

int nvmlDeviceGetFieldValues(void *gpu, int count, field *to) {
  ENTER(gpu);
  for (field *one = to; one < to + count; one++) {
    one->status = OK;
    if (one->id == 193)
      one->type = 5, one->value.si = -8;
    else if (one->id == 194)
      one->type = 4, one->value.sll = -2;
    else if (one->id == 164 && one->scope < 2)
      one->type = 1, one->value.ui = 26562 + one->scope;
    else
      one->status = UNSUPPORTED;
  }
  return OK;
}

int nvmlDeviceGetRemappedRows(void *gpu, u32 *cor, u32 *unc, u32 *pending, u32 *failed) {
  ONLY_0(gpu, (*cor = 3, *unc = 2, *pending = 1, *failed = 0));
}
int nvmlDeviceGetRetiredPagesPendingStatus(void *gpu, u32 *to) {
  ENTER(gpu);
  *to = 0;
  return which(gpu) ? OK : UNSUPPORTED;
}
int nvmlDeviceGetGspFirmwareVersion(void *gpu, char *to) { ONLY_0(gpu, strcpy(to, "580.159.04")); }
int nvmlDeviceGetMigMode(void *gpu, u32 *now, u32 *later) {
  ENTER(gpu);
  *now = *later = which(gpu);
  return OK;
}
int nvmlDeviceGetMaxMigDeviceCount(void *gpu, u32 *to) {
  ENTER(gpu);
  *to = which(gpu) ? 7 : 0;
  return OK;
}

int nvmlDeviceGetMigDeviceHandleByIndex(void *gpu, u32 index, void **to) {
  ENTER(gpu);
  if (index != 0 && index != 3) return NOT_FOUND;
  *to = &migs[index == 3];
  return OK;
}

int nvmlDeviceGetGpuInstanceId(void *mig, u32 *to) {
  ENTER(mig);
  *to = mig == &migs[0] ? 7 : 8;
  return OK;
}
int nvmlDeviceGetComputeInstanceId(void *mig, u32 *to) {
  ENTER(mig);
  *to = 0;
  return OK;
}
int nvmlDeviceGetAttributes_v2(void *mig, attributes *to) {
  ENTER(mig);
  *to = (attributes){14, 1, 0, 0, 0, 0, 1, 1, 4864};
  return OK;
}

int nvmlDeviceGetNvLinkState(void *gpu, u32 link, u32 *to) {
  ENTER(gpu);
  if (which(gpu)) return UNSUPPORTED;
  if (link >= 4) return INVALID;
  *to = link != 3;
  return OK;
}

int nvmlDeviceGetNvLinkVersion(void *gpu, u32 link, u32 *to) {
  (void)link;
  ONLY_0(gpu, *to = 6);
}
int nvmlDeviceGetNvLinkRemoteDeviceType(void *gpu, u32 link, u32 *to) {
  ONLY_0(gpu, *to = link < 2 ? 2 : 0);
}
int nvmlDeviceGetNvLinkRemotePciInfo_v2(void *gpu, u32 link, pci_info *to) {
  ONLY_0(gpu, place(to, link < 2 ? 0 : 1, link < 2 ? 0x07 : 0xc3));
}

int nvmlEventSetCreate(void **to) {
  ENTER(0);
  *to = &set;
  return OK;
}
int nvmlEventSetFree(void *events) {
  ENTER(0);
  return events == &set ? OK : INVALID;
}
int nvmlDeviceRegisterEvents(void *gpu, u64 types, void *events) {
  ENTER(gpu);
  return types == 8 && events == &set ? OK : INVALID;
}

int nvmlEventSetWait_v2(void *events, event *to, u32 timeout) {
  ENTER(0);
  if (events != &set || timeout != 0) return INVALID;
  if (!xid) return TIMEOUT;
  *to = (event){&gpus[0], 8, xid, ~0u, ~0u};
  xid = 0;
  return OK;
}

#endif
