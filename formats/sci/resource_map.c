#include "exhume/sci.h"
#include "exhume/advanced/sci.h"

#include "../base/name.h"
#include "../base/reader.h"
#include "basics.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const layouts[] = { "sci0", "sci1-early", "sci1", "sci1.1" };

enum {
	INDEX_SIZE = 3, /* bytes of an entry of the index by type */
	INDEX_END = 0xff,
	TYPE_MARK = 0x80,
	SHORT_ENTRY_SIZE = 5, /* for SCI1.1 */
	MAX_NOTES = 100,
	SEEN_SIZE = 65536 / 8, /* bytes for a type's numbers */
};

const char *exh_sci_layout_name(enum exh_sci_layout layout)
{
	return layout < EXH_SCI_LAYOUTS ? layouts[layout] : "unknown";
}

/* Place of a type's entries. */
struct section {
	unsigned type;
	size_t offset, end;
};

/* Reads the sections of a map that begins with an index; returns their number, 0 without
 * an index or with a wrong one. There may be bytes between the index and the first
 * section. */
static size_t read_index(struct exh_bytes map, struct section sections[TYPE_MARK])
{
	struct reader r = { .in = map };
	size_t count = 0, before = 0;

	for (;;) {
		const uint8_t mark = rd_u8(&r);
		const size_t offset = rd_u16le(&r);

		if (r.failed || offset > map.size || offset < before || mark < TYPE_MARK)
			return 0;
		if (count)
			sections[count - 1].end = offset;
		before = offset;
		if (mark == INDEX_END)
			return count && sections[0].offset >= r.pos ? count : 0;
		if (count == EXH_SCI_TYPES)
			return 0;
		sections[count++] = (struct section){ mark & 0x7f, offset, offset };
	}
}

static bool all_multiples(const struct section *sections, size_t count, size_t size)
{
	for (size_t i = 0; i < count; i++)
		if ((sections[i].end - sections[i].offset) % size)
			return false;
	return true;
}

static bool is_end_mark(const uint8_t *entry)
{
	for (size_t i = 0; i < EXH_SCI_MAP_ENTRY_SIZE; i++)
		if (entry[i] != 0xff)
			return false;
	return true;
}

/* Volumes 1, 2 ... with four bits become 4, 8 ... when read with six. */
static bool is_early(struct exh_bytes map)
{
	struct reader r = { .in = map };
	const uint8_t *entry;
	unsigned any = 0;

	while ((entry = rd_take(&r, EXH_SCI_MAP_ENTRY_SIZE)) && !is_end_mark(entry)) {
		const unsigned volume = entry[5] >> 2;

		if (volume % 4)
			return false;
		any |= volume;
	}
	return any != 0;
}

enum exh_sci_layout exh_sci_map_layout(struct exh_bytes map)
{
	struct section sections[TYPE_MARK];
	const size_t count = read_index(map, sections);

	if (!count)
		return is_early(map) ? EXH_SCI_LAYOUT_EARLY : EXH_SCI_LAYOUT_SCI0;
	return all_multiples(sections, count, 6) ? EXH_SCI_LAYOUT_SCI1
						 : EXH_SCI_LAYOUT_SCI11;
}

/* The map that is read. */
struct reading {
	struct exh_bytes map;
	struct exh_sci_map *out;
	struct exh_notes *notes;
};

static void add(struct reading *reading, const struct exh_sci_entry *entry)
{
	if (entry->type >= EXH_SCI_TYPES)
		exh_note(reading->notes, EXH_DAMAGE,
			 reading->map.base + entry->map_offset,
			 "type %u, expected one below %d: entry left out", entry->type,
			 EXH_SCI_TYPES);
	else
		reading->out->entries[reading->out->count++] = *entry;
}

static void report_cut_off(struct reading *reading, size_t offset, size_t found)
{
	exh_note(reading->notes, EXH_DAMAGE, reading->map.base + offset,
		 "an entry of %zu bytes, expected %d: left out", found,
		 EXH_SCI_MAP_ENTRY_SIZE);
}

