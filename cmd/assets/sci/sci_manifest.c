#include "sci.h"
#include "task/fields.h"
#include "task/memory.h"

enum { MEMORY_LIMIT = 1 << 30, MAX_OFFSET = EXH_SCI_VOLUME_LIMIT - 1 };

/*
 * The document.
 */

struct piece {
	const char *type;
	bool has_number, has_method;
	struct exh_sci_piece piece;
};

static const struct field piece_field[] = {
	FIELD_OF("bytes", FIELD_HEX, struct piece, piece.data, NULL,
		 "bytes of the volume that belong to no record, instead of all other "
		 "fields",
		 .flags = FIELD_OMITTED),
	FIELD(struct piece, type, NULL, "type of the resource", .flags = FIELD_OMITTED),
	FIELD_AS("number", struct piece, piece.number, NULL, "number of the resource",
		 .most = EXH_SCI_NUMBERS - 1, FIELD_HAS(struct piece, has_number)),
	FIELD_OF("method", FIELD_NAME, struct piece, piece.method, NULL,
		 "how the record is packed; smallest if missing",
		 .names = exh_sci_pack_method_names, .otherwise = EXH_SCI_PACK_SMALLEST,
		 FIELD_HAS(struct piece, has_method)),
	FIELD_OF("file", FIELD_FILE, struct piece, piece.file, NULL,
		 "file with the resource, in the manifest's folder",
		 .flags = FIELD_OMITTED),
	FIELD_OF("sha256", FIELD_DIGITS, struct piece, piece.sha256, NULL,
		 "SHA-256 of the unpacked resource",
		 FIELD_HAS(struct piece, piece.has_sha256)),
	FIELD_OF("packed", FIELD_HEX, struct piece, piece.packed, NULL,
		 "the packed resource, if sci-pack would pack it differently; used while "
		 "the file has that sha256",
		 .flags = FIELD_OMITTED),
};
static const struct fields piece_table = FIELDS("piece", struct piece, piece_field);

struct volume {
	unsigned number;
	const char *name;
	struct piece *pieces;
	size_t count;
};

static const struct field volume_field[] = {
	FIELD(struct volume, number, NULL, "number of the volume",
	      .most = EXH_SCI_MAX_VOLUME),
	FIELD_OF("name", FIELD_FILE, struct volume, name, NULL, "name of the volume"),
	FIELD_ROWS(struct volume, pieces, count, &piece_table,
		   "the parts of the volume, in their order"),
};
static const struct fields volume_table = FIELDS("volume", struct volume, volume_field);

struct entry {
	const char *type;
	struct exh_sci_plan_entry entry;
	bool has_piece, has_offset;
};

static const struct field entry_field[] = {
	FIELD(struct entry, type, NULL, "type of the resource"),
	FIELD_AS("number", struct entry, entry.number, NULL, "number of the resource",
		 .most = EXH_SCI_NUMBERS - 1),
	FIELD_AS("volume", struct entry, entry.volume, NULL,
		 "number of the volume with the resource", .most = EXH_SCI_MAX_VOLUME),
	FIELD_AS("piece", struct entry, entry.piece, NULL,
		 "number of the piece in its volume, from 0", .most = UINT32_MAX,
		 FIELD_HAS(struct entry, has_piece)),
	FIELD_AS("offset", struct entry, entry.offset, "bytes",
		 "where the entry leads to, from the start of the piece (0 if missing) "
		 "or, without piece, of the volume",
		 .most = MAX_OFFSET, FIELD_HAS(struct entry, has_offset)),
};
static const struct fields entry_table = FIELDS("entry", struct entry, entry_field);

struct map {
	const char *name;
	bool end_mark;
	struct exh_bytes behind;
	struct entry *entries;
	size_t count;
};

static const struct field map_field[] = {
	FIELD_OF("name", FIELD_FILE, struct map, name, NULL, "name of the map"),
	FIELD(struct map, end_mark, NULL,
	      "false: the map has no end mark; true if missing", .flags = FIELD_OPTIONAL,
	      .otherwise = true),
	FIELD(struct map, behind, NULL, "bytes after the end mark",
	      .flags = FIELD_OMITTED),
	FIELD_ROWS(struct map, entries, count, &entry_table,
		   "the entries of the map, in their order"),
};
static const struct fields map_table = FIELDS("map", struct map, map_field);

struct manifest {
	struct map map;
	struct volume *volumes;
	size_t count;
};

static const struct field manifest_field[] = {
	FIELD_INSIDE(struct manifest, map, &map_table, "the resource map"),
	FIELD_ROWS(struct manifest, volumes, count, &volume_table, "the volumes"),
};
static const struct fields manifest_table =
	FIELDS("manifest", struct manifest, manifest_field);

const struct document sci_manifest_document = {
	.format = "sci",
	.schema = 1,
	.made_by = "sci-unpack",
	.meaning = "A game of SCI0 that was unpacked: what its map and volumes hold "
		   "beside resources",
	.fields = &manifest_table,
};

/* Returns the volume of this number; NULL: the plan has none. */
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

static struct piece piece_row(const struct exh_sci_piece *piece)
{
	struct piece row = { .type = exh_sci_type_name(piece->type),
			     .has_number = true,
			     .has_method = true,
			     .piece = *piece };

	if (!piece->is_record)
		return (struct piece){ .piece.data = piece->data };
	row.piece.data.data = NULL;
	row.piece.has_sha256 = true;
	return row;
}

static struct volume volume_row(const struct exh_sci_plan *plan,
				const struct exh_sci_plan_volume *volume,
				struct exh_arena *arena)
{
	struct volume row = { .number = volume->number,
			      .name = volume->name,
			      .count = volume->count };

