#include "exhume/codec.h"
#include "exhume/sci.h"
#include "exhume/advanced/codec.h"
#include "exhume/advanced/sci.h"

#include "../base/testing.h"

enum { LIMIT = 1 << 22, BASE = 0x100 };

/* A map that was read, and the copy that it was read from. */
struct opened {
	uint8_t *copy;
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_sci_map map;
	struct exh_error err;
	enum exh_status status;
};

static void open_map(struct opened *o, const void *data, size_t size)
{
	struct exh_bytes bytes;

	memset(o, 0, sizeof *o);
	o->copy = tight_copy(data, size);
	o->arena.limit = LIMIT;
	o->notes.arena = &o->arena;
	bytes = (struct exh_bytes){ o->copy, size, BASE };
	o->status = exh_sci_map_read(bytes, exh_sci_map_layout(bytes), &o->arena, &o->map,
				     &o->notes, &o->err);
}

static void close_map(struct opened *o)
{
	exh_arena_free(&o->arena);
	free(o->copy);
}

static void assert_entry(const struct exh_sci_entry *entry, unsigned type,
			 unsigned number, unsigned volume, uint32_t offset)
{
	assert_int_equal(entry->type, type);
	assert_int_equal(entry->number, number);
	assert_int_equal(entry->volume, volume);
	assert_int_equal(entry->offset, offset);
}

static const uint8_t small_map[] = {
	0x00, 0x10, 0x00, 0x00, 0x00, 0x04, /* script 0, volume 1, offset 0 */
	0xcd, 0x13, 0xa2, 0x0b, 0x00, 0x04, /* script 973 at 0xba2 */
	0x00, 0x10, 0x01, 0x00, 0x00, 0x08, /* script 0 again, volume 2 */
	0xff, 0xff, 0xff, 0xff, 0xff, 0xff, /* the end */
	0x01, 0x02, 0x03,		    /* meaningless bytes */
};

static void a_map_is_read_up_to_its_mark(void **state)
{
	struct opened o;

	(void)state;
	open_map(&o, small_map, sizeof small_map);
	assert_int_equal(o.status, EXH_OK);
	assert_int_equal(o.map.layout, EXH_SCI_LAYOUT_SCI0);
	assert_int_equal(o.map.count, 3);
	assert_true(o.map.is_ended);
	assert_int_equal(o.map.used_size, 24);
	assert_entry(&o.map.entries[0], EXH_SCI_SCRIPT, 0, 1, 0);
	assert_entry(&o.map.entries[1], EXH_SCI_SCRIPT, 973, 1, 0xba2);
	assert_int_equal(o.map.entries[1].map_offset, 6);
	assert_entry(&o.map.entries[2], EXH_SCI_SCRIPT, 0, 2, 1);
	assert_false(o.map.entries[0].is_shadowed);
	assert_true(o.map.entries[2].is_shadowed);
	assert_int_equal(o.notes.warning_count + o.notes.damage_count, 0);
	close_map(&o);
}

static void a_map_without_a_mark_is_read_and_reported(void **state)
{
	(void)state;
	for (size_t size = 0; size < 24; size++) {
		struct opened o;

		open_map(&o, small_map, size);
		assert_int_equal(o.status, size < 6 ? EXH_INVALID : EXH_OK);
		assert_int_equal(o.map.count, size < 6 ? 0 : size / 6);
		assert_false(o.map.is_ended);
		assert_int_equal(o.notes.damage_count, size % 6 != 0);
		assert_true(has_note(&o.notes, EXH_WARNING, "no end mark"));
		close_map(&o);
	}
}

static void a_type_that_is_none_is_left_out(void **state)
{
	static const uint8_t map[] = {
		0x05, 0x90, 0,	  0,	0,    4, /* type 18 */
		0x05, 0x88, 0,	  0,	0,    4, /* type 17, heap */
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	};
	struct opened o;

	(void)state;
	open_map(&o, map, sizeof map);
	assert_int_equal(o.status, EXH_OK);
	assert_int_equal(o.map.count, 1);
	assert_entry(&o.map.entries[0], EXH_SCI_HEAP, 5, 1, 0);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "type 18"));
	assert_int_equal(o.notes.first->offset, BASE);
	close_map(&o);
}