/* Notes an end mark that came too early: entries, not padding, follow it. */
static void note_entries_behind(const struct reading *reading, struct reader *r)
{
	const size_t at = rd_tell(r), size = rd_left(r);
	size_t some = 0;

	for (size_t i = r->pos; r->in.data && i < r->in.size; i++)
		some += r->in.data[i] != 0 && r->in.data[i] != 0xff;
	if (some && size >= EXH_SCI_MAP_ENTRY_SIZE)
		exh_note(reading->notes, EXH_WARNING, at,
			 "%zu bytes follow the end mark after %zu entries: resources may "
			 "be missing",
			 size, reading->out->count);
}

static void read_list(struct reading *reading)
{
	const bool early = reading->out->layout == EXH_SCI_LAYOUT_EARLY;
	struct reader r = { .in = reading->map };
	const uint8_t *p;

	while ((p = rd_take(&r, EXH_SCI_MAP_ENTRY_SIZE))) {
		const unsigned id = load_u16le(p);
		const uint32_t place = load_u32le(p + 2);

		if (is_end_mark(p)) {
			reading->out->is_ended = true;
			break;
		}
		add(reading,
		    &(struct exh_sci_entry){
			    .type = (uint8_t)(id >> 11),
			    .number = id & (EXH_SCI_NUMBERS - 1),
			    .volume = (uint8_t)(place >> (early ? 28 : 26)),
			    .offset = place & (early ? 0x0fffffff : 0x03ffffff),
			    .map_offset = (uint32_t)(r.pos - EXH_SCI_MAP_ENTRY_SIZE) });
	}
	reading->out->used_size = r.pos;
	if (reading->out->is_ended) {
		note_entries_behind(reading, &r);
		return;
	}
	if (rd_left(&r))
		report_cut_off(reading, r.pos, rd_left(&r));
	exh_note(reading->notes, EXH_WARNING, reading->map.base + reading->map.size,
		 "no end mark of six bytes FF");
}

static void read_section(struct reading *reading, const struct section *section)
{
	const bool sci11 = reading->out->layout == EXH_SCI_LAYOUT_SCI11;
	struct reader r = { .in = reading->map, .pos = section->offset };

	r.in.size = section->end;
	while (rd_left(&r) >= (sci11 ? 5 : 6)) {
		struct exh_sci_entry entry = { .type = (uint8_t)section->type,
					       .map_offset = (uint32_t)r.pos };

		entry.number = rd_u16le(&r);
		if (sci11) {
			entry.offset = rd_u24le(&r) * 2;
		} else {
			const uint32_t place = rd_u32le(&r);

			entry.volume = (uint8_t)(place >> 28);
			entry.offset = place & 0x0fffffff;
		}
		add(reading, &entry);
	}
	if (rd_left(&r))
		report_cut_off(reading, r.pos, rd_left(&r));
}

/* Only the first entry of each type and number is used; seen has a bit for each. */
static void find_shadowed(struct exh_sci_map *map, uint8_t *seen)
{
	for (size_t i = 0; i < map->count; i++) {
		struct exh_sci_entry *entry = &map->entries[i];
		const size_t bit = (size_t)entry->type << 16 | entry->number;

		entry->is_shadowed = seen[bit / 8] >> bit % 8 & 1;
		seen[bit / 8] |= (uint8_t)(1 << bit % 8);
	}
}

/* Orders by type, number, volume and offset, then as in the map. */
static int by_place(const void *a, const void *b)
{
	const struct exh_sci_entry *one = a, *other = b;

	if (one->type != other->type)
		return one->type < other->type ? -1 : 1;
	if (one->number != other->number)
		return one->number < other->number ? -1 : 1;
	if (one->volume != other->volume)
		return one->volume < other->volume ? -1 : 1;
	if (one->offset != other->offset)
		return one->offset < other->offset ? -1 : 1;
	return one->map_offset < other->map_offset ? -1
						   : one->map_offset > other->map_offset;
}

/* Further entries of a resource are for other volumes, if the game comes on several
 * disks. An identical entry may have replaced another one. */
static enum exh_status note_repeated(const struct reading *reading,
				     struct exh_arena *arena, struct exh_error *err)
{
	const size_t count = reading->out->count;
	struct exh_sci_entry *sorted = exh_alloc(arena, count, sizeof *sorted);

