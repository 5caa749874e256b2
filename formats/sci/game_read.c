#include "game.h"

#include <stdio.h>

static enum exh_status volume_bytes(const struct exh_sci_game *game,
				    const struct exh_sci_game_resource *resource,
				    struct exh_arena *arena, struct exh_bytes *out,
				    struct exh_error *err)
{
	const struct exh_sci_entry *entry = resource->entry;
	enum exh_status status;

	if (resource->file == EXH_SCI_NO_FILE)
		return exh_fail(err, EXH_INVALID, entry->map_offset,
				"it is in volume %u: no file RESOURCE.%03u",
				entry->volume, entry->volume);
	status = exh_sci_game_file_bytes(game, resource->file, arena, out, err);
	if (status && err)
		err->offset = entry->map_offset;
	return status;
}

enum exh_status exh_sci_game_record(const struct exh_sci_game *game,
				    const struct exh_sci_game_resource *resource,
				    struct exh_arena *arena, struct exh_sci_record *out,
				    struct exh_error *err)
{
	const struct exh_sci_entry *entry = resource->entry;
	struct exh_bytes volume = { 0 };
	enum exh_status status = volume_bytes(game, resource, arena, &volume, err);

	if (!status)
		status = exh_sci_record_read(volume, entry->offset, game->map.layout, out,
					     err);
	if (status || (out->type == resource->type && out->number == resource->number))
		return status;
	return exh_fail(err, EXH_INVALID, entry->offset,
			"the record is of %s %u, the map has %s %u",
			exh_sci_type_name(out->type), out->number,
			exh_sci_type_name(resource->type), resource->number);
}

static enum exh_status read_patch(const struct exh_sci_game *game,
				  const struct exh_sci_game_resource *resource,
				  struct exh_arena *arena, struct exh_bytes *out,
				  struct exh_error *err)
{
	struct exh_bytes file = { 0 };
	enum exh_status status =
		exh_sci_game_file_bytes(game, resource->file, arena, &file, err);

	return status ? status : exh_sci_patch_read(file, resource->type, out, err);
}

/* A stored record that is whole needs no copy. */
static bool is_plain(const struct exh_sci_record *record)
{
	return record->packing == EXH_SCI_STORED &&
	       record->packed_size == record->unpacked_size &&
	       record->payload.size == record->packed_size;
}

static enum exh_status unpack(const struct exh_sci_record *record,
			      struct exh_arena *arena, struct exh_bytes *out,
			      size_t *produced, struct exh_notes *notes,
			      struct exh_error *err)
{
	uint8_t *dst;

	if (is_plain(record)) {
		*out = record->payload;
		*produced = out->size;
		return EXH_OK;
	}
	dst = exh_alloc(arena, record->unpacked_size + 1, 1);
	if (!dst)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	*out = (struct exh_bytes){ dst, record->unpacked_size, 0 };
	return exh_sci_record_unpack(record, arena, dst, produced, notes, err);
}

enum exh_status exh_sci_game_unpack(const struct exh_sci_game *game,
				    const struct exh_sci_game_resource *resource,
				    struct exh_arena *arena, bool salvage,
				    struct exh_bytes *out, struct exh_notes *notes,
				    struct exh_error *err)
{
	struct exh_sci_record record;
	struct exh_error own;
	size_t produced = 0;
	enum exh_status status;

	*out = (struct exh_bytes){ 0 };
	err = err ? err : &own;
	if (resource->is_patch)
		return read_patch(game, resource, arena, out, err);
	status = exh_sci_game_record(game, resource, arena, &record, err);
	if (!status)
		status = unpack(&record, arena, out, &produced, notes, err);
	if (!status || !salvage || !produced)
		return status;
	exh_note(notes, EXH_DAMAGE, err->offset, "%s: %zu of %zu bytes saved", err->text,
		 produced, out->size);
	return EXH_OK;
}

/*
 * With names.
 */

enum { PLACE_SIZE = 64 };

/* "RESOURCE.001: view 3", "view.003": what notes and errors of it begin with. The map
 * is named where the volume is missing. */
static void name_place(const struct game_reading *r, char place[PLACE_SIZE])
{
	const struct exh_sci_game_resource *resource = r->resource;
	const size_t file =
		resource->file == EXH_SCI_NO_FILE ? r->game->map_file : resource->file;
	const char *name = r->game->files.items[file].name;

	if (resource->is_patch)
		snprintf(place, PLACE_SIZE, "%.40s", name);
	else
		snprintf(place, PLACE_SIZE, "%.40s: %s %u", name,
			 exh_sci_type_name(resource->type), resource->number);
}

enum exh_status exh_sci_game_reading_end(struct game_reading *r, enum exh_status status)
{
	char place[PLACE_SIZE];

	name_place(r, place);
	for (const struct exh_note *note = r->own.first; note; note = note->next)
		exh_note(r->notes, note->severity, note->offset, "%s: %s", place,
			 note->text);
	return status ? exh_within(r->err, status, "%s", place) : EXH_OK;
}

enum exh_status exh_sci_game_reading_start(struct game_reading *r,
					   const struct exh_sci_game *game,
					   const struct exh_sci_game_resource *resource,
					   struct exh_arena *arena, struct exh_bytes *out,
					   struct exh_notes *notes, struct exh_error *err)
{
	*r = (struct game_reading){ .game = game,
				    .resource = resource,
				    .arena = arena,
				    .own = { .arena = arena },
				    .notes = notes,
				    .err = err };
	return exh_sci_game_unpack(game, resource, arena, true, out, &r->own, err);
}

enum exh_status exh_sci_game_read(const struct exh_sci_game *game, unsigned type,
				  unsigned number, struct exh_arena *arena,
				  struct exh_bytes *out, struct exh_notes *notes,
				  struct exh_error *err)
{
	const struct exh_sci_game_resource *resource =
		exh_sci_game_find(game, type, number);
	const char *name = exh_sci_type_name(type);
	struct game_reading r;

	*out = (struct exh_bytes){ 0 };
	if (!resource)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "the game has no %s %u",
				name ? name : "resource of this type:", number);
	return exh_sci_game_reading_end(
		&r,
		exh_sci_game_reading_start(&r, game, resource, arena, out, notes, err));
}
