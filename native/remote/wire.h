// What the two sides say to each other. A message is a head and fields, all in units of 8 bytes:
// numbers as they are, bytes behind their count.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

namespace heddle::remote {

// What goes as a number; all else goes as bytes.
template <class T>
inline constexpr bool is_number = std::is_integral_v<T> || std::is_enum_v<T>;

template <class T>
constexpr uint64_t size_of() {
  if constexpr (std::is_void_v<T>)
    return 1;
  else
    return sizeof(T);
}

inline constexpr uint32_t kVersion = 3;
inline constexpr size_t kPiece = 128 * 1024;           // bytes of one message at most, about
inline constexpr size_t kMostBytes = kPiece + 4096;    // a longer message is none of ours
inline constexpr size_t kCopyBytes = 8 * 1024 * 1024;  // a longer copy is several: they overlap
// Bytes that were staged and not copied yet, at most: what comes on top is fetched when it is
// needed. With the slots it is 256 MiB.
inline constexpr uint64_t kMostStaged = 192 * 1024 * 1024;

// Memory for copies that both sides have, where they are on one machine: a copy that is longer than
// a slot is several, and they overlap. A short one goes through the ring.
inline constexpr size_t kSlotBytes = 2 * 1024 * 1024, kSlots = 32, kLeastInSlot = 64 * 1024;
// A copy that waits does so once in so many bytes.
inline constexpr size_t kAheadBytes = 32 * 1024 * 1024;

inline constexpr uint64_t kFirstHandle = 16;  // smaller ones are the vendor's own

// What a message is about, beside the functions of the API, which are numbered from 0.
enum What : uint16_t {
  kStage = 0xff00,  // bytes for a copy that follows: token, total, offset, bytes
  kAnswer,          // of a call: late error, then what the function gives
  kData,            // bytes of a copy to the client: token, offset, bytes
  kCopied,          // that was all of them: token
  kCall,            // the host function is to run: token, number of the wait; head: status
  kCalled,          // it has run: token of the call
  kFetch,           // bytes of the client's memory are needed now: token, number of the wait
  kFetched,         // here they are: token, offset, bytes
  kWrite,           // a word of the client's memory: address, value
  kWord,            // a word of the client's memory has this value now: address, value
  kReleased,        // a stream has seen the value that it waited for: address
  kForgotten,       // so many bytes that were staged have been copied
  kMirror,          // what has changed: addresses and bytes; as a command, how many came before it
  kAppend,          // bytes that belong to the thread's next call, behind those before
  kInSlot,          // all bytes of a copy to the client are in this slot
};

// What one side of a copy is.
enum Side : uint64_t {
  kAddress,  // of the device, or of nothing
  kStaged,   // the client's memory, as sent before: a token
  kFetches,  // the client's memory, as it is when the copy runs: a token
  kReturns,  // the client's memory, to be written: a token
  kInto,     // the same, by way of a slot
  kOutOf,    // the client's memory, as it is in a slot
};

struct Head {
  uint32_t size;  // with the head
  uint16_t what;
  uint16_t asks;   // the client waits for an answer
  uint32_t lane;   // which of its threads
  int32_t number;  // the thread's device; of an answer, the result
};
static_assert(sizeof(Head) == 16);

// The first words on the socket; the answer is a file with the rings.
struct Hello {
  char magic[8] = {'h', 'e', 'd', 'd', 'l', 'e', 'r', 0};
  uint32_t version = kVersion;
  char api[20] = {};
  char visible[224] = {};  // the vendor's variable, as the program has it
  uint32_t has_visible = 0;
};
static_assert(sizeof(Hello) == 260);

constexpr uint64_t padded(uint64_t count) { return count + (8 - count % 8) % 8; }
inline constexpr char kPadding[8] = {};  // behind bytes

class Writer {
 public:
  ~Writer() { free(bytes_); }

  void begin(uint16_t what, uint32_t lane, int32_t number, bool asks = false) {
    size_ = 0;
    const Head head{0, what, asks, lane, number};
    append(&head, sizeof head);
  }

  void number(uint64_t value) { append(&value, sizeof value); }

  void bytes(const void *data, size_t count) {
    number(count);
    append(data, count);
    append(kPadding, padded(count) - count);
  }

