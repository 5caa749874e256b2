#include "graphics.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/sha256.h"
#include "task/text.h"

#include <exhume/keen_binary.h>

#include <stdio.h>
#include <string.h>
#include <strings.h>

static void set_hex(struct json *json, const char *key, struct exh_bytes bytes)
{
	if (bytes.size)
		json_set(json, key, json_of_hex(bytes));
}

/* As they are, or of 1/16 pixel each in pixels: a whole number where it is one. */
static struct json *units_to_json(const int *units, size_t count, bool in_pixels)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < count; i++)
		json_push(list, !in_pixels	? json_new_number(units[i])
				: units[i] % 16 ? json_new_real(units[i] / 16.0)
						: json_new_number(units[i] / 16));
	return list;
}

void sprite_describe(const struct exh_keen_sprite *sprite, struct json *json)
{
	const int *origin = sprite->origin_units, *hitbox = sprite->hitbox_units;

	json_set(json, "origin_units", units_to_json(origin, 2, false));
	json_set(json, "hitbox_units", units_to_json(hitbox, 4, false));
	json_set(json, "origin", units_to_json(origin, 2, true));
	json_set(json, "hitbox", units_to_json(hitbox, 4, true));
	json_set_number(json, "shifts", sprite->shifts);
}

static void add_shape(const struct keen_archive *keen, size_t number, struct json *json)
{
	const struct exh_keen_chunk *chunk = &keen->graphics.chunks[number];
	const size_t tiles = exh_keen_bitmap_count(&keen->graphics, number);
	struct exh_keen_bitmap bitmap;

	if (tiles &&
	    exh_keen_bitmap_open(&keen->graphics, number, 0, &bitmap, NULL) == 0) {
		json_set_number(json, "width", bitmap.width);
		json_set_number(json, "height", bitmap.height);
	}
	if (exh_keen_class_tile_size(chunk->class_id) == 8)
		json_set_number(json, "tiles", tiles);
	if (chunk->class_id == EXH_KEEN_SPRITE &&
	    chunk->index < keen->graphics.sprite_count)
		sprite_describe(&keen->graphics.sprites[chunk->index], json);
}

/* What a binary chunk is; a text screen has a command of its own. */
static void add_content(const struct keen_archive *keen,
			const struct exh_keen_chunk *chunk, struct json *json)
{
	const enum exh_keen_binary kind = exh_keen_binary_kind(chunk->expanded);
	const char *name = chunk->index < EXH_KEEN_BINARY_NAMES
				   ? keen->layout.binary_names[chunk->index]
				   : "";

	if (chunk->class_id != EXH_KEEN_BINARY)
		return;
	if (*name)
		json_set_text(json, "name", name);
	json_set_string(json, "content", exh_keen_binary_kind_name(kind));
	if (kind == EXH_KEEN_BINARY_SCREEN)
		json_set_string(json, "command", "softdisk");
}

/* What packing it again could not know: nothing, for nearly all chunks. */
static void add_parcel(const struct keen_archive *keen, size_t number, bool closed,
		       struct json *json)
{
	const struct exh_keen_chunk *chunk = &keen->graphics.chunks[number];
	struct exh_keen_parcel parcel;

	exh_keen_parcel_open(&keen->graphics, number, file_bytes(&keen->archive),
			     &keen->huffman, closed, &parcel);
	set_hex(json, "packed", parcel.verbatim);
	set_hex(json, "tail", parcel.tail);
	if (chunk->class_id == EXH_KEEN_UNKNOWN)
		json_set_flag(json, "has_length", parcel.has_length);
	if (parcel.has_length && parcel.declared_size != chunk->expanded.size)
		json_set_number(json, "declared", parcel.declared_size);
	/* Their entries of absent chunks stand nowhere else. */
	if (chunk->class_id <= EXH_KEEN_SPRITETABLE)
		set_hex(json, "data", chunk->expanded);
}

