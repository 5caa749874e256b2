/* Many inputs of one run: each has its output, each fails alone, and the JSON describes
 * all.
 */
#ifndef CMD_CLI_INPUTS_H
#define CMD_CLI_INPUTS_H

#include "opt.h"
#include "task/report.h"

struct inputs {
	const struct command *self;
	const struct common *common;
	/* For inputs_main; may be NULL. */
	int (*check)(const struct command *self, void *context, char **paths,
		     size_t count);
	/* Where the output of an input goes ("-": standard output), to be freed. */
	char *(*output_for)(void *context, const char *input, bool several);
	/* Either may be NULL. Errors of an input are reported before its output is
	 * looked at; close always follows open. */
	bool (*open)(void *context, const char *input, struct report *report);
	void (*close)(void *context);
	/* Does it, and adds to result what JSON reports. If it is parallel, inputs
	 * run in parallel: then open and close are NULL, and run shares
	 * only what it reads. */
	bool parallel;
	void (*run)(void *context, const char *input, const char *output,
		    struct report *report, json_t *result);
	void *context;
};

/*
 * Do inputs and output go together, where either is a standard stream? EXIT_DONE, or what
 * opt_usage_error says. writes: each input has an output.
 */
int inputs_check(const struct command *self, const struct common *common,
		 char *const *paths, size_t count, bool writes);

/*
 * All of a subcommand whose operands are its inputs: check (NULL: there must be inputs,
 * each with an output) returns EXIT_DONE or what opt_usage_error does; then runs.
 */
int inputs_main(const struct inputs *inputs, char **paths, size_t count);

/* EXIT_DONE if all went well. With --json prints {..., "results": [...]}. */
int inputs_run(const struct inputs *inputs, char **paths, size_t count);

/* The same for a run of one result, whose output is known; input may be NULL, for one
 * that has none or reports by itself. */
int inputs_run_one(const struct inputs *inputs, const char *input, const char *output);

#endif