	if (!sorted)
		return no_memory(err);
	memcpy(sorted, reading->out->entries, count * sizeof *sorted);
	qsort(sorted, count, sizeof *sorted, by_place);
	exh_notes_limit(reading->notes, MAX_NOTES);
	for (size_t i = 1; i < count; i++)
		if (sorted[i].type == sorted[i - 1].type &&
		    sorted[i].number == sorted[i - 1].number &&
		    sorted[i].volume == sorted[i - 1].volume &&
		    sorted[i].offset == sorted[i - 1].offset)
			exh_note(reading->notes, EXH_WARNING,
				 reading->map.base + sorted[i].map_offset,
				 "the entry of %s %u at 0x%" PRIx32
				 " again: another resource may be missing",
				 exh_sci_type_name(sorted[i].type), sorted[i].number,
				 sorted[i - 1].map_offset);
	exh_notes_all(reading->notes);
	return EXH_OK;
}

static bool has_shadowed(const struct exh_sci_map *map)
{
	for (size_t i = 0; i < map->count; i++)
		if (map->entries[i].is_shadowed)
			return true;
	return false;
}

static enum exh_status read_entries(struct reading *reading, struct exh_error *err)
{
	struct section sections[TYPE_MARK];
	size_t count;

	if (reading->out->layout <= EXH_SCI_LAYOUT_EARLY) {
		read_list(reading);
		return EXH_OK;
	}
	count = read_index(reading->map, sections);
	if (!count)
		return exh_fail(err, EXH_INVALID, reading->map.base,
				"expected an index of types, each with its offset");
	for (size_t i = 0; i < count; i++)
		read_section(reading, &sections[i]);
	reading->out->is_ended = true;
	reading->out->used_size = sections[count - 1].end;
	if (reading->map.size - reading->out->used_size >= SHORT_ENTRY_SIZE)
		exh_note(reading->notes, EXH_WARNING,
			 reading->map.base + reading->out->used_size,
			 "%zu bytes follow the end that the index of types gives: "
			 "resources may be missing",
			 reading->map.size - reading->out->used_size);
	return EXH_OK;
}

enum exh_status exh_sci_map_read(struct exh_bytes map, enum exh_sci_layout layout,
				 struct exh_arena *arena, struct exh_sci_map *out,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct reading reading = { map, out, notes };
	enum exh_status status;
	uint8_t *seen;

	*out = (struct exh_sci_map){ .layout = layout };
	out->entries = exh_alloc(arena, map.size / 5 + 1, sizeof *out->entries);
	if (!out->entries)
		return no_memory(err);
	exh_notes_limit(notes, MAX_NOTES);
	status = read_entries(&reading, err);
	exh_notes_all(notes);
	if (status)
		return status;
	if (!out->count && !out->is_ended)
		return exh_fail(err, EXH_INVALID, map.base,
				"neither a resource entry nor an end mark");
	seen = exh_alloc(arena, EXH_SCI_TYPES, SEEN_SIZE);
	if (!seen)
		return no_memory(err);
	find_shadowed(out, seen);
	return has_shadowed(out) ? note_repeated(&reading, arena, err) : EXH_OK;
}

static enum exh_status write_entry(const struct exh_sci_entry *entry,
				   struct exh_writer *out, struct exh_error *err)
{
	if (entry->type >= 32 || entry->number >= EXH_SCI_NUMBERS ||
	    entry->volume >= 63 || entry->offset >= 1 << 26)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"type %u number %u at 0x%" PRIX32
				" of volume %u: expected a number below %d, an offset "
				"below 0x4000000 and a volume below 63",
				entry->type, entry->number, entry->offset, entry->volume,
				EXH_SCI_NUMBERS);
	exh_write_u16le(out, (uint16_t)(entry->type << 11 | entry->number));
	exh_write_u32le(out, (uint32_t)entry->volume << 26 | entry->offset);
	return EXH_OK;
}

enum exh_status exh_sci_map_write(const struct exh_sci_entry *entries, size_t count,
				  struct exh_writer *out, struct exh_error *err)
{
	for (size_t i = 0; i < count; i++) {
		const enum exh_status status = write_entry(&entries[i], out, err);

		if (status)
			return status;
	}
	for (size_t i = 0; i < EXH_SCI_MAP_ENTRY_SIZE; i++)
		exh_write_u8(out, 0xff);
	return out->failed ? no_memory(err) : EXH_OK;
}
