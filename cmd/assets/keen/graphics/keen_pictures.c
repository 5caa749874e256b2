#include "graphics.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_PIXELS = 64 << 20, /* pixels of one drawn picture */
	LEAST_DIGITS = 3,
};

bool keen_is_wanted(const struct keen_wanted *wanted, enum exh_keen_class class_id,
		    size_t index)
{
	const char *name = exh_keen_class_name(class_id);

	for (size_t i = 0; i < wanted->count; i++) {
		const struct range *range = &wanted->ranges[i];

		if (strlen(name) == range->name_size &&
		    memcmp(name, range->name, range->name_size) == 0 &&
		    index >= range->first && index <= range->last)
			return true;
	}
	return !wanted->count;
}

size_t class_count(const struct exh_keen_layout *layout, enum exh_keen_class class_id)
{
	if (class_id == EXH_KEEN_TILE8)
		return layout->tile8_count;
	return class_id == EXH_KEEN_TILE8M ? layout->tile8m_count
					   : layout->spans[class_id].count;
}

int class_digits(const struct exh_keen_layout *layout, enum exh_keen_class class_id)
{
	size_t count = class_count(layout, class_id);
	int digits = 1;

	for (; count > 10; count = (count + 9) / 10)
		digits++;
	return digits < LEAST_DIGITS ? LEAST_DIGITS : digits;
}

/*
 * Decoding.
 */

static unsigned find_hidden_color(const struct exh_image *image)
{
	unsigned highest = 0;

	for (size_t i = 0; i < image->width * image->height; i++) {
		const unsigned pixel = image->pixels[i];

		if (pixel & EXH_KEEN_MASKED && (pixel & 15) > highest)
			highest = pixel & 15;
	}
	return highest;
}

static void decode(const struct exh_keen_graphics *graphics, struct picture *picture,
		   const struct exh_keen_bitmap *bitmap)
{
	picture->path = mem_format("%s/%0*u.png", exh_keen_class_name(picture->class_id),
				   class_digits(&graphics->layout, picture->class_id),
				   picture->index);
	picture->image = (struct exh_image){ bitmap->width, bitmap->height,
					     mem_alloc(bitmap->width, bitmap->height) };
	exh_keen_bitmap_decode(bitmap, picture->image.pixels);
	picture->hidden_color = find_hidden_color(&picture->image);
}

void pictures_decode(const struct exh_keen_graphics *graphics,
		     const struct keen_wanted *wanted, const char *file,
		     struct report *report, struct pictures *out, bool *undrawn)
{
	*out = (struct pictures){ 0 };
	for (size_t number = 0; number < graphics->chunk_count; number++) {
		const struct exh_keen_chunk *chunk = &graphics->chunks[number];
		const size_t count = exh_keen_bitmap_count(graphics, number);

		for (size_t part = 0; part < count; part++) {
			struct picture picture = {
				.chunk_number = number,
				.part = part,
				.index = chunk->index + (uint32_t)part,
				.class_id = chunk->class_id,
			};
			struct exh_keen_bitmap bitmap;
			struct exh_error err;

			if (!keen_is_wanted(wanted, chunk->class_id, picture.index))
				continue;
			if (exh_keen_bitmap_open(graphics, number, part, &bitmap, &err)) {
				/* A damaged chunk was reported when it was opened. */
				if (!chunk->damaged)
					report_failure(report, file, &err);
				undrawn[number] = true;
				continue;
			}
			decode(graphics, &picture, &bitmap);
			*MEM_ADD(out) = picture;
		}
	}
}

void pictures_free(struct pictures *pictures)
{
	for (size_t i = 0; i < pictures->count; i++) {
		free(pictures->items[i].path);
		free(pictures->items[i].image.pixels);
	}
	free(pictures->items);
}

/*
 * Looks.
 */

const char *const cga_palette_names[] = { "0", "1", "0i", "1i", NULL };

void style_colors(enum exh_keen_video video, unsigned cga_palette,
		  struct exh_palette *colors)
{
	if (video == EXH_KEEN_EGA)
		exh_palette_ega(colors);
	else
		exh_palette_cga(colors, cga_palette == CGA_1 || cga_palette == CGA_1I,
				cga_palette == CGA_0I || cga_palette == CGA_1I);
}

