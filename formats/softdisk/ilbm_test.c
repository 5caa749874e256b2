#include "exhume/advanced/ilbm.h"

#include "../base/testing.h"

/* 17 x 3 pixels, two planes and a mask, not compressed. */
static const uint8_t sample[] = {
	'F',  'O',  'R',  'M',	0,    0,    0,	  102, 'I', 'L', 'B', 'M', 'A',
	'N',  'N',  'O',  0,	0,    0,    3,	  'h', 'i', '!', 0, /* unknown, and padded
								     */
	'B',  'M',  'H',  'D',	0,    0,    0,	  20,  0,   17,	 0,   3, /* width, height
									  */
	0xff, 0xff, 0,	  2,						 /* x -1, y 2 */
	2,    1,    0,	  0,	0,    3, /* planes, masking, compression, -, transparent
					  */
	5,    6,    1,	  0x40, 0,    0xc8, /* aspect, page */
	'C',  'M',  'A',  'P',	0,    0,    0,	  12,  0,   0,	 0,   171, 0,
	0,    0,    87,	  0,	255,  255,  255,  'B', 'O', 'D', 'Y', 0,   0,
	0,    36,   0x80, 0,	0x80, 0, /* row 0: plane 0: the first and the last pixel,
					  */
	0x80, 0,    0,	  0,		 /* plane 1: the first, */
	0xff, 0xff, 0,	  0,		 /* mask: all except the last */
	0,    0,    0x7f, 0xff,		 /* row 1: bits after the 17th have no meaning */
	0x40, 0,    0,	  0,	0xff, 0xff, 0x80, 0,   0,   0,	 0,   0,   0,
	0,    0,    0,	  0,	0,    0,    0, /* row 2: hidden */
};

struct decoded {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_ilbm ilbm;
	struct exh_image image;
	uint8_t *tight, *hidden;
	struct exh_error err;
	enum exh_status status;
};

static void decode(struct decoded *d, const uint8_t *data, size_t size)
{
	*d = (struct decoded){ .arena.limit = 1 << 20 };
	d->tight = tight_copy(data, size);
	d->notes.arena = &d->arena;
	d->status = exh_ilbm_open((struct exh_bytes){ d->tight, size, 0 }, &d->ilbm,
				  &d->notes, &d->err);
	if (!d->status)
		d->status = exh_ilbm_decode(&d->ilbm, &d->arena, &d->image, &d->hidden,
					    &d->notes, &d->err);
}

static void done(struct decoded *d)
{
	exh_arena_free(&d->arena);
	free(d->tight);
}

static void planes_mask_and_header_are_read(void **state)
{
	static const uint8_t pixels[17 * 3] = {
		3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2,
	};
	struct decoded d;

	(void)state;
	decode(&d, sample, sizeof sample);
	assert_int_equal(d.status, EXH_OK);
	assert_null(d.notes.first);
	assert_false(d.ilbm.chunky);
	assert_int_equal(d.image.width, 17);
	assert_int_equal(d.image.height, 3);
	assert_int_equal(d.ilbm.x, -1);
	assert_int_equal(d.ilbm.y, 2);
	assert_int_equal(d.ilbm.aspect_x, 5);
	assert_int_equal(d.ilbm.aspect_y, 6);
	assert_int_equal(d.ilbm.page_width, 320);
	assert_int_equal(d.ilbm.page_height, 200);
	assert_int_equal(d.ilbm.palette.count, 4);
	assert_int_equal(d.ilbm.palette.colors[1].red, 171);
	assert_memory_equal(d.image.pixels, pixels, sizeof pixels);
	for (size_t i = 0; i < 17 * 3; i++)
		assert_int_equal(d.hidden[i], i == 16 || i >= 34);
	done(&d);
}

static void every_shorter_picture_is_truncated_or_says_so(void **state)
{
	enum { BODY = sizeof sample - 36 };

	(void)state;
	for (size_t n = 0; n < sizeof sample; n++) {
		struct decoded d;

		decode(&d, sample, n);
		if (n < BODY + 12) {
			assert_int_equal(d.status, EXH_TRUNCATED);
		} else {
			assert_int_equal(d.status, EXH_OK);
			assert_true(has_note(&d.notes, EXH_DAMAGE, "of 3 rows"));
			assert_int_equal(d.image.pixels[0], 3);
			assert_int_equal(d.image.pixels[18], n >= BODY + 24 ? 2 : 0);
			assert_int_equal(d.hidden[50], 0);
		}
		done(&d);
	}
}

