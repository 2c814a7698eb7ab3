// Queues and the program around them: levels, slices, bursts, leading, waiting.
#include "tests/fake_queue.h"

using namespace heddle;

namespace {

void a_refusing_vendor_means_level_1() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, false);
  hw.gate = [](void *, const uint32_t *) { return 1; };
  heddle_queue *q = heddle_queue_open(device("refuse", kLevel2), &hw, 7);
  Other rival(device("refuse", kLevel2), 0);
  for (int i = 0; i < 4; i++) {
    CHECK(heddle_enter(q, HEDDLE_WORK));
    heddle_leave(q, HEDDLE_PLACED);
    stream.finish();
  }
  Table table = shared();
  table.each_queue([&](uint32_t i) {
    if (table.queue(i).handle == 7) CHECK_EQ(table.queue(i).level, uint32_t(kLevelPending));
  });
  heddle_queue_close(q);
}

void a_higher_program_shortens_the_slice() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, true);
  uint32_t d = device("slice", kLevel2 | kCapabilityTimeslice);
  heddle_queue *q = heddle_queue_open(d, &hw, 8);
  {
    Other other(d, 10);
    CHECK(eventually([&] { return stream.slice_us == kShortSliceUs; }));
  }
  CHECK(eventually([&] { return stream.slice_us == 0; }));
  heddle_queue_close(q);
}

// Behind a closed gate it would take too long for what is still in front of it; but the moments in
// which the gate is open are enough, however short they are.
void a_program_that_is_mostly_held_gets_its_slice() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, true);
  uint32_t d = device("held", kLevel2 | kCapabilityTimeslice);
  heddle_queue *q = heddle_queue_open(d, &hw, 18);
  CHECK(heddle_enter(q, HEDDLE_WORK));
  heddle_leave(q, HEDDLE_PLACED);
  shared().program(Process::join()->program_slot()).level_limit = kLevelSubmitted;
  Other other(d, 10);
  other.be_active(true);
  CHECK(Process::join()->gate().word);
  shared().program(Process::join()->program_slot()).level_limit = 0;
  other.be_active(true);
  usleep(50'000);
  CHECK(stream.slice_us != kShortSliceUs);
  for (int i = 0; i < 2; i++) {
    other.be_active(false);
    usleep(8'000);
    other.be_active(true);
    usleep(92'000);
  }
  CHECK_EQ(stream.slice_us.load(), kShortSliceUs);
  other.be_active(false);
  stream.finish();
  heddle_queue_close(q);
}

// A context that has failed writes no mark any more, but it does say that it is empty.
void a_burst_ends_where_marks_are_lost() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, false);
  uint32_t d = device("lost", kLevel2);
  heddle_queue *q = heddle_queue_open(d, &hw, 11);
  Other other(d, -10);
  CHECK(heddle_enter(q, HEDDLE_WORK));
  heddle_leave(q, HEDDLE_PLACED);
  usleep(50'000);
  CHECK(Process::join()->is_active(d));
  stream.empty = true;
  CHECK(eventually([&] { return !Process::join()->is_active(d); }));
  heddle_queue_close(q);
}

// The keeper frees a closed queue, but not under a thread that still waits for it.
void a_closed_queue_lives_while_it_is_used() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, false);
  heddle_queue *q = heddle_queue_open(device("used", kLevel2), &hw, 12);
  CHECK(heddle_enter(q, HEDDLE_WORK));
  heddle_leave(q, HEDDLE_PLACED);
  uint64_t token = heddle_sync_enter(q);
  heddle_queue_close(q);
  stream.finish();
  auto is_there = [] {
    bool found = false;
    Table table = shared();
    table.each_queue([&](uint32_t i) { found |= table.queue(i).handle == 12; });
    return found;
  };
  usleep(50'000);
  CHECK(is_there());
  heddle_sync_leave(q, token, 1);  // the address sanitizer looks on
  CHECK(eventually([&] { return !is_there(); }));
}

// Behind a wait of the program's own the room in the stream is the program's, at any length of
// commands; without one, gates stay dense.
void little_of_ours_goes_behind_a_wait() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, false);
  heddle_queue *q = heddle_queue_open(device("room", kLevel2), &hw, 13);
  Other rival(device("room", kLevel2), 0);
  auto submit = [&](int count) {
    for (int i = 0; i < count; i++) {
      CHECK(heddle_enter(q, HEDDLE_WORK));
      heddle_leave(q, HEDDLE_PLACED);
    }
    return stream.marks + stream.gates;
  };
  const int without = submit(900);
  CHECK(without >= 900);
  CHECK(heddle_enter(q, HEDDLE_WAIT));
  heddle_leave(q, HEDDLE_PLACED);
  CHECK(submit(900) - without < 100);
  stream.finish();
  heddle_queue_close(q);
}

// What the vendor refused is not pending.
void a_refused_call_leaves_no_trace() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, false);
  heddle_queue *q = heddle_queue_open(device("refused", kLevel2), &hw, 16);
  CHECK(heddle_enter(q, HEDDLE_WORK));
  CHECK(!heddle_is_done(q));
  heddle_leave(q, HEDDLE_NOTHING);
  CHECK(heddle_is_done(q));
  CHECK_EQ(stream.marks + stream.gates, 0);
  heddle_queue_close(q);
}

