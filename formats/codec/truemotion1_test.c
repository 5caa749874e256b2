#include "exhume/advanced/base.h"
#include "exhume/advanced/truemotion1.h"

#include "../base/testing.h"
#include "plain/truemotion1.h"

#include <math.h>

enum { LIMIT = 1 << 24 };

/* Type 2, delta set 0, table 2, 4 by 4 pixels, key frame; see truemotion1 8. */
static const uint8_t small[] = {
	0xc1, /* 14 bytes of header */
	2,    0, 2, 4, 0, 4, 0, 0, 0, 2, 2, 16, 0,
};

/* Scrambles a header, whose fields are given plainly, before some data. */
static struct exh_bytes packet_of(const uint8_t header[14], const void *data, size_t size)
{
	uint8_t *packet = malloc(14 + size);

	assert_non_null(packet);
	memcpy(packet, header, 14);
	memcpy(packet + 14, data, size);
	for (size_t k = 14; k-- > 1;)
		packet[k] = k < 13 || size ? packet[k] ^ packet[k + 1] : packet[k];
	return (struct exh_bytes){ packet, 14 + size, 0 };
}

static void free_bytes(struct exh_bytes bytes)
{
	free((void *)bytes.data);
}

static uint16_t pixel_at(const struct exh_truemotion1 *video, size_t at)
{
	uint16_t pixels[4096];

	assert_true((size_t)video->header.width * video->header.height <= 4096);
	exh_truemotion1_pixels(video, pixels, NULL);
	return pixels[at];
}

static void borrows_run_through_whole_units(void **state)
{
	static const uint8_t data[] = { 3, 9, 5, 1, 1, 1, 1, 1 };
	const struct exh_bytes packet = packet_of(small, data, sizeof data);
	struct exh_truemotion1 video = { 0 };
	struct exh_error err;

	(void)state;
	assert_int_equal(exh_truemotion1_decode(&video, packet, NULL, &err), EXH_OK);
	assert_int_equal(video.header.width, 4);
	assert_int_equal(video.header.height, 4);
	assert_int_equal(video.header.depth, 16);
	assert_true(video.header.is_key);
	assert_int_equal(pixel_at(&video, 0), 0);
	assert_int_equal(pixel_at(&video, 1), 0);
	assert_int_equal(pixel_at(&video, 2), 0x7bdf);
	assert_int_equal(pixel_at(&video, 3), 0x7fff);
	/* Below: the unit above, and the sum of this line. */
	assert_int_equal(video.units[2], 0);
	assert_int_equal(video.units[3], 0xfffff7be);
	exh_truemotion1_free(&video);
	free_bytes(packet);
}

/* Vector 192 is the single entry 00; 0 and 200 an escape with entry 01: 5 * -1057 in the
 * right pixel. */
static void an_escape_adds_to_the_same_step(void **state)
{
	static const uint8_t data[] = { 192, 192, 0, 200, 192, 192, 1, 1, 1, 1 };
	const struct exh_bytes packet = packet_of(small, data, sizeof data);
	struct exh_truemotion1 video = { 0 };

	(void)state;
	assert_int_equal(exh_truemotion1_decode(&video, packet, NULL, NULL), EXH_OK);
	assert_int_equal(video.units[0], (uint32_t)(5 * -1057) << 16);
	assert_int_equal(video.units[1], (uint32_t)(5 * -1057) << 16);
	exh_truemotion1_free(&video);
	free_bytes(packet);
}

/*
 * Random packets.
 */

/* A header of any form, mostly a good one. */
static void roll_header(uint64_t *seed, unsigned type, uint8_t header[14])
{
	memcpy(header, small, 14);
	header[1] = (uint8_t)type;
	header[2] = (uint8_t)roll(seed, 4);
	header[3] = (uint8_t)(1 + roll(seed, 3));
	header[4] = (uint8_t)(4 * (1 + roll(seed, 5)));
	header[6] = (uint8_t)(4 * (1 + roll(seed, 25)));
	header[12] = roll(seed, 4) ? 8 : 16;
	if (roll(seed, 6) == 0)
		header[6] += 2;
	if (roll(seed, 10) == 0)
		header[1 + roll(seed, 12)] = (uint8_t)roll(seed, 33);
}

static void assert_plain(const struct exh_truemotion1 *video,
			 const struct truemotion1_plain *plain)
{
	assert_int_equal(video->header.width, plain->width);
	assert_int_equal(video->header.height, plain->height);
	assert_int_equal(video->row_size, plain->row_size);
	assert_memory_equal(video->units, plain->units,
			    plain->row_size * plain->height * sizeof *plain->units);
}

