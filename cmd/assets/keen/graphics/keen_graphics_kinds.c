#include "graphics.h"

#include "assets/keen/keen.h"
#include "assets/keen/keen_game.h"
#include "media/picture/sheet.h"
#include "task/json.h"
#include "task/memory.h"

#include <exhume/advanced/keen_binary.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	TILE_COLUMNS = 32,
	GLYPH_COLUMNS = 16,
};

static struct keen_graphics_game *game_of(const struct assets *assets)
{
	return ((const struct keen_parts *)assets->game)->graphics;
}

static const struct exh_keen_chunk *chunk_of(const struct keen_graphics_game *game,
					     size_t number)
{
	return &game->keen->graphics.chunks[number];
}

/*
 * Preparing: pictures and fonts are decoded, and what they can't hold is found.
 */

static void place_glyphs(struct font *font, unsigned scale)
{
	size_t cells[GLYPH_CODES], widest = 0;
	struct sheet *sheet = &font->sheet;

	sheet->frames = mem_alloc(GLYPH_CODES, sizeof *sheet->frames);
	for (unsigned code = 0; code < GLYPH_CODES; code++) {
		const size_t width = font->font.glyphs[code].width;
		struct sheet_frame *frame = &sheet->frames[sheet->count];

		if (!width)
			continue;
		snprintf(font->names[code], sizeof font->names[code], "%03u", code);
		*frame = (struct sheet_frame){ .name = font->names[code],
					       .width = width * scale,
					       .height = font->font.height * scale,
					       .more = json_make("{s:i, s:I}", "code",
								 (int)code, "advance",
								 (int64_t)width) };
		cells[sheet->count] = code;
		font->codes[sheet->count++] = code;
		widest = widest < width ? width : widest;
	}
	sheet_place_grid(sheet, cells, GLYPH_CODES, GLYPH_COLUMNS, (widest + 1) * scale,
			 (font->font.height + 1) * scale);
}

static bool has_font(const struct exh_keen_chunk *chunk)
{
	return chunk->expanded.data &&
	       (chunk->class_id == EXH_KEEN_FONT || chunk->class_id == EXH_KEEN_FONTM);
}

static void add_font(struct keen_graphics_game *game, size_t number,
		     struct report *report)
{
	const struct exh_keen_chunk *chunk = chunk_of(game, number);
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_notes notes = { .arena = &arena };
	struct font *font = &game->fonts[game->font_count];
	struct exh_error err;

	font->chunk = number;
	if (exh_keen_font_open(chunk->expanded, exh_keen_class_is_masked(chunk->class_id),
			       &font->font, &notes, &err)) {
		exh_within(&err, err.status, "chunk %zu", number);
		err.offset = chunk->place.offset;
		report_failure(report, game->keen->path, &err);
		exh_arena_free(&arena);
		game->kept_raw[number] = true;
		return;
	}
	report_notes(report, game->keen->path, &notes);
	exh_arena_free(&arena);
	game->kept_raw[number] = !keen_font_is_whole(&font->font);
	if (!keen_font_has_glyphs(&font->font)) {
		game->kept_raw[number] = true;
		return;
	}
	game->font_count++;
	place_glyphs(font, game->options->style.scale);
}

static void add_fonts(struct keen_graphics_game *game, struct report *report)
{
	const struct exh_keen_graphics *g = &game->keen->graphics;
	size_t count = 0;

	for (size_t i = 0; i < g->chunk_count; i++)
		count += has_font(&g->chunks[i]);
	game->fonts = mem_alloc(count, sizeof *game->fonts);
	for (size_t i = 0; i < g->chunk_count; i++) {
		const struct exh_keen_chunk *chunk = &g->chunks[i];

		if (has_font(chunk) &&
		    keen_is_wanted(&game->options->wanted, chunk->class_id, chunk->index))
			add_font(game, i, report);
	}
}

