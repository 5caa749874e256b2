#include "graphics.h"

#include "media/picture/picture.h"
#include "task/file.h"
#include "task/jobs.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	CHUNK_LIMIT = 64 << 20, /* bytes */
	MAX_PLANE = 1 << 20,	/* bytes of a picture's plane: what the reader takes */
	SEGMENT = 0xffff,	/* bytes that a DOS program holds at once */
	NAME_SIZE = 64,
};

/* A chunk under construction, and its sources. */
struct collector {
	const struct collection *all;
	size_t number;
	const struct manifest_chunk *from;
	struct collected *to;
	struct file raw;
	bool has_raw, has_main; /* main: pictures, fonts, binaries */
};

static enum exh_status fail_at(struct collector *g, const char *path,
			       enum exh_status status)
{
	free(g->to->culprit);
	g->to->culprit = mem_text(path);
	return status;
}

/*
 * Paths.
 */

/* Path that the manifest gives: the one in raw/, or another. */
static const char *stated_path(const struct manifest_chunk *from, bool raw,
			       const char *ending)
{
	const size_t count = from->file_count;

	for (size_t i = 0; i < (count ? count : 1); i++) {
		const char *path = count ? from->files[i] : from->file;
		const char *dot = path ? strrchr(path, '.') : NULL;

		if (dot && strcmp(dot, ending) == 0 &&
		    (strncmp(path, "raw/", 4) == 0) == raw)
			return path;
	}
	return NULL;
}

/* To be freed. */
static char *raw_path(const struct collector *g)
{
	const char *stated = stated_path(g->from, true, ".bin");
	char name[NAME_SIZE];

	snprintf(name, sizeof name, "raw/%04zu.bin", g->number);
	return file_join(g->all->folder, stated ? stated : name);
}

/* Tiles of 8x8, of which a chunk has many, always bear their own names. */
static char *main_path(const struct collector *g, size_t part, const char *ending)
{
	const enum exh_keen_class class_id = g->from->class_id;
	const bool bulk = exh_keen_class_tile_size(class_id) == 8;
	const char *stated = bulk ? NULL : stated_path(g->from, false, ending);
	char name[NAME_SIZE];

	snprintf(name, sizeof name, "%s/%0*zu%s", exh_keen_class_name(class_id),
		 class_digits(&g->all->manifest->layout, class_id), g->from->index + part,
		 ending);
	return file_join(g->all->folder, stated ? stated : name);
}

/*
 * Pictures.
 */

static struct exh_bytes raw_slice(const struct collector *g, size_t offset, size_t size)
{
	const struct exh_bytes raw = file_bytes(&g->raw);
	struct exh_bytes slice = { 0 };

	exh_bytes_slice(raw, offset, size, &slice);
	return slice;
}

/* Appends a picture. Raw bytes that show the same picture take precedence, since they may
 * hold more than a picture can. */
static enum exh_status put_picture(struct collector *g, const struct exh_image *image,
				   bool exact, bool bulk)
{
	const enum exh_keen_video video = g->all->manifest->layout.video;
	const struct exh_keen_bitmap shape = {
		.video = video,
		.masked = exh_keen_class_is_masked(g->from->class_id),
		.width = image->width,
		.height = image->height,
	};
	const size_t size = exh_keen_bitmap_size(
		video, shape.masked, image->width / exh_keen_pixels_per_byte(video),
		image->height);
	struct exh_writer *out = &g->to->content;
	const struct exh_bytes raw = raw_slice(g, out->size, size);

	if (raw.data && (bulk || g->raw.size == size) &&
	    keen_bitmap_shows(raw, &shape, image, exact)) {
		exh_write_bytes(out, raw.data, raw.size);
		return EXH_OK;
	}
	return exh_keen_bitmap_encode(image, video, shape.masked, out, &g->to->err);
}