static struct json *chunk_to_json(const struct keen_archive *keen, size_t number,
				  bool closed, const struct json *files)
{
	const struct exh_keen_chunk *chunk = &keen->graphics.chunks[number];
	struct json *json = json_new_object();

	json_set_number(json, "number", number);
	json_set_string(json, "class", exh_keen_class_name(chunk->class_id));
	json_set_number(json, "index", chunk->index);
	if (chunk->place.state == EXH_KEEN_ABSENT) {
		json_set(json, "absent", json_new_flag(true));
		return json;
	}
	json_set_number(json, "offset", chunk->place.offset);
	if (chunk->place.state == EXH_KEEN_LOST) {
		json_set(json, "lost", json_new_flag(true));
		return json;
	}
	json_set_number(json, "packed_length", chunk->place.packed_size);
	if (chunk->expanded.data) {
		json_set_number(json, "expanded_length", chunk->expanded.size);
		json_set(json, "sha256", sha256_to_json(chunk->expanded));
	}
	if (chunk->damaged)
		json_set(json, "damaged", json_new_flag(true));
	add_shape(keen, number, json);
	add_content(keen, chunk, json);
	add_parcel(keen, number, closed, json);
	if (json_size(files))
		json_set_shared(json, "file", json_at(files, 0));
	if (json_size(files) > 1)
		json_set_shared(json, "files", (struct json *)files);
	return json;
}

static struct json *counts_to_json(const struct exh_keen_graphics *graphics)
{
	int64_t counts[EXH_KEEN_CLASS_COUNT] = { 0 };
	struct json *json = json_new_object();

	for (size_t i = 0; i < graphics->chunk_count; i++) {
		const struct exh_keen_chunk *chunk = &graphics->chunks[i];
		const bool bulk = exh_keen_class_tile_size(chunk->class_id) == 8;

		counts[chunk->class_id] +=
			bulk ? (int64_t)exh_keen_bitmap_count(graphics, i)
			     : chunk->place.state == EXH_KEEN_PRESENT;
	}
	for (unsigned i = 0; i < EXH_KEEN_CLASS_COUNT; i++)
		if (counts[i])
			json_set_number(json, exh_keen_class_name((enum exh_keen_class)i),
					counts[i]);
	json_set_number(json, "present", graphics->present_count);
	json_set_number(json, "absent", graphics->absent_count);
	json_set_number(json, "lost", graphics->lost_count);
	return json;
}

struct json *file_to_json(const char *path, struct exh_bytes bytes)
{
	char crc32[16];
	struct json *json = json_new_object();

	snprintf(crc32, sizeof crc32, "%08x", (unsigned)exh_crc32(bytes));
	json_set_text(json, "file", file_name(path));
	json_set_number(json, "size", bytes.size);
	json_set_string(json, "crc32", crc32);
	json_set(json, "sha256", sha256_to_json(bytes));
	return json;
}

/* The bytes of the archive before and after all chunks. */
static void add_rest(const struct keen_archive *keen, struct json *json)
{
	const struct exh_bytes archive = file_bytes(&keen->archive);
	size_t first = archive.size, end = 0;
	struct exh_bytes rest = { 0 };

	for (size_t i = 0; i < keen->graphics.chunk_count; i++) {
		const struct exh_keen_place *place = &keen->graphics.chunks[i].place;

		if (place->state != EXH_KEEN_PRESENT)
			continue;
		if (place->offset < first)
			first = place->offset;
		end = (size_t)place->offset + place->packed_size;
	}
	if (end && exh_bytes_slice(archive, 0, first, &rest))
		set_hex(json, "prefix", rest);
	if (exh_bytes_slice(archive, end, archive.size - end, &rest))
		set_hex(json, "suffix", rest);
}

/* Is it what a packer writes: the offsets, then the archive's length, and no more? */
static bool head_is_plain(const struct keen_archive *keen)
{
	const struct exh_keen_graphics *graphics = &keen->graphics;
	const unsigned size = keen->places.offset_size;
	const uint32_t absent = size == 3 ? 0xffffff : 0xffffffff;
	struct exh_writer head = { .limit = TABLE_LIMIT + 4 };
	bool plain;

	for (size_t i = 0; i <= graphics->chunk_count; i++) {
		uint32_t entry = (uint32_t)keen->archive.size;

		if (i < graphics->chunk_count)
			entry = graphics->chunks[i].place.state == EXH_KEEN_PRESENT
					? graphics->chunks[i].place.offset
					: absent;
		if (size == 3)
			exh_write_u24le(&head, entry);
		else
			exh_write_u32le(&head, entry);
	}
	plain = !mem_check_limit(&head, NULL) &&
		bytes_are_same(exh_writer_bytes(&head), file_bytes(&keen->head.content));
	exh_writer_free(&head);
	return plain;
}

