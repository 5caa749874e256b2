#include "jobs.h"

#include "memory.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum {
	PATIENCE = 100000000, /* nanoseconds between checks for an interrupt */
	MAX_TRIES = 10,
};

struct crew {
	size_t count;
	void (*work)(void *context, size_t i);
	void *context;
	atomic_size_t next, done;
	struct jobs_total *total;  /* NULL: these are all jobs */
	struct progress *progress; /* progress bar of the calling thread only */
};

static void show_done(const struct crew *crew, struct progress *progress)
{
	const size_t done = atomic_load(&crew->done);

	if (crew->total && crew->total->count)
		progress_show(progress, crew->total->done + done, crew->total->count);
	else
		progress_show(progress, done, crew->count);
}

static void toil(struct crew *crew, struct progress *progress)
{
	size_t i;

	while (!interrupt_pending() &&
	       (i = atomic_fetch_add(&crew->next, 1)) < crew->count) {
		crew->work(crew->context, i);
		atomic_fetch_add(&crew->done, 1);
		if (progress)
			show_done(crew, progress);
	}
}

static void *helper(void *crew)
{
	toil(crew, NULL);
	return NULL;
}

size_t jobs_start_threads(pthread_t *threads, size_t count, void *(*work)(void *),
			  void *context)
{
	sigset_t all, before;
	size_t hired = 0;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (hired < count && pthread_create(&threads[hired], NULL, work, context) == 0)
		hired++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return hired;
}

/*
 * Waits for a thread; after an interrupt not for one that waits for a pipe, which no
 * signal reaches: it has no half-written file.
 */
static void dismiss(pthread_t thread)
{
	unsigned tries = 0;
	struct timespec until;

	do {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += PATIENCE;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		if (interrupt_pending() && tries++ == MAX_TRIES)
			interrupt_reraise();
	} while (pthread_timedjoin_np(thread, NULL, &until) != 0);
}

size_t jobs_run(const struct common *common, const char *title, size_t count,
		void (*work)(void *context, size_t i), void *context)
{
	return jobs_run_part(common, title, count, work, context, NULL);
}

size_t jobs_run_part(const struct common *common, const char *title, size_t count,
		     void (*work)(void *context, size_t i), void *context,
		     struct jobs_total *total)
{
	struct progress progress;
	struct crew crew = {
		.count = count, .work = work, .context = context, .total = total
	};
	const size_t wanted = common->jobs < count ? common->jobs : count;
	pthread_t *threads = wanted > 1 ? mem_alloc(wanted - 1, sizeof *threads) : NULL;
	const size_t hired =
		threads ? jobs_start_threads(threads, wanted - 1, helper, &crew) : 0;

	progress_start(&progress, common, title);
	toil(&crew, &progress);
	for (size_t i = 0; i < hired; i++)
		dismiss(threads[i]);
	if (count || !total)
		show_done(&crew, &progress);
	progress_end(&progress);
	if (total)
		total->done += atomic_load(&crew.done);
	free(threads);
	return atomic_load(&crew.done);
}