static enum exh_status check_size(const struct collector *g,
				  const struct exh_image *image)
{
	const enum exh_keen_class class_id = g->from->class_id;
	const size_t side = exh_keen_class_tile_size(class_id);
	const size_t step = exh_keen_pixels_per_byte(g->all->manifest->layout.video);

	if (side && (image->width != side || image->height != side))
		return exh_fail(&g->to->err, EXH_INVALID, EXH_NO_OFFSET,
				"%zux%zu pixels, a %s has %zux%zu", image->width,
				image->height, exh_keen_class_name(class_id), side, side);
	if (image->width % step)
		return exh_fail(&g->to->err, EXH_INVALID, EXH_NO_OFFSET,
				"%zux%zu pixels, expected a width that is a multiple of "
				"%zu",
				image->width, image->height, step);
	if (image->width / step > INT16_MAX || image->height > INT16_MAX ||
	    image->width / step > MAX_PLANE / image->height)
		return exh_fail(&g->to->err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zux%zu pixels are more than the table can store",
				image->width, image->height);
	return EXH_OK;
}

/* The place on a sheet of a part of the chunk; false: it has none. */
static bool find_place(const struct collector *g, size_t part, struct keen_place *out)
{
	return g->all->sheets && keen_sheets_find(g->all->sheets, g->from->class_id,
						  g->from->index + part, out);
}

/* A sheet of egagrab has all pictures of its class. */
static bool is_on_sheet(const struct collector *g)
{
	return g->all->sheets && g->all->sheets->is_whole[g->from->class_id] &&
	       g->from->state == EXH_KEEN_PRESENT && g->from->has_sha256;
}

static enum exh_status draw_part(struct collector *g, const char *path, size_t part,
				 bool bulk)
{
	const struct manifest *m = g->all->manifest;
	const struct picture_rules rules = {
		.colors = &m->colors,
		.masked = exh_keen_class_is_masked(g->from->class_id),
		.quantize = g->all->quantize,
		.scale = m->scale,
	};
	struct keen_place place;
	const bool has_place = find_place(g, part, &place);
	struct exh_image image;
	bool exact;
	enum exh_status status =
		has_place ? keen_sheet_read(&place, &rules, &image, &exact, &g->to->err)
			  : picture_read(path, &rules, &image, &exact, &g->to->err);

	if (!status)
		status = check_size(g, &image);
	if (!status)
		status = put_picture(g, &image, exact, bulk);
	if (!status && !exh_keen_class_tile_size(g->from->class_id)) {
		g->to->width_bytes =
			image.width / exh_keen_pixels_per_byte(m->layout.video);
		g->to->height = image.height;
	}
	free(image.pixels);
	return status ? fail_at(g, has_place ? place.sheet->path : path, status) : EXH_OK;
}

static enum exh_status miss(struct collector *g, const char *path)
{
	return fail_at(g, path,
		       exh_fail(&g->to->err, EXH_IO, EXH_NO_OFFSET,
				"chunk %zu: missing, and so is raw/%04zu.bin", g->number,
				g->number));
}

static enum exh_status miss_on_sheet(struct collector *g, const char *path)
{
	return fail_at(g, path,
		       exh_fail(&g->to->err, EXH_INVALID, EXH_NO_OFFSET,
				"chunk %zu: the sheet of its class has no frame for it",
				g->number));
}

/* One of the tiles of a chunk: its picture or else its raw bytes. *end: after the last.
 */
static enum exh_status collect_tile(struct collector *g, size_t part, size_t size,
				    bool *end)
{
	const struct exh_bytes raw = raw_slice(g, part * size, size);
	char *path = main_path(g, part, ".png");
	struct keen_place place;
	const bool has_place = find_place(g, part, &place);
	enum exh_status status = EXH_OK;

	if (!has_place && is_on_sheet(g) && part < g->from->tile_count) {
		status = miss_on_sheet(g, path);
	} else if (has_place || file_exists(path)) {
		g->has_main = true;
		status = draw_part(g, path, part, true);
	} else if (raw.data) {
		exh_write_bytes(&g->to->content, raw.data, raw.size);
	} else if (g->from->state == EXH_KEEN_PRESENT && part < g->from->tile_count) {
		status = miss(g, path);
	} else {
		*end = true;
	}
	free(path);
	return status;
}

