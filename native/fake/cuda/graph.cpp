// Capture, and the graphs that come of it. A graph is the list of what was captured, in order: what
// depends on something was captured after it, whatever the stream.
#include "fake/cuda/graph.h"

#include <algorithm>

namespace fake {
namespace {

enum Mode { kGlobal, kThreadLocal, kRelaxed };
enum Status { kNone, kActive, kInvalidated };

}  // namespace

// All of it under Driver::capture_mutex.
struct Capture {
  // A stream that takes part.
  struct Member {
    size_t last = 0;  // behind its last node
    Seen seen;        // of other streams
  };
  CUctx_st *context;
  CUstream_st *origin;
  int32_t thread;
  int mode;
  uint64_t id;
  bool valid = true, over = false;
  std::vector<soft::Payload> nodes;
  std::vector<std::shared_ptr<const void>> kept;  // what the nodes need
  std::map<CUstream_st *, Member> members;

  void join(CUstream_st &stream, std::shared_ptr<Capture> self) {
    members[&stream];
    stream.capture = std::move(self);
  }
  // Whether the origin comes after all that the others did.
  bool is_joined() {
    Seen &seen = members[origin].seen;
    return std::all_of(members.begin(), members.end(), [&](const auto &entry) {
      return entry.first == origin || seen[entry.first] >= entry.second.last;
    });
  }
};

namespace {

std::unique_lock<std::mutex> lock_captures() { return std::unique_lock(driver().capture_mutex); }

bool none() { return driver().capture_count.load() == 0; }

CUresult invalidate(Capture &capture, CUresult why) {
  capture.valid = false;
  return why;
}

// Captures of blocking streams of the context, for which its legacy stream would have to wait.
Capture *blocking_capture(const CUctx_st &context) {
  for (auto &capture : driver().captures) {
    for (auto &[stream, member] : capture->members) {
      if (stream->context == &context && stream->soft->blocking) return capture.get();
    }
  }
  return nullptr;
}

// The capture that the event was last recorded in, while it is under way.
std::shared_ptr<Capture> capture_of(const CUevent_st &event) {
  return event.capture && !event.capture->over ? event.capture : nullptr;
}

void end(const std::shared_ptr<Capture> &capture) {
  capture->over = true;
  for (auto &[stream, member] : capture->members) stream->capture = nullptr;
  std::erase(driver().captures, capture);
  driver().capture_count = int(driver().captures.size());
}

}  // namespace

bool is_capturing(const CUstream_st &stream) {
  if (none()) return false;
  auto lock = lock_captures();
  return stream.capture != nullptr;
}

bool captured(CUstream_st &stream, const soft::Payload &payload, CUresult *result) {
  if (none()) return false;
  auto lock = lock_captures();
  if (!stream.capture) {
    Capture *other = stream.is_legacy() ? blocking_capture(*stream.context) : nullptr;
    if (other) *result = invalidate(*other, kCaptureImplicit);
    return other;
  }
  Capture &capture = *stream.capture;
  *result = capture.valid ? kSuccess : kCaptureInvalidated;
  if (!capture.valid) return true;
  if (auto *run = std::get_if<soft::RunGraph>(&payload)) {
    for (const auto &node : run->graph->nodes) capture.nodes.push_back(node.payload);
    capture.kept.push_back(run->graph);
  } else {
    capture.nodes.push_back(payload);
  }
  capture.members[&stream].last = capture.nodes.size();
  return true;
}

CUresult may_be_unsafe() {
  if (none()) return kSuccess;
  const int mode = this_thread().capture_mode;
  if (mode == kRelaxed) return kSuccess;
  CUresult result = kSuccess;
  const int32_t thread = os::this_thread();
  auto lock = lock_captures();
  for (auto &capture : driver().captures) {
    const bool forbids = capture->thread == thread ? capture->mode != kRelaxed
                                                   : mode == kGlobal && capture->mode == kGlobal;
    if (forbids) result = invalidate(*capture, kCaptureUnsupported);
  }
  return result;
}

CUresult may_wait(CUstream_st &stream) {
  if (none()) return kSuccess;
  {
    auto lock = lock_captures();
    if (stream.capture) return invalidate(*stream.capture, kCaptureUnsupported);
    Capture *other = stream.is_legacy() ? blocking_capture(*stream.context) : nullptr;
    if (other) return invalidate(*other, kCaptureImplicit);
  }
  return may_be_unsafe();
}

CUresult may_wait(CUctx_st &context) {
  if (none()) return kSuccess;
  CUresult result = kSuccess;
  {
    auto lock = lock_captures();
    for (auto &capture : driver().captures) {
      if (capture->context == &context) result = invalidate(*capture, kCaptureUnsupported);
    }
  }
  return result == kSuccess ? may_be_unsafe() : result;
}

CUresult may_query(CUevent_st &event) {
  if (none()) return kSuccess;
  {
    auto lock = lock_captures();
    if (Capture *capture = capture_of(event).get()) return invalidate(*capture, kCapturedEvent);
  }
  return may_be_unsafe();
}

void leave_capture(CUstream_st &stream) {
  if (none()) return;
  auto lock = lock_captures();
  std::shared_ptr<Capture> capture = std::move(stream.capture);
  if (!capture) return;
  invalidate(*capture, kCaptureInvalidated);
  capture->members.erase(&stream);
  if (capture->origin == &stream) end(capture);
}

void leave_captures(CUctx_st &context) {
  if (none()) return;
  auto lock = lock_captures();
  auto all = driver().captures;
  for (auto &capture : all) {
    if (capture->context == &context) end(capture);
  }
}

// Whether the event is one of a capture from now on.
bool record_in_capture(CUevent_st &event, CUstream_st &stream, CUresult *result) {
  auto lock = lock_captures();
  event.capture = stream.capture;
  if (!stream.capture) return false;
  Capture &capture = *stream.capture;
  *result = capture.valid ? kSuccess : kCaptureInvalidated;
  const Capture::Member &member = capture.members[&stream];
  event.seen = member.seen;
  event.seen[&stream] = member.last;
  return true;
}

// A stream that waits for an event of a capture takes part in it.
bool wait_in_capture(CUstream_st &stream, CUevent_st &event, CUresult *result) {
  if (none()) return false;
  auto lock = lock_captures();
  std::shared_ptr<Capture> capture = capture_of(event);
  if (!capture && !stream.capture) return false;
  if (!capture) {
    std::lock_guard recorded(event.mutex);
    *result = event.latest ? invalidate(*stream.capture, kCaptureIsolation) : kSuccess;
    return true;
  }
  *result = capture->valid ? kSuccess : kCaptureInvalidated;
  if (!capture->valid) return true;
  if (stream.is_legacy()) {
    *result = invalidate(*capture, kCaptureImplicit);
  } else if (stream.capture && stream.capture != capture) {
    invalidate(*stream.capture, kCaptureMerge);
    *result = invalidate(*capture, kCaptureMerge);
  } else {
    if (!stream.capture) capture->join(stream, capture);
    Seen &seen = capture->members[&stream].seen;
    for (auto [other, nodes] : event.seen) seen[other] = std::max(seen[other], nodes);
  }
  return true;
}

}  // namespace fake

