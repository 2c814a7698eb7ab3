/* heddle.h: the C ABI of libheddle.so. ABI version 1.
 *
 * Three kinds of callers: a vendor's shim (queues), `heddle run` and tools (programs), tests and
 * the simulator (decisions). Functions return HEDDLE_OK or a heddle_status, never throw, never
 * exit, and are safe to call from any thread. Nothing here may be called from a signal handler.
 */
#ifndef HEDDLE_H
#define HEDDLE_H

#include <stddef.h>
#include <stdint.h>

#define HEDDLE_EXPORT __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

typedef enum heddle_status {
  HEDDLE_OK = 0,
  HEDDLE_ERROR_INVALID = 1,      /* an argument is out of range */
  HEDDLE_ERROR_PERMISSION = 2,   /* the table belongs to another user or cannot be opened */
  HEDDLE_ERROR_MAGIC = 3,        /* the file is not a table */
  HEDDLE_ERROR_VERSION = 4,      /* the table has another major version */
  HEDDLE_ERROR_FULL = 5,         /* no free slot */
  HEDDLE_ERROR_NOT_FOUND = 6,    /* no such program */
  HEDDLE_ERROR_SYSTEM = 7,       /* the system refused; errno says why */
  HEDDLE_ERROR_BUSY = 8,         /* the table's lock is held by a process that does not go on */
  HEDDLE_ERROR_GUEST = 9,        /* the table may only be read here: its agent does such things */
  HEDDLE_ERROR_NO_AGENT = 10,    /* the table's agent does not answer, or does not take guests */
  HEDDLE_ERROR_NOT_MOVABLE = 11, /* the program was not started as one whose memory may be moved */
  HEDDLE_ERROR_FOLDER = 12       /* the table's folder is another user's, or others may write it */
} heddle_status;

HEDDLE_EXPORT const char *heddle_status_text(int status); /* one sentence, never NULL */

/* -- the table ------------------------------------------------------------------------------- */

/* Maps the table at $HEDDLE_TABLE, else /dev/shm/heddle-UID/table, and makes it if there is none.
 * Idempotent. Every function below calls it. */
HEDDLE_EXPORT int heddle_open(void);

/* What a device is to read and write of the table, mapped once more: a registration with a vendor's
 * driver belongs to one context, and so does the mapping, to be unmapped with it. A guest has
 * several parts, and may only read some. HEDDLE_ERROR_NOT_FOUND: there is no such part. */
typedef struct heddle_part {
  const char *at; /* words that this header hands out lie in [at, at + bytes) */
  void *mapping;
  size_t bytes;
  int is_read_only;
} heddle_part;
#define HEDDLE_PARTS 3
HEDDLE_EXPORT int heddle_map_part(int which, heddle_part *part);
/* A word of a part, always 0, for a device to show what it can do. NULL without a table. */
HEDDLE_EXPORT uint64_t *heddle_scratch(void);

/* Frees the slots of dead processes and programs, and decides again where that matters. */
HEDDLE_EXPORT int heddle_reap(void);

/* -- programs ---------------------------------------------------------------------------------- */

typedef struct heddle_plan {
  int32_t rank;          /* -255..255, higher first */
  uint32_t weight;       /* 1..1000000, 1000 is normal */
  uint64_t deadline_us;  /* after the start of a burst; 0: none */
  uint32_t quantum_us;   /* 0: default */
  uint32_t share_milli;  /* 0: none */
  uint32_t cap_milli;    /* 0: none */
  uint64_t memory_limit; /* bytes of each device, for all its processes together; 0: none */
  uint32_t level_limit;  /* 1..3; 0: what the device can */
  uint32_t may_move;     /* 1: its memory may go to the host while others need the device */
} heddle_plan;

/* Registers the calling process as the root of a program; its children join by
 * HEDDLE_PROGRAM=ID in their environment. */
