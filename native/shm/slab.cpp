// Slabs: the pages of the table that a guest may write. Each is a file of its own, so that nothing
// but those pages can be given away; the guest gets it from the agent, as a file descriptor.
#include <sys/mman.h>

#include "include/heddle.h"
#include "shm/table.h"

namespace heddle {

namespace {

char file_path[400];  // of the table
char directory[400];
uint64_t adopted_slabs = 0;  // header.slabs, when this process last looked
ino_t adopted[kSlabCount];   // the file that is mapped for each

// A file that no former guest has open, in place of the old one.
int make_file(uint32_t slab) {
  char path[512], folder[512];
  Table::beside_table("slabs", folder, sizeof folder);
  if (mkdir(folder, 0700) != 0 && errno != EEXIST) return -1;
  Table::slab_path(slab, path, sizeof path);
  unlink(path);
  int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return -1;
  errno = posix_fallocate(file, 0, kSlabBytes);
  if (errno == 0) return file;
  close(file);
  return -1;
}

}  // namespace

void Table::remember_directory(const char *path) {
  snprintf(file_path, sizeof file_path, "%s", path);
  snprintf(directory, sizeof directory, "%s", path);
  if (char *slash = strrchr(directory, '/')) *slash = 0;
}

const char *Table::path() { return file_path; }

void Table::beside_table(const char *name, char *path, size_t size) {
  snprintf(path, size, "%s/%s", directory, name);
}

void Table::slab_path(uint32_t slab, char *path, size_t size) {
  snprintf(path, size, "%s/slabs/%u", directory, slab);
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
  const int file = make_file(slab);
  if (file < 0) return HEDDLE_ERROR_SYSTEM;
  const int status = map_slab(base_, slab, file);
  struct stat s;
  if (fstat(file, &s) == 0) adopted[slab] = s.st_ino;
  close(file);
  if (status != HEDDLE_OK) return status;
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
  adopted_slabs = now;
  for (uint32_t slab = 0; slab < kSlabCount; slab++) {
    if (!is_given(slab) || header().slab_program[slab] == kSpare) continue;
    char path[512];
    slab_path(slab, path, sizeof path);
    int file = ::open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    struct stat s;
    if (file < 0) continue;
    if (fstat(file, &s) == 0 && s.st_ino != adopted[slab] &&
        map_slab(base_, slab, file) == HEDDLE_OK)
      adopted[slab] = s.st_ino;
    close(file);
  }
}

}  // namespace heddle