// -- graphs -------------------------------------------------------------------------------------

namespace fake {
namespace {

CUresult begin(CUstream handle, int mode) {
  return guarded([&] {
    static std::atomic<uint64_t> next_id{1};
    std::shared_ptr<CUstream_st> stream;
    FAKE_TRY(find_stream(handle, &stream));
    if (mode < kGlobal || mode > kRelaxed) return kInvalidValue;
    if (stream->is_legacy()) return kCaptureUnsupported;
    FAKE_TRY(stream->context->result(stream->context->soft->status()));
    auto lock = lock_captures();
    if (stream->capture) return invalidate(*stream->capture, kIllegalState);
    auto capture = std::make_shared<Capture>();
    capture->context = stream->context;
    capture->origin = stream.get();
    capture->thread = os::this_thread();
    capture->mode = mode;
    capture->id = next_id++;
    capture->join(*stream, capture);
    driver().captures.push_back(capture);
    driver().capture_count = int(driver().captures.size());
    return kSuccess;
  });
}

CUresult finish(CUstream handle, CUgraph *graph) {
  return guarded([&] {
    std::shared_ptr<CUstream_st> stream;
    if (!graph) return kInvalidValue;
    *graph = nullptr;
    FAKE_TRY(find_stream(handle, &stream));
    auto lock = lock_captures();
    std::shared_ptr<Capture> capture = stream->capture;
    if (!capture) return kIllegalState;
    if (capture->origin != stream.get()) return invalidate(*capture, kCaptureUnmatched);
    if (capture->mode != kRelaxed && capture->thread != os::this_thread()) {
      return kCaptureWrongThread;
    }
    const bool joined = capture->is_joined();
    end(capture);
    if (!capture->valid) return kCaptureInvalidated;
    if (!joined) return kCaptureUnjoined;
    *graph = driver().graphs.add(std::make_shared<CUgraph_st>(
        CUgraph_st{capture->context, std::move(capture->nodes), std::move(capture->kept), {}}));
    return kSuccess;
  });
}

CUresult get_info(CUstream handle, int *status, cuuint64_t *id) {
  return guarded([&] {
    std::shared_ptr<CUstream_st> stream;
    if (!status) return kInvalidValue;
    FAKE_TRY(find_stream(handle, &stream));
    *status = kNone;
    if (none()) return kSuccess;
    auto lock = lock_captures();
    if (stream->is_legacy() && blocking_capture(*stream->context)) return kCaptureImplicit;
    if (!stream->capture) return kSuccess;
    *status = stream->capture->valid ? kActive : kInvalidated;
    if (id) *id = stream->capture->id;
    return kSuccess;
  });
}

// Nodes cannot be named here.
void no_nodes(CUgraph *graph, const CUgraphNode **dependencies, size_t *count) {
  if (graph) *graph = nullptr;
  if (dependencies) *dependencies = nullptr;
  if (count) *count = 0;
}

size_t memory_of(const CUgraph_st &graph) {
  size_t sum = 0;
  for (const auto &node : graph.named) {
    auto child = driver().graphs.find(node->child);
    sum += child ? memory_of(*child) : node->bytes;
  }
  return sum;
}

CUresult instantiate(CUgraphExec *executable, CUgraph handle) {
  return guarded([&] {
    auto graph = driver().graphs.find(handle);
    if (!executable) return kInvalidValue;
    if (!graph) return kInvalidHandle;
    auto made = std::make_shared<CUgraphExec_st>();
    made->context = graph->context;
    const size_t memory = memory_of(*graph);
    if (memory && !made->context->soft->charge(memory)) return kOutOfMemory;
    made->memory = memory;
    made->run = bundle(*graph->context, graph->nodes, graph);
    *executable = driver().executables.add(std::move(made));
    return kSuccess;
  });
}

}  // namespace
}  // namespace fake

