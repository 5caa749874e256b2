#include "softdisk.h"

#include "media/picture/png.h"
#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/ilbm.h>

#include <stdlib.h>

enum {
	FILE_LIMIT = 512 << 20,
	OUTPUT_LIMIT = 128 << 20,
	MEMORY_LIMIT = 1 << 30,
	BYTERUN1 = 1,
	HALF_ALPHA = 128,
	ASPECT_X = 5, /* of 320 by 200 pixels on a screen of 4 by 3 */
	ASPECT_Y = 6,
};

const char *const png2lbm_format_choices[] = { "ilbm", "pbm", NULL };

/* One run over one input. */
struct work {
	const struct png2lbm_request *request;
	const char *input;
	struct report *report;
	struct exh_arena arena;
	struct png_picture png;
	struct file like_file;
	struct exh_ilbm ilbm;  /* the picture to be written */
	struct exh_image like; /* pixels of --like; NULL: there is none */
	struct exh_image image;
	uint8_t *hidden;
	size_t hidden_count;
};

static bool fail(struct work *w, size_t pixel, const char *what)
{
	report_error(w->report, w->input, EXH_NO_OFFSET, "pixel (%zu, %zu): %s",
		     pixel % w->png.width, pixel / w->png.width, what);
	return false;
}

/*
 * Colours.
 */

static struct exh_color color_at(const struct png_picture *png, size_t pixel)
{
	const uint8_t *p = png->pixels + pixel * 4;

	if (png->palette.count)
		return png->pixels[pixel] < png->palette.count
			       ? png->palette.colors[png->pixels[pixel]]
			       : (struct exh_color){ .alpha = 255 };
	return (struct exh_color){ p[0], p[1], p[2], p[3] };
}

static bool is_same(struct exh_color a, struct exh_color b)
{
	return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

/* The number of a colour among the first count; count if it isn't there. */
static size_t find_color(const struct exh_palette *palette, size_t count,
			 struct exh_color color)
{
	size_t i = 0;

	while (i < count && !is_same(palette->colors[i], color))
		i++;
	return i;
}

/* Of two equal colours in the palette the one that was there before stays. */
static bool match_old(const struct work *w, size_t pixel, struct exh_color color,
		      uint8_t *out)
{
	if (!w->like.pixels || w->like.width != w->png.width ||
	    w->like.height != w->png.height ||
	    !is_same(w->ilbm.palette.colors[w->like.pixels[pixel]], color))
		return false;
	*out = w->like.pixels[pixel];
	return true;
}

/* An index of an indexed file that has this colour in the picture to be written. */
static bool match_index(const struct work *w, size_t pixel, struct exh_color color,
			size_t count, uint8_t *out)
{
	if (!w->png.palette.count || w->png.pixels[pixel] >= count ||
	    !is_same(w->ilbm.palette.colors[w->png.pixels[pixel]], color))
		return false;
	*out = w->png.pixels[pixel];
	return true;
}

static bool match_color(struct work *w, size_t pixel, struct exh_color color)
{
	const size_t count = (size_t)1 << w->ilbm.plane_count;
	uint8_t *out = &w->image.pixels[pixel];
	size_t found;

	if (match_old(w, pixel, color, out) || match_index(w, pixel, color, count, out))
		return true;
	found = find_color(&w->ilbm.palette, count, color);
	if (found == count)
		return fail(w, pixel,
			    w->like.pixels
				    ? "its colour is not in the palette of --like"
				    : "there are more colours than the planes hold");
	*out = (uint8_t)found;
	return true;
}

/* The colour of a pixel that the mask hides: the one that was there before, or its own,
 * if the palette has it. */
static void keep_hidden(struct work *w, size_t pixel)
{
	const size_t count = (size_t)1 << w->ilbm.plane_count;
	const bool is_old = w->like.pixels && w->like.width == w->png.width &&
			    w->like.height == w->png.height;
	const size_t found =
		find_color(&w->ilbm.palette, count, color_at(&w->png, pixel));

	if (is_old)
		w->image.pixels[pixel] = w->like.pixels[pixel];
	else if (found < count)
		w->image.pixels[pixel] = (uint8_t)found;
}

/* A pixel that is not drawn. */
static bool hide(struct work *w, size_t pixel)
{
	w->hidden[pixel] = 1;
	w->hidden_count++;
	switch (w->ilbm.masking) {
	case EXH_ILBM_MASK:
		keep_hidden(w, pixel);
		return true;
	case EXH_ILBM_COLOR:
	case EXH_ILBM_LASSO:
		w->image.pixels[pixel] = (uint8_t)w->ilbm.transparent;
		return true;
	default:
		return fail(w, pixel,
			    "transparent, but the picture of --like has no mask");
	}
}

static bool convert_pixels(struct work *w)
{
	const size_t count = w->png.width * w->png.height;

	w->image = (struct exh_image){ w->png.width, w->png.height, mem_alloc(count, 1) };
	w->hidden = mem_alloc(count, 1);
	for (size_t i = 0; i < count; i++) {
		const struct exh_color color = color_at(&w->png, i);

		if (color.alpha < HALF_ALPHA ? !hide(w, i) : !match_color(w, i, color))
			return false;
	}
	return true;
}

/*
 * The picture to be written, without --like.
 */

static unsigned planes_for(size_t count)
{
	unsigned planes = 1;

	while ((size_t)1 << planes < count)
		planes++;
	return planes;
}

/* Those of an indexed file as they are; else EGA's, if they are enough, or each colour as
 * it comes. */
static bool collect_colors(struct work *w, size_t *color_count, bool *is_masked)
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
				    "this is the 257th colour, and a picture has 256");
		palette->colors[count++] = color;
		has_ega &= find_color(&ega, 16, color) < 16;
	}
	if (!w->png.palette.count && has_ega) {
		*palette = ega;
		count = 16;
	}
	*color_count = count;
	return true;
}

