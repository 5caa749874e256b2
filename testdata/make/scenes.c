/*
 * Pictures of the mole's world, as ZVision has them: a panorama, stored with rows and
 * columns exchanged, a flat picture, the same as plain TGA, and a cursor.
 */
#include "art.h"
#include "samples.h"

#include <exhume/advanced/zvision_picture.h>
#include <exhume/zvision.h>

#include <stdio.h>
#include <stdlib.h>

enum {
	PANORAMA_WIDTH = 640,
	PANORAMA_HEIGHT = 320, /* as Nemesis's window is high */
	FLAT_WIDTH = 160,
	FLAT_HEIGHT = 100,
	MOST = PANORAMA_WIDTH * PANORAMA_HEIGHT,
	SPRITE_STEP = 64, /* pixels from one sprite to the next */
	CURSOR_SIDE = 16,
	LIMIT = 1 << 20,
};

static uint16_t color(unsigned red, unsigned green, unsigned blue)
{
	return (uint16_t)(red << 10 | green << 5 | blue);
}

static uint16_t ega(unsigned index)
{
	const unsigned bright = index & 8 ? 10 : 0;

	return color((index & 4 ? 21 : 0) + bright, (index & 2 ? 21 : 0) + bright,
		     (index & 1 ? 21 : 0) + bright);
}

/* Hills all around, as wide as the picture, so that its ends meet. */
static unsigned horizon(const struct exh_zv_picture *picture, size_t x)
{
	const size_t apart = picture->width / 4, at = x % apart;
	const size_t rise = at < apart / 2 ? at : apart - at;

	return (unsigned)(picture->height * 2 / 3 - rise * picture->height / 512);
}

static void paint_ground(const struct exh_zv_picture *picture)
{
	for (size_t y = 0; y < picture->height; y++)
		for (size_t x = 0; x < picture->width; x++) {
			const unsigned edge = horizon(picture, x);
			const unsigned down = (unsigned)(y * 31 / picture->height);

			picture->pixels[y * picture->width + x] =
				y < edge	 ? color(4 + down / 2, 8 + down / 2, 31)
				: y < edge + 4	 ? color(5, 22, 4)
				: (x ^ y) & 0x18 ? color(13 - down / 8, 8, 3)
						 : color(15 - down / 8, 9, 4);
		}
}

static void paint_sprite(const struct exh_zv_picture *picture, size_t index, size_t left,
			 size_t bottom)
{
	struct art art;

	if (!art_draw(ART_SPRITE, index, &art) || art.height > bottom)
		return;
	for (size_t y = 0; y < art.height; y++)
		for (size_t x = 0; x < art.width; x++) {
			const unsigned pixel = art.pixels[y * art.width + x];
			const size_t to = (left + x) % picture->width;

			if (pixel != ART_TRANSPARENT)
				picture->pixels[(bottom - art.height + y) *
							picture->width +
						to] = ega(pixel);
		}
}

static void paint(const struct exh_zv_picture *picture)
{
	paint_ground(picture);
	for (size_t i = 0; i * SPRITE_STEP < picture->width; i++)
		paint_sprite(picture, i % art_count(ART_SPRITE), i * SPRITE_STEP + 20,
			     horizon(picture, i * SPRITE_STEP + 20) + 6);
}

static void save(const char *root, const char *name, const struct exh_writer *out)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof path, "%s/zvision/%s", root, name);
	file = fopen(path, "wb");
	if (!file || out->failed || fwrite(out->data, 1, out->size, file) != out->size ||
	    fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

static void save_picture(const char *root, const char *name,
			 const struct exh_zv_picture *picture, bool packed)
{
	struct exh_writer out = { .limit = LIMIT };

	if (packed)
		(void)!exh_zv_tgz_write(picture, &out, NULL);
	else
		(void)!exh_zv_tga_write(picture, &out, NULL);
	save(root, name, &out);
	exh_writer_free(&out);
}

/* An arrow that points to the upper left. */
static void save_cursor(const char *root)
{
	const struct exh_zv_cursor cursor = {
		.hot_x = 1, .hot_y = 1, .width = CURSOR_SIDE, .height = CURSOR_SIDE
	};
	uint16_t pixels[CURSOR_SIDE * CURSOR_SIDE] = { 0 };
	struct exh_writer out = { .limit = LIMIT };

	for (unsigned y = 1; y < CURSOR_SIDE - 1; y++)
		for (unsigned x = 1; x < CURSOR_SIDE - y; x++)
			pixels[y * CURSOR_SIDE + x] =
				x == 1 || y == 1 || x == CURSOR_SIDE - 1U - y
					? color(31, 31, 31)
					: color(20 - y, 6 + x, 2);
	(void)!exh_zv_cursor_write(&cursor, pixels, &out, NULL);
	save(root, "00IDLEA.ZCR", &out);
	exh_writer_free(&out);
}

void make_scenes(const char *root)
{
	static uint16_t pixels[MOST], stored[MOST];
	const struct exh_zv_picture panorama = { PANORAMA_WIDTH, PANORAMA_HEIGHT,
						 pixels };
	const struct exh_zv_picture turned = { PANORAMA_HEIGHT, PANORAMA_WIDTH, stored };
	const struct exh_zv_picture flat = { FLAT_WIDTH, FLAT_HEIGHT, pixels };

	paint(&panorama);
	exh_zv_transpose(&panorama, stored);
	save_picture(root, "HILLS.TGA", &turned, true);
	paint(&flat);
	save_picture(root, "FLAT.TGA", &flat, true);
	save_picture(root, "PLAIN.TGA", &flat, false);
	save_cursor(root);
}
