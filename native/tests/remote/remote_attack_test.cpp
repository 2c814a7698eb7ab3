// What a hostile client may try, one attack each. The server goes on serving, or ends by itself;
// it never touches memory that is not the client's.
#include "tests/remote/soft_attacker.h"
#include "tests/soft/soft_test.h"

using namespace heddle::remote;

namespace {

constexpr uint64_t kMiB = 1 << 20;

// A copy that has been checked is queued before what it touches can be freed.
void frees_what_another_thread_copies() {
  SoftAttacker attacker;
  attacker.begin();
  for (int i = 0; i < 300 && !attacker.is_lost(); i++) {
    const uint64_t memory = attacker.allocate(kMiB);
    for (uint32_t lane = 1; lane <= 4; lane++)
      attacker.send(kSxMemcpy, {kAddress, memory, kAddress, memory, kMiB, 0}, lane, 0, true);
    CHECK_EQ(attacker.ask(kSxFree, {memory}).result, SX_OK);
    for (uint32_t lane = 1; lane <= 4; lane++) attacker.wait(lane);
  }
  CHECK(!attacker.is_lost());
}

// Memory that was freed on a device that failed is freed.
void uses_what_it_freed_on_a_failed_device() {
  SoftAttacker attacker;
  attacker.begin();
  const uint64_t memory = attacker.allocate(kMiB);
  attacker.launch(attacker.kernel("fault"), sxFaultArgs{0});
  attacker.ask(kSxDeviceSynchronize, {});
  CHECK_EQ(attacker.ask(kSxFree, {memory}).result, SX_ERROR_LAUNCH);
  CHECK_EQ(attacker.ask(kSxMemsetAsync, {memory, 1, kMiB, 0}, 0, 1).result, SX_ERROR_INVALID);
  CHECK_EQ(attacker.ask(kSxDeviceSynchronize, {}, 0, 1).result, SX_OK);
}

// Memory goes when every device is done with it, not only its own.
void frees_what_another_device_uses() {
  SoftAttacker attacker;
  attacker.begin();
  const uint64_t bytes = 64 * kMiB, memory = attacker.allocate(bytes);
  const uint64_t kernel = attacker.kernel("affine");
  const sxAffineArgs arguments{reinterpret_cast<uint32_t *>(memory), bytes / 4, 3, 5};
  for (int i = 0; i < 4; i++) CHECK_EQ(attacker.launch(kernel, arguments, 0, 1), SX_OK);
  CHECK_EQ(attacker.ask(kSxFree, {memory}).result, SX_OK);
  CHECK_EQ(attacker.ask(kSxDeviceSynchronize, {}, 0, 1).result, SX_OK);
}

// A graph runs only while all that it touches is there.
void frees_what_a_graph_uses() {
  SoftAttacker attacker;
  attacker.begin();
  const uint64_t memory = attacker.allocate(kMiB), kernel = attacker.kernel("affine");
  const uint64_t stream = attacker.stream(16);
  CHECK_EQ(attacker.ask(kSxStreamBeginCapture, {stream}).result, SX_OK);
  const sxAffineArgs arguments{reinterpret_cast<uint32_t *>(memory), kMiB / 4, 3, 5};
  CHECK_EQ(attacker.launch(kernel, arguments, stream), SX_OK);
  CHECK_EQ(attacker.ask(kSxMemsetAsync, {memory, 7, kMiB, stream}).result, SX_OK);
  CHECK_EQ(attacker.ask(kSxStreamEndCapture, {stream, 32}).result, SX_OK);
  // A second one has the first inside.
  CHECK_EQ(attacker.ask(kSxGraphInstantiate, {48, 32}).result, SX_OK);
  CHECK_EQ(attacker.ask(kSxStreamBeginCapture, {stream}).result, SX_OK);
  CHECK_EQ(attacker.ask(kSxGraphLaunch, {48, stream}).result, SX_OK);
  CHECK_EQ(attacker.ask(kSxStreamEndCapture, {stream, 64}).result, SX_OK);
  CHECK_EQ(attacker.ask(kSxGraphInstantiate, {80, 64}).result, SX_OK);
  for (const uint64_t graph : {48, 80})
    CHECK_EQ(attacker.ask(kSxGraphLaunch, {graph, stream}).result, SX_OK);
  CHECK_EQ(attacker.ask(kSxFree, {memory}).result, SX_OK);
  for (const uint64_t graph : {48, 80})
    CHECK_EQ(attacker.ask(kSxGraphLaunch, {graph, stream}).result, SX_ERROR_INVALID);
  CHECK_EQ(attacker.ask(kSxStreamSynchronize, {stream}).result, SX_OK);
}

// Detached memory is out of reach, also for what runs already.
void uses_what_it_detached() {
  SoftAttacker attacker;
  attacker.begin();
  const uint64_t bytes = 64 * kMiB, memory = attacker.allocate(bytes);
  const uint64_t kernel = attacker.kernel("affine");
  const sxAffineArgs arguments{reinterpret_cast<uint32_t *>(memory), bytes / 4, 3, 5};
  for (const int32_t device : {0, 1}) {
    CHECK_EQ(attacker.launch(kernel, arguments, 0, device), SX_OK);
    CHECK_EQ(attacker.ask(kSxMemDetach, {memory}).result, SX_OK);
    CHECK_EQ(attacker.launch(kernel, arguments, 0, device), SX_ERROR_INVALID);
    CHECK_EQ(attacker.ask(kSxMemDetach, {memory}).result, SX_ERROR_INVALID);
    CHECK_EQ(attacker.ask(kSxMemAttach, {memory}).result, SX_OK);
  }
  CHECK_EQ(attacker.launch(kernel, arguments), SX_OK);
  CHECK_EQ(attacker.ask(kSxDeviceSynchronize, {}).result, SX_OK);
}

// Just behind the end, just before the start, lengths that wrap around, addresses that are askew.
void asks_for_the_edges() {
  SoftAttacker attacker;
  attacker.begin();
  const uint64_t bytes = 4096, memory = attacker.allocate(bytes);
  const auto set = [&](uint64_t at, uint64_t count) {
    return attacker.ask(kSxMemsetAsync, {at, 1, count, 0}).result;
  };
  CHECK_EQ(set(memory, bytes), SX_OK);
  CHECK_EQ(set(memory + bytes - 1, 1), SX_OK);
  for (const auto &[at, count] :
       std::initializer_list<std::pair<uint64_t, uint64_t>>{{memory + bytes, 1},
                                                            {memory - 1, 2},
                                                            {memory + 1, bytes},
                                                            {memory, bytes + 1},
                                                            {memory + 8, UINT64_MAX - 4},
                                                            {memory, UINT64_MAX},
                                                            {UINT64_MAX, 2},
                                                            {8, 8}})
    CHECK_EQ(set(at, count), SX_ERROR_INVALID);
  const uint64_t fill = attacker.kernel("fill"), matmul = attacker.kernel("matmul");
  auto *floats = reinterpret_cast<float *>(memory);
  const auto filled = [&](uint64_t at, uint64_t n) {
    return attacker.launch(fill, sxFillArgs{reinterpret_cast<float *>(at), n, 1.0f});
  };
  CHECK_EQ(filled(memory, bytes / 4), SX_OK);
  for (const uint64_t n : {bytes / 4 + 1, uint64_t(1) << 62, (uint64_t(1) << 62) + 1, UINT64_MAX})
    CHECK_EQ(filled(memory, n), SX_ERROR_INVALID);
  CHECK_EQ(filled(memory + 2, 8), SX_ERROR_INVALID);
  for (const uint64_t n : {uint64_t(33), uint64_t(1) << 31, uint64_t(1) << 32, UINT64_MAX})
    CHECK_EQ(attacker.launch(matmul, sxMatmulArgs{floats, floats, floats, n}), SX_ERROR_INVALID);
  CHECK_EQ(attacker.launch(matmul, sxMatmulArgs{floats, floats, floats, 32}), SX_OK);
  const uint64_t chain = attacker.kernel("chain");
  for (const uint64_t at : {memory + 4, memory + bytes - 4, memory + bytes})
    CHECK_EQ(attacker.launch(chain, sxChainArgs{reinterpret_cast<uint64_t *>(at), 1}),
             SX_ERROR_INVALID);
  CHECK_EQ(attacker.ask(kSxDeviceSynchronize, {}).result, SX_OK);
}

// A number stands for one handle: it cannot be made again, nor be of another kind.
void makes_a_handle_twice() {
  SoftAttacker attacker;
  attacker.begin();
  attacker.stream(16);
  CHECK_EQ(attacker.ask(kSxEventQuery, {16}).result, SX_ERROR_INVALID);
  CHECK_EQ(attacker.ask(kSxGraphLaunch, {16, 0}).result, SX_ERROR_INVALID);
  CHECK_EQ(attacker.ask(kSxEventCreate, {16}).result, -1);
  CHECK(eventually([&] { return attacker.is_lost(); }));
}

// Streams are bounded, also those that were destroyed with work in them.
void makes_streams_without_end() {
#ifndef HEDDLE_SLOWED  // the device looks at each of them, again and again
  SoftAttacker attacker;
  attacker.begin();
  const uint64_t timed = attacker.kernel("timed");
  int32_t result = SX_OK;
  uint64_t made = 0;
  for (uint64_t number = 16; result == SX_OK && made < 10'000; number += 16, made++) {
    result = attacker.ask(kSxStreamCreate, {number, SX_STREAM_NON_BLOCKING}).result;
    if (result != SX_OK) break;
    Writer writer;
    const sxTimedArgs arguments{UINT64_MAX};
    writer.begin(kSxLaunchKernel, 0, 0);
    writer.number(timed);
    writer.bytes(&arguments, sizeof arguments);
    writer.number(number);
    attacker.write(writer.finish(), writer.size());
    attacker.send(kSxStreamDestroy, {number});
  }
  CHECK_EQ(result, SX_ERROR_OUT_OF_MEMORY);
#endif
}

// Graphs inside of graphs double with each message; what they may hold together does not.
void makes_graphs_of_graphs() {
  SoftAttacker attacker;
  attacker.begin();
  const uint64_t stream = attacker.stream(16), timed = attacker.kernel("timed");
  uint64_t number = 32, inside = 0;
  int32_t result = SX_OK;
  for (int i = 0; i < 40 && result == SX_OK; i++) {
    CHECK_EQ(attacker.ask(kSxStreamBeginCapture, {stream}).result, SX_OK);
    for (int k = 0; k < 2 && result == SX_OK; k++)
      result = inside ? attacker.ask(kSxGraphLaunch, {inside, stream}).result
                      : attacker.launch(timed, sxTimedArgs{1}, stream);
    CHECK_EQ(attacker.ask(kSxStreamEndCapture, {stream, number}).result, SX_OK);
    CHECK_EQ(attacker.ask(kSxGraphInstantiate, {number + 16, number}).result, SX_OK);
    inside = number + 16, number += 32;
  }
  CHECK_EQ(result, SX_ERROR_OUT_OF_MEMORY);
  // What is destroyed makes room.
  for (uint64_t each = 32; each < number; each += 32) {
    attacker.ask(kSxGraphDestroy, {each});
    attacker.ask(kSxGraphExecDestroy, {each + 16});
  }
  CHECK_EQ(attacker.ask(kSxStreamBeginCapture, {stream}).result, SX_OK);
  CHECK_EQ(attacker.launch(timed, sxTimedArgs{1}, stream), SX_OK);
}

// Bytes that were sent for copies are bounded; a good client has as many at most.
void stages_without_end() {
  {
    SoftAttacker attacker;
    attacker.begin();
    for (uint64_t token = 1; token < 200 && !attacker.is_lost(); token++)
      attacker.stage(token, kCopyBytes, 0, 8);
    CHECK(eventually([&] { return attacker.is_lost(); }));
  }
  SoftAttacker attacker;  // all of them in a stream that does not move
  attacker.begin();
  const uint64_t memory = attacker.allocate(kCopyBytes), stream = attacker.stream(16);
  attacker.launch(attacker.kernel("timed"), sxTimedArgs{UINT64_MAX}, stream);
  for (uint64_t token = 1; token < 200 && !attacker.is_lost(); token++) {
    attacker.stage(token, kCopyBytes, 0, 8);
    attacker.send(kSxMemcpyAsync, {kAddress, memory, kStaged, token, kCopyBytes, stream});
  }
  CHECK(eventually([&] { return attacker.is_lost(); }));
}

// Many threads send at once; a copy of nothing is one, too.
void stages_many_at_once() {
  SoftAttacker attacker;
  attacker.begin();
  const uint64_t memory = attacker.allocate(4096);
  for (uint64_t token = 1; token <= 1000; token++) attacker.stage(token, 16, 0, 16);
  for (uint64_t token = 1; token <= 1000; token++)
    attacker.send(kSxMemcpyAsync, {kAddress, memory, kStaged, token, 16, 0});
  attacker.stage(2000, 0, 0, 0);
  attacker.send(kSxMemcpyAsync, {kAddress, memory, kStaged, 2000, 0, 0});
  CHECK_EQ(attacker.ask(kSxDeviceSynchronize, {}).result, SX_OK);
}

// What has been copied makes room for more, and the client is told.
void stages_more_than_it_may_at_once() {
  std::atomic<uint64_t> told{0};
  SoftAttacker attacker([&](Attacker &, const Message &message) {
    if (message.head.what == kForgotten) told += message.fields().number();
    return false;
  });
  attacker.begin();
  const uint64_t memory = attacker.allocate(kCopyBytes), count = 2 * kMostStaged / kCopyBytes;
  for (uint64_t token = 1; token <= count; token++) {
    attacker.stage(token, kCopyBytes, 0, 8);
    attacker.send(kSxMemcpyAsync, {kAddress, memory, kStaged, token, kCopyBytes, 0});
    if (token % 16 == 0) CHECK_EQ(attacker.ask(kSxDeviceSynchronize, {}).result, SX_OK);
  }
  CHECK(eventually([&] { return told > count * kCopyBytes - kMostStaged / 4; }));
  CHECK(!attacker.is_lost());
}

// Copies that wait for their turn cost nothing yet; those of a graph, nothing between two runs.
void queues_copies_without_end() {
  SoftAttacker attacker;
  attacker.begin();
  const uint64_t memory = attacker.allocate(kCopyBytes), stream = attacker.stream(16);
#ifdef HEDDLE_SLOWED
  constexpr int kMany = 6;
#else
  constexpr int kMany = 60;
#endif
  const auto copies = [&](int count) {
    for (int i = 0; i < count; i++) {
      attacker.send(kSxMemcpyAsync, {kAddress, memory, kFetches, kCopyBytes, kCopyBytes, stream});
      attacker.send(kSxMemcpyAsync, {kReturns, 1, kAddress, memory, kCopyBytes, stream});
    }
  };
  attacker.ask(kSxStreamWaitValue32, {stream, 4096, 0, 0, 1, 1, SX_WAIT_EQUAL});
  copies(kMany);
  CHECK_EQ(attacker.ask(kSxStreamIsCapturing, {stream, 1}).result, SX_OK);
  CHECK(attacker.memory_bytes() < 400 * kMiB);
  attacker.urge(kWord, {4096, 1, 2});
  CHECK_EQ(attacker.ask(kSxStreamSynchronize, {stream}).result, SX_OK);
  CHECK_EQ(attacker.ask(kSxStreamBeginCapture, {stream}).result, SX_OK);
  copies(kMany / 2);
  CHECK_EQ(attacker.ask(kSxStreamEndCapture, {stream, 32}).result, SX_OK);
  CHECK_EQ(attacker.ask(kSxGraphInstantiate, {48, 32}).result, SX_OK);
  for (int i = 0; i < 2; i++) CHECK_EQ(attacker.ask(kSxGraphLaunch, {48, stream}).result, SX_OK);
  CHECK_EQ(attacker.ask(kSxGraphExecDestroy, {48}).result, SX_OK);  // before it has run
  CHECK_EQ(attacker.ask(kSxStreamSynchronize, {stream}).result, SX_OK);
  CHECK(attacker.memory_bytes() < 400 * kMiB);
}

// Slots that are none, pieces that are longer than one, and slots of a server that shares none.
void copies_in_no_slot() {
  const std::initializer_list<uint64_t> copies[] = {
      {kAddress, 0, kOutOf, kSlots, 64, 0},
      {kAddress, 0, kOutOf, UINT64_MAX, 64, 0},
      {kInto, kSlots, kAddress, 0, 64, 0},
      {kInto, uint64_t(1) << 44, kAddress, 0, 64, 0},
      {kAddress, 0, kOutOf, kSlots - 1, kSlotBytes + 1, 0},
      {kInto, kSlots - 1, kAddress, 0, UINT64_MAX, 0},
  };
  for (const auto &copy : copies)
    for (const uint16_t function : {kSxMemcpy, kSxMemcpyAsync}) {
      SoftAttacker attacker;
      attacker.begin();
      CHECK(attacker.slots());
      attacker.send(function, copy);
      CHECK(eventually([&] { return attacker.is_lost(); }));
    }
  SoftAttacker far(nullptr, {"HEDDLE_FAR=1"});
  far.begin();
  CHECK(!far.slots());
  far.send(kSxMemcpyAsync, {kAddress, far.allocate(64), kOutOf, 0, 64, 0});
  CHECK(eventually([&] { return far.is_lost(); }));
}

// A slot is the client's again when the server is done with it, also where the copy was refused;
// in one whose bytes are handed over, a message says so. A graph has none.
void uses_slots_as_it_should() {
  std::atomic<int> told{0};
  SoftAttacker attacker([&](Attacker &, const Message &message) {
    if (message.head.what == kInSlot) told++;
    return false;
  });
  attacker.begin();
  const uint64_t memory = attacker.allocate(kSlotBytes), stream = attacker.stream(16);
  SlotPage &slots = *attacker.slots();
  const auto copies = [&](std::initializer_list<uint64_t> copy, uint64_t slot, int32_t result,
                          uint32_t state) {
    slots.state[slot] = SlotPage::kTaken;
    for (const uint16_t function : {kSxMemcpyAsync, kSxMemcpy}) {
      CHECK_EQ(attacker.ask(function, copy).result, result);
      CHECK_EQ(attacker.ask(kSxDeviceSynchronize, {}).result, SX_OK);
      CHECK(eventually([&] { return slots.state[slot] == state; }));
    }
  };
  memset(slots.bytes[3], 0x5a, kSlotBytes);
  copies({kAddress, memory, kOutOf, 3, kSlotBytes, 0}, 3, SX_OK, SlotPage::kFree);
  copies({kInto, 4, kAddress, memory, kSlotBytes, 0}, 4, SX_OK, SlotPage::kReturned);
  CHECK(!memcmp(slots.bytes[3], slots.bytes[4], kSlotBytes));
  CHECK(eventually([&] { return told == 2; }));
  copies({kAddress, memory + 1, kOutOf, 3, kSlotBytes, 0}, 3, SX_ERROR_INVALID, SlotPage::kFree);
  copies({kInto, 5, kAddress, memory - 64, kSlotBytes, 0}, 5, SX_ERROR_INVALID, SlotPage::kFree);
  copies({kInto, 6, kOutOf, 7, kSlotBytes, 0}, 6, SX_OK, SlotPage::kReturned);
  copies({kInto, 8, kOutOf, 9, 0, 0}, 8, SX_OK, SlotPage::kReturned);
  CHECK_EQ(attacker.ask(kSxStreamBeginCapture, {stream}).result, SX_OK);
  slots.state[3] = slots.state[4] = SlotPage::kTaken;
  for (const auto &copy : std::initializer_list<std::initializer_list<uint64_t>>{
           {kAddress, memory, kOutOf, 3, 64, stream}, {kInto, 4, kAddress, memory, 64, stream}})
    CHECK_EQ(attacker.ask(kSxMemcpyAsync, copy).result, SX_ERROR_UNSUPPORTED);
  for (const uint64_t slot : {3, 4})
    CHECK(eventually([&] { return slots.state[slot] == SlotPage::kFree; }));
  CHECK(!attacker.is_lost());
}

// Whatever it writes to slots while they are copied, and however often it uses the same, only its
// own memory is touched.
void scribbles_over_slots() {
  SoftAttacker attacker, other;
  attacker.begin(), other.begin();
  const uint64_t memory = attacker.allocate(kSlotBytes), untouched = attacker.allocate(kMiB);
  CHECK_EQ(attacker.ask(kSxMemsetAsync, {untouched, 7, kMiB, 0}).result, SX_OK);
  std::atomic<bool> done{false};
  std::thread scribbler([&] {
    SlotPage &slots = *attacker.slots();
    for (uint64_t i = 0; !done; i++) {
      slots.state[i % kSlots] = uint32_t(i * 2654435761u);
      memset(slots.bytes[i % 4] + i % 1000 * 2000, int(i), 2000);
    }
  });
  for (uint64_t i = 0; i < 400; i++) {
    attacker.send(kSxMemcpyAsync, {kAddress, memory, kOutOf, i % 3, kSlotBytes, 0});
    attacker.send(kSxMemcpyAsync, {kInto, i % 2, kAddress, memory, kSlotBytes, 0});
  }
  CHECK_EQ(attacker.ask(kSxMemcpy, {kInto, kSlots - 1, kAddress, untouched, kMiB, 0}).result,
           SX_OK);
  done = true;
  scribbler.join();
  CHECK_EQ(attacker.slots()->bytes[kSlots - 1][0], 7);
  CHECK_EQ(attacker.slots()->bytes[kSlots - 1][kMiB - 1], 7);
  CHECK_EQ(other.ask(kSxDeviceSynchronize, {}).result, SX_OK);
  CHECK(!attacker.is_lost());
}

// Answers that nobody waits for, of another kind, too long or twice end the connection.
void answers_what_was_not_asked() {
  for (int kind = 0; kind < 7; kind++) {
    SoftAttacker attacker([&](Attacker &self, const Message &message) {
      Reader fields = message.fields();
      const uint64_t first = fields.number();
      if (message.head.what != kFetch) return false;
      Writer writer;
      writer.begin(kind == 2 ? kCalled : kFetched, 0, 0);
      writer.number(first);
      if (kind != 2) {
        const unsigned char data[64] = {};
        writer.number(kind == 3 ? UINT64_MAX : kind == 4 ? 8 : 0);
        writer.bytes(data, kind == 5 ? 33 : 32);
      }
      const int times = kind == 1 ? 2 : 1;
      for (int i = 0; i < times; i++) self.write_urgent(writer.finish(), writer.size());
      if (kind == 6) self.urge(kFetched, {first, 32, 0});  // nothing more, behind all of it
      return true;
    });
    attacker.begin();
    const uint64_t memory = attacker.allocate(4096);
    if (kind == 0) attacker.urge(kCalled, {12345});
    attacker.send(kSxMemcpyAsync, {kAddress, memory, kFetches, 32, 32, 0});
    CHECK(eventually([&] { return attacker.is_lost(); }));
  }
}

// As many threads as the server has wait for the device. Others wait with them, and all go on.
void blocks_all_threads() {
#ifdef HEDDLE_SLOWED
  constexpr uint32_t kLanes = 300;
#else
  constexpr uint32_t kLanes = 1500;
#endif
  SoftAttacker attacker;
  attacker.begin();
  const uint64_t stream = attacker.stream(16);
  CHECK_EQ(attacker.ask(kSxStreamWaitValue32, {stream, 4096, 0, 0, 1, 1, SX_WAIT_EQUAL}).result,
           SX_OK);
  for (uint32_t lane = 1; lane <= kLanes; lane++)
    attacker.send(kSxStreamSynchronize, {stream}, lane, 0, true);
  CHECK_EQ(attacker.ask(kSxStreamQuery, {stream}).result, SX_ERROR_NOT_READY);
  attacker.urge(kWord, {4096, 1, 2});
  for (uint32_t lane = 1; lane <= kLanes; lane++) CHECK_EQ(attacker.wait(lane).result, SX_OK);
  CHECK(!attacker.is_lost());
}

}  // namespace

int main(int count, char **arguments) {
  const OwnSegment segment("a=gpu,b=gpu");
  const std::pair<const char *, void (*)()> attacks[] = {
      {"edges", asks_for_the_edges},
      {"free-copies", frees_what_another_thread_copies},
      {"free-failed", uses_what_it_freed_on_a_failed_device},
      {"free-other-device", frees_what_another_device_uses},
      {"free-graph", frees_what_a_graph_uses},
      {"detach", uses_what_it_detached},
      {"handles", makes_a_handle_twice},
      {"streams", makes_streams_without_end},
      {"graphs", makes_graphs_of_graphs},
      {"stage", stages_without_end},
      {"stage-many", stages_many_at_once},
      {"stage-more", stages_more_than_it_may_at_once},
      {"copies", queues_copies_without_end},
      {"no-slot", copies_in_no_slot},
      {"slots", uses_slots_as_it_should},
      {"scribble", scribbles_over_slots},
      {"answers", answers_what_was_not_asked},
      {"threads", blocks_all_threads},
  };
  for (const auto &[name, attack] : attacks)
    if (count < 2 || !strcmp(arguments[1], name)) {
      printf("%s\n", name);
      fflush(stdout);
      attack();
    }
}
