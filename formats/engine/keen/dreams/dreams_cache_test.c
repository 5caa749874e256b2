#include "exhume/advanced/keen_memory.h"

#include "../../../keen/keen_parts.h"
#include "game_testing.h"

enum {
	CHUNKS = 3016,
	TILE16 = 370,
	TILE16M = 1810,
	COLUMNS = 4,
	ROWS = 3,
	MAX_READS = 32,
	LEVEL = 5, /* map number */
};

static uint8_t bytes[65536]; /* content of expanded chunks */

/* A game made by hand: it contains only what a test adds. */
static struct {
	struct exh_keen_graphics graphics;
	struct exh_keen_chunk chunks[CHUNKS];
	struct exh_keen_sprite sprites[297];
	struct exh_keen_maps maps;
	struct exh_keen_map map;
	uint16_t cells[EXH_KEEN_PLANE_COUNT][COLUMNS * ROWS];
	struct exh_keen_tile_info info;
	uint8_t anim[1440], manim[1206];
	struct exh_keen_parts parts;
} hand;

static struct exh_keen_cache cache; /* large, as is the other */

static struct {
	size_t count;
	struct exh_keen_memory_event items[MAX_READS];
} reads;

static void note_read(void *context, const struct exh_keen_memory *memory,
		      const struct exh_keen_memory_event *event)
{
	(void)context;
	(void)memory;
	if (event->kind != EXH_KEEN_MEMORY_READ)
		return;
	assert_true(reads.count < MAX_READS);
	reads.items[reads.count++] = *event;
}

static void assert_read(size_t i, uint32_t offset, uint32_t size)
{
	assert_true(i < reads.count);
	assert_int_equal(reads.items[i].offset, offset);
	assert_int_equal(reads.items[i].size, size);
}

/* Adds a chunk with its expanded size, packed at offset. */
static void add(size_t chunk, size_t expanded, uint32_t offset, uint32_t packed)
{
	hand.chunks[chunk].expanded = (struct exh_bytes){ bytes, expanded, 0 };
	hand.chunks[chunk].place = (struct exh_keen_place){ .state = EXH_KEEN_PRESENT,
							    .offset = offset,
							    .packed_size = packed };
}

static void make_map(void)
{
	hand.map = (struct exh_keen_map){ .number = LEVEL,
					  .header_offset = 9000,
					  .header_size = 30,
					  .width = COLUMNS,
					  .height = ROWS };
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		hand.map.planes[i] =
			(struct exh_keen_map_plane){ .offset = 8000 + 100 * (uint32_t)i,
						     .packed_size = 100,
						     .rlew_size = 20,
						     .cells = hand.cells[i] };
	hand.maps = (struct exh_keen_maps){ .count = 1, .items = &hand.map };
}

static void make_hand(enum exh_keen_video video)
{
	memset(&hand, 0, sizeof hand);
	hand.graphics = (struct exh_keen_graphics){
		.layout = *exh_keen_layout_find(video == EXH_KEEN_EGA
							? "keen-dreams-ega"
							: "keen-dreams-cga-1.05"),
		.chunk_count = CHUNKS,
		.chunks = hand.chunks,
		.sprites = hand.sprites,
		.sprite_count = 297
	};
	for (size_t i = 0; i < CHUNKS; i++)
		hand.chunks[i].class_id = exh_keen_layout_class(&hand.graphics.layout, i,
								&hand.chunks[i].index);
	make_map();
	hand.info = (struct exh_keen_tile_info){ .background_count = 1440,
						 .foreground_count = 1206 };
	hand.info.tables[EXH_KEEN_ANIM] =
		(struct exh_bytes){ hand.anim, sizeof hand.anim, 0 };
	hand.info.tables[EXH_KEEN_MANIM] =
		(struct exh_bytes){ hand.manim, sizeof hand.manim, 0 };
	hand.parts = (struct exh_keen_parts){ .graphics = &hand.graphics,
					      .maps = &hand.maps,
					      .tile_info = &hand.info };
}

static int start(void **state)
{
	(void)state;
	make_hand(EXH_KEEN_EGA);
	return 0;
}

/* Starts a cache with this much memory for movable blocks, in bytes. */
static enum exh_status begin(size_t memory)
{
	const struct exh_keen_cache_step first = { .kind = EXH_KEEN_CACHE_START };
	struct exh_keen_memory_plan plan;
	enum exh_status status;