HEDDLE_EXPORT int heddle_program_create(const heddle_plan *plan, const char *tenant,
                                        const char *name, uint64_t *id);

/* id 0 in the calls below: the calling process's own program. */
/* What was asked for. It is in force when the call returns; an agent may then plan otherwise. */
HEDDLE_EXPORT int heddle_program_get_asked(uint64_t id, heddle_plan *plan);
HEDDLE_EXPORT int heddle_program_ask(uint64_t id, const heddle_plan *plan);
/* What a policy made of it. Levels and memory are not a policy's business, and stay. */
HEDDLE_EXPORT int heddle_program_set_plan(uint64_t id, const heddle_plan *plan);
/* The calling process writes plans from now on, or no longer: then what was asked for is in force,
 * as also when it dies. HEDDLE_ERROR_BUSY: another one does. */
HEDDLE_EXPORT int heddle_agent_enter(void);
HEDDLE_EXPORT int heddle_agent_leave(void);

/* -- guests: programs of other users or in containers, which may only read the table ----------- */

/* All of these are for the agent. Lets guests read the table; has another process see to it that
 * their gates open should the agent be killed. */
HEDDLE_EXPORT int heddle_guests_open(void);
/* A program for a process of another user, and a process of such a program, with the files of its
 * slab and of the bell, which are to be sent to it and stay open. */
HEDDLE_EXPORT int heddle_guest_create(int32_t pid, uint32_t uid, const heddle_plan *plan,
                                      const char *tenant, const char *name, uint64_t *id);
HEDDLE_EXPORT int heddle_guest_join(int32_t pid, uint32_t uid, uint64_t id, uint32_t *program,
                                    uint32_t *process, int files[2]);
HEDDLE_EXPORT int heddle_guest_device(const char *api, const char *name, const char *uuid,
                                      uint32_t capabilities, uint32_t *device);
/* Decides for guests until stopped; the calling thread does nothing else. */
HEDDLE_EXPORT int heddle_arbiter_run(void);
HEDDLE_EXPORT void heddle_arbiter_stop(void);

HEDDLE_EXPORT int heddle_program_hold(uint64_t id, int hold); /* hold != 0: stop it, 0: release */
/* keep != 0: the slot stays when its processes are gone, and others may join it by its id. */
HEDDLE_EXPORT int heddle_program_keep(uint64_t id, int keep);
/* kParking* of the table. Moved: its memory leaves its devices, and stays away; the table says when
 * that is done. Checkpointed: the vendor has taken it off, which is noted. None: it comes back as
 * soon as there is room. */
HEDDLE_EXPORT int heddle_program_park(uint64_t id, uint32_t how);

/* Device work is about to come, within this time (1 s at most): the others make room now, so that
 * it finds the device free. If it does not come, they go on. */
HEDDLE_EXPORT int heddle_program_expect(uint64_t id, uint64_t microseconds);

/* -- devices and queues: what a vendor's shim calls -------------------------------------------- */

/* HwQueue: what Heddle needs of one vendor stream. A function that the device has no capability
 * for is NULL; the level follows. Each is called with no lock of the table held, from the
 * program's threads and from the keeper thread; it must not call back into this header.
 * Each returns 0, HEDDLE_LATER if it cannot be done just now, or the vendor's error, which ends
 * the use of that level for this queue. */
