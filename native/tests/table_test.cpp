// The table: refusing what is not ours, slots, and surviving writers that are killed anywhere.
#include "shm/table.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <thread>

#include "include/heddle.h"
#include "tests/check.h"

using namespace heddle;

namespace {

char path[256];

void *fresh() {
  snprintf(path, sizeof path, "/dev/shm/heddle-test-%d/table", getpid());
  remove_table(path);
  void *base = nullptr;
  CHECK_EQ(Table::open(path, &base), HEDDLE_OK);
  return base;
}

int reopen() {
  void *base = nullptr;
  int status = Table::open(path, &base);
  if (status == HEDDLE_OK) munmap(base, kTableBytes);
  return status;
}

// Another user who can write the folder chooses what lies in it, so such a folder is refused, as is
// a link.
void refuses_folders_that_others_can_write() {
  fresh();
  char folder[256], elsewhere[300];
  Table::folder_of(path, folder, sizeof folder);
  for (const mode_t mode : {0777, 0770, 01777}) {
    CHECK_EQ(chmod(folder, mode), 0);
    CHECK_EQ(reopen(), HEDDLE_ERROR_FOLDER);
  }
  unlink(path);
  CHECK_EQ(reopen(), HEDDLE_ERROR_FOLDER);
  CHECK(access(path, F_OK) != 0);  // it makes no table there either
  CHECK_EQ(chmod(folder, 0755), 0);
  CHECK_EQ(reopen(), HEDDLE_OK);
  snprintf(elsewhere, sizeof elsewhere, "%s-moved", folder);
  CHECK_EQ(rename(folder, elsewhere), 0);
  CHECK_EQ(symlink(elsewhere, folder), 0);
  CHECK_EQ(reopen(), HEDDLE_ERROR_FOLDER);
  unlink(folder);
  CHECK_EQ(rename(elsewhere, folder), 0);
  remove_table(path);
}

void refuses_what_is_not_a_table() {
  Table table(fresh());
  CHECK_EQ(reopen(), HEDDLE_OK);
  table.header().magic = 42;
  CHECK_EQ(reopen(), HEDDLE_ERROR_MAGIC);
  table.header().magic = kTableMagic;
  table.header().major = kTableMajor + 1;
  CHECK_EQ(reopen(), HEDDLE_ERROR_VERSION);
  table.header().major = kTableMajor;
  table.header().minor = kTableMinor + 7;  // a newer minor is adopted
  CHECK_EQ(reopen(), HEDDLE_OK);
  CHECK_EQ(truncate(path, 100), 0);
  CHECK_EQ(reopen(), HEDDLE_ERROR_MAGIC);
  remove_table(path);
}

void fill_process(Table &table, uint32_t i, uint32_t program) {
  os::ProcessName self = os::this_process();
  ProcessRecord &p = table.process(i);
  p.program = program;
  p.pid = self.pid;
  p.start_ticks = self.start_ticks;
  p.pid_namespace = os::pid_namespace();
  p.state.store(kSlotStateReady);
}

void slots_run_out_and_come_back() {
  Table table(fresh());
  uint32_t index;
  CHECK(table.lock());
  for (uint32_t i = 0; i < kProgramCount; i++) {
    CHECK_EQ(table.claim_program(&index, "", "test"), HEDDLE_OK);
    CHECK_EQ(table.program(index).id, i + 1);
    table.program(index).state = kSlotStateReady;
  }
  CHECK_EQ(table.claim_program(&index, "", "test"), HEDDLE_ERROR_FULL);
  table.free_program(17);
  CHECK_EQ(table.claim_program(&index, "", "test"), HEDDLE_OK);
  CHECK_EQ(index, 17u);
  CHECK_EQ(table.program(17).id, kProgramCount + 1);  // ids are never used twice
  table.unlock();
  remove_table(path);
}

void nobody_waits_for_a_device_it_has_left() {
  Table table(fresh());
  uint32_t program, process, queue;
  CHECK(table.lock());
  CHECK_EQ(table.claim_program(&program, "", "test"), HEDDLE_OK);
  table.program(program).state = kSlotStateReady;
  CHECK_EQ(table.claim_process(&process), HEDDLE_OK);
  fill_process(table, process, program);
  CHECK_EQ(table.claim_queue(&queue), HEDDLE_OK);
  table.queue(queue).process = process;
  table.queue(queue).device = 3;
  table.queue(queue).state = kSlotStateReady;
  table.derive_attachments();
  table.set_gate(program, 1u << 3 | kHoldByPerson, os::now_ns());
  table.free_queue(queue);
  table.derive_attachments();
  CHECK_EQ(table.gate(program).word, uint32_t(kHoldByPerson));
  table.unlock();
  remove_table(path);
}

// A child that does nothing but take the lock and change slots, until it is killed.
[[noreturn]] void writer(Table table) {
  for (;;) {
    CHECK(table.lock());
    uint32_t program, process, queue;
    if (table.claim_program(&program, "", "test") == HEDDLE_OK) {
      table.program(program).state.store(kSlotStateReady);
      if (table.claim_process(&process) == HEDDLE_OK) {
        fill_process(table, process, program);
        if (table.claim_queue(&queue) == HEDDLE_OK) {
          table.queue(queue).process = process;
          table.queue(queue).state.store(kSlotStateReady);
        }
        table.derive_attachments();
        table.free_process(process);
      }
      table.free_program(program);
    }
    table.unlock();
  }
}

void survives_killed_writers() {
  Table table(fresh());
  unsigned seed = 1;
  for (int round = 0; round < 150; round++) {
    pid_t children[3];
    for (pid_t &child : children) {
      child = fork();
      if (child == 0) writer(table);
    }
    usleep(useconds_t(500 + rand_r(&seed) % 3000));
    for (pid_t child : children) {
      kill(child, SIGKILL);
      CHECK_EQ(waitpid(child, nullptr, 0), child);
    }
    CHECK(table.lock());
    table.reap(table.find_dead());
    CHECK_EQ(table.header().programs_used[0], 0u);
    for (auto &mask : table.header().processes_used) CHECK_EQ(mask, 0u);
    for (auto &mask : table.header().queues_used) CHECK_EQ(mask, 0u);
    table.unlock();
  }
  // The lock was found in a dead hand now and then, or this has tested nothing.
  CHECK(table.header().lock_repairs > 0);
  remove_table(path);
}

void a_stopped_owner_does_not_stop_the_others() {
  Table table(fresh());
  pid_t child = fork();
  if (child == 0) {
    CHECK(table.lock());
    raise(SIGSTOP);
    _exit(0);
  }
  int status;
  CHECK_EQ(waitpid(child, &status, WUNTRACED), child);
  CHECK(!table.lock(30'000'000));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  CHECK(table.lock());
  table.unlock();
  remove_table(path);
}

// Its other threads go on, so it must keep its slots.
void a_process_without_its_main_thread_is_alive() {
  pid_t child = fork();
  if (child == 0) {
    std::thread([] { sleep(60); }).detach();
    pthread_exit(nullptr);
  }
  char state = 0;
  os::ProcessName who{child, 0, 0};
  CHECK(eventually([&] { return os::read_stat(child, &state, &who.start_ticks) && state == 'Z'; }));
  CHECK(os::alive(who));
  kill(child, SIGKILL);
  CHECK(eventually([&] { return !os::alive(who); }));
  waitpid(child, nullptr, 0);
  CHECK(!os::alive(who));
}

// CUDA and OpenCL, say, on one GPU: a hold counts for both.
void two_apis_of_one_device_are_one_device() {
  Table table(fresh());
  uint32_t first, second, other;
  CHECK_EQ(table.register_device("cuda", "0", "GPU-1", kCapabilityTimeslice, &first), HEDDLE_OK);
  CHECK_EQ(table.register_device("opencl", "3", "GPU-1", kCapabilityWaitValue, &second), HEDDLE_OK);
  CHECK_EQ(second, first);
  CHECK_EQ(+table.device(first).capabilities, kCapabilityTimeslice | kCapabilityWaitValue);
  CHECK_EQ(table.register_device("opencl", "4", "GPU-2", 0, &other), HEDDLE_OK);
  CHECK(other != first);
  // Several devices of one API may have one identity: parts of a card.
  CHECK_EQ(table.register_device("cuda", "1", "GPU-1", 0, &other), HEDDLE_OK);
  CHECK(other != first);
  remove_table(path);
}

}  // namespace

int main() {
  two_apis_of_one_device_are_one_device();
  refuses_what_is_not_a_table();
  refuses_folders_that_others_can_write();
  slots_run_out_and_come_back();
  nobody_waits_for_a_device_it_has_left();
  survives_killed_writers();
  a_stopped_owner_does_not_stop_the_others();
  a_process_without_its_main_thread_is_alive();
}
