/* The memory of JSON documents. */
#ifndef CMD_TASK_JSON_MEMORY_H
#define CMD_TASK_JSON_MEMORY_H

#include <exhume/base.h>

/* From now on what lacks a part, for want of memory, is neither read nor printed. */
void json_watch_memory(void);
/* A part could not be made. */
void json_lose(void);
bool json_has_lost(void);

/* As malloc; when it fails, a part of a document is lost (json_has_lost). */
void *json_allocate(size_t size);

/*
 * jansson's reader (2.14) goes on when the buffer with the text of a string can't grow,
 * and then looks for the end of the string beyond it. The buffer grows by doubling. So
 * while a text is read, blocks whose size is a power of two come out of a reserve once
 * memory has ended. All others fail, which ends the reading.
 */

/* For a text that is read, in this thread. False: out of memory. */
bool json_open_reserve(struct exh_bytes text);
/* What was read before a failure must have been released. */
void json_close_reserve(void);

#endif
