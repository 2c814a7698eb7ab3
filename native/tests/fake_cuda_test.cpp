// The fake CUDA driver alone: look-up, order, default streams, events, values, memory.
// Given the path of another library, it says where that one differs.
#include "fake_driver.h"

namespace {

// -- look-up --------------------------------------------------------------------------------------

void look_up() {
  auto get = [](const char *name, int version, uint64_t flags) {
    void *found = nullptr;
    CHECK_EQ(call("cuGetProcAddress", name, &found, version, flags), 0);
    Dl_info info;
    CHECK(dladdr(found, &info) && info.dli_sname);
    CHECK_EQ(symbol(info.dli_sname), found);  // exported, and the only one of that name
    return std::string(info.dli_sname);
  };
  CHECK_EQ(get("cuMemAlloc", 13000, 0), "cuMemAlloc_v2");
  CHECK_EQ(get("cuMemAlloc", 11080, 2), "cuMemAlloc_v2");
  CHECK_EQ(get("cuLaunchKernel", 12000, 0), "cuLaunchKernel");
  CHECK_EQ(get("cuLaunchKernel", 12000, 1), "cuLaunchKernel");
  CHECK_EQ(get("cuLaunchKernel", 12000, 2), "cuLaunchKernel_ptsz");
  CHECK_EQ(get("cuMemcpyHtoD", 12000, 2), "cuMemcpyHtoD_v2_ptds");
  CHECK_EQ(get("cuStreamWaitValue32", 12000, 2), "cuStreamWaitValue32_v2_ptsz");
  CHECK_EQ(get("cuGetProcAddress", 11080, 0), "cuGetProcAddress");
  CHECK_EQ(get("cuGetProcAddress", 12090, 0), "cuGetProcAddress_v2");
  CHECK_EQ(get("cuCtxCreate", 11080, 0), "cuCtxCreate_v3");
  CHECK_EQ(get("cuCtxCreate", 13000, 0), "cuCtxCreate_v4");
  CHECK_EQ(get("cuInit", 2000, 0), "cuInit");  // as old as it may be
  void *found = nullptr;
  int status = -1;
  CHECK_EQ(call("cuGetProcAddress", "cuNothing", &found, 13000, uint64_t(0)), 500);
  CHECK_EQ(call("cuGetProcAddress_v2", "cuNothing", &found, 13000, uint64_t(0), &status), 0);
  CHECK_EQ(status, 1);
  CHECK_EQ(call("cuGetProcAddress_v2", "cuInit", &found, 13000, uint64_t(0), &status), 0);
  CHECK_EQ(status, 0);
  CHECK(dlsym(library, "sxInit") == nullptr);
  CHECK_EQ(call("cuTexRefDestroy", Handle(nullptr)), 801);  // known, not written
}

void device() {
  int count = 0, version = 0, value = -1, ordinal = -1;
  size_t bytes = 0;
  char text[64] = "";
  unsigned char uuid[16] = {};
  CHECK_EQ(call("cuDeviceGetCount", &count), 3);
  CHECK_EQ(call("cuDriverGetVersion", &version), 0);
  CHECK_EQ(version, 13000);
  CHECK_EQ(call("cuInit", 1u), 1);
  CHECK_EQ(call("cuInit", 0u), 0);
  CHECK_EQ(call("cuDeviceGetCount", &count), 0);
  CHECK_EQ(count, 1);
  CHECK_EQ(call("cuDeviceGet", &ordinal, 0), 0);
  CHECK_EQ(call("cuDeviceGet", &ordinal, 1), 101);
  CHECK_EQ(call("cuDeviceGetName", &text[0], 64, 0), 0);
  CHECK_EQ(call("cuDeviceGetPCIBusId", &text[0], 64, 0), 0);
  CHECK_EQ(std::string(text), "0000:0f:00.0");
  CHECK_EQ(call("cuDeviceGetUuid_v2", &uuid[0], 0), 0);
  CHECK_EQ(call("cuDeviceTotalMem_v2", &bytes, 0), 0);
  CHECK_EQ(bytes, size_t(16) << 30);
  for (auto [which, expected] : {std::pair(16, 4), {92, 1}, {123, 1}, {99, 1}, {1, 0}}) {
    CHECK_EQ(call("cuDeviceGetAttribute", &value, which, 0), 0);
    CHECK_EQ(value, expected);
  }
  const char *name = nullptr;
  CHECK_EQ(call("cuGetErrorName", 719, &name), 0);
  CHECK_EQ(std::string(name), "CUDA_ERROR_LAUNCH_FAILED");
  CHECK_EQ(call("cuGetErrorString", 12345, &name), 1);
}

// -- order ----------------------------------------------------------------------------------------

void chain_over_streams() {
  World w;
  std::vector<Handle> streams;
  for (int i = 0; i < 4; i++) streams.push_back(w.stream());
  uint64_t *state = w.words(), expected = *state = 1;
  for (uint64_t i = 0; i < 200; i++) {
    Handle s = streams[i * 3 % 4], next = streams[(i + 1) * 3 % 4], e = w.event();
    if (i % 16 == 0) w.spin(s, 30'000);
    w.chain(s, at(state), i);
    expected = chained(expected, i);
    CHECK_EQ(call("cuEventRecord", e, s), 0);
    CHECK_EQ(call("cuStreamWaitEvent", next, e, 0u), 0);
    CHECK_EQ(call("cuEventDestroy_v2", e), 0);  // the wait still holds
  }
  CHECK_EQ(call("cuCtxSynchronize"), 0);
  CHECK_EQ(*state, expected);
  for (Handle s : streams) CHECK_EQ(call("cuStreamDestroy_v2", s), 0);
  CHECK_EQ(sync(streams[0]), 400);
}

void default_streams() {
  World w;
  Handle blocking = w.stream(kBlocking), apart = w.stream();
  uint64_t *state = w.words(), expected = *state = 1;
  Hold hold(w);
  hold.on(apart);
  w.chain(apart, at(state + 1), 1);
  auto step = [&](const char *launch, Handle stream, uint64_t value) {
    Handle chain = w.function("chain");
    Address where = at(state);
    void *parameters[] = {&where, &value}, **none = nullptr;
    w.spin(stream ? stream : blocking, 100'000);
    CHECK_EQ(call(launch, chain, 1u, 1u, 1u, 1u, 1u, 1u, 0u, stream, &parameters[0], none), 0);
    expected = chained(expected, value);
  };
  for (uint64_t i = 0; i < 30; i++) {
    step("cuLaunchKernel", i % 2 ? kLegacy : blocking, i);
    // The thread's own default stream, by name and by variant; the legacy stream orders it.
    step("cuLaunchKernel", i % 2 ? kPerThread : kLegacy, i);
    step("cuLaunchKernel", kLegacy, i);
    step("cuLaunchKernel_ptsz", nullptr, i);
    step("cuLaunchKernel", kLegacy, i);
  }
  CHECK_EQ(sync(kLegacy), 0);
  CHECK_EQ(*state, expected);
  CHECK_EQ(query(apart), 600);  // no wait included it
  hold.release();
  // Two threads have two streams of their own.
  Hold other(w);
  std::thread([&] {
    CHECK_EQ(call("cuCtxSetCurrent", w.context), 0);
    CHECK_EQ(call("cuStreamWaitValue32_v2_ptsz", nullptr, at(other.word), 1u, kEqual), 0);
    CHECK_EQ(call("cuStreamQuery_ptsz", nullptr), 600);
    CHECK_EQ(query(kPerThread), 600);
  }).join();
  w.spin(kPerThread, 1000);
  CHECK_EQ(call("cuStreamSynchronize_ptsz", nullptr), 0);
  CHECK_EQ(query(kLegacy), 600);  // waits for that of the thread which has ended
  other.release();
  CHECK_EQ(sync(kLegacy), 0);
  CHECK_EQ(call("cuCtxSynchronize"), 0);
  unsigned flags = 7;
  Handle context = nullptr;
  CHECK_EQ(call("cuStreamGetFlags", apart, &flags), 0);
  CHECK_EQ(flags, kNonBlocking);
  CHECK_EQ(call("cuStreamGetCtx", kPerThread, &context), 0);
  CHECK_EQ(context, w.context);
}

void events() {
  World w;
  Handle s = w.stream(), start = w.event(), end = w.event(), untimed = w.event(2);
  float ms = 0;
  Hold hold(w);
  CHECK_EQ(call("cuEventQuery", start), 0);
  CHECK_EQ(call("cuEventElapsedTime", &ms, start, end), 400);
  hold.on(s);
  w.spin(s, 1'000'000);
  CHECK_EQ(call("cuEventRecord", start, s), 0);
  for (int i = 0; i < 100; i++) w.spin(s, 100'000);
  CHECK_EQ(call("cuEventRecordWithFlags", end, s, 0u), 0);
  CHECK_EQ(call("cuEventRecord", untimed, s), 0);
  CHECK_EQ(call("cuEventQuery", end), 600);
  CHECK_EQ(call("cuEventElapsedTime", &ms, start, end), 600);
  hold.release();
  CHECK_EQ(call("cuEventSynchronize", end), 0);
  CHECK_EQ(call("cuEventQuery", end), 0);
  CHECK_EQ(call("cuEventElapsedTime", &ms, start, end), 0);
  CHECK(ms > 9.999f && ms < 12.f);
  CHECK_EQ(call("cuEventElapsedTime_v2", &ms, start, untimed), 400);
}

void host_functions() {
  World w;
  Handle s = w.stream();
  struct Log {
    std::vector<int> entries;
    Handle stream;
  } log{{}, s};
  using Function = void (*)(void *);
  using Callback = void (*)(Handle, int, void *);
  Function first = [](void *p) { static_cast<Log *>(p)->entries.push_back(1); };
  Callback second = [](Handle stream, int result, void *p) {
    auto *log = static_cast<Log *>(p);
    log->entries.push_back(stream == log->stream && result == 0 ? 2 : -1);
  };
  void *argument = &log;
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(call("cuLaunchHostFunc", s, first, argument), 0);
    CHECK_EQ(call("cuStreamAddCallback", s, second, argument, 0u), 0);
  }
  CHECK_EQ(sync(s), 0);
  CHECK(log.entries == std::vector<int>({1, 2, 1, 2, 1, 2}));
}

// -- values ---------------------------------------------------------------------------------------

void values() {
  World w;
  Handle s = w.stream();
  auto *narrow = w.words<uint32_t>();
  auto *wide = w.words<uint64_t>();
  Address state = at(w.words());
  auto *shown = reinterpret_cast<uint64_t *>(state);
  // Each wait is followed by a write that shows it has ended.
  struct Step {
    bool is_wide;
    unsigned condition;
    uint64_t value, not_yet, then;
  };
  constexpr uint64_t kBig = uint64_t(1) << 40;
  const Step steps[] = {
      {false, kGreaterEqual, 3, 0xffffffff, 4},
      {false, kEqual, 3, 4, 3},
      {false, kAnd, 8, 7, 12},
      {false, kNor, 0xfffffff0, 0xf, 0xe},
      {true, kGreaterEqual, kBig, kBig - 1, kBig + 1},
      {true, kEqual, kBig, kBig + 1, kBig},
      {true, kAnd, kBig, 1, kBig | 1},
      {true, kNor, ~uint64_t(1), 1, 0},
  };
  for (const Step &step : steps) {
    *shown = 0;
    __atomic_store_n(narrow, uint32_t(step.not_yet), __ATOMIC_RELEASE);
    __atomic_store_n(wide, step.not_yet, __ATOMIC_RELEASE);
    if (step.is_wide) {
      CHECK_EQ(call("cuStreamWaitValue64", s, at(wide), step.value, step.condition), 0);
    } else {
      CHECK_EQ(call("cuStreamWaitValue32_v2", s, at(narrow), uint32_t(step.value), step.condition),
               0);
    }
    CHECK_EQ(call("cuStreamWriteValue64_v2", s, state, uint64_t(7), 0u), 0);
    sleep_ms(2);
    CHECK_EQ(query(s), 600);
    CHECK_EQ(__atomic_load_n(shown, __ATOMIC_ACQUIRE), 0u);
    __atomic_store_n(narrow, uint32_t(step.then), __ATOMIC_RELEASE);
    __atomic_store_n(wide, step.then, __ATOMIC_RELEASE);
    CHECK_EQ(sync(s), 0);
    CHECK_EQ(*shown, 7u);
  }
  CHECK_EQ(call("cuStreamWriteValue32_v2", s, state, 9u, 0u), 0);
  CHECK_EQ(call("cuStreamWriteValue32", s, state + 4, 1u, 0u), 0);
  CHECK_EQ(sync(s), 0);
  CHECK_EQ(*shown, (uint64_t(1) << 32) + 9);

  struct Operation {
    int kind;
    Address address;
    uint64_t value;
    unsigned flags;
    Address alias[2];
  } batch[] = {{2, at(narrow), 5, 0, {}},        // write 32
               {1, at(narrow), 5, kEqual, {}},   // wait 32
               {5, at(wide), kBig, 0, {}},       // write 64
               {4, at(wide), kBig, kEqual, {}},  // wait 64
               {5, state, 11, 0, {}}};
  static_assert(sizeof batch[0] == 48);
  CHECK_EQ(call("cuStreamBatchMemOp_v2", s, 5u, &batch[0], 0u), 0);
  CHECK_EQ(sync(s), 0);
  CHECK_EQ(*shown, 11u);

  uint32_t unknown = 0;  // not registered: not the device's
  CHECK_EQ(call("cuStreamWaitValue32_v2", s, at(&unknown), 0u, kEqual), 1);
  CHECK_EQ(call("cuStreamWaitValue32_v2", s, state + 2, 0u, kEqual), 1);
  CHECK_EQ(call("cuStreamWaitValue32_v2", s, state, 0u, 4u), 1);
}

// -- memory ---------------------------------------------------------------------------------------

void memory() {
  World w;
  Handle s = w.stream();
  constexpr uint64_t kCount = 1000;
  Address x = 0, y = 0, later = 0;
  std::vector<float> host(kCount, 2);
  size_t before = 0, after = 0, total = 0;
  CHECK_EQ(call("cuMemGetInfo_v2", &before, &total), 0);
  CHECK_EQ(call("cuMemAlloc_v2", &x, kCount * sizeof(float)), 0);
  CHECK_EQ(call("cuMemAlloc_v2", &y, kCount * sizeof(float)), 0);
  CHECK_EQ(call("cuMemGetInfo_v2", &after, &total), 0);
  CHECK_EQ(before - after, 2 * kCount * sizeof(float));
  CHECK_EQ(call("cuMemAlloc_v2", &later, total + 1), 2);
  CHECK_EQ(call("cuMemcpyHtoD_v2", x, static_cast<const void *>(host.data()), size_t(4000)), 0);
  CHECK_EQ(
      call("cuMemcpyHtoD_v2", at(host.data()), static_cast<const void *>(host.data()), size_t(4)),
      1);
  CHECK_EQ(w.launch("fill", s, y, kCount, 3.f), 0);
  CHECK_EQ(w.launch("axpy", s, 5.f, x, y, kCount), 0);
  CHECK_EQ(call("cuMemcpyDtoHAsync_v2", static_cast<void *>(host.data()), y, size_t(4000), s), 0);
  CHECK_EQ(host[kCount - 1], 13.f);  // pageable: done when the call returns

  // Pageable memory is the program's again when the call has returned.
  Hold hold(w);
  hold.on(s);
  host.assign(kCount, 4);
  CHECK_EQ(call("cuMemcpyHtoDAsync_v2", x, static_cast<const void *>(host.data()), size_t(4000), s),
           0);
  host.assign(kCount, 0);
  CHECK_EQ(call("cuMemcpyDtoDAsync_v2", y, x, size_t(4000), s), 0);
  CHECK_EQ(call("cuMemsetD32Async", y, 0x3f800000u, size_t(2), s), 0);
  CHECK_EQ(call("cuMemsetD16Async", y + 8, static_cast<unsigned short>(0x4000), size_t(1), s), 0);
  CHECK_EQ(call("cuMemsetD8Async", y + 10, static_cast<unsigned char>(0x40), size_t(2), s), 0);
  CHECK_EQ(call("cuMemAllocAsync", &later, size_t(4096), s), 0);
  CHECK_EQ(call("cuMemsetD8Async", later, static_cast<unsigned char>(1), size_t(4096), s), 0);
  CHECK_EQ(call("cuMemFreeAsync", later, s), 0);
  CHECK_EQ(call("cuMemFreeAsync", later, s), 1);
  hold.release();
  CHECK_EQ(sync(s), 0);
  CHECK_EQ(call("cuMemcpyDtoH_v2", static_cast<void *>(host.data()), y, size_t(4000)), 0);
  CHECK_EQ(host[0], 1.f);
  CHECK_EQ(reinterpret_cast<uint32_t *>(host.data())[2], 0x40404000u);
  CHECK_EQ(host[3], 4.f);
  CHECK_EQ(call("cuMemcpyDtoH_v2", static_cast<void *>(host.data()), later, size_t(4)),
           1);  // freed

  // Freeing waits for the device.
  w.spin(s, 20'000'000);
  CHECK_EQ(call("cuMemFree_v2", y), 0);
  CHECK_EQ(query(s), 0);
  CHECK_EQ(call("cuMemFree_v2", y), 1);

  alignas(4096) static char own[8192];
  void *base = own;
  Address mapped = 0;
  unsigned type = 0;
  CHECK_EQ(call("cuMemHostGetDevicePointer_v2", &mapped, base, 0u), 1);
  CHECK_EQ(call("cuMemHostRegister_v2", base, sizeof own, 2u), 0);
  CHECK_EQ(call("cuMemHostRegister_v2", static_cast<void *>(own + 4096), size_t(4096), 2u), 712);
  CHECK_EQ(call("cuMemHostGetDevicePointer_v2", &mapped, base, 0u), 0);
  CHECK_EQ(mapped, at(own));
  CHECK_EQ(call("cuPointerGetAttribute", static_cast<void *>(&type), 2, mapped), 0);
  CHECK_EQ(type, 1u);
  CHECK_EQ(call("cuMemHostUnregister", base), 0);
  CHECK_EQ(call("cuMemHostUnregister", base), 713);
}

}  // namespace

int main(int argc, char **argv) {
  return run_tests(argc, argv,
                   {
                       {"look_up", look_up},
                       {"device", device},
                       {"chain_over_streams", chain_over_streams},
                       {"default_streams", default_streams},
                       {"events", events},
                       {"host_functions", host_functions},
                       {"values", values},
                       {"memory", memory},
                   });
}
