// AscendCL's side of the HwQueue contract. A stream cannot write or wait for a word of the table:
// marks are events, and a gate is a notify that the porter records on a stream of our own.
#pragma once

#include "_gen/acl_api.gen.h"
#include "hal/captures.h"
#include "include/heddle.h"

namespace heddle::acl {

// Results that we tell apart.
enum : aclError {
  kSuccess = 0,
  kRepeated = 100002,
  kFirstCaptureError = 107024,
  kLastCaptureError = 107045,
  kOutOfMemory = 207001,
  kFirstDeviceError = 507000,
  kNotComplete = 507004,
  kStreamTimeout = 507046,
  kEventTimeout = 507047,
  kCaptureInvalidated = 507903,
  kLastDeviceError = 507999,
};

enum : aclrtStreamStatus { kStreamEmpty = 0, kStreamBusy = 1 };

// The library, and those that it has been split into.
inline constexpr const char *kLibraries[] = {kLibrary, "libacl_rt.so", "libacl_mdl.so",
                                             "libacl_op_executor.so", "libacl_op_compiler.so"};
// Their own functions; looked up once, whatever way the program got at them.
const Real &real();

// Whether a wait that ended so leaves its stream empty: what has failed runs no more.
bool is_drained(aclError result);

bool is_capturing(aclrtStream stream);

struct AclQueue;

// A context of the program, with what we have made in it and must be gone before it is.
struct Context {
  aclrtContext handle;
  int32_t device;
  uint32_t capabilities;  // kCapability* bits, tried out
  aclrtStream opener;     // on which notifies are recorded
  AclQueue *queues;
  Context *next;
};

// With the context current. Null if there is no memory.
Context *open_context(aclrtContext handle, int32_t device);
// Two steps: after the first, no thread asks the context's streams and events for anything; the
// second destroys ours, when no thread can be using them.
void begin_to_close(Context &context);
void close_context(Context *context);

// Fills `out`; false if there is no memory. `stream` null: the context's default stream.
bool make_hw_queue(Context &context, aclrtStream stream, heddle_hw_queue *out);
// Of calls that the host waits for, and that are on no stream: nothing of them is left behind.
void make_hw_queue_at_once(heddle_hw_queue *out);

void forget_hardware();  // in the child of a fork

// The calling thread works in this context for a scope.
class InContext {
 public:
  explicit InContext(aclrtContext context);
  ~InContext();

 private:
  aclrtContext before_ = nullptr;
  bool switched_;
};

}  // namespace heddle::acl