  // The message; whoever sends it. `more`: of bytes that follow from elsewhere, see kPadding.
  const void *finish(size_t more = 0) {
    reinterpret_cast<Head *>(bytes_)->size = uint32_t(size_ + padded(more));
    return bytes_;
  }
  void set_asks(bool asks) { reinterpret_cast<Head *>(bytes_)->asks = asks; }
  size_t size() const { return size_; }

 private:
  void append(const void *data, size_t count) {
    if (size_ + count > room_) {
      room_ = 2 * (size_ + count) + 256;
      bytes_ = static_cast<unsigned char *>(realloc(bytes_, room_));
      if (!bytes_) abort();
    }
    if (count) memcpy(bytes_ + size_, data, count);
    size_ += count;
  }

  unsigned char *bytes_ = nullptr;
  size_t size_ = 0, room_ = 0;
};

// Reads the fields of a message. One that is too short is wrong from there on.
class Reader {
 public:
  Reader() = default;
  Reader(const void *message, size_t size)
      : at_(static_cast<const unsigned char *>(message)), left_(size) {}

  uint64_t number() {
    uint64_t value = 0;
    if (left_ < sizeof value) return fail();
    memcpy(&value, at_, sizeof value);
    at_ += sizeof value, left_ -= sizeof value;
    return value;
  }

  const unsigned char *bytes(size_t *count) {
    const uint64_t told = number();
    *count = 0;
    if (told > left_ || padded(told) > left_) return fail(), nullptr;
    const unsigned char *start = at_;
    at_ += padded(told), left_ -= padded(told);
    *count = size_t(told);
    return start;
  }

  bool is_right() const { return right_; }
  bool is_done() const { return right_ && left_ == 0; }

 private:
  uint64_t fail() {
    right_ = false, left_ = 0;
    return 0;
  }

  const unsigned char *at_ = nullptr;
  size_t left_ = 0;
  bool right_ = true;
};

// A message that was read from a ring, in memory of ours.
class Message {
 public:
  ~Message() { free(bytes_); }

  // False: the other side is gone, or this is no message.
  template <class Ring>
  bool receive(Ring &ring) {
    return receive_head(ring) && receive_rest(ring);
  }
  template <class Ring>
  bool receive_head(Ring &ring) {
    size_ = 0;
    if (!ring.read(&head, sizeof head)) return false;
    return head.size >= sizeof head && head.size % 8 == 0 && head.size <= kMostBytes;
  }
  template <class Ring>
  bool receive_rest(Ring &ring) {
    const size_t size = head.size - sizeof head;
    if (size > room_) {
      free(bytes_);
      bytes_ = static_cast<unsigned char *>(malloc(room_ = size));
      if (!bytes_) return room_ = 0, false;
    }
    size_ = size;
    return ring.read(bytes_, size);
  }

  Reader fields() const { return {bytes_, size_}; }
  void swap(Message &other) {
    std::swap(head, other.head), std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_), std::swap(room_, other.room_);
  }

  Head head{};

 private:
  unsigned char *bytes_ = nullptr;
  size_t size_ = 0, room_ = 0;
};

// Numbers and then bytes, for which there is a place already: they are copied there, and nowhere
// else. For one message, in turn.
template <size_t kNumbers, class Ring>
class Direct {
 public:
  // False: the other side is gone, or this is no such message.
  Direct(Ring &ring, const Head &head) : ring_(ring) {
    const size_t fixed = sizeof head + sizeof all_;
    is_right_ = head.size >= fixed && ring.read(all_, sizeof all_) && count() <= kMostBytes &&
                head.size == fixed + padded(count());
  }
  bool is_right() const { return is_right_; }
  uint64_t number(size_t i) const { return all_[i]; }
  uint64_t count() const { return all_[kNumbers]; }
  bool read(void *to) {
    char padding[8];
    return ring_.read(to, count()) && ring_.read(padding, padded(count()) - count());
  }
  bool skip() {
    char nothing[4096];
    for (uint64_t left = padded(count()); left;) {
      const size_t now = left < sizeof nothing ? size_t(left) : sizeof nothing;
      if (!ring_.read(nothing, now)) return false;
      left -= now;
    }
    return true;
  }

 private:
  Ring &ring_;
  uint64_t all_[kNumbers + 1] = {};
  bool is_right_;
};

}  // namespace heddle::remote
