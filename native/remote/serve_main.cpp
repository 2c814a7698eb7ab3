// The process that serves one client: `API-server SOCKET`, an open socket by its number.
#include <sys/personality.h>

#include <csignal>
#include <new>
#include <string>

#include "remote/server.h"

using namespace heddle::remote;

namespace {

// Which devices the client sees, of those that we do: it counts them as it sees them.
std::string visible_to(const char *ours, const char *theirs) {
  std::vector<std::string> own;
  std::string chosen;
  const auto split = [](const char *text, auto &&each) {
    for (const char *at = text;;) {
      const char *comma = strchr(at, ',');
      if (!each(comma ? std::string(at, comma) : std::string(at)) || !comma) return;
      at = comma + 1;
    }
  };
  split(ours, [&](std::string word) { return own.push_back(std::move(word)), true; });
  split(theirs, [&](const std::string &word) {
    char *end = nullptr;
    const unsigned long index = strtoul(word.c_str(), &end, 10);
    if (word.empty() || *end || index >= own.size()) return false;  // the rest is not seen
    chosen += (chosen.empty() ? "" : ",") + own[index];
    return true;
  });
  return chosen;
}

// Device memory has the same address in the client's process, where it must be free. So we lie at
// other places than a program: from a third of the address space upwards. Where that is refused, an
// address that the client cannot have is tried again.
void begin_elsewhere([[maybe_unused]] char **arguments) {
#ifndef __SANITIZE_THREAD__  // which knows no such layout
  const int now = personality(0xffffffff);
  if (now < 0 || now & ADDR_COMPAT_LAYOUT) return;
  if (personality(unsigned(now) | ADDR_COMPAT_LAYOUT) < 0) return;
  execv("/proc/self/exe", arguments);
#endif
}

}  // namespace

int main(int count, char **arguments) {
  begin_elsewhere(arguments);
  signal(SIGPIPE, SIG_IGN);
  std::set_new_handler([] { Server::end("no memory"); });
  if (count != 2) Server::end("give it the number of an open socket");
  const int socket = atoi(arguments[1]);
  Hello hello, want;
  if (recv(socket, &hello, sizeof hello, MSG_WAITALL) != sizeof hello) Server::end("no greeting");
  if (memcmp(hello.magic, want.magic, sizeof hello.magic) || hello.version != want.version)
    Server::end("the client is of another version of Heddle");
  hello.api[sizeof hello.api - 1] = hello.visible[sizeof hello.visible - 1] = 0;
  if (strcmp(hello.api, kServed.api)) Server::end("the client speaks another API");
  if (hello.has_visible) {
    const char *ours = getenv(kServed.visible);
    const std::string seen = ours ? visible_to(ours, hello.visible) : hello.visible;
    setenv(kServed.visible, seen.c_str(), 1);
  }
  SlotPage *slots = nullptr;  // with a client on another machine there is nothing to share
  LinkPage *page = offer_link(socket, getenv("HEDDLE_FAR") ? nullptr : &slots);
  if (!page) Server::end("no memory for the rings");
  (new Server)->serve(socket, page, slots);
}
