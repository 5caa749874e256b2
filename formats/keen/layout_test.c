#include "exhume/keen.h"
#include "exhume/advanced/keen_map.h"

#include "../base/testing.h"

/* Tables, two pictures and two sprites of one game, and all its 8x8 tiles. */
static struct exh_keen_layout small_layout(void)
{
	return (struct exh_keen_layout){
		.name = "small",
		.offset_size = 4,
		.chunk_count = 10,
		.spans = { [EXH_KEEN_PICTABLE] = { 0, 1 },
			   [EXH_KEEN_SPRITETABLE] = { 1, 1 },
			   [EXH_KEEN_PIC] = { 2, 2 },
			   [EXH_KEEN_SPRITE] = { 4, 2 },
			   [EXH_KEEN_TILE8] = { 6, 1 },
			   [EXH_KEEN_TILE16] = { 7, 3 } },
		.tile8_count = 3,
	};
}

static void assert_refused(const struct exh_keen_layout *layout, const char *reason)
{
	struct exh_error err = { 0 };

	assert_int_equal(exh_keen_layout_check(layout, &err), EXH_INVALID);
	assert_int_equal(err.status, EXH_INVALID);
	assert_non_null(strstr(err.text, reason));
	assert_int_equal(exh_keen_layout_check(layout, NULL), EXH_INVALID);
}

static void a_sound_layout_passes(void **state)
{
	const struct exh_keen_layout layout = small_layout();

	(void)state;
	assert_int_equal(exh_keen_layout_check(&layout, NULL), EXH_OK);
}

static void every_built_in_layout_passes(void **state)
{
	size_t count;
	const struct exh_keen_layout *layouts = exh_keen_layouts(&count);

	(void)state;
	assert_int_equal(count, 7);
	for (size_t i = 0; i < count; i++) {
		struct exh_error err;

		assert_int_equal(exh_keen_layout_check(&layouts[i], &err), EXH_OK);
		assert_true(layouts[i].head_size / layouts[i].offset_size >
			    layouts[i].chunk_count);
		assert_ptr_equal(exh_keen_layout_find(layouts[i].name), &layouts[i]);
		for (size_t other = 0; other < i; other++)
			assert_false(layouts[i].head_size == layouts[other].head_size &&
				     layouts[i].head_crc32 == layouts[other].head_crc32);
	}
	assert_null(exh_keen_layout_find("keen7"));
	assert_null(exh_keen_layout_find(""));
}

static void classes_that_overlap_are_refused(void **state)
{
	struct exh_keen_layout layout = small_layout();

	(void)state;
	layout.spans[EXH_KEEN_PIC].count = 3; /* the last chunk is the first sprite */
	assert_refused(&layout, "pic and sprite overlap");
	layout = small_layout();
	layout.spans[EXH_KEEN_BINARY] = (struct exh_keen_span){ 8, 1 }; /* inside */
	assert_refused(&layout, "tile16 and binary overlap");
	layout = small_layout();
	layout.spans[EXH_KEEN_FONT] = (struct exh_keen_span){ 0, 10 }; /* around */
	assert_refused(&layout, "pictable and font overlap");
}

static void an_absent_class_overlaps_nothing(void **state)
{
	struct exh_keen_layout layout = small_layout();

	(void)state;
	for (uint32_t first = 0; first <= layout.chunk_count; first++) {
		layout.spans[EXH_KEEN_BINARY] = (struct exh_keen_span){ first, 0 };
		assert_int_equal(exh_keen_layout_check(&layout, NULL), EXH_OK);
	}
}

static void a_class_past_the_last_chunk_is_refused(void **state)
{
	struct exh_keen_layout layout = small_layout();

	(void)state;
	layout.spans[EXH_KEEN_TILE16].count = 4;
	assert_refused(&layout, "class tile16");
	layout.spans[EXH_KEEN_TILE16] = (struct exh_keen_span){ 11, 0 };
	assert_refused(&layout, "class tile16");
	/* The sum wraps to 6. */
	layout.spans[EXH_KEEN_TILE16] = (struct exh_keen_span){ 7, UINT32_MAX };
	assert_refused(&layout, "class tile16");
	layout.spans[EXH_KEEN_TILE16] = (struct exh_keen_span){ UINT32_MAX, 7 };
	assert_refused(&layout, "class tile16");
}

