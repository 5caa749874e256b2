#include "exhume/zvision.h"
#include "exhume/advanced/zvision_picture.h"

#include "../base/testing.h"

enum { BASE = 0x100, LIMIT = 1 << 24, MOST = 4096 };

/* Result of opening and decoding a file from exact copies. */
struct result {
	enum exh_status status;
	struct exh_error err;
	struct exh_zv_tga tga;
	struct exh_expansion done;
	uint16_t pixels[MOST];
	struct exh_arena arena;
	struct exh_notes notes;
};

static void decode(struct result *result, const void *data, size_t size)
{
	uint8_t *tight = tight_copy(data, size);
	const struct exh_bytes in = { tight, size, BASE };

	exh_arena_free(&result->arena);
	*result = (struct result){ .arena.limit = 1 << 16 };
	result->notes.arena = &result->arena;
	memset(result->pixels, 0xee, sizeof result->pixels);
	result->status = exh_zv_tga_open(in, &result->tga, &result->notes, &result->err);
	if (!result->status) {
		const size_t count = result->tga.width * result->tga.height;
		uint16_t *pixels = (uint16_t *)tight_copy(result->pixels, 2 * count);

		result->status =
			exh_zv_tga_decode(&result->tga, pixels, count, &result->done,
					  &result->notes, &result->err);
		memcpy(result->pixels, pixels, 2 * count);
		free(pixels);
	}
	free(tight);
}

static void assert_pixels(const struct result *result, const uint16_t *expected,
			  size_t count)
{
	assert_int_equal(result->status, EXH_OK);
	assert_int_equal(result->tga.width * result->tga.height, count);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(result->pixels[i], expected[i]);
}

/*
 * Hand-made TGZ.
 */

static const uint8_t tgz[] = {
	'T',  'G',  'Z',  0,	/* mark */
	12,   0,    0,	  0,	/* bytes of pixels */
	3,    0,    0,	  0,	/* pixels wide */
	2,    0,    0,	  0,	/* pixels high */
	0x0f, 0x34, 0x12, 0x78, /* two bytes as they are, ... */
	0xd6,			/* ... two more: bit 15 is ignored, ... */
	0xee, 0xf1,		/* ... 4 from 4078: these again, ... */
	0x00, 0x01,		/* ... 4 from 0: spaces */
};

static const uint16_t tgz_pixels[] = { 0x1234, 0x5678, 0x1234, 0x5678, 0x2020, 0x2020 };

static void a_tgz_is_unpacked(void **state)
{
	struct result r = { 0 };

	(void)state;
	decode(&r, tgz, sizeof tgz);
	assert_pixels(&r, tgz_pixels, 6);
	assert_int_equal(r.tga.kind, EXH_ZV_TGZ);
	assert_int_equal(r.tga.width, 3);
	assert_int_equal(r.tga.height, 2);
	assert_int_equal(r.tga.declared_size, 12);
	assert_int_equal(r.done.used_size, sizeof tgz - 16);
	assert_int_equal(r.done.produced_size, 12);
	assert_null(r.notes.first);
	exh_arena_free(&r.arena);
}

/* The window's last places are zeros. */
static void a_picture_may_begin_with_what_was_never_written(void **state)
{
	static const uint8_t black[] = { 'T', 'G', 'Z', 0,    20,   0,	  0,
					 0,   10,  0,	0,    0,    1,	  0,
					 0,   0,   0,	0xee, 0xff, 0x00, 0xff };
	static const uint16_t expected[10] = { [9] = 0x2020 };
	struct result r = { 0 };

	(void)state;
	decode(&r, black, sizeof black);
	assert_pixels(&r, expected, 10);
	assert_true(has_note(&r.notes, EXH_WARNING, "after the last pixel"));
	assert_int_equal(r.notes.first->offset, BASE + 19);
	exh_arena_free(&r.arena);
}

