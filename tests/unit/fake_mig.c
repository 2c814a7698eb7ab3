/* A management library of cards that are not there, with MIG. What each can be cut into is in the
 * file FAKE_MIG_CARDS (the facts, written out by the test); what it is cut into and who works there
 * in FAKE_MIG_STATE, so that several processes see the same cards. It keeps the rules of placement
 * by itself: nothing here is taken from the planner. With -DOLD, profiles have no names.
 *
 *   cards:  compute SLICES SIZE MOST            state:  mode CARD 0 off, 1 on, 2 on after a reset
 *           card PCI UUID TITLE...                      gi CARD ID PROFILE START
 *           profile NAME ID COMPUTE MEMORY              ci CARD GI ID SIZE START
 *             MOST SMS MIB COPY DEC JPEG OFA S,...      pid CARD GI CI PID
 *
 * FAKE_MIG_FAIL=FUNCTION:N:STATUS[+],... makes the Nth call of a function in this process fail,
 * with a + all from then on. FAKE_MIG_USER=1: the caller is not privileged.
 */

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { OK, UNINITIALIZED, INVALID, UNSUPPORTED, NO_PERMISSION, NOT_FOUND = 6, TOO_SMALL = 7 };
enum { IN_USE = 19, NO_ROOM = 23, MISMATCH = 25 };
enum { CARDS = 8, PROFILES = 16, ITEMS = 64 };

typedef unsigned int u32;
typedef unsigned long long u64;

typedef struct {
  char legacy[16];
  u32 domain, bus, device, id, subsystem;
  char bus_id[32];
} pci_info;
typedef struct {
  u32 start, size;
} placement;
typedef struct {
  u32 id, p2p, slices, most, sms, copies, decoders, encoders, jpegs, ofas;
  u64 mib;
} gpu_profile;
typedef struct {
  u32 version, id, p2p, slices, most, sms, copies, decoders, encoders, jpegs, ofas;
  u64 mib;
  char name[96];
} gpu_profile2;
typedef struct {
  void *device;
  u32 id, profile;
  placement place;
} gpu_instance;
typedef struct {
  u32 id, slices, most, sms, copies, decoders, encoders, jpegs, ofas;
} compute_profile;
typedef struct {
  u32 pid;
  u64 memory;
  u32 gpu_instance, compute_instance;
} process2;

u32 fake_size(int which) {
  const u32 sizes[] = {sizeof(placement), sizeof(gpu_profile), sizeof(gpu_profile2),
                       sizeof(gpu_instance), sizeof(compute_profile)};
  return sizes[which];
}

struct profile {
  char name[32];
  u32 id, compute, memory, most, sms, mib, copies, decoders, jpegs, ofas, starts[16], count;
};
static struct card {
  u32 pci, profiles;
  char uuid[64], title[64];
  struct profile profile[PROFILES];
} cards[CARDS];
static u32 card_count, compute_most[9][9];

/* What FAKE_MIG_STATE holds. */
static u32 mode[CARDS], gis, cis, pids;
static struct {
  u32 card, id, profile, start;
} gi[ITEMS];
static struct {
  u32 card, gi, id, size, start;
} ci[ITEMS];
static struct {
  u32 card, gi, ci, pid;
} pid[ITEMS];

static const u32 slices_of[] = {1, 2, 3, 4, 7, 8, 6, 0, 0}; /* a compute profile's number */

static void describe(void) {
  FILE *file = fopen(getenv("FAKE_MIG_CARDS"), "r");
  char line[512], starts[64];
  card_count = 0;
  while (file && fgets(line, sizeof line, file)) {
    u32 a, b, c;
    struct card *card = &cards[card_count ? card_count - 1 : 0];
    if (sscanf(line, "compute %u %u %u", &a, &b, &c) == 3) compute_most[a][b] = c;
    struct card fresh = {0};
    if (sscanf(line, "card %x %63s %63[^\n]", &fresh.pci, fresh.uuid, fresh.title) == 3)
      cards[card_count++] = fresh;
    struct profile p = {0};
    if (sscanf(line, "profile %31s %u %u %u %u %u %u %u %u %u %u %63s", p.name, &p.id, &p.compute,
               &p.memory, &p.most, &p.sms, &p.mib, &p.copies, &p.decoders, &p.jpegs, &p.ofas,
               starts) == 12) {
      for (char *one = strtok(starts, ","); one; one = strtok(0, ","))
        p.starts[p.count++] = atoi(one);
      card->profile[card->profiles++] = p;
    }
  }
  if (file) fclose(file);
}

