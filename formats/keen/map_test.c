#include "keen_parts.h"

#include "../base/reader.h"
#include "../base/testing.h"

enum {
	TAG = 0xabcd,
	LIMIT = 1 << 24,
	MAX_LEVELS = 6,
	MAX_CELLS = 32767,
	KEEN4_HEAD = 402,
	DREAMS_HEAD = 502,
	HEADER_SIZE = 38,
	NAME_SIZE = EXH_KEEN_MAP_NAME_SIZE,
	/* Places in the hand-made archive. */
	PLANES = 2,
	HEADER = 35,
	HEADER_OFFSETS = HEADER,
	HEADER_SIZES = HEADER + 12,
	HEADER_WIDTH = HEADER + 18,
	HEADER_HEIGHT = HEADER + 20,
	HEADER_NAME = HEADER + 22,
	HAND_SIZE = HEADER + HEADER_SIZE + 4,
	/* Offsets of its planes. */
	BACKGROUND_AT = 2,
	FOREGROUND_AT = 14,
	INFO_AT = 24,
};

/* One level of 2x2 cells, as Keen 4 to 6 have it. */
static const uint8_t hand[HAND_SIZE] = {
	'X', 'Y', /* prefix */
	/* Background: expands to 10 bytes; 8 bytes of cells; 1, 2, 3, 4. */
	10, 0, 8, 0, 1, 0, 2, 0, 3, 0, 4, 0,
	/* Foreground: expands to 8 bytes; 8 bytes of cells; 4 times 7. */
	8, 0, 8, 0, 0xcd, 0xab, 4, 0, 7, 0,
	/* Info: expands to 10 bytes; 8 bytes of cells; 5, 6, and 2 words from 2 back. */
	10, 0, 8, 0, 5, 0, 6, 0, 2, 0xa7, 2,
	/* Header: offsets, sizes, width, height, name, mark. */
	BACKGROUND_AT, 0, 0, 0, FOREGROUND_AT, 0, 0, 0, INFO_AT, 0, 0, 0, 12, 0, 10, 0,
	11, 0, 2, 0, 2, 0, 'H', 'A', 'N', 'D', 0, 'j', 'u', 'n', 'k', 0, 0, 0, 0, 0, 0, 0,
	'!', 'I', 'D', '!'
};
static const uint16_t hand_cells[3][4] = { { 1, 2, 3, 4 },
					   { 7, 7, 7, 7 },
					   { 5, 6, 5, 6 } };

/* The only level of this head is number 3. */
static void make_hand_head(uint8_t head[KEEN4_HEAD])
{
	memset(head, 0, KEEN4_HEAD);
	head[0] = TAG & 0xff;
	head[1] = TAG >> 8;
	head[2 + 3 * 4] = HEADER;
}

/*
 * Levels to pack, and archives opened from exact copies.
 */

struct sample {
	struct exh_keen_maps maps;
	struct exh_keen_map items[MAX_LEVELS];
	struct exh_arena arena; /* the cells */
	struct exh_huffman huffman;
	struct exh_bytes tile_info;
	struct exh_writer archive, head;
	struct exh_error err;
};

static void init_sample(struct sample *s, enum exh_keen_map_packing packing)
{
	static const uint8_t prefix[] = "TED5v1.0";

	*s = (struct sample){ .maps = { .packing = packing,
					.rlew_tag = TAG,
					.prefix = { prefix, 8, 0 } },
			      .arena = { .limit = LIMIT } };
	s->maps.items = s->items;
}

static struct exh_keen_map *add_level(struct sample *s, unsigned number, size_t width,
				      size_t height)
{
	struct exh_keen_map *map = &s->items[s->maps.count++];

	assert_true(s->maps.count <= MAX_LEVELS);
	*map = (struct exh_keen_map){ .number = number,
				      .width = width,
				      .height = height };
	snprintf((char *)map->name, NAME_SIZE, "LEVEL %u", number);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		map->planes[i].cells = exh_alloc(&s->arena, width * height,
						 sizeof *map->planes[i].cells);
		assert_non_null(map->planes[i].cells);
	}
	return map;
}

/* Runs, single words, and all words with a meaning for a codec. */
static uint16_t roll_value(uint64_t *seed)
{
	switch (roll(seed, 6)) {
	case 0:
		return 0;
	case 1:
		return TAG;
	case 2:
		return (uint16_t)(0xa700 + roll(seed, 512));
	case 3:
		return (uint16_t)roll(seed, 65536);
	default:
		return (uint16_t)roll(seed, 20);
	}
}

static void roll_cells(uint64_t *seed, const struct exh_keen_map *map)
{
	const size_t count = map->width * map->height;

	for (size_t plane = 0; plane < EXH_KEEN_PLANE_COUNT; plane++)
		for (size_t i = 0; i < count;) {
			const uint16_t value = roll_value(seed);
			size_t run = roll(seed, 3) ? 1 : 1 + roll(seed, 30);

			for (; run && i < count; run--)
				map->planes[plane].cells[i++] = value;
		}
}

static void init_dictionary(struct sample *s)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	uint64_t counts[256] = { 0 };

	assert_int_equal(exh_keen_maps_count(&s->maps, counts, NULL), EXH_OK);
	exh_huffman_build(counts, dict);
	assert_int_equal(exh_huffman_read(&s->huffman,
					  (struct exh_bytes){ dict, sizeof dict, 0 },
					  NULL, NULL),
			 EXH_OK);
}

static enum exh_status try_pack(struct sample *s)
{
	exh_writer_free(&s->archive);
	exh_writer_free(&s->head);
	s->archive = s->head = (struct exh_writer){ .limit = LIMIT };
	return exh_keen_maps_pack(&s->maps, s->tile_info, &s->huffman, &s->archive,
				  &s->head, &s->err);
}

static void pack(struct sample *s)
{
	if (s->maps.packing == EXH_KEEN_MAP_HUFFMAN)
		init_dictionary(s);
	assert_int_equal(try_pack(s), EXH_OK);
}

static void poke(struct exh_writer *out, size_t offset, uint8_t value)
{
	assert_true(offset < out->size);
	if (out->data)
		out->data[offset] = value;
}

static void free_sample(struct sample *s)
{
	exh_arena_free(&s->arena);
	exh_writer_free(&s->archive);
	exh_writer_free(&s->head);
}

/* Makes three levels of different sizes, whose numbers don't follow one another. */
static void make_sample(struct sample *s, enum exh_keen_map_packing packing,
			uint64_t seed)
{
	init_sample(s, packing);
	roll_cells(&seed, add_level(s, 0, 7, 5));
	roll_cells(&seed, add_level(s, 4, 20, 9));
	roll_cells(&seed, add_level(s, 99, 1, 11));
	pack(s);
}

struct opened {
	struct exh_bytes archive, head;
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_keen_maphead maphead;
	struct exh_keen_maps maps;
	struct exh_error err;
	enum exh_status status;
};

static struct exh_bytes copy_bytes(struct exh_bytes from)
{
	return (struct exh_bytes){ tight_copy(from.data, from.size), from.size, 0 };
}

