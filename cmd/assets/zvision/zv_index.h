/* The index of a game's disks (NEMESIS.ZIX, INQUIS.ZIX): the places that files are in, in
 * their order, and in which of them each file is. Source: zvision 5. */
#ifndef CMD_ASSETS_ZVISION_ZV_INDEX_H
#define CMD_ASSETS_ZVISION_ZV_INDEX_H

#include "task/files.h"

struct zv_index_entry {
	char *name;
	size_t place; /* from 0 */
};

struct zv_index {
	struct {
		char **items; /* paths with "/", below the game's folder; "": that itself
			       */
		size_t count, capacity;
	} places;
	struct {
		struct zv_index_entry *items; /* by name, whatever its case */
		size_t count, capacity;
	} entries;
};

/* Any text; lines that are of neither list are left out, and so are paths that lead out
 * of the folder (they stay as places without files). */
void zv_index_read(struct exh_bytes text, struct zv_index *index);
void zv_index_free(struct zv_index *index);

/* The place that the index says a file is in; SIZE_MAX: it says nothing. */
size_t zv_index_find(const struct zv_index *index, const char *name);

/* The name of an index among files; NULL: there is none. */
const char *zv_index_name(const struct files *files);

#endif
