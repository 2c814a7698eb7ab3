// Launches, host functions, captures and graphs, where the device is.
#include "remote/cuda/work.h"

namespace heddle::remote {

namespace {

constexpr size_t kMostSlots = 4096;
constexpr uint64_t kMostForGood = 1 << 20;

void call_now(Later &what) { what.server->call(what.token, kSuccess); }

void call_back(CUstream, CUresult status, void *given) {
  auto *what = static_cast<Later *>(given);
  what->server->call(what->token, status);
  delete what;
}

// A launch as the client describes it. False: it is wrong, and that is told.
struct Launch {
  LaunchConfig config{};
  std::vector<CUlaunchAttribute> attributes;
  CUfunction function = nullptr;
  std::vector<unsigned char> bytes;  // of the parameters

  uint64_t number = 0;

  bool read(Request &request) {
    bool right = true;
    number = request.handle_number();
    void *real = request.server.find(number, kKindCUfunction, &right);
    if (!right || !real) request.refuse();
    function = static_cast<CUfunction>(real);
    bool is = true;
    is_kernel = real && request.server.find(number, kKindCUkernel, &is) == real;
    for (unsigned *n : {&config.grid[0], &config.grid[1], &config.grid[2], &config.block[0],
                        &config.block[1], &config.block[2], &config.shared_bytes})
      *n = request.value<unsigned>();
    config.stream = request.handle<CUstream>(kKindCUstream);
    const In<CUlaunchAttribute> told(request);
    const auto count = request.value<uint64_t>();
    told.need(request, count);
    size_t size;
    const unsigned char *start = request.bytes(&size);
    bytes.assign(start, start + size);
    if (told.is(count)) attributes.assign(told.get(), told.get() + count);
    for (CUlaunchAttribute &each : attributes) translate(request, each);
    config.attributes = attributes.data();
    config.attribute_count = unsigned(attributes.size());
    return request.is_good();
  }

  bool is_kernel = false;

