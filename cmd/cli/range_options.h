/* The numbers of an option: 1,4-6. All options that choose by number go through here. */
#ifndef CMD_CLI_RANGE_OPTIONS_H
#define CMD_CLI_RANGE_OPTIONS_H

#include "opt.h"
#include "task/ranges.h"

/* Numbers of which option may name any. */
#define RANGE_UNLIMITED UINT32_MAX

/*
 * Appends the ranges of text to *ranges, to be freed; NULL: none. Numbers must be below
 * limit, where an open end stops. EXIT_DONE, or what opt_usage_error says.
 */
int ranges_option_parse(const struct command *self, const char *option, const char *text,
			uint32_t limit, struct range **ranges, size_t *count);

/* The same of an option that may be repeated. */
int ranges_option_parse_all(const struct command *self, const char *option,
			    const struct strings *texts, uint32_t limit,
			    struct range **ranges, size_t *count);

#endif
