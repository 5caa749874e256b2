/* The driver of every converter. */
#ifndef CMD_ASSETS_CONVERT_H
#define CMD_ASSETS_CONVERT_H

#include "assets.h"
#include "cli/opt.h"
#include "task/report.h"

/*
 * The driver of every converter. A subcommand whose operands are inputs says in a struct
 * converter what it does with one of them; the driver does the rest: each input has its
 * output and fails alone, two of one output are noticed, messages of inputs that run side
 * by side stay apart, and the JSON describes all.
 */

/* An input on its way, for encode. */
struct conversion {
	const void *request;
	const char *input, *output;
	struct report *report;
	struct json *result;
	struct exh_arena arena; /* its limit is CONVERSION_MEMORY */
	struct exh_notes notes; /* of the input; they are reported before a failure */
	bool is_reported;	/* encode has reported why it failed: of another file */
	void *thing;		/* encode's own, for written */
};

enum { CONVERSION_MEMORY = 1 << 30 };

struct converter {
	/* The operands: "no picture given", "only one game may be given". NULL: check
	 * knows how many there may be. */
	const char *input_name;
	bool takes_one;
	/* Do options and operands make sense? It also prepares the request
	 * (common.prints, common_keep). EXIT_DONE, or what opt_usage_error says. NULL:
	 * yes. */
	int (*check)(const struct command *self, void *request);
	/* Another converter to go on with, for some options. NULL: this one. */
	const struct converter *(*choose)(const void *request);
	bool checks_streams; /* by itself */
	/* Without -o it can't run. Its operands are no streams. */
	bool needs_output;
	/* All operands become one output, that of -o, or else "-": run is called once,
	 * with the operand if takes_one, or with what input_of says. */
	bool makes_one;
	char *(*input_of)(const void *request); /* borrowed; NULL: none */
	/* Where an input's output goes ("-": standard output), to be freed; not called
	 * without -o if common.prints. NULL: where -o says; else to standard output, if
	 * common.prints or there is no new_ending, or beside the input, with it instead
	 * of old_ending (see output_file_for). -o may have a pattern for their numbers,
	 * if it is_numbered. */
	char *(*output_for)(void *request, const char *input, bool several);
	struct converter_endings {
		const char *old_ending, *new_ending;
	} endings;
	struct converter_endings (*endings_for)(const void *request, const char *input);
	bool is_numbered;
	/* Of a single input -o is the output, even if it is a folder. */
	bool keeps_output;
	/* Of an input, in bytes: what may be made of it depends on that, and the command
	 * has COMMON_BUDGET. Its inputs come one by one. NULL: there is no limit, or run
	 * has its own. */
	uint64_t (*input_size)(const char *input);
	/* If the output is a folder: INPUT with this ending (see output_folder_for). */
	const char *folder_ending;
	/* All outputs of an input lie in that folder, or in the one that output_for names:
	 * it may be made before the sandbox is entered. */
	bool makes_folder;
	/* Inputs may run at the same time: run shares only what it reads. */
	bool is_parallel;
	/*
	 * Does it, in one of three ways, and adds to result what JSON reports.
	 *
	 * An input is an asset of this kind by itself, and becomes one file. say is for
	 * -v; may be NULL.
	 */
	const struct asset_kind *kind;
	size_t options_offset; /* of the kind's options in the request */
	void (*say)(const struct asset *asset, struct report *report);
	/* Or its bytes become those of the output. written comes after they were written;
	 * may be NULL. */
	enum exh_status (*encode)(struct conversion *c, struct exh_bytes in,
				  struct exh_writer *out, struct exh_error *err);
	void (*written)(struct conversion *c, size_t size);
	size_t file_limit, output_limit; /* bytes, of both ways */
	/* Or as it likes. */
	void (*run)(void *request, const char *input, const char *output,
		    struct report *report, struct json *result);
};

/* The run of a subcommand that has a converter. Returns the exit status. */
int convert_main(const struct command *self, void *request, char **operands,
		 size_t count);

/* The folder that all outputs of an input lie in, by makes_folder or by -o, to be freed.
 * NULL: none, or not known yet. */
char *convert_folder(const struct command *self, void *request, const char *input,
		     bool several);

/* What a converter does with one input, for other callers. The report has how it went. */
void convert_one(const struct converter *converter, void *request, const char *input,
		 const char *output, struct report *report, struct json *result);

/* A written that adds "output". */
void convert_name_output(struct conversion *c, size_t size);

/*
 * Files that another subcommand reads.
 */

/* After an input failed: if it is a file of a known format that the subcommand does not
 * read, reports which subcommand does. input may be NULL, "-" or a folder. */
void other_command_name(const char *subcommand, const char *input, struct report *report);

#endif