static bool design(struct work *w)
{
	const struct png2lbm_request *request = w->request;
	bool is_masked = false;
	size_t color_count;
	unsigned needed;

	if (!collect_colors(w, &color_count, &is_masked))
		return false;
	needed = planes_for(color_count);
	if (request->plane_count && request->plane_count < needed) {
		report_error(w->report, w->input, EXH_NO_OFFSET,
			     "%zu colours need %u planes, and --planes is %u",
			     color_count, needed, request->plane_count);
		return false;
	}
	if (is_masked && request->format) {
		report_error(w->report, w->input, EXH_NO_OFFSET,
			     "a pbm has no mask: the picture must not be transparent");
		return false;
	}
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
	return true;
}

/*
 * Running.
 */

static bool open_like(struct work *w)
{
	const char *path = w->request->like;
	struct exh_notes notes = { .arena = &w->arena };
	struct exh_error err;
	uint8_t *hidden;

	if (!report_read(w->report, path, FILE_LIMIT, &w->like_file))
		return false;
	if (exh_ilbm_open(file_bytes(&w->like_file), &w->ilbm, &notes, &err) ||
	    exh_ilbm_decode(&w->ilbm, &w->arena, &w->like, &hidden, &notes, &err)) {
		report_failure(w->report, path, &err);
		return false;
	}
	report_notes(w->report, path, &notes);
	return true;
}

static bool read_png(struct work *w)
{
	struct exh_error err;
	struct file file;
	enum exh_status status;

	if (!report_read(w->report, w->input, FILE_LIMIT, &file))
		return false;
	status = png_decode(file_bytes(&file), EXH_ILBM_MAX_PIXELS, &w->png, &err);
	if (status)
		report_failure(w->report, w->input, &err);
	free(file.data);
	return !status;
}

static void write_picture(struct work *w, const char *output, json_t *result)
{
	struct exh_writer out = { .limit = OUTPUT_LIMIT };
	struct exh_error err;
	enum exh_status status;

	status = w->like.pixels
			 ? exh_ilbm_replace(file_bytes(&w->like_file), &w->ilbm,
					    &w->image, w->hidden, &out, &err)
			 : exh_ilbm_encode(&w->ilbm, &w->image, w->hidden, &out, &err);
	if (status || mem_check_limit(&out, &err)) {
		report_failure(w->report, w->input, &err);
	} else if (output_write(w->report, output, exh_writer_bytes(&out))) {
		json_set_string(result, "kind", w->ilbm.chunky ? "pbm" : "ilbm");
		json_set_number(result, "width", w->image.width);
		json_set_number(result, "height", w->image.height);
		json_set_number(result, "planes", w->ilbm.plane_count);
		json_set_number(result, "transparent_pixels", w->hidden_count);
		json_set_number(result, "size", out.size);
		report_info(w->report, "%s: %s, %u planes, %zu bytes", w->input, output,
			    w->ilbm.plane_count, out.size);
	}
	exh_writer_free(&out);
}

void png2lbm_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	struct work w = { .request = context,
			  .input = input,
			  .report = report,
			  .arena.limit = MEMORY_LIMIT };

	if (read_png(&w) && (w.request->like ? open_like(&w) : design(&w)) &&
	    convert_pixels(&w))
		write_picture(&w, output, result);
	free(w.png.pixels);
	free(w.image.pixels);
	free(w.hidden);
	free(w.like_file.data);
	exh_arena_free(&w.arena);
}