static void a_tgz_of_another_size_is_reported(void **state)
{
	uint8_t in[sizeof tgz + 2] = { 0 };
	struct result r = { 0 };

	(void)state;
	memcpy(in, tgz, sizeof tgz);
	in[4] = 100; /* surplus, which is ignored */
	decode(&r, in, sizeof in);
	assert_pixels(&r, tgz_pixels, 6);
	assert_true(has_note(&r.notes, EXH_WARNING, "100 bytes declared"));
	assert_int_equal(r.notes.damage_count, 0);
	in[4] = 7; /* ends within a pixel */
	decode(&r, in, sizeof in);
	assert_int_equal(r.status, EXH_OK);
	assert_true(has_note(&r.notes, EXH_DAMAGE, "7 bytes declared"));
	assert_int_equal(r.notes.first->offset, BASE + 4);
	assert_int_equal(r.pixels[2], 0x1234);
	assert_int_equal(r.pixels[3], 0x0078);
	assert_int_equal(r.pixels[4], 0);
	in[4] = 0;
	decode(&r, in, sizeof in);
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.pixels[0], 0);
	assert_int_equal(r.pixels[5], 0);
	memset(in + 4, 0xff, 4);
	decode(&r, in, sizeof in);
	assert_pixels(&r, tgz_pixels, 6);
	exh_arena_free(&r.arena);
}

static void every_shorter_tgz_is_truncated_or_salvaged(void **state)
{
	struct result r = { 0 };

	(void)state;
	for (size_t n = 0; n < sizeof tgz; n++) {
		decode(&r, tgz, n);
		if (n < 16) {
			assert_int_equal(r.status, EXH_TRUNCATED);
			assert_int_equal(r.err.offset, BASE + n);
			continue;
		}
		assert_int_equal(r.status, EXH_OK);
		assert_true(has_note(&r.notes, EXH_DAMAGE, "the packed data end"));
		assert_int_equal(r.notes.first->offset, BASE + n);
		for (size_t i = 0; i < 6; i++)
			assert_int_equal(r.pixels[i], 2 * i + 1 < r.done.produced_size
							      ? tgz_pixels[i]
						      : 2 * i < r.done.produced_size
							      ? tgz_pixels[i] & 0xff
							      : 0);
	}
	exh_arena_free(&r.arena);
}

static enum exh_status open_sized(uint32_t width, uint32_t height)
{
	uint8_t in[16] = { 'T', 'G', 'Z' };
	struct exh_zv_tga tga;

	for (int i = 0; i < 4; i++) {
		in[8 + i] = (uint8_t)(width >> 8 * i);
		in[12 + i] = (uint8_t)(height >> 8 * i);
	}
	return exh_zv_tga_open((struct exh_bytes){ in, sizeof in, 0 }, &tga, NULL, NULL);
}

static void sizes_without_sense_are_refused(void **state)
{
	(void)state;
	assert_int_equal(open_sized(0, 5), EXH_INVALID);
	assert_int_equal(open_sized(5, 0), EXH_INVALID);
	assert_int_equal(open_sized(1 << 26, 1), EXH_OK);
	assert_int_equal(open_sized((1 << 26) + 1, 1), EXH_LIMIT);
	assert_int_equal(open_sized(0x10000, 0x10000), EXH_LIMIT);
	assert_int_equal(open_sized(0xffffffff, 0xffffffff), EXH_LIMIT);
}

static void a_buffer_of_another_size_is_refused(void **state)
{
	const struct exh_bytes in = { tgz, sizeof tgz, 0 };
	uint16_t pixels[7];
	struct exh_zv_tga tga;

	(void)state;
	assert_int_equal(exh_zv_tga_open(in, &tga, NULL, NULL), EXH_OK);
	assert_int_equal(exh_zv_tga_decode(&tga, pixels, 5, NULL, NULL, NULL), EXH_LIMIT);
	assert_int_equal(exh_zv_tga_decode(&tga, pixels, 7, NULL, NULL, NULL), EXH_LIMIT);
	assert_int_equal(exh_zv_tga_decode(&tga, pixels, 6, NULL, NULL, NULL), EXH_OK);
}

/*
 * Hand-made plain TGA: 3 by 2 pixels.
 */

enum { TYPE = 2, BITS = 16, DESCRIPTOR = 17 };

static const uint8_t plain[] = {
	2,   0,	  2, 0, 0,    0,    0, 0,    0, 0, 0, 0, /* 2 bytes of id, in colour */
	3,   0,	  2, 0, 16,   0,			 /* the bottom row first */
	'i', 'd', 1, 0, 2,    0,    3, 0x80,		 /* the bottom one */
	4,   0,	  5, 0, 0xff, 0x7f,
};

