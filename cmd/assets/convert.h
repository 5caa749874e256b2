/* The driver of every converter. */
#ifndef CMD_ASSETS_CONVERT_H
#define CMD_ASSETS_CONVERT_H

#include "assets.h"
#include "cli/opt.h"
#include "task/report.h"

/*
 * The driver of every converter. A subcommand whose operands are inputs describes in a
 * struct converter how it converts one of them. The driver does the rest: each input has
 * its output and fails alone, two inputs with the same output are reported, messages of
 * inputs that run in parallel stay apart, and the JSON describes all inputs.
 */

/* The conversion of one input, for encode. */
struct conversion {
	const void *request;
	const char *input, *output;
	struct report *report;
	struct json *result;
	struct exh_arena arena; /* limited to CONVERSION_MEMORY */
	struct exh_notes notes; /* notes on the input; reported before a failure */
	/* encode has reported why it failed, since another file is to blame */
	bool is_reported;
	void *thing; /* private data of encode, for written */
};

enum { CONVERSION_MEMORY = 1 << 30 };

struct converter {
	/* Name of the operands in messages: "no picture given", "only one game may be
	 * given". NULL: check tests their number. */
	const char *input_name;
	bool takes_one;
	/* Checks that options and operands make sense, and prepares the request
	 * (common.prints, common_keep). Returns EXIT_DONE, or the result of
	 * opt_usage_error. NULL: nothing to check. */
	int (*check)(const struct command *self, void *request);
	/* Returns another converter to use instead, depending on the options. NULL:
	 * this one. */
	const struct converter *(*choose)(const void *request);
	bool checks_streams; /* check tests the use of "-" */
	/* Runs only with -o. Operands may not be "-". */
	bool needs_output;
	/* All operands become one output, that of -o, or else "-": run is called once,
	 * with the operand if takes_one, or with the input that input_of returns. */
	bool makes_one;
	char *(*input_of)(const void *request); /* borrowed; NULL: none */
	/* Returns the output of an input ("-": standard output), to be freed; not
	 * called without -o if common.prints. NULL: the output of -o. Without -o it is
	 * standard output, if common.prints or without new_ending; else it is beside
	 * the input, with new_ending instead of old_ending (see output_file_for). With
	 * is_numbered, -o may have a pattern for the inputs' numbers. */
	char *(*output_for)(void *request, const char *input, bool several);
	struct converter_endings {
		const char *old_ending, *new_ending;
	} endings;
	struct converter_endings (*endings_for)(const void *request, const char *input);
	bool is_numbered;
	/* True if -o names the output of a single input, even if it is a folder. */
	bool keeps_output;
	/* Returns the size of an input in bytes, which limits the size of its output;
	 * the command has COMMON_BUDGET. Its inputs run one after another. NULL: no
	 * limit, or run has its own. */
	uint64_t (*input_size)(const char *input);
	/* Ending of the folder if the output is a folder: INPUT with this ending (see
	 * output_folder_for). */
	const char *folder_ending;
	/* True if all outputs of an input lie in that folder, or in the one that
	 * output_for names: it may be made before the sandbox is entered. */
	bool makes_folder;
	/* Inputs may run in parallel: run only reads shared data. */
	bool is_parallel;
	/*
	 * Converts an input in one of three ways, and adds the fields of JSON to result.
	 *
	 * First way: an input is an asset of this kind by itself, and becomes one file.
	 * say prints messages for -v; may be NULL.
	 */
	const struct asset_kind *kind;
	size_t options_offset; /* offset of the kind's options in the request */
	void (*say)(const struct asset *asset, struct report *report);
	/* Second way: the input's bytes are encoded into the output's bytes. written
	 * is called after writing; may be NULL. */
	enum exh_status (*encode)(struct conversion *c, struct exh_bytes in,
				  struct exh_writer *out, struct exh_error *err);
	void (*written)(struct conversion *c, size_t size);
	size_t file_limit, output_limit; /* bytes, for both of these ways */
	/* Third way: run does everything. */
	void (*run)(void *request, const char *input, const char *output,
		    struct report *report, struct json *result);
};

/* Runs a subcommand that has a converter. Returns the exit status. */
int convert_main(const struct command *self, void *request, char **operands,
		 size_t count);

/* Returns the folder that all outputs of an input lie in, by makes_folder or by -o, to be
 * freed. NULL: none, or not known yet. */
char *convert_folder(const struct command *self, void *request, const char *input,
		     bool several);

/* Converts one input, for other callers. The report has errors. */
void convert_one(const struct converter *converter, void *request, const char *input,
		 const char *output, struct report *report, struct json *result);

/* A function for written that adds "output". */
void convert_name_output(struct conversion *c, size_t size);

/*
 * Hints at other subcommands.
 */

/* After an input failed: if it is a file of a known format that the subcommand does
 * not read, reports which subcommand reads it. input may be NULL, "-" or a folder. */
void other_command_name(const char *subcommand, const char *input, struct report *report);

#endif
