// However a program comes by the functions, they are the same functions and behave the same.
// Covers: launches are seen whichever way the program found the function; forms of CUDA 13 served;
// a look-up that fails says why.
#include "workout.h"

struct Uuid {
  char bytes[16];
};

// What the driver says to names, versions and flags; on the way of libcudart, which finds the
// function that finds the others by itself.
void show_answers() {
  const auto first = by_name<ProcAddress>("cuGetProcAddress");
  const auto second = by_name<ProcAddress2>("cuGetProcAddress_v2");
  for (int version : {11080, 12000, 13000}) {
    for (uint64_t flags : {0, 1, 2}) {
      std::printf("-- version %d, flags %d\n", version, int(flags));
      for (const char *name :
           {"cuLaunchKernel", "cuMemAlloc", "cuStreamSynchronize", "cuGraphLaunch",
            "cuStreamBeginCapture", "cuGetProcAddress", "cuNoSuchFunction", ""}) {
        void *by_first = nullptr, *by_second = nullptr;
        int status = -1;
        const CUresult a = first(name, &by_first, version, flags);
        const CUresult b = second(name, &by_second, version, flags, &status);
        std::printf("%s: %d %d, status %d, found %d %d, same %d\n", name, a, b, status,
                    by_first != nullptr, by_second != nullptr, by_first == by_second);
      }
    }
  }
  void *found = nullptr;
  int status = -1;
  SHOW(second("cuLaunchKernelEx", &found, 11040, 0, &status));  // it came with 11.6
  std::printf("found %d, status %d\n", found != nullptr, status);

  // The look-up, looked up.
  void *again = nullptr;
  SHOW(second("cuGetProcAddress", &again, 12000, 0, nullptr));
  if (again) {
    found = nullptr;
    SHOW(reinterpret_cast<ProcAddress2>(again)("cuLaunchKernel", &found, 12000, 0, nullptr));
    SHOW(found == dlsym(library(), "cuLaunchKernel"));
    SHOW(reinterpret_cast<ProcAddress2>(again)("cuLaunchKernel", &found, 12000, 2, nullptr));
    SHOW(found == dlsym(library(), "cuLaunchKernel_ptsz"));
  }

  // Tables of functions without names: nobody knows this one.
  const Uuid nobody{"no such table"};
  const void *table = nullptr;
  const auto export_table = by_name<CUresult (*)(const void **, const Uuid *)>("cuGetExportTable");
  if (export_table) SHOW(export_table(&table, &nobody));
}

void show_dlfcn() {
  SHOW(dlsym(RTLD_DEFAULT, "cuNoSuchFunction") == nullptr);
  SHOW(dlsym(RTLD_NEXT, "cuNoSuchFunction") == nullptr);
  SHOW(dlsym(library(), "cuNoSuchFunction") == nullptr);
  SHOW(dlerror() != nullptr);
  SHOW(dlerror() == nullptr);
  SHOW(dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD) == library());
  SHOW(dlsym(library(), "cuLaunchKernel") == dlsym(library(), "cuLaunchKernel"));
  SHOW(dlsym(library(), "cuLaunchKernel") != dlsym(library(), "cuLaunchKernel_ptsz"));
  SHOW(dlsym(library(), "getpid") == dlsym(RTLD_DEFAULT, "getpid"));  // by way of its own libraries
}

int main(int count, char **arguments) {
  begin(count, arguments);
  workout();
  show_dlfcn();
  show_answers();
}
