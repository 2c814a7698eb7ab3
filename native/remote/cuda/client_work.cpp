// Launches, host functions, captures and graphs, for a program whose device is elsewhere.
#include <shared_mutex>
#include <unordered_map>

#include "remote/cuda/client.h"

using namespace heddle::remote;

namespace {

// The parameters of a kernel: in what order they lie in a launch's message.
struct Layout {
  std::vector<Slot> slots;
  size_t bytes = 0;
  // The largest launch that the driver has taken: a smaller one it takes, too. One with attributes
  // is taken as it was.
  mutable std::atomic<unsigned> shared_bytes{0}, threads{0};
  struct Exact {
    LaunchConfig config;
    std::vector<unsigned char> attributes;
  };
  mutable std::mutex mutex;
  mutable std::vector<Exact> exact;

  bool takes(const LaunchConfig &config) const {
    if (config.attribute_count) return has_taken(config);
    for (int i = 0; i < 3; i++)
      if (!config.grid[i] || !config.block[i]) return false;
    return config.grid[1] < 65536 && config.grid[2] < 65536 && config.block[2] <= 64 &&
           config.shared_bytes <= shared_bytes && threads_of(config) <= threads;
  }
  void note(const LaunchConfig &config) const {
    if (config.attribute_count) {
      std::lock_guard lock(mutex);
      if (exact.size() >= 64) exact.clear();
      exact.push_back({config, attributes_of(config)});
      return;
    }
    if (config.shared_bytes > shared_bytes) shared_bytes = config.shared_bytes;
    if (threads_of(config) > threads) threads = unsigned(threads_of(config));
  }

 private:
  static std::vector<unsigned char> attributes_of(const LaunchConfig &config) {
    const auto *start = reinterpret_cast<const unsigned char *>(config.attributes);
    return {start, start + config.attribute_count * sizeof(CUlaunchAttribute)};
  }
  bool has_taken(const LaunchConfig &config) const {
    std::lock_guard lock(mutex);
    for (const Exact &each : exact) {
      const LaunchConfig &is = each.config;
      if (is.shared_bytes == config.shared_bytes && is.attribute_count == config.attribute_count &&
          !memcmp(is.grid, config.grid, sizeof is.grid) &&
          !memcmp(is.block, config.block, sizeof is.block) &&
          !memcmp(each.attributes.data(), config.attributes, each.attributes.size()))
        return true;
    }
    return false;
  }
  static uint64_t threads_of(const LaunchConfig &config) {
    return uint64_t(config.block[0]) * config.block[1] * config.block[2];
  }
};

class Layouts {
 public:
  void keep(uint64_t function, std::vector<Slot> slots, size_t bytes) {
    std::unique_lock lock(mutex_);
    const auto [found, fresh] = all_.try_emplace(function);
    if (fresh) found->second.slots = std::move(slots), found->second.bytes = bytes;
  }
  const Layout *find(uint64_t function) const {
    std::shared_lock lock(mutex_);
    const auto found = all_.find(function);
    return found == all_.end() ? nullptr : &found->second;
  }

