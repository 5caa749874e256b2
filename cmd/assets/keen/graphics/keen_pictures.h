/*
 * The bitmaps of a Keen archive as pictures: decoded, with palette, scaled, with
 * overlays.
 */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_KEEN_PICTURES_H
#define CMD_ASSETS_KEEN_GRAPHICS_KEEN_PICTURES_H

#include "task/report.h"

#include <exhume/keen.h>

struct picture {
	size_t chunk_number, part; /* part: the tile of an 8x8 chunk */
	uint32_t index;		   /* within the class */
	enum exh_keen_class class_id;
	char *path;		/* under the output folder: sprite/012.png */
	struct exh_image image; /* as exh_keen_bitmap_decode leaves it */
	/*
	 * The highest colour that the mask hides. The games' masks hide only black
	 * (0); one that hides more keeps it, by further transparent palette entries.
	 */
	unsigned hidden_color;
};

struct pictures {
	struct picture *items; /* ordered by class, then by index */
	size_t count, capacity;
};

/* How pictures are to look. */
struct style {
	enum exh_keen_video video;
	struct exh_palette colors; /* 16 of EGA or 4 of CGA */
	unsigned scale;		   /* at least 1 */
	bool hitbox;
};

/*
 * Decodes all bitmaps of graphics that are in wanted (an array over class and index: see
 * keen_wanted). What can't be drawn is reported, and its place in undrawn set.
 */
struct keen_wanted;
void pictures_decode(const struct exh_keen_graphics *graphics,
		     const struct keen_wanted *wanted, const char *file,
		     struct report *report, struct pictures *out, bool *undrawn);
void pictures_free(struct pictures *pictures);

/*
 * Draws with the indices of a style_palette of its class with hidden_color, which is at
 * least its own. sprite: the table's entry, for the hit box; may be NULL. image->pixels
 * is to be freed.
 */
enum exh_status picture_render(const struct picture *picture, const struct style *style,
			       const struct exh_keen_sprite *sprite,
			       unsigned hidden_color, struct exh_image *image,
			       struct exh_error *err);

/* Palettes of CGA: "0", "1", "0i", "1i", NULL. */
enum cga_palette { CGA_0, CGA_1, CGA_0I, CGA_1I };
extern const char *const cga_palette_names[];

/* The 16 colours of EGA, or the four of a palette of CGA. */
void style_colors(enum exh_keen_video video, unsigned cga_palette,
		  struct exh_palette *colors);

/* The size that picture_render will give it. */
void picture_size(const struct picture *picture, const struct style *style, size_t *width,
		  size_t *height);

/* The index that a transparent pixel has. */
unsigned style_transparent(const struct style *style);

/*
 * The palette of pictures of a class: the colours; where there are masks the transparent
 * ones, up to hidden_color; last, for sprites that have one, the overlay's.
 */
void style_palette(const struct style *style, enum exh_keen_class class_id,
		   unsigned hidden_color, struct exh_palette *palette);

/* The numbers of names have one width a class: at least three digits. */
int class_digits(const struct exh_keen_layout *layout, enum exh_keen_class class_id);

/* The assets that --only selects; none: all. */
struct range;
struct keen_wanted {
	const struct range *ranges;
	size_t count;
};
bool keen_is_wanted(const struct keen_wanted *wanted, enum exh_keen_class class_id,
		    size_t index);

#endif
