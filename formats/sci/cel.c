#include "exhume/sci.h"
#include "exhume/advanced/sci_view.h"

#include "../base/reader.h"

#include <string.h>

enum {
	STORE = 16, /* pixels stored for a run, of which up to 15 are used */
	BLOCK = 8,  /* runs decoded at once */
};

#define SAME_4(color) color, color, color, color
#define SAME(color)                                                        \
	{                                                                  \
		SAME_4(color), SAME_4(color), SAME_4(color), SAME_4(color) \
	}

static const uint8_t same[16][STORE] = {
	SAME(0), SAME(1), SAME(2),  SAME(3),  SAME(4),	SAME(5),  SAME(6),  SAME(7),
	SAME(8), SAME(9), SAME(10), SAME(11), SAME(12), SAME(13), SAME(14), SAME(15),
};

/* Progress of decoding a cel. */
struct progress {
	size_t pixels; /* filled */
	size_t used;   /* bytes of rle */
	size_t run;    /* length of the run that passes the last pixel, or 0 */
};

/* Makes one store of constant size for any run length: the next run overwrites the
 * excess. Returns the next run's place. */
static inline uint8_t *store_run(uint8_t *out, uint8_t op)
{
	memcpy(out, same[op & 0x0f], STORE);
	return out + (op >> 4);
}

/* Decodes most of a cel, up to where a store could pass the last pixel. */
static struct progress decode_most(struct exh_bytes rle, uint8_t *pixels, size_t count)
{
	const uint8_t *in = rle.data, *const in_end = in + rle.size;
	uint8_t *out = pixels, *const end = out + count;

	while (end - out >= BLOCK * STORE && in_end - in >= BLOCK) {
		out = store_run(out, in[0]);
		out = store_run(out, in[1]);
		out = store_run(out, in[2]);
		out = store_run(out, in[3]);
		out = store_run(out, in[4]);
		out = store_run(out, in[5]);
		out = store_run(out, in[6]);
		out = store_run(out, in[7]);
		in += BLOCK;
	}
	while (end - out >= STORE && in < in_end)
		out = store_run(out, *in++);
	return (struct progress){ (size_t)(out - pixels), (size_t)(in - rle.data), 0 };
}

static struct progress decode(struct exh_bytes rle, uint8_t *pixels, size_t count)
{
	struct progress p = decode_most(rle, pixels, count);

	while (p.pixels < count && p.used < rle.size) {
		const uint8_t op = rle.data[p.used++];
		const size_t run = op >> 4, left = count - p.pixels;
		const size_t drawn = run < left ? run : left;

		p.run = run > left ? run : 0;
		for (size_t i = 0; i < drawn; i++)
			pixels[p.pixels++] = op & 0x0f;
	}
	return p;
}

enum exh_status exh_sci_cel_decode(const struct exh_sci_cel *cel, uint8_t *pixels,
				   size_t count, size_t *used, struct exh_notes *notes,
				   struct exh_error *err)
{
	const struct exh_bytes rle = cel->rle;
	struct progress p;

	if (count != (size_t)cel->width * cel->height)
		return exh_fail(err, EXH_LIMIT, rle.base,
				"room for %zu pixels, expected %u x %u", count,
				cel->width, cel->height);
	p = decode(rle, pixels, count);
	if (p.run)
		exh_note(notes, EXH_DAMAGE, rle.base + p.used - 1,
			 "a run of %zu passes the last of %zu pixels", p.run, count);
	if (p.pixels < count) {
		exh_note(notes, EXH_DAMAGE, rle.base + rle.size,
			 "the data end at %zu of %zu pixels", p.pixels, count);
		memset(pixels + p.pixels, cel->key, count - p.pixels);
	}
	if (used)
		*used = p.used;
	return EXH_OK;
}

void exh_sci_cel_flip(uint8_t *pixels, size_t width, size_t height)
{
	for (size_t y = 0; y < height; y++)
		for (size_t i = 0; i < width / 2; i++) {
			uint8_t *left = pixels + y * width + i;
			uint8_t *right = pixels + y * width + width - 1 - i;
			const uint8_t color = *left;

			*left = *right;
			*right = color;
		}
}

struct exh_sci_cel_place exh_sci_cel_place(const struct exh_sci_cel *cel,
					   bool is_mirrored, int32_t x, int32_t y,
					   int32_t z)
{
	const int32_t left = x + (is_mirrored ? -cel->dx : cel->dx) - cel->width / 2;
	const int32_t bottom = y + cel->dy - z + 1;

	return (struct exh_sci_cel_place){ left, bottom - cel->height, left + cel->width,
					   bottom };
}