 private:
  mutable std::shared_mutex mutex_;
  std::unordered_map<uint64_t, Layout> all_;
};

auto &layouts = *new Layouts;  // when the library is loaded, and for good

// Into the lane's message, behind the function: how, where, and with what attributes.
void write_config(Call &call, const LaunchConfig &config) {
  for (const unsigned n : {config.grid[0], config.grid[1], config.grid[2], config.block[0],
                           config.block[1], config.block[2], config.shared_bytes})
    call.value(n);
  call.handle_or_none(kKindCUstream, config.stream);
  const unsigned count = config.attributes ? config.attribute_count : 0;
  call.given(config.attributes, count);
  call.value(count);
}

// The driver could not say it when the function was found, in a thread without a context.
void learn_slots(CUfunction function) {
  const bool is_kernel = client().handles.is_of(uint64_t(function), kKindCUkernel);
  std::vector<Slot> found;
  for (size_t offset, size;; found.push_back({offset, size})) {
    const CUresult result = is_kernel ? cuKernelGetParamInfo(reinterpret_cast<CUkernel>(function),
                                                             found.size(), &offset, &size)
                                      : cuFuncGetParamInfo(function, found.size(), &offset, &size);
    if (result == kInvalidValue) break;  // there are no more
    if (result != kSuccess) return;
  }
  note_slots(uint64_t(function), reinterpret_cast<const unsigned char *>(found.data()),
             found.size() * sizeof(Slot));
}

constexpr uintptr_t kEnd = 0, kPointer = 1, kSize = 2;

CUresult launch(const LaunchConfig &config, CUfunction function, void **parameters, void **extra) {
  Call call(kCuLaunchKernelEx);
  call.handle(kKindCUfunction, function);
  write_config(call, config);
  if (!function || call.is_refused()) return call.is_refused() ? call.ask() : kInvalidHandle;
  const Layout *layout = layouts.find(uint64_t(function));
  if (!layout) {
    learn_slots(function);  // with a call of its own: this one begins anew
    return layouts.find(uint64_t(function)) ? launch(config, function, parameters, extra)
                                            : refuse("a kernel with such parameters");
  }
  if (parameters || !extra) {
    if (!parameters && !layout->slots.empty()) return kInvalidValue;
    unsigned char bytes[8192];
    if (layout->bytes > sizeof bytes) return kInvalidValue;
    size_t at = 0;
    for (size_t i = 0; i < layout->slots.size(); i++) {
      const auto [offset, size] = layout->slots[i];
      memset(bytes + at, 0, offset - at);
      memcpy(bytes + offset, parameters[i], size);
      at = offset + size;
    }
    call.lane().writer.bytes(bytes, layout->bytes);
  } else {
    const void *buffer = nullptr;
    size_t size = 0;
    for (; uintptr_t(*extra) != kEnd; extra += 2) {
      if (uintptr_t(extra[0]) == kPointer) buffer = extra[1];
      if (uintptr_t(extra[0]) == kSize) size = *static_cast<const size_t *>(extra[1]);
    }
    if (size > kPiece || (size && !buffer)) return kInvalidValue;
    call.lane().writer.bytes(buffer, size);
  }
  if (layout->takes(config)) return call.send();
  const CUresult result = call.ask();
  if (result == kSuccess) layout->note(config);
  return result;
}

CUresult ask_occupancy(uint16_t number, int *found, CUfunction function,
                       const CUlaunchConfig *given) {
  if (!found || !given) return kInvalidValue;
  Call call(number);
  call.handle(kKindCUfunction, function);
  write_config(call, *reinterpret_cast<const LaunchConfig *>(given));
  call.lane().writer.bytes(nullptr, 0);
  const CUresult result = call.ask();
  call.take(found);
  return result;
}

struct Callback {
  void (*function)(CUstream, CUresult, void *);
  CUstream stream;
  void *argument;
};

void run_callback(void *given, int32_t status) {
  auto *callback = static_cast<Callback *>(given);
  callback->function(callback->stream, status, callback->argument);
  delete callback;
}

}  // namespace

namespace heddle::remote {

void note_slots(uint64_t function, const unsigned char *slots, size_t bytes) {
  std::vector<Slot> all(bytes / sizeof(Slot));
  if (bytes) memcpy(all.data(), slots, all.size() * sizeof(Slot));
  uint64_t end = 0;
  for (const auto &[offset, size] : all) {
    if (offset < end || size > kPiece || offset > kPiece) return;  // nothing that we understand
    end = offset + size;
  }
  layouts.keep(function, std::move(all), end);
}

// The thread's own: there is one at a time.
const CUlaunchConfig *per_thread(const CUlaunchConfig *config) {
  if (!config) return nullptr;
  static thread_local LaunchConfig own;
  own = *reinterpret_cast<const LaunchConfig *>(config);
  own.stream = per_thread(own.stream);
  return reinterpret_cast<const CUlaunchConfig *>(&own);
}

}  // namespace heddle::remote

HEDDLE_EXPORT CUresult cuLaunchKernel(CUfunction f, unsigned gridDimX, unsigned gridDimY,
                                      unsigned gridDimZ, unsigned blockDimX, unsigned blockDimY,
                                      unsigned blockDimZ, unsigned sharedMemBytes, CUstream hStream,
                                      void **kernelParams, void **extra) {
  const LaunchConfig config{{gridDimX, gridDimY, gridDimZ},
                            {blockDimX, blockDimY, blockDimZ},
                            sharedMemBytes,
                            hStream,
                            nullptr,
                            0};
  return launch(config, f, kernelParams, extra);
}

HEDDLE_EXPORT CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction f,
                                        void **kernelParams, void **extra) {
  if (!config) return kInvalidValue;
  return launch(*reinterpret_cast<const LaunchConfig *>(config), f, kernelParams, extra);
}

HEDDLE_EXPORT CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned gridDimX, unsigned gridDimY,
                                                 unsigned gridDimZ, unsigned blockDimX,
                                                 unsigned blockDimY, unsigned blockDimZ,
                                                 unsigned sharedMemBytes, CUstream hStream,
                                                 void **kernelParams) {
  CUlaunchAttribute together{};
  const int told[] = {kCooperative, 0, 1};
  memcpy(together.bytes, told, sizeof told);
  const LaunchConfig config{{gridDimX, gridDimY, gridDimZ},
                            {blockDimX, blockDimY, blockDimZ},
                            sharedMemBytes,
                            hStream,
                            &together,
                            1};
  return launch(config, f, kernelParams, nullptr);
}

