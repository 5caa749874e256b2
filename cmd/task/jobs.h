/* Work on several cores, its progress, and Ctrl-C. */
#ifndef CMD_TASK_JOBS_H
#define CMD_TASK_JOBS_H

#include "work.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Many independent jobs on several cores.
 */

/*
 * Calls work(context, i) for each i below count, on up to common->jobs threads, with the
 * progress bar that common asks for. Jobs share only what they read; each
 * writes to its own place in context, so that results do not depend on the number of
 * threads. Stops early at an interrupt; returns how many jobs were done.
 */
size_t jobs_run(const struct common *common, const char *title, size_t count,
		void (*work)(void *context, size_t i), void *context);

/* Work of which calls of jobs_run_part do one part after another: what the bar shows. */
struct jobs_total {
	size_t done, written; /* written: by outputs_run, which counts no failures */
	size_t count;	      /* of all parts; 0: unknown */
};

/* The same for a part; what is done is added to the total, which may be NULL. */
size_t jobs_run_part(const struct common *common, const char *title, size_t count,
		     void (*work)(void *context, size_t i), void *context,
		     struct jobs_total *total);

/* Starts up to count threads, and returns how many there are. They see no signals: the
 * calling thread is the one that may wait in a read. */
size_t jobs_start_threads(pthread_t *threads, size_t count, void *(*work)(void *),
			  void *context);

/*
 * Work that is done on several cores, handed out and taken back in order by one thread:
 * the amount of work under way has a bound.
 */

struct pipeline;

/*
 * For slots 0, 1, ... slot_count - 1, 0, 1, ...: work(context, slot) is called by one of
 * thread_count threads after each pipeline_submit. NULL: no thread could be started.
 */
struct pipeline *pipeline_start(unsigned thread_count, size_t slot_count,
				void (*work)(void *context, size_t slot), void *context);

/* Hands a slot over; it must not be in work. */
void pipeline_submit(struct pipeline *pipeline, size_t slot);

/* Waits until the work on the slot is done. */
void pipeline_wait(struct pipeline *pipeline, size_t slot);

/* Waits for all slots, and frees pipeline. */
void pipeline_end(struct pipeline *pipeline);

/*
 * A progress bar on standard error.
 */

struct progress {
	const char *title;
	bool wanted, shown;
	double start, last; /* seconds */
	double delay;	    /* before the bar is shown */
};

/* False if none will be shown, however long the work lasts. */
bool progress_is_wanted(const struct common *common);
void progress_start(struct progress *progress, const struct common *common,
		    const char *title);
void progress_show(struct progress *progress, size_t done, size_t count);
void progress_end(struct progress *progress);

/*
 * Ctrl-C, and other signals: an interrupted run finishes the file it writes, or removes
 * it, and then ends as the signal would have ended it. A full disk ends the work, too:
 * each further file would be one more message.
 */

void interrupt_watch(void);
bool interrupt_pending(void);
/* After a write to a file that failed with this errno: a full disk is an interrupt. */
void interrupt_if_full(int reason);
/* "interrupted", "the disk is full": for messages, if one is pending. */
const char *interrupt_name(void);
/* True if an output is read no further, as by head: there is nothing to say. */
bool interrupt_is_pipe(void);

/* Ctrl-C came, and is forgotten: the program goes on. */
bool interrupt_take(void);

/* Ends the program by the signal that came, if any. */
void interrupt_reraise(void);

#endif
