// The bytes of copies between the client's memory and the device, as they come and go: in slots
// that both sides have, or through rings.
#include <vector>

#include "remote/server.h"

namespace heddle::remote {

static constexpr size_t kMostBegun = 4096;  // copies that were not submitted: a thread has one

// -- from the client ------------------------------------------------------------------------------

void Server::stage(const Head &head) {
  Direct<3, RingReader> sent(commands_, head);
  const uint64_t token = sent.number(0), total = sent.number(1), offset = sent.number(2);
  if (!sent.is_right() || total > kCopyBytes || offset > total || sent.count() > total - offset)
    end("a copy that is none");
  StagingPtr &place = staged_[token];
  if (!place) {
    if (staged_.size() > kMostBegun) end("too many copies were begun");
    staged_bytes_ += total;
    if (staged_bytes_ - forgotten_bytes_ > kMostStaged) end("too much was sent for copies");
    place = std::make_shared<Staging>(total, Staging::kSent);
    place->staged = this;
  }
  if (place->size() != total) end("a copy that changes its size");
  if (!sent.read(place->bytes() + offset)) end("its messages cannot be read");
}

// The client is told of many together: one of small copies need not hear of each.
void Server::forget_staged(uint64_t bytes) {
  forgotten_bytes_ += bytes;
  if (unsaid_bytes_.fetch_add(bytes) + bytes < kMostStaged / 8) return;
  Writer writer;
  writer.begin(kForgotten, 0, 0);
  writer.number(unsaid_bytes_.exchange(0));
  post(writer);
}

StagingPtr Server::take_staged(uint64_t token, size_t bytes) {
  const auto found = staged_.find(token);
  if (found == staged_.end() || found->second->size() != bytes) return nullptr;
  StagingPtr taken = std::move(found->second);
  staged_.erase(found);
  return taken;
}

StagingPtr Server::in_slot(uint64_t slot, size_t bytes) {
  if (!slots_ || slot >= kSlots || bytes > kSlotBytes) end("a copy in no slot");
  return std::make_shared<Staging>(*slots_, slot, bytes);
}

// A wait is there until it is done, and only this thread says so.
void Server::take_fetched(const Head &head) {
  Direct<2, RingReader> sent(urgent_, head);
  std::unique_lock lock(waiting_);
  const auto found = waits_.find(sent.number(0));
  if (!sent.is_right() || found == waits_.end()) end("an answer that nobody waits for");
  Wait &wait = found->second;
  if (!wait.into) end("an answer of another kind");
  if (wait.done) end("bytes for a copy that has them");  // whose memory may be gone
  if (sent.number(1) != wait.got || sent.count() > wait.size - wait.got)
    end("bytes that nobody asked for");
  lock.unlock();
  if (!sent.read(wait.into + wait.got)) end("its urgent messages cannot be read");
  lock.lock();
  wait.got += sent.count();
  wait.done = wait.got == wait.size;
  if (wait.done) answered_.notify_all();
}

// -- to the client --------------------------------------------------------------------------------

void Server::return_bytes(uint64_t token, const void *bytes, size_t size) {
  Writer writer;
  for (size_t at = 0; at < size;) {
    const size_t left = size - at, now = left < kPiece ? left : kPiece;
    writer.begin(kData, 0, 0);
    writer.number(token);
    writer.number(at);
    writer.number(now);
    post(writer, static_cast<const unsigned char *>(bytes) + at, now);
    at += now;
  }
  writer.begin(kCopied, 0, 0);
  writer.number(token);
  post(writer);
}

void Server::return_staged(Staging &from) {
  if (!from.is_in_slot()) return return_bytes(from.token, from.bytes(), from.size());
  Writer writer;
  writer.begin(kInSlot, 0, 0);
  writer.number(from.hand_over_slot());
  post(writer);
}

// -- memory of copies -----------------------------------------------------------------------------

// What copies have had goes to the next: new pages take as long as copying to them. So there may be
// something in them, which is the client's own.
class Pages {
 public:
  static constexpr size_t kEach = kCopyBytes, kMostIdle = 2;

  void *take() {
    {
      std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        void *last = idle_.back();
        idle_.pop_back();
        return last;
      }
    }
    void *got = mmap(nullptr, kEach, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return got == MAP_FAILED ? nullptr : got;
  }
  void give_back(void *pages) {
    {
      std::lock_guard lock(mutex_);
      if (idle_.size() < kMostIdle) return idle_.push_back(pages);
    }
    munmap(pages, kEach);
  }

 private:
  std::mutex mutex_;
  std::vector<void *> idle_;
};
static Pages &pages = *new Pages;  // threads may outlive main()

static bool has_pages(size_t bytes) { return bytes > kLeastInSlot && bytes <= Pages::kEach; }

Staging::Staging(size_t bytes, Use use) : size_(bytes), use_(use) {
  const size_t room = bytes ? bytes : 1;
  void *got = nullptr;
  if (use == kRepeat)
    got = mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
               -1, 0);
  else
    got = has_pages(bytes) ? pages.take() : calloc(1, room);
  if (!got || got == MAP_FAILED) Server::end("no memory for a copy");
  bytes_ = static_cast<unsigned char *>(got);
}

Staging::Staging(SlotPage &page, size_t slot, size_t bytes)
    : bytes_(page.bytes[slot]), size_(bytes), use_(kOnce), page_(&page), slot_(slot) {}

size_t Staging::hand_over_slot() {
  page_->state[slot_].store(SlotPage::kReturned);
  is_handed_over_ = true;
  return slot_;
}

Staging::~Staging() {
  if (page_) {
    if (!is_handed_over_) page_->state[slot_].store(SlotPage::kFree);
    return;
  }
  if (use_ == kRepeat)
    munmap(bytes_, size_ ? size_ : 1);
  else if (has_pages(size_))
    pages.give_back(bytes_);
  else
    free(bytes_);
  if (staged) staged->forget_staged(size_);
}

void Staging::rest() {
  if (use_ == kRepeat) madvise(bytes_, size_, MADV_DONTNEED);
}

}  // namespace heddle::remote
