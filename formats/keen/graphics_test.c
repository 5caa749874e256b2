#include "exhume/identify.h"
#include "exhume/keen.h"
#include "exhume/advanced/facts.h"
#include "exhume/advanced/keen.h"

#include "../base/testing.h"

enum {
	CHUNKS = 27,
	/* Chunks of the sample, named by their content. */
	PICTABLE = 0,
	PICMTABLE = 1,
	SPRITETABLE = 2,
	FONT = 3,
	PIC = 5,
	PICM = 8,
	SPRITE = 10,
	TILE8 = 13,
	TILE8M = 14,
	TILE16 = 15,
	ABSENT_TILE16 = 16,
	TILE16M = 19,
	ABSENT_TILE16M = 20,
	BINARY = 24,
	EVEN_BINARY = 25, /* packed, it fills whole bytes */
	NO_CLASS = 26,
	LIMIT = 1 << 24,
};

static const struct exh_keen_layout every_class = {
	.name = "sample",
	.chunk_count = CHUNKS,
	.spans = { [EXH_KEEN_PICTABLE] = { PICTABLE, 1 },
		   [EXH_KEEN_PICMTABLE] = { PICMTABLE, 1 },
		   [EXH_KEEN_SPRITETABLE] = { SPRITETABLE, 1 },
		   [EXH_KEEN_FONT] = { FONT, 1 },
		   [EXH_KEEN_FONTM] = { 4, 1 },
		   [EXH_KEEN_PIC] = { PIC, 3 },
		   [EXH_KEEN_PICM] = { PICM, 2 },
		   [EXH_KEEN_SPRITE] = { SPRITE, 3 },
		   [EXH_KEEN_TILE8] = { TILE8, 1 },
		   [EXH_KEEN_TILE8M] = { TILE8M, 1 },
		   [EXH_KEEN_TILE16] = { TILE16, 4 },
		   [EXH_KEEN_TILE16M] = { TILE16M, 3 },
		   [EXH_KEEN_TILE32] = { 22, 1 },
		   [EXH_KEEN_TILE32M] = { 23, 1 },
		   [EXH_KEEN_BINARY] = { BINARY, 2 } },
	.tile8_count = 4,
	.tile8m_count = 3,
};

static const struct exh_keen_sprite pics[3] = {
	{ .width_bytes = 5, .height = 32 },
	{ .width_bytes = 1, .height = 1 },
	{ .width_bytes = 3, .height = 7 },
};

static const struct exh_keen_sprite picms[2] = {
	{ .width_bytes = 3, .height = 24 },
	{ .width_bytes = 4, .height = 16 },
};

/* The first and the last sprite of Keen Dreams, and one with all bits set. */
static const struct exh_keen_sprite sprites[3] = {
	{ 3, 24, { 0, 0 }, { 0, 0, 368, 368 }, 4 },
	{ 12, 103, { -128, 0 }, { 256, 128, 752, 1648 }, 4 },
	{ 1, 2, { -1, -1 }, { -1, -1, -1, -1 }, -1 },
};

/* An archive with a chunk of each class, and the contents it was packed from. */
struct sample {
	struct exh_keen_layout layout;
	struct exh_huffman huffman;
	struct exh_bytes chunks[CHUNKS]; /* data NULL: absent */
	struct exh_writer archive, head;
};

static struct sample ega4, ega3, cga4;
static uint64_t seed = 1;

static void set_chunk(struct sample *s, size_t number, const uint8_t *data, size_t size)
{
	free((void *)s->chunks[number].data);
	s->chunks[number] = (struct exh_bytes){ tight_copy(data, size), size, 0 };
}

static void roll_chunk(struct sample *s, size_t number, size_t size)
{
	uint8_t *data = malloc(size);

	assert_non_null(data);
	roll_skewed(&seed, data, size);
	set_chunk(s, number, data, size);
	free(data);
}

static void set_table(struct sample *s, size_t number, struct exh_writer *table)
{
	set_chunk(s, number, table->data, table->size);
	exh_writer_free(table);
}

static void set_tables(struct sample *s)
{
	struct exh_writer out = { .limit = LIMIT };

	exh_keen_pictable_encode(pics, 3, &out);
	set_table(s, PICTABLE, &out);
	exh_keen_pictable_encode(picms, 2, &out);
	set_table(s, PICMTABLE, &out);
	exh_keen_spritetable_encode(sprites, 3, &out);
	set_table(s, SPRITETABLE, &out);
}

static void roll_pictures(struct sample *s, size_t first, bool masked,
			  const struct exh_keen_sprite *table, size_t count)
{
	for (size_t i = 0; i < count; i++)
		roll_chunk(s, first + i,
			   exh_keen_bitmap_size(s->layout.video, masked,
						(size_t)table[i].width_bytes,
						(size_t)table[i].height));
}

static void roll_tiles(struct sample *s, enum exh_keen_class class_id, size_t tile_count)
{
	const struct exh_keen_span span = s->layout.spans[class_id];
	const size_t side = exh_keen_class_tile_size(class_id);
	const size_t scale = exh_keen_pixels_per_byte(s->layout.video);
	const bool masked = exh_keen_class_is_masked(class_id);
	const size_t size =
		exh_keen_bitmap_size(s->layout.video, masked, side / scale, side);

	for (size_t i = 0; i < span.count; i++)
		roll_chunk(s, span.first + i, size * tile_count);
}

static size_t count_bits(const struct sample *s, struct exh_bytes data)
{
	size_t bit_count = 0;

	for (size_t i = 0; i < data.size; i++)
		bit_count += s->huffman.code_bits[data.data[i]];
	return bit_count;
}

static void drop_chunk(struct sample *s, size_t number)
{
	free((void *)s->chunks[number].data);
	s->chunks[number] = (struct exh_bytes){ 0 };
}

static void init_dictionary(struct exh_huffman *huffman, uint64_t its_seed)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4], some[20000];
	uint64_t counts[256] = { 0 };

	roll_skewed(&its_seed, some, sizeof some);
	for (size_t i = 0; i < sizeof some; i++)
		counts[some[i]]++;
	exh_huffman_build(counts, dict);
	assert_int_equal(exh_huffman_read(huffman,
					  (struct exh_bytes){ dict, sizeof dict, 0 },
					  NULL, NULL),
			 EXH_OK);
}

static void pack(struct sample *s)
{
	exh_writer_free(&s->archive);
	exh_writer_free(&s->head);
	s->archive.limit = s->head.limit = LIMIT;
	assert_int_equal(exh_keen_graphics_pack(&s->layout, s->chunks, &s->huffman,
						&s->archive, &s->head, NULL),
			 EXH_OK);
}

static void make_sample(struct sample *s, enum exh_keen_video video, unsigned offset_size)
{
	s->layout = every_class;
	s->layout.video = video;
	s->layout.offset_size = offset_size;
	init_dictionary(&s->huffman, 99);
	set_tables(s);
	roll_chunk(s, FONT, 900);
	roll_chunk(s, 4, 1000);
	roll_pictures(s, PIC, false, pics, 3);
	roll_pictures(s, PICM, true, picms, 2);
	roll_pictures(s, SPRITE, true, sprites, 3);
	roll_tiles(s, EXH_KEEN_TILE8, s->layout.tile8_count);
	roll_tiles(s, EXH_KEEN_TILE8M, s->layout.tile8m_count);
	for (unsigned i = EXH_KEEN_TILE16; i <= EXH_KEEN_TILE32M; i++)
		roll_tiles(s, (enum exh_keen_class)i, 1);
	drop_chunk(s, ABSENT_TILE16);
	drop_chunk(s, ABSENT_TILE16M);
	roll_chunk(s, BINARY, 300);
	do {
		roll_chunk(s, EVEN_BINARY, 50);
	} while (count_bits(s, s->chunks[EVEN_BINARY]) % 8);
	roll_chunk(s, NO_CLASS, 80);
	pack(s);
}

