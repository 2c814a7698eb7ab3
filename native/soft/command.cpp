#include "soft/command.h"

#include <algorithm>

#include "soft/context.h"

namespace soft {
namespace {

constexpr int64_t kLongest = 1'000'000'000'000'000;  // eleven days: sums of times cannot overflow
constexpr size_t kBytesPerNs = 10;

template <class T>
bool is(const Payload &payload) {
  return std::holds_alternative<T>(payload);
}

int64_t clamp(uint64_t ns) { return int64_t(std::min(ns, uint64_t(kLongest))); }

}  // namespace

void Record::finish(int64_t at) {
  std::vector<Context *> listeners;
  {
    std::lock_guard lock(mutex_);
    done_at_ = at;
    listeners.swap(listeners_);
  }
  for (Context *context : listeners) context->ring();
}

void Record::listen(Context *context) {
  std::lock_guard lock(mutex_);
  if (!done_at()) listeners_.push_back(context);
}

bool Record::has_listeners() {
  std::lock_guard lock(mutex_);
  return !listeners_.empty();
}

int64_t modelled_work(const Payload &payload, uint32_t speed_milli, uint32_t percent) {
  if (auto *copy = std::get_if<Copy>(&payload)) return clamp(copy->bytes / kBytesPerNs);
  if (auto *fill = std::get_if<Fill>(&payload)) return clamp(fill->bytes / kBytesPerNs);
  if (auto *run = std::get_if<RunGraph>(&payload)) return run->graph->work();
  auto *launch = std::get_if<Launch>(&payload);
  if (!launch || launch->kernel->kind == Kernel::Kind::kCompute) return 0;
  const uint64_t alone = uint64_t(clamp(requested_time(launch->arguments))) * 1000 / speed_milli;
  const Kernel &kernel = *launch->kernel;
  const uint32_t width = kernel.width ? kernel.width(launch->arguments) : 100;
  return width > percent ? clamp(clamp(alone) * uint64_t(width) / percent) : clamp(alone);
}

bool is_device_command(const Payload &payload) {
  return is<Launch>(payload) || is<Copy>(payload) || is<Fill>(payload);
}

bool has_action(const Payload &payload) {
  if (auto *launch = std::get_if<Launch>(&payload)) {
    return launch->kernel->run != nullptr;
  }
  return is<Copy>(payload) || is<Fill>(payload);
}

bool is_observable(const Payload &payload) {
  auto *launch = std::get_if<Launch>(&payload);
  return !launch || launch->kernel->kind != Kernel::Kind::kTimed;
}

void Graph::add(Payload payload, int64_t work_of_node) {
  int64_t end = std::min(work() + work_of_node, kLongest);
  nodes.push_back({std::move(payload), end, os::kNever});
}

void Graph::seal() {
  int64_t mark = os::kNever;
  for (size_t i = nodes.size(); i-- > 0;) {
    if (is_observable(nodes[i].payload)) mark = i ? nodes[i - 1].work_end : 0;
    nodes[i].next_mark = mark;
  }
}

}  // namespace soft