static enum exh_status collect_tiles(struct collector *g)
{
	const struct exh_keen_layout *layout = &g->all->manifest->layout;
	const enum exh_keen_class class_id = g->from->class_id;
	const size_t planned = class_count(layout, class_id);
	const size_t most = planned > g->from->tile_count ? planned : g->from->tile_count;
	const size_t size =
		exh_keen_bitmap_size(layout->video, exh_keen_class_is_masked(class_id),
				     8 / exh_keen_pixels_per_byte(layout->video), 8);
	enum exh_status status = EXH_OK;
	bool end = false;

	for (size_t part = 0; part < most && !end && !status; part++)
		status = collect_tile(g, part, size, &end);
	/* The chunk may be present without even one tile. */
	g->has_main |= g->from->state == EXH_KEEN_PRESENT && !g->has_raw;
	return status;
}

/*
 * The other kinds.
 */

static bool is_as_extracted(const struct collector *g, const uint8_t *data, size_t size)
{
	uint8_t sha256[SHA256_SIZE];

	sha256_of((struct exh_bytes){ data, size, 0 }, sha256);
	return g->from->has_sha256 && memcmp(sha256, g->from->sha256, SHA256_SIZE) == 0;
}

static enum exh_status draw_font(struct collector *g, const char *picture)
{
	const struct manifest *m = g->all->manifest;
	struct exh_writer *out = &g->to->content;
	char *json = main_path(g, 0, ".json");
	const char *culprit = picture;
	enum exh_status status;

	status = font_read(picture, json, exh_keen_class_is_masked(g->from->class_id),
			   g->all->quantize, m->scale, out, &culprit, &g->to->err);
	if (status)
		fail_at(g, culprit, status);
	else
		font_keep_raw(file_bytes(&g->raw),
			      exh_keen_class_is_masked(g->from->class_id), out);
	free(json);
	return status;
}

/* Takes the BDF file if it alone was edited, or is the only one. */
static enum exh_status take_bdf(struct collector *g, const char *path)
{
	struct exh_writer *content = &g->to->content;
	struct exh_writer own = { .limit = CHUNK_LIMIT };
	const char *warning = NULL;
	const enum exh_status status = font_read_bdf(path, &own, &warning, &g->to->err);

	if (status) {
		exh_writer_free(&own);
		return fail_at(g, path, status);
	}
	font_keep_raw(file_bytes(&g->raw), false, &own);
	if (!g->has_main || is_as_extracted(g, content->data, content->size)) {
		g->to->warning = is_as_extracted(g, own.data, own.size) ? NULL : warning;
		content->size = 0;
		exh_write_bytes(content, own.data, own.size);
	} else if (!is_as_extracted(g, own.data, own.size) &&
		   !bytes_are_same(exh_writer_bytes(&own), exh_writer_bytes(content))) {
		g->to->warning = "its picture and its BDF were both edited; the picture "
				 "is used";
	}
	exh_writer_free(&own);
	g->has_main = true;
	return EXH_OK;
}

static enum exh_status collect_font(struct collector *g, const char *picture)
{
	const bool masked = exh_keen_class_is_masked(g->from->class_id);
	char *bdf = masked ? NULL : main_path(g, 0, ".bdf");
	enum exh_status status = EXH_OK;

	if (g->has_main)
		status = draw_font(g, picture);
	if (!status && bdf && file_exists(bdf))
		status = take_bdf(g, bdf);
	free(bdf);
	return status;
}

static enum exh_status take_binary(struct collector *g, const char *path)
{
	struct file file;
	const enum exh_status status = file_read(path, CHUNK_LIMIT, &file, &g->to->err);

	if (status)
		return fail_at(g, path, status);
	exh_write_bytes(&g->to->content, file.data, file.size);
	free(file.data);
	return EXH_OK;
}

/* Takes the bytes of an edited text or script. If the bytes themselves were edited, they
 * take precedence. */
