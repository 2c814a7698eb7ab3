// Level Zero's side of the HwQueue contract. Nothing of ours may get into a command list of the
// program, which is executed as often as it likes: into a command queue we put small lists of our
// own, and into an immediate list, which is a queue, barriers.
#pragma once

#include "_gen/ze_api.gen.h"
#include "include/heddle.h"

namespace heddle::ze {

inline constexpr int kDeviceLost = 0x70000001;

// The loader's own functions; looked up once, whatever way the program got at them.
const Real &real();

// Whether a wait that ended so leaves the stream empty: a lost device runs nothing any more.
inline bool is_drained(ze_result_t result) { return result == kSuccess || result == kDeviceLost; }

// What the program made: a command queue, or an immediate command list.
struct Made {
  ze_context_handle_t context;
  ze_device_handle_t device;
  ze_command_queue_handle_t queue;  // null: `list` it is
  ze_command_list_handle_t list;
  uint32_t ordinal;
  bool is_synchronous;
};

// One of them, with our events and lists for it. It lives until both the core and the shim have let
// go of it.
class HwQueue;
HwQueue *make_hw_queue(const Made &made, heddle_hw_queue *out);  // null: no memory
// The program is about to destroy it, and nothing of ours comes any more: waits until what is there
// is done, and destroys our events and lists while their context is there.
void finish(HwQueue *queue);

// Around a call of the program that appends to an immediate list: no other thread may append
// meanwhile. Only loaders before 1.10 need that, where our own thread may have to: see
// docs/reference/level-zero.md.
class Appending {
 public:
  explicit Appending(HwQueue *queue);  // null: not one of those
  ~Appending();

 private:
  HwQueue *queue_;
};

void forget_hardware();  // in the child of a fork

}  // namespace heddle::ze
