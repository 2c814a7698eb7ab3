// What the device can reach: memory of ours, and the program's own where it is registered.
#pragma once

#include <map>
#include <mutex>

#include "_gen/cuda_api.gen.h"

struct CUctx_st;

namespace fake {

struct Range {
  enum class Kind { kDevice, kManaged, kHost, kRegistered, kMapped };
  Kind kind;
  CUdeviceptr base;
  size_t bytes;
  CUctx_st *context;
  bool leaving = false;  // freed in the order of a stream

  bool is_pinned() const { return kind == Kind::kHost || kind == Kind::kRegistered; }
};

class Memory {
 public:
  CUresult allocate(Range::Kind kind, size_t bytes, CUctx_st *context, CUdeviceptr *base);
  CUresult register_range(void *base, size_t bytes, CUctx_st *context);
  void map_range(CUdeviceptr base, size_t bytes, CUctx_st *context);
  bool find(CUdeviceptr address, Range *range);    // the range that it lies in
  bool covers(CUdeviceptr address, size_t bytes);  // by one range, or several that adjoin
  // Free it, now or later: false if there is none that begins there, or it is leaving already.
  bool begin_to_free(CUdeviceptr base, Range *range);
  void release(CUdeviceptr base);
  void release_all(CUctx_st *context);

 private:
  const Range *look(CUdeviceptr address) const;
  static void give_back(const Range &range);

  std::mutex mutex_;  // the soft context's may be held
  std::map<CUdeviceptr, Range> ranges_;
};

}  // namespace fake
