#include "shm/table.h"

#include <sys/mman.h>

#include <algorithm>

#include "include/heddle.h"
#include "level/level.h"

namespace heddle {

namespace {

int status_of_errno() {
  return errno == EACCES || errno == EPERM ? HEDDLE_ERROR_PERMISSION : HEDDLE_ERROR_SYSTEM;
}

// A new table appears under its name complete, or not at all: made aside, then linked.
int create_file(const char *path) {
  char aside[512];
  snprintf(aside, sizeof aside, "%s.%d", path, getpid());
  unlink(aside);  // of a killed process that had our pid
  int fd = ::open(aside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return status_of_errno();
  int status = HEDDLE_ERROR_SYSTEM;
  void *base = MAP_FAILED;
  // Reserve the pages now: a full /dev/shm must be an error here, not a SIGBUS in a program.
  errno = posix_fallocate(fd, 0, off_t(kTableBytes));
  if (errno == 0) base = mmap(nullptr, kTableBytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (base != MAP_FAILED) {
    Table::initialize(base);
    munmap(base, kTableBytes);
    status = link(aside, path) == 0 || errno == EEXIST ? HEDDLE_OK : status_of_errno();
  }
  int saved = errno;
  close(fd);
  unlink(aside);
  errno = saved;
  return status;
}

int check(const char *path, int fd, const HeaderRecord &header, bool *is_ours) {
  struct stat s;
  if (fstat(fd, &s) != 0) return HEDDLE_ERROR_SYSTEM;
  // Root too: the writer of a table decides what its users do, so it must be their own. From
  // another pid namespace no process could tell whether we live.
  *is_ours = s.st_uid == geteuid() && header.pid_namespace == os::pid_namespace() &&
             (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDWR && !getenv("HEDDLE_AS_GUEST");
  // The writer of a table can stop its guests, so only root's table will do, or a chosen one.
  const char *given = getenv("HEDDLE_TABLE");
  const bool is_chosen = given && *given;
  const int status = Table::check_directory(path, is_chosen ? s.st_uid : geteuid());
  if (status != HEDDLE_OK) return status;
  if (!*is_ours && s.st_uid != 0 && s.st_uid != geteuid() && !is_chosen)
    return HEDDLE_ERROR_PERMISSION;
  if (header.magic != kTableMagic) return HEDDLE_ERROR_MAGIC;
  if (header.major != kTableMajor) return HEDDLE_ERROR_VERSION;
  return header.bytes >= kTableBytes && uint64_t(s.st_size) >= kTableBytes ? HEDDLE_OK
                                                                           : HEDDLE_ERROR_VERSION;
}

}  // namespace

bool is_dead(const os::ProcessName &who, uint64_t pid_namespace) {
  static const uint64_t here = os::pid_namespace();
  return pid_namespace == here && !os::alive(who);
}

// The one that was named; else the machine's, if an agent has made one; else the user's own.
void Table::default_path(char *path, size_t size) {
  const char *given = getenv("HEDDLE_TABLE");
  if (given && *given)
    snprintf(path, size, "%s", given);
  else if (access(kMachineTable, R_OK) == 0)
    snprintf(path, size, "%s", kMachineTable);
  else
    snprintf(path, size, "/dev/shm/heddle-%u/table", geteuid());
}

void Table::folder_of(const char *path, char *folder, size_t size) {
  const char *slash = strrchr(path, '/');
  const int length = slash ? std::max(int(slash - path), 1) : 1;
  snprintf(folder, size, "%.*s", length, slash ? path : ".");
}

int Table::make_directory(const char *path) {
  char folder[512];
  folder_of(path, folder, sizeof folder);
  return mkdir(folder, 0700) == 0 || errno == EEXIST ? HEDDLE_OK : status_of_errno();
}

// In /dev/shm any user can make the folder before us. A user who can write it chooses the table,
// the agent that answers beside it, and what the next agent reads there.
int Table::check_directory(const char *path, uid_t owner) {
  char folder[512];
  folder_of(path, folder, sizeof folder);
  struct stat s;
  if (lstat(folder, &s) != 0) return status_of_errno();
  const bool is_trusted = s.st_uid == geteuid() || s.st_uid == 0 || s.st_uid == owner;
  return S_ISDIR(s.st_mode) && is_trusted && !(s.st_mode & 022) ? HEDDLE_OK : HEDDLE_ERROR_FOLDER;
}

void Table::initialize(void *base) {
  HeaderRecord &h = Table(base).header();
  h.major = kTableMajor;
  h.minor = kTableMinor;
  h.bytes = kTableBytes;
  h.uid = geteuid();
  h.pid_namespace = os::pid_namespace();
  h.next_program_id = 1;
  h.magic.store(kTableMagic, std::memory_order_release);
}

int Table::open(const char *path, void **base) {
  int fd = ::open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0 && errno == ENOENT) {
    int status = make_directory(path);
    if (status == HEDDLE_OK) status = check_directory(path, geteuid());
    if (status == HEDDLE_OK) status = create_file(path);
    if (status != HEDDLE_OK) return status;
    fd = ::open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  }
  if (fd < 0 && (errno == EACCES || errno == EROFS))
    fd = ::open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) {
    const int status = status_of_errno();
    const bool is_foreign = check_directory(path, geteuid()) == HEDDLE_ERROR_FOLDER;
    return is_foreign ? HEDDLE_ERROR_FOLDER : status;
  }
  // Read the header first: a short file must be refused, not end in SIGBUS.
  alignas(HeaderRecord) char head[sizeof(HeaderRecord)] = {};
  int status = HEDDLE_ERROR_MAGIC;
  bool is_ours = false;
  if (pread(fd, head, sizeof head, 0) == ssize_t(sizeof head))
    status = check(path, fd, *reinterpret_cast<HeaderRecord *>(head), &is_ours);
  if (status == HEDDLE_OK) {
    const int access = is_ours ? PROT_READ | PROT_WRITE : PROT_READ;
    void *p = mmap(nullptr, kTableBytes, access, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED) {
      status = HEDDLE_ERROR_SYSTEM;
    } else {
      *base = p;
      if (!is_ours) guest_base_ = p;
      remember_directory(path);
    }
  }
  int saved = errno;
  close(fd);
  errno = saved;
  return status;
}

void *Table::guest_base_ = nullptr;

// -- slots ----------------------------------------------------------------------------------------

int Table::claim(std::atomic<uint64_t> *masks, uint32_t begin, uint32_t end, uint32_t *index) {
  for (uint32_t i = begin; i < end; i++) {
    uint64_t bit = uint64_t(1) << (i % 64);
    if (masks[i / 64] & bit) continue;
    masks[i / 64] |= bit;
    *index = i;
    return HEDDLE_OK;
  }
  return HEDDLE_ERROR_FULL;
}

// The first free one that no guest has written, or will write.
int Table::claim_common(std::atomic<uint64_t> *masks, uint32_t slab_size, uint32_t *index) {
  for (uint32_t slab = 0; slab < kSlabCount; slab++)
    if (!is_given(slab) &&
        claim(masks, slab * slab_size, (slab + 1) * slab_size, index) == HEDDLE_OK)
      return HEDDLE_OK;
  return HEDDLE_ERROR_FULL;
}

namespace {

// Zeroes a record but for its state, which becomes `claimed`: no process reads it until it is
// ready.
template <class Record>
void clear(Record &record) {
  record.state = kSlotStateClaimed;
  char *start = reinterpret_cast<char *>(&record);
  memset(start + sizeof record.state, 0, sizeof record - sizeof record.state);
}

}  // namespace

int Table::claim_program(uint32_t *index, const char *tenant, const char *name) {
  int status = claim(header().programs_used, 0, kProgramCount, index);
  if (status != HEDDLE_OK) return status;
  clear(program(*index));
  gate(*index).word = 0;
  gate(*index).closed_ns = 0;
  gate(*index).closings = 0;
  gate(*index).held_ns = 0;
  const os::ProcessName self = os::this_process();
  ProgramRecord &p = program(*index);
  p.id = header().next_program_id++;
  p.uid = geteuid();
  p.pid = self.pid;
  p.start_ticks = self.start_ticks;
  p.pid_namespace = os::pid_namespace();
  p.created_ns = os::now_ns();
  p.asked_weight = p.weight = 1000;
  copy_text(p.tenant, sizeof p.tenant, tenant);
  copy_text(p.name, sizeof p.name, name);
  return HEDDLE_OK;
}

int Table::claim_process(uint32_t *index) {
  int status = claim_common(header().processes_used, kSlabProcesses, index);
  if (status != HEDDLE_OK) return status;
  clear(process(*index));
  clear_residence(*index);
  return status;
}

int Table::claim_guest_process(uint32_t program, uint32_t *index) {
  uint32_t slab = 0;
  for (; slab < kSlabCount; slab++)
    if (is_owned(slab, program) && claim(header().processes_used, slab * kSlabProcesses,
                                         (slab + 1) * kSlabProcesses, index) == HEDDLE_OK)
      break;
  if (slab == kSlabCount) {
    if (int status = give_slab(program, &slab); status != HEDDLE_OK) return status;
    claim(header().processes_used, slab * kSlabProcesses, (slab + 1) * kSlabProcesses, index);
  }
  clear(process(*index));
  clear_residence(*index);
  return HEDDLE_OK;
}

void Table::clear_residence(uint32_t index) {
  memset(reinterpret_cast<char *>(&residence(index)), 0, sizeof(ResidenceRecord));
}

int Table::claim_queue(uint32_t *index) {
  int status = claim_common(header().queues_used, kSlabQueues, index);
  if (status == HEDDLE_OK) clear(queue(*index));
  return status;
}

int Table::claim_device(uint32_t *index) {
  int status = claim(&header().devices_used, 0, kMostDevices, index);
  if (status == HEDDLE_OK) clear(device(*index));
  return status;
}

int Table::find_device(const char *api, const char *name, const char *uuid, uint32_t *index) const {
  int status = HEDDLE_ERROR_NOT_FOUND;
  each_device([&](uint32_t i) {
    DeviceRecord &d = device(i);
    const bool of_api = !strncmp(d.api, api, sizeof d.api);
    if (of_api ? !strncmp(d.name, name, sizeof d.name)
               : uuid && *uuid && !strncmp(d.uuid, uuid, sizeof d.uuid)) {
      *index = i;
      status = HEDDLE_OK;
    }
  });
  return status;
}

int Table::register_device(const char *api, const char *name, const char *uuid,
                           uint32_t capabilities, uint32_t *index) {
  int status = find_device(api, name, uuid, index);
  const bool is_known = status == HEDDLE_OK;
  if (!is_known) {
    status = claim_device(index);
    if (status != HEDDLE_OK) return status;
    copy_text(device(*index).api, sizeof device(*index).api, api);
    copy_text(device(*index).name, sizeof device(*index).name, name);
    copy_text(device(*index).uuid, sizeof device(*index).uuid, uuid);
  }
  DeviceRecord &d = device(*index);
  // What one API can do with a device, another one may not: each queue goes by its own.
  const bool is_others = is_known && strncmp(d.api, api, sizeof d.api);
  const bool is_in_use = is_known && d.programs;
  d.capabilities = capabilities | (is_others || is_in_use ? +d.capabilities : 0);
  d.level = level_of(d.capabilities);
  d.state.store(kSlotStateReady, std::memory_order_release);
  return HEDDLE_OK;
}

int Table::find_program(uint64_t id) const {
  int found = -1;
  each_program([&](uint32_t i) {
    if (program(i).id == id) found = int(i);
  });
  return found;
}

void Table::set_gate(uint32_t program, uint32_t word, int64_t now_ns) {
  GateRecord &g = gate(program);
  const uint32_t before = g.word;
  if (word == before) return;
  if (!before) {
    g.closed_ns = now_ns;
    g.closings++;
  }
  if (!word) g.held_ns += uint64_t(now_ns - g.closed_ns);
  g.word.store(word, std::memory_order_release);
  if (!word) os::futex_wake(&g.word);
}

void Table::free_queue(uint32_t index) {
  QueueRecord &q = queue(index);
  if (q.state != kSlotStateFree && process(process_of(index)).state == kSlotStateReady)
    program(program_of(process_of(index))).device_time_ns += q.device_time_ns.load();
  q.state = kSlotStateFree;
  header().queues_used[index / 64] &= ~(uint64_t(1) << (index % 64));
}

void Table::free_process(uint32_t index) {
  each_queue([&](uint32_t i) {
    if (process_of(i) == index) free_queue(i);
  });
  process(index).state = kSlotStateFree;
  identity(index).pid = 0;
  header().processes_used[index / 64] &= ~(uint64_t(1) << (index % 64));
}

void Table::free_program(uint32_t index) {
  program(index).state = kSlotStateFree;
  program(index).id = 0;
  set_gate(index, 0, os::now_ns());
  each_device([&](uint32_t i) {
    if (device(i).coming == index + 1) device(i).coming = 0;
  });
  take_back_slabs(index);
  header().programs_used[index / 64] &= ~(uint64_t(1) << (index % 64));
}

void Table::end_draining(uint32_t index, uint32_t devices) {
  constexpr uint32_t kKept = kHoldByPerson | kHoldByAgent;
  ProgramRecord &p = program(index);
  if (!(p.draining & devices)) return;
  const uint32_t left = p.draining & ~devices, kept = left & kKept;
  p.draining = left == kept ? 0 : left;
  if (left == kept) set_gate(index, gate(index).word | kept, os::now_ns());
}

void Table::end_absence(uint32_t index, uint32_t devices) {
  end_draining(index, devices);
  ProgramRecord &p = program(index);
  p.away.fetch_and(~devices, std::memory_order_seq_cst);
  os::futex_wake(&p.away);
}

void Table::settle_absences() {
  each_program([&](uint32_t i) {
    uint32_t missing = 0;
    if (!program(i).away) return;
    each_process([&](uint32_t m) {
      const ResidenceRecord &r = residence(m);
      if (program_of(m) != i || r.stays) return;
      for (uint32_t d = 0; d < kMostDevices; d++)
        if (r.out[d] || r.leave[d]) missing |= 1u << d;
    });
    if (const uint32_t whole = program(i).away & ~missing) end_absence(i, whole);
  });
}

// -- clearing up ----------------------------------------------------------------------------------

void Table::derive_attachments() {
  uint32_t by_process[kProcessCount] = {}, by_program[kProgramCount] = {};
  uint32_t by_device[kDeviceCount] = {};
  each_queue([&](uint32_t i) { by_process[process_of(i)] |= 1u << device_of(i); });
  each_process([&](uint32_t i) {
    process(i).attached = by_process[i];
    by_program[program_of(i)] |= by_process[i];
  });
  each_program([&](uint32_t i) {
    program(i).attached = by_program[i];
    if (!by_program[i]) {  // an empty kept slot is not charged
      ProgramRecord &p = program(i);
      p.turn_started_ns = p.cap_at_ns = p.decide_at_ns = 0;
      p.turn_used_ns = 0;
      p.has_turn = 0;
    }
    // A program does not wait for a device that it has left: no decision about that device would
    // include it.
    uint32_t kept = by_program[i] | kHoldByPerson | kHoldByAgent;
    if (by_program[i]) kept |= kHoldByCap;
    set_gate(i, gate(i).word & kept, os::now_ns());
    for (uint32_t m = by_program[i]; m; m &= m - 1) by_device[__builtin_ctz(m)]++;
  });
  each_device([&](uint32_t i) { device(i).programs = by_device[i]; });
  settle_absences();
}

ProgramSet Table::attached_to(uint32_t device) const {
  ProgramSet found;
  each_program([&](uint32_t i) {
    if (program(i).attached >> device & 1) found.add(i);
  });
  return found;
}

bool Table::is_dead_process(uint32_t i) const {
  const ProcessRecord &p = process(i);
  if (!is_given(slab_of_process(i)))
    return is_dead({p.pid, p.start_ticks, p.keeper}, p.pid_namespace);
  return is_dead({identity(i).pid, identity(i).start_ticks}, header().pid_namespace);
}

bool Table::is_dead_program(uint32_t i) const {
  const ProgramRecord &p = program(i);
  return !p.kept && is_dead({p.pid, p.start_ticks}, p.pid_namespace);
}

bool Table::is_dead_agent() const {
  const HeaderRecord &h = header();
  return h.agent_pid && is_dead({h.agent_pid, h.agent_ticks, 0}, h.agent_namespace);
}

void Table::forget_agent() {
  header().agent_pid = 0;
  header().arbiter = 0;
  each_program([&](uint32_t i) {
    ProgramRecord &p = program(i);
    p.rank = +p.asked_rank;
    p.weight = +p.asked_weight;
    p.deadline_us = +p.asked_deadline_us;
    p.quantum_us = +p.asked_quantum_us;
    p.share_milli = +p.asked_share_milli;
    p.cap_milli = +p.asked_cap_milli;
  });
}

Dead Table::find_dead(uint32_t devices) const {
  const bool all = devices == kAllDevices;
  Dead dead;
  dead.agent = is_dead_agent();
  ProgramSet with_process;
  each_process([&](uint32_t i) {
    const ProcessRecord &p = process(i);
    if ((all || ((p.active | p.loose) & devices)) && is_dead_process(i))
      dead.processes[i / 64] |= uint64_t(1) << i % 64;
    else
      with_process.add(program_of(i));
  });
  if (all)
    each_program([&](uint32_t i) {
      if (!with_process.has(i) && is_dead_program(i)) dead.programs.add(i);
    });
  return dead;
}

bool Table::reap(const Dead &dead) {
  if (dead.is_nobody()) return false;
  bool changed = dead.agent && is_dead_agent();
  if (changed) forget_agent();
  ProgramSet with_process, candidates = dead.programs;
  each_process([&](uint32_t i) {
    if ((dead.processes[i / 64] >> i % 64 & 1) && is_dead_process(i)) {
      candidates.add(program_of(i));
      free_process(i);
      changed = true;
    } else {
      with_process.add(program_of(i));
    }
  });
  each_program([&](uint32_t i) {
    if (candidates.has(i) && !with_process.has(i) && is_dead_program(i)) {
      free_program(i);
      changed = true;
    }
  });
  if (changed) derive_attachments();
  return changed;
}

void Table::repair() {
  // What a guest leaves half done is in its own pages, and harms no other process.
  auto drop_unfinished = [&](std::atomic<uint64_t> *masks, uint32_t count, auto state_of) {
    for (uint32_t i = 0; i < count; i++) {
      uint64_t bit = uint64_t(1) << (i % 64);
      if ((masks[i / 64] & bit) && state_of(i) != kSlotStateReady) masks[i / 64] &= ~bit;
    }
  };
  HeaderRecord &h = header();
  drop_unfinished(h.programs_used, kProgramCount, [&](uint32_t i) { return +program(i).state; });
  drop_unfinished(&h.devices_used, kDeviceCount, [&](uint32_t i) { return +device(i).state; });
  drop_unfinished(h.processes_used, kProcessCount, [&](uint32_t i) { return +process(i).state; });
  drop_unfinished(h.queues_used, kQueueCount, [&](uint32_t i) { return +queue(i).state; });
  reap(find_dead());
  derive_attachments();
}

}  // namespace heddle