static enum exh_status take_edits(struct collector *g, const char *text,
				  const char *script)
{
	const struct manifest *m = g->all->manifest;
	struct exh_writer *content = &g->to->content;
	const struct exh_bytes bytes =
		g->has_main ? exh_writer_bytes(content) : file_bytes(&g->raw);
	const struct binary_files files = { .text = text,
					    .script = script,
					    .layout = m->has_layout ? &m->layout : NULL,
					    .bytes = bytes };
	const bool was_edited = bytes.size && !is_as_extracted(g, bytes.data, bytes.size);
	struct exh_writer own = { .limit = CHUNK_LIMIT };
	const char *warning = NULL, *culprit;
	const enum exh_status status =
		binary_read_edits(&files, &own, &warning, &culprit, &g->to->err);

	if (!was_edited && status)
		fail_at(g, culprit, status);
	if (was_edited && (status || own.size)) {
		g->to->err.status = EXH_OK;
		g->to->warning = "its bytes were edited, and its text or script is not "
				 "theirs; the bytes are used";
	} else if (!status && own.size) {
		g->to->warning = warning;
		g->has_main = true;
		content->size = 0;
		exh_write_bytes(content, own.data, own.size);
	}
	exh_writer_free(&own);
	return was_edited ? EXH_OK : status;
}

static enum exh_status collect_binary(struct collector *g, const char *path)
{
	char *text = main_path(g, 0, ".txt"), *script = main_path(g, 0, ".in");
	enum exh_status status = EXH_OK;

	if (g->has_main)
		status = take_binary(g, path);
	if (!status)
		status = take_edits(g, text, script);
	free(text);
	free(script);
	return status;
}

static enum exh_status collect_main(struct collector *g)
{
	const enum exh_keen_class class_id = g->from->class_id;
	const bool binary = class_id == EXH_KEEN_BINARY;
	enum exh_status status = EXH_OK;
	struct keen_place place;
	char *path;

	if (class_id == EXH_KEEN_UNKNOWN || class_id <= EXH_KEEN_SPRITETABLE)
		return EXH_OK;
	if (exh_keen_class_tile_size(class_id) == 8)
		return collect_tiles(g);
	path = main_path(g, 0, binary ? ".bin" : ".png");
	g->has_main = find_place(g, 0, &place) || file_exists(path);
	if (binary)
		status = collect_binary(g, path);
	else if (!exh_keen_class_is_bitmap(class_id))
		status = collect_font(g, path);
	else if (!find_place(g, 0, &place) && is_on_sheet(g))
		status = miss_on_sheet(g, path);
	else if (g->has_main)
		status = draw_part(g, path, 0, false);
	if (!status && !g->has_main && !g->has_raw &&
	    g->from->state == EXH_KEEN_PRESENT &&
	    (g->from->has_sha256 || !g->from->packed.size))
		status = miss(g, path);
	free(path);
	return status;
}

/*
 * Choice between raw bytes and other files.
 */

/* Takes the raw bytes if there is nothing else, or if they alone were edited. */
static void choose(struct collector *g)
{
	struct exh_writer *content = &g->to->content;
	bool as_extracted = is_as_extracted(g, content->data, content->size);

	if (g->has_raw && (!g->has_main || as_extracted)) {
		content->size = 0;
		exh_write_bytes(content, g->raw.data, g->raw.size);
		as_extracted = is_as_extracted(g, content->data, content->size);
	} else if (g->has_raw &&
		   !bytes_are_same(file_bytes(&g->raw), exh_writer_bytes(content)) &&
		   !is_as_extracted(g, g->raw.data, g->raw.size)) {
		g->to->warning = "its raw bytes and its picture were both edited; the "
				 "picture is used";
	}
	g->to->present = g->has_raw || g->has_main;
	g->to->added = g->to->present && g->from->state != EXH_KEEN_PRESENT;
	g->to->changed = g->to->present && !as_extracted;
}

/* Begins with the old table, to keep what the pictures do not contain. */
static enum exh_status begin_table(struct collector *g)
{
	const struct exh_bytes data = g->from->data;

	if (g->has_raw || g->from->state != EXH_KEEN_PRESENT)
		return EXH_OK;
	if (!data.data)
		return exh_fail(&g->to->err, EXH_INVALID, EXH_NO_OFFSET,
				"chunk %zu: key \"data\": expected the table's bytes, as "
				"there is no raw/%04zu.bin",
				g->number, g->number);
	exh_write_bytes(&g->to->content, data.data, data.size);
	g->has_main = true;
	return EXH_OK;
}

