#include "soft/registry.h"

namespace soft {

Registry &registry() {
  static Registry *instance = new Registry;  // never destroyed: threads may outlive main()
  return *instance;
}

void Registry::add(const void *handle, Kind kind, std::shared_ptr<void> object) {
  std::lock_guard lock(mutex_);
  entries_.insert_or_assign(handle, Entry{kind, generation_, std::move(object)});
}

sxResult Registry::look(const void *handle, Kind kind, Entry **entry) {
  auto found = entries_.find(handle);
  if (found == entries_.end() || found->second.kind != kind) return SX_ERROR_INVALID;
  if (found->second.generation != generation_) return SX_ERROR_FORKED;
  *entry = &found->second;
  return SX_OK;
}

}  // namespace soft
