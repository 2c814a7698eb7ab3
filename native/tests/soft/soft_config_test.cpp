// Personalities, the environment, the configuration file, what is visible, what is in force.
#include <sys/stat.h>
#include <fstream>

#include "tests/soft/soft_test.h"

namespace {

int count() {
  int n = -1;
  CHECK_EQ(sxDeviceCount(&n), SX_OK);
  return n;
}

std::string name(int device) {
  char text[32];
  CHECK_EQ(sxDeviceGetName(device, text, sizeof text), SX_OK);
  return text;
}

void attach() {
  void *p = nullptr;
  CHECK_EQ(sxMalloc(&p, 1), SX_OK);
}

void defaults() {
  int n;
  CHECK_EQ(sxDeviceCount(&n), SX_ERROR_NOT_INITIALIZED);
  CHECK_EQ(sxInit(1), SX_ERROR_INVALID);
  CHECK_EQ(sxInit(0), SX_OK);
  CHECK_EQ(sxInit(0), SX_OK);
  CHECK_EQ(count(), 3);
  CHECK_EQ(name(0) + name(1) + name(2), "gpunpuedge");
  CHECK_EQ(attribute(0, SX_ATTR_CAPABILITIES), 31);
  CHECK_EQ(attribute(0, SX_ATTR_SCHEDULER), SX_SCHEDULER_ROUND_ROBIN);
  CHECK_EQ(attribute(0, SX_ATTR_CONCURRENCY), 4);
  CHECK_EQ(attribute(0, SX_ATTR_MEMORY), int64_t(16) << 30);
  CHECK_EQ(attribute(0, SX_ATTR_TIMESLICE_US), 2000);
  CHECK_EQ(attribute(0, SX_ATTR_SWITCH_US), 100);
  CHECK_EQ(attribute(1, SX_ATTR_CAPABILITIES), 11);
  CHECK_EQ(attribute(1, SX_ATTR_SCHEDULER), SX_SCHEDULER_FCFS);
  CHECK_EQ(attribute(1, SX_ATTR_WAIT_NS), 2000);
  CHECK_EQ(attribute(2, SX_ATTR_CAPABILITIES), 2);
  CHECK_EQ(attribute(2, SX_ATTR_SPEED_MILLI), 250);
  CHECK_EQ(attribute(2, SX_ATTR_INDEX), 2);
  int64_t value;
  CHECK_EQ(sxDeviceGetAttribute(3, SX_ATTR_INDEX, &value), SX_ERROR_NO_DEVICE);
  CHECK_EQ(sxDeviceGetAttribute(0, sxAttribute(99), &value), SX_ERROR_INVALID);
  CHECK_EQ(sxSetDevice(3), SX_ERROR_NO_DEVICE);
  CHECK_EQ(sxSetDevice(2), SX_OK);
  int device = -1;
  CHECK_EQ(sxGetDevice(&device), SX_OK);
  CHECK_EQ(device, 2);
  char tiny[3];
  CHECK_EQ(sxDeviceGetName(0, tiny, sizeof tiny), SX_OK);
  CHECK_EQ(std::string(tiny), "gp");
}

void from_environment() {
  setenv("SOFTXPU_DEVICES",
         "gpu:scheduler=fcfs:caps=-wait_value,cam=npu:switch_us=0:memory_mib=7,"
         "npu:scheduler=rr:caps=+timeslice:timeslice_us=5:concurrency=2:speed_milli=500:wait_ns=1",
         1);
  CHECK_EQ(sxInit(0), SX_OK);
  CHECK_EQ(count(), 3);
  CHECK_EQ(attribute(0, SX_ATTR_CAPABILITIES), SX_CAP_WRITE_VALUE | SX_CAP_DISABLE | SX_CAP_RESET);
  CHECK_EQ(attribute(0, SX_ATTR_TIMESLICE_US), 0);
  CHECK_EQ(name(1), "cam");
  CHECK_EQ(attribute(1, SX_ATTR_SWITCH_US), 0);
  CHECK_EQ(attribute(1, SX_ATTR_MEMORY), 7 << 20);
  CHECK_EQ(attribute(2, SX_ATTR_CAPABILITIES), 15);
  CHECK_EQ(attribute(2, SX_ATTR_TIMESLICE_US), 5);
  CHECK_EQ(attribute(2, SX_ATTR_CONCURRENCY), 2);
  CHECK_EQ(attribute(2, SX_ATTR_SPEED_MILLI), 500);
  CHECK_EQ(attribute(2, SX_ATTR_WAIT_NS), 1);
}

void from_file(const std::string &path) {
  std::ofstream(path) << "# two devices\n[[device]]\nswitch_us = 3 # first\nname = \"a#b\"\n"
                         "personality = \"gpu\"\ncaps = [\"-disable\", \"-timeslice\"]\n\n"
                         "[[device]]\npersonality = \"edge\"\nscheduler = \"rr\"\n";
  setenv("SOFTXPU_CONFIG", path.c_str(), 1);
  CHECK_EQ(sxInit(0), SX_OK);
  CHECK_EQ(count(), 2);
  CHECK_EQ(name(0), "a#b");
  CHECK_EQ(attribute(0, SX_ATTR_SWITCH_US), 3);
  CHECK_EQ(attribute(0, SX_ATTR_CAPABILITIES),
           SX_CAP_WAIT_VALUE | SX_CAP_WRITE_VALUE | SX_CAP_RESET);
  CHECK_EQ(attribute(1, SX_ATTR_TIMESLICE_US), 2000);
}

void with_file_and_line(const std::string &path) {
  setenv("SOFTXPU_CONFIG", path.c_str(), 1);
  setenv("SOFTXPU_DEVICES", "npu", 1);
  CHECK_EQ(sxInit(0), SX_OK);
  CHECK_EQ(name(0), "npu");
}

void none(const char *text) {
  setenv("SOFTXPU_DEVICES", text, 1);
  CHECK_EQ(sxInit(0), SX_OK);
  CHECK_EQ(count(), 0);
  void *p;
  CHECK_EQ(sxMalloc(&p, 1), SX_ERROR_NO_DEVICE);
  CHECK_EQ(sxSetDevice(0), SX_ERROR_NO_DEVICE);
}

void bad(const char *text) {
  setenv("SOFTXPU_DEVICES", text, 1);
  CHECK_EQ(sxInit(0), SX_ERROR_CONFIG);
}

void visible(const char *list, const std::string &expected) {
  setenv("SOFTXPU_VISIBLE_DEVICES", list, 1);
  CHECK_EQ(sxInit(0), SX_OK);
  std::string names;
  for (int i = 0; i < count(); i++) names += name(i) + " ";
  CHECK_EQ(names, expected);
}

void follows_live_contexts() {
  check::in_child([] {
    setenv("SOFTXPU_DEVICES", "npu,second=npu", 1);
    CHECK_EQ(sxInit(0), SX_OK);
    attach();
    unsetenv("SOFTXPU_DEVICES");
    check::in_child([] {  // wants nothing: takes what is in force
      CHECK_EQ(sxInit(0), SX_OK);
      CHECK_EQ(count(), 2);
    });
    check::in_child([] { bad("npu"); });
    check::in_child([] {
      setenv("SOFTXPU_DEVICES", "npu,second=npu", 1);
      CHECK_EQ(sxInit(0), SX_OK);
      attach();
    });
  });
  check::in_child([] {  // all gone: free to choose
    setenv("SOFTXPU_DEVICES", "npu", 1);
    CHECK_EQ(sxInit(0), SX_OK);
    attach();
  });
}

// As with a device node that is missing in a container.
void without_its_file(const OwnSegment &segment) {
  setenv("SOFTXPU_DEVICES", "gpu,npu", 1);
  check::in_child([] {
    CHECK_EQ(sxInit(0), SX_OK);
    attach();
  });
  const std::string file = segment.path + ".0";
  CHECK_EQ(rename(file.c_str(), (file + "-away").c_str()), 0);
  check::in_child([] {
    CHECK_EQ(sxInit(0), SX_OK);
    int count = 0;
    char name[32];
    CHECK_EQ(sxDeviceCount(&count), SX_OK);
    CHECK_EQ(count, 1);
    CHECK_EQ(sxDeviceGetName(0, name, sizeof name), SX_OK);
    CHECK_EQ(std::string(name), "npu");
    attach();
  });
  CHECK_EQ(rename((file + "-away").c_str(), file.c_str()), 0);
  unsetenv("SOFTXPU_DEVICES");
}

void segments(const OwnSegment &segment) {
  struct stat s;
  CHECK_EQ(stat(segment.path.c_str(), &s), 0);
  CHECK_EQ(s.st_mode & 0777, 0666u);
  std::string other = segment.path + "-bad";
  std::ofstream(other) << "not a segment";
  check::in_child([&] {
    setenv("SOFTXPU_SEGMENT", other.c_str() + strlen("/dev/shm/"), 1);
    CHECK_EQ(sxInit(0), SX_ERROR_SEGMENT);
    setenv("SOFTXPU_SEGMENT", "a/b", 1);
    CHECK_EQ(sxInit(0), SX_ERROR_SEGMENT);
  });
  unlink(other.c_str());
}

}  // namespace