static void open_bytes(struct opened *o, struct exh_bytes archive, struct exh_bytes head,
		       const struct exh_huffman *huffman)
{
	*o = (struct opened){ .arena = { .limit = LIMIT } };
	o->notes.arena = &o->arena;
	o->archive = copy_bytes(archive);
	o->head = copy_bytes(head);
	o->status = exh_keen_maphead_read(o->head, o->archive, &o->maphead, &o->err);
	if (!o->status)
		o->status = exh_keen_maps_open(o->archive, &o->maphead, huffman,
					       &o->arena, &o->maps, &o->notes, &o->err);
}

static void close_opened(struct opened *o)
{
	exh_arena_free(&o->arena);
	free((void *)o->archive.data);
	free((void *)o->head.data);
}

static struct exh_bytes written(const struct exh_writer *out)
{
	return (struct exh_bytes){ out->data, out->size, 0 };
}

static void open_sample(struct opened *o, const struct sample *s)
{
	open_bytes(o, written(&s->archive), written(&s->head), &s->huffman);
}

static void open_hand(struct opened *o, const uint8_t *archive, size_t size)
{
	uint8_t head[KEEN4_HEAD];

	make_hand_head(head);
	open_bytes(o, (struct exh_bytes){ archive, size, 0 },
		   (struct exh_bytes){ head, sizeof head, 0 }, NULL);
}

/* The hand-made archive with some of its bytes changed. */
static void open_patched(struct opened *o, size_t offset, const void *patch, size_t size)
{
	uint8_t archive[HAND_SIZE];

	memcpy(archive, hand, sizeof hand);
	memcpy(archive + offset, patch, size);
	open_hand(o, archive, sizeof archive);
}

static void assert_notes(const struct opened *o, size_t warning_count,
			 size_t damage_count)
{
	assert_int_equal(o->status, EXH_OK);
	assert_int_equal(o->notes.warning_count, warning_count);
	assert_int_equal(o->notes.damage_count, damage_count);
}

static void assert_cells(const struct exh_keen_map *map, size_t plane,
			 const uint16_t *cells)
{
	assert_memory_equal(map->planes[plane].cells, cells,
			    map->width * map->height * 2);
}

/* Asserts that all planes of the hand-made level except one are as they were made. */
static void assert_hand_but(const struct opened *o, size_t plane)
{
	assert_int_equal(o->maps.count, 1);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		if (i != plane) {
			assert_cells(&o->maps.items[0], i, hand_cells[i]);
			assert_false(o->maps.items[0].planes[i].damaged);
		}
}

static void assert_same_level(const struct exh_keen_map *found,
			      const struct exh_keen_map *expected)
{
	assert_false(found->lost);
	assert_int_equal(found->number, expected->number);
	assert_int_equal(found->width, expected->width);
	assert_int_equal(found->height, expected->height);
	assert_memory_equal(found->name, expected->name, NAME_SIZE);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		assert_cells(found, i, expected->planes[i].cells);
}

static void assert_is_sample(const struct opened *o, const struct sample *s)
{
	assert_notes(o, 0, 0);
	assert_int_equal(o->maps.packing, s->maps.packing);
	assert_int_equal(o->maps.rlew_tag, s->maps.rlew_tag);
	assert_int_equal(o->maps.count, s->maps.count);
	assert_same_bytes(o->maps.prefix, s->maps.prefix.data, s->maps.prefix.size);
	for (size_t i = 0; i < s->maps.count; i++)
		assert_same_level(&o->maps.items[i], &s->items[i]);
}

/* Asserts that the opened levels pack to the same bytes. */
static void assert_packs_back(const struct opened *o, const struct exh_huffman *huffman)
{
	struct exh_writer archive = { .limit = LIMIT }, head = { .limit = LIMIT };

	assert_int_equal(exh_keen_maps_pack(&o->maps, o->maphead.tile_info, huffman,
					    &archive, &head, NULL),
			 EXH_OK);
	assert_same_bytes(written(&archive), o->archive.data, o->archive.size);
	assert_same_bytes(written(&head), o->head.data, o->head.size);
	exh_writer_free(&archive);
	exh_writer_free(&head);
}

/*
 * Sound archives.
 */

static void a_level_made_by_hand_opens(void **state)
{
	struct opened o;
	const struct exh_keen_map *map;
	char name[NAME_SIZE + 1];

	(void)state;
	open_hand(&o, hand, sizeof hand);
	assert_notes(&o, 0, 0);
	assert_false(o.maphead.has_sizes);
	assert_int_equal(o.maps.packing, EXH_KEEN_MAP_CARMACK);
	assert_int_equal(o.maps.rlew_tag, TAG);
	assert_same_bytes(o.maps.prefix, "XY", 2);
	assert_hand_but(&o, EXH_KEEN_PLANE_COUNT);
	map = &o.maps.items[0];
	assert_int_equal(map->number, 3);
	assert_int_equal(map->header_offset, HEADER);
	assert_int_equal(map->width, 2);
	assert_int_equal(map->height, 2);
	assert_int_equal(map->planes[1].offset, FOREGROUND_AT);
	assert_int_equal(map->planes[1].packed_size, 10);
	assert_int_equal(map->planes[1].rlew_size, 6);
	exh_keen_map_name(map, name);
	assert_string_equal(name, "HAND");
	assert_memory_equal(map->name + 5, "junk", 4);
	assert_packs_back(&o, NULL);
	close_opened(&o);
}

static void levels_are_the_same_again_in_each_packing(void **state)
{
	(void)state;
	for (unsigned packing = 0; packing <= EXH_KEEN_MAP_RLEW; packing++)
		for (uint64_t seed = 1; seed <= 40; seed++) {
			struct sample s;
			struct opened o;

			make_sample(&s, (enum exh_keen_map_packing)packing, seed);
			open_sample(&o, &s);
			assert_is_sample(&o, &s);
			assert_packs_back(&o, &s.huffman);
			close_opened(&o);
			free_sample(&s);
		}
}

static void levels_of_any_size_are_the_same_again(void **state)
{
	static const size_t sizes[][2] = { { 1, 1 },	     { 1, 200 },
					   { 200, 1 },	     { 181, 181 },
					   { MAX_CELLS, 1 }, { 1, MAX_CELLS } };

	(void)state;
	for (unsigned packing = 0; packing <= EXH_KEEN_MAP_RLEW; packing++)
		for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
			struct sample s;
			struct opened o;
			const struct exh_keen_map *map;

			init_sample(&s, (enum exh_keen_map_packing)packing);
			map = add_level(&s, 7, sizes[i][0], sizes[i][1]);
			for (size_t k = 0; k < map->width * map->height; k++)
				map->planes[0].cells[k] = (uint16_t)(k / 9);
			pack(&s);
			open_sample(&o, &s);
			assert_is_sample(&o, &s);
			close_opened(&o);
			free_sample(&s);
		}
}

/* A cell that looks like the length of an expanded plane. */
static void a_tiny_maptemp_is_not_taken_for_carmack(void **state)
{
	struct sample s;
	struct opened o;
	const struct exh_keen_map *map;

	(void)state;
	init_sample(&s, EXH_KEEN_MAP_RLEW);
	map = add_level(&s, 0, 1, 1);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		map->planes[i].cells[0] = 2;
	pack(&s);
	open_sample(&o, &s);
	assert_is_sample(&o, &s);
	close_opened(&o);
	free_sample(&s);
}

