// What is Acme's own of the roles. What a member of StreamVendor says that is not so of Acme, or not
// all, is said here again.
#pragma once

#include "_gen/acme_hal.gen.h"
#include "shim/stream_vendor.h"

namespace heddle::acme {

struct Vendor : StreamVendor<Hal> {};

}  // namespace heddle::acme

using roles = heddle::StreamRoles<heddle::acme::Vendor>;  // where the generated stubs find them
