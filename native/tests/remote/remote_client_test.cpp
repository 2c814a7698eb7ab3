// The library that a program has instead of the vendor's, with servers of its own: many threads, at
// once and one after the other.
#include "tests/remote/broker.h"
#include "tests/soft/soft_test.h"

namespace {

constexpr size_t kMiB = 1 << 20;

void *allocate(size_t bytes) {
  void *memory = nullptr;
  CHECK_EQ(sxMalloc(&memory, bytes), SX_OK);
  return memory;
}

// The first calls may come at once; all of them are of one connection.
void begins_in_many_threads() {
  static void *memories[16];
  in_threads(16, [](int i) {
    CHECK_EQ(sxInit(0), SX_OK);
    sxKernel found = nullptr;
    CHECK_EQ(sxGetKernel(&found, "chain"), SX_OK);
    memories[i] = allocate(4096);
  });
  for (void *each : memories) CHECK_EQ(sxFree(each), SX_OK);
}

// Threads come and go, each with a device of its own; the next one starts anew.
void serves_one_thread_after_the_other() {
  for (int i = 0; i < 200; i++)
    in_threads(4, [](int k) {
      int device = -1;
      CHECK_EQ(sxGetDevice(&device), SX_OK);
      CHECK_EQ(device, 0);
      if (k % 2) CHECK_EQ(sxSetDevice(1), SX_OK);
      CHECK_EQ(sxGetDevice(&device), SX_OK);
      CHECK_EQ(device, k % 2);
    });
}

// More threads copy at once than the server has room for copies that have just begun.
void copies_in_many_threads() {
  in_threads(100, [](int i) {
    std::vector<unsigned char> out(kMiB / 2, (unsigned char)i), back(out.size());
    void *memory = allocate(out.size());
    sxStream stream = new_stream(SX_STREAM_NON_BLOCKING);
    CHECK_EQ(sxMemcpyAsync(memory, out.data(), out.size(), stream), SX_OK);
    CHECK_EQ(sxMemcpyAsync(back.data(), memory, back.size(), stream), SX_OK);
    CHECK_EQ(sxStreamSynchronize(stream), SX_OK);
    CHECK(back == out);
    CHECK_EQ(sxMemcpy(memory, back.data(), back.size()), SX_OK);
    CHECK_EQ(sxMemcpy(out.data(), memory, out.size()), SX_OK);
    CHECK(back == out);
    CHECK_EQ(sxStreamDestroy(stream), SX_OK);
    CHECK_EQ(sxFree(memory), SX_OK);
  });
}

// A program may queue more than a server takes, and let it go only then: nothing waits for it.
void queues_more_than_a_server_takes() {
  constexpr size_t kBytes = 320 * kMiB;
  std::vector<unsigned char> out(kBytes, 0x3c), back(kMiB);
  auto *memory = static_cast<unsigned char *>(allocate(kBytes));
  for (size_t at = 0; at < kBytes; at += kMiB) out[at] = (unsigned char)(at / kMiB);
  sxStream stream = new_stream(SX_STREAM_NON_BLOCKING);
  // Held by the device, so that the copies are as settled as any.
  uint32_t *word = static_cast<uint32_t *>(allocate(64));
  CHECK_EQ(sxMemsetAsync(word, 0, 64, stream), SX_OK);
  CHECK_EQ(sxStreamWaitValue32(stream, word, 0x01010101, SX_WAIT_EQUAL), SX_OK);
  CHECK_EQ(sxMemcpyAsync(memory, out.data(), kBytes, stream), SX_OK);
  sxStream other = new_stream(SX_STREAM_NON_BLOCKING);
  CHECK_EQ(sxMemsetAsync(word, 1, 64, other), SX_OK);
  CHECK_EQ(sxStreamSynchronize(stream), SX_OK);
  for (size_t at = 0; at < kBytes; at += 20 * kMiB) {
    CHECK_EQ(sxMemcpy(back.data(), memory + at, back.size()), SX_OK);
    CHECK(!memcmp(back.data(), out.data() + at, back.size()));
  }
  CHECK_EQ(sxStreamDestroy(stream), SX_OK);
  CHECK_EQ(sxStreamDestroy(other), SX_OK);
  CHECK_EQ(sxFree(word), SX_OK);
  CHECK_EQ(sxFree(memory), SX_OK);
}

// A copy that runs out of its allocation is an error, at once or where it is waited for, and takes
// nothing with it: as many copies as before go on side by side.
void fails_to_copy() {
  constexpr size_t kBytes = 5 * kMiB;
  auto *memory = static_cast<unsigned char *>(allocate(kBytes));
  std::vector<unsigned char> out(kBytes + kMiB / 2, 3), back(kBytes);
  for (int i = 0; i < 40; i++) {
    CHECK_EQ(sxMemcpy(memory, out.data(), out.size()), SX_ERROR_INVALID);
    CHECK_EQ(sxMemcpy(out.data(), memory, out.size()), SX_ERROR_INVALID);
    CHECK_EQ(sxMemcpyAsync(out.data(), memory + kMiB / 2, kBytes, nullptr), SX_OK);
    CHECK_EQ(sxDeviceSynchronize(), SX_ERROR_INVALID);
  }
  memset(out.data(), 4, out.size());
  CHECK_EQ(sxMemcpy(memory, out.data(), kBytes), SX_OK);
  CHECK_EQ(sxMemcpy(back.data(), memory, kBytes), SX_OK);
  CHECK(!memcmp(back.data(), out.data(), kBytes));
  CHECK_EQ(sxFree(memory), SX_OK);
}

// More copies at once than there are slots, of more threads than have one.
void copies_more_at_once_than_there_are_slots() {
  in_threads(8, [](int i) {
    constexpr size_t kBytes = 40 * kMiB;
    std::vector<unsigned char> out(kBytes, (unsigned char)(i + 1)), back(kBytes);
    void *memory = allocate(kBytes);
    sxStream stream = new_stream(SX_STREAM_NON_BLOCKING);
    CHECK_EQ(sxMemcpyAsync(memory, out.data(), kBytes, stream), SX_OK);
    CHECK_EQ(sxMemcpyAsync(back.data(), memory, kBytes, stream), SX_OK);
    CHECK_EQ(sxStreamSynchronize(stream), SX_OK);
    CHECK(back == out);
    CHECK_EQ(sxStreamDestroy(stream), SX_OK);
    CHECK_EQ(sxFree(memory), SX_OK);
  });
}

// Functions, words and events of many threads at once, while others fork.
void does_all_of_it_at_once() {
  std::atomic<bool> done{false};
  std::thread forks([&] {
#ifndef __SANITIZE_ADDRESS__  // it may leave a child without its locks: see tools/native
    for (int i = 0; i < 5; i++) check::in_child([] { _exit(0); });
#endif
    done = true;
  });
  std::atomic<int> called{0};
  in_threads(8, [&](int i) {
    for (int k = 0; k < 20; k++) {
      sxStream stream = new_stream(SX_STREAM_NON_BLOCKING);
      Starter starter;
      starter.hold(stream);
      CHECK_EQ(
          sxLaunchHostFunc(
              stream, [](void *count) { (*static_cast<std::atomic<int> *>(count))++; }, &called),
          SX_OK);
      alignas(8) uint64_t written = 0;
      CHECK_EQ(sxStreamWriteValue64(stream, &written, uint64_t(i + 1)), SX_OK);
      sxEvent event = new_event();
      CHECK_EQ(sxEventRecord(event, stream), SX_OK);
      CHECK_EQ(sxEventQuery(event), SX_ERROR_NOT_READY);
      starter.release();
      CHECK_EQ(sxEventSynchronize(event), SX_OK);
      CHECK_EQ(__atomic_load_n(&written, __ATOMIC_ACQUIRE), uint64_t(i + 1));
      CHECK_EQ(sxEventDestroy(event), SX_OK);
      CHECK_EQ(sxStreamDestroy(stream), SX_OK);
    }
  });
  forks.join();
  CHECK(done);
  CHECK_EQ(called.load(), 160);
}

}  // namespace

int main(int count, char **arguments) {
  const OwnSegment segment("a=gpu,b=gpu");
  const Broker broker(SOFT_SERVER);
  const std::pair<const char *, void (*)()> tests[] = {
      {"begin", begins_in_many_threads},
      {"threads", serves_one_thread_after_the_other},
      {"copies", copies_in_many_threads},
      {"queue", queues_more_than_a_server_takes},
      {"fail", fails_to_copy},
      {"slots", copies_more_at_once_than_there_are_slots},
      {"everything", does_all_of_it_at_once}};
  for (const auto &[name, test] : tests)
    if (count < 2 || !strcmp(arguments[1], name) || !strcmp(name, "begin")) {
      printf("%s\n", name);
      fflush(stdout);
      test();
    }
}
