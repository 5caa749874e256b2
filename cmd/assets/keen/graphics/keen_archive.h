/*
 * A Keen graphics archive with the tables it needs: found beside it or given, read,
 * its layout chosen, its chunks expanded.
 */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_KEEN_ARCHIVE_H
#define CMD_ASSETS_KEEN_GRAPHICS_KEEN_ARCHIVE_H

#include "assets/keen/keen_exe.h"

#include <exhume/keen.h>

enum { EXPANDED_LIMIT = 512 << 20 };

/* What the command line says; NULL: find it. */
struct keen_archive_options {
	const char *head, *dict;
	const char *exe;    /* a program that has the tables that are not given */
	const char *layout; /* a file, or the name of a built-in one */
	bool no_tables;	    /* the command has no options for single ones */
};

/* How the layout was come by. */
enum layout_origin { LAYOUT_NONE, LAYOUT_CHECKSUM, LAYOUT_FITS, LAYOUT_GIVEN };

struct keen_archive {
	const char *path;
	struct file archive;
	struct keen_table head, dict;
	struct exh_huffman huffman;
	struct exh_keen_layout layout;
	enum layout_origin layout_origin;
	struct exh_keen_head places;
	struct exh_keen_graphics graphics;
	struct exh_arena arena;
};

/* False when nothing can be got out of it; the report says why. Free it either way. */
bool keen_archive_open(struct keen_archive *keen, const char *path,
		       const struct keen_archive_options *options, struct report *report);
/* A layout by its file, or by the name of a built-in one. */
bool keen_layout_load(const char *layout, struct exh_keen_layout *out,
		      struct report *report);

/* {"head": ..., "dict": ...}: where they were found. */
json_t *keen_archive_tables(const struct keen_archive *keen);

void keen_archive_free(struct keen_archive *keen);

#endif
