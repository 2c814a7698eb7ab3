// Linear memory that may leave the device and come back to the same address.
#pragma once

#include "shim/cuda/memory.h"

namespace heddle::cuda {

// Whether an allocation of this size is made so that it can be moved: the program allows it, the
// driver can, and it is not so small that the driver would put it into a page with others.
bool is_movable(uint64_t bytes);

CUresult allocate_movable(CUdeviceptr *pointer, uint64_t bytes);
// False if it is not one of these. Whatever used it must be done.
bool free_movable(CUdeviceptr pointer);
// The allocation that an address lies in, as it was asked for.
struct Range {
  CUdeviceptr begin;
  uint64_t bytes;
  CUcontext context;
};
bool find_movable(CUdeviceptr address, Range *range);

void forget_movable(CUcontext context);  // with its context
void forget_movable();                   // in the child of a fork

}  // namespace heddle::cuda
