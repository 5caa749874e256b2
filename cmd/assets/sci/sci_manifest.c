#include "sci.h"
#include "task/json.h"
#include "task/memory.h"

#include <string.h>

enum { MEMORY_LIMIT = 1 << 30, MAX_OFFSET = EXH_SCI_VOLUME_LIMIT - 1 };

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
	size_t first = 0;

	set_id(json, entry->type, entry->number);
	json_set_number(json, "volume", entry->volume);
	for (size_t i = 0; i < plan->volume_count; i++)
		if (plan->volumes[i].number == entry->volume)
			first = plan->volumes[i].first;
	if (entry->piece != EXH_SCI_NO_PIECE)
		json_set_number(json, "piece", (entry->piece - first));
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

struct reading {
	struct exh_sci_plan *plan;
	struct exh_error *err;
};

/* In the folder of the manifest, or that of the map, whatever it says. */
static enum exh_status get_name(struct reading *r, const json_t *object, const char *key,
				const char **out)
{
	const json_t *value = json_object_get(object, key);
	const struct exh_bytes text = { (const uint8_t *)json_string_value(value),
					json_string_length(value), 0 };

	if (!json_is_file_name(value))
		return json_wrong(r->err, key, "the name of a file, without folders");
	*out = (const char *)mem_arena_keep(&r->plan->arena, text).data;
	return EXH_OK;
}

static enum exh_status get_id(struct reading *r, const json_t *object, unsigned *type,
			      unsigned *number)
{
	const json_t *value = json_object_get(object, "type");
	const char *name = json_string_value(value);
	uint32_t found = 0;
	enum exh_status status;

	*type = name ? exh_sci_type_from_name(name) : EXH_SCI_TYPES;
	if (*type == EXH_SCI_TYPES)
		return json_wrong(r->err, "type", "a resource type such as \"view\"");
	status = json_get_number(object, "number", false, EXH_SCI_NUMBERS - 1, &found,
				 r->err);
	*number = found;
	return status;
}

static enum exh_status get_method(struct reading *r, const json_t *object,
				  enum exh_sci_pack_method *out)
{
	const json_t *value = json_object_get(object, "method");
	const char *name = json_string_value(value);
	size_t i = 0;

	*out = EXH_SCI_PACK_SMALLEST;
	if (!value)
		return EXH_OK;
	while (name && exh_sci_pack_method_names[i] &&
	       strcmp(exh_sci_pack_method_names[i], name) != 0)
		i++;
	if (!name || !exh_sci_pack_method_names[i])
		return json_wrong(r->err, "method",
				  "\"stored\", \"lzw\", \"huffman\" or \"smallest\"");
	*out = (enum exh_sci_pack_method)i;
	return EXH_OK;
}

static enum exh_status get_sha256(struct reading *r, const json_t *object,
				  struct exh_sci_piece *piece)
{
	struct exh_bytes found;
	const enum exh_status status =
		json_get_hex(object, "sha256", &r->plan->arena, &found, r->err);

	if (status || !json_object_get(object, "sha256"))
		return status;
	if (found.size != SHA256_SIZE)
		return json_wrong(r->err, "sha256", "64 hexadecimal digits");
	memcpy(piece->sha256, found.data, SHA256_SIZE);
	piece->has_sha256 = true;
	return EXH_OK;
}

static enum exh_status get_record(struct reading *r, const json_t *object,
				  struct exh_sci_piece *piece)
{
	enum exh_status status = get_id(r, object, &piece->type, &piece->number);

	piece->is_record = true;
	if (!status)
		status = get_name(r, object, "file", &piece->file);
	if (!status)
		status = get_method(r, object, &piece->method);
	if (!status)
		status = get_sha256(r, object, piece);
	if (!status)
		status = json_get_hex(object, "packed", &r->plan->arena, &piece->packed,
				      r->err);
	if (!status && piece->packed.data &&
	    (piece->method == EXH_SCI_PACK_SMALLEST || !piece->has_sha256))
		status = json_wrong(r->err, "packed",
				    "keys \"method\" and \"sha256\" with it");
	return status;
}

static enum exh_status get_piece(struct reading *r, const json_t *object)
{
	struct exh_sci_piece piece = { 0 };
	enum exh_status status;

	if (!json_is_object(object))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET, "expected an object");
	status = json_object_get(object, "bytes")
			 ? json_get_hex(object, "bytes", &r->plan->arena, &piece.data,
					r->err)
			 : get_record(r, object, &piece);
	if (!status && !exh_sci_plan_add_piece(r->plan, &piece))
		mem_end();
	return status;
}

