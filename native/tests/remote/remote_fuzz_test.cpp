// Random and mutated messages against a server. It goes on serving or ends the connection; it never
// crashes, never outlives the connection, and never takes more memory than its client may have.
//
// HEDDLE_FUZZ_SECONDS=600 goes on for so long with other seeds; HEDDLE_FUZZ_SEED=N runs one.
#include <random>

#include "tests/remote/soft_attacker.h"
#include "tests/soft/soft_test.h"

using namespace heddle::remote;

namespace {

constexpr uint32_t kAllocates = 7;  // the lane whose answers are addresses

// The fields of each call. D device, v any, o wanted, n size, a address, s e g x handles, S E G X
// made, t text, k kernel and arguments, c copy, b true or false, f flags.
constexpr const char *kFields[] = {
    "Dv",       // sxContextDisable
    "Do",       // sxContextGetTimeslice
    "Dv",       // sxContextSetTimeslice
    "o",        // sxDeviceCount
    "Dvo",      // sxDeviceGetAttribute
    "Don",      // sxDeviceGetName
    "",         // sxDeviceSynchronize
    "E",        // sxEventCreate
    "e",        // sxEventDestroy
    "oee",      // sxEventElapsed
    "e",        // sxEventQuery
    "es",       // sxEventRecord
    "e",        // sxEventSynchronize
    "a",        // sxFree
    "o",        // sxGetDevice
    "t",        // sxGetKernel
    "g",        // sxGraphDestroy
    "x",        // sxGraphExecDestroy
    "Xg",       // sxGraphInstantiate
    "xs",       // sxGraphLaunch
    "0",        // sxInit
    "sv",       // sxLaunchHostFunc
    "ks",       // sxLaunchKernel
    "n",        // sxMalloc
    "a",        // sxMemAttach
    "a",        // sxMemDetach
    "oo",       // sxMemGetInfo
    "c",        // sxMemcpy
    "c",        // sxMemcpyAsync
    "avns",     // sxMemsetAsync
    "D",        // sxSetDevice
    "s",        // sxStreamBeginCapture
    "Sf",       // sxStreamCreate
    "s",        // sxStreamDestroy
    "sG",       // sxStreamEndCapture
    "so",       // sxStreamGetDevice
    "soo",      // sxStreamGetProgress
    "so",       // sxStreamIsCapturing
    "s",        // sxStreamQuery
    "s",        // sxStreamSynchronize
    "se",       // sxStreamWaitEvent
    "sabvvbf",  // sxStreamWaitValue32
    "sabv",     // sxStreamWriteValue64
};
static_assert(std::size(kFields) == kFunctions, "a function has come: say what its fields are");

constexpr size_t kArguments[] = {
    sizeof(sxTimedArgs), sizeof(sxNarrowArgs), sizeof(sxFaultArgs), sizeof(sxFillArgs),
    sizeof(sxAxpyArgs),  sizeof(sxMatmulArgs), sizeof(sxSumArgs),   sizeof(sxChainArgs),
    sizeof(sxRampArgs),  sizeof(sxAffineArgs), sizeof(sxStepArgs),
};

class Fuzzer {
 public:
  explicit Fuzzer(uint64_t seed)
      : random_(seed),
        attacker_([this](Attacker &, const Message &message) { return hear(message); }) {
    attacker_.begin();
    for (int i = 0; i < 6; i++) addresses_.push_back(attacker_.allocate(size_t(64) << (2 * i)));
    for (int i = 0; i < 4; i++) handles_['s'].push_back(attacker_.stream(++made_));
  }

  void run(int messages) {
    int i = 0;
    for (; i < messages && has_room(); i++) {
      const uint64_t kind = below(100);
      if (kind < 80)
        call();
      else if (kind < 88)
        stage();
      else
        urge();
    }
    printf("%d messages, %d good answers. %s", i, good_.load(), attacker_.said().c_str());
    puts(attacker_.is_lost() ? "" : "It still serves.");
    // The device's memory, a client's staging, and what a sanitizer adds.
    CHECK(attacker_.memory_bytes() < uint64_t(2) << 30);
  }

 private:
  uint64_t below(uint64_t end) { return random_() % end; }
  bool rarely(uint64_t one_in) { return below(one_in) == 0; }
  template <class T>
  T one_of(const std::vector<T> &all) {
    return all[below(all.size())];
  }

