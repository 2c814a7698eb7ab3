// Every error that does not depend on timing; each code is the driver's own, and the program goes
// on. Covers: launch errors are returned to the caller, nothing ends the process.
#include "children.h"
#include "common.h"

CUstream stream;
CUevent event;
CUdeviceptr memory;

void work(const char *label) {
  Chain chain;
  for (int i = 0; i < 50; ++i) {
    spin(pace(i), stream);
    chain.step(i, stream);
  }
  MUST(cu.StreamSynchronize(stream));
  chain.print(label);
}

void without_context() {
  CUcontext current = primary;
  CUstream unmade = nullptr;
  CUdeviceptr pointer = 0;
  MUST(cu.CtxSetCurrent(nullptr));
  SHOW(cu.CtxGetCurrent(&current));
  SHOW(current == nullptr);
  SHOW(cu.StreamCreate(&unmade, CU_STREAM_DEFAULT));
  SHOW(cu.MemAlloc(&pointer, 64));
  SHOW(cu.StreamSynchronize(nullptr));
  SHOW(cu.StreamQuery(nullptr));
  SHOW(cu.CtxSynchronize(nullptr));
  SHOW(cu.MemcpyHtoD(memory, &pointer, sizeof pointer));
  SHOW(cu.MemsetD8(memory, 0, 16));
  SHOW(launch(kernels.spin, 1, 1, nullptr, uint64_t{1000}));
  CUcontext popped = nullptr;
  SHOW(cu.CtxPopCurrent(&popped));
  SHOW(cu.CtxPushCurrent(nullptr));
  SHOW(cu.CtxDestroy(nullptr));
  MUST(cu.CtxSetCurrent(primary));
  SHOW(cu.CtxGetCurrent(&current));
  SHOW(current == primary);
}

void launches() {
  uint64_t length = 1000;
  void *good[] = {&length, nullptr};
  const auto with = [&](unsigned grid, unsigned block, unsigned shared) {
    return cu.LaunchKernel(kernels.spin, grid, 1, 1, block, 1, 1, shared, stream, good, nullptr);
  };
  SHOW(with(1, 1, 0));
  SHOW(with(1, 1024, 0));
  SHOW(with(1, 1025, 0));
  SHOW(with(0, 1, 0));
  SHOW(with(1, 0, 0));
  SHOW(with(1, 1, 1u << 30));
  SHOW(cu.LaunchKernel(kernels.spin, 1, 1, 1, 1, 1, 65, 0, stream, good, nullptr));
  SHOW(cu.LaunchKernel(kernels.spin, 1, 70000, 1, 1, 1, 1, 0, stream, good, nullptr));
  SHOW(cu.LaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, stream, good, nullptr));
  SHOW(cu.LaunchCooperativeKernel(kernels.spin, 1, 1, 1, 1025, 1, 1, 0, stream, good));
  SHOW(cu.LaunchCooperativeKernel(kernels.spin, 1u << 20, 1, 1, 1024, 1, 1, 0, stream, good));
  const CUlaunchConfig wide{{1, 1, 1}, {1025, 1, 1}, 0, stream, nullptr, 0};
  SHOW(cu.LaunchKernelEx(&wide, kernels.spin, good, nullptr));
  SHOW(cu.LaunchKernelEx(nullptr, kernels.spin, good, nullptr));
  SHOW(cu.LaunchHostFunc(stream, nullptr, nullptr));
  SHOW(cu.StreamAddCallback(stream, nullptr, nullptr, 0));
  SHOW(cu.GraphLaunch(nullptr, stream));
  SHOW(cu.StreamSynchronize(stream));
}

void modules() {
  CUfunction f = nullptr;
  CUmodule module = nullptr;
  SHOW(cu.ModuleGetFunction(&f, kernels.module, "no_such_kernel"));
  SHOW(cu.ModuleGetFunction(&f, kernels.module, nullptr));
  SHOW(cu.ModuleGetFunction(nullptr, kernels.module, "spin"));
  SHOW(cu.ModuleLoadData(&module, "this is not a kernel"));
  SHOW(cu.ModuleLoadData(&module, nullptr));
  SHOW(cu.ModuleUnload(nullptr));
}

