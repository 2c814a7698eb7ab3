// The client's side of a connection, in the user's process: calls go out, and most do not wait.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "remote/handles.h"
#include "remote/link.h"
#include "remote/mirror.h"

namespace heddle::remote {

// What is the vendor's of a client; generated, but for `may_send`.
struct ClientFacts {
  const char *api;
  const char *visible;  // the variable that says which devices a program sees
  int32_t ok, invalid, forked, unsupported, no_server, lost;
  bool (*sticks)(int32_t);        // an error that comes again whatever the program does
  bool zero_is_none;              // a lane whose device is 0 has none: its calls may fail
  const char *const *names;       // of what is forwarded, by its number
  uint8_t (*also)(uint8_t kind);  // what may stand where this kind is asked for; 0: nothing else
  int32_t (*wrong_handle)(uint8_t kind);
};
extern const ClientFacts kFacts;
extern void *const kOurs[];  // the library's functions, in the order of kNames

// A function that cannot be called where the device is elsewhere. HEDDLE_REMOTE_LOG=1 names it, and
// each call that fails; 2 names all calls.
int32_t refuse(const char *function);

// A thread of the program, as the server knows it. At most one call of it waits.
struct Lane {
  uint32_t id = 0;
  int32_t device = 0;  // what of the thread comes with its calls: its device, or its context
  std::vector<uint64_t> contexts;  // the last is current
  uint32_t generation = 0;         // of the process, by forks
  std::atomic<uint32_t> answered{0};
  int32_t result = 0, late = 0;
  std::vector<unsigned char> answer;
  Writer writer;
};

using HostFunction = void (*)(void *);
using HostCallback = void (*)(void *, int32_t status);

class Client {
 public:
  static Client &get();

  // Connects at the first call. False: there is nobody.
  bool is_there();
  Lane &lane();
  // The server is gone. Whoever is told may free what it copied to: nothing comes there any more.
  bool is_lost() {
    if (!lost_.load()) return false;
    std::lock_guard nobody_receives(receiving_);
    return true;
  }

  // Sends what the lane has written, and waits for the answer; or does not.
  bool send(Lane &lane, bool asks);
  // The same, with bytes behind it whose count was written last.
  bool send_bytes(Lane &lane, const void *bytes, size_t count);
  // What comes of it: the result, or an error of an earlier call that nobody waited for.
  int32_t result(Lane &lane, bool asked);

  // Whether a call that needs no answer may go without one. While a stream is captured, before the
  // API is initialised and after an error, each gets its own result, as it does locally.
  bool may_send() const { return initialised_.load() && !careful_.load() && !captures_.load(); }
  bool is_initialised() const { return initialised_.load() && !lost_.load(); }
  void set_initialised() { initialised_.store(true); }
  void count_captures(int change) { captures_.fetch_add(change); }
  bool is_capturing() const { return captures_.load() > 0; }

  Handles handles;

  // -- memory: the server's addresses are ours, too; the program can tell them from its own
  bool claim(uint64_t address, uint64_t bytes);  // false: something else is there
  Known is_allocation(uint64_t address);
  void release(uint64_t address);
  bool is_device(const void *pointer, size_t bytes = 1);  // all of them, of one allocation
  // Memory that the server has at this address, and sends: instead of what the program has there,
  // with its content, if it `replaces` that.
  bool share(uint64_t address, uint64_t bytes, bool replaces = false);
  void leave_to_program(uint64_t address);  // what it was before it was shared, or mirrored
  // Memory of the program's that the server has at this address, too; false: it is too much.
  bool mirror(uint64_t address, uint64_t bytes);
  // Bytes that belong to the thread's next call.
  bool append(Lane &lane, const void *from, size_t bytes);

  // -- copies: a side that is the program's memory becomes a token, or a slot
  struct Side {
    uint64_t kind, value;
  };
  // As the program's memory is when the call returns, or where that may be too soon, when the copy
  // runs. At most piece_bytes() at once.
  Side take_from(Lane &lane, const void *from, size_t bytes);
  Side return_into(void *to, size_t bytes);
  size_t piece_bytes() const { return slots_ ? kSlotBytes : kCopyBytes; }
  bool may_stage(size_t bytes);  // false: the server has enough for now
  // Until it may, for as long as there is reason to wait. Who ends that has others look again.
  bool await_room(size_t bytes, bool (*may_wait)());
  void look_for_room() { ring_bell(room_bell_); }
  uint64_t stage(Lane &lane, const void *from, size_t bytes);  // 0: the server is gone
  uint64_t fetch_later(const void *from, size_t bytes);
  uint64_t return_to(void *to, size_t bytes);
  void take_back(const std::vector<uint64_t> &tokens);  // nothing comes for them any more
  bool is_awaited(const void *to, size_t bytes);        // a copy to it is on the way
  uint64_t awaited_bytes();                             // of all copies that are
  // Whether what is in the program's memory now is what a copy that comes later must take.
  bool is_settled(const void *from, size_t bytes);

