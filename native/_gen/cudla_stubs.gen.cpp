// Made by tools/gen from facts/cudla.toml (cudla.h and cudlaExternalEtbl.hpp of cuDLA 1.5 (CUDA 13.4); 1.4 has the same functions, version 1.5). Do not edit.
#include "shim/cudla/roles.h"

using namespace heddle::cudla;

extern "C" {

}  // extern C

// What dlsym() is to answer instead of the vendor's.

const heddle_symbol heddle::cudla::kSymbols[] = {
    {"cudlaCreateDevice", reinterpret_cast<void *>(&::cudlaCreateDevice)},
    {"cudlaDestroyDevice", reinterpret_cast<void *>(&::cudlaDestroyDevice)},
    {"cudlaSubmitTask", reinterpret_cast<void *>(&::cudlaSubmitTask)},
    {nullptr, nullptr},
};
