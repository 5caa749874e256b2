/*
 * The driver of every converter. A subcommand whose operands are inputs says in a struct
 * converter what it does with one of them; the driver does the rest: each input has its
 * output and fails alone, two of one output are noticed, messages of inputs that run side
 * by side stay apart, and the JSON describes all.
 */
#ifndef CMD_ASSETS_CONVERT_H
#define CMD_ASSETS_CONVERT_H

#include "cli/opt.h"
#include "task/report.h"

struct converter {
	/* The operands: "no picture given", "only one game may be given". NULL: check
	 * knows how many there may be. */
	const char *input_name;
	bool takes_one;
	/* Do options and operands make sense? It also prepares the request (common.prints,
	 * common_keep). EXIT_DONE, or what opt_usage_error says. NULL: yes. */
	int (*check)(const struct command *self, void *request);
	/* Another converter to go on with, for some options. NULL: this one. */
	const struct converter *(*choose)(const void *request);
	bool checks_streams; /* by itself */
	/* All operands become one output, that of -o, or else "-": run is called once, with
	 * what input_of says. */
	bool makes_one;
	char *(*input_of)(const void *request); /* borrowed; NULL: none */
	/* Where an input's output goes ("-": standard output), to be freed. NULL: beside it
	 * or where -o says, with new_ending instead of old_ending (see output_file_for);
	 * -o may have a pattern for their numbers, if it is_numbered. */
	char *(*output_for)(void *request, const char *input, bool several);
	const char *old_ending, *new_ending;
	bool is_numbered;
	/* Inputs may run at the same time: run shares only what it reads. */
	bool is_parallel;
	/* Does it, and adds to result what JSON reports. */
	void (*run)(void *request, const char *input, const char *output,
		    struct report *report, json_t *result);
};

/* The run of a subcommand that has a converter. Returns the exit status. */
int convert_main(const struct command *self, void *request, char **operands,
		 size_t count);

#endif
