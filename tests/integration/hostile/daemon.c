/* Becomes a daemon: two forks, a session of its own, no descriptor left open. Its result is in a
 * file, and the program that was started is over long before. */
#include "device.h"

int main(int argc, char **argv) {
  if (argc < 2) return 64;
  use_device(1);
  if (fork()) _exit(5);
  setsid();
  if (fork()) _exit(0);
  if (chdir("/")) _exit(73);
  for (long fd = sysconf(_SC_OPEN_MAX) > 65536 ? 65536 : sysconf(_SC_OPEN_MAX); fd >= 0; fd--)
    close((int)fd);
  const uint32_t sum = work(8);
  char path[4096];
  snprintf(path, sizeof path, "%s.new", argv[1]);
  FILE *file = fopen(path, "w");
  if (!file) _exit(74);
  fprintf(file, "%08x\n", sum);
  fclose(file);
  rename(path, argv[1]);
  return 0;
}
