// Child processes of the conformance programs.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

struct Child {
  pid_t pid;
  int output;
};

// The child's stdout is a pipe, so that the parent prints what it wrote at a time of its choosing.
template <class Body>
Child start(Body body) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  std::fflush(stdout);
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    std::setvbuf(stdout, nullptr, _IOLBF, 0);  // should it crash, what it printed before counts
    const int code = body();
    std::fflush(stdout);
    _exit(code);
  }
  close(ends[1]);
  return {pid, ends[0]};
}

inline void finish(const char *label, Child child) {
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = read(child.output, buffer, sizeof buffer)) > 0;)
    text.append(buffer, got);
  close(child.output);
  int status = 0;
  waitpid(child.pid, &status, 0);
  std::printf("-- %s\n%s-- ended %d, code %d, signal %d\n", label, text.c_str(), WIFEXITED(status),
              WIFEXITED(status) ? WEXITSTATUS(status) : 0,
              WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}
