#include "exhume/advanced/panorama.h"

#include "../../base/common.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

enum {
	EDGE = EXH_ZV_PANO_EDGE,
	DEFAULT_MOTION = 25,
};

void exh_zv_pano_defaults(enum exh_zv_pano_kind kind, struct exh_zv_pano_options *options)
{
	*options = (struct exh_zv_pano_options){
		.kind = kind,
		.angle = 27,
		.linscale = kind == EXH_ZV_TILT ? 0.65 : 0.55,
	};
}

void exh_zv_pano_window(enum exh_zv_game game, size_t *width, size_t *height)
{
	*width = game == EXH_ZV_ZGI ? 640 : 512;
	*height = game == EXH_ZV_ZGI ? 344 : 320;
}

/*
 * The table.
 */

/* Rounds down to a whole number within the window. */
static uint16_t whole(double value, size_t side)
{
	const double floored = floor(value);

	if (!(floored > 0))
		return 0;
	return (uint16_t)(floored < (double)side ? (size_t)floored : side - 1);
}

/* The cylinder stands upright in a panorama and lies in a tilt room. length: the window's
 * side around it; breadth: the other side. */
struct cylinder {
	double radius;
	size_t length, breadth;
};

static struct cylinder cylinder_of(const struct exh_zv_pano *pano)
{
	const bool upright = pano->options.kind == EXH_ZV_PANA;
	const size_t breadth = upright ? pano->height : pano->width;

	return (struct cylinder){
		.radius = (double)breadth / 2 / tan(pano->options.angle * pi / 180),
		.length = upright ? pano->width : pano->height,
		.breadth = breadth,
	};
}

/* The hundredth keeps the centre line off zero. */
static double bend(const struct cylinder *cylinder, size_t at)
{
	return atan(((double)at - (double)cylinder->length / 2 + 0.01) /
		    cylinder->radius);
}

static enum exh_status reckon(struct exh_zv_pano *pano, struct exh_arena *arena,
			      struct exh_error *err)
{
	const struct cylinder cylinder = cylinder_of(pano);
	const double middle = (double)cylinder.breadth / 2;
	const bool upright = pano->options.kind == EXH_ZV_PANA;
	uint16_t *along = exh_alloc(arena, cylinder.length, sizeof *along);
	uint16_t *across = exh_alloc(arena, pano->width * pano->height, sizeof *across);

	if (!along || !across)
		return no_memory(err);
	for (size_t i = 0; i < cylinder.length; i++) {
		const double angle = bend(&cylinder, i), near = cos(angle);

		along[i] = whole(cylinder.radius * pano->options.linscale * angle +
					 (double)cylinder.length / 2,
				 cylinder.length);
		for (size_t k = 0; k < cylinder.breadth; k++)
			across[upright ? k * pano->width + i : i * pano->width + k] =
				whole(middle + ((double)k - middle) * near,
				      cylinder.breadth);
	}
	pano->along = along;
	pano->across = across;
	return EXH_OK;
}

/* The height above the centre line when the picture's top edge is at the window's. */
static int32_t find_gap(const struct exh_zv_pano *pano)
{
	const struct cylinder cylinder = cylinder_of(pano);

	return (int32_t)(cylinder.radius *
			 atan2((double)cylinder.length / 2 / cylinder.radius, 1) *
			 pano->options.linscale);
}

enum { DECIMAL_SIZE = 32 };

/* Formats with three decimals, and a point in any locale. */
static const char *decimal(double value, char out[DECIMAL_SIZE])
{
	const double size = fabs(value);
	long thousandths;

	if (!(size < 1e6)) {
		snprintf(out, DECIMAL_SIZE, "%s%s", value < 0 ? "-" : "",
			 isnan(value) ? "no number" : "1000000 or more");
		return out;
	}
	thousandths = lround(size * 1000);
	snprintf(out, DECIMAL_SIZE, "%s%ld.%03ld", value < 0 ? "-" : "",
		 thousandths / 1000, thousandths % 1000);
	return out;
}

static enum exh_status fail_range(const char *what, double value, double least,
				  double most, struct exh_error *err)
{
	char texts[3][DECIMAL_SIZE];

	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "%s of %s, expected %s to %s",
			what, decimal(value, texts[0]), decimal(least, texts[1]),
			decimal(most, texts[2]));
}