#define HEDDLE_LATER (-1)
typedef struct heddle_hw_queue {
  void *self;

  /* Level 1. Write `value` to `word` once everything submitted to the stream so far is done. */
  int (*mark)(void *self, uint64_t *word, uint64_t value);
  /* Level 1, only where the device cannot write memory: the newest mark that was reached. */
  uint64_t (*completed)(void *self);
  /* Level 1. Whether the stream is empty, or its context has failed; must not block. */
  int (*empty)(void *self);
  /* Level 2. What is submitted to the stream from now on waits until *word is 0. */
  int (*gate)(void *self, const uint32_t *word);
  /* Level 3. Timeslice of the whole context, so that a running command is taken off when another
   * context has work. 0: the driver's default. */
  int (*slice)(void *self, uint32_t microseconds);
  /* Level 3, or NULL: has the device load the context and, where that can be, keep it until *word
   * is 0 or so many nanoseconds have passed. What comes to the stream is done behind that. */
  int (*load)(void *self, const uint32_t *word, uint64_t nanoseconds);
  /* Frees self; the stream itself is the program's. */
  void (*close)(void *self);
  /* Level 1, or NULL: what the device itself says it has worked for the commands in front of the
   * newest mark that was reached, in nanoseconds since the stream was opened. */
  uint64_t (*busy_ns)(void *self);
} heddle_hw_queue;

/* Registers a device, or finds it; `capabilities` are kCapability* bits of the table. */
HEDDLE_EXPORT int heddle_device_open(const char *api, const char *name, const char *uuid,
                                     uint32_t capabilities, uint32_t *device);

/* Its number alone: what it can do stays as it is known. */
HEDDLE_EXPORT int heddle_device_find(const char *api, const char *name, const char *uuid,
                                     uint32_t *device);

/* Memory of a device, around each call of the vendor that allocates or frees. take() comes before
 * the call, and says 0 if the program's limit leaves less than that: then the call is not made, and
 * the vendor's own error for too little memory is the answer. give() comes after a call that frees,
 * and after one that failed to allocate. What a process has not given goes with it. */
HEDDLE_EXPORT int heddle_memory_take(uint32_t device, uint64_t bytes);
HEDDLE_EXPORT void heddle_memory_give(uint32_t device, uint64_t bytes);
/* The limit (0: none), and what all processes of the program have taken. */
HEDDLE_EXPORT void heddle_memory_look(uint32_t device, uint64_t *limit, uint64_t *used);

/* -- memory that may leave a device while others need it ----------------------------------------
 */

/* Whether this process's program is one whose memory may be moved. */
HEDDLE_EXPORT int heddle_may_move(void);

/* How a vendor's memory is moved. Both are called from a thread of Heddle's, one at a time, while
 * nothing of the process runs on the device. Each moves what it can, counts it with heddle_moved(),
 * and returns: out() at least so many bytes, if the host has room; in() all, if the device has. */
typedef struct heddle_mover {
  void (*out)(uint32_t device, uint64_t bytes);
  void (*in)(uint32_t device);
  void (*spare)(void); /* gives back memory of the host that is kept for the next time */
} heddle_mover;
/* The process has so many bytes more, or less, that can be moved, and so many more, or less, of
 * these are on the host. */
HEDDLE_EXPORT void heddle_moved(const heddle_mover *mover, uint32_t device, int64_t movable,
                                int64_t out);

/* Nothing of this process can be moved any more: a context has failed, say. */
HEDDLE_EXPORT void heddle_stays(void);

/* Calls `attempt` until it returns 1; as long as it returns 0 and says how many bytes the device
 * has too few, others make room for that. 0: they cannot, which has been said on stderr. */
typedef int (*heddle_attempt)(void *self, uint64_t *missing);
HEDDLE_EXPORT int heddle_with_room(uint32_t device, heddle_attempt attempt, void *self);
/* Bytes of the host's memory that may be filled with devices' memory now. */
HEDDLE_EXPORT uint64_t heddle_host_room(void);
/* That was too little: all processes that keep some for the next time give it back as soon as they
 * can. */
HEDDLE_EXPORT void heddle_host_wanted(void);
/* This process keeps so many bytes more, or less, of the host's memory for the next time. */
HEDDLE_EXPORT void heddle_host_spare(int64_t bytes);

/* -- level 3 by reset, for programs whose commands may be killed and run again -------------------
 */

/* Whether this process's program has said so. */
HEDDLE_EXPORT int heddle_is_idempotent(void);