static void rows_come_from_the_bottom_or_the_top(void **state)
{
	static const struct {
		uint8_t descriptor;
		uint16_t pixels[6];
	} cases[] = {
		{ 0x00, { 4, 5, 0x7fff, 1, 2, 3 } },
		{ 0x20, { 1, 2, 3, 4, 5, 0x7fff } },
		{ 0x10, { 0x7fff, 5, 4, 3, 2, 1 } },
		{ 0x31, { 3, 2, 1, 0x7fff, 5, 4 } }, /* a bit of alpha */
	};
	uint8_t in[sizeof plain];
	struct result r = { 0 };

	(void)state;
	memcpy(in, plain, sizeof plain);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		in[DESCRIPTOR] = cases[i].descriptor;
		in[BITS] = 15 + i % 2;
		decode(&r, in, sizeof in);
		assert_pixels(&r, cases[i].pixels, 6);
		assert_int_equal(r.tga.kind, EXH_ZV_TGA);
		assert_int_equal(r.tga.declared_size, 12);
		assert_int_equal(r.done.used_size, 12);
		assert_null(r.notes.first);
	}
	exh_arena_free(&r.arena);
}

static const uint8_t packed[] = {
	0,    0, 10, 0, 0,  0,	  0,	0, 0, 0, 0, 0, /* run lengths, in colour */
	3,    0, 2,  0, 16, 0x20, 0x83, 7, 0,	       /* 4 times: into the second row */
	0x01, 8, 0,  9, 0,			       /* 2 as they are */
};

static const uint16_t packed_pixels[] = { 7, 7, 7, 7, 8, 9 };

static void run_lengths_may_pass_the_ends_of_rows(void **state)
{
	struct result r = { 0 };

	(void)state;
	decode(&r, packed, sizeof packed);
	assert_pixels(&r, packed_pixels, 6);
	assert_int_equal(r.done.used_size, 8);
	assert_int_equal(r.done.produced_size, 12);
	assert_null(r.notes.first);
	exh_arena_free(&r.arena);
}

static void packets_past_the_last_pixel_are_cut_and_reported(void **state)
{
	static const uint16_t runs[] = { 7, 7, 7, 7, 7, 7 };
	uint8_t in[sizeof packed + 4];
	struct result r = { 0 };

	(void)state;
	memcpy(in, packed, sizeof packed);
	memset(in + sizeof packed, 0x11, 4);
	in[18] = 0xff;
	decode(&r, in, sizeof in);
	assert_pixels(&r, runs, 6);
	assert_true(has_note(&r.notes, EXH_WARNING, "a packet of 128 pixels"));
	in[18] = 0x83;
	in[21] = 0x7f;
	decode(&r, in, sizeof in);
	assert_pixels(&r, packed_pixels, 6);
	assert_int_equal(r.notes.warning_count, 1);
	assert_int_equal(r.notes.first->offset, BASE + 21);
	exh_arena_free(&r.arena);
}

/* Opens each beginning of a file: an error up to the first pixel, then the pixels that
 * are present. */
static void check_shorter(const uint8_t *in, size_t size, size_t head_size)
{
	static struct result whole, r;

	decode(&whole, in, size);
	assert_int_equal(whole.status, EXH_OK);
	for (size_t n = 0; n < size; n++) {
		size_t missing_count = 0;

		decode(&r, in, n);
		if (n < head_size) {
			assert_int_equal(r.status, EXH_TRUNCATED);
			assert_true(r.err.offset <= BASE + n);
			continue;
		}
		assert_int_equal(r.status, EXH_OK);
		assert_int_equal(r.notes.damage_count, 1);
		for (size_t i = 0; i < 6; i++)
			missing_count += r.pixels[i] != whole.pixels[i];
		assert_true(missing_count >= 1 &&
			    missing_count + r.done.produced_size / 2 <= 6);
	}
	exh_arena_free(&r.arena);
	exh_arena_free(&whole.arena);
}

static void every_shorter_plain_tga_is_truncated_or_salvaged(void **state)
{
	(void)state;
	check_shorter(plain, sizeof plain, 20);
	check_shorter(packed, sizeof packed, 18);
}

