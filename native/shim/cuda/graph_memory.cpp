// Memory that a graph allocates when it is launched, and keeps for its next launches: charged while
// the executable graph is there, with all that its nodes ask for.
#include "shim/cuda/memory.h"

namespace heddle::cuda {

namespace {

// A graph may allocate on several devices, each of which is charged. Handles are addresses of
// objects, so their lowest bits are free to tell the parts apart.
constexpr int kMostParts = 8;
Amounts graphs;

struct Sum {
  Amount parts[kMostParts];
  int count = 0;

  void add(uint32_t device, uint64_t bytes) {
    int i = 0;
    while (i < count && parts[i].device != device) i++;
    if (i == kMostParts) i--;
    if (i == count) parts[count++] = {0, device, 0};
    if (__builtin_add_overflow(parts[i].bytes, bytes, &parts[i].bytes)) parts[i].bytes = UINT64_MAX;
  }

  // All or nothing.
  bool take() const {
    int i = 0;
    while (i < count && heddle_memory_take(parts[i].device, parts[i].bytes)) i++;
    if (i == count) return true;
    while (i-- > 0) heddle_memory_give(parts[i].device, parts[i].bytes);
    return false;
  }
  void give() const {
    for (int i = 0; i < count; i++) heddle_memory_give(parts[i].device, parts[i].bytes);
  }
};

// CUDA_MEM_ALLOC_NODE_PARAMS; what its pool is made with comes first.
struct NodeParameters {
  int type, handle_types;
  MemLocation location;
  unsigned char rest_of_pool[72];
  const void *access;
  size_t access_count, bytes;
  CUdeviceptr pointer;
  unsigned char room[128];  // for what newer versions may add
};
static_assert(offsetof(NodeParameters, bytes) == 104);

enum { kChildGraph = 4, kAllocates = 10 };  // CUgraphNodeType

void add_nodes(CUgraph graph, Sum *sum) {
  size_t count = 0;
  if (real().cuGraphGetNodes(graph, nullptr, &count) != kSuccess || !count) return;
  auto *nodes = static_cast<CUgraphNode *>(calloc(count, sizeof(CUgraphNode)));
  if (!nodes || real().cuGraphGetNodes(graph, nodes, &count) != kSuccess) count = 0;
  for (size_t i = 0; i < count; i++) {
    int type = 0;
    CUgraph child = nullptr;
    NodeParameters parameters{};
    if (real().cuGraphNodeGetType(nodes[i], &type) != kSuccess) continue;
    if (type == kChildGraph && real().cuGraphChildGraphNodeGetGraph(nodes[i], &child) == kSuccess)
      add_nodes(child, sum);
    if (type != kAllocates) continue;
    if (real().cuGraphMemAllocNodeGetParams(nodes[i], &parameters) != kSuccess) continue;
    const uint32_t device = device_of_memory(parameters.location.id);
    if (device != kNoDevice && parameters.bytes) sum->add(device, parameters.bytes);
  }
  free(nodes);
}

template <class Call>
CUresult instantiate(CUgraphExec *executable, CUgraph graph, Call call) {
  Sum sum;
  if (real().cuGraphMemAllocNodeGetParams) add_nodes(graph, &sum);
  if (!sum.take()) return kOutOfMemory;
  CUresult result = call();
  if (result == kSuccess)
    for (int i = 0; i < sum.count; i++)
      graphs.put(key_of_memory(*executable) | unsigned(i), sum.parts[i]);
  else
    sum.give();
  return result;
}

}  // namespace

void forget_graphs() { graphs.forget(); }

}  // namespace heddle::cuda

using namespace heddle::cuda;

extern "C" {

HEDDLE_EXPORT CUresult cuGraphInstantiate(CUgraphExec *phGraphExec, CUgraph hGraph,
                                          CUgraphNode *phErrorNode, char *logBuffer,
                                          size_t bufferSize) {
  return instantiate(phGraphExec, hGraph, [&] {
    return real().cuGraphInstantiate(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize);
  });
}

HEDDLE_EXPORT CUresult cuGraphInstantiate_v2(CUgraphExec *phGraphExec, CUgraph hGraph,
                                             CUgraphNode *phErrorNode, char *logBuffer,
                                             size_t bufferSize) {
  return instantiate(phGraphExec, hGraph, [&] {
    return real().cuGraphInstantiate_v2(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize);
  });
}

HEDDLE_EXPORT CUresult cuGraphInstantiateWithFlags(CUgraphExec *phGraphExec, CUgraph hGraph,
                                                   unsigned long long flags) {
  return instantiate(phGraphExec, hGraph, [&] {
    return real().cuGraphInstantiateWithFlags(phGraphExec, hGraph, flags);
  });
}

HEDDLE_EXPORT CUresult cuGraphInstantiateWithParams(CUgraphExec *phGraphExec, CUgraph hGraph,
                                                    void *instantiateParams) {
  return instantiate(phGraphExec, hGraph, [&] {
    return real().cuGraphInstantiateWithParams(phGraphExec, hGraph, instantiateParams);
  });
}

HEDDLE_EXPORT CUresult cuGraphInstantiateWithParams_ptsz(CUgraphExec *phGraphExec, CUgraph hGraph,
                                                         void *instantiateParams) {
  return instantiate(phGraphExec, hGraph, [&] {
    return real().cuGraphInstantiateWithParams_ptsz(phGraphExec, hGraph, instantiateParams);
  });
}

HEDDLE_EXPORT CUresult cuGraphExecDestroy(CUgraphExec hGraphExec) {
  heddle::Amount parts[kMostParts];
  int count = 0;
  const uintptr_t key = heddle::key_of_memory(hGraphExec);
  while (count < kMostParts && graphs.remove(key | unsigned(count), &parts[count])) count++;
  CUresult result = real().cuGraphExecDestroy(hGraphExec);
  for (int i = 0; i < count; i++)
    if (result == kSuccess)
      heddle_memory_give(parts[i].device, parts[i].bytes);
    else
      graphs.put(key | unsigned(i), parts[i]);
  return result;
}

}  // extern C
