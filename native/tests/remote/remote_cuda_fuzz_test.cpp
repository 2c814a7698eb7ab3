// Random and mutated messages against the server of the CUDA driver, on the fake driver: as for the
// soft XPU in remote_fuzz_test.cpp, with the same variables.
//
// Device memory is the server's own memory here. So what a device may do to itself is left out:
// work on memory that is freed meanwhile.
#include <random>

#include "_gen/cuda_fields.gen.h"
#include "remote/cuda/api.h"
#include "tests/remote/attacker.h"
#include "tests/soft/soft_test.h"

using namespace heddle::remote;

namespace {

constexpr uint32_t kAllocates = 7, kReserves = 6;  // lanes whose answers are addresses
constexpr int32_t kContext = 1;
constexpr uint64_t kBlock = 2 << 20;  // of what a program maps itself
constexpr uint64_t kLeast = 8192;     // bytes of what is always there

// Beside the letters of cuda_fields.gen.h: u flags, w an address that is wished, y one to be freed,
// v rarely true, z a size of little memory, * the sides of a copy, # a launch, % rows, ~ options of
// an image (which is sent before), $ numbers for what is found.
struct ByHand {
  uint16_t function;
  const char *fields;
};
constexpr ByHand kByHand[] = {
    {kCuCtxCreate_v2, "Aus"},
    {kCuCtxDestroy_v2, "a"},
    {kCuDevicePrimaryCtxRelease_v2, "s"},
    {kCuDevicePrimaryCtxReset_v2, "s"},
    {kCuDevicePrimaryCtxRetain, "As"},
    {kCuFuncGetName, "e"},
    {kCuGetErrorName, "r"},
    {kCuGetErrorString, "r"},
    {kCuGetExportTable, "{16}"},
    {kCuGetProcAddress_v2, "trru"},
    {kCuGraphExecUpdate_v2, "ihJJ"},
    {kCuGraphGetNodes, "h$"},
    {kCuGraphInstantiateWithParams, "IhubJ"},
    {kCuKernelGetFunction, "Eg"},
    {kCuKernelGetName, "g"},
    {kCuLaunchHostFunc, "br"},
    {kCuLaunchKernelEx, "#"},
    {kCuLibraryGetGlobal, "ft"},
    {kCuLibraryGetKernel, "Gft"},
    {kCuLibraryLoadData, "F~"},
    {kCuMemAddressFree, "pq"},
    {kCuMemAddressReserve, "qqwu"},
    {kCuMemAllocAsync, "qb"},
    {kCuMemAllocFromPoolAsync, "qmb"},
    {kCuMemAllocPitch_v2, "qqu"},
    {kCuMemAlloc_v2, "q"},
    {kCuMemFreeAsync, "yb"},
    {kCuMemFreeHost, "y"},
    {kCuMemFree_v2, "y"},
    {kCuMemHostAlloc, "zu"},
    {kCuMemHostRegister_v2, "wzuv"},
    {kCuMemHostUnregister, "y"},
    {kCuMemcpy, "*"},
    {kCuMemcpy2DAsync_v2, "b%"},
    {kCuMemcpy2D_v2, "%"},
    {kCuMemcpyAsync, "*"},
    {kCuModuleEnumerateFunctions, "d$"},
    {kCuModuleGetFunction, "Edt"},
    {kCuModuleGetGlobal_v2, "dt"},
    {kCuModuleLoadDataEx, "D~"},
    {kCuOccupancyMaxActiveClusters, "#"},
    {kCuOccupancyMaxPotentialClusterSize, "#"},
    {kCuPointerGetAttribute, "rpA"},
    {kCuStreamAddCallback, "bru"},
    {kCuStreamBeginCapture_v2, "bu"},
    {kCuStreamDestroy_v2, "b"},
    {kCuStreamEndCapture, "bH"},
    {kCuStreamGetCaptureInfo_v3, "bH$"},
};

constexpr const char *fields_of(uint64_t function) {
  for (const ByHand &each : kByHand)
    if (each.function == function) return each.fields;
  return kFields[function];
}
constexpr bool has_all() {
  for (uint64_t i = 0; i < kFunctions; i++)
    if (!fields_of(i)) return false;
  return std::size(kFields) == kFunctions;
}
static_assert(has_all(), "a function has come: say what its fields are");

// a address, n how many, t a time, 4 and 8 any number of so many bytes.
struct Kernel {
  const char *name, *parameters;
};
constexpr Kernel kKernels[] = {{"spin", "t"},      {"work", "48"},   {"chain", "an"},
                               {"fill", "an4"},    {"axpy", "4aan"}, {"ramp", "an4"},
                               {"affine", "an44"}, {"fault", ""}};
constexpr char kImage[] =
    ".version 8\n.entry spin()\n.entry work()\n.entry chain()\n.entry fill()\n.entry axpy()\n"
    ".entry ramp()\n.entry affine()\n.entry fault()\n";

class CudaAttacker : public Attacker {
 public:
  explicit CudaAttacker(Unless unless = nullptr, bool is_far = false)
      : Attacker("cuda", CUDA_SERVER,
                 {"LD_LIBRARY_PATH=" FAKE_CUDA, is_far ? "HEDDLE_FAR=1" : "HEDDLE_NEAR=1"},
                 std::move(unless)) {}

