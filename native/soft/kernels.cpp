#include "soft/kernels.h"

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

constexpr Kernel kKernels[] = {
    {"timed", sizeof(sxTimedArgs), Kernel::Kind::kTimed, any, nullptr},
    {"fill", sizeof(sxFillArgs), Kernel::Kind::kCompute, fill_valid, fill},
    {"axpy", sizeof(sxAxpyArgs), Kernel::Kind::kCompute, axpy_valid, axpy},
    {"matmul", sizeof(sxMatmulArgs), Kernel::Kind::kCompute, matmul_valid, matmul},
    {"sum", sizeof(sxSumArgs), Kernel::Kind::kCompute, sum_valid, sum},
    {"chain", sizeof(sxChainArgs), Kernel::Kind::kCompute, chain_valid, chain},
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
