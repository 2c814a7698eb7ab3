// Which bursts have a pace, and how well the next one is foretold.
#include "core/rhythm.h"

#include <functional>
#include <random>
#include <utility>

#include "tests/check.h"

using namespace heddle;

namespace {

constexpr int64_t kMs = 1'000'000, kPeriodNs = 20 * kMs;

struct Foretold {
  int bursts = 0, told = 0, in_time = 0;
  int64_t widest_ns = 0;  // spread
};

// `start` gives the time of each burst. What is told counts where it is of use: the spread is a
// sixteenth of the period at most.
Foretold follow(const std::function<int64_t(int)> &start, int from = 80, int bursts = 2000) {
  Rhythm rhythm;
  Foretold found;
  Beat beat;
  for (int i = 0; i < bursts; i++) {
    const int64_t at = start(i);
    if (i >= from) {
      found.bursts++;
      if (beat.period_ns && beat.spread_ns * 16 <= beat.period_ns) {
        found.told++;
        found.in_time += at >= beat.at_ns - beat.spread_ns && at <= beat.at_ns + beat.spread_ns;
        found.widest_ns = std::max(found.widest_ns, beat.spread_ns);
      }
    }
    rhythm.note(at);
    beat = rhythm.next();
  }
  return found;
}

int64_t uniform(std::minstd_rand &chance, int64_t most) {
  return std::uniform_int_distribution<int64_t>(-most, most)(chance);
}

// A camera: each frame is up to 2 % of the period early or late.
void by_a_clock(uint32_t seed) {
  std::minstd_rand chance(seed);
  constexpr int64_t kJitter = kPeriodNs / 50;
  const Foretold found =
      follow([&](int i) { return kPeriodNs * (i + 1) + uniform(chance, kJitter); });
  CHECK_EQ(found.told, found.bursts);
  CHECK(found.in_time * 1000 >= found.told * 975);
  CHECK(found.widest_ns <= 2 * kJitter);
}

// A loop that sleeps between its steps: what one is late, all that follow are.
void by_sleeping(uint32_t seed) {
  std::minstd_rand chance(seed);
  int64_t at = 0;
  const Foretold found =
      follow([&](int) { return at += kPeriodNs + uniform(chance, kPeriodNs / 100); });
  CHECK_EQ(found.told, found.bursts);
  CHECK(found.in_time * 1000 >= found.told * 970);
  CHECK(found.widest_ns <= kPeriodNs / 50);
}

// The host is late for a few, some are left out, and now and then a burst comes in between.
void with_accidents(uint32_t seed) {
  std::minstd_rand chance(seed);
  int64_t beat = 0, more = 0;
  const Foretold found = follow([&](int i) {
    if (more) return beat * kPeriodNs + std::exchange(more, 0);
    beat += i % 50 == 49 ? 3 : 1;
    if (i % 40 == 39) more = kPeriodNs / 4;
    const int64_t late = i % 30 == 29 ? 4 * kMs : 0;
    return beat * kPeriodNs + late + uniform(chance, kPeriodNs / 200);
  });
  CHECK(found.told * 100 >= found.bursts * 95);
  CHECK(found.in_time * 100 >= found.told * 85);
}

// Requests of people: unpredictable.
void by_chance(uint32_t seed) {
  std::minstd_rand chance(seed);
  std::exponential_distribution<double> pause(1.0 / double(kPeriodNs));
  int64_t at = 0;
  const Foretold found = follow([&](int) { return at += int64_t(pause(chance)) + 1; });
  CHECK(found.told * 1000 <= found.bursts);
}

// 30 frames a second become 60: within as many bursts as are remembered, it is known.
void with_another_period() {
  const Foretold found =
      follow([](int i) { return i < 100 ? i * 32 * kMs : 1600 * kMs + i * 16 * kMs; }, 170, 400);
  CHECK_EQ(found.in_time, found.bursts);
}

void counts_what_came() {
  Rhythm rhythm;
  CHECK_EQ(rhythm.came_milli(), 1000u);
  for (int i = 0; i < 1000; i++) {
    rhythm.expect();
    if (i % 4 == 3) {
      rhythm.missed();
      rhythm.missed();  // once
    }
    rhythm.note(i);
    rhythm.note(i);  // was not expected
  }
  CHECK(rhythm.came_milli() > 700 && rhythm.came_milli() < 800);
}

}  // namespace

int main() {
  for (uint32_t seed = 1; seed <= 50; seed++) {
    by_a_clock(seed);
    by_sleeping(seed);
    with_accidents(seed);
    by_chance(seed);
  }
  with_another_period();
  counts_what_came();
  CHECK_EQ(Rhythm().next().period_ns, 0);
}
