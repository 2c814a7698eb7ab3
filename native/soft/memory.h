// Device memory of one allocation: host pages that cost nothing until touched, charged to a
// context.
#pragma once

#include <stddef.h>

#include <memory>

namespace soft {

class Context;

// All of it is guarded by the context's mutex, except what is const.
struct Memory {
  enum class State {
    kAttached,  // device memory lies at the address, and is charged
    kDetached,  // the address alone is ours: touching it is a fault
    kFreed,
  };

  static std::shared_ptr<Memory> map(Context *context, size_t bytes);  // nullptr: no room
  ~Memory();

  // Whether the pages can be touched. What is in them stays.
  bool open() const;
  bool shut() const;
  void empty() const;  // what is in them is lost

  Context *const context;
  void *const pages;
  const size_t bytes;
  State state = State::kAttached;

 private:
  Memory(Context *owner, void *mapped, size_t size) : context(owner), pages(mapped), bytes(size) {}
};

using MemoryPtr = std::shared_ptr<Memory>;

}  // namespace soft
