#include "keen_sheets.h"

#include "task/file.h"
#include "task/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 64 << 20,
	PIXEL_LIMIT = 64 << 20, /* as many as are written */
	NAME_SIZE = 64,
};

struct part {
	uint32_t x, y, width, height;
};

/*
 * Reading sheets.
 */

static char *path_of(const char *folder, enum exh_keen_class class_id, const char *ending)
{
	char name[NAME_SIZE];

	snprintf(name, sizeof name, "sheet/%s%s", exh_keen_class_name(class_id), ending);
	return file_join(folder, name);
}

static bool read_frames(struct keen_sheet *sheet, const char *path, struct report *report)
{
	struct exh_error err;
	struct file file;

	if (!report_read(report, path, FILE_LIMIT, &file))
		return false;
	sheet->root = json_parse(file_bytes(&file), &err);
	free(file.data);
	sheet->frames = json_object_get(sheet->root, "frames");
	if (!sheet->root)
		report_failure(report, path, &err);
	else if (!json_is_object(sheet->frames))
		report_error(report, path, EXH_NO_OFFSET,
			     "key \"frames\": expected an object");
	else
		return true;
	return false;
}

static bool read_picture(struct keen_sheet *sheet, struct report *report)
{
	struct exh_error err;
	struct file file;
	enum exh_status status;

	if (!report_read(report, sheet->path, FILE_LIMIT, &file))
		return false;
	status = png_decode(file_bytes(&file), PIXEL_LIMIT, &sheet->png, &err);
	free(file.data);
	if (status)
		report_failure(report, sheet->path, &err);
	return !status;
}

static bool open_sheet(struct keen_sheet *sheet, const char *folder,
		       enum exh_keen_class class_id, struct report *report)
{
	char *json = path_of(folder, class_id, ".json");
	bool is_good = false;

	if (json && sheet->path)
		is_good = read_frames(sheet, json, report) && read_picture(sheet, report);
	else
		report_error(report, folder, EXH_NO_OFFSET, "out of memory");
	free(json);
	return is_good;
}

bool keen_sheets_open(struct keen_sheets *sheets, const char *folder,
		      struct report *report)
{
	size_t count = 0;

	*sheets = (struct keen_sheets){ .folder = folder };
	for (int i = 0; i < EXH_KEEN_CLASS_COUNT; i++) {
		char *path = exh_keen_class_is_bitmap((enum exh_keen_class)i)
				     ? path_of(folder, (enum exh_keen_class)i, ".png")
				     : NULL;

		if (!path || !file_exists(path)) {
			free(path);
			continue;
		}
		sheets->sheets[i].path = path;
		if (!open_sheet(&sheets->sheets[i], folder, (enum exh_keen_class)i,
				report))
			return false;
		count++;
	}
	if (!count)
		report_error(report, folder, EXH_NO_OFFSET,
			     "no sheet/CLASS.png: extract without --no-sheets");
	return count;
}

void keen_sheets_close(struct keen_sheets *sheets)
{
	for (int i = 0; i < EXH_KEEN_CLASS_COUNT; i++) {
		free(sheets->sheets[i].path);
		free(sheets->sheets[i].png.pixels);
		json_decref(sheets->sheets[i].root);
	}
}

/*
 * Parts of them.
 */

/* The path as sheets have it: below the folder. */
static const char *name_in(const struct keen_sheets *sheets, const char *path)
{
	const size_t size = strlen(sheets->folder);

	if (strncmp(path, sheets->folder, size) == 0)
		path += size;
	while (*path == '/')
		path++;
	return path;
}

const struct keen_sheet *keen_sheets_find(const struct keen_sheets *sheets,
					  enum exh_keen_class class_id, const char *path)
{
	const struct keen_sheet *sheet = &sheets->sheets[class_id];

	return sheet->path && json_object_get(sheet->frames, name_in(sheets, path))
		       ? sheet
		       : NULL;
}

static enum exh_status find_part(const struct keen_sheet *sheet, const char *name,
				 struct part *part, struct exh_error *err)
{
	const json_t *frame =
		json_object_get(json_object_get(sheet->frames, name), "frame");
	enum exh_status status =
		json_get_number(frame, "x", false, PIXEL_LIMIT, &part->x, err);

	if (!status)
		status = json_get_number(frame, "y", false, PIXEL_LIMIT, &part->y, err);
	if (!status)
		status = json_get_number(frame, "w", false, PIXEL_LIMIT, &part->width,
					 err);
	if (!status)
		status = json_get_number(frame, "h", false, PIXEL_LIMIT, &part->height,
					 err);
	if (status)
		return status;
	if (!part->width || !part->height ||
	    (size_t)part->x + part->width > sheet->png.width ||
	    (size_t)part->y + part->height > sheet->png.height)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"it should be at (%u, %u) with %ux%u pixels, and the "
				"sheet has %zux%zu",
				(unsigned)part->x, (unsigned)part->y,
				(unsigned)part->width, (unsigned)part->height,
				sheet->png.width, sheet->png.height);
	return EXH_OK;
}

/* pixels is to be freed. */
static enum exh_status cut(const struct png_picture *png, const struct part *part,
			   struct png_picture *out, struct exh_error *err)
{
	const size_t pixel_size = png->palette.count ? 1 : 4;
	const size_t size = (size_t)part->width * part->height * pixel_size;

	*out = (struct png_picture){ .width = part->width,
				     .height = part->height,
				     .palette = png->palette };
	out->pixels = malloc(size ? size : 1);
	if (!out->pixels)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	for (size_t y = 0; y < out->height; y++)
		memcpy(out->pixels + y * out->width * pixel_size,
		       png->pixels + ((part->y + y) * png->width + part->x) * pixel_size,
		       out->width * pixel_size);
	return EXH_OK;
}

enum exh_status keen_sheet_read(const struct keen_sheets *sheets,
				const struct keen_sheet *sheet, const char *path,
				const struct picture_rules *rules, struct exh_image *out,
				bool *exact, struct exh_error *err)
{
	const char *name = name_in(sheets, path);
	struct png_picture piece = { .pixels = NULL };
	struct part part;
	enum exh_status status = find_part(sheet, name, &part, err);

	*out = (struct exh_image){ 0 };
	if (!status)
		status = cut(&sheet->png, &part, &piece, err);
	if (!status)
		status = picture_take(&piece, rules, out, exact, err);
	free(piece.pixels);
	return status ? exh_within(err, status, "%s", name) : EXH_OK;
}