static int locked = -1;

static void load(void) {
  locked = open(getenv("FAKE_MIG_STATE"), O_RDWR | O_CREAT, 0600);
  flock(locked, LOCK_EX);
  memset(mode, 0, sizeof mode);
  gis = cis = pids = 0;
  FILE *file = fdopen(dup(locked), "r");
  char line[128];
  while (fgets(line, sizeof line, file)) {
    u32 a, b, c, d, e;
    if (sscanf(line, "mode %u %u", &a, &b) == 2) mode[a] = b;
    if (sscanf(line, "gi %u %u %u %u", &a, &b, &c, &d) == 4)
      gi[gis].card = a, gi[gis].id = b, gi[gis].profile = c, gi[gis++].start = d;
    if (sscanf(line, "ci %u %u %u %u %u", &a, &b, &c, &d, &e) == 5)
      ci[cis].card = a, ci[cis].gi = b, ci[cis].id = c, ci[cis].size = d, ci[cis++].start = e;
    if (sscanf(line, "pid %u %u %u %u", &a, &b, &c, &d) == 4)
      pid[pids].card = a, pid[pids].gi = b, pid[pids].ci = c, pid[pids++].pid = d;
  }
  fclose(file);
}

static void save(void) {
  ftruncate(locked, 0);
  lseek(locked, 0, SEEK_SET);
  for (u32 n = 0; n < card_count; n++) dprintf(locked, "mode %u %u\n", n, mode[n]);
  for (u32 n = 0; n < gis; n++)
    dprintf(locked, "gi %u %u %u %u\n", gi[n].card, gi[n].id, gi[n].profile, gi[n].start);
  for (u32 n = 0; n < cis; n++)
    dprintf(locked, "ci %u %u %u %u %u\n", ci[n].card, ci[n].gi, ci[n].id, ci[n].size, ci[n].start);
  for (u32 n = 0; n < pids; n++)
    dprintf(locked, "pid %u %u %u %u\n", pid[n].card, pid[n].gi, pid[n].ci, pid[n].pid);
}

/* Handles are longer than an int, as real ones are: kind, card, GPU instance, compute instance. */
enum { GPU = 0x7f01, GI = 0x7f02, CI = 0x7f03, MIG = 0x7f04 };
static void *handle(u64 kind, u32 card, u32 instance, u32 compute) {
  return (void *)(uintptr_t)(kind << 32 | card << 16 | instance << 8 | compute);
}
static u32 kind_of(void *of) { return (uintptr_t)of >> 32; }
static u32 card_of(void *of) { return (uintptr_t)of >> 16 & 0xff; }
static u32 gi_of(void *of) { return (uintptr_t)of >> 8 & 0xff; }
static u32 ci_of(void *of) { return (uintptr_t)of & 0xff; }

static struct profile *profile_of(u32 card, u32 id) {
  for (u32 n = 0; n < cards[card].profiles; n++)
    if (cards[card].profile[n].id == id) return &cards[card].profile[n];
  return 0;
}
static int find_gi(u32 card, u32 id) {
  for (u32 n = 0; n < gis; n++)
    if (gi[n].card == card && gi[n].id == id) return n;
  return -1;
}
static int find_ci(u32 card, u32 instance, u32 id) {
  for (u32 n = 0; n < cis; n++)
    if (ci[n].card == card && ci[n].gi == instance && ci[n].id == id) return n;
  return -1;
}