// A program that has waited for a copy finds an empty stream.
void nothing_is_put_behind_a_call_that_waits() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, false);
  heddle_queue *q = heddle_queue_open(device("waited", kLevel2), &hw, 17);
  Other rival(device("waited", kLevel2), 0);
  for (int i = 0; i < 100; i++) {
    CHECK(heddle_enter(q, HEDDLE_WORK));
    heddle_leave(q, HEDDLE_WAITED_FOR);
  }
  CHECK_EQ(stream.marks + stream.gates, 0);
  heddle_queue_close(q);
}

// A program that goes before all others puts its command first and settles the rest behind it.
void a_leader_decides_behind_its_command() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, false);
  uint32_t d = device("leader", kLevel2);
  heddle_queue *q = heddle_queue_open(d, &hw, 18);
  Other follower(d, -10);
  const uint64_t before = shared().device(d).decisions;
  CHECK(heddle_enter(q, HEDDLE_WORK));
  CHECK_EQ(shared().device(d).decisions, before);
  heddle_leave(q, HEDDLE_PLACED);
  CHECK_EQ(shared().device(d).decisions, before + 1);
  stream.empty = true;
  heddle_queue_close(q);
}

// The vendor's library has locks of its own.
void nobody_is_asked_beside_a_thread_that_waits() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, false);
  uint32_t d = device("asked", kLevel2);
  heddle_queue *q = heddle_queue_open(d, &hw, 19);
  Other other(d, -10);
  CHECK(heddle_enter(q, HEDDLE_WORK));
  heddle_leave(q, HEDDLE_PLACED);
  uint64_t token = heddle_sync_enter(q);
  const int asked = stream.asked;
  usleep(60'000);
  CHECK(stream.asked <= asked + 1);  // one may have been under way
  heddle_sync_leave(q, token, 0);
  CHECK(eventually([&] { return stream.asked > asked + 1; }));
  stream.empty = true;
  heddle_queue_close(q);
}

void expected_work_finds_its_context_loaded() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, true);
  uint32_t d = device("expected", kLevel2 | kCapabilityTimeslice);
  heddle_queue *q = heddle_queue_open(d, &hw, 20);
  CHECK_EQ(heddle_program_expect(0, 100'000), HEDDLE_OK);
  CHECK(eventually([&] { return stream.loads == 1; }));
  CHECK(stream.is_kept_loaded());
  heddle_sync_leave(q, heddle_sync_enter(q), 0);  // a wait for the device waits for all of it
  CHECK(!stream.is_kept_loaded());
  CHECK_EQ(heddle_program_expect(0, 100'000), HEDDLE_OK);
  CHECK(eventually([&] { return stream.loads == 2; }));
  CHECK(stream.is_kept_loaded());
  CHECK(heddle_enter(q, HEDDLE_WORK));
  CHECK(stream.is_kept_loaded());  // until that is in the stream
  heddle_leave(q, HEDDLE_PLACED);
  CHECK(!stream.is_kept_loaded());
  CHECK_EQ(heddle_program_expect(0, 100'000), HEDDLE_OK);  // work in the stream does as well
  usleep(20'000);
  CHECK_EQ(stream.loads, 2);
  stream.empty = true;
  heddle_queue_close(q);
}

void a_device_is_kept_as_long_as_that_pays() {
  constexpr int64_t kUs = 1000, kMs = 1'000'000;
  Pauses pauses;
  CHECK_EQ(pauses.keep_ns(kMs, 200 * kUs), 200 * kUs);  // nothing is known yet
  for (int i = 0; i < 63; i++) pauses.note(300 * kUs);
  CHECK(pauses.keep_ns(kMs, 0) >= 300 * kUs && pauses.keep_ns(kMs, 0) < 450 * kUs);
  pauses.note(60 * kMs);  // once in a while a long one: then it is given up soon
  CHECK(pauses.keep_ns(kMs, 0) < 450 * kUs);
  CHECK(pauses.within_milli(pauses.keep_ns(kMs, 0)) > 980);
  for (int i = 0; i < 2000; i++) pauses.note(5 * kMs);  // each longer than a switch costs
  CHECK_EQ(pauses.keep_ns(kMs, 200 * kUs), 0);
  for (int i = 0; i < 2000; i++) pauses.note(80 * kUs);  // what was long ago is forgotten
  CHECK(pauses.keep_ns(kMs, 0) >= 80 * kUs && pauses.keep_ns(kMs, 0) <= 128 * kUs);
}

void joined_means_that_the_keeper_runs() {
  Table table = shared();
  int found = 0;
  table.each_process([&](uint32_t i) {
    found += table.process(i).pid == getpid() && table.process(i).keeper != 0;
  });
  CHECK_EQ(found, 1);
}

}  // namespace

int main() {
  OwnTable table;
  joined_means_that_the_keeper_runs();
  a_refusing_vendor_means_level_1();
  a_higher_program_shortens_the_slice();
  a_program_that_is_mostly_held_gets_its_slice();
  a_burst_ends_where_marks_are_lost();
  a_closed_queue_lives_while_it_is_used();
  little_of_ours_goes_behind_a_wait();
  a_refused_call_leaves_no_trace();
  nothing_is_put_behind_a_call_that_waits();
  a_leader_decides_behind_its_command();
  nobody_is_asked_beside_a_thread_that_waits();
  expected_work_finds_its_context_loaded();
  a_device_is_kept_as_long_as_that_pays();
}
