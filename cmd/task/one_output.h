/* The one output that an input has: its name, and how it is written. */
#ifndef CMD_TASK_ONE_OUTPUT_H
#define CMD_TASK_ONE_OUTPUT_H

#include "report.h"

/*
 * As inputs_file; but -o may be a pattern with a %d for the input's number, too.
 */
char *one_output_name(const struct common *common, const char *input, bool several,
		      unsigned number, const char *old_ending, const char *new_ending);

/* Makes the folders that it lies in, and writes it; "-" is standard output. False if that
 * failed, which is told. */
bool one_output_write(struct report *report, const char *path, struct exh_bytes content);

#endif
