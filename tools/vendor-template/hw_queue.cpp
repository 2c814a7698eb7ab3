#include "hal/acme/hw_queue.h"

#include <stdlib.h>

#include <new>

#include "hal/event_ring.h"
#include "hal/real.h"

namespace heddle::acme {

namespace {

// Marks, where the device cannot write memory: see hal/event_ring.h.
struct Events {
  using Event = acmeEvent;
  acmeStream stream;

  int create(Event *event) { return real().acmeEventCreate(event); }
  int record(Event event) { return real().acmeEventRecord(event, stream); }
  bool is_reached(Event event) { return real().acmeEventQuery(event) == kSuccess; }
  void destroy(Event event) { real().acmeEventDestroy(event); }
};

struct AcmeQueue {
  Events events;
  EventRing<Events> ring;
};

AcmeQueue &of(void *self) { return *static_cast<AcmeQueue *>(self); }

int mark(void *self, uint64_t *, uint64_t value) {
  return of(self).ring.mark(of(self).events, value);
}

uint64_t completed(void *self) { return of(self).ring.completed(of(self).events); }

int empty(void *self) { return real().acmeStreamQuery(of(self).events.stream) == kSuccess; }

void close(void *self) {
  of(self).ring.destroy(of(self).events);
  free(self);
}

}  // namespace

const Real &real() { return find_real<Real>(kLibrary, kNames); }

bool make_hw_queue(acmeStream stream, heddle_hw_queue *out) {
  void *room = calloc(1, sizeof(AcmeQueue));
  if (!room) return false;
  *out = {};
  out->self = new (room) AcmeQueue{{stream}, {}};
  out->mark = mark;
  out->completed = completed;
  out->empty = empty;
  // Next, level 2: `gate`, by the device itself or by shim/porter.h; then kCapabilities says so.
  out->close = close;
  return true;
}

}  // namespace heddle::acme
