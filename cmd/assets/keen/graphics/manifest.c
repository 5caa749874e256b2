#include "graphics.h"

#include "task/fields.h"
#include "task/memory.h"
#include "task/text.h"

#include <exhume/advanced/keen_binary.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	MAX_CHUNKS = 1 << 17,
	MAX_SCALE = 64,
	MAX_FILES = 1 << 16, /* files of one chunk */
	TABLE_NAME_SIZE = 32,
};

#define ROW struct keen_sprite_row
static const struct field sprite_fields[] = {
	FIELD_ARRAY(ROW, origin_units, "1/16 pixel",
		    "x, y of a sprite's top left corner, from the actor's place",
		    .least = INT16_MIN, .most = INT16_MAX,
		    FIELD_HAS(ROW, has_origin_units)),
	FIELD_ARRAY(ROW, hitbox_units, "1/16 pixel",
		    "left, top, right and bottom of a sprite's hit box, from the actor's "
		    "place",
		    .least = INT16_MIN, .most = INT16_MAX,
		    FIELD_HAS(ROW, has_hitbox_units)),
	FIELD_ARRAY_OF("origin", FIELD_AMOUNT, ROW, origin, "pixels",
		       "the same as origin_units", FIELD_HAS(ROW, has_origin)),
	FIELD_ARRAY_OF("hitbox", FIELD_AMOUNT, ROW, hitbox, "pixels",
		       "the same as hitbox_units", FIELD_HAS(ROW, has_hitbox)),
	FIELD(ROW, shifts, NULL,
	      "copies of a sprite that the game makes for places between bytes: 4, 2 or "
	      "1",
	      .least = INT16_MIN, .most = INT16_MAX, FIELD_HAS(ROW, has_shifts)),
};
#undef ROW
const struct fields keen_sprite_fields =
	FIELDS("sprite", struct keen_sprite_row, sprite_fields);

#define ROW struct manifest_chunk
static const struct field chunk_fields[] = {
	FIELD(ROW, number, NULL, "number of the chunk in the archive, from 0",
	      .most = MAX_CHUNKS),
	FIELD_AS("class", ROW, class_name, NULL,
		 "class of the chunk in the layout; unknown: it has none"),
	FIELD(ROW, index, NULL,
	      "its number within the class, from 0, as in the names of its files",
	      .most = MAX_CHUNKS),
	FIELD(ROW, absent, NULL,
	      "true: the archive has no such chunk; fields that describe it are missing",
	      FIELD_IF_ANY),
	FIELD(ROW, offset, "bytes", "where it is in the archive, by the head",
	      FIELD_HAS(ROW, has_offset)),
	FIELD(ROW, lost, NULL,
	      "true: its offset is damaged or past the end of the archive; fields that "
	      "describe it are missing",
	      FIELD_IF_ANY),
	FIELD(ROW, packed_length, "bytes",
	      "its size in the archive, up to the next chunk",
	      FIELD_HAS(ROW, has_packed_length)),
	FIELD(ROW, expanded_length, "bytes",
	      "its size, expanded; missing: nothing could be expanded",
	      FIELD_HAS(ROW, has_expanded_length)),
	FIELD_OF("sha256", FIELD_DIGITS, ROW, sha256, NULL,
		 "SHA-256 of the expanded bytes", FIELD_HAS(ROW, has_sha256)),
	FIELD(ROW, damaged, NULL,
	      "true: part of it is lost, and zero bytes replace its end", FIELD_IF_ANY),
	FIELD(ROW, width, "pixels",
	      "width of the picture, sprite or tile, before scaling",
	      FIELD_HAS(ROW, has_size)),
	FIELD(ROW, height, "pixels",
	      "height of the picture, sprite or tile, before scaling",
	      FIELD_HAS(ROW, has_size)),
	FIELD_AS("tiles", ROW, tile_count, "tiles",
		 "8x8 tiles in the chunk, for tile8 and tile8m", .most = MAX_FILES,
		 FIELD_HAS(ROW, has_tiles)),
	FIELD_MEMBERS_OF(ROW, sprite, &keen_sprite_fields),
	FIELD(ROW, name, NULL, "name of a binary chunk in the layout", FIELD_IF_ANY),
	FIELD(ROW, content, NULL,
	      "content of a binary chunk: text, demo, screen or other", FIELD_IF_ANY),
	FIELD(ROW, command, NULL, "the exhume command that shows a screen", FIELD_IF_ANY),
	FIELD(ROW, packed, NULL,
	      "all its packed bytes, where packing makes others because of damage or odd "
	      "padding bits",
	      FIELD_IF_ANY),
	FIELD(ROW, tail, NULL,
	      "bytes that follow its packed data, such as !ID! in Keen 4", FIELD_IF_ANY),
	FIELD(ROW, has_length, NULL,
	      "true: its size lies before its packed bytes; only for a chunk without a "
	      "class",
	      .otherwise = true, FIELD_HAS(ROW, states_length)),
	FIELD(ROW, declared, "bytes",
	      "size that the archive states, where it is not the expanded size",
	      FIELD_HAS(ROW, has_declared)),
	FIELD(ROW, data, NULL, "expanded bytes of a table", FIELD_IF_ANY),
	FIELD_OF("file", FIELD_PATH, ROW, file, NULL,
		 "file that was made from the chunk, the first if there are several",
		 FIELD_IF_ANY),
	FIELD_LIST_OF("files", FIELD_PATH, ROW, files, file_count, NULL,
		      "all files that were made from it, if there are several",
		      .most = MAX_FILES, FIELD_IF_ANY),
};
#undef ROW
static const struct fields chunk_table =
	FIELDS("chunk", struct manifest_chunk, chunk_fields);

