/*
 * Outputs that come one by one, in one file each: their names are made of a pattern and a
 * number. Refused together, before anything is touched, if one that may come exists.
 */
#ifndef CMD_TASK_OUTPUT_SERIES_H
#define CMD_TASK_OUTPUT_SERIES_H

#include <exhume/base.h>

struct output_series {
	const char *output; /* "-", a file, or a pattern with a %d; borrowed */
	bool force;	    /* overwrite */
	/* NULL: any number may come. */
	bool (*may_come)(const void *context, uint64_t number);
	const void *context;
};

/* Looks for what exists, and makes the folder. */
enum exh_status output_series_begin(const struct output_series *series,
				    struct exh_error *err);

/* number is below 2^32. */
enum exh_status output_series_write(const struct output_series *series, uint64_t number,
				    struct exh_bytes content, struct exh_error *err);

#endif