struct style style_usual(enum exh_keen_video video)
{
	struct style style = { .video = video, .scale = 1 };

	style_colors(video, CGA_1I, &style.colors);
	return style;
}

unsigned style_transparent(const struct style *style)
{
	return style->video == EXH_KEEN_EGA ? 16 : 4;
}

static bool has_overlay(const struct style *style, enum exh_keen_class class_id)
{
	return style->hitbox && class_id == EXH_KEEN_SPRITE;
}

void style_palette(const struct style *style, enum exh_keen_class class_id,
		   unsigned hidden_color, struct exh_palette *palette)
{
	*palette = style->colors;
	for (unsigned i = 0; exh_keen_class_is_masked(class_id) && i <= hidden_color;
	     i++) {
		palette->colors[palette->count] = style->colors.colors[i];
		palette->colors[palette->count++].alpha = 0;
	}
	/* No EGA colour, so that it is seen on any sprite. */
	if (has_overlay(style, class_id))
		palette->colors[palette->count++] =
			(struct exh_color){ 255, 0, 128, 255 };
}

void picture_size(const struct picture *picture, const struct style *style, size_t *width,
		  size_t *height)
{
	*width = picture->image.width * style->scale;
	*height = picture->image.height * style->scale;
}

/* Scaled pixels from units, rounded down. */
static long unit_place(int units, int origin_units, unsigned scale)
{
	const long place = (long)(units - origin_units) * (long)scale;

	return place >= 0 ? place / 16 : -((-place + 15) / 16);
}

static void draw_dot(struct exh_image *image, long x, long y, uint8_t color)
{
	if (x >= 0 && y >= 0 && (size_t)x < image->width && (size_t)y < image->height)
		image->pixels[(size_t)y * image->width + (size_t)x] = color;
}

/* Both far edges belong to the box. What lies outside the picture is not drawn. */
static void draw_hitbox(const struct exh_keen_sprite *sprite, const struct style *style,
			struct exh_image *image, uint8_t color)
{
	const int *box = sprite->hitbox_units, *origin = sprite->origin_units;
	const long left = unit_place(box[0], origin[0], style->scale);
	const long top = unit_place(box[1], origin[1], style->scale);
	const long right = unit_place(box[2], origin[0], style->scale);
	const long bottom = unit_place(box[3], origin[1], style->scale);

	for (long x = left < 0 ? 0 : left; x <= right && x < (long)image->width; x++) {
		draw_dot(image, x, top, color);
		draw_dot(image, x, bottom, color);
	}
	for (long y = top < 0 ? 0 : top; y <= bottom && y < (long)image->height; y++) {
		draw_dot(image, left, y, color);
		draw_dot(image, right, y, color);
	}
}

enum exh_status picture_render(const struct picture *picture, const struct style *style,
			       const struct exh_keen_sprite *sprite,
			       unsigned hidden_color, struct exh_image *image,
			       struct exh_error *err)
{
	const struct exh_image *from = &picture->image;
	const unsigned transparent = style_transparent(style);
	struct exh_palette palette;

	picture_size(picture, style, &image->width, &image->height);
	if (from->width > MAX_PIXELS / style->scale / style->scale / from->height)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zux%zu pixels, at most %d million are drawn",
				image->width, image->height, MAX_PIXELS >> 20);
	*image = (struct exh_image){ from->width, from->height,
				     mem_alloc(from->width, from->height) };
	for (size_t i = 0; i < from->width * from->height; i++)
		image->pixels[i] =
			(uint8_t)((from->pixels[i] & 15) +
				  (from->pixels[i] & EXH_KEEN_MASKED ? transparent : 0));
	image_scale(image, style->scale, false);
	style_palette(style, picture->class_id, hidden_color, &palette);
	if (has_overlay(style, picture->class_id) && sprite)
		draw_hitbox(sprite, style, image, (uint8_t)(palette.count - 1));
	return EXH_OK;
}
