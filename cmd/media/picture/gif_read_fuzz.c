/*
 * Any file as GIF: it is refused with a reason, or each frame fills the picture; a second
 * reading gives the same.
 *
 * Input: a file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "animation.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_PIXELS = 1 << 12, MAX_FRAMES = 32 };

struct sum {
	uint64_t value;
	unsigned frame_count;
};

static enum exh_status take(void *context, const struct animation_frame *frame,
			    struct exh_error *err)
{
	const size_t count = frame->picture.width * frame->picture.height;
	struct sum *sum = context;

	assert(count && count <= MAX_PIXELS && !frame->picture.palette.count);
	for (size_t i = 0; i < 4 * count; i++)
		sum->value = sum->value * 31 + frame->picture.pixels[i];
	return ++sum->frame_count < MAX_FRAMES
		       ? EXH_OK
		       : exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET, "enough");
}

static struct sum sum_frames(struct exh_bytes in)
{
	struct sum sum = { 1, 0 };
	const struct animation_taker taker = { take, &sum };
	struct exh_error err = { 0 };

	if (gif_read(in, MAX_PIXELS, &taker, &err))
		assert(err.status && err.text[0]);
	else
		assert(sum.frame_count);
	return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = { data, size, 0 };
	const struct sum first = sum_frames(in), second = sum_frames(in);

	assert(first.value == second.value && first.frame_count == second.frame_count);
	return 0;
}