using namespace fake;

FAKE_EXPORT CUresult cuThreadExchangeStreamCaptureMode(int *mode) {
  return guarded([&] {
    if (!mode || *mode < kGlobal || *mode > kRelaxed) return kInvalidValue;
    std::swap(*mode, this_thread().capture_mode);
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuStreamBeginCapture(CUstream stream) { return begin(stream, kGlobal); }

FAKE_EXPORT CUresult cuStreamBeginCapture_v2(CUstream stream, int mode) {
  return begin(stream, mode);
}

FAKE_EXPORT CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph) {
  return finish(stream, graph);
}

FAKE_EXPORT CUresult cuStreamIsCapturing(CUstream stream, int *status) {
  return get_info(stream, status, nullptr);
}

FAKE_EXPORT CUresult cuStreamGetCaptureInfo(CUstream stream, int *status, cuuint64_t *id) {
  return get_info(stream, status, id);
}

FAKE_EXPORT CUresult cuStreamGetCaptureInfo_v2(CUstream stream, int *status, cuuint64_t *id,
                                               CUgraph *graph, const CUgraphNode **dependencies,
                                               size_t *count) {
  no_nodes(graph, dependencies, count);
  return get_info(stream, status, id);
}

FAKE_EXPORT CUresult cuStreamGetCaptureInfo_v3(CUstream stream, int *status, cuuint64_t *id,
                                               CUgraph *graph, const CUgraphNode **dependencies,
                                               const void **edges, size_t *count) {
  if (edges) *edges = nullptr;
  no_nodes(graph, dependencies, count);
  return get_info(stream, status, id);
}

FAKE_EXPORT CUresult cuGraphDestroy(CUgraph graph) {
  return guarded([&] { return driver().graphs.take(graph) ? kSuccess : kInvalidHandle; });
}

FAKE_EXPORT CUresult cuGraphCreate(CUgraph *graph, unsigned) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    if (!graph) return kInvalidValue;
    FAKE_TRY(current(&context));
    *graph = driver().graphs.add(std::make_shared<CUgraph_st>(CUgraph_st{context, {}, {}, {}}));
    return kSuccess;
  });
}

// Of CUDA_MEM_ALLOC_NODE_PARAMS we need the device, and how many bytes.
struct NodeParameters {
  int type, handle_types;
  MemLocation location;
  unsigned char rest_of_pool[72];
  const void *access;
  size_t access_count, bytes;
  CUdeviceptr pointer;
};