static void random_packets_decode_as_described(void **state)
{
	struct exh_truemotion1 video = { 0 };
	struct truemotion1_plain plain = { 0 };
	uint64_t seed = 7;
	unsigned good = 0;

	(void)state;
	for (unsigned round = 0; round < 4000; round++) {
		uint8_t header[14], data[2000];
		const size_t size = roll(&seed, 3) ? sizeof data : roll(&seed, 300);
		struct exh_bytes packet;

		roll_bytes(&seed, data, sizeof data);
		if (round % 8)
			memset(data, (int)roll(&seed, 256), 20);
		for (size_t i = 0; i < sizeof data; i += 1 + roll(&seed, 20))
			data[i] = 0;
		roll_header(&seed, round / 20 % 18, header);
		packet = packet_of(header, data, size);
		good += exh_truemotion1_decode(&video, packet, NULL, NULL) == EXH_OK;
		truemotion1_plain(&plain, packet);
		if (plain.units)
			assert_plain(&video, &plain);
		free_bytes(packet);
	}
	assert_true(good > 3000);
	exh_truemotion1_free(&video);
	free(plain.units);
}

/* Packets of the fuzz target's corpus, and the last pictures that FFmpeg makes of them.
 */
static void known_streams_have_their_pictures(void **state)
{
	static const struct {
		const char *name;
		uint32_t crc;
	} streams[] = {
		{ "type-1", 0x3f0c61e5 },  { "type-4", 0x487e16a7 },
		{ "type-6", 0x276b770d },  { "type-7", 0x4aabe49d },
		{ "type-8", 0xcab08abc },  { "type-10", 0xc5654797 },
		{ "type-12", 0xa9727b4f }, { "type-14", 0xcc02a70e },
		{ "type-16", 0xfe6d92be },
	};

	(void)state;
	for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
		struct exh_truemotion1 video = { 0 };
		struct exh_bytes file;
		uint8_t rgb[24 * 8 * 3];
		size_t size;
		uint32_t crc;
		char name[100];

		snprintf(name, sizeof name, "fuzz/codec_truemotion1/%s", streams[i].name);
		file = load_testdata(name);
		for (size_t at = 1; at + 2 <= file.size;) {
			struct exh_bytes packet;

			assert_true(exh_bytes_slice(
				file, at + 2,
				(size_t)(file.data[at] | file.data[at + 1] << 8),
				&packet));
			assert_int_equal(
				exh_truemotion1_decode(&video, packet, NULL, NULL),
				EXH_OK);
			at += 2 + packet.size;
		}
		size = (size_t)video.header.width * video.header.height * 3;
		assert_true(size && size <= sizeof rgb);
		exh_truemotion1_rgb(&video, rgb);
		crc = exh_crc32((struct exh_bytes){ rgb, size, 0 });
		if (crc != streams[i].crc)
			fail_msg("%s: 0x%08x", name, (unsigned)crc);
		exh_truemotion1_free(&video);
		free_bytes(file);
	}
}

/*
 * The encoder.
 */

enum { WIDTH = 64, HEIGHT = 48 };

/* Slopes, a disc that moves, and a little noise. */
static void paint(unsigned frame, size_t width, size_t height, uint8_t *rgb)
{
	uint64_t seed = 5;

	for (size_t y = 0; y < height; y++)
		for (size_t x = 0; x < width; x++, rgb += 3) {
			const int dx = (int)x - (int)(10 + 2 * frame), dy = (int)y - 20;

			rgb[0] = (uint8_t)(60 + x * 100 / width + roll(&seed, 4));
			rgb[1] = (uint8_t)(50 + y * 120 / height);
			rgb[2] = (uint8_t)(120 - x * 60 / width);
			if (dx * dx + dy * dy < 100) {
				rgb[0] = 210;
				rgb[1] = (uint8_t)(100 + y);
				rgb[2] = 40;
			}
		}
}

static double decibels(const uint8_t *a, const uint8_t *b, size_t size)
{
	double sum = 0;

	for (size_t i = 0; i < size; i++)
		sum += (a[i] - b[i]) * (a[i] - b[i]);
	return sum > 0 ? 10 * log10(255.0 * 255.0 * (double)size / sum) : 99;
}

/* Encodes one picture; asserts that a decoder and the encoder have the same, and that no
 * note is made. Returns the size of the packet. */