	assert_int_equal(exh_keen_memory_plan(memory, 0, &plan, NULL), EXH_OK);
	plan.near_paragraphs = 0;
	assert_int_equal(exh_keen_cache_open(&cache, &hand.parts, EXH_AUDIO_NONE, NULL),
			 EXH_OK);
	status = exh_keen_cache_take(&cache, &first, &plan, NULL, NULL);
	cache.memory.event = note_read;
	reads.count = 0;
	return status;
}

static bool has(uint16_t owner)
{
	return exh_keen_memory_has(&cache.memory, owner);
}

static const struct exh_keen_memory_block *block_of(uint16_t owner)
{
	assert_true(has(owner));
	return &cache.memory.blocks[cache.memory.block_of[owner]];
}

static bool is_marked(size_t chunk)
{
	return cache.needed[chunk] >> cache.level & 1;
}

static struct exh_keen_cache_result take(enum exh_keen_cache_step_kind kind)
{
	const struct exh_keen_cache_step step = { .kind = kind, .map = LEVEL };
	struct exh_keen_cache_result result;

	assert_int_equal(exh_keen_cache_take(&cache, &step, NULL, &result, NULL), EXH_OK);
	return result;
}

/*
 * Sizes.
 */

static uint32_t size_of_sprite(int width, int height, int shifts)
{
	const size_t planes = hand.graphics.layout.video == EXH_KEEN_EGA ? 5 : 2;

	add(71, (size_t)width * (size_t)height * planes, 0, 1);
	hand.sprites[0] = (struct exh_keen_sprite){ .width_bytes = width,
						    .height = height,
						    .shifts = shifts };
	return exh_keen_cached_size(&hand.graphics, 71);
}

static void sprites_have_tables_and_shifted_copies(void **state)
{
	(void)state;
	/* Keen-formats 3.3: #0 is 3 by 24, of four shifts. */
	assert_int_equal(size_of_sprite(3, 24, 1), 24 + 5 * 72);
	assert_int_equal(size_of_sprite(3, 24, 2), 24 + 5 * (72 + 96));
	assert_int_equal(size_of_sprite(3, 24, 4), 24 + 5 * (72 + 3 * 96));
	assert_int_equal(size_of_sprite(12, 103, 4), 24 + 5 * (1236 + 3 * 1339));
	/* A sprite with an invalid table has no shifted copies. */
	hand.sprites[0].width_bytes = -3;
	assert_int_equal(exh_keen_cached_size(&hand.graphics, 71), 24 + 5 * 1236);
	hand.graphics.sprite_count = 0;
	assert_int_equal(exh_keen_cached_size(&hand.graphics, 71), 24 + 5 * 1236);
	make_hand(EXH_KEEN_CGA);
	assert_int_equal(size_of_sprite(6, 24, 4), 24 + 2 * 144);
}

static void other_chunks_are_as_they_are_expanded(void **state)
{
	(void)state;
	add(3, 1900, 0, 1);
	add(10, 640, 0, 1);
	add(368, 1280, 0, 1); /* 40 tiles; the program requests 72 */
	add(369, 1200, 0, 1);
	add(TILE16 + 9, 128, 0, 1);
	add(TILE16M + 9, 160, 0, 1);
	assert_int_equal(exh_keen_cached_size(&hand.graphics, 3), 1900);
	assert_int_equal(exh_keen_cached_size(&hand.graphics, 10), 640);
	assert_int_equal(exh_keen_cached_size(&hand.graphics, 368), 72 * 32);
	assert_int_equal(exh_keen_cached_size(&hand.graphics, 369), 36 * 40);
	assert_int_equal(exh_keen_cached_size(&hand.graphics, TILE16 + 9), 128);
	assert_int_equal(exh_keen_cached_size(&hand.graphics, TILE16M + 9), 160);
	assert_int_equal(exh_keen_cached_size(&hand.graphics, TILE16M), 0);
	assert_int_equal(exh_keen_cached_size(&hand.graphics, CHUNKS), 0);
}

/*
 * Marks.
 */

