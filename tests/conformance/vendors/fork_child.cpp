// fork() before the device is used, and exec() after: the child starts anew, the parent goes on.
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>

#include "common.h"

struct Child {
  pid_t pid;
  int output;
};

// The child's stdout is a pipe, so that the parent prints what it wrote at a time of its choosing.
Child start(const std::function<void()> &body) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  std::fflush(stdout);
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    body();
    std::exit(3);
  }
  close(ends[1]);
  return {pid, ends[0]};
}

void finish(const char *label, Child child) {
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = read(child.output, buffer, sizeof buffer)) > 0;)
    text.append(buffer, size_t(got));
  close(child.output);
  int status = 0;
  waitpid(child.pid, &status, 0);
  std::printf("-- %s\n%s-- ended %d, code %d\n", label, text.c_str(), WIFEXITED(status),
              WEXITSTATUS(status));
}

int main(int argc, char **argv) {
  if (argc == 2) {
    Device device;
    work(device, argv[1]);
    return 4;
  }
  const Child early = start([] {
    Device device;
    work(device, "early");
  });
  Device device;
  work(device, "beside the child");
  finish("early child", early);

  const Child idle = start([] {
    std::printf("idle\n");
    std::fflush(stdout);
    _exit(5);
  });
  finish("idle child", idle);

  const Child other = start([&] {
    execl("/proc/self/exe", argv[0], "executed", static_cast<char *>(nullptr));
    _exit(9);
  });
  work(device, "beside the other");
  finish("child that executed", other);
  work(device, "at last");
}