static void one_plane_that_is_damaged_does_not_change_the_packing(void **state)
{
	(void)state;
	for (unsigned packing = 0; packing <= EXH_KEEN_MAP_RLEW; packing++) {
		struct sample s;
		struct opened o;

		make_sample(&s, (enum exh_keen_map_packing)packing, 5);
		for (size_t i = 0; i < 4; i++)
			poke(&s.archive, s.maps.prefix.size + i, 0xff);
		open_sample(&o, &s);
		assert_int_equal(o.status, EXH_OK);
		assert_int_equal(o.maps.packing, packing);
		assert_true(o.maps.items[0].planes[0].damaged);
		assert_true(o.notes.damage_count > 0);
		assert_same_level(&o.maps.items[1], &s.items[1]);
		assert_same_level(&o.maps.items[2], &s.items[2]);
		close_opened(&o);
		free_sample(&s);
	}
}

static void notes_and_errors_may_be_left_out(void **state)
{
	uint8_t head[KEEN4_HEAD], archive[HAND_SIZE];
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_bytes bytes = { archive, sizeof archive, 0 };
	struct exh_keen_maphead maphead;
	struct exh_keen_maps maps;

	(void)state;
	make_hand_head(head);
	memcpy(archive, hand, sizeof hand);
	memset(archive + BACKGROUND_AT, 0xff, 30);
	assert_int_equal(exh_keen_maphead_read((struct exh_bytes){ head, 10, 0 }, bytes,
					       &maphead, NULL),
			 EXH_TRUNCATED);
	assert_int_equal(exh_keen_maphead_read((struct exh_bytes){ head, sizeof head, 0 },
					       bytes, &maphead, NULL),
			 EXH_OK);
	assert_int_equal(
		exh_keen_maps_open(bytes, &maphead, NULL, &arena, &maps, NULL, NULL),
		EXH_OK);
	assert_true(maps.items[0].planes[0].damaged);
	exh_arena_free(&arena);
}

static void memory_stays_below_its_limit(void **state)
{
	uint8_t head[KEEN4_HEAD];
	const struct exh_bytes archive = { hand, sizeof hand, 0 };
	struct exh_keen_maphead maphead;

	(void)state;
	make_hand_head(head);
	assert_int_equal(exh_keen_maphead_read((struct exh_bytes){ head, sizeof head, 0 },
					       archive, &maphead, NULL),
			 EXH_OK);
	for (size_t limit = 0; limit < 1 << 18; limit = limit * 2 + 7) {
		struct exh_arena arena = { .limit = limit };
		struct exh_keen_maps maps;
		const enum exh_status status = exh_keen_maps_open(
			archive, &maphead, NULL, &arena, &maps, NULL, NULL);

		assert_true(status == EXH_OK || status == EXH_NO_MEMORY);
		assert_true(arena.used <= limit);
		exh_arena_free(&arena);
	}
}

/*
 * Heads.
 */

static void heads_are_reported_apart_by_the_archive(void **state)
{
	uint8_t info[300];
	uint64_t seed = 3;

	(void)state;
	roll_skewed(&seed, info, sizeof info);
	for (unsigned packing = 0; packing <= EXH_KEEN_MAP_RLEW; packing++)
		for (size_t size = 0; size <= sizeof info; size += 75) {
			struct sample s;
			struct opened o;

			make_sample(&s, (enum exh_keen_map_packing)packing, 8);
			s.tile_info = (struct exh_bytes){ info, size, 0 };
			pack(&s);
			open_sample(&o, &s);
			assert_is_sample(&o, &s);
			assert_int_equal(o.maphead.has_sizes,
					 packing == EXH_KEEN_MAP_HUFFMAN);
			assert_same_bytes(o.maphead.tile_info, info, size);
			assert_packs_back(&o, &s.huffman);
			close_opened(&o);
			free_sample(&s);
		}
}

/* The head of the editor: settings, then tag, offsets and the sizes of the headers. */
static void the_editor_s_head_is_read(void **state)
{
	struct sample s;
	struct opened o;
	struct exh_writer head = { .limit = 1 << 12 };
	struct exh_keen_maphead found;

	(void)state;
	make_sample(&s, EXH_KEEN_MAP_RLEW, 8);
	pack(&s);
	exh_write_u16le(&head, 7);
	while (head.size < TED5_TAG_AT)
		exh_write_u8(&head, 0);
	exh_write_bytes(&head, s.head.data, MAPHEAD_SIZE);
	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++) {
		const int32_t offset = (int32_t)load_u32le(s.head.data + 2 + 4 * i);

		exh_write_u32le(&head, offset > 0 ? MAP_HEADER_SIZE : 0);
	}
	open_bytes(&o, written(&s.archive), written(&head), NULL);
	assert_int_equal(o.status, EXH_OK);
	assert_true(o.maphead.is_ted5 && !o.maphead.has_sizes);
	assert_int_equal(o.maps.packing, EXH_KEEN_MAP_RLEW);
	assert_is_sample(&o, &s);
	close_opened(&o);
	/* A header of another size, or a byte less, makes it no such head. */
	head.data[TED5_TAG_AT + MAPHEAD_SIZE + 400 - 4] ^= 1;
	assert_false(exh_keen_maphead_is_ted5(written(&head), &found));
	assert_false(exh_keen_maphead_is_ted5(
		(struct exh_bytes){ head.data, TED5_HEAD_SIZE - 1, 0 }, &found));
	exh_writer_free(&head);
	free_sample(&s);
}

/* The tile information has a number where Keen Dreams has the header's size. */
static void heads_of_one_level_are_reported_apart(void **state)
{
	uint8_t info[300] = { 0 };

	(void)state;
	memset(info, 8, sizeof info);
	for (unsigned packing = 0; packing <= EXH_KEEN_MAP_RLEW; packing++) {
		struct sample s;
		struct opened o;

		init_sample(&s, (enum exh_keen_map_packing)packing);
		add_level(&s, 12, 3, 3)->planes[0].cells[4] = 9;
		s.tile_info = (struct exh_bytes){ info, sizeof info, 0 };
		pack(&s);
		open_sample(&o, &s);
		assert_is_sample(&o, &s);
		assert_int_equal(o.maphead.has_sizes, packing == EXH_KEEN_MAP_HUFFMAN);
		assert_same_bytes(o.maphead.tile_info, info, sizeof info);
		close_opened(&o);
		free_sample(&s);
	}
}

/* If the archive ends before the mark, most of the sizes have to be right. */
static void without_marks_a_draw_is_keen_4s_head(void **state)
{
	uint8_t head[DREAMS_HEAD] = { 0 };
	struct opened o;

	(void)state;
	make_hand_head(head);
	head[KEEN4_HEAD + 3] = 8; /* size of this level; then of a missing level */
	head[KEEN4_HEAD + 4] = 8;
	open_bytes(&o, (struct exh_bytes){ hand, HAND_SIZE - 4, 0 },
		   (struct exh_bytes){ head, sizeof head, 0 }, NULL);
	assert_notes(&o, 0, 0);
	assert_false(o.maphead.has_sizes);
	assert_hand_but(&o, EXH_KEEN_PLANE_COUNT);
	close_opened(&o);
}

