// Every error that does not depend on timing, up to a fault that sticks to the context.
#include <sys/wait.h>
#include <unistd.h>

#include <initializer_list>

#include "common.h"

void nothing(void *) {}

// An address that was never a handle, with plausible memory behind it.
template <class Handle>
Handle bogus() {
  static uint64_t words[64];
  return reinterpret_cast<Handle>(&words[16]);
}

uint32_t word = 0;
uint64_t words[2] = {0, 0};
int number = 0;
int64_t value = 0;
size_t size = 0;
void *pointer = nullptr;
char name[64] = "";
sxStream stream = nullptr;
sxEvent event = nullptr;
sxKernel kernel = nullptr;
sxGraph graph = nullptr;
sxGraphExec executable = nullptr;

// Called before sxInit, with good handles and after the fault: the codes tell the three apart.
void show_common_calls() {
  const sxTimedArgs arguments{1000};
  SHOW(sxGetVersion(&number));
  SHOW(sxDeviceCount(&number));
  SHOW(sxDeviceGetName(0, name, sizeof name));
  SHOW(sxDeviceGetAttribute(0, SX_ATTR_MEMORY, &value));
  SHOW(sxSetDevice(0));
  SHOW(sxGetDevice(&number));
  SHOW(sxGetKernel(&kernel, "timed"));
  SHOW(sxLaunchKernel(kernel, &arguments, sizeof arguments, stream));
  SHOW(sxLaunchHostFunc(stream, nothing, nullptr));
  SHOW(sxMemsetAsync(pointer, 0, 16, stream));
  SHOW(sxMemcpyAsync(words, pointer, 16, stream));
  SHOW(sxMemcpy(words, pointer, 16));
  SHOW(sxEventRecord(event, stream));
  SHOW(sxStreamWaitEvent(stream, event));
  SHOW(sxStreamSynchronize(stream));
  SHOW(sxStreamQuery(stream));
  SHOW(sxEventSynchronize(event));
  SHOW(sxEventQuery(event));
  SHOW(sxDeviceSynchronize());
  SHOW(sxMemGetInfo(&size, &size));
}

void work(int steps) {
  Chain chain;
  for (int i = 0; i < steps; ++i) {
    timed(pace(i), stream);
    chain.step(i, stream);
  }
  MUST(sxStreamSynchronize(stream));
  chain.print("still right");
}