int main() {
  OwnSegment segment;
  for (const char *name : {"SOFTXPU_DEVICES", "SOFTXPU_CONFIG", "SOFTXPU_VISIBLE_DEVICES"}) {
    unsetenv(name);
  }
  std::string file = "/tmp/softxpu-test-" + std::to_string(getpid()) + ".toml";
  check::in_child(defaults);
  check::in_child(from_environment);
  check::in_child([&] { from_file(file); });
  check::in_child([&] { with_file_and_line(file); });
  check::in_child([] { none(""); });
  check::in_child([] { none("none"); });
  for (const char *text : {"tpu", "gpu:switch_us", "gpu:switch_us=x", "gpu:caps=wait_value",
                           "gpu:caps=-all", "gpu:scheduler=fair", "gpu,", "=gpu", "gpu:huh=1",
                           "gpu:concurrency=0", "gpu:speed_milli=-1"}) {
    check::in_child([=] { bad(text); });
  }
  std::string seventeen = "gpu";
  for (int i = 0; i < 16; i++) seventeen += ",gpu";
  check::in_child([&] { bad(seventeen.c_str()); });
  check::in_child([] {
    setenv("SOFTXPU_CONFIG", "/nowhere.toml", 1);
    CHECK_EQ(sxInit(0), SX_ERROR_CONFIG);
  });
  check::in_child([] { visible("2,gpu", "edge gpu "); });
  check::in_child([] { visible("npu,9,0", "npu "); });
  check::in_child([] { visible("", ""); });
  follows_live_contexts();
  segments(segment);
  without_its_file(segment);
  unlink(file.c_str());
  return 0;
}
