// Queues against hardware that is a few lines of memory: gates by time, marks, holds, captures.
#include "core/queue.h"

#include <sys/mman.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "core/process.h"
#include "include/heddle.h"
#include "tests/check.h"

using namespace heddle;

namespace {

// A stream that completes what was submitted when it is told to.
struct FakeStream {
  std::atomic<int> marks{0}, gates{0}, slices{0}, asked{0}, loads{0};
  std::atomic<uint32_t> slice_us{0};
  std::atomic<uint64_t *> word{nullptr};
  std::atomic<uint64_t> marked{0};
  std::atomic<bool> empty{false};

  void complete(uint64_t upto) {
    if (uint64_t *w = word) std::atomic_ref(*w).store(upto, std::memory_order_release);
  }
  void finish() { complete(marked); }
  heddle_hw_queue contract(bool level2, bool level3) {
    heddle_hw_queue hw{};
    hw.self = this;
    hw.mark = [](void *self, uint64_t *word, uint64_t value) {
      auto &s = *static_cast<FakeStream *>(self);
      s.marks++;
      s.word = word;
      s.marked = value;
      return 0;
    };
    hw.empty = [](void *self) {
      static_cast<FakeStream *>(self)->asked++;
      return int(static_cast<FakeStream *>(self)->empty);
    };
    if (level2)
      hw.gate = [](void *self, const uint32_t *) {
        static_cast<FakeStream *>(self)->gates++;
        return 0;
      };
    if (level3)
      hw.load = [](void *self) {
        static_cast<FakeStream *>(self)->loads++;
        return 0;
      };
    if (level3)
      hw.slice = [](void *self, uint32_t us) {
        static_cast<FakeStream *>(self)->slices++;
        static_cast<FakeStream *>(self)->slice_us = us;
        return 0;
      };
    return hw;
  }
};

constexpr uint32_t kLevel2 = kCapabilityWaitValue | kCapabilityWriteValue;

uint32_t device(const char *name, uint32_t capabilities) {
  uint32_t index;
  CHECK_EQ(heddle_device_open("fake", name, name, capabilities, &index), HEDDLE_OK);
  return index;
}

Table shared() {
  Table table(nullptr);
  CHECK_EQ(Process::table(&table), HEDDLE_OK);
  return table;
}

uint64_t own_id() { return shared().program(Process::join()->program_slot()).id; }

// A second program, made by hand in the table, with a queue on the device; then it is gone.
class Other {
 public:
  Other(uint32_t device, int rank) : table_(shared()), device_(device) {
    uint32_t queue;
    os::ProcessName self = os::this_process();
    CHECK(table_.lock());
    CHECK_EQ(table_.claim_program(&program_, "", "other"), HEDDLE_OK);
    table_.program(program_).rank = rank;
    table_.program(program_).state = kSlotStateReady;
    CHECK_EQ(table_.claim_process(&process_), HEDDLE_OK);
    table_.process(process_).program = program_;
    table_.process(process_).pid = self.pid;
    table_.process(process_).start_ticks = self.start_ticks;
    table_.process(process_).pid_namespace = os::pid_namespace();
    table_.process(process_).state = kSlotStateReady;
    CHECK_EQ(table_.claim_queue(&queue), HEDDLE_OK);
    table_.queue(queue).process = process_;
    table_.queue(queue).device = device;
    table_.queue(queue).state = kSlotStateReady;
    decide();
  }
  // Its burst begins or ends.
  void be_active(bool active) {
    CHECK(table_.lock());
    table_.process(process_).active = active ? 1u << device_ : 0;
    decide();
  }
  ~Other() {
    CHECK(table_.lock());
    table_.free_process(process_);
    table_.free_program(program_);
    decide();
  }

 private:
  void decide() {
    table_.derive_attachments();
    Outcome outcome = arbitrate(table_, device_, os::now_ns());
    table_.unlock();
    ring(table_, outcome.ring);
  }

  Table table_;
  uint32_t device_, program_ = 0, process_ = 0;
};

void gates_are_placed_by_time() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, false);
  heddle_queue *q = heddle_queue_open(device("time", kLevel2), &hw, 1);
  CHECK(q);
  Other rival(device("time", kLevel2), 0);
  // Unknown commands: a gate every other one. Known to be short: hardly any.
  for (int i = 0; i < 20; i++) {
    CHECK(heddle_enter(q, HEDDLE_WORK));
    heddle_leave(q, HEDDLE_PLACED);
  }
  CHECK_EQ(stream.gates, 10);
  for (int i = 0; i < 200; i++) {
    CHECK(heddle_enter(q, HEDDLE_WORK));
    heddle_leave(q, HEDDLE_PLACED);
    uint64_t token = heddle_sync_enter(q);
    heddle_sync_leave(q, token, 1);  // each is done at once: commands take no time
  }
  int before = stream.gates;
  for (int i = 0; i < 100; i++) {
    CHECK(heddle_enter(q, HEDDLE_WORK));
    heddle_leave(q, HEDDLE_PLACED);
  }
  CHECK(stream.gates - before <= 20);
  heddle_queue_close(q);
}

