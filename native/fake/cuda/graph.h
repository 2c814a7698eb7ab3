// Graphs of the fake driver, behind the names that the API gives them.
#pragma once

#include "fake/cuda/driver.h"

// Allocates when the graph runs, which here is from when it can be launched on.
struct CUgraphNode_st {
  size_t bytes;
  CUgraph child;  // or is another graph
};

struct CUgraph_st {
  CUctx_st *context;
  std::vector<soft::Payload> nodes;
  std::vector<std::shared_ptr<const void>> kept;
  std::vector<std::shared_ptr<CUgraphNode_st>> named;  // those that were added by hand
};

struct CUgraphExec_st {
  CUctx_st *context;
  soft::Payload run;
  size_t memory = 0;
  ~CUgraphExec_st() {
    if (memory) context->soft->discharge(memory);
  }
  std::mutex mutex;
  std::shared_ptr<soft::Record> last;  // launches of one graph do not overlap
};
