#include "keen_export.h"

#include "keen_make.h"
#include "keen_verify.h"
#include "manifest.h"
#include "task/interrupt.h"
#include "task/jobs.h"
#include "task/json.h"
#include "task/ranges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	TILE_COLUMNS = 32,
	GLYPH_COLUMNS = 16,
};

static const struct exh_keen_chunk *chunk_of(const struct export *ex, size_t number)
{
	return &ex->keen->graphics.chunks[number];
}

/*
 * Planning: which files.
 */

static bool add_item(struct export *ex, struct item item)
{
	if (ex->item_count == ex->item_capacity) {
		const size_t capacity = ex->item_capacity ? ex->item_capacity * 2 : 256;
		struct item *items = realloc(ex->items, capacity * sizeof *items);

		if (!items)
			return false;
		ex->items = items;
		ex->item_capacity = capacity;
	}
	ex->items[ex->item_count++] = item;
	return true;
}

static bool plan_pictures(struct export *ex)
{
	for (size_t i = 0; i < ex->pictures.count; i++) {
		const struct picture *picture = &ex->pictures.items[i];
		struct item item = { .kind = ITEM_PICTURE,
				     .which = i,
				     .chunk = picture->chunk_number };

		snprintf(item.path, sizeof item.path, "%s", picture->path);
		if (!add_item(ex, item))
			return false;
		if (!keen_picture_is_whole(&ex->keen->graphics, picture))
			ex->kept_raw[picture->chunk_number] = true;
	}
	return true;
}

/* Tiles keep their number on the sheet as in the game's sets: absent ones leave a hole.
 */
static bool place_tiles(const struct export *ex, struct class_sheet *sheet,
			enum exh_keen_class class_id)
{
	const size_t side = exh_keen_class_tile_size(class_id) * ex->options->look.scale;
	size_t *cells = calloc(sheet->sheet.count, sizeof *cells);
	size_t cell_count = 0;

	if (!cells)
		return false;
	for (size_t i = 0; i < sheet->sheet.count; i++) {
		cells[i] = ex->pictures.items[sheet->first + i].index;
		if (cell_count <= cells[i])
			cell_count = cells[i] + 1;
	}
	sheet_place_grid(&sheet->sheet, cells, cell_count, TILE_COLUMNS, side, side);
	free(cells);
	return true;
}

static bool fill_sheet(const struct export *ex, struct class_sheet *sheet)
{
	sheet->sheet.frames = calloc(sheet->sheet.count, sizeof *sheet->sheet.frames);
	if (!sheet->sheet.frames)
		return false;
	for (size_t i = 0; i < sheet->sheet.count; i++) {
		const struct picture *picture = &ex->pictures.items[sheet->first + i];
		const struct exh_keen_sprite *sprite = keen_sprite_of(ex, picture);
		struct sheet_frame *frame = &sheet->sheet.frames[i];

		frame->name = picture->path;
		picture_size(picture, &ex->options->look, &frame->width, &frame->height);
		frame->more = sprite ? sprite_to_json(sprite) : NULL;
	}
	return true;
}

static bool plan_sheet(struct export *ex, enum exh_keen_class class_id)
{
	struct class_sheet *sheet = &ex->sheets[class_id];
	const char *name = exh_keen_class_name(class_id);
	struct item picture = { .kind = ITEM_SHEET,
				.which = class_id,
				.chunk = SIZE_MAX };
	struct item json = { .kind = ITEM_SHEET_JSON,
			     .which = class_id,
			     .chunk = SIZE_MAX };

	for (size_t i = ex->pictures.count; i-- > 0;) {
		if (ex->pictures.items[i].class_id != class_id)
			continue;
		sheet->first = i;
		sheet->sheet.count++;
	}
	if (!sheet->sheet.count)
		return true;
	if (!fill_sheet(ex, sheet))
		return false;
	if (!exh_keen_class_tile_size(class_id))
		sheet_place_rows(&sheet->sheet);
	else if (!place_tiles(ex, sheet, class_id))
		return false;
	snprintf(picture.path, sizeof picture.path, "sheet/%s.png", name);
	snprintf(json.path, sizeof json.path, "sheet/%s.json", name);
	return add_item(ex, picture) && add_item(ex, json);
}