	row.pieces = mem_arena(arena, row.count, sizeof *row.pieces);
	for (size_t i = 0; i < row.count; i++)
		row.pieces[i] = piece_row(&plan->pieces[volume->first + i]);
	return row;
}

static struct entry entry_row(const struct exh_sci_plan *plan,
			      const struct exh_sci_plan_entry *entry)
{
	const struct exh_sci_plan_volume *volume = find_volume(plan, entry->volume);
	struct entry row = { .type = exh_sci_type_name(entry->type),
			     .entry = *entry,
			     .has_piece = entry->piece != EXH_SCI_NO_PIECE };

	row.has_offset = !row.has_piece || entry->offset;
	row.entry.piece -= volume ? volume->first : 0;
	return row;
}

struct json *sci_manifest_to_json(const struct exh_sci_plan *plan)
{
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct manifest m = { .map = { .name = plan->map_name,
				       .end_mark = !plan->is_unended,
				       .behind = plan->after,
				       .count = plan->entry_count },
			      .count = plan->volume_count };
	struct json *json;

	if (!plan->after.size)
		m.map.behind.data = NULL;
	m.map.entries = mem_arena(&arena, m.map.count, sizeof *m.map.entries);
	for (size_t i = 0; i < m.map.count; i++)
		m.map.entries[i] = entry_row(plan, &plan->entries[i]);
	m.volumes = mem_arena(&arena, m.count, sizeof *m.volumes);
	for (size_t i = 0; i < m.count; i++)
		m.volumes[i] = volume_row(plan, &plan->volumes[i], &arena);
	json = document_to_json(&sci_manifest_document, &m);
	exh_arena_free(&arena);
	return json;
}

/*
 * Reading.
 */

static unsigned type_of(struct json_reading *r, const char *name)
{
	const unsigned type = name ? exh_sci_type_from_name(name) : EXH_SCI_TYPES;

	if (type == EXH_SCI_TYPES)
		json_read_wrong(r, "type", "a resource type such as \"view\"");
	return type;
}

static void check_record(struct json_reading *r, struct piece *row)
{
	struct exh_sci_piece *piece = &row->piece;

	piece->is_record = true;
	piece->type = type_of(r, row->type);
	if (!row->has_number)
		json_read_wrong(r, "number", "the number of the resource");
	if (!piece->file)
		json_read_wrong(r, "file", "the name of a file, without folders");
	if (piece->packed.data &&
	    (piece->method == EXH_SCI_PACK_SMALLEST || !piece->has_sha256))
		json_read_wrong(r, "packed", "keys \"method\" and \"sha256\" with it");
}

static void take_piece(struct json_reading *r, struct piece *row,
		       struct exh_sci_plan *plan)
{
	const struct exh_sci_piece bytes = { .data = row->piece.data };

	if (!bytes.data.data)
		check_record(r, row);
	if (!r->status &&
	    !exh_sci_plan_add_piece(plan, bytes.data.data ? &bytes : &row->piece))
		mem_end();
}

static void take_volume(struct json_reading *r, const struct volume *row,
			struct exh_sci_plan *plan)
{
	const struct exh_sci_plan_volume volume = { row->number, row->name,
						    plan->piece_count, row->count };

	if (find_volume(plan, volume.number))
		json_read_wrong(r, "number", "a number that no other volume has");
	for (size_t i = 0; i < row->count && !r->status; i++) {
		take_piece(r, &row->pieces[i], plan);
		json_read_within(r, "piece", i);
	}
	if (!r->status && !exh_sci_plan_add_volume(plan, &volume))
		mem_end();
}

/* Finds the plan's piece that an entry leads to; fails if it is missing. */
static void find_piece(struct json_reading *r, const struct exh_sci_plan *plan,
		       struct exh_sci_plan_entry *entry)
{
	const struct exh_sci_plan_volume *volume = find_volume(plan, entry->volume);

	if (!volume || !volume->count)
		json_read_wrong(r, "volume", "a volume that has pieces");
	else if (entry->piece >= volume->count)
		json_read_wrong(r, "piece", "a number below that of the volume's pieces");
	else
		entry->piece += volume->first;
}

static void take_entry(struct json_reading *r, struct entry *row,
		       struct exh_sci_plan *plan)
{
	row->entry.type = type_of(r, row->type);
	if (row->has_piece)
		find_piece(r, plan, &row->entry);
	else if (row->has_offset)
		row->entry.piece = EXH_SCI_NO_PIECE;
	else
		json_read_wrong(r, "offset", "a place in the volume, or a key \"piece\"");
	if (!r->status && !exh_sci_plan_add_entry(plan, &row->entry))
		mem_end();
}

enum exh_status sci_manifest_read(struct exh_bytes text, struct exh_sci_plan *plan,
				  struct exh_error *err)
{
	struct json_reading r = { .arena = &plan->arena, .err = err };
	struct manifest m = { 0 };

	*plan = (struct exh_sci_plan){ .arena.limit = MEMORY_LIMIT };
	document_read_text(&r, &sci_manifest_document, text, &m);
	plan->map_name = m.map.name;
	plan->is_unended = !m.map.end_mark;
	plan->after = m.map.behind;
	for (size_t i = 0; i < m.count && !r.status; i++) {
		take_volume(&r, &m.volumes[i], plan);
		json_read_within(&r, "volume", i);
	}
	for (size_t i = 0; i < m.map.count && !r.status; i++) {
		take_entry(&r, &m.map.entries[i], plan);
		if (r.status)
			exh_within(err, r.status, "map: entries: entry %zu", i);
	}
	return r.status;
}
