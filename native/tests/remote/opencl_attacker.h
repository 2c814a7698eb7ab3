// A hostile client of OpenCL's server, on the fake driver; and what the messages of the functions
// hold that are written by hand.
#pragma once

#include <iterator>

#include "_gen/opencl_fields.gen.h"
#include "remote/opencl/api.h"
#include "tests/remote/attacker.h"

namespace heddle::remote {

// Beside the letters of opencl_fields.gen.h: & as many new numbers as x says, $ the same and how
// many, * bytes that were sent before, I a question, @ an argument, # a launch, 3 three numbers,
// 1 a token, u flags, m a number that is small; ~ something was sent for it before.
struct ByHand {
  uint16_t function;
  const char *fields;
};
inline constexpr ByHand kByHand[] = {
    {kClBuildProgram, "fx<b>t"},
    {kClCloneKernel, "gG"},
    {kClCompileProgram, "fx<b>tx<f>{9}q"},
    {kClCreateBuffer, "cuqoE~"},
    {kClCreateContext, "lx<b>C"},
    {kClCreateContextFromType, "lrC"},
    {kClCreateKernelsInProgram, "fx&"},
    {kClCreateProgramWithBinary, "cx<b>[8-0]F~"},
    {kClCreateProgramWithIL, "cF~"},
    {kClCreateProgramWithSource, "cF~"},
    {kClEnqueueMapBuffer, "deouqqmmx<h>H"},
    {kClEnqueueNDRangeKernel, "dg#x<h>H"},
    {kClEnqueueReadBuffer, "deoqqo1x<h>H"},
    {kClEnqueueReadBufferRect, "deo33qqo$qx<h>H"},
    {kClEnqueueTask, "dgx<h>H"},
    {kClEnqueueUnmapMemObject, "demqox<h>H~"},
    {kClEnqueueWriteBuffer, "deoqqo*x<h>H"},
    {kClEnqueueWriteBufferRect, "deo33qqo*x<h>H"},
    {kClFinish, "d"},
    {kClGetCommandQueueInfo, "dI"},
    {kClGetContextInfo, "cI"},
    {kClGetDeviceIDs, "ar&x"},
    {kClGetDeviceInfo, "bI"},
    {kClGetEventInfo, "hI"},
    {kClGetEventProfilingInfo, "hI"},
    {kClGetKernelArgInfo, "guI"},
    {kClGetKernelInfo, "gI"},
    {kClGetKernelSubGroupInfo, "gbx[1-0]I"},
    {kClGetKernelSubGroupInfoKHR, "gbx[1-0]I"},
    {kClGetKernelWorkGroupInfo, "gbI"},
    {kClGetMemObjectInfo, "eI"},
    {kClGetPlatformIDs, "&x"},
    {kClGetPlatformInfo, "aI"},
    {kClGetProgramBuildInfo, "fbI"},
    {kClGetProgramInfo, "fI"},
    {kClLinkProgram, "cx<b>tx<f>F"},
    {kClReleaseCommandQueue, "d"},
    {kClReleaseContext, "c"},
    {kClReleaseEvent, "h"},
    {kClReleaseKernel, "g"},
    {kClReleaseMemObject, "e"},
    {kClReleaseProgram, "f"},
    {kClRetainCommandQueue, "d"},
    {kClRetainContext, "c"},
    {kClRetainEvent, "h"},
    {kClRetainKernel, "g"},
    {kClRetainMemObject, "e"},
    {kClRetainProgram, "f"},
    {kClSetContextDestructorCallback, "cm"},
    {kClSetEventCallback, "hum"},
    {kClSetKernelArg, "gu@"},
    {kClSetMemObjectDestructorCallback, "em"},
    {kClWaitForEvents, "x<h>"},
};

inline constexpr const char *fields_of(uint64_t function) {
  for (const ByHand &each : kByHand)
    if (each.function == function) return each.fields;
  return kFields[function];
}
inline constexpr bool has_all() {
  for (uint64_t i = 0; i < kFunctions; i++)
    if (!fields_of(i)) return false;
  return std::size(kFields) == kFunctions;
}
static_assert(has_all(), "a function has come: say what its fields are");

inline constexpr uint64_t kPlatform = 16, kDevice = 32, kContext = 48, kQueue = 64, kBuffer = 80,
                          kProgram = 96, kKernel = 112, kFirstFree = 128;
inline constexpr uint64_t kSize = 4096;

class OpenclAttacker : public Attacker {
 public:
  explicit OpenclAttacker(Unless unless = nullptr)
      : Attacker("opencl", OPENCL_SERVER, {"LD_LIBRARY_PATH=" FAKE_OPENCL}, std::move(unless)) {}

  // One of each, under the numbers above.
  void begin() {
    CHECK_EQ(ask(kClGetPlatformIDs, {1, 8, kPlatform, 1}).result, kSuccess);
    CHECK_EQ(ask(kClGetDeviceIDs, {kPlatform, kEveryType, 1, 8, kDevice, 1}).result, kSuccess);
    CHECK_EQ(ask(kClCreateContext, {0, 0, 1, 1, 8, kDevice, kContext}).result, kSuccess);
    CHECK_EQ(ask(kClCreateCommandQueue, {kContext, kDevice, 0, kQueue}).result, kSuccess);
    CHECK_EQ(make_buffer(kBuffer, kSize), kSuccess);
    append(0, "kernel", 6);
    CHECK_EQ(ask(kClCreateProgramWithSource, {kContext, kProgram}).result, kSuccess);
    Writer writer;
    writer.begin(kClCreateKernel, 0, 0, true);
    writer.number(kProgram), writer.number(1), writer.bytes("f", 1), writer.number(kKernel);
    CHECK_EQ(told(writer).result, kSuccess);
  }
  int32_t make_buffer(uint64_t number, uint64_t size, uint64_t flags = 1, bool has_place = false) {
    return ask(kClCreateBuffer, {kContext, flags, size, has_place, number}).result;
  }
  int32_t set_buffer(uint64_t kernel, uint64_t buffer) {
    return ask(kClSetKernelArg, {kernel, 0, 8, 0, 1, 1, 8, buffer}).result;
  }
  int32_t set_number(uint64_t kernel) {
    return ask(kClSetKernelArg, {kernel, 1, 4, 0, 0, 1, 4, 7}).result;
  }
  int32_t launch(uint64_t kernel) {
    return ask(kClEnqueueNDRangeKernel, {kQueue, kernel, 1, 0, 0, 1, 8, 4, 0, 0, 0, 0, 0, 0})
        .result;
  }
  void append(uint32_t lane, const void *bytes, size_t count) {
    Writer writer;
    writer.begin(kAppend, lane, 0);
    writer.bytes(bytes, count);
    write(writer.finish(), writer.size());
  }
};

}  // namespace heddle::remote
