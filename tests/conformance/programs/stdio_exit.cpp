// Ends in the middle, with work pending: by exit(7), by _exit(9), or by a signal to itself. The
// argument says which; without one, each is tried in a child and then exit(7) ends this process.
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstring>
#include <string>

#include "common.h"

void at_exit() { std::printf("at exit\n"); }

[[noreturn]] void end(const std::string &way) {
  std::printf("ending by %s\n", way.c_str());
  std::atexit(at_exit);
  const sxStream stream = make_stream(SX_STREAM_NON_BLOCKING);
  Chain chain;
  for (int i = 0; i < 150; ++i) {
    timed(pace(i), stream);
    chain.step(i, stream);
  }
  SHOW(sxStreamSynchronize(stream));
  chain.print("before");
  for (int i = 0; i < 150; ++i) timed(2000, i % 2 ? stream : nullptr);
  if (way == "_exit" || way == "term") std::fflush(stdout);
  if (way == "_exit") _exit(9);
  if (way == "term") std::raise(SIGTERM);
  std::exit(7);  // the rest of stdout is written on the way out
}

int main(int count, char **arguments) {
  SHOW(sxInit(0));
  if (count > 1) end(arguments[1]);

  for (const char *way : {"exit", "_exit", "term"}) {
    std::fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
      execl("/proc/self/exe", arguments[0], way, nullptr);
      _exit(127);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    if (WIFSIGNALED(status))
      std::printf("ended by signal %d\n", WTERMSIG(status));
    else
      std::printf("ended with code %d\n", WEXITSTATUS(status));
  }
  end("exit");
}