enum exh_status exh_zv_pano_make(struct exh_zv_pano *pano,
				 const struct exh_zv_pano_options *options, size_t width,
				 size_t height, struct exh_arena *arena,
				 struct exh_error *err)
{
	*pano = (struct exh_zv_pano){ *options, width, height, NULL, NULL, 0 };
	if (!width || !height || width > EXH_ZV_PANO_MAX_SIDE ||
	    height > EXH_ZV_PANO_MAX_SIDE)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"a window of %zu by %zu pixels, expected sides from 1 to "
				"%d",
				width, height, EXH_ZV_PANO_MAX_SIDE);
	if (options->kind == EXH_ZV_FLAT)
		return EXH_OK;
	if (!(options->angle >= EXH_ZV_PANO_LEAST_ANGLE &&
	      options->angle <= EXH_ZV_PANO_MAX_ANGLE))
		return fail_range("an angle", options->angle, EXH_ZV_PANO_LEAST_ANGLE,
				  EXH_ZV_PANO_MAX_ANGLE, err);
	if (!(options->linscale >= EXH_ZV_PANO_LEAST_LINSCALE &&
	      options->linscale <= EXH_ZV_PANO_MAX_LINSCALE))
		return fail_range("a linscale", options->linscale,
				  EXH_ZV_PANO_LEAST_LINSCALE, EXH_ZV_PANO_MAX_LINSCALE,
				  err);
	if (options->kind == EXH_ZV_TILT)
		pano->gap = find_gap(pano);
	return reckon(pano, arena, err);
}

/* The picture's pixel for a pixel of the window, if the window shows the picture's
 * corner. */
static struct exh_zv_pano_point source_of(const struct exh_zv_pano *pano, size_t x,
					  size_t y)
{
	switch (pano->options.kind) {
	case EXH_ZV_PANA:
		return (struct exh_zv_pano_point){ pano->along[x],
						   pano->across[y * pano->width + x] };
	case EXH_ZV_TILT:
		return (struct exh_zv_pano_point){ pano->across[y * pano->width + x],
						   pano->along[y] };
	default:
		return (struct exh_zv_pano_point){ (int64_t)x, (int64_t)y };
	}
}

void exh_zv_pano_offset(const struct exh_zv_pano *pano, size_t x, size_t y, int32_t *dx,
			int32_t *dy)
{
	const struct exh_zv_pano_point source = source_of(pano, x, y);

	*dx = (int32_t)(source.x - (int64_t)x);
	*dy = (int32_t)(source.y - (int64_t)y);
}

/*
 * Locations.
 */

/* Returns the picture's column at the window's left edge, or its row at the top. */
static int64_t edge_at(const struct exh_zv_pano *pano, int32_t location)
{
	return (int64_t)location -
	       (int64_t)(pano->options.kind == EXH_ZV_PANA ? pano->width : pano->height) /
		       2;
}

/* Wraps to at least 0, and below size if size is not 0. */
static int64_t wrap(int64_t value, size_t size)
{
	const int64_t rest = size ? value % (int64_t)size : 0;

	return rest < 0 ? rest + (int64_t)size : rest;
}

static int32_t clamp(const struct exh_zv_pano *pano, const struct exh_zv_picture *picture,
		     int64_t location)
{
	int64_t last;

	switch (pano->options.kind) {
	case EXH_ZV_PANA:
		location = wrap(location, picture->width);
		break;
	case EXH_ZV_TILT:
		last = (int64_t)picture->height - pano->gap;
		if (location > last)
			location = last;
		if (location < pano->gap)
			location = pano->gap;
		break;
	default:
		location = 0;
	}
	return (int32_t)(location < INT32_MAX ? location : INT32_MAX);
}

int32_t exh_zv_pano_clamp(const struct exh_zv_pano *pano,
			  const struct exh_zv_picture *picture, int32_t location)
{
	return clamp(pano, picture, location);
}

struct exh_zv_pano_point exh_zv_pano_under(const struct exh_zv_pano *pano,
					   const struct exh_zv_picture *picture,
					   int32_t location,
					   struct exh_zv_pano_point point)
{
	struct exh_zv_pano_point source;

	if (point.x < 0 || point.y < 0 || point.x >= (int64_t)pano->width ||
	    point.y >= (int64_t)pano->height)
		return (struct exh_zv_pano_point){ 0, 0 };
	source = source_of(pano, (size_t)point.x, (size_t)point.y);
	if (pano->options.kind == EXH_ZV_PANA)
		source.x += edge_at(pano, location);
	else if (pano->options.kind == EXH_ZV_TILT)
		source.y += edge_at(pano, location);
	if (picture->width && picture->height) {
		source.x = wrap(source.x, picture->width);
		if (pano->options.kind != EXH_ZV_PANA)
			source.y = wrap(source.y, picture->height);
	}
	return source;
}

/*
 * Views.
 */

/* Renders by rows of the window: each crosses only a few rows of the picture. A
 * transposed picture, read by columns, was measured to be no faster. */
