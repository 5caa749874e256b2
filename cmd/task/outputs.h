/*
 * The files that are made of one input: planned first, refused together if one of them
 * exists, then made side by side.
 */
#ifndef CMD_TASK_OUTPUTS_H
#define CMD_TASK_OUTPUTS_H

#include "report.h"

struct output {
	char *path;   /* "-": standard output */
	int kind;     /* for make, as is ... */
	size_t which; /* ... this */
	bool begun;   /* outputs_run tried it; err tells how it went */
	struct exh_error err;
};

struct outputs {
	struct output *items;
	size_t count, capacity;
	/* Fills out. Calls run beside each other and share nothing but what they read. */
	enum exh_status (*make)(void *context, const struct output *output,
				struct exh_writer *out, struct exh_error *err);
	/* Those of this kind and above are too long to be held: this writes them to their
	 * paths itself. May be NULL. */
	enum exh_status (*write)(void *context, const struct output *output, bool force,
				 struct exh_error *err);
	int first_written_kind;
	void *context;
	/* The last one says that the others are there: it is made after them, and an
	 * older one is removed before. */
	bool last_tells;
};

/* Takes path over, also when out of memory or when path is NULL: then it is false. */
bool outputs_add(struct outputs *outputs, char *path, int kind, size_t which);

/* Makes them all, and the folders they lie in. Without force nothing is touched if one of
 * them exists. False if one could not be made; the report has why. */
bool outputs_run(struct outputs *outputs, struct report *report, const char *title);

void outputs_free(struct outputs *outputs);

#endif
