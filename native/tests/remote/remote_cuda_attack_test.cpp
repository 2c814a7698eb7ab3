// What the CUDA driver's server has been wrong about once, or might be: addresses, images,
// functions, contexts, captures, memory.
#include <random>

#include "tests/remote/cuda_attacker.h"
#include "tests/soft/soft_test.h"

using namespace heddle::remote;

namespace {

void test_addresses() {
  CudaAttacker attacker;
  attacker.begin();
  const uint64_t ours = attacker.allocate(4096), far = 1 << 20, stack = 0x7ff000000000;
  const auto is_refused = [&](uint16_t what, std::initializer_list<uint64_t> numbers) {
    CHECK_EQ(attacker.in_context(what, numbers).result, kInvalidValue);
  };
  for (const uint64_t other : {uint64_t(4096), stack, ours + 4096}) {
    is_refused(kCuMemcpyDtoD_v2, {ours, other, 8});
    is_refused(kCuMemcpyDtoDAsync_v2, {other, ours, 8, 0});
    is_refused(kCuMemcpyPeerAsync, {ours, 0, other, 0, 8, 0});
    is_refused(kCuMemsetD8_v2, {other, 0, 1});
    is_refused(kCuMemsetD2D8_v2, {other, 8, 0, 1, 1});
    is_refused(kCuStreamWriteValue32_v2, {0, other, 0, 0});
    is_refused(kCuStreamWaitValue64_v2, {0, other, 0, 0});
    is_refused(kCuMemHostGetFlags, {1, other});
    is_refused(kCuMemUnmap, {other, kBlock});
    is_refused(kCuMemAddressFree, {other, 4096});
  }
  is_refused(kCuMemsetD32_v2, {ours, 0, (uint64_t(1) << 62) + 1});  // times 4 it is 4
  is_refused(kCuMemsetD2D32_v2, {ours, far, 0, 1, 2});
  is_refused(kCuMemsetD2D16_v2, {ours, uint64_t(1) << 63, 0, 1, 3});
  is_refused(kCuMemsetD16_v2, {ours, 0, 2049});
  is_refused(kCuMemAddressFree, {ours, 4096});
  CHECK_EQ(attacker.in_context(kCuMemsetD16_v2, {ours, 0, 2048}).result, kSuccess);
  CHECK_EQ(attacker.in_context(kCuMemFree_v2, {ours}).result, kSuccess);
  is_refused(kCuMemsetD16_v2, {ours, 0, 1});
  is_refused(kCuMemcpyAsync, {kReturns, 1, kAddress, ours, 8, 0});
}

// Of a module's image, and of its options.
void test_images() {
  CudaAttacker attacker;
  attacker.begin();
  CHECK_EQ(attacker.load(64, kImage), kSuccess);
  for (const uint64_t written : {2, 3, 5, 17, 18, 25, 27, 36, 1000})
    CHECK(attacker.load(80, kImage, {written}) != kSuccess);
  CHECK_EQ(attacker.load(80, kImage, {1, 7}), kSuccess);
  CHECK(attacker.load(96, std::string("\xb1\x43\x62\x46\0\0\0\0\0\x10\0\0\0\0\0\0", 16)) !=
        kSuccess);
  CHECK(attacker.load(96, std::string(200, 0x7f)) != kSuccess);
  CHECK(attacker.load(96, std::string("\x7f"
                                      "ELF") +
                              std::string(100, 0x7f)) != kSuccess);
  CHECK(attacker.load(96, ".entry") != kSuccess);
}

// A number that is another function's by now, which has more parameters.
void test_functions() {
  CudaAttacker attacker;
  attacker.begin();
  const uint64_t memory = attacker.allocate(4096);
  CHECK_EQ(attacker.load(64, kImage), kSuccess);
  attacker.function(80, 64, "spin");
  CHECK_EQ(attacker.launch(80, 0, {1000}), kSuccess);
  CHECK_EQ(attacker.launch(80, 100'000, {1000}), kInvalidHandle);
  CHECK_EQ(attacker.launch(80, 0, {}), kInvalidValue);
  CHECK_EQ(attacker.in_context(kCuModuleUnload, {64}).result, kSuccess);
  CHECK_EQ(attacker.launch(80, 0, {1000}), kInvalidHandle);
  CHECK_EQ(attacker.load(64, kImage), kSuccess);
  attacker.function(80, 64, "affine");
  CHECK_EQ(attacker.launch(80, 0, {memory}), kInvalidValue);
  CHECK_EQ(attacker.launch(80, 0, {memory, 4, 5}), kSuccess);
}

// A context takes with it what was made in it.
void test_contexts() {
  CudaAttacker attacker;
  attacker.begin();
  CHECK_EQ(attacker.ask(kCuCtxCreate_v2, {5 * kFirstHandle, 0, 0}).result, kSuccess);
  CHECK_EQ(attacker.ask(kCuStreamCreate, {160, 0}, 0, 5).result, kSuccess);
  CHECK_EQ(attacker.ask(kCuEventCreate, {176, 0}, 0, 5).result, kSuccess);
  CHECK_EQ(attacker.ask(kCuCtxDestroy_v2, {5 * kFirstHandle}).result, kSuccess);
  CHECK_EQ(attacker.in_context(kCuStreamQuery, {160}).result, kInvalidHandle);
  CHECK_EQ(attacker.in_context(kCuEventQuery, {176}).result, kInvalidHandle);
}

// Parts of a device are those that the server has given out; a green context takes its context
// along.
void test_green_contexts() {
  constexpr uint64_t kAll = 160, kPart = 192, kText = 224, kGreen = 240, kOfGreen = 256;
  CudaAttacker attacker;
  attacker.begin();
  const auto result = [&](uint16_t what, std::initializer_list<uint64_t> numbers) {
    return attacker.in_context(what, numbers).result;
  };
  CHECK_EQ(result(kCuDeviceGetDevResource, {kAll, 0, kMultiprocessors}), kSuccess);
  CHECK(result(kCuDeviceGetDevResource, {kAll + 16, 0, 1000}) != kSuccess);
  CHECK_EQ(result(kCuDevSmResourceSplitByCount, {0, 1, 8, kPart, 1, 1, kAll, 0, 8}), kSuccess);
  for (const uint64_t other : {uint64_t(0), uint64_t(kContext * kFirstHandle), uint64_t(1) << 40}) {
    CHECK(result(kCuDevSmResourceSplitByCount, {0, 1, 8, 208, 1, 1, other, 0, 8}) != kSuccess);
    CHECK(result(kCuDevResourceGenerateDesc, {kText, 1, 8, other, 1}) != kSuccess);
    CHECK(result(kCuGreenCtxCreate, {kGreen, other, 0, 1}) != kSuccess);
  }
  CHECK(result(kCuDevSmResourceSplitByCount, {0, 1, 8, 208, 2, 1, kAll, 0, 8}) != kSuccess);
  CHECK(result(kCuDevResourceGenerateDesc, {kText, 1, 8, kPart, 1 << 20}) != kSuccess);
  CHECK_EQ(result(kCuDevResourceGenerateDesc, {kText, 1, 8, kPart, 1}), kSuccess);
  CHECK_EQ(result(kCuGreenCtxCreate, {kGreen, kText, 0, 1}), kSuccess);
  CHECK_EQ(result(kCuCtxFromGreenCtx, {kOfGreen, kGreen}), kSuccess);
  const auto in_green = [&](uint16_t what, std::initializer_list<uint64_t> numbers) {
    return attacker.ask(what, numbers, 0, int32_t(kOfGreen / kFirstHandle)).result;
  };
  CHECK_EQ(in_green(kCuStreamCreate, {272, 0}), kSuccess);
  CHECK_EQ(in_green(kCuStreamQuery, {272}), kSuccess);
  CHECK_EQ(result(kCuGreenCtxDestroy, {kGreen}), kSuccess);
  CHECK_EQ(in_green(kCuStreamQuery, {272}), kInvalidHandle);
  CHECK_EQ(in_green(kCuStreamCreate, {288, 0}), kInvalidContext);
  CHECK_EQ(result(kCuCtxFromGreenCtx, {304, kGreen}), kInvalidHandle);
  CHECK_EQ(result(kCuGreenCtxDestroy, {kGreen}), kInvalidHandle);
}

// A graph runs when what a call has brought is gone.
void test_captures() {
  CudaAttacker attacker;
  attacker.begin();
  const uint64_t memory = attacker.allocate(4096);
  CHECK_EQ(attacker.in_context(kCuStreamCreate, {160, 1}).result, kSuccess);
  for (const uint16_t what : {kCuMemcpyAsync, kCuMemcpy}) {
    CHECK_EQ(attacker.in_context(kCuStreamBeginCapture_v2, {160, 2}).result, kSuccess);
    attacker.stage(1, 64, 0, 64);
    CHECK(attacker.in_context(what, {kAddress, memory, kStaged, 1, 64, 160}).result != kSuccess);
    CHECK(attacker.in_context(what, {kAddress, memory, kOutOf, 1, 64, 160}).result != kSuccess);
    CHECK(attacker.in_context(what, {kInto, 1, kAddress, memory, 64, 160}).result != kSuccess);
    const auto fetches = attacker.in_context(kCuMemcpy, {kAddress, memory, kFetches, 64, 64, 160});
    CHECK_EQ(fetches.result, kCaptureUnsupported);
    CHECK_EQ(attacker.in_context(kCuStreamEndCapture, {160, 320 + 16 * uint64_t(what)}).result,
             kSuccess);
  }
}

// A slot comes back to the client, also where a copy was refused. What is none ends the connection.
void test_slots() {
  CudaAttacker attacker;
  attacker.begin();
  const uint64_t memory = attacker.allocate(kSlotBytes);
  SlotPage &slots = *attacker.slots();
  memset(slots.bytes[2], 0x5a, kSlotBytes);
  for (const uint16_t what : {kCuMemcpyAsync, kCuMemcpy}) {
    const auto copy = [&](std::initializer_list<uint64_t> numbers, uint64_t slot) {
      slots.state[slot] = SlotPage::kTaken;
      const CUresult result = CUresult(attacker.in_context(what, numbers).result);
      CHECK_EQ(attacker.in_context(kCuCtxSynchronize, {}).result, kSuccess);
      CHECK(eventually([&] { return slots.state[slot] != SlotPage::kTaken; }));
      return result;
    };
    CHECK_EQ(copy({kAddress, memory, kOutOf, 2, kSlotBytes, 0}, 2), kSuccess);
    CHECK_EQ(copy({kInto, 3, kAddress, memory, kSlotBytes, 0}, 3), kSuccess);
    CHECK_EQ(slots.state[2].load(), SlotPage::kFree);
    CHECK_EQ(slots.state[3].load(), SlotPage::kReturned);
    CHECK(!memcmp(slots.bytes[2], slots.bytes[3], kSlotBytes));
  }
  attacker.in_context(kCuMemcpyAsync, {kInto, kSlots, kAddress, memory, 64, 0});
  CHECK(eventually([&] { return attacker.is_lost(); }));
}

// Copies that are refused, and buffers of calls that never come, are no memory that grows.
void test_memory() {
  CudaAttacker attacker;
  attacker.begin();
  const uint64_t memory = attacker.allocate(4096);
  for (int i = 0; i < 300; i++)  // longer than what is there, on a stream that is none
    attacker.in_context(kCuMemcpyAsync, {kReturns, 0, kAddress, memory, 4096, 0});
  CHECK(!attacker.is_lost());
  for (uint32_t lane = 0; lane < 10'000; lane++) attacker.append(lane, nullptr, 0);
  CHECK(eventually([&] { return attacker.is_lost(); }));
}

// Memory that both sides have: only what is mirrored changes, whatever is told.
void test_mirrors() {
  constexpr uint64_t kBytes = 8192, kRoom = uint64_t(64) << 20;
  void *room = mmap(nullptr, kRoom, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(room != MAP_FAILED);
  const uint64_t place = uint64_t(room) + kRoom / 2;  // likely to be free there, too
  const auto change = [](CudaAttacker &attacker, uint64_t address, uint64_t claimed, size_t bytes) {
    const std::vector<unsigned char> data(bytes, 0x5a);
    Writer writer;
    writer.begin(kMirror, 0, 0);
    writer.number(address);
    writer.number(claimed);
    for (size_t at = 0; at < bytes; at += 8) writer.number(0x5a5a5a5a5a5a5a5a);
    return attacker.write_urgent(writer.finish(), writer.size());
  };
  CudaAttacker attacker(nullptr, true);
  attacker.begin();
  const uint64_t memory = attacker.allocate(4096);
  const auto mirror = [&](uint64_t address, uint64_t bytes) {
    return attacker.in_context(kCuMemHostRegister_v2, {address, bytes, 0, 1}).result;
  };
  CHECK(mirror(place, uint64_t(1) << 40) != kSuccess);
  CHECK(mirror(place, UINT64_MAX) != kSuccess);
  CHECK(mirror(place + 2, 64) != kSuccess);
  CHECK(mirror(memory, 4096) != kSuccess);  // something lies there
  CHECK_EQ(mirror(place, kBytes), kSuccess);
  CHECK(mirror(place, kBytes) != kSuccess);
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; i++) {
    const uint64_t near = place - 4096 + 4 * (random() % 4096);
    const uint64_t address = i % 3 ? near : i % 2 ? random() & ~uint64_t(3) : memory;
    const size_t bytes = 8 * (random() % 64);
    change(attacker, address, bytes, bytes);
  }
  CHECK_EQ(attacker.ask(kCuDeviceGetCount, {1}).result, kSuccess);
  CHECK_EQ(attacker.in_context(kCuMemHostUnregister, {place}).result, kSuccess);
  change(attacker, place, 8, 8);  // it was there
  CHECK_EQ(attacker.ask(kCuDeviceGetCount, {1}).result, kSuccess);
  change(attacker, place, 64, 8);  // so many bytes are not there
  CHECK(eventually([&] { return attacker.is_lost(); }));
  munmap(room, kRoom);
}

}  // namespace

int main() {
  const OwnSegment segment("a=gpu:memory_mib=64");
  test_addresses();
  test_images();
  test_functions();
  test_contexts();
  test_green_contexts();
  test_captures();
  test_slots();
  test_memory();
  test_mirrors();
}
