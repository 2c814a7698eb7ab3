// Random and mutated messages against the server of the CUDA driver, on the fake driver: as for the
// soft XPU in remote_fuzz_test.cpp, with the same variables.
//
// Device memory is the server's own memory here. So what a device may do to itself is left out:
// work on memory that is freed meanwhile.
#include <random>

#include "tests/remote/cuda_attacker.h"
#include "tests/remote/cuda_fields.h"
#include "tests/soft/soft_test.h"

using namespace heddle::remote;

namespace {

constexpr uint32_t kAllocates = 7, kReserves = 6;  // lanes whose answers are addresses
constexpr uint64_t kLeast = 8192;                  // bytes of what is always there

class Fuzzer {
 public:
  explicit Fuzzer(uint64_t seed)
      : random_(seed),
        may_reset_(seed % 4 == 0),
        attacker_([this](Attacker &, const Message &message) { return hear(message); }) {
    attacker_.begin();
    for (int i = 0; i < 6; i++) addresses_.push_back(attacker_.allocate(kLeast << (2 * i)));
    for (int i = 0; i < 2; i++) addresses_.push_back(attacker_.allocate(65536, kCuMemHostAlloc));
    for (int i = 0; i < 4; i++) {
      const uint64_t number = fresh('b');
      CHECK_EQ(attacker_.in_context(kCuStreamCreate, {number, 1}).result, kSuccess);
    }
    const uint64_t module = fresh('d');
    CHECK_EQ(attacker_.load(module, kImage), kSuccess);
    for (uint64_t i = 0; i + 1 < std::size(kKernels); i++) {
      const uint64_t number = fresh('e');
      attacker_.function(number, module, kKernels[i].name);
      kernels_.emplace_back(number, i);
    }
    is_begun_ = true;
  }

  void run(int messages) {
    int i = 0;
    for (; i < messages && has_room(); i++) {
      const uint64_t kind = below(100);
      if (kind < 85)
        call();
      else if (kind < 94)
        stage();
      else
        urge();
    }
    printf("%d messages, %d good answers. %s", i, good_.load(), attacker_.said().c_str());
    puts(attacker_.is_lost() ? "" : "It still serves.");
    // The device's memory, a client's staging and pinned memory, and what a sanitizer adds.
    CHECK(attacker_.memory_bytes() < uint64_t(2) << 30);
  }

 private:
  uint64_t below(uint64_t end) { return random_() % end; }
  bool rarely(uint64_t one_in) { return below(one_in) == 0; }
  template <class T>
  T one_of(const std::vector<T> &all) {
    return all[below(all.size())];
  }
  bool has_room() {
    RingPage &ring = attacker_.page().commands;
    return eventually([&] { return attacker_.is_lost() || ring.written - ring.read < 8192; },
                      200) &&
           !attacker_.is_lost();
  }

  bool hear(const Message &message) {
    if (message.head.what != kAnswer || message.head.number) return false;
    good_++;
    if (message.head.lane != kAllocates && message.head.lane != kReserves) return false;
    Reader fields = message.fields();
    fields.number(), fields.number();
    std::lock_guard lock(mutex_);
    (message.head.lane == kReserves ? reserved_ : doomed_).push_back(fields.number());
    return false;
  }

