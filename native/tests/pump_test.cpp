// What Python has of the rings: bytes in order through all of them at once, time limits, ends.
#include "remote/pump.cpp"

#include <sys/socket.h>

#include <chrono>
#include <thread>
#include <vector>

#include "check.h"

namespace {

struct Pair {
  Pair() {
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
    server = heddle_pump_offer(sockets[0]);
    program = heddle_pump_accept(sockets[1]);
    CHECK(server && program);
  }
  ~Pair() {
    for (heddle_pump_link *each : {server, program}) heddle_pump_free(each);
    for (int each : sockets) close(each);
  }
  int sockets[2];
  heddle_pump_link *server, *program;
};

unsigned char byte_at(size_t at, int ring) { return static_cast<unsigned char>(at * 7 + ring); }

// More than a ring holds, in pieces of any size, read in pieces of others.
void all_bytes_arrive_in_order() {
  Pair pair;
  constexpr size_t kBytes = 5 * kRingBytes + 123;
  std::vector<std::thread> threads;
  for (int ring = 0; ring <= HEDDLE_PUMP_BACK; ring++) {
    heddle_pump_link *from = ring == HEDDLE_PUMP_BACK ? pair.server : pair.program;
    heddle_pump_link *to = ring == HEDDLE_PUMP_BACK ? pair.program : pair.server;
    threads.emplace_back([from, ring] {
      std::vector<unsigned char> data;
      for (size_t at = 0, piece = 1; at < kBytes; at += data.size(), piece = piece * 3 % 70'001) {
        data.resize(piece < kBytes - at ? piece : kBytes - at);
        for (size_t i = 0; i < data.size(); i++) data[i] = byte_at(at + i, ring);
        CHECK(heddle_pump_write(from, ring, data.data(), data.size()) == 0);
      }
    });
    threads.emplace_back([to, ring] {
      std::vector<unsigned char> data(50'000);
      for (size_t at = 0; at < kBytes;) {
        const int64_t got = heddle_pump_read(to, ring, data.data(), data.size(), 1000);
        CHECK(got >= 0);
        for (int64_t i = 0; i < got; i++) CHECK(data[i] == byte_at(at + i, ring));
        at += got;
      }
    });
  }
  for (std::thread &each : threads) each.join();
}

void a_quiet_ring_is_no_end() {
  Pair pair;
  char byte = 'x';
  const int64_t begun = os::now_ns();
  CHECK(heddle_pump_read(pair.server, HEDDLE_PUMP_COMMANDS, &byte, 1, 30) == 0);
  CHECK(os::now_ns() - begun >= 30'000'000);
  CHECK(heddle_pump_write(pair.program, HEDDLE_PUMP_COMMANDS, &byte, 1) == 0);
  CHECK(heddle_pump_read(pair.server, HEDDLE_PUMP_COMMANDS, &byte, 1, 30) == 1);
}

// Both who waits for bytes and who waits for room return, and so does whoever comes later.
void an_end_wakes_all() {
  Pair pair;
  std::thread reads([&] {
    char byte;
    CHECK(heddle_pump_read(pair.server, HEDDLE_PUMP_COMMANDS, &byte, 1, 60'000) == -1);
  });
  std::thread writes([&] {
    const std::vector<char> much(2 * kRingBytes);
    CHECK(heddle_pump_write(pair.server, HEDDLE_PUMP_BACK, much.data(), much.size()) == -1);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  heddle_pump_end(pair.server);
  reads.join();
  writes.join();
  char byte;
  CHECK(heddle_pump_read(pair.server, HEDDLE_PUMP_URGENT, &byte, 1, 60'000) == -1);
}

// The other side may write anything into the page that both have.
void lies_end_the_link() {
  Pair pair;
  char bytes[16] = {};
  pair.program->page->commands.written = UINT64_MAX / 2;
  CHECK(heddle_pump_read(pair.server, HEDDLE_PUMP_COMMANDS, bytes, sizeof bytes, 30) == -1);
  pair.program->page->back.read = UINT64_MAX / 2;
  CHECK(heddle_pump_write(pair.server, HEDDLE_PUMP_BACK, bytes, sizeof bytes) == -1);
  CHECK(heddle_pump_read(pair.server, 3, bytes, sizeof bytes, 30) == -1);
  CHECK(heddle_pump_write(pair.server, -1, bytes, sizeof bytes) == -1);
}

void nobody_behind_the_socket_is_no_link() {
  int sockets[2];
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
  close(sockets[0]);
  CHECK(!heddle_pump_accept(sockets[1]));
  CHECK(!heddle_pump_offer(sockets[1]));
  close(sockets[1]);
}

}  // namespace

int main() {
  all_bytes_arrive_in_order();
  a_quiet_ring_is_no_end();
  an_end_wakes_all();
  lies_end_the_link();
  nobody_behind_the_socket_is_no_link();
}
