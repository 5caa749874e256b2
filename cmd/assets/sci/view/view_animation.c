#include "media/picture/animation.h"
#include "media/picture/png.h"
#include "task/jobs.h"
#include "view.h"

#include <exhume/advanced/sci_view.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ANIMATED = 1 << 28 /* pixels of all frames together */ };

struct show {
	const struct sci_view_options *options;
	const struct exh_sci_loop *loop;
	struct view_box box;
	struct view_colors colors;
	struct exh_image image;
	size_t frame_count;
};

static void start(struct show *show)
{
	const struct exh_sci_loop *loop = show->loop;
	unsigned keys = 0;

	for (size_t i = 0; i < loop->cel_count; i++) {
		if (!view_wants_cel(show->options, i))
			continue;
		show->frame_count++;
		view_box_add(&show->box, &loop->cels[i], loop->is_mirrored,
			     show->options->origin);
		if (view_cel_is_drawn(&loop->cels[i]))
			keys |= 1U << loop->cels[i].key;
	}
	view_colors_make(keys, show->options->origin, &show->colors);
}

static enum exh_status make_image(struct show *show, struct exh_error *err)
{
	const struct view_box *box = &show->box;

	return view_image_make(
		(size_t)(box->right - box->left), (size_t)(box->bottom - box->top),
		view_scale(show->options), show->colors.clear, &show->image, err);
}

static enum exh_status draw_frame(struct show *show, size_t cel, struct exh_error *err)
{
	const struct exh_sci_cel *from = &show->loop->cels[cel];
	const bool flip = show->loop->is_mirrored;
	const struct exh_sci_cel_place place = exh_sci_cel_place(from, flip, 0, 0, 0);
	const unsigned scale = view_scale(show->options);
	enum exh_status status = EXH_OK;

	memset(show->image.pixels, show->colors.clear,
	       show->image.width * show->image.height);
	if (view_cel_is_drawn(from))
		status = view_draw_cel(from, flip, &show->colors, scale,
				       (size_t)(place.left - show->box.left),
				       (size_t)(place.top - show->box.top), &show->image,
				       err);
	if (show->options->origin)
		view_draw_mark(&show->colors, scale, (size_t)-show->box.left,
			       (size_t)-show->box.top, &show->image);
	return status;
}

enum exh_status view_make_cel(const struct sci_view_options *options,
			      const struct exh_sci_loop *loop, size_t cel,
			      struct exh_writer *out, struct exh_error *err)
{
	const struct exh_sci_cel *from = &loop->cels[cel];
	struct show show = { .options = options, .loop = loop };
	enum exh_status status;

	view_box_add(&show.box, from, loop->is_mirrored, options->origin);
	view_colors_make(1U << from->key, options->origin, &show.colors);
	status = make_image(&show, err);
	if (!status)
		status = draw_frame(&show, cel, err);
	if (!status)
		status = png_encode(&show.image, &show.colors.palette, out, err);
	free(show.image.pixels);
	return status;
}

/*
 * Animations.
 */

/* Returns the time at which frame i begins, in units: so rounding errors do not add
 * up. */
static unsigned begin_of(const struct show *show, size_t i, unsigned units_a_second)
{
	return (unsigned)lround((double)i * units_a_second / view_fps(show->options));
}

static unsigned time_of(const struct show *show, size_t i, unsigned units_a_second)
{
	return begin_of(show, i + 1, units_a_second) - begin_of(show, i, units_a_second);
}

static enum exh_status add_to_gif(const struct show *show, size_t i,
				  struct exh_writer *out)
{
	gif_add(&(struct gif_frame){ .part = show->image,
				     .color_count = show->colors.palette.count,
				     .transparent = show->colors.clear,
				     .is_cleared = true,
				     .hundredths = time_of(show, i, 100) },
		out);
	return EXH_OK;
}

/* Adds frames to apng, or if it is NULL to a GIF. */
static enum exh_status add_frames(struct show *show, struct apng *apng,
				  struct exh_writer *out, struct exh_error *err)
{
	enum exh_status status = EXH_OK;
	size_t done = 0;

	for (size_t i = 0; i < show->loop->cel_count && !status; i++) {
		if (!view_wants_cel(show->options, i))
			continue;
		if (interrupt_pending())
			return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "%s",
					interrupt_name());
		status = draw_frame(show, i, err);
		if (!status)
			status = apng ? apng_add(apng, &show->image, 0, 0,
						 (uint16_t)time_of(show, done, 1000),
						 1000, err)
				      : add_to_gif(show, done, out);
		done++;
	}
	return status;
}

static enum exh_status write_apng(struct show *show, struct exh_writer *out,
				  struct exh_error *err)
{
	struct apng *apng = apng_begin(show->image.width, show->image.height,
				       &show->colors.palette, show->frame_count, 0, out);

	return apng_end(apng, add_frames(show, apng, out, err), err);
}

static enum exh_status write_gif(struct show *show, struct exh_writer *out,
				 struct exh_error *err)
{
	enum exh_status status = gif_begin(show->image.width, show->image.height,
					   &show->colors.palette, 0, out, err);

	if (!status)
		status = add_frames(show, NULL, out, err);
	gif_end(out);
	return status;
}

enum exh_status view_make_animation(const struct sci_view_options *options,
				    const struct exh_sci_loop *loop, bool is_gif,
				    struct exh_writer *out, struct exh_error *err)
{
	struct show show = { .options = options, .loop = loop };
	enum exh_status status;

	start(&show);
	status = make_image(&show, err);
	if (!status &&
	    show.frame_count > MAX_ANIMATED / show.image.width / show.image.height)
		status = exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				  "%zu frames of %zux%zu pixels, at most %d million are "
				  "drawn",
				  show.frame_count, show.image.width, show.image.height,
				  MAX_ANIMATED >> 20);
	if (!status)
		status =
			is_gif ? write_gif(&show, out, err) : write_apng(&show, out, err);
	free(show.image.pixels);
	return status;
}