static void a_level_that_the_head_misplaces_costs_no_other(void **state)
{
	static const int32_t wrong[] = { 0x7fffffff, 1, 0 };

	(void)state;
	for (unsigned packing = 0; packing <= EXH_KEEN_MAP_RLEW; packing++)
		for (size_t i = 0; i < 3; i++) {
			struct sample s;
			struct opened o;

			make_sample(&s, (enum exh_keen_map_packing)packing, 21);
			for (size_t k = 0; k < 4; k++)
				poke(&s.head, 2 + 4 * 4 + k,
				     (uint8_t)((uint32_t)wrong[i] >> (8 * k)));
			open_sample(&o, &s);
			assert_int_equal(o.status, EXH_OK);
			assert_int_equal(o.maphead.has_sizes,
					 packing == EXH_KEEN_MAP_HUFFMAN);
			assert_same_level(&o.maps.items[0], &s.items[0]);
			assert_same_level(&o.maps.items[o.maps.count - 1], &s.items[2]);
			assert_int_equal(o.maps.count, wrong[i] ? 3 : 2);
			if (wrong[i])
				assert_true(o.notes.damage_count > 0);
			else
				assert_notes(&o, 1, 0);
			close_opened(&o);
			free_sample(&s);
		}
}

static void a_header_size_that_is_wrong_loses_but_its_level(void **state)
{
	struct sample s;
	struct opened o;

	(void)state;
	make_sample(&s, EXH_KEEN_MAP_HUFFMAN, 4);
	poke(&s.head, KEEN4_HEAD + 4, 1);
	open_sample(&o, &s);
	assert_notes(&o, 0, 1);
	assert_true(o.maphead.has_sizes);
	assert_true(o.maps.items[1].lost);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "level 4: its header is truncated"));
	assert_same_level(&o.maps.items[0], &s.items[0]);
	assert_same_level(&o.maps.items[2], &s.items[2]);
	close_opened(&o);
	free_sample(&s);
}

static void a_header_size_that_is_a_little_short_costs_some_of_the_name(void **state)
{
	struct sample s;
	struct opened o;

	(void)state;
	make_sample(&s, EXH_KEEN_MAP_HUFFMAN, 4);
	open_sample(&o, &s);
	close_opened(&o);
	poke(&s.head, KEEN4_HEAD + 4, (uint8_t)(o.maphead.header_sizes[4] - 1));
	open_sample(&o, &s);
	assert_notes(&o, 0, 1);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "bytes of the name are lost"));
	assert_false(o.maps.items[1].lost);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		assert_cells(&o.maps.items[1], i, s.items[1].planes[i].cells);
	close_opened(&o);
	free_sample(&s);
}

static void every_shorter_head_is_survived(void **state)
{
	(void)state;
	for (unsigned packing = 0; packing <= EXH_KEEN_MAP_RLEW; packing++) {
		const bool is_dreams = packing == EXH_KEEN_MAP_HUFFMAN;
		uint8_t info[40] = { 1, 2, 3 };
		struct sample s;

		make_sample(&s, (enum exh_keen_map_packing)packing, 2);
		s.tile_info = (struct exh_bytes){ info, sizeof info, 0 };
		pack(&s);
		for (size_t size = 0; size < s.head.size; size++) {
			struct opened o;

			open_bytes(&o, written(&s.archive),
				   (struct exh_bytes){ s.head.data, size, 0 },
				   &s.huffman);
			if (size < KEEN4_HEAD) {
				assert_int_equal(o.status, EXH_TRUNCATED);
				assert_int_equal(o.err.offset, size);
			} else if (!is_dreams || size >= DREAMS_HEAD) {
				assert_is_sample(&o, &s);
				assert_int_equal(
					o.maphead.tile_info.size,
					size - (is_dreams ? DREAMS_HEAD : KEEN4_HEAD));
			} else {
				assert_true(o.status == EXH_INVALID ||
					    o.notes.damage_count);
			}
			close_opened(&o);
		}
		free_sample(&s);
	}
}

static void a_head_of_another_archive_is_refused(void **state)
{
	uint8_t head[KEEN4_HEAD] = { 0 };
	struct exh_keen_maphead maphead;
	struct exh_error err;

	(void)state;
	assert_int_equal(exh_keen_maphead_read((struct exh_bytes){ head, sizeof head, 0 },
					       (struct exh_bytes){ hand, sizeof hand, 0 },
					       &maphead, &err),
			 EXH_INVALID);
	assert_int_equal(err.offset, 2);
	head[2] = HAND_SIZE; /* just after */
	assert_int_equal(exh_keen_maphead_read((struct exh_bytes){ head, sizeof head, 0 },
					       (struct exh_bytes){ hand, sizeof hand, 0 },
					       &maphead, &err),
			 EXH_INVALID);
	head[2]--;
	assert_int_equal(exh_keen_maphead_read((struct exh_bytes){ head, sizeof head, 0 },
					       (struct exh_bytes){ hand, sizeof hand, 0 },
					       &maphead, &err),
			 EXH_OK);
}

