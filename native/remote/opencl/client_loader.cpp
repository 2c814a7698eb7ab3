// OpenCL for a program whose device is elsewhere: how its functions are found. To a loader that the
// program brings along this is a driver: it takes the functions from a table, whose address it
// expects where each handle points to.
#include <cstring>
#include <iterator>

#include "remote/opencl/client.h"

using namespace heddle::remote;

namespace {

void *table[std::size(kDispatch)];
bool has_table = false;

void *find(const char *name) {
  for (const char *each : kWithheldFunctions)
    if (!strcmp(each, name)) return nullptr;
  for (size_t i = 0; i < std::size(kNames); i++)
    if (!strcmp(kNames[i], name)) return kOurs[i];
  return nullptr;
}

__attribute__((constructor)) void make_table() {
  for (size_t i = 0; i < std::size(kDispatch); i++)
    for (size_t k = 0; kDispatch[i] && k < std::size(kNames); k++)
      if (!strcmp(kNames[k], kDispatch[i])) table[i] = kOurs[k];
  has_table = client().handles.point_to(table);
}

}  // namespace

HEDDLE_EXPORT cl_int clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                                            cl_uint *num_platforms) {
  constexpr cl_int kNoPlatform = -1001;  // CL_PLATFORM_NOT_FOUND_KHR
  return has_table ? clGetPlatformIDs(num_entries, platforms, num_platforms) : kNoPlatform;
}

HEDDLE_EXPORT void *clGetExtensionFunctionAddress(const char *func_name) {
  if (!func_name) return nullptr;
  if (!strcmp(func_name, "clIcdGetPlatformIDsKHR"))
    return reinterpret_cast<void *>(clIcdGetPlatformIDsKHR);
  return find(func_name);
}

HEDDLE_EXPORT void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                             const char *func_name) {
  return is_ours(platform, kKindCl_platform_id) && func_name ? find(func_name) : nullptr;
}
