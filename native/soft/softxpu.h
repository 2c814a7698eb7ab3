/* softxpu.h: the C API of the soft XPU, a software accelerator. API version 2.
 *
 * The soft XPU is a device like a vendor's: programs link libsoftxpu.so.1 (or dlopen it), submit
 * commands to streams, and know nothing of any scheduler. All processes of the node that name the
 * same segment share its devices. Contexts (one per process and device) take turns, unless each is
 * kept to a part of the device's units (SOFTXPU_UNITS_PERCENT) and the parts fit in beside each
 * other; inside a context up to `concurrency` streams run at once.
 *
 * Rules that hold for every function:
 *  - It returns SX_OK or an error and never throws, exits or prints.
 *  - It may be called from any thread. A host function (sxLaunchHostFunc) must not call the API.
 *  - In a child made by fork() every handle and pointer of the parent is dead (SX_ERROR_FORKED);
 *    the child may call sxInit() again and start anew. exec() starts a new process as usual.
 */
#ifndef SOFTXPU_H
#define SOFTXPU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SX_VERSION 2

typedef enum sxResult {
  SX_OK = 0,
  SX_ERROR_INVALID = 1,         /* an argument is null, out of range or of the wrong size */
  SX_ERROR_NOT_INITIALIZED = 2, /* sxInit() has not been called */
  SX_ERROR_NO_DEVICE = 3,       /* no such device, or none is visible */
  SX_ERROR_OUT_OF_MEMORY = 4,   /* the device's memory is exhausted */
  SX_ERROR_NOT_READY = 5,       /* a query found unfinished work; not a failure */
  SX_ERROR_UNSUPPORTED = 6,     /* the device lacks the capability, or it is switched off */
  SX_ERROR_LAUNCH = 7,          /* a command failed while it ran; sticks to the context */
  SX_ERROR_FORKED = 8,          /* a handle of the parent was used after fork() */
  SX_ERROR_CAPTURE = 9,     /* not allowed for a stream that is being captured, or the reverse */
  SX_ERROR_SEGMENT = 10,    /* the shared segment cannot be opened or has another version */
  SX_ERROR_CONFIG = 11,     /* SOFTXPU_DEVICES or SOFTXPU_CONFIG cannot be read */
  SX_ERROR_TIMEOUT = 12,    /* it did not happen in time */
  SX_ERROR_STATE = 13,      /* the process is not in the state that this call starts from */
  SX_ERROR_NO_PROCESS = 14, /* no such process uses a device, or it ended meanwhile */
  SX_ERROR_DENIED = 15,     /* another user's process */
  SX_ERROR_MODEL = 16,      /* the other device is not of the same model */
  SX_ERROR_RESET = 17       /* what was waited for or asked about was lost by a reset */
} sxResult;

/* What the hardware lets a scheduler do; a device's set is the attribute SX_ATTR_CAPABILITIES. */
#define SX_CAP_WAIT_VALUE 0x1u  /* sxStreamWaitValue32 */
#define SX_CAP_WRITE_VALUE 0x2u /* sxStreamWriteValue64 */
#define SX_CAP_TIMESLICE 0x4u   /* sxContextSetTimeslice */
#define SX_CAP_DISABLE 0x8u     /* sxContextDisable */
#define SX_CAP_RESET 0x10u      /* sxContextReset */

typedef enum sxAttribute {
  SX_ATTR_CAPABILITIES = 1, /* SX_CAP_* bits */
  SX_ATTR_SCHEDULER = 2,    /* SX_SCHEDULER_* */
  SX_ATTR_CONCURRENCY = 3,  /* streams of one context that run at once */
  SX_ATTR_MEMORY = 4,       /* bytes */
  SX_ATTR_TIMESLICE_US = 5, /* the default time slice of a context (round robin only) */
  SX_ATTR_SWITCH_US = 6,    /* device time that a change of context takes */
  SX_ATTR_WAIT_NS = 7,      /* device time that a satisfied wait value takes */
  SX_ATTR_SPEED_MILLI = 8,  /* 1000: a timed kernel takes its time; 250: four times as long */
  SX_ATTR_INDEX = 9,        /* position in the configuration, whatever is visible */
  SX_ATTR_UNITS = 10        /* contexts run at once if theirs add up to no more */
} sxAttribute;

#define SX_SCHEDULER_FCFS 0 /* commands of all contexts in order of submission */
#define SX_SCHEDULER_ROUND_ROBIN                               \
  1 /* contexts in turn; a running command is taken off at the \
       end of its context's slice if another context has work */

typedef struct sxStream_st *sxStream; /* NULL: the default stream of the thread's device */
typedef struct sxEvent_st *sxEvent;
typedef struct sxGraph_st *sxGraph;
typedef struct sxGraphExec_st *sxGraphExec;
typedef struct sxKernel_st *sxKernel;
typedef void (*sxHostFunc)(void *argument);