static void free_sample(struct sample *s)
{
	for (size_t i = 0; i < CHUNKS; i++)
		drop_chunk(s, i);
	exh_writer_free(&s->archive);
	exh_writer_free(&s->head);
}

static int make_samples(void **state)
{
	(void)state;
	make_sample(&ega4, EXH_KEEN_EGA, 4);
	make_sample(&ega3, EXH_KEEN_EGA, 3);
	make_sample(&cga4, EXH_KEEN_CGA, 4);
	return 0;
}

static int free_samples(void **state)
{
	(void)state;
	free_sample(&ega4);
	free_sample(&ega3);
	free_sample(&cga4);
	return 0;
}

/* An archive opened from exact copies, and the notes on it. */
struct opened {
	struct exh_bytes archive;
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_keen_head head;
	struct exh_keen_graphics graphics;
	struct exh_error err;
	enum exh_status status;
};

/* Inputs to open, so that a test can change just one of a sample's. */
struct source {
	struct exh_bytes archive, head;
	const struct exh_keen_layout *layout; /* may be NULL */
	unsigned offset_size;
	const struct exh_huffman *huffman;
	size_t memory_limit;
};

static struct source source_of(const struct sample *s)
{
	return (struct source){ .archive = { s->archive.data, s->archive.size, 0 },
				.head = { s->head.data, s->head.size, 0 },
				.layout = &s->layout,
				.offset_size = s->layout.offset_size,
				.huffman = &s->huffman,
				.memory_limit = LIMIT };
}

static void open_source(struct opened *o, struct source from)
{
	uint8_t *head = tight_copy(from.head.data, from.head.size);
	const size_t size = from.archive.size;

	*o = (struct opened){ .arena = { .limit = from.memory_limit } };
	o->notes.arena = &o->arena;
	o->archive = (struct exh_bytes){ tight_copy(from.archive.data, size), size, 0 };
	o->status = exh_keen_head_read(
		(struct exh_bytes){ head, from.head.size, 0 }, from.offset_size,
		from.layout ? from.layout->chunk_count : 0, from.archive.size, &o->arena,
		&o->head, &o->notes, &o->err);
	if (!o->status)
		o->status = exh_keen_graphics_open(o->archive, &o->head, from.layout,
						   from.huffman, &o->arena, &o->graphics,
						   &o->notes, &o->err);
	free(head);
}

static void close_opened(struct opened *o)
{
	exh_arena_free(&o->arena);
	free((void *)o->archive.data);
}

static void assert_chunk_is(const struct opened *o, const struct sample *s, size_t number)
{
	assert_same_bytes(o->graphics.chunks[number].expanded, s->chunks[number].data,
			  s->chunks[number].size);
}

/* Asserts that every chunk not named by the test is as it was packed. */
static void assert_all_but(const struct opened *o, const struct sample *s, size_t first,
			   size_t last)
{
	assert_int_equal(o->status, EXH_OK);
	for (size_t i = 0; i < CHUNKS; i++) {
		if (i >= first && i <= last)
			continue;
		assert_chunk_is(o, s, i);
		assert_false(o->graphics.chunks[i].damaged);
	}
}

static void assert_silent(const struct opened *o)
{
	assert_int_equal(o->notes.warning_count, 0);
	assert_int_equal(o->notes.damage_count, 0);
}

static void assert_notes(const struct opened *o, size_t warning_count,
			 size_t damage_count)
{
	assert_int_equal(o->notes.warning_count, warning_count);
	assert_int_equal(o->notes.damage_count, damage_count);
}

static enum exh_status open_bitmap(const struct opened *o, size_t number)
{
	struct exh_keen_bitmap bitmap;

	return exh_keen_bitmap_open(&o->graphics, number, 0, &bitmap, NULL);
}

/*
 * Sound archives.
 */

static void assert_sprites_are(const struct exh_keen_sprite *found,
			       const struct exh_keen_sprite *expected, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(found[i].width_bytes, expected[i].width_bytes);
		assert_int_equal(found[i].height, expected[i].height);
		assert_memory_equal(found[i].origin_units, expected[i].origin_units,
				    sizeof expected[i].origin_units);
		assert_memory_equal(found[i].hitbox_units, expected[i].hitbox_units,
				    sizeof expected[i].hitbox_units);
		assert_int_equal(found[i].shifts, expected[i].shifts);
	}
}

static void assert_classes(const struct exh_keen_graphics *g)
{
	static const struct {
		enum exh_keen_class class_id;
		uint32_t first, last;
		bool has_length;
	} expected[] = {
		{ EXH_KEEN_PICTABLE, 0, 0, true },    { EXH_KEEN_PICMTABLE, 1, 1, true },
		{ EXH_KEEN_SPRITETABLE, 2, 2, true }, { EXH_KEEN_FONT, 3, 3, true },
		{ EXH_KEEN_FONTM, 4, 4, true },	      { EXH_KEEN_PIC, 5, 7, true },
		{ EXH_KEEN_PICM, 8, 9, true },	      { EXH_KEEN_SPRITE, 10, 12, true },
		{ EXH_KEEN_TILE8, 13, 13, false },    { EXH_KEEN_TILE8M, 14, 14, false },
		{ EXH_KEEN_TILE16, 15, 18, false },   { EXH_KEEN_TILE16M, 19, 21, false },
		{ EXH_KEEN_TILE32, 22, 22, false },   { EXH_KEEN_TILE32M, 23, 23, false },
		{ EXH_KEEN_BINARY, 24, 25, true },
	};

	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
		for (uint32_t n = expected[i].first; n <= expected[i].last; n++) {
			assert_int_equal(g->chunks[n].class_id, expected[i].class_id);
			assert_int_equal(g->chunks[n].index, n - expected[i].first);
			assert_int_equal(g->chunks[n].has_length, expected[i].has_length);
		}
	}
	assert_int_equal(g->chunks[NO_CLASS].class_id, EXH_KEEN_UNKNOWN);
}

static void assert_opens_as_packed(const struct sample *s)
{
	struct opened o;

	open_source(&o, source_of(s));
	assert_silent(&o);
	assert_all_but(&o, s, CHUNKS, CHUNKS);
	assert_classes(&o.graphics);
	assert_int_equal(o.graphics.chunk_count, CHUNKS);
	assert_int_equal(o.graphics.present_count, CHUNKS - 2);
	assert_int_equal(o.graphics.absent_count, 2);
	assert_int_equal(o.graphics.lost_count, 0);
	assert_int_equal(o.graphics.pic_count, 3);
	assert_int_equal(o.graphics.picm_count, 2);
	assert_int_equal(o.graphics.sprite_count, 3);
	assert_sprites_are(o.graphics.pics, pics, 3);
	assert_sprites_are(o.graphics.picms, picms, 2);
	assert_sprites_are(o.graphics.sprites, sprites, 3);
	assert_int_equal(o.head.expected_size, s->archive.size);
	assert_null(o.graphics.chunks[ABSENT_TILE16].expanded.data);
	close_opened(&o);
}

static void an_ega_archive_opens_as_it_was_packed(void **state)
{
	(void)state;
	assert_opens_as_packed(&ega4);
	assert_int_equal(ega4.head.size, (CHUNKS + 1) * 4);
}

static void an_archive_with_three_byte_offsets_opens_as_it_was_packed(void **state)
{
	(void)state;
	assert_opens_as_packed(&ega3);
	assert_int_equal(ega3.head.size, (CHUNKS + 1) * 3);
}

static void a_cga_archive_opens_as_it_was_packed(void **state)
{
	(void)state;
	assert_opens_as_packed(&cga4);
}

/* A bitmap has the size given by its table or class, and the bytes of its part of the
 * chunk. */
