// What an ordinary program does to a device, whatever the vendor: the demonstration and the
// benchmarks run it twice, once as the urgent task and once as the background. It knows nothing of
// Heddle.
//
// It sends requests: each is N timed commands on one stream. A request is logged as one line,
// "BEGIN_NS END_NS" on CLOCK_MONOTONIC: when it was due, and when its last command was done.
//   LOAD requests COMMANDS COMMAND_US EVERY_US IN_FLIGHT SECONDS [TOLD_US]
//       a request every EVERY_US (0: as fast as it can), up to IN_FLIGHT unfinished ones; with
//       TOLD_US it tells Heddle, if that is there, so long before each request
//       LOAD_ARRIVALS=poisson: at random times, so many on average; LOAD_ARRIVALS=2%: each as much
//       earlier or later, at random
//   LOAD launch-cost ROUNDS
//       prints the host nanoseconds of one launch, a line a round. Under Heddle a line has two
//       numbers, of a launch past it and of an intercepted one, so that both are of one process
//   LOAD copies MIB ROUNDS
//       prints the nanoseconds of a copy of so much, to the device and back, a line a round; the
//       program's memory is as malloc() gives it
//   LOAD serve COMMANDS COMMAND_US
//       a request for each line that comes in, and a line back when it is done
//   LOAD wake ROUNDS EVERY_US
//       prints how many nanoseconds another process that waits takes to be awake, a line a round:
//       what the host adds to whatever has to be decided elsewhere
// With LOAD_PROCESSES=N it is so many processes, each with a stream of its own: they begin together
// once all are set up, log to the same place, and end together.
//
// A Device has: Event; launch(ns); synchronize(); Event record(); wait(Event); give_back(Event);
// go_direct(bool). One that can send a whole request as one piece also has request(commands, ns),
// one that has to find out how long its commands take has turns_per_ns(), which LOAD calibrate
// prints, and one that copies has copy_to(Buffer, from, bytes) and copy_from(to, Buffer, bytes),
// which wait.
#pragma once

#include <dlfcn.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <deque>
#include <new>
#include <vector>

#include "common/os.h"

namespace heddle {

// The processes of one load: this one forks the others. The end of any is the end of all.
class Crew {
 public:
  explicit Crew(int size) : size_(size) {
    void *shared =
        mmap(nullptr, sizeof *ready_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) exit(1);
    ready_ = new (shared) std::atomic<int>(0);
    signal(SIGTERM, stop);  // ends in order: nothing is left on the device
    if (size > 1) signal(SIGCHLD, stop);
    const pid_t parent = getpid();
    while (int(others_.size()) < size - 1) {
      const pid_t child = fork();
      if (child < 0) exit(1);  // the children get a signal when this parent dies
      if (child == 0) {
        others_.clear();
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != parent) exit(1);
        return;
      }
      others_.push_back(child);
    }
  }

  static bool stopped() { return flag(); }

  // Returns when all of them have called it.
  void begin() {
    ready_->fetch_add(1);
    while (*ready_ < size_ && !stopped()) os::sleep_until(os::now_ns() + 1'000'000);
  }

  // Ends the others; false if one of them has failed.
  bool end() {
    for (pid_t child : others_) kill(child, SIGTERM);
    bool all_well = true;
    for (pid_t child : others_) {
      int status = 0;
      waitpid(child, &status, 0);
      all_well &= WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    return all_well;
  }

 private:
  static std::atomic<bool> &flag() {
    static std::atomic<bool> flag{false};
    return flag;
  }
  static void stop(int) { flag() = true; }

  int size_;
  std::atomic<int> *ready_;
  std::vector<pid_t> others_;
};

// When requests are due. The same in every run.
class Arrivals {
 public:
  explicit Arrivals(int64_t every_ns) : every_ns_(every_ns) {
    const char *how = getenv("LOAD_ARRIVALS");
    is_poisson_ = how && !strcmp(how, "poisson");
    if (how && !is_poisson_) jitter_ = atof(how) / 100;
  }

