// Kiln's library for machines without one, on top of the soft XPU.
#include <stdlib.h>

#include "fake/kiln/symbols.h"
#include "soft/softxpu.h"

namespace {

enum : kilnStatus { kDone, kBurning, kWrong, kFull, kCold };

sxStream soft(kilnLane lane) { return reinterpret_cast<sxStream>(lane); }
sxEvent soft(kilnFlag flag) { return reinterpret_cast<sxEvent>(flag); }

kilnStatus status(sxResult result) {
  switch (result) {
    case SX_OK: return kDone;
    case SX_ERROR_NOT_READY: return kBurning;
    case SX_ERROR_OUT_OF_MEMORY: return kFull;
    case SX_ERROR_NO_DEVICE: return kCold;
    default: return kWrong;
  }
}

}  // namespace

FAKE_EXPORT kilnStatus kilnOpen() {
  if (const char *visible = getenv("KILN_VISIBLE_DEVICES"))
    setenv("SOFTXPU_VISIBLE_DEVICES", visible, 1);
  return status(sxInit(0));
}
FAKE_EXPORT kilnStatus kilnCount(int *devices) { return status(sxDeviceCount(devices)); }
FAKE_EXPORT kilnStatus kilnDescribe(int device, char *text, size_t size, size_t *memory) {
  int64_t bytes = 0;
  sxDeviceGetAttribute(device, SX_ATTR_MEMORY, &bytes);
  *memory = size_t(bytes);
  return status(sxDeviceGetName(device, text, size));
}
FAKE_EXPORT kilnStatus kilnUse(int device) { return status(sxSetDevice(device)); }
FAKE_EXPORT kilnStatus kilnUsed(int *device) { return status(sxGetDevice(device)); }
FAKE_EXPORT kilnStatus kilnDrain() { return status(sxDeviceSynchronize()); }

FAKE_EXPORT kilnStatus kilnLaneOpen(kilnLane *lane) {
  return status(sxStreamCreate(reinterpret_cast<sxStream *>(lane), SX_STREAM_DEFAULT));
}
FAKE_EXPORT kilnStatus kilnLaneClose(kilnLane lane) { return status(sxStreamDestroy(soft(lane))); }
FAKE_EXPORT kilnStatus kilnLaneDrain(kilnLane lane) {
  return status(sxStreamSynchronize(soft(lane)));
}
FAKE_EXPORT kilnStatus kilnLaneState(kilnLane lane) { return status(sxStreamQuery(soft(lane))); }
FAKE_EXPORT kilnStatus kilnLaneDevice(kilnLane lane, int *device) {
  return status(sxStreamGetDevice(soft(lane), device));
}
FAKE_EXPORT kilnStatus kilnLaneHold(kilnLane lane, const unsigned *word, unsigned value) {
  return status(sxStreamWaitValue32(soft(lane), word, value, SX_WAIT_EQUAL));
}
FAKE_EXPORT kilnStatus kilnLaneAwait(kilnLane lane, kilnFlag flag) {
  return status(sxStreamWaitEvent(soft(lane), soft(flag)));
}

FAKE_EXPORT kilnStatus kilnFlagOpen(kilnFlag *flag) {
  return status(sxEventCreate(reinterpret_cast<sxEvent *>(flag)));
}
FAKE_EXPORT kilnStatus kilnFlagClose(kilnFlag flag) { return status(sxEventDestroy(soft(flag))); }
FAKE_EXPORT kilnStatus kilnFlagPlant(kilnLane lane, kilnFlag flag) {
  return status(sxEventRecord(soft(flag), soft(lane)));
}
FAKE_EXPORT kilnStatus kilnFlagState(kilnFlag flag) { return status(sxEventQuery(soft(flag))); }
FAKE_EXPORT kilnStatus kilnFlagDrain(kilnFlag flag) {
  return status(sxEventSynchronize(soft(flag)));
}

FAKE_EXPORT kilnStatus kilnPotTake(size_t bytes, void **pot) {
  return status(sxMalloc(pot, bytes));
}
FAKE_EXPORT kilnStatus kilnPotGive(void *pot) { return status(sxFree(pot)); }
FAKE_EXPORT kilnStatus kilnPotRoom(size_t *total, size_t *left) {
  return status(sxMemGetInfo(left, total));
}
FAKE_EXPORT kilnStatus kilnPotFetch(kilnLane lane, void *to, const void *pot, size_t bytes) {
  return status(sxMemcpyAsync(to, pot, bytes, soft(lane)));
}
FAKE_EXPORT kilnStatus kilnFire(kilnLane lane, const char *recipe, size_t size,
                                const void *arguments) {
  sxKernel found;
  if (sxResult error = sxGetKernel(&found, recipe)) return status(error);
  return status(sxLaunchKernel(found, arguments, size, soft(lane)));
}
