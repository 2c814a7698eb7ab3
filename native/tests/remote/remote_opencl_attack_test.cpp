// What OpenCL's server might be wrong about: references, arguments of kernels, memory, mappings.
#include "tests/remote/opencl_attacker.h"

using namespace heddle::remote;

namespace {

// What is released is there no more, however often it was retained, and no more often.
void test_references() {
  OpenclAttacker attacker;
  attacker.begin();
  CHECK_EQ(attacker.ask(kClRetainMemObject, {kBuffer}).result, kSuccess);
  for (int i = 0; i < 2; i++)
    CHECK_EQ(attacker.ask(kClReleaseMemObject, {kBuffer}).result, kSuccess);
  CHECK_EQ(attacker.ask(kClReleaseMemObject, {kBuffer}).result, kInvalidMemory);
  CHECK_EQ(attacker.ask(kClRetainMemObject, {kBuffer}).result, kInvalidMemory);
  CHECK_EQ(attacker.ask(kClReleaseContext, {kBuffer}).result, kInvalidContext);
  CHECK_EQ(attacker.ask(kClReleaseKernel, {kQueue}).result, wrong_handle(kKindCl_kernel));
  // What keeps something tells of it, under a new number: that is there as long as it is said to
  // be.
  CHECK_EQ(attacker.ask(kClReleaseContext, {kContext}).result, kSuccess);
  const auto told =
      attacker.ask(kClGetCommandQueueInfo, {kQueue, kQueueContext, 8, 1, 0, 1, 8, kFirstFree, 1});
  CHECK_EQ(told.numbers.at(2), kFirstFree);
  CHECK_EQ(attacker.ask(kClReleaseCommandQueue, {kQueue}).result, kSuccess);
  CHECK_EQ(attacker.ask(kClCreateUserEvent, {kFirstFree, kFirstFree + 16}).result, kSuccess);
}

// Memory of a kernel that was released meanwhile is not used, nor is a number that is another's.
void test_arguments() {
  OpenclAttacker attacker;
  attacker.begin();
  CHECK_EQ(attacker.set_number(kKernel), kSuccess);
  CHECK_EQ(attacker.set_buffer(kKernel, kBuffer), kSuccess);
  CHECK_EQ(attacker.launch(kKernel), kSuccess);
  CHECK_EQ(attacker.ask(kClCloneKernel, {kKernel, kFirstFree}).result, kSuccess);
  for (const uint64_t wrong : {uint64_t(kQueue), uint64_t(12345), uint64_t(1) << 40})
    CHECK_EQ(attacker.set_buffer(kKernel, wrong), kInvalidMemory);
  CHECK_EQ(attacker.ask(kClReleaseMemObject, {kBuffer}).result, kSuccess);
  CHECK_EQ(attacker.launch(kKernel), kInvalidKernelArguments);
  CHECK_EQ(attacker.launch(kFirstFree), kInvalidKernelArguments);
  CHECK_EQ(attacker.ask(kClCloneKernel, {kKernel, 500}).result, kInvalidKernelArguments);
  CHECK_EQ(attacker.make_buffer(kBuffer, kSize), kSuccess);  // the same number, another buffer
  const int32_t again = attacker.launch(kKernel);
  CHECK(again == kInvalidKernelArguments || again == kSuccess);  // at the same place it is right
  CHECK_EQ(attacker.set_buffer(kKernel, 0), kSuccess);
  CHECK_EQ(attacker.launch(kKernel), kSuccess);
  CHECK(attacker.ask(kClSetKernelArg, {kKernel, 0, 16, 0, 1, 1, 16, kBuffer, kBuffer}).result !=
        kSuccess);
  CHECK(attacker.ask(kClSetKernelArg, {kKernel, 9, 8, 0, 1, 1, 8, kBuffer}).result != kSuccess);
}

// A handle is none, whatever the program calls its type; nor is there an argument behind the last.
void test_other_arguments() {
  OpenclAttacker attacker;
  attacker.begin();
  const auto set = [&](uint64_t index, uint64_t value) {
    return attacker.ask(kClSetKernelArg, {kKernel, index, 8, 0, 1, 1, 8, value}).result;
  };
  constexpr cl_int kInvalidSampler = -41;
  for (const uint64_t wild : {uint64_t(0x1000), uint64_t(1) << 46, uint64_t(kBuffer)}) {
    CHECK_EQ(set(3, wild), kSuccess);
    CHECK_EQ(set(4, wild), kInvalidSampler);
    CHECK_EQ(set(5, wild), kInvalidArgumentValue);
    for (const uint64_t index : {6, 1023, 1024, 5000})
      CHECK_EQ(set(index, wild), kInvalidArgumentIndex);
  }
  CHECK_EQ(attacker.ask(kClSetKernelArg, {kKernel, 3, 4, 0, 0, 1, 4, 7}).result,
           kInvalidArgumentSize);
  CHECK(!attacker.is_lost());
}

// Names of headers that do not end are not read.
void test_names() {
  OpenclAttacker attacker;
  attacker.begin();
  const auto compile = [&](const char *names, size_t size) {
    Writer writer;
    writer.begin(kClCompileProgram, 0, 0, true);
    for (const uint64_t each : {kProgram, uint64_t(0), uint64_t(0), uint64_t(0), uint64_t(0),
                                uint64_t(0), uint64_t(1), uint64_t(1)})
      writer.number(each);
    const uint64_t headers[] = {kProgram};
    writer.bytes(headers, sizeof headers);
    writer.number(1);
    writer.bytes(names, size);
    writer.number(size);
    return attacker.told(writer).result;
  };
  const std::string open(64, 'h');
  CHECK_EQ(compile("a.h", 4), kSuccess);
  CHECK_EQ(compile(open.data(), open.size()), kInvalidValue);
  CHECK(!attacker.is_lost());
}

// What the client says of its memory is not believed: there are as many bytes as it has sent.
void test_memory() {
  OpenclAttacker attacker;
  attacker.begin();
  const uint64_t use = kUseHost | 1, copy = kCopyHost | 1;
  CHECK_EQ(attacker.make_buffer(kFirstFree, kSize, use, true), kInvalidBufferSize);
  CHECK_EQ(attacker.make_buffer(kFirstFree, kSize, copy, true), kInvalidBufferSize);
  CHECK_EQ(attacker.make_buffer(kFirstFree, kSize, 1, true), kInvalidHostPointer);
  CHECK_EQ(attacker.make_buffer(kFirstFree, kSize, use | copy, true), kInvalidValue);
  const std::vector<unsigned char> data(kSize, 1);
  attacker.append(0, data.data(), data.size());
  CHECK_EQ(attacker.make_buffer(kFirstFree, kSize, use, true), kSuccess);
  // Without what it says that it has sent; with less; with another's.
  const auto write = [&](uint64_t size, std::initializer_list<uint64_t> tokens) {
    Writer writer;
    writer.begin(kClEnqueueWriteBuffer, 0, 0, true);
    for (const uint64_t each : {uint64_t(kQueue), uint64_t(kBuffer), uint64_t(1), uint64_t(0), size,
                                uint64_t(1), uint64_t(1)})
      writer.number(each);
    writer.bytes(std::data(tokens), tokens.size() * 8);
    writer.number(tokens.size());
    for (int i = 0; i < 4; i++) writer.number(0);
    return attacker.told(writer).result;
  };
  CHECK_EQ(write(64, {}), kInvalidValue);
  attacker.stage(1, 32, 0, 32);
  CHECK_EQ(write(64, {1}), kInvalidValue);
  CHECK_EQ(write(32, {1}), kSuccess);
  CHECK_EQ(write(32, {1}), kInvalidValue);
  CHECK_EQ(write(uint64_t(1) << 40, {1, 2}), kInvalidValue);
  // More to read than there is, and more rows than anybody has.
  const auto read = [&](uint64_t size) {
    return attacker.ask(kClEnqueueReadBuffer, {kQueue, kBuffer, 1, 0, size, 1, 1, 8, 7, 0, 0, 0, 0})
        .result;
  };
  CHECK_EQ(read(kSize), kSuccess);
  CHECK_EQ(read(kSize + 1), kInvalidValue);
  CHECK_EQ(read(uint64_t(1) << 50), kOutOfHostMemory);
  CHECK_EQ(attacker
               .ask(kClEnqueueReadBufferRect,
                    {kQueue, kBuffer, 1, 1, 24, 0, 0,  0, 1, 24, 4, uint64_t(1) << 62, 4, 4,
                     4,      1,       1, 8, 7,  1, 16, 0, 0, 0,  0})
               .result,
           kInvalidValue);
  CHECK(!attacker.is_lost());
}

// A mapping is what it was made as, and only until its end; the buffer is there meanwhile.
void test_mappings() {
  OpenclAttacker attacker;
  attacker.begin();
  const auto map = [&](uint64_t number, uint64_t flags, uint64_t size) {
    return attacker
        .ask(kClEnqueueMapBuffer, {kQueue, kBuffer, 1, flags, 0, size, number, 7, 0, 0, 0, 0})
        .result;
  };
  const auto unmap = [&](uint64_t number, uint64_t offset, bool is_end, size_t bytes) {
    const std::vector<unsigned char> data(bytes, 9);
    if (bytes) attacker.append(0, data.data(), bytes);
    return attacker
        .ask(kClEnqueueUnmapMemObject, {kQueue, kBuffer, number, offset, is_end, 0, 0, 0, 0})
        .result;
  };
  CHECK_EQ(map(1, kMapRead | kMapWrite, 256), kSuccess);
  CHECK_EQ(map(1, kMapRead, 256), kOutOfHostMemory);  // there is one
  CHECK_EQ(map(2, kMapRead, 256), kSuccess);
  CHECK_EQ(map(3, kMapRead, kSize + 1), kInvalidValue);
  CHECK_EQ(unmap(1, 0, false, 256), kSuccess);
  CHECK_EQ(unmap(1, 1, false, 256), kInvalidValue);
  CHECK_EQ(unmap(1, UINT64_MAX - 8, false, 16), kInvalidValue);
  CHECK_EQ(unmap(2, 0, false, 8), kInvalidValue);  // that is not written to
  CHECK_EQ(unmap(3, 0, true, 0), kInvalidValue);
  CHECK_EQ(unmap(1, 0, true, 0), kSuccess);
  CHECK_EQ(unmap(1, 0, true, 0), kInvalidValue);
  CHECK_EQ(attacker.ask(kClReleaseMemObject, {kBuffer}).result, kSuccess);
  CHECK_EQ(attacker.make_buffer(kBuffer, kSize), kSuccess);
  CHECK_EQ(unmap(2, 0, true, 0), kInvalidValue);  // of another buffer
  // 0 is the number of no mapping: it would be that of everything that is read.
  attacker.ask(kClCreateUserEvent, {kContext, kFirstFree});
  attacker.send(kClEnqueueReadBuffer,
                {kQueue, kBuffer, 0, 0, kSize, 1, 1, 8, 7, 1, 1, 8, kFirstFree, 0});
  CHECK_EQ(map(0, kMapRead, 256), kInvalidValue);
  CHECK_EQ(unmap(0, 0, true, 0), kInvalidValue);
  CHECK_EQ(attacker.ask(kClSetUserEventStatus, {kFirstFree, 0}).result, kSuccess);
  CHECK_EQ(attacker.ask(kClFinish, {kQueue}).result, kSuccess);
}

// What was sent for a copy is gone with it, also where the call is wrong: there is room for more.
void test_staged() {
  OpenclAttacker attacker;
  attacker.begin();
  for (uint64_t token = 1; token <= 40; token++) {
    if (!attacker.stage(token, kCopyBytes, 0, 8)) break;
    Writer writer;
    writer.begin(kClEnqueueWriteBufferRect, 0, 0, true);
    for (const uint64_t each : {kQueue, uint64_t(12345), uint64_t(1)}) writer.number(each);
    const uint64_t origin[3] = {}, region[3] = {kCopyBytes, 1, 1};
    for (const auto *each : {origin, region}) writer.number(1), writer.bytes(each, 24);
    for (const uint64_t each : {0, 0, 1, 1}) writer.number(each);
    writer.bytes(&token, 8);
    for (const uint64_t each : {1, 0, 0, 0, 0}) writer.number(each);
    CHECK_EQ(attacker.told(writer).result, kInvalidMemory);
  }
  CHECK(!attacker.is_lost());
}

// Who does not wait for a call that is wrong hears that it brings nothing.
void test_wrong_reads() {
  std::atomic<int> ended{0};
  OpenclAttacker attacker([&](Attacker &, const Message &message) {
    ended += message.head.what == kCopied;
    return false;
  });
  attacker.begin();
  constexpr uint64_t kNone = 12345;
  attacker.send(kClEnqueueReadBuffer, {kQueue, kNone, 0, 0, 64, 1, 1, 8, 7, 0, 0, 0, 0});
  for (const uint64_t of : {kNone, kBuffer})  // which has as many rows, of another length
    attacker.send(kClEnqueueReadBufferRect, {kQueue, of, 0, 1, 24, 0, 0, 0, 1, 24, 4, 4, 1,
                                             0,      0,  1, 1, 8,  7, 1, 8, 0, 0,  0, 0});
  attacker.send(kClEnqueueMapBuffer, {kQueue, kNone, 0, kMapRead, 0, 64, 1, 7, 0, 0, 0, 0});
  CHECK_EQ(attacker.ask(kClFinish, {kQueue}).result, kSuccess);
  CHECK(eventually([&] { return ended == 4; }));
  CHECK(!attacker.is_lost());
}

// No property of a context is an address that the driver would follow, nor is there one in answers.
void test_addresses() {
  OpenclAttacker attacker;
  attacker.begin();
  constexpr uint64_t kOfOtherApi = 0x2008;  // CL_GL_CONTEXT_KHR
  const auto made = [&](uint64_t key, uint64_t value) {
    return attacker.ask(kClCreateContext, {1, 16, key, value, 1, 1, 8, kDevice, kFirstFree}).result;
  };
  CHECK_EQ(made(kOfOtherApi, 0x1000), -64);
  CHECK_EQ(made(kContextPlatform, 0x1000), -32);
  CHECK_EQ(made(kContextPlatform, kPlatform), kSuccess);
  for (const uint64_t what : {kContextProperties, kMemoryHostPointer, kProgramBinaries})
    CHECK_EQ(attacker.ask(kClGetContextInfo, {kContext, what, 64, 1, 0, 0, 0, 0}).result,
             kInvalidValue);
}

// Callbacks are as many as the program has asked for, and the server waits for none of them.
void test_callbacks() {
  OpenclAttacker attacker;
  attacker.begin();
  CHECK_EQ(attacker.ask(kClCreateUserEvent, {kContext, kFirstFree}).result, kSuccess);
  for (uint64_t i = 0; i < 100; i++)
    CHECK_EQ(attacker.ask(kClSetEventCallback, {kFirstFree, 0, i}).result, kSuccess);
  CHECK_EQ(attacker.ask(kClSetEventCallback, {kFirstFree, 5, 1}).result, kInvalidValue);
  CHECK_EQ(attacker.ask(kClSetUserEventStatus, {kFirstFree, 0}).result, kSuccess);
  CHECK_EQ(attacker.ask(kClSetUserEventStatus, {kFirstFree, 0}).result, kInvalidOperation);
  CHECK_EQ(attacker.ask(kClFinish, {kQueue}).result, kSuccess);
}

}  // namespace

int main() {
  test_references();
  test_arguments();
  test_other_arguments();
  test_names();
  test_memory();
  test_mappings();
  test_staged();
  test_wrong_reads();
  test_addresses();
  test_callbacks();
}
