// Device memory can leave an address and come back to it.
#include "tests/soft/soft_test.h"

namespace {

constexpr size_t kTotal = size_t(64) << 20, kMost = size_t(40) << 20;

size_t free_bytes() {
  size_t free = 0, total = 0;
  CHECK_EQ(sxMemGetInfo(&free, &total), SX_OK);
  return free;
}

void *allocated(size_t bytes) {
  void *p = nullptr;
  CHECK_EQ(sxMalloc(&p, bytes), SX_OK);
  return p;
}

void two_take_turns() {
  char *a = static_cast<char *>(allocated(kMost));
  CHECK_EQ(sxMemDetach(a), SX_OK);
  CHECK_EQ(free_bytes(), kTotal);
  char *b = static_cast<char *>(allocated(kMost));
  CHECK(b >= a + kMost || b + kMost <= a);  // the address is still taken
  CHECK_EQ(sxMemAttach(a), SX_ERROR_OUT_OF_MEMORY);
  CHECK_EQ(sxMemDetach(b), SX_OK);
  CHECK_EQ(sxMemAttach(a), SX_OK);
  CHECK_EQ(free_bytes(), kTotal - kMost);
  CHECK_EQ(sxMemsetAsync(a, 7, kMost, nullptr), SX_OK);
  CHECK_EQ(sxDeviceSynchronize(), SX_OK);
  CHECK(a[0] == 7 && a[kMost - 1] == 7);
  CHECK_EQ(sxFree(b), SX_OK);  // detached
  CHECK_EQ(free_bytes(), kTotal - kMost);
  CHECK_EQ(sxFree(a), SX_OK);  // attached
  CHECK_EQ(free_bytes(), kTotal);
}

void only_as_said() {
  char *a = static_cast<char *>(allocated(1001));
  CHECK_EQ(sxMemAttach(a), SX_ERROR_INVALID);
  CHECK_EQ(sxMemDetach(a + 1), SX_ERROR_INVALID);
  CHECK_EQ(sxMemDetach(nullptr), SX_ERROR_INVALID);
  CHECK_EQ(sxMemDetach(a), SX_OK);
  CHECK_EQ(sxMemDetach(a), SX_ERROR_INVALID);
  CHECK_EQ(sxFree(a), SX_OK);
  CHECK_EQ(sxMemAttach(a), SX_ERROR_INVALID);
}

void touching_is_a_fault() {
  pid_t child = check::start_child([] {
    CHECK_EQ(sxInit(0), SX_OK);
    auto *p = static_cast<volatile char *>(allocated(4096));
    CHECK_EQ(sxMemDetach(const_cast<char *>(p)), SX_OK);
    signal(SIGSEGV, SIG_DFL);  // a sanitizer would print
    p[0] = 1;
  });
  CHECK_EQ(check::wait_child(child), 128 + SIGSEGV);
}

void capacity_is_everybodys() {
  auto *step = shared<std::atomic<int>>();
  pid_t other = check::start_child([=] {
    CHECK_EQ(sxInit(0), SX_OK);
    void *p = allocated(kMost);
    CHECK_EQ(sxMemDetach(p), SX_OK);
    *step = 1;
    CHECK(eventually([&] { return step->load() == 2; }));
    CHECK_EQ(sxMemAttach(p), SX_ERROR_OUT_OF_MEMORY);
    *step = 3;
  });
  check::in_child([=] {
    CHECK_EQ(sxInit(0), SX_OK);
    CHECK(eventually([&] { return step->load() == 1; }));
    allocated(kMost);
    *step = 2;
    CHECK(eventually([&] { return step->load() == 3; }));
  });
  CHECK_EQ(check::wait_child(other), 0);
}

}  // namespace

int main() {
  OwnSegment segment("gpu:memory_mib=64");
  check::in_child([] {
    CHECK_EQ(sxInit(0), SX_OK);
    two_take_turns();
    only_as_said();
  });
  touching_is_a_fault();
  capacity_is_everybodys();
  return 0;
}
