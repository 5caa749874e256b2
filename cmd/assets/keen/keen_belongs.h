/* Finds the files of a folder that belong to a game of Keen. */
#ifndef CMD_ASSETS_KEEN_KEEN_BELONGS_H
#define CMD_ASSETS_KEEN_KEEN_BELONGS_H

#include "task/file.h"

/* Kinds of archives. */
enum keen_slot {
	KEEN_SLOT_EGA,
	KEEN_SLOT_CGA,
	KEEN_SLOT_LEVELS,
	KEEN_SLOT_SOUNDS,
	KEEN_SLOTS
};

/*
 * The archives of one game. Its name is the ending of its tables or archives ("ck4"), or
 * the stem of archives that have their tables in a program ("kdreams"); lower case.
 */
struct keen_set {
	char *name;
	char *archives[KEEN_SLOTS]; /* names of files; NULL: there is none */
	char *rivals[KEEN_SLOTS];   /* another archive that fits as well, or NULL */
	char *heads[KEEN_SLOTS]; /* a head or dictionary whose archive is missing, or NULL
				  */
	char *headless[KEEN_SLOTS]; /* an archive whose head is missing, or NULL */
	bool is_lone; /* one archive by its ending alone, without any table: it may be
			 something else */
};

struct keen_sets {
	struct keen_set *items;
	size_t count, capacity;
};

/*
 * Finds the games in a folder. Archives have the names that games use (EGAGRAPH.CK4), the
 * endings of Keen Dreams (.EGA), or the ending of a game's tables or program if their
 * content fits. Backups (.BAK, .OLD, .ORIG, "~", "(1)", "Copy") never belong to a game.
 * Files are read where names leave a choice. Always free it.
 */
void keen_sets_find(const struct files *files, struct keen_sets *out);
void keen_sets_free(struct keen_sets *sets);

#endif