void handles() {
  CUevent unmade = nullptr;
  CUstream none = nullptr;
  CUgraph graph = nullptr;
  float elapsed = 0;
  SHOW(cu.StreamCreate(nullptr, CU_STREAM_DEFAULT));
  SHOW(cu.StreamCreate(&none, 0xff));
  SHOW(cu.StreamDestroy(nullptr));
  SHOW(cu.StreamWaitEvent(stream, nullptr, 0));
  SHOW(cu.StreamWaitEvent(stream, event, 77));
  SHOW(cu.EventCreate(nullptr, 0));
  SHOW(cu.EventCreate(&unmade, 0xff));
  SHOW(cu.EventDestroy(nullptr));
  SHOW(cu.EventRecord(nullptr, stream));
  SHOW(cu.EventQuery(nullptr));
  SHOW(cu.EventSynchronize(nullptr));
  SHOW(cu.EventElapsedTime(&elapsed, nullptr, event));
  SHOW(cu.StreamEndCapture(stream, &graph));
  SHOW(cu.StreamBeginCapture(nullptr, CU_CAPTURE_GLOBAL));
  SHOW(cu.GraphDestroy(nullptr));
  SHOW(cu.GraphExecDestroy(nullptr));
  SHOW(cu.DevicePrimaryCtxRelease(99));
  CUdevice no_device = -1;
  SHOW(cu.DeviceGet(&no_device, 99));
}

void values_and_memory() {
  char host[64] = "";
  CUdeviceptr pointer = 0;
  void *host_pointer = nullptr;
  SHOW(cu.StreamWaitValue32(stream, 0, 0, CU_WAIT_EQ));
  SHOW(cu.StreamWaitValue32(stream, memory + 1, 0, CU_WAIT_EQ));
  SHOW(cu.StreamWaitValue32(stream, memory, 0, 0x77));
  SHOW(cu.StreamWriteValue64(stream, 0, 0, 0));
  SHOW(cu.StreamWriteValue64(stream, memory + 4, 0, 0));
  SHOW(cu.StreamBatchMemOp(stream, 1, nullptr, 0));
  CUstreamBatchMemOpParams bad{};
  bad.kind = static_cast<CUstreamBatchMemOpParams::Kind>(77);
  SHOW(cu.StreamBatchMemOp(stream, 1, &bad, 0));
  SHOW(cu.MemAlloc(&pointer, 0));
  SHOW(cu.MemAlloc(nullptr, 64));
  SHOW(cu.MemAlloc(&pointer, size_t{1} << 60));
  SHOW(cu.MemFree(0));
  SHOW(cu.MemFree(memory + 8));
  SHOW(cu.MemcpyHtoD(0, host, 16));
  SHOW(cu.MemcpyDtoH(host, 0, 16));
  SHOW(cu.MemcpyDtoH(nullptr, memory, 16));
  SHOW(cu.MemcpyDtoHAsync(host, 0, 16, stream));
  SHOW(cu.MemcpyHtoD(memory, host, 0));
  SHOW(cu.MemsetD8Async(0, 0, 16, stream));
  SHOW(cu.MemsetD32Async(memory + 1, 0, 4, stream));
  SHOW(cu.MemAllocAsync(nullptr, 16, stream));
  SHOW(cu.MemHostAlloc(nullptr, 16, 0));
  SHOW(cu.MemHostAlloc(&host_pointer, 0, 0));
  SHOW(cu.MemFreeHost(nullptr));
  SHOW(cu.MemHostRegister(nullptr, 4096, 0));
  SHOW(cu.MemHostUnregister(host));
  SHOW(cu.MemHostGetDevicePointer(&pointer, host, 0));
  SHOW(cu.StreamSynchronize(stream));
}

// What a driver does to a bad argument is its own affair, up to a crash. So each part has a process
// of its own.
template <class Body>
void in_child(const char *label, Body body, int count, char **arguments) {
  finish(label, start([&] {
           begin(count, arguments);
           stream = make_stream(CU_STREAM_NON_BLOCKING);
           event = make_event();
           memory = device_bytes(4096);
           work("before");
           body();
           work("after");
           SHOW(cu.CtxSynchronize(primary));
           return 2;
         }));
}

int before_init() {
  int number = 0;
  SHOW(cu.DeviceGetCount(&number));
  SHOW(cu.DeviceGet(&device, 0));
  SHOW(cu.StreamQuery(nullptr));
  SHOW(cu.StreamCreate(&stream, 0));
  SHOW(cu.Init(1));
  return 2;
}

int main(int count, char **arguments) {
  find(count, arguments);
  // In a child, too: a driver that was called before a fork crashes in the child.
  finish("before the beginning", start(before_init));
  static uint64_t nothing[4096];
  const auto bogus = reinterpret_cast<CUstream>(&nothing[1024]);
  in_child("query of a bad stream", [&] { SHOW(cu.StreamQuery(bogus)); }, count, arguments);
  in_child(
      "launch on a bad stream", [&] { SHOW(launch(kernels.spin, 1, 1, bogus, uint64_t{1000})); },
      count, arguments);
  in_child("without a context", without_context, count, arguments);
  in_child("launches", launches, count, arguments);
  in_child("modules", modules, count, arguments);
  in_child("streams, events and graphs", handles, count, arguments);
  in_child("values and memory", values_and_memory, count, arguments);
  return 2;
}
