/*
 * Packets decode as the plain decoder has it. What is encoded decodes to the encoder's
 * picture, and every shorter packet is refused or noted, if more than a unit is missing.
 *
 * Input: a byte, 0: packets follow, each after its size (2 bytes). Else: type, delta set
 * and table, key interval, tolerance, width, height; then pixels, frame by frame
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/truemotion1.h"

#include "../base/fuzzing.h"
#include "plain/truemotion1.h"

enum {
	HEAD = 7,
	MAX_PIXELS = 1 << 11,
	PARTS = 8, /* shorter packets that are tried */
	MAX_PACKETS = 14,
	MAX_FRAMES = 3,
	LIMIT = 1 << 22,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/*
 * Decoding.
 */

static void check_plain(const struct exh_truemotion1 *video,
			const struct truemotion1_plain *plain)
{
	const size_t count = (size_t)plain->width * plain->height;
	uint8_t *rgb = malloc(3 * count + 1);
	uint16_t *pixels = malloc(2 * count + 1);

	assert(rgb && pixels);
	assert(video->header.width == plain->width &&
	       video->header.height == plain->height &&
	       video->header.depth == plain->depth);
	exh_truemotion1_rgb(video, rgb);
	exh_truemotion1_pixels(video, pixels, NULL);
	for (size_t i = 0; i < count; i++)
		for (unsigned k = 0; k < 3; k++) {
			const unsigned value =
				plain_color(plain, i % plain->width, i / plain->width, k);
			const unsigned five = plain->depth == 24 ? value >> 3 : value;

			assert((pixels[i] >> (10 - 5 * k) & 31) == (int)five);
			assert(rgb[3 * i + k] ==
			       (plain->depth == 24 ? value : five << 3 | five >> 2));
		}
	free(rgb);
	free(pixels);
}

static void decode_all(const uint8_t *data, size_t size)
{
	struct exh_truemotion1 video = { 0 };
	struct truemotion1_plain plain = { 0 };

	for (int i = 0; i < MAX_PACKETS && size >= 2; i++) {
		const size_t wanted = (size_t)(data[0] | data[1] << 8);
		struct exh_arena arena = { .limit = LIMIT };
		struct exh_notes notes = { .arena = &arena };
		struct exh_truemotion1_header header;
		struct exh_error err = { 0 };
		struct exh_bytes packet;

		data += 2;
		size -= 2;
		packet = take(&data, &size, wanted);
		if (exh_truemotion1_open(packet, &header, NULL) != EXH_OK ||
		    (size_t)header.width * header.height <= MAX_PIXELS) {
			if (exh_truemotion1_decode(&video, packet, &notes, &err))
				assert(err.status && err.offset <= packet.size);
			truemotion1_plain(&plain, packet);
			check_plain(&video, &plain);
		}
		discard(packet);
		exh_arena_free(&arena);
	}
	exh_truemotion1_free(&video);
	free(plain.units);
}

/*
 * Encoding.
 */

/* Copies a picture, but no tables. */
static void copy_picture(const struct exh_truemotion1 *from, struct exh_truemotion1 *to)
{
	const size_t count = from->row_size * (from->header.height + 1u);

	free(to->units);
	to->units = NULL;
	to->header = from->header;
	to->row_size = from->row_size;
	if (!from->units)
		return;
	to->units = malloc(count * sizeof *to->units);
	assert(to->units);
	memcpy(to->units, from->units, count * sizeof *to->units);
}

/* Decodes the first bytes of a packet after a picture. Returns the number of units that
 * differ from the whole one's, 0 if it was refused or noted. */
static size_t decode_part(struct exh_truemotion1 *video,
			  const struct exh_truemotion1 *before,
			  const struct exh_truemotion1 *whole, struct exh_bytes packet,
			  size_t size)
{
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	const uint8_t *from = packet.data;
	struct exh_bytes part = take(&from, &packet.size, size);
	size_t missing = 0;

	copy_picture(before, video);
	if (exh_truemotion1_decode(video, part, &notes, NULL) == EXH_OK &&
	    !notes.damage_count)
		for (size_t i = 0; i < whole->row_size * whole->header.height; i++)
			missing += video->units[i] != whole->units[i];
	exh_arena_free(&arena);
	discard(part);
	return missing;
}

static void check_packet(const struct exh_truemotion1 *before,
			 const struct exh_truemotion1 *after, struct exh_bytes packet)
{
	struct exh_truemotion1 video = { 0 };

	assert(decode_part(&video, before, after, packet, packet.size) == 0);
	for (size_t size = 1; size < packet.size; size += 1 + packet.size / PARTS)
		assert(decode_part(&video, before, after, packet, size) <= 1);
	exh_truemotion1_free(&video);
}

static void encode_all(const uint8_t *data, size_t size)
{
	struct exh_truemotion1 state = { 0 };
	const struct exh_truemotion1_options options = {
		.type = data[0] % 20,
		.delta_set = data[1] % 5,
		.table = data[1] / 5 % 5,
		.key_interval = data[2] % 4,
		.tolerance = data[3],
	};
	const size_t width = data[4] % 41, height = data[5] % 21,
		     frame_size = width * height * 3;
	struct exh_bytes colors;

	data += HEAD - 1;
	size -= HEAD - 1;
	for (int frame = 0; frame < MAX_FRAMES && size; frame++) {
		uint8_t *rgb = malloc(frame_size + 1);
		struct exh_truemotion1_picture picture = { width, height, NULL, rgb };
		struct exh_writer out = { .limit = LIMIT };
		struct exh_truemotion1 before = { 0 };
		struct exh_error err = { 0 };

		assert(rgb);
		colors = take(&data, &size, frame_size ? frame_size : 1);
		for (size_t i = 0; i < frame_size; i++)
			rgb[i] = colors.data[i % colors.size];
		if (options.tolerance & 1)
			picture = (struct exh_truemotion1_picture){
				width, height / 2 / 4 * 4, (uint16_t *)rgb, NULL
			};
		copy_picture(&state, &before);
		if (exh_truemotion1_encode(&state, &picture, &options, &out, &err))
			assert(err.status == EXH_INVALID && !out.size);
		else
			check_packet(&before, &state, exh_writer_bytes(&out));
		exh_truemotion1_free(&before);
		exh_writer_free(&out);
		discard(colors);
		free(rgb);
	}
	exh_truemotion1_free(&state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size >= 1 && !data[0])
		decode_all(data + 1, size - 1);
	else if (size > HEAD)
		encode_all(data + 1, size - 1);
	return 0;
}
