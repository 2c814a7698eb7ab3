// How long commands are made: whatever else runs beside the calibration, they end.
#include "programs/calibrate.h"

#include "tests/check.h"

using namespace heddle;

namespace {

void spin(int64_t ns) {
  for (const int64_t end = os::now_ns() + ns; os::now_ns() < end;) {
  }
}

// Undisturbed: a launch of 50 us, then two of the amount in a nanosecond.
void as_it_is() {
  const double found = per_ns(200'000, 5, [](int64_t amount) { spin(50'000 + amount / 2); });
  CHECK_TIME(found > 1.2 && found < 3.2);
}

// All runs of the shorter command take longer than those of the other.
void disturbed() {
  const double found =
      per_ns(200'000, 3, [](int64_t amount) { spin(amount == 200'000 ? 300'000 : 200'000); });
  CHECK(found > 0 && found <= 2.0);
}

// And by so little less that the difference says nothing.
void nearly_equal() {
  const double found = per_ns(200'000, 3, [](int64_t) { spin(200'000); });
  CHECK(found > 0 && found < 8.0);
}

}  // namespace

int main() {
  as_it_is();
  disturbed();
  nearly_equal();
}
