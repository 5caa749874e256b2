#include "exhume/sci0_view.h"

#include "../base/reader.h"

#include <string.h>

/* What was done of a cel. */
struct progress {
	size_t pixels; /* filled */
	size_t used;   /* bytes of rle */
	size_t run;    /* the whole one that passes the last pixel, or 0 */
};

static struct progress decode(struct exh_bytes rle, uint8_t *pixels, size_t count)
{
	struct progress p = { 0 };

	while (p.pixels < count && p.used < rle.size) {
		const uint8_t op = rle.data[p.used++];
		const size_t run = op >> 4, left = count - p.pixels;
		const size_t drawn = run < left ? run : left;

		p.run = run > left ? run : 0;
		memset(pixels + p.pixels, op & 0x0f, drawn);
		p.pixels += drawn;
	}
	return p;
}

enum exh_status exh_sci0_cel_decode(const struct exh_sci0_cel *cel, uint8_t *pixels,
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

void exh_sci0_cel_flip(uint8_t *pixels, size_t width, size_t height)
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

struct exh_sci0_cel_place exh_sci0_cel_place(const struct exh_sci0_cel *cel,
					     bool is_mirrored, int32_t x, int32_t y,
					     int32_t z)
{
	const int32_t left = x + (is_mirrored ? -cel->dx : cel->dx) - cel->width / 2;
	const int32_t bottom = y + cel->dy - z + 1;

	return (struct exh_sci0_cel_place){ left, bottom - cel->height, left + cel->width,
					    bottom };
}
