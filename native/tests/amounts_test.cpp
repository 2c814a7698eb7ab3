// The map from handles to bytes, against the standard library's; and threads that allocate and
// free.
#include "shim/amounts.h"

#include <map>
#include <random>
#include <thread>
#include <vector>

#include "core/process.h"
#include "tests/check.h"

using namespace heddle;

namespace {

void as_a_map(uint32_t seed) {
  std::minstd_rand chance(seed);
  GrowingMap<uint64_t> map;
  std::map<uintptr_t, uint64_t> model;
  const uint32_t keys = 20 + chance() % 3000;
  auto pick = [&] { return (chance() % keys + 1) * (seed % 2 ? 512 : uintptr_t(1) << 33); };
  for (int step = 0; step < 5000; step++) {
    const uintptr_t key = pick();
    if (chance() % 5 < 3) {
      const uint64_t value = chance();
      CHECK(map.put(key, value));
      model[key] = value;
    } else {
      uint64_t value = 0;
      const bool known = model.contains(key);
      CHECK_EQ(map.remove(key, &value), known);
      if (known) CHECK_EQ(value, model[key]);
      model.erase(key);
    }
    const uintptr_t other = pick();
    const uint64_t *found = map.find(other);
    CHECK_EQ(found != nullptr, model.contains(other));
    if (found) CHECK_EQ(*found, model[other]);
    if (step % 1000 == 999) {  // all odd values go
      map.each([](uintptr_t, uint64_t value) { return value % 2 == 1; });
      std::erase_if(model, [](auto &entry) { return entry.second % 2 == 1; });
    }
  }
  size_t count = 0;
  map.each([&](uintptr_t key, uint64_t value) {
    CHECK_EQ(value, model.at(key));
    count++;
    return false;
  });
  CHECK_EQ(count, model.size());
  CHECK(!map.find(0));
  CHECK(!map.put(0, 1));
}

// A vendor that gives out the same few handles again as soon as they are free.
struct Vendor {
  std::atomic<bool> taken[8] = {};

  int allocate(uintptr_t *handle) {
    for (uintptr_t i = 0; i < 8; i++)
      if (!taken[i].exchange(true)) {
        *handle = i + 1;
        return 0;
      }
    return 2;
  }
  int free(uintptr_t handle) {
    return handle && handle <= 8 && taken[handle - 1].exchange(false) ? 0 : 1;
  }
};

void handles_come_again_at_once() {
  heddle_plan plan{};
  plan.weight = 1000;
  plan.memory_limit = 5 * 64;
  uint64_t id, limit, used;
  char text[32];
  CHECK_EQ(heddle_program_create(&plan, "", "test", &id), HEDDLE_OK);
  snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(id));
  setenv("HEDDLE_PROGRAM", text, 1);
  Vendor vendor;
  Amounts amounts;
  std::vector<std::thread> threads;
  std::atomic<int> most{0}, now{0};
  for (int t = 0; t < 4; t++)
    threads.emplace_back([&] {
      for (int i = 0; i < 5000; i++) {
        uintptr_t handle = 0;
        const int got = allocating(
            amounts, &handle, {64, 1, 0}, [&] { return vendor.allocate(&handle); }, 0, 2);
        if (got != 0) continue;
        const int here = ++now;
        for (int seen = most; here > seen && !most.compare_exchange_weak(seen, here);) {
        }
        now--;
        CHECK_EQ(freeing(amounts, handle, [&] { return vendor.free(handle); }, 0), 0);
      }
    });
  for (std::thread &thread : threads) thread.join();
  CHECK(most <= 5);
  heddle_memory_look(1, &limit, &used);
  CHECK_EQ(used, 0u);
  // One that the vendor refuses to free stays counted.
  uintptr_t handle = 0;
  CHECK_EQ(
      allocating(amounts, &handle, {64, 1, 0}, [&] { return vendor.allocate(&handle); }, 0, 2), 0);
  CHECK_EQ(freeing(amounts, handle, [] { return 7; }, 0), 7);
  heddle_memory_look(1, &limit, &used);
  CHECK_EQ(used, 64u);
  CHECK_EQ(freeing(amounts, handle, [&] { return vendor.free(handle); }, 0), 0);
  // What ends with its context, and what a context that lives on keeps.
  for (uintptr_t context : {100, 100, 200})
    CHECK_EQ(
        allocating(
            amounts, &handle, {64, 1, context}, [&] { return vendor.allocate(&handle); }, 0, 2),
        0);
  amounts.rename(100, 101);
  amounts.give_back(100);
  heddle_memory_look(1, &limit, &used);
  CHECK_EQ(used, 3 * 64u);
  amounts.give_back(101);
  heddle_memory_look(1, &limit, &used);
  CHECK_EQ(used, 64u);
  uint64_t left = 1000, total = 100;
  CHECK(show_memory(1, &left, &total));
  CHECK_EQ(left, 4 * 64u);
  CHECK_EQ(total, 100u);  // never more than there is
  uint64_t shown = 7;
  CHECK(show_memory(1, &left, &total, &shown));
  CHECK_EQ(shown, 64u);
  total = 50;
  CHECK(show_memory(1, &left, &total, &shown));
  CHECK_EQ(shown, 50u);
  CHECK(!show_memory(kNoDevice, &left, &total, &shown));
}

}  // namespace

int main() {
  for (uint32_t seed = 1; seed <= 20; seed++) as_a_map(seed);
  char path[256];
  snprintf(path, sizeof path, "/dev/shm/heddle-test-amounts-%d/table", getpid());
  setenv("HEDDLE_TABLE", path, 1);
  unsetenv("HEDDLE_PROGRAM");
  handles_come_again_at_once();
  remove_table(path);
  return 0;
}