static size_t encode(struct exh_truemotion1 *encoder, struct exh_truemotion1 *decoder,
		     const struct exh_truemotion1_options *options, size_t width,
		     size_t height, const uint8_t *rgb)
{
	const struct exh_truemotion1_picture picture = { width, height, NULL, rgb };
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_writer out = { .limit = LIMIT };
	struct exh_error err = { 0 };
	struct exh_bytes packet;
	size_t size;

	if (exh_truemotion1_encode(encoder, &picture, options, &out, &err))
		fail_msg("%s", err.text);
	size = out.size;
	packet = (struct exh_bytes){ tight_copy(out.data, size), size, 0 };
	assert_int_equal(exh_truemotion1_decode(decoder, packet, &notes, &err), EXH_OK);
	assert_null(notes.first);
	assert_int_equal(decoder->header.width, width);
	assert_int_equal(decoder->header.is_key, encoder->header.is_key);
	assert_int_equal(decoder->header.depth, encoder->header.depth);
	assert_memory_equal(decoder->units, encoder->units,
			    decoder->row_size * height * sizeof *decoder->units);
	free_bytes(packet);
	exh_writer_free(&out);
	exh_arena_free(&arena);
	return size;
}

static const uint8_t types[] = { 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16 };

static void pictures_come_back_recognisable(void **state)
{
	static uint8_t rgb[WIDTH * HEIGHT * 3], back[sizeof rgb];

	(void)state;
	for (size_t type = 0; type < sizeof types; type++)
		for (unsigned table = 1; table <= (types[type] % 2 ? 1 : 3); table++) {
			const struct exh_truemotion1_options options = {
				.type = types[type],
				.delta_set = types[type] > 8 ? 2 : 0,
				.table = (uint8_t)table,
			};
			struct exh_truemotion1 encoder = { 0 }, decoder = { 0 };
			double least = 99;

			for (unsigned frame = 0; frame < 6; frame++) {
				double now;

				paint(frame, WIDTH, HEIGHT, rgb);
				encode(&encoder, &decoder, &options, WIDTH, HEIGHT, rgb);
				assert_int_equal(decoder.header.is_key, frame == 0);
				exh_truemotion1_rgb(&decoder, back);
				now = decibels(rgb, back, sizeof rgb);
				least = now < least ? now : least;
			}
			if (least < 27)
				fail_msg("type %u, table %u: %.1f dB", types[type], table,
					 least);
			exh_truemotion1_free(&encoder);
			exh_truemotion1_free(&decoder);
		}
}

/* Rows of tiles in the strongest colours, which steps reach only after some units. */
static void pictures_of_few_colours_come_back_recognisable(void **state)
{
	static const uint8_t colors[][3] = { { 0, 0, 0 },	{ 170, 0, 0 },
					     { 0, 170, 0 },	{ 255, 255, 85 },
					     { 0, 0, 170 },	{ 255, 85, 255 },
					     { 255, 255, 255 }, { 85, 255, 255 } };
	static uint8_t rgb[WIDTH * HEIGHT * 3], back[sizeof rgb];
	struct exh_truemotion1 encoder = { 0 }, decoder = { 0 };
	struct exh_truemotion1_options options;
	double found;

	(void)state;
	exh_truemotion1_defaults(&options);
	for (size_t i = 0; i < WIDTH * HEIGHT; i++)
		memcpy(rgb + 3 * i, colors[(i % WIDTH / 16 + 3 * (i / WIDTH / 12)) % 8],
		       3);
	encode(&encoder, &decoder, &options, WIDTH, HEIGHT, rgb);
	exh_truemotion1_rgb(&decoder, back);
	found = decibels(rgb, back, sizeof rgb);
	if (found < 30)
		fail_msg("%.1f dB", found);
	exh_truemotion1_free(&encoder);
	exh_truemotion1_free(&decoder);
}

/* Errors of a row do not go on in the next ones. */
static void tiles_of_any_colours_come_back_recognisable(void **state)
{
	enum { WIDE = 640 };
	static uint8_t rgb[WIDE * HEIGHT * 3], back[sizeof rgb];
	struct exh_truemotion1 encoder = { 0 }, decoder = { 0 };
	struct exh_truemotion1_options options;
	uint64_t seed = 5;
	double found;

	(void)state;
	exh_truemotion1_defaults(&options);
	for (size_t i = 0; i < WIDE * HEIGHT; i++) {
		const size_t corner = i / WIDE / 8 * 8 * WIDE + i % WIDE / 8 * 8;

		if (corner == i)
			roll_bytes(&seed, rgb + 3 * i, 3);
		memcpy(rgb + 3 * i, rgb + 3 * corner, 3);
	}
	encode(&encoder, &decoder, &options, WIDE, HEIGHT, rgb);
	exh_truemotion1_rgb(&decoder, back);
	found = decibels(rgb, back, sizeof rgb);
	if (found < 27)
		fail_msg("%.1f dB", found);
	exh_truemotion1_free(&encoder);
	exh_truemotion1_free(&decoder);
}

