// A process that uses the device and then becomes another program, which uses it too or does not.
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <string>

#include "common.h"

char *self;  // as this program was called

void compute(uint64_t seed, int steps) {
  SHOW(sxInit(0));
  const sxStream stream = make_stream(SX_STREAM_DEFAULT);
  Chain chain;
  for (int i = 0; i < steps; ++i) {
    timed(pace(seed + i), stream);
    chain.step(seed + i, stream);
  }
  SHOW(sxStreamSynchronize(stream));
  chain.print("computed");
}

// Queues work that will still run as the process becomes another one.
void leave_work_behind() {
  for (int i = 0; i < 100; ++i) timed(2000, nullptr);
  usleep(5000);
}

[[noreturn]] void become(const char *stage) {
  std::fflush(stdout);
  execl("/proc/self/exe", self, stage, nullptr);
  _exit(127);
}

void print_status(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  std::printf("child ended %d, code %d\n", WIFEXITED(status), WEXITSTATUS(status));
}

// Children that are other programs at once, made in both of the usual ways.
void run_children() {
  std::fflush(stdout);
  const pid_t forked = fork();
  if (forked == 0) become("child");
  print_status(forked);

  std::fflush(stdout);
  char stage[] = "child";
  char *arguments[] = {self, stage, nullptr};
  pid_t spawned = 0;
  if (posix_spawn(&spawned, "/proc/self/exe", nullptr, nullptr, arguments, environ)) std::abort();
  print_status(spawned);
}

// A child that leaves work behind and becomes a program that never touches the device. As long as
// that one lives, its work must not stand in the way of ours.
void run_leaver() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) std::abort();
  std::fflush(stdout);
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], STDIN_FILENO);
    become("leaver");
  }
  close(ends[1]);
  char ready = 0;
  if (read(ends[0], &ready, 1) == 1) compute(1000, 150);
  close(ends[0]);
  print_status(pid);
}

int main(int count, char **arguments) {
  self = arguments[0];
  const std::string stage = count > 1 ? arguments[1] : "first";
  if (stage != "leaver" && stage != "idle") std::printf("== %s\n", stage.c_str());

  if (stage == "first") {
    compute(0, 250);
    run_children();
    run_leaver();
    become("second");
  } else if (stage == "second") {
    compute(3000, 150);
    leave_work_behind();
    become("third");
  } else if (stage == "third") {
    compute(4000, 150);
  } else if (stage == "child") {
    compute(2000, 150);
    return 4;
  } else if (stage == "leaver") {
    MUST(sxInit(0));
    leave_work_behind();
    become("idle");
  } else if (stage == "idle") {
    char byte = 'r';
    if (write(STDIN_FILENO, &byte, 1) != 1) return 1;
    while (read(STDIN_FILENO, &byte, 1) > 0) {
    }
    return 5;
  }
}
