// A small network: layers of matmul, axpy, fill and sum. Every float is exact to the last bit.
#include <vector>

#include "common.h"

constexpr uint64_t kSide = 128;
constexpr uint64_t kSize = kSide * kSide;
constexpr int kIterations = 200;

// Weights in (-1, 1) / side: products stay small however many layers there are.
float *make_weights(uint32_t seed) {
  std::vector<float> host(kSize);
  for (float &weight : host) {
    seed = seed * 1664525u + 1013904223u;
    weight = static_cast<float>(static_cast<int32_t>(seed) >> 8) / (1 << 23) / kSide * 4;
  }
  auto *weights = device_array<float>(kSize);
  MUST(sxMemcpy(weights, host.data(), kSize * sizeof(float)));
  return weights;
}

int main() {
  SHOW(sxInit(0));
  const sxStream stream = make_stream(SX_STREAM_NON_BLOCKING);
  const sxStream side = make_stream(SX_STREAM_NON_BLOCKING);
  const sxEvent layer_done = make_event();
  const sxEvent side_done = make_event();
  float *first = make_weights(1);
  float *second = make_weights(2);
  float *state = make_weights(3);
  auto *hidden = device_array<float>(kSize);
  auto *skip = device_array<float>(kSize);
  auto *sums = device_array<float>(2);

  std::vector<float> losses(2 * kIterations);
  for (int i = 0; i < kIterations; ++i) {
    launch("matmul", sxMatmulArgs{first, state, hidden, kSide}, stream);
    MUST(sxEventRecord(layer_done, stream));

    // The branch at the side reads the hidden layer while the main one reads it as well.
    MUST(sxStreamWaitEvent(side, layer_done));
    launch("fill", sxFillArgs{skip, kSize, 0.25f * float(i % 7)}, side);
    launch("axpy", sxAxpyArgs{0.5f, hidden, skip, kSize}, side);
    launch("sum", sxSumArgs{skip, kSize, sums + 1}, side);
    timed(pace(i), side);
    MUST(sxMemcpyAsync(&losses[2 * i + 1], sums + 1, sizeof(float), side));
    MUST(sxEventRecord(side_done, side));

    launch("matmul", sxMatmulArgs{second, hidden, state, kSide}, stream);
    MUST(sxStreamWaitEvent(stream, side_done));
    launch("axpy", sxAxpyArgs{1.0f / float(1 + i % 5), skip, state, kSize}, stream);
    launch("sum", sxSumArgs{state, kSize, sums}, stream);
    MUST(sxMemcpyAsync(&losses[2 * i], sums, sizeof(float), stream));
    if (i % 50 == 49) {
      MUST(sxStreamSynchronize(stream));
      std::printf("iteration %d: %.9g %.9g\n", i, losses[2 * i], losses[2 * i + 1]);
    }
  }
  SHOW(sxStreamSynchronize(stream));
  SHOW(sxStreamSynchronize(side));
  std::vector<float> result(kSize);
  SHOW(sxMemcpy(result.data(), state, kSize * sizeof(float)));
  std::printf("state %.9g %.9g %016" PRIx64 "\n", result.front(), result.back(),
              checksum(result.data(), kSize * sizeof(float)));
  std::printf("losses %016" PRIx64 "\n", checksum(losses.data(), losses.size() * sizeof(float)));
}
