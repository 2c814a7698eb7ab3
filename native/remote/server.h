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
#include <vector>

#include "remote/link.h"

namespace heddle::remote {

class Server;
class Request;
using Serve = void (*)(Request &);

// What is the vendor's of a server; generated, but for `use_device`.
struct ServerFacts {
  const char *api;
  const char *visible;
  int32_t ok, invalid;
  const Serve *functions;
  uint16_t count;
  bool (*use_device)(int32_t device);  // for this thread; false: there is none
};
extern const ServerFacts kServed;

// Host memory of a copy, until the copy is done. It costs nothing until it is written to.
class Staging {
 public:
  enum Use {
    kOnce,    // all of it is written before any of it is read
    kSent,    // by the client, who may leave something out: that is 0
    kRepeat,  // by a graph: it has memory while the copy runs
  };
  Staging(size_t bytes, Use use);
  ~Staging();
  Staging(const Staging &) = delete;
  Staging &operator=(const Staging &) = delete;

  unsigned char *bytes() { return bytes_; }
  const unsigned char *bytes() const { return bytes_; }
  size_t size() const { return size_; }
  void rest();  // until it is used again

  uint64_t token = 0;        // of the client
  Server *staged = nullptr;  // whom to tell that it is gone

 private:
  unsigned char *bytes_;
  const size_t size_;
  const Use use_;
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
  [[noreturn]] void serve(int socket, LinkPage *page);

  bool answer(uint32_t lane, int32_t result, Writer &fields);
  void set_late(int32_t result);

  // -- under the lead: by who reads the commands
  void *find(uint64_t handle, uint8_t kind, bool *right) const;
  void bind(uint64_t handle, uint8_t kind, void *real);
  void unbind(uint64_t handle);
  // What these bytes lie in, all of them; null if they are not the client's, or not there now.
  Allocation *allocated(uint64_t address, uint64_t bytes);
  Allocation *find_allocation(uint64_t address);
  // Changes when something that was there is there no longer.
  uint64_t losses() const { return losses_; }
  void add_allocation(uint64_t address, uint64_t bytes, int32_t device);
  void remove_allocation(uint64_t address) { losses_ += allocations_.erase(address); }
  void set_attached(Allocation &of, bool is_attached) { losses_++, of.is_attached = is_attached; }
  StagingPtr take_staged(uint64_t token, size_t bytes);
  // Our copy of a word of the client's; `order` tells the later of two values.
  uint64_t *set_word(uint64_t address, uint64_t value, uint64_t order);

  void forget_staged(uint64_t bytes);  // any thread

  // -- by streams, in threads of the vendor's
  void return_bytes(const Staging &staging);
  void call(uint64_t token);     // until the client has run it
  void fetch(Staging &staging);  // until the client has sent it
  void write_word(uint64_t address, uint64_t value);
  void release_word(uint64_t address);

  static void end(const char *why);

 private:
  friend class Request;
  struct Handle {
    uint8_t kind;
    void *real;
  };
  struct Word {
    uint64_t value = 0, order = 0;
  };
  struct Wait {
    bool done = false;
    Staging *into = nullptr;
    size_t got = 0;
  };

  void lead();
  void stage(Reader fields);
  void listen_to_urgent();
  void post(Writer &writer);
  bool wait_for_client(uint16_t what, uint64_t token, Staging *into);
  void begin_thread(void *(*body)(void *));

  LinkPage *page_ = nullptr;
  Lost lost_{false};
  RingReader commands_, urgent_;
  RingWriter back_;
  std::mutex leading_, posting_;
  std::atomic<int> followers_{0}, threads_{0};

  std::unordered_map<uint64_t, Handle> handles_;
  std::map<uint64_t, Allocation> allocations_;
  uint64_t losses_ = 1;
  std::unordered_map<uint64_t, StagingPtr> staged_;
  uint64_t staged_bytes_ = 0;  // ever
  std::atomic<uint64_t> forgotten_bytes_{0}, unsaid_bytes_{0};
  std::map<uint64_t, std::unique_ptr<Word>> words_;
  std::mutex words_mutex_;
  std::atomic<int32_t> late_{0};

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
    return T(fields_.number());
  }
  template <class T>
  T handle(uint8_t kind) {
    bool right = true;
    auto *real = static_cast<T>(server.find(fields_.number(), kind, &right));
    if (!right) result_ = kServed.invalid;
    return real;
  }
  uint64_t handle_number() { return fields_.number(); }
  const char *text();  // null if the client's was
  // An address that is the client's to use, or null.
  void *address(uint64_t bytes) { return checked(fields_.number(), bytes); }
  void *checked(uint64_t address, uint64_t bytes) {
    if (address && !server.allocated(address, bytes)) result_ = kServed.invalid;
    return reinterpret_cast<void *>(address);
  }
  const unsigned char *bytes(size_t *count) { return fields_.bytes(count); }
  int32_t device() const { return head_.number; }

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

// A place for a result of the function, if the client wants one.
template <class T>
class Out {
 public:
  explicit Out(Request &request) : wanted_(request.value<uint64_t>() != 0) {}
  T *get() { return wanted_ ? &value_ : nullptr; }
  void give(Writer &fields) const { fields.number(uint64_t(value_)); }

 private:
  bool wanted_;
  T value_{};
};

// The same for bytes; how many is an argument of the call.
class OutBytes {
 public:
  explicit OutBytes(Request &request) : wanted_(request.value<uint64_t>() != 0) {}
  template <class T>
  T *get(uint64_t size) {
    bytes_.resize(size < kPiece ? size : kPiece);
    bytes_.resize(bytes_.size() + 1);  // a place also where there is room for nothing
    return wanted_ ? reinterpret_cast<T *>(bytes_.data()) : nullptr;
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
  void keep(Server &server, uint8_t kind) { server.bind(number_, kind, real_); }

 private:
  uint64_t number_;
  T real_{};
};

}  // namespace heddle::remote