  // The first one that is not before `now_ns`: what took too long is not caught up with, as a
  // camera drops frames.
  int64_t next(int64_t now_ns) {
    if (!every_ns_) return now_ns;
    do {
      at_ns_ = at_ns_ ? at_ns_ + step_ns() : now_ns;
      due_ns_ = at_ns_ + int64_t(double(every_ns_) * jitter_ * (2 * random() - 1));
    } while (due_ns_ < now_ns);
    return due_ns_;
  }

 private:
  int64_t step_ns() {
    return is_poisson_ ? int64_t(-log(1 - random()) * double(every_ns_)) : every_ns_;
  }
  double random() {  // of 0..1, without 1
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return double(state_ >> 11) * 0x1p-53;
  }

  int64_t every_ns_, at_ns_ = 0, due_ns_ = 0;
  bool is_poisson_ = false;
  double jitter_ = 0;
  uint64_t state_ = 0x9e3779b97f4a7c15;
};

template <class Device>
class Load {
 public:
  void requests(Crew &crew, int commands, uint64_t command_ns, int64_t every_ns, size_t in_flight,
                int64_t seconds_ns, int64_t told_ns) {
    launch(1, command_ns);
    device_.synchronize();  // whatever the first command sets up is not part of a request
    crew.begin();
    Arrivals arrivals(every_ns);
    int64_t due = arrivals.next(os::now_ns());
    const int64_t until_ns = due + seconds_ns;
    while (due < until_ns && !crew.stopped()) {
      if (told_ns) tell(due, told_ns);
      if (every_ns) os::sleep_until(due);
      int64_t begin = every_ns ? due : os::now_ns();
      if (every_ns && in_flight == 1) {  // the common urgent program: launch, then synchronize
        launch(commands, command_ns);
        device_.synchronize();
        log(begin);
      } else {
        launch(commands, command_ns);
        pending_.push_back({begin, device_.record()});
        while (pending_.size() >= in_flight) finish_oldest();
      }
      due = arrivals.next(os::now_ns());
    }
    while (!pending_.empty()) finish_oldest();
  }

  void serve(int commands, uint64_t command_ns) {
    launch(1, command_ns);
    device_.synchronize();
    for (int byte; (byte = getchar()) != EOF && !Crew::stopped();) {
      if (byte != '\n') continue;
      const int64_t begin = os::now_ns();
      launch(commands, command_ns);
      device_.synchronize();
      log(begin);
    }
  }

  // False: what has come back is not what went there.
  bool copies(size_t bytes, int rounds) {
    long result = 0;
    auto there = device_.allocate(bytes, &result);
    std::vector<unsigned char> out(bytes), back(bytes, 1);
    for (int r = 0; r < rounds && !result; r++) {
      for (size_t at = 0; at < bytes; at += 4096) out[at] = (unsigned char)(at / 4096 + size_t(r));
      const int64_t begin = os::now_ns();
      device_.copy_to(there, out.data(), bytes);
      const int64_t middle = os::now_ns();
      device_.copy_from(back.data(), there, bytes);
      const int64_t end = os::now_ns();
      printf("%lld %lld\n", static_cast<long long>(middle - begin),
             static_cast<long long>(end - middle));
      if (back != out) return false;
    }
    return result == 0;
  }

  void launch_cost(int rounds) {
    for (int r = 0; r < rounds; r++) {
      if (!device_.go_direct(true)) {
        printf("%.1f\n", launch_ns());
        continue;
      }
      double direct = launch_ns();
      device_.go_direct(false);
      printf("%.1f %.1f\n", direct, launch_ns());
    }
  }

 private:
  double launch_ns() {
    constexpr int kLaunches = 400;  // stays below the stream's capacity: none of them waits
    device_.launch(2'000'000);      // keeps the device busy, so that no launch has to wake it
    int64_t start = os::now_ns();
    for (int i = 0; i < kLaunches; i++) device_.launch(100);
    int64_t end = os::now_ns();
    device_.synchronize();
    return double(end - start) / kLaunches;
  }

  struct Request {
    int64_t begin_ns;
    typename Device::Event done;
  };

  void launch(int commands, uint64_t command_ns) {
    if constexpr (requires { device_.request(commands, command_ns); })
      device_.request(commands, command_ns);
    else
      for (int i = 0; i < commands; i++) device_.launch(command_ns);
  }