FAKE_EXPORT CUresult cuGraphAddMemAllocNode(CUgraphNode *node, CUgraph handle, const CUgraphNode *,
                                            size_t, void *parameters) {
  return guarded([&] {
    auto graph = driver().graphs.find(handle);
    if (!graph) return kInvalidHandle;
    if (!node || !parameters) return kInvalidValue;
    auto &wanted = *static_cast<NodeParameters *>(parameters);
    wanted.pointer = CUdeviceptr(1) << 46;  // nothing is ever there
    graph->named.push_back(std::make_shared<CUgraphNode_st>(CUgraphNode_st{wanted.bytes, nullptr}));
    *node = graph->named.back().get();
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuGraphAddChildGraphNode(CUgraphNode *node, CUgraph handle,
                                              const CUgraphNode *, size_t, CUgraph child) {
  return guarded([&] {
    auto graph = driver().graphs.find(handle);
    if (!graph || !driver().graphs.find(child)) return kInvalidHandle;
    if (!node) return kInvalidValue;
    graph->named.push_back(std::make_shared<CUgraphNode_st>(CUgraphNode_st{0, child}));
    *node = graph->named.back().get();
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuGraphNodeGetType(CUgraphNode node, int *type) {
  if (!node || !type) return kInvalidValue;
  *type = node->child ? 4 : 10;
  return kSuccess;
}

FAKE_EXPORT CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node, void *parameters) {
  if (!node || !parameters || node->child) return kInvalidValue;
  auto &wanted = *static_cast<NodeParameters *>(parameters);
  wanted = {1, 0, {1, 0}, {}, nullptr, 0, node->bytes, CUdeviceptr(1) << 46};
  return kSuccess;
}

FAKE_EXPORT CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph) {
  if (!node || !graph || !node->child) return kInvalidValue;
  *graph = node->child;
  return kSuccess;
}

// How many there are; those that were captured have no names.
FAKE_EXPORT CUresult cuGraphGetNodes(CUgraph handle, CUgraphNode *nodes, size_t *count) {
  return guarded([&] {
    auto graph = driver().graphs.find(handle);
    if (!graph) return kInvalidHandle;
    if (!count) return kInvalidValue;
    if (nodes && !graph->nodes.empty()) return kNotSupported;
    if (nodes)
      for (size_t i = 0; i < *count && i < graph->named.size(); i++)
        nodes[i] = graph->named[i].get();
    *count = graph->nodes.size() + graph->named.size();
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuGraphInstantiate(CUgraphExec *executable, CUgraph graph, CUgraphNode *,
                                        char *, size_t) {
  return instantiate(executable, graph);
}

FAKE_EXPORT CUresult cuGraphInstantiate_v2(CUgraphExec *executable, CUgraph graph, CUgraphNode *,
                                           char *, size_t) {
  return instantiate(executable, graph);
}

FAKE_EXPORT CUresult cuGraphInstantiateWithFlags(CUgraphExec *executable, CUgraph graph,
                                                 unsigned long long) {
  return instantiate(executable, graph);
}

FAKE_EXPORT CUresult cuGraphExecDestroy(CUgraphExec executable) {
  return guarded([&] { return driver().executables.take(executable) ? kSuccess : kInvalidHandle; });
}

FAKE_EXPORT CUresult cuGraphLaunch(CUgraphExec handle, CUstream on) {
  return guarded([&] {
    std::shared_ptr<CUstream_st> stream;
    auto executable = driver().executables.find(handle);
    if (!executable) return kInvalidHandle;
    FAKE_TRY(find_stream(on, &stream));
    if (executable->context != stream->context) return kInvalidHandle;
    if (is_capturing(*stream)) return submit(*stream, executable->run);
    auto record = std::make_shared<soft::Record>();
    record->stream = stream->soft;
    std::lock_guard lock(executable->mutex);
    if (executable->last) FAKE_TRY(submit(*stream, soft::WaitEvent{executable->last}));
    FAKE_TRY(submit(*stream, executable->run));
    FAKE_TRY(submit(*stream, soft::RecordEvent{record}, &record->target));
    executable->last = std::move(record);
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuGraphUpload(CUgraphExec handle, CUstream on) {
  return guarded([&] {
    std::shared_ptr<CUstream_st> stream;
    if (!driver().executables.find(handle)) return kInvalidHandle;
    return find_stream(on, &stream);
  });
}
