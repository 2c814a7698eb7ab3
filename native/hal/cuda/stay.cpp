// A context that stays on the device without work. A device whose context has nothing to do loads
// the next one that has: so a kernel of one thread waits there. When it ends, the next command must
// be at the device already, or that goes to the others for a moment, which takes 300 us there and
// back; and the device fetches no command of a stream that it has no more of, while others have
// work. So behind the kernel the stream waits for the same word, which keeps it at work; and the
// kernel goes on for a moment once the word is 0.
#include "hal/cuda/hw_queue.h"

namespace heddle::cuda {

namespace {

// It ends by the device's own clock, too: the process that clears the word may have been killed.
constexpr char kStay[] = R"(
.version 6.0
.target sm_70
.address_size 64
.visible .entry heddle_stay(.param .u64 word, .param .u64 nanoseconds) {
  .reg .pred %p;
  .reg .u32 %value;
  .reg .u64 %at, %end, %since, %now;
  ld.param.u64 %at, [word];
  ld.param.u64 %end, [nanoseconds];
  mov.u64 %since, %globaltimer;
again:
  mov.u64 %now, %globaltimer;
  sub.u64 %now, %now, %since;
  setp.ge.u64 %p, %now, %end;
  @%p bra done;
  ld.volatile.global.u32 %value, [%at];
  setp.ne.u32 %p, %value, 0;
  @%p bra again;
  add.u64 %end, %now, 20000;
linger:
  mov.u64 %now, %globaltimer;
  sub.u64 %now, %now, %since;
  setp.lt.u64 %p, %now, %end;
  @%p bra linger;
done:
  ret;
}
)";

bool make(Context &context) {
  if (context.tried_to_stay) return context.stay;
  context.tried_to_stay = true;
  CUmodule module;
  CUfunction function;
  if (real().cuModuleLoadData(&module, kStay) != kSuccess ||
      real().cuModuleGetFunction(&function, module, "heddle_stay") != kSuccess)
    return false;
  context.stay = function;
  return true;
}

}  // namespace

CUresult stay(Context &context, CUstream stream, CUdeviceptr word, uint64_t nanoseconds) {
  if (!make(context)) return kNotSupported;
  void *arguments[] = {&word, &nanoseconds};
  const CUresult result =
      real().cuLaunchKernel(context.stay, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr);
  return result == kSuccess ? wait_value(stream, word, 0) : result;
}

}  // namespace heddle::cuda
