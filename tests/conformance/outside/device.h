// A kiln as an ordinary program sees it.
#pragma once

#include "programs/streams.h"

namespace heddle {

struct KilnCalls {
  using Stream = struct Lane *;
  using Event = struct Flag *;
  static constexpr const char *kApi = "kiln", *kLibrary = "libkiln.so.1", *kRun = "kilnFire";

  KilnCalls() {
    look_up(library, kRun, run_);
    if (call<>("kilnOpen") != 0) give_up("kilnOpen", "the kiln is cold");
  }

  int create(Stream *lane) { return call("kilnLaneOpen", lane); }
  int destroy(Stream lane) { return call("kilnLaneClose", lane); }
  int finish(Stream lane) { return call("kilnLaneDrain", lane); }
  int query(Stream lane) { return call("kilnLaneState", lane); }
  int create(Event *flag) { return call("kilnFlagOpen", flag); }
  int record(Event flag, Stream lane) { return call("kilnFlagPlant", lane, flag); }
  int wait(Stream lane, Event flag) { return call("kilnLaneAwait", lane, flag); }
  int finish(Event flag) { return call("kilnFlagDrain", flag); }
  int query(Event flag) { return call("kilnFlagState", flag); }
  int allocate(void **pot, size_t bytes) { return call("kilnPotTake", bytes, pot); }
  int release(void *pot) { return call("kilnPotGive", pot); }
  int memory(size_t *free, size_t *total) { return call("kilnPotRoom", total, free); }
  int copy(void *to, void *pot, size_t bytes, Stream lane) {
    return call("kilnPotFetch", lane, to, pot, bytes);
  }
  int run(const char *recipe, const void *arguments, size_t size, Stream lane) {
    return run_(lane, recipe, size, arguments);
  }

  int (*run_)(Stream, const char *, size_t, const void *);

 private:
  template <class... Parameters>
  int call(const char *name, Parameters... given) {
    int (*function)(Parameters...);
    look_up(library, name, function);
    return function(given...);
  }

  void *const library = open_library(kLibrary);
};

using Device = StreamDevice<KilnCalls>;

}  // namespace heddle
