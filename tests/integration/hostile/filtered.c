/* Under a seccomp filter that answers system calls which the soft XPU does without with an error
 * ("deny"), or that kills for them ("kill"). */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "device.h"

static int refuse(const int *calls, int count, unsigned action) {
  struct sock_filter code[64];
  int n = 0;
  code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (int i = 0; i < count; i++) {
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i], 0, 1);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action);
  }
  code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {(unsigned short)n, code};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int argc, char **argv) {
  const int calls[] = {434 /* pidfd_open */, SYS_kill,    SYS_socket, SYS_connect,
                       SYS_ptrace,           SYS_execve,  SYS_unlink, SYS_setpriority,
                       SYS_process_vm_readv, SYS_memfd_create};
  const int is_deadly = argc > 1 && !strcmp(argv[1], "kill");
  if (refuse(calls, sizeof calls / sizeof calls[0],
             is_deadly ? SECCOMP_RET_KILL_PROCESS : SECCOMP_RET_ERRNO | EPERM))
    return 80;
  printf("%08x\n", work(5));
  return 13;
}
