/*
 * The files that a run writes: what they are called, and that all of them are written, or
 * none is lost.
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
	char *path;		  /* "-": standard output */
	int kind;		  /* for make, as is ... */
	size_t which;		  /* ... this */
	bool has_content;	  /* content is written; make is not called for it */
	struct exh_bytes content; /* borrowed */
	struct file_pending pending;
	bool begun;	  /* outputs_run tried it; err has how it went */
	bool is_same;	  /* it was there already, or stays as it is edited */
	bool is_left_out; /* it would be too large, or all would be: budget.h */
	uint64_t size;	  /* bytes, and their hash, with outputs.hashes */
	uint8_t sha256[32];
	struct exh_error err;
};

/* Whether it failed for a reason that lies outside of it: the next run may write it. */
bool output_is_unwritten(const struct output *output);

struct outputs {
	struct output *items;
	size_t count, capacity;
	/* Fills out. Calls run in parallel and share only what they read. */
	enum exh_status (*make)(void *context, const struct output *output,
				struct exh_writer *out, struct exh_error *err);
	/* For outputs of first_written_kind and above, which are too long to be held in
	 * memory: writes them to their paths itself. May be NULL. */
	enum exh_status (*write)(void *context, const struct output *output, bool force,
				 struct exh_error *err);
	int first_written_kind;
	void *context;
	/* The last output lists the others: it is made after them. An older one has
	 * another name from before the first to after the last, NAME.exhume-old. */
	bool manifest_last;
	/* All are written or none. Their paths must be different files; write is
	 * not called. */
	bool all_or_none;
	bool hashes;	     /* fills size and sha256 */
	uint64_t most_bytes; /* of a file: a larger one is not written; 0: any */
	/* If not NULL, a file that exists is no error if its bytes are the ones that
	 * would be written: it stays. Without force this decides about another one, of
	 * this hash. Calls run in parallel. */
	enum output_existing (*judge)(void *context, const char *path,
				      const uint8_t sha256[32]);
};

/* Takes path over. */
void outputs_add(struct outputs *outputs, char *path, int kind, size_t which);
/* The same for bytes that are there already. */
void outputs_add_content(struct outputs *outputs, char *path, struct exh_bytes content);

/* Makes them all, and the folders they lie in. Without force nothing is touched if one of
 * them exists. False if one could not be made; the report has why. */
bool outputs_run(struct outputs *outputs, struct report *report, const char *title);

void outputs_free(struct outputs *outputs);

/* A file whose content is there. */
struct output_file {
	const char *path;
	struct exh_bytes content;
};

/* Writes all of them or none, as outputs_run does with all_or_none. */
bool outputs_write_together(const struct output_file *files, size_t count,
			    struct report *report);

/*
 * Where the outputs of an input go: by -o, or in the input's folder. A folder that is
 * named so is reached through one descriptor from then on: see disk_add_folder.
 */

/* -o names a folder: any name with several inputs; else a folder that exists, or a name
 * that ends with a slash. output may be NULL. */
bool output_is_folder(const char *output, bool several);

/* The path that names an input for its outputs: without slashes at its end, and beside
 * the folder by its own name where it ends with "." or "..". To be freed. */
char *output_input_path(const char *input);

/* Where the one output of an input goes: into its folder, with another ending (see
 * file_with_ending); or under that name into -o, if that is a folder; or to -o. To be
 * freed. */
char *output_file_for(const struct common *common, const char *input, bool several,
		      const char *old_ending, const char *new_ending);

/* What follows the name of an input in that of a folder of its outputs; NULL ends them.
 */
extern const char *const output_folder_endings[];

/* Where a folder of outputs goes: INPUT.extracted, or -o, or below -o if there are more.
 */
char *output_folder_for(const struct common *common, const char *input, bool several);
/* The same with another one of these endings. */
char *output_folder_with(const struct common *common, const char *input, bool several,
			 const char *ending);

/*
 * As output_file_for; -o may also be a pattern with a %d for the input's number.
 */
char *output_numbered_for(const struct common *common, const char *input, bool several,
			  unsigned number, const char *old_ending,
			  const char *new_ending);

/* False if this run reads the file, which is reported: see originals_add. */
bool output_is_no_original(struct report *report, const char *path);

/* False if a file exists that is not overwritten, or that this run reads, which is
 * reported: to be called before work starts. True with force, for "-" and for devices. */
bool output_is_free(struct report *report, const char *path);

/* Makes the folders that it lies in, and writes it; "-" is standard output. False if that
 * failed; the report has why. */
bool output_write(struct report *report, const char *path, struct exh_bytes content);
/* The same of what out has; a limit that it has passed is reported, as of path. Frees
 * out.
 */
bool output_write_text(struct report *report, const char *path, struct exh_writer *out);
/* The same of what was made with that status; else err is reported. */
bool output_write_encoded(struct report *report, const char *path, enum exh_status status,
			  struct exh_writer *out, struct exh_error *err);
/* The same of a document, which is released. */
bool output_write_json(struct report *report, const char *path, struct json *document);
/* The same of a command that prints: text, which is freed, or as_json the result. With
 * --json nothing is printed beside it, but what -o asks for is written; then result has
 * "output". */
void output_write_result(struct report *report, const char *path, bool as_json,
			 struct exh_writer *text, struct json *result);

/* Makes a folder in $TMPDIR or /tmp for files on their way. NULL: the report has why, of
 * file, or of the folder if that is NULL. */
char *temporary_folder_make(struct report *report, const char *file);
/* Removes it with all that is in it, and frees its path, which may be NULL. */
void temporary_folder_end(char *path);

/*
 * Outputs that come one by one, in one file each: their names are made of a pattern and a
 * number. Refused together, before anything is touched, if one that may come exists.
 */

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