  // -- answers that stay the same until something is set
  bool may_remember() const { return is_initialised() && !careful_.load(); }
  bool recall(const std::string &question, std::vector<unsigned char> *answer);
  void remember(std::string question, const std::vector<unsigned char> &answer);
  void forget_answers();

  // -- the program's functions and words
  uint64_t call_later(HostFunction function, void *argument, HostCallback callback = nullptr);
  struct WordNow {
    uint64_t value, order;  // with its neighbour's; the later of two is right
  };
  WordNow watch(const uint32_t *word);
  void unwatch(const uint32_t *word);

 private:
  struct Copy {
    unsigned char *memory;
    size_t bytes;
    bool captured;
  };
  struct HostCall {
    HostFunction function = nullptr;
    HostCallback callback = nullptr;
    void *argument = nullptr;
    bool captured = false;
  };
  struct Watched {
    uint64_t told = 0, order = 0;
    int waits = 0;
    bool for_good = false;
  };

  Client();
  bool connect();
  Lane *join_lanes(Lane *lane);
  static void leave_lanes(void *lane);
  void leave_to_parent();
  bool receive_one();
  void wait_for_answer(Lane &lane);
  bool send_urgent(Writer &writer, const void *bytes = nullptr, size_t count = 0);
  void handle(const Message &message);
  bool receive_data(const Head &head);
  void empty_slot(uint64_t slot);
  bool take_slot(size_t bytes, unsigned char *to, uint64_t *slot);
  void run_calls();
  void look_at_words();
  uint64_t tell_mirrors();  // how often it has told something
  void begin_thread(void *(*body)(void *));
  static void *receive_thread(void *);
  static void *socket_thread(void *);
  static void *call_thread(void *);
  static void *word_thread(void *);
  static void *mirror_thread(void *);

  pthread_key_t lane_key_;
  std::mutex connecting_;
  std::atomic<int> state_{0};  // 0: not yet, 1: connected, 2: there is nobody
  std::atomic<uint32_t> generation_{1};
  int socket_ = -1;
  LinkPage *page_ = nullptr;
  SlotPage *slots_ = nullptr;
  Lost lost_{false};

  std::mutex sending_, urging_, receiving_;
  RingWriter commands_, urgent_;
  RingReader back_;
  Message message_;

  std::atomic<bool> initialised_{false}, careful_{false};
  std::atomic<int> captures_{0};

  std::mutex memory_;
  std::map<uint64_t, std::pair<uint64_t, uint32_t>> allocations_;  // bytes, generation

  Mirrors mirrors_;
  std::atomic<uint64_t> mirrored_{0};
  bool looks_at_mirrors_ = false;

  std::mutex remembering_;
  std::unordered_map<std::string, std::vector<unsigned char>> answers_;

  std::mutex pending_;         // guards all that follows
  std::vector<Lane *> by_id_;  // null: free for another thread
  uint64_t next_token_ = 1, next_order_ = 1;
  uint64_t staged_bytes_ = 0;  // and not forgotten
  std::map<uint64_t, Copy> returns_, fetches_;
  Copy slot_returns_[kSlots] = {};  // no memory: nothing comes in this slot
  std::map<uint64_t, HostCall> calls_;
  struct Due {
    uint64_t token, wait;  // of the call, and of the server, which waits for it
    int32_t status;
  };
  std::vector<Due> due_;
  std::map<uint64_t, int> shared_files_;  // by address
  std::atomic<uint32_t> shared_bell_{0};
  int idle_callers_ = 0;
  std::atomic<uint32_t> due_bell_{0}, word_bell_{0}, room_bell_{0};
  std::map<uint64_t, Watched> words_;
  bool watches_ = false;
};

// A copy that is longer than a server can have in memory, in pieces. One that waits does so at its
// last, and now and then before: the others go on ahead, and overlap. Not where something may be
// wrong with one: it would be told to whoever waits next.
class Pieces {
 public:
  Pieces(Client &client, const void *to, const void *from, size_t bytes)
      : most_(client.piece_bytes()), left_(bytes) {
    const auto is_whole = [&](const void *side) {
      return !client.is_device(side) || client.is_device(side, bytes);
    };
    may_go_ahead_ = client.may_send() && is_whole(to) && is_whole(from);
  }
  bool any() const { return left_ > 0; }
  // How long it is.
  size_t next() {
    const size_t now = left_ < most_ ? left_ : most_;
    left_ -= now, ahead_ += now;
    return now;
  }
  bool waits() {
    if (may_go_ahead_ && left_ && ahead_ < kAheadBytes) return false;
    ahead_ = 0;
    return true;
  }