static bool is_article(const struct keen_graphics_game *game,
		       const struct exh_keen_chunk *chunk)
{
	return chunk->class_id == EXH_KEEN_BINARY &&
	       exh_keen_binary_kind(chunk->expanded) == EXH_KEEN_BINARY_TEXT &&
	       keen_is_wanted(&game->options->wanted, chunk->class_id, chunk->index);
}

static void add_article(struct keen_graphics_game *game, size_t number,
			struct report *report)
{
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_notes notes = { .arena = &arena };
	struct article *article = &game->articles[game->article_count];
	struct exh_error err;
	const enum exh_status status = exh_keen_pages_open(&game->keen->graphics, number,
							   &article->pages, &notes, &err);

	article->chunk = number;
	game->article_count += !status;
	report_notes(report, game->keen->path, &notes);
	if (status && status != EXH_UNSUPPORTED)
		report_warning(report, game->keen->path, EXH_NO_OFFSET,
			       "its pages are not drawn: %s", err.text);
	exh_arena_free(&arena);
}

static void add_articles(struct keen_graphics_game *game, struct report *report)
{
	const struct exh_keen_graphics *g = &game->keen->graphics;
	size_t count = 0;

	for (size_t i = 0; i < g->chunk_count; i++)
		count += is_article(game, &g->chunks[i]);
	game->articles = mem_alloc(count, sizeof *game->articles);
	for (size_t i = 0; i < g->chunk_count; i++)
		if (is_article(game, &g->chunks[i]))
			add_article(game, i, report);
}

void keen_graphics_prepare(struct keen_graphics_game *game, struct report *report)
{
	const struct keen_archive *keen = game->keen;

	game->kept_raw = mem_alloc(keen->graphics.chunk_count, sizeof *game->kept_raw);
	pictures_decode(&keen->graphics, &game->options->wanted, keen->path, report,
			&game->pictures, game->kept_raw);
	for (size_t i = 0; i < game->pictures.count; i++) {
		const struct picture *picture = &game->pictures.items[i];

		if (!keen_picture_is_whole(&keen->graphics, picture))
			game->kept_raw[picture->chunk_number] = true;
	}
	add_fonts(game, report);
	add_articles(game, report);
}

static void free_frames(struct sheet *sheet)
{
	for (size_t i = 0; sheet->frames && i < sheet->count; i++)
		json_free(sheet->frames[i].more);
	free(sheet->frames);
}

void keen_graphics_free(struct keen_graphics_game *game)
{
	for (size_t i = 0; i < EXH_KEEN_CLASS_COUNT; i++)
		free_frames(&game->sheets[i].sheet);
	for (size_t i = 0; i < game->font_count; i++)
		free_frames(&game->fonts[i].sheet);
	free(game->fonts);
	free(game->articles);
	free(game->kept_raw);
	pictures_free(&game->pictures);
}

static size_t offset_in_file(const struct keen_archive *keen, size_t offset)
{
	return keen->second_path && offset >= keen->first_size ? offset - keen->first_size
							       : offset;
}

/*
 * Finding.
 */

/* Sets an asset's bytes. A chunk of many tiles belongs to none of them. */
static void take_bytes(const struct keen_graphics_game *game, size_t number,
		       struct asset *asset)
{
	const struct exh_keen_chunk *chunk = chunk_of(game, number);

	if (exh_keen_bitmap_count(&game->keen->graphics, number) > 1)
		return;
	asset->bytes = chunk->expanded;
	asset->packed_offset = offset_in_file(game->keen, chunk->place.offset);
	asset->packed_size = chunk->place.packed_size;
}

/* Path of the file in which a chunk begins: an archive may be in two files. */
static const char *file_of(const struct assets *assets, size_t number)
{
	const struct keen_archive *keen = game_of(assets)->keen;
	const size_t offset = chunk_of(game_of(assets), number)->place.offset;

	return keen->second_path && offset >= keen->first_size ? keen->second_path
							       : keen->path;
}

