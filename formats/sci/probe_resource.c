#include "exhume/formats.h"

#include "../base/name.h"
#include "exhume/sci.h"

#include <string.h>

/* Bits of evidence. */
enum {
	NAME = 4,
	HEADER_FITS = 12, /* of a patch file: its first byte agrees with its name */
	FEW_FIT = 12,	  /* one or two entries or records, to the end */
	MANY_FIT = 32,	  /* more of them */
	MANY = 3,
	MAX_MAP = 1 << 20, /* bytes of a map */
	MEMORY_LIMIT = 8 << 20,
};

/*
 * Maps.
 */

static bool is_map_name(const char *name)
{
	return name_begins(name, "resource.map") && !name[sizeof "resource.map" - 1];
}

/* Every entry has an existing type and a volume number. */
static bool is_sound_map(const struct exh_sci_map *map, const struct exh_notes *notes)
{
	if (!map->is_ended || !map->count || notes->damage_count)
		return false;
	if (map->layout == EXH_SCI_LAYOUT_SCI0 &&
	    map->used_size != (map->count + 1) * EXH_SCI_MAP_ENTRY_SIZE)
		return false;
	for (size_t i = 0; i < map->count; i++)
		if (!map->entries[i].volume && map->layout == EXH_SCI_LAYOUT_SCI0)
			return false;
	return true;
}

/* The caller always frees the arena. */
static bool read_map(const struct exh_probe *probe, struct exh_arena *arena,
		     struct exh_sci_map *map)
{
	struct exh_notes notes = { 0 };

	*arena = (struct exh_arena){ .limit = MEMORY_LIMIT };
	notes.arena = arena;
	return probe->data.size <= MAX_MAP &&
	       exh_sci_map_read(probe->data, exh_sci_map_layout(probe->data), arena, map,
				&notes, NULL) == EXH_OK &&
	       is_sound_map(map, &notes);
}

static unsigned map_score(const struct exh_probe *probe)
{
	const unsigned named = is_map_name(probe->name) ? NAME : 0;
	struct exh_arena arena;
	struct exh_sci_map map;
	unsigned score = named;

	if (read_map(probe, &arena, &map))
		score += map.count < MANY ? FEW_FIT : MANY_FIT;
	exh_arena_free(&arena);
	return score;
}

static size_t count_volumes(const struct exh_sci_map *map)
{
	bool seen[256] = { false };
	size_t count = 0;

	for (size_t i = 0; i < map->count; i++) {
		count += !seen[map->entries[i].volume];
		seen[map->entries[i].volume] = true;
	}
	return count;
}

static void map_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena;
	struct exh_sci_map map;
	size_t shadowed_count = 0;

	if (read_map(probe, &arena, &map)) {
		for (size_t i = 0; i < map.count; i++)
			shadowed_count += map.entries[i].is_shadowed;
		exh_fact_text(facts, "layout", exh_sci_layout_name(map.layout));
		exh_fact_number(facts, "entries", map.count);
		exh_fact_number(facts, "shadowed", shadowed_count);
		exh_fact_number(facts, "volumes", count_volumes(&map));
	}
	exh_arena_free(&arena);
}

/*
 * Volumes.
 */

/* Not RESOURCE.MAP. */
static bool is_volume_name(const char *name)
{
	const size_t stem = sizeof "resource." - 1;

	return name_begins(name, "resource.") && strspn(name + stem, "0123456789") == 3 &&
	       !name[stem + 3];
}

struct walk {
	enum exh_sci_layout layout;
	size_t count, packed_count; /* records */
	bool is_whole;		    /* they fill the volume, or what is known of it */
};

/* A header of 8 or 9 bytes that lies in what is known. */
static bool has_header(struct exh_bytes volume, size_t at)
{
	return volume.size - at > EXH_SCI_RECORD_HEADER_SIZE;
}

/* Records back to back, as far as they make sense. rest: bytes of the volume that are not
 * known. */
static struct walk walk_volume(struct exh_bytes volume, uint64_t rest,
			       enum exh_sci_layout layout)
{
	struct walk walk = { .layout = layout };
	struct exh_sci_record record;
	size_t at = 0;

	while (at < volume.size && (!rest || has_header(volume, at))) {
		if (exh_sci_record_read(volume, at, layout, &record, NULL) ||
		    record.packing == EXH_SCI_PACKING_UNKNOWN ||
		    record.packed_size - record.payload.size > rest ||
		    (record.packing == EXH_SCI_STORED &&
		     record.packed_size != record.unpacked_size))
			return walk;
		if (record.payload.size < record.packed_size)
			break;
		walk.count++;
		walk.packed_count += record.packing != EXH_SCI_STORED;
		at += record.size;
	}
	walk.is_whole = walk.count > 0;
	return walk;
}

/* SCI0's layout, or SCI1's where that one fits and SCI0's does not. */
static struct walk walk_either(const struct exh_probe *probe)
{
	const uint64_t rest = probe->file_size > probe->data.size
				      ? probe->file_size - probe->data.size
				      : 0;
	const struct walk sci0 = walk_volume(probe->data, rest, EXH_SCI_LAYOUT_SCI0);
	const struct walk sci1 = walk_volume(probe->data, rest, EXH_SCI_LAYOUT_SCI1);

	return sci1.is_whole && !sci0.is_whole ? sci1 : sci0;
}

static unsigned volume_score(const struct exh_probe *probe)
{
	const unsigned named = is_volume_name(probe->name) ? NAME : 0;
	const struct walk walk = walk_either(probe);

	if (!walk.is_whole)
		return named;
	return named + (walk.count < MANY ? FEW_FIT : MANY_FIT);
}

static void volume_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	const struct walk walk = walk_either(probe);

	if (walk.is_whole)
		exh_fact_text(facts, "layout", exh_sci_layout_name(walk.layout));
	exh_fact_number(facts, "records", walk.count);
	exh_fact_number(facts, "packed", walk.packed_count);
}

/*
 * Patch files.
 */

static bool read_patch(const struct exh_probe *probe, unsigned *type, unsigned *number,
		       struct exh_bytes *out)
{
	return probe->name && exh_sci_patch_name(probe->name, type, number) &&
	       exh_sci_patch_read(probe->data, *type, out, NULL) == EXH_OK &&
	       probe->data.data[0] & 0x80;
}

static unsigned patch_score(const struct exh_probe *probe)
{
	unsigned type, number;
	struct exh_bytes data;

	return read_patch(probe, &type, &number, &data) ? NAME + HEADER_FITS : 0;
}

static void patch_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	unsigned type, number;
	struct exh_bytes data;

	if (!read_patch(probe, &type, &number, &data))
		return;
	exh_fact_text(facts, "type", exh_sci_type_name(type));
	exh_fact_number(facts, "number", number);
	exh_fact_number(facts, "unpacked_size", data.size);
}

const struct exh_format exh_sci_map_format = {
	.name = "sci-map",
	.title = "SCI resource map",
	.family = "sci0",
	.score = map_score,
	.describe = map_describe,
};

const struct exh_format exh_sci_volume_format = {
	.name = "sci-volume",
	.title = "SCI resource volume",
	.family = "sci0",
	.score = volume_score,
	.describe = volume_describe,
};

const struct exh_format exh_sci_patch_format = {
	.name = "sci-patch",
	.title = "SCI resource in a file of its own",
	.family = "sci0",
	.score = patch_score,
	.describe = patch_describe,
};
