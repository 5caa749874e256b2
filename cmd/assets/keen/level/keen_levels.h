/*
 * A Keen level archive with the tables it needs: found beside it or given, read, its
 * levels expanded.
 */
#ifndef CMD_ASSETS_KEEN_LEVEL_KEEN_LEVELS_H
#define CMD_ASSETS_KEEN_LEVEL_KEEN_LEVELS_H

#include "assets/keen/keen_exe.h"

#include <exhume/keen_map.h>

/* What the command line says; NULL: find it. */
struct keen_levels_options {
	const char *head, *dict, *tile_info;
	const char *exe; /* a program that has the tables that are not given */
	bool no_tables;	 /* the command has no options for single ones */
	/* Of which release the tile information is: its counts of tiles. */
	const struct exh_keen_layout *layout;
};

struct keen_levels {
	const char *path;
	struct file archive;
	struct keen_table head, dict; /* dict.path NULL: none is needed */
	struct keen_table tile_info;  /* path NULL: after the head, or there is none */
	struct exh_keen_maphead places;
	struct exh_huffman huffman;
	struct exh_keen_maps maps;
	struct exh_bytes tile_bytes;	/* the tile information as it is stored */
	struct exh_keen_tile_info info; /* of no tiles when not known */
	struct exh_arena arena;
};

/* False when nothing can be got out of it; the report says why. Free it either way. */
bool keen_levels_open(struct keen_levels *levels, const char *path,
		      const struct keen_levels_options *options, struct report *report);
void keen_levels_free(struct keen_levels *levels);

/* The level of that number; NULL if there is none. */
const struct exh_keen_map *keen_levels_find(const struct keen_levels *levels,
					    unsigned number);

/* By number, by name in upper or lower case, or by the beginning of a name that no other
 * has. NULL if there is none; *found_count is how many names begin so. */
const struct exh_keen_map *keen_levels_find_text(const struct keen_levels *levels,
						 const char *text, size_t *found_count);

#endif
