// Queues: gates by time, marks, holds, captures.
#include "tests/fake_queue.h"

using namespace heddle;

namespace {

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

// Without competition, and where a newcomer would not have to wait for gates, few are enough: they
// are for a person's hold.
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

}  // namespace

int main() {
  OwnTable table;
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
}