static bool place_glyphs(struct font *font, unsigned scale)
{
	size_t cells[GLYPH_CODES], widest = 0;
	struct sheet *sheet = &font->sheet;

	sheet->frames = calloc(GLYPH_CODES, sizeof *sheet->frames);
	if (!sheet->frames)
		return false;
	for (unsigned code = 0; code < GLYPH_CODES; code++) {
		const size_t width = font->font.glyphs[code].width;
		struct sheet_frame *frame = &sheet->frames[sheet->count];

		if (!width)
			continue;
		snprintf(font->names[code], sizeof font->names[code], "%03u", code);
		*frame = (struct sheet_frame){ .name = font->names[code],
					       .width = width * scale,
					       .height = font->font.height * scale,
					       .more = json_pack("{s:i, s:I}", "code",
								 (int)code, "advance",
								 (json_int_t)width) };
		cells[sheet->count] = code;
		font->codes[sheet->count++] = code;
		widest = widest < width ? width : widest;
	}
	sheet_place_grid(sheet, cells, GLYPH_CODES, GLYPH_COLUMNS, (widest + 1) * scale,
			 (font->font.height + 1) * scale);
	return true;
}

static bool plan_font(struct export *ex, size_t number)
{
	static const struct {
		enum item_kind kind;
		const char *ending;
	} files[] = { { ITEM_FONT, "png" },
		      { ITEM_FONT_BDF, "bdf" },
		      { ITEM_FONT_JSON, "json" } };
	const struct exh_keen_chunk *chunk = chunk_of(ex, number);
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_notes notes = { .arena = &arena };
	struct font *font = &ex->fonts[ex->font_count];
	struct exh_error err;

	if (exh_keen_font_open(chunk->expanded, exh_keen_class_is_masked(chunk->class_id),
			       &font->font, &notes, &err)) {
		exh_within(&err, err.status, "chunk %zu", number);
		err.offset = chunk->place.offset;
		report_failure(ex->report, ex->keen->path, &err);
		ex->kept_raw[number] = true;
		return true;
	}
	report_notes(ex->report, ex->keen->path, &notes);
	exh_arena_free(&arena);
	if (!keen_font_has_glyphs(&font->font)) {
		ex->kept_raw[number] = true;
		return true;
	}
	if (!place_glyphs(font, ex->options->look.scale))
		return false;
	for (size_t i = 0; i < 3; i++) {
		struct item item = { .kind = files[i].kind,
				     .which = ex->font_count,
				     .chunk = number };

		snprintf(item.path, sizeof item.path, "%s/%0*u.%s",
			 exh_keen_class_name(chunk->class_id),
			 class_digits(&ex->keen->layout, chunk->class_id), chunk->index,
			 files[i].ending);
		if (!add_item(ex, item))
			return false;
	}
	ex->font_count++;
	if (!keen_font_is_whole(&font->font))
		ex->kept_raw[number] = true;
	return true;
}

static bool has_font(const struct exh_keen_chunk *chunk)
{
	return chunk->expanded.data &&
	       (chunk->class_id == EXH_KEEN_FONT || chunk->class_id == EXH_KEEN_FONTM);
}

static bool plan_fonts(struct export *ex)
{
	const struct exh_keen_graphics *g = &ex->keen->graphics;
	size_t count = 0;

	for (size_t i = 0; i < g->chunk_count; i++)
		count += has_font(&g->chunks[i]);
	ex->fonts = calloc(count ? count : 1, sizeof *ex->fonts);
	if (!ex->fonts)
		return false;
	for (size_t i = 0; i < g->chunk_count; i++) {
		const struct exh_keen_chunk *chunk = &g->chunks[i];

		if (has_font(chunk) &&
		    keen_is_wanted(&ex->options->wanted, chunk->class_id, chunk->index) &&
		    !plan_font(ex, i))
			return false;
	}
	return true;
}

/* Is any of what is in a chunk wanted? One of 8x8 tiles has many. */
static bool chunk_is_wanted(const struct export *ex, size_t number)
{
	const struct exh_keen_chunk *chunk = chunk_of(ex, number);
	const size_t parts = exh_keen_bitmap_count(&ex->keen->graphics, number);

	for (size_t part = 0; part < (parts ? parts : 1); part++)
		if (keen_is_wanted(&ex->options->wanted, chunk->class_id,
				   chunk->index + part))
			return true;
	return false;
}

/* Nothing else can be made of tables asked for by name, or of what we don't know. */
static bool is_wanted_raw(const struct export *ex, size_t number)
{
	const enum exh_keen_class class_id = chunk_of(ex, number)->class_id;

	return ex->options->raw || ex->kept_raw[number] || class_id == EXH_KEEN_UNKNOWN ||
	       (class_id <= EXH_KEEN_SPRITETABLE && ex->options->wanted.count);
}

/* Chunks as they are: those that are no pictures, those that can't be drawn, or not
 * be made again of what is drawn, or all. */
