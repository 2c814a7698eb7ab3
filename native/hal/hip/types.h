// What the HIP runtime's parameters are to us; the names themselves come from facts/hip.toml.
#pragma once

#include <cstddef>
#include <cstdint>

struct Dim3 {
  uint32_t x, y, z;
};

struct Extent {
  size_t width, height, depth;
};

struct PitchedPointer {
  void *pointer;
  size_t pitch, width, height;
};

struct Channel {
  int bits[4];
  int kind;
};

struct MemLocation {
  int type, id;
};
