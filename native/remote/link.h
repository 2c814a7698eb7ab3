// A connection: a socket that tells when the other side ends, and three rings in shared memory;
// where both sides are on one machine, also memory for copies.
#pragma once

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <initializer_list>

#include "remote/ring.h"
#include "remote/wire.h"

namespace heddle::remote {

struct LinkPage {
  RingPage commands;  // of the client, in order
  RingPage urgent;    // of the client, for streams that wait for it: never behind a command
  RingPage back;      // of the server
};

// Memory for copies. The client takes a slot, and the server says when it is done with it. What is
// in a slot, the other side may change at any time: it is only ever copied.
struct SlotPage {
  enum State : uint32_t { kFree, kTaken, kReturned };  // the last: a message says so, too
  alignas(64) std::atomic<uint32_t> state[kSlots];
  alignas(4096) unsigned char bytes[kSlots][kSlotBytes];
};

// A file, and a word about it.
inline bool send_file(int socket, int file, uint64_t word = 0) {
  iovec part{&word, sizeof word};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof file)] = {};
  msghdr message{};
  message.msg_iov = &part, message.msg_iovlen = 1;
  message.msg_control = control, message.msg_controllen = sizeof control;
  cmsghdr *part_of = CMSG_FIRSTHDR(&message);
  part_of->cmsg_level = SOL_SOCKET, part_of->cmsg_type = SCM_RIGHTS;
  part_of->cmsg_len = CMSG_LEN(sizeof file);
  memcpy(CMSG_DATA(part_of), &file, sizeof file);
  return sendmsg(socket, &message, MSG_NOSIGNAL) == sizeof word;
}

// -1: the other side is gone, or has sent something else.
inline int receive_file(int socket, uint64_t *word) {
  iovec part{word, sizeof *word};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &part, message.msg_iovlen = 1;
  message.msg_control = control, message.msg_controllen = sizeof control;
  ssize_t got;
  while ((got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
  }
  if (got != sizeof *word) return -1;
  const cmsghdr *part_of = CMSG_FIRSTHDR(&message);
  if (!part_of || part_of->cmsg_type != SCM_RIGHTS) return -1;
  int file;
  memcpy(&file, CMSG_DATA(part_of), sizeof file);
  return file;
}

template <class Page>
Page *map_page(int file, size_t offset) {
  void *mapped =
      mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, file, off_t(offset));
  return mapped == MAP_FAILED ? nullptr : static_cast<Page *>(mapped);
}

// The server's side. A file that can shrink would let either side end the other by a signal.
// `slots`: there are some.
inline LinkPage *offer_link(int socket, SlotPage **slots = nullptr) {
  const int file = memfd_create("heddle-link", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return nullptr;
  LinkPage *page = nullptr;
  if (ftruncate(file, off_t(sizeof(LinkPage) + (slots ? sizeof(SlotPage) : 0))) == 0 &&
      fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0 &&
      (!slots || (*slots = map_page<SlotPage>(file, sizeof(LinkPage)))) && send_file(socket, file))
    page = map_page<LinkPage>(file, 0);
  close(file);
  return page;
}

// The client's. What it is given must be as large as it should, for good. A client goes without
// slots if there are none.
inline LinkPage *accept_link(int socket, SlotPage **slots = nullptr) {
  uint64_t word;
  const int file = receive_file(socket, &word);
  if (file < 0) return nullptr;
  struct stat is{};
  const int seals = fcntl(file, F_GET_SEALS);
  LinkPage *page = nullptr;
  const bool is_fixed = fstat(file, &is) == 0 && seals >= 0 && (seals & F_SEAL_SHRINK);
  const bool has_slots = is_fixed && is.st_size == off_t(sizeof(LinkPage) + sizeof(SlotPage));
  if (has_slots || (is_fixed && is.st_size == off_t(sizeof(LinkPage))))
    page = map_page<LinkPage>(file, 0);
  if (page && slots) *slots = has_slots ? map_page<SlotPage>(file, sizeof(LinkPage)) : nullptr;
  close(file);
  return page;
}

inline int connect_to(const char *path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address.sun_path) return -1;
  strcpy(address.sun_path, path);
  const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made < 0) return -1;
  if (connect(made, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0) return made;
  close(made);
  return -1;
}

// Until the other side has closed the socket, or ended.
inline void wait_for_end(int socket) {
  for (;;) {
    pollfd p{socket, POLLIN | POLLRDHUP, 0};
    if (poll(&p, 1, -1) < 0 && errno == EINTR) continue;
    char byte;
    const ssize_t n = recv(socket, &byte, 1, MSG_DONTWAIT);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) return;
  }
}

// Everybody who waits for the other side looks up.
inline void end_waits(LinkPage *page) {
  for (RingPage *ring : {&page->commands, &page->urgent, &page->back}) {
    ring_bell(ring->data_bell);
    ring_bell(ring->room_bell);
  }
}

}  // namespace heddle::remote
