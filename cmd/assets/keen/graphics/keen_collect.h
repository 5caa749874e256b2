/* The chunks of an archive back from the folder that egagrab filled. */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_KEEN_COLLECT_H
#define CMD_ASSETS_KEEN_GRAPHICS_KEEN_COLLECT_H

#include "keen_sheets.h"
#include "manifest_read.h"
#include "task/report.h"

/* What became of a chunk. */
struct collected {
	bool present;
	bool added;   /* was absent or lost */
	bool changed; /* other bytes than those that were extracted */
	struct exh_writer content;
	size_t width_bytes, height; /* of its picture; 0: it has none */
	char *culprit;		    /* the path that err is about; NULL: the folder */
	struct exh_error err;
	const char *warning; /* NULL: none */
};

struct collection {
	const struct manifest *manifest;
	const char *folder;
	bool quantize;
	const struct keen_sheets *sheets; /* go before single pictures; NULL: none */
	struct collected *chunks;	  /* as many as the manifest has */
};

/*
 * Reads all that is in the folder, several files at once, and puts sizes, origins and hit
 * boxes into the tables. False if some of it is missing or wrong: the report says what.
 * Free it either way.
 */
bool keen_collect(const struct manifest *manifest, const char *folder, bool quantize,
		  const struct keen_sheets *sheets, struct report *report,
		  struct collection *out);
void keen_collection_free(struct collection *collection);

#endif
