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

static void set_id(json_t *json, unsigned type, unsigned number)
{
	json_set_string(json, "type", exh_sci_type_name(type));
	json_set_number(json, "number", number);
}

static json_t *piece_to_json(const struct exh_sci_piece *piece)
{
	const struct exh_bytes sha256 = { piece->sha256, SHA256_SIZE, 0 };
	json_t *json = json_object();

	if (!piece->is_record) {
		json_object_set_new(json, "bytes", json_hex(piece->data));
		return json;
	}
	set_id(json, piece->type, piece->number);
	json_set_string(json, "method", exh_sci_pack_method_names[piece->method]);
	json_set_text(json, "file", piece->file);
	json_object_set_new(json, "sha256", json_hex(sha256));
	if (piece->packed.data)
		json_object_set_new(json, "packed", json_hex(piece->packed));
	return json;
}

static json_t *volume_to_json(const struct exh_sci_plan *plan,
			      const struct exh_sci_plan_volume *volume)
{
	json_t *json = json_object(), *pieces;

	json_set_number(json, "number", volume->number);
	json_set_text(json, "name", volume->name);
	pieces = json_put(json, "pieces", json_array());
	for (size_t i = volume->first; i < volume->first + volume->count; i++)
		json_array_append_new(pieces, piece_to_json(&plan->pieces[i]));
	return json;
}

static json_t *entry_to_json(const struct exh_sci_plan *plan,
			     const struct exh_sci_plan_entry *entry)
{
	json_t *json = json_object();
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

json_t *sci_manifest_to_json(const struct exh_sci_plan *plan)
{
	json_t *json = json_document("sci"), *map = json_object();
	json_t *volumes = json_array(), *entries;

	json_set_text(map, "name", plan->map_name);
	json_set_flag(map, "end_mark", !plan->is_unended);
	if (plan->after.size)
		json_object_set_new(map, "behind", json_hex(plan->after));
	entries = json_put(map, "entries", json_array());
	for (size_t i = 0; i < plan->entry_count; i++)
		json_array_append_new(entries, entry_to_json(plan, &plan->entries[i]));
	for (size_t i = 0; i < plan->volume_count; i++)
		json_array_append_new(volumes, volume_to_json(plan, &plan->volumes[i]));
	json_object_set_new(json, "map", map);
	json_object_set_new(json, "volumes", volumes);
	return json;
}

/*
 * Reading.
 */

/* After the first failure nothing more is read. */
struct reading {
	struct exh_sci_plan *plan;
	enum exh_status status;
	struct exh_error *err;
};

static void fail(struct reading *r, const char *key, const char *expected)
{
	if (!r->status)
		r->status = json_wrong(r->err, key, expected);
}

static uint32_t get_number(struct reading *r, const json_t *object, const char *key,
			   bool optional, uint32_t most)
{
	uint32_t value = 0;

	if (!r->status)
		r->status = json_get_number(object, key, optional, most, &value, r->err);
	return value;
}

/* In the folder of the manifest, or that of the map, whatever it says. */
static const char *get_name(struct reading *r, const json_t *object, const char *key)
{
	const char *name = NULL;

	if (!r->status)
		r->status = json_get_file_name(object, key, false, &r->plan->arena, &name,
					       r->err);
	return name;
}

static struct exh_bytes get_hex(struct reading *r, const json_t *object, const char *key)
{
	struct exh_bytes bytes = { 0 };

	if (!r->status)
		r->status = json_get_hex(object, key, &r->plan->arena, &bytes, r->err);
	return bytes;
}

static void get_id(struct reading *r, const json_t *object, unsigned *type,
		   unsigned *number)
{
	const char *name = json_string_value(json_object_get(object, "type"));

	*type = name ? exh_sci_type_from_name(name) : EXH_SCI_TYPES;
	if (*type == EXH_SCI_TYPES)
		fail(r, "type", "a resource type such as \"view\"");
	*number = get_number(r, object, "number", false, EXH_SCI_NUMBERS - 1);
}

static enum exh_sci_pack_method get_method(struct reading *r, const json_t *object)
{
	const json_t *value = json_object_get(object, "method");
	const char *name = json_string_value(value);
	size_t i = 0;

	if (!value)
		return EXH_SCI_PACK_SMALLEST;
	while (name && exh_sci_pack_method_names[i] &&
	       strcmp(exh_sci_pack_method_names[i], name) != 0)
		i++;
	if (!name || !exh_sci_pack_method_names[i])
		fail(r, "method", "\"stored\", \"lzw\", \"huffman\" or \"smallest\"");
	return (enum exh_sci_pack_method)i;
}

static void get_sha256(struct reading *r, const json_t *object,
		       struct exh_sci_piece *piece)
{
	const struct exh_bytes found = get_hex(r, object, "sha256");

	if (!json_object_get(object, "sha256") || r->status)
		return;
	if (found.size != SHA256_SIZE) {
		fail(r, "sha256", "64 hexadecimal digits");
		return;
	}
	memcpy(piece->sha256, found.data, SHA256_SIZE);
	piece->has_sha256 = true;
}

static void get_record(struct reading *r, const json_t *object,
		       struct exh_sci_piece *piece)
{
	piece->is_record = true;
	get_id(r, object, &piece->type, &piece->number);
	piece->file = get_name(r, object, "file");
	piece->method = get_method(r, object);
	get_sha256(r, object, piece);
	piece->packed = get_hex(r, object, "packed");
	if (piece->packed.data &&
	    (piece->method == EXH_SCI_PACK_SMALLEST || !piece->has_sha256))
		fail(r, "packed", "keys \"method\" and \"sha256\" with it");
}

static void get_piece(struct reading *r, const json_t *object)
{
	struct exh_sci_piece piece = { 0 };

	if (!json_is_object(object))
		r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				     "expected an object");
	else if (json_object_get(object, "bytes"))
		piece.data = get_hex(r, object, "bytes");
	else
		get_record(r, object, &piece);
	if (!r->status && !exh_sci_plan_add_piece(r->plan, &piece))
		mem_end();
}

