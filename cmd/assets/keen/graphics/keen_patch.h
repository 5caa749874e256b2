/* What goes with a packed archive into the game: its tables in the program, or in a patch
 * file. */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_KEEN_PATCH_H
#define CMD_ASSETS_KEEN_GRAPHICS_KEEN_PATCH_H

#include "task/report.h"

/* A program that is to get new tables in place of its own. */
struct keen_replacement {
	const char *exe;
	const json_t *old_head; /* size and crc32 of the head, as manifests have them */
	struct exh_bytes old_dict;
	struct exh_bytes head, dict;
};

/* Appends the program, unpacked if LZEXE packed it. False, reported, if it does not have
 * the old tables, or if the new ones do not fit in their places. */
bool keen_replace_tables(const struct keen_replacement *replacement,
			 struct exh_writer *out, struct report *report);

/* Bytes of a program that others of the same size take the place of. */
struct keen_part {
	const char *name; /* for messages: "head" */
	struct exh_bytes old, now;
};

/* The same for parts that are known by their bytes: the first place that has them. Those
 * of no bytes are left out. */
bool keen_replace_parts(const char *exe, const struct keen_part *parts, size_t count,
			struct exh_writer *out, struct report *report);

/*
 * Appends a patch file for CKPatch that loads head and dictionary from their files, which
 * lie beside it. archive: the extension of its name is the game's.
 */
void keen_write_patch(const char *archive, const char *head, const char *dict,
		      struct exh_writer *out);

#endif
