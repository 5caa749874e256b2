#include "softdisk.h"

#include "media/picture/png.h"
#include "task/file.h"
#include "task/fields.h"
#include "task/memory.h"

#include <exhume/advanced/ilbm.h>

#include <stdlib.h>

enum {
	FILE_LIMIT = 512 << 20,
	BYTERUN1 = 1,
	HALF_ALPHA = 128,
	ASPECT_X = 5, /* pixel aspect of 320 by 200 pixels on a 4:3 screen */
	ASPECT_Y = 6,
};

const char *const png2lbm_format_choices[] = { "ilbm", "pbm", NULL };

/* One run over one input. */
struct work {
	struct conversion *c;
	const struct png2lbm_request *request;
	struct png_picture png;
	struct file like_file;
	struct exh_ilbm ilbm;  /* the picture to write */
	struct exh_image like; /* pixels of --like; NULL: none */
	struct exh_image image;
	uint8_t *hidden;
	size_t hidden_count, size; /* size: bytes of the file */
};

static enum exh_status fail(const struct work *w, size_t pixel, const char *what,
			    struct exh_error *err)
{
	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "pixel (%zu, %zu): %s",
			pixel % w->png.width, pixel / w->png.width, what);
}

/*
 * Colours.
 */

/* Returns a pixel's colour. Indices beyond the palette are black. */
static struct exh_color color_at(const struct png_picture *png, size_t pixel)
{
	return png->palette.count && png->pixels[pixel] >= png->palette.count
		       ? (struct exh_color){ .alpha = 255 }
		       : png_picture_color(png, pixel);
}

static bool is_same(struct exh_color a, struct exh_color b)
{
	return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

/* Returns the index of a colour among the first count; count if it is missing. */
static size_t find_color(const struct exh_palette *palette, size_t count,
			 struct exh_color color)
{
	size_t i = 0;

	while (i < count && !is_same(palette->colors[i], color))
		i++;
	return i;
}

static bool has_old_pixels(const struct work *w)
{
	return w->like.pixels && w->like.width == w->png.width &&
	       w->like.height == w->png.height;
}

/* Keeps the old index if its colour is the same, as the palette may have it twice. */
static bool match_old(const struct work *w, size_t pixel, struct exh_color color,
		      uint8_t *out)
{
	if (!has_old_pixels(w) ||
	    !is_same(w->ilbm.palette.colors[w->like.pixels[pixel]], color))
		return false;
	*out = w->like.pixels[pixel];
	return true;
}

/* Keeps the index of an indexed file if it has this colour in the new palette. */
static bool match_index(const struct work *w, size_t pixel, struct exh_color color,
			size_t count, uint8_t *out)
{
	if (!w->png.palette.count || w->png.pixels[pixel] >= count ||
	    !is_same(w->ilbm.palette.colors[w->png.pixels[pixel]], color))
		return false;
	*out = w->png.pixels[pixel];
	return true;
}

static enum exh_status match_color(struct work *w, size_t pixel, struct exh_color color,
				   struct exh_error *err)
{
	const size_t count = (size_t)1 << w->ilbm.plane_count;
	uint8_t *out = &w->image.pixels[pixel];
	size_t found;

	if (match_old(w, pixel, color, out) || match_index(w, pixel, color, count, out))
		return EXH_OK;
	found = find_color(&w->ilbm.palette, count, color);
	if (found == count)
		return fail(w, pixel,
			    w->like.pixels
				    ? "its colour is not in the palette of --like"
				    : "there are more colours than the planes hold",
			    err);
	*out = (uint8_t)found;
	return EXH_OK;
}

/* Sets the colour of a pixel that the mask hides: the old index, or the pixel's own
 * colour if the palette has it. */
static void keep_hidden(struct work *w, size_t pixel)
{
	const size_t count = (size_t)1 << w->ilbm.plane_count;
	const size_t found =
		find_color(&w->ilbm.palette, count, color_at(&w->png, pixel));

	if (has_old_pixels(w))
		w->image.pixels[pixel] = w->like.pixels[pixel];
	else if (found < count)
		w->image.pixels[pixel] = (uint8_t)found;
}

/* Marks a pixel as hidden. */
static enum exh_status hide(struct work *w, size_t pixel, struct exh_error *err)
{
	w->hidden[pixel] = 1;
	w->hidden_count++;
	switch (w->ilbm.masking) {
	case EXH_ILBM_MASK:
		keep_hidden(w, pixel);
		return EXH_OK;
	case EXH_ILBM_COLOR:
	case EXH_ILBM_LASSO:
		w->image.pixels[pixel] = (uint8_t)w->ilbm.transparent;
		return EXH_OK;
	default:
		return fail(w, pixel,
			    "transparent, but the picture of --like has no mask", err);
	}
}

static enum exh_status convert_pixels(struct work *w, struct exh_error *err)
{
	const size_t count = w->png.width * w->png.height;
	enum exh_status status = EXH_OK;

	w->image = (struct exh_image){ w->png.width, w->png.height, mem_alloc(count, 1) };
	w->hidden = mem_alloc(count, 1);
	for (size_t i = 0; i < count && !status; i++) {
		const struct exh_color color = color_at(&w->png, i);

		status = color.alpha < HALF_ALPHA ? hide(w, i, err)
						  : match_color(w, i, color, err);
	}
	return status;
}

/*
 * The new picture, without --like.
 */

static unsigned planes_for(size_t count)
{
	unsigned planes = 1;

	while ((size_t)1 << planes < count)
		planes++;
	return planes;
}

/* Collects the colours: the palette of an indexed file as it is; else EGA's if that
 * suffices, or all colours in order of appearance. */
static enum exh_status collect_colors(struct work *w, size_t *color_count,
				      bool *is_masked, struct exh_error *err)
{
	struct exh_palette *palette = &w->ilbm.palette;
	size_t count = w->png.palette.count;
	bool has_ega = true;
	struct exh_palette ega;

	exh_palette_ega(&ega);
	*palette = w->png.palette;
	for (size_t i = 0; i < w->png.width * w->png.height; i++) {
		const struct exh_color color = color_at(&w->png, i);

		*is_masked |= color.alpha < HALF_ALPHA;
		if (w->png.palette.count || color.alpha < HALF_ALPHA ||
		    find_color(palette, count, color) < count)
			continue;
		if (count == 256)
			return fail(w, i,
				    "this is the 257th colour, and a picture has 256",
				    err);
		palette->colors[count++] = color;
		has_ega &= find_color(&ega, 16, color) < 16;
	}
	if (!w->png.palette.count && has_ega) {
		*palette = ega;
		count = 16;
	}
	*color_count = count;
	return EXH_OK;
}

static enum exh_status design(struct work *w, struct exh_error *err)
{
	const struct png2lbm_request *request = w->request;
	bool is_masked = false;
	size_t color_count;
	unsigned needed;
	const enum exh_status status = collect_colors(w, &color_count, &is_masked, err);

	if (status)
		return status;
	needed = planes_for(color_count);
	if (request->plane_count && request->plane_count < needed)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%zu colours need %u planes, and --planes is %u",
				color_count, needed, request->plane_count);
	if (is_masked && request->format)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"a pbm has no mask: the picture must not be transparent");
	w->ilbm.chunky = request->format;
	w->ilbm.plane_count = request->format	     ? 8
			      : request->plane_count ? request->plane_count
						     : needed;
	w->ilbm.masking = is_masked ? EXH_ILBM_MASK : EXH_ILBM_OPAQUE;
	w->ilbm.compression = BYTERUN1;
	w->ilbm.aspect_x = ASPECT_X;
	w->ilbm.aspect_y = ASPECT_Y;
	w->ilbm.page_width = (int)w->png.width;
	w->ilbm.page_height = (int)w->png.height;
	w->ilbm.palette.count = (size_t)1 << w->ilbm.plane_count;
	return EXH_OK;
}