static void assert_bitmap(const struct opened *o, size_t number, size_t part,
			  size_t width, size_t height)
{
	struct exh_keen_bitmap bitmap;
	size_t size;

	assert_int_equal(exh_keen_bitmap_open(&o->graphics, number, part, &bitmap, NULL),
			 EXH_OK);
	assert_int_equal(bitmap.width, width);
	assert_int_equal(bitmap.height, height);
	assert_int_equal(bitmap.video, o->graphics.layout.video);
	assert_int_equal(bitmap.masked,
			 exh_keen_class_is_masked(o->graphics.chunks[number].class_id));
	size = exh_keen_bitmap_size(bitmap.video, bitmap.masked,
				    width / exh_keen_pixels_per_byte(bitmap.video),
				    height);
	assert_int_equal(bitmap.data.size, size);
	assert_ptr_equal(bitmap.data.data,
			 o->graphics.chunks[number].expanded.data + part * size);
}

static void assert_bitmaps(const struct sample *s)
{
	const size_t scale = exh_keen_pixels_per_byte(s->layout.video);
	struct exh_keen_bitmap none;
	struct opened o;

	open_source(&o, source_of(s));
	assert_bitmap(&o, PIC, 0, 5 * scale, 32);
	assert_bitmap(&o, PICM + 1, 0, 4 * scale, 16);
	assert_bitmap(&o, SPRITE + 1, 0, 12 * scale, 103);
	for (size_t part = 0; part < 4; part++)
		assert_bitmap(&o, TILE8, part, 8, 8);
	assert_bitmap(&o, TILE8M, 2, 8, 8);
	assert_bitmap(&o, TILE16, 0, 16, 16);
	assert_bitmap(&o, TILE16M, 0, 16, 16);
	assert_bitmap(&o, 22, 0, 32, 32);
	assert_bitmap(&o, 23, 0, 32, 32);
	assert_int_equal(exh_keen_bitmap_open(&o.graphics, TILE8, 4, &none, NULL),
			 EXH_INVALID);
	assert_int_equal(exh_keen_bitmap_open(&o.graphics, PIC, 1, &none, NULL),
			 EXH_INVALID);
	assert_int_equal(open_bitmap(&o, ABSENT_TILE16), EXH_INVALID);
	assert_int_equal(open_bitmap(&o, FONT), EXH_INVALID);
	close_opened(&o);
}

static void bitmaps_have_the_size_of_their_table_or_class(void **state)
{
	(void)state;
	assert_bitmaps(&ega4);
	assert_bitmaps(&cga4);
}

static void bitmaps_are_counted_by_chunk(void **state)
{
	struct opened o;

	(void)state;
	open_source(&o, source_of(&ega4));
	assert_int_equal(exh_keen_bitmap_count(&o.graphics, PICTABLE), 0);
	assert_int_equal(exh_keen_bitmap_count(&o.graphics, FONT), 0);
	assert_int_equal(exh_keen_bitmap_count(&o.graphics, PIC), 1);
	assert_int_equal(exh_keen_bitmap_count(&o.graphics, SPRITE), 1);
	assert_int_equal(exh_keen_bitmap_count(&o.graphics, TILE8), 4);
	assert_int_equal(exh_keen_bitmap_count(&o.graphics, TILE8M), 3);
	assert_int_equal(exh_keen_bitmap_count(&o.graphics, TILE16), 1);
	assert_int_equal(exh_keen_bitmap_count(&o.graphics, ABSENT_TILE16), 0);
	assert_int_equal(exh_keen_bitmap_count(&o.graphics, BINARY), 0);
	assert_int_equal(exh_keen_bitmap_count(&o.graphics, NO_CLASS), 0);
	close_opened(&o);
}

static void notes_and_errors_may_be_left_out(void **state)
{
	const struct source from = source_of(&ega4);
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_keen_head head;
	struct exh_keen_graphics graphics;

	(void)state;
	assert_int_equal(exh_keen_head_read(from.head, 4, CHUNKS, from.archive.size - 9,
					    &arena, &head, NULL, NULL),
			 EXH_OK);
	assert_int_equal(
		exh_keen_graphics_open(
			(struct exh_bytes){ from.archive.data, from.archive.size - 9, 0 },
			&head, from.layout, from.huffman, &arena, &graphics, NULL, NULL),
		EXH_OK);
	exh_arena_free(&arena);
}

/*
 * Damage.
 */

static size_t entry(const struct sample *s, size_t number)
{
	const uint8_t *at = s->head.data + number * s->layout.offset_size;

	return at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16;
}

/* Offset of the chunk's end. In this sample a chunk is followed by at most one absent
 * one. */
static size_t chunk_end(const struct sample *s, size_t number)
{
	const bool absent_next =
		number + 1 == ABSENT_TILE16 || number + 1 == ABSENT_TILE16M;

	return entry(s, number + 1 + absent_next);
}

static void assert_cut_archive(const struct sample *s, size_t n)
{
	struct source from = source_of(s);
	struct opened o;

	from.archive.size = n;
	open_source(&o, from);
	assert_int_equal(o.status, EXH_OK);
	assert_true(o.notes.damage_count > 0);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "the archive ends here, the head"));
	for (size_t i = 0; i < CHUNKS; i++) {
		const struct exh_keen_chunk *chunk = &o.graphics.chunks[i];

		if (!s->chunks[i].data)
			assert_int_equal(chunk->place.state, EXH_KEEN_ABSENT);
		else if (chunk_end(s, i) <= n)
			assert_chunk_is(&o, s, i);
		else if (entry(s, i) >= n)
			assert_int_equal(chunk->place.state, EXH_KEEN_LOST);
		else
			assert_true(chunk->place.cut);
		if (s->chunks[i].data && chunk_end(s, i) <= n)
			assert_false(chunk->damaged || chunk->place.cut);
	}
	close_opened(&o);
}

static void every_shorter_archive_leaves_its_sound_chunks(void **state)
{
	(void)state;
	for (size_t n = 0; n < ega3.archive.size; n++)
		assert_cut_archive(&ega3, n);
}

/* Our packer leaves no spare bytes: a chunk without its last byte lacks a code. */
static void every_chunk_that_is_cut_is_damaged(void **state)
{
	(void)state;
	for (size_t n = 0; n < ega3.archive.size; n++) {
		struct source from = source_of(&ega3);
		size_t cut_count = 0, sound_count = 0;
		struct opened o;

		from.archive.size = n;
		open_source(&o, from);
		for (size_t i = 0; i < CHUNKS; i++) {
			const struct exh_keen_chunk *chunk = &o.graphics.chunks[i];

			cut_count += chunk->place.cut;
			sound_count += chunk->place.cut && !chunk->damaged;
		}
		close_opened(&o);
		assert_true(cut_count <= 1);
		assert_int_equal(sound_count, 0);
	}
}

static void every_shorter_head_leaves_the_chunks_it_tells_of(void **state)
{
	(void)state;
	for (size_t n = 6; n < ega3.head.size; n++) {
		struct source from = source_of(&ega3);
		struct opened o;

		from.head.size = n;
		open_source(&o, from);
		assert_int_equal(o.status, EXH_OK);
		/* All except the last entry: only the archive's length is missing. */
		assert_int_equal(o.notes.damage_count > 0, n < ega3.head.size - 3);
		for (size_t i = 0; i + 1 < n / 3; i++)
			if (i + 1 != ABSENT_TILE16 && i + 1 != ABSENT_TILE16M)
				assert_chunk_is(&o, &ega3, i);
		close_opened(&o);
	}
}

/* An archive with the bytes of one chunk changed. */
static struct source patched(const struct sample *s, uint8_t *copy, size_t at,
			     const uint8_t *bytes, size_t size)
{
	struct source from = source_of(s);

	memcpy(copy, s->archive.data, s->archive.size);
	memcpy(copy + at, bytes, size);
	from.archive.data = copy;
	return from;
}

