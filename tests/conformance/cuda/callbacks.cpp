// Host functions and callbacks: each runs after all that came before it in its stream, and before
// all that follows.
// Covers: cuStreamAddCallback and cuLaunchHostFunc keep their place among other commands.
#include <memory>
#include <vector>

#include "common.h"

constexpr int kTurns = 350;

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
void note_result(CUstream, CUresult result, void *argument) {
  if (result != CUDA_SUCCESS) static_cast<Entry *>(argument)->number = -result;
  note(argument);
}

// Entries live until the program ends: the host function reads them at a later time.
void call(CUstream stream, Log *log, int number) {
  static std::vector<std::unique_ptr<Entry>> kept;
  kept.push_back(std::make_unique<Entry>(Entry{log, number}));
  if (number % 3)
    MUST(cu.LaunchHostFunc(stream, note, kept.back().get()));
  else
    MUST(cu.StreamAddCallback(stream, note_result, kept.back().get(), 0));
}

void print(const char *label, const Log &log) {
  std::printf("%s (%zu):", label, log.entries.size());
  for (int number : log.entries) std::printf(" %d", number);
  std::printf("\n");
}

struct Reading {
  uint64_t *value;
  uint64_t sum;
};

int main(int count, char **arguments) {
  begin(count, arguments);
  const CUstream a = make_stream(CU_STREAM_NON_BLOCKING);
  const CUstream b = make_stream(CU_STREAM_NON_BLOCKING);
  const CUevent from_a = make_event();
  const CUevent from_b = make_event();

  // Two streams that take turns, so that one log may be written by both.
  Log joined;
  Log only_b;
  Chain chain;
  for (int i = 0; i < kTurns; ++i) {
    MUST(cu.StreamWaitEvent(a, from_b, 0));
    spin(pace(2 * i), a);
    call(a, &joined, 2 * i);
    chain.step(2 * i, a);
    MUST(cu.EventRecord(from_a, a));

    spin(pace(2 * i + 1) / 4, b);
    call(b, &only_b, i);
    MUST(cu.StreamWaitEvent(b, from_a, 0));
    call(b, &joined, 2 * i + 1);
    chain.step(2 * i + 1, b);
    MUST(cu.EventRecord(from_b, b));
  }
  SHOW(cu.StreamSynchronize(b));
  print("joined", joined);
  print("only b", only_b);
  chain.print("chain");

  // A host function sees what the copy before it brought, and what it leaves is taken by the copy
  // after it.
  const Words<uint64_t> words(1);
  Reading reading{words.host, 0};
  Chain relay;
  for (int i = 0; i < 200; ++i) {
    relay.step(i, a);
    spin(pace(i) / 4, a);
    MUST(cu.MemcpyDtoHAsync(reading.value, relay.state, sizeof(uint64_t), a));
    MUST(cu.LaunchHostFunc(
        a,
        [](void *argument) {
          auto *reading = static_cast<Reading *>(argument);
          reading->sum += *reading->value;
          *reading->value ^= 0xff;
        },
        &reading));
    MUST(cu.MemcpyHtoDAsync(relay.state, reading.value, sizeof(uint64_t), a));
    relay.expected ^= 0xff;
  }
  SHOW(cu.StreamSynchronize(a));
  relay.print("relay");
  std::printf("sum %016" PRIx64 "\n", reading.sum);

  // The default stream takes host functions too.
  Log defaulted;
  for (int i = 0; i < 20; ++i) {
    spin(20, nullptr);
    call(nullptr, &defaulted, i);
  }
  SHOW(cu.CtxSynchronize(primary));
  print("default", defaulted);
}