/* A decoded picture can be shown nearly without loss: no errors may creep in from groups
 * that are kept, or from spare bits. */
static void what_was_decoded_is_encoded_again_as_well(void **state)
{
	static uint8_t rgb[WIDTH * HEIGHT * 3], back[sizeof rgb];
	struct exh_truemotion1 first = { 0 }, encoder = { 0 }, decoder = { 0 },
			       shown = { 0 };
	struct exh_truemotion1_options options;

	(void)state;
	exh_truemotion1_defaults(&options);
	for (unsigned frame = 0; frame < 12; frame++) {
		double found;

		paint(frame, WIDTH, HEIGHT, rgb);
		options.key_interval = 1;
		encode(&first, &shown, &options, WIDTH, HEIGHT, rgb);
		exh_truemotion1_rgb(&shown, rgb);
		options.key_interval = 0;
		encode(&encoder, &decoder, &options, WIDTH, HEIGHT, rgb);
		exh_truemotion1_rgb(&decoder, back);
		found = decibels(rgb, back, sizeof rgb);
		if (found < 36)
			fail_msg("frame %u: %.1f dB", frame, found);
	}
	exh_truemotion1_free(&first);
	exh_truemotion1_free(&encoder);
	exh_truemotion1_free(&decoder);
	exh_truemotion1_free(&shown);
}

/* All sizes, sets and changes in between; also noise, which no encoder can show. */
static void a_decoder_has_what_the_encoder_has(void **state)
{
	static uint8_t rgb[80 * 40 * 3];
	struct exh_truemotion1 encoder = { 0 }, decoder = { 0 };
	uint64_t seed = 11;

	(void)state;
	for (unsigned round = 0; round < 400; round++) {
		const size_t width = 2 * (1 + roll(&seed, round % 2 ? 40 : 1)),
			     height = 4 * (1 + roll(&seed, 10));
		struct exh_truemotion1_options options = {
			.type = types[roll(&seed, sizeof types)],
			.delta_set = (uint8_t)roll(&seed, 4),
			.key_interval = roll(&seed, 4),
			.tolerance = (uint8_t)(roll(&seed, 2) * 20),
		};
		const unsigned frames = 1 + roll(&seed, 4);

		options.table = options.type % 2 ? 1 : (uint8_t)(1 + roll(&seed, 3));
		for (unsigned frame = 0; frame < frames; frame++) {
			paint(frame, width, height, rgb);
			if (round % 3 == 0)
				roll_bytes(&seed, rgb, width * height * 3 / (1 + frame));
			encode(&encoder, &decoder, &options, width, height, rgb);
		}
	}
	exh_truemotion1_free(&encoder);
	exh_truemotion1_free(&decoder);
}

static void pictures_that_stay_cost_little(void **state)
{
	static uint8_t rgb[WIDTH * HEIGHT * 3];
	struct exh_truemotion1 encoder = { 0 }, decoder = { 0 };
	struct exh_truemotion1_options options;
	size_t first;

	(void)state;
	exh_truemotion1_defaults(&options);
	paint(0, WIDTH, HEIGHT, rgb);
	first = encode(&encoder, &decoder, &options, WIDTH, HEIGHT, rgb);
	/* Header, change bits, and the byte that is read ahead. */
	assert_int_equal(encode(&encoder, &decoder, &options, WIDTH, HEIGHT, rgb),
			 14 + WIDTH / 4 / 8 * HEIGHT / 4 + 1);
	assert_false(encoder.header.is_key);
	paint(1, WIDTH, HEIGHT, rgb);
	assert_true(encode(&encoder, &decoder, &options, WIDTH, HEIGHT, rgb) < first / 2);
	options.key_interval = 3;
	encode(&encoder, &decoder, &options, WIDTH, HEIGHT, rgb);
	assert_true(encoder.header.is_key);
	encode(&encoder, &decoder, &options, WIDTH, HEIGHT, rgb);
	assert_false(encoder.header.is_key);
	/* A tolerance of everything. */
	options.tolerance = 255;
	memset(rgb, 0, sizeof rgb);
	assert_true(encode(&encoder, &decoder, &options, WIDTH, HEIGHT, rgb) < 64);
	exh_truemotion1_free(&encoder);
	exh_truemotion1_free(&decoder);
}

