/* Somebody else's LD_PRELOAD: stands before dlsym, dlopen, pthread_create and malloc. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t);
static unsigned long calls;

__attribute__((visibility("default"))) void *malloc(size_t bytes) {
  __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  return __libc_malloc(bytes);
}

static void *next(const char *name) {
  void *found = dlvsym(RTLD_NEXT, name, "GLIBC_2.34");
  if (!found) found = dlvsym(RTLD_NEXT, name, "GLIBC_2.17");
  if (!found) found = dlvsym(RTLD_NEXT, name, "GLIBC_2.2.5");
  return found;
}

void *dlsym(void *handle, const char *name) {
  __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  void *(*real)(void *, const char *) = (void *(*)(void *, const char *))next("dlsym");
  return real(handle, name);
}

void *dlopen(const char *name, int flags) {
  __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  void *(*real)(const char *, int) = (void *(*)(const char *, int))next("dlopen");
  return real(name, flags);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                   void *argument) {
  __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
      (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))next(
          "pthread_create");
  return real(thread, attributes, body, argument);
}
