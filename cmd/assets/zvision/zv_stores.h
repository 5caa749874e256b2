/* The folders and archives of a game in the order in which they are searched. Source:
 * zvision-2 1.3. */
#ifndef CMD_ASSETS_ZVISION_ZV_STORES_H
#define CMD_ASSETS_ZVISION_ZV_STORES_H

#include "task/file.h"
#include "task/report.h"
#include "task/text_set.h"

struct zv_store {
	const char *folder;  /* in the game's; "": that itself */
	const char *archive; /* its path in the game's folder; NULL: the loose files of
				the folder */
	char *path;	     /* of the archive */
	struct files *files; /* of the archive; NULL: it can't be read */
};

struct zv_stores {
	struct zv_store *items;
	size_t count, capacity;
	struct text_store texts;
};

/* Those of a game's loose files. What can't be read is reported. */
void zv_stores_open(struct zv_stores *stores, const struct files *tree,
		    struct report *report);
void zv_stores_close(struct zv_stores *stores);

/* The one at a path in the game's folder; SIZE_MAX: none. */
size_t zv_stores_find(const struct zv_stores *stores, const char *path);
/* The one of a loose file, most likely the last one; SIZE_MAX: it is an archive. */
size_t zv_stores_of(const struct zv_stores *stores, const char *path, size_t last);

/* Is it searched before what the index of the disks says? */
bool zv_store_is_addon(const struct zv_store *store);

#endif
