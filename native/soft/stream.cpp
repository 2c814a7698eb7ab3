#include "soft/stream.h"

#include <algorithm>

namespace soft {

void Stream::push(Command command) {
  uint64_t index = pushed++;
  work_before_[index % kStreamCapacity] = work_pushed_;
  if (auto *run = std::get_if<RunGraph>(&command.payload)) {
    int64_t inside = run->graph->nodes.front().next_mark;
    if (inside != os::kNever) marks_.push_back({index, work_pushed_ + inside});
  } else if (is_observable(command.payload)) {
    marks_.push_back({index, work_pushed_});
  }
  work_pushed_ += command.work;
  ring_[index % kStreamCapacity] = std::move(command);
}

const Graph *Stream::graph() const {
  auto *run = std::get_if<RunGraph>(&command().payload);
  return run ? run->graph.get() : nullptr;
}

const Payload &Stream::payload() const {
  const Graph *g = graph();
  return g ? g->nodes[cursor].payload : command().payload;
}

int64_t Stream::head_work() const {
  const Graph *g = graph();
  if (!g) return command().work;
  return g->nodes[cursor].work_end - (cursor ? g->nodes[cursor - 1].work_end : 0);
}

void Stream::finish_head(int64_t at) {
  free_at = at;
  state = Head::kWaiting;
  looked = false;
  const Graph *g = graph();
  if (g && ++cursor < g->nodes.size()) return;
  cursor = 0;
  ring_[completed % kStreamCapacity].payload = std::monostate();  // lets go of what it held
  completed++;
  while (!marks_.empty() && marks_.front().index < completed) marks_.pop_front();
}

void Stream::drop(uint64_t kept) {
  const uint64_t end = completed + kept;
  work_pushed_ = work_before(end);
  for (; pushed > end; pushed--) {
    Payload &payload = ring_[(pushed - 1) % kStreamCapacity].payload;
    if (auto *record = std::get_if<RecordEvent>(&payload)) record->record->lose();
    payload = std::monostate();
  }
  while (!marks_.empty() && marks_.back().index >= end) marks_.pop_back();
  for (Wait *wait : waits) wait->lost |= wait->target > end;
  if (kept) return;
  state = Head::kWaiting;
  cursor = 0;
  looked = false;
}

int64_t Stream::work_before(uint64_t index) const {
  return index == pushed ? work_pushed_ : work_before_[index % kStreamCapacity];
}

int64_t Stream::head_work_end() const {
  const Graph *g = graph();
  return work_before(completed) + (g ? g->nodes[cursor].work_end : command().work);
}

int64_t Stream::reach_mark(int64_t head_end) const {
  int64_t target = work_pushed_;
  const Graph *g = graph();
  if (g && cursor + 1 < g->nodes.size() && g->nodes[cursor + 1].next_mark != os::kNever) {
    target = work_before(completed) + g->nodes[cursor + 1].next_mark;
  } else {
    for (const Mark &mark : marks_) {
      if (mark.index <= completed) continue;
      target = mark.work_before;
      break;
    }
  }
  return head_end + target - head_work_end();
}

int64_t Stream::reach_waited(int64_t head_end) const {
  int64_t best = os::kNever;
  for (const Wait *wait : waits) {
    if (wait->lost || wait->target <= completed) continue;
    best = std::min(best, head_end + work_before(wait->target) - head_work_end());
  }
  return best;
}

}  // namespace soft
