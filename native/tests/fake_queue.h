// Hardware that is a few lines of memory, and a table of the test's own: for tests of queues.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "core/process.h"
#include "core/queue.h"
#include "include/heddle.h"
#include "tests/check.h"

namespace heddle {

// A stream that completes what was submitted when it is told to.
struct FakeStream {
  std::atomic<int> marks{0}, gates{0}, slices{0}, asked{0}, loads{0};
  std::atomic<uint32_t> slice_us{0};
  std::atomic<uint64_t *> word{nullptr};
  std::atomic<const uint32_t *> stays{nullptr};  // of the newest load
  std::atomic<uint64_t> marked{0};
  std::atomic<bool> empty{false};

  void complete(uint64_t upto) {
    if (uint64_t *w = word) std::atomic_ref(*w).store(upto, std::memory_order_release);
  }
  void finish() { complete(marked); }
  bool is_kept_loaded() const { return *stays.load() != 0; }
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
      hw.load = [](void *self, const uint32_t *stays, uint64_t) {
        static_cast<FakeStream *>(self)->stays = stays;
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

inline uint32_t device(const char *name, uint32_t capabilities) {
  uint32_t index;
  CHECK_EQ(heddle_device_open("fake", name, name, capabilities, &index), HEDDLE_OK);
  return index;
}

Table shared() {
  Table table(nullptr);
  CHECK_EQ(Process::table(&table), HEDDLE_OK);
  return table;
}

inline uint64_t own_id() { return shared().program(Process::join()->program_slot()).id; }

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

// Joins a table of its own, and removes it.
class OwnTable {
 public:
  OwnTable() {
    snprintf(path_, sizeof path_, "/dev/shm/heddle-test-%d/table", getpid());
    setenv("HEDDLE_TABLE", path_, 1);
    CHECK_EQ(heddle_open(), HEDDLE_OK);
    CHECK(own_id() != 0);
  }
  ~OwnTable() { remove_table(path_); }

 private:
  char path_[128];
};

}  // namespace heddle
