// The calls of Acme's API that need more than their role: which queue belongs to a stream.
#include "shim/acme/roles.h"

#include <pthread.h>

#include "common/os.h"

namespace heddle::acme {

namespace {

constexpr int kDevice = 0;  // the only one so far

// A device has a name that all processes agree on, whatever each is allowed to see.
bool table_device(bool opens, uint32_t *index) {
  char model[48], name[16];
  if (real().acmeDeviceGetName(kDevice, model, sizeof model) != kSuccess) return false;
  snprintf(name, sizeof name, "%d", kDevice);
  char uuid[64];
  snprintf(uuid, sizeof uuid, "acme-%s", name);
  const int status = opens ? heddle_device_open("acme", name, uuid, kCapabilities, index)
                           : heddle_device_find("acme", name, uuid, index);
  return status == HEDDLE_OK;
}

__attribute__((constructor)) void start() {
  heddle_intercept(kLibrary, kSymbols);
  pthread_atfork(nullptr, nullptr, [] { roles::forget(); });
}

}  // namespace

// A handle that the vendor does not know must give the vendor's error and leave no trace.
bool Vendor::look(Stream stream, Known *) {
  const acmeResult result = real().acmeStreamQuery(stream);
  return result == kSuccess || result == kNotReady;
}

heddle_queue *Vendor::open(Stream stream, Known *) {
  uint32_t index;
  heddle_hw_queue hardware;
  if (!table_device(true, &index) || !make_hw_queue(stream, &hardware)) return nullptr;
  return heddle_queue_open(index, &hardware, key_of(stream));
}

uint32_t Vendor::device_of_memory() {
  uint32_t index;
  return table_device(false, &index) ? index : kNoDevice;
}

}  // namespace heddle::acme

using namespace heddle::acme;

extern "C" {

HEDDLE_EXPORT acmeResult acmeMemGetInfo(size_t *free, size_t *total) {
  const acmeResult result = real().acmeMemGetInfo(free, total);
  if (result == kSuccess) heddle::show_memory(Vendor::device_of_memory(), free, total);
  return result;
}

}  // extern C