static void the_same_entry_again_stands_where_another_was(void **state)
{
	static const uint8_t map[] = {
		0x05, 0x20, 7,	  0,	0,    4, /* sound 5 */
		0x06, 0x20, 9,	  0,	0,    4, /* sound 6 */
		0x05, 0x20, 7,	  0,	0,    8, /* on another disk */
		0x05, 0x20, 7,	  0,	0,    4, /* same as the first one */
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	};
	struct opened o;

	(void)state;
	open_map(&o, map, sizeof map);
	assert_int_equal(o.status, EXH_OK);
	assert_int_equal(o.map.count, 4);
	assert_true(has_note(&o.notes, EXH_WARNING,
			     "the entry of sound 5 at 0x0 again: another resource may be "
			     "missing"));
	assert_int_equal(o.notes.first->offset, BASE + 18);
	assert_null(o.notes.first->next);
	close_map(&o);
}

static void an_early_map_has_volumes_of_four_bits(void **state)
{
	static const uint8_t map[] = {
		0x01, 0x00, 0x56, 0x34, 0x12, 0x10, /* view 1, volume 1 */
		0x02, 0x08, 0x00, 0x00, 0x00, 0x20, /* pic 2, volume 2 */
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	};
	struct opened o;

	(void)state;
	open_map(&o, map, sizeof map);
	assert_int_equal(o.map.layout, EXH_SCI_LAYOUT_EARLY);
	assert_entry(&o.map.entries[0], EXH_SCI_VIEW, 1, 1, 0x123456);
	assert_entry(&o.map.entries[1], EXH_SCI_PIC, 2, 2, 0);
	close_map(&o);
}

static const uint8_t sci1_map[] = {
	0x80, 12, 0, /* views from 12 */
	0x82, 24, 0, /* scripts from 24 */
	0x91, 30, 0, /* heaps from 30: none */
	0xff, 30, 0, /* the end */
	1,    0,  0x10, 0, 0, 0x10, 0x34, 0x12, 0, 0, 0, 0x20, 7, 0, 5, 0, 0, 0xf0,
};

static void an_index_of_types_is_sci1s(void **state)
{
	struct opened o;

	(void)state;
	open_map(&o, sci1_map, sizeof sci1_map);
	assert_int_equal(o.status, EXH_OK);
	assert_int_equal(o.map.layout, EXH_SCI_LAYOUT_SCI1);
	assert_int_equal(o.map.count, 3);
	assert_entry(&o.map.entries[0], EXH_SCI_VIEW, 1, 1, 0x10);
	assert_entry(&o.map.entries[1], EXH_SCI_VIEW, 0x1234, 2, 0);
	assert_entry(&o.map.entries[2], EXH_SCI_SCRIPT, 7, 15, 5);
	assert_int_equal(o.map.used_size, 30);
	close_map(&o);
}

static void entries_of_five_bytes_are_sci11s(void **state)
{
	static const uint8_t map[] = {
		0x80, 6, 0, 0xff, 11, 0, 9, 0, 0x01, 0x02, 0x03,
	};
	struct opened o;

	(void)state;
	open_map(&o, map, sizeof map);
	assert_int_equal(o.map.layout, EXH_SCI_LAYOUT_SCI11);
	assert_int_equal(o.map.count, 1);
	assert_entry(&o.map.entries[0], EXH_SCI_VIEW, 9, 0, 0x030201 * 2);
	close_map(&o);
}

static void an_index_that_ends_early_is_a_warning(void **state)
{
	static const uint8_t map[] = {
		0x80, 9, 0, 0xff, 14, 0, 0xff, 19,   0, /* heaps are lost: FF, not 91 */
		9,    0, 1, 2,	  3,  7, 0,    0x10, 0, 0,
	};
	struct opened o;

	(void)state;
	open_map(&o, map, sizeof map);
	assert_int_equal(o.status, EXH_OK);
	assert_int_equal(o.map.count, 1);
	assert_int_equal(o.notes.warning_count, 1);
	close_map(&o);
}

static void an_index_that_leads_outside_is_none(void **state)
{
	uint8_t map[sizeof sci1_map];
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_sci_map out;
	struct exh_error err;

	(void)state;
	memcpy(map, sci1_map, sizeof map);
	map[10] = 31;
	assert_int_equal(exh_sci_map_read((struct exh_bytes){ map, sizeof map, BASE },
					  EXH_SCI_LAYOUT_SCI1, &arena, &out, NULL, &err),
			 EXH_INVALID);
	assert_int_equal(err.offset, BASE);
	exh_arena_free(&arena);
}

