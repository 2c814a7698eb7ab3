#include "core/guest.h"

#include <ctype.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <algorithm>

#include "include/heddle.h"

namespace heddle::guest {

namespace {

constexpr int kPatienceS = 2;  // an agent that does not answer must not stop a program
constexpr size_t kLongest = 2048;

std::atomic<std::atomic<uint32_t> *> bell_word{nullptr};

// One question to the agent: a line of JSON there, one back, maybe with a file.
class Question {
 public:
  Question() = default;
  Question(const Question &) = delete;
  ~Question() {
    for (int file : files)
      if (file >= 0) close(file);
  }

  // False if there is no answer, or it is an error.
  bool ask(const char *text) {
    const int line = connect_to_agent();
    if (line < 0) return false;
    const bool done = send_all(line, text) && receive_all(line) && strstr(answer_, "\"answer\"");
    close(line);
    return done;
  }

  // The number behind a name in the answer; -1 if it is not there.
  long number(const char *name) const {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\": ", name);
    const char *at = strstr(answer_, quoted);
    return at ? strtol(at + strlen(quoted), nullptr, 10) : -1;
  }

  int files[2] = {-1, -1};

 private:
  static int connect_to_agent() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (!Table::beside_table("agent.sock", address.sun_path, sizeof address.sun_path)) return -1;
    const int line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (line < 0) return -1;
    const timeval patience{kPatienceS, 0};
    setsockopt(line, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(line, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(line, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0) return line;
    close(line);
    return -1;
  }

  static bool send_all(int line, const char *text) {
    for (size_t left = strlen(text); left;) {
      const ssize_t n = send(line, text, left, MSG_NOSIGNAL);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      text += n;
      left -= size_t(n);
    }
    return true;
  }

  bool receive_all(int line) {
    for (size_t got = 0; got < sizeof answer_ - 1;) {
      iovec room{answer_ + got, sizeof answer_ - 1 - got};
      alignas(cmsghdr) char control[CMSG_SPACE(sizeof files)];
      msghdr message{};
      message.msg_iov = &room;
      message.msg_iovlen = 1;
      message.msg_control = control;
      message.msg_controllen = sizeof control;
      ssize_t n;
      while ((n = recvmsg(line, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
      }
      if (n < 0) return false;
      cmsghdr *header = CMSG_FIRSTHDR(&message);
      if (header && header->cmsg_type == SCM_RIGHTS && files[0] < 0)
        memcpy(files, CMSG_DATA(header),
               std::min(sizeof files, size_t(header->cmsg_len) - CMSG_LEN(0)));
      if (n == 0) return got > 0;
      got += size_t(n);
      answer_[got] = 0;
      if (answer_[got - 1] == '\n') return true;
    }
    return false;
  }

  char answer_[kLongest] = {};
};

// As a JSON string without quotes in it.
void copy_plain(char *to, size_t size, const char *from) {
  snprintf(to, size, "%s", from ? from : "");
  for (char *c = to; *c; c++)
    if (!isalnum(static_cast<unsigned char>(*c)) && !strchr("._-:@ /", *c)) *c = '_';
}

// What was asked for in the environment, for a program that `heddle run` did not start.
long asked(const char *name) {
  const char *text = getenv(name);
  return text ? strtol(text, nullptr, 10) : 0;
}

}  // namespace

int join(Table &table, uint64_t program_id, uint32_t *program, uint32_t *process) {
  char name[64], tenant[32], text[512];
  copy_plain(name, sizeof name, program_invocation_short_name);
  copy_plain(tenant, sizeof tenant, getenv("HEDDLE_TENANT"));
  snprintf(text, sizeof text,
           "{\"verb\": \"join\", \"program\": %llu, \"name\": \"%s\", \"tenant\": \"%s\", "
           "\"rank\": %ld, \"level_limit\": %ld, \"share_milli\": %u, \"cap_milli\": %u, "
           "\"memory_limit\": %llu}\n",
           static_cast<unsigned long long>(program_id), name, tenant, asked("HEDDLE_PRIORITY"),
           asked("HEDDLE_LEVEL"), os::environment_part("HEDDLE_SHARE"),
           os::environment_part("HEDDLE_CAP"),
           static_cast<unsigned long long>(os::environment_bytes("HEDDLE_MEM")));
  Question question;
  if (!question.ask(text)) return HEDDLE_ERROR_NO_AGENT;
  const long slot = question.number("process"), owner = question.number("program");
  if (slot < 0 || slot >= long(kProcessCount) || owner < 0 || owner >= long(kProgramCount) ||
      !Table::is_sealed(question.files[0]) || map_bell(question.files[1]) != HEDDLE_OK)
    return HEDDLE_ERROR_NO_AGENT;
  *process = uint32_t(slot);
  *program = uint32_t(owner);
  return Table::map_slab(&table.header(), Table::slab_of_process(*process), question.files[0]);
}

int open_device(const char *api, const char *name, const char *uuid, uint32_t capabilities,
                uint32_t *device) {
  char plain[3][64], text[512];
  copy_plain(plain[0], sizeof plain[0], api);
  copy_plain(plain[1], sizeof plain[1], name);
  copy_plain(plain[2], sizeof plain[2], uuid);
  snprintf(text, sizeof text,
           "{\"verb\": \"open-device\", \"api\": \"%s\", \"name\": \"%s\", \"uuid\": \"%s\", "
           "\"capabilities\": %u}\n",
           plain[0], plain[1], plain[2], capabilities);
  Question question;
  if (!question.ask(text)) return HEDDLE_ERROR_NO_AGENT;
  const long index = question.number("device");
  if (index < 0 || index >= long(kMostDevices)) return HEDDLE_ERROR_NO_AGENT;
  *device = uint32_t(index);
  return HEDDLE_OK;
}

// Several processes of a program may share the slab.
int claim_queue(Table &table, uint32_t process, uint32_t *queue) {
  const uint32_t begin = Table::slab_of_process(process) * kSlabQueues;
  for (uint32_t i = begin; i < begin + kSlabQueues; i++) {
    uint32_t expected = kSlotStateFree;
    QueueRecord &q = table.queue(i);
    if (!q.state.compare_exchange_strong(expected, kSlotStateClaimed)) continue;
    memset(reinterpret_cast<char *>(&q) + sizeof q.state, 0, sizeof q - sizeof q.state);
    *queue = i;
    return HEDDLE_OK;
  }
  return HEDDLE_ERROR_FULL;
}

int map_bell(int file) {
  if (!Table::is_sealed(file)) return HEDDLE_ERROR_MAGIC;
  void *page = mmap(nullptr, kBellBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (page == MAP_FAILED) return HEDDLE_ERROR_SYSTEM;
  bell_word.store(static_cast<std::atomic<uint32_t> *>(page), std::memory_order_release);
  return HEDDLE_OK;
}

std::atomic<uint32_t> *bell() { return bell_word.load(std::memory_order_acquire); }

void ring() {
  std::atomic<uint32_t> *word = bell();
  if (!word) return;
  word->fetch_add(1, std::memory_order_release);
  os::futex_wake(word);  // all: another process may wait there, and would take a single wake
}

}  // namespace heddle::guest