static void what_the_head_has_for_levels_that_are_not_there_stays(void **state)
{
	struct sample s;
	struct opened o;

	(void)state;
	make_sample(&s, EXH_KEEN_MAP_CARMACK, 6);
	for (int i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		s.maps.absent_offsets[i] = i % 3 ? -i : 0;
	pack(&s);
	open_sample(&o, &s);
	assert_is_sample(&o, &s);
	assert_int_equal(o.maphead.offsets[1], -1);
	assert_int_equal(o.maps.absent_offsets[98], -98);
	assert_packs_back(&o, NULL);
	close_opened(&o);
	free_sample(&s);
}

static void levels_that_are_there_would_be_absent_as_the_others(void **state)
{
	struct sample s;
	struct opened o;

	(void)state;
	make_sample(&s, EXH_KEEN_MAP_CARMACK, 6);
	for (int i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		s.maps.absent_offsets[i] = -1;
	pack(&s);
	open_sample(&o, &s);
	for (int i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		assert_int_equal(o.maps.absent_offsets[i], -1);
	close_opened(&o);
	free_sample(&s);
}

/*
 * Damage.
 */

static void every_shorter_archive_by_hand_is_survived(void **state)
{
	(void)state;
	for (size_t size = 0; size < sizeof hand; size++) {
		struct opened o;

		open_hand(&o, hand, size);
		if (size < HEADER_NAME) {
			assert_int_equal(o.status, EXH_INVALID);
		} else {
			assert_notes(&o, 0, size < HEADER_NAME + NAME_SIZE);
			assert_hand_but(&o, EXH_KEEN_PLANE_COUNT);
		}
		close_opened(&o);
	}
}

static void every_shorter_archive_keeps_the_levels_in_front(void **state)
{
	(void)state;
	for (unsigned packing = 0; packing <= EXH_KEEN_MAP_RLEW; packing++) {
		struct sample s;
		struct opened whole;

		make_sample(&s, (enum exh_keen_map_packing)packing, 11);
		open_sample(&whole, &s);
		for (size_t size = 0; size < s.archive.size; size++) {
			struct opened o;

			open_bytes(&o, (struct exh_bytes){ s.archive.data, size, 0 },
				   written(&s.head), &s.huffman);
			for (size_t i = 0; i < 3 && !o.status; i++) {
				const struct exh_keen_map *map = &whole.maps.items[i];

				if (map->header_offset + map->header_size <= size)
					assert_same_level(&o.maps.items[i], map);
				else
					assert_true(o.notes.damage_count +
						    o.notes.warning_count);
			}
			if (whole.maps.items[0].header_offset +
				    whole.maps.items[0].header_size <=
			    size)
				assert_int_equal(o.status, EXH_OK);
			else if (o.status)
				assert_int_equal(o.status, EXH_INVALID);
			close_opened(&o);
		}
		close_opened(&whole);
		free_sample(&s);
	}
}

/* The header comes before its planes, so cutting the archive shortens the planes. */
static void every_shorter_archive_keeps_what_there_is_of_planes(void **state)
{
	enum { SHIFT = HEADER_SIZE + 4 };
	uint8_t archive[HAND_SIZE], head[KEEN4_HEAD];

	(void)state;
	memcpy(archive, hand, PLANES);
	memcpy(archive + PLANES, hand + HEADER, SHIFT);
	memcpy(archive + PLANES + SHIFT, hand + PLANES, HEADER - PLANES);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		archive[PLANES + 4 * i] = (uint8_t)(archive[PLANES + 4 * i] + SHIFT);
	make_hand_head(head);
	head[2 + 3 * 4] = PLANES;
	for (size_t size = PLANES + SHIFT; size <= sizeof archive; size++) {
		struct opened o;
		size_t damage_count = 0;

		open_bytes(&o, (struct exh_bytes){ archive, size, 0 },
			   (struct exh_bytes){ head, sizeof head, 0 }, NULL);
		assert_int_equal(o.status, EXH_OK);
		for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
			const struct exh_keen_map_plane *plane =
				&o.maps.items[0].planes[i];

			assert_int_equal(plane->damaged,
					 plane->offset + plane->packed_size > size);
			damage_count += plane->damaged;
			for (size_t k = 0; k < 4; k++)
				assert_true(plane->cells[k] == hand_cells[i][k] ||
					    (plane->damaged && !plane->cells[k]));
		}
		assert_notes(&o, 0, damage_count);
		if (size >= PLANES + SHIFT + 6) /* two lengths and a word */
			assert_int_equal(o.maps.items[0].planes[0].cells[0], 1);
		close_opened(&o);
	}
}

static void a_plane_outside_the_archive_is_damage(void **state)
{
	static const uint8_t places[][4] = { { HAND_SIZE, 0, 0, 0 },
					     { HAND_SIZE - 1, 0, 0, 0 },
					     { 0, 0, 0, 0x80 },
					     { 0xff, 0xff, 0xff, 0xff } };
	static const uint16_t nothing[4] = { 0 };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct opened o;

		open_patched(&o, HEADER_OFFSETS + 4, places[i], 4);
		assert_notes(&o, 0, 1);
		assert_true(has_note(&o.notes, EXH_DAMAGE,
				     "level 3: foreground: it extends past the end"));
		assert_hand_but(&o, EXH_KEEN_FOREGROUND);
		assert_true(o.maps.items[0].planes[1].damaged);
		assert_false(o.maps.items[0].planes[1].absent);
		assert_cells(&o.maps.items[0], 1, nothing);
		close_opened(&o);
	}
}

static void a_plane_of_one_byte_is_damage(void **state)
{
	static const uint16_t nothing[4] = { 0 };
	struct opened o;

	(void)state;
	open_patched(&o, HEADER_SIZES + 2, "\1", 1);
	assert_notes(&o, 0, 1);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "level 3: foreground: 1 byte"));
	assert_hand_but(&o, EXH_KEEN_FOREGROUND);
	assert_true(o.maps.items[0].planes[1].damaged);
	assert_cells(&o.maps.items[0], 1, nothing);
	close_opened(&o);
}

static void a_plane_of_only_a_length_is_damage(void **state)
{
	struct opened o;

	(void)state;
	for (uint8_t size = 0; size < 2; size++) {
		open_patched(&o, FOREGROUND_AT, &size, 1); /* length of the words */
		assert_int_equal(o.status, EXH_OK);
		assert_int_equal(o.notes.damage_count, 1);
		assert_hand_but(&o, EXH_KEEN_FOREGROUND);
		assert_true(o.maps.items[0].planes[1].damaged);
		close_opened(&o);
	}
}

static void a_wrong_declared_length_is_a_warning(void **state)
{
	struct opened o;

	(void)state;
	open_patched(&o, BACKGROUND_AT + 2, "\6", 1);
	assert_notes(&o, 1, 0);
	assert_true(has_note(&o.notes, EXH_WARNING,
			     "level 3: background: 6 bytes declared, expected 8"));
	assert_hand_but(&o, EXH_KEEN_PLANE_COUNT);
	close_opened(&o);
}

static void a_run_past_the_end_is_damage_and_counts_up_to_there(void **state)
{
	struct opened o;

	(void)state;
	open_patched(&o, FOREGROUND_AT + 6, "\5", 1);
	assert_notes(&o, 0, 1);
	assert_true(
		has_note(&o.notes, EXH_DAMAGE, "level 3: foreground: run of 5 words"));
	assert_hand_but(&o, EXH_KEEN_FOREGROUND);
	assert_true(o.maps.items[0].planes[1].damaged);
	assert_cells(&o.maps.items[0], 1, hand_cells[1]);
	close_opened(&o);
}

static void a_run_that_ends_early_is_damage_and_the_rest_zero(void **state)
{
	static const uint16_t cells[4] = { 7, 7, 7, 0 };
	struct opened o;

	(void)state;
	open_patched(&o, FOREGROUND_AT + 6, "\3", 1);
	assert_notes(&o, 0, 1);
	assert_hand_but(&o, EXH_KEEN_FOREGROUND);
	assert_cells(&o.maps.items[0], 1, cells);
	close_opened(&o);
}

static void words_behind_the_last_cell_are_a_warning(void **state)
{
	struct opened o;

	(void)state;
	open_patched(&o, HEADER_WIDTH, "\1", 1);
	/* Each plane declares 8 bytes; two have more words than the 2 cells, one runs
	 * past them. */
	assert_notes(&o, 5, 1);
	assert_true(has_note(&o.notes, EXH_WARNING,
			     "level 3: background: 4 bytes after the last cell"));
	assert_memory_equal(o.maps.items[0].planes[0].cells, hand_cells[0], 4);
	assert_memory_equal(o.maps.items[0].planes[2].cells, hand_cells[2], 4);
	assert_false(o.maps.items[0].planes[2].damaged);
	close_opened(&o);
}

static void packed_bytes_that_are_left_over_are_a_warning(void **state)
{
	struct opened o;
	struct sample s;

	(void)state;
	open_patched(&o, HEADER_SIZES, "\15", 1); /* 13 of 12 */
	assert_notes(&o, 1, 0);
	assert_true(has_note(&o.notes, EXH_WARNING,
			     "level 3: background: 1 packed bytes are left over"));
	assert_hand_but(&o, EXH_KEEN_PLANE_COUNT);
	close_opened(&o);

	/* Fewer words than are packed: the last cells are lost, and bytes are left
	 * over. */
	make_sample(&s, EXH_KEEN_MAP_HUFFMAN, 4);
	poke(&s.archive, 8, 20);
	poke(&s.archive, 9, 0);
	open_sample(&o, &s);
	assert_notes(&o, 1, 1);
	assert_true(has_note(&o.notes, EXH_WARNING, "are left over"));
	close_opened(&o);
	free_sample(&s);
}