static const uint8_t mapped[] = {
	0, 1, 1, 5, 0, 2,    0,	   15,	 0,    0,
	0, 0, /* a map of 2 colours from number 5 on */
	3, 0, 2, 0, 8, 0x20, 0x34, 0x12, 0xff, 0xff, /* the map */
	5, 6, 5, 6, 6, 5,
};

static void colors_may_be_in_a_map(void **state)
{
	static const uint16_t expected[] = { 0x1234, 0x7fff, 0x1234,
					     0x7fff, 0x7fff, 0x1234 };
	static const uint16_t repeated[] = { 0x7fff, 0x7fff, 0x7fff,
					     0x7fff, 0x7fff, 0x1234 };
	uint8_t in[sizeof mapped];
	struct result r = { 0 };

	(void)state;
	decode(&r, mapped, sizeof mapped);
	assert_pixels(&r, expected, 6);
	assert_null(r.notes.first);
	memcpy(in, mapped, sizeof in);
	in[22] = 4; /* below the map's first colour */
	in[23] = 7; /* above its last */
	decode(&r, in, sizeof in);
	assert_int_equal(r.pixels[0], 0);
	assert_int_equal(r.pixels[1], 0);
	assert_int_equal(r.pixels[2], 0x1234);
	assert_true(has_note(&r.notes, EXH_DAMAGE, "2 pixels or runs"));
	in[TYPE] = 9;
	memcpy(in + 22, "\x84\x06\x00\x05", 4);
	decode(&r, in, sizeof in);
	assert_pixels(&r, repeated, 6);
	in[1] = 0;
	decode(&r, in, sizeof in);
	assert_int_equal(r.status, EXH_INVALID);
	in[1] = 1;
	in[6] = 1; /* 258 colours */
	decode(&r, in, sizeof in);
	assert_int_equal(r.status, EXH_TRUNCATED);
	exh_arena_free(&r.arena);
}

/* A map that a true-colour picture does not need is skipped. */
static void a_map_without_use_is_passed_over(void **state)
{
	static const uint8_t in[] = { 0, 1, 2, 0, 0,  1,    0,	  24,	0,    0, 0, 0,
				      1, 0, 1, 0, 16, 0x20, 0x11, 0x22, 0x33, 5, 0 };
	static const uint16_t expected[] = { 5 };
	struct result r = { 0 };

	(void)state;
	decode(&r, in, sizeof in);
	assert_pixels(&r, expected, 1);
	exh_arena_free(&r.arena);
}

static void expect_refusal(size_t at, uint8_t value, enum exh_status status,
			   const char *text)
{
	uint8_t in[sizeof plain];
	struct result r = { 0 };

	memcpy(in, plain, sizeof in);
	in[at] = value;
	decode(&r, in, sizeof in);
	assert_int_equal(r.status, status);
	assert_non_null(strstr(r.err.text, text));
	exh_arena_free(&r.arena);
}

static void what_is_no_15_bit_tga_is_refused(void **state)
{
	(void)state;
	expect_refusal(BITS, 24, EXH_UNSUPPORTED, "in colour of 24 bits");
	expect_refusal(BITS, 32, EXH_UNSUPPORTED, "in colour of 32 bits");
	expect_refusal(BITS, 8, EXH_UNSUPPORTED, "in colour of 8 bits");
	expect_refusal(TYPE, 3, EXH_UNSUPPORTED, "in gray");
	expect_refusal(TYPE, 11, EXH_UNSUPPORTED, "in gray");
	expect_refusal(TYPE, 1, EXH_UNSUPPORTED, "with a colour map of 16 bits");
	expect_refusal(DESCRIPTOR, 0x40, EXH_UNSUPPORTED, "interleaved");
	expect_refusal(TYPE, 0, EXH_INVALID, "neither");
	expect_refusal(TYPE, 4, EXH_INVALID, "neither");
	expect_refusal(TYPE, 32, EXH_INVALID, "neither");
	expect_refusal(1, 2, EXH_INVALID, "neither");
	expect_refusal(BITS, 17, EXH_INVALID, "neither");
	expect_refusal(12, 0, EXH_INVALID, "0 by 2 pixels");
	expect_refusal(14, 0, EXH_INVALID, "3 by 0 pixels");
}

