#include "sci.h"
#include "task/json.h"
#include "task/memory.h"

#include <string.h>

enum { MEMORY_LIMIT = 1 << 30, MAX_OFFSET = EXH_SCI_VOLUME_LIMIT - 1 };

/* NULL: the plan has none of this number. */
static const struct exh_sci_plan_volume *find_volume(const struct exh_sci_plan *plan,
						     unsigned number)
{
	for (size_t i = 0; i < plan->volume_count; i++)
		if (plan->volumes[i].number == number)
			return &plan->volumes[i];
	return NULL;
}

/*
 * Writing.
 */

static void set_id(struct json *json, unsigned type, unsigned number)
{
	json_set_string(json, "type", exh_sci_type_name(type));
	json_set_number(json, "number", number);
}

static struct json *piece_to_json(const struct exh_sci_piece *piece)
{
	const struct exh_bytes sha256 = { piece->sha256, SHA256_SIZE, 0 };
	struct json *json = json_new_object();

	if (!piece->is_record) {
		json_set(json, "bytes", json_of_hex(piece->data));
		return json;
	}
	set_id(json, piece->type, piece->number);
	json_set_string(json, "method", exh_sci_pack_method_names[piece->method]);
	json_set_text(json, "file", piece->file);
	json_set(json, "sha256", json_of_hex(sha256));
	if (piece->packed.data)
		json_set(json, "packed", json_of_hex(piece->packed));
	return json;
}

static struct json *volume_to_json(const struct exh_sci_plan *plan,
				   const struct exh_sci_plan_volume *volume)
{
	struct json *json = json_new_object(), *pieces;

	json_set_number(json, "number", volume->number);
	json_set_text(json, "name", volume->name);
	pieces = json_set(json, "pieces", json_new_list());
	for (size_t i = volume->first; i < volume->first + volume->count; i++)
		json_push(pieces, piece_to_json(&plan->pieces[i]));
	return json;
}

static struct json *entry_to_json(const struct exh_sci_plan *plan,
				  const struct exh_sci_plan_entry *entry)
{
	struct json *json = json_new_object();
	const struct exh_sci_plan_volume *volume = find_volume(plan, entry->volume);

	set_id(json, entry->type, entry->number);
	json_set_number(json, "volume", entry->volume);
	if (entry->piece != EXH_SCI_NO_PIECE)
		json_set_number(json, "piece",
				entry->piece - (volume ? volume->first : 0));
	if (entry->piece == EXH_SCI_NO_PIECE || entry->offset)
		json_set_number(json, "offset", entry->offset);
	return json;
}

struct json *sci_manifest_to_json(const struct exh_sci_plan *plan)
{
	struct json *json = json_document("sci", 1), *map = json_new_object();
	struct json *volumes = json_new_list(), *entries;

	json_set_text(map, "name", plan->map_name);
	json_set_flag(map, "end_mark", !plan->is_unended);
	if (plan->after.size)
		json_set(map, "behind", json_of_hex(plan->after));
	entries = json_set(map, "entries", json_new_list());
	for (size_t i = 0; i < plan->entry_count; i++)
		json_push(entries, entry_to_json(plan, &plan->entries[i]));
	for (size_t i = 0; i < plan->volume_count; i++)
		json_push(volumes, volume_to_json(plan, &plan->volumes[i]));
	json_set(json, "map", map);
	json_set(json, "volumes", volumes);
	return json;
}

/*
 * Reading.
 */

/* Names are those of files in the folder of the manifest, or that of the map, whatever it
 * says. */

static void get_id(struct json_reading *r, const struct json *object, unsigned *type,
		   unsigned *number)
{
	const char *name = json_text_at(object, "type");

	*type = name ? exh_sci_type_from_name(name) : EXH_SCI_TYPES;
	if (*type == EXH_SCI_TYPES)
		json_read_wrong(r, "type", "a resource type such as \"view\"");
	*number = json_read_number(r, object, "number", EXH_SCI_NUMBERS - 1);
}

static enum exh_sci_pack_method get_method(struct json_reading *r,
					   const struct json *object)
{
	const struct json *value = json_get(object, "method");
	const char *name = json_text_of(value);
	size_t i = 0;

	if (!value)
		return EXH_SCI_PACK_SMALLEST;
	while (name && exh_sci_pack_method_names[i] &&
	       strcmp(exh_sci_pack_method_names[i], name) != 0)
		i++;
	if (!name || !exh_sci_pack_method_names[i])
		json_read_wrong(r, "method",
				"\"stored\", \"lzw\", \"huffman\" or \"smallest\"");
	return (enum exh_sci_pack_method)i;
}

