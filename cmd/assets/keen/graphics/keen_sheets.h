/* The sheets of egagrab, sheet/CLASS.png with sheet/CLASS.json, back to single pictures.
 */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_KEEN_SHEETS_H
#define CMD_ASSETS_KEEN_GRAPHICS_KEEN_SHEETS_H

#include "media/picture/picture_read.h"
#include "media/picture/png.h"
#include "task/report.h"

struct keen_sheet {
	char *path; /* NULL: there is none of this class */
	struct png_picture png;
	json_t *root;
	const json_t *frames; /* by the path of the picture */
};

struct keen_sheets {
	const char *folder;
	struct keen_sheet sheets[EXH_KEEN_CLASS_COUNT];
};

/* Reads all there are below a folder. False, reported, if one can't be read, or if there
 * is none. Always to be closed. */
bool keen_sheets_open(struct keen_sheets *sheets, const char *folder,
		      struct report *report);
void keen_sheets_close(struct keen_sheets *sheets);

/* The sheet with the picture at a path (folder and all); NULL if none has it. */
const struct keen_sheet *keen_sheets_find(const struct keen_sheets *sheets,
					  enum exh_keen_class class_id, const char *path);

/* The same as picture_read, of the part of the sheet. Threads may read in parallel. */
enum exh_status keen_sheet_read(const struct keen_sheets *sheets,
				const struct keen_sheet *sheet, const char *path,
				const struct picture_rules *rules, struct exh_image *out,
				bool *exact, struct exh_error *err);

#endif
