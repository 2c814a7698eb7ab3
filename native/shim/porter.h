// Level 2 where the device cannot wait for a word of the table. A gate is a ticket there: what lies
// behind it in the stream waits until the porter, a thread of this process, opens it. It opens the
// ticket that a stream comes to next, while the work in front of it runs, so that no stream stands
// still for it, and none while the gate's word in the table is closed. So what goes on behind a
// closed gate is what runs, and what lies between the next two tickets.
#pragma once

#include "common/os.h"
#include "common/thread.h"
#include "include/heddle.h"

namespace heddle {

// The tickets of one stream, numbered from 1. A vendor's stream has one of these.
class Tickets {
 public:
  static constexpr uint64_t kMost = 1024;  // in the stream at a time

  // What the vendor does. `open` lets go what waits for the ticket, and is called by the porter
  // alone, with no lock held: some vendors call the program back from there. `is_passed` says
  // whether the stream has come past it, and must not wait for anything. `free` is the end of self,
  // with the tickets in it.
  struct Ways {
    void (*open)(void *self, uint64_t ticket);
    bool (*is_passed)(void *self, uint64_t ticket);
    void (*free)(void *self);
  };
  Tickets(void *self, const Ways &ways) : self_(self), ways_(ways) {}

 private:
  friend class Porter;
  void look() {
    while (gone_ < opened_ && ways_.is_passed(self_, gone_ + 1)) gone_++;
  }
  // The more of them are in the stream, the farther apart the next ones are: a long stretch without
  // any could not be held.
  bool has_room() {
    const uint64_t here = issued_ - gone_;
    const uint64_t apart = here < kMost / 2 ? 1 : here < kMost / 4 * 3 ? 8 : 64;
    return here < kMost && ++asked_ % apart == 0;
  }
  bool is_settled() const { return opened_ == issued_ && !retired_; }
  bool may_open() const {
    return opened_ < issued_ && (retired_ || (*word_ == 0 && opened_ == gone_));
  }

  void *const self_;
  const Ways ways_;
  const std::atomic<uint32_t> *word_ = nullptr;
  uint64_t asked_ = 0, issued_ = 0, opened_ = 0, gone_ = 0;
  bool retired_ = false;
  Tickets *next_ = nullptr;
};

class Porter {
 public:
  struct Ticket {
    uint64_t number;  // 0: not now, there are many in the stream
    bool waits;       // false: it would be opened at once, and only shows how far the stream is
  };

  // What to put into the stream next; then issue() says that it is there.
  Ticket next(Tickets &tickets, const uint32_t *word) {
    Lock lock(mutex_);
    tickets.word_ = reinterpret_cast<const std::atomic<uint32_t> *>(word);
    tickets.look();
    if (!tickets.has_room()) return {0, false};
    const bool is_near = tickets.gone_ == tickets.issued_ && *tickets.word_ == 0;
    // Without a thread nothing would ever be opened: rather hold nothing.
    if (!is_near && !runs_) runs_ = os::start_thread(&Porter::run, this, true);
    return {tickets.issued_ + 1, !is_near && runs_};
  }

  void issue(Tickets &tickets, const Ticket &ticket) {
    {
      Lock lock(mutex_);
      if (!tickets.issued_) {
        tickets.next_ = first_;
        first_ = &tickets;
      }
      tickets.issued_ = ticket.number;
      if (!ticket.waits) tickets.opened_ = ticket.number;
    }
    if (ticket.waits) ring();
  }

  // The stream is empty and gone: what is left in it holds nothing.
  void retire(Tickets &tickets) {
    bool is_ours;
    {
      Lock lock(mutex_);
      is_ours = !runs_;
      if (is_ours) unlink(tickets);
      tickets.retired_ = true;
      if (!is_ours && !tickets.issued_) {  // the porter has never heard of it
        tickets.next_ = first_;
        first_ = &tickets;
      }
    }
    if (is_ours)
      tickets.ways_.free(tickets.self_);
    else
      ring();
  }

  // A stream has come past a ticket, says the vendor: look now. From any thread, and never waits.
  void ring() {
    bell_.fetch_add(1, std::memory_order_release);
    os::futex_wake(&bell_);
  }

  // In the child of a fork: the parent's streams are not the child's, and its thread is not there.
  void forget() {
    pthread_mutex_init(&mutex_, nullptr);
    first_ = nullptr;
    runs_ = false;
  }

 private:
  static constexpr int64_t kLookNs = 200'000;       // where the vendor does not ring
  static constexpr int64_t kClosedNs = 50'000'000;  // a wake-up may be missed

  class Lock {
   public:
    explicit Lock(pthread_mutex_t &mutex) : mutex_(mutex) { pthread_mutex_lock(&mutex_); }
    ~Lock() { pthread_mutex_unlock(&mutex_); }

   private:
    pthread_mutex_t &mutex_;
  };

  static void *run(void *self) {
    os::become_prompt("heddle-porter");
    auto *porter = static_cast<Porter *>(self);
    for (;;) {
      const uint32_t bell = porter->bell_.load(std::memory_order_acquire);
      while (porter->open_one()) {
      }
      porter->wait(bell);
    }
  }

  // False if there is nothing to do now.
  bool open_one() {
    Tickets *found = nullptr;
    uint64_t number = 0;
    {
      Lock lock(mutex_);
      for (Tickets *t = first_; t && !found; t = t->next_) {
        t->look();
        if (t->may_open() || t->retired_) found = t;
      }
      if (!found) return false;
      if (found->may_open())
        number = ++found->opened_;
      else
        unlink(*found);
    }
    // No other thread frees it: retiring is asking us to.
    if (number)
      found->ways_.open(found->self_, number);
    else
      found->ways_.free(found->self_);
    return true;
  }

  // All streams of a process wait for one and the same word.
  void wait(uint32_t bell) {
    const std::atomic<uint32_t> *word = nullptr;
    {
      Lock lock(mutex_);
      for (Tickets *t = first_; t; t = t->next_)
        if (!t->is_settled()) word = t->word_;
    }
    const uint32_t seen = word ? word->load(std::memory_order_acquire) : 0;
    if (seen)
      os::futex_wait(word, seen, os::now_ns() + kClosedNs);
    else
      os::futex_wait(&bell_, bell, word ? os::now_ns() + kLookNs : os::kNever);
  }

  void unlink(Tickets &tickets) {
    for (Tickets **at = &first_; *at; at = &(*at)->next_)
      if (*at == &tickets) {
        *at = tickets.next_;
        return;
      }
  }

  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  Tickets *first_ = nullptr;
  bool runs_ = false;
  std::atomic<uint32_t> bell_{0};
};

}  // namespace heddle