/* sprite/012 of sprite/012.png */
static void add_picture(struct assets *assets, struct picture *picture)
{
	char name[PATH_SIZE];
	struct asset *asset;

	snprintf(name, sizeof name, "%.*s",
		 (int)(strrchr(picture->path, '.') - picture->path), picture->path);
	asset = assets_add(assets, picture->index, name,
			   file_of(assets, picture->chunk_number));
	asset->thing = picture;
	take_bytes(game_of(assets), picture->chunk_number, asset);
}

static struct asset *add_chunk(struct assets *assets, size_t number)
{
	const struct keen_graphics_game *game = game_of(assets);
	const struct exh_keen_chunk *chunk = chunk_of(game, number);
	char name[PATH_SIZE];
	struct asset *asset;

	snprintf(name, sizeof name, "%s/%0*u", exh_keen_class_name(chunk->class_id),
		 class_digits(&game->keen->layout, chunk->class_id), chunk->index);
	asset = assets_add(assets, chunk->index, name, file_of(assets, number));
	take_bytes(game, number, asset);
	asset->thing = (void *)chunk;
	return asset;
}

static void add_fonts_of(struct assets *assets)
{
	const struct keen_graphics_game *game = game_of(assets);

	for (size_t i = 0; i < game->font_count; i++)
		if ((unsigned)chunk_of(game, game->fonts[i].chunk)->class_id ==
		    assets->kind->code)
			add_chunk(assets, game->fonts[i].chunk)->thing = &game->fonts[i];
}

static void add_binaries(struct assets *assets)
{
	const struct keen_graphics_game *game = game_of(assets);

	for (size_t i = 0; i < game->keen->graphics.chunk_count; i++) {
		const struct exh_keen_chunk *chunk = chunk_of(game, i);

		if (chunk->class_id == EXH_KEEN_BINARY && chunk->expanded.data &&
		    keen_is_wanted(&game->options->wanted, chunk->class_id, chunk->index))
			add_chunk(assets, i);
	}
}

static void find(struct assets *assets)
{
	struct keen_graphics_game *game = game_of(assets);

	if (!game)
		return;
	if (assets->kind->code == EXH_KEEN_BINARY)
		add_binaries(assets);
	else if (assets->kind->code == EXH_KEEN_FONT ||
		 assets->kind->code == EXH_KEEN_FONTM)
		add_fonts_of(assets);
	for (size_t i = 0; i < game->pictures.count; i++)
		if ((unsigned)game->pictures.items[i].class_id == assets->kind->code)
			add_picture(assets, &game->pictures.items[i]);
}

static bool find_in_file(struct assets *assets, struct report *report)
{
	report_error(report, assets->path, EXH_NO_OFFSET,
		     "a chunk by itself: graphics are read from their archive");
	return false;
}

static const struct asset_source source = { .find = find, .find_in_file = find_in_file };

/*
 * Files.
 */

enum {
	FILE_PICTURE, /* 0, as of kinds with an ending */
	FILE_BDF,
	FILE_JSON,
	FILE_SHEET,
	FILE_SHEET_JSON,
	FILE_RAW,
	FILE_TEXT,
	FILE_SCRIPT,
	FILE_PAGE,
};

static void plan_font(const void *options, const struct asset *asset,
		      struct asset_files *files)
{
	(void)options;
	(void)asset;
	asset_files_add(files, FILE_PICTURE, 0, ".png");
	asset_files_add(files, FILE_BDF, 0, ".bdf");
	asset_files_add(files, FILE_JSON, 0, ".json");
}

static const struct article *article_of(const struct asset *asset)
{
	const struct keen_graphics_game *game = game_of(asset->assets);
	const struct exh_keen_chunk *chunk = asset->thing;

	return keen_article_of(game, (size_t)(chunk - game->keen->graphics.chunks));
}

