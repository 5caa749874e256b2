#include "graphics.h"

#include "task/fields.h"
#include "task/memory.h"

#include <string.h>

enum { MAX_CHUNKS = 1 << 17, MAX_TILES = 1 << 16, MAX_BYTES = 16 << 20 };

const char *const keen_video_names[] = {
	[EXH_KEEN_EGA] = "ega", [EXH_KEEN_CGA] = "cga", NULL
};

static const struct field head_fields[] = {
	FIELD_AS("size", struct exh_keen_layout, head_size, "bytes", "size of the head",
		 .most = INT32_MAX),
	FIELD_OF("crc32", FIELD_CRC32, struct exh_keen_layout, head_crc32, NULL,
		 "CRC-32 of the head"),
};
static const struct fields head_table =
	FIELDS("layout_head", struct exh_keen_layout, head_fields);

static const struct field class_fields[] = {
	FIELD_AS("first", struct keen_layout_class, span.first, NULL,
		 "number of the first chunk", .most = MAX_CHUNKS),
	FIELD_AS("count", struct keen_layout_class, span.count, "chunks",
		 "number of chunks", .most = MAX_CHUNKS),
	FIELD(struct keen_layout_class, tiles, "tiles",
	      "for tile8 and tile8m, which need it: number of tiles in the one chunk",
	      .most = MAX_TILES, FIELD_HAS(struct keen_layout_class, has_tiles)),
	FIELD_LIST_OF("names", FIELD_CHARS, struct keen_layout_class, names, name_count,
		      NULL,
		      "for binary: names of its chunks, at most 20 of at most 23 bytes; "
		      "an empty name is unknown",
		      .most = EXH_KEEN_BINARY_NAMES, FIELD_IF_ANY),
};
static const struct fields class_table =
	FIELDS("class", struct keen_layout_class, class_fields);

static const struct field object_fields[] = {
	FIELD(struct exh_keen_info_object, info, NULL,
	      "value of the info plane that places the object", .least = 1,
	      .most = UINT16_MAX),
	FIELD_OF("name", FIELD_CHARS, struct exh_keen_info_object, name, NULL,
		 "name of the object, at most 23 bytes", FIELD_OR_NONE),
	FIELD(struct exh_keen_info_object, sprite, NULL,
	      "index of its sprite, if one is known", .most = INT16_MAX, .otherwise = -1,
	      FIELD_IF_ANY),
	FIELD(struct exh_keen_info_object, y_units, "1/16 pixel",
	      "how far below the top of the cell the object is, default 0", FIELD_IF_ANY),
};
static const struct fields object_table =
	FIELDS("object", struct exh_keen_info_object, object_fields);

static const struct field layout_fields[] = {
	FIELD_OF("name", FIELD_CHARS, struct keen_layout_row, layout.name, NULL,
		 "short name of the layout, at most 31 bytes, default 'unnamed'",
		 FIELD_OR_NONE),
	FIELD_OF("title", FIELD_CHARS, struct keen_layout_row, layout.title, NULL,
		 "line of text for users, at most 63 bytes, such as the game and its "
		 "release",
		 FIELD_OR_NONE),
	FIELD_OF("video", FIELD_NAME, struct keen_layout_row, layout.video, NULL,
		 "graphics card that the bitmaps are for", .names = keen_video_names),
	FIELD_AS("offset_size", struct keen_layout_row, layout.offset_size, "bytes",
		 "size of an offset in the head: 4 in Keen Dreams, 3 in Keen 4 to 6",
		 .most = 4),
	FIELD_AS("chunks", struct keen_layout_row, layout.chunk_count, "chunks",
		 "number of chunks, present or absent: the entries of the head without "
		 "the last one",
		 .least = 1, .most = MAX_CHUNKS),
	FIELD_OF("head", FIELD_ROW, struct keen_layout_row, layout, NULL,
		 "the head that the layout was made for; not compared with that of the "
		 "archive if the layout is given",
		 .of = &head_table, FIELD_HAS(struct keen_layout_row, has_head)),
	FIELD_KEYS(struct keen_layout_row, classes, class_count, &class_table,
		   "the chunks of each class, by its name, except unknown; classes that "
		   "are not listed are absent"),
	FIELD_ROWS(struct keen_layout_row, objects, object_count, &object_table,
		   "objects placed by values of the info plane of levels, at most 64, "
		   "for mapdump",
		   .most = EXH_KEEN_INFO_OBJECTS, FIELD_IF_ANY),
};
const struct fields keen_layout_fields =
	FIELDS("layout", struct keen_layout_row, layout_fields);

