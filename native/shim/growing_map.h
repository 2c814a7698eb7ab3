// From a vendor's handle to what we know of it, for as many as there are. Its users lock it.
#pragma once

#include <stdlib.h>

#include <cstddef>
#include <cstdint>

namespace heddle {

// Open addressing without tombstones. A key is never 0. Values are plain data.
template <class Value>
class GrowingMap {
 public:
  // Null if the key is unknown. Good until something is put or removed.
  Value *find(uintptr_t key) {
    if (!key || !size_) return nullptr;
    Entry &entry = entries_[place_of(key)];
    return entry.key ? &entry.value : nullptr;
  }

  // In place of what the key had. False if there is no memory for it.
  bool put(uintptr_t key, const Value &value) {
    if (!key || (count_ * 2 >= size_ && !grow())) return false;
    Entry &entry = entries_[place_of(key)];
    count_ += !entry.key;
    entry = {key, value};
    return true;
  }

  bool remove(uintptr_t key, Value *value) {
    Value *found = find(key);
    if (!found) return false;
    *value = *found;
    erase(place_of(key));
    return true;
  }

  // f(key, value) may change the value; if it returns true the entry goes.
  template <class F>
  void each(F f) {
    for (size_t i = 0; i < size_;) {
      if (entries_[i].key && f(entries_[i].key, entries_[i].value))
        erase(i);  // something else may have come to this place
      else
        i++;
    }
  }

  // In the child of a fork, where it may have been left half done.
  void forget() {
    entries_ = nullptr;
    size_ = count_ = 0;
  }

 private:
  struct Entry {
    uintptr_t key;  // 0: none
    Value value;
  };

  size_t home_of(uintptr_t key) const {
    return size_t((key * 0x9E3779B97F4A7C15ull) >> 20) & (size_ - 1);
  }

  // Where it is, or would be.
  size_t place_of(uintptr_t key) const {
    size_t i = home_of(key);
    while (entries_[i].key && entries_[i].key != key) i = (i + 1) & (size_ - 1);
    return i;
  }

  // Moves up what would not be found any more behind the gap.
  void erase(size_t gap) {
    for (size_t i = (gap + 1) & (size_ - 1); entries_[i].key; i = (i + 1) & (size_ - 1)) {
      const size_t home = home_of(entries_[i].key);
      if (((i - home) & (size_ - 1)) < ((i - gap) & (size_ - 1))) continue;
      entries_[gap] = entries_[i];
      gap = i;
    }
    entries_[gap].key = 0;
    count_--;
  }

  bool grow() {
    const size_t before = size_, size = size_ ? size_ * 2 : 256;
    auto *entries = static_cast<Entry *>(calloc(size, sizeof(Entry)));
    if (!entries) return false;
    Entry *old = entries_;
    entries_ = entries;
    size_ = size;
    for (size_t i = 0; i < before; i++)
      if (old[i].key) entries_[place_of(old[i].key)] = old[i];
    free(old);
    return true;
  }

  Entry *entries_ = nullptr;
  size_t size_ = 0, count_ = 0;  // size: a power of two
};

}  // namespace heddle
