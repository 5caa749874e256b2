#include "sci.h"

#include "task/text.h"

#include <inttypes.h>

/*
 * Names by authors.
 */

void sci_author_put(struct exh_bytes name, struct exh_writer *out)
{
	for (size_t i = 0; i < name.size; i++) {
		const uint8_t c = name.data[i];

		if (c >= ' ' && c < 0x7f) {
			exh_write_u8(out, c);
		} else if (c >= 0xa0) {
			exh_write_u8(out, (uint8_t)(0xc0 | c >> 6));
			exh_write_u8(out, (uint8_t)(0x80 | (c & 0x3f)));
		}
	}
}

struct json *sci_author_json(struct exh_bytes name)
{
	struct exh_writer utf8 = { .limit = SIZE_MAX };

	sci_author_put(name, &utf8);
	return json_take(&utf8);
}

/*
 * Parts common to the lists.
 */

static const char *source(const struct sci_item *item)
{
	return item->resource.is_patch ? "patch" : "map";
}

static unsigned volume(const struct sci_item *item)
{
	return item->resource.entry ? item->resource.entry->volume : 0;
}

/*
 * Table for people.
 */

static void put_record(const struct sci_item *item, struct exh_writer *out)
{
	const struct exh_sci_record *record = &item->record;

	if (item->header_status)
		text_put(out, "%8s  %8s  %-9s", "?", "?", "?");
	else
		text_put(out, "%8" PRIu32 "  %8" PRIu32 "  %-9s", record->packed_size,
			 record->unpacked_size, exh_sci_packing_name(record->packing));
}

static void put_row(const struct sci_item *item, struct exh_bytes author,
		    struct exh_writer *out)
{
	const struct exh_sci_game_resource *resource = &item->resource;

	text_put(out, "%-8s %5u  ", exh_sci_type_name(resource->type), resource->number);
	if (resource->entry)
		text_put(out, "%6u  0x%07" PRIX32 "  ", volume(item),
			 resource->entry->offset);
	else
		text_put(out, "%6s  0x%07zX  ", "-",
			 item->header_status ? 0 : sci_item_offset(item));
	put_record(item, out);
	if (resource->is_patch)
		text_put(out, "  %s", file_name(item->file));
	else
		text_put(out, "  map%s%s", sci_item_is_shadowed(item) ? ", shadowed" : "",
			 resource->is_overridden ? ", overridden" : "");
	if (author.size) {
		text_put(out, "  \"");
		sci_author_put(author, out);
		exh_write_u8(out, '"');
	}
	exh_write_u8(out, '\n');
}

void sci_list_text(const struct sci_selection *items, struct exh_writer *out)
{
	uint64_t unpacked = 0;

	text_put(out, "%-8s %5s  %6s  %9s  %8s  %8s  %-9s  %s\n", "type", "no.", "volume",
		 "offset", "packed", "unpacked", "method", "source");
	for (size_t i = 0; i < items->count; i++) {
		put_row(&items->items[i],
			sci_game_author_name(items->game, &items->items[i].resource),
			out);
		unpacked += items->items[i].record.unpacked_size;
	}
	text_put(out, "%zu resource%s, %" PRIu64 " bytes unpacked, layout %s\n",
		 items->count, text_plural(items->count), unpacked,
		 exh_sci_layout_name(items->game->opened.map.layout));
}

/*
 * Table for programs.
 */

static void put_sha256(const struct sci_item *item, struct exh_writer *out)
{
	if (!sci_item_is_whole(item)) {
		text_put(out, "-");
		return;
	}
	for (size_t i = 0; i < SHA256_SIZE; i++)
		text_put(out, "%02x", item->sha256[i]);
}

void sci_list_tsv(const struct sci_selection *items, struct exh_writer *out)
{
	text_put(out, "#type\tnumber\tvolume\toffset\tpacked_size\tunpacked_size\t"
		      "method\tsha256\tsource\tauthor_name\n");
	for (size_t i = 0; i < items->count; i++) {
		const struct sci_item *item = &items->items[i];
		const struct exh_sci_record *record = &item->record;

		text_put(out, "%s\t%u\t%u\t%zu\t", exh_sci_type_name(item->resource.type),
			 item->resource.number, volume(item), sci_item_offset(item));
		if (item->header_status)
			text_put(out, "-\t-\t-\t");
		else
			text_put(out, "%" PRIu32 "\t%" PRIu32 "\t%u\t",
				 record->packed_size, record->unpacked_size,
				 record->method);
		put_sha256(item, out);
		text_put(out, "\t%s\t", source(item));
		sci_author_put(sci_game_author_name(items->game, &item->resource), out);
		exh_write_u8(out, '\n');
	}
}