static void tiles_of_8_by_8_lie_in_one_chunk(void **state)
{
	struct exh_keen_layout layout = small_layout();

	(void)state;
	layout.spans[EXH_KEEN_TILE16] = (struct exh_keen_span){ 8, 2 };
	layout.spans[EXH_KEEN_TILE8].count = 2;
	assert_refused(&layout, "class tile8: 2 chunks");
	layout.spans[EXH_KEEN_TILE8].count = 0;
	layout.spans[EXH_KEEN_TILE8M] = (struct exh_keen_span){ 6, 2 };
	assert_refused(&layout, "class tile8m: 2 chunks");
}

static void there_is_one_table_of_a_kind(void **state)
{
	struct exh_keen_layout layout = { .offset_size = 3, .chunk_count = 4 };

	(void)state;
	for (unsigned i = EXH_KEEN_PICTABLE; i <= EXH_KEEN_SPRITETABLE; i++) {
		layout.spans[i] = (struct exh_keen_span){ 1, 2 };
		assert_refused(&layout, "2 chunks, expected at most 1");
		layout.spans[i].count = 0;
	}
}

static void pictures_without_their_table_are_refused(void **state)
{
	struct exh_keen_layout layout = small_layout();

	(void)state;
	layout.spans[EXH_KEEN_PICTABLE].count = 0;
	assert_refused(&layout, "class pic: there is no pictable");
	layout = small_layout();
	layout.spans[EXH_KEEN_SPRITETABLE].count = 0;
	assert_refused(&layout, "class sprite: there is no spritetable");
	layout = small_layout();
	layout.spans[EXH_KEEN_PIC].count = 1;
	layout.spans[EXH_KEEN_PICM] = (struct exh_keen_span){ 3, 1 };
	assert_refused(&layout, "class picm: there is no picmtable");
}

static void offsets_take_three_or_four_bytes(void **state)
{
	struct exh_keen_layout layout = small_layout();

	(void)state;
	for (unsigned size = 0; size < 10; size++) {
		layout.offset_size = size;
		if (size == 3 || size == 4)
			assert_int_equal(exh_keen_layout_check(&layout, NULL), EXH_OK);
		else
			assert_refused(&layout, "offset_size");
	}
}

static void assert_span(const struct exh_keen_layout *layout,
			enum exh_keen_class class_id, uint32_t first, uint32_t count)
{
	assert_int_equal(layout->spans[class_id].first, first);
	assert_int_equal(layout->spans[class_id].count, count);
}

static void dreams_has_the_chunks_that_its_source_tells(void **state)
{
	static const char *const names[] = { "keen-dreams-ega", "keen-dreams-cga-1.05" };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const struct exh_keen_layout *layout = exh_keen_layout_find(names[i]);

		assert_non_null(layout);
		assert_int_equal(layout->video, i ? EXH_KEEN_CGA : EXH_KEEN_EGA);
		assert_int_equal(layout->offset_size, 4);
		assert_int_equal(layout->head_size, 3017 * 4);
		assert_int_equal(layout->chunk_count, 3016);
		assert_span(layout, EXH_KEEN_FONT, 3, 1);
		assert_int_equal(layout->spans[EXH_KEEN_FONTM].count, 0);
		assert_span(layout, EXH_KEEN_PIC, 4, 65);
		assert_span(layout, EXH_KEEN_PICM, 69, 2);
		assert_span(layout, EXH_KEEN_SPRITE, 71, 297);
		assert_span(layout, EXH_KEEN_TILE8, 368, 1);
		assert_span(layout, EXH_KEEN_TILE8M, 369, 1);
		assert_span(layout, EXH_KEEN_TILE16, 370, 1440);
		assert_span(layout, EXH_KEEN_TILE16M, 1810, 1206);
		assert_int_equal(layout->tile8_count, 72);
		assert_int_equal(layout->tile8m_count, 36);
	}
}