/* Under the name that a file of it has, or would have: programs hold tables without. */
static struct json *table_to_json(const struct keen_archive *keen,
				  const struct keen_table *table, const char *what)
{
	const bool cga = keen->layout.video == EXH_KEEN_CGA;
	const char *ending = strrchr(file_name(keen->path), '.');
	const bool numbered = ending && strncasecmp(ending, ".ck", 3) == 0;
	char name[32];

	if (!table->origin.exe)
		return file_to_json(table->path, file_bytes(&table->content));
	snprintf(name, sizeof name, "%s%s%.4s", cga ? "CGA" : "EGA", what,
		 numbered ? ending : ".KDR");
	return file_to_json(name, file_bytes(&table->content));
}

/*
 * Of a program's dictionary only the nodes can be distinguished; files of it have four
 * bytes of padding more.
 */
static struct json *dict_to_json(const struct keen_archive *keen)
{
	uint8_t padded[EXH_HUFFMAN_DICT_SIZE + 4] = { 0 };
	const struct keen_table *dict = &keen->dict;
	struct keen_table whole = *dict;
	struct json *json;

	if (dict->origin.exe && dict->content.size == EXH_HUFFMAN_DICT_SIZE) {
		memcpy(padded, dict->content.data, EXH_HUFFMAN_DICT_SIZE);
		whole.content = (struct file){ padded, sizeof padded };
	}
	json = table_to_json(keen, &whole, "DICT");
	set_hex(json, "data", file_bytes(&whole.content));
	return json;
}

/* The three files, with what it takes to write them again. */
static void add_files(const struct keen_archive *keen, struct json *json)
{
	struct json *archive = file_to_json(keen->path, file_bytes(&keen->archive));
	struct json *head = table_to_json(keen, &keen->head, "HEAD");
	struct json *dict = dict_to_json(keen);

	add_rest(keen, archive);
	json_set_number(head, "offset_size", keen->places.offset_size);
	if (!head_is_plain(keen))
		set_hex(head, "data", file_bytes(&keen->head.content));
	json_set(json, "archive", archive);
	json_set(json, "head", head);
	json_set(json, "dictionary", dict);
}

struct json *manifest_to_json(const struct keen_archive *keen, const struct style *style,
			      struct json *const *files, const struct report *report)
{
	static const char *const origins[] = {
		[LAYOUT_NONE] = "none",
		[LAYOUT_CHECKSUM] = "head",
		[LAYOUT_FITS] = "fit",
		[LAYOUT_GIVEN] = "given",
	};
	const bool known = keen->layout_origin != LAYOUT_NONE;
	const bool closed = exh_keen_streams_are_closed(
		&keen->graphics, file_bytes(&keen->archive), &keen->huffman);
	struct json *json = json_document("keen-graphics", 1);
	struct json *chunks = json_new_list();

	add_files(keen, json);
	json_set(json, "tables", keen_archive_tables(keen));
	json_set(json, "layout",
		 known ? json_of_text(keen->layout.name) : json_new_null());
	json_set_string(json, "layout_origin", origins[keen->layout_origin]);
	if (known) {
		json_set(json, "layout_definition", layout_to_json(&keen->layout));
		json_set_string(json, "video", video_name(keen->layout.video));
		json_set(json, "palette", json_of_palette(&style->colors));
	}
	json_set_number(json, "scale", style->scale);
	json_set_string(json, "overlay", style->hitbox ? "hitbox" : "none");
	json_set_flag(json, "closed_streams", closed);
	json_set(json, "counts", counts_to_json(&keen->graphics));
	for (size_t i = 0; i < keen->graphics.chunk_count; i++)
		json_push(chunks, chunk_to_json(keen, i, closed, files[i]));
	json_set(json, "chunks", chunks);
	json_set_shared(json, "warnings", report->warnings);
	json_set_shared(json, "errors", report->errors);
	return json;
}
