#include "zv_panorama.h"

#include "media/picture/picture.h"
#include "media/picture/png.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { UNROLLED_PIXELS = 1 << 30 }; /* a panorama of the games has below 2 << 20 */

enum exh_status pano_encode_view(const struct pano_scene *scene, struct exh_writer *out,
				 struct exh_error *err)
{
	const struct exh_zv_pano *pano = scene->pano;
	uint16_t *pixels = mem_alloc(pano->width * pano->height, sizeof *pixels);
	enum exh_status status;

	exh_zv_pano_render(pano, scene->picture, scene->location, pixels);
	status = png_encode_555_scaled(pixels, pano->width, pano->height, -1,
				       scene->scale, out, err);
	free(pixels);
	return status;
}

enum exh_status pano_encode_equirect(const struct pano_scene *scene,
				     struct exh_writer *out, struct exh_error *err)
{
	const struct exh_zv_picture *picture = scene->picture;
	const size_t width = picture->width, height = width / 2 + width % 2;
	/* Columns on the left that come from past the seam. */
	const size_t location = (size_t)scene->location;
	const size_t first = (location + width - width / 2) % width;
	enum exh_status status;
	uint16_t *pixels, *to;

	if (picture->height > height)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%zu by %zu pixels: the height is more than half of the "
				"width, so they do not fit into a 2:1 picture",
				width, picture->height);
	if (height > UNROLLED_PIXELS / width)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu by %zu pixels, expected at most %d", width, height,
				UNROLLED_PIXELS);
	pixels = mem_alloc(width * height, sizeof *pixels);
	to = pixels + (height - picture->height) / 2 * width;
	for (size_t y = 0; y < picture->height; y++, to += width) {
		const uint16_t *from = picture->pixels + y * width;

		memcpy(to, from + first, (width - first) * sizeof *to);
		memcpy(to + width - first, from, first * sizeof *to);
	}
	status = png_encode_555_scaled(pixels, width, height, -1, scene->scale, out, err);
	free(pixels);
	return status;
}

struct pano_range pano_find_range(const struct exh_zv_pano *pano)
{
	struct pano_range range = { INT32_MAX, INT32_MIN, INT32_MAX, INT32_MIN };

	for (size_t y = 0; y < pano->height; y++)
		for (size_t x = 0; x < pano->width; x++) {
			int32_t dx, dy;

			exh_zv_pano_offset(pano, x, y, &dx, &dy);
			range.least_x = dx < range.least_x ? dx : range.least_x;
			range.most_x = dx > range.most_x ? dx : range.most_x;
			range.least_y = dy < range.least_y ? dy : range.least_y;
			range.most_y = dy > range.most_y ? dy : range.most_y;
		}
	return range;
}

enum exh_status pano_encode_table(const struct exh_zv_pano *pano, struct exh_writer *out,
				  struct exh_error *err)
{
	uint16_t *samples = mem_alloc(3 * pano->width * pano->height, sizeof *samples);
	uint16_t *to = samples;
	enum exh_status status;

	for (size_t y = 0; y < pano->height; y++)
		for (size_t x = 0; x < pano->width; x++) {
			int32_t dx, dy;

			exh_zv_pano_offset(pano, x, y, &dx, &dy);
			*to++ = (uint16_t)(PANO_TABLE_ZERO + dx * PANO_TABLE_STEP);
			*to++ = (uint16_t)(PANO_TABLE_ZERO + dy * PANO_TABLE_STEP);
			*to++ = PANO_TABLE_ZERO;
		}
	status = png_encode_48(samples, pano->width, pano->height, out, err);
	free(samples);
	return status;
}
