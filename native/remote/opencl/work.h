// What the OpenCL server's parts share.
#pragma once

#include "remote/opencl/api.h"
#include "remote/server.h"

namespace heddle::remote {

// -- serve_info.cpp
// The number of a handle that the driver has told of: `fresh` if the client has none for it. Then
// the reference that keeps it is ours.
uint64_t tell_handle(Request &request, uint8_t kind, void *real, uint64_t fresh);

// -- serve_programs.cpp
// Without it a driver may forget what a kernel's arguments are. The program need not know.
inline constexpr const char *kOurOption = " -cl-kernel-arg-info";
bool has_our_option(cl_program program);
bool is_being_built(cl_program program);

// Which of its arguments are handles: the driver would follow whatever the client sends for one.
enum class Argument : uint8_t { kValue, kMemory, kLocal, kOther };

struct Kernel {
  struct Held {
    uint64_t number;
    cl_mem real;
  };
  bool is_known = false;
  std::vector<Argument> arguments;
  std::map<uint32_t, size_t> proven;  // values by index: of how many bytes
  std::map<uint32_t, Held> held;      // the driver keeps no reference of them
};

// -- serve_memory.cpp
// What was read goes to the client before anything that tells it so. After a call that may.
void settle(Server &server);
inline void finish_seen(Request &request, cl_int result) {
  settle(request.server);
  request.finish(result);
}

// An object that is used while the client's other calls go on: one of them may release it.
template <class T>
class Kept {
 public:
  Kept(T object, cl_int (*retain)(T), cl_int (*release)(T)) : object_(object), release_(release) {
    is_kept_ = object && retain(object) == kSuccess;
  }
  ~Kept() {
    if (is_kept_) release_(object_);
  }
  Kept(const Kept &) = delete;
  Kept &operator=(const Kept &) = delete;

 private:
  T object_;
  cl_int (*release_)(T);
  bool is_kept_;
};

// -- serve_events.cpp
// Behind the command that it is of: until then if the call blocks, which others go on beside.
cl_int wait_for(Request &request, cl_event done);
void settle_behind(Server &server, cl_event done);  // when it is done, and not only then

}  // namespace heddle::remote
