// Eviction from a device: never of a program that goes before, never in vain, never twice.
#include "core/residence.h"

#include <sys/mman.h>

#include <algorithm>
#include <random>
#include <vector>

#include "include/heddle.h"
#include "tests/check.h"

using namespace heddle;

namespace {

constexpr uint32_t kDevice = 2;
constexpr int64_t kSecond = 1'000'000'000;

// A table of its own, with programs that have memory.
class World {
 public:
  World() {
    base_ = mmap(nullptr, kTableBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(base_ != MAP_FAILED);
    Table::initialize(base_);
  }
  ~World() { munmap(base_, kTableBytes); }

  Table table() const { return Table(base_); }

  uint32_t add_program(int32_t rank, bool may_move) {
    uint32_t slot;
    Table t = table();
    CHECK_EQ(t.claim_program(&slot, "", "p"), HEDDLE_OK);
    t.program(slot).rank = rank;
    t.program(slot).may_move = may_move;
    t.program(slot).came_ns = os::now_ns();
    t.program(slot).state = kSlotStateReady;
    return slot;
  }

  uint32_t add_process(uint32_t program, uint64_t movable, bool active) {
    uint32_t slot;
    Table t = table();
    CHECK_EQ(t.claim_process(&slot), HEDDLE_OK);
    t.process(slot).program = program;
    t.process(slot).active = active ? 1u << kDevice : 0;
    t.process(slot).state = kSlotStateReady;
    t.residence(slot).movable[kDevice] = movable;
    t.residence(slot).rested_ns = os::now_ns();
    return slot;
  }

 private:
  void *base_;
};

Room ask(const World &world, uint32_t who, uint64_t bytes, ProgramSet *told, int64_t later_ns = 0) {
  Table t = world.table();
  return make_room(t, who, kDevice, bytes, os::now_ns() + later_ns, told);
}

void lower_ranks_leave_first_and_only_as_much_as_is_needed() {
  World world;
  const uint32_t me = world.add_program(5, true);
  const uint32_t low = world.add_program(-5, true), lowest = world.add_program(-9, true);
  world.add_process(low, 100, true);
  const uint32_t process = world.add_process(lowest, 100, true);
  ProgramSet told;
  CHECK(ask(world, me, 60, &told) == Room::made);
  CHECK(told.has(lowest) && !told.has(low));
  CHECK_EQ(+world.table().residence(process).leave[kDevice], 60u);
  CHECK_EQ(extent_of(world.table(), lowest, kDevice).leaving, 60u);
  CHECK(world.table().program(lowest).away & 1u << kDevice);
  ProgramSet again;  // they are leaving already
  CHECK(ask(world, me, 60, &again) == Room::made);
  CHECK(again.is_empty());
}

void an_equal_has_its_turn() {
  World world;
  const uint32_t me = world.add_program(0, true), other = world.add_program(0, true);
  world.add_process(other, 100, true);
  ProgramSet told;
  CHECK(ask(world, me, 50, &told) == Room::later);
  CHECK(told.is_empty());
  CHECK_EQ(+world.table().device(kDevice).coming, 0u);  // a waiting program claims nothing
  CHECK(ask(world, me, 50, &told, 3 * kSecond) == Room::made);
  CHECK(told.has(other));
}

void an_idle_equal_leaves_before_its_turn_is_over() {
  World world;
  const uint32_t me = world.add_program(0, true), idle = world.add_program(0, true);
  world.add_process(idle, 100, false);
  ProgramSet told;
  CHECK(ask(world, me, 50, &told, kSecond) == Room::made);
  CHECK(told.has(idle));
}

void nobody_leaves_in_vain() {
  World world;
  const uint32_t me = world.add_program(0, true), low = world.add_program(-1, true);
  world.add_process(low, 100, false);
  ProgramSet told;
  CHECK(ask(world, me, 101, &told) == Room::never);
  CHECK(told.is_empty());
  CHECK_EQ(+world.table().program(low).away, 0u);
}

void one_that_was_told_and_does_not_move_is_passed_over() {
  World world;
  const uint32_t me = world.add_program(5, true);
  const uint32_t stopped = world.add_program(-9, true), other = world.add_program(-5, true);
  world.add_process(stopped, 100, false);
  world.add_process(other, 100, false);
  ProgramSet told, later;
  CHECK(ask(world, me, 50, &told) == Room::made);
  CHECK(told.has(stopped));
  CHECK(ask(world, me, 50, &later, 11 * kSecond) == Room::made);
  CHECK(later.has(other) && !later.has(stopped));
}

void a_claim_that_nobody_renews_ends() {
  World world;
  const uint32_t me = world.add_program(0, true), other = world.add_program(9, true);
  Table t = world.table();
  t.device(kDevice).coming = other + 1;
  t.device(kDevice).coming_ns = os::now_ns();
  CHECK(!may_come(t, me, kDevice));
  t.device(kDevice).coming_ns = os::now_ns() - 6 * kSecond;
  CHECK(may_come(t, me, kDevice));
}

// Whatever there is: what is told fits what is there, and concerns no program that goes before.
void random_worlds(uint32_t seed) {
  std::mt19937 random(seed);
  auto pick = [&](uint32_t below) { return uint32_t(random() % below); };
  World world;
  Table t = world.table();
  const uint32_t me = world.add_program(int32_t(pick(5)) - 2, true);
  std::vector<uint32_t> others;
  for (uint32_t i = 0, n = 1 + pick(6); i < n; i++) {
    const uint32_t slot = world.add_program(int32_t(pick(5)) - 2, pick(4) != 0);
    for (uint32_t k = pick(3); k > 0; k--) {
      const uint32_t process = world.add_process(slot, pick(100), pick(2));
      ResidenceRecord &r = t.residence(process);
      r.out[kDevice] = pick(uint32_t(r.movable[kDevice]) + 1);
      r.stays = pick(8) == 0;
      if (r.out[kDevice]) t.program(slot).away |= 1u << kDevice;
    }
    others.push_back(slot);
  }
  const uint64_t bytes = 1 + pick(200);
  const int64_t later = int64_t(pick(4)) * kSecond;
  ProgramSet told;
  const Room room = ask(world, me, bytes, &told, later);
  uint64_t leaving = 0, could = 0;
  for (uint32_t slot : others) {
    const ProgramRecord &p = t.program(slot);
    const Extent e = extent_of(t, slot, kDevice);
    CHECK(e.leaving <= e.there);
    leaving += e.leaving;
    if (p.may_move && p.rank <= t.program(me).rank) could += e.there;
    if (!told.has(slot)) continue;
    CHECK(p.may_move && p.rank <= t.program(me).rank);
    CHECK(p.away & p.draining & 1u << kDevice);
    CHECK(e.leaving > 0);
  }
  CHECK_EQ(extent_of(t, me, kDevice).leaving, 0u);
  if (room == Room::never) CHECK(could < bytes && leaving == 0);
  if (room == Room::made) CHECK(leaving > 0 && leaving <= bytes);
  if (room == Room::later) CHECK(leaving == 0 && could >= bytes);
}

}  // namespace

int main() {
  lower_ranks_leave_first_and_only_as_much_as_is_needed();
  an_equal_has_its_turn();
  an_idle_equal_leaves_before_its_turn_is_over();
  nobody_leaves_in_vain();
  one_that_was_told_and_does_not_move_is_passed_over();
  a_claim_that_nobody_renews_ends();
  for (uint32_t seed = 0; seed < 2000; seed++) random_worlds(seed);
}
