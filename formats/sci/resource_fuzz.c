/*
 * Any map and volume: entries and records lie where they claim, unpacking never exceeds
 * the declared size, and what was read can be written and read again. The volume also
 * serves as the name of a patch file, and as one.
 *
 * Input: the layout as a byte, the map's size as two, the map, a volume
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/sci.h"
#include "exhume/advanced/sci.h"

#include "../base/fuzzing.h"

enum { LIMIT = 1 << 24, MAX_RECORDS = 64, MAX_COMPARED = 1000, MAX_NAME = 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_entries(struct exh_bytes bytes, const struct exh_sci_map *map)
{
	assert(map->used_size <= bytes.size);
	assert(map->count <= bytes.size / 5);
	for (size_t i = 0; i < map->count; i++) {
		const struct exh_sci_entry *entry = &map->entries[i];
		bool is_second = false;

		assert(exh_sci_type_name(entry->type));
		assert(entry->map_offset < map->used_size);
		for (size_t k = 0; k < i && i < MAX_COMPARED; k++)
			is_second |= map->entries[k].type == entry->type &&
				     map->entries[k].number == entry->number;
		assert(i >= MAX_COMPARED || is_second == entry->is_shadowed);
	}
}

static bool is_repeated(const struct exh_sci_map *map, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (map->entries[k].type == map->entries[i].type &&
		    map->entries[k].number == map->entries[i].number &&
		    map->entries[k].volume == map->entries[i].volume &&
		    map->entries[k].offset == map->entries[i].offset)
			return true;
	return false;
}

/* Each repeated entry has a warning, and other entries have none. */
static void check_repeated(const struct exh_sci_map *map, const struct exh_notes *notes)
{
	size_t count = 0;

	for (size_t i = 0; i < map->count && i < MAX_COMPARED; i++)
		count += is_repeated(map, i);
	assert(!notes->damage_count);
	assert(map->count > MAX_COMPARED || notes->warning_count == count);
}

/* In SCI0's layout writing gives the bytes that were read. */
static void check_map_again(const struct exh_sci_map *map)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_map again;

	if (!exh_sci_map_write(map->entries, map->count, &out, NULL)) {
		assert(!exh_sci_map_read(exh_writer_bytes(&out), EXH_SCI_LAYOUT_SCI0,
					 &arena, &again, &notes, NULL));
		assert(again.is_ended && again.count == map->count);
		check_repeated(&again, &notes);
		for (size_t i = 0; i < map->count; i++) {
			assert(again.entries[i].type == map->entries[i].type);
			assert(again.entries[i].number == map->entries[i].number);
			assert(again.entries[i].volume == map->entries[i].volume);
			assert(again.entries[i].offset == map->entries[i].offset);
		}
	}
	exh_writer_free(&out);
	exh_arena_free(&arena);
}

/* Writes the record as stored, which works unless it is too long. */
static void check_record_again(const struct exh_sci_record *record,
			       struct exh_bytes unpacked)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_arena arena = { .limit = LIMIT };
	uint8_t *copy = malloc(unpacked.size + 1);
	struct exh_sci_record again;
	size_t produced;

	assert(copy);
	if (!exh_sci_record_write(record->type, record->number, EXH_SCI_STORED, unpacked,
				  unpacked.size, &out, NULL)) {
		assert(!exh_sci_record_read(exh_writer_bytes(&out), 0,
					    EXH_SCI_LAYOUT_SCI0, &again, NULL));
		assert(again.type == record->type && again.number == record->number);
		assert(again.size == out.size && again.unpacked_size == unpacked.size);
		assert(!exh_sci_record_unpack(&again, &arena, copy, &produced, NULL,
					      NULL));
		assert(produced == unpacked.size);
		assert(!produced || !memcmp(copy, unpacked.data, produced));
	}
	exh_writer_free(&out);
	exh_arena_free(&arena);
	free(copy);
}

static void check_record(const struct exh_sci_record *record)
{
	struct exh_arena arena = { .limit = LIMIT }, notes_arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &notes_arena };
	uint8_t *dst = malloc(record->unpacked_size ? record->unpacked_size : 1);
	struct exh_error err = { 0 };
	size_t produced = SIZE_MAX;
	enum exh_status status;

	assert(dst);
	status = exh_sci_record_unpack(record, &arena, dst, &produced, &notes, &err);
	assert(produced <= record->unpacked_size);
	for (size_t i = produced; i < record->unpacked_size; i++)
		assert(!dst[i]);
	if (status)
		assert(err.status == status && err.text[0]);
	else
		assert(produced == record->unpacked_size);
	check_record_again(record, (struct exh_bytes){ dst, produced, 0 });
	free(dst);
	exh_arena_free(&arena);
	exh_arena_free(&notes_arena);
}

static void check_volume(const struct exh_sci_map *map, struct exh_bytes volume)
{
	for (size_t i = 0; i < map->count && i < MAX_RECORDS; i++) {
		struct exh_error err = { 0 };
		struct exh_sci_record record;
		const size_t offset = map->entries[i].offset;

		if (exh_sci_record_read(volume, offset, map->layout, &record, &err)) {
			assert(err.status && err.text[0] && err.offset <= volume.size);
			continue;
		}
		assert(record.payload.size <= record.packed_size);
		assert(record.payload.base + record.payload.size <= volume.size);
		assert(offset + record.size == record.payload.base + record.packed_size);
		check_record(&record);
	}
}

static void check_patch_name(struct exh_bytes bytes)
{
	char name[MAX_NAME + 1] = { 0 };
	unsigned type, number;

	memcpy(name, bytes.data, bytes.size < MAX_NAME ? bytes.size : MAX_NAME);
	if (!exh_sci_patch_name(name, &type, &number))
		return;
	assert(type < EXH_SCI_TYPES && number <= UINT16_MAX);
	assert(exh_sci_type_from_name(exh_sci_type_name(type)) == type);
}

/* Reads the patch as its own type, and as the next one. */
static void check_patch(struct exh_bytes file)
{
	const unsigned type = file.size ? file.data[0] & 0x7f : 0;
	struct exh_writer out = { .limit = 16 };
	struct exh_error err = { 0 };
	struct exh_bytes resource;

	if (exh_sci_patch_read(file, type, &resource, &err))
		assert(err.status && err.text[0]);
	else
		assert(resource.size <= file.size - 2);
	assert(exh_sci_patch_read(file, type + 1, &resource, &err));
	exh_sci_patch_write_header(type, &out);
	assert(out.size == 2 && out.data[0] == (0x80 | type));
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes head = take(&data, &size, 3);
	const size_t map_size = head.size < 3 ? 0 : head.data[1] + 256U * head.data[2];
	const struct exh_bytes bytes = take(&data, &size, map_size);
	const struct exh_bytes volume = take(&data, &size, size);
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err = { 0 };
	struct exh_sci_map map;
	enum exh_sci_layout layout = exh_sci_map_layout(bytes);

	assert(exh_sci_layout_name(layout));
	if (head.size && head.data[0] < EXH_SCI_LAYOUTS)
		layout = (enum exh_sci_layout)head.data[0];
	if (exh_sci_map_read(bytes, layout, &arena, &map, &notes, &err)) {
		assert(err.status && err.text[0]);
	} else {
		check_entries(bytes, &map);
		check_map_again(&map);
		check_volume(&map, volume);
	}
	check_patch_name(volume);
	check_patch(volume);
	exh_arena_free(&arena);
	discard(head);
	discard(bytes);
	discard(volume);
	return 0;
}
