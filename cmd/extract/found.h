/* The games in a folder, in the folders below it, and in files that are games. */
#ifndef CMD_EXTRACT_FOUND_H
#define CMD_EXTRACT_FOUND_H

#include "assets/assets.h"

struct found_game {
	const struct game_type *type;
	char *path;   /* a folder or a file */
	char *folder; /* within the output; "": the output itself */
};

struct found {
	const char *path;  /* that was searched; borrowed */
	const char *shown; /* how messages and indexes call it */
	struct found_game *items;
	size_t count, capacity;
	size_t folder_count; /* that were looked into */
};

/* Looks for games. What can't be looked into is reported as a warning. False when there
 * is nothing to continue with: the report has why. Free it either way. */
bool found_search(struct found *found, const char *path, const char *output,
		  struct report *report);
void found_free(struct found *found);

#endif
