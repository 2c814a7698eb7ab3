// What a client keeps: device memory as its process has it (addresses that are the server's, and
// nothing at them), memory that both sides have, words that streams wait for, answers that stay.
#include "common/thread.h"
#include "remote/client.h"

namespace heddle::remote {

bool Client::claim(uint64_t address, uint64_t bytes) {
  const uint64_t page = uint64_t(sysconf(_SC_PAGESIZE));
  const uint64_t start = address / page * page;
  const uint64_t end = (address + bytes + page - 1) / page * page;
  std::lock_guard lock(memory_);
  // Small allocations may share a page that is claimed already.
  auto before = allocations_.upper_bound(address);
  const bool is_inside = before != allocations_.begin() &&
                         (--before)->first / page * page <= start &&
                         (before->first + before->second.first + page - 1) / page * page >= end;
  if (!is_inside) {
    void *got = mmap(reinterpret_cast<void *>(start), end - start, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == MAP_FAILED) return false;
    if (uint64_t(got) != start) {  // a kernel that does not know the flag
      munmap(got, end - start);
      return false;
    }
  }
  allocations_[address] = {bytes, generation_};
  return true;
}

bool Client::share(uint64_t address, uint64_t bytes, bool replaces) {
  int file = -1;
  while (file < 0) {
    const uint32_t rung = shared_bell_.load();
    {
      std::lock_guard lock(pending_);
      if (const auto found = shared_files_.find(address); found != shared_files_.end()) {
        file = found->second;
        shared_files_.erase(found);
      }
    }
    if (file < 0 && lost_) return false;
    if (file < 0) os::futex_wait(&shared_bell_, rung, os::kNever);
  }
  struct stat is{};
  void *got = MAP_FAILED;
  auto *place = reinterpret_cast<unsigned char *>(address);
  bool is_filled = fstat(file, &is) == 0 && uint64_t(is.st_size) >= bytes;
  for (uint64_t at = 0; replaces && is_filled && at < bytes;) {
    const ssize_t wrote = pwrite(file, place + at, bytes - at, off_t(at));
    is_filled = wrote > 0;
    at += is_filled ? uint64_t(wrote) : 0;
  }
  if (is_filled)
    got = mmap(place, bytes, PROT_READ | PROT_WRITE,
               MAP_SHARED | (replaces ? MAP_FIXED : MAP_FIXED_NOREPLACE), file, 0);
  close(file);
  if (got == MAP_FAILED) return false;
  if (uint64_t(got) != address) {  // a kernel that does not know the flag
    munmap(got, bytes);
    return false;
  }
  std::lock_guard lock(memory_);
  allocations_[address] = {bytes, generation_};
  return true;
}

Known Client::is_allocation(uint64_t address) {
  std::lock_guard lock(memory_);
  const auto found = allocations_.find(address);
  if (found == allocations_.end()) return Known::kNo;
  return found->second.second == generation_ ? Known::kYes : Known::kOfParent;
}

void Client::release(uint64_t address) {
  const uint64_t page = uint64_t(sysconf(_SC_PAGESIZE));
  std::lock_guard lock(memory_);
  const auto found = allocations_.find(address);
  if (found == allocations_.end()) return;
  const uint64_t start = address / page * page;
  const uint64_t end = (address + found->second.first + page - 1) / page * page;
  auto after = allocations_.erase(found);
  const bool shared_after = after != allocations_.end() && after->first < end;
  bool shared_before = false;
  if (after != allocations_.begin()) {
    const auto before = std::prev(after);
    shared_before = before->first + before->second.first > start;
  }
  if (!shared_before && !shared_after) munmap(reinterpret_cast<void *>(start), end - start);
}

void Client::leave_to_program(uint64_t address) {
  mirrors_.remove(address);
  std::lock_guard lock(memory_);
  allocations_.erase(address);
}

bool Client::is_device(const void *pointer, size_t bytes) {
  const auto address = uint64_t(pointer);
  std::lock_guard lock(memory_);
  auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return false;
  const auto &[start, what] = *std::prev(after);
  return address - start < what.first && bytes <= what.first - (address - start);
}

// -- memory that both have ------------------------------------------------------------------------

// Never behind a command: that may wait for what is told.
uint64_t Client::tell_mirrors() {
  Writer writer;
  mirrors_.tell(writer, [&] {
    if (send_urgent(writer)) mirrored_.fetch_add(1);
  });
  return mirrored_.load();
}

void *Client::mirror_thread(void *self) {
  auto &client = *static_cast<Client *>(self);
  const uint32_t generation = client.generation_;
  os::become_prompt("heddle-mirror");
  look_while([&] {
    if (client.lost_ || client.generation_ != generation) return false;
    if (client.mirrors_.any()) client.tell_mirrors();
    return true;
  });
  return nullptr;
}

bool Client::mirror(uint64_t address, uint64_t bytes) {
  if (!mirrors_.add(address, bytes)) return false;
  {
    std::lock_guard lock(memory_);
    allocations_[address] = {bytes, generation_};
  }
  std::lock_guard lock(pending_);
  if (!looks_at_mirrors_) begin_thread(mirror_thread);
  return looks_at_mirrors_ = true;
}

// -- words that streams wait for ------------------------------------------------------------------

// The word's neighbour may be anything: it lies in the same 8 bytes, so it can be read.
__attribute__((no_sanitize("address"))) static uint64_t load_pair(uint64_t address) {
  return __atomic_load_n(reinterpret_cast<uint64_t *>(address), __ATOMIC_ACQUIRE);
}

Client::WordNow Client::watch(const uint32_t *word) {
  const uint64_t address = uint64_t(word) & ~uint64_t(7);
  std::lock_guard lock(pending_);
  Watched &watched = words_[address];
  watched.told = load_pair(address);
  watched.order = next_order_++;
  watched.waits++;
  watched.for_good |= is_capturing();
  if (!watches_) begin_thread(word_thread);
  watches_ = true;
  ring_bell(word_bell_);
  return {watched.told, watched.order};
}

void Client::unwatch(const uint32_t *word) {
  std::lock_guard lock(pending_);
  const auto found = words_.find(uint64_t(word) & ~uint64_t(7));
  if (found != words_.end() && --found->second.waits <= 0 && !found->second.for_good)
    words_.erase(found);
}

// The device would look by itself. We look for it, and tell the server what has changed.
void Client::look_at_words() {
  const uint32_t generation = generation_;
  Writer writer;
  while (!lost_ && generation_ == generation) {
    const uint32_t rung = word_bell_.load();
    std::unique_lock lock(pending_);
    for (auto &[address, watched] : words_) {
      const uint64_t value = load_pair(address);
      if (value == watched.told) continue;
      watched.told = value, watched.order = next_order_++;
      writer.begin(kWord, 0, 0);
      writer.number(address);
      writer.number(value);
      writer.number(watched.order);
      if (!send_urgent(writer)) return;
    }
    const bool none = words_.empty();
    lock.unlock();
    os::futex_wait(&word_bell_, rung, none ? os::kNever : os::now_ns() + 50'000);
  }
}

void *Client::word_thread(void *self) {
  os::become_prompt("heddle-words");
  static_cast<Client *>(self)->look_at_words();
  return nullptr;
}

// -- answers that stay the same -------------------------------------------------------------------

// What was asked is in the message, behind its head.
std::string Call::question(size_t size) {
  const auto *message = static_cast<const char *>(lane_.writer.finish());
  std::string key(message + sizeof(Head), size - sizeof(Head));
  key.append(reinterpret_cast<const char *>(&function_), sizeof function_);
  key.append(reinterpret_cast<const char *>(&lane_.device), sizeof lane_.device);
  return key;
}

bool Client::recall(const std::string &question, std::vector<unsigned char> *answer) {
  std::lock_guard lock(remembering_);
  const auto found = answers_.find(question);
  if (found == answers_.end()) return false;
  *answer = found->second;
  return true;
}

void Client::remember(std::string question, const std::vector<unsigned char> &answer) {
  constexpr size_t kMost = 1 << 16;
  std::lock_guard lock(remembering_);
  if (answers_.size() >= kMost) answers_.clear();
  answers_.insert_or_assign(std::move(question), answer);
}

void Client::forget_answers() {
  std::lock_guard lock(remembering_);
  answers_.clear();
}

}  // namespace heddle::remote
