// Streams, events and what is submitted.
#include <bit>
#include <cstring>
#include <new>

#include "common/thread.h"
#include "fake/vpi/library.h"

namespace fake {

Moment::~Moment() {
  if (event_) sxEventDestroy(event_);
}

void Moment::arrive(sxStream behind) {
  std::lock_guard lock(mutex_);
  if (behind && sxEventCreate(&event_) == SX_OK) sxEventRecord(event_, behind);
  has_arrived_ = true;
  arrived_.notify_all();
}

bool Moment::is_reached() {
  std::lock_guard lock(mutex_);
  return has_arrived_ && (!event_ || sxEventQuery(event_) != SX_ERROR_NOT_READY);
}

void Moment::wait() {
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [&] { return has_arrived_; });
  lock.unlock();
  if (event_) sxEventSynchronize(event_);
}

}  // namespace fake

using namespace fake;

void VPIStreamImpl::start() {
  auto body = [](void *self) -> void * {
    static_cast<VPIStreamImpl *>(self)->run();
    return nullptr;
  };
  if (os::create_thread(&thread_, os::kOthersRoom, body, this, true)) throw std::bad_alloc();
}

void VPIStreamImpl::submit(Command command) {
  std::lock_guard lock(mutex_);
  commands_.push_back(std::move(command));
  filled_.notify_one();
}

void VPIStreamImpl::synchronize() {
  auto moment = std::make_shared<Moment>();
  submit(Record{moment});
  moment->wait();
}

void VPIStreamImpl::stop() {
  submit(Stop{});
  if (pthread_equal(thread_, pthread_self()))
    pthread_detach(thread_);  // destroyed by its own host function
  else
    pthread_join(thread_, nullptr);
}

void VPIStreamImpl::run() {
  for (bool goes_on = true; goes_on;) {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, [&] { return !commands_.empty(); });
    Command command = std::move(commands_.front());
    commands_.pop_front();
    lock.unlock();
    goes_on = execute(command);
  }
}

void VPIStreamImpl::drain() {
  if (busy_ && sxStreamSynchronize(busy_) != SX_OK) status = kDevice;
  busy_ = nullptr;
}

bool VPIStreamImpl::execute(Command &command) {
  if (auto *work = std::get_if<Work>(&command)) {
    sxStream &engine = engines_[work->engine];
    if (!engine) {
      sxSetDevice(library().devices[work->engine]);
      if (sxStreamCreate(&engine, SX_STREAM_NON_BLOCKING) != SX_OK) status = kDevice;
    }
    if (busy_ != engine) drain();
    const sxTimedArgs arguments{work->nanoseconds};
    if (status) return true;
    if (sxLaunchKernel(library().timed, &arguments, sizeof arguments, engine) != SX_OK)
      status = kDevice;
    busy_ = engine;
  } else if (auto *call = std::get_if<CallHost>(&command)) {
    drain();
    if (call->function_ex)
      status = call->function_ex(this, status, call->data);
    else if (!status)
      call->function(call->data);
  } else if (auto *record = std::get_if<Record>(&command)) {
    record->moment->arrive(busy_);
  } else if (auto *wait = std::get_if<Wait>(&command)) {
    wait->moment->wait();
  } else {
    drain();
    for (sxStream engine : engines_)
      if (engine) sxStreamDestroy(engine);
    return false;
  }
  return true;
}

namespace {

template <class F>
VPIStatus with_stream(VPIStream handle, F body) {
  return guarded([&] {
    auto stream = library().streams.find(handle);
    return stream ? body(*stream) : kInvalidArgument;
  });
}

template <class F>
VPIStatus with_event(VPIEvent handle, F body) {
  return guarded([&] {
    auto event = library().events.find(handle);
    return event ? body(*event) : kInvalidArgument;
  });
}

MomentPtr latest(VPIEventImpl &event) {
  std::lock_guard lock(event.mutex);
  return event.latest;
}

// A stream says only once that something went wrong in it.
VPIStatus ended(VPIStreamImpl &stream) {
  stream.synchronize();
  return stream.status.exchange(kSuccess);
}

}  // namespace

FAKE_EXPORT VPIStatus vpiStreamCreate(uint64_t flags, VPIStream *handle) {
  return guarded([&] {
    if (!handle) return kInvalidArgument;
    const uint64_t backends = enabled(flags);
    if (!backends) return kInvalidOperation;
    auto made = std::make_shared<VPIStreamImpl>(current_context(), (flags & ~kBackends) | backends);
    made->start();
    *handle = library().streams.add(std::move(made));
    return kSuccess;
  });
}