static void unmarked_chunks_may_go_and_marked_ones_stay(void **state)
{
	(void)state;
	add(400, 128, 0, 100);
	add(401, 128, 100, 100);
	assert_int_equal(begin(65536), EXH_OK);
	exh_keen_cache_mark(&cache, 400);
	exh_keen_cache_mark(&cache, 401);
	exh_keen_cache_mark(&cache, 402);    /* not in the game */
	exh_keen_cache_mark(&cache, 100000); /* beyond the largest possible chunk */
	assert_int_equal(exh_keen_cache_marks(&cache, NULL), EXH_OK);
	assert_int_equal(block_of(400)->purge, 0);
	assert_int_equal(block_of(401)->length, 8);
	assert_false(has(402));
	exh_keen_cache_clear_marks(&cache);
	exh_keen_cache_mark(&cache, 401);
	assert_int_equal(exh_keen_cache_marks(&cache, NULL), EXH_OK);
	assert_int_equal(block_of(400)->purge, 3);
	assert_int_equal(block_of(401)->purge, 0);
	/* The chunk was not purged: it stays in memory, and is not read again. */
	reads.count = 0;
	exh_keen_cache_mark(&cache, 400);
	assert_int_equal(exh_keen_cache_marks(&cache, NULL), EXH_OK);
	assert_int_equal(block_of(400)->purge, 0);
	assert_int_equal(reads.count, 0);
}

static void each_level_has_marks_of_its_own(void **state)
{
	struct exh_error err;

	(void)state;
	add(400, 128, 0, 100);
	add(401, 128, 5000, 100);
	assert_int_equal(begin(65536), EXH_OK);
	assert_int_equal(exh_keen_cache_down(&cache, &err), EXH_LIMIT);
	exh_keen_cache_mark(&cache, 400);
	assert_int_equal(exh_keen_cache_marks(&cache, NULL), EXH_OK);
	assert_int_equal(exh_keen_cache_up(&cache, NULL), EXH_OK);
	assert_false(is_marked(400));
	exh_keen_cache_mark(&cache, 401);
	assert_int_equal(cache.needed[400], 1);
	assert_int_equal(cache.needed[401], 2);
	assert_int_equal(exh_keen_cache_marks(&cache, NULL), EXH_OK);
	assert_int_equal(block_of(400)->purge, 3);
	exh_keen_memory_compact(&cache.memory);
	assert_false(has(400));
	reads.count = 0;
	assert_int_equal(exh_keen_cache_down(&cache, NULL), EXH_OK);
	assert_int_equal(block_of(400)->purge, 0); /* loaded again */
	/* Chunk 401 lay where the first hole is. */
	assert_false(has(401));
	assert_int_equal(reads.count, 1);
	assert_read(0, 0, 100);
	for (unsigned i = 1; i < EXH_KEEN_CACHE_LEVELS; i++)
		assert_int_equal(exh_keen_cache_up(&cache, NULL), EXH_OK);
	assert_int_equal(exh_keen_cache_up(&cache, &err), EXH_LIMIT);
	exh_keen_cache_mark(&cache, 400);
	assert_int_equal(cache.needed[400], 0x81);
}

/*
 * Reads.
 */

static void mark_all(size_t first, size_t count)
{
	for (size_t i = 0; i < count; i++)
		exh_keen_cache_mark(&cache, first + i);
	reads.count = 0;
	assert_int_equal(exh_keen_cache_marks(&cache, NULL), EXH_OK);
}

static void reads_are_merged_across_gaps_of_1024(void **state)
{
	(void)state;
	add(400, 128, 0, 100);
	add(402, 128, 1124, 100); /* 1024 after */
	add(404, 128, 2249, 100); /* 1025 */
	assert_int_equal(begin(65536), EXH_OK);
	mark_all(400, 5);
	assert_int_equal(reads.count, 2);
	assert_read(0, 0, 1224);
	assert_read(1, 2249, 100);
	assert_int_equal(cache.reads, 2);
	assert_int_equal(cache.read_bytes, 1324);
	assert_int_equal(cache.loaded, 3);
	assert_int_equal(cache.loaded_bytes, 3 * 128);
}

static void a_merged_read_has_4096_bytes_at_most(void **state)
{
	(void)state;
	add(400, 128, 0, 2000);
	add(401, 128, 2000, 2096);
	add(402, 128, 4096, 4000);
	add(403, 128, 8096, 97);
	assert_int_equal(begin(65536), EXH_OK);
	mark_all(400, 4);
	assert_int_equal(reads.count, 3);
	assert_read(0, 0, 4096);
	assert_read(1, 4096, 4000);
	assert_read(2, 8096, 97);
}

