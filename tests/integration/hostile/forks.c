/* A fork server: the parent has the device in use, its children start over. forks N: so many at
 * once; forks thread: the fork is done by a thread while another one uses the device. */
#include <pthread.h>
#include <string.h>

#include "device.h"

static int child(uint32_t seed) {
  printf("child %u: %08x\n", seed, work(seed));
  fflush(stdout);
  _exit(20 + (int)seed);
}

static void *fork_one(void *unused) {
  (void)unused;
  const pid_t pid = fork();
  if (pid == 0) child(1);
  printf("ended with %d\n", code_of(pid));
  return NULL;
}

static volatile int over;

static void *stay_busy(void *unused) {
  (void)unused;
  while (!over) use_device(3);
  return NULL;
}

static void in_a_thread(void) {
  pthread_t busy, forker;
  pthread_create(&busy, NULL, stay_busy, NULL);
  pthread_create(&forker, NULL, fork_one, NULL);
  pthread_join(forker, NULL);
  over = 1;
  pthread_join(busy, NULL);
}

static void serve(int count) {
  pid_t pids[16];
  for (int i = 0; i < count; i++)
    if ((pids[i] = fork()) == 0) {
      if (i == 0) { /* one that forks in its turn, without having used the device */
        const pid_t own = fork();
        if (own == 0) child(0);
        _exit(code_of(own));
      }
      usleep(1000 * (unsigned)i);
      use_device((uint32_t)i);
      meet();
      _exit((int)(use_device((uint32_t)i) & 63));
    }
  for (int i = 0; i < count; i++) printf("child %d ended with %d\n", i, code_of(pids[i]));
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("parent: %08x\n", use_device(5));
  if (argc > 1 && !strcmp(argv[1], "thread"))
    in_a_thread();
  else
    serve(argc > 1 ? atoi(argv[1]) : 3);
  printf("parent: %08x\n", work(6));
  return 4;
}
