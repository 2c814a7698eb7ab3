/* Streams of VPI that use two engines, and go with their context while others are made: what is
 * left of the old ones must not touch the new ones. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void *library;

static void *find(const char *name) {
  void *found = dlsym(library, name);
  if (!found) exit(2);
  return found;
}

static void must(int status, const char *what) {
  if (!status) return;
  printf("%s gave %d\n", what, status);
  exit(1);
}

int main(void) {
  const uint64_t pva = 1 << 2, vic = 1 << 3;
  library = dlopen("libnvvpi.so.3", RTLD_NOW);
  if (!library) return 2;
  int (*context_create)(uint64_t, void **) = find("vpiContextCreate");
  int (*context_set)(void *) = find("vpiContextSetCurrent");
  void (*context_destroy)(void *) = find("vpiContextDestroy");
  int (*stream_create)(uint64_t, void **) = find("vpiStreamCreate");
  int (*stream_sync)(void *) = find("vpiStreamSync");
  int (*stream_wait)(void *, void *) = find("vpiStreamWaitEvent");
  int (*event_create)(uint64_t, void **) = find("vpiEventCreate");
  int (*event_record)(void *, void *) = find("vpiEventRecord");
  int (*image_create)(int32_t, int32_t, uint64_t, uint64_t, void **) = find("vpiImageCreate");
  int (*filter)(void *, uint64_t, void *, void *, int32_t, int32_t, int) =
      find("vpiSubmitBoxFilter");
  for (int round = 0; round < 6; round++) {
    void *context, *streams[2], *images[2], *event;
    must(context_create(0, &context), "vpiContextCreate");
    must(context_set(context), "vpiContextSetCurrent");
    for (int i = 0; i < 2; i++) must(stream_create(0, &streams[i]), "vpiStreamCreate");
    for (int i = 0; i < 2; i++)
      must(image_create(500, 500, 0x20000027ffff1001, 0, &images[i]), "vpiImageCreate");
    must(event_create(0, &event), "vpiEventCreate");
    for (int i = 0; i < 40; i++) {
      must(filter(streams[0], pva, images[0], images[1], 3, 3, 0), "a filter on the PVA");
      must(filter(streams[0], vic, images[1], images[0], 3, 3, 0), "a filter on the VIC");
      must(event_record(event, streams[0]), "vpiEventRecord");
      must(stream_wait(streams[1], event), "vpiStreamWaitEvent");
      must(filter(streams[1], vic, images[0], images[1], 3, 3, 0), "a filter on the VIC");
    }
    if (round % 2) must(stream_sync(streams[1]), "vpiStreamSync");
    context_destroy(context);
    printf("context %d is gone\n", round);
  }
  return 0;
}
