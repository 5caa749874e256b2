/* Many independent jobs on several cores. */
#ifndef CMD_TASK_JOBS_H
#define CMD_TASK_JOBS_H

#include "work.h"

#include <pthread.h>

/*
 * Calls work(context, i) for each i below count, on up to common->jobs threads, with the
 * progress bar that common asks for. Jobs share only what they read; each
 * writes to its own place in context, so that results do not depend on the number of
 * threads. Stops early at an interrupt; returns how many jobs were done.
 */
size_t jobs_run(const struct common *common, const char *title, size_t count,
		void (*work)(void *context, size_t i), void *context);

/* Starts up to count threads, and returns how many there are. They see no signals: the
 * calling thread is the one that may wait in a read. */
size_t jobs_start_threads(pthread_t *threads, size_t count, void *(*work)(void *),
			  void *context);

#endif