/* Takes the chunk of the original, which the folder need not have, as its raw bytes. */
static void take_original(struct collector *g)
{
	const struct exh_bytes chunk = g->all->original->chunks[g->number].expanded;

	g->has_raw = chunk.data;
	if (g->has_raw)
		g->raw = (struct file){ mem_copy(chunk.data, chunk.size, 1), chunk.size };
}

static enum exh_status read_raw(struct collector *g)
{
	char *path = raw_path(g);
	enum exh_status status = EXH_OK;

	if (file_exists(path)) {
		status = file_read(path, CHUNK_LIMIT, &g->raw, &g->to->err);
		if (status)
			fail_at(g, path, status);
		g->has_raw = !status;
	} else if (g->all->original) {
		take_original(g);
	} else if (g->from->class_id == EXH_KEEN_UNKNOWN && g->from->has_sha256) {
		status = fail_at(g, path,
				 exh_fail(&g->to->err, EXH_IO, EXH_NO_OFFSET,
					  "chunk %zu: missing", g->number));
	}
	free(path);
	return status;
}

static void collect_chunk(void *context, size_t i)
{
	const struct collection *all = context;
	struct collector g = { .all = all,
			       .number = i,
			       .from = &all->manifest->chunks[i],
			       .to = &all->chunks[i] };
	enum exh_status status;

	g.to->content.limit = CHUNK_LIMIT;
	if (g.from->left_out)
		return;
	status = read_raw(&g);
	if (!status && g.from->class_id <= EXH_KEEN_SPRITETABLE)
		status = begin_table(&g);
	if (!status)
		status = collect_main(&g);
	if (!status)
		choose(&g);
	if (!status && mem_check_limit(&g.to->content, &g.to->err))
		exh_within(&g.to->err, EXH_LIMIT, "chunk %zu", i);
	if (g.to->content.size > SEGMENT && g.to->changed)
		g.to->warning = "larger than the 64 KiB that the game can hold";
	free(g.raw.data);
}

/*
 * The tables.
 */

static void put_short(uint8_t *at, int value)
{
	at[0] = (uint8_t)value;
	at[1] = (uint8_t)((unsigned)value >> 8);
}

/* Changes a sprite's entry; values that the manifest lacks stay. */
static void put_sprite(uint8_t *entry, const struct keen_sprite_row *from)
{
	for (size_t i = 0; i < 2 && from->has_origin_units; i++)
		put_short(entry + 4 + i * 2, from->origin_units[i]);
	for (size_t i = 0; i < 4 && from->has_hitbox_units; i++)
		put_short(entry + 8 + i * 2, from->hitbox_units[i]);
	if (from->has_shifts)
		put_short(entry + 16, from->shifts);
}

/* False: it would be too large. */
static bool grow_table(struct collected *table, size_t size)
{
	while (table->content.size < size && !table->content.failed)
		exh_write_u8(&table->content, 0);
	return !mem_check_limit(&table->content, NULL);
}

static bool is_stated(const struct keen_sprite_row *from)
{
	return from->has_origin_units || from->has_hitbox_units || from->has_shifts;
}

/* Copies of a sprite let the game draw it between bytes. Which sprites move so is not in
 * the archive: those that had copies, do. */
static const char *shifts_warning(const struct collection *all, int before, int now)
{
	if (all->manifest->layout.video != EXH_KEEN_EGA || before == now)
		return NULL;
	if (now != 1 && now != 2 && now != 4)
		return "its shifts are not 1, 2 or 4, the copies that the game makes";
	if (now < before && now == 1)
		return "it has fewer shifts than before: the game draws it at every "
		       "eighth pixel only";
	if (now < before)
		return "it has fewer shifts than before: the game draws it at every "
		       "fourth pixel only";
	return NULL;
}

static void put_shifts(const struct collection *all, const uint8_t *entry, size_t number)
{
	const struct keen_sprite_row *from = &all->manifest->chunks[number].sprite;
	struct collected *to = &all->chunks[number];
	const int before = (int16_t)(entry[16] | entry[17] << 8);
	const char *warning =
		from->has_shifts ? shifts_warning(all, before, from->shifts) : NULL;

	to->warning = warning ? warning : to->warning;
}