HEDDLE_EXPORT CUresult cuOccupancyMaxActiveClusters(int *numClusters, CUfunction func,
                                                    const CUlaunchConfig *config) {
  return ask_occupancy(kCuOccupancyMaxActiveClusters, numClusters, func, config);
}

HEDDLE_EXPORT CUresult cuOccupancyMaxPotentialClusterSize(int *clusterSize, CUfunction func,
                                                          const CUlaunchConfig *config) {
  return ask_occupancy(kCuOccupancyMaxPotentialClusterSize, clusterSize, func, config);
}

HEDDLE_EXPORT CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void *userData) {
  if (!fn) return kInvalidValue;
  Call call(kCuLaunchHostFunc);
  call.handle_or_none(kKindCUstream, hStream);
  if (call.is_refused()) return call.refused();
  call.value(client().call_later(reinterpret_cast<HostFunction>(fn), userData));
  return call.send();
}

HEDDLE_EXPORT CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback,
                                           void *userData, unsigned flags) {
  if (!callback || flags) return kInvalidValue;
  Call call(kCuStreamAddCallback);
  call.handle_or_none(kKindCUstream, hStream);
  if (call.is_refused()) return call.refused();
  using Function = void (*)(CUstream, CUresult, void *);
  auto *kept = new Callback{reinterpret_cast<Function>(callback), hStream, userData};
  call.value(client().call_later(nullptr, kept, run_callback));
  call.value(flags);
  return call.send();
}

// -- captures and graphs --------------------------------------------------------------------------

HEDDLE_EXPORT CUresult cuStreamBeginCapture_v2(CUstream hStream, CUstreamCaptureMode mode) {
  Call call(kCuStreamBeginCapture_v2);
  call.handle_or_none(kKindCUstream, hStream);
  call.value(mode);
  const CUresult result = call.ask();
  if (result == kSuccess) client().count_captures(1);
  return result;
}

HEDDLE_EXPORT CUresult cuStreamBeginCapture(CUstream hStream) {
  return cuStreamBeginCapture_v2(hStream, 0);
}

// Also one that fails may be the end of it.
HEDDLE_EXPORT CUresult cuStreamEndCapture(CUstream hStream, CUgraph *phGraph) {
  const bool was_one = client().is_capturing();
  Call call(kCuStreamEndCapture);
  call.handle_or_none(kKindCUstream, hStream);
  call.made(kKindCUgraph, phGraph);
  const CUresult result = call.ask();
  call.take_made(phGraph);
  if (result != kSuccess && phGraph) *phGraph = nullptr;
  uint64_t ended = 0;
  call.take(&ended);
  if (was_one && ended) client().count_captures(-1);
  return result;
}

HEDDLE_EXPORT CUresult cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus *captureStatus) {
  if (captureStatus && client().is_initialised() && !client().is_capturing() &&
      client().handles.is_of(uint64_t(hStream), kKindCUstream)) {
    *captureStatus = 0;
    return kSuccess;
  }
  Call call(kCuStreamIsCapturing);
  call.handle_or_none(kKindCUstream, hStream);
  call.wanted(captureStatus);
  const CUresult result = call.ask();
  call.take(captureStatus);
  return result;
}

HEDDLE_EXPORT CUresult cuStreamGetCaptureInfo_v3(CUstream hStream,
                                                 CUstreamCaptureStatus *captureStatus_out,
                                                 cuuint64_t *id_out, CUgraph *graph_out,
                                                 const CUgraphNode **dependencies_out,
                                                 const CUgraphEdgeData **edgeData_out,
                                                 size_t *numDependencies_out) {
  if (!captureStatus_out) return kInvalidValue;
  if (client().is_initialised() && !client().is_capturing() &&
      client().handles.is_of(uint64_t(hStream), kKindCUstream)) {
    *captureStatus_out = 0;
    return kSuccess;
  }
  constexpr size_t kMost = 64;
  Call call(kCuStreamGetCaptureInfo_v3);
  call.handle_or_none(kKindCUstream, hStream);
  CUgraph graph = nullptr;
  call.made(kKindCUgraph, &graph);
  Fresh fresh(call, kKindCUgraphNode, dependencies_out ? kMost : 0);
  const CUresult result = call.ask();
  uint64_t status = 0, id = 0, count = 0;
  call.take(&status);
  call.take(&id);
  call.take_found(kKindCUgraph, &graph);
  call.take(&count);
  static thread_local CUgraphNode nodes[kMost];
  fresh.take(call, nodes, std::min(size_t(count), kMost));
  if (result != kSuccess) return result;
  *captureStatus_out = CUstreamCaptureStatus(status);
  if (id_out) *id_out = id;
  if (graph_out) *graph_out = graph;
  if (dependencies_out) *dependencies_out = nodes;
  if (edgeData_out) *edgeData_out = nullptr;
  if (numDependencies_out) *numDependencies_out = count;
  return dependencies_out && count > kMost ? kNotSupported : kSuccess;
}