  void begin() {
    CHECK_EQ(ask(kCuInit, {0}).result, kSuccess);
    CHECK_EQ(ask(kCuDevicePrimaryCtxRetain, {kContext * kFirstHandle, 0}).result, kSuccess);
  }
  Answer in_context(uint16_t what, std::initializer_list<uint64_t> numbers) {
    return ask(what, numbers, 0, kContext);
  }
  uint64_t allocate(uint64_t bytes, uint16_t what = kCuMemAlloc_v2) {
    const Answer answer =
        what == kCuMemHostAlloc ? in_context(what, {bytes, 0}) : in_context(what, {bytes});
    CHECK_EQ(answer.result, kSuccess);
    return answer.numbers.at(0);
  }
  void append(uint32_t lane, const void *bytes, size_t count) {
    Writer writer;
    writer.begin(kAppend, lane, 0);
    writer.bytes(bytes, count);
    write(writer.finish(), writer.size());
  }
  int32_t load(uint64_t number, std::string image, std::initializer_list<uint64_t> options = {}) {
    append(0, image.data(), image.size());
    Writer writer;
    writer.begin(kCuModuleLoadDataEx, 0, kContext, true);
    writer.number(number);
    const std::vector<CUjit_option> names(options.begin(), options.end());
    const std::vector<uint64_t> values(options.size(), 4096);
    writer.number(1), writer.bytes(names.data(), names.size() * sizeof names[0]);
    writer.number(1), writer.bytes(values.data(), values.size() * sizeof values[0]);
    writer.number(options.size());
    return told(writer).result;
  }
  void function(uint64_t number, uint64_t module, const char *name) {
    Writer writer;
    writer.begin(kCuModuleGetFunction, 0, kContext, true);
    writer.number(number), writer.number(module), writer.number(1);
    writer.bytes(name, strlen(name));
    CHECK_EQ(told(writer).result, kSuccess);
  }
  int32_t launch(uint64_t function, uint64_t attributes, std::vector<uint64_t> parameters) {
    Writer writer;
    writer.begin(kCuLaunchKernelEx, 0, kContext, true);
    writer.number(function);
    for (int i = 0; i < 6; i++) writer.number(1);
    writer.number(0), writer.number(0);
    writer.number(1), writer.bytes(nullptr, 0), writer.number(attributes);
    writer.bytes(parameters.data(), parameters.size() * 8);
    return told(writer).result;
  }
};

// -- what each has been wrong once ----------------------------------------------------------------

void test_addresses() {
  CudaAttacker attacker;
  attacker.begin();
  const uint64_t ours = attacker.allocate(4096), far = 1 << 20, stack = 0x7ff000000000;
  const auto is_refused = [&](uint16_t what, std::initializer_list<uint64_t> numbers) {
    CHECK_EQ(attacker.in_context(what, numbers).result, kInvalidValue);
  };
  for (const uint64_t other : {uint64_t(4096), stack, ours + 4096}) {
    is_refused(kCuMemcpyDtoD_v2, {ours, other, 8});
    is_refused(kCuMemcpyDtoDAsync_v2, {other, ours, 8, 0});
    is_refused(kCuMemcpyPeerAsync, {ours, 0, other, 0, 8, 0});
    is_refused(kCuMemsetD8_v2, {other, 0, 1});
    is_refused(kCuMemsetD2D8_v2, {other, 8, 0, 1, 1});
    is_refused(kCuStreamWriteValue32_v2, {0, other, 0, 0});
    is_refused(kCuStreamWaitValue64_v2, {0, other, 0, 0});
    is_refused(kCuMemHostGetFlags, {1, other});
    is_refused(kCuMemUnmap, {other, kBlock});
    is_refused(kCuMemAddressFree, {other, 4096});
  }
  is_refused(kCuMemsetD32_v2, {ours, 0, (uint64_t(1) << 62) + 1});  // times 4 it is 4
  is_refused(kCuMemsetD2D32_v2, {ours, far, 0, 1, 2});
  is_refused(kCuMemsetD2D16_v2, {ours, uint64_t(1) << 63, 0, 1, 3});
  is_refused(kCuMemsetD16_v2, {ours, 0, 2049});
  is_refused(kCuMemAddressFree, {ours, 4096});
  CHECK_EQ(attacker.in_context(kCuMemsetD16_v2, {ours, 0, 2048}).result, kSuccess);
  CHECK_EQ(attacker.in_context(kCuMemFree_v2, {ours}).result, kSuccess);
  is_refused(kCuMemsetD16_v2, {ours, 0, 1});
  is_refused(kCuMemcpyAsync, {kReturns, 1, kAddress, ours, 8, 0});
}

// Of a module's image, and of its options.
void test_images() {
  CudaAttacker attacker;
  attacker.begin();
  CHECK_EQ(attacker.load(64, kImage), kSuccess);
  for (const uint64_t written : {2, 3, 5, 17, 18, 25, 27, 36, 1000})
    CHECK(attacker.load(80, kImage, {written}) != kSuccess);
  CHECK_EQ(attacker.load(80, kImage, {1, 7}), kSuccess);
  CHECK(attacker.load(96, std::string("\xb1\x43\x62\x46\0\0\0\0\0\x10\0\0\0\0\0\0", 16)) !=
        kSuccess);
  CHECK(attacker.load(96, std::string(200, 0x7f)) != kSuccess);
  CHECK(attacker.load(96, std::string("\x7f"
                                      "ELF") +
                              std::string(100, 0x7f)) != kSuccess);
  CHECK(attacker.load(96, ".entry") != kSuccess);
}

// A number that is another function's by now, which has more parameters.
void test_functions() {
  CudaAttacker attacker;
  attacker.begin();
  const uint64_t memory = attacker.allocate(4096);
  CHECK_EQ(attacker.load(64, kImage), kSuccess);
  attacker.function(80, 64, "spin");
  CHECK_EQ(attacker.launch(80, 0, {1000}), kSuccess);
  CHECK_EQ(attacker.launch(80, 100'000, {1000}), kInvalidHandle);
  CHECK_EQ(attacker.launch(80, 0, {}), kInvalidValue);
  CHECK_EQ(attacker.in_context(kCuModuleUnload, {64}).result, kSuccess);
  CHECK_EQ(attacker.launch(80, 0, {1000}), kInvalidHandle);
  CHECK_EQ(attacker.load(64, kImage), kSuccess);
  attacker.function(80, 64, "affine");
  CHECK_EQ(attacker.launch(80, 0, {memory}), kInvalidValue);
  CHECK_EQ(attacker.launch(80, 0, {memory, 4, 5}), kSuccess);
}

// A context takes with it what was made in it.
void test_contexts() {
  CudaAttacker attacker;
  attacker.begin();
  CHECK_EQ(attacker.ask(kCuCtxCreate_v2, {5 * kFirstHandle, 0, 0}).result, kSuccess);
  CHECK_EQ(attacker.ask(kCuStreamCreate, {160, 0}, 0, 5).result, kSuccess);
  CHECK_EQ(attacker.ask(kCuEventCreate, {176, 0}, 0, 5).result, kSuccess);
  CHECK_EQ(attacker.ask(kCuCtxDestroy_v2, {5 * kFirstHandle}).result, kSuccess);
  CHECK_EQ(attacker.in_context(kCuStreamQuery, {160}).result, kInvalidHandle);
  CHECK_EQ(attacker.in_context(kCuEventQuery, {176}).result, kInvalidHandle);
}

// A graph runs when what a call has brought is gone.
void test_captures() {
  CudaAttacker attacker;
  attacker.begin();
  const uint64_t memory = attacker.allocate(4096);
  CHECK_EQ(attacker.in_context(kCuStreamCreate, {160, 1}).result, kSuccess);
  for (const uint16_t what : {kCuMemcpyAsync, kCuMemcpy}) {
    CHECK_EQ(attacker.in_context(kCuStreamBeginCapture_v2, {160, 2}).result, kSuccess);
    attacker.stage(1, 64, 0, 64);
    CHECK(attacker.in_context(what, {kAddress, memory, kStaged, 1, 64, 160}).result != kSuccess);
    const auto fetches = attacker.in_context(kCuMemcpy, {kAddress, memory, kFetches, 64, 64, 160});
    CHECK_EQ(fetches.result, kCaptureUnsupported);
    CHECK_EQ(attacker.in_context(kCuStreamEndCapture, {160, 320 + 16 * uint64_t(what)}).result,
             kSuccess);
  }
}

// Copies that are refused, and buffers of calls that never come, are no memory that grows.
void test_memory() {
  CudaAttacker attacker;
  attacker.begin();
  const uint64_t memory = attacker.allocate(4096);
  for (int i = 0; i < 300; i++)  // longer than what is there, on a stream that is none
    attacker.in_context(kCuMemcpyAsync, {kReturns, 0, kAddress, memory, 4096, 0});
  CHECK(!attacker.is_lost());
  for (uint32_t lane = 0; lane < 10'000; lane++) attacker.append(lane, nullptr, 0);
  CHECK(eventually([&] { return attacker.is_lost(); }));
}

// Memory that both sides have: only what is mirrored changes, whatever is told.
void test_mirrors() {
  constexpr uint64_t kBytes = 8192, kRoom = uint64_t(64) << 20;
  void *room = mmap(nullptr, kRoom, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(room != MAP_FAILED);
  const uint64_t place = uint64_t(room) + kRoom / 2;  // likely to be free there, too
  const auto change = [](CudaAttacker &attacker, uint64_t address, uint64_t claimed, size_t bytes) {
    const std::vector<unsigned char> data(bytes, 0x5a);
    Writer writer;
    writer.begin(kMirror, 0, 0);
    writer.number(address);
    writer.number(claimed);
    for (size_t at = 0; at < bytes; at += 8) writer.number(0x5a5a5a5a5a5a5a5a);
    return attacker.write_urgent(writer.finish(), writer.size());
  };
  CudaAttacker attacker(nullptr, true);
  attacker.begin();
  const uint64_t memory = attacker.allocate(4096);
  const auto mirror = [&](uint64_t address, uint64_t bytes) {
    return attacker.in_context(kCuMemHostRegister_v2, {address, bytes, 0, 1}).result;
  };
  CHECK(mirror(place, uint64_t(1) << 40) != kSuccess);
  CHECK(mirror(place, UINT64_MAX) != kSuccess);
  CHECK(mirror(place + 2, 64) != kSuccess);
  CHECK(mirror(memory, 4096) != kSuccess);  // something lies there
  CHECK_EQ(mirror(place, kBytes), kSuccess);
  CHECK(mirror(place, kBytes) != kSuccess);
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; i++) {
    const uint64_t near = place - 4096 + 4 * (random() % 4096);
    const uint64_t address = i % 3 ? near : i % 2 ? random() & ~uint64_t(3) : memory;
    const size_t bytes = 8 * (random() % 64);
    change(attacker, address, bytes, bytes);
  }
  CHECK_EQ(attacker.ask(kCuDeviceGetCount, {1}).result, kSuccess);
  CHECK_EQ(attacker.in_context(kCuMemHostUnregister, {place}).result, kSuccess);
  change(attacker, place, 8, 8);  // it was there
  CHECK_EQ(attacker.ask(kCuDeviceGetCount, {1}).result, kSuccess);
  change(attacker, place, 64, 8);  // so many bytes are not there
  CHECK(eventually([&] { return attacker.is_lost(); }));
  munmap(room, kRoom);
}

// -- random ones ----------------------------------------------------------------------------------

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
    if (kind >= 'A' && kind <= 'N') return writer.number(rarely(60) ? 0 : fresh(char(kind + 32)));
    if (rarely(400)) return writer.number(odd());
    if (kind >= 'a' && kind <= 'n') return writer.number(handle(kind));
    switch (kind) {
      case 'o': return writer.number(!rarely(20));
      case 'p': return writer.number(address());
      case 'v': return writer.number(rarely(10));
      case 'q': return writer.number(size());
      case 's': return writer.number(rarely(20) ? odd() : 0);
      case 't': return text(writer);
      case 'u': return writer.number(rarely(20) ? odd() : below(3));
      case 'w':
        return writer.number(rarely(4) ? address() / 4096 * 4096
                                       : (uint64_t(1) << 45) + 4096 * below(1000));
      case 'x': return writer.number(count_);
      case 'y': return writer.number(doomed());
      case 'z':
        return writer.number(rarely(10) ? uint64_t(1) << (47 + below(17)) : 4096 * below(40));
      case '*': return copy(writer);
      case '#': return launch(writer);
      case '%': return rows(writer);
      case '~': return options(writer);
      case '$': {
        uint64_t numbers[8];
        const uint64_t count = below(8);
        for (uint64_t &number : numbers) number = made_ += kFirstHandle;
        writer.number(!rarely(20));
        writer.bytes(numbers, rarely(50) ? below(sizeof numbers) : 8 * count);
        return writer.number(rarely(50) ? odd() : count);
      }
      default: return writer.number(value());
    }
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
    writer.number(returns ? kReturns : rarely(300) ? odd() : kAddress);
    writer.number(returns ? below(100) : address());
    writer.number(staged ? kStaged : fetches ? kFetches : kAddress);
    writer.number(staged ? token : fetches ? bytes : address());
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
  test_addresses();
  test_images();
  test_functions();
  test_contexts();
  test_captures();
  test_memory();
  test_mirrors();
#ifdef __SANITIZE_THREAD__  // its mmap() maps page 0 where it does not know an address
  return 0;
#endif
  const char *seconds = getenv("HEDDLE_FUZZ_SECONDS");
  const int64_t until = os::now_ns() + (seconds ? atoll(seconds) : 0) * 1'000'000'000;

  for (uint64_t seed = 1; seed <= 40 || os::now_ns() < until; seed++) run(seed);
}