 private:
  // Some hold an event, which the client calls by another name.
  static void translate(Request &request, CUlaunchAttribute &attribute) {
    int id;
    memcpy(&id, attribute.bytes, sizeof id);
    if (id == kUpdatableNode) request.refuse();
    if (id != kProgrammaticEvent && id != kCompletionEvent) return;
    uint64_t number;
    memcpy(&number, attribute.bytes + 8, sizeof number);
    bool right = true;
    void *event = request.server.find(number, kKindCUevent, &right);
    if (!right) request.refuse();
    memcpy(attribute.bytes + 8, &event, sizeof event);
  }
};

template <class Ask>
void serve_occupancy(Request &request, Ask ask) {
  Launch launch;
  if (!launch.read(request)) return;
  if (!ask) return request.finish(kNotSupported);
  int found = 0;
  const CUresult result =
      ask(&found, launch.function, reinterpret_cast<const CUlaunchConfig *>(&launch.config));
  request.fields.number(uint64_t(found));
  request.finish(result);
}

// The slots of a function that was launched are known as long as it is there.
const std::vector<Slot> *known_slots(Request &request, const Launch &launch) {
  std::shared_ptr<const void> &known = *request.server.kept_with(launch.number);
  if (known) return static_cast<const std::vector<Slot> *>(known.get());
  auto *kernel = launch.is_kernel ? reinterpret_cast<CUkernel>(launch.function) : nullptr;
  auto slots = slots_of(kernel ? nullptr : launch.function, kernel);
  if (slots) known = std::make_shared<const std::vector<Slot>>(std::move(*slots));
  return static_cast<const std::vector<Slot> *>(known.get());
}

constexpr int kRelaxed = 2;
std::map<uint32_t, int> captures;  // that each thread of the client has begun; the lead's

void count_capture(Request &request) {
  const auto found = captures.find(request.lane());
  if (found == captures.end() || --found->second > 0) return;
  captures.erase(found);
  request.server.keep_to_none(request.lane());
}

}  // namespace

// Also one that has gone wrong: it is until it is ended.
bool is_captured(CUstream stream) {
  CUstreamCaptureStatus status = 0;
  return cuStreamIsCapturing(stream, &status) == kSuccess && status != 0;
}

CUresult later(CUstream stream, void (*function)(void *), Later what) {
  // A graph's are never deleted.
  static std::atomic<uint64_t> for_good{0};
  if (what.captured && ++for_good > kMostForGood) Server::end("too much in graphs");
  auto *kept = new Later(what);
  const CUresult result =
      cuLaunchHostFunc(stream, reinterpret_cast<CUhostFn>(function), static_cast<void *>(kept));
  if (result != kSuccess) delete kept;
  return result;
}

std::optional<std::vector<Slot>> slots_of(CUfunction function, CUkernel kernel) {
  std::vector<Slot> found;
  for (size_t at = 0; at < kMostSlots; at++) {
    size_t offset = 0, size = 0;
    CUresult result = kNotSupported;
    if (function && cuFuncGetParamInfo) result = cuFuncGetParamInfo(function, at, &offset, &size);
    if (kernel && cuKernelGetParamInfo) result = cuKernelGetParamInfo(kernel, at, &offset, &size);
    if (result == kInvalidValue) return found;  // there are no more
    if (result != kSuccess) break;
    found.push_back({offset, size});
  }
  return std::nullopt;
}

void serve_cuLaunchKernelEx(Request &request) {
  Launch launch;
  if (!launch.read(request)) return;
  const std::vector<Slot> *slots = known_slots(request, launch);
  if (!slots) return request.finish(kNotSupported);
  std::vector<void *> parameters;
  for (const auto &[offset, size] : *slots) {
    if (offset > launch.bytes.size() || size > launch.bytes.size() - offset)
      return request.finish(kInvalidValue);
    parameters.push_back(launch.bytes.data() + offset);
  }
  const LaunchConfig &with = launch.config;
  if (with.attribute_count)
    return request.finish(cuLaunchKernelEx(reinterpret_cast<const CUlaunchConfig *>(&with),
                                           launch.function, parameters.data(), nullptr));
  request.finish(cuLaunchKernel(launch.function, with.grid[0], with.grid[1], with.grid[2],
                                with.block[0], with.block[1], with.block[2], with.shared_bytes,
                                with.stream, parameters.data(), nullptr));
}

void serve_cuOccupancyMaxActiveClusters(Request &request) {
  serve_occupancy(request, cuOccupancyMaxActiveClusters);
}
void serve_cuOccupancyMaxPotentialClusterSize(Request &request) {
  serve_occupancy(request, cuOccupancyMaxPotentialClusterSize);
}

void serve_cuLaunchHostFunc(Request &request) {
  const auto stream = request.handle<CUstream>(kKindCUstream);
  const auto token = request.value<uint64_t>();
  if (!request.is_good()) return;
  request.finish(
      later(stream, run_later<call_now>, {&request.server, token, {}, 0, is_captured(stream)}));
}

void serve_cuStreamAddCallback(Request &request) {
  const auto stream = request.handle<CUstream>(kKindCUstream);
  const auto token = request.value<uint64_t>();
  const auto flags = request.value<unsigned>();
  if (!request.is_good()) return;
  auto *what = new Later{&request.server, token, {}, 0, false};
  const CUresult result = cuStreamAddCallback(stream, reinterpret_cast<CUstreamCallback>(call_back),
                                              static_cast<void *>(what), flags);
  if (result != kSuccess) delete what;
  request.finish(result);
}

void serve_cuStreamBeginCapture_v2(Request &request) {
  const auto stream = request.handle<CUstream>(kKindCUstream);
  const auto mode = request.value<CUstreamCaptureMode>();
  if (!request.is_good()) return;
  // The driver holds what a thread may do meanwhile against this thread.
  const CUresult result = cuStreamBeginCapture_v2(stream, mode);
  if (result == kSuccess && mode != kRelaxed) {
    request.server.keep_to(request.lane());
    captures[request.lane()]++;
  }
  request.finish(result);
}

void serve_cuStreamEndCapture(Request &request) {
  const auto stream = request.handle<CUstream>(kKindCUstream);
  Made<CUgraph> graph(request);
  if (!request.is_good()) return;
  const bool was = is_captured(stream);
  const CUresult result = cuStreamEndCapture(stream, graph.get());
  if (result == kSuccess) graph.keep(request, kKindCUgraph);
  const bool ended = was && !is_captured(stream);
  if (ended) count_capture(request);
  request.fields.number(ended);
  request.finish(result);
}

void serve_cuStreamDestroy_v2(Request &request) {
  const auto number = request.handle_number();
  bool right = true;
  auto *stream = static_cast<CUstream>(request.server.find(number, kKindCUstream, &right));
  if (!request.is_good()) return;
  const bool captured = right && stream && is_captured(stream);
  const CUresult result = right ? cuStreamDestroy_v2(stream) : kInvalidHandle;
  if (result == kSuccess) request.server.unbind(number);
  if (result == kSuccess && captured) count_capture(request);
  request.fields.number(captured);
  request.finish(result);
}

void serve_cuStreamGetCaptureInfo_v3(Request &request) {
  const auto stream = request.handle<CUstream>(kKindCUstream);
  Found<CUgraph> graph(request);
  const In<uint64_t> fresh(request);  // numbers for nodes that the client does not know yet
  const auto room = request.value<uint64_t>();
  fresh.need(request, room);
  if (!request.is_good()) return;
  CUstreamCaptureStatus status = 0;
  cuuint64_t id = 0;
  const CUgraphNode *nodes = nullptr;
  size_t count = 0;
  CUresult result = kNotSupported;
  if (cuStreamGetCaptureInfo_v3) {
    const CUgraphEdgeData *edges = nullptr;
    result = cuStreamGetCaptureInfo_v3(stream, &status, &id, graph.get(), &nodes, &edges, &count);
  } else if (cuStreamGetCaptureInfo_v2) {
    result = cuStreamGetCaptureInfo_v2(stream, &status, &id, graph.get(), &nodes, &count);
  }
  request.fields.number(uint64_t(status));
  request.fields.number(id);
  const uint64_t number = graph.give(request, kKindCUgraph, status == 1 ? result : kNotFound);
  request.fields.number(count);
  for (size_t i = 0; i < room && i < count && nodes; i++)
    request.fields.number(
        request.server.number_of(kKindCUgraphNode, nodes[i], fresh.get()[i], number));
  request.finish(result);
}

void serve_cuGraphGetNodes(Request &request) {
  const uint64_t number = request.handle_number();
  bool right = true;
  auto *graph = static_cast<CUgraph>(request.server.find(number, kKindCUgraph, &right));
  if (!right) request.refuse();
  const In<uint64_t> fresh(request);
  const auto room = request.value<uint64_t>();
  fresh.need(request, room);
  if (!request.is_good()) return;
  std::vector<CUgraphNode> nodes(room);
  size_t count = room;
  const CUresult result = cuGraphGetNodes(graph, room ? nodes.data() : nullptr, &count);
  request.fields.number(count);
  for (size_t i = 0; result == kSuccess && i < room && i < count; i++)
    request.fields.number(
        nodes[i] ? request.server.number_of(kKindCUgraphNode, nodes[i], fresh.get()[i], number)
                 : 0);
  request.finish(result);
}

void serve_cuGraphInstantiateWithParams(Request &request) {
  Made<CUgraphExec> made(request);
  const uint64_t number = request.handle_number();
  const auto graph = of_number<CUgraph>(request, kKindCUgraph, number);
  const auto flags = request.value<uint64_t>();
  const auto upload = request.handle<CUstream>(kKindCUstream);
  Found<CUgraphNode> wrong(request);
  if (!request.is_good()) return;
  if (!cuGraphInstantiateWithParams) return request.finish(kNotSupported);
  InstantiateParams with{flags, upload, nullptr, 0};
  const CUresult result = cuGraphInstantiateWithParams(
      made.get(), graph, reinterpret_cast<CUDA_GRAPH_INSTANTIATE_PARAMS *>(&with));
  if (result == kSuccess) made.keep(request, kKindCUgraphExec);
  wrong.set(with.wrong);
  wrong.give(request, kKindCUgraphNode, kSuccess, number);
  request.fields.number(uint64_t(with.result));
  request.finish(result);
}

void serve_cuGraphExecUpdate_v2(Request &request) {
  const auto executable = request.handle<CUgraphExec>(kKindCUgraphExec);
  const uint64_t number = request.handle_number();
  const auto graph = of_number<CUgraph>(request, kKindCUgraph, number);
  Found<CUgraphNode> wrong(request), from(request);
  if (!request.is_good()) return;
  if (!cuGraphExecUpdate_v2) return request.finish(kNotSupported);
  UpdateResult told{};
  const CUresult result = cuGraphExecUpdate_v2(
      executable, graph, reinterpret_cast<CUgraphExecUpdateResultInfo *>(&told));
  request.fields.number(uint64_t(told.result));
  wrong.set(told.wrong), from.set(told.from);
  wrong.give(request, kKindCUgraphNode, kSuccess, number);
  from.give(request, kKindCUgraphNode, kSuccess, number);
  request.finish(result);
}

}  // namespace heddle::remote
