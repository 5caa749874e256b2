/*
 * Messages: every warning and error goes through here, to standard error as text and into
 * the report of its input as data for JSON.
 */
#ifndef CMD_TASK_REPORT_H
#define CMD_TASK_REPORT_H

#include "file.h"
#include "json.h"
#include "work.h"

#include <exhume/base.h>

/* A folder, and its name in messages. */
struct report_name {
	const char *folder, *shown; /* borrowed */
};

/* Messages and the outcome of one input. */
struct report {
	const char *command;
	const struct common *common;
	struct json *warnings, *errors; /* arrays of {file, offset, text} */
	/* Number of printed messages; warnings are left out before errors */
	size_t shown_count, shown_errors;
	char refused[256]; /* why the system refused to write an output */
	/* Number of outputs since then that failed for the same reason, without a
	 * message */
	size_t refused_count;
	bool failed; /* exit status 1 */
	/* If not NULL, text is held back in here: several inputs run in parallel. */
	struct exh_writer *held;
	bool is_one_of_several; /* one of several inputs */
	bool is_unmet;		/* see report_unmet */
	/* All files of the run, if several calls of outputs_run write them; else NULL. */
	struct jobs_total *total;
	char *last_line; /* line with the output's path, see report_output; owned */
	char *remark;	 /* first remark of report_remarks; owned */
	/* The last warning and the last error that were not printed, as lines; owned. */
	char *last_hidden[2];
	struct report_name names[2];
	unsigned name_count;
};

void report_start(struct report *report, const char *command,
		  const struct common *common);
/* Reports how many messages were left out, and frees what the report holds. */
void report_end(struct report *report);

/* From now on messages name a file of the folder "SHOWN: FILE": the folder is
 * temporary, and shown is the archive that was unpacked into it. At most two at a
 * time. */
void report_call(struct report *report, const char *folder, const char *shown);
/* Forgets the last folder of report_call. */
void report_call_end(struct report *report);

/* Returns the text, with the command that has it before each option that the running
 * command lacks; to be freed. All messages pass through this. */
char *report_advice(const struct common *common, const char *command, const char *text);

/* file may be NULL, offset EXH_NO_OFFSET. An error makes the report fail. */
void report_error(struct report *report, const char *file, size_t offset,
		  const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Reports a warning; for --strict an error. */
void report_warning(struct report *report, const char *file, size_t offset,
		    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* A warning that an earlier one has counted: printed only with -v and --strict. */
void report_repeat(struct report *report, const char *file, size_t offset,
		   const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Reports notes, and damage, as warnings: without -v only the first one, which counts
 * the others. A list that begins like the last one is not reported again. name: in
 * front of each; may be "". */
void report_remarks(struct report *report, const char *file, const char *name,
		    const struct exh_notes *notes);
/* Reports that this input has none of the selected items: an error, or with several
 * inputs a warning, since another one may have them. If none has, cli/inputs makes it
 * an error. */
void report_unmet(struct report *report, const char *file, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Prints a message, except with -q; not part of the JSON. */
void report_say(const struct report *report, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Prints a message only with -v; not part of the JSON. */
void report_info(const struct report *report, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Prints the path of the output, after all other messages, except with -q. */
void report_output(struct report *report, const char *path);
/* As report_output for an output with a page, which can be opened. */
void report_page(struct report *report, const char *path);

void report_failure(struct report *report, const char *file, const struct exh_error *err);
/*
 * A remark on an output that was written: a text with the status EXH_OK, in an error that
 * was all zeros before. outputs_run reports it as a warning; others call report_remark,
 * which ignores an empty one.
 */
void error_remark(struct exh_error *err, const char *text);
void report_remark(struct report *report, const char *path, const struct exh_error *err);
/* Reports why an output failed: "-" is standard output. */
void report_output_failure(struct report *report, const char *path,
			   const struct exh_error *err);
void report_notes(struct report *report, const char *file, const struct exh_notes *notes);
/* Ends the budget of an input or a game. If it is spent, reports an error with the
 * number of files that were written to the output. */
void report_budget(struct report *report, const char *output);
/* Prints one warning about the links that lead out of the game, see boundary_add; none
 * if there are no new ones. */
void report_links(struct report *report);

/* file_read; a failure is reported. */
bool report_read(struct report *report, const char *path, size_t limit, struct file *out);
/* As report_read for a file that this run may write again. */
bool report_read_own(struct report *report, const char *path, size_t limit,
		     struct file *out);
/* Writes a file, or to standard output for "-"; a failure is reported. */
bool report_write(struct report *report, const char *path, struct exh_bytes content);

/* jobs_run; false, and reported, if it was interrupted before all jobs were done. */
bool report_jobs(struct report *report, const char *title, size_t count,
		 void (*work)(void *context, size_t i), void *context);

/*
 * A report on files whose damage another command reports: errors count, warnings are
 * printed only with -v.
 */
struct quiet_report {
	struct common common;
	struct report report;
};

/* After messages went to a copy of the report: takes over its state and failure. */
void report_take_over(struct report *report, const struct report *copy);

struct report *report_quiet(struct quiet_report *quiet, const struct report *report);
/* Ends it, and sets report's failure if it failed. */
void report_quiet_end(const struct quiet_report *quiet, struct report *report);

/*
 * A report whose messages are dropped, for files that may be invalid.
 */
struct silent_report {
	struct report report;
	struct exh_writer dropped;
};

struct report *report_silent(struct silent_report *silent, const struct report *report);
void report_silent_end(struct silent_report *silent);

struct fields;

/* Fields of JSON for every input: its name first, then the output, and the outcome. */
struct input_row {
	const char *input; /* NULL: none */
	const char *output;
};

struct outcome_row {
	const char *status; /* "ok", "failed" */
	struct json *warnings, *errors;
};

extern const struct fields input_fields, outcome_fields, message_fields;

/* Adds "output", which every result may have. */
void result_output(struct json *result, const char *path);

/* Prints the document of results, see json_results; false if that failed. */
bool results_print(const char *command, struct json *results);

#endif
