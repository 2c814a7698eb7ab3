// Commands as they lie in a stream's queue or in a graph.
#pragma once

#include <stdint.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <variant>
#include <vector>

#include "common/os.h"
#include "soft/run/kernels.h"
#include "soft/softxpu.h"

namespace soft {

class Context;
struct Stream;
struct Graph;

// One recording of an event. Its waiters hold it, so recording the event again or destroying it
// changes nothing for them.
struct Record {
  std::shared_ptr<Stream> stream;
  uint64_t target = 0;  // the stream's count of completed commands that means "done"

  int64_t done_at() const { return done_at_.load(); }  // on the time line; 0: not yet
  void finish(int64_t at);
  void listen(Context *context);  // of another device: its executor is rung when we finish
  bool has_listeners();
  void lose() { lost_ = true; }  // by a reset: it will never be done
  bool is_lost() const { return lost_.load(); }

 private:
  std::atomic<int64_t> done_at_{0};
  std::atomic<bool> lost_{false};
  std::mutex mutex_;
  std::vector<Context *> listeners_;
};

// -- device commands: they need the device to be the context's ------------------------------------
struct Launch {
  const Kernel *kernel;
  alignas(8) char arguments[kMaxArguments];
};
struct Copy {
  void *to;
  const void *from;
  size_t bytes;
};
struct Fill {
  void *to;
  int value;
  size_t bytes;
};

// -- front-end commands: they need nothing but their turn in the stream ---------------------------
struct RecordEvent {
  std::shared_ptr<Record> record;
};
struct WaitEvent {
  std::shared_ptr<Record> record;
};
struct CallHost {
  sxHostFunc function;
  void *argument;
};
struct WaitValue {
  const uint32_t *word;
  uint32_t value;
  unsigned flags;

  uint32_t load() const { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
  bool satisfied_by(uint32_t seen) const {
    if (flags == SX_WAIT_EQUAL) return seen == value;
    if (flags == SX_WAIT_GREATER_EQUAL) return int32_t(seen - value) >= 0;
    return (seen & value) != 0;
  }
};
struct WriteValue {
  uint64_t *word;
  uint64_t value;
};
struct RunGraph {
  std::shared_ptr<const Graph> graph;
};

using Payload = std::variant<std::monostate, Launch, Copy, Fill, RecordEvent, WaitEvent, CallHost,
                             WaitValue, WriteValue, RunGraph>;

// How long a payload takes on a device of that speed as far as it is known before it runs.
// `percent`: of its units, that the context may fill.
int64_t modelled_work(const Payload &payload, uint32_t speed_milli, uint32_t percent = 100);

bool is_device_command(const Payload &payload);
// Whether it touches memory, so that it must begin in real time, not only on the time line.
bool has_action(const Payload &payload);
// Whether anything but the time line can tell that the command was reached.
bool is_observable(const Payload &payload);

struct Command {
  Payload payload;
  uint64_t sequence = 0;  // over all streams of the context
  int64_t submitted = 0;
  int64_t work = 0;  // modelled_work() of the payload, of the whole graph if it is one
};

// What a capture recorded; immutable once the capture has ended.
struct Graph {
  struct Node {
    Payload payload;
    int64_t work_end = 0;            // modelled work of the graph up to and with this node
    int64_t next_mark = os::kNever;  // work before the next observable node, this one included
  };
  std::vector<Node> nodes;
  const Context *context = nullptr;  // the only one that it runs on

  void add(Payload payload, int64_t work);
  void seal();  // computes next_mark
  int64_t work() const { return nodes.empty() ? 0 : nodes.back().work_end; }
};

}  // namespace soft