struct item_row {
	const char *type, *source, *packing, *file, *output;
	struct sci_item item;
	unsigned volume;
	size_t offset;
	bool has_record, is_mapped, whole, shadowed;
	struct json *author_name;
};

static const struct field item_field[] = {
	FIELD(struct item_row, type, NULL, "type of the resource"),
	FIELD_AS("number", struct item_row, item.resource.number, NULL,
		 "number of the resource"),
	FIELD(struct item_row, volume, NULL, "number of the volume; 0: a patch file"),
	FIELD(struct item_row, offset, "bytes",
	      "where the record is in the volume; in a patch file, the data after the "
	      "header"),
	FIELD_AS("packed_size", struct item_row, item.record.packed_size, "bytes",
		 "size of the packed resource, without the record's header",
		 FIELD_HAS(struct item_row, has_record)),
	FIELD_AS("unpacked_size", struct item_row, item.record.unpacked_size, "bytes",
		 "size of the resource", FIELD_HAS(struct item_row, has_record)),
	FIELD_AS("method", struct item_row, item.record.method, NULL,
		 "number of the packing method; 0 for patch files",
		 FIELD_HAS(struct item_row, has_record)),
	FIELD(struct item_row, packing, NULL,
	      "name of the method: stored, lzw, huffman, lzw1, lzw1-view, lzw1-pic, dcl "
	      "or unknown",
	      FIELD_HAS(struct item_row, has_record)),
	FIELD_OF("sha256", FIELD_DIGITS, struct item_row, item.sha256, NULL,
		 "SHA-256 of the unpacked resource", FIELD_HAS(struct item_row, whole)),
	FIELD(struct item_row, source, NULL,
	      "where it was found: map, or patch (a patch file)"),
	FIELD(struct item_row, file, NULL, "the patch file", .flags = FIELD_OMITTED),
	FIELD_AS("overridden", struct item_row, item.resource.is_overridden, NULL,
		 "true: a patch file overrides this resource of the map",
		 FIELD_HAS(struct item_row, is_mapped)),
	FIELD(struct item_row, shadowed, NULL,
	      "true: an earlier entry of the map is used instead",
	      .flags = FIELD_OMITTED),
	FIELD_MADE(FIELD_JSON, struct item_row, author_name, &text_fields,
		   "name in GAME.INI, which SCI Studio and SCI Companion keep",
		   .flags = FIELD_OMITTED),
	FIELD(struct item_row, whole, NULL, "false: it is damaged"),
	FIELD(struct item_row, output, NULL, "the file that was written",
	      .flags = FIELD_OMITTED),
};
static const struct fields item_table = FIELDS("item", struct item_row, item_field);

static struct json *item_to_json(const struct sci_item *item, struct exh_bytes author)
{
	const struct exh_sci_game_resource *resource = &item->resource;
	const struct item_row row = {
		.type = exh_sci_type_name(resource->type),
		.source = source(item),
		.packing = exh_sci_packing_name(item->record.packing),
		.file = resource->is_patch ? item->file : NULL,
		.item = *item,
		.volume = volume(item),
		.offset = sci_item_offset(item),
		.has_record = !item->header_status,
		.is_mapped = !resource->is_patch,
		.whole = sci_item_is_whole(item),
		.shadowed = sci_item_is_shadowed(item),
		.author_name = author.size ? sci_author_json(author) : NULL,
	};

	return fields_to_json(&item_table, &row);
}

struct list_row {
	const char *layout;
	struct json *resources;
};

static const struct field list_field[] = {
	FIELD(struct list_row, layout, NULL,
	      "layout of the map: sci0, sci1-early, sci1 or sci1.1"),
	FIELD_MADE(FIELD_JSON_LIST, struct list_row, resources, &item_table,
		   "the selected resources, in the order of the map, then patch files"),
};
const struct fields sci_list_fields = FIELDS("list", struct list_row, list_field);

void sci_list_json(const struct sci_selection *items, struct json *result)
{
	const struct list_row row = { exh_sci_layout_name(items->game->opened.map.layout),
				      json_new_list() };

	for (size_t i = 0; i < items->count; i++)
		json_push(row.resources,
			  item_to_json(&items->items[i],
				       sci_game_author_name(items->game,
							    &items->items[i].resource)));
	fields_put(&sci_list_fields, &row, result);
}