static void what_is_written_reads_back(void **state)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_sci_entry entries[500];
	uint64_t seed = 61;
	struct opened o;

	(void)state;
	for (size_t i = 0; i < 500; i++)
		entries[i] =
			(struct exh_sci_entry){ .type = (uint8_t)roll(&seed, 18),
						.number = (uint16_t)roll(&seed, 2048),
						.volume = (uint8_t)roll(&seed, 63),
						.offset = roll(&seed, 1 << 26) };
	assert_int_equal(exh_sci_map_write(entries, 500, &out, NULL), EXH_OK);
	assert_int_equal(out.size, 3006);
	open_map(&o, out.data, out.size);
	assert_int_equal(o.map.count, 500);
	for (size_t i = 0; i < 500; i++)
		assert_entry(&o.map.entries[i], entries[i].type, entries[i].number,
			     entries[i].volume, entries[i].offset);
	close_map(&o);
	exh_writer_free(&out);
}

static void a_map_has_its_limits(void **state)
{
	static const struct exh_sci_entry wrong[] = {
		{ .type = 32 },
		{ .number = 2048 },
		{ .volume = 63 },
		{ .offset = 1 << 26 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		struct exh_writer out = { .limit = LIMIT };

		assert_int_equal(exh_sci_map_write(&wrong[i], 1, &out, NULL), EXH_LIMIT);
		exh_writer_free(&out);
	}
}

/*
 * Records.
 */

static const uint8_t stored[] = {
	0x00, 0x10, /* script 0 */
	0x07, 0x00, /* 3 bytes and 4 */
	0x03, 0x00, 0x00, 0x00, 'a', 'b', 'c', 0x99,
};

static enum exh_status unpack(const void *data, size_t size, enum exh_sci_layout layout,
			      uint8_t *dst, size_t *produced, struct exh_error *err)
{
	struct exh_arena arena = { .limit = LIMIT };
	uint8_t *copy = tight_copy(data, size);
	struct exh_sci_record record;
	enum exh_status status = exh_sci_record_read((struct exh_bytes){ copy, size, 0 },
						     0, layout, &record, err);

	*produced = 0;
	if (!status)
		status = exh_sci_record_unpack(&record, &arena, dst, produced, NULL, err);
	exh_arena_free(&arena);
	free(copy);
	return status;
}

static void a_stored_record_is_its_payload(void **state)
{
	struct exh_sci_record record;
	uint8_t dst[3];
	size_t produced;

	(void)state;
	assert_int_equal(
		exh_sci_record_read((struct exh_bytes){ stored, sizeof stored, 0 }, 0,
				    EXH_SCI_LAYOUT_SCI0, &record, NULL),
		EXH_OK);
	assert_int_equal(record.type, EXH_SCI_SCRIPT);
	assert_int_equal(record.number, 0);
	assert_int_equal(record.packing, EXH_SCI_STORED);
	assert_int_equal(record.size, 11);
	assert_int_equal(
		unpack(stored, sizeof stored, EXH_SCI_LAYOUT_SCI0, dst, &produced, NULL),
		EXH_OK);
	assert_int_equal(produced, 3);
	assert_memory_equal(dst, "abc", 3);
}

static void every_shorter_record_is_truncated(void **state)
{
	(void)state;
	for (size_t size = 0; size < 11; size++) {
		uint8_t dst[3] = { 9, 9, 9 };
		struct exh_error err;
		size_t produced;

		assert_int_equal(
			unpack(stored, size, EXH_SCI_LAYOUT_SCI0, dst, &produced, &err),
			EXH_TRUNCATED);
		assert_true(err.offset <= size);
		assert_int_equal(produced, size < 8 ? 0 : size - 8);
		assert_memory_equal(dst, size < 8 ? "\11\11\11" : "ab", produced);
	}
}

static void sizes_that_disagree_are_invalid(void **state)
{
	uint8_t wrong[sizeof stored], dst[4];
	struct exh_error err;
	size_t produced;

	(void)state;
	memcpy(wrong, stored, sizeof wrong);
	wrong[4] = 4;
	assert_int_equal(
		unpack(wrong, sizeof wrong, EXH_SCI_LAYOUT_SCI0, dst, &produced, &err),
		EXH_INVALID);
	assert_int_equal(produced, 3);
	assert_memory_equal(dst, "abc", 4);
	wrong[2] = 3; /* less than the fields that it counts */
	assert_int_equal(
		unpack(wrong, sizeof wrong, EXH_SCI_LAYOUT_SCI0, dst, &produced, &err),
		EXH_INVALID);
	assert_int_equal(err.offset, 2);
}

static void an_empty_record_is_empty(void **state)
{
	static const uint8_t empty[] = { 5, 0x30, 4, 0, 0, 0, 0, 0 };
	struct exh_sci_record record;
	size_t produced;
	uint8_t dst[1];

	(void)state;
	assert_int_equal(
		unpack(empty, sizeof empty, EXH_SCI_LAYOUT_SCI0, dst, &produced, NULL),
		EXH_OK);
	(void)!exh_sci_record_read((struct exh_bytes){ empty, sizeof empty, 0 }, 0,
				   EXH_SCI_LAYOUT_SCI0, &record, NULL);
	assert_int_equal(record.type, EXH_SCI_VOCAB);
	assert_int_equal(record.size, 8);
	assert_int_equal(record.payload.size, 0);
}

static void a_later_record_has_a_byte_more(void **state)
{
	static const uint8_t later[] = { 0x86, 0x84, 0x03, 6, 0, 2, 0, 0, 0, 'o', 'k' };
	struct exh_sci_record record;
	size_t produced;
	uint8_t dst[2];

	(void)state;
	assert_int_equal(
		unpack(later, sizeof later, EXH_SCI_LAYOUT_SCI1, dst, &produced, NULL),
		EXH_OK);
	assert_memory_equal(dst, "ok", 2);
	(void)!exh_sci_record_read((struct exh_bytes){ later, sizeof later, 0 }, 0,
				   EXH_SCI_LAYOUT_SCI1, &record, NULL);
	assert_int_equal(record.type, EXH_SCI_VOCAB);
	assert_int_equal(record.number, 900);
}

/* As in reorder_test.c: sorted data are shorter, and end with a mark. */
static void views_of_sci1_are_put_in_order(void **state)
{
	static const uint8_t sorted[] = { 18, 0, 2, 1,	  2,	0, 7, 0, 0, 0,
					  1,  0, 1, 3,	  0,	2, 0, 9, 8, 15,
					  6,  0, 2, 0xc1, 0x81, 4, 5, 6 };
	static const uint8_t view[] = { 2, 0x80, 2,  0, 7, 0,  0, 0,	12,   0, 12,
					0, 1,	 0,  0, 0, 18, 0, 3,	0,    2, 0,
					9, 8,	 15, 0, 2, 4,  5, 0xc1, 0x81, 6 };
	struct exh_writer packed = { .limit = 200 }, file = { .limit = 200 };
	uint8_t dst[sizeof view];
	size_t produced;

	(void)state;
	exh_sci_lzw_pack((struct exh_bytes){ sorted, sizeof sorted, 0 }, EXH_LZW_SCI1,
			 &packed);
	exh_write_bytes(&file, "\x80\x01\0", 3); /* view 1 */
	exh_write_u16le(&file, (uint16_t)(packed.size + 4));
	exh_write_u16le(&file, sizeof view);
	exh_write_u16le(&file, 3);
	exh_write_bytes(&file, packed.data, packed.size);
	assert_int_equal(
		unpack(file.data, file.size, EXH_SCI_LAYOUT_SCI1, dst, &produced, NULL),
		EXH_OK);
	assert_int_equal(produced, sizeof view);
	assert_memory_equal(dst, view, sizeof view);
	assert_int_equal(unpack(file.data, file.size - 4, EXH_SCI_LAYOUT_SCI1, dst,
				&produced, NULL),
			 EXH_TRUNCATED);
	assert_memory_equal(dst, view, 8);
	exh_writer_free(&packed);
	exh_writer_free(&file);
}

static void methods_that_are_not_read_are_named(void **state)
{
	uint8_t wrong[sizeof stored], dst[3];
	struct exh_error err;
	size_t produced;

	(void)state;
	memcpy(wrong, stored, sizeof wrong);
	wrong[6] = 18;
	assert_int_equal(
		unpack(wrong, sizeof wrong, EXH_SCI_LAYOUT_SCI0, dst, &produced, &err),
		EXH_UNSUPPORTED);
	assert_non_null(strstr(err.text, "18 (dcl)"));
	wrong[7] = 1;
	assert_int_equal(
		unpack(wrong, sizeof wrong, EXH_SCI_LAYOUT_SCI0, dst, &produced, &err),
		EXH_UNSUPPORTED);
	assert_non_null(strstr(err.text, "274 (unknown)"));
}

/* "ABABABA" by LZW and "ABAC" by Huffman. Source: sci0-formats 1.4, 1.5. */
static const uint8_t lzw[] = { 0, 0x10, 10,   0,    7,	  0,	1,
			       0, 0x41, 0x84, 0x08, 0x24, 0x18, 0x10 };
static const uint8_t huffman[] = { 0,	 0x10, 17, 0, 4,    0,	  2, 0,	   4,	 0, 0,
				   0x12, 0x41, 0,  0, 0x10, 0x42, 0, 0x4d, 0x0f, 0 };

static void packed_records_are_unpacked(void **state)
{
	size_t produced;
	uint8_t dst[7];

	(void)state;
	assert_int_equal(
		unpack(lzw, sizeof lzw, EXH_SCI_LAYOUT_SCI0, dst, &produced, NULL),
		EXH_OK);
	assert_int_equal(produced, 7);
	assert_memory_equal(dst, "ABABABA", 7);
	assert_int_equal(unpack(huffman, sizeof huffman, EXH_SCI_LAYOUT_SCI0, dst,
				&produced, NULL),
			 EXH_OK);
	assert_int_equal(produced, 4);
	assert_memory_equal(dst, "ABAC", 4);
}

static void what_is_numbered_as_in_sci1_is_unpacked(void **state)
{
	uint8_t later[sizeof huffman], dst[4];
	size_t produced;

	(void)state;
	memcpy(later, huffman, sizeof later);
	later[6] = 1;
	assert_int_equal(
		unpack(later, sizeof later, EXH_SCI_LAYOUT_SCI0, dst, &produced, NULL),
		EXH_OK);
	assert_memory_equal(dst, "ABAC", 4);
}

static void a_record_is_written_as_it_is_read(void **state)
{
	struct exh_writer out = { .limit = LIMIT };

	(void)state;
	assert_int_equal(
		exh_sci_record_write(EXH_SCI_SCRIPT, 0, EXH_SCI_STORED,
				     (struct exh_bytes){ (const uint8_t *)"abc", 3, 0 },
				     3, &out, NULL),
		EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), stored, 11);
	assert_int_equal(exh_sci_record_write(2, 2048, EXH_SCI_STORED,
					      (struct exh_bytes){ 0 }, 0, &out, NULL),
			 EXH_LIMIT);
	exh_writer_free(&out);
}