/* -- library and devices ------------------------------------------------------------------- */
sxResult sxInit(unsigned flags); /* flags: 0. Idempotent */
sxResult sxGetVersion(int *version);
const char *sxGetErrorString(sxResult result); /* never NULL */
sxResult sxDeviceCount(int *count);
sxResult sxDeviceGetName(int device, char *name, size_t size);
sxResult sxDeviceGetAttribute(int device, sxAttribute attribute, int64_t *value);
sxResult sxSetDevice(int device); /* for this thread; 0 until then */
sxResult sxGetDevice(int *device);
sxResult sxDeviceSynchronize(void); /* all streams of this process on the thread's device */

/* -- memory: pointers are of this process, capacity is shared by all ------------------------- */
sxResult sxMalloc(void **pointer, size_t bytes);
sxResult sxFree(void *pointer); /* waits for the device's work, as a vendor's does */
sxResult sxMemGetInfo(size_t *free_bytes, size_t *total_bytes);
/* The device memory under an allocation is given back, and had again: the address stays the same,
 * what was there is lost, and touching it in between is a fault. Neither waits for the device's
 * work: the caller sees to it. pointer: as sxMalloc() gave it. */
sxResult sxMemDetach(void *pointer);
sxResult sxMemAttach(void *pointer); /* SX_ERROR_OUT_OF_MEMORY: others have it by now */
sxResult sxMemcpy(void *to, const void *from, size_t bytes); /* default stream, then waits */
sxResult sxMemcpyAsync(void *to, const void *from, size_t bytes, sxStream stream);
sxResult sxMemsetAsync(void *pointer, int value, size_t bytes, sxStream stream);

/* -- streams: a stream runs its commands in order. The default stream waits for, and is waited
 *    for by, every stream made without SX_STREAM_NON_BLOCKING. A full stream blocks the caller --
 */
#define SX_STREAM_DEFAULT 0u
#define SX_STREAM_NON_BLOCKING 1u
/* SX_ERROR_OUT_OF_MEMORY: the process has 4096 on the device */
sxResult sxStreamCreate(sxStream *stream, unsigned flags);
sxResult sxStreamDestroy(sxStream stream); /* returns at once; queued work still completes */
sxResult sxStreamSynchronize(sxStream stream);
sxResult sxStreamQuery(sxStream stream); /* SX_OK or SX_ERROR_NOT_READY */
sxResult sxStreamGetDevice(sxStream stream, int *device);
/* Counts of commands, of all that the stream ever had; what a reset has dropped is not counted. */
sxResult sxStreamGetProgress(sxStream stream, uint64_t *submitted, uint64_t *completed);
sxResult sxStreamWaitEvent(sxStream stream, sxEvent event);
sxResult sxLaunchHostFunc(sxStream stream, sxHostFunc function, void *argument);

/* -- events ---------------------------------------------------------------------------------- */
sxResult sxEventCreate(sxEvent *event);
sxResult sxEventDestroy(sxEvent event);
sxResult sxEventRecord(sxEvent event, sxStream stream);
sxResult sxEventQuery(sxEvent event); /* an event that was never recorded is complete */
sxResult sxEventSynchronize(sxEvent event);
sxResult sxEventElapsed(uint64_t *nanoseconds, sxEvent start, sxEvent end);

/* -- kernels: built into the device, found by name, arguments as one packed structure --------- */
typedef struct sxTimedArgs {
  uint64_t nanoseconds;
} sxTimedArgs; /* "timed": on all units of the device; on fewer it takes longer in proportion */
typedef struct sxNarrowArgs {
  uint64_t nanoseconds;
  uint32_t percent;
} sxNarrowArgs; /* "narrow": the same, of one that cannot fill more than that part of the units */
typedef struct sxFillArgs {
  float *y;
  uint64_t n;
  float value;
} sxFillArgs; /* "fill" */
typedef struct sxAxpyArgs {
  float a;
  const float *x;
  float *y;
  uint64_t n;
} sxAxpyArgs; /* "axpy" */
typedef struct sxMatmulArgs {
  const float *a, *b;
  float *c;
  uint64_t n;
} sxMatmulArgs; /* "matmul" */
typedef struct sxSumArgs {
  const float *x;
  uint64_t n;
  float *sum;
} sxSumArgs; /* "sum" */
typedef struct sxChainArgs {
  uint64_t *state;
  uint64_t value;
} sxChainArgs; /* "chain": *state =
                *state * 6364136223846793005 + value, so the result depends on the order of all
                * launches */
typedef struct sxRampArgs {
  uint32_t *x;
  uint64_t n;
  uint32_t value;
} sxRampArgs; /* "ramp": x[i] = value + i */
typedef struct sxAffineArgs {
  uint32_t *x;
  uint64_t n;
  uint32_t a, b;
} sxAffineArgs; /* "affine": x[i] = x[i] * a + b */
typedef struct sxStepArgs {
  uint64_t nanoseconds;
  const uint32_t *x;
  uint32_t *y;
  uint64_t n;
} sxStepArgs; /* "step": y[i] = x[i] * 1664525 + 1013904223 within that time: the first half of y as
               * it begins, the rest as it ends. A few thousand elements are meant */
