// Random and mutated messages against OpenCL's server, on the fake driver: as for the soft XPU in
// remote_fuzz_test.cpp, with the same variables.
#include <random>

#include "tests/remote/opencl_attacker.h"

using namespace heddle::remote;

namespace {

class Fuzzer {
 public:
  explicit Fuzzer(uint64_t seed)
      : random_(seed), attacker_([this](Attacker &, const Message &message) {
          if (message.head.what == kAnswer && !message.head.number) good_++;
          return false;
        }) {
    attacker_.begin();
    const uint64_t first[] = {kPlatform, kDevice, kContext, kQueue, kBuffer, kProgram, kKernel};
    for (size_t i = 0; i < std::size(first); i++) handles_[char('a' + i)] = {first[i]};
    handles_['i'] = {0};
    CHECK_EQ(attacker_.ask(kClCreateUserEvent, {kContext, fresh('h')}).result, kSuccess);
    CHECK_EQ(attacker_.set_number(kKernel), kSuccess);
    CHECK_EQ(attacker_.set_buffer(kKernel, kBuffer), kSuccess);
  }

  // Every function as its fields say: the server takes each for a call.
  void run_all() {
    is_tame_ = true;
    for (uint64_t function = 0; function < kFunctions; function++) {
      call(function);
      attacker_.ask(kClFlush, {kQueue});
      if (attacker_.is_lost()) printf("%s has other fields\n", kForwarded[function]);
      CHECK(!attacker_.is_lost());
    }
  }

  void run(int messages) {
    int i = 0;
    for (; i < messages && has_room(); i++)
      if (rarely(12))
        stage();
      else
        call(choose());
    printf("%d messages, %d good answers. %s", i, good_.load(), attacker_.said().c_str());
    puts(attacker_.is_lost() ? "" : "It still serves.");
    CHECK(attacker_.memory_bytes() < uint64_t(1) << 30);
  }

 private:
  uint64_t below(uint64_t end) { return random_() % end; }
  bool rarely(uint64_t one_in) { return !is_tame_ && below(one_in) == 0; }
  bool has_room() {
    RingPage &ring = attacker_.page().commands;
    return eventually([&] { return attacker_.is_lost() || ring.written - ring.read < 8192; },
                      200) &&
           !attacker_.is_lost();
  }
  uint64_t odd() {
    const uint64_t shifted = uint64_t(1) << below(64);
    return rarely(3) ? random_() : rarely(2) ? shifted : shifted - 1 - (rarely(2) ? 0 : 3);
  }
  uint64_t fresh(char kind) {
    if (!rarely(800)) made_ += kFirstHandle;
    handles_[kind].push_back(made_);
    return made_;
  }
  uint64_t handle(char kind) {
    const auto &known = handles_[kind];
    if (rarely(25)) return rarely(2) ? 0 : kFirstHandle * below(made_ / kFirstHandle + 3);
    if (is_tame_ || rarely(is_release_ ? 30 : 2)) return known.front();
    return known[known.size() - 1 - below(std::min<uint64_t>(6, known.size()))];
  }
  uint64_t size() { return rarely(20) ? odd() : rarely(3) ? below(2 * kSize) : 8 * below(64); }

  void bytes(Writer &writer, uint64_t count) {
    std::vector<unsigned char> data(rarely(200) ? below(300) : count);
    for (unsigned char &each : data) each = (unsigned char)(rarely(4) ? random_() : below(2));
    writer.number(!rarely(30));
    writer.bytes(data.data(), data.size());
  }
  template <class Next>
  void numbers(Writer &writer, uint64_t count, Next next) {
    std::vector<uint64_t> all(count);
    for (uint64_t &each : all) each = next();
    writer.number(rarely(30) ? below(2) : count > 0);
    writer.bytes(all.data(), rarely(100) ? below(8 * count + 1) : 8 * count);
  }

  void field(Writer &writer, const char **at) {
    const char kind = *(*at)++;
    if (kind == '{' || kind == '[') {
      char *end;
      const uint64_t each = strtoull(*at, &end, 10);
      *at = strpbrk(end, "}]") + 1;
      return bytes(writer, kind == '{' ? each : each * count_);
    }
    if (kind == '<') {
      const char of = **at;
      *at += 2;
      return numbers(writer, count_, [&] { return handle(of); });
    }
    if (kind >= 'A' && kind < 'I')
      return writer.number(rarely(6) && kind == 'H' ? 0 : fresh(char(kind + 32)));
    if (kind >= 'a' && kind < 'j') return writer.number(handle(kind));
    if (strchr("qrmoux", kind) && rarely(300)) return writer.number(odd());
    switch (kind) {
      case 'o': return writer.number(!rarely(8));
      case 'q': return writer.number(size());
      case 'm': return writer.number(below(8));
      case 'u': return writer.number(rarely(3) ? below(64) : below(3));
      case 'x': return writer.number(count_);
      case 't': return bytes(writer, below(20));
      case 'l': return list(writer);
      case '&': return numbers(writer, count_, [&] { return fresh('i'); });
      case '$': {
        const uint64_t count = below(4);
        numbers(writer, count, [&] { return below(9); });
        return writer.number(count);
      }
      case '*': {
        const uint64_t count = below(3);
        numbers(writer, count, [&] { return tokens_ - below(3); });
        return writer.number(count);
      }
      case '1': return numbers(writer, 1, [&] { return below(9); });
      case '3': return numbers(writer, 3, [&] { return rarely(50) ? odd() : below(5); });
      case 'I': return question(writer);
      case '@': return argument(writer);
      case '#':
        writer.number(rarely(30) ? odd() : 1);
        for (int i = 0; i < 3; i++) numbers(writer, 1, [&] { return rarely(9) ? odd() : 1; });
        return;
      case '~': return;
      default: return writer.number(rarely(4) ? odd() : below(12));
    }
  }

