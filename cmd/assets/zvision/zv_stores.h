/* The folders and archives of a game in the order in which they are searched. Source:
 * zvision-2 1.3. */
#ifndef CMD_ASSETS_ZVISION_ZV_STORES_H
#define CMD_ASSETS_ZVISION_ZV_STORES_H

#include "task/file.h"
#include "task/report.h"
#include "task/text_set.h"

struct zv_store {
	const char *folder; /* path in the game's folder; "": that folder */
	/* Path in the game's folder; NULL: the loose files of the folder */
	const char *archive;
	char *path;	     /* path of the archive */
	struct files *files; /* members of the archive; NULL: it can't be read */
};

struct zv_stores {
	struct zv_store *items;
	size_t count, capacity;
	struct text_store texts;
};

/* Opens the stores of a game's loose files. Unreadable archives are reported. */
void zv_stores_open(struct zv_stores *stores, const struct files *tree,
		    struct report *report);
void zv_stores_close(struct zv_stores *stores);

/* Index of the store at a path in the game's folder; SIZE_MAX: none. */
size_t zv_stores_find(const struct zv_stores *stores, const char *path);
/* Index of the store of a loose file, most likely the last one; SIZE_MAX: it is an
 * archive. */
size_t zv_stores_of(const struct zv_stores *stores, const char *path, size_t last);

/* True if the store is searched before those that the index of the disks gives. */
bool zv_store_is_addon(const struct zv_store *store);

#endif