/* Plans the bytes, which are packed again, and files that people can read. */
static void plan_binary(const void *options, const struct asset *asset,
			struct asset_files *files)
{
	const enum exh_keen_binary kind = exh_keen_binary_kind(asset->bytes);
	const struct article *article = article_of(asset);

	(void)options;
	asset_files_add(files, FILE_RAW, 0, ".bin");
	if (kind == EXH_KEEN_BINARY_TEXT)
		asset_files_add(files, FILE_TEXT, 0, ".txt");
	if (kind == EXH_KEEN_BINARY_DEMO)
		asset_files_add(files, FILE_SCRIPT, 0, ".in");
	for (size_t i = 0; article && i < article->pages.count; i++)
		asset_files_add(files, FILE_PAGE, i, ".page%02zu.png", i + 1);
}

/*
 * Sheets.
 */

/* Tiles keep their number on the sheet as in the game's sets: absent ones leave a hole.
 */
static void place_tiles(const struct keen_graphics_game *game, struct class_sheet *sheet,
			enum exh_keen_class class_id)
{
	const size_t side =
		exh_keen_class_tile_size(class_id) * game->options->style.scale;
	size_t *cells = mem_alloc(sheet->sheet.count, sizeof *cells);
	size_t cell_count = 0;

	for (size_t i = 0; i < sheet->sheet.count; i++) {
		cells[i] = game->pictures.items[sheet->first + i].index;
		if (cell_count <= cells[i])
			cell_count = cells[i] + 1;
	}
	sheet_place_grid(&sheet->sheet, cells, cell_count, TILE_COLUMNS, side, side);
	free(cells);
}

static struct json *sprite_to_json(const struct exh_keen_sprite *sprite)
{
	const struct keen_sprite_row row = keen_sprite_row_of(sprite);

	return fields_to_json(&keen_sprite_fields, &row);
}

static void fill_sheet(const struct keen_graphics_game *game, struct class_sheet *sheet)
{
	sheet->sheet.frames = mem_alloc(sheet->sheet.count, sizeof *sheet->sheet.frames);
	for (size_t i = 0; i < sheet->sheet.count; i++) {
		const struct picture *picture = &game->pictures.items[sheet->first + i];
		const struct exh_keen_sprite *sprite = keen_sprite_of(game, picture);
		struct sheet_frame *frame = &sheet->sheet.frames[i];

		frame->name = picture->path;
		picture_size(picture, &game->options->style, &frame->width,
			     &frame->height);
		if (sprite)
			frame->more = sprite_to_json(sprite);
	}
}

static void count_pictures(const struct keen_graphics_game *game, unsigned class_id,
			   struct class_sheet *sheet)
{
	for (size_t i = game->pictures.count; i-- > 0;) {
		if ((unsigned)game->pictures.items[i].class_id != class_id)
			continue;
		sheet->first = i;
		sheet->sheet.count++;
	}
}

static void plan_sheet(const void *options, const struct assets *assets,
		       struct asset_files *files)
{
	const enum exh_keen_class class_id = (enum exh_keen_class)assets->kind->code;
	struct keen_graphics_game *game = game_of(assets);
	struct class_sheet *sheet = game ? &game->sheets[class_id] : NULL;
	const char *name = assets->kind->name;

	(void)options;
	if (!game || !game->options->sheets || !exh_keen_class_is_bitmap(class_id))
		return;
	/* Frees the frames of an earlier plan. */
	free_frames(&sheet->sheet);
	*sheet = (struct class_sheet){ 0 };
	count_pictures(game, class_id, sheet);
	if (!sheet->sheet.count)
		return;
	fill_sheet(game, sheet);
	if (!exh_keen_class_tile_size(class_id))
		sheet_place_rows(&sheet->sheet);
	else
		place_tiles(game, sheet, class_id);
	asset_files_add(files, FILE_SHEET, 0, "sheet/%s.png", name);
	asset_files_add(files, FILE_SHEET_JSON, 0, "sheet/%s.json", name);
}

