// OpenCL's library that a program has instead of the vendor's, with servers of its own, which have
// the fake driver: commands run at once, or when the events that they wait for are set.
#include <atomic>

#include "remote/opencl/api.h"
#include "tests/remote/broker.h"

using namespace heddle::remote;

namespace {

struct Device {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

  Device() {
    CHECK_EQ(clGetPlatformIDs(1, &platform, nullptr), kSuccess);
    CHECK_EQ(clGetDeviceIDs(platform, kEveryType, 1, &device, nullptr), kSuccess);
    cl_int result;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &result);
    CHECK_EQ(result, kSuccess);
    queue = clCreateCommandQueue(context, device, 0, &result);
    CHECK_EQ(result, kSuccess);
  }
};

void ask_name(cl_device_id device) {
  char name[16] = {};
  CHECK_EQ(clGetDeviceInfo(device, 0x102B, sizeof name, name, nullptr), kSuccess);
  CHECK_EQ(std::string(name), "fake");
}

// Threads ask what has been answered before while others fork: the child waits for none of them.
void asks_in_the_child_of_a_fork() {
#ifdef __SANITIZE_ADDRESS__  // it may leave a child without its locks: see tools/native
  constexpr int kForks = 0;
#else
  constexpr int kForks = 30;
#endif
  const Device parents;
  std::atomic<bool> is_done{false};
  std::thread forks([&] {
    for (int i = 0; i < kForks; i++)
      check::in_child([] {
        alarm(60);
        const Device own;
        ask_name(own.device);
        _exit(0);
      });
    is_done = true;
  });
  in_threads(4, [&](int) {
    while (!is_done) ask_name(parents.device);
  });
  forks.join();
}

}  // namespace

int main(int count, char **arguments) {
  const Broker broker(OPENCL_SERVER, FAKE_OPENCL);
  const std::pair<const char *, void (*)()> tests[] = {
      {"fork", asks_in_the_child_of_a_fork},
  };
  for (const auto &[name, test] : tests)
    if (count < 2 || !strcmp(arguments[1], name)) {
      printf("%s\n", name);
      fflush(stdout);
      test();
    }
}
