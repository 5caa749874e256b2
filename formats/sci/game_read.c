#include "resource.h"

#include "basics.h"
#include "exhume/advanced/sci_game.h"

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

/* A complete stored record needs no copy. */
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
		return no_memory(err);
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
 * Messages with names.
 */

enum { PLACE_SIZE = 64 };

/* A resource that is being read, for messages that name it. */
struct game_reading {
	const struct exh_sci_game *game;
	const struct exh_sci_game_resource *resource;
	struct exh_notes own; /* notes on this resource */
};

/* Beginning of its notes and errors: "RESOURCE.001: view 3" or "view.003". If the volume
 * is missing, the map's name is used. */
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

/* Unpacks the resource, salvaging damaged data. */
static enum exh_status start(struct game_reading *r, const struct exh_sci_game *game,
			     const struct exh_sci_game_resource *resource,
			     struct exh_arena *arena, struct exh_bytes *out,
			     struct exh_error *err)
{
	*r = (struct game_reading){ game, resource, { .arena = arena } };
	return exh_sci_game_unpack(game, resource, arena, true, out, &r->own, err);
}

/* Passes notes and the error on, with their file and resource. Returns the status. */
static enum exh_status finish(const struct game_reading *r, enum exh_status status,
			      struct exh_notes *notes, struct exh_error *err)
{
	char place[PLACE_SIZE];

	name_place(r, place);
	for (const struct exh_note *note = r->own.first; note; note = note->next)
		exh_note(notes, note->severity, note->offset, "%s: %s", place,
			 note->text);
	return status ? exh_within(err, status, "%s", place) : EXH_OK;
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
	return finish(&r, start(&r, game, resource, arena, out, err), notes, err);
}

/*
 * Vocabularies.
 */

/* Numbers of the vocabularies in games of SCI0 and of SCI01. */
static const uint16_t numbers[][2] = {
	[EXH_SCI_VOCAB_WORDS] = { 0, 900 },
	[EXH_SCI_VOCAB_SUFFIXES] = { 901, 902 },
	[EXH_SCI_VOCAB_GRAMMAR] = { 900, 901 },
	[EXH_SCI_VOCAB_SYNONYMS] = { 902, EXH_SCI_NUMBERS },
	[EXH_SCI_VOCAB_PROPERTIES] = { 994, 994 },
	[EXH_SCI_VOCAB_HELP] = { 995, 995 },
	[EXH_SCI_VOCAB_CLASSES] = { 996, 996 },
	[EXH_SCI_VOCAB_SELECTORS] = { 997, 997 },
	[EXH_SCI_VOCAB_OPCODES] = { 998, 998 },
	[EXH_SCI_VOCAB_KERNEL] = { 999, 999 },
};

/* 900 is SCI0's grammar, and SCI01's words; SCI01 games have no vocabulary 0. */
static bool is_sci01(const struct exh_sci_game *game)
{
	return !exh_sci_game_find(game, EXH_SCI_VOCAB, 0) &&
	       exh_sci_game_find(game, EXH_SCI_VOCAB, 902);
}

unsigned exh_sci_game_vocab_number(const struct exh_sci_game *game,
				   enum exh_sci_vocab_kind kind)
{
	return kind < EXH_SCI_VOCAB_KINDS ? numbers[kind][is_sci01(game)]
					  : EXH_SCI_NUMBERS;
}

/* Reads a vocabulary into the structure of its kind. */
static enum exh_status read_as(enum exh_sci_vocab_kind kind, struct exh_bytes in,
			       struct exh_arena *arena, void *out,
			       struct exh_notes *notes, struct exh_error *err)
{
	switch (kind) {
	case EXH_SCI_VOCAB_WORDS:
		return exh_sci_words_read(in, arena, out, notes, err);
	case EXH_SCI_VOCAB_SUFFIXES:
		return exh_sci_suffixes_read(in, arena, out, notes, err);
	case EXH_SCI_VOCAB_GRAMMAR:
		return exh_sci_grammar_read(in, arena, out, notes, err);
	case EXH_SCI_VOCAB_CLASSES:
		return exh_sci_classes_read(in, arena, out, notes, err);
	default:
		return exh_sci_names_read(in, EXH_SCI_NAMES_MAX_INDEX, arena, out, notes,
					  err);
	}
}

static enum exh_status read_vocab(const struct exh_sci_game *game,
				  enum exh_sci_vocab_kind kind, struct exh_arena *arena,
				  void *out, struct exh_notes *notes,
				  struct exh_error *err)
{
	const unsigned number = exh_sci_game_vocab_number(game, kind);
	const struct exh_sci_game_resource *resource =
		exh_sci_game_find(game, EXH_SCI_VOCAB, number);
	struct game_reading r;
	struct exh_bytes bytes = { 0 };
	enum exh_status status;

	if (!resource)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"the game has no %s: vocab %u is missing",
				exh_sci_vocab_kind_name(kind), number);
	status = start(&r, game, resource, arena, &bytes, err);
	if (!status)
		status = read_as(kind, bytes, arena, out, &r.own, err);
	return finish(&r, status, notes, err);
}

enum exh_status exh_sci_game_words(const struct exh_sci_game *game,
				   struct exh_arena *arena, struct exh_sci_words *out,
				   struct exh_notes *notes, struct exh_error *err)
{
	return read_vocab(game, EXH_SCI_VOCAB_WORDS, arena, out, notes, err);
}

enum exh_status exh_sci_game_suffixes(const struct exh_sci_game *game,
				      struct exh_arena *arena,
				      struct exh_sci_suffixes *out,
				      struct exh_notes *notes, struct exh_error *err)
{
	return read_vocab(game, EXH_SCI_VOCAB_SUFFIXES, arena, out, notes, err);
}

enum exh_status exh_sci_game_grammar(const struct exh_sci_game *game,
				     struct exh_arena *arena, struct exh_sci_grammar *out,
				     struct exh_notes *notes, struct exh_error *err)
{
	return read_vocab(game, EXH_SCI_VOCAB_GRAMMAR, arena, out, notes, err);
}

enum exh_status exh_sci_game_selectors(const struct exh_sci_game *game,
				       struct exh_arena *arena, struct exh_sci_names *out,
				       struct exh_notes *notes, struct exh_error *err)
{
	return read_vocab(game, EXH_SCI_VOCAB_SELECTORS, arena, out, notes, err);
}

enum exh_status exh_sci_game_classes(const struct exh_sci_game *game,
				     struct exh_arena *arena, struct exh_sci_classes *out,
				     struct exh_notes *notes, struct exh_error *err)
{
	return read_vocab(game, EXH_SCI_VOCAB_CLASSES, arena, out, notes, err);
}