static void an_encoder_goes_on_from_decoded_pictures(void **state)
{
	static uint8_t rgb[64 * 16 * 3], back[sizeof rgb];
	struct exh_truemotion1 large = { 0 }, ours = { 0 }, decoder = { 0 };
	struct exh_truemotion1_options options;

	(void)state;
	exh_truemotion1_defaults(&options);
	paint(0, 8, 4, rgb);
	encode(&ours, &decoder, &options, 8, 4, rgb);
	/* Decoded into the encoder's state, too: another size, another picture. */
	paint(3, 64, 16, rgb);
	encode(&large, &ours, &options, 64, 16, rgb);
	exh_truemotion1_free(&large);
	encode(&large, &decoder, &options, 64, 16, rgb);
	exh_truemotion1_rgb(&ours, rgb);
	memset(rgb, 90, 300);
	encode(&ours, &decoder, &options, 64, 16, rgb);
	assert_false(ours.header.is_key);
	exh_truemotion1_rgb(&ours, back);
	assert_true(decibels(rgb, back, sizeof rgb) > 25);
	exh_truemotion1_free(&ours);
	exh_truemotion1_free(&large);
	exh_truemotion1_free(&decoder);
}

/* ffmpeg builds its deltas only when delta set or table change. */
static void a_change_of_depth_changes_the_table(void **state)
{
	static uint8_t rgb[16 * 4 * 3];
	struct exh_truemotion1 encoder = { 0 }, decoder = { 0 };
	struct exh_truemotion1_options options = { .type = 2, .table = 3 };

	(void)state;
	paint(0, 16, 4, rgb);
	encode(&encoder, &decoder, &options, 16, 4, rgb);
	assert_int_equal(decoder.header.table_field, 3);
	options.type = 10;
	encode(&encoder, &decoder, &options, 16, 4, rgb);
	assert_int_equal(decoder.header.table_field, 1);
	assert_int_equal(decoder.header.depth, 24);
	encode(&encoder, &decoder, &options, 16, 4, rgb);
	assert_int_equal(decoder.header.table_field, 3);
	/* An odd type names another table than the one in force. */
	options.table = 1;
	encode(&encoder, &decoder, &options, 16, 4, rgb);
	options.type = 1;
	encode(&encoder, &decoder, &options, 16, 4, rgb);
	assert_int_equal(decoder.header.table, 1);
	assert_int_equal(decoder.header.table_field, 2);
	options.type = 2;
	options.table = 2;
	encode(&encoder, &decoder, &options, 16, 4, rgb);
	assert_int_equal(decoder.header.table_field, 3);
	exh_truemotion1_free(&encoder);
	exh_truemotion1_free(&decoder);
}

static void pixels_of_15_bits_are_encoded_as_their_colours(void **state)
{
	static uint8_t rgb[16 * 8 * 3];
	uint16_t pixels[16 * 8];
	struct exh_truemotion1 a = { 0 }, b = { 0 };
	struct exh_writer first = { .limit = LIMIT }, second = { .limit = LIMIT };
	struct exh_truemotion1_options options;

	(void)state;
	exh_truemotion1_defaults(&options);
	paint(0, 16, 8, rgb);
	for (size_t i = 0; i < 16 * 8; i++) {
		pixels[i] = 0x8000;
		for (size_t k = 0; k < 3; k++) {
			rgb[3 * i + k] = (uint8_t)(rgb[3 * i + k] & 0xf8) |
					 (uint8_t)(rgb[3 * i + k] >> 5);
			pixels[i] |= (uint16_t)(rgb[3 * i + k] >> 3 << (10 - 5 * k));
		}
	}
	for (int depth = 0; depth < 2; depth++) {
		assert_int_equal(
			exh_truemotion1_encode(
				&a, &(struct exh_truemotion1_picture){ 16, 8, NULL, rgb },
				&options, &first, NULL),
			EXH_OK);
		assert_int_equal(exh_truemotion1_encode(&b,
							&(struct exh_truemotion1_picture){
								16, 8, pixels, NULL },
							&options, &second, NULL),
				 EXH_OK);
		assert_same_bytes(exh_writer_bytes(&first), second.data, second.size);
		options.type = 16;
	}
	exh_truemotion1_free(&a);
	exh_truemotion1_free(&b);
	exh_writer_free(&first);
	exh_writer_free(&second);
}

