// The calls of VPI that need more than their role: which engine a command is for, and when streams
// come and go.
#include "shim/vpi/roles.h"

#include <iterator>

#include "_gen/table.gen.h"
#include "common/os.h"

namespace heddle::vpi {

namespace {

// A command that runs on several engines is counted on the first of these.
struct Engine {
  uint64_t backend;  // VPIBackend
  const char *name, *uuid;
};
constexpr Engine kEngines[] = {
    {1 << 5, "ofa", "vpi-ofa"}, {1 << 2, "pva", "vpi-pva"}, {1 << 4, "nvenc", "vpi-nvenc"},
    {1 << 3, "vic", "vpi-vic"}, {1 << 0, "cpu", "vpi-cpu"},
};

constexpr uint64_t kBackends = (1 << 6) - 1;
const VPIContext kGlobal = reinterpret_cast<VPIContext>(uintptr_t(0x610BA1C1D));
constexpr VPIStatus kInvalidOperation = 6;  // that engine is not enabled

// What VPI_VISIBLE_ENGINES leaves out, a list of VPIBackend's bits by number. VPI has no variable
// for this. The CPU takes part in other engines' algorithms, and CUDA has a variable of its own.
uint64_t hidden_engines() {
  const char *at = getenv("VPI_VISIBLE_ENGINES");
  if (!at) return 0;
  uint64_t hidden = kBackends & ~uint64_t(3);
  for (char *end; *at; at = *end ? end + 1 : end) {
    const unsigned long engine = strtoul(at, &end, 10);
    if (end == at) break;
    if (engine < 64) hidden &= ~(uint64_t(1) << engine);
  }
  return hidden;
}

HandleMap<VPIContext> owners;  // of streams, by which they are destroyed, too

void note(VPIStream stream) {
  VPIContext owner = nullptr;
  if (real().vpiContextGetCurrent(&owner) != kSuccess) return;
  owners.lock();
  owners.insert(reinterpret_cast<uintptr_t>(stream), owner);
  owners.unlock();
}

void forget(VPIStream stream) {
  roles::close_queues(stream);
  owners.lock();
  owners.erase(reinterpret_cast<uintptr_t>(stream));
  owners.unlock();
}

__attribute__((constructor)) void start() {
  heddle_intercept(kLibrary, kSymbols);
  pthread_atfork(nullptr, nullptr, [] {
    roles::forget();
    owners.forget();
    forget_queues();
  });
}

}  // namespace

// Where the caller leaves the choice, it is the payload's.
Place::Place(VPIStream on, uint64_t backend, VPIPayload payload) : stream(on), engine(0) {
  if (!backend && payload && real().vpiPayloadGetFlags(payload, &backend) != kSuccess) return;
  for (const Engine &each : kEngines) {
    if (!(backend & each.backend)) continue;
    engine = int(&each - kEngines) + 1;
    return;
  }
}

heddle_queue *Vendor::open(Place place, Known *) {
  const Engine &engine = kEngines[place.engine - 1];
  uint32_t index;
  heddle_hw_queue hardware;
  if (heddle_device_open("vpi", engine.name, engine.uuid, kCapabilityWaitValue, &index) !=
      HEDDLE_OK)
    return nullptr;
  if (!make_hw_queue(place.stream, &hardware)) return nullptr;
  return heddle_queue_open(index, &hardware, reinterpret_cast<uint64_t>(place.stream));
}

void Roles::close_queues(VPIStream stream) {
  for (int engine = 1; engine <= int(std::size(kEngines)); engine++) {
    Place place(stream);
    place.engine = engine;
    close_queue(place);
  }
}

}  // namespace heddle::vpi

using namespace heddle::vpi;

extern "C" {

HEDDLE_EXPORT VPIStatus vpiStreamCreate(uint64_t flags, VPIStream *stream) {
  if (const uint64_t hidden = hidden_engines()) {
    if (flags & hidden) return kInvalidOperation;
    // Asked for none in particular, it would be for all.
    uint64_t all = 0;
    VPIContext context;
    if (!(flags & kBackends) && real().vpiContextGetCurrent(&context) == kSuccess &&
        real().vpiContextGetFlags(context, &all) == kSuccess)
      flags |= all & kBackends & ~hidden;
  }
  const VPIStatus result = real().vpiStreamCreate(flags, stream);
  if (result == kSuccess) note(*stream);
  return result;
}

HEDDLE_EXPORT VPIStatus vpiStreamCreateWrapperCUDA(CUstream wrapped, uint64_t flags,
                                                   VPIStream *stream) {
  const VPIStatus result = real().vpiStreamCreateWrapperCUDA(wrapped, flags, stream);
  if (result == kSuccess) note(*stream);
  return result;
}

// It waits for what is in the stream, so a gate of ours may hold it up, as any wait.
HEDDLE_EXPORT void vpiStreamDestroy(VPIStream stream) {
  if (stream) forget(stream);
  real().vpiStreamDestroy(stream);
}

// Its streams go with it, save those of the global one, which stays.
HEDDLE_EXPORT void vpiContextDestroy(VPIContext context) {
  for (VPIStream gone = nullptr; context != kGlobal; gone = nullptr) {
    owners.lock();
    owners.each([&](uintptr_t stream, VPIContext owner) {
      if (owner == context) gone = reinterpret_cast<VPIStream>(stream);
    });
    owners.unlock();
    if (!gone) break;
    real().vpiStreamSync(gone);  // as VPI does now
    forget(gone);
    lose(gone);
  }
  real().vpiContextDestroy(context);
}

}  // extern C
