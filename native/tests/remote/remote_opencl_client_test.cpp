// OpenCL's library that a program has instead of the vendor's, with servers of its own, which have
// the fake driver: commands run at once, or when the events that they wait for are set.
#include <atomic>

#include "remote/opencl/api.h"
#include "remote/wire.h"
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
  cl_mem make_buffer(size_t bytes) const {
    cl_int result;
    cl_mem made = clCreateBuffer(context, 1, bytes, nullptr, &result);
    CHECK_EQ(result, kSuccess);
    return made;
  }
  cl_event make_event() const {
    cl_int result;
    cl_event made = clCreateUserEvent(context, &result);
    CHECK_EQ(result, kSuccess);
    return made;
  }
  cl_int read(cl_mem from, void *to, size_t bytes, cl_event behind = nullptr) const {
    return clEnqueueReadBuffer(queue, from, 0, 0, bytes, to, behind ? 1 : 0,
                               behind ? &behind : nullptr, nullptr);
  }
  cl_int write(cl_mem to, const void *from, size_t bytes, cl_event behind = nullptr) const {
    return clEnqueueWriteBuffer(queue, to, 0, 0, bytes, from, behind ? 1 : 0,
                                behind ? &behind : nullptr, nullptr);
  }
};

// Whether a write may wait for a read that is under way: not while the program has an event to set.
cl_int write_what_is_read(const Device &device) {
  unsigned char place[64] = {};
  cl_mem buffer = device.make_buffer(sizeof place);
  CHECK_EQ(device.read(buffer, place, sizeof place), kSuccess);
  const cl_int result = device.write(buffer, place, sizeof place);
  CHECK_EQ(clFinish(device.queue), kSuccess);
  CHECK_EQ(clReleaseMemObject(buffer), kSuccess);
  return result;
}

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

// What the program has yet to set is known by event: whatever becomes of one, others count as
// before.
void knows_which_events_are_not_set() {
  const Device device;
  cl_event first = device.make_event(), second = device.make_event();
  CHECK_EQ(write_what_is_read(device), kOutOfHostMemory);
  CHECK_EQ(clSetUserEventStatus(first, kComplete), kSuccess);
  CHECK_EQ(clSetUserEventStatus(first, kComplete), kInvalidOperation);
  CHECK_EQ(write_what_is_read(device), kOutOfHostMemory);
  check::in_child([] {
    const Device own;  // which has no events yet
    CHECK_EQ(write_what_is_read(own), kSuccess);
    _exit(0);
  });
  CHECK_EQ(clRetainEvent(second), kSuccess);
  CHECK_EQ(clReleaseEvent(second), kSuccess);
  CHECK_EQ(write_what_is_read(device), kOutOfHostMemory);
  CHECK_EQ(clReleaseEvent(second), kSuccess);  // and nobody can set it any more
  CHECK_EQ(write_what_is_read(device), kSuccess);
  CHECK_EQ(clReleaseEvent(first), kSuccess);
}

// A read that fails here, where no server hears of it, brings nothing: its memory is as any other.
void awaits_nothing_of_what_has_failed() {
  const Device device;
  cl_event event = device.make_event();  // while that is not set, what is awaited is not written
  cl_event none = reinterpret_cast<cl_event>(device.queue);
  constexpr size_t kBytes = 4096, kOrigin[3] = {}, kRegion[3] = {16, 16, 1};
  std::vector<unsigned char> place(kBytes);
  cl_int result;
  cl_mem buffer = device.make_buffer(kBytes);
  cl_mem own = clCreateBuffer(device.context, kUseHost, kBytes, place.data(), &result);
  CHECK_EQ(result, kSuccess);
  const auto is_written = [&] { CHECK_EQ(device.write(buffer, place.data(), kBytes), kSuccess); };
  CHECK_EQ(device.read(buffer, place.data(), kBytes, none), kInvalidEventList);
  is_written();
  CHECK_EQ(clEnqueueReadBufferRect(device.queue, buffer, 0, kOrigin, kOrigin, kRegion, 0, 0, 32, 0,
                                   place.data(), 1, &none, nullptr),
           kInvalidEventList);
  is_written();
  CHECK(!clEnqueueMapBuffer(device.queue, own, 0, kMapRead, 0, kBytes, 1, &none, nullptr, &result));
  CHECK_EQ(result, kInvalidEventList);
  is_written();
  CHECK_EQ(device.read(buffer, place.data(), kBytes, event), kSuccess);
  CHECK_EQ(device.write(buffer, place.data(), kBytes), kOutOfHostMemory);
  CHECK_EQ(clSetUserEventStatus(event, kComplete), kSuccess);
  is_written();
  CHECK_EQ(clReleaseEvent(event), kSuccess);
  CHECK_EQ(clReleaseMemObject(own), kSuccess);
  CHECK_EQ(clReleaseMemObject(buffer), kSuccess);
}