  void list(Writer &writer) {
    numbers(writer, 2 * below(3), [&]() -> uint64_t {
      return rarely(2) ? uint64_t(kContextPlatform) : rarely(3) ? odd() : kPlatform;
    });
  }
  void question(Writer &writer) {
    static constexpr uint32_t kBegin[] = {0x1080, 0x1090, 0x1100, 0x1160, 0x1180,
                                          0x1190, 0x11D0, 0x1030, 0x0900};
    writer.number(rarely(20) ? odd() : kBegin[below(std::size(kBegin))] + below(8));
    writer.number(rarely(20) ? odd() : below(100));
    writer.number(!rarely(8));
    writer.number(rarely(9) ? below(5) : 0);
    const uint64_t count = below(3);
    const char kind = char('a' + below(8));
    numbers(writer, count, [&] { return fresh(kind); });
    writer.number(rarely(100) ? odd() : count);
  }
  void argument(Writer &writer) {
    const uint64_t length = rarely(3) ? 4 : 8;
    writer.number(rarely(30) ? odd() : length);
    writer.number(0), writer.number(0);
    if (length == 8 && !rarely(6))
      return numbers(writer, 1, [&] { return handle(rarely(20) ? 'd' : 'e'); });
    bytes(writer, length);
  }

  // Not as often as the others: those that end what all others need.
  bool is_final(uint64_t function) {
    return function == kClReleaseContext || function == kClReleaseCommandQueue ||
           function == kClReleaseProgram;
  }
  uint64_t choose() {
    static constexpr uint16_t kOften[] = {
        kClCreateBuffer,       kClCreateSubBuffer,    kClEnqueueReadBuffer,
        kClEnqueueWriteBuffer, kClEnqueueMapBuffer,   kClEnqueueUnmapMemObject,
        kClSetKernelArg,       kClEnqueueTask,        kClEnqueueNDRangeKernel,
        kClCreateUserEvent,    kClSetUserEventStatus, kClReleaseMemObject,
        kClEnqueueCopyBuffer,  kClSetEventCallback,   kClGetEventInfo,
        kClReleaseEvent};
    return rarely(5000) ? below(UINT16_MAX)
           : rarely(3)  ? below(kFunctions)
                        : kOften[below(std::size(kOften))];
  }

  void call(uint64_t function) {
    const char *fields = function < kFunctions ? fields_of(function) : "";
    if (is_final(function) && !rarely(40)) return;
    is_release_ = function == kClReleaseMemObject || function == kClReleaseEvent ||
                  function == kClReleaseKernel || function == kClSetUserEventStatus;
    const auto lane = uint32_t(rarely(100) ? odd() : 8 + below(4));
    count_ = rarely(2) ? 0 : below(4);
    if (strchr(fields, '~')) {
      const std::vector<unsigned char> data(rarely(3) ? below(kSize) : 8 * below(64), 0x41);
      attacker_.append(lane, data.data(), data.size());
    }
    Writer writer;
    writer.begin(uint16_t(function), lane, rarely(4000) ? int32_t(odd()) : 0, rarely(2));
    for (const char *at = fields; *at;) field(writer, &at);
    if (rarely(3000)) writer.number(odd());  // one too many
    send(writer);
  }

  void stage() {
    const uint64_t total = rarely(10) ? 0 : rarely(2) ? 8 * below(64) : below(2 * kSize);
    attacker_.stage(++tokens_, rarely(2000) ? odd() : total, 0, total);
  }

  // Mutates it now and then; most of that ends the connection.
  void send(Writer &writer) {
    std::vector<unsigned char> all(writer.size());
    memcpy(all.data(), writer.finish(), all.size());
    if (rarely(3000)) all[below(16)] ^= (unsigned char)(1 << below(8));
    if (rarely(3000)) all.resize(below(all.size()));
    attacker_.write(all.data(), all.size());
    if (rarely(6000)) attacker_.page().commands.written += odd();
    if (rarely(6000)) attacker_.page().back.read += odd();
  }

  std::mt19937_64 random_;
  std::map<char, std::vector<uint64_t>> handles_;
  std::atomic<int> good_{0};
  bool is_tame_ = false, is_release_ = false;
  uint64_t made_ = kFirstFree, tokens_ = 4, count_ = 0;
  OpenclAttacker attacker_;  // the last to be made, the first to go
};

void run(uint64_t seed) {
  printf("seed %lu: ", (unsigned long)seed);
  fflush(stdout);
  Fuzzer(seed).run(3000);
}

}  // namespace

int main() {
  if (const char *seed = getenv("HEDDLE_FUZZ_SEED")) return run(strtoull(seed, nullptr, 10)), 0;
  Fuzzer(1).run_all();
  const char *seconds = getenv("HEDDLE_FUZZ_SECONDS");
  const int64_t until = os::now_ns() + (seconds ? atoll(seconds) : 0) * 1'000'000'000;
  for (uint64_t seed = 1; seed <= 40 || os::now_ns() < until; seed++) run(seed);
}
