// HIP's side of the HwQueue contract.
#pragma once

#include "_gen/hip_api.gen.h"
#include "hal/captures.h"
#include "include/heddle.h"

namespace heddle::hip {

inline const hipStream_t kLegacy = reinterpret_cast<hipStream_t>(uintptr_t(1));
inline const hipStream_t kPerThread = reinterpret_cast<hipStream_t>(uintptr_t(2));
inline bool is_default(hipStream_t stream) { return !stream || stream == kLegacy; }

// Results that we tell apart.
enum : hipError_t {
  kSuccess = 0,
  kOutOfMemory = 2,
  kNotReady = 600,
  kCaptureInvalidated = 901,
};

constexpr int kMostDevices = 64;

// The name of the runtime's library that this process uses: there is one for each major version of
// HIP, and what we call is the same in all of them.
inline constexpr const char *kLibraries[] = {"libamdhip64.so.7", "libamdhip64.so.6",
                                             "libamdhip64.so.5"};
const char *library();
// The runtime's own functions; looked up once, whatever way the program got at them.
const Real &real();

// Around calls of our own: they must not disturb a capture of this thread, nor leave an error that
// the program would find with hipGetLastError(). With a device, they mean that one's default
// stream.
class Ours {
 public:
  explicit Ours(int device = -1);
  ~Ours();
  Ours(const Ours &) = delete;

 private:
  const hipError_t error_;  // the program's
  int mode_ = 2;            // relaxed
  int device_ = -1;         // the program's; -1: it was not changed
};

// Whether a wait that ended so leaves its streams empty: a failed device runs nothing any more.
bool is_drained(hipError_t result);

// What of Heddle's works with a device, each tried out at the first call; kCapability* bits.
uint32_t capabilities_of(int device);
void reset_words(int device);    // it is about to be reset, and what streams wait for goes
void forget_device(int device);  // it was reset, and knows nothing of us any more
void forget_hardware();          // in the child of a fork

// Fills `out`; false if there is no memory. `stream`: a handle, null, kLegacy or kPerThread.
bool make_hw_queue(int device, hipStream_t stream, heddle_hw_queue *out);

}  // namespace heddle::hip
