#include "graphics.h"

#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 64 << 20,
	PIXEL_LIMIT = 64 << 20, /* limit of sheets that are written, too */
	NAME_SIZE = 64,
	MAX_NUMBER = 1 << 24,
};

/*
 * Names of frames.
 */

static void put_key(char key[NAME_SIZE], enum exh_keen_class class_id, size_t number)
{
	snprintf(key, NAME_SIZE, "%s/%zu", exh_keen_class_name(class_id), number);
}

static bool find_class(const char *name, size_t size, enum exh_keen_class *out)
{
	char text[NAME_SIZE];

	snprintf(text, sizeof text, "%.*s", (int)(size < NAME_SIZE ? size : 0), name);
	*out = exh_keen_class_find(text);
	return *out != EXH_KEEN_CLASS_COUNT && exh_keen_class_is_bitmap(*out);
}

static bool get_digits(const char *text, size_t *out)
{
	*out = 0;
	if (*text < '0' || *text > '9')
		return false;
	while (*text >= '0' && *text <= '9' && *out < MAX_NUMBER)
		*out = *out * 10 + (size_t)(*text++ - '0');
	return !*text || *text == '.';
}

/* "sprite/012.png", in any folder and with any ending; "sprite 12.aseprite", as Aseprite
 * names the frames of a file; or "012.png" on the sheet of a class. */
static bool parse_name(const char *name, const char *json_path,
		       enum exh_keen_class *class_id, size_t *number)
{
	const char *own = file_name(name), *dot;
	const char *space = strrchr(own, ' ');
	const char *folder;

	if (space && find_class(own, (size_t)(space - own), class_id))
		return get_digits(space + 1, number);
	if (!get_digits(own, number))
		return false;
	if (own == name) {
		folder = file_name(json_path);
		dot = strchr(folder, '.');
		return find_class(folder, dot ? (size_t)(dot - folder) : strlen(folder),
				  class_id);
	}
	for (folder = own - 1; folder > name && folder[-1] != '/';)
		folder--;
	return find_class(folder, (size_t)(own - 1 - folder), class_id);
}

static bool add_place(struct keen_sheets *sheets, const struct manifest *m, size_t which,
		      struct report *report)
{
	const size_t sheet = sheets->count - 1;
	const struct keen_sheet *from = &sheets->items[sheet];
	const char *name = from->list.places[which].name;
	enum exh_keen_class class_id;
	char key[NAME_SIZE];
	size_t number;

	if (!parse_name(name, from->json_path, &class_id, &number) || !m->has_layout ||
	    number >= class_count(&m->layout, class_id)) {
		report_error(report, from->json_path, EXH_NO_OFFSET,
			     "frame %.64s: the archive has no such picture; expected "
			     "CLASS/NUMBER, such as sprite/012.png",
			     name);
		return false;
	}
	put_key(key, class_id, number);
	if (json_get(sheets->places, key)) {
		report_error(report, from->json_path, EXH_NO_OFFSET,
			     "frame %.64s: %s is on a sheet already", name, key);
		return false;
	}
	json_set(sheets->places, key,
		 json_make("[I, I]", (int64_t)sheet, (int64_t)which));
	return true;
}

/*
 * Reading sheets.
 */

static bool read_list(struct keen_sheet *sheet, struct report *report)
{
	struct exh_error err;
	struct file file;
	enum exh_status status;

	if (!report_read(report, sheet->json_path, FILE_LIMIT, &file))
		return false;
	status = sheet_list_read(file_bytes(&file), &sheet->list, &err);
	free(file.data);
	if (status)
		report_failure(report, sheet->json_path, &err);
	return !status;
}

static bool read_picture(struct keen_sheet *sheet, struct report *report)
{
	struct exh_error err;
	struct file file;
	enum exh_status status;

	sheet->path = file_sibling(sheet->json_path, sheet->list.image);
	if (!report_read(report, sheet->path, FILE_LIMIT, &file))
		return false;
	status = png_decode(file_bytes(&file), PIXEL_LIMIT, &sheet->png, &err);
	free(file.data);
	if (status) {
		report_failure(report, sheet->path, &err);
		return false;
	}
	status =
		sheet_list_check(&sheet->list, sheet->png.width, sheet->png.height, &err);
	if (status)
		report_failure(report, sheet->json_path, &err);
	return !status;
}