static void a_picture_that_declares_4_gb_takes_its_tables_size(void **state)
{
	static const uint8_t length[4] = { 0xff, 0xff, 0xff, 0xff };
	uint8_t *copy = malloc(ega4.archive.size);
	struct opened o;

	(void)state;
	assert_non_null(copy);
	open_source(&o, patched(&ega4, copy, entry(&ega4, PIC), length, 4));
	assert_all_but(&o, &ega4, CHUNKS, CHUNKS);
	assert_notes(&o, 1, 0);
	assert_true(
		has_note(&o.notes, EXH_WARNING, "chunk 5: 4294967295 bytes declared"));
	assert_int_equal(o.notes.first->offset, entry(&ega4, PIC));
	assert_int_equal(open_bitmap(&o, PIC), EXH_OK);
	close_opened(&o);
	free(copy);
}

static void a_font_that_declares_4_gb_is_what_its_bits_hold(void **state)
{
	static const uint8_t length[4] = { 0xff, 0xff, 0xff, 0xff };
	uint8_t *copy = malloc(ega4.archive.size);
	struct exh_bytes found;
	struct opened o;

	(void)state;
	assert_non_null(copy);
	open_source(&o, patched(&ega4, copy, entry(&ega4, FONT), length, 4));
	assert_all_but(&o, &ega4, FONT, FONT);
	assert_notes(&o, 1, 0);
	found = o.graphics.chunks[FONT].expanded;
	/* The padding may hold a few more codes. */
	assert_true(found.size >= 900 && found.size < 908);
	assert_memory_equal(found.data, ega4.chunks[FONT].data, 900);
	close_opened(&o);
	free(copy);
}

static void every_length_that_a_picture_may_declare_is_survived(void **state)
{
	uint8_t *copy = malloc(ega4.archive.size);

	(void)state;
	assert_non_null(copy);
	for (uint32_t declared = 0; declared < 1200; declared++) {
		const uint8_t length[4] = { (uint8_t)declared, (uint8_t)(declared >> 8) };
		const bool sound = declared == ega4.chunks[PIC].size;
		struct opened o;

		open_source(&o, patched(&ega4, copy, entry(&ega4, PIC), length, 4));
		assert_all_but(&o, &ega4, PIC, PIC);
		assert_int_equal(o.notes.first == NULL, sound);
		assert_true(o.graphics.chunks[PIC].expanded.size <= 1200);
		close_opened(&o);
	}
	free(copy);
}

static void a_length_that_is_not_the_tables_is_damage(void **state)
{
	static const uint8_t length[4] = { 0x7f,
					   0x02 }; /* 639: one less than 5 * 32 * 4 */
	uint8_t *copy = malloc(ega4.archive.size);
	struct opened o;

	(void)state;
	assert_non_null(copy);
	open_source(&o, patched(&ega4, copy, entry(&ega4, PIC), length, 4));
	assert_all_but(&o, &ega4, PIC, PIC);
	assert_true(o.graphics.chunks[PIC].damaged);
	assert_true(has_note(
		&o.notes, EXH_DAMAGE,
		"chunk 5: 639 bytes declared, the table's 40x32 pixels take 640"));
	assert_int_equal(open_bitmap(&o, PIC), EXH_TRUNCATED);
	assert_int_equal(open_bitmap(&o, PIC + 1), EXH_OK);
	close_opened(&o);
	free(copy);
}

/* Opens the sample with another table of pictures. */
static void open_with_pics(struct opened *o, const struct exh_keen_sprite table[3])
{
	struct exh_writer out = { .limit = LIMIT };

	exh_keen_pictable_encode(table, 3, &out);
	set_table(&ega4, PICTABLE, &out);
	pack(&ega4);
	open_source(o, source_of(&ega4));
	exh_keen_pictable_encode(pics, 3, &out);
	set_table(&ega4, PICTABLE, &out);
	pack(&ega4);
}

static void pictures_without_a_size_are_refused(void **state)
{
	static const struct exh_keen_sprite nonsense[][3] = {
		{ { .width_bytes = 0, .height = 5 },
		  { .width_bytes = 5, .height = 0 },
		  { .width_bytes = 0, .height = 0 } },
		{ { .width_bytes = -1, .height = 5 },
		  { .width_bytes = 5, .height = -32768 },
		  { .width_bytes = -3, .height = -7 } },
		{ { .width_bytes = 32767, .height = 32767 },
		  { .width_bytes = 32767, .height = 33 },
		  { .width_bytes = 33, .height = 32767 } },
	};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct opened o;

		open_with_pics(&o, nonsense[i]);
		assert_int_equal(o.status, EXH_OK);
		assert_all_but(&o, &ega4, PICTABLE, PICTABLE);
		for (size_t pic = 0; pic < 3; pic++)
			assert_int_equal(open_bitmap(&o, PIC + pic), EXH_INVALID);
		assert_int_equal(open_bitmap(&o, PICM), EXH_OK);
		close_opened(&o);
	}
}

static void pictures_that_are_larger_than_their_data_are_damage(void **state)
{
	static const struct exh_keen_sprite larger[3] = {
		{ .width_bytes = 5, .height = 33 },
		{ .width_bytes = 1000, .height = 1000 },
		{ .width_bytes = 3, .height = 7 },
	};
	struct opened o;

	(void)state;
	open_with_pics(&o, larger);
	assert_notes(&o, 0, 2);
	assert_true(o.graphics.chunks[PIC].damaged);
	assert_true(o.graphics.chunks[PIC + 1].damaged);
	assert_int_equal(open_bitmap(&o, PIC), EXH_TRUNCATED);
	assert_int_equal(open_bitmap(&o, PIC + 1), EXH_TRUNCATED);
	assert_int_equal(open_bitmap(&o, PIC + 2), EXH_OK);
	close_opened(&o);
}

static void without_their_table_pictures_expand_but_have_no_shape(void **state)
{
	struct source from = source_of(&ega4);
	uint8_t *head = tight_copy(from.head.data, from.head.size);
	struct opened o;

	(void)state;
	memset(head, 0xee, 4); /* out of order */
	from.head.data = head;
	open_source(&o, from);
	assert_all_but(&o, &ega4, PICTABLE, PICTABLE);
	assert_notes(&o, 0, 1);
	assert_int_equal(o.graphics.pic_count, 0);
	assert_int_equal(o.graphics.lost_count, 1);
	assert_int_equal(open_bitmap(&o, PIC), EXH_INVALID);
	assert_int_equal(open_bitmap(&o, PICM), EXH_OK);
	assert_int_equal(open_bitmap(&o, SPRITE), EXH_OK);
	assert_int_equal(open_bitmap(&o, TILE16), EXH_OK);
	close_opened(&o);
	free(head);
}

static void one_bad_offset_loses_but_its_own_chunk(void **state)
{
	(void)state;
	for (size_t bad = 0; bad < CHUNKS; bad++) {
		struct source from = source_of(&ega3);
		uint8_t *head = tight_copy(from.head.data, from.head.size);
		struct opened o;

		memset(head + bad * 3, 0xee, 3);
		from.head.data = head;
		open_source(&o, from);
		assert_all_but(&o, &ega3, bad, bad);
		assert_int_equal(o.graphics.chunks[bad].place.state, EXH_KEEN_LOST);
		assert_true(o.notes.damage_count > 0);
		close_opened(&o);
		free(head);
	}
}

static void assert_strange_dictionary(const uint64_t counts[256])
{
	struct source from = source_of(&ega4);
	struct exh_huffman *other = malloc(sizeof *other);
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	enum exh_status status;
	struct opened o;

	assert_non_null(other);
	exh_huffman_build(counts, dict);
	(void)!exh_huffman_read(other, (struct exh_bytes){ dict, sizeof dict, 0 }, NULL,
				NULL);
	from.huffman = other;
	open_source(&o, from);
	free(other);
	status = o.status;
	close_opened(&o);
	assert_int_equal(status, EXH_INVALID);
	assert_non_null(strstr(o.err.text, "don't match"));
}

/* Bytes with many bits set are frequent in that dictionary; in this sample those with few
 * are. */
static void the_dictionary_of_another_game_is_found_out(void **state)
{
	uint64_t its_seed = 3;

	(void)state;
	for (int round = 0; round < 20; round++) {
		uint64_t counts[256];

		for (unsigned i = 0; i < 256; i++) {
			counts[i] = 1 + roll(&its_seed, 3);
			for (unsigned bits = i; bits; bits >>= 1)
				counts[i] <<= bits % 2 * 2;
		}
		assert_strange_dictionary(counts);
	}
}