static void what_is_there_is_not_read_again(void **state)
{
	(void)state;
	add(400, 128, 0, 100);
	add(401, 128, 100, 1000);
	add(402, 128, 1100, 100);
	assert_int_equal(begin(65536), EXH_OK);
	mark_all(401, 1);
	assert_read(0, 100, 1000);
	mark_all(400, 3);
	assert_int_equal(reads.count, 1);
	assert_read(0, 0, 1200); /* a gap like any other */
	assert_int_equal(cache.loaded, 3);
	/* Data read for earlier marks is forgotten. */
	exh_keen_memory_free(&cache.memory, 402);
	mark_all(402, 1);
	assert_int_equal(reads.count, 1);
	assert_read(0, 1100, 100);
}

static void long_chunks_are_read_by_themselves(void **state)
{
	(void)state;
	add(400, 128, 0, 100);
	add(401, 5000, 100, 4097);
	add(402, 128, 4197, 100);
	assert_int_equal(begin(65536), EXH_OK);
	mark_all(400, 3);
	assert_int_equal(reads.count, 3);
	assert_read(0, 0, 100);
	assert_read(1, 100, 4097);
	assert_read(2, 4197, 100);
	assert_false(has(EXH_KEEN_OWNER_PACKED));
	/* Nothing may move while it was expanded: 4,112 bytes in front of it. */
	assert_int_equal(block_of(401)->start - block_of(400)->start, 8 + 257);
}

/*
 * Levels.
 */

static void a_level_marks_tiles_their_cycles_and_what_is_spawned(void **state)
{
	size_t count = 0;

	(void)state;
	hand.cells[EXH_KEEN_BACKGROUND][0] = 90;
	hand.anim[90] = hand.anim[91] = hand.anim[92] = 1;
	hand.anim[93] = (uint8_t)-3;
	hand.cells[EXH_KEEN_BACKGROUND][1] = 92; /* in the same cycle */
	hand.cells[EXH_KEEN_BACKGROUND][2] = 1439;
	hand.anim[1439] = 1; /* leads out of the table */
	/* Not a tile: becomes the first masked one. */
	hand.cells[EXH_KEEN_BACKGROUND][3] = 1440;
	hand.cells[EXH_KEEN_FOREGROUND][5] = 7;
	hand.manim[7] = (uint8_t)-2;
	hand.cells[EXH_KEEN_INFO][11] = 45;
	hand.cells[EXH_KEEN_INFO][10] = 50;
	hand.cells[EXH_KEEN_INFO][9] = 52;
	hand.cells[EXH_KEEN_INFO][8] = 44; /* no object */
	assert_int_equal(begin(65536), EXH_OK);
	exh_keen_cache_mark(&cache, 2000); /* left over from the previous level */
	exh_keen_cache_mark_level(&cache, &hand.map);
	for (size_t i = 0; i < CHUNKS; i++)
		count += is_marked(i);
	for (size_t i = 90; i <= 93; i++)
		assert_true(is_marked(TILE16 + i));
	assert_true(is_marked(TILE16)); /* in the other cells */
	assert_true(is_marked(TILE16 + 1439));
	assert_true(is_marked(TILE16M + 7));
	assert_true(is_marked(TILE16M + 5));
	assert_false(is_marked(TILE16M)); /* 0 is none */
	for (size_t i = 271; i <= 278; i++)
		assert_true(is_marked(i));
	for (size_t i = 309; i <= 320; i++)
		assert_true(is_marked(i));
	assert_int_equal(count, 4 + 1 + 1 + 2 + 8 + 12);
}