  // A server that waits for a device that will not come is one that still serves.
  bool has_room() {
    RingPage &ring = attacker_.page().commands;
    return eventually([&] { return attacker_.is_lost() || ring.written - ring.read < 8192; },
                      300) &&
           !attacker_.is_lost();
  }

  bool hear(const Message &message) {
    if (message.head.what == kAnswer && !message.head.number) good_++;
    if (message.head.what == kAnswer && message.head.lane == kAllocates && !message.head.number) {
      Reader fields = message.fields();
      fields.number(), fields.number();
      std::lock_guard lock(mutex_);
      addresses_.push_back(fields.number());
    }
    return false;
  }

  uint64_t address() {
    std::lock_guard lock(mutex_);
    if (rarely(20)) return odd();
    if (rarely(4)) return 4096 + 4 * below(16);  // a word of ours
    return one_of(addresses_) + (rarely(3) ? 4 * below(64) : 0) - (rarely(30) ? 8 : 0) +
           (rarely(20) ? below(70'000) : 0);
  }
  uint64_t handle(char kind) {
    const auto &known = handles_[kind];
    if (rarely(12) || known.empty()) return 0;
    // New ones more often: the others may be gone.
    return rarely(20) ? below(made_ + 3) : rarely(2) ? known.back() : one_of(known);
  }
  uint64_t size() {
    if (rarely(20)) return odd();
    return rarely(4) ? kPiece / 2 + below(kPiece) : 4 * below(200);
  }
  uint64_t odd() {
    const uint64_t shifted = uint64_t(1) << below(64);
    return rarely(3)   ? random_()
           : rarely(2) ? shifted
                       : shifted - 1 + (rarely(2) ? 0 : UINT64_MAX - 3);
  }

  void field(Writer &writer, char kind) {
    if (kind == 'S' || kind == 'E' || kind == 'G' || kind == 'X') {
      if (!rarely(400)) made_++;
      handles_[char(tolower(kind))].push_back(made_);
      return writer.number(rarely(100) ? 0 : made_);
    }
    if (rarely(300)) return writer.number(odd());
    switch (kind) {
      case 'D': return writer.number(rarely(20) ? odd() : below(2));
      case 'o': return writer.number(!rarely(20));
      case 'b': return writer.number(below(2));
      case 'f': return writer.number(rarely(30) ? odd() : below(3));
      case 'n': return writer.number(size());
      case 'a': return writer.number(address());
      case 's':
      case 'e':
      case 'g':
      case 'x': return writer.number(handle(kind));
      case 't': {
        static constexpr const char *kNames[] = {"fill", "chain", "nothing", "", "fault"};
        const char *name = kNames[below(5)];
        writer.number(!rarely(20));
        return writer.bytes(name, strlen(name));
      }
      case 'k': return launch(writer);
      case 'c': return copy(writer);
      case '0': return writer.number(0);
      default: return writer.number(rarely(4) ? odd() : below(4));
    }
  }

  void launch(Writer &writer) {
    uint64_t number = 1 + below(std::size(kArguments));
    if (number == 3 && !rarely(40)) number = 4;  // a fault is the end of the device
    uint64_t words[8];
    for (uint64_t &word : words)
      word = rarely(2) ? address() : rarely(100) ? odd() : below(rarely(4) ? 3000 : 40);
    // A time, and not of days.
    if ((number <= 3 || number == std::size(kArguments)) && !rarely(100)) words[0] = below(200'000);
    writer.number(rarely(50) ? odd() : number);
    const size_t bytes = kArguments[number - 1];
    writer.bytes(words, rarely(100) ? below(sizeof words) : bytes);
  }

  void copy(Writer &writer) {
    uint64_t bytes = rarely(100) ? below(kCopyBytes + 1)
                     : rarely(2) ? 4 * below(100)
                                 : below(50'000);
    const bool returns = rarely(3), fetches = rarely(3), staged = rarely(2) && !staged_.empty();
    uint64_t token = 0;
    if (staged) {
      const auto first = staged_.begin();
      if (!rarely(300)) token = first->first, bytes = first->second;
      staged_.erase(first);
    }
    // By slots, which are scribbled over meanwhile.
    const uint64_t slot = rarely(2000) ? odd() : below(kSlots);
    const bool in_slot = rarely(3) && bytes <= kSlotBytes;
    if (in_slot) memset(attacker_.slots()->bytes[below(kSlots)], int(below(256)), 4096);
    writer.number(returns ? (in_slot ? kInto : kReturns) : rarely(300) ? odd() : kAddress);
    writer.number(returns ? (in_slot ? slot : below(100)) : address());
    writer.number(staged ? kStaged : fetches ? (in_slot ? kOutOf : kFetches) : kAddress);
    writer.number(staged ? token : fetches ? (in_slot ? slot : bytes) : address());
    writer.number(rarely(2000) ? odd() : bytes);
    writer.number(handle('s'));
  }

  void stage() {
    const uint64_t token = ++tokens_, total = rarely(10) ? 0 : below(20'000);
    const uint64_t offset = rarely(10) && total ? below(total) : 0;
    staged_[token] = total;
    Writer writer;
    writer.begin(kStage, 0, 0);
    writer.number(token);
    writer.number(rarely(2000) ? odd() : total);
    writer.number(rarely(2000) ? odd() : offset);
    const std::vector<unsigned char> data(total - offset);
    writer.bytes(data.data(), data.size());
    send(writer);
  }

  void call() {
    const uint64_t function = rarely(5000) ? below(UINT16_MAX) : below(kFunctions);
    const bool known = function < kFunctions;
    // Those that make a stream wait for us need not be as many as the others.
    if ((function == kSxStreamWaitValue32 || function == kSxLaunchHostFunc) && !rarely(3)) return;
    Writer writer;
    const bool allocates = function == kSxMalloc;
    const auto lane = uint32_t(allocates ? kAllocates : rarely(100) ? odd() : 8 + below(4));
    const bool on_second = kDevices > 1 && rarely(4);
    writer.begin(uint16_t(function), lane, rarely(3000) ? int32_t(odd()) : on_second,
                 allocates || rarely(2));
    for (const char *each = known ? kFields[function] : ""; *each; each++) field(writer, *each);
    if (rarely(3000)) writer.number(odd());  // one too many
    send(writer);
  }

  // Mutates it now and then; most of that ends the connection.
  void send(Writer &writer) {
    std::vector<unsigned char> bytes(writer.size());
    memcpy(bytes.data(), writer.finish(), bytes.size());
    if (rarely(1500)) bytes[below(bytes.size())] ^= (unsigned char)(1 << below(8));
    if (rarely(3000)) bytes.resize(below(bytes.size()));
    attacker_.write(bytes.data(), bytes.size());
    if (rarely(4000)) attacker_.page().commands.written += odd();
    if (rarely(4000)) attacker_.page().back.read += odd();
  }

  void urge() {
    if (!rarely(300)) {
      attacker_.urge(kWord, {4096 + 8 * below(8), random_() & 0x300000003, ++orders_});
      return;
    }
    switch (below(4)) {
      case 0: attacker_.urge(kCalled, {below(20)}); return;
      case 1: attacker_.urge(kFetched, {below(20), below(3), below(3)}); return;
      case 2: attacker_.urge(uint16_t(odd()), {odd(), odd()}); return;
      default: attacker_.urge(kWord, {odd(), odd(), odd()}); return;
    }
  }

#ifdef __SANITIZE_THREAD__
  static constexpr int kDevices = 1;  // two that use the same memory are a race, of the client's
#else
  static constexpr int kDevices = 2;
#endif
  std::mt19937_64 random_;
  std::mutex mutex_;
  std::vector<uint64_t> addresses_;
  std::map<char, std::vector<uint64_t>> handles_;
  std::atomic<int> good_{0};
  std::map<uint64_t, uint64_t> staged_;
  uint64_t made_ = 0, tokens_ = 0, orders_ = 0;
  SoftAttacker attacker_;  // the last to be made, the first to go
};

void run(uint64_t seed) {
  printf("seed %lu: ", (unsigned long)seed);
  fflush(stdout);
  Fuzzer(seed).run(1500);
}

}  // namespace

int main() {
  const OwnSegment segment("a=gpu:memory_mib=64,b=npu:memory_mib=64");
  if (const char *seed = getenv("HEDDLE_FUZZ_SEED")) return run(strtoull(seed, nullptr, 10)), 0;
  const char *seconds = getenv("HEDDLE_FUZZ_SECONDS");
  const int64_t until = os::now_ns() + (seconds ? atoll(seconds) : 0) * 1'000'000'000;
  for (uint64_t seed = 1; seed <= 30 || os::now_ns() < until; seed++) run(seed);
}
