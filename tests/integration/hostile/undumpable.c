/* Gives up its user and may not be looked into by others of the same user, after it has begun. */
#include <sys/prctl.h>

#include "device.h"

int main(void) {
  printf("%08x\n", use_device(1));
  if (setgid(getgid() ? getgid() : 65534) || setuid(getuid() ? getuid() : 65534)) return 77;
  if (prctl(PR_SET_DUMPABLE, 0)) return 78;
  printf("%08x\n", work(2));
  return 9;
}