  static void tell(int64_t due, int64_t before_ns) {
    static auto *expect =
        reinterpret_cast<int (*)(uint64_t, uint64_t)>(dlsym(RTLD_DEFAULT, "heddle_program_expect"));
    os::sleep_until(due - before_ns);
    if (expect) expect(0, uint64_t(before_ns) / 500);  // twice the time, in microseconds
  }

  void finish_oldest() {
    Request request = pending_.front();
    pending_.pop_front();
    device_.wait(request.done);
    log(request.begin_ns);
    device_.give_back(request.done);
  }

  static void log(int64_t begin_ns) {
    printf("%lld %lld\n", static_cast<long long>(begin_ns), static_cast<long long>(os::now_ns()));
    fflush(stdout);  // whole lines only, should we be killed
  }

  Device device_;
  std::deque<Request> pending_;
};

// The one that is woken is as prompt as the agent's arbiter.
inline int wake(int rounds, int64_t every_ns) {
  struct Bell {
    std::atomic<uint32_t> word;
    std::atomic<int64_t> rung_ns;
  };
  void *shared =
      mmap(nullptr, sizeof(Bell), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 1;
  Bell *bell = new (shared) Bell{};
  const pid_t parent = getpid(), child = fork();
  if (child < 0) return 1;
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(1);
    os::become_prompt("load-wake");
    os::go_first();
    for (uint32_t seen = 0; seen < uint32_t(rounds);) {
      os::futex_wait(&bell->word, seen, os::now_ns() + 1'000'000'000);
      const int64_t now = os::now_ns();
      if (bell->word == seen) continue;
      printf("%lld\n", static_cast<long long>(now - bell->rung_ns));
      seen = bell->word;
    }
    fflush(stdout);
    _exit(0);
  }
  for (int64_t i = 0, at = os::now_ns(); i < rounds; i++) {
    os::sleep_until(at += every_ns);
    bell->rung_ns = os::now_ns();
    bell->word.fetch_add(1);
    os::futex_wake(&bell->word);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

template <class Device>
int load_main(int argc, char **argv) {
  if ((argc == 7 || argc == 8) && !strcmp(argv[1], "requests")) {
    const char *processes = getenv("LOAD_PROCESSES");
    Crew crew(processes ? atoi(processes) : 1);
    Load<Device>().requests(crew, atoi(argv[2]), uint64_t(atof(argv[3]) * 1000),
                            int64_t(atof(argv[4]) * 1000), size_t(atoi(argv[5])),
                            int64_t(atof(argv[6]) * 1e9), argc == 8 ? atoi(argv[7]) * 1000 : 0);
    return crew.end() ? 0 : 1;
  }
  if (argc == 4 && !strcmp(argv[1], "wake"))
    return wake(atoi(argv[2]), int64_t(atof(argv[3]) * 1000));
  if (argc == 4 && !strcmp(argv[1], "serve")) {
    Load<Device>().serve(atoi(argv[2]), uint64_t(atof(argv[3]) * 1000));
    return 0;
  }
  if (argc == 3 && !strcmp(argv[1], "launch-cost")) {
    Load<Device>().launch_cost(atoi(argv[2]));
    return 0;
  }
  if constexpr (requires(Device &device) { &Device::copy_to; }) {
    if (argc == 4 && !strcmp(argv[1], "copies"))
      return Load<Device>().copies(size_t(atof(argv[2]) * (1 << 20)), atoi(argv[3])) ? 0 : 1;
  }
  if constexpr (requires(Device &device) { device.turns_per_ns(); }) {
    if (argc == 2 && !strcmp(argv[1], "calibrate")) {
      printf("%.6f\n", Device().turns_per_ns());
      return 0;
    }
  }
  fprintf(stderr,
          "usage: %1$s requests COMMANDS COMMAND_US EVERY_US IN_FLIGHT SECONDS [TOLD_US]\n"
          "       %1$s copies MIB ROUNDS\n"
          "       %1$s serve COMMANDS COMMAND_US\n"
          "       %1$s launch-cost ROUNDS\n"
          "       %1$s wake ROUNDS EVERY_US\n",
          program_invocation_short_name);
  return 2;
}

}  // namespace heddle