static void check_poke(size_t at, unsigned value, enum exh_status expected)
{
	uint8_t data[sizeof sample];
	struct decoded d;

	memcpy(data, sample, sizeof data);
	data[at] = (uint8_t)value;
	decode(&d, data, sizeof data);
	assert_int_equal(d.status, expected);
	done(&d);
}

static void what_no_picture_has_is_refused(void **state)
{
	enum { HEADER = 32, WIDTH = HEADER, HEIGHT = HEADER + 2, PLANES = HEADER + 8 };

	(void)state;
	check_poke(0, 'X', EXH_INVALID);
	check_poke(8, 'X', EXH_INVALID);
	check_poke(WIDTH + 1, 0, EXH_INVALID);
	check_poke(HEIGHT + 1, 0, EXH_INVALID);
	check_poke(PLANES, 0, EXH_INVALID);
	check_poke(PLANES, 24, EXH_UNSUPPORTED);
	check_poke(PLANES + 2, 2, EXH_UNSUPPORTED);
	check_poke(24, 'X', EXH_INVALID); /* no BMHD */
	check_poke(72, 'X', EXH_INVALID); /* no BODY */
	check_poke(HEIGHT, 0x10, EXH_OK); /* 4099 rows, three of them there */
}

static struct exh_ilbm settings(bool chunky, unsigned planes, unsigned masking,
				unsigned compression)
{
	struct exh_ilbm ilbm = { .chunky = chunky,
				 .plane_count = planes,
				 .masking = masking,
				 .compression = compression,
				 .palette.count = (size_t)1 << planes };

	for (unsigned i = 0; i < 256; i++)
		ilbm.palette.colors[i] = (struct exh_color){ (uint8_t)i, (uint8_t)(i * 3),
							     (uint8_t)(255 - i), 255 };
	return ilbm;
}

static struct exh_writer encode(const struct exh_ilbm *ilbm, size_t width, size_t height,
				const uint8_t *pixels, const uint8_t *hidden)
{
	struct exh_writer out = { .limit = 1 << 20 };
	const struct exh_image image = { width, height, (uint8_t *)pixels };

	assert_int_equal(exh_ilbm_encode(ilbm, &image, hidden, &out, NULL), EXH_OK);
	assert_false(out.failed);
	return out;
}

static void what_is_encoded_decodes_to_the_same(void **state)
{
	uint64_t seed = 0x5eed;

	(void)state;
	for (int round = 0; round < 600; round++) {
		const bool chunky = roll(&seed, 4) == 0;
		const unsigned planes = 1 + roll(&seed, 8);
		const unsigned masking = chunky ? 0 : roll(&seed, 2);
		struct exh_ilbm ilbm = settings(chunky, planes, masking, roll(&seed, 2));
		const size_t width = 1 + roll(&seed, 40), height = 1 + roll(&seed, 9);
		uint8_t pixels[40 * 9], hidden[40 * 9];
		struct exh_writer out;
		struct decoded d;

		for (size_t i = 0; i < width * height; i++) {
			pixels[i] = (uint8_t)roll(&seed, 1U << planes);
			hidden[i] = (uint8_t)roll(&seed, 2);
		}
		ilbm.unpadded = roll(&seed, 2);
		out = encode(&ilbm, width, height, pixels, hidden);
		decode(&d, out.data, out.size);
		assert_int_equal(d.status, EXH_OK);
		assert_null(d.notes.first);
		assert_int_equal(d.image.width, width);
		assert_int_equal(d.image.height, height);
		assert_memory_equal(d.image.pixels, pixels, width * height);
		if (masking)
			assert_memory_equal(d.hidden, hidden, width * height);
		else
			assert_null(d.hidden);
		assert_memory_equal(d.ilbm.palette.colors, ilbm.palette.colors,
				    d.ilbm.palette.count * sizeof(struct exh_color));
		done(&d);
		exh_writer_free(&out);
	}
}

/* Rows of 3 bytes without a fourth one, their packets passing from row to row; and the
 * same, cut off. */
static void rows_without_padding_are_known_by_size_and_packets(void **state)
{
	static const uint8_t pixels[3 * 4] = { 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3 };
	struct exh_ilbm ilbm = settings(true, 8, 0, 1);
	struct exh_writer out;
	struct decoded d;

	(void)state;
	ilbm.unpadded = true;
	/* The end: a control byte, 3 pixels, four times. */
	out = encode(&ilbm, 3, 4, pixels, NULL);
	decode(&d, out.data, out.size - 4);
	assert_int_equal(d.status, EXH_OK);
	assert_true(d.ilbm.unpadded);
	assert_memory_equal(d.image.pixels, pixels, 9);
	assert_true(has_note(&d.notes, EXH_DAMAGE, "3 of 4 rows"));
	done(&d);
	out.data[out.size - 16] = 11;
	memcpy(out.data + out.size - 15, pixels, sizeof pixels);
	memset(out.data + out.size - 3, 128, 3);
	decode(&d, out.data, out.size);
	assert_null(d.notes.first);
	assert_memory_equal(d.image.pixels, pixels, sizeof pixels);
	done(&d);
	exh_writer_free(&out);
}

