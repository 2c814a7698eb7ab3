// What a process knows of the soft XPU between sxInit() and its end, or its next fork().
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "soft/context.h"

namespace soft {

class Process {
 public:
  static sxResult init();
  static Process *get();  // nullptr: not initialized (or forked since)

  int device_count() const { return int(visible_.size()); }
  bool has(int device) const { return device >= 0 && device < device_count(); }
  int index(int device) const { return places_[home(device)].load(); }
  const DeviceConfig &config(int device) const { return configuration_[size_t(index(device))]; }

  // The context on a device, attached by the first call that needs it.
  sxResult context(int device, Context **context);
  Context *context_if_attached(int device) { return contexts_[home(device)].load(); }

  sxResult device_of(const Context *context, int *device) const;

  // The thread's device; 0 until set, and again after fork().
  int current_device() const;
  void set_current_device(int device);

  Segment *segment() const { return segment_; }  // nullptr: there are no devices

 private:
  using Places = std::array<int, kMaxDevices>;

  // A device as it was at first. A restore may put it elsewhere without notice.
  size_t home(int device) const { return size_t(visible_[size_t(device)]); }
  static bool is_exiting();

  // desk.cpp: the thread that serves others
  void open_desk();
  void serve();
  sxResult answer(Desk &desk);

  // checkpoint.cpp; of that thread
  std::vector<Context *> contexts() const;
  std::vector<Context *> close();
  void open(const std::vector<Context *> &all);
  sxResult lock(uint32_t timeout_ms);
  sxResult checkpoint();
  sxResult restore(const sxDevicePair *pairs, size_t count);
  sxResult follow(const sxDevicePair *pairs, size_t count, Places *to) const;
  bool alike(int a, int b) const;

  static void before_fork();
  static void after_fork_in_parent();
  static void after_fork_in_child();
  static void at_exit() __attribute__((destructor));

  Segment *segment_ = nullptr;
  Configuration configuration_;
  std::vector<int> visible_;
  std::array<std::atomic<Context *>, kMaxDevices> contexts_{};  // by home
  std::array<std::atomic<int>, kMaxDevices> places_{};          // index by home
  std::atomic<Desk *> desk_{nullptr};
  bool closed_ = false;  // new contexts wait; guarded as attaching is
  std::condition_variable opened_;
  Process *parents_ = nullptr;  // what fork() left us; kept so that checkers see it is no leak
};

}  // namespace soft
