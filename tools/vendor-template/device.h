// An Acme device as an ordinary program sees it.
#pragma once

#include "programs/streams.h"

namespace heddle {

// The library's functions that we call, with their parameters.
#define HEDDLE_ACME_FUNCTIONS(DO)                     \
  DO(acmeInit, unsigned)                              \
  DO(acmeStreamCreate, Stream *)                      \
  DO(acmeStreamDestroy, Stream)                       \
  DO(acmeStreamSynchronize, Stream)                   \
  DO(acmeStreamQuery, Stream)                         \
  DO(acmeStreamWaitEvent, Stream, Event)              \
  DO(acmeEventCreate, Event *)                        \
  DO(acmeEventRecord, Event, Stream)                  \
  DO(acmeEventQuery, Event)                           \
  DO(acmeEventSynchronize, Event)                     \
  DO(acmeMalloc, void **, size_t)                     \
  DO(acmeFree, void *)                                \
  DO(acmeMemGetInfo, size_t *, size_t *)              \
  DO(acmeMemcpyAsync, void *, void *, size_t, Stream)

struct AcmeCalls {
  using Stream = struct AcmeStream *;
  using Event = struct AcmeEvent *;
  static constexpr const char *kApi = "acme", *kLibrary = "libacme.so.1", *kRun = "acmeLaunch";

  AcmeCalls() {
    void *library = open_library(kLibrary);
#define LOOK(name, ...) look_up(library, #name, name);
    HEDDLE_ACME_FUNCTIONS(LOOK)
#undef LOOK
    look_up(library, kRun, run_);
    if (acmeInit(0) != 0) give_up("acmeInit", "there is no device");
  }

  int create(Stream *stream) { return acmeStreamCreate(stream); }
  int destroy(Stream stream) { return acmeStreamDestroy(stream); }
  int finish(Stream stream) { return acmeStreamSynchronize(stream); }
  int query(Stream stream) { return acmeStreamQuery(stream); }
  int create(Event *event) { return acmeEventCreate(event); }
  int record(Event event, Stream stream) { return acmeEventRecord(event, stream); }
  int wait(Stream stream, Event event) { return acmeStreamWaitEvent(stream, event); }
  int finish(Event event) { return acmeEventSynchronize(event); }
  int query(Event event) { return acmeEventQuery(event); }
  int allocate(void **pointer, size_t bytes) { return acmeMalloc(pointer, bytes); }
  int release(void *pointer) { return acmeFree(pointer); }
  int memory(size_t *free, size_t *total) { return acmeMemGetInfo(free, total); }
  int copy(void *to, void *from, size_t bytes, Stream stream) {
    return acmeMemcpyAsync(to, from, bytes, stream);
  }
  int run(const char *kernel, const void *arguments, size_t size, Stream stream) {
    return run_(kernel, arguments, size, stream);
  }

  int (*run_)(const char *, const void *, size_t, Stream);

 private:
#define MEMBER(name, ...) int (*name)(__VA_ARGS__);
  HEDDLE_ACME_FUNCTIONS(MEMBER)
#undef MEMBER
};

using Device = StreamDevice<AcmeCalls>;

}  // namespace heddle
