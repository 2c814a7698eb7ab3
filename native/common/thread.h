// Heddle's threads in a user's program, on stacks that hold what the program puts on them.
//
// glibc takes a thread's static TLS, the thread_local data of everything that was loaded at the
// program's start, out of the thread's stack, whatever size was asked for. A program may bring
// 16 KiB of it or 4 MiB. Nor can the default size be relied upon: it is what `ulimit -s` says. So
// we ask for the room that our code needs, plus what is gone before the first instruction.
#pragma once

#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "common/find_libc.h"

namespace os {

// For our own code and a vendor's short queries. Not much of it is ever touched; some is for the
// dynamic linker, which saves all vector registers (11 KiB with AMX) when it binds a function.
inline constexpr size_t kOwnRoom = 256 * 1024;
// For code of others, where the program's own threads have less.
inline constexpr size_t kOthersRoom = 1024 * 1024;

// The static TLS of all modules at most: a module that was opened later has none, but counts.
inline size_t thread_local_bound() {
  size_t sum = 0;
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *data) {
        for (int i = 0; i < info->dlpi_phnum; i++)
          if (info->dlpi_phdr[i].p_type == PT_TLS)
            *static_cast<size_t *>(data) += info->dlpi_phdr[i].p_memsz + info->dlpi_phdr[i].p_align;
        return 0;
      },
      &sum);
  return sum;
}

// What a stack must have before there is any room for code. glibc's own figure is exact: it knows
// the reserve for modules that are opened later (a tunable), and does not count dynamic TLS, which
// would cost address space under RLIMIT_AS. It is private, so we neither link to it nor rely on it;
// the Java and Rust runtimes use it too. Elsewhere (musl) we add up what is public.
inline size_t stack_taken() {
  using Least = size_t (*)(const pthread_attr_t *);
  const auto least = reinterpret_cast<Least>(heddle::find_in_libc("__pthread_get_minstack"));
  constexpr size_t kSlack = 64 * 1024;  // the thread's descriptor and the reserve by default
  if (!least) return thread_local_bound() + kSlack;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  const size_t taken = least(&attributes);
  pthread_attr_destroy(&attributes);
  return taken + kSlack;
}

// As pthread_create(). Where the program's own threads have more room and `like_theirs`, so has it.
inline int create_thread(pthread_t *thread, size_t room, void *(*body)(void *), void *self,
                         bool like_theirs = false) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error) return error;
  size_t usual = 0;
  if (like_theirs) pthread_attr_getstacksize(&attributes, &usual);
  const size_t page = size_t(sysconf(_SC_PAGESIZE));
  const size_t bytes = std::max(room, usual) + stack_taken() + page;  // one to guard it
  error = pthread_attr_setstacksize(&attributes, bytes / page * page);
  if (!error) error = pthread_create(thread, &attributes, body, self);
  pthread_attr_destroy(&attributes);
  return error;
}

// The program's signals are for its own threads, but for those that the thread's own code raises.
// The thread is detached. If it cannot be started, errno says why.
inline bool start_thread(void *(*body)(void *), void *self, bool calls_others = false) {
  sigset_t all, before;
  sigfillset(&all);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) sigdelset(&all, fault);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const int error =
      create_thread(&thread, calls_others ? kOthersRoom : kOwnRoom, body, self, calls_others);
  if (!error) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return !error;
}

}  // namespace os