static enum exh_status make_sheet_json(const struct keen_graphics_game *game,
				       const struct sheet *sheet, const char *name,
				       struct exh_writer *out, struct exh_error *err)
{
	char picture[PATH_SIZE];

	snprintf(picture, sizeof picture, "%s.png", file_name(name));
	return json_append(sheet_to_json(sheet, picture, game->options->style.scale), out,
			   err);
}

/*
 * Making.
 */

static enum exh_status make_picture(const void *options, const struct asset *asset,
				    const struct asset_file *file, struct exh_writer *out,
				    struct exh_error *err)
{
	const struct asset_kind *kind = asset->assets->kind;
	const enum exh_keen_class class_id = (enum exh_keen_class)kind->code;
	struct keen_graphics_game *game = game_of(asset->assets);

	(void)options;
	if (file->id == FILE_SHEET)
		return keen_make_sheet(game, class_id, out, err);
	if (file->id == FILE_SHEET_JSON)
		return make_sheet_json(game, &game->sheets[class_id].sheet, kind->name,
				       out, err);
	return keen_make_picture(game, asset->thing, out, err);
}

static enum exh_status make_font(const void *options, const struct asset *asset,
				 const struct asset_file *file, struct exh_writer *out,
				 struct exh_error *err)
{
	const struct keen_graphics_game *game = game_of(asset->assets);
	const struct font *font = asset->thing;

	(void)options;
	if (file->id == FILE_BDF) {
		keen_make_bdf(game, font, out);
		return EXH_OK;
	}
	if (file->id == FILE_JSON)
		return make_sheet_json(game, &font->sheet, asset->name, out, err);
	return keen_make_font(game, font, out, err);
}

static enum exh_status make_binary(const void *options, const struct asset *asset,
				   const struct asset_file *file, struct exh_writer *out,
				   struct exh_error *err)
{
	const struct keen_graphics_game *game = game_of(asset->assets);
	const struct keen_archive *keen = game->keen;

	if (file->id == FILE_PAGE)
		return keen_make_page(game, article_of(asset), file->index, out, err);
	if (file->id == FILE_SCRIPT)
		return exh_keen_demo_render(asset->bytes, out, err);
	if (file->id != FILE_TEXT)
		return asset_make_bytes(options, asset, file, out, err);
	exh_keen_text_render(asset->bytes, &keen->layout, out);
	return EXH_OK;
}

/*
 * Raw chunks: those that are no pictures, that can't be drawn or that can't be rebuilt
 * from what is drawn; or all.
 */

/* True if any part of a chunk is selected; a chunk of 8x8 tiles has many. */
bool keen_chunk_is_wanted(const struct keen_archive *keen,
			  const struct keen_wanted *wanted, size_t number)
{
	const struct exh_keen_chunk *chunk = &keen->graphics.chunks[number];
	const size_t parts = exh_keen_bitmap_count(&keen->graphics, number);

	for (size_t part = 0; part < (parts ? parts : 1); part++)
		if (keen_is_wanted(wanted, chunk->class_id, chunk->index + part))
			return true;
	return false;
}

/* Selected tables and unknown chunks can't be converted to anything else. */
static bool is_kept_raw(const struct keen_graphics_game *game, size_t number)
{
	const struct export_options *options = game->options;
	const enum exh_keen_class class_id = chunk_of(game, number)->class_id;

	return options->raw || game->kept_raw[number] || class_id == EXH_KEEN_UNKNOWN ||
	       (class_id <= EXH_KEEN_SPRITETABLE && options->wanted.count);
}