static void maps_of_other_depths_are_refused(void **state)
{
	uint8_t in[sizeof mapped];
	struct result r = { 0 };

	(void)state;
	memcpy(in, mapped, sizeof in);
	in[7] = 24;
	in[5] = 1;
	decode(&r, in, sizeof in);
	assert_int_equal(r.status, EXH_UNSUPPORTED);
	assert_int_equal(r.err.offset, BASE + 7);
	exh_arena_free(&r.arena);
}

/*
 * Round trips.
 */

static void check_round(const struct exh_zv_picture *picture, bool as_tgz)
{
	const size_t count = picture->width * picture->height;
	struct exh_writer out = { .limit = LIMIT };
	struct result r = { 0 };

	assert_int_equal(as_tgz ? exh_zv_tgz_write(picture, &out, NULL)
				: exh_zv_tga_write(picture, &out, NULL),
			 EXH_OK);
	decode(&r, out.data, out.size);
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.tga.kind, as_tgz ? EXH_ZV_TGZ : EXH_ZV_TGA);
	assert_int_equal(r.tga.width, picture->width);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(r.pixels[i], picture->pixels[i] & 0x7fff);
	assert_int_equal(r.done.produced_size, 2 * count);
	assert_int_equal(r.done.used_size, r.tga.data.size);
	assert_int_equal(r.tga.declared_size, 2 * count);
	assert_null(r.notes.first);
	exh_arena_free(&r.arena);
	exh_writer_free(&out);
}

static void random_pictures_come_back(void **state)
{
	uint64_t seed = 0x7617;

	(void)state;
	for (size_t round = 0; round < 200; round++) {
		uint16_t pixels[MOST];
		struct exh_zv_picture picture = { .width = 1 + roll(&seed, 64),
						  .height = 1 + roll(&seed, 64),
						  .pixels = pixels };
		const uint32_t colors = 1 + roll(&seed, round % 2 ? 3 : 0xffff);

		for (size_t i = 0; i < MOST; i++)
			pixels[i] = (uint16_t)roll(&seed, colors);
		check_round(&picture, true);
		check_round(&picture, false);
	}
}

static void sides_that_do_not_fit_are_refused(void **state)
{
	static uint16_t pixels[70000];
	struct exh_writer out = { .limit = LIMIT };
	struct exh_zv_picture picture = { 70000, 1, pixels };

	(void)state;
	assert_int_equal(exh_zv_tga_write(&picture, &out, NULL), EXH_LIMIT);
	assert_int_equal(out.size, 0);
	assert_int_equal(exh_zv_tgz_write(&picture, &out, NULL), EXH_OK);
	picture.height = 0;
	assert_int_equal(exh_zv_tga_write(&picture, &out, NULL), EXH_LIMIT);
	assert_int_equal(exh_zv_tgz_write(&picture, &out, NULL), EXH_LIMIT);
	picture = (struct exh_zv_picture){ 1 << 14, (1 << 12) + 1, pixels };
	assert_int_equal(exh_zv_tga_write(&picture, &out, NULL), EXH_LIMIT);
	assert_int_equal(exh_zv_tgz_write(&picture, &out, NULL), EXH_LIMIT);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tgz_is_unpacked),
		cmocka_unit_test(a_picture_may_begin_with_what_was_never_written),
		cmocka_unit_test(a_tgz_of_another_size_is_reported),
		cmocka_unit_test(every_shorter_tgz_is_truncated_or_salvaged),
		cmocka_unit_test(sizes_without_sense_are_refused),
		cmocka_unit_test(a_buffer_of_another_size_is_refused),
		cmocka_unit_test(rows_come_from_the_bottom_or_the_top),
		cmocka_unit_test(run_lengths_may_pass_the_ends_of_rows),
		cmocka_unit_test(packets_past_the_last_pixel_are_cut_and_reported),
		cmocka_unit_test(every_shorter_plain_tga_is_truncated_or_salvaged),
		cmocka_unit_test(colors_may_be_in_a_map),
		cmocka_unit_test(a_map_without_use_is_passed_over),
		cmocka_unit_test(what_is_no_15_bit_tga_is_refused),
		cmocka_unit_test(maps_of_other_depths_are_refused),
		cmocka_unit_test(random_pictures_come_back),
		cmocka_unit_test(sides_that_do_not_fit_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