// Where nobody competes and a newcomer would not have to wait for gates, few are enough: they are
// for a person's hold.
void a_program_alone_has_few_gates() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, true);
  heddle_queue *q = heddle_queue_open(device("alone", kLevel2 | kCapabilityTimeslice), &hw, 15);
  for (int i = 0; i < 320; i++) {
    CHECK(heddle_enter(q, HEDDLE_WORK));
    heddle_leave(q, HEDDLE_PLACED);
  }
  CHECK_EQ(stream.gates, 10);
  stream.finish();
  heddle_queue_close(q);
}

void a_held_program_gets_one_gate_in_front() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, false);
  heddle_queue *q = heddle_queue_open(device("held", kLevel2), &hw, 2);
  CHECK(heddle_enter(q, HEDDLE_WORK));
  heddle_leave(q, HEDDLE_PLACED);
  int before = stream.gates;
  CHECK_EQ(heddle_program_hold(0, 1), HEDDLE_OK);
  CHECK(heddle_enter(q, HEDDLE_WORK));
  CHECK_EQ(stream.gates, before + 1);
  heddle_leave(q, HEDDLE_PLACED);
  CHECK_EQ(heddle_program_hold(0, 0), HEDDLE_OK);
  heddle_queue_close(q);
}

void level_1_waits_in_the_call() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(false, false);
  heddle_queue *q = heddle_queue_open(device("one", kCapabilityWriteValue), &hw, 3);
  CHECK_EQ(heddle_program_hold(0, 1), HEDDLE_OK);
  std::atomic<bool> entered{false};
  std::thread caller([&] {
    CHECK(heddle_enter(q, HEDDLE_WORK));
    entered = true;
    heddle_leave(q, HEDDLE_PLACED);
  });
  usleep(50'000);
  CHECK(!entered);
  CHECK_EQ(heddle_program_hold(0, 0), HEDDLE_OK);
  caller.join();
  CHECK(entered);
  heddle_queue_close(q);
}

void level_1_bounds_what_is_in_flight() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(false, false);
  heddle_queue *q = heddle_queue_open(device("flight", kCapabilityWriteValue), &hw, 4);
  Other rival(device("flight", kCapabilityWriteValue), 0);
  std::atomic<uint64_t> submitted{0};
  std::atomic<bool> stop{false};
  std::thread caller([&] {
    while (!stop) {
      CHECK(heddle_enter(q, HEDDLE_WORK));
      submitted++;
      heddle_leave(q, HEDDLE_PLACED);
    }
  });
  // A device that takes about 100 us for a command: the caller keeps pace with it. A host that is
  // busy stops this thread too; to the caller the device then stands still, and it rightly goes
  // ahead, so rounds soon after such a pause do not count.
  uint64_t done = 0;
  int64_t last = os::now_ns();
  int counted = 0;
  for (int round = 0, steady = 0; round < 3'000 && counted < 200; round++) {
    usleep(1000);
    done = std::min<uint64_t>(done + 10, stream.marked);
    stream.complete(done);
    uint64_t ahead = submitted - done;
    int64_t now = os::now_ns();
    steady = now - last < 2'500'000 ? steady + 1 : 0;
    last = now;
    if (steady == 0) done = stream.marked;
    if (steady <= 20) continue;
    CHECK_TIME(ahead < 200);
    counted++;
  }
  CHECK_TIME(counted == 200);  // without steady rounds nothing was tested
  // It stops altogether, as if it waited for something that the caller does next: no deadlock.
  uint64_t before = submitted;
  for (int i = 0; i < 5000 && submitted < before + 10'000; i++) usleep(1000);
  CHECK(submitted >= before + 10'000);
  stop = true;
  caller.join();
  heddle_queue_close(q);
}

// Threads that wait to submit keep no device busy; counting their waiting as time of a command made
// commands look longer, which made the threads wait longer.
void waiting_threads_do_not_make_commands_look_long() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(false, false);
  heddle_queue *q = heddle_queue_open(device("many", kCapabilityWriteValue), &hw, 9);
  Other rival(device("many", kCapabilityWriteValue), 0);
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; t++)
    threads.emplace_back([&] {
      while (!stop) {
        CHECK(heddle_enter(q, HEDDLE_WORK));
        heddle_leave(q, HEDDLE_PLACED);
      }
    });
  uint64_t done = 0;
  for (int i = 0; i < 400; i++) {
    usleep(1000);
    done = std::min<uint64_t>(done + 10, stream.marked);
    stream.complete(done);
  }
  Table table = shared();
  table.each_queue([&](uint32_t i) {
    if (table.queue(i).handle == 9) CHECK_TIME(table.queue(i).command_ns < 2'000'000);
  });
  stop = true;
  std::atomic<bool> joined{false};
  std::thread device_goes_on([&] {
    while (!joined) {
      stream.finish();
      usleep(500);
    }
  });
  for (auto &t : threads) t.join();
  joined = true;
  device_goes_on.join();
  heddle_queue_close(q);
}

