// Processes that fork and that become other programs, before and after they have used the device.
// Covers: exec under a preloaded library leaves one agent; the parent of a fork goes on.
#include <spawn.h>

#include "children.h"
#include "common.h"

char *self, *way;  // as this program was called

void compute(uint64_t seed, int steps) {
  const CUstream stream = make_stream(CU_STREAM_DEFAULT);
  Chain chain;
  for (int i = 0; i < steps; ++i) {
    spin(pace(seed + i), stream);
    chain.step(seed + i, stream);
  }
  SHOW(cu.StreamSynchronize(stream));
  chain.print("computed");
}

[[noreturn]] void become(const char *stage) {
  std::fflush(stdout);
  execl("/proc/self/exe", self, way, stage, nullptr);
  _exit(127);
}

void run_spawned() {
  std::fflush(stdout);
  char stage[] = "child";
  char *arguments[] = {self, way, stage, nullptr};
  pid_t spawned = 0;
  int status = 0;
  if (posix_spawn(&spawned, "/proc/self/exe", nullptr, nullptr, arguments, environ)) std::abort();
  waitpid(spawned, &status, 0);
  std::printf("spawned child ended %d, code %d\n", WIFEXITED(status), WEXITSTATUS(status));
}

// With work of the parent in flight. The driver is of no use in a forked child, and says so.
int forked(CUstream stream, CUevent event) {
  CUdeviceptr pointer = 0;
  CUcontext current = nullptr;
  SHOW(cu.Init(0));
  SHOW(cu.CtxGetCurrent(&current));
  SHOW(cu.MemAlloc(&pointer, 16));
  SHOW(cu.StreamQuery(stream));
  SHOW(cu.StreamSynchronize(stream));
  SHOW(cu.EventQuery(event));
  SHOW(launch(kernels.spin, 1, 1, stream, uint64_t{1000}));
  SHOW(cu.CtxSynchronize(primary));
  return 6;
}

void first(int count, char **arguments) {
  const Child early = start([&] {
    begin(count, arguments);
    compute(100, 100);
    return 3;
  });
  begin(count, arguments);
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  const CUevent event = make_event();
  Chain chain;
  const auto work = [&](int from) {
    for (int i = from; i < from + 100; ++i) {
      spin(pace(i), stream);
      chain.step(i, stream);
    }
  };
  work(0);
  finish("early child", early);

  MUST(cu.EventRecord(event, stream));
  work(200);
  finish("forked child", start([&] { return forked(stream, event); }));
  finish("idle child", start([] {
           std::printf("idle\n");
           return 4;
         }));
  finish("exec child", start([&]() -> int { become("child"); }));
  run_spawned();

  // The parent noticed nothing.
  work(400);
  SHOW(cu.EventSynchronize(event));
  SHOW(cu.StreamSynchronize(stream));
  chain.print("parent");

  // It becomes another program with work pending.
  for (int i = 0; i < 50; ++i) spin(2000, i % 2 ? nullptr : stream);
  become("second");
}

int main(int count, char **arguments) {
  char standard[] = "dlsym";
  self = arguments[0];
  way = count > 1 ? arguments[1] : standard;
  const std::string stage = count > 2 ? arguments[2] : "first";
  std::printf("== %s\n", stage.c_str());
  if (stage == "first") first(count, arguments);
  begin(count, arguments);
  compute(stage == "child" ? 2000 : 3000, 80);
  return stage == "child" ? 4 : 0;
}