/* Codes have at least 7 bits, so that no declared length seems possible. */
static void the_wrong_dictionary_without_short_codes_is_found_out(void **state)
{
	uint64_t its_seed = 1;
	uint64_t counts[256];

	(void)state;
	for (size_t i = 0; i < 256; i++)
		counts[i] = 200 + roll(&its_seed, 100);
	assert_strange_dictionary(counts);
}

/* A dictionary with one broken link: that of a rare byte. */
static void init_damaged(const struct exh_huffman *sound, uint8_t byte,
			 struct exh_huffman *out)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE];

	for (size_t i = 0; i < (size_t)EXH_HUFFMAN_NODES * 2; i++) {
		const uint16_t link = sound->links[i / 2][i % 2];

		dict[i * 2] = (uint8_t)link;
		dict[i * 2 + 1] = link == byte ? 0xff : (uint8_t)(link >> 8);
	}
	assert_int_equal(exh_huffman_read(out, (struct exh_bytes){ dict, sizeof dict, 0 },
					  NULL, NULL),
			 EXH_OK);
}

static void a_damaged_dictionary_costs_only_the_chunks_that_need_the_code(void **state)
{
	struct source from = source_of(&ega4);
	struct exh_huffman *damaged = malloc(sizeof *damaged);
	struct opened o;

	(void)state;
	assert_non_null(damaged);
	init_damaged(from.huffman, 0xff, damaged);
	from.huffman = damaged;
	open_source(&o, from);
	assert_int_equal(o.status, EXH_OK);
	for (size_t i = 0; i < CHUNKS; i++) {
		const struct exh_bytes was = ega4.chunks[i];
		const uint8_t *at = was.size ? memchr(was.data, 0xff, was.size) : NULL;

		assert_int_equal(o.graphics.chunks[i].damaged, at != NULL);
		if (!at)
			assert_chunk_is(&o, &ega4, i);
		else if (o.graphics.chunks[i].has_length)
			assert_memory_equal(o.graphics.chunks[i].expanded.data, was.data,
					    (size_t)(at - was.data));
	}
	close_opened(&o);
	free(damaged);
}

/* A copy of the sample with some bytes inserted after one of its chunks. */
static struct source spliced(const struct sample *s, size_t number, const void *bytes,
			     size_t size, uint8_t *archive, uint8_t *head)
{
	const size_t at = chunk_end(s, number);
	struct source from = source_of(s);

	memcpy(archive, s->archive.data, at);
	memcpy(archive + at, bytes, size);
	memcpy(archive + at + size, s->archive.data + at, s->archive.size - at);
	memcpy(head, s->head.data, s->head.size);
	for (size_t i = number + 1; i <= CHUNKS; i++) {
		if (i < CHUNKS && !s->chunks[i].data)
			continue;
		for (size_t byte = 0; byte < s->layout.offset_size; byte++)
			head[i * s->layout.offset_size + byte] =
				(uint8_t)((entry(s, i) + size) >> 8 * byte);
	}
	from.archive = (struct exh_bytes){ archive, s->archive.size + size, 0 };
	from.head.data = head;
	return from;
}

/* Inserts bytes after a chunk. An empty note: none is expected. */
static void assert_tail(size_t number, const void *bytes, size_t size, const char *note)
{
	uint8_t *archive = malloc(ega4.archive.size + size);
	uint8_t *head = malloc(ega4.head.size);
	struct opened o;

	assert_non_null(archive);
	assert_non_null(head);
	open_source(&o, spliced(&ega4, number, bytes, size, archive, head));
	assert_all_but(&o, &ega4, CHUNKS, CHUNKS);
	assert_notes(&o, *note != '\0', 0);
	if (*note)
		assert_true(has_note(&o.notes, EXH_WARNING, note));
	close_opened(&o);
	free(archive);
	free(head);
}

static void marks_and_spare_bytes_of_ids_packer_go_without_a_note(void **state)
{
	(void)state;
	for (size_t i = 0; i < CHUNKS; i++)
		if (ega4.chunks[i].data)
			assert_tail(i, "!ID!", 4, "");
	assert_tail(EVEN_BINARY, "", 1, "");
	assert_tail(EVEN_BINARY, "\0!ID!", 5, "");
}

static void other_bytes_behind_a_chunk_are_a_warning(void **state)
{
	(void)state;
	assert_tail(PIC, "junk", 4, "chunk 5: 4 bytes left over");
	assert_tail(PIC, "!ID", 3, "chunk 5: 3 bytes left over");
	assert_tail(PIC, "x!ID!", 5, "chunk 5: 1 bytes left over");
	assert_tail(TILE8, "junk", 4, "chunk 13: 4 bytes left over");
	assert_tail(TILE16, "junk", 4, "chunk 15: 4 bytes left over");
	assert_tail(EVEN_BINARY, "\1", 1, "chunk 25: 1 bytes left over");
	assert_tail(EVEN_BINARY, "\0", 2, "chunk 25: 2 bytes left over");
}

static void junk_behind_the_archive_is_a_warning(void **state)
{
	struct source from = source_of(&ega4);
	uint8_t *longer = calloc(1, from.archive.size + 100);
	struct opened o;

	(void)state;
	assert_non_null(longer);
	memcpy(longer, from.archive.data, from.archive.size);
	from.archive = (struct exh_bytes){ longer, from.archive.size + 100, 0 };
	open_source(&o, from);
	assert_all_but(&o, &ega4, CHUNKS, CHUNKS);
	assert_notes(&o, 1, 0);
	assert_true(has_note(&o.notes, EXH_WARNING, "0x64 bytes left over"));
	assert_int_equal(o.notes.first->offset, ega4.archive.size);
	close_opened(&o);
	free(longer);
}

static void fewer_8x8_tiles_than_the_layout_has_are_a_warning(void **state)
{
	struct exh_keen_layout layout = ega4.layout;
	struct source from = source_of(&ega4);
	struct opened o;

	(void)state;
	layout.tile8_count = 72; /* number of Keen Dreams, which holds 40 */
	layout.tile8m_count = 36;
	from.layout = &layout;
	open_source(&o, from);
	assert_notes(&o, 2, 0);
	assert_true(has_note(&o.notes, EXH_WARNING,
			     "chunk 13: 4 tiles found, the layout has 72"));
	assert_true(has_note(&o.notes, EXH_WARNING,
			     "chunk 14: 3 tiles found, the layout has 36"));
	assert_all_but(&o, &ega4, CHUNKS, CHUNKS);
	assert_int_equal(exh_keen_bitmap_count(&o.graphics, TILE8), 4);
	close_opened(&o);
}

static void a_layout_without_a_count_takes_all_8x8_tiles(void **state)
{
	struct exh_keen_layout layout = ega4.layout;
	struct source from = source_of(&ega4);
	struct opened o;

	(void)state;
	layout.tile8_count = layout.tile8m_count = 0;
	from.layout = &layout;
	open_source(&o, from);
	assert_all_but(&o, &ega4, CHUNKS, CHUNKS);
	assert_silent(&o);
	close_opened(&o);
}

/*
 * No layout.
 */

static void without_a_layout_the_lengths_are_found_by_trying(void **state)
{
	const struct sample *const samples[] = { &ega4, &ega3, &cga4 };

	(void)state;
	for (size_t n = 0; n < 3; n++) {
		struct source from = source_of(samples[n]);
		struct opened o;

		from.layout = NULL;
		open_source(&o, from);
		assert_int_equal(o.status, EXH_OK);
		assert_int_equal(o.graphics.chunk_count, CHUNKS);
		assert_int_equal(o.graphics.layout.chunk_count, 0);
		for (size_t i = 0; i < CHUNKS; i++) {
			const struct exh_keen_chunk *chunk = &o.graphics.chunks[i];
			const struct exh_bytes was = samples[n]->chunks[i];
			const bool tile = i >= TILE8 && i < BINARY;

			assert_int_equal(chunk->class_id, EXH_KEEN_UNKNOWN);
			assert_int_equal(chunk->has_length, !tile && was.data);
			assert_false(chunk->damaged);
			if (!tile)
				assert_chunk_is(&o, samples[n], i);
			else if (was.size) /* the padding may hold a few codes more */
				assert_memory_equal(chunk->expanded.data, was.data,
						    was.size);
		}
		close_opened(&o);
	}
}

