/*
 * Any file as PNG or APNG: it is refused with a reason, or each frame fills the picture;
 * a second reading gives the same.
 *
 * Input: a file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "animation.h"

#include <assert.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_PIXELS = 1 << 14, MAX_FRAMES = 32 };

/* Returns a checksum of all frames. */
static uint64_t sum_frames(struct exh_bytes in)
{
	struct exh_error err = { 0 };
	struct apng_reader reader;
	struct animation_frame shown;
	uint64_t sum = 1;

	if (apng_read_open(&reader, in, MAX_PIXELS, &err)) {
		assert(err.status && err.text[0]);
		sum = 0;
	}
	for (uint32_t i = 0; sum && i < reader.frame_count && i < MAX_FRAMES; i++) {
		const size_t count = reader.width * reader.height;

		if (apng_read_next(&reader, &shown, &err)) {
			assert(err.status && err.text[0]);
			break;
		}
		assert(count && count <= MAX_PIXELS && !shown.picture.palette.count);
		for (size_t at = 0; at < 4 * count; at++)
			sum = sum * 31 + shown.picture.pixels[at];
		sum |= 1;
	}
	apng_read_close(&reader);
	return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = { data, size, 0 };

	assert(sum_frames(in) == sum_frames(in));
	return 0;
}