static void options_and_sizes_that_cannot_be_are_refused(void **state)
{
	static const struct {
		struct exh_truemotion1_options options;
		size_t width, height;
		enum exh_status status;
	} cases[] = {
		{ { .type = 0, .table = 1 }, 4, 4, EXH_INVALID },
		{ { .type = 9, .table = 1 }, 4, 4, EXH_INVALID },
		{ { .type = 17, .table = 1 }, 4, 4, EXH_INVALID },
		{ { .type = 1, .table = 2 }, 4, 4, EXH_INVALID },
		{ { .type = 2, .table = 0 }, 4, 4, EXH_INVALID },
		{ { .type = 2, .table = 4 }, 4, 4, EXH_INVALID },
		{ { .type = 2, .table = 1, .delta_set = 4 }, 4, 4, EXH_INVALID },
		{ { .type = 2, .table = 1 }, 3, 4, EXH_INVALID },
		{ { .type = 2, .table = 1 }, 4, 6, EXH_INVALID },
		{ { .type = 2, .table = 1 }, 0, 4, EXH_INVALID },
		{ { .type = 2, .table = 1 }, 4, 0, EXH_INVALID },
		{ { .type = 2, .table = 1 }, 65536, 4, EXH_INVALID },
		{ { .type = 2, .table = 1 }, 4, 65536, EXH_INVALID },
		{ { .type = 10, .table = 1 }, 32768, 4, EXH_INVALID },
		{ { .type = 2, .table = 1 }, 65534, 65532, EXH_LIMIT },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct exh_truemotion1_picture picture = { cases[i].width,
								 cases[i].height, NULL,
								 NULL };
		struct exh_truemotion1 video = { 0 };
		struct exh_writer out = { .limit = LIMIT };
		struct exh_error err = { 0 };

		assert_int_equal(exh_truemotion1_encode(&video, &picture,
							&cases[i].options, &out, &err),
				 cases[i].status);
		assert_int_equal(err.status, cases[i].status);
		assert_int_equal(out.size, 0);
	}
}

static void a_writer_that_fails_leaves_the_state(void **state)
{
	static uint8_t rgb[WIDTH * HEIGHT * 3];
	const struct exh_truemotion1_picture picture = { WIDTH, HEIGHT, NULL, rgb };
	struct exh_truemotion1 video = { 0 };
	struct exh_truemotion1_options options;
	struct exh_writer out = { .limit = 100 };

	(void)state;
	exh_truemotion1_defaults(&options);
	paint(0, WIDTH, HEIGHT, rgb);
	assert_int_equal(exh_truemotion1_encode(&video, &picture, &options, &out, NULL),
			 EXH_NO_MEMORY);
	assert_null(video.units);
	assert_int_equal(video.header.width, 0);
	exh_writer_free(&out);
}

/*
 * Damage.
 */

/* Encodes a picture after another one, into a packet of exactly its size. */
static struct exh_bytes second_packet(struct exh_truemotion1 *before, bool is_key)
{
	static uint8_t rgb[32 * 16 * 3];
	const struct exh_truemotion1_picture picture = { 32, 16, NULL, rgb };
	struct exh_truemotion1 encoder = { 0 };
	struct exh_truemotion1_options options;
	struct exh_writer out = { .limit = LIMIT };
	struct exh_bytes packet;

	exh_truemotion1_defaults(&options);
	options.key_interval = is_key;
	paint(0, 32, 16, rgb);
	encode(&encoder, before, &options, 32, 16, rgb);
	paint(5, 32, 16, rgb);
	assert_int_equal(exh_truemotion1_encode(&encoder, &picture, &options, &out, NULL),
			 EXH_OK);
	packet = (struct exh_bytes){ tight_copy(out.data, out.size), out.size, 0 };
	exh_writer_free(&out);
	exh_truemotion1_free(&encoder);
	return packet;
}

/* Every shorter packet is refused or noted, unless only the last unit is missing; missing
 * units stay as they were. */
static void check_prefixes(bool is_key)
{
	struct exh_truemotion1 whole = { 0 }, before = { 0 };
	const struct exh_bytes packet = second_packet(&whole, is_key);
	size_t count;

	free_bytes(second_packet(&before, is_key));
	assert_int_equal(exh_truemotion1_decode(&whole, packet, NULL, NULL), EXH_OK);
	count = whole.row_size * whole.header.height;
	for (size_t size = 1; size < packet.size; size++) {
		struct exh_truemotion1 video = { 0 };
		struct exh_arena arena = { .limit = LIMIT };
		struct exh_notes notes = { .arena = &arena };
		struct exh_error err = { 0 };
		const struct exh_bytes cut = { tight_copy(packet.data, size), size, 0 };
		enum exh_status status;
		size_t missing;

		free_bytes(second_packet(&video, is_key));
		status = exh_truemotion1_decode(&video, cut, &notes, &err);
		assert_int_equal(status == EXH_TRUNCATED, size <= 14);
		assert_true(err.offset <= size);
		missing = 0;
		for (size_t i = 0; i < count; i++) {
			missing += video.units[i] != whole.units[i];
			assert_true(video.units[i] == whole.units[i] ||
				    video.units[i] == before.units[i]);
		}
		assert_true(status || missing <= 1 || notes.damage_count == 1);
		exh_truemotion1_free(&video);
		exh_arena_free(&arena);
		free_bytes(cut);
	}
	exh_truemotion1_free(&whole);
	exh_truemotion1_free(&before);
	free_bytes(packet);
}