/*
 * Patch files.
 */

static void assert_name(const char *name, unsigned type, unsigned number)
{
	unsigned found_type, found_number;

	assert_true(exh_sci_patch_name(name, &found_type, &found_number));
	assert_int_equal(found_type, type);
	assert_int_equal(found_number, number);
}

static void patch_files_are_known_by_their_names(void **state)
{
	static const char *const none[] = { "view",	 "view.",	 "view.12",
					    "view.12a",	 "view.0000001", "view.0012",
					    "views.001", "vie.001",	 "view.2048",
					    ".001",	 "x12.scr",	 ".scr",
					    "65536.scr", "resource.001", "resource.map" };
	unsigned type, number;

	(void)state;
	assert_name("view.000", EXH_SCI_VIEW, 0);
	assert_name("VOCAB.900", EXH_SCI_VOCAB, 900);
	assert_name("Script.2047", EXH_SCI_SCRIPT, 2047);
	assert_name("7.V56", EXH_SCI_VIEW, 7);
	assert_name("65535.hep", EXH_SCI_HEAP, 65535);
	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
		assert_false(exh_sci_patch_name(none[i], &type, &number));
	assert_int_equal(exh_sci_type_from_name("Vocab"), EXH_SCI_VOCAB);
	assert_int_equal(exh_sci_type_from_name("voca"), EXH_SCI_TYPES);
	assert_int_equal(exh_sci_type_from_name("vocabs"), EXH_SCI_TYPES);
}

