/* Starts itself by vfork() and by posix_spawn() while it uses the device; with "exec", it replaces
 * itself instead. */
#include <spawn.h>
#include <string.h>

#include "device.h"

extern char **environ;

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  char *child[] = {argv[0], (char *)"child", NULL};
  if (argc > 1 && !strcmp(argv[1], "child")) {
    printf("child: %08x\n", work(2));
    return 7;
  }
  printf("parent: %08x\n", use_device(1));
  if (argc > 1 && !strcmp(argv[1], "exec")) execve("/proc/self/exe", child, environ);
  pid_t pid = vfork();
  if (pid == 0) {
    execve("/proc/self/exe", child, environ);
    _exit(127);
  }
  printf("vfork: %d\n", code_of(pid));
  if (posix_spawn(&pid, "/proc/self/exe", NULL, NULL, child, environ)) return 76;
  printf("posix_spawn: %d\n", code_of(pid));
  printf("parent: %08x\n", work(3));
  return 8;
}