/* Three bytes can't hold a length, so none is read, and the chunk is valid. */
static void without_a_layout_a_tiny_chunk_is_no_damage(void **state)
{
	static const uint8_t zeros[3];
	struct exh_keen_layout layout = { .offset_size = 4,
					  .chunk_count = 2,
					  .spans = { [EXH_KEEN_TILE16] = { 0, 2 } } };
	const struct exh_bytes chunks[2] = { { zeros, 3, 0 }, { zeros, 2, 0 } };
	struct exh_writer archive = { .limit = LIMIT }, head = { .limit = LIMIT };
	struct source from = { .offset_size = 4,
			       .huffman = &ega4.huffman,
			       .memory_limit = LIMIT };
	struct opened o;

	(void)state;
	assert_int_equal(exh_keen_graphics_pack(&layout, chunks, &ega4.huffman, &archive,
						&head, NULL),
			 EXH_OK);
	from.archive = (struct exh_bytes){ archive.data, archive.size, 0 };
	from.head = (struct exh_bytes){ head.data, head.size, 0 };
	open_source(&o, from);
	assert_silent(&o);
	for (size_t i = 0; i < 2; i++) {
		assert_true(o.head.places[i].packed_size < 4);
		assert_int_equal(o.graphics.chunks[i].expanded.data[0], 0);
		assert_false(o.graphics.chunks[i].damaged);
	}
	close_opened(&o);
	exh_writer_free(&archive);
	exh_writer_free(&head);
}

static void without_a_layout_cut_archives_are_survived(void **state)
{
	(void)state;
	for (size_t n = 0; n < ega3.archive.size; n += 3) {
		struct source from = source_of(&ega3);
		struct opened o;

		from.layout = NULL;
		from.archive.size = n;
		open_source(&o, from);
		assert_int_equal(o.status, EXH_OK);
		assert_true(o.notes.damage_count > 0);
		for (size_t i = 0; i < CHUNKS; i++)
			if (ega3.chunks[i].data && chunk_end(&ega3, i) <= n &&
			    o.graphics.chunks[i].has_length)
				assert_chunk_is(&o, &ega3, i);
		close_opened(&o);
	}
}

/*
 * Limits.
 */

static void memory_stays_below_its_limit(void **state)
{
	(void)state;
	for (size_t limit = 0; limit < 1 << 16; limit += 500) {
		struct source from = source_of(&ega4);
		struct opened o;

		from.memory_limit = limit;
		open_source(&o, from);
		assert_true(o.arena.used <= limit);
		assert_true(o.status == EXH_OK || o.status == EXH_NO_MEMORY ||
			    o.status == EXH_INVALID);
		for (size_t i = 0; i < CHUNKS && o.status == EXH_OK; i++) {
			const struct exh_keen_chunk *chunk = &o.graphics.chunks[i];

			if (chunk->expanded.data)
				assert_chunk_is(&o, &ega4, i);
			else
				assert_true(chunk->damaged || !ega4.chunks[i].data);
		}
		close_opened(&o);
	}
}

static void random_damage_is_survived(void **state)
{
	uint64_t its_seed = 7;

	(void)state;
	for (int round = 0; round < 1000; round++) {
		struct source from = source_of(&ega3);
		uint8_t *archive = tight_copy(from.archive.data, from.archive.size);
		uint8_t *head = tight_copy(from.head.data, from.head.size);
		struct opened o;

		for (uint32_t i = roll(&its_seed, 40); i > 0; i--)
			archive[roll(&its_seed, (uint32_t)from.archive.size)] =
				(uint8_t)roll(&its_seed, 256);
		for (uint32_t i = roll(&its_seed, 4); i > 0; i--)
			head[roll(&its_seed, (uint32_t)from.head.size)] =
				(uint8_t)roll(&its_seed, 256);
		from.archive.data = archive;
		from.head.data = head;
		open_source(&o, from);
		for (size_t i = 0; i < CHUNKS && o.status == EXH_OK; i++)
			for (size_t part = 0;
			     part < exh_keen_bitmap_count(&o.graphics, i); part++) {
				uint8_t pixels[12 * 8 * 103 + 40 * 32];
				struct exh_keen_bitmap bitmap;

				if (exh_keen_bitmap_open(&o.graphics, i, part, &bitmap,
							 NULL) == EXH_OK &&
				    bitmap.width * bitmap.height <= sizeof pixels)
					exh_keen_bitmap_decode(&bitmap, pixels);
			}
		close_opened(&o);
		free(archive);
		free(head);
	}
}

static void an_offset_that_the_head_cannot_hold_stops_packing(void **state)
{
	static uint8_t much[1 << 20];
	const struct exh_keen_layout layout = {
		.offset_size = 3,
		.chunk_count = 20,
		.spans = { [EXH_KEEN_BINARY] = { 0, 20 } },
	};
	struct exh_writer archive = { .limit = 1 << 26 }, head = { .limit = LIMIT };
	struct exh_bytes chunks[20];
	struct exh_error err;

	(void)state;
	memset(much, 0x7e, sizeof much); /* codes longer than 8 bits, to exceed 16 MiB */
	for (size_t i = 0; i < 20; i++)
		chunks[i] = (struct exh_bytes){ much, sizeof much, 0 };
	assert_true(ega4.huffman.code_bits[0x7e] >= 8);
	assert_int_equal(exh_keen_graphics_pack(&layout, chunks, &ega4.huffman, &archive,
						&head, &err),
			 EXH_LIMIT);
	exh_writer_free(&archive);
	exh_writer_free(&head);
}

static void a_byte_without_a_code_stops_packing(void **state)
{
	struct exh_huffman *damaged = malloc(sizeof *damaged);
	struct exh_writer archive = { .limit = LIMIT }, head = { .limit = LIMIT };
	struct exh_error err;

	(void)state;
	assert_non_null(damaged);
	init_damaged(&ega4.huffman, 0, damaged);
	assert_int_equal(exh_keen_graphics_pack(&ega4.layout, ega4.chunks, damaged,
						&archive, &head, &err),
			 EXH_INVALID);
	assert_non_null(strstr(err.text, "chunk 0: byte 0x00 has no code"));
	exh_writer_free(&archive);
	exh_writer_free(&head);
	free(damaged);
}

/*
 * Choosing the layout and the format.
 */

static void the_right_layout_fits_best(void **state)
{
	const struct source from = source_of(&ega4);
	struct exh_keen_layout layout = ega4.layout;

	(void)state;
	assert_int_equal(
		exh_keen_layout_fit(&layout, from.archive, from.head, from.huffman), 100);
	layout.video = EXH_KEEN_CGA;
	assert_true(exh_keen_layout_fit(&layout, from.archive, from.head, from.huffman) <
		    50);
	layout = ega4.layout;
	layout.spans[EXH_KEEN_PIC].first--; /* one off, with the last font a picture */
	layout.spans[EXH_KEEN_FONTM].count = 0;
	assert_true(exh_keen_layout_fit(&layout, from.archive, from.head, from.huffman) <
		    100);
	assert_int_equal(exh_keen_layout_fit(exh_keen_layout_find("keen4-1.4"),
					     from.archive, from.head, from.huffman),
			 0);
}

struct neighbour {
	const char *stem;
	struct exh_bytes data;
};

static bool find_neighbour(void *context, const char *stem, size_t index,
			   struct exh_bytes *out)
{
	const struct neighbour *neighbour = context;