HEDDLE_EXPORT CUresult cuStreamGetCaptureInfo_v2(CUstream hStream,
                                                 CUstreamCaptureStatus *captureStatus_out,
                                                 cuuint64_t *id_out, CUgraph *graph_out,
                                                 const CUgraphNode **dependencies_out,
                                                 size_t *numDependencies_out) {
  return cuStreamGetCaptureInfo_v3(hStream, captureStatus_out, id_out, graph_out, dependencies_out,
                                   nullptr, numDependencies_out);
}

HEDDLE_EXPORT CUresult cuStreamDestroy_v2(CUstream hStream) {
  Call call(kCuStreamDestroy_v2);
  call.handle(kKindCUstream, hStream);
  const bool may_capture = client().is_capturing();
  const CUresult result = may_capture ? call.ask() : call.send();
  if (result != kSuccess) return result;
  client().handles.forget(uint64_t(hStream));
  uint64_t captured = 0;  // the capture goes with its stream
  if (may_capture) call.take(&captured);
  client().count_captures(-int(captured != 0));
  return kSuccess;
}
HEDDLE_EXPORT CUresult cuStreamDestroy(CUstream hStream) { return cuStreamDestroy_v2(hStream); }

HEDDLE_EXPORT CUresult cuGraphGetNodes(CUgraph hGraph, CUgraphNode *nodes, size_t *numNodes) {
  if (!numNodes) return kInvalidValue;
  const size_t room = nodes ? std::min(*numNodes, kPiece / 16) : 0;
  Call call(kCuGraphGetNodes);
  call.handle(kKindCUgraph, hGraph);
  Fresh fresh(call, kKindCUgraphNode, room);
  const CUresult result = call.ask();
  uint64_t count = 0;
  call.take(&count);
  fresh.take(call, nodes, result == kSuccess ? std::min(size_t(count), room) : 0);
  if (result == kSuccess) *numNodes = count;
  return result;
}

HEDDLE_EXPORT CUresult cuGraphInstantiateWithParams(
    CUgraphExec *phGraphExec, CUgraph hGraph, CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams) {
  if (!instantiateParams) return kInvalidValue;
  auto &with = *reinterpret_cast<InstantiateParams *>(instantiateParams);
  Call call(kCuGraphInstantiateWithParams);
  const uint64_t wrong = client().handles.make(kKindCUgraphNode);
  call.made(kKindCUgraphExec, phGraphExec);
  call.handle(kKindCUgraph, hGraph);
  call.value(with.flags);
  call.handle_or_none(kKindCUstream, with.upload);
  call.value(wrong);
  const CUresult result = call.ask();
  call.take_made(phGraphExec);
  with.wrong = reinterpret_cast<CUgraphNode>(call.answer().number());
  call.take(&with.result);
  if (uint64_t(with.wrong) != wrong) client().handles.forget(wrong);
  return result;
}

HEDDLE_EXPORT CUresult cuGraphExecUpdate_v2(CUgraphExec hGraphExec, CUgraph hGraph,
                                            CUgraphExecUpdateResultInfo *resultInfo) {
  if (!resultInfo) return kInvalidValue;
  auto &told = *reinterpret_cast<UpdateResult *>(resultInfo);
  const uint64_t fresh[] = {client().handles.make(kKindCUgraphNode),
                            client().handles.make(kKindCUgraphNode)};
  Call call(kCuGraphExecUpdate_v2);
  call.handle(kKindCUgraphExec, hGraphExec);
  call.handle(kKindCUgraph, hGraph);
  for (const uint64_t number : fresh) call.value(number);
  const CUresult result = call.ask();
  call.take(&told.result);
  told.wrong = reinterpret_cast<CUgraphNode>(call.answer().number());
  told.from = reinterpret_cast<CUgraphNode>(call.answer().number());
  for (const uint64_t number : fresh)
    if (number != uint64_t(told.wrong) && number != uint64_t(told.from))
      client().handles.forget(number);
  return result;
}
