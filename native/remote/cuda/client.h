// What the CUDA client's parts share.
#pragma once

#include "remote/client.h"
#include "remote/cuda/api.h"

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

namespace heddle::remote {

inline Client &client() { return Client::get(); }

// -- contexts: which is current is the thread's own affair
void use_context(Lane &lane);  // after a change of its contexts
void note_context(uint64_t context, CUdevice device);
CUresult device_of(uint64_t context, CUdevice *device);

// The stream that a call of a variant means: the thread's own is its default stream.
inline CUstream per_thread(CUstream stream) { return stream ? stream : kPerThread; }
const CUlaunchConfig *per_thread(const CUlaunchConfig *config);

// New names for what the server may find; those it does not use are forgotten.
class Fresh {
 public:
  Fresh(Call &call, uint8_t kind, size_t count) : kind_(kind) {
    for (size_t i = 0; i < count; i++) numbers_.push_back(client().handles.make(kind));
    call.given(numbers_.data(), numbers_.size());
    call.value(numbers_.size());
  }
  template <class T>
  void take(Call &call, T *into, size_t count) {
    for (size_t i = 0; i < numbers_.size(); i++) {
      const uint64_t told = i < count ? call.answer().number() : 0;
      if (told != numbers_[i]) client().handles.forget(numbers_[i]);
      if (i < count) into[i] = client().handles.is_of(told, kind_) ? (T)told : nullptr;
    }
  }

 private:
  uint8_t kind_;
  std::vector<uint64_t> numbers_;
};

// -- kernels: how their parameters lie
void note_slots(uint64_t function, const unsigned char *slots, size_t bytes);

// -- memory
inline bool is_device(CUdeviceptr address) {
  return client().is_device(reinterpret_cast<const void *>(address));
}
bool is_managed(CUdeviceptr address);
void forget_managed(CUdeviceptr address);
bool is_own_pinned(const void *pointer);  // the program's alone, and pinned
CUresult copy(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream, bool waits);

const void *export_table(const CUuuid *id, void *asker);  // null: none that we know

}  // namespace heddle::remote