/* One row of keen-formats 9; in Keen 6 everything after the tiles is binaries. */
struct keen_row {
	const char *name;
	uint32_t tile8, tile8m, tile16, tile16m, pics, picms, sprites;
	uint32_t first_pic, first_picm, first_sprite, first_tile8, first_tile16,
		first_tile16m, first_binary, binaries;
};

static void assert_row(const struct keen_row *row)
{
	const struct exh_keen_layout *layout = exh_keen_layout_find(row->name);

	assert_non_null(layout);
	assert_int_equal(layout->video, EXH_KEEN_EGA);
	assert_int_equal(layout->offset_size, 3);
	assert_span(layout, EXH_KEEN_PICTABLE, 0, 1);
	assert_span(layout, EXH_KEEN_PICMTABLE, 1, 1);
	assert_span(layout, EXH_KEEN_SPRITETABLE, 2, 1);
	assert_span(layout, EXH_KEEN_FONT, 3, 3);
	assert_span(layout, EXH_KEEN_PIC, row->first_pic, row->pics);
	assert_span(layout, EXH_KEEN_PICM, row->first_picm, row->picms);
	assert_span(layout, EXH_KEEN_SPRITE, row->first_sprite, row->sprites);
	assert_span(layout, EXH_KEEN_TILE8, row->first_tile8, 1);
	assert_span(layout, EXH_KEEN_TILE8M, row->first_tile8 + 1, 1);
	assert_span(layout, EXH_KEEN_TILE16, row->first_tile16, row->tile16);
	assert_span(layout, EXH_KEEN_TILE16M, row->first_tile16m, row->tile16m);
	assert_span(layout, EXH_KEEN_BINARY, row->first_binary, row->binaries);
	assert_int_equal(layout->tile8_count, row->tile8);
	assert_int_equal(layout->tile8m_count, row->tile8m);
}

