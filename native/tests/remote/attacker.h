// A client that keeps to no rule: it starts a server of its own, and writes what it likes.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <initializer_list>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "remote/link.h"
#include "tests/check.h"

extern char **environ;

namespace heddle::remote {

class Attacker {
 public:
  struct Answer {
    int32_t result = -1, late = 0;
    std::vector<uint64_t> numbers;  // what the function gives, where it is numbers
  };

  // What it does when the server asks for something, if it returns true. Otherwise it does what a
  // good client does; a fetch of token N is of N bytes.
  using Unless = std::function<bool(Attacker &, const Message &)>;

  // The server of an API, and what it has in its environment beside what we have.
  Attacker(const char *api, std::string server, std::vector<std::string> added, Unless unless)
      : unless_(std::move(unless)), path_(std::move(server)), added_(std::move(added)) {
    int ends[2];
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    socket_ = ends[0];
    said_ = memfd_create("said", 0);
    start(ends[1]);
    close(ends[1]);
    Hello hello;
    strcpy(hello.api, api);
    CHECK(::send(socket_, &hello, sizeof hello, MSG_NOSIGNAL) == sizeof hello);
    page_ = accept_link(socket_, &slots_);
    CHECK(page_);
    commands_.open(&page_->commands, &lost_);
    urgent_.open(&page_->urgent, &lost_);
    back_.open(&page_->back, &lost_);
    watching_ = std::thread([this] {
      wait_for_end(socket_);
      lost_ = true;
      end_waits(page_);
      std::lock_guard lock(mutex_);
      answered_.notify_all();
    });
    listening_ = std::thread([this] { listen(); });
  }

  // The server ends as it should, soon: it left us, or we leave it.
  ~Attacker() {
    shutdown(socket_, SHUT_RDWR);
    watching_.join();
    listening_.join();
    int status = 0;
    const bool ended =
        eventually([&] { return waitpid(server_, &status, WNOHANG) == server_; }, 20'000);
    const bool well = ended && WIFEXITED(status) && WEXITSTATUS(status) <= 1;
    if (!well) {
      std::cerr << (ended ? "the server ended by itself, status " : "the server hangs, ") << status
                << "\n"
                << said() << std::endl;
      kill(server_, SIGKILL);
    }
    CHECK(well);
    munmap(page_, sizeof *page_);
    if (slots_) munmap(slots_, sizeof *slots_);
    close(socket_);
    close(said_);
  }

  LinkPage &page() { return *page_; }
  SlotPage *slots() { return slots_; }  // null: the server believes that we are far
  pid_t server() const { return server_; }
  bool is_lost() const { return lost_.load(); }
  // What the server has written where people read it.
  std::string said() const {
    std::string text(size_t(lseek(said_, 0, SEEK_END)), 0);
    if (pread(said_, text.data(), text.size(), 0) < 0) text.clear();
    return text;
  }
  uint64_t memory_bytes() const {
    FILE *file = fopen(("/proc/" + std::to_string(server_) + "/statm").c_str(), "r");
    unsigned long all = 0, resident = 0;
    if (file && fscanf(file, "%lu %lu", &all, &resident) != 2) resident = 0;
    if (file) fclose(file);
    return resident * uint64_t(sysconf(_SC_PAGESIZE));
  }

  // -- messages
  bool write(const void *message, size_t size) {
    std::lock_guard lock(sending_);
    return commands_.write(message, size);
  }
  bool write_urgent(const void *message, size_t size) {
    std::lock_guard lock(urging_);
    return urgent_.write(message, size);
  }
  bool send(uint16_t what, std::initializer_list<uint64_t> numbers, uint32_t lane = 0,
            int32_t device = 0, bool asks = false) {
    Writer writer;
    writer.begin(what, lane, device, asks);
    for (const uint64_t number : numbers) writer.number(number);
    return write(writer.finish(), writer.size());
  }
  bool urge(uint16_t what, std::initializer_list<uint64_t> numbers) {
    Writer writer;
    writer.begin(what, 0, 0);
    for (const uint64_t number : numbers) writer.number(number);
    return write_urgent(writer.finish(), writer.size());
  }
  bool stage(uint64_t token, uint64_t total, uint64_t offset, size_t bytes) {
    const std::vector<unsigned char> data(bytes, 0x5a);
    Writer writer;
    writer.begin(kStage, 0, 0);
    for (const uint64_t number : {token, total, offset}) writer.number(number);
    writer.bytes(data.data(), bytes);
    return write(writer.finish(), writer.size());
  }

  // -- calls that wait for their answers; result -1: the server has ended
  Answer ask(uint16_t what, std::initializer_list<uint64_t> numbers, uint32_t lane = 0,
             int32_t device = 0) {
    {
      std::lock_guard lock(mutex_);
      answers_.erase(lane);
    }
    send(what, numbers, lane, device, true);
    return wait(lane);
  }
  Answer wait(uint32_t lane) {
    std::unique_lock lock(mutex_);
    answered_.wait(lock, [&] { return answers_.count(lane) || lost_; });
    const auto found = answers_.find(lane);
    return found == answers_.end() ? Answer{} : found->second;
  }
  bool has_answer(uint32_t lane) {
    std::lock_guard lock(mutex_);
    return answers_.count(lane) > 0;
  }
  Answer told(Writer &writer) {
    {
      std::lock_guard lock(mutex_);
      answers_.erase(0);
    }
    write(writer.finish(), writer.size());
    return wait(0);
  }

 private:
  void start(int socket) {
    const std::string number = std::to_string(socket);
    char *arguments[] = {path_.data(), const_cast<char *>(number.c_str()), nullptr};
    // A sanitizer that finds something ends the server as nothing else does.
    std::vector<std::string> added = added_;
    for (const char *each :
         {"ASAN_OPTIONS=exitcode=99:detect_leaks=0", "UBSAN_OPTIONS=exitcode=99:halt_on_error=1",
          "TSAN_OPTIONS=exitcode=99:halt_on_error=1:atexit_sleep_ms=0"})
      added.push_back(each);
    std::vector<char *> environment;
    for (char **each = environ; *each; each++) {
      const auto is_same = [&](const std::string &other) {
        return !strncmp(*each, other.c_str(), other.find('=') + 1);
      };
      if (std::none_of(added.begin(), added.end(), is_same)) environment.push_back(*each);
    }
    for (std::string &each : added) environment.push_back(each.data());
    environment.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, socket);  // it stays open
    posix_spawn_file_actions_adddup2(&actions, said_, 2);
    CHECK(posix_spawn(&server_, path_.c_str(), &actions, nullptr, arguments, environment.data()) ==
          0);
    posix_spawn_file_actions_destroy(&actions);
  }