static void a_colour_is_hidden_everywhere_or_from_the_edge(void **state)
{
	static const uint8_t pixels[5 * 5] = { 1, 1, 1, 1, 1, /**/ 1, 2,      2, 2,
					       1, 3, 2, 1, 2, 1,      /**/ 1, 2, 2,
					       2, 1, 1, 1, 1, 1,      1 };

	(void)state;
	for (unsigned masking = EXH_ILBM_COLOR; masking <= EXH_ILBM_LASSO; masking++) {
		struct exh_ilbm ilbm = settings(false, 2, masking, 1);
		struct exh_writer out;
		struct decoded d;

		ilbm.transparent = 1;
		out = encode(&ilbm, 5, 5, pixels, NULL);
		decode(&d, out.data, out.size);
		assert_int_equal(d.status, EXH_OK);
		for (size_t i = 0; i < 25; i++)
			assert_int_equal(d.hidden[i],
					 pixels[i] == 1 &&
						 (i != 12 || masking == EXH_ILBM_COLOR));
		done(&d);
		exh_writer_free(&out);
	}
}

static void half_brite_has_sixty_four_colours(void **state)
{
	struct exh_ilbm ilbm = settings(false, 6, 0, 1);
	const uint8_t pixel = 33;
	struct exh_writer out;
	struct decoded d;

	(void)state;
	ilbm.has_mode = true;
	ilbm.mode = EXH_ILBM_HALF_BRITE;
	for (size_t i = 0; i < 32; i++)
		ilbm.palette.colors[32 + i] =
			(struct exh_color){ ilbm.palette.colors[i].red / 2,
					    ilbm.palette.colors[i].green / 2,
					    ilbm.palette.colors[i].blue / 2, 255 };
	out = encode(&ilbm, 1, 1, &pixel, NULL);
	decode(&d, out.data, out.size);
	assert_int_equal(d.status, EXH_OK);
	assert_int_equal(d.ilbm.color_count, 32);
	assert_int_equal(d.ilbm.palette.count, 64);
	assert_int_equal(d.image.pixels[0], 33);
	assert_int_equal(d.ilbm.palette.colors[33].blue, 254 / 2);
	assert_int_equal(d.ilbm.palette.colors[33].green, 1);
	assert_null(d.notes.first);
	done(&d);
	exh_writer_free(&out);
}

/* CMAP with all 64, which is also written where they are no halves; or with some. */
static void half_brite_may_have_colours_of_its_own(void **state)
{
	struct exh_ilbm ilbm = settings(false, 6, 0, 1);
	const uint8_t pixel = 33;
	const struct exh_color own = ilbm.palette.colors[33];
	struct exh_writer out;
	struct decoded d;

	(void)state;
	ilbm.has_mode = true;
	ilbm.mode = EXH_ILBM_HALF_BRITE;
	out = encode(&ilbm, 1, 1, &pixel, NULL);
	decode(&d, out.data, out.size);
	assert_int_equal(d.ilbm.color_count, 64);
	assert_memory_equal(&d.ilbm.palette.colors[33], &own, sizeof own);
	done(&d);
	/* The first 33 of them; another chunk takes the place of the others. */
	for (size_t i = 0; i + 8 < out.size; i++)
		if (memcmp(out.data + i, "CMAP", 4) == 0) {
			out.data[i + 7] = 33 * 3;
			memcpy(out.data + i + 8 + 100, "JUNK\0\0\0\x54", 8);
		}
	decode(&d, out.data, out.size);
	assert_int_equal(d.status, EXH_OK);
	assert_int_equal(d.ilbm.palette.colors[32].blue, 255 - 32);
	assert_int_equal(d.ilbm.palette.colors[33].blue, 254 / 2);
	done(&d);
	exh_writer_free(&out);
}

