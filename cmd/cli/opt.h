/*
 * Options: one table feeds getopt_long and prints --help, so they cannot disagree.
 */
#ifndef CMD_CLI_OPT_H
#define CMD_CLI_OPT_H

#include "command.h"
#include "task/strings.h"
#include "task/values.h"

enum opt_kind {
	OPT_FLAG,    /* bool */
	OPT_TEXT,    /* const char * */
	OPT_LIST,    /* struct strings: may be repeated */
	OPT_NUMBER,  /* unsigned, within min and max */
	OPT_INTEGER, /* struct given_integer, which has its limits */
	OPT_REAL,    /* struct given_real, likewise */
	OPT_CHOICE,  /* unsigned, the place in choices */
	OPT_MORE,    /* int, one up */
	OPT_LESS,    /* int, one down */
};

struct opt {
	int letter; /* 0: the long name only */
	const char *name;
	const char *argument; /* its name in --help; NULL: takes none */
	enum opt_kind kind;
	void *value;
	const char *help;
	unsigned min, max;	    /* OPT_NUMBER */
	const char *const *choices; /* OPT_CHOICE, ends with NULL */
};

/* Which of the common options a subcommand has. */
enum {
	COMMON_OUTPUT = 1,
	COMMON_JSON = 2,
	COMMON_WORK = 4, /* -j, --progress, -f */
	COMMON_STRICT = 8,
};

/*
 * Parses argv by opts (ends with name NULL) and by those of the common options. Returns
 * the place in argv of the first operand; below 0 when the run ends here, with *status.
 */
int opt_parse(const struct command *self, const struct opt *opts, unsigned common_set,
	      struct common *common, int argc, char **argv, int *status);

/* Says that the command line is wrong, and where help is. Returns EXIT_USAGE. */
int opt_usage_error(const struct command *self, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