FAKE_EXPORT void vpiStreamDestroy(VPIStream handle) {
  guarded([&] {
    if (auto stream = library().streams.take(handle)) stream->stop();
    return kSuccess;
  });
}

FAKE_EXPORT VPIStatus vpiStreamSync(VPIStream handle) { return with_stream(handle, ended); }

FAKE_EXPORT VPIStatus vpiStreamFlush(VPIStream handle) {
  return with_stream(handle, [](VPIStreamImpl &) { return kSuccess; });
}

FAKE_EXPORT VPIStatus vpiStreamGetFlags(VPIStream handle, uint64_t *flags) {
  return with_stream(handle, [&](VPIStreamImpl &stream) {
    if (!flags) return kInvalidArgument;
    *flags = stream.flags;
    return kSuccess;
  });
}

FAKE_EXPORT VPIStatus vpiStreamWaitEvent(VPIStream handle, VPIEvent event) {
  return with_stream(handle, [&](VPIStreamImpl &stream) {
    return with_event(event, [&](VPIEventImpl &e) {
      if (MomentPtr moment = latest(e)) stream.submit(Wait{moment});
      return kSuccess;
    });
  });
}

FAKE_EXPORT VPIStatus vpiSubmitHostFunction(VPIStream handle, VPIHostFunction function,
                                            void *data) {
  return with_stream(handle, [&](VPIStreamImpl &stream) {
    if (!function || !data) return kInvalidArgument;
    stream.submit(CallHost{function, nullptr, data});
    return kSuccess;
  });
}

FAKE_EXPORT VPIStatus vpiSubmitHostFunctionEx(VPIStream handle, VPIHostFunctionEx function,
                                              void *data) {
  return with_stream(handle, [&](VPIStreamImpl &stream) {
    if (!function) return kInvalidArgument;
    stream.submit(CallHost{nullptr, function, data});
    return kSuccess;
  });
}

FAKE_EXPORT VPIStatus vpiSubmitBoxFilter(VPIStream handle, uint64_t backend, VPIImage input,
                                         VPIImage output, int32_t width, int32_t height,
                                         VPIBorderExtension border) {
  return with_stream(handle, [&](VPIStreamImpl &stream) {
    auto in = library().images.find(input), out = library().images.find(output);
    auto fits = [](int32_t size) { return size >= 1 && size <= 11 && size % 2 == 1; };
    if (!in || !out || in->width != out->width || in->height != out->height)
      return kInvalidArgument;
    if (!fits(width) || !fits(height) || border < 0 || border > 1) return kInvalidArgument;
    if (!std::has_single_bit(backend) || backend & ~kBackends) return kInvalidArgument;
    if (!(stream.flags & backend)) return kInvalidOperation;
    stream.submit(Work{std::countr_zero(backend), uint64_t(in->width) * uint64_t(in->height)});
    return kSuccess;
  });
}

FAKE_EXPORT VPIStatus vpiEventCreate(uint64_t flags, VPIEvent *handle) {
  return guarded([&] {
    if (!handle) return kInvalidArgument;
    if (!enabled(flags)) return kInvalidOperation;
    auto made = std::make_shared<VPIEventImpl>();
    made->context = current_context();
    made->flags = flags;
    *handle = library().events.add(std::move(made));
    return kSuccess;
  });
}

FAKE_EXPORT void vpiEventDestroy(VPIEvent handle) {
  guarded([&] {
    library().events.take(handle);
    return kSuccess;
  });
}

FAKE_EXPORT VPIStatus vpiEventRecord(VPIEvent handle, VPIStream on) {
  return with_event(handle, [&](VPIEventImpl &event) {
    return with_stream(on, [&](VPIStreamImpl &stream) {
      auto moment = std::make_shared<Moment>();
      {
        std::lock_guard lock(event.mutex);
        event.latest = moment;
      }
      stream.submit(Record{std::move(moment)});
      return kSuccess;
    });
  });
}

FAKE_EXPORT VPIStatus vpiEventQuery(VPIEvent handle, VPIEventState *state) {
  return with_event(handle, [&](VPIEventImpl &event) {
    if (!state) return kInvalidArgument;
    MomentPtr moment = latest(event);
    *state = !moment || moment->is_reached();
    return kSuccess;
  });
}

FAKE_EXPORT VPIStatus vpiEventSync(VPIEvent handle) {
  return with_event(handle, [&](VPIEventImpl &event) {
    if (MomentPtr moment = latest(event)) moment->wait();
    return kSuccess;
  });
}
