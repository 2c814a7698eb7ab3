// The server's side: one process for each client, which does for it what the client asks for, and
// nothing that a program of the client's own could not do. All that comes from the client is
// checked: handles are ours by number, addresses lie in what it has allocated.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "remote/link.h"
#include "remote/mirror.h"

namespace heddle::remote {

class Server;
class Request;
using Serve = void (*)(Request &);

// What is the vendor's of a server; generated, but for `use_device`.
struct ServerFacts {
  const char *api;
  const char *visible;
  int32_t ok, invalid, wrong;  // a handle or another argument, an address
  const Serve *functions;
  uint16_t count;
  bool (*use_device)(Server &, int32_t device);  // for this thread; false: there is none
  // What is behind a number that no client makes up: null if nothing is.
  void *(*own_handle)(Request &, uint8_t kind, uint64_t number);
  uint8_t (*also)(uint8_t kind);  // what may stand where this kind is asked for; 0: nothing else
  // The handle with which one that is made now is gone; 0: it is by itself.
  uint64_t (*parent)(const Request &, uint8_t kind);
  int32_t (*wrong_handle)(uint8_t kind);
};
extern const ServerFacts kServed;

// A handle that the vendor uses, as its functions take it: most are pointers.
template <class T>
T as_handle(void *real) {
  if constexpr (std::is_pointer_v<T>)
    return static_cast<T>(real);
  else
    return T(uint64_t(real));
}

// Host memory of a copy, until the copy is done. It costs nothing until it is written to.
class Staging {
 public:
  enum Use {
    kOnce,    // all of it is written before any of it is read
    kSent,    // by the client, who may leave something out: that is something of its own, or 0
    kRepeat,  // by a graph: it has memory while the copy runs
  };
  Staging(size_t bytes, Use use);
  // In a slot: the client's again when this is gone.
  Staging(SlotPage &page, size_t slot, size_t bytes);
  ~Staging();
  Staging(const Staging &) = delete;
  Staging &operator=(const Staging &) = delete;

  unsigned char *bytes() { return bytes_; }
  const unsigned char *bytes() const { return bytes_; }
  size_t size() const { return size_; }
  void rest();  // until it is used again
  bool is_in_slot() const { return page_ != nullptr; }
  // What is in the slot is the client's to take. Once.
  size_t hand_over_slot();

  uint64_t token = 0;        // of the client
  Server *staged = nullptr;  // whom to tell that it is gone

 private:
  unsigned char *bytes_;
  const size_t size_;
  const Use use_;
  SlotPage *page_ = nullptr;
  const size_t slot_ = 0;
  bool is_handed_over_ = false;
};
using StagingPtr = std::shared_ptr<Staging>;

// What the client has of a device's memory. The lead's.
struct Allocation {
  uint64_t bytes = 0;
  int32_t device = 0;
  uint64_t users = 0;  // other devices whose work touches it, a bit each
  bool is_attached = true;
};

class Server {
 public:
  // Serves the client behind the socket until either ends. Does not return.
  [[noreturn]] void serve(int socket, LinkPage *page, SlotPage *slots = nullptr);

  bool answer(uint32_t lane, int32_t result, Writer &fields);
  void set_late(int32_t result);