static bool plan_bytes(struct export *ex)
{
	const struct exh_keen_graphics *g = &ex->keen->graphics;

	for (size_t i = 0; i < g->chunk_count; i++) {
		const struct exh_keen_chunk *chunk = &g->chunks[i];
		struct item item = { .kind = ITEM_BYTES, .which = i, .chunk = i };

		if (!chunk->expanded.data || !chunk_is_wanted(ex, i))
			continue;
		if (chunk->class_id == EXH_KEEN_BINARY) {
			snprintf(item.path, sizeof item.path, "binary/%0*u.bin",
				 class_digits(&ex->keen->layout, EXH_KEEN_BINARY),
				 chunk->index);
			if (!add_item(ex, item))
				return false;
		}
		if (!is_wanted_raw(ex, i))
			continue;
		snprintf(item.path, sizeof item.path, "raw/%04zu.bin", i);
		if (!add_item(ex, item))
			return false;
	}
	return true;
}

/* Says what of --only is not in the archive, rather than to write nothing and be silent.
 */
static void report_unmet(const struct export *ex)
{
	const struct keen_wanted *wanted = &ex->options->wanted;

	for (size_t i = 0; i < wanted->count; i++) {
		const struct range *range = &wanted->ranges[i];
		const struct export alone = {
			.keen = ex->keen,
			.options = &(struct export_options){ .wanted = { range, 1 } },
		};
		bool met = false;

		for (size_t k = 0; k < ex->keen->graphics.chunk_count && !met; k++)
			met = chunk_of(ex, k)->expanded.data &&
			      chunk_is_wanted(&alone, k);
		if (!met)
			report_warning(ex->report, ex->keen->path, EXH_NO_OFFSET,
				       "--only %s: there is none of it in the archive",
				       range->text);
	}
}

static bool plan(struct export *ex)
{
	ex->kept_raw = calloc(ex->keen->graphics.chunk_count, sizeof *ex->kept_raw);
	if (!ex->kept_raw ||
	    !pictures_decode(&ex->keen->graphics, &ex->options->wanted, ex->keen->path,
			     ex->report, &ex->pictures, ex->kept_raw) ||
	    !plan_pictures(ex) || !plan_fonts(ex) || !plan_bytes(ex))
		return false;
	report_unmet(ex);
	for (unsigned i = 0; i < EXH_KEEN_CLASS_COUNT && ex->options->sheets; i++)
		if (exh_keen_class_is_bitmap((enum exh_keen_class)i) &&
		    !plan_sheet(ex, (enum exh_keen_class)i))
			return false;
	return true;
}

/*
 * Writing. Jobs run beside each other: they read the plan and write to their own item.
 */

static enum exh_status write_under(const char *folder, const char *name,
				   const struct exh_writer *out, bool force,
				   struct exh_error *err)
{
	char *path = file_join(folder, name);
	enum exh_status status;

	if (out->failed || !path)
		status = exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	else
		status = file_write(path, exh_writer_bytes(out), force, err);
	free(path);
	return status;
}

static void make_item(void *context, size_t i)
{
	const struct export *ex = context;
	struct item *item = &ex->items[i];
	struct exh_writer out = { .limit = OUTPUT_LIMIT };

	item->begun = true;
	if (keen_make(ex, item, &out, &item->err) == EXH_OK)
		write_under(ex->folder, item->path, &out, ex->report->common->force,
			    &item->err);
	exh_writer_free(&out);
}

/*
 * The whole.
 */

/* Nothing is touched when anything would be overwritten. */
static bool is_free(const struct export *ex)
{
	const char *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i <= ex->item_count; i++) {
		const char *name =
			i < ex->item_count ? ex->items[i].path : "manifest.json";
		char *path = file_join(ex->folder, name);

		if (path && file_exists(path) && !count++)
			first = name;
		free(path);
	}
	if (!count)
		return true;
	report_error(ex->report, ex->folder, EXH_NO_OFFSET,
		     "%s exists, and so do %zu more of its files; -f overwrites them",
		     first, count - 1);
	return false;
}

static bool make_folders(const struct export *ex)
{
	const char *before = "";

	for (size_t i = 0; i <= ex->item_count; i++) {
		const char *name = i < ex->item_count ? ex->items[i].path : "";
		const size_t size = (size_t)(file_name(name) - name);
		char part[PATH_SIZE], *path;
		struct exh_error err;
		enum exh_status status;

		if (size && strncmp(before, name, size) == 0)
			continue;
		before = name;
		snprintf(part, sizeof part, "%.*s", (int)size, name);
		path = file_join(ex->folder, part);
		status = path ? file_make_folder(path, &err)
			      : exh_fail(&err, EXH_NO_MEMORY, EXH_NO_OFFSET,
					 "out of memory");
		free(path);
		if (status) {
			report_failure(ex->report, ex->folder, &err);
			return false;
		}
	}
	return true;
}

