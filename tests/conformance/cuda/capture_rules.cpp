// What may not be done while a stream is captured: each breach has its code, breaks that capture
// and nothing else.
// Covers: the codes of a broken capture reach the program; a capture does not unschedule or disturb
// other streams; the default stream and a capture.
#include <thread>

#include "common.h"

CUstream captured, other;

// Whether work is still pending is not the question here.
CUresult settled(CUresult result) {
  return result == CUDA_ERROR_NOT_READY ? CUresult{CUDA_SUCCESS} : result;
}

// A capture with one breach in it; then the same streams work as usual.
template <class Breach>
void breach(const char *label, CUcaptureMode mode, Breach commit) {
  std::printf("-- %s, mode %d\n", label, mode);
  static Chain chain;
  Chain inside;
  int status = -1;
  CUgraph graph = nullptr;
  for (int i = 0; i < 100; ++i) {
    spin(pace(i) / 2, i % 2 ? captured : other);
    chain.step(i, other);
  }
  SHOW(cu.StreamBeginCapture(captured, mode));
  inside.submit(1, captured);
  commit();
  SHOW(cu.StreamIsCapturing(captured, &status));
  std::printf("capturing %d\n", status);
  SHOW(launch(kernels.spin, 1, 1, captured, uint64_t{20000}));
  chain.step(1, other);  // not concerned
  SHOW(cu.StreamEndCapture(captured, &graph));
  SHOW(cu.StreamIsCapturing(captured, &status));
  std::printf("capturing %d, graph %d\n", status, graph != nullptr);
  if (graph) MUST(cu.GraphDestroy(graph));
  inside.step(2, captured);
  SHOW(cu.StreamSynchronize(captured));
  SHOW(cu.StreamSynchronize(other));
  inside.print("inside");
  chain.print("other");
}

int main(int count, char **arguments) {
  begin(count, arguments);
  captured = make_stream(CU_STREAM_NON_BLOCKING);
  other = make_stream(CU_STREAM_NON_BLOCKING);
  const CUstream third = make_stream(CU_STREAM_NON_BLOCKING);
  const CUevent event = make_event();
  CUdeviceptr pointer = 0;

  for (CUcaptureMode mode : {CU_CAPTURE_GLOBAL, CU_CAPTURE_THREAD_LOCAL, CU_CAPTURE_RELAXED}) {
    breach("none", mode, [] {});
    breach("query", mode, [] { SHOW(cu.StreamQuery(captured)); });
    breach("synchronize", mode, [] { SHOW(cu.StreamSynchronize(captured)); });
    breach("query of another", mode, [] { SHOW(settled(cu.StreamQuery(other))); });
    breach("context", mode, [] { SHOW(cu.CtxSynchronize(primary)); });
  }
  breach("captured event", CU_CAPTURE_RELAXED, [&] {
    SHOW(cu.EventRecord(event, captured));
    SHOW(cu.EventQuery(event));
    SHOW(cu.EventSynchronize(event));
  });
  breach("allocation", CU_CAPTURE_GLOBAL, [&] { SHOW(cu.MemAlloc(&pointer, 64)); });
  breach("allocation", CU_CAPTURE_RELAXED, [&] { SHOW(cu.MemAlloc(&pointer, 64)); });
  breach("second begin", CU_CAPTURE_RELAXED,
         [] { SHOW(cu.StreamBeginCapture(captured, CU_CAPTURE_RELAXED)); });
  breach("wrong end", CU_CAPTURE_RELAXED, [] {
    CUgraph graph = nullptr;
    SHOW(cu.StreamEndCapture(other, &graph));
  });
  breach("another thread ends it", CU_CAPTURE_GLOBAL, [] {
    std::thread([] {
      CUgraph graph = nullptr;
      MUST(cu.CtxSetCurrent(primary));
      SHOW(cu.StreamEndCapture(captured, &graph));
    }).join();
  });
  breach("not joined", CU_CAPTURE_RELAXED, [&] {
    SHOW(cu.EventRecord(event, captured));
    SHOW(cu.StreamWaitEvent(third, event, 0));
    int status = -1;
    SHOW(cu.StreamIsCapturing(third, &status));
    std::printf("drawn in: %d\n", status);
  });

  // The default stream cannot be captured, and it cannot be used beside a blocking stream that is.
  SHOW(cu.StreamBeginCapture(nullptr, CU_CAPTURE_GLOBAL));
  captured = make_stream(CU_STREAM_DEFAULT);
  breach("default stream", CU_CAPTURE_RELAXED, [] {
    int status = -1;
    SHOW(cu.StreamIsCapturing(nullptr, &status));
    SHOW(launch(kernels.spin, 1, 1, nullptr, uint64_t{20000}));
  });
  breach("default stream asked", CU_CAPTURE_RELAXED, [] { SHOW(cu.StreamQuery(nullptr)); });
  breach("default stream memset", CU_CAPTURE_RELAXED, [&] { SHOW(cu.MemsetD8(pointer, 0, 64)); });

  // Modes of a thread.
  CUcaptureMode mode = CU_CAPTURE_RELAXED;
  SHOW(cu.ThreadExchangeStreamCaptureMode(&mode));
  std::printf("mode was %d\n", mode);
  SHOW(cu.ThreadExchangeStreamCaptureMode(&mode));
  std::printf("mode was %d\n", mode);
  SHOW(cu.StreamEndCapture(captured, nullptr));
  SHOW(cu.StreamIsCapturing(captured, nullptr));
  SHOW(cu.CtxSynchronize(primary));
}