static void a_copy_from_before_the_start_is_damage(void **state)
{
	static const uint16_t cells[4] = { 5, 6, 0, 0 };
	struct opened o;

	(void)state;
	open_patched(&o, INFO_AT + 10, "\4", 1); /* a length of 4; 3 bytes are packed */
	assert_notes(&o, 0, 1);
	assert_true(has_note(&o.notes, EXH_DAMAGE,
			     "level 3: info: copy of 2 words from 4 words back"));
	assert_hand_but(&o, EXH_KEEN_INFO);
	assert_true(o.maps.items[0].planes[2].damaged);
	assert_cells(&o.maps.items[0], 2, cells);
	close_opened(&o);
}

static void levels_without_cells_or_with_too_many_are_lost(void **state)
{
	static const uint8_t sizes[][4] = { { 0, 0, 2, 0 },    { 2, 0, 0, 0 },
					    { 0, 0, 0, 0 },    { 0xff, 0xff, 0xff, 0xff },
					    { 0, 0x80, 1, 0 }, { 1, 0, 0, 0x80 } };

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		struct opened o;

		open_patched(&o, HEADER_WIDTH, sizes[i], 4);
		assert_int_equal(o.status, EXH_INVALID); /* the only level is lost */
		assert_int_equal(o.notes.damage_count, 1);
		assert_true(has_note(&o.notes, EXH_DAMAGE, "expected 1 to 32767 in all"));
		close_opened(&o);
	}
}

static void a_level_of_just_32767_cells_keeps_what_there_is(void **state)
{
	struct opened o;

	(void)state;
	open_patched(&o, HEADER_WIDTH, "\xff\x7f\1\0", 4);
	assert_notes(&o, 3, 3);
	assert_int_equal(o.maps.items[0].width, MAX_CELLS);
	assert_memory_equal(o.maps.items[0].planes[0].cells, hand_cells[0], 8);
	assert_int_equal(o.maps.items[0].planes[0].cells[MAX_CELLS - 1], 0);
	close_opened(&o);
}

static void random_damage_is_survived(void **state)
{
	uint64_t seed = 77;

	(void)state;
	for (unsigned packing = 0; packing <= EXH_KEEN_MAP_RLEW; packing++) {
		struct sample s;

		make_sample(&s, (enum exh_keen_map_packing)packing, 31);
		for (int turn = 0; turn < 300; turn++) {
			struct exh_bytes archive = copy_bytes(written(&s.archive));
			struct opened o;
			const size_t at = roll(&seed, 65536) * archive.size / 65536;

			((uint8_t *)archive.data)[at] ^= (uint8_t)(1 + roll(&seed, 255));
			open_bytes(&o, archive, written(&s.head), &s.huffman);
			assert_true(o.status == EXH_OK || o.status == EXH_INVALID);
			close_opened(&o);
			free((void *)archive.data);
		}
		free_sample(&s);
	}
}

/*
 * Absent planes.
 */

static void an_absent_plane_has_zeros_and_stays_absent(void **state)
{
	static const uint16_t nothing[4] = { 0 };
	uint8_t archive[HAND_SIZE];
	struct sample s;
	struct opened o;

	(void)state;
	memcpy(archive, hand, sizeof hand);
	memset(archive + HEADER_OFFSETS + 4, 0xee, 4);
	archive[HEADER_SIZES + 2] = 0;
	open_hand(&o, archive, sizeof archive);
	assert_notes(&o, 0, 0);
	assert_true(o.maps.items[0].planes[1].absent);
	assert_cells(&o.maps.items[0], 1, nothing);
	close_opened(&o);

	init_sample(&s, EXH_KEEN_MAP_HUFFMAN);
	add_level(&s, 1, 2, 2)->planes[1].absent = true;
	s.items[0].planes[1].offset = 0xeeeeeeee;
	pack(&s);
	open_sample(&o, &s);
	assert_is_sample(&o, &s);
	assert_true(o.maps.items[0].planes[1].absent);
	assert_int_equal(o.maps.items[0].planes[1].offset, 0xeeeeeeee);
	assert_packs_back(&o, &s.huffman);
	close_opened(&o);
	free_sample(&s);
}

static void an_absent_plane_in_which_something_is_gets_there(void **state)
{
	struct sample s;
	struct opened o;

	(void)state;
	init_sample(&s, EXH_KEEN_MAP_CARMACK);
	add_level(&s, 1, 2, 2)->planes[1].absent = true;
	s.items[0].planes[1].cells[3] = 5;
	pack(&s);
	open_sample(&o, &s);
	assert_is_sample(&o, &s);
	assert_false(o.maps.items[0].planes[1].absent);
	close_opened(&o);
	free_sample(&s);
}

static void lost_levels_are_left_out(void **state)
{
	struct sample s;
	struct opened o;

	(void)state;
	make_sample(&s, EXH_KEEN_MAP_CARMACK, 9);
	s.items[1].lost = true;
	pack(&s);
	open_sample(&o, &s);
	assert_notes(&o, 0, 0);
	assert_int_equal(o.maps.count, 2);
	assert_int_equal(o.maphead.offsets[4], 0);
	assert_same_level(&o.maps.items[1], &s.items[2]);
	close_opened(&o);
	free_sample(&s);
}

/*
 * Names.
 */

static void names_may_lack_their_end_and_have_junk_after(void **state)
{
	static const struct {
		const char *bytes, *text;
	} names[] = {
		{ "SIXTEEN LETTERS!", "SIXTEEN LETTERS!" },
		{ "\0UNK BEHIND IT..", "" },
		{ "A\0B\0C\0D\0E\0F\0G\0H", "A" },
		{ "\377\200 in no charset", "\377\200 in no charset" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		char text[NAME_SIZE + 1];
		struct opened o;

		open_patched(&o, HEADER_NAME, names[i].bytes, NAME_SIZE);
		assert_notes(&o, 0, 0);
		exh_keen_map_name(&o.maps.items[0], text);
		assert_string_equal(text, names[i].text);
		assert_memory_equal(o.maps.items[0].name, names[i].bytes, NAME_SIZE);
		assert_packs_back(&o, NULL);
		close_opened(&o);
	}
}

static void names_of_packings_are_found_again(void **state)
{
	enum exh_keen_map_packing found;

	(void)state;
	for (unsigned i = 0; i <= EXH_KEEN_MAP_RLEW; i++) {
		assert_true(exh_keen_map_packing_find(
			exh_keen_map_packing_name((enum exh_keen_map_packing)i), &found));
		assert_int_equal(found, i);
	}
	assert_false(exh_keen_map_packing_find("lzss", &found));
}

/*
 * Errors of packing.
 */

static void assert_refused(struct sample *s, enum exh_status status, const char *text)
{
	assert_int_equal(try_pack(s), status);
	assert_int_equal(s->err.status, status);
	assert_non_null(strstr(s->err.text, text));
	free_sample(s);
}

static void levels_that_a_header_cannot_tell_of_are_refused(void **state)
{
	static const struct {
		size_t width, height;
		enum exh_status status;
	} sizes[] = { { 128, 256, EXH_LIMIT },	   { MAX_CELLS + 1, 1, EXH_LIMIT },
		      { 65535, 65535, EXH_LIMIT }, { SIZE_MAX, 2, EXH_LIMIT },
		      { 0, 5, EXH_INVALID },	   { 5, 0, EXH_INVALID } };
	uint64_t counts[256] = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		struct sample s;

		init_sample(&s, EXH_KEEN_MAP_CARMACK);
		add_level(&s, 8, 1, 1);
		s.items[0].width = sizes[i].width;
		s.items[0].height = sizes[i].height;
		for (size_t k = 0; k < EXH_KEEN_PLANE_COUNT; k++)
			s.items[0].planes[k].absent = i % 2;
		assert_int_equal(exh_keen_maps_count(&s.maps, counts, NULL),
				 sizes[i].status);
		assert_refused(&s, sizes[i].status, "level 8: ");
	}
}