  uint64_t fresh(char kind) {
    if (!is_begun_ || !rarely(400)) made_ += kFirstHandle;
    handles_[kind].push_back(made_);
    return made_;
  }
  uint64_t handle(char kind) {
    const auto &known = handles_[kind];
    if (kind == 'a' && rarely(2)) return kContext * kFirstHandle;
    if (ends_capture_ && !rarely(3)) return captured_.first;
    if (rarely(12) || known.empty()) return kind == 'b' ? below(3) : 0;
    // New ones more often: the others may be gone.
    return rarely(30)  ? kFirstHandle * below(made_ / kFirstHandle + 3) + rarely(20)
           : rarely(2) ? known[known.size() - 1 - below(std::min<uint64_t>(4, known.size()))]
                       : one_of(known);
  }
  uint64_t some_stream() { return one_of(handles_['b']); }
  // Within what stays: beside it may lie what does not.
  uint64_t address() {
    std::lock_guard lock(mutex_);
    if (rarely(20)) return odd();
    if (on_reserved_ && !reserved_.empty() && !rarely(10))
      return one_of(reserved_) + (rarely(4) ? kBlock * below(3) : 0);
    return one_of(addresses_) + (rarely(3) ? 8 * below(64) : rarely(20) ? below(kLeast) : 0);
  }
  // Never one that is used.
  uint64_t doomed() {
    std::lock_guard lock(mutex_);
    if (rarely(8) || doomed_.empty())
      return rarely(2) || freed_.empty() ? odd() | uint64_t(1) << 63 : one_of(freed_);
    const uint64_t place = below(doomed_.size()), found = doomed_[place];
    doomed_.erase(doomed_.begin() + std::ptrdiff_t(place));
    freed_.push_back(found);
    return found;
  }
  uint64_t size() {
    if (rarely(20)) return odd();
    if (on_reserved_ || rarely(8)) return kBlock * below(4);
    return rarely(4) ? below(70'000) : 4 * below(200);
  }
  uint64_t odd() {
    const uint64_t shifted = uint64_t(1) << below(64);
    return rarely(3)   ? random_()
           : rarely(2) ? shifted
                       : shifted - 1 + (rarely(2) ? 0 : UINT64_MAX - 3);
  }
  uint64_t value() { return rarely(4) ? odd() : below(12); }

  void some_bytes(Writer &writer, uint64_t count) {
    std::vector<unsigned char> bytes(rarely(300) ? below(300) : count);
    for (size_t at = 0; at < bytes.size(); at += 8) {
      const uint64_t word = rarely(6) ? odd() : below(5) + (below(4) << (rarely(2) ? 32 : 0));
      memcpy(&bytes[at], &word, std::min<size_t>(8, bytes.size() - at));
    }
    writer.number(!rarely(20));
    writer.bytes(bytes.data(), bytes.size());
  }

  void field(Writer &writer, const char **at) {
    const char kind = *(*at)++;
    if (kind == '{') {
      char *end;
      const uint64_t count = strtoull(*at, &end, 10);
      *at = end + 1;
      return some_bytes(writer, count);
    }
    if (kind == '[') {
      char *middle, *end;
      const uint64_t each = strtoull(*at, &middle, 10), less = strtoull(middle + 1, &end, 10);
      *at = end + 1;
      return some_bytes(writer, count_ > less ? each * (count_ - less) : 0);
    }
    if (kind < 'a' && strchr(kKinds, kind + 32))
      return writer.number(rarely(60) ? 0 : fresh(char(kind + 32)));
    if (rarely(400)) return writer.number(odd());
    if (strchr(kKinds, kind)) return writer.number(handle(kind));
    switch (kind) {
      case 'o': return writer.number(!rarely(20));
      case 'p': return writer.number(address());
      case '!': return writer.number(rarely(10));
      case 'q': return writer.number(size());
      case 's': return writer.number(rarely(20) ? odd() : 0);
      case 't': return text(writer);
      case 'u': return writer.number(rarely(20) ? odd() : below(3));
      case 'w':
        return writer.number(rarely(4) ? address() / 4096 * 4096
                                       : (uint64_t(1) << 45) + 4096 * below(1000));
      case 'x': return writer.number(count_);
      case '-': return writer.number(doomed());
      case '=':
        return writer.number(rarely(10) ? uint64_t(1) << (47 + below(17)) : 4096 * below(40));
      case '*': return copy(writer);
      case '#': return launch(writer);
      case '%': return rows(writer);
      case '~': return options(writer);
      case '$': return numbers(writer, [&] { return made_ += kFirstHandle; });
      case '^': return numbers(writer, [&] { return handle('z'); });
      default: return writer.number(value());
    }
  }

  template <class Next>
  void numbers(Writer &writer, Next next) {
    uint64_t all[8];
    const uint64_t count = below(8);
    for (uint64_t &number : all) number = next();
    writer.number(!rarely(20));
    writer.bytes(all, rarely(50) ? below(sizeof all) : 8 * count);
    writer.number(rarely(50) ? odd() : count);
  }

  void text(Writer &writer) {
    static constexpr const char *kTexts[] = {"fill", "ramp",       "spin",  "nothing",
                                             "",     "cuMemAlloc", "cuInit"};
    const char *text = one_of(std::vector<const char *>(std::begin(kTexts), std::end(kTexts)));
    writer.number(!rarely(20));
    writer.bytes(text, strlen(text) + rarely(4));
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
    writer.number(handle('b'));
  }

  void launch(Writer &writer) {
    const auto [number, which] = one_of(kernels_);
    const Kernel &kernel = kKernels[which];
    std::vector<unsigned char> bytes;
    for (const char *each = kernel.parameters; *each; each++) {
      const size_t size = *each == '4' ? 4 : 8;
      bytes.resize((bytes.size() + size - 1) / size * size);
      std::unique_lock lock(mutex_);
      const uint64_t is = *each == 'a'   ? one_of(addresses_) + 8 * below(64)
                          : *each == 'n' ? below(300)
                          : *each == 't' ? below(200'000)
                                         : below(10'000);
      lock.unlock();
      const auto *start = reinterpret_cast<const unsigned char *>(&is);
      bytes.insert(bytes.end(), start, start + size);
    }
    const bool other = rarely(30);
    writer.number(other ? handle(rarely(2) ? 'e' : 'g') : number);
    for (int i = 0; i < 6; i++) writer.number(rarely(60) ? odd() : 1 + below(3));
    writer.number(rarely(30) ? odd() : 0);
    writer.number(handle('b'));
    const uint64_t count = rarely(4) ? below(5) : 0;
    std::vector<unsigned char> attributes(72 * count);
    for (unsigned char &byte : attributes) byte = (unsigned char)below(15);
    for (uint64_t i = 0; i < count; i++) memset(&attributes[72 * i + 1], 0, 3);
    writer.number(!rarely(20));
    writer.bytes(attributes.data(), attributes.size());
    writer.number(rarely(30) ? odd() : count);
    writer.bytes(bytes.data(), other ? 0 : rarely(100) ? below(bytes.size() + 1) : bytes.size());
  }

  void rows(Writer &writer) {
    Copy2D copy{};
    for (Copy2D::Side *side : {&copy.from, &copy.to})
      *side = {rarely(3) ? size() : 0,
               rarely(3) ? size() : 0,
               int(below(5)),
               nullptr,
               address(),
               nullptr,
               size()};
    copy.width = size(), copy.height = rarely(8) ? odd() : below(5);
    writer.number(!rarely(30));
    writer.bytes(&copy, rarely(100) ? below(sizeof copy) : sizeof copy);
    writer.number(handle('k')), writer.number(handle('k'));
  }

  void options(Writer &writer) {
    int names[4];
    uint64_t values[4];
    const uint64_t count = below(4);
    for (int &name : names) name = int(rarely(8) ? odd() : rarely(2) ? below(40) : 7);
    for (uint64_t &value : values) value = rarely(2) ? 4096 : odd();
    writer.number(!rarely(20));
    writer.bytes(names, rarely(50) ? below(sizeof names) : sizeof names[0] * count);
    writer.number(!rarely(20));
    writer.bytes(values, rarely(50) ? below(sizeof values) : sizeof values[0] * count);
    writer.number(rarely(40) ? odd() : count);
  }

  void image(uint32_t lane) {
    std::string image = kImage;
    if (rarely(4)) {
      static constexpr uint32_t kMagic[] = {0x466243b1, 0xba55ed50, 0x464c457f, 0x72657600};
      image.resize(8 * below(40) + 16);
      for (char &byte : image) byte = char(rarely(3) ? random_() : 0);
      if (!rarely(5)) memcpy(image.data(), &kMagic[below(4)], 4);
    } else if (rarely(4)) {
      image.resize(below(image.size()));
    }
    attacker_.append(lane, image.data(), image.size());
  }

  // Not as many as the others: those that end all, or make a stream wait for us, and what follows.
  bool is_seldom(uint64_t function) {
    switch (function) {
      case kCuDevicePrimaryCtxRelease_v2:
      case kCuDevicePrimaryCtxReset_v2: return !may_reset_ || !rarely(20);
      case kCuCtxDestroy_v2: return !rarely(8);
      case kCuStreamWaitValue32_v2:
      case kCuStreamWaitValue64_v2: return !rarely(10);
      case kCuStreamBeginCapture_v2: return may_reset_ || !rarely(3);
      default: return false;
    }
  }
  // Copies, launches and what is allocated are what most is about.
  uint64_t choose() {
    static constexpr uint16_t kOften[] = {kCuMemcpy,           kCuMemcpyAsync,
                                          kCuMemcpyDtoD_v2,    kCuMemcpyDtoDAsync_v2,
                                          kCuMemsetD2D32_v2,   kCuMemsetD8Async,
                                          kCuLaunchKernelEx,   kCuLaunchHostFunc,
                                          kCuMemAlloc_v2,      kCuMemFree_v2,
                                          kCuMemAllocAsync,    kCuMemFreeAsync,
                                          kCuMemHostAlloc,     kCuMemFreeHost,
                                          kCuMemMap,           kCuMemUnmap,
                                          kCuMemCreate,        kCuStreamEndCapture,
                                          kCuGraphLaunch,      kCuGraphInstantiateWithFlags,
                                          kCuModuleLoadDataEx, kCuModuleGetFunction,
                                          kCuMemAddressReserve};
    return rarely(5000) ? below(UINT16_MAX)
           : !rarely(3) ? below(kFunctions)
                        : kOften[below(std::size(kOften))];
  }

  void call() {
    const uint64_t function = choose();
    if (is_seldom(function)) return;
    const char *fields = function < kFunctions ? fields_of(function) : "";
    if (function == kCuDevicePrimaryCtxRelease_v2 || function == kCuDevicePrimaryCtxReset_v2) {
      std::lock_guard lock(mutex_);
      addresses_ = {4096};  // what is there from now on is freed at any time
    }
    const bool allocates = function == kCuMemAlloc_v2 || function == kCuMemAllocAsync ||
                           function == kCuMemAllocFromPoolAsync || function == kCuMemHostAlloc ||
                           function == kCuMemAllocPitch_v2;
    const bool reserves = function == kCuMemAddressReserve;
    on_reserved_ = function == kCuMemMap || function == kCuMemUnmap || reserves ||
                   function == kCuMemSetAccess || function == kCuMemCreate ||
                   function == kCuMemAddressFree;
    auto lane = uint32_t(allocates     ? kAllocates
                         : reserves    ? kReserves
                         : rarely(100) ? odd()
                                       : 8 + below(4));
    count_ = below(6);
    // On the thread that has begun it, or it is not ended.
    ends_capture_ = function == kCuStreamEndCapture;
    if (ends_capture_ && !rarely(4)) lane = captured_.second;
    if (function == kCuStreamBeginCapture_v2)
      captured_ = {some_stream(), lane}, ends_capture_ = true;
    if (strchr(fields, '~')) image(lane);
    // In other contexts no work: it would be on memory of this one.
    const bool works = strpbrk(fields, "pb*#%Bi") != nullptr;
    const int32_t context = rarely(3000)           ? int32_t(odd())
                            : works || !rarely(15) ? kContext
                            : rarely(2) || handles_['a'].empty()
                                ? 0
                                : int32_t(one_of(handles_['a']) / kFirstHandle);
    Writer writer;
    writer.begin(uint16_t(function), lane, works ? kContext : context,
                 allocates || reserves || rarely(2));
    for (const char *at = fields; *at;) field(writer, &at);
    if (rarely(3000)) writer.number(odd());  // one too many
    send(writer);
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

  // Mutates it now and then; most of that ends the connection.
  void send(Writer &writer) {
    std::vector<unsigned char> bytes(writer.size());
    memcpy(bytes.data(), writer.finish(), bytes.size());
    if (rarely(3000)) bytes[below(16)] ^= (unsigned char)(1 << below(8));
    if (rarely(3000)) bytes.resize(below(bytes.size()));
    attacker_.write(bytes.data(), bytes.size());
    if (rarely(6000)) attacker_.page().commands.written += odd();
    if (rarely(6000)) attacker_.page().back.read += odd();
  }

  void urge() {
    if (!rarely(300)) return;
    switch (below(4)) {
      case 0: attacker_.urge(kCalled, {below(20)}); return;
      case 1: attacker_.urge(kFetched, {below(20), below(3), below(3)}); return;
      case 2: attacker_.urge(uint16_t(odd()), {odd(), odd()}); return;
      default: attacker_.urge(kWord, {odd(), odd(), odd()}); return;
    }
  }

  std::mt19937_64 random_;
  std::mutex mutex_;
  std::vector<uint64_t> addresses_, doomed_, freed_, reserved_;
  std::map<char, std::vector<uint64_t>> handles_;
  std::vector<std::pair<uint64_t, uint64_t>> kernels_;
  std::atomic<int> good_{0};
  std::map<uint64_t, uint64_t> staged_;
  uint64_t made_ = 2 * kFirstHandle, tokens_ = 0, count_ = 0;
  std::pair<uint64_t, uint32_t> captured_;  // a stream, and the lane that has begun it
  bool on_reserved_ = false, ends_capture_ = false, is_begun_ = false;
  const bool may_reset_;   // and no graphs: one would use memory that is gone with the context
  CudaAttacker attacker_;  // the last to be made, the first to go
};

void run(uint64_t seed) {
  printf("seed %lu: ", (unsigned long)seed);
  fflush(stdout);
  Fuzzer(seed).run(1500);
}

}  // namespace

int main() {
  const OwnSegment segment("a=gpu:memory_mib=64");
  if (const char *seed = getenv("HEDDLE_FUZZ_SEED")) return run(strtoull(seed, nullptr, 10)), 0;
#ifdef __SANITIZE_THREAD__  // its mmap() maps page 0 where it does not know an address
  return 0;
#endif
  const char *seconds = getenv("HEDDLE_FUZZ_SECONDS");
  const int64_t until = os::now_ns() + (seconds ? atoll(seconds) : 0) * 1'000'000'000;

  for (uint64_t seed = 1; seed <= 40 || os::now_ns() < until; seed++) run(seed);
}
