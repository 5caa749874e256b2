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

/* A folder, and how messages call it. */
struct report_name {
	const char *folder, *shown; /* borrowed */
};

/* What happened to one input. */
struct report {
	const char *command;
	const struct common *common;
	struct json *warnings, *errors;	  /* arrays of {file, offset, text} */
	size_t shown_count, shown_errors; /* messages; errors are not cut before others */
	char refused[256];		  /* why the system refused to write an output */
	size_t refused_count; /* of outputs since, for the same reason, without a message
			       */
	bool failed;	      /* exit status 1 */
	/* If not NULL, text is held back in here: several inputs run in parallel. */
	struct exh_writer *held;
	bool is_one_of_several; /* inputs */
	bool is_unmet;		/* see report_unmet */
	/* All files of the run, if they are of several calls of outputs_run; else NULL.
	 */
	struct jobs_total *total;
	char *last_line; /* where the output is, see report_output; owned */
	char *remark;	 /* first one of report_remarks; owned */
	/* The last warning and error beyond those that are shown, as lines; owned. */
	char *last_hidden[2];
	struct report_name names[2];
	unsigned name_count;
};

void report_start(struct report *report, const char *command,
		  const struct common *common);
/* Reports how many messages were left out, and frees what the report holds. */
void report_end(struct report *report);

/* From now on messages call a file of the folder "SHOWN: FILE": the folder is temporary,
 * and what is shown is the archive that was unpacked into it. At most two at a time. */
void report_call(struct report *report, const char *folder, const char *shown);
/* Forgets the last one. */
void report_call_end(struct report *report);

/* The text, with the command that has it before each option that the running one lacks;
 * to be freed. Messages are given so. */
char *report_advice(const struct common *common, const char *command, const char *text);

/* file may be NULL, offset EXH_NO_OFFSET. An error makes the report fail. */
void report_error(struct report *report, const char *file, size_t offset,
		  const char *format, ...) __attribute__((format(printf, 4, 5)));
/* With --strict a warning is an error. */
void report_warning(struct report *report, const char *file, size_t offset,
		    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* A warning that an earlier one has counted: shown only with -v and --strict. */
void report_repeat(struct report *report, const char *file, size_t offset,
		   const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Notes as warnings, damage too: without -v the first one, which counts the others. A
 * list that begins as the last one did is not reported again. name: in front of each; "".
 */
void report_remarks(struct report *report, const char *file, const char *name,
		    const struct exh_notes *notes);
/* Nothing that was selected is in this input: an error; of several inputs a warning,
 * since another one may have it. Where none has, cli/inputs makes it an error. */
void report_unmet(struct report *report, const char *file, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Not with -q; not part of the JSON. */
void report_say(const struct report *report, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Only with -v; not part of the JSON. */
void report_info(const struct report *report, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Not with -q, and after all other messages: where the output is. */
void report_output(struct report *report, const char *path);
/* The same of an output with a page, which can be opened. */
void report_page(struct report *report, const char *path);

void report_failure(struct report *report, const char *file, const struct exh_error *err);
/*
 * What is odd about an output that was written: a text with the status EXH_OK, in an
 * error that was all zeros before. outputs_run reports it as a warning; others call
 * report_remark, which does nothing without one.
 */
void error_remark(struct exh_error *err, const char *text);
void report_remark(struct report *report, const char *path, const struct exh_error *err);
/* Of an output: "-" is standard output. */
void report_output_failure(struct report *report, const char *path,
			   const struct exh_error *err);
void report_notes(struct report *report, const char *file, const struct exh_notes *notes);
/* Ends the budget of an input or a game. An error if it was spent: how many of the files
 * were written to the output. */
void report_budget(struct report *report, const char *output);
/* One warning about the links that lead out of the game, see boundary_add; nothing if
 * there are no new ones. */
void report_links(struct report *report);

/* file_read; a failure is reported. */
bool report_read(struct report *report, const char *path, size_t limit, struct file *out);
/* The same for a file that this run may write again. */
bool report_read_own(struct report *report, const char *path, size_t limit,
		     struct file *out);
/* Writes a file, or to standard output for "-"; a failure is reported. */
bool report_write(struct report *report, const char *path, struct exh_bytes content);

/* jobs_run; false, and reported, if an interrupt came before all were done. */
bool report_jobs(struct report *report, const char *title, size_t count,
		 void (*work)(void *context, size_t i), void *context);

/*
 * A report for files whose damage another command reports: errors count, warnings are
 * only for -v.
 */
struct quiet_report {
	struct common common;
	struct report report;
};

/* After messages went to a copy of the report: it has them now, and the failure. */
void report_take_over(struct report *report, const struct report *copy);

struct report *report_quiet(struct quiet_report *quiet, const struct report *report);
/* Ends it, and takes its failure over into report. */
void report_quiet_end(const struct quiet_report *quiet, struct report *report);

/*
 * A report whose messages are dropped, for files that may well be wrong.
 */
struct silent_report {
	struct report report;
	struct exh_writer dropped;
};

struct report *report_silent(struct silent_report *silent, const struct report *report);
void report_silent_end(struct silent_report *silent);

struct fields;

/* What JSON has about every input: which, before all else, what was written, and how it
 * went. */
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
