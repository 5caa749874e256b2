#include "exhume/identify.h"

#include "../base/name.h"
#include "exhume/sci.h"
#include "exhume/advanced/facts.h"
#include "exhume/advanced/sci.h"

#include <string.h>

/* Bits of evidence. */
enum {
	NAME = 4,
	/* header of a patch file: its first byte agrees with its name */
	HEADER_FITS = 12,
	FEW_FIT = 12,  /* one or two entries or records, to the end */
	MANY_FIT = 32, /* more of them */
	MANY = 3,
	MAX_MAP = 1 << 20, /* bytes of a map */
	DOS_END = 0x1a,
	TYPE_MARK = 0x80, /* flag of records from SCI1 on */
	MEMORY_LIMIT = 8 << 20,
};

/*
 * Maps.
 */

static bool is_map_name(const char *name)
{
	return name_begins(name, "resource.map") && !name[sizeof "resource.map" - 1];
}

/* True if all volumes from the first one on occur, and one of them begins with a
 * resource. */
static bool has_volumes(const struct exh_sci_map *map)
{
	bool seen[256] = { false }, begins = false;
	unsigned first = UINT8_MAX, last = 0;

	for (size_t i = 0; i < map->count; i++) {
		const unsigned volume = map->entries[i].volume;

		seen[volume] = true;
		begins |= !map->entries[i].offset;
		first = volume < first ? volume : first;
		last = volume > last ? volume : last;
	}
	for (unsigned i = first; i <= last; i++)
		begins &= seen[i];
	return begins && first <= 1 && (first || map->layout != EXH_SCI_LAYOUT_SCI0);
}

/* The sections of an index reach the end of the file; a list ends with one or more end
 * marks. */
static bool ends_with_file(const struct exh_sci_map *map, struct exh_bytes data)
{
	for (size_t i = map->used_size; i < data.size; i++)
		if (data.data[i] != 0xff && data.data[i] != DOS_END)
			return false;
	return true;
}

/* True if every entry has an existing type and a volume number. */
static bool is_sound_map(const struct exh_sci_map *map, struct exh_bytes data,
			 const struct exh_notes *notes)
{
	if (!map->is_ended || !map->count || notes->damage_count)
		return false;
	return ends_with_file(map, data) &&
	       (map->layout > EXH_SCI_LAYOUT_EARLY || has_volumes(map));
}

/* True if a damaged map with the usual name is probably one. By chance half of its types
 * exist. */
static bool is_likely_map(const struct exh_sci_map *map)
{
	const size_t entries = map->used_size / EXH_SCI_MAP_ENTRY_SIZE;

	return map->count && (map->layout > EXH_SCI_LAYOUT_EARLY ||
			      map->count * 4 >= (entries - map->is_ended) * 3);
}

/* The caller always frees the arena. *is_likely: as is_likely_map. */
static bool read_map(const struct exh_probe *probe, struct exh_arena *arena,
		     struct exh_sci_map *map, bool *is_likely)
{
	struct exh_notes notes = { 0 };

	*arena = (struct exh_arena){ .limit = MEMORY_LIMIT };
	notes.arena = arena;
	*is_likely = probe->data.size <= MAX_MAP &&
		     exh_sci_map_read(probe->data, exh_sci_map_layout(probe->data), arena,
				      map, &notes, NULL) == EXH_OK &&
		     is_likely_map(map);
	return *is_likely && is_sound_map(map, probe->data, &notes);
}

static unsigned map_score(const struct exh_probe *probe)
{
	struct exh_arena arena;
	struct exh_sci_map map;
	unsigned score = 0;
	bool is_likely;

	if (read_map(probe, &arena, &map, &is_likely))
		score = map.count < MANY ? FEW_FIT : MANY_FIT;
	if (is_likely && is_map_name(probe->name))
		score += NAME;
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
	bool is_likely;

	if (read_map(probe, &arena, &map, &is_likely)) {
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

/* RESOURCE.MAP is excluded. */
static bool is_volume_name(const char *name)
{
	const size_t stem = sizeof "resource." - 1;

	return name_begins(name, "resource.") && strspn(name + stem, "0123456789") == 3 &&
	       !name[stem + 3];
}

struct walk {
	enum exh_sci_layout layout;
	size_t count, packed_count; /* records */
	bool is_whole;		    /* records fill the volume, or the known part of it */
};

/* True if a header of 8 or 9 bytes lies in the known part. */
static bool has_header(struct exh_bytes volume, size_t at)
{
	return volume.size - at > EXH_SCI_RECORD_HEADER_SIZE;
}

/* Reads consecutive records as long as they make sense. rest: bytes of the volume that
 * are unknown. */
static struct walk walk_volume(struct exh_bytes volume, uint64_t rest,
			       enum exh_sci_layout layout)
{
	struct walk walk = { .layout = layout };
	struct exh_sci_record record;
	size_t at = 0;

	while (at < volume.size && (!rest || has_header(volume, at))) {
		if (layout != EXH_SCI_LAYOUT_SCI0 && !(volume.data[at] & TYPE_MARK))
			return walk;
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
		/* A pad byte follows records of odd sizes. */
		if (layout == EXH_SCI_LAYOUT_SCI11 && at % 2 && at < volume.size)
			at++;
	}
	walk.is_whole = walk.count > 0;
	return walk;
}

/* Uses the first layout that fits, or else SCI0's. */
static struct walk walk_any(const struct exh_probe *probe)
{
	static const enum exh_sci_layout layouts[] = { EXH_SCI_LAYOUT_SCI0,
						       EXH_SCI_LAYOUT_SCI1,
						       EXH_SCI_LAYOUT_SCI11 };
	const uint64_t rest = probe->file_size > probe->data.size
				      ? probe->file_size - probe->data.size
				      : 0;
	struct walk first = { 0 }, walk;

	for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
		walk = walk_volume(probe->data, rest, layouts[i]);
		if (walk.is_whole)
			return walk;
		if (!i)
			first = walk;
	}
	return first;
}

static unsigned volume_score(const struct exh_probe *probe)
{
	const unsigned named = is_volume_name(probe->name) ? NAME : 0;
	const struct walk walk = walk_any(probe);

	if (!walk.is_whole)
		return walk.count ? named : 0;
	return named + (walk.count < MANY ? FEW_FIT : MANY_FIT);
}

static void volume_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	const struct walk walk = walk_any(probe);

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
