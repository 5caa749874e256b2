#include "exhume/advanced/avi.h"

#include "../base/testing.h"

/* A stream of 2 by 2 pixels. */
static struct exh_avi_stream video(uint16_t bits)
{
	struct exh_avi_stream stream = {
		.kind = EXH_AVI_VIDEO,
		.width = 2,
		.height = 2,
		.bits = bits,
		.masks = { 0xff0000, 0x00ff00, 0x0000ff },
	};

	if (bits == 16) {
		stream.masks[0] = 0x7c00;
		stream.masks[1] = 0x03e0;
		stream.masks[2] = 0x001f;
	}
	return stream;
}

static enum exh_status draw(const struct exh_avi_stream *stream, const void *data,
			    size_t size, uint16_t *pixels, bool *is_exact)
{
	uint8_t *tight = tight_copy(data, size);
	enum exh_status status;
	struct exh_error err;

	*is_exact = true;
	assert_int_equal(exh_avi_can_draw(stream, &err), EXH_OK);
	status = exh_avi_draw(stream, (struct exh_bytes){ tight, size, 0 }, pixels,
			      is_exact, &err);
	free(tight);
	return status;
}

static void assert_drawn(const struct exh_avi_stream *stream, const void *data,
			 size_t size, const uint16_t *expected, bool exact)
{
	const size_t count = (size_t)stream->width * stream->height;
	uint16_t pixels[16];
	bool is_exact;

	assert_int_equal(size, exh_avi_frame_size(stream));
	assert_int_equal(draw(stream, data, size, pixels, &is_exact), EXH_OK);
	assert_memory_equal(pixels, expected, 2 * count);
	assert_int_equal(is_exact, exact);
}

/* The last row comes first, unless the height was negative; bit 15 is dropped. */
static void rows_go_from_the_bottom_up(void **state)
{
	static const uint8_t data[] = { 1, 0, 2, 0, 3, 0, 0xff, 0xff };
	static const uint16_t up[] = { 3, 0x7fff, 1, 2 }, down[] = { 1, 2, 3, 0x7fff };
	struct exh_avi_stream stream = video(16);

	(void)state;
	assert_drawn(&stream, data, sizeof data, up, true);
	stream.is_top_down = true;
	assert_drawn(&stream, data, sizeof data, down, true);
}

/* Each row fills four bytes or a multiple of them. */
static void rows_are_padded(void **state)
{
	static const uint8_t data[] = { 1, 0, 0xff, 0xff, 2, 0, 0xff, 0xff };
	static const uint16_t expected[] = { 2, 1 };
	struct exh_avi_stream stream = video(16);

	(void)state;
	stream.width = 1;
	assert_drawn(&stream, data, sizeof data, expected, true);
	stream.bits = 24;
	stream.width = 3;
	assert_int_equal(exh_avi_frame_size(&stream), 2 * 12);
	stream.bits = 8;
	stream.width = 5;
	assert_int_equal(exh_avi_frame_size(&stream), 2 * 8);
	stream.bits = 1;
	stream.width = 33;
	assert_int_equal(exh_avi_frame_size(&stream), 2 * 8);
}

/* Exact if the lower bits repeat the upper ones: 0xff is 31, 0x84 is 16, 0x85 is not. */
static void true_colours_lose_their_lower_bits(void **state)
{
	static const uint8_t data[] = {
		0xff, 0, 0,    0,    0xff, 0,	 0, 0, /* blue, green */
		0,    0, 0xff, 0x84, 0,	   0x08, 0, 0, /* red; 16, 0, 1 */
	};
	static const uint16_t expected[] = { 0x7c00, 0x0410, 0x001f, 0x03e0 };
	struct exh_avi_stream stream = video(24);
	uint8_t other[16];

	(void)state;
	assert_drawn(&stream, data, sizeof data, expected, true);
	for (size_t at = 0; at < 6; at++) {
		memcpy(other, data, 16);
		other[at] ^= 1;
		assert_drawn(&stream, other, 16, expected, false);
	}
}

static void the_fourth_byte_of_32_bits_counts_for_nothing(void **state)
{
	static const uint8_t data[] = {
		0xff, 0, 0,    0x12, 0, 0xff, 0, 0xff, /* blue, green */
		0,    0, 0xff, 0x99, 0, 0,    0, 0,    /* red, black */
	};
	static const uint16_t expected[] = { 0x7c00, 0, 0x001f, 0x03e0 };
	const struct exh_avi_stream stream = video(32);

	(void)state;
	assert_drawn(&stream, data, sizeof data, expected, true);
}

