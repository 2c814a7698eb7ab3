/* Preloaded: the system refuses a thread to Heddle, and to nobody else. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                   void *argument) {
  Dl_info caller;
  if (dladdr(__builtin_return_address(0), &caller) && strstr(caller.dli_fname, "libheddle"))
    return EAGAIN;
  int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
      (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(
          RTLD_NEXT, "pthread_create");
  return real(thread, attributes, body, argument);
}
