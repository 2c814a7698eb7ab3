/* What the programs of this folder share: some work on the soft XPU, and a handshake. */
#pragma once

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "softxpu.h"

enum { kCount = 256 };

static inline void must(sxResult result, const char *what) {
  if (result == SX_OK) return;
  fprintf(stderr, "%s: %s\n", what, sxGetErrorString(result));
  _exit(70);
}

/* A number that only the right work in the right order gives. */
static inline uint32_t use_device(uint32_t seed) {
  sxStream stream;
  sxKernel ramp, affine;
  uint32_t *memory, result[kCount], sum = 0;
  must(sxInit(0), "sxInit");
  must(sxStreamCreate(&stream, SX_STREAM_NON_BLOCKING), "sxStreamCreate");
  must(sxGetKernel(&ramp, "ramp"), "sxGetKernel");
  must(sxGetKernel(&affine, "affine"), "sxGetKernel");
  must(sxMalloc((void **)&memory, sizeof result), "sxMalloc");
  sxRampArgs first = {memory, kCount, seed};
  must(sxLaunchKernel(ramp, &first, sizeof first, stream), "sxLaunchKernel");
  for (uint32_t i = 0; i < 8; i++) {
    sxAffineArgs next = {memory, kCount, 2 * i + 3, i + 1};
    must(sxLaunchKernel(affine, &next, sizeof next, stream), "sxLaunchKernel");
  }
  must(sxMemcpyAsync(result, memory, sizeof result, stream), "sxMemcpyAsync");
  must(sxStreamSynchronize(stream), "sxStreamSynchronize");
  for (int i = 0; i < kCount; i++) sum = sum * 31 + result[i];
  must(sxFree(memory), "sxFree");
  return sum;  /* the stream stays: Heddle knows the process by it */
}

/* Says that this process uses the device, and waits until somebody has looked. In files, because a
 * program may have no descriptors at all. */
static inline void meet(void) {
  const char *folder = getenv("HOSTILE_MEETING");
  char path[4096];
  struct stat status;
  snprintf(path, sizeof path, "%s/%d", folder, (int)getpid());
  int fd = open(path, O_CREAT | O_WRONLY, 0666);
  if (fd < 0) _exit(71);
  close(fd);
  snprintf(path, sizeof path, "%s/go", folder);
  while (stat(path, &status)) {
    struct timespec pause = {0, 2000000};
    nanosleep(&pause, NULL);
  }
}

/* Works, is looked at, works again; what comes of it. */
static inline uint32_t work(uint32_t seed) {
  const uint32_t before = use_device(seed);
  meet();
  return before ^ use_device(before);
}

static inline int code_of(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, 0) != child) return 72;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
