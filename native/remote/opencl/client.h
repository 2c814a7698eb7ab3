// What the OpenCL client's parts share.
#pragma once

#include "remote/client.h"
#include "remote/opencl/api.h"

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

namespace heddle::remote {

inline Client &client() { return Client::get(); }

template <class T>
bool is_ours(T handle, uint8_t kind) {
  return handle && client().handles.find(uint64_t(handle), kind) == Known::kYes;
}

// New names for what the server may find; those it does not use are forgotten.
class Fresh {
 public:
  Fresh(Call &call, uint8_t kind, size_t count) : kind_(kind) {
    for (size_t i = 0; i < count; i++) numbers_.push_back(client().handles.make(kind));
    call.given(numbers_.data(), numbers_.size());
    call.value(numbers_.size());
  }
  // What the server says instead of them, which may be others that we know.
  template <class T>
  void take(T *told, size_t count) {
    for (size_t i = 0; i < numbers_.size(); i++) {
      const uint64_t number = i < count ? uint64_t(told[i]) : 0;
      if (number != numbers_[i]) client().handles.forget(numbers_[i]);
      if (i < count && !client().handles.is_of(number, kind_)) told[i] = T{};
    }
  }
  size_t count() const { return numbers_.size(); }

 private:
  uint8_t kind_;
  std::vector<uint64_t> numbers_;
};

// Where what a call is to bring goes in the program's memory: nowhere if it fails, of which a
// server may never hear.
class Returns {
 public:
  uint64_t add(void *to, size_t bytes) {
    tokens_.push_back(client().return_to(to, bytes));
    return tokens_.back();
  }
  cl_int end(cl_int result) const {
    if (result != kSuccess && !tokens_.empty()) client().take_back(tokens_);
    return result;
  }
  const std::vector<uint64_t> &tokens() const { return tokens_; }

 private:
  std::vector<uint64_t> tokens_;
};

// -- what is known here of objects
struct Memory {
  uint64_t size = 0;
  cl_mem_flags flags = 0;
  unsigned char *host = nullptr;  // the program's, of CL_MEM_USE_HOST_PTR
};
void note_memory(cl_mem memory, const Memory &is);
bool find_memory(cl_mem memory, Memory *is);
void forget_memory(uint64_t memory);
void forget_waits(uint64_t object);  // of an event or a queue

// Pairs of numbers with a 0 behind them, as a program gives them.
void note_properties(cl_context context, const cl_context_properties *pairs);
bool find_properties(cl_context context, std::vector<cl_context_properties> *list);

template <class T>
cl_int give(const T *values, size_t count, size_t room, void *place, size_t *needed) {
  const size_t size = count * sizeof(T);
  if (place && room < size) return kInvalidValue;
  if (place && size) memcpy(place, values, size);
  if (needed) *needed = size;
  return kSuccess;
}

}  // namespace heddle::remote
