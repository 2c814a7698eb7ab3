// The porter: what it opens, and when, for a stream that the test moves by hand.
#include "shim/porter.h"

#include "tests/check.h"

using namespace heddle;

namespace {

struct Stream {
  std::atomic<uint64_t> opened{0}, passed{0};
  std::atomic<bool> freed{false};
  uint64_t issued = 0;
  Tickets tickets{this, {open, is_passed, free}};

  static void open(void *self, uint64_t ticket) {
    auto *stream = static_cast<Stream *>(self);
    CHECK_EQ(stream->opened + 1, ticket);  // in order, each once
    stream->opened = ticket;
  }
  static bool is_passed(void *self, uint64_t ticket) {
    return static_cast<Stream *>(self)->passed >= ticket;
  }
  static void free(void *self) { static_cast<Stream *>(self)->freed = true; }

  // Whether the new ticket waits; false too if there are too many.
  bool add(Porter &porter, const uint32_t *word) {
    const Porter::Ticket ticket = porter.next(tickets, word);
    if (!ticket.number) return false;
    CHECK_EQ(ticket.number, ++issued);
    if (!ticket.waits) opened = ticket.number;
    porter.issue(tickets, ticket);
    return ticket.waits;
  }
};

void set(uint32_t *word, uint32_t value) {
  auto *shared = reinterpret_cast<std::atomic<uint32_t> *>(word);
  shared->store(value);
  os::futex_wake(shared);
}

void what_would_be_opened_at_once_does_not_wait() {
  static Porter porter;
  static uint32_t word = 0;
  Stream stream;
  CHECK(!stream.add(porter, &word));
  CHECK(stream.add(porter, &word));  // the stream has not come past the first
  CHECK(stream.add(porter, &word));
  stream.passed = 1;
  CHECK(eventually([&] { return stream.opened == 2; }));
  stream.passed = 2;
  CHECK(eventually([&] { return stream.opened == 3; }));
  stream.passed = 3;
  CHECK(!stream.add(porter, &word));
  porter.retire(stream.tickets);
  CHECK(eventually([&] { return +stream.freed; }));
}

void a_closed_word_holds_and_an_open_one_lets_go() {
  static Porter porter;
  static uint32_t word = 1;
  Stream stream;
  for (int i = 0; i < 10; i++) CHECK(stream.add(porter, &word));
  os::sleep_until(os::now_ns() + 20'000'000);
  CHECK_EQ(+stream.opened, 0u);
  set(&word, 0);
  CHECK(eventually([&] { return stream.opened == 1; }));
  for (uint64_t at = 1; at <= 9; at++) {
    stream.passed = at;
    porter.ring();
    CHECK(eventually([&] { return stream.opened == at + 1; }));
  }
  set(&word, 4);
  stream.passed = 10;
  CHECK(stream.add(porter, &word));
  os::sleep_until(os::now_ns() + 20'000'000);
  CHECK_EQ(+stream.opened, 10u);
  porter.retire(stream.tickets);  // nothing is left that could wait for it
  CHECK(eventually([&] { return +stream.freed; }));
  CHECK_EQ(+stream.opened, 11u);
}

void the_more_there_are_the_farther_apart_the_next() {
  static Porter porter;
  static uint32_t word = 1;
  Stream stream;
  for (uint64_t i = 0; i < Tickets::kMost / 2; i++) CHECK(stream.add(porter, &word));
  int given = 0;
  for (int i = 0; i < 800; i++) given += stream.add(porter, &word);
  CHECK_EQ(given, 100);
  for (int i = 0; i < 100'000; i++) stream.add(porter, &word);
  CHECK_EQ(stream.issued, Tickets::kMost);
  porter.retire(stream.tickets);
  CHECK(eventually([&] { return +stream.freed; }));
}

}  // namespace

int main() {
  what_would_be_opened_at_once_does_not_wait();
  a_closed_word_holds_and_an_open_one_lets_go();
  the_more_there_are_the_farther_apart_the_next();
}
