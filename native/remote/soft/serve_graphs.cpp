// The soft XPU's captures and graphs, where the device is.
#include <algorithm>

#include "remote/soft/work.h"

namespace heddle::remote {

namespace {

// A command in a graph takes some hundred bytes, here and in the driver. All graphs together have
// no more of them: one inside of another doubles with each message.
constexpr uint64_t kMostCaptured = 1 << 18;
uint64_t captured = 0;

// By handle: of streams that are captured, of graphs, of executables.
std::unordered_map<const void *, RecordingPtr> recordings;
// Those that may still run, although nobody can launch them any more.
std::vector<RecordingPtr> retired;

RecordingPtr find_recording(const void *handle) {
  const auto found = recordings.find(handle);
  return found == recordings.end() ? nullptr : found->second;
}

void retire(const void *handle) {
  const auto found = recordings.find(handle);
  if (found == recordings.end()) return;
  if (found->second->users && found->second.use_count() == 1) retired.push_back(found->second);
  recordings.erase(found);
}

// Waits for the devices, but not each time.
void make_room(Request &request) {
  if (captured < kMostCaptured / 2 || retired.empty()) return;
  uint64_t users = 0, unsettled = 0;
  for (const RecordingPtr &each : retired) users |= each->users;
  for (int32_t device = 0; users >> device; device++) {
    if (!(users >> device & 1)) continue;
    sxSetDevice(device);
    const sxResult result = sxDeviceSynchronize();
    if (result != SX_OK && result != SX_ERROR_LAUNCH) unsettled |= uint64_t(1) << device;
  }
  sxSetDevice(request.device());
  std::erase_if(retired, [&](const RecordingPtr &each) { return !(each->users & unsettled); });
}

bool has_room(uint64_t commands) { return commands <= kMostCaptured - captured; }

void add_commands(Recording &recording, uint64_t commands) {
  recording.commands += commands;
  captured += commands;
}

// Whether the device may touch all of it. From here on, whoever frees it waits for the device.
bool may_touch(Request &request, const Spans &spans, int32_t device) {
  for (const Span &span : spans) {
    Allocation *is = request.server.allocated(span.address, span.bytes);
    if (!is) return false;
    if (is->device != device) is->users |= uint64_t(1) << device;
  }
  return true;
}

void serve_end(Request &request, uint64_t number, uint8_t kind, sxResult (*end)(void *)) {
  bool right = true;
  void *handle = request.server.find(number, kind, &right);
  if (!request.is_good()) return;
  if (!right) return request.finish(SX_ERROR_INVALID);
  const sxResult result = end(handle);
  if (result == SX_OK) {
    retire(handle);
    request.server.unbind(number);
  }
  request.finish(result);
}

}  // namespace

Recording::~Recording() { captured -= commands; }

Recording *recording_of(sxStream stream) {
  if (recordings.empty()) return nullptr;
  const auto found = recordings.find(stream);
  return found == recordings.end() ? nullptr : found->second.get();
}

void drop_capture(sxStream stream) { recordings.erase(stream); }

int32_t device_of(Request &request, sxStream stream) {
  int device = request.device();
  if (stream) sxStreamGetDevice(stream, &device);
  return device;
}

sxResult note(Request &request, sxStream stream, const Spans &spans) {
  Recording *recording = recording_of(stream);
  if (!recording) {
    // A program with one device, as most, has nothing to remember.
    if (spans.empty()) return SX_OK;
    return may_touch(request, spans, device_of(request, stream)) ? SX_OK : SX_ERROR_INVALID;
  }
  if (!has_room(1)) return SX_ERROR_OUT_OF_MEMORY;
  add_commands(*recording, 1);
  recording->spans.insert(recording->spans.end(), spans.begin(), spans.end());
  return SX_OK;
}

sxResult later(Request &request, sxStream stream, sxHostFunc function, Later what) {
  Recording *recording = recording_of(stream);
  if (recording && !has_room(1)) return SX_ERROR_OUT_OF_MEMORY;
  what.server = &request.server, what.captured = recording != nullptr;
  auto kept = std::make_unique<Later>(std::move(what));
  const sxResult result = sxLaunchHostFunc(stream, function, kept.get());
  if (result != SX_OK) return result;
  if (recording) {
    add_commands(*recording, 1);
    recording->kept.push_back(std::move(kept));
  } else {
    (void)kept.release();  // it may have run and be gone by now
  }
  return SX_OK;
}

void serve_sxStreamBeginCapture(Request &request) {
  const auto stream = request.handle<sxStream>(kKindSxStream);
  if (!request.is_good()) return;
  make_room(request);
  const sxResult result = sxStreamBeginCapture(stream);
  if (result == SX_OK) recordings[stream] = std::make_shared<Recording>();
  request.finish(result);
}

void serve_sxStreamEndCapture(Request &request) {
  const auto stream = request.handle<sxStream>(kKindSxStream);
  Made<sxGraph> graph(request);
  if (!request.is_good()) return;
  const sxResult result = sxStreamEndCapture(stream, graph.get());
  if (result == SX_OK) {
    graph.keep(request, kKindSxGraph);
    RecordingPtr recorded = find_recording(stream);
    recordings.erase(stream);
    std::sort(recorded->spans.begin(), recorded->spans.end());
    recorded->spans.erase(std::unique(recorded->spans.begin(), recorded->spans.end()),
                          recorded->spans.end());
    recordings[*graph.get()] = std::move(recorded);
  }
  request.finish(result);
}

void serve_sxGraphInstantiate(Request &request) {
  Made<sxGraphExec> executable(request);
  const auto graph = request.handle<sxGraph>(kKindSxGraph);
  if (!request.is_good()) return;
  const sxResult result = sxGraphInstantiate(executable.get(), graph);
  if (result == SX_OK) {
    executable.keep(request, kKindSxGraphExec);
    recordings[*executable.get()] = find_recording(graph);
  }
  request.finish(result);
}

void serve_sxGraphLaunch(Request &request) {
  const auto executable = request.handle<sxGraphExec>(kKindSxGraphExec);
  const auto stream = request.handle<sxStream>(kKindSxStream);
  if (!request.is_good()) return;
  const RecordingPtr inside = find_recording(executable);
  if (!inside) return request.finish(SX_ERROR_INVALID);
  if (Recording *outside = recording_of(stream)) {
    if (!has_room(inside->commands)) return request.finish(SX_ERROR_OUT_OF_MEMORY);
    const sxResult result = sxGraphLaunch(executable, stream);
    if (result == SX_OK) {
      add_commands(*outside, inside->commands);
      outside->spans.insert(outside->spans.end(), inside->spans.begin(), inside->spans.end());
      outside->kept.insert(outside->kept.end(), inside->kept.begin(), inside->kept.end());
    }
    return request.finish(result);
  }
  const int32_t device = device_of(request, stream);
  if (inside->losses != request.server.losses() || inside->device != device) {
    if (!may_touch(request, inside->spans, device)) return request.finish(SX_ERROR_INVALID);
    inside->losses = request.server.losses(), inside->device = device;
  }
  inside->users |= uint64_t(1) << device;
  request.finish(sxGraphLaunch(executable, stream));
}

void serve_sxGraphDestroy(Request &request) {
  serve_end(request, request.handle_number(), kKindSxGraph,
            [](void *graph) { return sxGraphDestroy(static_cast<sxGraph>(graph)); });
}

void serve_sxGraphExecDestroy(Request &request) {
  serve_end(request, request.handle_number(), kKindSxGraphExec, [](void *executable) {
    return sxGraphExecDestroy(static_cast<sxGraphExec>(executable));
  });
}

}  // namespace heddle::remote