/* Six bits of green: exact where the lowest repeats the highest. */
static void masks_tell_where_channels_are(void **state)
{
	static const uint8_t data[] = { 0x00, 0xf8, 0xe0, 0x07, 0x1f, 0x00, 0x20, 0x04 };
	static const uint8_t inexact[] = {
		0x00, 0xf8, 0xe0, 0x07, 0x1f, 0x00, 0x00, 0x04
	};
	static const uint16_t expected[] = { 0x001f, 0x0200, 0x7c00, 0x03e0 };
	struct exh_avi_stream stream = video(16);

	(void)state;
	stream.compression = 3;
	stream.masks[0] = 0xf800;
	stream.masks[1] = 0x07e0;
	assert_drawn(&stream, data, sizeof data, expected, true);
	assert_drawn(&stream, inexact, sizeof data, expected, false);
}

/* 4-4-4: 15 is 31, 8 is 16. */
static void channels_may_be_narrow(void **state)
{
	static const uint8_t data[] = { 0x00, 0x0f, 0x80, 0xf0, 0, 0, 0x0f, 0 };
	static const uint16_t expected[] = { 0, 0x001f, 0x7c00, 16 << 5 };
	struct exh_avi_stream stream = video(16);

	(void)state;
	stream.compression = 3;
	stream.masks[0] = 0x0f00;
	stream.masks[1] = 0x00f0;
	stream.masks[2] = 0x000f;
	assert_drawn(&stream, data, sizeof data, expected, true);
}

/* Indices beyond the palette are black. */
static void indices_go_through_the_palette(void **state)
{
	static const struct exh_palette palette = {
		3, { { 255, 0, 0, 255 }, { 0, 255, 0, 255 }, { 0, 0, 254, 255 } }
	};
	static const uint8_t eight[] = { 0, 1, 9, 9, 0, 255, 9, 9 };
	static const uint8_t inexact[] = { 2, 1, 9, 9, 0, 255, 9, 9 };
	static const uint8_t four[] = { 0x01, 0, 0, 0, 0x0f, 0, 0, 0 };
	static const uint8_t one[] = { 0x40, 0, 0, 0, 0x00, 0, 0, 0 };
	static const uint16_t expected[] = { 0x7c00, 0, 0x7c00, 0x03e0 };
	static const uint16_t blue[] = { 0x7c00, 0, 0x001f, 0x03e0 };
	static const uint16_t bits[] = { 0x7c00, 0x7c00, 0x7c00, 0x03e0 };
	struct exh_avi_stream stream = video(8);

	(void)state;
	stream.palette = &palette;
	assert_drawn(&stream, eight, sizeof eight, expected, true);
	assert_drawn(&stream, inexact, sizeof inexact, blue, false);
	stream.bits = 4;
	assert_drawn(&stream, four, sizeof four, expected, true);
	stream.bits = 1;
	assert_drawn(&stream, one, sizeof one, bits, true);
}

static void whole_rows_of_a_cut_frame_are_drawn(void **state)
{
	static const uint8_t data[] = { 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0 };
	const struct exh_avi_stream stream = video(16);
	bool is_exact;

	(void)state;
	for (size_t size = 0; size < sizeof data; size++) {
		uint16_t pixels[4] = { 9, 9, 9, 9 };

		/* An empty frame repeats the one before; surplus bytes are ignored. */
		assert_int_equal(draw(&stream, data, size, pixels, &is_exact),
				 size && size < 8 ? EXH_TRUNCATED : EXH_OK);
		assert_int_equal(pixels[2], size < 4 ? 9 : 1);
		assert_int_equal(pixels[0], size < 8 ? 9 : 3);
	}
}

static void what_cannot_be_drawn_is_named(void **state)
{
	struct exh_avi_stream stream = video(16);
	struct exh_error err;

	(void)state;
	stream.compression = 0x4b435544; /* DUCK: its frames can't be drawn one by one */
	assert_int_equal(exh_avi_can_draw(&stream, &err), EXH_UNSUPPORTED);
	assert_int_equal(exh_avi_can_decode(&stream, &err), EXH_OK);
	stream.compression = 0x31435657;
	assert_int_equal(exh_avi_can_draw(&stream, &err), EXH_UNSUPPORTED);
	assert_non_null(strstr(err.text, "codec WVC1"));
	stream.compression = 1;
	assert_int_equal(exh_avi_can_draw(&stream, &err), EXH_UNSUPPORTED);
	stream = video(15);
	assert_int_equal(exh_avi_can_draw(&stream, &err), EXH_UNSUPPORTED);
	stream = video(8); /* the palette is missing */
	assert_int_equal(exh_avi_can_draw(&stream, &err), EXH_UNSUPPORTED);
	stream = video(16);
	stream.kind = EXH_AVI_SOUND;
	assert_int_equal(exh_avi_can_draw(&stream, &err), EXH_INVALID);
}

