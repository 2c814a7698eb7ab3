// The pace at which bursts of a program begin on a device: a camera's, a control loop's. If the
// next burst can be foretold, the device can be free for it by then.
#pragma once

#include <algorithm>
#include <cstdint>

namespace heddle {

// When a burst is due, and by how much it may be early or late; 0: unknown.
struct Beat {
  int64_t at_ns = 0, spread_ns = 0, period_ns = 0;
};

class Rhythm {
 public:
  // A burst began then, later than all before it.
  void note(int64_t at_ns) {
    starts_[noted_++ % kMemory] = at_ns;
    came_ += is_expected_;
    count();
  }

  // The device was made free for a burst: it comes, or missed() follows.
  void expect() { is_expected_ = true; }
  void missed() { count(); }

  // Of a thousand bursts for which the device was made free, those that came.
  uint32_t came_milli() const { return expected_ ? came_ * 1000 / expected_ : 1000; }

  Beat next() const {
    if (noted_ < kFew) return {};
    Series starts;
    const uint32_t held = std::min(noted_, kMemory);
    for (uint32_t i = 0; i < held; i++) starts.add(starts_[(noted_ - held + i) % kMemory]);
    const Beat by_last = starts.behind_the_last(), by_clock = starts.on_a_grid();
    return by_clock.period_ns && by_clock.spread_ns <= by_last.spread_ns ? by_clock : by_last;
  }

 private:
  static constexpr uint32_t kMemory = 64, kFew = 8;
  static constexpr uint32_t kExpectations = 64;  // what was long ago counts ever less

  // A few numbers, of which the middle and the large ones are of interest.
  struct Sample {
    int64_t values[kMemory];
    uint32_t count = 0;

    void add(int64_t value) { values[count++] = value; }
    int64_t at(uint32_t index) {
      std::nth_element(values, values + index, values + count);
      return values[index];
    }
    int64_t median() { return at(count / 2); }
    // What nearly all stay below: one in sixteen may have been an accident of the host, and the
    // next may be somewhat worse than the others were.
    int64_t most() { return at(count - 1 - count / 16) * 4 / 3; }
  };

  struct Series {
    int64_t starts[kMemory], beats[kMemory];
    uint32_t count = 0;

    void add(int64_t start) { starts[count++] = start; }

    int64_t period() const {
      Sample steps;
      for (uint32_t i = 1; i < count; i++) steps.add(starts[i] - starts[i - 1]);
      return steps.median();
    }

    // A program that sleeps between its bursts: each is as late as the one before.
    Beat behind_the_last() const {
      const int64_t step = period();
      Sample errors;
      for (uint32_t i = 1; i < count; i++)
        errors.add(off(starts[i] - starts[i - 1], beats_in(starts[i] - starts[i - 1], step), step));
      return {starts[count - 1] + step, errors.most(), step};
    }

    // A program that goes by a clock: late once, it is in time again. Bursts may be left out, and
    // others may come in between.
    Beat on_a_grid() {
      const int64_t rough = std::max<int64_t>(1, period());
      uint32_t kept = 1;
      beats[0] = 0;
      for (uint32_t i = 1; i < count; i++) {
        const int64_t passed = beats_in(starts[i] - starts[kept - 1], rough);
        if (!passed) continue;
        starts[kept] = starts[i];
        beats[kept] = beats[kept - 1] + passed;
        kept++;
      }
      if (kept < kFew) return {};
      const uint32_t half = kept / 2;
      Sample slopes, offsets, errors;
      for (uint32_t i = 0; i + half < kept; i++)
        slopes.add((starts[i + half] - starts[i]) / (beats[i + half] - beats[i]));
      const int64_t step = slopes.median(), first = starts[0];
      for (uint32_t i = 0; i < kept; i++) offsets.add(starts[i] - first - beats[i] * step);
      const int64_t offset = offsets.median();
      for (uint32_t i = 0; i < kept; i++)
        errors.add(off(starts[i] - first - offset, beats[i], step));
      return {first + offset + (beats[kept - 1] + 1) * step, errors.most(), step};
    }

   private:
    static int64_t beats_in(int64_t time, int64_t step) {
      return step > 0 ? (time + step / 2) / step : 0;
    }
    static int64_t off(int64_t time, int64_t beats, int64_t step) {
      const int64_t error = time - beats * step;
      return error < 0 ? -error : error;
    }
  };

  void count() {
    if (!is_expected_) return;
    is_expected_ = false;
    if (++expected_ < kExpectations) return;
    expected_ /= 2;
    came_ /= 2;
  }

  int64_t starts_[kMemory] = {};
  uint32_t noted_ = 0, expected_ = 0, came_ = 0;
  bool is_expected_ = false;
};

}  // namespace heddle