static void a_patch_begins_after_its_header(void **state)
{
	static const uint8_t file[] = { 0x87, 2, 'x', 'x', 'f' };
	const struct exh_bytes bytes = { file, sizeof file, 0 };
	struct exh_error err;
	struct exh_bytes out;

	(void)state;
	assert_int_equal(exh_sci_patch_read(bytes, EXH_SCI_FONT, &out, &err), EXH_OK);
	assert_same_bytes(out, "f", 1);
	assert_int_equal(out.base, 4);
	assert_int_equal(exh_sci_patch_read(bytes, EXH_SCI_VIEW, &out, &err),
			 EXH_INVALID);
	assert_non_null(strstr(err.text, "7 (font), expected 0 (view)"));
	assert_int_equal(exh_sci_patch_read(bytes, 25, &out, &err), EXH_INVALID);
	assert_non_null(strstr(err.text, "expected 25 (unknown)"));
	assert_int_equal(exh_sci_patch_read((struct exh_bytes){ file, 3, 0 },
					    EXH_SCI_FONT, &out, &err),
			 EXH_INVALID);
	assert_int_equal(exh_sci_patch_read((struct exh_bytes){ file, 2, 0 },
					    EXH_SCI_FONT, &out, &err),
			 EXH_TRUNCATED);
}