static void words_that_outgrow_their_length_are_refused(void **state)
{
	struct sample s;
	const struct exh_keen_map *map;
	uint64_t seed = 5;

	(void)state;
	init_sample(&s, EXH_KEEN_MAP_RLEW);
	map = add_level(&s, 8, MAX_CELLS, 1);
	for (size_t i = 0; i < MAX_CELLS; i++)
		map->planes[1].cells[i] = i % 2 ? TAG : (uint16_t)roll(&seed, 20000);
	assert_refused(&s, EXH_LIMIT, "level 8: foreground: ");

	/* The plane just fits if it has one word less. */
	for (size_t more = 0; more < 2; more++) {
		init_sample(&s, EXH_KEEN_MAP_RLEW);
		map = add_level(&s, 8, MAX_CELLS - 1 + more, 1);
		for (size_t i = 0; i < map->width; i++)
			map->planes[1].cells[i] = (uint16_t)i;
		if (more) {
			assert_refused(&s, EXH_LIMIT, "65536 bytes of RLEW words");
		} else {
			assert_int_equal(try_pack(&s), EXH_OK);
			free_sample(&s);
		}
	}
}

static void planes_that_outgrow_their_size_are_refused(void **state)
{
	(void)state;
	for (unsigned packing = 0; packing <= EXH_KEEN_MAP_CARMACK; packing++) {
		struct sample s;
		const struct exh_keen_map *map;
		uint64_t seed = 5;

		init_sample(&s, (enum exh_keen_map_packing)packing);
		add_level(&s, 7, 9, 9);
		init_dictionary(&s); /* made from zeros only */
		map = add_level(&s, 8, MAX_CELLS - 10, 1);
		for (size_t i = 0; i < map->width; i++)
			map->planes[2].cells[i] =
				(uint16_t)(0xa700 + (packing ? roll(&seed, 512) : i));
		assert_refused(&s, EXH_LIMIT, "bytes packed, at most 65535 fit");
	}
}

/* Each node has a byte and the next node: codes of 1 to 255 bits, the longest one for
 * 0. */
static void init_long_codes(struct exh_huffman *huffman)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE] = { 0 };

	for (size_t i = 0; i < EXH_HUFFMAN_NODES; i++) {
		const size_t next = i ? 256 + i - 1 : 0;

		dict[i * 4] = (uint8_t)(i + 1);
		dict[i * 4 + 2] = (uint8_t)next;
		dict[i * 4 + 3] = (uint8_t)(next >> 8);
	}
	assert_int_equal(exh_huffman_read(huffman,
					  (struct exh_bytes){ dict, sizeof dict, 0 },
					  NULL, NULL),
			 EXH_OK);
}

static void a_header_that_outgrows_its_size_is_refused(void **state)
{
	struct sample s;

	(void)state;
	init_sample(&s, EXH_KEEN_MAP_HUFFMAN);
	add_level(&s, 8, 1, 1);
	init_long_codes(&s.huffman);
	assert_refused(&s, EXH_LIMIT, "packed, at most 255 fit");
}

static void numbers_over_99_are_refused(void **state)
{
	struct sample s;

	(void)state;
	init_sample(&s, EXH_KEEN_MAP_CARMACK);
	add_level(&s, 100, 1, 1);
	assert_refused(&s, EXH_LIMIT, "level 100: a head holds 0 to 99");
}

static void two_levels_with_one_number_are_refused(void **state)
{
	struct sample s;

	(void)state;
	init_sample(&s, EXH_KEEN_MAP_CARMACK);
	add_level(&s, 4, 1, 1);
	add_level(&s, 5, 1, 1);
	add_level(&s, 4, 2, 1);
	assert_refused(&s, EXH_INVALID, "level 4 occurs twice");
}

static void a_header_at_0_is_refused(void **state)
{
	struct sample s;

	(void)state;
	init_sample(&s, EXH_KEEN_MAP_CARMACK);
	s.maps.prefix = (struct exh_bytes){ 0 };
	add_level(&s, 4, 1, 1);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		s.items[0].planes[i].absent = true;
	assert_refused(&s, EXH_INVALID, "level 4: its header would lie at 0");

	init_sample(&s, EXH_KEEN_MAP_CARMACK);
	s.maps.prefix = (struct exh_bytes){ 0 };
	add_level(&s, 4, 1, 1);
	assert_int_equal(try_pack(&s), EXH_OK);
	free_sample(&s);
}

static void writers_that_are_full_stop_packing(void **state)
{
	struct sample s;

	(void)state;
	make_sample(&s, EXH_KEEN_MAP_CARMACK, 3);
	for (size_t limit = 0; limit < s.archive.size; limit += 5) {
		struct exh_writer archive = { .limit = limit }, head = { .limit = LIMIT };

		assert_int_equal(exh_keen_maps_pack(&s.maps, s.tile_info, NULL, &archive,
						    &head, NULL),
				 EXH_NO_MEMORY);
		exh_writer_free(&archive);
		exh_writer_free(&head);
	}
	free_sample(&s);
}

/*
 * Tests with the real levels, if they are available.
 */

/* CRC-32 of the three planes, one after the other: the table of keen-formats 4. */
static const struct {
	unsigned number;
	size_t width, height;
	const char *name;
	uint32_t crc32;
} dreams[] = {
	{ 0, 85, 66, "LAND OF TUBERIA", 0x7f5b58ad },
	{ 1, 136, 37, "HORSERADISHHILL", 0xc192041a },
	{ 2, 94, 93, "MELON MINES", 0x56b99c2a },
	{ 3, 65, 62, "BRIDGE BOTTOMS", 0x9ac023e0 },
	{ 4, 74, 46, "RHUBARB RAPIDS", 0x545b2ba1 },
	{ 5, 42, 72, "PARSNIP PASS", 0x47748401 },
	{ 6, 26, 30, "TEMP1", 0xf7148cfc },
	{ 7, 202, 59, "SPUD CITY", 0xbc94f7ac },
	{ 8, 26, 30, "TEMP8", 0xa994c856 },
	{ 9, 126, 47, "APPLE ACRES", 0x1f8d7a16 },
	{ 10, 139, 39, "GRAPE GROVE", 0x731d302c },
	{ 11, 26, 30, "TEMP2", 0xa994c856 },
	{ 12, 93, 29, "BRUS.SPROUT BAY", 0xac56dd2b },
	{ 13, 26, 30, "TEMP13", 0xf2d1212f },
	{ 14, 74, 29, "SQUASH SWAMP", 0x445405d8 },
	{ 15, 35, 30, "BOOBUS' ROOM", 0xf45fe617 },
	{ 16, 85, 80, "CASTLE TUBERIA", 0x5a768364 },
	{ 20, 37, 19, "TITLE SCREEN", 0xd98b085c },
};

