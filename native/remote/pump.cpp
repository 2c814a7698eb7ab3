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
  int64_t read_ns[3] = {};  // when there was something last
};

// Somebody waits for what comes back; a link that is idle is not looked at all the time.
static int64_t spin_of(const heddle_pump_link *link, int ring) {
  constexpr int64_t kIdleNs = 50'000'000;
  if (os::now_ns() - link->read_ns[ring] > kIdleNs) return kSpinNs;
  return spin_ns(ring == HEDDLE_PUMP_BACK ? kIdleNs : kCommandSpinNs);
}

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
  if (!reader.wait(spin_of(link, ring), until_ns)) return link->lost.load() ? -1 : 0;
  const size_t got = reader.read_some(to, size);
  link->read_ns[ring] = os::now_ns();
  return got ? int64_t(got) : -1;
}

int heddle_pump_write(heddle_pump_link *link, int ring, const void *from, uint64_t size) {
  if (ring < 0 || ring > HEDDLE_PUMP_BACK) return -1;
  return link->writers[ring].write(from, size) ? 0 : -1;
}

void heddle_pump_end(heddle_pump_link *link) {
  link->lost.store(true);
  end_waits(link->page);
}

void heddle_pump_free(heddle_pump_link *link) {
  munmap(link->page, sizeof *link->page);
  delete link;
}