static bool check_scale(const struct keen_sheet *sheet, const struct manifest *m,
			struct report *report)
{
	char expected[NAME_SIZE];

	snprintf(expected, sizeof expected, "%u", (unsigned)m->scale);
	if (!sheet->list.scale || strcmp(sheet->list.scale, expected) == 0)
		return true;
	report_error(report, sheet->json_path, EXH_NO_OFFSET,
		     "meta.scale is %.8s, and the folder's pictures have %s",
		     sheet->list.scale, expected);
	return false;
}

/* Opens a sheet, and takes ownership of json_path. */
static bool open_sheet(struct keen_sheets *sheets, const struct manifest *m,
		       char *json_path, struct report *report)
{
	struct keen_sheet *sheet = MEM_ADD(sheets);
	bool good;

	*sheet = (struct keen_sheet){ .json_path = json_path };
	good = read_list(sheet, report) && check_scale(sheet, m, report) &&
	       read_picture(sheet, report);
	for (size_t i = 0; i < sheet->list.count && good; i++)
		good = add_place(sheets, m, i, report);
	return good;
}

/* Opens egagrab's own sheets. A picture needs its JSON, and the JSON its picture. */
static bool open_own(struct keen_sheets *sheets, const struct keen_sheets_wish *wish,
		     struct report *report)
{
	bool good = true;

	for (unsigned i = 0; i < EXH_KEEN_CLASS_COUNT && good; i++) {
		const enum exh_keen_class class_id = (enum exh_keen_class)i;
		char name[NAME_SIZE];
		char *picture, *json;

		if (!exh_keen_class_is_bitmap(class_id))
			continue;
		snprintf(name, sizeof name, "sheet/%s.png",
			 exh_keen_class_name(class_id));
		picture = file_join(wish->folder, name);
		json = file_with_ending(picture, ".png", ".json");
		sheets->is_whole[i] = file_exists(picture) || file_exists(json);
		if (sheets->is_whole[i])
			good = open_sheet(sheets, wish->manifest, json, report);
		else
			free(json);
		free(picture);
	}
	if (good && !sheets->count)
		report_error(report, wish->folder, EXH_NO_OFFSET,
			     "no sheet/CLASS.png: extract without --no-sheets");
	return good && sheets->count;
}

bool keen_sheets_open(struct keen_sheets *sheets, const struct keen_sheets_wish *wish,
		      struct report *report)
{
	bool good;

	*sheets = (struct keen_sheets){ .places = json_new_object() };
	good = !wish->own || open_own(sheets, wish, report);
	for (size_t i = 0; i < wish->named->count && good; i++)
		good = open_sheet(sheets, wish->manifest, mem_text(wish->named->items[i]),
				  report);
	return good;
}

void keen_sheets_close(struct keen_sheets *sheets)
{
	for (size_t i = 0; i < sheets->count; i++) {
		free(sheets->items[i].json_path);
		free(sheets->items[i].path);
		free(sheets->items[i].png.pixels);
		sheet_list_free(&sheets->items[i].list);
	}
	free(sheets->items);
	json_free(sheets->places);
}

/*
 * Places on them.
 */

bool keen_sheets_find(const struct keen_sheets *sheets, enum exh_keen_class class_id,
		      size_t number, struct keen_place *out)
{
	char key[NAME_SIZE];
	const struct json *pair;

	put_key(key, class_id, number);
	pair = json_get(sheets->places, key);
	if (!pair)
		return false;
	out->sheet = &sheets->items[json_number_of(json_at(pair, 0))];
	out->place = &out->sheet->list.places[json_number_of(json_at(pair, 1))];
	return true;
}

enum exh_status keen_sheet_read(const struct keen_place *place,
				const struct picture_rules *rules, struct exh_image *out,
				bool *exact, struct exh_error *err)
{
	struct png_picture piece;
	enum exh_status status =
		sheet_cut(&place->sheet->png, place->place, PIXEL_LIMIT, &piece, err);

	*out = (struct exh_image){ 0 };
	if (!status)
		status = picture_take(&piece, rules, out, exact, err);
	free(piece.pixels);
	return status ? exh_within(err, status, "%.64s", place->place->name) : EXH_OK;
}
