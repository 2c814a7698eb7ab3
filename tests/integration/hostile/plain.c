/* An ordinary program; hostile is how it is built and started. */
#include "device.h"

#ifdef OWN_OPTIONS
const char *__asan_default_options(void) { return "detect_leaks=1"; }
#endif

int main(void) {
  printf("%08x\n", work(7));
#ifdef OVERFLOW
  volatile char *few = (volatile char *)malloc(4);
  few[4] = 1;
#endif
  return 3;
}
