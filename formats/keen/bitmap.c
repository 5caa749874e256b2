#include "exhume/keen.h"
#include "exhume/advanced/keen.h"

/* The eight bits of a byte as eight bytes of 0 or 1, the highest bit in the lowest byte.
 */
static inline uint64_t spread(uint8_t bits)
{
	const uint64_t each =
		bits * UINT64_C(0x0101010101010101) & UINT64_C(0x0102040810204080);

	return (each + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
}

static inline void store_pixels(uint8_t *pixels, uint64_t eight)
{
	for (int i = 0; i < 8; i++)
		pixels[i] = (uint8_t)(eight >> 8 * i);
}

static void decode_ega(const struct exh_keen_bitmap *bitmap, uint8_t *pixels)
{
	const size_t plane_size = bitmap->width / 8 * bitmap->height;
	const uint8_t *mask = bitmap->data.data;
	const uint8_t *planes = bitmap->masked ? mask + plane_size : mask;

	for (size_t i = 0; i < plane_size; i++) {
		uint64_t eight = 0;

		for (size_t plane = 0; plane < 4; plane++)
			eight |= spread(planes[plane * plane_size + i]) << plane;
		if (bitmap->masked)
			eight |= spread(mask[i]) * EXH_KEEN_MASKED;
		store_pixels(pixels + i * 8, eight);
	}
}

/* Both bits of a mask keep the background, none of them makes the pixel opaque. */
static void decode_cga(const struct exh_keen_bitmap *bitmap, uint8_t *pixels)
{
	const size_t plane_size = bitmap->width / 4 * bitmap->height;
	const uint8_t *mask = bitmap->data.data;
	const uint8_t *colors = bitmap->masked ? mask + plane_size : mask;

	for (size_t i = 0; i < plane_size * 4; i++) {
		const unsigned shift = 6 - i % 4 * 2;

		pixels[i] = colors[i / 4] >> shift & 3;
		if (bitmap->masked && (mask[i / 4] >> shift & 3) == 3)
			pixels[i] |= EXH_KEEN_MASKED;
	}
}

void exh_keen_bitmap_decode(const struct exh_keen_bitmap *bitmap, uint8_t *pixels)
{
	if (bitmap->video == EXH_KEEN_EGA)
		decode_ega(bitmap, pixels);
	else
		decode_cga(bitmap, pixels);
}

/* One plane: of each pixel the bits of mask, shifted down and spread to bit_count bits.
 */
static void encode_plane(const struct exh_image *image, unsigned shift, unsigned mask,
			 unsigned bit_count, struct exh_writer *out)
{
	const size_t count = image->width * image->height;
	unsigned held = 0;

	for (size_t i = 0; i < count; i++) {
		held = held << bit_count | ((unsigned)image->pixels[i] >> shift & mask);
		if ((i + 1) * bit_count % 8 == 0)
			exh_write_u8(out, (uint8_t)held);
	}
}

static void encode_cga_mask(const struct exh_image *image, struct exh_writer *out)
{
	unsigned held = 0;

	for (size_t i = 0; i < image->width * image->height; i++) {
		held = held << 2 | (image->pixels[i] & EXH_KEEN_MASKED ? 3 : 0);
		if (i % 4 == 3)
			exh_write_u8(out, (uint8_t)held);
	}
}

enum exh_status exh_keen_bitmap_encode(const struct exh_image *image,
				       enum exh_keen_video video, bool masked,
				       struct exh_writer *out, struct exh_error *err)
{
	const unsigned colors = video == EXH_KEEN_EGA ? 15 : 3;
	const unsigned allowed = colors | (masked ? (unsigned)EXH_KEEN_MASKED : 0);

	if (image->width % exh_keen_pixels_per_byte(video))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"width %zu, expected a multiple of %zu", image->width,
				exh_keen_pixels_per_byte(video));
	for (size_t i = 0; i < image->width * image->height; i++)
		if (image->pixels[i] & ~allowed)
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"pixel %zu,%zu has colour %u, expected 0 to %u%s",
					i % image->width, i / image->width,
					image->pixels[i], colors,
					masked ? " or transparent" : "");
	if (video == EXH_KEEN_CGA) {
		if (masked)
			encode_cga_mask(image, out);
		encode_plane(image, 0, 3, 2, out);
	} else {
		if (masked)
			encode_plane(image, 4, 1, 1, out);
		for (unsigned plane = 0; plane < 4; plane++)
			encode_plane(image, plane, 1, 1, out);
	}
	if (out->failed)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	return EXH_OK;
}
