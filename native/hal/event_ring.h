// Marks where the device cannot write memory: a ring of the vendor's events, asked from the oldest
// on.
#pragma once

#include <cstdint>

#include "include/heddle.h"

namespace heddle {

// A vendor's events, as `Events`:
//   using Event;                          zero: none
//   int create(Event *), record(Event)    0, HEDDLE_LATER or the vendor's error
//   bool is_reached(Event)                must not block
//   void destroy(Event)
// While all of them are in the stream, no mark is placed: a queue that relies on marks among many
// commands needs many events.
template <class Events, uint32_t kEvents = 16>
class EventRing {
 public:
  int mark(Events &events, uint64_t value) {
    completed(events);
    if (count_ == kEvents) return HEDDLE_LATER;
    const uint32_t at = (first_ + count_) % kEvents;
    if (!events_[at])
      if (int error = events.create(&events_[at])) return error;
    values_[at] = value;
    const int error = events.record(events_[at]);
    if (!error) count_++;
    return error;
  }

  // The newest mark that was reached.
  uint64_t completed(Events &events) {
    while (count_ && events.is_reached(events_[first_])) {
      reached_ = values_[first_];
      first_ = (first_ + 1) % kEvents;
      count_--;
    }
    return reached_;
  }

  void destroy(Events &events) {
    for (typename Events::Event &event : events_)
      if (event) events.destroy(event);
  }

 private:
  typename Events::Event events_[kEvents] = {};
  uint64_t values_[kEvents] = {};
  uint32_t first_ = 0, count_ = 0;
  uint64_t reached_ = 0;
};

}  // namespace heddle