static void hold_and_modify_is_refused_by_name(void **state)
{
	struct exh_ilbm ilbm = settings(false, 6, 0, 1);
	struct exh_writer out = { .limit = 1 << 20 };
	uint8_t pixel = 0;
	const struct exh_image image = { 1, 1, &pixel };
	struct exh_error err;
	struct decoded d;

	(void)state;
	ilbm.has_mode = true;
	ilbm.mode = EXH_ILBM_HOLD;
	assert_int_equal(exh_ilbm_encode(&ilbm, &image, NULL, &out, &err),
			 EXH_UNSUPPORTED);
	assert_non_null(strstr(err.text, "HAM6"));
	ilbm.mode = EXH_ILBM_HALF_BRITE;
	assert_int_equal(exh_ilbm_encode(&ilbm, &image, NULL, &out, &err), EXH_OK);
	for (size_t i = 0; i + 12 < out.size; i++)
		if (memcmp(out.data + i, "CAMG", 4) == 0)
			out.data[i + 10] = 0x08;
	decode(&d, out.data, out.size);
	assert_int_equal(d.status, EXH_UNSUPPORTED);
	assert_non_null(strstr(d.err.text, "HAM6"));
	done(&d);
	exh_writer_free(&out);
}

/* Colours that the file lacks are EGA's with four planes, greys with others. */
static void missing_colours_are_reported_and_made_up(void **state)
{
	(void)state;
	for (unsigned planes = 1; planes <= 8; planes++) {
		const struct exh_ilbm ilbm = settings(false, planes, 0, 0);
		const uint8_t pixel = 0;
		struct exh_writer out = encode(&ilbm, 1, 1, &pixel, NULL);
		struct decoded d;

		for (size_t i = 0; i + 4 < out.size; i++)
			if (memcmp(out.data + i, "CMAP", 4) == 0)
				out.data[i] = 'X';
		decode(&d, out.data, out.size);
		assert_int_equal(d.status, EXH_OK);
		assert_true(has_note(&d.notes, EXH_WARNING, "the file has 0 colours"));
		assert_int_equal(d.ilbm.palette.count, (size_t)1 << planes);
		assert_int_equal(d.ilbm.palette.colors[(1U << planes) - 1].red, 255);
		assert_int_equal(d.ilbm.palette.colors[1].green,
				 planes == 4 ? 0 : 255 / ((1U << planes) - 1));
		done(&d);
		exh_writer_free(&out);
	}
}

static void a_byte_above_the_palette_is_damage(void **state)
{
	const struct exh_ilbm ilbm = settings(true, 4, 0, 0);
	static const uint8_t pixels[] = { 3, 4 };
	struct exh_writer out = encode(&ilbm, 2, 1, pixels, NULL);
	struct decoded d;

	(void)state;
	out.data[out.size - 1] = 0x25;
	decode(&d, out.data, out.size);
	assert_int_equal(d.status, EXH_OK);
	assert_true(has_note(&d.notes, EXH_DAMAGE, "such as 37"));
	assert_int_equal(d.image.pixels[0], 3);
	assert_int_equal(d.image.pixels[1], 5);
	done(&d);
	exh_writer_free(&out);
}

static void runs_may_pass_from_row_to_row(void **state)
{
	/* 8 x 4, one plane: four rows of two bytes as one run. */
	struct exh_ilbm ilbm = settings(false, 1, 0, 0);
	static const uint8_t pixels[8 * 4];
	struct exh_writer out = encode(&ilbm, 8, 4, pixels, NULL);
	struct decoded d;

	(void)state;
	/* The body is the last, of 8 bytes: now a run, and what is left over. */
	out.data[30] = 1; /* ByteRun1 */
	out.data[out.size - 8] = 257 - 8;
	out.data[out.size - 7] = 0xff;
	decode(&d, out.data, out.size);
	assert_int_equal(d.status, EXH_OK);
	assert_int_equal(d.ilbm.compression, 1);
	assert_null(d.notes.first);
	for (size_t i = 0; i < 32; i++)
		assert_int_equal(d.image.pixels[i], 1);
	done(&d);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(planes_mask_and_header_are_read),
		cmocka_unit_test(every_shorter_picture_is_truncated_or_says_so),
		cmocka_unit_test(what_no_picture_has_is_refused),
		cmocka_unit_test(what_is_encoded_decodes_to_the_same),
		cmocka_unit_test(a_colour_is_hidden_everywhere_or_from_the_edge),
		cmocka_unit_test(half_brite_has_sixty_four_colours),
		cmocka_unit_test(half_brite_may_have_colours_of_its_own),
		cmocka_unit_test(rows_without_padding_are_known_by_size_and_packets),
		cmocka_unit_test(hold_and_modify_is_refused_by_name),
		cmocka_unit_test(missing_colours_are_reported_and_made_up),
		cmocka_unit_test(a_byte_above_the_palette_is_damage),
		cmocka_unit_test(runs_may_pass_from_row_to_row),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