static void render_pana(const struct exh_zv_pano *pano,
			const struct exh_zv_picture *picture, int32_t location,
			uint16_t *pixels)
{
	const size_t width = pano->width, stride = picture->width;
	const uint16_t *across = pano->across;
	const uint16_t *in = picture->pixels;
	const size_t left = (size_t)wrap(edge_at(pano, location), stride);
	uint32_t columns[EXH_ZV_PANO_MAX_SIDE];

	for (size_t x = 0; x < width; x++)
		columns[x] = (uint32_t)((left + pano->along[x]) % stride);
	for (size_t y = 0; y < pano->height; y++, across += width, pixels += width)
		if (picture->height >= pano->height)
			for (size_t x = 0; x < width; x++)
				pixels[x] = in[across[x] * stride + columns[x]];
		else
			for (size_t x = 0; x < width; x++)
				pixels[x] = across[x] < picture->height
						    ? in[across[x] * stride + columns[x]]
						    : 0;
}

static void render_tilt(const struct exh_zv_pano *pano,
			const struct exh_zv_picture *picture, int32_t location,
			uint16_t *pixels)
{
	const size_t width = pano->width;
	const int64_t top = edge_at(pano, location);
	const uint16_t *across = pano->across;

	for (size_t y = 0; y < pano->height; y++, across += width, pixels += width) {
		const int64_t row = top + pano->along[y];
		const uint16_t *in = picture->pixels;

		if (row < 0 || row >= (int64_t)picture->height) {
			memset(pixels, 0, width * sizeof *pixels);
			continue;
		}
		in += (size_t)row * picture->width;
		if (picture->width >= width)
			for (size_t x = 0; x < width; x++)
				pixels[x] = in[across[x]];
		else
			for (size_t x = 0; x < width; x++)
				pixels[x] =
					across[x] < picture->width ? in[across[x]] : 0;
	}
}

static void render_flat(const struct exh_zv_pano *pano,
			const struct exh_zv_picture *picture, uint16_t *pixels)
{
	const size_t width = picture->width < pano->width ? picture->width : pano->width;

	memset(pixels, 0, pano->width * pano->height * sizeof *pixels);
	for (size_t y = 0; y < pano->height && y < picture->height; y++)
		memcpy(pixels + y * pano->width, picture->pixels + y * picture->width,
		       width * sizeof *pixels);
}

void exh_zv_pano_render(const struct exh_zv_pano *pano,
			const struct exh_zv_picture *picture, int32_t location,
			uint16_t *pixels)
{
	if (!picture->width || !picture->height)
		memset(pixels, 0, pano->width * pano->height * sizeof *pixels);
	else if (pano->options.kind == EXH_ZV_PANA)
		render_pana(pano, picture, location, pixels);
	else if (pano->options.kind == EXH_ZV_TILT)
		render_tilt(pano, picture, location, pixels);
	else
		render_flat(pano, picture, pixels);
}

/*
 * Scrolling.
 */

/* Speed when the mouse is at this pixel along the window; the first and the last pixel
 * count as their neighbours. */
static int64_t mouse_motion(int64_t at, size_t length, int32_t speed)
{
	const int64_t most = speed < 16 ? DEFAULT_MOTION : speed >> 4;
	const int64_t size = (int64_t)length;
	int64_t motion;

	if (at > size - 1)
		at = size - 1;
	if (at < 1)
		at = 1;
	if (at < EDGE) {
		motion = most * (at - EDGE) / EDGE;
		return motion < -1 ? motion : -1;
	}
	if (at > size - EDGE) {
		motion = most * (at - size + EDGE) / EDGE;
		return motion > 1 ? motion : 1;
	}
	return 0;
}

static int64_t motion_of(const struct exh_zv_pano *pano,
			 const struct exh_zv_pano_input *input)
{
	const bool upright = pano->options.kind == EXH_ZV_PANA;
	const int64_t along = upright ? input->mouse.x : input->mouse.y;
	const int64_t across = upright ? input->mouse.y : input->mouse.x;
	const size_t length = upright ? pano->width : pano->height;
	const size_t breadth = upright ? pano->height : pano->width;
	const int64_t by_key = 2 * (int64_t)input->keyboard_speed;
	int64_t motion = 0;

	if (across >= 0 && across < (int64_t)breadth)
		motion = mouse_motion(along, length, input->mouse_speed);
	if (input->back)
		motion -= by_key;
	if (input->forward)
		motion += by_key;
	return pano->options.reverse && upright ? -motion : motion;
}

int32_t exh_zv_pano_scroll(const struct exh_zv_pano *pano,
			   const struct exh_zv_picture *picture, int32_t location,
			   const struct exh_zv_pano_input *input, int *rounds)
{
	const int64_t zero = pano->options.zeropoint, from = location;
	int64_t to;

	if (rounds)
		*rounds = 0;
	if (pano->options.kind == EXH_ZV_FLAT)
		return 0;
	to = from + motion_of(pano, input);
	if (rounds && pano->options.kind == EXH_ZV_PANA)
		*rounds = (from <= zero && to > zero) - (from >= zero && to < zero);
	return clamp(pano, picture, to);
}