/* All of a list, by this function; errors name its place. */
static void get_list(struct reading *r, const json_t *object, const char *key,
		     const char *what, void (*get)(struct reading *r, const json_t *item))
{
	const json_t *list = json_object_get(object, key);

	if (!json_is_array(list))
		fail(r, key, "a list");
	for (size_t i = 0; i < json_array_size(list) && !r->status; i++) {
		get(r, json_array_get(list, i));
		if (r->status)
			exh_within(r->err, r->status, "%s %zu", what, i);
	}
}

static void get_volume(struct reading *r, const json_t *object)
{
	struct exh_sci_plan_volume volume = { .first = r->plan->piece_count };

	volume.number = get_number(r, object, "number", false, EXH_SCI_MAX_VOLUME);
	volume.name = get_name(r, object, "name");
	if (!json_is_array(json_object_get(object, "pieces")))
		fail(r, "pieces", "a list");
	if (find_volume(r->plan, volume.number))
		fail(r, "number", "a number that no other volume has");
	get_list(r, object, "pieces", "piece", get_piece);
	volume.count = r->plan->piece_count - volume.first;
	if (!r->status && !exh_sci_plan_add_volume(r->plan, &volume))
		mem_end();
}

/* The plan's piece that an entry leads to; it must be there. */
static void get_place(struct reading *r, const json_t *object,
		      struct exh_sci_plan_entry *entry)
{
	const bool is_placed = !json_object_get(object, "piece");
	const struct exh_sci_plan_volume *volume = find_volume(r->plan, entry->volume);

	entry->offset = get_number(r, object, "offset", !is_placed, MAX_OFFSET);
	entry->piece = EXH_SCI_NO_PIECE;
	if (is_placed)
		return;
	if (volume && volume->count)
		entry->piece = volume->first + get_number(r, object, "piece", false,
							  (uint32_t)volume->count - 1);
	else
		fail(r, "volume", "a volume that has pieces");
}

static void get_entry(struct reading *r, const json_t *object)
{
	struct exh_sci_plan_entry entry;

	get_id(r, object, &entry.type, &entry.number);
	entry.volume = get_number(r, object, "volume", false, EXH_SCI_MAX_VOLUME);
	get_place(r, object, &entry);
	if (!r->status && !exh_sci_plan_add_entry(r->plan, &entry))
		mem_end();
}

static void get_map(struct reading *r, const json_t *map)
{
	bool is_ended = true;

	r->plan->map_name = get_name(r, map, "name");
	if (!r->status)
		r->status = json_get_flag(map, "end_mark", &is_ended, r->err);
	r->plan->is_unended = !is_ended;
	r->plan->after = get_hex(r, map, "behind");
	get_list(r, map, "entries", "entry", get_entry);
}

enum exh_status sci_manifest_read(struct exh_bytes text, struct exh_sci_plan *plan,
				  struct exh_error *err)
{
	struct reading r = { .plan = plan, .err = err };
	json_t *root = json_parse(text, err);

	*plan = (struct exh_sci_plan){ .arena.limit = MEMORY_LIMIT };
	if (!root)
		return EXH_INVALID;
	r.status = json_check_format(root, "sci", "sci-unpack", err);
	get_list(&r, root, "volumes", "volume", get_volume);
	get_map(&r, json_object_get(root, "map"));
	json_decref(root);
	return r.status;
}
