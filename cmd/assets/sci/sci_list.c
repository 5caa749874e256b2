#include "sci.h"

#include "task/json.h"
#include "task/text.h"

#include <inttypes.h>

/*
 * Names that authors gave.
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
 * What the lists share.
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
 * For people.
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
 * For programs.
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

static void set_record(struct json *json, const struct exh_sci_record *record)
{
	json_set_number(json, "packed_size", record->packed_size);
	json_set_number(json, "unpacked_size", record->unpacked_size);
	json_set_number(json, "method", record->method);
	json_set_string(json, "packing", exh_sci_packing_name(record->packing));
}

static struct json *item_to_json(const struct sci_item *item, struct exh_bytes author)
{
	const struct exh_sci_game_resource *resource = &item->resource;
	const struct exh_bytes sha256 = { item->sha256, SHA256_SIZE, 0 };
	struct json *json = json_new_object();

	json_set_string(json, "type", exh_sci_type_name(resource->type));
	json_set_number(json, "number", resource->number);
	json_set_number(json, "volume", volume(item));
	json_set_number(json, "offset", sci_item_offset(item));
	if (!item->header_status)
		set_record(json, &item->record);
	if (sci_item_is_whole(item))
		json_set(json, "sha256", json_of_hex(sha256));
	json_set_string(json, "source", source(item));
	if (resource->is_patch)
		json_set_text(json, "file", item->file);
	else
		json_set_flag(json, "overridden", resource->is_overridden);
	if (sci_item_is_shadowed(item))
		json_set(json, "shadowed", json_new_flag(true));
	if (author.size)
		json_set(json, "author_name", sci_author_json(author));
	json_set_flag(json, "whole", sci_item_is_whole(item));
	return json;
}

struct json *sci_list_json(const struct sci_selection *items)
{
	struct json *json = json_new_list();

	for (size_t i = 0; i < items->count; i++)
		json_push(json,
			  item_to_json(&items->items[i],
				       sci_game_author_name(items->game,
							    &items->items[i].resource)));
	return json;
}
