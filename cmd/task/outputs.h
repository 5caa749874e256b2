/*
 * The files that are made of one input: planned first, refused together if one of them
 * exists, then made in parallel.
 */
#ifndef CMD_TASK_OUTPUTS_H
#define CMD_TASK_OUTPUTS_H

#include "report.h"

struct output {
	char *path;		  /* "-": standard output */
	int kind;		  /* for make, as is ... */
	size_t which;		  /* ... this */
	bool has_content;	  /* content is written; make is not called for it */
	struct exh_bytes content; /* borrowed */
	struct file_pending pending;
	bool begun;	  /* outputs_run tried it; err has how it went */
	bool is_same;	  /* it was there already, or stays as it is edited */
	bool is_left_out; /* it would be too large */
	uint64_t size;	  /* bytes, and their hash, with outputs.hashes */
	uint8_t sha256[32];
	struct exh_error err;
};

/* Whether it failed for a reason that lies outside of it: the next run may write it. */
bool output_is_unwritten(const struct output *output);

/* What becomes of a file that exists and has another content. */
enum output_existing {
	OUTPUT_REFUSE, /* an error */
	OUTPUT_REPLACE,
	OUTPUT_KEEP, /* it stays, with a warning: somebody edited it */
};

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
	/* The last output lists the others: it is made after them, and an older one is
	 * removed before. */
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

#endif