/* Whether this call is one that is to fail. */
static struct {
  char name[80];
  int count;
} called[ITEMS];
static int failing(const char *name) {
  int at = 0;
  while (called[at].name[0] && strcmp(called[at].name, name)) at++;
  strcpy(called[at].name, name);
  int count = ++called[at].count;
  const char *text = getenv("FAKE_MIG_FAIL");
  for (; text && *text; text = strchr(text, ',') ? strchr(text, ',') + 1 : "") {
    char wanted[80], on = 0;
    int nth, status;
    int parts = sscanf(text, "%79[^:]:%d:%d%c", wanted, &nth, &status, &on);
    if (parts < 3 || strcmp(wanted, name)) continue;
    if (count == nth || (count > nth && on == '+')) return status;
  }
  return OK;
}
void fake_reset(void) { memset(called, 0, sizeof called); }

static int initialised;
static int leave(int status) {
  if (locked >= 0) close(locked);
  locked = -1;
  return status;
}
static int enter(void) {
  if (!initialised) return UNINITIALIZED;
  load();
  return OK;
}
#define ENTER                                \
  do {                                       \
    int status_ = failing(__func__);         \
    if (status_) return status_;             \
    if ((status_ = enter())) return status_; \
  } while (0)
#define PRIVILEGED                                            \
  do {                                                        \
    if (getenv("FAKE_MIG_USER")) return leave(NO_PERMISSION); \
  } while (0)
#define IS(of, kind)                                \
  do {                                              \
    if (kind_of(of) != kind) return leave(INVALID); \
  } while (0)

static int copy(char *to, u32 room, const char *text) {
  if (strlen(text) >= room) return TOO_SMALL;
  strcpy(to, text);
  return OK;
}

int nvmlInit_v2(void) {
  initialised = 1;
  describe();
  return OK;
}
int nvmlShutdown(void) { return OK; }
int nvmlDeviceGetCount_v2(u32 *to) {
  *to = card_count;
  return OK;
}
int nvmlDeviceGetHandleByIndex_v2(u32 index, void **to) {
  *to = handle(GPU, index, 0, 0);
  return OK;
}
int nvmlDeviceGetPciInfo_v3(void *gpu, pci_info *to) {
  memset(to, 0, sizeof *to);
  to->id = cards[card_of(gpu)].pci << 16 | 0x10de;
  sprintf(to->bus_id, "00000000:%02X:00.0", 0x10 + card_of(gpu));
  return OK;
}
int nvmlDeviceGetUUID(void *gpu, char *to, u32 room) {
  char text[96];
  sprintf(text, "MIG-%u-%u-%u", card_of(gpu), gi_of(gpu), ci_of(gpu));
  return copy(to, room, kind_of(gpu) == GPU ? cards[card_of(gpu)].uuid : text);
}
int nvmlDeviceGetName(void *gpu, char *to, u32 room) {
  return copy(to, room, cards[card_of(gpu)].title);
}

int nvmlDeviceGetMigMode(void *gpu, u32 *now, u32 *later) {
  ENTER;
  IS(gpu, GPU);
  if (!cards[card_of(gpu)].profiles) return leave(UNSUPPORTED);
  *now = mode[card_of(gpu)] & 1, *later = mode[card_of(gpu)] > 0;
  return leave(OK);
}

/* Numbers have holes, as they do in the real one. */
static int numbered(void *gpu, u32 number, struct profile **to) {
  struct card *card = &cards[card_of(gpu)];
  if (number >= 18) return INVALID;
  if (number % 2 || number / 2 >= card->profiles) return UNSUPPORTED;
  *to = &card->profile[number / 2];
  return OK;
}
int nvmlDeviceGetGpuInstanceProfileInfo(void *gpu, u32 number, gpu_profile *to) {
  ENTER;
  struct profile *p;
  int status = numbered(gpu, number, &p);
  if (!status)
    *to = (gpu_profile){p->id,       0, p->compute, p->most, p->sms, p->copies,
                        p->decoders, 0, p->jpegs,   p->ofas, p->mib};
  return leave(status);
}
#ifndef OLD
int nvmlDeviceGetGpuInstanceProfileInfoV(void *gpu, u32 number, gpu_profile2 *to) {
  ENTER;
  struct profile *p;
  if (to->version != (sizeof *to | 2 << 24)) return leave(MISMATCH);
  int status = numbered(gpu, number, &p);
  if (!status) {
    *to = (gpu_profile2){to->version, p->id,       0, p->compute, p->most, p->sms,
                         p->copies,   p->decoders, 0, p->jpegs,   p->ofas, p->mib};
    sprintf(to->name, "MIG %s", p->name);
  }
  return leave(status);
}
#endif
int nvmlDeviceGetGpuInstancePossiblePlacements_v2(void *gpu, u32 id, placement *to, u32 *count) {
  ENTER;
  PRIVILEGED;
  struct profile *p = profile_of(card_of(gpu), id);
  if (!p) return leave(UNSUPPORTED);
  for (u32 n = 0; n < p->count; n++) to[n] = (placement){p->starts[n], p->memory};
  *count = p->count;
  return leave(OK);
}

