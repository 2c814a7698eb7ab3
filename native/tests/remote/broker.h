// Servers for a test that is a program with the client's library; and its threads.
#pragma once

#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/check.h"

extern char **environ;

// Starts a server for each process that connects.
class Broker {
 public:
  // `libraries`: where the server finds the vendor's; null: where it is installed.
  explicit Broker(std::string server, const char *libraries = nullptr) {
    path_ = "/tmp/heddle-remote-" + std::to_string(getpid());
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    strcpy(address.sun_path, path_.c_str());
    socket_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(bind(socket_, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0);
    CHECK(listen(socket_, 16) == 0);
    setenv("HEDDLE_PROXY", path_.c_str(), 1);
    process_ = check::start_child([&] { serve(std::move(server), libraries); });
    close(socket_);
  }
  ~Broker() {
    kill(process_, SIGKILL);
    check::wait_child(process_);
    unlink(path_.c_str());
  }

 private:
  void serve(std::string server, const char *libraries) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // also where the test is killed
    signal(SIGCHLD, SIG_IGN);
    if (libraries) setenv("LD_LIBRARY_PATH", libraries, 1);
    for (;;) {
      const int client = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
      CHECK(client >= 0);
      std::string number = std::to_string(client);
      char *arguments[] = {server.data(), number.data(), nullptr};
      posix_spawn_file_actions_t actions;
      posix_spawn_file_actions_init(&actions);
      posix_spawn_file_actions_adddup2(&actions, client, client);
      pid_t pid;
      CHECK(posix_spawn(&pid, server.c_str(), &actions, nullptr, arguments, environ) == 0);
      posix_spawn_file_actions_destroy(&actions);
      close(client);
    }
  }

  std::string path_;
  int socket_ = -1;
  pid_t process_ = 0;
};

template <class F>
void in_threads(int count, F body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; i++) threads.emplace_back(body, i);
  for (std::thread &each : threads) each.join();
}