	if (strcmp(neighbour->stem, stem) != 0 || index > 0)
		return false;
	*out = neighbour->data;
	return true;
}

static const char *identified(struct exh_probe probe)
{
	unsigned score;
	const struct exh_format *format = exh_identify(&probe, &score);
	struct exh_facts facts = { 0 };

	if (!format)
		return "nothing";
	assert_true(score > 0);
	format->describe(&probe, &facts);
	assert_true(facts.count > 0);
	return format->name;
}

static void archives_are_known_by_the_head_beside_them(void **state)
{
	const struct source from = source_of(&ega3);
	struct neighbour neighbour = { "egahead", from.head };
	struct exh_probe probe = { .data = from.archive,
				   .companion = find_neighbour,
				   .context = &neighbour };

	(void)state;
	assert_string_equal(identified(probe), "keen-egagraph");
	neighbour.stem = "cgahead";
	assert_string_equal(identified(probe), "keen-cgagraph");
	neighbour.stem = "maphead";
	assert_string_equal(identified(probe), "nothing");
	probe.companion = NULL;
	assert_string_equal(identified(probe), "nothing");
	probe.name = "EGAGRAPH.CK4";
	assert_string_equal(identified(probe), "keen-egagraph");
}

static void heads_are_known_with_a_name_and_dictionaries_without(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	const uint64_t counts[256] = { 5, 4, 3 };
	struct exh_probe probe = { .data = source_of(&ega4).head };

	(void)state;
	assert_string_equal(identified(probe), "nothing");
	probe.name = "egahead.KDR";
	assert_string_equal(identified(probe), "keen-head");
	probe.data = source_of(&ega3).head;
	assert_string_equal(identified(probe), "keen-head");
	probe.name = NULL;
	exh_huffman_build(counts, dict);
	probe.data = (struct exh_bytes){ dict, sizeof dict, 0 };
	assert_string_equal(identified(probe), "keen-dict");
	probe.data.size = EXH_HUFFMAN_DICT_SIZE;
	assert_string_equal(identified(probe), "keen-dict");
	dict[0] = dict[1] = 0xff;
	assert_string_equal(identified(probe), "nothing");
}

static void bytes_of_any_size_may_be_judged(void **state)
{
	uint64_t its_seed = 5;

	(void)state;
	for (size_t size = 0; size < 1100; size += 1 + size / 40) {
		uint8_t noise[1100], *tight;

		roll_bytes(&its_seed, noise, size);
		tight = tight_copy(noise, size);
		assert_string_equal(
			identified((struct exh_probe){ .data = { tight, size, 0 } }),
			"nothing");
		free(tight);
	}
	assert_string_equal(identified((struct exh_probe){ .name = "" }), "nothing");
}

static void facts_over_the_sixteenth_are_dropped(void **state)
{
	struct exh_facts facts = { 0 };

	(void)state;
	for (uint64_t i = 0; i < 20; i++) {
		exh_fact_number(&facts, "a_key_that_is_longer_than_fits_here", i);
		exh_fact_text(&facts, "key", "text");
	}
	assert_int_equal(facts.count, 16);
	assert_int_equal(facts.items[14].number, 7);
	assert_string_equal(facts.items[15].text, "text");
}

/*
 * Tests with the real game, if it is available.
 */

static struct exh_bytes load(const char *folder, const char *name)
{
	char path[256];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	return load_game_file(path);
}

static void discard(struct exh_bytes bytes)
{
	free((void *)bytes.data);
}

struct game {
	struct exh_bytes archive, head, dict;
	struct exh_huffman huffman;
	struct opened opened;
};

/* Skips the test if the game is missing. */
static void open_game(struct game *game, const char *folder_name, const char *layout_name,
		      const char *const names[3])
{
	game->archive = load(folder_name, names[0]);
	game->head = load(folder_name, names[1]);
	game->dict = load(folder_name, names[2]);
	if (!game->archive.data || !game->head.data || !game->dict.data) {
		printf("skipped: no real data\n");
		discard(game->archive);
		discard(game->head);
		discard(game->dict);
		skip();
	}
	assert_int_equal(exh_huffman_read(&game->huffman, game->dict, NULL, NULL),
			 EXH_OK);
	assert_ptr_equal(exh_keen_layout_for_head(game->head),
			 exh_keen_layout_find(layout_name));
	open_source(&game->opened,
		    (struct source){
			    .archive = game->archive,
			    .head = game->head,
			    .layout = exh_keen_layout_find(layout_name),
			    .offset_size = exh_keen_layout_find(layout_name)->offset_size,
			    .huffman = &game->huffman,
			    .memory_limit = LIMIT });
	assert_int_equal(game->opened.status, EXH_OK);
}

static void open_dreams(struct game *game)
{
	static const char *const names[] = { "KDREAMS.EGA", "EGAHEAD.KDR",
					     "EGADICT.KDR" };

	open_game(game, "keen-dreams-1.13", "keen-dreams-ega", names);
}

static void close_game(struct game *game)
{
	close_opened(&game->opened);
	discard(game->archive);
	discard(game->head);
	discard(game->dict);
}

static size_t count_present(const struct exh_keen_graphics *g,
			    enum exh_keen_class class_id)
{
	size_t count = 0;

	for (size_t i = 0; i < g->chunk_count; i++)
		count += g->chunks[i].class_id == class_id &&
			 g->chunks[i].place.state == EXH_KEEN_PRESENT;
	return count;
}

/* Checks the CRC-32 of all expanded chunks of some classes, in order. */
static void assert_crc(const struct exh_keen_graphics *g, enum exh_keen_class first,
		       enum exh_keen_class last, size_t size, uint32_t crc32)
{
	struct exh_writer all = { .limit = LIMIT };

	for (size_t i = 0; i < g->chunk_count; i++)
		if (g->chunks[i].class_id >= first && g->chunks[i].class_id <= last)
			exh_write_bytes(&all, g->chunks[i].expanded.data,
					g->chunks[i].expanded.size);
	assert_int_equal(all.size, size);
	assert_int_equal(exh_crc32((struct exh_bytes){ all.data, all.size, 0 }), crc32);
	exh_writer_free(&all);
}

/* Source: keen-formats 3.1. */
static void keen_dreams_has_the_chunks_that_were_counted(void **state)
{
	static struct game game;
	const struct exh_keen_graphics *g = &game.opened.graphics;

	(void)state;
	open_dreams(&game);
	assert_notes(&game.opened, 2, 0);
	assert_true(has_note(&game.opened.notes, EXH_WARNING, "40 tiles found"));
	assert_true(has_note(&game.opened.notes, EXH_WARNING, "30 tiles found"));
	assert_int_equal(g->present_count, 1756);
	assert_int_equal(g->absent_count, 1260);
	assert_int_equal(g->lost_count, 0);
	assert_int_equal(count_present(g, EXH_KEEN_TILE16), 795);
	assert_int_equal(count_present(g, EXH_KEEN_TILE16M), 591);
	assert_crc(g, EXH_KEEN_PICTABLE, EXH_KEEN_UNKNOWN, 384632, 0xe8ea037c);
	assert_crc(g, EXH_KEEN_PICTABLE, EXH_KEEN_SPRITETABLE, 5614, 0xa65bd01f);
	assert_crc(g, EXH_KEEN_FONT, EXH_KEEN_FONT, 1900, 0xd10683a4);
	assert_crc(g, EXH_KEEN_PIC, EXH_KEEN_PIC, 29248, 0x5e3c85bb);
	assert_crc(g, EXH_KEEN_PICM, EXH_KEEN_PICM, 800, 0xdbdce83e);
	assert_crc(g, EXH_KEEN_SPRITE, EXH_KEEN_SPRITE, 148270, 0x6b5b69a8);
	assert_crc(g, EXH_KEEN_TILE8, EXH_KEEN_TILE8, 1280, 0xd277c701);
	assert_crc(g, EXH_KEEN_TILE8M, EXH_KEEN_TILE8M, 1200, 0xf8dbd40d);
	assert_crc(g, EXH_KEEN_TILE16, EXH_KEEN_TILE16, 101760, 0x119cd756);
	assert_crc(g, EXH_KEEN_TILE16M, EXH_KEEN_TILE16M, 94560, 0x56f39e02);
	close_game(&game);
}

