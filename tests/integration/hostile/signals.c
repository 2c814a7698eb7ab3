/* Has a handler for every signal, on a stack of its own, a timer that interrupts whatever waits, a
 * fault that it survives; with "blocked", no signal gets through at all. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>

#include "device.h"

static sigjmp_buf back;
static volatile sig_atomic_t ticks, on_own_stack;
static char stack[64 * 1024];

static void handle(int number) {
  char here;
  on_own_stack += &here >= stack && &here < stack + sizeof stack;
  if (number == SIGALRM) ticks++;
  if (number == SIGSEGV) siglongjmp(back, 1);
}

static int survives_a_fault(void) {
  if (sigsetjmp(back, 1)) return 1;
  *(volatile int *)8 = 1;
  return 0;
}

int main(int argc, char **argv) {
  const int is_blocked = argc > 1 && !strcmp(argv[1], "blocked");
  stack_t own = {stack, 0, sizeof stack};
  if (sigaltstack(&own, NULL)) return 79;
  struct sigaction action = {0};
  action.sa_handler = handle;
  action.sa_flags = SA_ONSTACK; /* and no SA_RESTART */
  for (int i = 1; i < NSIG; i++) sigaction(i, &action, NULL);
  sigset_t all;
  sigfillset(&all);
  if (is_blocked) pthread_sigmask(SIG_SETMASK, &all, NULL);
  struct itimerval often = {{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &often, NULL);
  uint32_t sum = work(4);
  while (!is_blocked && ticks < 20) sum = use_device(sum) ^ use_device(sum) ^ sum;
  struct itimerval never = {0};
  setitimer(ITIMER_REAL, &never, NULL);
  printf("%08x ticks %d own stack %d fault %d\n", sum, ticks > 0, on_own_stack > 0,
         is_blocked ? 0 : survives_a_fault());
  return 10;
}
