// Capacity is shared by all processes, and comes back however they end.
#include "tests/soft/soft_test.h"

namespace {

constexpr size_t kTotal = size_t(64) << 20;

size_t free_bytes() {
  size_t free = 0, total = 0;
  CHECK_EQ(sxMemGetInfo(&free, &total), SX_OK);
  CHECK_EQ(total, kTotal);
  return free;
}

void counting() {
  void *a = nullptr, *b = nullptr;
  CHECK_EQ(sxMalloc(&a, 0), SX_ERROR_INVALID);
  CHECK_EQ(sxMalloc(nullptr, 1), SX_ERROR_INVALID);
  CHECK_EQ(sxMalloc(&a, 1001), SX_OK);
  CHECK_EQ(reinterpret_cast<uintptr_t>(a) % 256, 0u);
  CHECK_EQ(free_bytes(), kTotal - 1001);
  CHECK_EQ(sxMalloc(&b, kTotal), SX_ERROR_OUT_OF_MEMORY);
  CHECK_EQ(sxMalloc(&b, SIZE_MAX), SX_ERROR_OUT_OF_MEMORY);
  CHECK_EQ(sxMalloc(&b, kTotal - 1001), SX_OK);
  CHECK_EQ(free_bytes(), 0u);
  CHECK_EQ(sxFree(b), SX_OK);
  CHECK_EQ(sxFree(b), SX_ERROR_INVALID);
  CHECK_EQ(sxFree(a), SX_OK);
  CHECK_EQ(free_bytes(), kTotal);
}

void copies() {
  constexpr size_t n = 1 << 20;
  sxStream s = new_stream();
  char *host = static_cast<char *>(malloc(n));
  memset(host, 3, n);
  void *a = nullptr, *b = nullptr;
  CHECK_EQ(sxMalloc(&a, n), SX_OK);
  CHECK_EQ(sxMalloc(&b, n), SX_OK);
  CHECK_EQ(sxMemcpy(a, host, n), SX_OK);
  CHECK_EQ(sxMemcpyAsync(b, a, n, s), SX_OK);
  CHECK_EQ(sxMemsetAsync(a, 9, n, s), SX_OK);
  CHECK_EQ(sxMemcpyAsync(host, b, n / 2, s), SX_OK);
  CHECK_EQ(sxMemcpyAsync(host + n / 2, a, n / 2, s), SX_OK);
  CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  CHECK(host[0] == 3 && host[n / 2 - 1] == 3 && host[n / 2] == 9 && host[n - 1] == 9);
  CHECK_EQ(launch_timed(s, 20'000'000), SX_OK);
  CHECK_EQ(sxFree(a), SX_OK);  // waits for the device
  CHECK_EQ(sxStreamQuery(s), SX_OK);
  CHECK_EQ(sxFree(b), SX_OK);
  free(host);
}

void taken_by_others(const char *how) {
  auto *ready = shared<std::atomic<int>>();
  pid_t other = check::start_child([=] {
    CHECK_EQ(sxInit(0), SX_OK);
    void *p = nullptr;
    CHECK_EQ(sxMalloc(&p, 40 << 20), SX_OK);
    launch_timed(nullptr, 3'600'000'000'000);
    *ready = 1;
    if (!strcmp(how, "kill")) pause();
    sleep_ms(20);
  });
  check::in_child([=] {
    CHECK(eventually([&] { return ready->load() == 1; }));
    CHECK_EQ(sxInit(0), SX_OK);
    void *p = nullptr;
    if (!strcmp(how, "kill")) {
      CHECK_EQ(free_bytes(), size_t(24) << 20);
      CHECK_EQ(sxMalloc(&p, 25 << 20), SX_ERROR_OUT_OF_MEMORY);
      kill(other, SIGKILL);
    }
    CHECK(eventually([&] { return sxMalloc(&p, kTotal) == SX_OK; }));
    CHECK_EQ(sxFree(p), SX_OK);
    CHECK_EQ(free_bytes(), kTotal);
  });
  CHECK_EQ(check::wait_child(other), strcmp(how, "kill") ? 0 : 128 + SIGKILL);
}

}  // namespace

int main() {
  OwnSegment segment("gpu:memory_mib=64");
  check::in_child([] {
    CHECK_EQ(sxInit(0), SX_OK);
    counting();
    copies();
  });
  taken_by_others("exit");
  if (survives_kills()) taken_by_others("kill");
  return 0;
}
