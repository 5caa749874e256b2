/* sci-vm --trace-diff: where two traces part. */
#ifndef CMD_ASSETS_SCI0_VM_TRACE_DIFF_H
#define CMD_ASSETS_SCI0_VM_TRACE_DIFF_H

#include "task/report.h"
#include "trace_request.h"

struct trace_diff_options {
	bool ignores_changes; /* lines M and Z are not compared */
};

enum trace_diff_end { TRACES_SAME, TRACES_DIFFER, TRACES_TROUBLE };

/*
 * Compares line by line and stops at the first difference, so that traces may come
 * through pipes. Appends it to out, with the lines before and the calls that were under
 * way on either side, and to result.
 */
enum trace_diff_end trace_diff(const char *a, const char *b,
			       const struct trace_diff_options *options,
			       struct report *report, struct exh_writer *out,
			       json_t *result);

/* sci-vm --trace-diff: prints it. The exit status: 0 the same, 1 different, 2 trouble. */
int trace_diff_run(const struct trace_request *request, const struct common *common,
		   const char *command, const char *a, const char *b);

#endif