int main() {
  for (int code = -1; code <= 13; ++code)
    std::printf("%d: %s\n", code, sxGetErrorString(static_cast<sxResult>(code)));
  std::printf("-- before sxInit\n");
  show_common_calls();
  SHOW(sxMalloc(&pointer, 16));
  SHOW(sxFree(&word));
  SHOW(sxStreamCreate(&stream, 0));
  SHOW(sxEventCreate(&event));
  SHOW(sxStreamBeginCapture(bogus<sxStream>()));
  SHOW(sxContextSetTimeslice(0, 1000));
  SHOW(sxInit(1));
  SHOW(sxInit(0));
  SHOW(sxInit(0));
  SHOW(sxInit(1));

  std::printf("-- good calls\n");
  SHOW(sxStreamCreate(&stream, SX_STREAM_NON_BLOCKING));
  SHOW(sxEventCreate(&event));
  SHOW(sxMalloc(&pointer, 4096));
  show_common_calls();
  work(300);

  std::printf("-- devices\n");
  for (int device : {-1, 1000}) {
    SHOW(sxDeviceGetName(device, name, sizeof name));
    SHOW(sxDeviceGetAttribute(device, SX_ATTR_MEMORY, &value));
    SHOW(sxSetDevice(device));
    SHOW(sxContextSetTimeslice(device, 1000));
    SHOW(sxContextGetTimeslice(device, &word));
    SHOW(sxContextDisable(device, 0));
  }
  SHOW(sxGetVersion(nullptr));
  SHOW(sxDeviceCount(nullptr));
  SHOW(sxGetDevice(nullptr));
  SHOW(sxDeviceGetName(0, nullptr, 10));
  SHOW(sxDeviceGetName(0, name, 0));
  SHOW(sxDeviceGetName(0, name, 1));
  SHOW(sxDeviceGetAttribute(0, static_cast<sxAttribute>(0), &value));
  SHOW(sxDeviceGetAttribute(0, static_cast<sxAttribute>(99), &value));
  SHOW(sxDeviceGetAttribute(0, SX_ATTR_MEMORY, nullptr));
  SHOW(sxContextGetTimeslice(0, nullptr));
  SHOW(sxStreamGetDevice(stream, nullptr));
  SHOW(sxStreamGetDevice(nullptr, &number));

  std::printf("-- memory\n");
  size_t total = 0;
  void *unused = nullptr;
  MUST(sxMemGetInfo(&size, &total));
  SHOW(sxMalloc(nullptr, 16));
  SHOW(sxMalloc(&unused, 0));
  SHOW(sxMalloc(&unused, total + 1));
  SHOW(sxMalloc(&unused, SIZE_MAX / 2));
  SHOW(sxMalloc(&unused, SIZE_MAX));
  SHOW(sxFree(nullptr));
  SHOW(sxFree(&word));
  SHOW(sxFree(static_cast<char *>(pointer) + 8));
  SHOW(sxMemGetInfo(nullptr, nullptr));
  SHOW(sxMemcpy(nullptr, pointer, 16));
  SHOW(sxMemcpy(pointer, nullptr, 16));
  SHOW(sxMemcpyAsync(nullptr, pointer, 16, stream));
  SHOW(sxMemcpyAsync(words, pointer, 0, stream));
  SHOW(sxMemsetAsync(nullptr, 0, 16, stream));
  SHOW(sxMemsetAsync(pointer, 0, 0, stream));

  std::printf("-- kernels\n");
  const sxTimedArgs arguments{1000};
  SHOW(sxGetKernel(nullptr, "timed"));
  SHOW(sxGetKernel(&kernel, nullptr));
  SHOW(sxGetKernel(&kernel, "no such kernel"));
  SHOW(sxGetKernel(&kernel, ""));
  SHOW(sxGetKernel(&kernel, "timed"));
  SHOW(sxLaunchKernel(nullptr, &arguments, sizeof arguments, stream));
  SHOW(sxLaunchKernel(bogus<sxKernel>(), &arguments, sizeof arguments, stream));
  SHOW(sxLaunchKernel(kernel, nullptr, sizeof arguments, stream));
  SHOW(sxLaunchKernel(kernel, &arguments, 0, stream));
  SHOW(sxLaunchKernel(kernel, &arguments, sizeof arguments - 1, stream));
  SHOW(sxLaunchKernel(kernel, &arguments, sizeof arguments, bogus<sxStream>()));
  SHOW(sxLaunchHostFunc(stream, nullptr, nullptr));
  SHOW(sxLaunchHostFunc(bogus<sxStream>(), nothing, nullptr));

  std::printf("-- streams, events and graphs\n");
  SHOW(sxStreamCreate(nullptr, 0));
  sxStream unmade = nullptr;
  SHOW(sxStreamCreate(&unmade, 0xff));
  SHOW(sxStreamDestroy(nullptr));
  SHOW(sxStreamDestroy(bogus<sxStream>()));
  SHOW(sxStreamSynchronize(bogus<sxStream>()));
  SHOW(sxStreamQuery(bogus<sxStream>()));
  SHOW(sxStreamGetDevice(bogus<sxStream>(), &number));
  SHOW(sxStreamWaitEvent(stream, nullptr));
  SHOW(sxStreamWaitEvent(stream, bogus<sxEvent>()));
  SHOW(sxStreamWaitEvent(bogus<sxStream>(), event));
  SHOW(sxMemcpyAsync(words, pointer, 16, bogus<sxStream>()));
  SHOW(sxMemsetAsync(pointer, 0, 16, bogus<sxStream>()));
  SHOW(sxEventCreate(nullptr));
  SHOW(sxEventDestroy(nullptr));
  SHOW(sxEventDestroy(bogus<sxEvent>()));
  SHOW(sxEventRecord(nullptr, stream));
  SHOW(sxEventRecord(bogus<sxEvent>(), stream));
  SHOW(sxEventRecord(event, bogus<sxStream>()));
  SHOW(sxEventQuery(nullptr));
  SHOW(sxEventSynchronize(nullptr));
  SHOW(sxEventElapsed(nullptr, event, event));
  SHOW(sxEventElapsed(words, nullptr, event));
  SHOW(sxEventElapsed(words, event, bogus<sxEvent>()));
  SHOW(sxStreamBeginCapture(nullptr));
  SHOW(sxStreamBeginCapture(bogus<sxStream>()));
  SHOW(sxStreamEndCapture(nullptr, &graph));
  SHOW(sxStreamEndCapture(stream, &graph));
  SHOW(sxStreamIsCapturing(bogus<sxStream>(), &number));
  SHOW(sxGraphInstantiate(nullptr, bogus<sxGraph>()));
  SHOW(sxGraphInstantiate(&executable, bogus<sxGraph>()));
  SHOW(sxGraphLaunch(bogus<sxGraphExec>(), stream));
  SHOW(sxGraphDestroy(nullptr));
  SHOW(sxGraphDestroy(bogus<sxGraph>()));
  SHOW(sxGraphExecDestroy(nullptr));
  SHOW(sxGraphExecDestroy(bogus<sxGraphExec>()));
  SHOW(sxStreamWaitValue32(bogus<sxStream>(), &word, 0, SX_WAIT_EQUAL));
  SHOW(sxStreamWriteValue64(bogus<sxStream>(), words, 0));
  SHOW(sxStreamWaitValue32(stream, nullptr, 0, SX_WAIT_EQUAL));
  SHOW(sxStreamWaitValue32(stream, &word, 0, 77));
  SHOW(sxStreamWriteValue64(stream, nullptr, 0));

  std::printf("-- handles that are no more\n");
  sxStream old_stream = nullptr;
  sxEvent old_event = nullptr;
  MUST(sxStreamCreate(&old_stream, 0));
  MUST(sxEventCreate(&old_event));
  SHOW(sxStreamDestroy(old_stream));
  SHOW(sxEventDestroy(old_event));
  SHOW(sxStreamDestroy(old_stream));
  SHOW(sxEventDestroy(old_event));
  SHOW(sxStreamSynchronize(old_stream));
  SHOW(sxEventQuery(old_event));
  SHOW(sxLaunchKernel(kernel, &arguments, sizeof arguments, old_stream));
  void *old_pointer = nullptr;
  MUST(sxMalloc(&old_pointer, 64));
  SHOW(sxFree(old_pointer));
  SHOW(sxFree(old_pointer));
  work(300);

  std::printf("-- a fault\n");
  const sxFaultArgs fault{200'000};
  SHOW(sxGetKernel(&kernel, "fault"));
  SHOW(sxLaunchKernel(kernel, &fault, sizeof fault, stream));
  SHOW(sxStreamSynchronize(stream));
  show_common_calls();
  void *more = nullptr;
  sxStream late = nullptr;
  SHOW(sxMalloc(&more, 16));
  SHOW(sxStreamCreate(&late, 0));
  SHOW(sxFree(pointer));
  SHOW(sxEventDestroy(event));
  SHOW(sxStreamDestroy(stream));
  SHOW(sxInit(0));
  SHOW(sxDeviceSynchronize());

  // It sticks to this context only: a child has a new one.
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    SHOW(sxInit(0));
    SHOW(sxStreamCreate(&stream, SX_STREAM_NON_BLOCKING));
    work(200);
    return 0;
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::printf("child ended with %d\n", WEXITSTATUS(status));
  return 2;
}