  // -- under the lead: by who reads the commands
  void *find(uint64_t handle, uint8_t kind, bool *right) const;
  // What has a parent is gone when that is.
  void bind(uint64_t handle, uint8_t kind, void *real, uint64_t parent = 0);
  void unbind(uint64_t handle);
  void unbind_children(uint64_t handle);
  void end_with(uint64_t handle, uint64_t parent);  // also with this one
  // What is kept with a handle until it is gone; null: there is none of this number.
  std::shared_ptr<const void> *kept_with(uint64_t handle);
  // The number by which the client knows it; if it does not, it is `fresh` from now on.
  uint64_t number_of(uint8_t kind, void *real, uint64_t fresh, uint64_t parent = 0);
  // From now on the calls of this thread of the client are this thread's, and no others; or again
  // anybody's.
  void keep_to(uint32_t lane);
  void keep_to_none(uint32_t lane);
  // What the client has sent for this call of its thread, and nothing from now on.
  std::vector<unsigned char> take_appended(uint32_t lane);
  // What these bytes lie in, all of them; null if they are not the client's, or not there now.
  Allocation *allocated(uint64_t address, uint64_t bytes);
  Allocation *find_allocation(uint64_t address);
  // Changes when something that was there is there no longer.
  uint64_t losses() const { return losses_; }
  void add_allocation(uint64_t address, uint64_t bytes, int32_t device);
  // The same, until the handle is gone.
  void add_allocation_of(uint64_t handle, uint64_t address, uint64_t bytes, int32_t device);
  void remove_allocation(uint64_t address) { losses_ += allocations_.erase(address); }
  void remove_allocations_of(int32_t device) {
    losses_ +=
        std::erase_if(allocations_, [&](auto &each) { return each.second.device == device; });
  }
  void set_attached(Allocation &of, bool is_attached) { losses_++, of.is_attached = is_attached; }
  StagingPtr take_staged(uint64_t token, size_t bytes);
  StagingPtr in_slot(uint64_t slot, size_t bytes);
  // Our copy of a word of the client's; `order` tells the later of two values.
  uint64_t *set_word(uint64_t address, uint64_t value, uint64_t order);

  void forget_staged(uint64_t bytes);  // any thread
  // Gives the client memory that is ours, too, at the same address.
  void share(int file, uint64_t address);

  // Memory that the client has, too, at the same address; false: it is too much.
  bool mirror(uint64_t address, uint64_t bytes);
  void unmirror(uint64_t address) { mirrors_.remove(address); }

  // -- by streams, in threads of the vendor's
  void return_bytes(uint64_t token, const void *bytes, size_t size);
  void return_staged(Staging &from);                    // to its token, or its slot
  void call(uint64_t token, int32_t status);            // until the client has run it
  void fetch(uint64_t token, void *into, size_t size);  // until the client has sent it
  void write_word(uint64_t address, uint64_t value);
  void release_word(uint64_t address);

  static void end(const char *why);

 private:
  friend class Request;
  struct Handle {
    uint8_t kind;
    void *real;
    uint64_t parent = 0;
    std::unordered_set<uint64_t> children;  // gone with it: also its other numbers
    std::vector<uint64_t> memory;           // its allocations
    std::shared_ptr<const void> kept;
  };
  struct Word {
    uint64_t value = 0, order = 0;
  };
  struct Wait {
    bool done = false;
    unsigned char *into = nullptr;
    size_t size = 0, got = 0;
  };

  void lead();
  void take_turn(std::unique_lock<std::mutex> &lead, Message *message);
  void stage(const Head &head);
  void append(uint32_t lane, Reader fields);
  void listen_to_urgent();
  void take_fetched(const Head &head);
  void tell_mirrors();
  void await_mirrors(uint64_t count);  // until the client's have been applied
  void look_at_mirrors();
  void post(Writer &writer, const void *bytes = nullptr, size_t count = 0);
  void wait_for_client(Writer &writer, void *into, size_t size);
  void begin_thread(void *(*body)(void *));

  LinkPage *page_ = nullptr;
  SlotPage *slots_ = nullptr;
  int socket_ = -1;
  Lost lost_{false};
  RingReader commands_, urgent_;
  RingWriter back_;
  std::mutex leading_, posting_;
  std::atomic<int> followers_{0}, threads_{0};  // followers that may take any call

  // -- the lead's
  std::map<uint32_t, pthread_t> kept_;  // lanes whose calls are one thread's
  Message handed_;                      // a call that is for another thread than who has read it
  bool is_handed_ = false;
  std::condition_variable handed_over_;

  std::unordered_map<uint64_t, Handle> handles_;
  std::map<std::pair<uint8_t, void *>, uint64_t> numbers_;
  std::unordered_map<uint32_t, std::vector<unsigned char>> appended_;
  uint64_t appended_bytes_ = 0;
  std::map<uint64_t, Allocation> allocations_;
  uint64_t losses_ = 1;
  std::unordered_map<uint64_t, StagingPtr> staged_;
  uint64_t staged_bytes_ = 0;  // ever
  std::atomic<uint64_t> forgotten_bytes_{0}, unsaid_bytes_{0};
  std::map<uint64_t, std::unique_ptr<Word>> words_;
  std::mutex words_mutex_;
  std::atomic<int32_t> late_{0};

