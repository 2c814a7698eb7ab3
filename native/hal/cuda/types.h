// What the CUDA driver API's parameters are to us; the names themselves come from facts/cuda.toml.
#pragma once

#include <cstddef>
#include <cstdint>

struct MemLocation {
  int type, id;
};
