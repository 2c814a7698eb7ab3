// Acme's library for machines without a device, on top of the soft XPU. It does what the vendor's
// documents say of order, errors and blocking. A result here is the soft XPU's; the vendor's own
// differ, and are translated here.
#include <stdlib.h>

#include "fake/acme/symbols.h"
#include "soft/softxpu.h"

namespace {

sxStream soft(acmeStream stream) { return reinterpret_cast<sxStream>(stream); }
sxEvent soft(acmeEvent event) { return reinterpret_cast<sxEvent>(event); }

}  // namespace

FAKE_EXPORT acmeResult acmeInit(unsigned) {
  if (const char *visible = getenv("ACME_VISIBLE_DEVICES"))
    setenv("SOFTXPU_VISIBLE_DEVICES", visible, 1);
  return sxInit(0);
}

FAKE_EXPORT acmeResult acmeDeviceCount(int *count) { return sxDeviceCount(count); }

FAKE_EXPORT acmeResult acmeDeviceGetName(int device, char *name, size_t size) {
  return sxDeviceGetName(device, name, size);
}

FAKE_EXPORT acmeResult acmeStreamCreate(acmeStream *stream) {
  return sxStreamCreate(reinterpret_cast<sxStream *>(stream), SX_STREAM_NON_BLOCKING);
}

FAKE_EXPORT acmeResult acmeStreamDestroy(acmeStream stream) {
  return sxStreamDestroy(soft(stream));
}

FAKE_EXPORT acmeResult acmeStreamSynchronize(acmeStream stream) {
  return sxStreamSynchronize(soft(stream));
}

FAKE_EXPORT acmeResult acmeStreamQuery(acmeStream stream) { return sxStreamQuery(soft(stream)); }

FAKE_EXPORT acmeResult acmeStreamWaitEvent(acmeStream stream, acmeEvent event) {
  return sxStreamWaitEvent(soft(stream), soft(event));
}

FAKE_EXPORT acmeResult acmeLaunchHostFunction(acmeStream stream, acmeHostFunction function,
                                              void *argument) {
  return sxLaunchHostFunc(soft(stream), function, argument);
}

FAKE_EXPORT acmeResult acmeEventCreate(acmeEvent *event) {
  return sxEventCreate(reinterpret_cast<sxEvent *>(event));
}

FAKE_EXPORT acmeResult acmeEventDestroy(acmeEvent event) { return sxEventDestroy(soft(event)); }

FAKE_EXPORT acmeResult acmeEventRecord(acmeEvent event, acmeStream stream) {
  return sxEventRecord(soft(event), soft(stream));
}

FAKE_EXPORT acmeResult acmeEventQuery(acmeEvent event) { return sxEventQuery(soft(event)); }

FAKE_EXPORT acmeResult acmeEventSynchronize(acmeEvent event) {
  return sxEventSynchronize(soft(event));
}

FAKE_EXPORT acmeResult acmeMalloc(void **pointer, size_t bytes) { return sxMalloc(pointer, bytes); }

FAKE_EXPORT acmeResult acmeFree(void *pointer) { return sxFree(pointer); }

FAKE_EXPORT acmeResult acmeMemGetInfo(size_t *free, size_t *total) {
  return sxMemGetInfo(free, total);
}

FAKE_EXPORT acmeResult acmeMemcpyAsync(void *to, const void *from, size_t bytes,
                                       acmeStream stream) {
  return sxMemcpyAsync(to, from, bytes, soft(stream));
}

FAKE_EXPORT acmeResult acmeLaunch(const char *kernel, const void *arguments, size_t size,
                                  acmeStream stream) {
  sxKernel found;
  if (sxResult error = sxGetKernel(&found, kernel)) return error;
  return sxLaunchKernel(found, arguments, size, soft(stream));
}