static enum exh_status get_volume(struct reading *r, const json_t *object)
{
	const json_t *pieces = json_object_get(object, "pieces");
	struct exh_sci_plan_volume volume = { .first = r->plan->piece_count,
					      .count = json_array_size(pieces) };
	uint32_t number = 0;
	enum exh_status status = json_get_number(object, "number", false,
						 EXH_SCI_MAX_VOLUME, &number, r->err);

	volume.number = number;
	if (!status)
		status = get_name(r, object, "name", &volume.name);
	if (!status && !json_is_array(pieces))
		status = json_wrong(r->err, "pieces", "a list");
	for (size_t i = 0; i < r->plan->volume_count && !status; i++)
		if (r->plan->volumes[i].number == number)
			status = json_wrong(r->err, "number",
					    "a number that no other volume has");
	for (size_t i = 0; i < volume.count && !status; i++) {
		status = get_piece(r, json_array_get(pieces, i));
		if (status)
			exh_within(r->err, status, "piece %zu", i);
	}
	if (!status && !exh_sci_plan_add_volume(r->plan, &volume))
		mem_end();
	return status;
}

/* Which of the plan's pieces it is; and that there is one. */
static enum exh_status get_place(struct reading *r, const json_t *object,
				 struct exh_sci_plan_entry *entry)
{
	const struct exh_sci_plan_volume *volume = NULL;
	const bool is_placed = !json_object_get(object, "piece");
	uint32_t piece = 0, offset = 0;
	enum exh_status status = json_get_number(object, "offset", !is_placed, MAX_OFFSET,
						 &offset, r->err);

	entry->offset = offset;
	entry->piece = EXH_SCI_NO_PIECE;
	if (is_placed || status)
		return status;
	for (size_t i = 0; i < r->plan->volume_count; i++)
		if (r->plan->volumes[i].number == entry->volume)
			volume = &r->plan->volumes[i];
	if (!volume || !volume->count)
		return json_wrong(r->err, "volume", "a volume that has pieces");
	status = json_get_number(object, "piece", false, (uint32_t)volume->count - 1,
				 &piece, r->err);
	entry->piece = volume->first + piece;
	return status;
}

static enum exh_status get_entry(struct reading *r, const json_t *object)
{
	struct exh_sci_plan_entry entry;
	uint32_t volume = 0;
	enum exh_status status = get_id(r, object, &entry.type, &entry.number);

	if (!status)
		status = json_get_number(object, "volume", false, EXH_SCI_MAX_VOLUME,
					 &volume, r->err);
	entry.volume = volume;
	if (!status)
		status = get_place(r, object, &entry);
	if (!status && !exh_sci_plan_add_entry(r->plan, &entry))
		mem_end();
	return status;
}

/* All of a list, by this function; what is wrong is reported with its place. */
static enum exh_status
get_list(struct reading *r, const json_t *object, const char *key, const char *what,
	 enum exh_status (*get)(struct reading *r, const json_t *item))
{
	const json_t *list = json_object_get(object, key);
	enum exh_status status = EXH_OK;

	if (!json_is_array(list))
		return json_wrong(r->err, key, "a list");
	for (size_t i = 0; i < json_array_size(list) && !status; i++) {
		status = get(r, json_array_get(list, i));
		if (status)
			exh_within(r->err, status, "%s %zu", what, i);
	}
	return status;
}

static enum exh_status get_map(struct reading *r, const json_t *map)
{
	const json_t *mark = json_object_get(map, "end_mark");
	enum exh_status status = get_name(r, map, "name", &r->plan->map_name);

	if (!status && mark && !json_is_boolean(mark))
		status = json_wrong(r->err, "end_mark", "true or false");
	r->plan->is_unended = json_is_false(mark);
	if (!status)
		status = json_get_hex(map, "behind", &r->plan->arena, &r->plan->after,
				      r->err);
	return status ? status : get_list(r, map, "entries", "entry", get_entry);
}

enum exh_status sci_manifest_read(struct exh_bytes text, struct exh_sci_plan *plan,
				  struct exh_error *err)
{
	struct reading r = { plan, err };
	json_t *root = json_parse(text, err);
	const char *format = json_string_value(json_object_get(root, "format"));
	enum exh_status status;

	*plan = (struct exh_sci_plan){ .arena.limit = MEMORY_LIMIT };
	if (!root)
		return EXH_INVALID;
	if (!format || strcmp(format, "sci") != 0)
		status = json_wrong(err, "format", "\"sci\", as written by sci-unpack");
	else
		status = get_list(&r, root, "volumes", "volume", get_volume);
	if (!status)
		status = get_map(&r, json_object_get(root, "map"));
	json_decref(root);
	return status;
}
