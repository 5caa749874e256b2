/* The trace of a run of sci-vm: written, compared with another one, or both. */
#ifndef CMD_ASSETS_SCI0_VM_TRACE_RUN_H
#define CMD_ASSETS_SCI0_VM_TRACE_RUN_H

#include "task/report.h"
#include "trace_replay.h"
#include "trace_request.h"

struct trace_run {
	bool writes, replays;
	unsigned level;
	struct trace_writer writer;
	struct trace_replay replay;
};

/* What runs. */
struct trace_source {
	const struct exh_sci0_program *program;
	const char *path;
	unsigned seed;
	unsigned instructions_a_tick; /* 0: they take no time */
};

/* False: the report has why. Close it either way. */
bool trace_run_open(struct trace_run *run, const struct trace_request *request,
		    const struct trace_source *source, const char *output,
		    struct report *report);
/* The host's trace and its level, if there is one. add is called with host->context. */
void trace_run_host(const struct trace_run *run,
		    void (*add)(void *context, const char *line, size_t size),
		    struct exh_sci0_host *host);
void trace_run_line(struct trace_run *run, const char *line, size_t size);
/* There is nothing to go on with: the trace that is replayed has ended, the run has left
 * it, or its own can't be written. */
bool trace_run_is_over(struct trace_run *run);
/* Appends how it parted from the trace that is replayed, if it did, which is an error. */
void trace_run_report(struct trace_run *run, const char *input, struct exh_writer *out,
		      struct report *report);
void trace_run_close(struct trace_run *run, const char *output, struct report *report);

#endif
