/* pump.h: the C ABI of libheddle-pump.so, which lets Python carry the rings of a connection to
 * another machine. Towards a program it is the server, towards a server the program.
 *
 * Each ring is for one thread at a time; several rings, for several. Functions never throw.
 */
#ifndef HEDDLE_PUMP_H
#define HEDDLE_PUMP_H

#include <stdint.h>

#define HEDDLE_PUMP_EXPORT __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

typedef enum heddle_pump_ring {
  HEDDLE_PUMP_COMMANDS = 0, /* of the program, in order */
  HEDDLE_PUMP_URGENT = 1,   /* of the program, never behind a command */
  HEDDLE_PUMP_BACK = 2      /* of the server */
} heddle_pump_ring;

typedef struct heddle_pump_link heddle_pump_link;

/* Makes rings and sends them to the program behind the socket. NULL: it cannot be. */
HEDDLE_PUMP_EXPORT heddle_pump_link *heddle_pump_offer(int socket);
/* Takes the rings that the server behind the socket sends. */
HEDDLE_PUMP_EXPORT heddle_pump_link *heddle_pump_accept(int socket);

/* Up to so many bytes of a ring that others write. 0: there were none within the time; -1: the link
 * has ended, or the other side claims what cannot be. */
HEDDLE_PUMP_EXPORT int64_t heddle_pump_read(heddle_pump_link *link, int ring, void *to,
                                            uint64_t size, int32_t timeout_ms);
/* All of them, to a ring that others read; waits for room. 0, or -1 as above. */
HEDDLE_PUMP_EXPORT int heddle_pump_write(heddle_pump_link *link, int ring, const void *from,
                                         uint64_t size);

/* Returns when there is something to read, or after a while. Who waits here, and then as usual, is
 * up sooner: for that while, the processor does not sleep deeply. */
HEDDLE_PUMP_EXPORT void heddle_pump_await(int socket);

/* Whoever waits in the functions above returns -1, from now on. */
HEDDLE_PUMP_EXPORT void heddle_pump_end(heddle_pump_link *link);
/* After its end, when nobody is in a function above. */
HEDDLE_PUMP_EXPORT void heddle_pump_free(heddle_pump_link *link);

#ifdef __cplusplus
}
#endif

#endif /* HEDDLE_PUMP_H */