  void listen() {
    Message message;
    while (message.receive(back_)) {
      if (unless_ && unless_(*this, message)) continue;
      Reader fields = message.fields();
      if (message.head.what == kAnswer) {
        Answer answer;
        answer.result = message.head.number;
        answer.late = int32_t(fields.number());
        size_t count;
        const unsigned char *bytes = fields.bytes(&count);
        for (size_t i = 0; i + 8 <= count; i += 8) {
          answer.numbers.emplace_back();
          memcpy(&answer.numbers.back(), bytes + i, 8);
        }
        std::lock_guard lock(mutex_);
        answers_[message.head.lane] = answer;
        answered_.notify_all();
        continue;
      }
      const uint64_t first = fields.number(), second = fields.number();
      if (message.head.what == kCall) urge(kCalled, {second});
      if (message.head.what == kFetch) fetched(second, first);
    }
  }
  void fetched(uint64_t wait, uint64_t bytes) {
    const std::vector<unsigned char> data(kPiece, 0x5a);
    for (uint64_t at = 0; at < bytes;) {
      const size_t now = size_t(bytes - at < kPiece ? bytes - at : kPiece);
      Writer writer;
      writer.begin(kFetched, 0, 0);
      writer.number(wait);
      writer.number(at);
      writer.bytes(data.data(), now);
      if (!write_urgent(writer.finish(), writer.size())) return;
      at += now;
    }
  }

  const Unless unless_;
  std::string path_;
  const std::vector<std::string> added_;
  int socket_ = -1, said_ = -1;
  pid_t server_ = 0;
  LinkPage *page_ = nullptr;
  SlotPage *slots_ = nullptr;
  Lost lost_{false};
  RingWriter commands_, urgent_;
  RingReader back_;
  std::thread watching_, listening_;
  std::mutex sending_, urging_, mutex_;
  std::condition_variable answered_;
  std::map<uint32_t, Answer> answers_;
};

}  // namespace heddle::remote
