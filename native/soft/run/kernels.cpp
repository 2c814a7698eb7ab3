#include "soft/run/kernels.h"

#include <string.h>

#include "soft/softxpu.h"

namespace soft {
namespace {

// Arguments arrive as bytes of no particular alignment.
template <class Args>
Args read(const void *arguments) {
  static_assert(sizeof(Args) <= kMaxArguments);
  Args args;
  memcpy(&args, arguments, sizeof args);
  return args;
}

bool any(const void *) { return true; }

bool fill_valid(const void *p) {
  auto a = read<sxFillArgs>(p);
  return a.n == 0 || a.y;
}

void fill(const void *p) {
  auto a = read<sxFillArgs>(p);
  for (uint64_t i = 0; i < a.n; i++) a.y[i] = a.value;
}

bool axpy_valid(const void *p) {
  auto a = read<sxAxpyArgs>(p);
  return a.n == 0 || (a.x && a.y);
}

void axpy(const void *p) {
  auto a = read<sxAxpyArgs>(p);
  for (uint64_t i = 0; i < a.n; i++) a.y[i] += a.a * a.x[i];
}

bool matmul_valid(const void *p) {
  auto a = read<sxMatmulArgs>(p);
  return a.n == 0 || (a.n <= (1 << 20) && a.a && a.b && a.c);
}

void matmul(const void *p) {  // row-major; the inner loop runs along rows of b and c
  auto m = read<sxMatmulArgs>(p);
  uint64_t n = m.n;
  for (uint64_t i = 0; i < n; i++) {
    float *row = m.c + i * n;
    for (uint64_t j = 0; j < n; j++) row[j] = 0;
    for (uint64_t k = 0; k < n; k++) {
      float factor = m.a[i * n + k];
      for (uint64_t j = 0; j < n; j++) row[j] += factor * m.b[k * n + j];
    }
  }
}

bool sum_valid(const void *p) {
  auto a = read<sxSumArgs>(p);
  return a.n == 0 || (a.x && a.sum);
}

void sum(const void *p) {
  auto a = read<sxSumArgs>(p);
  double total = 0;
  for (uint64_t i = 0; i < a.n; i++) total += a.x[i];
  if (a.sum) *a.sum = float(total);
}

bool chain_valid(const void *p) { return read<sxChainArgs>(p).state != nullptr; }

void chain(const void *p) {
  auto a = read<sxChainArgs>(p);
  *a.state = *a.state * 6364136223846793005u + a.value;
}

bool ramp_valid(const void *p) {
  auto a = read<sxRampArgs>(p);
  return a.n == 0 || a.x;
}

void ramp(const void *p) {
  auto a = read<sxRampArgs>(p);
  for (uint64_t i = 0; i < a.n; i++) a.x[i] = a.value + uint32_t(i);
}

bool affine_valid(const void *p) {
  auto a = read<sxAffineArgs>(p);
  return a.n == 0 || a.x;
}

void affine(const void *p) {
  auto a = read<sxAffineArgs>(p);
  for (uint64_t i = 0; i < a.n; i++) a.x[i] = a.x[i] * a.a + a.b;
}

bool step_valid(const void *p) {
  auto a = read<sxStepArgs>(p);
  return a.n == 0 || (a.x && a.y);
}

// The host may look how far it is.
void step(const sxStepArgs &a, uint64_t from, uint64_t to) {
  for (uint64_t i = from; i < to; i++)
    __atomic_store_n(&a.y[i], a.x[i] * 1664525u + 1013904223u, __ATOMIC_RELAXED);
}

void begin_step(const void *p) {
  auto a = read<sxStepArgs>(p);
  step(a, 0, a.n / 2);
}

void end_step(const void *p) {
  auto a = read<sxStepArgs>(p);
  step(a, a.n / 2, a.n);
}

bool narrow_valid(const void *p) {
  auto a = read<sxNarrowArgs>(p);
  return a.percent >= 1 && a.percent <= 100;
}

uint32_t narrow_width(const void *p) { return read<sxNarrowArgs>(p).percent; }

constexpr Kernel kKernels[] = {
    {"timed", sizeof(sxTimedArgs), Kernel::Kind::kTimed, any, nullptr},
    {"narrow", sizeof(sxNarrowArgs), Kernel::Kind::kTimed, narrow_valid, nullptr, nullptr,
     narrow_width},
    {"fill", sizeof(sxFillArgs), Kernel::Kind::kCompute, fill_valid, fill},
    {"axpy", sizeof(sxAxpyArgs), Kernel::Kind::kCompute, axpy_valid, axpy},
    {"matmul", sizeof(sxMatmulArgs), Kernel::Kind::kCompute, matmul_valid, matmul},
    {"sum", sizeof(sxSumArgs), Kernel::Kind::kCompute, sum_valid, sum},
    {"chain", sizeof(sxChainArgs), Kernel::Kind::kCompute, chain_valid, chain},
    {"ramp", sizeof(sxRampArgs), Kernel::Kind::kCompute, ramp_valid, ramp},
    {"affine", sizeof(sxAffineArgs), Kernel::Kind::kCompute, affine_valid, affine},
    {"step", sizeof(sxStepArgs), Kernel::Kind::kSpread, step_valid, begin_step, end_step},
    {"fault", sizeof(sxFaultArgs), Kernel::Kind::kFault, any, nullptr},
};

}  // namespace

const Kernel *find_kernel(const char *name) {
  for (const Kernel &kernel : kKernels) {
    if (strcmp(kernel.name, name) == 0) return &kernel;
  }
  return nullptr;
}

bool is_kernel(const Kernel *handle) {
  for (const Kernel &kernel : kKernels) {
    if (&kernel == handle) return true;
  }
  return false;
}

uint64_t requested_time(const void *arguments) { return read<sxTimedArgs>(arguments).nanoseconds; }

}  // namespace soft