/*
 * Running.
 */

static enum exh_status open_like(struct work *w, struct exh_error *err)
{
	struct report *report = w->c->report;
	struct exh_arena *arena = &w->c->arena;
	const char *path = w->request->like;
	struct exh_notes notes = { .arena = arena };
	enum exh_status status;
	uint8_t *hidden;

	w->c->is_reported = true;
	if (!report_read(report, path, FILE_LIMIT, &w->like_file))
		return EXH_IO;
	status = exh_ilbm_open(file_bytes(&w->like_file), &w->ilbm, &notes, err);
	if (!status)
		status = exh_ilbm_decode(&w->ilbm, arena, &w->like, &hidden, &notes, err);
	if (status) {
		report_failure(report, path, err);
		return status;
	}
	report_notes(report, path, &notes);
	w->c->is_reported = false;
	return EXH_OK;
}

static enum exh_status convert(struct work *w, struct exh_bytes in,
			       struct exh_writer *out, struct exh_error *err)
{
	enum exh_status status = png_decode(in, EXH_ILBM_MAX_PIXELS, &w->png, err);

	if (!status)
		status = w->request->like ? open_like(w, err) : design(w, err);
	if (!status)
		status = convert_pixels(w, err);
	if (status)
		return status;
	return w->like.pixels ? exh_ilbm_replace(file_bytes(&w->like_file), &w->ilbm,
						 &w->image, w->hidden, out, err)
			      : exh_ilbm_encode(&w->ilbm, &w->image, w->hidden, out, err);
}

enum exh_status png2lbm_encode(struct conversion *c, struct exh_bytes in,
			       struct exh_writer *out, struct exh_error *err)
{
	struct work *w = mem_arena(&c->arena, 1, sizeof *w);
	enum exh_status status;

	*w = (struct work){ .c = c, .request = c->request };
	c->thing = w;
	status = convert(w, in, out, err);
	free(w->png.pixels);
	free(w->image.pixels);
	free(w->hidden);
	free(w->like_file.data);
	return status;
}

static const struct field work_fields[] = {
	FIELD_OF("kind", FIELD_NAME, struct work, ilbm.chunky, NULL,
		 "ilbm: pixels in planes; pbm: a byte a pixel",
		 .names = png2lbm_format_choices),
	FIELD_AS("width", struct work, image.width, "pixels", "width of the picture"),
	FIELD_AS("height", struct work, image.height, "pixels", "height of the picture"),
	FIELD_AS("planes", struct work, ilbm.plane_count, NULL,
		 "number of planes, without the mask"),
	FIELD_AS("transparent_pixels", struct work, hidden_count, "pixels",
		 "pixels that are not drawn"),
	FIELD(struct work, size, "bytes", "size of the file"),
};
const struct fields png2lbm_fields = FIELDS("picture", struct work, work_fields);

void png2lbm_written(struct conversion *c, size_t size)
{
	struct work *w = c->thing;

	w->size = size;
	fields_put(&png2lbm_fields, w, c->result);
	report_info(c->report, "%s: %s, %u planes, %zu bytes", c->input, c->output,
		    w->ilbm.plane_count, size);
}
