/* A progress bar on standard error. */
#ifndef CMD_TASK_PROGRESS_H
#define CMD_TASK_PROGRESS_H

#include "work.h"

struct progress {
	const char *title;
	bool wanted, shown;
	double start, last; /* seconds */
	double delay;	    /* before the bar is shown */
};

void progress_start(struct progress *progress, const struct common *common,
		    const char *title);
void progress_show(struct progress *progress, size_t done, size_t count);
void progress_end(struct progress *progress);

#endif
