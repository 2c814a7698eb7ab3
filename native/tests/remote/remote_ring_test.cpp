// A ring between two sides: all bytes in order, and a side that claims what cannot be is found out.
// What they share can be taken from neither.
#include "remote/link.h"

#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "tests/check.h"

using namespace heddle::remote;

namespace {

struct Both {
  Both() {
    writer.open(page.get(), &lost);
    reader.open(page.get(), &lost);
  }
  void lose() {
    lost.store(true);
    ring_bell(page->data_bell);
    ring_bell(page->room_bell);
  }
  std::unique_ptr<RingPage> page = std::make_unique<RingPage>();
  Lost lost{false};
  RingWriter writer;
  RingReader reader;
};

unsigned char byte_at(uint64_t position) { return (unsigned char)((position * 2654435761u) >> 13); }

// Whatever the sizes are in which bytes are written and read, they arrive in order.
void carries_bytes_in_order() {
  constexpr uint64_t kAll = 24 * uint64_t(kRingBytes) + 12345;
  Both both;
  std::thread writing([&] {
    std::mt19937_64 random(1);
    std::vector<unsigned char> bytes(2 * kRingBytes);
    for (uint64_t at = 0; at < kAll;) {
      const uint64_t most = random() % 8 ? 300 : bytes.size();
      const uint64_t now = std::min(kAll - at, 1 + random() % most);
      for (uint64_t i = 0; i < now; i++) bytes[i] = byte_at(at + i);
      CHECK(both.writer.write(bytes.data(), now));
      at += now;
      if (random() % 64 == 0)
        os::sleep_until(os::now_ns() + 50'000);  // longer than the other looks
    }
  });
  std::mt19937_64 random(2);
  std::vector<unsigned char> bytes(2 * kRingBytes);
  for (uint64_t at = 0; at < kAll;) {
    const uint64_t most = random() % 8 ? 300 : bytes.size();
    const uint64_t now = std::min(kAll - at, 1 + random() % most);
    CHECK(both.reader.read(bytes.data(), now));
    for (uint64_t i = 0; i < now; i++) CHECK_EQ(bytes[i], byte_at(at + i));
    at += now;
    if (random() % 64 == 0) os::sleep_until(os::now_ns() + 50'000);
  }
  writing.join();
  CHECK(!both.reader.has_some());
}

// A reader refuses a position that a writer cannot have come to.
void refuses_positions_of_a_hostile_writer() {
  unsigned char bytes[64] = {};
  for (const uint64_t ahead : {uint64_t(kRingBytes) + 1, uint64_t(1) << 32, UINT64_MAX - 15}) {
    Both both;
    both.page->written = ahead;
    CHECK(!both.reader.read(bytes, sizeof bytes));
  }
  Both both;
  CHECK(both.writer.write(bytes, 48) && both.reader.read(bytes, 32));
  both.page->written = 31;  // back behind what was read
  CHECK(!both.reader.read(bytes, 16));
}

// A writer refuses a position that a reader cannot have come to, and writes nothing there.
void refuses_positions_of_a_hostile_reader() {
  unsigned char bytes[64] = {};
  for (const uint64_t claimed : {uint64_t(65), uint64_t(1) << 40, UINT64_MAX - kRingBytes}) {
    Both both;
    CHECK(both.writer.write(bytes, sizeof bytes));
    both.page->read = claimed;
    CHECK(!both.writer.write(bytes, sizeof bytes));
    CHECK_EQ(both.page->written.load(), 64u);
  }
  Both both;
  std::vector<unsigned char> all(kRingBytes);
  CHECK(both.writer.write(all.data(), all.size()) && both.reader.read(all.data(), all.size()));
  CHECK(both.writer.write(bytes, sizeof bytes));
  both.page->read = 0;  // back: more would be in the ring than fits
  CHECK(!both.writer.write(bytes, sizeof bytes));
}

// Whatever the other side stores in the page, neither side leaves the ring's bytes or hangs.
void survives_a_page_that_changes() {
  Both both;
  std::atomic<bool> done{false};
  std::thread hostile([&] {
    std::mt19937_64 random(3);
    while (!done) {
      RingPage &page = *both.page;
      std::atomic<uint64_t> &position = random() % 2 ? page.written : page.read;
      position.store(random() % 4 ? random() % (2 * kRingBytes) : random());
      (random() % 2 ? page.reader_sleeps : page.writer_sleeps).store(uint32_t(random()));
      ring_bell(random() % 2 ? page.data_bell : page.room_bell);
      std::this_thread::yield();
    }
  });
  std::mt19937_64 random(4);
  std::vector<unsigned char> bytes(kRingBytes);
  for (int i = 0; i < 3000; i++) {
    (void)both.writer.write(bytes.data(), 1 + random() % 5000);
    (void)both.reader.read(bytes.data(), 1 + random() % 5000);
  }
  done = true;
  hostile.join();
}

// Who waits for the other side returns when that is gone: for bytes, and for room.
void ends_waits() {
  Both both;
  std::vector<unsigned char> all(kRingBytes);
  CHECK(both.writer.write(all.data(), all.size()));
  std::atomic<int> refused{0};
  std::thread full([&] { refused += !both.writer.write(all.data(), 1); });
  CHECK(eventually([&] { return both.page->writer_sleeps.load() == 1; }));
  Both other;
  std::thread empty([&] { refused += !other.reader.read(all.data(), 1); });
  CHECK(eventually([&] { return other.page->reader_sleeps.load() == 1; }));
  both.lose();
  other.lose();
  full.join();
  empty.join();
  CHECK_EQ(refused.load(), 2);
}

// Parts that lie apart are one piece in the ring.
void writes_parts_together() {
  Both both;
  const std::vector<unsigned char> body(kRingBytes / 2, 7);
  CHECK(both.writer.write({{"head", 4}, {body.data(), body.size()}, {nullptr, 0}, {"end", 3}}));
  std::vector<unsigned char> all(body.size() + 7);
  CHECK(both.reader.read(all.data(), all.size()));
  CHECK(!memcmp(all.data(), "head", 4) && !memcmp(&all[4], body.data(), body.size()));
  CHECK(!memcmp(&all[4 + body.size()], "end", 3));
  CHECK(!both.reader.has_some());
}

// Nobody can shrink what is shared; a client takes nothing that could be, or has another size, and
// does without slots where there are none.
void shares_what_nobody_can_take_away() {
  int ends[2];
  CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
  SlotPage *ours = nullptr, *theirs = nullptr;
  CHECK(offer_link(ends[0], &ours) && ours);
  uint64_t word;
  const int file = receive_file(ends[1], &word);
  CHECK(file >= 0);
  CHECK(ftruncate(file, 0) < 0 && ftruncate(file, 1 << 30) < 0);
  CHECK(fcntl(file, F_ADD_SEALS, F_SEAL_WRITE) < 0);
  CHECK(send_file(ends[0], file));
  CHECK(accept_link(ends[1], &theirs) && theirs);
  theirs->bytes[kSlots - 1][kSlotBytes - 1] = 9;
  CHECK_EQ(ours->bytes[kSlots - 1][kSlotBytes - 1], 9);
  close(file);
  CHECK(offer_link(ends[0]));
  CHECK(accept_link(ends[1], &theirs) && !theirs);
  const size_t whole = sizeof(LinkPage) + sizeof(SlotPage);
  for (const size_t size : {size_t(0), sizeof(LinkPage) - 1, sizeof(LinkPage) + 4096, whole + 1}) {
    const int other = memfd_create("other", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    CHECK(ftruncate(other, off_t(size)) == 0 && fcntl(other, F_ADD_SEALS, F_SEAL_SHRINK) == 0);
    CHECK(send_file(ends[0], other));
    CHECK(!accept_link(ends[1], &theirs));
    close(other);
  }
  for (const size_t size : {sizeof(LinkPage), whole}) {  // it can shrink
    const int other = memfd_create("other", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    CHECK(ftruncate(other, off_t(size)) == 0 && send_file(ends[0], other));
    CHECK(!accept_link(ends[1], &theirs));
    close(other);
  }
  close(ends[0]), close(ends[1]);
}

// One of two that sleep does not take the other's bell with it when it leaves.
void wakes_each_of_two() {
  std::atomic<uint32_t> bell{0}, sleeps{0};
  const Lost lost{false};
  std::atomic<int> first{0}, second{0}, seen_first{0}, seen_second{0};
  constexpr int kRounds = 2000;
  const auto sleeper = [&](std::atomic<int> &flag, std::atomic<int> &seen) {
    for (int i = 1; i <= kRounds; i++) {
      CHECK(wait_for(bell, sleeps, lost, 0, [&] { return flag.load() >= i; }));
      seen = i;
    }
  };
  std::thread a(sleeper, std::ref(first), std::ref(seen_first));
  std::thread b(sleeper, std::ref(second), std::ref(seen_second));
  for (int i = 1; i <= kRounds; i++)
    for (auto [flag, seen] : {std::pair{&first, &seen_first}, std::pair{&second, &seen_second}}) {
      *flag = i;
      if (sleeps.load()) ring_bell(bell);
      for (const int64_t limit = os::now_ns() + 20'000'000'000; *seen < i;
           std::this_thread::yield())
        CHECK(os::now_ns() < limit);
    }
  a.join();
  b.join();
  CHECK_EQ(sleeps.load(), 0u);
}

}  // namespace

int main() {
  carries_bytes_in_order();
  refuses_positions_of_a_hostile_writer();
  refuses_positions_of_a_hostile_reader();
  survives_a_page_that_changes();
  ends_waits();
  wakes_each_of_two();
  writes_parts_together();
  shares_what_nobody_can_take_away();
}
