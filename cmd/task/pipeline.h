/*
 * Work that is done on several cores, handed out and taken back in order by one thread:
 * the amount of work under way has a bound.
 */
#ifndef CMD_TASK_PIPELINE_H
#define CMD_TASK_PIPELINE_H

#include <stdbool.h>
#include <stddef.h>

struct pipeline;

/*
 * For slots 0, 1, ... slot_count - 1, 0, 1, ...: work(context, slot) is called by one of
 * thread_count threads after each pipeline_submit. NULL when out of memory or threads.
 */
struct pipeline *pipeline_start(unsigned thread_count, size_t slot_count,
				void (*work)(void *context, size_t slot), void *context);

/* Hands a slot over; it must not be in work. */
void pipeline_submit(struct pipeline *pipeline, size_t slot);

/* Waits until the work on the slot is done. */
void pipeline_wait(struct pipeline *pipeline, size_t slot);

/* Waits for all slots, and frees pipeline. */
void pipeline_end(struct pipeline *pipeline);

#endif
