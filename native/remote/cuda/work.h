// What the CUDA server keeps of what it has submitted.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "remote/cuda/api.h"
#include "remote/server.h"

namespace heddle::remote {

// Host memory that the device reaches, of one copy. The driver allows no calls from within a
// stream, so what is done with goes to who needs such memory next.
class PinnedMemory {
 public:
  struct Buffer {
    void *bytes = nullptr;
    size_t room = 0;
    uint32_t context = 0;
  };
  // Null bytes: there is none. Of the context that is current: its number. There is so much and no
  // more: who wants more waits until something comes back.
  Buffer take(size_t bytes, uint32_t context);
  void give_back(Buffer buffer);
  void keep(Buffer buffer);       // it will not come back: it is a graph's
  void forget(uint32_t context);  // which is gone, and its memory with it

 private:
  bool find(size_t room, uint32_t context, Buffer *found);

  std::mutex mutex_;
  std::condition_variable back_;
  std::vector<Buffer> free_;
  std::map<void *, Buffer> taken_;
  uint64_t bytes_ = 0;  // of all
};
PinnedMemory &pinned();

// What a host function of ours is given. It lives until that has run; in a graph, for good.
struct Later {
  Server *server = nullptr;
  uint64_t token = 0;
  PinnedMemory::Buffer buffer;
  size_t bytes = 0;
  bool captured = false;
  StagingPtr slot = nullptr;  // by which the client is sent the bytes
};

// The number of the context that the call is made in.
inline uint32_t context_of(const Request &request) {
  return uint32_t(request.device()) & (kMostContexts - 1);
}

// What is behind a number that a call needs as well.
template <class T>
T of_number(Request &request, uint8_t kind, uint64_t number) {
  bool right = true;
  void *real = request.server.find(number, kind, &right);
  if (!right) request.refuse();
  return static_cast<T>(real);
}

bool is_captured(CUstream stream);

// Puts a host function on the stream; the function deletes what it is given if it runs once.
CUresult later(CUstream stream, void (*function)(void *), Later what);

template <void (*Body)(Later &)>
void run_later(void *given) {
  auto *what = static_cast<Later *>(given);
  Body(*what);
  if (!what->captured) delete what;
}

// The parameters of a kernel, if the driver can say: it may need a context for that.
std::optional<std::vector<Slot>> slots_of(CUfunction function, CUkernel kernel);

}  // namespace heddle::remote
