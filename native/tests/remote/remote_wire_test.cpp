// Messages: what was written is what is read, and what nobody wrote is refused.
#include "remote/wire.h"

#include <memory>
#include <random>
#include <vector>

#include "tests/check.h"

using namespace heddle::remote;

namespace {

using Bytes = std::vector<unsigned char>;

struct Field {
  bool is_number;
  uint64_t number;
  Bytes bytes;
};

std::vector<Field> some_fields(std::mt19937_64 &random) {
  std::vector<Field> fields(random() % 12);
  for (Field &field : fields) {
    field = {random() % 2 == 0, random(), Bytes(random() % 70)};
    for (unsigned char &byte : field.bytes) byte = (unsigned char)random();
  }
  return fields;
}

void write_all(Writer &writer, const std::vector<Field> &fields) {
  writer.begin(7, 3, -1, true);
  for (const Field &field : fields) {
    if (field.is_number)
      writer.number(field.number);
    else
      writer.bytes(field.bytes.data(), field.bytes.size());
  }
}

Bytes message_of(Writer &writer) {
  const auto *start = static_cast<const unsigned char *>(writer.finish());
  return {start, start + writer.size()};
}

// A ring whose other side has written these bytes and then ended.
struct Given {
  Bytes bytes;
  size_t at = 0;
  bool read(void *data, size_t size) {
    if (size > bytes.size() - at) return false;
    if (size) memcpy(data, bytes.data() + at, size);
    at += size;
    return true;
  }
};

// Fields come back as they were written, and each message ends at a multiple of 8 bytes.
void reads_what_was_written(uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto fields = some_fields(random);
  Writer writer;
  write_all(writer, fields);
  Given given{message_of(writer)};
  CHECK_EQ(given.bytes.size() % 8, 0u);
  Message message;
  CHECK(message.receive(given));
  CHECK_EQ(message.head.size, given.bytes.size());
  CHECK(message.head.what == 7 && message.head.lane == 3 && message.head.number == -1);
  CHECK_EQ(message.head.asks, 1);
  Reader reader = message.fields();
  for (const Field &field : fields) {
    if (field.is_number) {
      CHECK_EQ(reader.number(), field.number);
      continue;
    }
    size_t count;
    const unsigned char *bytes = reader.bytes(&count);
    CHECK(Bytes(bytes, bytes + count) == field.bytes);
  }
  CHECK(reader.is_done());
}

// A reader stays inside of its message whatever that says, and is wrong from the first field that
// does not fit.
void stays_inside(uint64_t seed) {
  std::mt19937_64 random(seed);
  const size_t size = random() % 100;
  // A block of its own for each: a sanitizer sees one byte too far.
  const auto block = std::make_unique<unsigned char[]>(size);
  for (size_t i = 0; i < size; i++) block[i] = random() % 3 ? 0 : (unsigned char)random();
  if (size >= 8 && random() % 2) {
    const uint64_t counts[] = {size,       size - 8,       size - 7,
                               UINT64_MAX, UINT64_MAX - 6, UINT64_MAX / 2};
    memcpy(block.get(), &counts[random() % 6], 8);
  }
  Reader reader(block.get(), size);
  size_t taken = 0;
  for (int i = 0; i < 20; i++) {
    if (random() % 2) {
      reader.number();
      taken += 8;
    } else {
      size_t count;
      const unsigned char *bytes = reader.bytes(&count);
      if (!reader.is_right()) CHECK_EQ(count, 0u);
      if (bytes && count) CHECK(bytes >= block.get() && bytes + count <= block.get() + size);
      taken += 8 + (count + 7) / 8 * 8;
    }
    if (taken > size) CHECK(!reader.is_right());
  }
  CHECK(!reader.is_done());
}

// Not every head is a message's: sizes that are too small, too large or odd are refused, and so is
// one that ends before its size.
void refuses_heads() {
  for (const uint32_t size :
       {0u, 8u, 15u, 17u, 20u, uint32_t(kMostBytes) + 8, UINT32_MAX, UINT32_MAX - 7, 1u << 31}) {
    Given given{Bytes(kMostBytes + 4096)};
    memcpy(given.bytes.data(), &size, sizeof size);
    Message message;
    CHECK(!message.receive(given));
  }
  Writer writer;
  writer.begin(1, 0, 0);
  writer.number(5);
  Given given{message_of(writer)};
  given.bytes.pop_back();
  Message message;
  CHECK(!message.receive(given));
}

}  // namespace

int main() {
  for (uint64_t seed = 0; seed < 2000; seed++) {
    reads_what_was_written(seed);
    stays_inside(seed);
  }
  refuses_heads();
}
