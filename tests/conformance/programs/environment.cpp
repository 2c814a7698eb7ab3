// The environment decides which devices a process sees: none, some in another order, or an error.
#include <sys/wait.h>
#include <unistd.h>
#include <initializer_list>
#include <string>

#include "common.h"

// What the library makes of the environment that this process was started with.
int look() {
  int count = -1;
  SHOW(sxInit(0));
  SHOW(sxDeviceCount(&count));
  std::printf("count %d\n", count);
  for (int device = 0; device < count; ++device) {
    char name[64] = "";
    int64_t index = -1;
    SHOW(sxDeviceGetName(device, name, sizeof name));
    SHOW(sxDeviceGetAttribute(device, SX_ATTR_INDEX, &index));
    std::printf("device %d: %s, index %" PRId64 "\n", device, name, index);
    SHOW(sxSetDevice(device));
    Chain chain;
    for (int i = 0; i < 60; ++i) {
      timed(pace(i), nullptr);
      chain.step(i, nullptr);
    }
    chain.print("computed");
  }
  void *pointer = nullptr;
  sxStream stream = nullptr;
  SHOW(sxSetDevice(count));
  if (count > 0) return 0;
  SHOW(sxSetDevice(0));
  SHOW(sxMalloc(&pointer, 16));
  SHOW(sxStreamCreate(&stream, 0));
  SHOW(sxStreamSynchronize(nullptr));
  SHOW(sxDeviceSynchronize());
  SHOW(sxInit(0));
  return 6;
}

int main(int count, char **arguments) {
  if (count > 1) return look();

  struct Setting {
    const char *name, *value;
  };
  for (const Setting &setting :
       std::initializer_list<Setting>{{"UNRELATED", "1"},
                                      {"SOFTXPU_VISIBLE_DEVICES", ""},
                                      {"SOFTXPU_VISIBLE_DEVICES", "0"},
                                      {"SOFTXPU_VISIBLE_DEVICES", "1,0"},
                                      {"SOFTXPU_VISIBLE_DEVICES", "0,no such device,1"},
                                      {"SOFTXPU_DEVICES", "no such personality"},
                                      {"SOFTXPU_DEVICES", "gpu:no_such_key=1"},
                                      {"SOFTXPU_SEGMENT", "not/a/name"}}) {
    std::printf("== %s=%s\n", setting.name, setting.value);
    std::fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
      setenv(setting.name, setting.value, 1);
      execl("/proc/self/exe", arguments[0], "look", nullptr);
      _exit(127);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    std::printf("ended %d, code %d\n", WIFEXITED(status), WEXITSTATUS(status));
  }
}
