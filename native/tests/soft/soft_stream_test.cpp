// Order: inside a stream, between streams by events and by the default stream, host functions,
// wait and write value, time stamps. One process.
#include <thread>
#include <vector>

#include "tests/soft/soft_test.h"

namespace {

constexpr uint64_t kMs = 1'000'000;

void chain_over_streams() {
  constexpr int kStreams = 5;
  std::vector<sxStream> streams;
  for (int i = 0; i < kStreams; i++) streams.push_back(new_stream(SX_STREAM_NON_BLOCKING));
  uint64_t state = 1, expected = 1;
  for (uint64_t i = 0; i < 400; i++) {  // each link on another stream, joined by an event
    sxStream s = streams[i * 7 % kStreams], next = streams[(i + 1) * 7 % kStreams];
    if (i % 16 == 0) CHECK_EQ(launch_timed(s, 30'000), SX_OK);
    chain(s, &state, i);
    expected = chained(expected, i);
    sxEvent e = new_event();
    CHECK_EQ(sxEventRecord(e, s), SX_OK);
    CHECK_EQ(sxStreamWaitEvent(next, e), SX_OK);
    CHECK_EQ(sxEventDestroy(e), SX_OK);  // the wait still holds
  }
  CHECK_EQ(sxDeviceSynchronize(), SX_OK);
  CHECK_EQ(state, expected);
  for (sxStream s : streams) CHECK_EQ(sxStreamDestroy(s), SX_OK);
}

void default_stream() {
  sxStream a = new_stream(), b = new_stream(), apart = new_stream(SX_STREAM_NON_BLOCKING);
  uint64_t state = 1, expected = 1;
  Starter starter;
  starter.hold(apart);
  CHECK_EQ(launch_timed(apart, 1 * kMs), SX_OK);
  for (uint64_t i = 0; i < 50; i++) {
    sxStream s = i % 2 ? nullptr : i % 4 ? a : b;
    CHECK_EQ(launch_timed(s, 100'000), SX_OK);
    chain(s, &state, i);
    expected = chained(expected, i);
  }
  CHECK_EQ(sxStreamSynchronize(nullptr), SX_OK);
  CHECK_EQ(state, expected);
  CHECK_EQ(sxStreamQuery(apart), SX_ERROR_NOT_READY);  // no wait included it
  starter.release();
  CHECK_EQ(launch_timed(a, 500 * kMs), SX_OK);
  CHECK_EQ(sxStreamQuery(nullptr), SX_ERROR_NOT_READY);
  CHECK_EQ(sxStreamSynchronize(nullptr), SX_OK);  // waits for a, though nothing was submitted to it
  CHECK_EQ(sxStreamQuery(a), SX_OK);
  CHECK_EQ(sxDeviceSynchronize(), SX_OK);
  for (sxStream s : {a, b, apart}) CHECK_EQ(sxStreamDestroy(s), SX_OK);
}

// Times are those of the commands however late the threads are; only where the device was free for
// a moment, between two streams, does the host's clock show.
bool is_about(uint64_t ns, uint64_t expected) { return ns >= expected && ns < expected + 2 * kMs; }

void events_and_time() {
  sxStream s = new_stream(), t = new_stream();
  sxEvent start = new_event(), end = new_event(), other = new_event();
  uint64_t ns = 0;
  CHECK_EQ(sxEventQuery(start), SX_OK);
  CHECK_EQ(sxEventSynchronize(start), SX_OK);
  CHECK_EQ(sxEventElapsed(&ns, start, end), SX_ERROR_NOT_READY);
  Starter starter;
  starter.hold(s);
  CHECK_EQ(launch_timed(s, 1 * kMs), SX_OK);
  CHECK_EQ(sxEventRecord(start, s), SX_OK);
  for (int i = 0; i < 500; i++) CHECK_EQ(launch_timed(s, 20'000), SX_OK);
  CHECK_EQ(sxEventRecord(end, s), SX_OK);
  CHECK_EQ(sxEventQuery(end), SX_ERROR_NOT_READY);
  CHECK_EQ(sxStreamWaitEvent(t, end), SX_OK);
  CHECK_EQ(launch_timed(t, 1 * kMs), SX_OK);
  CHECK_EQ(sxEventRecord(other, t), SX_OK);
  starter.release();
  CHECK_EQ(sxEventSynchronize(other), SX_OK);
  CHECK_EQ(sxEventElapsed(&ns, start, end), SX_OK);
  CHECK(is_about(ns, 10 * kMs));
  CHECK_EQ(sxEventElapsed(&ns, end, other), SX_OK);
  CHECK(is_about(ns, 1 * kMs));
  CHECK_EQ(sxEventElapsed(&ns, other, end), SX_OK);
  CHECK_EQ(ns, 0u);
}

// Four units: five streams take two rounds.
void concurrency() {
  sxStream gate = new_stream(SX_STREAM_NON_BLOCKING);
  sxEvent open = new_event();
  Starter starter;
  starter.hold(gate);
  CHECK_EQ(launch_timed(gate, 1 * kMs), SX_OK);
  CHECK_EQ(sxEventRecord(open, gate), SX_OK);
  std::vector<sxEvent> ends;
  for (int i = 0; i < 5; i++) {
    sxStream s = new_stream(SX_STREAM_NON_BLOCKING);
    ends.push_back(new_event());
    CHECK_EQ(sxStreamWaitEvent(s, open), SX_OK);
    CHECK_EQ(launch_timed(s, 4 * kMs), SX_OK);
    CHECK_EQ(sxEventRecord(ends.back(), s), SX_OK);
    CHECK_EQ(sxStreamDestroy(s), SX_OK);  // queued work still completes
  }
  starter.release();
  CHECK_EQ(sxDeviceSynchronize(), SX_OK);
  for (int i = 0; i < 5; i++) {
    uint64_t ns = 0;
    CHECK_EQ(sxEventElapsed(&ns, open, ends[size_t(i)]), SX_OK);
    CHECK(is_about(ns, (i < 4 ? 4 : 8) * kMs));
  }
}

void host_functions() {
  struct Log {
    std::vector<int> entries;
    std::atomic<bool> go{false};
  } log;
  sxStream s = new_stream(SX_STREAM_NON_BLOCKING), t = new_stream(SX_STREAM_NON_BLOCKING);
  uint64_t state = 0;
  auto block = [](void *p) {
    CHECK(eventually([&] { return static_cast<Log *>(p)->go.load(); }));
    static_cast<Log *>(p)->entries.push_back(1);
  };
  auto note = [](void *p) { static_cast<Log *>(p)->entries.push_back(2); };
  CHECK_EQ(sxLaunchHostFunc(s, block, &log), SX_OK);
  chain(s, &state, 5);
  CHECK_EQ(sxLaunchHostFunc(s, note, &log), SX_OK);
  CHECK_EQ(launch_timed(t, 1000), SX_OK);
  CHECK_EQ(sxStreamSynchronize(t), SX_OK);  // other streams go on
  CHECK_EQ(sxStreamQuery(s), SX_ERROR_NOT_READY);
  log.go = true;
  CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  CHECK_EQ(state, 5u);
  CHECK_EQ(log.entries.size(), 2u);
  CHECK(log.entries[0] == 1 && log.entries[1] == 2);
}

void values() {
  sxStream s = new_stream(SX_STREAM_NON_BLOCKING), t = new_stream(SX_STREAM_NON_BLOCKING);
  uint32_t word = 0;
  uint64_t out = 0, state = 0;
  CHECK_EQ(sxStreamWaitValue32(s, &word, 3, SX_WAIT_GREATER_EQUAL), SX_OK);
  chain(s, &state, 7);
  CHECK_EQ(sxStreamWaitValue32(s, &word, 8, SX_WAIT_AND), SX_OK);
  CHECK_EQ(sxStreamWaitValue32(s, &word, 9, SX_WAIT_EQUAL), SX_OK);
  CHECK_EQ(sxStreamWriteValue64(s, &out, 42), SX_OK);
  CHECK_EQ(launch_timed(t, 1000), SX_OK);
  CHECK_EQ(sxStreamSynchronize(t), SX_OK);
  __atomic_store_n(&word, 2, __ATOMIC_RELEASE);
  sleep_ms(3);
  CHECK_EQ(sxStreamQuery(s), SX_ERROR_NOT_READY);
  __atomic_store_n(&word, 4, __ATOMIC_RELEASE);
  sleep_ms(3);
  CHECK_EQ(__atomic_load_n(&out, __ATOMIC_ACQUIRE), 0u);
  __atomic_store_n(&word, 9, __ATOMIC_RELEASE);
  CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  CHECK_EQ(state, 7u);
  CHECK_EQ(__atomic_load_n(&out, __ATOMIC_ACQUIRE), 42u);
  CHECK_EQ(sxStreamWaitValue32(s, nullptr, 0, SX_WAIT_EQUAL), SX_ERROR_INVALID);
  CHECK_EQ(sxStreamWaitValue32(s, &word, 0, 3), SX_ERROR_INVALID);
  CHECK_EQ(sxStreamWriteValue64(s, reinterpret_cast<uint64_t *>(4), 0), SX_ERROR_INVALID);
}

// A full stream blocks; nothing is lost, and several threads may submit.
void full_stream() {
  sxStream s = new_stream(SX_STREAM_NON_BLOCKING);
  std::vector<std::thread> threads;
  std::atomic<int> submitted{0};
  uint64_t ran = 0;
  for (int i = 0; i < 3; i++) {
    threads.emplace_back([&] {
      for (int k = 0; k < 1000; k++) {
        CHECK_EQ(launch_timed(s, 10'000), SX_OK);
        submitted++;
      }
    });
  }
  for (std::thread &t : threads) t.join();
  CHECK_EQ(sxMemsetAsync(&ran, 1, 1, s), SX_OK);
  CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  CHECK_EQ(submitted.load(), 3000);
  CHECK_EQ(ran, 1u);
}

// An event of one device is waited for by another.
void two_devices() {
  sxStream gpu = new_stream();
  CHECK_EQ(sxSetDevice(1), SX_OK);
  sxStream npu = new_stream();
  sxEvent e = new_event();
  uint64_t state = 0;
  CHECK_EQ(launch_timed(gpu, 5 * kMs), SX_OK);
  chain(gpu, &state, 3);
  CHECK_EQ(sxEventRecord(e, gpu), SX_OK);
  CHECK_EQ(sxStreamWaitEvent(npu, e), SX_OK);
  chain(npu, &state, 4);
  CHECK_EQ(sxStreamSynchronize(npu), SX_OK);
  CHECK_EQ(state, chained(3, 4));
  int device = -1;
  CHECK_EQ(sxStreamGetDevice(gpu, &device), SX_OK);
  CHECK_EQ(device, 0);
  CHECK_EQ(sxStreamGetDevice(nullptr, &device), SX_OK);
  CHECK_EQ(device, 1);
  CHECK_EQ(sxSetDevice(0), SX_OK);
}

void kernels() {
  constexpr uint64_t n = 16;
  float a[n * n], b[n * n], c[n * n], x[n], sum = 0;
  sxStream s = new_stream();
  for (uint64_t i = 0; i < n * n; i++) a[i] = float(i % 7), b[i] = i % (n + 1) == 0 ? 2.f : 0.f;
  sxMatmulArgs matmul{a, b, c, n};
  sxFillArgs fill{x, n, 3};
  sxAxpyArgs axpy{2, c, x, n};
  sxSumArgs total{x, n, &sum};
  CHECK_EQ(sxLaunchKernel(kernel("matmul"), &matmul, sizeof matmul, s), SX_OK);
  CHECK_EQ(sxLaunchKernel(kernel("fill"), &fill, sizeof fill, s), SX_OK);
  CHECK_EQ(sxLaunchKernel(kernel("axpy"), &axpy, sizeof axpy, s), SX_OK);
  CHECK_EQ(sxLaunchKernel(kernel("sum"), &total, sizeof total, s), SX_OK);
  CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  float expected = 0;
  for (uint64_t i = 0; i < n; i++) expected += 3 + 2 * (2 * a[i]);
  CHECK_EQ(sum, expected);
}

}  // namespace

int main() {
  OwnSegment segment("gpu,npu");
  check::in_child([] {
    CHECK_EQ(sxInit(0), SX_OK);
    chain_over_streams();
    default_stream();
    events_and_time();
    concurrency();
    host_functions();
    values();
    full_stream();
    two_devices();
    kernels();
  });
  return 0;
}