static void get_record(struct json_reading *r, const struct json *object,
		       struct exh_sci_piece *piece)
{
	piece->is_record = true;
	get_id(r, object, &piece->type, &piece->number);
	piece->file = json_read_file_name(r, object, "file", false);
	piece->method = get_method(r, object);
	piece->has_sha256 = sha256_read(r, object, piece->sha256);
	piece->packed = json_read_hex(r, object, "packed");
	if (piece->packed.data &&
	    (piece->method == EXH_SCI_PACK_SMALLEST || !piece->has_sha256))
		json_read_wrong(r, "packed", "keys \"method\" and \"sha256\" with it");
}

static void get_piece(struct json_reading *r, const struct json *object, size_t i,
		      void *context)
{
	struct exh_sci_plan *plan = context;
	struct exh_sci_piece piece = { 0 };

	(void)i;
	if (!json_read_object(r, object))
		return;
	if (json_get(object, "bytes"))
		piece.data = json_read_hex(r, object, "bytes");
	else
		get_record(r, object, &piece);
	if (!r->status && !exh_sci_plan_add_piece(plan, &piece))
		mem_end();
}

static void get_volume(struct json_reading *r, const struct json *object, size_t i,
		       void *context)
{
	struct exh_sci_plan *plan = context;
	struct exh_sci_plan_volume volume = { .first = plan->piece_count };
	const struct json *pieces;

	(void)i;
	volume.number = json_read_number(r, object, "number", EXH_SCI_MAX_VOLUME);
	volume.name = json_read_file_name(r, object, "name", false);
	pieces = json_read_list(r, object, "pieces");
	if (find_volume(plan, volume.number))
		json_read_wrong(r, "number", "a number that no other volume has");
	json_read_items(r, pieces, "piece", get_piece, plan);
	volume.count = plan->piece_count - volume.first;
	if (!r->status && !exh_sci_plan_add_volume(plan, &volume))
		mem_end();
}

/* The plan's piece that an entry leads to; it must be there. */
static void get_place(struct json_reading *r, const struct exh_sci_plan *plan,
		      const struct json *object, struct exh_sci_plan_entry *entry)
{
	const bool is_placed = !json_get(object, "piece");
	const struct exh_sci_plan_volume *volume = find_volume(plan, entry->volume);

	entry->offset = is_placed
				? json_read_number(r, object, "offset", MAX_OFFSET)
				: json_read_number_or(r, object, "offset", MAX_OFFSET, 0);
	entry->piece = EXH_SCI_NO_PIECE;
	if (is_placed)
		return;
	if (volume && volume->count)
		entry->piece =
			volume->first +
			json_read_number(r, object, "piece", (uint32_t)volume->count - 1);
	else
		json_read_wrong(r, "volume", "a volume that has pieces");
}

static void get_entry(struct json_reading *r, const struct json *object, size_t i,
		      void *context)
{
	struct exh_sci_plan *plan = context;
	struct exh_sci_plan_entry entry;

	(void)i;
	get_id(r, object, &entry.type, &entry.number);
	entry.volume = json_read_number(r, object, "volume", EXH_SCI_MAX_VOLUME);
	get_place(r, plan, object, &entry);
	if (!r->status && !exh_sci_plan_add_entry(plan, &entry))
		mem_end();
}

static void get_map(struct json_reading *r, const struct json *map,
		    struct exh_sci_plan *plan)
{
	plan->map_name = json_read_file_name(r, map, "name", false);
	plan->is_unended = !json_read_flag(r, map, "end_mark", true);
	plan->after = json_read_hex(r, map, "behind");
	json_read_items(r, json_read_list(r, map, "entries"), "entry", get_entry, plan);
}

enum exh_status sci_manifest_read(struct exh_bytes text, struct exh_sci_plan *plan,
				  struct exh_error *err)
{
	struct json_reading r = { .arena = &plan->arena, .err = err };
	struct json *root = json_parse(text, err);

	*plan = (struct exh_sci_plan){ .arena.limit = MEMORY_LIMIT };
	if (!root)
		return EXH_INVALID;
	r.status = json_check_format(root, "sci", 1, "sci-unpack", err);
	json_read_items(&r, json_read_list(&r, root, "volumes"), "volume", get_volume,
			plan);
	get_map(&r, json_get(root, "map"), plan);
	json_free(root);
	return r.status;
}
