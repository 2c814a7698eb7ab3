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

inline constexpr uint32_t kVersion = 2;
inline constexpr size_t kPiece = 128 * 1024;           // bytes of one message at most, about
inline constexpr size_t kMostBytes = kPiece + 4096;    // a longer message is none of ours
inline constexpr size_t kCopyBytes = 8 * 1024 * 1024;  // a longer copy is several: they overlap
// Bytes that were staged and not copied yet, at most: what comes on top is fetched when it is
// needed.
inline constexpr uint64_t kMostStaged = 256 * 1024 * 1024;

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
};

// What one side of a copy is.
enum Side : uint64_t {
  kAddress,  // of the device, or of nothing
  kStaged,   // the client's memory, as sent before: a token
  kFetches,  // the client's memory, as it is when the copy runs: a token
  kReturns,  // the client's memory, to be written: a token
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
    static constexpr char kNothing[8] = {};
    append(kNothing, (8 - count % 8) % 8);
  }

  // The message; whoever sends it.
  const void *finish() {
    reinterpret_cast<Head *>(bytes_)->size = uint32_t(size_);
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
    const uint64_t padded = told + (8 - told % 8) % 8;
    *count = 0;
    if (told > left_ || padded > left_) return fail(), nullptr;
    const unsigned char *start = at_;
    at_ += padded, left_ -= padded;
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
    if (!ring.read(&head, sizeof head)) return false;
    if (head.size < sizeof head || head.size % 8 || head.size > kMostBytes) return false;
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

}  // namespace heddle::remote