typedef struct sxFaultArgs {
  uint64_t after_nanoseconds;
} sxFaultArgs; /* "fault": fails as it runs */
sxResult sxGetKernel(sxKernel *kernel, const char *name);
sxResult sxLaunchKernel(sxKernel kernel, const void *arguments, size_t size, sxStream stream);

/* -- graphs: capture a stream, launch what it recorded as one unit ---------------------------- */
sxResult sxStreamBeginCapture(sxStream stream); /* not the default stream */
sxResult sxStreamEndCapture(sxStream stream, sxGraph *graph);
sxResult sxStreamIsCapturing(sxStream stream, int *capturing);
sxResult sxGraphInstantiate(sxGraphExec *executable, sxGraph graph);
sxResult sxGraphLaunch(sxGraphExec executable, sxStream stream);
sxResult sxGraphDestroy(sxGraph graph);
sxResult sxGraphExecDestroy(sxGraphExec executable);

/* -- memory operations of the stream, on any naturally aligned host word (shared pages too) ---- */
#define SX_WAIT_EQUAL 0u         /* until *word == value */
#define SX_WAIT_GREATER_EQUAL 1u /* until (int32_t)(*word - value) >= 0 */
#define SX_WAIT_AND 2u           /* until (*word & value) != 0 */
sxResult sxStreamWaitValue32(sxStream stream, const uint32_t *word, uint32_t value, unsigned flags);
sxResult sxStreamWriteValue64(sxStream stream, uint64_t *word, uint64_t value);

/* -- this process's context on a device -------------------------------------------------------- */
sxResult sxContextSetTimeslice(int device, uint32_t microseconds); /* 0: back to the default */
sxResult sxContextGetTimeslice(int device, uint32_t *microseconds);
sxResult sxContextDisable(int device, int disabled); /* takes the running command off; it goes on
                                                        where it stopped once enabled again */
/* Kills what runs of the context and drops what is queued in its streams; the device is free for
 * others at once. What is killed has done an unknown part of its work. Until sxContextResume()
 * nothing of the context runs, and calls that wait or ask get SX_ERROR_RESET; those that waited
 * then get it too, if what they waited for was lost. Commands may be submitted meanwhile. An event
 * whose record was lost is SX_ERROR_RESET until it is recorded again.
 * SX_ERROR_STATE, and nothing was done: a host function runs, or something is queued that another
 * device waits for or whose stream was destroyed, or the process is locked. */
typedef struct sxReset {
  uint32_t killed;     /* commands that had begun: the first of those that their streams lost */
  uint32_t dropped;    /* commands that had not */
  uint64_t queued_ns;  /* how long the dropping took */
  uint64_t running_ns; /* and the killing */
} sxReset;
sxResult sxContextReset(int device, sxReset *report);
sxResult sxContextResume(int device);

/* -- all contexts of the node, as the devices know them; sxInit() is not needed ---------------- */
typedef struct sxProcess {
  char device[32]; /* its name */
  int32_t pid;
  uint32_t timeslice_us;
  uint64_t start_ticks; /* of pid, as /proc has it */
  uint64_t memory;      /* bytes */
  uint32_t is_busy;     /* has the device, or waits for it */
  uint32_t reserved;
} sxProcess;
/* count: how many there is room for, then how many there are; processes may be NULL with 0. Those
 * of another pid namespace are left out. */
sxResult sxGetProcesses(sxProcess *processes, int *count);

/* -- another process's contexts, all of them together: to the host and back -------------------
 *
 *      running  -- sxCheckpointLock -->  locked  -- sxCheckpoint -->  checkpointed
 *               <- sxCheckpointUnlock -          <- sxRestore -------
 *
 * The process needs to do nothing for it. The caller has called sxInit() and is of the same user.
 * Locked: calls that submit or change something block. Work that was submitted is done, except for
 * what stands behind a wait value that has not come true: that is kept, and goes on after the
 * unlock. Checkpointed: what was in device memory is in the host memory of the process, its
 * contexts are off the device, its capacity is free; touching the memory is a fault. Pointers,
 * streams and events keep their values. What was set for a context (time slice, disabled) is back
 * at the default after a restore. */
typedef enum sxProcessState {
  SX_PROCESS_RUNNING = 0,
  SX_PROCESS_LOCKED = 1,
  SX_PROCESS_CHECKPOINTED = 2,
  SX_PROCESS_FAILED = 3 /* neither here nor there; nothing brings it back */
} sxProcessState;
typedef struct sxDevicePair {
  int from, to; /* as SX_ATTR_INDEX numbers them */
} sxDevicePair;
sxResult sxCheckpointGetState(int pid, sxProcessState *state);
sxResult sxCheckpointLock(int pid,
                          uint32_t timeout_ms); /* 0: no limit. SX_ERROR_TIMEOUT: runs on */
sxResult sxCheckpoint(int pid);
/* A device that no pair names is restored onto itself. Another one must be of the same model:
 * alike in all but the name (SX_ERROR_MODEL). Whatever fails, the process stays checkpointed. */
sxResult sxRestore(int pid, const sxDevicePair *pairs, size_t count);
sxResult sxCheckpointUnlock(int pid);

#ifdef __cplusplus
}
#endif
#endif
