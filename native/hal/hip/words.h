// Words that streams wait for and write. HIP lets a stream wait for its signal memory alone, which
// has room for one word and belongs to this process: hence the porter.
#pragma once

#include "hal/hip/hw_queue.h"

namespace heddle::hip {

// Two of them for a stream. Their values only grow, also from one stream to the next that has them.
// When the device is reset the memory goes, and everything counts as passed.
struct Words {
  uint64_t *opened;  // written by the host: up to where streams may go; null: it was reset
  uint64_t *passed;  // written by the stream: how far it has come
  int device;
  bool is_spare;
  Words *next;
};

// Of those that were given back, or new ones. Null if there is no memory for them. Inside `Ours`.
Words *take_words(int device);
// Freeing signal memory would wait for the device, so they are kept for the next stream.
void give_words(Words *words);

void open_up_to(Words *words, uint64_t value);
bool is_passed(const Words *words, uint64_t value);
uint64_t newest(const Words *words);  // no stream that has had them waits for, or writes, more

void forget_words();  // in the child of a fork

}  // namespace heddle::hip