// More rows than one command has, in parts of slices and of rows; each byte is where it belongs.
void reads_many_rows() {
  constexpr size_t kWidth = 3, kRow = 8;
  const Device device;
  for (const auto &[rows, slices] : {std::pair<size_t, size_t>{50'000, 1}, {20'000, 3}, {7, 9000}})
    for (const bool is_blocking : {true, false}) {
      const size_t count = rows * slices, pitch = rows * kRow, origin[3] = {2, 1, 0};
      std::vector<unsigned char> out((count + 1) * kRow), back(out.size()), expected(out.size());
      for (size_t i = 0; i < out.size(); i++) out[i] = (unsigned char)(i * 2654435761u >> 13);
      for (size_t i = 0; i < count * kRow; i++)
        if (i % kRow < kWidth) expected[i + 5] = out[i + kRow + 2];
      cl_mem buffer = device.make_buffer(out.size());
      CHECK_EQ(device.write(buffer, out.data(), out.size()), kSuccess);
      const size_t host[3] = {5, 0, 0}, region[3] = {kWidth, rows, slices};
      const auto read = [&](size_t row, size_t slice, cl_event *done) {
        return clEnqueueReadBufferRect(device.queue, buffer, is_blocking, origin, host, region, row,
                                       slice, kRow, pitch, back.data(), 0, nullptr, done);
      };
      cl_event done = nullptr;
      CHECK_EQ(read(kRow, pitch - kRow, nullptr), kInvalidValue);
      CHECK_EQ(read(kRow, pitch + 1, nullptr), kInvalidValue);
      CHECK_EQ(read(2 * kRow, 2 * pitch, nullptr), kInvalidValue);
      CHECK(back == std::vector<unsigned char>(out.size()));
      CHECK_EQ(read(kRow, pitch, &done), kSuccess);
      CHECK_EQ(clWaitForEvents(1, &done), kSuccess);
      CHECK(back == expected);
      CHECK_EQ(clReleaseEvent(done), kSuccess);
      CHECK_EQ(clReleaseMemObject(buffer), kSuccess);
    }
}

// What has no room takes none: what is smaller goes on.
void writes_all_or_nothing() {
  constexpr size_t kMiB = 1 << 20, kEach = 56 * kMiB;
  const Device device;
  const std::vector<unsigned char> out(64 * kMiB, 0x3c);
  cl_mem buffer = device.make_buffer(out.size());
  cl_event event = device.make_event();
  size_t room = kMostStaged;
  for (; room >= kEach; room -= kEach)
    CHECK_EQ(device.write(buffer, out.data(), kEach, event), kSuccess);
  for (int i = 0; i < 4; i++)
    CHECK_EQ(device.write(buffer, out.data(), room + 1, event), kOutOfHostMemory);
  // A little of it may still be of writes before, of which the server has not told.
  CHECK_EQ(device.write(buffer, out.data(), room - kMiB, event), kSuccess);
  CHECK_EQ(device.write(buffer, out.data(), kMiB + 1, event), kOutOfHostMemory);
  CHECK_EQ(clSetUserEventStatus(event, kComplete), kSuccess);
  for (int i = 0; i < 8; i++)
    CHECK_EQ(device.write(buffer, out.data(), out.size(), event), kSuccess);
  CHECK_EQ(clFinish(device.queue), kSuccess);
  CHECK_EQ(clReleaseEvent(event), kSuccess);
  CHECK_EQ(clReleaseMemObject(buffer), kSuccess);
}

}  // namespace

int main(int count, char **arguments) {
  const Broker broker(OPENCL_SERVER, FAKE_OPENCL);
  const std::pair<const char *, void (*)()> tests[] = {
      {"fork", asks_in_the_child_of_a_fork},
      {"events", knows_which_events_are_not_set},
      {"failed", awaits_nothing_of_what_has_failed},
      {"room", writes_all_or_nothing},
      {"rows", reads_many_rows},
  };
  for (const auto &[name, test] : tests)
    if (count < 2 || !strcmp(arguments[1], name)) {
      printf("%s\n", name);
      fflush(stdout);
      test();
    }
}