static void every_shorter_packet_reports(void **state)
{
	(void)state;
	check_prefixes(true);
	check_prefixes(false);
}

static void bad_headers_are_refused_and_the_picture_stays(void **state)
{
	static const struct {
		size_t at;
		uint8_t value;
		enum exh_status status;
		const char *text;
	} cases[] = {
		{ 0, 0x0f, EXH_INVALID, "first byte" },
		{ 0, 0x1f, EXH_TRUNCATED, "of header" },
		{ 1, 17, EXH_INVALID, "type 17, expected at most 16" },
		{ 1, 255, EXH_INVALID, "type 255" },
		{ 2, 4, EXH_INVALID, "delta set 4" },
		{ 3, 0, EXH_INVALID, "vector table 0" },
		{ 3, 4, EXH_INVALID, "vector table 4" },
		{ 4, 6, EXH_INVALID, "4 by 6 pixels" },
		{ 4, 0, EXH_INVALID, "4 by 0 pixels" },
		{ 6, 5, EXH_INVALID, "5 by 4 pixels" },
		{ 6, 0, EXH_INVALID, "0 by 4 pixels" },
		{ 5, 255, EXH_TRUNCATED, "expected at least" },
		{ 11, 4, EXH_INVALID, "header of type 4" },
		{ 12, 32 + 16, EXH_UNSUPPORTED, "sprite" },
	};
	static const uint8_t data[] = { 3, 9, 5, 1, 1, 1, 1, 1 };
	const struct exh_bytes good = packet_of(small, data, sizeof data);
	struct exh_truemotion1 video = { 0 };
	uint32_t units[8];

	(void)state;
	assert_int_equal(exh_truemotion1_decode(&video, good, NULL, NULL), EXH_OK);
	memcpy(units, video.units, sizeof units);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint8_t header[14];
		struct exh_bytes packet;
		struct exh_error err = { 0 };

		memcpy(header, small, sizeof header);
		header[cases[i].at] = cases[i].value;
		packet = packet_of(header, data, sizeof data);
		packet.base = 1000;
		assert_int_equal(exh_truemotion1_decode(&video, packet, NULL, &err),
				 cases[i].status);
		assert_non_null(strstr(err.text, cases[i].text));
		assert_in_range(err.offset, 1000, 1000 + packet.size);
		assert_memory_equal(video.units, units, sizeof units);
		assert_int_equal(video.header.height, 4);
		free_bytes(packet);
	}
	exh_truemotion1_free(&video);
	free_bytes(good);
}

static void a_picture_of_too_many_pixels_is_refused(void **state)
{
	static const uint8_t data[40] = { 0 };
	uint8_t header[14];
	struct exh_bytes packet;
	struct exh_truemotion1 video = { 0 };

	(void)state;
	memcpy(header, small, sizeof header);
	header[4] = header[6] = 0xfc;
	header[5] = header[7] = 0xff;
	packet = packet_of(header, data, sizeof data);
	assert_int_equal(exh_truemotion1_decode(&video, packet, NULL, NULL), EXH_LIMIT);
	assert_null(video.units);
	free_bytes(packet);
}

static void an_empty_packet_repeats_the_picture(void **state)
{
	static const uint8_t data[] = { 3, 9, 5, 1, 1, 1, 1, 1 };
	const struct exh_bytes packet = packet_of(small, data, sizeof data);
	struct exh_truemotion1 video = { 0 };

	(void)state;
	assert_int_equal(
		exh_truemotion1_decode(&video, (struct exh_bytes){ 0 }, NULL, NULL),
		EXH_OK);
	assert_int_equal(video.header.width, 0);
	assert_int_equal(exh_truemotion1_decode(&video, packet, NULL, NULL), EXH_OK);
	assert_int_equal(
		exh_truemotion1_decode(&video, (struct exh_bytes){ 0 }, NULL, NULL),
		EXH_OK);
	assert_int_equal(video.header.width, 4);
	assert_int_equal(pixel_at(&video, 3), 0x7fff);
	exh_truemotion1_free(&video);
	free_bytes(packet);
}

