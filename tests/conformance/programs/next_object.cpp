// A shared object of the program next_wrapper: it asks for the next definition from where it is.
#include <dlfcn.h>

#include "softxpu.h"

extern "C" sxResult launch_from_object(sxKernel kernel, const void *arguments, size_t size,
                                       sxStream stream) {
  static const auto next =
      reinterpret_cast<decltype(&sxLaunchKernel)>(dlsym(RTLD_NEXT, "sxLaunchKernel"));
  return next ? next(kernel, arguments, size, stream) : SX_ERROR_UNSUPPORTED;
}