static const struct field count_field[] = {
	FIELD_AS("", struct keen_count, number, NULL, "chunks; of 8x8 tiles, the tiles"),
};
static const struct fields count_table = FIELDS("count", struct keen_count, count_field);

static const char *const layout_origins[] = { [LAYOUT_NONE] = "none",
					      [LAYOUT_CHECKSUM] = "head",
					      [LAYOUT_FITS] = "fit",
					      [LAYOUT_GIVEN] = "given",
					      NULL };
static const char *const overlays[] = { "none", "hitbox", NULL };

#define ROW struct manifest
static const struct field manifest_fields[] = {
	FIELD_INSIDE(ROW, archive, &keen_file_fields, "the archive"),
	FIELD_INSIDE(ROW, head, &keen_file_fields, "its head"),
	FIELD_OF("dictionary", FIELD_ROW, ROW, dict, NULL, "its Huffman dictionary",
		 .of = &keen_file_fields),
	FIELD_INSIDE(ROW, tables, &keen_tables_fields,
		     "where head and dictionary were found", FIELD_HAS(ROW, has_tables)),
	FIELD_AS("layout", ROW, layout_name, NULL, "name of the layout; null: unknown",
		 FIELD_OR_NULL),
	FIELD_OF("layout_origin", FIELD_NAME, ROW, layout_origin, NULL,
		 "how the layout was found: by the head's checksum, by its fit, or given",
		 .names = layout_origins, FIELD_OR_NONE),
	FIELD_OF("layout_definition", FIELD_ROW, ROW, definition, NULL,
		 "the whole layout, as --print-layout writes it",
		 .of = &keen_layout_fields, .document = &keen_layout_document,
		 FIELD_HAS(ROW, has_definition)),
	FIELD_OF("video", FIELD_NAME, ROW, video, NULL,
		 "graphics card that the bitmaps are for; missing without a layout",
		 .names = keen_video_names, FIELD_HAS(ROW, has_video)),
	FIELD_PALETTE("palette", ROW, colors,
		      "16 or 4 colours of the pictures, components from 0 to 255; "
		      "missing without a layout",
		      FIELD_HAS(ROW, has_palette)),
	FIELD(ROW, scale, NULL,
	      "factor by which the pictures are enlarged, the value of --scale",
	      .least = 1, .most = MAX_SCALE, .otherwise = 1, FIELD_OR_NONE),
	FIELD_OF("overlay", FIELD_NAME, ROW, overlay, NULL,
		 "drawing over the sprites, the value of --overlay", .names = overlays,
		 FIELD_OR_NONE),
	FIELD_AS("closed_streams", ROW, closed, NULL,
		 "true: each packed chunk ends with a byte that contains padding, as in "
		 "Keen 4",
		 FIELD_OR_NONE),
	FIELD_KEYS(ROW, counts, count_count, &count_table,
		   "present chunks of each class that has any (8x8: tiles), and all "
		   "chunks that are present, absent or lost",
		   FIELD_OR_NONE),
	FIELD_ROWS(ROW, chunks, chunk_count, &chunk_table,
		   "all chunks in order, including absent ones", .most = MAX_CHUNKS),
	FIELD_ITEMS(ROW, warnings, &message_fields, "odd, damaged and salvaged data",
		    FIELD_OR_NONE),
	FIELD_ITEMS(ROW, errors, &message_fields, "why something was not done",
		    FIELD_OR_NONE),
};
#undef ROW
static const struct fields manifest_table =
	FIELDS("manifest", struct manifest, manifest_fields);

const struct document keen_graphics_document = {
	.format = "keen-graphics",
	.schema = 1,
	.made_by = "egagrab",
	.meaning = "Every chunk of an archive of Keen's graphics, and its files",
	.fields = &manifest_table,
};

