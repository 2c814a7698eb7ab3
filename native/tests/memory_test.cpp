// The memory quota: exact to the byte, one for all processes of a program, and back from the dead.
#include <signal.h>
#include <sys/mman.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "core/process.h"
#include "include/heddle.h"
#include "tests/check.h"

using namespace heddle;

namespace {

constexpr uint32_t kDevice = 3, kOther = 4;
uint64_t program_id = 0;

void resize(uint64_t limit) {
  heddle_plan plan;
  CHECK_EQ(heddle_program_get_asked(program_id, &plan), HEDDLE_OK);
  plan.memory_limit = limit;
  CHECK_EQ(heddle_program_ask(program_id, &plan), HEDDLE_OK);
}

uint64_t used(uint32_t device = kDevice) {
  uint64_t limit, bytes;
  heddle_memory_look(device, &limit, &bytes);
  return bytes;
}

// Runs `body` in a process that is the root of a program with this limit, in a table of its own.
template <class F>
void in_program(uint64_t limit, F body) {
  check::in_child([&] {
    char path[256];
    snprintf(path, sizeof path, "/dev/shm/heddle-test-memory-%d/table", getpid());
    setenv("HEDDLE_TABLE", path, 1);
    unsetenv("HEDDLE_PROGRAM");
    heddle_plan plan{};
    plan.weight = 1000;
    plan.memory_limit = limit;
    CHECK_EQ(heddle_program_create(&plan, "", "test", &program_id), HEDDLE_OK);
    char id[32];
    snprintf(id, sizeof id, "%llu", static_cast<unsigned long long>(program_id));
    setenv("HEDDLE_PROGRAM", id, 1);
    body();
    remove_table(path);
  });
}

template <class T>
T *shared_words() {
  void *page = mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(page != MAP_FAILED);
  return static_cast<T *>(page);
}

void exact_to_the_byte() {
  CHECK(heddle_memory_take(kDevice, 999));
  CHECK(!heddle_memory_take(kDevice, 2));
  CHECK(!heddle_memory_take(kDevice, UINT64_MAX));
  CHECK(heddle_memory_take(kDevice, 1));
  CHECK(!heddle_memory_take(kDevice, 1));
  CHECK(heddle_memory_take(kOther, 1000));  // each device by itself
  CHECK_EQ(used(), 1000u);
  heddle_memory_give(kDevice, 999);
  CHECK_EQ(used(), 1u);
  CHECK(heddle_memory_take(kDevice, 999));
  heddle_memory_give(kDevice, 1000);
  heddle_memory_give(kOther, 1000);
  CHECK_EQ(used() + used(kOther), 0u);
  CHECK(heddle_memory_take(99, 5000));  // no device of ours: nothing to count
}

void smaller_than_what_is_used() {
  CHECK(heddle_memory_take(kDevice, 600));
  resize(500);
  CHECK_EQ(used(), 600u);  // nothing is taken away
  CHECK(!heddle_memory_take(kDevice, 1));
  heddle_memory_give(kDevice, 101);
  CHECK(heddle_memory_take(kDevice, 1));
  resize(0);
  CHECK(heddle_memory_take(kDevice, uint64_t(1) << 50));
  heddle_memory_give(kDevice, (uint64_t(1) << 50) + 500);
  CHECK_EQ(used(), 0u);
}

// 1,000 sequences of taking, giving and resizing, against a model of a few lines.
void as_the_model_says() {
  for (uint32_t seed = 0; seed < 1000; seed++) {
    std::minstd_rand chance(seed + 1);
    std::vector<uint64_t> held;
    uint64_t limit = 1000, sum = 0;
    resize(limit);
    for (int step = 0; step < 60; step++) {
      const uint32_t kind = chance() % 8;
      if (kind < 4) {
        const uint64_t bytes = 1 + chance() % (chance() % 4 ? 200 : 1500);
        const bool fits = !limit || sum + bytes <= limit;
        CHECK_EQ(heddle_memory_take(kDevice, bytes) != 0, fits);
        if (fits) held.push_back(bytes), sum += bytes;
      } else if (kind < 7 && !held.empty()) {
        std::swap(held[chance() % held.size()], held.back());
        heddle_memory_give(kDevice, held.back());
        sum -= held.back();
        held.pop_back();
      } else if (kind == 7) {
        limit = chance() % 5 ? 200 + chance() % 2000 : 0;
        resize(limit);
      }
      CHECK_EQ(used(), sum);
    }
    heddle_memory_give(kDevice, sum);
  }
}

// Requests that never fit must not keep out one that always does.
void nobody_is_refused_because_of_the_refused() {
  resize(1000);
  CHECK(heddle_memory_take(kDevice, 400));
  std::atomic<bool> stop{false};
  std::vector<std::thread> greedy;
  for (int i = 0; i < 6; i++)
    greedy.emplace_back([&] {
      while (!stop) CHECK(!heddle_memory_take(kDevice, 601));
    });
  for (int64_t end = os::now_ns() + 500'000'000; os::now_ns() < end;) {
    CHECK(heddle_memory_take(kDevice, 600));
    heddle_memory_give(kDevice, 600);
  }
  stop = true;
  for (std::thread &thread : greedy) thread.join();
  heddle_memory_give(kDevice, 400);
}

// What threads have at any moment, counted behind take() and before give(), never exceeds the
// limit.
void threads_share_it() {
  resize(1000);
  std::atomic<uint64_t> sum{0};
  std::atomic<uint32_t> taken{0};
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < 4; t++)
    threads.emplace_back([&, t] {
      std::minstd_rand chance(t + 1);
      for (int i = 0; i < 5000; i++) {
        const uint64_t bytes = 1 + chance() % 600;
        if (!heddle_memory_take(kDevice, bytes)) continue;
        CHECK(sum.fetch_add(bytes) + bytes <= 1000);
        taken++;
        sum -= bytes;
        heddle_memory_give(kDevice, bytes);
      }
    });
  for (std::thread &thread : threads) thread.join();
  CHECK(taken > 1000);
  CHECK_EQ(used(), 0u);
}

