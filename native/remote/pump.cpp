#include "remote/pump.h"

#include <new>

#include "remote/link.h"

using namespace heddle::remote;

// Readers and writers of the sides that are not ours lie idle.
struct heddle_pump_link {
  explicit heddle_pump_link(LinkPage *shared) : page(shared) {
    RingPage *rings[3] = {&page->commands, &page->urgent, &page->back};
    for (int i = 0; i < 3; i++) {
      readers[i].open(rings[i], &lost);
      writers[i].open(rings[i], &lost);
    }
  }

  LinkPage *page;
  Lost lost{false};
  RingReader readers[3];
  RingWriter writers[3];
};

static heddle_pump_link *made_of(LinkPage *page) {
  return page ? new (std::nothrow) heddle_pump_link(page) : nullptr;
}

heddle_pump_link *heddle_pump_offer(int socket) { return made_of(offer_link(socket)); }

heddle_pump_link *heddle_pump_accept(int socket) { return made_of(accept_link(socket)); }

int64_t heddle_pump_read(heddle_pump_link *link, int ring, void *to, uint64_t size,
                         int32_t timeout_ms) {
  if (ring < 0 || ring > HEDDLE_PUMP_BACK || !size) return -1;
  RingReader &reader = link->readers[ring];
  const int64_t until_ns = os::now_ns() + int64_t(timeout_ms) * 1'000'000;
  if (!reader.wait(spin_ns(kCommandSpinNs), until_ns)) return link->lost.load() ? -1 : 0;
  const size_t got = reader.read_some(to, size);
  return got ? int64_t(got) : -1;
}

int heddle_pump_write(heddle_pump_link *link, int ring, const void *from, uint64_t size) {
  if (ring < 0 || ring > HEDDLE_PUMP_BACK) return -1;
  return link->writers[ring].write(from, size) ? 0 : -1;
}

void heddle_pump_await(int socket) {
  pollfd looked{socket, POLLIN, 0};
  const int64_t start_ns = os::now_ns(), spins_until_ns = start_ns + spin_ns(kCommandSpinNs);
  for (int64_t now_ns = start_ns; now_ns < start_ns + kNappingNs; now_ns = os::now_ns()) {
    const timespec nap{0, now_ns < spins_until_ns ? 0 : long(kNapNs)};
    if (ppoll(&looked, 1, &nap, nullptr) != 0) return;
  }
}

void heddle_pump_end(heddle_pump_link *link) {
  link->lost.store(true);
  end_waits(link->page);
}

void heddle_pump_free(heddle_pump_link *link) {
  munmap(link->page, sizeof *link->page);
  delete link;
}
