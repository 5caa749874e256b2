/* Levels as a kind of asset: as pictures, as text, for Tiled. */
#ifndef CMD_ASSETS_KEEN_LEVEL_LEVEL_EXPORT_H
#define CMD_ASSETS_KEEN_LEVEL_LEVEL_EXPORT_H

#include "assets/assets.h"
#include "level_json.h"
#include "level_picture.h"

enum level_format {
	LEVEL_TABLE,
	LEVEL_JSON,
	LEVEL_CSV,
	LEVEL_PNG,
	LEVEL_TMJ,
	LEVEL_TMX,
	LEVEL_FORMAT_COUNT
};

/* Options for exporting levels. */
struct level_export {
	enum level_format format;
	const struct level_style *style;   /* for pictures and Tiled */
	bool planes[EXH_KEEN_PLANE_COUNT]; /* of which there is to be CSV */
	bool animated;
	unsigned most_ticks; /* of animation */
	bool external;	     /* tilesets of Tiled in files of their own */
	bool tile_info;	     /* the tables, and no level */
	/* By level_export's output: */
	const char *path; /* of levels' files, with a %d, or of the only one; NULL: 00 and
			     so on, in a folder */
	const char *stem; /* what names of sheets and tilesets begin with */
	bool splits;	  /* the names of CSV files have their planes */
};

/* Their game is a struct keen_parts, options a struct level_export. */
extern const struct asset_kind keen_level_kind;

#define LEVEL_MANIFEST "manifest.json"

/* The manifest of levels that were written into a folder. */
enum exh_status level_export_manifest(const struct assets *assets, struct exh_writer *out,
				      struct exh_error *err);

/* A name for each, as typed. */
const char *level_format_name(enum level_format format);

/* Is output a file, or a pattern for them, and not a folder? */
bool level_export_names_file(enum level_format format, const char *output);

/*
 * Writes to output: "-", a file, a pattern with %d for the level's number, or a folder.
 * NULL is standard output, for JSON and for the tables. Adds what was written to result.
 * The report has what failed.
 */
void level_export(const struct level_export *export, struct keen_levels *levels,
		  const struct level_choice *choice, const char *output,
		  struct report *report, json_t *result);

#endif
