#include "hal/hip/words.h"

#include <pthread.h>
#include <stdlib.h>

#include <algorithm>

#include "shim/amounts.h"

namespace heddle::hip {

namespace {

constexpr unsigned kSignalMemory = 2;  // hipMallocSignalMemory

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;  // all below, and what the words point to
Words *first = nullptr;

uint64_t *make_word() {
  void *word = nullptr;
  if (!real().hipExtMallocWithFlags ||
      real().hipExtMallocWithFlags(&word, sizeof(uint64_t), kSignalMemory) != kSuccess)
    return nullptr;
  auto *made = static_cast<uint64_t *>(word);
  __atomic_store_n(made, 0, __ATOMIC_RELEASE);
  return made;
}

uint64_t read(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }

}  // namespace

Words *take_words(int device) {
  {
    Locked locked(mutex);
    for (Words *words = first; words; words = words->next)
      if (words->is_spare && words->opened && words->device == device) {
        words->is_spare = false;
        return words;
      }
  }
  auto *words = static_cast<Words *>(calloc(1, sizeof(Words)));
  if (!words) return nullptr;
  *words = {make_word(), make_word(), device, false, nullptr};
  if (!words->opened || !words->passed) {  // a single word is not worth waiting for the device
    free(words);
    return nullptr;
  }
  Locked locked(mutex);
  words->next = first;
  first = words;
  return words;
}

void give_words(Words *words) {
  Locked locked(mutex);
  words->is_spare = true;
}

void open_up_to(Words *words, uint64_t value) {
  Locked locked(mutex);
  if (words->opened) __atomic_store_n(words->opened, value, __ATOMIC_RELEASE);
}

bool is_passed(const Words *words, uint64_t value) {
  Locked locked(mutex);
  return !words->passed || read(words->passed) >= value;
}

uint64_t newest(const Words *words) {
  Locked locked(mutex);
  return words->opened ? std::max(read(words->opened), read(words->passed)) : 0;
}

void reset_words(int device) {
  Locked locked(mutex);
  for (Words *words = first; words; words = words->next)
    if (words->device == device) words->opened = words->passed = nullptr;
}

void forget_words() {
  pthread_mutex_init(&mutex, nullptr);
  first = nullptr;
}

}  // namespace heddle::hip
