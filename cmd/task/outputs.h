/*
 * The files that a run writes: their names, and writing all of them or keeping the old
 * ones.
 */
#ifndef CMD_TASK_OUTPUTS_H
#define CMD_TASK_OUTPUTS_H

#include "report.h"

#include <exhume/base.h>

/*
 * The files that are made of one input: planned first, refused together if one of them
 * exists, then made in parallel.
 */

struct output {
	char *path;   /* "-": standard output */
	int kind;     /* for make, as is which */
	size_t which; /* index of the item, for make */
	/* content is written; make is not called */
	bool has_content;
	struct exh_bytes content; /* borrowed */
	struct file_pending pending;
	bool begun; /* outputs_run tried it; err has the result */
	/* The same content existed already, or an edited file was kept */
	bool is_same;
	/* True if the file is too large, or the budget is spent: budget.h */
	bool is_left_out;
	uint64_t size; /* size in bytes and hash, with outputs.hashes */
	uint8_t sha256[32];
	struct exh_error err;
};

/* True if it failed for an external reason, such as a full disk: the next run may
 * write it. */
bool output_is_unwritten(const struct output *output);

struct outputs {
	struct output *items;
	size_t count, capacity;
	/* Appends the content to out. Calls run in parallel and only read shared data. */
	enum exh_status (*make)(void *context, const struct output *output,
				struct exh_writer *out, struct exh_error *err);
	/* For outputs of first_written_kind and above, which are too long for memory:
	 * writes a file to its path itself. May be NULL. */
	enum exh_status (*write)(void *context, const struct output *output, bool force,
				 struct exh_error *err);
	int first_written_kind;
	void *context;
	/* The last output lists the others, and is made after them. An older one is
	 * renamed to NAME.exhume-old from before the first until after the last
	 * output. */
	bool manifest_last;
	/* All outputs are written, or none. Their paths must be different files; write
	 * is not called. */
	bool all_or_none;
	bool hashes; /* fills size and sha256 */
	/* Most bytes of one file: larger ones are not written; 0: no limit */
	uint64_t most_bytes;
	/* If not NULL, an existing file with the same bytes is kept, and no error.
	 * Without force this decides on an existing file with other bytes, which have
	 * this hash. Calls run in parallel. */
	enum output_existing (*judge)(void *context, const char *path,
				      const uint8_t sha256[32]);
};

/* Adds an output; takes path over. */
void outputs_add(struct outputs *outputs, char *path, int kind, size_t which);
/* Adds an output with existing content. */
void outputs_add_content(struct outputs *outputs, char *path, struct exh_bytes content);

/* Makes all outputs, and their folders. Without force nothing is written if one of
 * them exists. False if one could not be made; the report has the reason. */
bool outputs_run(struct outputs *outputs, struct report *report, const char *title);

void outputs_free(struct outputs *outputs);

/* A file and its content. */
struct output_file {
	const char *path;
	struct exh_bytes content;
};

/* Writes all of them or none, as outputs_run does with all_or_none. */
bool outputs_write_together(const struct output_file *files, size_t count,
			    struct report *report);

/*
 * Destinations of the outputs of an input: by -o, or in the input's folder. A folder of
 * outputs is reached through one descriptor from then on: see disk_add_folder.
 */

/* True if -o names a folder: any name with several inputs; else a folder that exists,
 * or a name that ends with a slash. output may be NULL. */
bool output_is_folder(const char *output, bool several);

/* Returns the path that names an input for its outputs: without slashes at its end,
 * and beside the folder by its real name if it ends with "." or "..". To be freed. */
char *output_input_path(const char *input);

/* Returns the path of the single output of an input: in its folder, with another
 * ending (see file_with_ending); or with that name in -o, if that is a folder; or -o.
 * To be freed. */
char *output_file_for(const struct common *common, const char *input, bool several,
		      const char *old_ending, const char *new_ending);

/* Endings of the names of output folders, appended to an input's name; ends with NULL. */
extern const char *const output_folder_endings[];

/* Returns the folder of outputs: INPUT.extracted, or -o, or below -o with several
 * inputs. */
char *output_folder_for(const struct common *common, const char *input, bool several);
/* As output_folder_for, with another one of these endings. */
char *output_folder_with(const struct common *common, const char *input, bool several,
			 const char *ending);

/*
 * As output_file_for; -o may also be a pattern with a %d for the input's number.
 */
char *output_numbered_for(const struct common *common, const char *input, bool several,
			  unsigned number, const char *old_ending,
			  const char *new_ending);

/* False, and reported, if this run reads the file: see originals_add. */
bool output_is_no_original(struct report *report, const char *path);

/* False, and reported, if a file exists that must not be overwritten, or that this run
 * reads: to be called before work starts. True with force, for "-" and for devices. */
bool output_is_free(struct report *report, const char *path);

/* Makes the folders of the path, and writes the file; "-" is standard output. False if
 * that failed; the report has the reason. */
bool output_write(struct report *report, const char *path, struct exh_bytes content);
/* As output_write for the content of out. If out is over its limit, reports that for
 * path. Frees out. */
bool output_write_text(struct report *report, const char *path, struct exh_writer *out);
/* As output_write_text if status is EXH_OK; else reports err. */
bool output_write_encoded(struct report *report, const char *path, enum exh_status status,
			  struct exh_writer *out, struct exh_error *err);
/* As output_write for a document, which is released. */
bool output_write_json(struct report *report, const char *path, struct json *document);
/* Writes the result of a command that prints: text, which is freed, or with as_json
 * the result. With --json nothing else is printed, but the output of -o is written;
 * then result has "output". */
void output_write_result(struct report *report, const char *path, bool as_json,
			 struct exh_writer *text, struct json *result);

/* Makes a folder in $TMPDIR or /tmp for temporary files. NULL: the report has the
 * reason, for file, or for the folder if file is NULL. */
char *temporary_folder_make(struct report *report, const char *file);
/* Removes the folder with its contents, and frees its path, which may be NULL. */
void temporary_folder_end(char *path);

/*
 * Outputs that come one by one, each in a file of its own; their names are made of a
 * pattern and a number. If one of the possible outputs exists, all are refused before any
 * is written.
 */

struct output_series {
	const char *output; /* "-", a file, or a pattern with a %d; borrowed */
	bool force;	    /* overwrite */
	/* True if an output with this number may come. NULL: any number may. */
	bool (*may_come)(const void *context, uint64_t number);
	const void *context;
};

/* Looks for existing outputs, and makes the folder. */
enum exh_status output_series_begin(const struct output_series *series,
				    struct exh_error *err);

/* number is below 2^32. */
enum exh_status output_series_write(const struct output_series *series, uint64_t number,
				    struct exh_bytes content, struct exh_error *err);

#endif