// Workers that do what they are told, one at a time; some are killed.
struct Order {
  std::atomic<int64_t> bytes;  // 0: done; > 0: take, < 0: give
  std::atomic<int> answer;
};

void processes_share_it_and_the_dead_give_back() {
  constexpr int kWorkers = 3;
  constexpr uint64_t kLimit = 5000;
  resize(kLimit);
  struct Orders {
    Order of[kWorkers];
  };
  Orders *orders = shared_words<Orders>();
  auto start = [&](int i) {
    return check::start_child([=] {
      prctl(PR_SET_PDEATHSIG, SIGKILL);  // should the test fail
      Order &order = orders->of[i];
      for (;; os::sleep_until(os::now_ns() + 20'000)) {
        const int64_t bytes = order.bytes;
        if (!bytes) continue;
        if (bytes < 0)
          heddle_memory_give(kDevice, uint64_t(-bytes));
        else
          order.answer = heddle_memory_take(kDevice, uint64_t(bytes));
        order.bytes = 0;
      }
    });
  };
  auto tell = [&](int i, int64_t bytes) {
    orders->of[i].bytes = bytes;
    CHECK(eventually([&] { return orders->of[i].bytes == 0; }, 20'000));
    return orders->of[i].answer != 0;
  };
  pid_t workers[kWorkers];
  uint64_t has[kWorkers] = {};
  for (int i = 0; i < kWorkers; i++) workers[i] = start(i);
  std::minstd_rand chance(7);
  for (int step = 0; step < 1000; step++) {
    const int i = int(chance() % kWorkers);
    const uint64_t bytes = 1 + chance() % 2000;
    const uint64_t sum = std::accumulate(has, has + kWorkers, uint64_t(0));
    if (chance() % 50 == 0) {
      kill(workers[i], SIGKILL);
      CHECK_EQ(check::wait_child(workers[i]), 128 + SIGKILL);
      workers[i] = start(i);
      has[i] = 0;
    } else if (has[i] >= bytes) {
      tell(i, -int64_t(bytes));
      has[i] -= bytes;
    } else {
      const bool fits = sum + bytes <= kLimit;
      CHECK_EQ(tell(i, int64_t(bytes)), fits);
      if (fits) has[i] += bytes;
    }
  }
  const uint64_t sum = std::accumulate(has, has + kWorkers, uint64_t(0));
  CHECK(heddle_memory_take(kDevice, kLimit - sum));
  CHECK(!heddle_memory_take(kDevice, 1));
  for (pid_t worker : workers) kill(worker, SIGKILL);
  for (pid_t worker : workers) check::wait_child(worker);
  CHECK_EQ(used(), kLimit - sum);
}

void at_once_in_processes() {
  struct Words {
    std::atomic<uint64_t> sum;
  };
  resize(1000);
  Words *words = shared_words<Words>();
  std::vector<pid_t> workers;
  for (uint32_t p = 0; p < 3; p++)
    workers.push_back(check::start_child([=] {
      std::minstd_rand chance(p + 1);
      for (int i = 0; i < 3000; i++) {
        const uint64_t bytes = 1 + chance() % 900;
        if (!heddle_memory_take(kDevice, bytes)) continue;
        CHECK(words->sum.fetch_add(bytes) + bytes <= 1000);
        words->sum -= bytes;
        heddle_memory_give(kDevice, bytes);
      }
    }));
  for (pid_t worker : workers) CHECK_EQ(check::wait_child(worker), 0);
}

void from_the_environment() {
  auto bytes = [](const char *text) {
    setenv("HEDDLE_MEM", text, 1);
    return os::environment_bytes("HEDDLE_MEM");
  };
  CHECK_EQ(bytes("8GiB"), uint64_t(8) << 30);
  CHECK_EQ(bytes("1.5GiB"), uint64_t(1536) << 20);
  CHECK_EQ(bytes("1MiB"), uint64_t(1) << 20);
  CHECK_EQ(bytes("2TiB"), uint64_t(2) << 40);
  for (const char *wrong : {"", "8", "8GB", "-1GiB", "GiB", "8GiB more", "nanGiB", "infGiB"})
    CHECK_EQ(bytes(wrong), 0u);
  unsetenv("HEDDLE_MEM");
}

}  // namespace

int main() {
  from_the_environment();
  in_program(1000, exact_to_the_byte);
  in_program(1000, smaller_than_what_is_used);
  in_program(1000, as_the_model_says);
  in_program(1000, nobody_is_refused_because_of_the_refused);
  in_program(1000, threads_share_it);
  in_program(1000, at_once_in_processes);
  in_program(5000, processes_share_it_and_the_dead_give_back);
  return 0;
}