static void fill_table(const struct collection *all, enum exh_keen_class table_class,
		       enum exh_keen_class class_id, size_t entry_size)
{
	const struct exh_keen_layout *layout = &all->manifest->layout;
	const struct exh_keen_span *span = &layout->spans[class_id];
	const size_t number = layout->spans[table_class].first;
	struct collector g = { .all = all,
			       .number = number,
			       .from = &all->manifest->chunks[number],
			       .to = &all->chunks[number] };

	if (!layout->spans[table_class].count || g.from->left_out)
		return;
	if (g.to->changed)
		g.to->warning = "its raw bytes were edited; values from pictures and "
				"manifest replace them";
	for (size_t i = 0; i < span->count; i++) {
		const struct manifest_chunk *from =
			&all->manifest->chunks[span->first + i];
		const struct collected *drawn = &all->chunks[span->first + i];
		uint8_t *entry;

		if (!drawn->present || (!drawn->height && !is_stated(&from->sprite)))
			continue;
		if (!grow_table(g.to, (i + 1) * entry_size))
			break;
		entry = g.to->content.data + i * entry_size;
		if (drawn->height) {
			put_short(entry, (int)drawn->width_bytes);
			put_short(entry + 2, (int)drawn->height);
		}
		if (class_id == EXH_KEEN_SPRITE) {
			put_shifts(all, entry, span->first + i);
			put_sprite(entry, &from->sprite);
		}
	}
	if (!g.to->content.size)
		return;
	g.to->added = g.from->state != EXH_KEEN_PRESENT;
	g.to->present = true;
	g.to->changed = !is_as_extracted(&g, g.to->content.data, g.to->content.size);
}

static void fill_tables(const struct collection *all)
{
	if (!all->manifest->has_layout)
		return;
	fill_table(all, EXH_KEEN_PICTABLE, EXH_KEEN_PIC, 4);
	fill_table(all, EXH_KEEN_PICMTABLE, EXH_KEEN_PICM, 4);
	fill_table(all, EXH_KEEN_SPRITETABLE, EXH_KEEN_SPRITE, 18);
}

/*
 * The whole run.
 */

static void report_chunk(const struct collection *all, size_t number,
			 struct report *report)
{
	const struct collected *chunk = &all->chunks[number];
	const struct manifest_chunk *from = &all->manifest->chunks[number];

	if (chunk->err.status)
		report_failure(report, chunk->culprit ? chunk->culprit : all->folder,
			       &chunk->err);
	if (chunk->warning)
		report_warning(report, all->folder, EXH_NO_OFFSET, "chunk %zu: %s",
			       number, chunk->warning);
	if (from->disagrees)
		report_warning(report, all->folder, EXH_NO_OFFSET,
			       "chunk %zu: origin and hitbox differ from origin_units "
			       "and hitbox_units, which are used",
			       number);
	if (chunk->added && chunk->height && from->class_id == EXH_KEEN_SPRITE &&
	    !from->sprite.has_hitbox_units)
		report_warning(report, all->folder, EXH_NO_OFFSET,
			       "chunk %zu: a new sprite; the manifest may have its "
			       "origin_units, hitbox_units and shifts",
			       number);
}

bool keen_collect(struct collection *collection, struct report *report)
{
	const size_t count = collection->manifest->chunk_count;
	const char *folder = collection->folder;
	bool good = true;

	collection->chunks = mem_alloc(count, sizeof *collection->chunks);
	jobs_run(report->common, file_name(folder), count, collect_chunk, collection);
	if (interrupt_pending()) {
		report_error(report, folder, EXH_NO_OFFSET, "interrupted");
		return false;
	}
	fill_tables(collection);
	for (size_t i = 0; i < count; i++) {
		report_chunk(collection, i, report);
		good &= !collection->chunks[i].err.status;
	}
	return good;
}

void keen_collection_free(struct collection *collection)
{
	for (size_t i = 0; i < collection->manifest->chunk_count; i++) {
		exh_writer_free(&collection->chunks[i].content);
		free(collection->chunks[i].culprit);
	}
	free(collection->chunks);
}