struct keen_sprite_row keen_sprite_row_of(const struct exh_keen_sprite *sprite)
{
	struct keen_sprite_row row = { .has_origin_units = true,
				       .has_hitbox_units = true,
				       .has_origin = true,
				       .has_hitbox = true,
				       .has_shifts = true };

	for (size_t i = 0; i < 2; i++)
		row.origin[i] = (row.origin_units[i] = sprite->origin_units[i]) / 16.0;
	for (size_t i = 0; i < 4; i++)
		row.hitbox[i] = (row.hitbox_units[i] = sprite->hitbox_units[i]) / 16.0;
	row.shifts = sprite->shifts;
	return row;
}

static void add_shape(const struct keen_archive *keen, struct manifest_chunk *row)
{
	const struct exh_keen_graphics *graphics = &keen->graphics;
	struct exh_keen_bitmap bitmap;

	row->tile_count = (uint32_t)exh_keen_bitmap_count(graphics, row->number);
	row->has_tiles = exh_keen_class_tile_size(row->class_id) == 8;
	if (row->tile_count &&
	    exh_keen_bitmap_open(graphics, row->number, 0, &bitmap, NULL) == 0) {
		row->has_size = true;
		row->width = bitmap.width;
		row->height = bitmap.height;
	}
	if (row->class_id == EXH_KEEN_SPRITE && row->index < graphics->sprite_count)
		row->sprite = keen_sprite_row_of(&graphics->sprites[row->index]);
}

/* Adds the kind of a binary chunk; a text screen has a command of its own. */
static void add_content(const struct keen_archive *keen, struct exh_bytes expanded,
			struct manifest_chunk *row)
{
	const enum exh_keen_binary kind = exh_keen_binary_kind(expanded);

	if (row->class_id != EXH_KEEN_BINARY)
		return;
	if (row->index < EXH_KEEN_BINARY_NAMES && *keen->layout.binary_names[row->index])
		row->name = keen->layout.binary_names[row->index];
	row->content = exh_keen_binary_kind_name(kind);
	row->command = kind == EXH_KEEN_BINARY_SCREEN ? "softdisk" : NULL;
}

/* Adds what packing can't derive: nothing, for nearly all chunks. */
static void add_parcel(const struct keen_archive *keen, bool closed,
		       struct manifest_chunk *row)
{
	const struct exh_bytes expanded = keen->graphics.chunks[row->number].expanded;
	struct exh_keen_parcel parcel;

	exh_keen_parcel_open(&keen->graphics, row->number, file_bytes(&keen->archive),
			     &keen->huffman, closed, &parcel);
	row->packed = bytes_or_none(parcel.verbatim);
	row->tail = bytes_or_none(parcel.tail);
	row->states_length = row->class_id == EXH_KEEN_UNKNOWN;
	row->has_length = parcel.has_length;
	row->has_declared = parcel.has_length && parcel.declared_size != expanded.size;
	row->declared = parcel.declared_size;
	/* Entries of absent chunks are stored only here. */
	if (row->class_id <= EXH_KEEN_SPRITETABLE)
		row->data = bytes_or_none(expanded);
}

static struct manifest_chunk chunk_row(const struct keen_archive *keen, size_t number,
				       bool closed, const struct strings *files)
{
	const struct exh_keen_chunk *chunk = &keen->graphics.chunks[number];
	const enum exh_keen_state state = chunk->place.state;
	struct manifest_chunk row = { .number = (uint32_t)number,
				      .class_id = chunk->class_id,
				      .class_name = exh_keen_class_name(chunk->class_id),
				      .index = chunk->index,
				      .absent = state == EXH_KEEN_ABSENT,
				      .lost = state == EXH_KEEN_LOST,
				      .has_offset = state != EXH_KEEN_ABSENT,
				      .offset = chunk->place.offset };

	if (state != EXH_KEEN_PRESENT)
		return row;
	row.has_packed_length = true;
	row.packed_length = chunk->place.packed_size;
	row.has_expanded_length = row.has_sha256 = chunk->expanded.data != NULL;
	row.expanded_length = chunk->expanded.size;
	if (row.has_sha256)
		sha256_of(chunk->expanded, row.sha256);
	row.damaged = chunk->damaged;
	add_shape(keen, &row);
	add_content(keen, chunk->expanded, &row);
	add_parcel(keen, closed, &row);
	row.file = files->count ? files->items[0] : NULL;
	row.files = files->items;
	row.file_count = files->count > 1 ? files->count : 0;
	return row;
}

enum { COUNTS = EXH_KEEN_CLASS_COUNT + 3 };

static size_t count_chunks(const struct exh_keen_graphics *graphics,
			   struct keen_count out[COUNTS])
{
	size_t counts[EXH_KEEN_CLASS_COUNT] = { 0 }, count = 0;

