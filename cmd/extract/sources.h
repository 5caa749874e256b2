/* The files of a game's folder: their hashes, and what those that nothing was made of may
 * be. */
#ifndef CMD_EXTRACT_SOURCES_H
#define CMD_EXTRACT_SOURCES_H

#include "task/report.h"

struct source {
	char *path;
	const char *name; /* in the folder: the end of path */
	uint64_t size;
	uint8_t sha256[32];
	struct exh_error err; /* it could not be read */
	bool is_used;	      /* assets came from it */
};

struct sources {
	struct source *items;
	size_t count;
};

/* Those of a folder, or the one file. False when interrupted: the report has it. Free
 * them either way. */
bool sources_open(struct sources *sources, const char *path, bool with_hashes,
		  struct report *report);
void sources_free(struct sources *sources);

/* An array: what was hashed. of an asset list: marks those that "source" names. */
json_t *sources_to_json(const struct sources *sources);
void sources_mark_used(struct sources *sources, const json_t *assets);

/* An array of those that were not used, as identify describes them. */
json_t *sources_others(const struct sources *sources, const struct report *report);

#endif