  Mirrors mirrors_;
  bool looks_at_mirrors_ = false;
  uint64_t mirrored_ = 0;

  std::mutex waiting_;
  std::condition_variable answered_;
  std::map<uint64_t, Wait> waits_;
  uint64_t next_wait_ = 1;
};

// One call of the client's.
class Request {
 public:
  Request(Server &server, const Message &message, std::unique_lock<std::mutex> &lead)
      : server(server), head_(message.head), fields_(message.fields()), lead_(lead) {}

  template <class T>
  T value() {
    return (T)fields_.number();  // a number, or a pointer that is only told
  }
  template <class T>
  T handle(uint8_t kind) {
    return known<T>(fields_.number(), kind);
  }
  template <class T>
  T known(uint64_t number, uint8_t kind) {
    bool right = true;
    void *real =
        number && number < kFirstHandle ? kServed.own_handle(*this, kind, number) : nullptr;
    if (!real) real = server.find(number, kind, &right);
    if (!right) result_ = kServed.wrong_handle(kind);
    return as_handle<T>(real);
  }
  uint64_t handle_number() { return fields_.number(); }
  const char *text();  // null if the client's was
  // An address that is the client's to use, or null.
  void *address(uint64_t bytes) { return checked(fields_.number(), bytes); }
  void *checked(uint64_t address, uint64_t bytes, int32_t wrong = kServed.wrong) {
    if (address && !server.allocated(address, bytes)) result_ = wrong;
    return reinterpret_cast<void *>(address);
  }
  const unsigned char *bytes(size_t *count) { return fields_.bytes(count); }
  int32_t device() const { return head_.number; }
  uint32_t lane() const { return head_.lane; }
  void refuse() { result_ = kServed.invalid; }

  // False: the call is wrong, and its answer is under way.
  bool is_good();
  // From here on others of the client's calls go on beside this one, which waits for the device.
  void give_up_lead() {
    if (lead_.owns_lock()) lead_.unlock();
  }

  void finish(int32_t result);

  Writer fields;  // of the answer

  Server &server;

 private:
  Head head_;
  Reader fields_;
  std::unique_lock<std::mutex> &lead_;
  int32_t result_ = kServed.ok;
  std::vector<char> text_;
};

// How many bytes a call uses, where the client says how many of what: never too few.
constexpr uint64_t times(uint64_t count, uint64_t each) {
  uint64_t bytes = 0;
  return __builtin_mul_overflow(count, each, &bytes) ? UINT64_MAX : bytes;
}
// Rows, each `pitch` behind the one before.
constexpr uint64_t plane(uint64_t pitch, uint64_t row, uint64_t rows) {
  uint64_t bytes = 0;
  if (!row || !rows) return 0;
  return __builtin_add_overflow(times(pitch, rows - 1), row, &bytes) ? UINT64_MAX : bytes;
}

// A place for a result of the function, if the client wants one.
template <class T>
class Out {
 public:
  explicit Out(Request &request) : wanted_(request.value<uint64_t>() != 0) {}
  T *get() { return wanted_ ? &value_ : nullptr; }
  void give(Writer &fields) const {
    if constexpr (is_number<T>)
      fields.number(uint64_t(value_));
    else
      fields.bytes(&value_, sizeof value_);
  }

 private:
  bool wanted_;
  T value_{};
};

// Values of the client's: as many as the call says, or null.
template <class T>
class In {
 public:
  explicit In(Request &request) : is_there_(request.value<uint64_t>() != 0) {
    size_t count;
    const unsigned char *bytes = request.bytes(&count);
    bytes_.assign(bytes, bytes + count);
  }
  void check(Request &request, uint64_t count) const {
    const uint64_t each = size_of<T>();
    if (is_there_ && (count > bytes_.size() / each || count * each != bytes_.size()))
      request.refuse();
  }
  bool is(uint64_t count) const {
    return is_there_ && count == bytes_.size() / size_of<T>() && bytes_.size() % size_of<T>() == 0;
  }
  // The same where null is not for the vendor to judge.
  void need(Request &request, uint64_t count) const {
    if (count && !is_there_) request.refuse();
    check(request, count);
  }
  T *get() const {
    auto *start = const_cast<unsigned char *>(bytes_.data());
    return is_there_ ? reinterpret_cast<T *>(start) : nullptr;
  }

