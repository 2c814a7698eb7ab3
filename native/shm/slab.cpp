// Slabs: the pages of the table that a guest may write. Each is a file of its own, so that nothing
// but those pages can be given away; the guest gets it from the agent, as a file descriptor. It has
// no name. The agent's guard, which outlives it, holds it open, and the owner's processes find it
// there.
#include <sys/mman.h>

#include <utility>

#include "include/heddle.h"
#include "shm/table.h"

namespace heddle {

namespace {

char file_path[400];  // of the table
char directory[400];
uint64_t adopted_slabs = 0;  // header.slabs, when this process last looked
ino_t adopted[kSlabCount];   // the file that is mapped for each

int files[kSlabCount];  // of the agent; 0: none
int bell = 0;           // likewise

// A guest could make it shorter otherwise, which would kill its readers.
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

}  // namespace

void Table::remember_directory(const char *path) {
  snprintf(file_path, sizeof file_path, "%s", path);
  snprintf(directory, sizeof directory, "%s", path);
  if (char *slash = strrchr(directory, '/')) *slash = 0;
}

const char *Table::path() { return file_path; }

bool Table::beside_table(const char *name, char *path, size_t size) {
  return size_t(snprintf(path, size, "%s/%s", directory, name)) < size;
}

bool Table::is_sealed(int file) { return fcntl(file, F_GET_SEALS) == kSeals; }

int Table::open_held(uint32_t number) const {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%u", +header().holder_pid, number);
  const int file = ::open(path, O_RDWR | O_CLOEXEC);
  if (file < 0 || is_sealed(file)) return file;
  close(file);  // the holder is gone, and another process has its number
  return -1;
}

int Table::open_slab(uint32_t slab) const { return open_held(header().slab_file[slab]); }

int Table::make_sealed(uint64_t bytes) {
  const int file = memfd_create("heddle", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  if (ftruncate(file, off_t(bytes)) == 0 && fcntl(file, F_ADD_SEALS, kSeals) == 0) return file;
  close(file);
  return -1;
}

int Table::slab_file(uint32_t slab) { return files[slab]; }

int Table::bell_file() { return bell; }

void Table::hold_bell(int file) {
  bell = file;
  header().bell_file = uint32_t(file);
  header().holder_pid = getpid();
}

void Table::hold_slab(uint32_t slab, int file) {
  if (files[slab]) close(files[slab]);
  files[slab] = file;
  header().slab_file[slab] = uint32_t(file);
  header().holder_pid = getpid();
}

int Table::map_slab(void *base, uint32_t slab, int file) {
  struct Part {
    uint64_t at, bytes, from;
  };
  const Part parts[] = {
      {kProcessOffset + slab * kSlabProcessBytes, kSlabProcessBytes, 0},
      {kQueueOffset + slab * kSlabQueueBytes, kSlabQueueBytes, kSlabProcessBytes},
  };
  // A shorter file would be a SIGBUS later on.
  struct stat s;
  if (fstat(file, &s) != 0 || uint64_t(s.st_size) < kSlabBytes) return HEDDLE_ERROR_MAGIC;
  for (const Part &part : parts)
    if (mmap(static_cast<char *>(base) + part.at, part.bytes, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED, file, off_t(part.from)) == MAP_FAILED)
      return HEDDLE_ERROR_SYSTEM;
  return HEDDLE_OK;
}

int Table::give_slab(uint32_t program, uint32_t *found) {
  auto is_unused = [&](uint32_t slab) {
    const uint32_t owner = header().slab_program[slab];
    if (owner) return owner == kSpare;
    bool used = false;
    for (uint32_t i = slab * kSlabProcesses; i < (slab + 1) * kSlabProcesses; i++)
      used |= header().processes_used[i / 64] >> i % 64 & 1;
    for (uint32_t i = slab * kSlabQueues; i < (slab + 1) * kSlabQueues; i++)
      used |= header().queues_used[i / 64] >> i % 64 & 1;
    return !used;
  };
  uint32_t slab = kSlabCount;  // from the end: the owner's own processes begin at the other one
  while (slab && !is_unused(slab - 1)) slab--;
  if (!slab--) return HEDDLE_ERROR_FULL;
  const int file = make_sealed(kSlabBytes);  // one that no former guest has
  if (file < 0) return HEDDLE_ERROR_SYSTEM;
  const int status = map_slab(base_, slab, file);
  if (status != HEDDLE_OK) {
    close(file);
    return status;
  }
  struct stat s;
  if (fstat(file, &s) == 0) adopted[slab] = s.st_ino;
  hold_slab(slab, file);
  header().slab_program[slab] = program + 1;
  header().slabs++;
  *found = slab;
  return HEDDLE_OK;
}

// It never becomes common again: the owner's processes may still have a guest's pages there.
void Table::take_back_slabs(uint32_t program) {
  for (uint32_t slab = 0; slab < kSlabCount; slab++) {
    if (!is_owned(slab, program)) continue;
    for (uint32_t i = slab * kSlabProcesses; i < (slab + 1) * kSlabProcesses; i++) {
      header().processes_used[i / 64] &= ~(uint64_t(1) << i % 64);
      identity(i).pid = 0;
    }
    for (uint32_t i = slab * kSlabQueues; i < (slab + 1) * kSlabQueues; i++)
      header().queues_used[i / 64] &= ~(uint64_t(1) << i % 64);
    header().slab_program[slab] = kSpare;
    header().slabs++;
  }
}

void Table::adopt_slabs() {
  const uint64_t now = header().slabs.load(std::memory_order_acquire);
  if (now == adopted_slabs) return;
  bool all = true;
  for (uint32_t slab = 0; slab < kSlabCount; slab++) {
    if (!is_given(slab) || header().slab_program[slab] == kSpare) continue;
    const int file = open_slab(slab);
    struct stat s;
    if (file < 0 || fstat(file, &s) != 0) {
      all = false;  // its holder changes just now
    } else if (s.st_ino != adopted[slab]) {
      if (map_slab(base_, slab, file) == HEDDLE_OK) adopted[slab] = s.st_ino;
    }
    if (file >= 0) close(file);
  }
  if (all) adopted_slabs = now;
}

// Those whose holder was killed as well cannot be had any more: their guests go on by themselves.
void Table::take_over_slabs() {
  for (uint32_t slab = 0; slab < kSlabCount; slab++) {
    if (!is_given(slab) || header().slab_program[slab] == kSpare) continue;
    const int file = open_slab(slab);
    if (file >= 0) {
      files[slab] = file;
    } else {
      free_program((header().slab_program[slab] - 1) % kProgramCount);
    }
  }
  for (uint32_t slab = 0; slab < kSlabCount; slab++)
    if (files[slab]) hold_slab(slab, std::exchange(files[slab], 0));
}

}  // namespace heddle
