/* The public header of Kiln 1.0, an accelerator that there is not: what somebody has who wants to
 * add it to Heddle. */
#ifndef KILN_H
#define KILN_H
#include <stddef.h>

typedef enum kilnStatus {
  KILN_DONE = 0,
  KILN_BURNING = 1, /* the lane has work, or the flag is not reached */
  KILN_WRONG = 2,   /* no such lane, flag, recipe, pot or size */
  KILN_FULL = 3,    /* no room on the device */
  KILN_COLD = 4     /* no device */
} kilnStatus;

typedef struct kilnLane_st *kilnLane; /* NULL: the device's own, which waits for all of its lanes */
typedef struct kilnFlag_st *kilnFlag;

kilnStatus kilnOpen(void);
kilnStatus kilnCount(int *devices);
kilnStatus kilnDescribe(int device, char *text, size_t size, size_t *memory);
kilnStatus kilnUse(int device); /* for this thread */
kilnStatus kilnUsed(int *device);
kilnStatus kilnDrain(void); /* all lanes of the thread's device */

kilnStatus kilnLaneOpen(kilnLane *lane);
kilnStatus kilnLaneClose(kilnLane lane); /* what is on it is done all the same */
kilnStatus kilnLaneDrain(kilnLane lane);
kilnStatus kilnLaneState(kilnLane lane);
kilnStatus kilnLaneDevice(kilnLane lane, int *device);
/* What comes to the lane waits until *word == value; any word of the process. */
kilnStatus kilnLaneHold(kilnLane lane, const unsigned *word, unsigned value);
kilnStatus kilnLaneAwait(kilnLane lane, kilnFlag flag);

kilnStatus kilnFlagOpen(kilnFlag *flag);
kilnStatus kilnFlagClose(kilnFlag flag);
kilnStatus kilnFlagPlant(kilnLane lane, kilnFlag flag);
kilnStatus kilnFlagState(kilnFlag flag);
kilnStatus kilnFlagDrain(kilnFlag flag);

kilnStatus kilnPotTake(size_t bytes, void **pot);
kilnStatus kilnPotGive(void *pot);
kilnStatus kilnPotRoom(size_t *total, size_t *left);
kilnStatus kilnPotFetch(kilnLane lane, void *to, const void *pot, size_t bytes);
kilnStatus kilnFire(kilnLane lane, const char *recipe, size_t size, const void *arguments);

#endif
