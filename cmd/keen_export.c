#include "keen_export.h"

#include "interrupt.h"
#include "io/bdf.h"
#include "io/json.h"
#include "io/png.h"
#include "io/sheet.h"
#include "jobs.h"
#include "manifest.h"
#include "ranges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	OUTPUT_LIMIT = 1 << 30, /* bytes of one file that is written */
	TILE_COLUMNS = 32,
	GLYPH_COLUMNS = 16,
	GLYPH_CODES = 256,
	PATH_SIZE = 64, /* of names under the folder, all ours */
};

/* A sheet and what goes on it: pictures [first, first + sheet.count). */
struct class_sheet {
	struct sheet sheet;
	size_t first;
};

/* A font, opened, and where its glyphs lie on its picture. */
struct font {
	struct exh_keen_font font;
	struct sheet sheet;
	char names[GLYPH_CODES][4];
	unsigned codes[GLYPH_CODES];
};

enum item_kind {
	ITEM_PICTURE,
	ITEM_SHEET,
	ITEM_SHEET_JSON,
	ITEM_FONT,
	ITEM_FONT_BDF,
	ITEM_FONT_JSON,
	ITEM_BYTES, /* a chunk as it is */
};

/* A file to be made. */
struct item {
	enum item_kind kind;
	size_t which; /* picture, sheet, font or chunk, by kind */
	size_t chunk; /* that it is made of; SIZE_MAX: of several */
	char path[PATH_SIZE];
	struct exh_error err;
	bool begun;
};

struct export
{
	const struct keen_archive *keen;
	const struct export_options *options;
	const char *folder;
	struct report *report;
	struct pictures pictures;
	struct class_sheet sheets[EXH_KEEN_CLASS_COUNT];
	struct font *fonts;
	size_t font_count;
	struct item *items;
	size_t item_count, item_capacity;
	bool *undrawn; /* by chunk: kept as raw bytes instead */
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
	}
	return true;
}

static const struct exh_keen_sprite *sprite_of(const struct export *ex,
					       const struct picture *picture)
{
	const struct exh_keen_graphics *g = &ex->keen->graphics;

	return picture->class_id == EXH_KEEN_SPRITE && picture->index < g->sprite_count
		       ? &g->sprites[picture->index]
		       : NULL;
}

/* Tiles keep their number on the sheet as in the game's tile sets: absent ones leave a
 * hole. */
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
		const struct exh_keen_sprite *sprite = sprite_of(ex, picture);
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
		ex->undrawn[number] = true;
		return true;
	}
	report_notes(ex->report, ex->keen->path, &notes);
	exh_arena_free(&arena);
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
	return true;
}