static void sizes_have_limits(void **state)
{
	static const uint32_t bad[][2] = { { 0, 2 },
					   { 2, 0 },
					   { UINT32_MAX, 1 },
					   { 1, UINT32_MAX },
					   { 1 << 13, (1 << 13) + 1 } };
	struct exh_avi_stream stream = video(16);

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		stream.width = bad[i][0];
		stream.height = bad[i][1];
		assert_int_equal(exh_avi_can_draw(&stream, NULL),
				 i < 2 ? EXH_INVALID : EXH_LIMIT);
	}
	stream.width = stream.height = 1 << 13;
	assert_int_equal(exh_avi_can_draw(&stream, NULL), EXH_OK);
}

static void masks_that_make_no_sense_are_refused(void **state)
{
	static const uint32_t bad[] = { 0, 5, 0x10000, 0x18000, 0x1ff, 0xffffffff };
	struct exh_avi_stream stream = video(16);

	(void)state;
	stream.compression = 3;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		stream.masks[1] = bad[i];
		assert_int_equal(exh_avi_can_draw(&stream, NULL), EXH_UNSUPPORTED);
	}
}

/*
 * Twice as large.
 */

/* Red 31 and 0: 15 between them; blue 1 and 2: 1; four of 31, 0, 0, 0: 7. */
static void between_pixels_is_their_average(void **state)
{
	static const uint16_t in[] = { 0x7c00, 0x0001, 0x0000, 0x0002 };
	static const uint16_t expected[] = {
		0x7c00, 0x3c00,
		0x0001, 0x0001, /* 31 0: 15, the last one again */
		0x3c00, 0x1c00,
		0x0001, 0x0001, /* 31 + 0 + 0 + 0 by 4 is 7; blue 3 by 4 is 0 */
		0x0000, 0x0001,
		0x0002, 0x0002, /* */
		0x0000, 0x0001,
		0x0002, 0x0002, /* the last row again */
	};
	uint16_t out[16];

	(void)state;
	exh_avi_double(in, 2, 2, out);
	assert_memory_equal(out, expected, sizeof expected);
}

static unsigned channel(uint16_t pixel, int i)
{
	return pixel >> 5 * i & 31;
}

/* Computes the same channel by channel, as the manual describes it. */
static uint16_t expected_at(const uint16_t *in, size_t width, size_t height, size_t x,
			    size_t y)
{
	const size_t x0 = x / 2, y0 = y / 2;
	const size_t x1 = x0 + x % 2 < width ? x0 + x % 2 : x0;
	const size_t y1 = y0 + y % 2 < height ? y0 + y % 2 : y0;
	unsigned pixel = 0;

	for (int i = 0; i < 3; i++)
		pixel |= (channel(in[y0 * width + x0], i) +
			  channel(in[y0 * width + x1], i) +
			  channel(in[y1 * width + x0], i) +
			  channel(in[y1 * width + x1], i)) /
				 4
			 << 5 * i;
	return (uint16_t)pixel;
}

static void any_picture_is_doubled_so(void **state)
{
	uint64_t seed = 5;

	(void)state;
	for (int n = 0; n < 200; n++) {
		const size_t width = 1 + roll(&seed, 9), height = 1 + roll(&seed, 9);
		uint16_t in[81], *out = malloc(8 * width * height);

		assert_non_null(out);
		for (size_t i = 0; i < width * height; i++)
			in[i] = (uint16_t)roll(&seed, 0x8000);
		exh_avi_double(in, width, height, out);
		for (size_t y = 0; y < 2 * height; y++)
			for (size_t x = 0; x < 2 * width; x++)
				assert_int_equal(out[y * 2 * width + x],
						 expected_at(in, width, height, x, y));
		free(out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_go_from_the_bottom_up),
		cmocka_unit_test(rows_are_padded),
		cmocka_unit_test(true_colours_lose_their_lower_bits),
		cmocka_unit_test(the_fourth_byte_of_32_bits_counts_for_nothing),
		cmocka_unit_test(masks_tell_where_channels_are),
		cmocka_unit_test(channels_may_be_narrow),
		cmocka_unit_test(indices_go_through_the_palette),
		cmocka_unit_test(whole_rows_of_a_cut_frame_are_drawn),
		cmocka_unit_test(what_cannot_be_drawn_is_named),
		cmocka_unit_test(sizes_have_limits),
		cmocka_unit_test(masks_that_make_no_sense_are_refused),
		cmocka_unit_test(between_pixels_is_their_average),
		cmocka_unit_test(any_picture_is_doubled_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
