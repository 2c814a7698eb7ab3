// What this machine's resource manager says of channel groups, asked with Heddle's own code: a line
// for each GPU, "gpu ORDINAL BUS_ID NUMBER SETTABLE", then for each GPU one with the timeslices of
// all groups while the slice of that GPU is short, "short NUMBER GROUP'S_NUMBER:US ...".
//
// Its own ioctl() is the one that the driver calls; it uses no other part of Heddle.
#include <dlfcn.h>
#include <stdlib.h>

#include "hal/cuda/channel_group.cpp"

using namespace heddle::cuda;

namespace {

void *library;

template <class... Arguments>
void must(const char *name, Arguments... arguments) {
  auto *function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library, name));
  const int result = function ? function(arguments...) : -1;
  if (result == 0) return;
  fprintf(stderr, "%s gave %d\n", name, result);
  exit(1);
}

}  // namespace

int main() {
  constexpr int kMany = 32;
  int devices = 0;
  Gpu numbers[kMany];
  library = dlopen("libcuda.so.1", RTLD_NOW);
  must("cuInit", 0u);
  must("cuDeviceGetCount", &devices);
  if (devices > kMany) devices = kMany;
  for (int i = 0; i < devices; i++) {
    void *context = nullptr, *stream = nullptr;
    char bus_id[32];
    must("cuDevicePrimaryCtxRetain", &context, i);
    must("cuCtxSetCurrent", context);
    must("cuStreamCreate", &stream, 1u);
    must("cuDeviceGetPCIBusId", bus_id, int(sizeof bus_id), i);
    numbers[i] = gpu_at(bus_id);
    printf("gpu %d %s %d %d\n", i, bus_id, int(numbers[i]), can_set_slice(numbers[i]));
  }
  for (int i = 0; i < devices; i++) {
    printf("short %d", int(numbers[i]));
    if (set_slice(numbers[i], 1) != 0) printf(" failed");
    for (int g = 0; g < count; g++) {
      uint64_t us = 0;
      control(groups[g], kGetTimeslice, &us);
      printf(" %d:%llu", int(groups[g].gpu), static_cast<unsigned long long>(us));
    }
    printf("\n");
    set_slice(numbers[i], 0);
  }
}
