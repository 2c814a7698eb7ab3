// How an ordinary program comes by a vendor's functions: it opens the library by itself, so that it
// can be built anywhere.
#pragma once

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

namespace heddle {

[[noreturn]] inline void give_up(const char *what, const char *why) {
  fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, why);
  exit(1);
}

inline void *open_library(const char *name) {
  void *library = dlopen(name, RTLD_NOW);
  if (!library) give_up("cannot open the vendor's library", dlerror());
  return library;
}

template <class Function>
void look_up(void *library, const char *name, Function *&function) {
  function = reinterpret_cast<Function *>(dlsym(library, name));
  if (!function) give_up(name, "is missing from the vendor's library");
}

// The library's own function where Heddle stands in front of it; null if Heddle is not here.
template <class Function>
Function *past_heddle(const char *library, const char *name, Function *) {
  auto real = reinterpret_cast<void *(*)(const char *, const char *)>(
      dlsym(RTLD_DEFAULT, "heddle_real_symbol"));
  return real ? reinterpret_cast<Function *>(real(library, name)) : nullptr;
}

}  // namespace heddle
