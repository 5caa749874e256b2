/*
 * Sheets with their JSON back to single pictures: those of egagrab, sheet/CLASS.json, and
 * those that TexturePacker and Aseprite make.
 */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_KEEN_SHEETS_H
#define CMD_ASSETS_KEEN_GRAPHICS_KEEN_SHEETS_H

#include "manifest_read.h"
#include "media/picture/picture_read.h"
#include "media/picture/sheet_read.h"
#include "task/report.h"
#include "task/strings.h"

struct keen_sheet {
	char *json_path, *path; /* path: of the picture */
	struct png_picture png;
	struct sheet_list list;
};

struct keen_sheets {
	struct keen_sheet *items;
	size_t count, capacity;
	bool is_whole[EXH_KEEN_CLASS_COUNT]; /* a sheet of egagrab has all of it */
	json_t *places; /* by "CLASS/NUMBER": numbers of the sheet and the place */
};

/* The place of a picture on a sheet. */
struct keen_place {
	const struct keen_sheet *sheet;
	const struct sheet_place *place;
};

/*
 * Reads the sheets that are named and, with own, those of the manifest's folder. False,
 * reported, if one can't be read or disagrees with its picture, if a frame is no picture
 * of the archive, or if there are none. Always to be closed.
 */
struct keen_sheets_wish {
	const struct manifest *manifest;
	const char *folder;
	const struct strings *named; /* JSON files */
	bool own;
};

bool keen_sheets_open(struct keen_sheets *sheets, const struct keen_sheets_wish *wish,
		      struct report *report);
void keen_sheets_close(struct keen_sheets *sheets);

/* False: no sheet has the picture. */
bool keen_sheets_find(const struct keen_sheets *sheets, enum exh_keen_class class_id,
		      size_t number, struct keen_place *out);

/* The same as picture_read, of a place on a sheet. Threads may read in parallel. */
enum exh_status keen_sheet_read(const struct keen_place *place,
				const struct picture_rules *rules, struct exh_image *out,
				bool *exact, struct exh_error *err);

#endif
