/* Started without stdin, stdout and stderr: its own files get these numbers. With "refused", Heddle
 * has something to say just then. */
#include <string.h>

#include "device.h"

int main(int argc, char **argv) {
  if (argc < 3) return 64;
  for (int fd = 0; fd < 3; fd++) close(fd);
  FILE *files[3];
  char path[4096];
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s.%d", argv[1], i);
    files[i] = fopen(path, "w");
    if (!files[i] || fileno(files[i]) != i) _exit(75);
  }
  if (!strcmp(argv[2], "refused")) setenv("HEDDLE_TABLE", "/proc/no/table", 1);
  const uint32_t sum = work(9);
  for (int i = 0; i < 3; i++) {
    fprintf(files[i], "%d: %08x\n", i, sum);
    fclose(files[i]);
  }
  return 6;
}
