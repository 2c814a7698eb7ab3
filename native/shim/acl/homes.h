// The contexts that the program's streams are in.
#pragma once

#include "shim/acl/roles.h"

namespace heddle::acl {

inline constexpr int kMostDevices = 64;

aclrtContext current_context();  // of the thread; null: none
int32_t current_device();        // likewise; -1: none
// The thread's context, with the map of streams locked. Null if there is no memory.
Context *context_here();
void forget_homes();  // in the child of a fork

}  // namespace heddle::acl