int nvmlDeviceGetGpuInstances(void *gpu, u32 id, void **to, u32 *count) {
  ENTER;
  PRIVILEGED;
  IS(gpu, GPU);
  if (mode[card_of(gpu)] != 1) return leave(UNSUPPORTED);
  *count = 0;
  for (u32 n = 0; n < gis; n++)
    if (gi[n].card == card_of(gpu) && gi[n].profile == id)
      to[(*count)++] = handle(GI, gi[n].card, gi[n].id, 0);
  return leave(OK);
}
int nvmlDeviceGetGpuInstanceById(void *gpu, u32 id, void **to) {
  ENTER;
  PRIVILEGED;
  IS(gpu, GPU);
  *to = handle(GI, card_of(gpu), id, 0);
  return leave(find_gi(card_of(gpu), id) < 0 ? NOT_FOUND : OK);
}
int nvmlGpuInstanceGetInfo(void *instance, gpu_instance *to) {
  ENTER;
  IS(instance, GI);
  int n = find_gi(card_of(instance), gi_of(instance));
  if (n < 0) return leave(INVALID);
  u32 memory = profile_of(gi[n].card, gi[n].profile)->memory;
  *to =
      (gpu_instance){handle(GPU, gi[n].card, 0, 0), gi[n].id, gi[n].profile, {gi[n].start, memory}};
  return leave(OK);
}

int nvmlDeviceCreateGpuInstanceWithPlacement(void *gpu, u32 id, const placement *at, void **to) {
  ENTER;
  PRIVILEGED;
  IS(gpu, GPU);
  u32 card = card_of(gpu), alike = 0, media = 0, compute = 0, start_ok = 0, fresh = 1;
  struct profile *p = profile_of(card, id);
  if (mode[card] != 1 || !p) return leave(UNSUPPORTED);
  for (u32 n = 0; n < p->count; n++) start_ok |= p->starts[n] == at->start;
  if (!start_ok || at->size != p->memory) return leave(INVALID);
  for (u32 n = 0; n < gis; n++) {
    if (gi[n].card != card) continue;
    struct profile *other = profile_of(card, gi[n].profile);
    if (at->start < gi[n].start + other->memory && gi[n].start < at->start + p->memory)
      return leave(NO_ROOM);
    alike += other == p, compute += other->compute, media += !!strstr(other->name, "+me");
  }
  if (alike >= p->most || compute + p->compute > 7) return leave(NO_ROOM);
  if (media && strstr(p->name, "+me")) return leave(NO_ROOM);
  while (find_gi(card, fresh) >= 0) fresh++;
  gi[gis].card = card, gi[gis].id = fresh, gi[gis].profile = id, gi[gis++].start = at->start;
  save();
  *to = handle(GI, card, fresh, 0);
  return leave(OK);
}
int nvmlGpuInstanceDestroy(void *instance) {
  ENTER;
  PRIVILEGED;
  IS(instance, GI);
  int at = find_gi(card_of(instance), gi_of(instance));
  if (at < 0) return leave(INVALID);
  for (u32 n = 0; n < cis; n++)
    if (ci[n].card == gi[at].card && ci[n].gi == gi[at].id) return leave(IN_USE);
  gi[at] = gi[--gis];
  save();
  return leave(OK);
}

