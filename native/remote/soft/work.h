// What the soft XPU's server knows of the commands that it submits: which memory each touches, and
// what each needs of the server until it has run. All of it is the lead's.
//
// A graph holds addresses for as long as it lives, and runs whenever the client likes. So there is
// a recording beside each: it runs only while all that it touches is there.
#pragma once

#include <vector>

#include "_gen/soft_remote.gen.h"
#include "remote/server.h"
#include "soft/softxpu.h"

namespace heddle::remote {

// Device memory that a command touches.
struct Span {
  uint64_t address, bytes;
  auto operator<=>(const Span &) const = default;
};
using Spans = std::vector<Span>;

// What a host function of ours is given; it lives until that has run, in a graph as long as it can
// run again.
struct Later {
  StagingPtr staging;
  uint64_t token = 0, value = 0;
  Server *server = nullptr;
  bool captured = false;
};

// What a capture has recorded, then its graph, then what was instantiated of it.
struct Recording {
  Recording() = default;
  Recording(const Recording &) = delete;
  Recording &operator=(const Recording &) = delete;
  ~Recording();

  Spans spans;
  std::vector<std::shared_ptr<Later>> kept;
  uint64_t commands = 0;
  uint64_t users = 0;  // devices that it was launched on, a bit each
  // When `spans` were last looked at, and for which device: it need not be done again.
  uint64_t losses = 0;
  int32_t device = -1;
};
using RecordingPtr = std::shared_ptr<Recording>;

// Of the capture of this stream; null if there is none.
Recording *recording_of(sxStream stream);

int32_t device_of(Request &request, sxStream stream);

// Before a command goes to a stream: SX_OK, or why it may not. The spans are the client's.
sxResult note(Request &request, sxStream stream, const Spans &spans);

sxResult later(Request &request, sxStream stream, sxHostFunc function, Later what);

template <void (*Body)(Later &)>
void run_later(void *given) {
  auto *what = static_cast<Later *>(given);
  Body(*what);
  if (!what->captured) delete what;
}

// The stream is gone, and its capture with it.
void drop_capture(sxStream stream);

}  // namespace heddle::remote