const struct document keen_layout_document = {
	.format = "keen-layout",
	.schema = 1,
	.made_by = "egagrab --print-layout",
	.meaning = "Which chunks of an archive of Keen's graphics are what",
	.fields = &keen_layout_fields,
};

static void take_class(struct json_reading *r, const struct keen_layout_class *from,
		       struct exh_keen_layout *out)
{
	const enum exh_keen_class class_id = exh_keen_class_find(from->key);

	if (class_id >= EXH_KEEN_UNKNOWN) {
		r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET, "no such class");
		return;
	}
	out->spans[class_id] = from->span;
	if (class_id == EXH_KEEN_TILE8)
		out->tile8_count = from->tiles;
	if (class_id == EXH_KEEN_TILE8M)
		out->tile8m_count = from->tiles;
	if (!from->has_tiles && exh_keen_class_tile_size(class_id) == 8)
		json_read_wrong(r, "tiles", "a number from 0 to 65536");
	if (class_id == EXH_KEEN_BINARY && from->name_count)
		memcpy(out->binary_names, from->names,
		       from->name_count * sizeof *from->names);
}

void layout_from_row(struct json_reading *r, const struct keen_layout_row *row,
		     struct exh_keen_layout *out)
{
	*out = row->layout;
	for (size_t i = 0; i < row->class_count && !r->status; i++) {
		take_class(r, &row->classes[i], out);
		if (r->status)
			exh_within(r->err, r->status, "class \"%s\"",
				   row->classes[i].key);
	}
	if (row->object_count && !r->status)
		memcpy(out->objects, row->objects,
		       row->object_count * sizeof *row->objects);
	if (!r->status)
		r->status = exh_keen_layout_check(out, r->err);
}

enum exh_status layout_from_json(struct exh_bytes text, struct exh_keen_layout *out,
				 struct exh_error *err)
{
	struct exh_arena arena = { .limit = MAX_BYTES };
	struct json_reading r = { .arena = &arena, .err = err };
	struct keen_layout_row row = { .layout.name = "unnamed" };
	struct json *root = json_parse(text, err);

	if (!root)
		return EXH_INVALID;
	/* Version 0.1 took a layout whatever its format was. */
	if (json_get(root, "format"))
		document_read(&r, &keen_layout_document, root, &row);
	else
		fields_read(&r, &keen_layout_fields, root, &row);
	layout_from_row(&r, &row, out);
	json_free(root);
	exh_arena_free(&arena);
	return r.status;
}

/* Up to the last one that is known. */
static size_t name_count(const struct exh_keen_layout *layout)
{
	size_t count = EXH_KEEN_BINARY_NAMES;

	while (count && !*layout->binary_names[count - 1])
		count--;
	return count;
}

void layout_to_row(const struct exh_keen_layout *layout, struct keen_layout_row *row)
{
	*row = (struct keen_layout_row){ .layout = *layout,
					 .has_head = layout->head_crc32 != 0,
					 .classes = row->room,
					 .objects = row->layout.objects };
	for (unsigned i = 0; i < EXH_KEEN_UNKNOWN; i++) {
		const enum exh_keen_class class_id = (enum exh_keen_class)i;

		if (!layout->spans[i].count)
			continue;
		row->room[row->class_count++] = (struct keen_layout_class){
			.key = exh_keen_class_name(class_id),
			.span = layout->spans[i],
			.has_tiles = exh_keen_class_tile_size(class_id) == 8,
			.tiles = i == EXH_KEEN_TILE8 ? layout->tile8_count
						     : layout->tile8m_count,
			.names = layout->binary_names,
			.name_count = i == EXH_KEEN_BINARY ? name_count(layout) : 0,
		};
	}
	while (row->object_count < EXH_KEEN_INFO_OBJECTS &&
	       layout->objects[row->object_count].info)
		row->object_count++;
}

struct json *layout_to_json(const struct exh_keen_layout *layout)
{
	struct keen_layout_row row;

	layout_to_row(layout, &row);
	return document_to_json(&keen_layout_document, &row);
}