int nvmlGpuInstanceGetComputeInstanceProfileInfo(void *instance, u32 number, u32 engines,
                                                 compute_profile *to) {
  ENTER;
  IS(instance, GI);
  int at = find_gi(card_of(instance), gi_of(instance));
  if (at < 0 || engines || number >= 9) return leave(INVALID);
  struct profile *p = profile_of(gi[at].card, gi[at].profile);
  u32 size = slices_of[number], most = compute_most[p->compute][size];
  if (!size || !most) return leave(UNSUPPORTED);
  *to = (compute_profile){number, size, most, p->sms / p->compute * size, p->copies};
  return leave(OK);
}
int nvmlGpuInstanceGetComputeInstances(void *instance, u32 id, void **to, u32 *count) {
  ENTER;
  PRIVILEGED;
  IS(instance, GI);
  *count = 0;
  for (u32 n = 0; n < cis; n++)
    if (ci[n].card == card_of(instance) && ci[n].gi == gi_of(instance) &&
        ci[n].size == slices_of[id])
      to[(*count)++] = handle(CI, ci[n].card, ci[n].gi, ci[n].id);
  return leave(OK);
}
int nvmlGpuInstanceCreateComputeInstance(void *instance, u32 id, void **to) {
  ENTER;
  PRIVILEGED;
  IS(instance, GI);
  u32 card = card_of(instance), owner = gi_of(instance), taken = 0, alike = 0, fresh = 0;
  int at = find_gi(card, owner);
  if (at < 0) return leave(INVALID);
  u32 whole = profile_of(card, gi[at].profile)->compute, size = slices_of[id];
  for (u32 n = 0; n < cis; n++) {
    if (ci[n].card != card || ci[n].gi != owner) continue;
    taken |= ((1u << ci[n].size) - 1) << ci[n].start, alike += ci[n].size == size;
  }
  if (!size || alike >= compute_most[whole][size]) return leave(NO_ROOM);
  u32 step = size == 2 ? 2 : size == 1 ? 1 : 4;
  for (u32 start = 0; start + size <= whole; start += step) {
    if (taken & ((1u << size) - 1) << start) continue;
    while (find_ci(card, owner, fresh) >= 0) fresh++;
    ci[cis].card = card, ci[cis].gi = owner, ci[cis].id = fresh, ci[cis].size = size;
    ci[cis++].start = start;
    save();
    *to = handle(CI, card, owner, fresh);
    return leave(OK);
  }
  return leave(NO_ROOM);
}
int nvmlComputeInstanceDestroy(void *compute) {
  ENTER;
  PRIVILEGED;
  IS(compute, CI);
  int at = find_ci(card_of(compute), gi_of(compute), ci_of(compute));
  if (at < 0) return leave(INVALID);
  for (u32 n = 0; n < pids; n++)
    if (pid[n].card == ci[at].card && pid[n].gi == ci[at].gi && pid[n].ci == ci[at].id)
      return leave(IN_USE);
  ci[at] = ci[--cis];
  save();
  return leave(OK);
}

int nvmlDeviceGetMaxMigDeviceCount(void *gpu, u32 *to) {
  *to = cards[card_of(gpu)].profiles ? 7 : 0;
  return OK;
}
int nvmlDeviceGetMigDeviceHandleByIndex(void *gpu, u32 index, void **to) {
  ENTER;
  for (u32 n = 0; n < cis; n++)
    if (ci[n].card == card_of(gpu) && !index--) {
      *to = handle(MIG, ci[n].card, ci[n].gi, ci[n].id);
      return leave(OK);
    }
  return leave(NOT_FOUND);
}
int nvmlDeviceGetGpuInstanceId(void *mig, u32 *to) {
  *to = gi_of(mig);
  return OK;
}
int nvmlDeviceGetComputeInstanceId(void *mig, u32 *to) {
  *to = ci_of(mig);
  return OK;
}
int nvmlDeviceGetComputeRunningProcesses_v2(void *gpu, u32 *count, process2 *to) {
  ENTER;
  if (kind_of(gpu) == GPU) PRIVILEGED; /* all of a card's: for who may see them */
  u32 found = 0;
  for (u32 n = 0; n < pids; n++)
    if (pid[n].card == card_of(gpu) &&
        (kind_of(gpu) == GPU || (pid[n].gi == gi_of(gpu) && pid[n].ci == ci_of(gpu))))
      to[found++] = (process2){pid[n].pid, 1 << 20, pid[n].gi, pid[n].ci};
  *count = found;
  return leave(OK);
}
