/* Asks the management library for the first GPU's memory: linked to it, and by each way to look a
 * function up. One line each: total, used, free. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

typedef struct {
  unsigned long long total, free, used;
} memory;
typedef int (*ask)(void *, memory *);

int nvmlInit_v2(void);
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **gpu);
int nvmlDeviceGetMemoryInfo(void *gpu, memory *to);

static void *gpu;

static void show(ask get) {
  memory found = {0, 0, 0};
  if (get && get(gpu, &found) == 0)
    printf("%llu %llu %llu\n", found.total, found.used, found.free);
  else
    puts(get ? "refused" : "none");
}

int main(void) {
  const char *name = "nvmlDeviceGetMemoryInfo";
  if (nvmlInit_v2() || nvmlDeviceGetHandleByIndex_v2(0, &gpu)) return 1;
  show(nvmlDeviceGetMemoryInfo);
  show((ask)dlsym(dlopen("libnvidia-ml.so.1", RTLD_LAZY), name));
  show((ask)dlsym(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_DEEPBIND), name));
  show((ask)dlsym(dlopen(NULL, RTLD_LAZY), name));
  show((ask)dlsym(RTLD_DEFAULT, name));
  show((ask)dlsym(RTLD_DEFAULT, "nvmlDeviceGetMemoryInfo_v2") ? nvmlDeviceGetMemoryInfo : NULL);
  return 0;
}
