// A stream: a bounded queue, and how far along it the device is.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "soft/command.h"

namespace soft {

inline constexpr uint64_t kStreamCapacity = 1024;
inline constexpr size_t kMostStreams = 4096;  // of a context, with those destroyed that have work

// All of it is guarded by the context's mutex, except what is const.
struct Stream {
  enum class Head {
    kWaiting,    // not begun; may be ready
    kRunning,    // on the device from `start` to `end`
    kSuspended,  // taken off, `remaining` is left
    kInHost,     // the host thread has it
    kSatisfied,  // a wait value that came true at `start`
  };

  Stream(Context *owner, bool is_blocking, bool is_default_stream)
      : context(owner), blocking(is_blocking), is_default(is_default_stream) {}

  Context *const context;
  const bool blocking;  // takes part in the order with the default stream; false for that itself
  const bool is_default;

  // -- the queue --
  uint64_t pushed = 0, completed = 0;  // counts of commands; the difference is queued
  bool destroyed = false;
  std::unique_ptr<Graph> capture;  // recording, if not null

  bool empty() const { return pushed == completed; }
  bool full() const { return pushed - completed == kStreamCapacity; }
  void push(Command command);
  template <class F>
  void each_queued(F f) const {
    for (uint64_t i = completed; i < pushed; i++) f(ring_[i % kStreamCapacity].payload);
  }
  void drop(uint64_t kept);  // all but the oldest ones; those that had begun start anew

  // -- the head of the queue: a command, or a node of the graph that is one --
  Head state = Head::kWaiting;
  int64_t start = 0, end = 0, remaining = 0;
  int64_t free_at = 0;  // when the previous command or node ended
  bool looked = false;  // a wait value was looked at and not satisfied
  size_t cursor = 0;    // node of the graph

  const Command &command() const { return ring_[completed % kStreamCapacity]; }
  const Payload &payload() const;
  int64_t head_work() const;  // modelled work of the command or node at the head
  void finish_head(int64_t at);

  // -- lower bounds for when something is reached, given that the head ends at `head_end` --
  int64_t reach_mark(int64_t head_end) const;    // an observable command, or the queue's end
  int64_t reach_waited(int64_t head_end) const;  // the first position that a host thread waits for
  struct Wait {
    uint64_t target;  // a position, as a count of completed
    bool lost = false;
  };
  std::vector<Wait *> waits;

 private:
  struct Mark {
    uint64_t index;
    int64_t work_before;
  };
  const Graph *graph() const;
  int64_t head_work_end() const;
  int64_t work_before(uint64_t index) const;

  std::vector<Command> ring_ = std::vector<Command>(kStreamCapacity);
  std::vector<int64_t> work_before_ = std::vector<int64_t>(kStreamCapacity);
  std::deque<Mark> marks_;   // observable commands behind the head
  int64_t work_pushed_ = 0;  // modelled work of all commands ever pushed
};

}  // namespace soft