static void each_value_of_the_info_plane_has_its_lump(void **state)
{
	static const struct {
		uint16_t value, first, last;
	} lumps[] = { { 1, 72, 212 },	{ 2, 72, 212 },	  { 19, 213, 240 },
		      { 21, 72, 212 },	{ 33, 72, 212 },  { 41, 241, 256 },
		      { 42, 257, 260 }, { 43, 261, 270 }, { 46, 279, 280 },
		      { 47, 281, 292 }, { 48, 293, 294 }, { 49, 295, 308 },
		      { 51, 309, 320 }, { 57, 321, 328 }, { 58, 329, 340 },
		      { 59, 341, 358 }, { 60, 341, 358 }, { 61, 359, 367 },
		      { 3, 1, 0 },	{ 18, 1, 0 },	  { 20, 1, 0 },
		      { 34, 1, 0 },	{ 53, 1, 0 },	  { 62, 1, 0 } };

	(void)state;
	assert_int_equal(begin(65536), EXH_OK);
	for (size_t i = 0; i < sizeof lumps / sizeof *lumps; i++) {
		hand.cells[EXH_KEEN_INFO][0] = lumps[i].value;
		exh_keen_cache_mark_level(&cache, &hand.map);
		for (size_t k = 0; k < TILE16; k++)
			assert_int_equal(is_marked(k),
					 k >= lumps[i].first && k <= lumps[i].last);
	}
}

static void a_level_loads_header_planes_and_chunks(void **state)
{
	struct exh_keen_cache_result result;

	(void)state;
	add(TILE16, 128, 500, 60);
	add(TILE16 + 1, 128, 560, 60);
	hand.cells[EXH_KEEN_BACKGROUND][0] = 1;
	assert_int_equal(begin(65536), EXH_OK);
	result = take(EXH_KEEN_CACHE_LEVEL);
	assert_int_equal(result.loaded, 1 + 3 + 2);
	assert_int_equal(result.loaded_bytes, 38 + 3 * 24 + 2 * 128);
	assert_int_equal(result.marked, 2);
	assert_int_equal(reads.count, 5);
	assert_read(0, 9000, 30);
	assert_read(1, 8000, 100);
	assert_read(3, 8200, 100);
	assert_read(4, 500, 120);
	assert_int_equal(result.read_bytes, 30 + 300 + 120);
	/* Three planes went through RLEW. */
	assert_int_equal(result.counts.allocated, 6 + 3);
	assert_int_equal(result.counts.freed, 3);
	assert_int_equal(block_of(EXH_KEEN_OWNER_PLANES)->length, 2);
	/* Again: planes are new, chunks are kept. */
	result = take(EXH_KEEN_CACHE_LEVEL);
	assert_int_equal(result.loaded, 4);
	assert_int_equal(result.counts.freed, 3 + 4);
	/* An absent plane gets memory but is not read; a long one has a buffer of its
	 * own. */
	hand.map.planes[0].packed_size = 4096;
	hand.map.planes[2].absent = true;
	hand.map.planes[2].packed_size = 0;
	hand.map.planes[1].packed_size = 4097;
	result = take(EXH_KEEN_CACHE_LEVEL);
	assert_int_equal(result.reads, 3);
	assert_int_equal(result.counts.allocated, 4 + 2 + 1);
}

static void a_level_that_is_not_there_is_reported(void **state)
{
	struct exh_keen_cache_step step = { .kind = EXH_KEEN_CACHE_LEVEL, .map = 6 };
	struct exh_error err;

	(void)state;
	assert_int_equal(begin(65536), EXH_OK);
	assert_int_equal(exh_keen_cache_take(&cache, &step, NULL, NULL, &err),
			 EXH_INVALID);
	hand.map.lost = true;
	step.map = LEVEL;
	assert_int_equal(exh_keen_cache_take(&cache, &step, NULL, NULL, &err),
			 EXH_INVALID);
	step.kind = EXH_KEEN_CACHE_START;
	assert_int_equal(exh_keen_cache_take(&cache, &step, NULL, NULL, &err),
			 EXH_INVALID);
}

/*
 * The start, and all together.
 */