static void keen_4_to_6_have_the_chunks_of_their_releases(void **state)
{
	static const struct keen_row rows[] = {
		{ "keen4-1.4", 104, 20, 1296, 2916, 115, 3, 397, /* numbers of chunks */
		  6, 121, 124, 521, 523, 1819, 4735, 16 },	 /* first chunks */
		{ "keen5-1.4", 104, 20, 1512, 2952, 93, 3, 346,	 /* numbers of chunks */
		  6, 99, 102, 448, 450, 1962, 4914, 17 },	 /* first chunks */
		{ "keen6-1.4", 104, 12, 2376, 2736, 37, 3, 390,	 /* numbers of chunks */
		  6, 43, 46, 436, 438, 2814, 5550, 10 },	 /* first chunks */
		{ "keen6-1.5", 104, 12, 2376, 2736, 37, 3, 390,	 /* numbers of chunks */
		  6, 43, 46, 436, 438, 2814, 5550, 10 },	 /* first chunks */
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		assert_row(&rows[i]);
}

/* Makes a table with that many entries of 1 x 1. */
static struct exh_bytes table_of(size_t count, size_t entry_size, uint8_t *room)
{
	memset(room, 0, count * entry_size);
	for (size_t i = 0; i < count; i++)
		room[i * entry_size] = room[i * entry_size + 2] = 1;
	return (struct exh_bytes){ room, count * entry_size, 0 };
}

/* The layout matches the lengths of the tables, of pictures of one byte, and of sprites
 * of two. */
static void graphics_of_keen_4_for_cga_are_known_by_their_lengths(void **state)
{
	static struct exh_keen_parcel parcels[4752];
	static uint8_t tables[3][397 * 18], pixels[2];
	static struct exh_huffman huffman;
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	struct exh_writer archive = { .limit = 1 << 20 }, head = { .limit = 1 << 20 };
	const struct exh_keen_layout *found;
	unsigned fit;

	(void)state;
	exh_huffman_plain(dict);
	assert_int_equal(exh_huffman_read(&huffman,
					  (struct exh_bytes){ dict, sizeof dict, 0 },
					  NULL, NULL),
			 EXH_OK);
	parcels[0].content = table_of(116, 4, tables[0]);
	parcels[1].content = table_of(3, 4, tables[1]);
	parcels[2].content = table_of(397, 18, tables[2]);
	for (size_t i = 6; i < 125 + 397; i++)
		parcels[i].content = (struct exh_bytes){ pixels, i < 122 ? 1 : 2, 0 };
	for (size_t i = 0; i < 125 + 397; i++) {
		parcels[i].has_length = parcels[i].content.data;
		parcels[i].declared_size = (uint32_t)parcels[i].content.size;
	}
	assert_int_equal(exh_keen_parcels_pack(parcels, 4752, 3, &huffman, false,
					       &archive, &head, NULL),
			 EXH_OK);
	found = exh_keen_layout_that_fits(exh_writer_bytes(&archive),
					  exh_writer_bytes(&head), &huffman, &fit);
	assert_non_null(found);
	assert_string_equal(found->name, "keen4-cga-1.4");
	assert_int_equal(fit, 100);
	exh_writer_free(&archive);
	exh_writer_free(&head);
}

static void a_head_that_nobody_knows_has_no_layout(void **state)
{
	uint8_t *zeros = calloc(1, 12068);

	(void)state;
	assert_non_null(zeros);
	assert_null(exh_keen_layout_for_head((struct exh_bytes){ zeros, 12068, 0 }));
	assert_null(exh_keen_layout_for_head((struct exh_bytes){ NULL, 0, 0 }));
	free(zeros);
}

/* Editions in EGA and CGA have the same tiles, so one of them stands for both. */
static void a_layout_is_found_by_the_size_of_its_tile_information(void **state)
{
	size_t count;
	const struct exh_keen_layout *layouts = exh_keen_layouts(&count);

	(void)state;
	for (size_t i = 0; i < count; i++) {
		const size_t size = exh_keen_tile_info_size(&layouts[i]);
		const struct exh_keen_layout *found = exh_keen_layout_for_tile_info(size);

		assert_non_null(found);
		assert_int_equal(size,
				 2 * layouts[i].spans[EXH_KEEN_TILE16].count +
					 7 * layouts[i].spans[EXH_KEEN_TILE16M].count);
		assert_int_equal(found->spans[EXH_KEEN_TILE16].count,
				 layouts[i].spans[EXH_KEEN_TILE16].count);
		assert_int_equal(found->spans[EXH_KEEN_TILE16M].count,
				 layouts[i].spans[EXH_KEEN_TILE16M].count);
	}
	assert_null(exh_keen_layout_for_tile_info(0));
	assert_null(exh_keen_layout_for_tile_info(SIZE_MAX));
}

static void classes_are_found_by_the_names_they_have(void **state)
{
	(void)state;
	for (unsigned i = 0; i < EXH_KEEN_CLASS_COUNT; i++) {
		const char *name = exh_keen_class_name((enum exh_keen_class)i);

		assert_non_null(name);
		assert_int_equal(exh_keen_class_find(name), i);
	}
	assert_string_equal(exh_keen_class_name(EXH_KEEN_TILE16M), "tile16m");
	assert_int_equal(exh_keen_class_find("tile"), EXH_KEEN_CLASS_COUNT);
	assert_int_equal(exh_keen_class_find(""), EXH_KEEN_CLASS_COUNT);
}

static void classes_know_what_they_hold(void **state)
{
	(void)state;
	for (unsigned i = 0; i < EXH_KEEN_CLASS_COUNT; i++) {
		const enum exh_keen_class id = (enum exh_keen_class)i;
		const bool pictures = id == EXH_KEEN_PIC || id == EXH_KEEN_PICM ||
				      id == EXH_KEEN_SPRITE;
		const bool tiles = id >= EXH_KEEN_TILE8 && id <= EXH_KEEN_TILE32M;

		assert_int_equal(exh_keen_class_is_bitmap(id), pictures || tiles);
		assert_int_equal(exh_keen_class_tile_size(id) != 0, tiles);
	}
	assert_int_equal(exh_keen_class_tile_size(EXH_KEEN_TILE8), 8);
	assert_int_equal(exh_keen_class_tile_size(EXH_KEEN_TILE16M), 16);
	assert_int_equal(exh_keen_class_tile_size(EXH_KEEN_TILE32), 32);
	assert_true(exh_keen_class_is_masked(EXH_KEEN_SPRITE));
	assert_true(exh_keen_class_is_masked(EXH_KEEN_TILE8M));
	assert_true(exh_keen_class_is_masked(EXH_KEEN_FONTM));
	assert_false(exh_keen_class_is_masked(EXH_KEEN_PIC));
	assert_false(exh_keen_class_is_masked(EXH_KEEN_TILE16));
}

/* The lengths of keen-formats 3 and 3.6. */
static void bitmaps_take_the_bytes_that_the_games_load(void **state)
{
	(void)state;
	assert_int_equal(exh_keen_pixels_per_byte(EXH_KEEN_EGA), 8);
	assert_int_equal(exh_keen_pixels_per_byte(EXH_KEEN_CGA), 4);
	assert_int_equal(exh_keen_bitmap_size(EXH_KEEN_EGA, false, 1, 8), 32);
	assert_int_equal(exh_keen_bitmap_size(EXH_KEEN_EGA, true, 1, 8), 40);
	assert_int_equal(exh_keen_bitmap_size(EXH_KEEN_EGA, false, 2, 16), 128);
	assert_int_equal(exh_keen_bitmap_size(EXH_KEEN_EGA, true, 4, 32), 640);
	assert_int_equal(exh_keen_bitmap_size(EXH_KEEN_CGA, false, 2, 8), 16);
	assert_int_equal(exh_keen_bitmap_size(EXH_KEEN_CGA, true, 2, 8), 32);
	assert_int_equal(exh_keen_bitmap_size(EXH_KEEN_CGA, true, 4, 16), 128);
}

static void names_end_where_their_enums_do(void **state)
{
	(void)state;
	assert_enum_names(EXH_KEEN_CLASS_COUNT, exh_keen_class_name, enum exh_keen_class);
	assert_false(exh_keen_class_is_masked((enum exh_keen_class)99));
	assert_false(exh_keen_class_is_bitmap((enum exh_keen_class)99));
	assert_int_equal(exh_keen_class_tile_size((enum exh_keen_class)99), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_end_where_their_enums_do),
		cmocka_unit_test(a_sound_layout_passes),
		cmocka_unit_test(every_built_in_layout_passes),
		cmocka_unit_test(classes_that_overlap_are_refused),
		cmocka_unit_test(an_absent_class_overlaps_nothing),
		cmocka_unit_test(a_class_past_the_last_chunk_is_refused),
		cmocka_unit_test(tiles_of_8_by_8_lie_in_one_chunk),
		cmocka_unit_test(there_is_one_table_of_a_kind),
		cmocka_unit_test(pictures_without_their_table_are_refused),
		cmocka_unit_test(offsets_take_three_or_four_bytes),
		cmocka_unit_test(dreams_has_the_chunks_that_its_source_tells),
		cmocka_unit_test(keen_4_to_6_have_the_chunks_of_their_releases),
		cmocka_unit_test(graphics_of_keen_4_for_cga_are_known_by_their_lengths),
		cmocka_unit_test(a_head_that_nobody_knows_has_no_layout),
		cmocka_unit_test(a_layout_is_found_by_the_size_of_its_tile_information),
		cmocka_unit_test(classes_are_found_by_the_names_they_have),
		cmocka_unit_test(classes_know_what_they_hold),
		cmocka_unit_test(bitmaps_take_the_bytes_that_the_games_load),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