 private:
  const size_t most_;
  size_t left_, ahead_ = 0;
  bool may_go_ahead_;
};

// One call of the API, from its arguments to its result. In the order of the parameters.
class Call {
 public:
  Call(uint16_t function);

  template <class T>
  void value(T given) {
    lane_.writer.number(uint64_t(given));
  }
  void address(const void *given) {
    doubtful_ |= !client_.is_device(given);
    lane_.writer.number(uint64_t(given));
  }
  void address(uint64_t given) { address(reinterpret_cast<const void *>(given)); }
  // So many values; none where there is no place.
  template <class T>
  void given(const T *values, uint64_t count) {
    lane_.writer.number(values != nullptr);
    const uint64_t bytes = size_of<T>();
    if (count > kPiece / bytes) {
      count = 0;
      if (values && refused_ == kFacts.ok) refused_ = kFacts.invalid;
    }
    lane_.writer.bytes(values, values ? count * bytes : 0);
  }
  // Pairs of numbers, with a 0 behind them.
  template <class T>
  void list(const T *pairs) {
    uint64_t count = 0;
    while (pairs && count < kMostListed && pairs[count]) count += 2;
    given(pairs, count);
  }
  // So many handles; `wrong` is what one gives that is not ours.
  template <class T>
  void handles(uint8_t kind, const T *values, uint64_t count, int32_t wrong) {
    const bool is_right = !is_refused();
    for (uint64_t i = 0; values && i < count && !is_refused(); i++) {
      doubtful_ |= !values[i];
      look_at_handle(kind, uint64_t(values[i]));
    }
    if (is_right && is_refused()) refused_ = wrong;
    given(reinterpret_cast<const uint64_t *>(values), count);
  }
  void text(const char *given);
  // One that we did not make is wrong; one that is not there may be.
  template <class T>
  void handle(uint8_t kind, T given) {
    doubtful_ |= !given;
    check_handle(kind, uint64_t(given));
  }
  template <class T>
  void handle_or_none(uint8_t kind, T given) {
    check_handle(kind, uint64_t(given));
  }
  // A place for a handle; the handle that will be there.
  template <class T>
  void made(uint8_t kind, T *place) {
    made_ = place && refused_ == kFacts.ok ? client_.handles.make(kind) : 0;
    if (place && !made_ && refused_ == kFacts.ok) refused_ = kFacts.invalid;  // there are no more
    lane_.writer.number(made_);
  }
  // A place for the function's result; it is told whether there is one.
  void wanted(const void *place) { lane_.writer.number(place != nullptr); }

  bool is_refused() const { return refused_ != kFacts.ok; }
  int32_t refused() const { return refused_; }

  int32_t send();  // without an answer, unless something may be wrong with it
  int32_t ask();
  int32_t ask_once();  // what was answered once stays so until something is set
  // As send(), once the same has been taken: up to here, for what comes behind makes no difference.
  int32_t send_proven();
  void end_proof() {
    if (!proof_) proof_ = lane_.writer.size();
  }

  template <class T>
  void take(T *place) {
    if constexpr (is_number<T>) {
      const uint64_t told = answer_.number();
      if (place && answer_.is_right()) *place = T(told);
    } else {
      take_bytes(place, 1);
    }
  }
  template <class T>
  void take_made(T *place) {
    if (!made_) return;
    if (result_ == kFacts.ok)
      *place = (T)made_;  // a pointer or a number
    else
      client_.handles.forget(made_);
  }
  // A handle that we may have known before.
  template <class T>
  void take_found(uint8_t kind, T *place) {
    const uint64_t told = answer_.number();
    if (made_ && told != made_) client_.handles.forget(made_);
    if (place && result_ == kFacts.ok && client_.handles.is_of(told, kind)) *place = (T)told;
  }
  template <class T>
  void take_bytes(T *place, uint64_t count) {
    take_bytes_of(place, count * size_of<T>());
  }
  Reader &answer() { return answer_; }

  Lane &lane() { return lane_; }
  Client &client() { return client_; }

 private:
  void look_at_handle(uint8_t kind, uint64_t given);
  void check_handle(uint8_t kind, uint64_t given) {
    look_at_handle(kind, given);
    lane_.writer.number(given);
  }
  std::string question(size_t size);
  void take_bytes_of(void *place, size_t size);
  static constexpr uint64_t kMostListed = 64;  // the longest that any API has is of a dozen

  Client &client_;
  Lane &lane_;
  const uint16_t function_;
  int32_t refused_, result_ = 0;
  uint64_t made_ = 0;
  size_t proof_ = 0;
  bool doubtful_ = false;
  Reader answer_;
};

}  // namespace heddle::remote