/* How long the three layers of a clean-up took: until nothing came from the host any more, until
 * nothing was queued on the device, until nothing ran there. */
typedef struct heddle_cleanup {
  uint64_t host_ns, queued_ns, running_ns;
} heddle_cleanup;
/* Kills what runs of this process on the device, drops what is queued there, and submits all of
 * that again, to wait until *word is 0. Called from the keeper's thread: must not block. 0; or
 * HEDDLE_LATER, with nothing changed: something is there that cannot be submitted again. Where
 * nothing runs, nothing is done, and `took` is 0. */
typedef int (*heddle_reset)(uint32_t device, const uint32_t *word, heddle_cleanup *took);
/* The process's queues on the device can be reset, from the next one that is opened there. */
HEDDLE_EXPORT void heddle_resets(uint32_t device, heddle_reset reset);

typedef struct heddle_queue heddle_queue;

/* NULL if there is no table or no slot: the stream then runs unscheduled, which is said once on
 * stderr. Every function below accepts NULL. */
HEDDLE_EXPORT heddle_queue *heddle_queue_open(uint32_t device, const heddle_hw_queue *hardware,
                                              uint64_t handle);
HEDDLE_EXPORT void heddle_queue_close(heddle_queue *queue);

/* Around each call that puts something on the stream. Of work enter() may wait (level 1) or place a
 * gate (level 2); the rest is only counted. If enter() returns 0 the stream is being captured and
 * leave() must not be called. */
typedef enum heddle_command {
  HEDDLE_ORDER = 0, /* takes no device time: an event, a write */
  HEDDLE_WORK = 1,
  HEDDLE_WAIT = 2 /* what follows may have to wait for the host or another stream */
} heddle_command;
HEDDLE_EXPORT int heddle_enter(heddle_queue *queue, heddle_command kind);
typedef enum heddle_outcome {
  HEDDLE_NOTHING = 0, /* the call has put nothing there after all: refused, or captured */
  HEDDLE_PLACED = 1,
  HEDDLE_WAITED_FOR = 2 /* and the call has waited for it: to add something would show */
} heddle_outcome;
HEDDLE_EXPORT void heddle_leave(heddle_queue *queue, heddle_outcome outcome);

/* Whether all that the program has put on the stream is done, though the vendor says that the
 * stream is not empty: what is left is ours. */
HEDDLE_EXPORT int heddle_is_done(heddle_queue *queue);

/* Around a call that waits until the stream is empty, or asks whether it is. Each enter() needs its
 * leave(): the queue lives until then. `is_drained`: the call said that the stream is empty. */
HEDDLE_EXPORT uint64_t heddle_sync_enter(heddle_queue *queue);
HEDDLE_EXPORT void heddle_sync_leave(heddle_queue *queue, uint64_t token, int is_drained);

/* Around begin and end of a capture: nothing of ours may get into the program's graph. */
HEDDLE_EXPORT void heddle_capture(heddle_queue *queue, int capturing);

/* -- interception ------------------------------------------------------------------------------ */

typedef struct heddle_symbol {
  const char *name;
  void *ours;
} heddle_symbol;

/* dlsym() answers `ours` for these names of `library` (a soname) from now on. The list ends with a
 * NULL name and lives for ever. */
HEDDLE_EXPORT void heddle_intercept(const char *library, const heddle_symbol *symbols);

/* The vendor's own function, never ours; NULL if the library is not there. */
HEDDLE_EXPORT void *heddle_real_symbol(const char *library, const char *name);

/* -- decisions: for the simulator and the tests --------------------------------------------------
 */

/* Decides for one device of a table anywhere in memory, at the given time; see
 * core/decide/arbitrate.h. */
HEDDLE_EXPORT int heddle_arbitrate(void *table, uint32_t device, int64_t now_ns);

#ifdef __cplusplus
}
#endif
#endif