static void the_start_loads_what_stays(void **state)
{
	(void)state;
	add(0, 260, 0, 100);
	add(3, 1900, 100, 900);
	add(4, 640, 1000, 100); /* marked as the masked font */
	add(5, 640, 1100, 100);
	hand.sprites[1].shifts = 1;
	add(72, 200, 1200, 100);
	add(212, 200, 1300, 100);
	add(213, 200, 1400, 100);
	add(368, 1280, 1500, 100);
	assert_int_equal(begin(65536), EXH_OK);
	assert_int_equal(block_of(EXH_KEEN_OWNER_BUFFER)->length, 256);
	assert_true(block_of(0)->locked && block_of(3)->locked);
	assert_true(block_of(72)->locked && block_of(212)->locked);
	assert_true(block_of(368)->locked);
	assert_false(block_of(4)->locked);
	assert_false(has(5) || has(213) || has(EXH_KEEN_OWNER_TITLE));
	assert_int_equal(cache.loaded, 6);
	/* 0 to 1100, on to 1400, on to 1600: gaps are short. */
	assert_int_equal(cache.reads, 1);
	take(EXH_KEEN_CACHE_LEVEL);
	assert_int_equal(block_of(4)->purge, 3); /* may be purged now */
	assert_int_equal(block_of(72)->purge, 0);
	exh_keen_memory_compact(&cache.memory);
	assert_true(has(72) && !has(4));
	/* The start needs exactly this much, with the title's 32,000 bytes. */
	assert_int_equal(begin(256 * 16 + 272 + 1904 + 640 + 2 * 224 + 2304 + 32000),
			 EXH_OK);
	assert_int_equal(begin(256 * 16 + 272 + 1904 + 640 + 2 * 224 + 2304 + 31999),
			 EXH_NO_MEMORY);
}

static void cga_takes_the_screen_from_memory(void **state)
{
	(void)state;
	make_hand(EXH_KEEN_CGA);
	assert_int_equal(begin(4096 + 65552 + 16000), EXH_OK);
	assert_int_equal(block_of(EXH_KEEN_OWNER_SCREEN)->length, 4097);
	assert_int_equal(begin(4096 + 65552 + 15999), EXH_NO_MEMORY);
}

static void the_panel_is_a_level_above(void **state)
{
	struct exh_keen_cache_result result;

	(void)state;
	add(4, 640, 0, 100);
	add(68, 960, 100, 100);
	add(69, 480, 200, 100);
	add(TILE16, 128, 300, 100);
	assert_int_equal(begin(65536), EXH_OK);
	take(EXH_KEEN_CACHE_LEVEL);
	result = take(EXH_KEEN_CACHE_PANEL);
	assert_int_equal(result.marked, 2);
	/* 4 was in memory, but was purged for the tile */
	assert_int_equal(result.loaded, 2);
	assert_int_equal(block_of(TILE16)->purge, 3);
	assert_false(has(69));
	result = take(EXH_KEEN_CACHE_BACK);
	assert_int_equal(result.loaded, 0);
	assert_int_equal(block_of(TILE16)->purge, 0);
	assert_int_equal(block_of(68)->purge, 3);
	/* In a nearly full memory the tile has to be loaded again. */
	take(EXH_KEEN_CACHE_PANEL);
	exh_keen_memory_compact(&cache.memory);
	result = take(EXH_KEEN_CACHE_BACK);
	assert_int_equal(result.loaded, 1);
}

static void the_least_memory_is_enough_and_a_paragraph_less_is_not(void **state)
{
	const struct exh_keen_cache_step steps[] = { { .kind = EXH_KEEN_CACHE_START },
						     { .kind = EXH_KEEN_CACHE_LEVEL,
						       .map = LEVEL },
						     { .kind = EXH_KEEN_CACHE_PANEL },
						     { .kind = EXH_KEEN_CACHE_BACK } };
	struct exh_keen_memory_plan plan = { 0, 0, 0, 0 };

	(void)state;
	add(TILE16, 128, 0, 100);
	add(68, 60000, 100, 5000);
	assert_int_equal(begin(65536), EXH_OK);
	/* Buffer, header, planes; the tile, which may be purged, but the packed data come
	 * after it and are locked while the panel's chunk is expanded. */
	assert_int_equal(exh_keen_cache_least(&cache, steps, 4, &plan),
			 256 + 3 + 3 * 2 + 8 + 313 + 3750);
	/* The start step only loads up to the title. */
	assert_int_equal(exh_keen_cache_least(&cache, steps, 1, &plan), 256 + 2000);
	plan.low_paragraphs = 1000;
	assert_int_equal(exh_keen_cache_least(&cache, steps, 1, &plan), 1256 + 2000);
	/* No memory is enough. */
	plan.low_paragraphs = 0xff00;
	assert_int_equal(exh_keen_cache_least(&cache, steps, 1, &plan), 0);
}

