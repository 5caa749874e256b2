/*
 * Cels of a view on pictures: as they are, scaled, in rows, over each other, each with
 * its own transparent colour.
 */
#ifndef CMD_ASSETS_SCI0_VIEW_VIEW_DRAW_H
#define CMD_ASSETS_SCI0_VIEW_VIEW_DRAW_H

#include "media/picture/png.h"
#include "view_options.h"

#include <exhume/sci0_view.h>

enum {
	VIEW_MAX_PIXELS = 1 << 26, /* of a picture, and of all cels of a view */
	VIEW_MAX_CELS = 1 << 15,   /* of a view, with those that loops share */
	VIEW_MARK_ARM = 2,	   /* pixels of a mark on each side of its middle */
	VIEW_NAME_SIZE = 32,
	VIEW_MAX_SCALE = 64,
	VIEW_KEYS = 16,
	VIEW_NO_KEY = VIEW_KEYS, /* any colour that the picture does not have */
};

static inline unsigned view_scale(const struct sci_view_options *options)
{
	return options->scale ? options->scale : 1;
}

static inline double view_fps(const struct sci_view_options *options)
{
	return options->fps.value > 0 ? options->fps.value : SCI_VIEW_FPS;
}

static inline bool view_wants_loop(const struct sci_view_options *options, size_t loop)
{
	return ranges_have(options->loops, options->loop_count, (uint32_t)loop);
}

static inline bool view_wants_cel(const struct sci_view_options *options, size_t cel)
{
	return ranges_have(options->cels, options->cel_count, (uint32_t)cel);
}

/* Does the cel have pixels, but no more than the limit? Reading the view reports larger
 * ones as damage. */
static inline bool view_cel_is_drawn(const struct exh_sci0_cel *cel)
{
	return cel->width && cel->height &&
	       (size_t)cel->width * cel->height <= VIEW_MAX_PIXELS;
}

/* "00-01", with more digits where a view has more than a hundred. */
void view_cel_name(const struct exh_sci0_view *view, size_t loop, size_t cel,
		   char name[VIEW_NAME_SIZE]);
/* "00" */
void view_loop_name(const struct exh_sci0_view *view, size_t loop,
		    char name[VIEW_NAME_SIZE]);

/* Pixels as stored, or mirrored if flip is set, to be freed; NULL: err has why. */
uint8_t *view_cel_pixels(const struct exh_sci0_cel *cel, bool flip,
			 struct exh_error *err);

/*
 * The way back.
 */

/* A picture's pixels in EGA's colours, transparent ones as VIEW_NO_KEY; to be freed. The
 * picture may be enlarged. */
enum exh_status view_take_pixels(const struct png_picture *picture, bool quantize,
				 unsigned scale, struct exh_image *out,
				 struct exh_error *err);

/* The same of a PNG file. */
enum exh_status view_read_pixels(const char *path, bool quantize, unsigned scale,
				 struct exh_image *out, struct exh_error *err);

/* A colour that the pixels don't have; VIEW_NO_KEY: they have all. */
uint8_t view_free_color(const uint8_t *pixels, size_t count);

/* A rectangle relative to the object's position, in pixels; right and bottom are outside.
 */
struct view_box {
	int32_t left, top, right, bottom;
};

/* Widens box, of no size at first, to a cel; with marks to the object's place, too. */
void view_box_add(struct view_box *box, const struct exh_sci0_cel *cel, bool is_mirrored,
		  bool marks);

/*
 * The colours of a picture: those of EGA in their order. If all its cels have one key,
 * that is the transparent one, else there is one more.
 */
struct view_colors {
	struct exh_palette palette;
	uint8_t clear, mark;
};

/* keys: a bit for each. */
void view_colors_make(unsigned keys, bool marks, struct view_colors *out);

/* One of so many pixels, scaled, all clear; pixels are to be freed. EXH_LIMIT. */
enum exh_status view_image_make(size_t width, size_t height, unsigned scale,
				uint8_t clear, struct exh_image *out,
				struct exh_error *err);

/* Draws a cel at (x, y), in pixels before they are scaled. It lies within the image. */
enum exh_status view_draw_cel(const struct exh_sci0_cel *cel, bool flip,
			      const struct view_colors *colors, unsigned scale, size_t x,
			      size_t y, struct exh_image *image, struct exh_error *err);

/* Draws a cross on the pixel at (x, y), too; its arms lie within the image, too. */
void view_draw_mark(const struct view_colors *colors, unsigned scale, size_t x, size_t y,
		    struct exh_image *image);

#endif