static void find_raw(struct assets *assets)
{
	const struct keen_graphics_game *game = game_of(assets);

	for (size_t i = 0; game && i < game->keen->graphics.chunk_count; i++) {
		const struct exh_bytes bytes = chunk_of(game, i)->expanded;
		struct asset *asset;
		char name[PATH_SIZE];

		if (!bytes.data ||
		    !keen_chunk_is_wanted(game->keen, &game->options->wanted, i) ||
		    !is_kept_raw(game, i))
			continue;
		snprintf(name, sizeof name, "raw/%04zu", i);
		asset = assets_add(assets, (unsigned)i, name, file_of(assets, i));
		asset->bytes = bytes;
		asset->bytes.base =
			offset_in_file(game->keen, chunk_of(game, i)->place.offset);
	}
}

static const struct asset_source raw_source = { .find = find_raw,
						.find_in_file = find_in_file };

struct picture_row {
	size_t width, height;
	struct keen_sprite_row sprite;
};
static const struct field picture_fields[] = {
	FIELD(struct picture_row, width, "pixels", "width of the picture"),
	FIELD(struct picture_row, height, "pixels", "height of the picture"),
	FIELD_MEMBERS_OF(struct picture_row, sprite, &keen_sprite_fields),
};
const struct fields keen_picture_fields =
	FIELDS("keen_picture", struct picture_row, picture_fields);

static void describe_picture(const void *options, const struct asset *asset,
			     struct json *object)
{
	const struct keen_graphics_game *game = game_of(asset->assets);
	const struct exh_keen_sprite *sprite = keen_sprite_of(game, asset->thing);
	struct picture_row row = { 0 };

	(void)options;
	picture_size(asset->thing, &game->options->style, &row.width, &row.height);
	if (sprite)
		row.sprite = keen_sprite_row_of(sprite);
	fields_put(&keen_picture_fields, &row, object);
}

#define KIND(number, title, make_one, ...)     \
	[number] = { .name = title,            \
		     .family = "keen",         \
		     .source = &source,        \
		     .code = number,           \
		     .plan_whole = plan_sheet, \
		     .make = make_one,         \
		     __VA_ARGS__ }
#define PICTURES(number, title) \
	KIND(number, title, make_picture, .ending = ".png", .describe = describe_picture)

const struct asset_kind keen_graphics_kinds[KEEN_GRAPHICS_KINDS] = {
	KIND(EXH_KEEN_FONT, "font", make_font, .plan = plan_font),
	KIND(EXH_KEEN_FONTM, "fontm", make_font, .plan = plan_font),
	PICTURES(EXH_KEEN_PIC, "pic"),
	PICTURES(EXH_KEEN_PICM, "picm"),
	PICTURES(EXH_KEEN_SPRITE, "sprite"),
	PICTURES(EXH_KEEN_TILE8, "tile8"),
	PICTURES(EXH_KEEN_TILE8M, "tile8m"),
	PICTURES(EXH_KEEN_TILE16, "tile16"),
	PICTURES(EXH_KEEN_TILE16M, "tile16m"),
	PICTURES(EXH_KEEN_TILE32, "tile32"),
	PICTURES(EXH_KEEN_TILE32M, "tile32m"),
	KIND(EXH_KEEN_BINARY, "binary", make_binary, .plan = plan_binary),
	[KEEN_RAW_CHUNK] = { .name = "chunk",
			     .family = "keen",
			     .source = &raw_source,
			     .code = KEEN_RAW_CHUNK,
			     .ending = ".bin",
			     .make = asset_make_bytes },
};

size_t keen_graphics_chunk(const struct assets *assets, size_t i)
{
	const struct asset *asset = &assets->items[i].asset;
	const unsigned code = assets->kind->code;

	if (code == KEEN_RAW_CHUNK)
		return asset->number;
	if (code == EXH_KEEN_FONT || code == EXH_KEEN_FONTM)
		return ((const struct font *)asset->thing)->chunk;
	if (code == EXH_KEEN_BINARY)
		return (size_t)((const struct exh_keen_chunk *)asset->thing -
				game_of(assets)->keen->graphics.chunks);
	return ((const struct picture *)asset->thing)->chunk_number;
}