/*
 * Real games. Source: sci0-formats 1.8.
 */

static void walk_volume(struct exh_bytes volume, size_t count)
{
	struct exh_sci_record record;
	size_t found = 0;

	for (size_t at = 0; at < volume.size; at += record.size, found++)
		assert_int_equal(exh_sci_record_read(volume, at, EXH_SCI_LAYOUT_SCI0,
						     &record, NULL),
				 EXH_OK);
	assert_int_equal(found, count);
}

static void real_games_have_all_their_resources(void **state)
{
	struct exh_bytes map = load_game_file("sci0/companion-template/resource.map");
	struct exh_bytes volume = load_game_file("sci0/companion-template/resource.001");
	size_t total = 0;
	struct opened o;

	(void)state;
	if (!map.data || !volume.data)
		skip();
	assert_int_equal(exh_crc32(map), 0x934d9b85);
	assert_int_equal(exh_crc32(volume), 0x8d4e4d68);
	walk_volume(volume, 60);
	open_map(&o, map.data, map.size);
	assert_int_equal(o.map.count, 60);
	for (size_t i = 0; i < o.map.count; i++) {
		struct exh_sci_record record;

		assert_int_equal(exh_sci_record_read(volume, o.map.entries[i].offset,
						     EXH_SCI_LAYOUT_SCI0, &record, NULL),
				 EXH_OK);
		assert_int_equal(record.type, o.map.entries[i].type);
		assert_int_equal(record.number, o.map.entries[i].number);
		total += record.unpacked_size;
	}
	assert_int_equal(total, 109606);
	close_map(&o);
	free((void *)map.data);
	free((void *)volume.data);
}

static void thousands_of_bad_entries_leave_the_good_ones(void **state)
{
	enum { BAD = 20000, SIZE = EXH_SCI_MAP_ENTRY_SIZE };
	static uint8_t map[(BAD + 4) * SIZE];
	struct opened o;

	(void)state;
	memset(map, 0xf0, sizeof map);
	memcpy(map + (size_t)BAD * SIZE, small_map, (size_t)4 * SIZE);
	open_map(&o, map, sizeof map);
	assert_int_equal(o.status, EXH_OK);
	assert_int_equal(o.map.count, 3);
	assert_true(o.map.entries[2].is_shadowed);
	assert_int_equal(o.notes.damage_count, BAD);
	assert_string_equal(o.notes.last->text, "damage in 19900 more places");
	close_map(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_map_is_read_up_to_its_mark),
		cmocka_unit_test(a_map_without_a_mark_is_read_and_reported),
		cmocka_unit_test(a_type_that_is_none_is_left_out),
		cmocka_unit_test(the_same_entry_again_stands_where_another_was),
		cmocka_unit_test(an_early_map_has_volumes_of_four_bits),
		cmocka_unit_test(an_index_of_types_is_sci1s),
		cmocka_unit_test(entries_of_five_bytes_are_sci11s),
		cmocka_unit_test(an_index_that_ends_early_is_a_warning),
		cmocka_unit_test(an_index_that_leads_outside_is_none),
		cmocka_unit_test(what_is_written_reads_back),
		cmocka_unit_test(a_map_has_its_limits),
		cmocka_unit_test(a_stored_record_is_its_payload),
		cmocka_unit_test(every_shorter_record_is_truncated),
		cmocka_unit_test(sizes_that_disagree_are_invalid),
		cmocka_unit_test(an_empty_record_is_empty),
		cmocka_unit_test(a_later_record_has_a_byte_more),
		cmocka_unit_test(views_of_sci1_are_put_in_order),
		cmocka_unit_test(methods_that_are_not_read_are_named),
		cmocka_unit_test(packed_records_are_unpacked),
		cmocka_unit_test(what_is_numbered_as_in_sci1_is_unpacked),
		cmocka_unit_test(a_record_is_written_as_it_is_read),
		cmocka_unit_test(patch_files_are_known_by_their_names),
		cmocka_unit_test(a_patch_begins_after_its_header),
		cmocka_unit_test(real_games_have_all_their_resources),
		cmocka_unit_test(thousands_of_bad_entries_leave_the_good_ones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