	for (size_t i = 0; i < graphics->chunk_count; i++) {
		const struct exh_keen_chunk *chunk = &graphics->chunks[i];
		const bool bulk = exh_keen_class_tile_size(chunk->class_id) == 8;

		counts[chunk->class_id] += bulk ? exh_keen_bitmap_count(graphics, i)
						: chunk->place.state == EXH_KEEN_PRESENT;
	}
	for (unsigned i = 0; i < EXH_KEEN_CLASS_COUNT; i++)
		if (counts[i])
			out[count++] = (struct keen_count){
				exh_keen_class_name((enum exh_keen_class)i), counts[i]
			};
	out[count++] = (struct keen_count){ "present", graphics->present_count };
	out[count++] = (struct keen_count){ "absent", graphics->absent_count };
	out[count++] = (struct keen_count){ "lost", graphics->lost_count };
	return count;
}

/* The bytes of the archive before and after all chunks. */
static void add_rest(const struct keen_archive *keen, struct keen_file *row)
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
		row->prefix = bytes_or_none(rest);
	if (exh_bytes_slice(archive, end, archive.size - end, &rest))
		row->suffix = bytes_or_none(rest);
}

/* True if the head is as packers write it: the offsets, then the archive's length, and no
 * more. */
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

/* Describes a table under the name that its file has, or would have: tables in programs
 * have no name. */
static struct keen_file table_row(const struct keen_archive *keen,
				  const struct keen_table *table,
				  struct exh_bytes content, const char *what,
				  char name[TABLE_NAME_SIZE])
{
	const bool cga = keen->layout.video == EXH_KEEN_CGA;
	const char *ending = keen_table_ending(file_name(keen->path));

	if (!table->origin.exe)
		return keen_file_of(table->path, content);
	snprintf(name, TABLE_NAME_SIZE, "%s%s%.4s", cga ? "CGA" : "EGA", what,
		 ending ? ending : ".KDR");
	return keen_file_of(name, content);
}

struct json *manifest_to_json(const struct keen_archive *keen, const struct style *style,
			      const struct strings *files, const struct report *report)
{
	const bool known = keen->layout_origin != LAYOUT_NONE;
	const struct exh_bytes archive = file_bytes(&keen->archive);
	struct keen_count counts[COUNTS];
	char head_name[TABLE_NAME_SIZE], dict_name[TABLE_NAME_SIZE];
	/*
	 * Only the nodes of a dictionary in a program can be recognized; dictionary files
	 * have four more bytes of padding.
	 */
	uint8_t padded[EXH_HUFFMAN_DICT_SIZE + 4] = { 0 };
	struct exh_bytes dict = file_bytes(&keen->dict.content);
	struct manifest m = {
		.archive = keen_file_of(keen->path, archive),
		.head = table_row(keen, &keen->head, file_bytes(&keen->head.content),
				  "HEAD", head_name),
		.has_tables = true,
		.tables = keen_tables_of(&keen->head, &keen->dict, NULL),
		.layout_name = known ? keen->layout.name : NULL,
		.layout_origin = keen->layout_origin,
		.has_definition = known,
		.has_video = known,
		.video = keen->layout.video,
		.has_palette = known,
		.colors = style->colors,
		.scale = style->scale,
		.overlay = style->hitbox,
		.closed = exh_keen_streams_are_closed(&keen->graphics, archive,
						      &keen->huffman),
		.counts = counts,
		.count_count = count_chunks(&keen->graphics, counts),
		.chunk_count = keen->graphics.chunk_count,
		.chunks = mem_alloc(keen->graphics.chunk_count, sizeof *m.chunks),
		.warnings = json_share(report->warnings),
		.errors = json_share(report->errors),
	};
	struct json *json;

	if (keen->dict.origin.exe && dict.size == EXH_HUFFMAN_DICT_SIZE) {
		memcpy(padded, dict.data, EXH_HUFFMAN_DICT_SIZE);
		dict = (struct exh_bytes){ padded, sizeof padded, 0 };
	}
	m.dict = table_row(keen, &keen->dict, dict, "DICT", dict_name);
	m.dict.data = bytes_or_none(dict);
	add_rest(keen, &m.archive);
	if (keen->second_path) {
		m.archive.second_file = file_name(keen->second_path);
		m.archive.first_size = keen->first_size;
	}
	m.head.offset_size = keen->places.offset_size;
	if (!head_is_plain(keen))
		m.head.data = bytes_or_none(file_bytes(&keen->head.content));
	layout_to_row(&keen->layout, &m.definition);
	for (size_t i = 0; i < m.chunk_count; i++)
		m.chunks[i] = chunk_row(keen, i, m.closed, &files[i]);
	json = document_to_json(&keen_graphics_document, &m);
	free(m.chunks);
	return json;
}