static bool plan_fonts(struct export *ex)
{
	const struct exh_keen_graphics *g = &ex->keen->graphics;
	size_t count = 0;

	for (size_t i = 0; i < g->chunk_count; i++)
		count += g->chunks[i].class_id == EXH_KEEN_FONT ||
			 g->chunks[i].class_id == EXH_KEEN_FONTM;
	ex->fonts = calloc(count ? count : 1, sizeof *ex->fonts);
	if (!ex->fonts)
		return false;
	for (size_t i = 0; i < g->chunk_count; i++) {
		const struct exh_keen_chunk *chunk = &g->chunks[i];

		if (chunk->expanded.data &&
		    (chunk->class_id == EXH_KEEN_FONT ||
		     chunk->class_id == EXH_KEEN_FONTM) &&
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

/* Nothing else can be made of tables that were asked for by name, or of what we don't
 * know. */
static bool is_wanted_raw(const struct export *ex, size_t number)
{
	const enum exh_keen_class class_id = chunk_of(ex, number)->class_id;

	return ex->options->raw || ex->undrawn[number] || class_id == EXH_KEEN_UNKNOWN ||
	       (class_id <= EXH_KEEN_SPRITETABLE && ex->options->wanted.count);
}

/* Chunks as they are: those that are no pictures, those that can't be drawn, or all. */
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
	ex->undrawn = calloc(ex->keen->graphics.chunk_count, sizeof *ex->undrawn);
	if (!ex->undrawn ||
	    !pictures_decode(&ex->keen->graphics, &ex->options->wanted, ex->keen->path,
			     ex->report, &ex->pictures, ex->undrawn) ||
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
 * Making the files. Jobs run beside each other: they read the plan and write their item.
 */

static void blit(const struct exh_image *from, const struct sheet_frame *frame,
		 struct exh_image *onto)
{
	for (size_t y = 0; y < from->height; y++)
		memcpy(onto->pixels + (frame->y + y) * onto->width + frame->x,
		       from->pixels + y * from->width, from->width);
}

/* Transparent all over, so that holes and gaps are seen for what they are. */
static bool blank(const struct sheet *sheet, unsigned index, struct exh_image *image,
		  struct exh_error *err)
{
	const size_t width = sheet->width, height = sheet->height;

	if (!width || !height || width > OUTPUT_LIMIT / height) {
		exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
			 "a sheet of %zux%zu pixels can't be drawn", width, height);
		return false;
	}
	*image = (struct exh_image){ width, height, malloc(width * height) };
	if (!image->pixels) {
		exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
		return false;
	}
	memset(image->pixels, (int)index, width * height);
	return true;
}

static enum exh_status make_picture(const struct export *ex, size_t which,
				    struct exh_writer *out, struct exh_error *err)
{
	const struct picture *picture = &ex->pictures.items[which];
	const struct look *look = &ex->options->look;
	struct exh_palette palette;
	struct exh_image image;
	enum exh_status status = picture_render(picture, look, sprite_of(ex, picture),
						picture->hidden_color, &image, err);

	if (status)
		return status;
	look_palette(look, picture->class_id, picture->hidden_color, &palette);
	status = png_encode(&image, &palette, out, err);
	free(image.pixels);
	return status;
}

/* As of its pictures, but that the gaps are transparent in any case. */
static void sheet_palette(const struct look *look, enum exh_keen_class class_id,
			  unsigned hidden_color, struct exh_palette *palette)
{
	look_palette(look, class_id, hidden_color, palette);
	if (exh_keen_class_is_masked(class_id))
		return;
	palette->count = look_transparent(look) + 1;
	palette->colors[palette->count - 1] = (struct exh_color){ 0 };
}

static enum exh_status make_sheet(const struct export *ex, size_t which,
				  struct exh_writer *out, struct exh_error *err)
{
	const struct class_sheet *sheet = &ex->sheets[which];
	const struct picture *pictures = &ex->pictures.items[sheet->first];
	const struct look *look = &ex->options->look;
	struct exh_image image, frame;
	enum exh_status status = EXH_OK;
	struct exh_palette palette;
	unsigned hidden_color = 0;

	if (!blank(&sheet->sheet, look_transparent(look), &image, err))
		return err->status;
	for (size_t i = 0; i < sheet->sheet.count; i++)
		if (pictures[i].hidden_color > hidden_color)
			hidden_color = pictures[i].hidden_color;
	for (size_t i = 0; i < sheet->sheet.count && !status; i++) {
		status = picture_render(&pictures[i], look, sprite_of(ex, &pictures[i]),
					hidden_color, &frame, err);
		if (status)
			break;
		blit(&frame, &sheet->sheet.frames[i], &image);
		free(frame.pixels);
	}
	sheet_palette(look, (enum exh_keen_class)which, hidden_color, &palette);
	if (!status)
		status = png_encode(&image, &palette, out, err);
	free(image.pixels);
	return status;
}

static void scale_glyph(const uint8_t *pixels, size_t width,
			const struct sheet_frame *frame, unsigned scale,
			struct exh_image *onto)
{
	for (size_t y = 0; y < frame->height; y++)
		for (size_t x = 0; x < frame->width; x++) {
			const uint8_t pixel = pixels[y / scale * width + x / scale];

			onto->pixels[(frame->y + y) * onto->width + frame->x + x] =
				pixel & EXH_KEEN_MASKED ? 2 : pixel;
		}
}

/* White on black as far as a glyph's width goes, transparent beyond: the widths are seen.
 */
static enum exh_status make_font(const struct export *ex, size_t which,
				 struct exh_writer *out, struct exh_error *err)
{
	static const struct exh_palette palette = {
		.count = 3,
		.colors = { { 0, 0, 0, 255 }, { 255, 255, 255, 255 }, { 0, 0, 0, 0 } },
	};
	const struct font *font = &ex->fonts[which];
	struct exh_image image;
	enum exh_status status;
	uint8_t *pixels;

	if (!blank(&font->sheet, 2, &image, err))
		return err->status;
	pixels = malloc(255 * font->font.height);
	for (size_t i = 0; i < font->sheet.count && pixels; i++) {
		exh_keen_glyph_decode(&font->font, font->codes[i], pixels);
		scale_glyph(pixels, font->font.glyphs[font->codes[i]].width,
			    &font->sheet.frames[i], ex->options->look.scale, &image);
	}
	status = pixels ? png_encode(&image, &palette, out, err)
			: exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	free(pixels);
	free(image.pixels);
	return status;
}

static enum exh_status write_json(json_t *json, struct exh_writer *out,
				  struct exh_error *err)
{
	char *text = json_print(json);

	json_decref(json);
	if (!text)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	exh_write_bytes(out, text, strlen(text));
	free(text);
	return EXH_OK;
}

static enum exh_status make(const struct export *ex, const struct item *item,
			    struct exh_writer *out, struct exh_error *err)
{
	const unsigned scale = ex->options->look.scale;
	char name[PATH_SIZE];

	switch (item->kind) {
	case ITEM_PICTURE:
		return make_picture(ex, item->which, out, err);
	case ITEM_SHEET:
		return make_sheet(ex, item->which, out, err);
	case ITEM_SHEET_JSON:
		snprintf(name, sizeof name, "%s.png",
			 exh_keen_class_name((enum exh_keen_class)item->which));
		return write_json(
			sheet_to_json(&ex->sheets[item->which].sheet, name, scale), out,
			err);
	case ITEM_FONT:
		return make_font(ex, item->which, out, err);
	case ITEM_FONT_BDF:
		snprintf(name, sizeof name, "%.40s", file_name(ex->keen->path));
		return bdf_encode(&ex->fonts[item->which].font, name, out, err);
	case ITEM_FONT_JSON:
		snprintf(name, sizeof name, "%.*s.png",
			 (int)strcspn(file_name(item->path), "."), file_name(item->path));
		return write_json(
			sheet_to_json(&ex->fonts[item->which].sheet, name, scale), out,
			err);
	case ITEM_BYTES:
		exh_write_bytes(out, chunk_of(ex, item->which)->expanded.data,
				chunk_of(ex, item->which)->expanded.size);
		return EXH_OK;
	}
	return EXH_OK;
}

static enum exh_status write_under(const char *folder, const char *name,
				   const struct exh_writer *out, bool force,
				   struct exh_error *err)
{
	char *path = file_join(folder, name);
	enum exh_status status;

	if (out->failed || !path)
		status = exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	else
		status = file_write(path, (struct exh_bytes){ out->data, out->size, 0 },
				    force, err);
	free(path);
	return status;
}

static void make_item(void *context, size_t i)
{
	const struct export *ex = context;
	struct item *item = &ex->items[i];
	struct exh_writer out = { .limit = OUTPUT_LIMIT };

	item->begun = true;
	if (make(ex, item, &out, &item->err) == EXH_OK)
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

	if (!files)
		return;
	*manifest =
		manifest_to_json(ex->keen, &ex->options->look.colors, files, ex->report);
	for (size_t i = 0; i < ex->keen->graphics.chunk_count; i++)
		json_decref(files[i]);
	free(files);
	status = write_json(json_incref(*manifest), &out, &err);
	if (!status)
		status = write_under(ex->folder, "manifest.json", &out,
				     ex->report->common->force, &err);
	if (status) {
		exh_within(&err, status, "manifest.json");
		report_failure(ex->report, ex->folder, &err);
	}
	exh_writer_free(&out);
}

static void run(struct export *ex, json_t **manifest)
{
	size_t done;

	if (!ex->report->common->force && !is_free(ex))
		return;
	if (!make_folders(ex))
		return;
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
	free(ex->undrawn);
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
