// The bytes of copies between the program's memory and the device: by slots that both sides have,
// or through rings, now or when the copy runs.
#include <algorithm>
#include <iterator>

#include "remote/client.h"

namespace heddle::remote {

// -- to the server --------------------------------------------------------------------------------

Client::Side Client::take_from(Lane &lane, const void *from, size_t bytes) {
  if (!is_settled(from, bytes)) return {kFetches, fetch_later(from, bytes)};
  uint64_t slot;
  if (take_slot(bytes, nullptr, &slot)) {
    memcpy(slots_->bytes[slot], from, bytes);
    return {kOutOf, slot};
  }
  if (may_stage(bytes)) return {kStaged, stage(lane, from, bytes)};
  return {kFetches, fetch_later(from, bytes)};
}

Client::Side Client::return_into(void *to, size_t bytes) {
  uint64_t slot;
  if (!is_capturing() && take_slot(bytes, static_cast<unsigned char *>(to), &slot))
    return {kInto, slot};
  return {kReturns, return_to(to, bytes)};
}

// The first that is free, which is the one that caches have. The server frees what it has read, or
// could not write. False: there is none, and nobody waits for one.
bool Client::take_slot(size_t bytes, unsigned char *to, uint64_t *slot) {
  if (!slots_ || bytes < kLeastInSlot || bytes > kSlotBytes) return false;
  std::lock_guard lock(pending_);
  for (uint64_t i = 0; i < kSlots; i++)
    if (slots_->state[i].load() == SlotPage::kFree) {
      slots_->state[i].store(SlotPage::kTaken);
      slot_returns_[i] = {to, to ? bytes : 0, false};
      *slot = i;
      return true;
    }
  return false;
}

bool Client::may_stage(size_t bytes) {
  std::lock_guard lock(pending_);
  if (staged_bytes_ + bytes > kMostStaged) return false;
  staged_bytes_ += bytes;
  return true;
}

bool Client::await_room(size_t bytes, bool (*may_wait)()) {
  for (;;) {
    const uint32_t rung = room_bell_.load();
    if (may_stage(bytes)) return true;
    if (lost_ || !may_wait()) return false;
    os::futex_wait(&room_bell_, rung, os::kNever);
  }
}

uint64_t Client::stage(Lane &lane, const void *from, size_t bytes) {
  uint64_t token;
  {
    std::lock_guard lock(pending_);
    token = next_token_++;
  }
  for (size_t at = 0; at < bytes;) {
    const size_t now = bytes - at < kPiece ? bytes - at : kPiece;
    lane.writer.begin(kStage, lane.id, lane.device);
    lane.writer.number(token);
    lane.writer.number(bytes);
    lane.writer.number(at);
    lane.writer.number(now);
    if (!send_bytes(lane, static_cast<const char *>(from) + at, now)) return 0;
    at += now;
  }
  return token;
}

bool Client::append(Lane &lane, const void *from, size_t bytes) {
  for (size_t at = 0; at < bytes; at += kPiece) {
    const size_t now = bytes - at < kPiece ? bytes - at : kPiece;
    lane.writer.begin(kAppend, lane.id, lane.device);
    lane.writer.number(now);
    if (!send_bytes(lane, static_cast<const char *>(from) + at, now)) return false;
  }
  return true;
}

uint64_t Client::fetch_later(const void *from, size_t bytes) {
  std::lock_guard lock(pending_);
  auto *memory = static_cast<unsigned char *>(const_cast<void *>(from));
  fetches_[next_token_] = {memory, bytes, is_capturing()};
  return next_token_++;
}

uint64_t Client::return_to(void *to, size_t bytes) {
  std::lock_guard lock(pending_);
  returns_[next_token_] = {static_cast<unsigned char *>(to), bytes, is_capturing()};
  return next_token_++;
}

void Client::take_back(const std::vector<uint64_t> &tokens) {
  std::lock_guard nobody_receives(receiving_);
  std::lock_guard lock(pending_);
  for (const uint64_t token : tokens) returns_.erase(token);
}

bool Client::is_awaited(const void *to, size_t bytes) {
  std::lock_guard lock(pending_);
  const auto *start = static_cast<const unsigned char *>(to);
  const auto overlaps = [&](const Copy &copy) {
    return copy.memory < start + bytes && start < copy.memory + copy.bytes;
  };
  for (const auto &[token, copy] : returns_)
    if (overlaps(copy)) return true;
  return std::any_of(std::begin(slot_returns_), std::end(slot_returns_), overlaps);
}

uint64_t Client::awaited_bytes() {
  std::lock_guard lock(pending_);
  uint64_t all = 0;
  for (const auto &[token, copy] : returns_) all += copy.bytes;
  return all;
}

// A host function, a copy or a value that somebody sets may come before the copy, and change it.
bool Client::is_settled(const void *from, size_t bytes) {
  {
    std::lock_guard lock(pending_);
    if (is_capturing() || !calls_.empty() || !words_.empty()) return false;
  }
  return !is_awaited(from, bytes);
}

// -- from the server ------------------------------------------------------------------------------

// The copy is under way until kCopied comes, so its memory is there.
bool Client::receive_data(const Head &head) {
  Direct<2, RingReader> sent(back_, head);
  if (!sent.is_right()) return false;
  Copy copy{};
  {
    std::lock_guard lock(pending_);
    if (const auto found = returns_.find(sent.number(0)); found != returns_.end())
      copy = found->second;
  }
  const uint64_t offset = sent.number(1);
  if (offset > copy.bytes || sent.count() > copy.bytes - offset) return sent.skip();
  return sent.read(copy.memory + offset);
}

// Until it has been copied, is_settled() knows of it.
void Client::empty_slot(uint64_t slot) {
  if (!slots_ || slot >= kSlots) return;
  std::unique_lock lock(pending_);
  const Copy copy = slot_returns_[slot];
  lock.unlock();
  if (!copy.memory) return;
  memcpy(copy.memory, slots_->bytes[slot], copy.bytes);
  lock.lock();
  slot_returns_[slot] = {};
  slots_->state[slot].store(SlotPage::kFree);
}

}  // namespace heddle::remote
