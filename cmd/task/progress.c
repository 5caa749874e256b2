#include "jobs.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define DELAY 0.5  /* seconds of work before the bar is shown */
#define REDRAW 0.1 /* seconds */

enum { WIDTH = 30 };

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

bool progress_is_wanted(const struct common *common)
{
	return common->progress == PROGRESS_ALWAYS ||
	       (common->progress == PROGRESS_AUTO && common->verbosity >= 0 &&
		isatty(STDERR_FILENO));
}

void progress_start(struct progress *progress, const struct common *common,
		    const char *title)
{
	*progress = (struct progress){
		.title = title,
		.wanted = progress_is_wanted(common),
		.delay = common->progress == PROGRESS_ALWAYS ? 0 : DELAY,
		.start = now(),
	};
}

void progress_show(struct progress *progress, size_t done, size_t count)
{
	const int filled = count ? (int)(done * WIDTH / count) : WIDTH;
	double time;

	if (!progress->wanted)
		return;
	time = now();
	if (time - progress->start < progress->delay ||
	    (time - progress->last < REDRAW && done < count))
		return;
	progress->last = time;
	progress->shown = true;
	fprintf(stderr, "\r%s [%.*s%*s] %zu/%zu", progress->title, filled,
		"##############################", WIDTH - filled, "", done, count);
}

void progress_end(struct progress *progress)
{
	if (progress->shown)
		fputc('\n', stderr);
}
