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
 * progress bar selected in common. Jobs only read shared data; each writes to its own
 * place in context, so that results do not depend on the number of threads. Stops early
 * at an interrupt; returns the number of finished jobs.
 */
size_t jobs_run(const struct common *common, const char *title, size_t count,
		void (*work)(void *context, size_t i), void *context);

/* Counts work whose parts are done by several calls of jobs_run_part; shown by the
 * bar. */
struct jobs_total {
	/* written: by outputs_run, without failures */
	size_t done, written;
	size_t count; /* over all parts; 0: unknown */
};

/* As jobs_run, for one part; finished jobs are added to total, which may be NULL. */
size_t jobs_run_part(const struct common *common, const char *title, size_t count,
		     void (*work)(void *context, size_t i), void *context,
		     struct jobs_total *total);

/* Starts up to count threads, and returns their number. They get no signals: only the
 * calling thread may wait in a read. */
size_t jobs_start_threads(pthread_t *threads, size_t count, void *(*work)(void *),
			  void *context);

/*
 * Work on several cores, submitted and taken back in order by one thread: the amount of
 * work in progress is limited.
 */

struct pipeline;

/*
 * For slots 0, 1, ... slot_count - 1, 0, 1, ...: work(context, slot) is called by one of
 * thread_count threads after each pipeline_submit. NULL: no thread could be started.
 */
struct pipeline *pipeline_start(unsigned thread_count, size_t slot_count,
				void (*work)(void *context, size_t slot), void *context);

/* Submits a slot; it must not be in work. */
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

/* False if no bar will be shown, however long the work lasts. */
bool progress_is_wanted(const struct common *common);
void progress_start(struct progress *progress, const struct common *common,
		    const char *title);
void progress_show(struct progress *progress, size_t done, size_t count);
void progress_end(struct progress *progress);

/*
 * Ctrl-C and other signals: an interrupted run finishes the file it writes, or removes
 * it, and then ends as the signal would have ended it. A full disk ends the work, too:
 * each further file would cause another message.
 */

void interrupt_watch(void);
bool interrupt_pending(void);
/* Call after a failed write to a file with its errno: a full disk is an interrupt. */
void interrupt_if_full(int reason);
/* Returns "interrupted" or "the disk is full", for messages, if an interrupt is
 * pending. */
const char *interrupt_name(void);
/* True if the reader of an output has closed it, as head does: no message is needed. */
bool interrupt_is_pipe(void);

/* True if Ctrl-C was pressed, and forgets it: the program continues. */
bool interrupt_take(void);

/* Ends the program by the pending signal, if any. */
void interrupt_reraise(void);

#endif