/* By chunk, the files that were made of it. */
static json_t **collect_files(const struct export *ex)
{
	json_t **files = calloc(ex->keen->graphics.chunk_count, sizeof *files);

	for (size_t i = 0; i < ex->item_count && files; i++) {
		const struct item *item = &ex->items[i];

		if (!item->begun || item->err.status)
			continue;
		if (item->chunk == SIZE_MAX)
			continue;
		if (!files[item->chunk])
			files[item->chunk] = json_array();
		json_array_append_new(files[item->chunk], json_string(item->path));
	}
	return files;
}

static void report_items(const struct export *ex)
{
	for (size_t i = 0; i < ex->item_count; i++) {
		const struct item *item = &ex->items[i];
		char *path;

		if (!item->begun || !item->err.status)
			continue;
		path = file_join(ex->folder, item->path);
		report_failure(ex->report, path, &item->err);
		free(path);
	}
}

static void write_manifest(const struct export *ex, json_t **manifest)
{
	json_t **files = collect_files(ex);
	struct exh_writer out = { .limit = OUTPUT_LIMIT };
	struct exh_error err;
	enum exh_status status;

	if (!files) {
		report_error(ex->report, ex->folder, EXH_NO_OFFSET, "out of memory");
		return;
	}
	*manifest = manifest_to_json(ex->keen, &ex->options->look, files, ex->report);
	for (size_t i = 0; i < ex->keen->graphics.chunk_count; i++)
		json_decref(files[i]);
	free(files);
	/* jansson drops what it has no memory for: count. */
	if (json_array_size(json_object_get(*manifest, "chunks")) ==
	    ex->keen->graphics.chunk_count)
		status = json_append(json_incref(*manifest), &out, &err);
	else
		status = exh_fail(&err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	if (!status)
		status = write_under(ex->folder, "manifest.json", &out,
				     ex->report->common->force, &err);
	if (status) {
		exh_within(&err, status, "manifest.json");
		report_failure(ex->report, ex->folder, &err);
	}
	exh_writer_free(&out);
}

/* It comes last and says that all is there: an older one must not say so meanwhile. */
static void remove_manifest(const struct export *ex)
{
	char *path = file_join(ex->folder, "manifest.json");

	if (path)
		unlink(path);
	free(path);
}

static void run(struct export *ex, json_t **manifest)
{
	size_t done;

	if (!ex->report->common->force && !is_free(ex))
		return;
	if (!make_folders(ex))
		return;
	remove_manifest(ex);
	done = jobs_run(ex->report->common, file_name(ex->keen->path), ex->item_count,
			make_item, ex);
	report_items(ex);
	if (interrupt_pending()) {
		report_error(ex->report, ex->folder, EXH_NO_OFFSET,
			     "interrupted: %zu of %zu files were written", done,
			     ex->item_count);
		return;
	}
	write_manifest(ex, manifest);
	report_info(ex->report, "%s: %zu files written", ex->folder, ex->item_count + 1);
}

static void free_export(struct export *ex)
{
	for (size_t i = 0; i < EXH_KEEN_CLASS_COUNT; i++) {
		struct sheet *sheet = &ex->sheets[i].sheet;

		for (size_t k = 0; sheet->frames && k < sheet->count; k++)
			json_decref(sheet->frames[k].more);
		free(sheet->frames);
	}
	for (size_t i = 0; i < ex->font_count; i++) {
		struct sheet *sheet = &ex->fonts[i].sheet;

		for (size_t k = 0; sheet->frames && k < sheet->count; k++)
			json_decref(sheet->frames[k].more);
		free(sheet->frames);
	}
	free(ex->fonts);
	free(ex->items);
	free(ex->kept_raw);
	pictures_free(&ex->pictures);
}

void keen_export(const struct keen_archive *keen, const struct export_options *options,
		 const char *folder, struct report *report, json_t **manifest)
{
	struct export ex = {
		.keen = keen, .options = options, .folder = folder, .report = report
	};

	*manifest = NULL;
	if (plan(&ex))
		run(&ex, manifest);
	else
		report_error(report, keen->path, EXH_NO_OFFSET, "out of memory");
	free_export(&ex);
}