static void a_game_that_is_too_large_is_refused(void **state)
{
	struct exh_error err;

	(void)state;
	hand.graphics.chunk_count = EXH_KEEN_OWNER_CHUNKS + 1;
	assert_int_equal(exh_keen_cache_open(&cache, &hand.parts, EXH_AUDIO_NONE, &err),
			 EXH_LIMIT);
}

/*
 * The real game.
 */

static const struct {
	unsigned map;
	unsigned least_kib; /* memory of the memory manager itself, rounded up */
	unsigned marked;
} real_levels[] = {
	{ 0, 267, 487 },  { 1, 227, 352 },  { 2, 265, 351 },  { 3, 223, 306 },
	{ 4, 227, 359 },  { 5, 230, 352 },  { 7, 286, 426 },  { 9, 244, 392 },
	{ 10, 234, 315 }, { 12, 194, 273 }, { 14, 203, 286 }, { 15, 221, 206 },
	{ 16, 249, 335 },
};

static void the_real_levels_fit_into_what_the_game_asks_for(void **state)
{
	static struct opened_game opened;
	struct exh_keen_parts parts = { .graphics = &opened.graphics,
					.maps = &opened.maps,
					.tile_info = &opened.info,
					.audio = &opened.audio };
	struct exh_keen_cache_step steps[] = { { .kind = EXH_KEEN_CACHE_START },
					       { .kind = EXH_KEEN_CACHE_LEVEL } };
	struct exh_keen_memory_plan plan;
	struct exh_keen_cache_result result;

	(void)state;
	if (!open_real_game(&opened))
		skip();
	assert_int_equal(exh_keen_memory_plan(640 << 10, 200 << 10, &plan, NULL), EXH_OK);
	assert_int_equal(exh_keen_cache_open(&cache, &parts, EXH_AUDIO_SPEAKER, NULL),
			 EXH_OK);
	for (size_t i = 0; i < sizeof real_levels / sizeof *real_levels; i++) {
		unsigned least;

		steps[1].map = real_levels[i].map;
		least = exh_keen_cache_least(&cache, steps, 2, &plan);
		assert_int_equal((least * 16 - (200 << 10) + 1023) / 1024,
				 real_levels[i].least_kib);
		/* Keen-engine 1: it warns below 335 KB. */
		assert_true(real_levels[i].least_kib < 335);
		(void)!exh_keen_cache_take(&cache, &steps[0], &plan, NULL, NULL);
		assert_int_equal(
			exh_keen_cache_take(&cache, &steps[1], &plan, &result, NULL),
			EXH_OK);
		assert_int_equal(result.marked, real_levels[i].marked);
		assert_true(has(EXH_KEEN_OWNER_SOUNDS + 2) &&
			    !has(EXH_KEEN_OWNER_PACKED));
		assert_int_equal(result.counts.compactions, 0);
	}
	close_game(&opened);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(sprites_have_tables_and_shifted_copies, start),
		cmocka_unit_test_setup(other_chunks_are_as_they_are_expanded, start),
		cmocka_unit_test_setup(unmarked_chunks_may_go_and_marked_ones_stay,
				       start),
		cmocka_unit_test_setup(each_level_has_marks_of_its_own, start),
		cmocka_unit_test_setup(reads_are_merged_across_gaps_of_1024, start),
		cmocka_unit_test_setup(a_merged_read_has_4096_bytes_at_most, start),
		cmocka_unit_test_setup(what_is_there_is_not_read_again, start),
		cmocka_unit_test_setup(long_chunks_are_read_by_themselves, start),
		cmocka_unit_test_setup(
			a_level_marks_tiles_their_cycles_and_what_is_spawned, start),
		cmocka_unit_test_setup(each_value_of_the_info_plane_has_its_lump, start),
		cmocka_unit_test_setup(a_level_loads_header_planes_and_chunks, start),
		cmocka_unit_test_setup(a_level_that_is_not_there_is_reported, start),
		cmocka_unit_test_setup(the_start_loads_what_stays, start),
		cmocka_unit_test_setup(cga_takes_the_screen_from_memory, start),
		cmocka_unit_test_setup(the_panel_is_a_level_above, start),
		cmocka_unit_test_setup(
			the_least_memory_is_enough_and_a_paragraph_less_is_not, start),
		cmocka_unit_test_setup(a_game_that_is_too_large_is_refused, start),
		cmocka_unit_test(the_real_levels_fit_into_what_the_game_asks_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
