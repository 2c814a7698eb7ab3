// Host functions: each runs after all that came before it in its stream, and before all that
// follows.
#include <memory>
#include <vector>

#include "common.h"

constexpr int kTurns = 400;

struct Log {
  std::vector<int> entries;
};

struct Entry {
  Log *log;
  int number;
};

void note(void *argument) {
  const auto *entry = static_cast<const Entry *>(argument);
  entry->log->entries.push_back(entry->number);
}

// Entries live until the program ends: the host function reads them at a later time.
void call(sxStream stream, Log *log, int number) {
  static std::vector<std::unique_ptr<Entry>> kept;
  kept.push_back(std::make_unique<Entry>(Entry{log, number}));
  MUST(sxLaunchHostFunc(stream, note, kept.back().get()));
}

void print(const char *label, const Log &log) {
  std::printf("%s (%zu):", label, log.entries.size());
  for (int number : log.entries) std::printf(" %d", number);
  std::printf("\n");
}

struct Reading {
  uint64_t value;
  uint64_t sum;
};

int main() {
  SHOW(sxInit(0));
  const sxStream a = make_stream(SX_STREAM_NON_BLOCKING);
  const sxStream b = make_stream(SX_STREAM_NON_BLOCKING);
  const sxEvent from_a = make_event();
  const sxEvent from_b = make_event();

  // Two streams that take turns, so that one log may be written by both.
  Log joined;
  Log only_b;
  Chain chain;
  for (int i = 0; i < kTurns; ++i) {
    MUST(sxStreamWaitEvent(a, from_b));
    timed(pace(2 * i), a);
    call(a, &joined, 2 * i);
    chain.step(2 * i, a);
    MUST(sxEventRecord(from_a, a));

    timed(pace(2 * i + 1) / 4, b);
    call(b, &only_b, i);
    MUST(sxStreamWaitEvent(b, from_a));
    call(b, &joined, 2 * i + 1);
    chain.step(2 * i + 1, b);
    MUST(sxEventRecord(from_b, b));
  }
  SHOW(sxStreamSynchronize(b));
  print("joined", joined);
  print("only b", only_b);
  chain.print("chain");

  // A host function sees what the copy before it brought, and what it leaves is taken by the copy
  // after it.
  Reading reading{0, 0};
  Chain relay;
  for (int i = 0; i < 200; ++i) {
    relay.step(i, a);
    timed(pace(i), a);
    MUST(sxMemcpyAsync(&reading.value, relay.state, sizeof reading.value, a));
    MUST(sxLaunchHostFunc(
        a,
        [](void *argument) {
          auto *reading = static_cast<Reading *>(argument);
          reading->sum += reading->value;
          reading->value ^= 0xff;
        },
        &reading));
    MUST(sxMemcpyAsync(relay.state, &reading.value, sizeof reading.value, a));
    relay.expected ^= 0xff;
  }
  SHOW(sxStreamSynchronize(a));
  relay.print("relay");
  std::printf("sum %016" PRIx64 "\n", reading.sum);

  // The default stream takes host functions too.
  Log defaulted;
  for (int i = 0; i < 20; ++i) {
    timed(20, nullptr);
    call(nullptr, &defaulted, i);
  }
  SHOW(sxDeviceSynchronize());
  print("default", defaulted);
  SHOW(sxLaunchHostFunc(a, nullptr, nullptr));
}
