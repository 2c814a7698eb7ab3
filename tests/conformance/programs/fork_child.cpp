// fork() before and after the first use of the device: the child starts anew, the parent goes on.
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
    text.append(buffer, got);
  close(child.output);
  int status = 0;
  waitpid(child.pid, &status, 0);
  std::printf("-- %s\n%s-- ended %d, code %d\n", label, text.c_str(), WIFEXITED(status),
              WEXITSTATUS(status));
}

void compute(uint64_t seed, int steps) {
  const sxStream stream = make_stream(SX_STREAM_DEFAULT);
  Chain chain;
  for (int i = 0; i < steps; ++i) {
    timed(pace(seed + i), stream);
    chain.step(seed + i, stream);
  }
  SHOW(sxStreamSynchronize(stream));
  chain.print("computed");
}

int main() {
  // Before the library was ever used: the child is the first to use it.
  const Child early = start([] {
    SHOW(sxInit(0));
    compute(100, 150);
  });

  SHOW(sxInit(0));
  sxStream stream = make_stream(SX_STREAM_NON_BLOCKING);
  sxEvent event = make_event();
  sxKernel kernel;
  MUST(sxGetKernel(&kernel, "timed"));
  Chain chain;
  const auto work = [&](int from) {
    for (int i = from; i < from + 150; ++i) {
      timed(pace(i), stream);
      chain.step(i, stream);
    }
  };
  work(0);
  finish("early child", early);

  // With work of the parent in flight: its handles are dead in the child, also after a new sxInit.
  MUST(sxEventRecord(event, stream));
  work(200);
  const Child late = start([&] {
    const auto show_old_handles = [&] {
      const sxTimedArgs arguments{1000};
      uint64_t value = 0;
      SHOW(sxStreamSynchronize(stream));
      SHOW(sxStreamQuery(stream));
      SHOW(sxEventQuery(event));
      SHOW(sxEventSynchronize(event));
      SHOW(sxEventRecord(event, stream));
      SHOW(sxStreamWaitEvent(stream, event));
      SHOW(sxLaunchKernel(kernel, &arguments, sizeof arguments, stream));
      SHOW(sxMemcpyAsync(&value, chain.state, sizeof value, stream));
      SHOW(sxEventDestroy(event));
      SHOW(sxStreamDestroy(stream));
    };
    show_old_handles();
    SHOW(sxInit(0));
    show_old_handles();
    SHOW(sxFree(chain.state));
    compute(300, 150);
    // The child is a parent in turn.
    const Child grandchild = start([] {
      SHOW(sxInit(0));
      compute(400, 60);
    });
    compute(500, 60);
    finish("grandchild", grandchild);
  });
  work(600);
  finish("late child", late);

  // The parent noticed nothing.
  SHOW(sxEventSynchronize(event));
  SHOW(sxStreamSynchronize(stream));
  chain.print("parent");

  // A child that never touches the device and one that dies with work of its own.
  const Child idle = start([] { std::printf("idle\n"); });
  finish("idle child", idle);
  const Child abrupt = start([] {
    MUST(sxInit(0));
    for (int i = 0; i < 50; ++i) timed(2000, nullptr);
    _exit(5);
  });
  finish("abrupt child", abrupt);
  compute(700, 40);
}