/* Source: keen-formats 3.3 and 3.4. */
static void keen_dreams_has_its_sprites_and_its_font(void **state)
{
	static struct game game;
	const struct exh_keen_graphics *g = &game.opened.graphics;
	struct exh_keen_font font;
	size_t glyph_count = 0;

	(void)state;
	open_dreams(&game);
	assert_int_equal(g->sprite_count, 297);
	assert_sprites_are(&g->sprites[0], &sprites[0], 1);
	assert_sprites_are(&g->sprites[296], &sprites[1], 1);
	assert_bitmap(&game.opened, 4, 0, 40, 32);
	assert_bitmap(&game.opened, 69, 0, 24 + 8, 24);
	assert_int_equal(
		exh_keen_font_open(g->chunks[3].expanded, false, &font, NULL, NULL),
		EXH_OK);
	assert_int_equal(font.height, 10);
	for (size_t i = 0; i < 256; i++)
		glyph_count += font.glyphs[i].width != 0;
	assert_int_equal(glyph_count, 108);
	assert_int_equal(font.glyphs['N'].width, 8);
	assert_int_equal(font.glyphs['m'].width, 11);
	close_game(&game);
}

static void pack_game(const struct game *game, struct exh_writer *archive,
		      struct exh_writer *head)
{
	const struct exh_keen_graphics *g = &game->opened.graphics;
	struct exh_bytes *chunks = calloc(g->chunk_count, sizeof *chunks);

	assert_non_null(chunks);
	for (size_t i = 0; i < g->chunk_count; i++)
		chunks[i] = g->chunks[i].expanded;
	assert_int_equal(exh_keen_graphics_pack(&g->layout, chunks, &game->huffman,
						archive, head, NULL),
			 EXH_OK);
	free(chunks);
}

static void packing_keen_dreams_reproduces_its_files(void **state)
{
	static struct game game;
	struct exh_writer archive = { .limit = LIMIT }, head = { .limit = LIMIT };

	(void)state;
	open_dreams(&game);
	pack_game(&game, &archive, &head);
	assert_same_bytes((struct exh_bytes){ archive.data, archive.size, 0 },
			  game.archive.data, game.archive.size);
	assert_same_bytes((struct exh_bytes){ head.data, head.size, 0 }, game.head.data,
			  game.head.size);
	exh_writer_free(&archive);
	exh_writer_free(&head);
	close_game(&game);
}

static void building_the_dictionary_of_keen_dreams_reproduces_it(void **state)
{
	static struct game game;
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	uint64_t counts[256] = { 0 };

	(void)state;
	open_dreams(&game);
	for (size_t i = 0; i < game.opened.graphics.chunk_count; i++) {
		const struct exh_bytes chunk = game.opened.graphics.chunks[i].expanded;

		for (size_t at = 0; at < chunk.size; at++)
			counts[chunk.data[at]]++;
	}
	exh_huffman_build(counts, dict);
	assert_same_bytes(game.dict, dict, sizeof dict);
	close_game(&game);
}

/* Source: keen-formats 9. The archive has marks and spare bytes; none of them is
 * noted. */
static void keen_4_has_the_chunks_that_were_counted(void **state)
{
	static const char *const names[] = { "EGAGRAPH.CK4", "EGAHEAD.CK4",
					     "EGADICT.CK4" };
	static struct game game;
	const struct exh_keen_graphics *g = &game.opened.graphics;

	(void)state;
	open_game(&game, "keen4-1.4", "keen4-1.4", names);
	assert_silent(&game.opened);
	assert_int_equal(g->present_count, 3488);
	assert_int_equal(g->absent_count, 1263);
	assert_int_equal(g->lost_count, 0);
	assert_int_equal(count_present(g, EXH_KEEN_PIC), 115);
	assert_int_equal(count_present(g, EXH_KEEN_PICM), 3);
	assert_int_equal(count_present(g, EXH_KEEN_SPRITE), 397);
	assert_int_equal(count_present(g, EXH_KEEN_TILE16), 1127);
	assert_int_equal(count_present(g, EXH_KEEN_TILE16M), 1822);
	assert_int_equal(game.opened.head.expected_size, 520581);
	close_game(&game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_ega_archive_opens_as_it_was_packed),
		cmocka_unit_test(
			an_archive_with_three_byte_offsets_opens_as_it_was_packed),
		cmocka_unit_test(a_cga_archive_opens_as_it_was_packed),
		cmocka_unit_test(bitmaps_have_the_size_of_their_table_or_class),
		cmocka_unit_test(bitmaps_are_counted_by_chunk),
		cmocka_unit_test(notes_and_errors_may_be_left_out),
		cmocka_unit_test(every_shorter_archive_leaves_its_sound_chunks),
		cmocka_unit_test(every_chunk_that_is_cut_is_damaged),
		cmocka_unit_test(every_shorter_head_leaves_the_chunks_it_tells_of),
		cmocka_unit_test(a_picture_that_declares_4_gb_takes_its_tables_size),
		cmocka_unit_test(a_font_that_declares_4_gb_is_what_its_bits_hold),
		cmocka_unit_test(every_length_that_a_picture_may_declare_is_survived),
		cmocka_unit_test(a_length_that_is_not_the_tables_is_damage),
		cmocka_unit_test(pictures_without_a_size_are_refused),
		cmocka_unit_test(pictures_that_are_larger_than_their_data_are_damage),
		cmocka_unit_test(without_their_table_pictures_expand_but_have_no_shape),
		cmocka_unit_test(one_bad_offset_loses_but_its_own_chunk),
		cmocka_unit_test(the_dictionary_of_another_game_is_found_out),
		cmocka_unit_test(the_wrong_dictionary_without_short_codes_is_found_out),
		cmocka_unit_test(
			a_damaged_dictionary_costs_only_the_chunks_that_need_the_code),
		cmocka_unit_test(marks_and_spare_bytes_of_ids_packer_go_without_a_note),
		cmocka_unit_test(other_bytes_behind_a_chunk_are_a_warning),
		cmocka_unit_test(junk_behind_the_archive_is_a_warning),
		cmocka_unit_test(fewer_8x8_tiles_than_the_layout_has_are_a_warning),
		cmocka_unit_test(a_layout_without_a_count_takes_all_8x8_tiles),
		cmocka_unit_test(without_a_layout_the_lengths_are_found_by_trying),
		cmocka_unit_test(without_a_layout_a_tiny_chunk_is_no_damage),
		cmocka_unit_test(without_a_layout_cut_archives_are_survived),
		cmocka_unit_test(memory_stays_below_its_limit),
		cmocka_unit_test(random_damage_is_survived),
		cmocka_unit_test(an_offset_that_the_head_cannot_hold_stops_packing),
		cmocka_unit_test(a_byte_without_a_code_stops_packing),
		cmocka_unit_test(the_right_layout_fits_best),
		cmocka_unit_test(archives_are_known_by_the_head_beside_them),
		cmocka_unit_test(heads_are_known_with_a_name_and_dictionaries_without),
		cmocka_unit_test(bytes_of_any_size_may_be_judged),
		cmocka_unit_test(facts_over_the_sixteenth_are_dropped),
		cmocka_unit_test(keen_dreams_has_the_chunks_that_were_counted),
		cmocka_unit_test(keen_dreams_has_its_sprites_and_its_font),
		cmocka_unit_test(packing_keen_dreams_reproduces_its_files),
		cmocka_unit_test(building_the_dictionary_of_keen_dreams_reproduces_it),
		cmocka_unit_test(keen_4_has_the_chunks_that_were_counted),
	};

	return cmocka_run_group_tests(tests, make_samples, free_samples);
}