static void a_new_size_begins_with_black(void **state)
{
	static const uint8_t data[] = { 3, 9, 5, 1, 1, 1, 1, 1 };
	const struct exh_bytes packet = packet_of(small, data, sizeof data);
	struct exh_truemotion1 video = { 0 };
	uint8_t header[14];
	struct exh_bytes other;

	(void)state;
	assert_int_equal(exh_truemotion1_decode(&video, packet, NULL, NULL), EXH_OK);
	memcpy(header, small, sizeof header);
	header[1] = 0;
	header[6] = 8;
	other = packet_of(header, data, sizeof data);
	assert_int_equal(exh_truemotion1_decode(&video, other, NULL, NULL), EXH_OK);
	assert_int_equal(video.header.width, 8);
	for (size_t i = 0; i < 32; i++)
		assert_int_equal(pixel_at(&video, i), 0);
	exh_truemotion1_free(&video);
	free_bytes(packet);
	free_bytes(other);
}

static void interpolated_packets_are_shown_with_a_warning(void **state)
{
	static const uint8_t data[40] = { 1 };
	uint8_t header[14];
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_truemotion1 video = { 0 };
	struct exh_bytes packet;

	(void)state;
	memcpy(header, small, sizeof header);
	header[4] = 176;
	header[11] = 1;
	packet = packet_of(header, data, sizeof data);
	assert_int_equal(exh_truemotion1_decode(&video, packet, &notes, NULL), EXH_OK);
	assert_true(video.header.is_interpolated);
	assert_true(has_note(&notes, EXH_WARNING, "interpolated"));
	exh_truemotion1_free(&video);
	exh_arena_free(&arena);
	free_bytes(packet);
}

static void colours_of_24_bits_lose_bits_as_pixels_of_15(void **state)
{
	static uint8_t rgb[8 * 4 * 3], back[sizeof rgb];
	uint16_t pixels[8 * 4];
	struct exh_truemotion1 encoder = { 0 }, decoder = { 0 };
	const struct exh_truemotion1_options options = { .type = 16,
							 .delta_set = 0,
							 .table = 2 };
	bool is_exact = true;

	(void)state;
	memset(rgb, 0, sizeof rgb);
	encode(&encoder, &decoder, &options, 8, 4, rgb);
	exh_truemotion1_pixels(&decoder, pixels, &is_exact);
	assert_true(is_exact);
	memset(rgb, 3, sizeof rgb);
	encode(&encoder, &decoder, &options, 8, 4, rgb);
	exh_truemotion1_pixels(&decoder, pixels, &is_exact);
	assert_false(is_exact);
	exh_truemotion1_rgb(&decoder, back);
	for (size_t i = 0; i < 8 * 4; i++)
		assert_int_equal(pixels[i], (back[3 * i] >> 3 << 10) |
						    (back[3 * i + 1] >> 3 << 5) |
						    back[3 * i + 2] >> 3);
	exh_truemotion1_free(&encoder);
	exh_truemotion1_free(&decoder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(borrows_run_through_whole_units),
		cmocka_unit_test(an_escape_adds_to_the_same_step),
		cmocka_unit_test(random_packets_decode_as_described),
		cmocka_unit_test(known_streams_have_their_pictures),
		cmocka_unit_test(pictures_come_back_recognisable),
		cmocka_unit_test(pictures_of_few_colours_come_back_recognisable),
		cmocka_unit_test(tiles_of_any_colours_come_back_recognisable),
		cmocka_unit_test(what_was_decoded_is_encoded_again_as_well),
		cmocka_unit_test(a_decoder_has_what_the_encoder_has),
		cmocka_unit_test(pictures_that_stay_cost_little),
		cmocka_unit_test(an_encoder_goes_on_from_decoded_pictures),
		cmocka_unit_test(a_change_of_depth_changes_the_table),
		cmocka_unit_test(pixels_of_15_bits_are_encoded_as_their_colours),
		cmocka_unit_test(options_and_sizes_that_cannot_be_are_refused),
		cmocka_unit_test(a_writer_that_fails_leaves_the_state),
		cmocka_unit_test(every_shorter_packet_reports),
		cmocka_unit_test(bad_headers_are_refused_and_the_picture_stays),
		cmocka_unit_test(a_picture_of_too_many_pixels_is_refused),
		cmocka_unit_test(an_empty_packet_repeats_the_picture),
		cmocka_unit_test(a_new_size_begins_with_black),
		cmocka_unit_test(interpolated_packets_are_shown_with_a_warning),
		cmocka_unit_test(colours_of_24_bits_lose_bits_as_pixels_of_15),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
