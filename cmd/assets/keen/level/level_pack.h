/* Packs levels into an archive, its head and its dictionary. */
#ifndef CMD_ASSETS_KEEN_LEVEL_LEVEL_PACK_H
#define CMD_ASSETS_KEEN_LEVEL_LEVEL_PACK_H

#include "keen_levels.h"
#include "task/ranges.h"
#include "task/strings.h"

struct level_pack {
	struct strings inputs;
	const char *base; /* an archive whose other levels are kept; NULL: none */
	const struct keen_levels_options
		*tables;   /* its tables; dict is for packing, too */
	const char *tiles; /* a file of tile information; NULL: none */
	const char
		*exe_out; /* the program of tables->exe with the new tables; NULL: none */
	bool optimize;	  /* a new dictionary, for least size */
	const struct range *removed; /* numbers of levels that are left out */
	size_t removed_count;
};

/*
 * Packs what the inputs hold and writes output, and the tables beside it, all or none.
 * Adds what was done to result; false if it could not be done, and the report has why.
 */
bool level_pack(const struct level_pack *pack, const char *output, struct report *report,
		json_t *result);

#endif