 private:
  bool is_there_;
  std::vector<unsigned char> bytes_;
};

// Handles of the client's: as many as the call says, or null.
template <class T>
class Several {
 public:
  explicit Several(Request &request) : numbers_(request) {}
  void check(Request &request, uint64_t count, uint8_t kind) {
    numbers_.check(request, count);
    if (!numbers_.is(count)) return;
    for (uint64_t i = 0; i < count; i++)
      reals_.push_back(request.known<T>(numbers_.get()[i], kind));
    reals_.push_back(T{});  // a place also where there are none
  }
  const T *get() const { return reals_.empty() ? nullptr : reals_.data(); }
  uint64_t number(uint64_t i) const { return numbers_.get()[i]; }

 private:
  In<uint64_t> numbers_;
  std::vector<T> reals_;
};

// Pairs of numbers, with a 0 behind them; or null.
template <class T>
class List {
 public:
  explicit List(Request &request) {
    const bool is_there = request.value<uint64_t>() != 0;
    size_t size;
    const unsigned char *bytes = request.bytes(&size);
    const size_t count = size / sizeof(T);
    if (is_there) values_.resize(count + 2);
    if (is_there && count) memcpy(values_.data(), bytes, count * sizeof(T));
  }
  const T *get() const { return values_.empty() ? nullptr : values_.data(); }

 private:
  std::vector<T> values_;
};

// The same for bytes; how many is an argument of the call.
class OutBytes {
 public:
  explicit OutBytes(Request &request) : wanted_(request.value<uint64_t>() != 0) {}
  template <class T>
  T *get(uint64_t size) {
    // The vendor is told the client's count, and may write as much.
    const bool fits = size <= kPiece / size_of<T>();
    bytes_.resize(fits ? size * size_of<T>() : 0);
    bytes_.resize(bytes_.size() + 1);  // a place also where there is room for nothing
    return wanted_ && fits ? reinterpret_cast<T *>(bytes_.data()) : nullptr;
  }
  // More than an answer holds is wanted by nobody, and the function believes that it is there.
  template <class T>
  void check(Request &request, uint64_t size) const {
    if (size > kPiece / size_of<T>()) request.refuse();
  }
  void give(Writer &fields) const { fields.bytes(bytes_.data(), bytes_.size() - 1); }

 private:
  bool wanted_;
  std::vector<unsigned char> bytes_;
};

// A place for a handle that the function makes; the client has given it a number.
template <class T>
class Made {
 public:
  explicit Made(Request &request) : number_(request.value<uint64_t>()) {}
  T *get() { return number_ ? &real_ : nullptr; }
  void set(T real) { real_ = real; }
  uint64_t number() const { return number_; }
  void keep(Request &request, uint8_t kind) {
    if (!number_) return;  // the client does not want it
    request.server.bind(number_, kind, (void *)real_, kServed.parent(request, kind));
  }

 private:
  uint64_t number_;
  T real_{};
};

// The same for a handle that the client may have already.
template <class T>
class Found {
 public:
  explicit Found(Request &request) : fresh_(request.value<uint64_t>()) {}
  T *get() { return fresh_ ? &real_ : nullptr; }
  void set(T real) { real_ = real; }
  // Its number, or 0: there is none.
  uint64_t give(Request &request, uint8_t kind, int32_t result, uint64_t parent = 0) {
    const bool is_there = result == kServed.ok && real_ && fresh_;
    void *real = (void *)real_;  // a pointer or a number
    if (!parent) parent = kServed.parent(request, kind);
    const uint64_t number = is_there ? request.server.number_of(kind, real, fresh_, parent) : 0;
    request.fields.number(number);
    return number;
  }

 private:
  uint64_t fresh_;
  T real_{};
};

}  // namespace heddle::remote
