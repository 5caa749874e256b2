/*
 * For any room: a table is refused or lies within the window; each pixel of a view is the
 * one under it, or black; scrolling stops where the engine allows it.
 *
 * Input: kind, window's width and height, picture's width and height (a byte each), angle
 * and linscale (doubles), zeropoint, location, mouse x and y, speeds (32 bits each), keys
 * (a byte)
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/panorama.h"

#include "../../base/fuzzing.h"
#include "../../base/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static double read_real(struct reader *r)
{
	const uint64_t low = rd_u32le(r), bits = low | (uint64_t)rd_u32le(r) << 32;
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

static int64_t modulo(int64_t value, size_t size)
{
	return !size ? value : (value % (int64_t)size + (int64_t)size) % (int64_t)size;
}

/* Checks that each pixel is the picture's at its point, or black outside, and that points
 * found lie in the picture, modulo its size. */
static void check_view(const struct exh_zv_pano *pano,
		       const struct exh_zv_picture *picture, int32_t location)
{
	const size_t count = pano->width * pano->height;
	uint16_t *pixels = malloc(count * sizeof *pixels);
	const bool is_pana = pano->options.kind == EXH_ZV_PANA;
	const struct exh_zv_picture none = { 0 };
	const size_t width = picture->height ? picture->width : 0;
	const size_t height = picture->width ? picture->height : 0;

	assert(pixels);
	exh_zv_pano_render(pano, picture, location, pixels);
	for (size_t i = 0; i < count; i++) {
		const struct exh_zv_pano_point point = { (int64_t)(i % pano->width),
							 (int64_t)(i / pano->width) };
		const struct exh_zv_pano_point found =
			exh_zv_pano_under(pano, picture, location, point);
		struct exh_zv_pano_point under =
			exh_zv_pano_under(pano, &none, location, point);
		bool inside;

		assert(found.x == modulo(under.x, width));
		assert(found.y == (is_pana ? under.y : modulo(under.y, height)));
		if (is_pana)
			under.x = found.x;
		inside = under.x >= 0 && under.y >= 0 &&
			 under.x < (int64_t)picture->width &&
			 under.y < (int64_t)picture->height;

		assert(pixels[i] ==
		       (inside ? picture->pixels[(size_t)under.y * picture->width +
						 (size_t)under.x]
			       : 0));
	}
	free(pixels);
}

static void check_scroll(const struct exh_zv_pano *pano,
			 const struct exh_zv_picture *picture, int32_t location,
			 const struct exh_zv_pano_input *input)
{
	int rounds;
	const int32_t to = exh_zv_pano_scroll(pano, picture, location, input, &rounds);

	assert(rounds >= -1 && rounds <= 1);
	assert(exh_zv_pano_clamp(pano, picture, to) == to);
}

static void check(const struct exh_zv_pano *pano, const struct exh_zv_picture *picture,
		  struct reader *r)
{
	const int32_t location = (int32_t)rd_u32le(r);
	struct exh_zv_pano_input input = { 0 };
	uint8_t keys;

	input.mouse.x = (int32_t)rd_u32le(r);
	input.mouse.y = (int32_t)rd_u32le(r);
	input.mouse_speed = (int32_t)rd_u32le(r);
	input.keyboard_speed = (int32_t)rd_u32le(r);
	keys = rd_u8(r);
	input.back = keys & 1;
	input.forward = keys & 2;
	check_view(pano, picture, location);
	check_view(pano, picture, exh_zv_pano_clamp(pano, picture, location));
	check_scroll(pano, picture, location, &input);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct reader r = { .in = { data, size, 0 } };
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_zv_pano_options options = { 0 };
	struct exh_zv_picture picture;
	struct exh_zv_pano pano;
	size_t width, height;

	options.kind = (enum exh_zv_pano_kind)(rd_u8(&r) % 3);
	width = rd_u8(&r) % 65;
	height = rd_u8(&r) % 65;
	picture.width = rd_u8(&r);
	picture.height = rd_u8(&r);
	options.angle = read_real(&r);
	options.linscale = read_real(&r);
	options.zeropoint = (int32_t)rd_u32le(&r);
	picture.pixels = malloc(picture.width * picture.height * 2 + 1);
	assert(picture.pixels);
	for (size_t i = 0; i < picture.width * picture.height; i++)
		picture.pixels[i] = (uint16_t)(i * 40503 | 1);
	if (exh_zv_pano_make(&pano, &options, width, height, &arena, NULL) == EXH_OK)
		check(&pano, &picture, &r);
	free(picture.pixels);
	exh_arena_free(&arena);
	return 0;
}