// Commands that take longer than the first patience are learnt all the same.
void level_1_learns_long_commands() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(false, false);
  heddle_queue *q = heddle_queue_open(device("long", kCapabilityWriteValue), &hw, 14);
  Other rival(device("long", kCapabilityWriteValue), 0);
  std::atomic<bool> stop{false};
  std::atomic<uint64_t> submitted{0};
  std::thread caller([&] {
    while (!stop) {
      CHECK(heddle_enter(q, HEDDLE_WORK));
      submitted++;
      heddle_leave(q, HEDDLE_PLACED);
      usleep(1000);
    }
  });
  uint64_t done = 0;
  for (int i = 0; i < 60; i++) {
    usleep(20'000);
    done = std::min<uint64_t>(done + 1, stream.marked);
    stream.complete(done);
  }
  CHECK(submitted - done < 8);
  stop = true;
  for (int i = 0; i < 20; i++) usleep(1000), stream.finish();
  caller.join();
  heddle_queue_close(q);
}

// A program whose stream waits for it at every step, as with a word that it writes later. Waiting
// in vain for that stream must not look like long commands, or each wait is longer than the last.
void a_stream_that_waits_for_the_program_does_not_slow_it_down() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(false, false);
  heddle_queue *q = heddle_queue_open(device("waits", kCapabilityWriteValue), &hw, 10);
  Other rival(device("waits", kCapabilityWriteValue), 0);
  const int64_t start = os::now_ns();
  for (int step = 0; step < 1000; step++) {
    CHECK(heddle_enter(q, HEDDLE_WAIT));
    heddle_leave(q, HEDDLE_PLACED);
    for (int i = 0; i < 20; i++) {
      CHECK(heddle_enter(q, HEDDLE_WORK));
      heddle_leave(q, HEDDLE_PLACED);
    }
    stream.finish();
  }
  CHECK_TIME(os::now_ns() - start < 5'000'000'000);
  heddle_queue_close(q);
}

void nothing_of_ours_gets_into_a_capture() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, false);
  heddle_queue *q = heddle_queue_open(device("capture", kLevel2), &hw, 5);
  heddle_capture(q, 1);
  CHECK_EQ(heddle_program_hold(0, 1), HEDDLE_OK);
  for (int i = 0; i < 1000; i++) CHECK(!heddle_enter(q, HEDDLE_WORK));
  CHECK_EQ(heddle_program_hold(0, 0), HEDDLE_OK);
  usleep(30'000);
  CHECK_EQ(stream.gates, 0);
  CHECK_EQ(stream.marks, 0);
  heddle_capture(q, 0);
  CHECK(heddle_enter(q, HEDDLE_WORK));
  heddle_leave(q, HEDDLE_PLACED);
  heddle_queue_close(q);
}

void threads_share_a_queue() {
  FakeStream stream;
  heddle_hw_queue hw = stream.contract(true, true);
  uint32_t d = device("threads", kLevel2 | kCapabilityTimeslice);
  heddle_queue *q = heddle_queue_open(d, &hw, 6);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++)
    threads.emplace_back([&] {
      for (int i = 0; i < 5000; i++) {
        CHECK(heddle_enter(q, HEDDLE_WORK));
        heddle_leave(q, HEDDLE_PLACED);
        if (i % 100 == 0) {
          uint64_t token = heddle_sync_enter(q);
          heddle_sync_leave(q, token, 1);
        }
      }
    });
  std::thread holder([&] {
    for (int i = 0; i < 50; i++) {
      CHECK_EQ(heddle_program_hold(0, i % 2 == 0), HEDDLE_OK);
      usleep(200);
    }
  });
  for (auto &t : threads) t.join();
  holder.join();
  Table table = shared();
  uint64_t submitted = 0;
  table.each_queue([&](uint32_t i) {
    if (table.queue(i).handle == 6) submitted = table.queue(i).submitted;
  });
  CHECK_EQ(submitted, 20'000u);
  heddle_queue_close(q);
}

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

// Whoever goes before all others puts its command first and settles the rest behind it.
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
  CHECK(heddle_enter(q, HEDDLE_WORK));  // work in the stream does as well
  CHECK_EQ(heddle_program_expect(0, 100'000), HEDDLE_OK);
  usleep(20'000);
  CHECK_EQ(stream.loads, 1);
  heddle_leave(q, HEDDLE_NOTHING);
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
  char path[128];
  snprintf(path, sizeof path, "/dev/shm/heddle-test-%d/table", getpid());
  setenv("HEDDLE_TABLE", path, 1);
  CHECK_EQ(heddle_open(), HEDDLE_OK);
  CHECK(own_id() != 0);
  joined_means_that_the_keeper_runs();
  gates_are_placed_by_time();
  a_program_alone_has_few_gates();
  a_held_program_gets_one_gate_in_front();
  level_1_waits_in_the_call();
  level_1_bounds_what_is_in_flight();
  waiting_threads_do_not_make_commands_look_long();
  level_1_learns_long_commands();
  a_stream_that_waits_for_the_program_does_not_slow_it_down();
  nothing_of_ours_gets_into_a_capture();
  threads_share_a_queue();
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
  remove_table(path);
}