struct game {
	struct exh_bytes archive, head, dict;
	struct exh_huffman huffman;
	struct opened opened;
};

/* Skips the test if the game is missing. */
static void open_game(struct game *game)
{
	game->archive = load_game_file("keen-dreams-1.13/KDREAMS.MAP");
	game->head = load_game_file("keen-dreams-1.13/MAPHEAD.KDR");
	game->dict = load_game_file("keen-dreams-1.13/MAPDICT.KDR");
	if (!game->archive.data || !game->head.data || !game->dict.data) {
		printf("skipped: no real data\n");
		free((void *)game->archive.data);
		free((void *)game->head.data);
		free((void *)game->dict.data);
		skip();
	}
	assert_int_equal(exh_huffman_read(&game->huffman, game->dict, NULL, NULL),
			 EXH_OK);
	open_bytes(&game->opened, game->archive, game->head, &game->huffman);
	assert_notes(&game->opened, 0, 0);
}

static void close_game(struct game *game)
{
	close_opened(&game->opened);
	free((void *)game->archive.data);
	free((void *)game->head.data);
	free((void *)game->dict.data);
}

static uint32_t crc_of_planes(const struct exh_keen_map *map)
{
	struct exh_writer all = { .limit = LIMIT };
	uint32_t crc32;

	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		for (size_t k = 0; k < map->width * map->height; k++)
			exh_write_u16le(&all, map->planes[i].cells[k]);
	crc32 = exh_crc32(written(&all));
	exh_writer_free(&all);
	return crc32;
}

static void keen_dreams_has_its_levels(void **state)
{
	struct game game;

	(void)state;
	open_game(&game);
	assert_true(game.opened.maphead.has_sizes);
	assert_int_equal(game.opened.maphead.tile_info.size, 11322);
	assert_same_bytes(game.opened.maps.prefix, "TED5v1.0\x98\xff\xbd", 11);
	assert_int_equal(game.opened.maps.count, sizeof dreams / sizeof dreams[0]);
	for (size_t i = 0; i < game.opened.maps.count; i++) {
		const struct exh_keen_map *map = &game.opened.maps.items[i];
		char name[NAME_SIZE + 1];

		exh_keen_map_name(map, name);
		assert_int_equal(map->number, dreams[i].number);
		assert_int_equal(map->width, dreams[i].width);
		assert_int_equal(map->height, dreams[i].height);
		assert_string_equal(name, dreams[i].name);
		assert_int_equal(crc_of_planes(map), dreams[i].crc32);
	}
	close_game(&game);
}

static void packing_keen_dreams_reproduces_its_files(void **state)
{
	struct game game;

	(void)state;
	open_game(&game);
	assert_packs_back(&game.opened, &game.huffman);
	close_game(&game);
}

static void names_end_where_their_enums_do(void **state)
{
	(void)state;
	assert_enum_names(EXH_KEEN_PLANE_COUNT, exh_keen_plane_name, enum exh_keen_plane);
	assert_enum_names(EXH_KEEN_MAP_RLEW + 1, exh_keen_map_packing_name,
			  enum exh_keen_map_packing);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_end_where_their_enums_do),
		cmocka_unit_test(a_level_made_by_hand_opens),
		cmocka_unit_test(levels_are_the_same_again_in_each_packing),
		cmocka_unit_test(levels_of_any_size_are_the_same_again),
		cmocka_unit_test(a_tiny_maptemp_is_not_taken_for_carmack),
		cmocka_unit_test(one_plane_that_is_damaged_does_not_change_the_packing),
		cmocka_unit_test(notes_and_errors_may_be_left_out),
		cmocka_unit_test(memory_stays_below_its_limit),
		cmocka_unit_test(heads_are_reported_apart_by_the_archive),
		cmocka_unit_test(the_editor_s_head_is_read),
		cmocka_unit_test(heads_of_one_level_are_reported_apart),
		cmocka_unit_test(without_marks_a_draw_is_keen_4s_head),
		cmocka_unit_test(a_level_that_the_head_misplaces_costs_no_other),
		cmocka_unit_test(a_header_size_that_is_wrong_loses_but_its_level),
		cmocka_unit_test(
			a_header_size_that_is_a_little_short_costs_some_of_the_name),
		cmocka_unit_test(every_shorter_head_is_survived),
		cmocka_unit_test(a_head_of_another_archive_is_refused),
		cmocka_unit_test(what_the_head_has_for_levels_that_are_not_there_stays),
		cmocka_unit_test(levels_that_are_there_would_be_absent_as_the_others),
		cmocka_unit_test(every_shorter_archive_by_hand_is_survived),
		cmocka_unit_test(every_shorter_archive_keeps_the_levels_in_front),
		cmocka_unit_test(every_shorter_archive_keeps_what_there_is_of_planes),
		cmocka_unit_test(a_plane_outside_the_archive_is_damage),
		cmocka_unit_test(a_plane_of_one_byte_is_damage),
		cmocka_unit_test(a_plane_of_only_a_length_is_damage),
		cmocka_unit_test(a_wrong_declared_length_is_a_warning),
		cmocka_unit_test(a_run_past_the_end_is_damage_and_counts_up_to_there),
		cmocka_unit_test(a_run_that_ends_early_is_damage_and_the_rest_zero),
		cmocka_unit_test(words_behind_the_last_cell_are_a_warning),
		cmocka_unit_test(packed_bytes_that_are_left_over_are_a_warning),
		cmocka_unit_test(a_copy_from_before_the_start_is_damage),
		cmocka_unit_test(levels_without_cells_or_with_too_many_are_lost),
		cmocka_unit_test(a_level_of_just_32767_cells_keeps_what_there_is),
		cmocka_unit_test(random_damage_is_survived),
		cmocka_unit_test(an_absent_plane_has_zeros_and_stays_absent),
		cmocka_unit_test(an_absent_plane_in_which_something_is_gets_there),
		cmocka_unit_test(lost_levels_are_left_out),
		cmocka_unit_test(names_may_lack_their_end_and_have_junk_after),
		cmocka_unit_test(names_of_packings_are_found_again),
		cmocka_unit_test(levels_that_a_header_cannot_tell_of_are_refused),
		cmocka_unit_test(words_that_outgrow_their_length_are_refused),
		cmocka_unit_test(planes_that_outgrow_their_size_are_refused),
		cmocka_unit_test(a_header_that_outgrows_its_size_is_refused),
		cmocka_unit_test(numbers_over_99_are_refused),
		cmocka_unit_test(two_levels_with_one_number_are_refused),
		cmocka_unit_test(a_header_at_0_is_refused),
		cmocka_unit_test(writers_that_are_full_stop_packing),
		cmocka_unit_test(keen_dreams_has_its_levels),
		cmocka_unit_test(packing_keen_dreams_reproduces_its_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
