/*
 * Animations of the mole's world, as ZVision has them: 16 frames of an evening, each
 * eighth a key frame; and one of eight whose second half is the first backwards.
 */
#include "art.h"
#include "samples.h"

#include <exhume/advanced/zvision.h>
#include <exhume/zvision.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	WIDTH = 96,
	HEIGHT = 64,
	FRAMES = 16,
	KEY_STEP = 8,
	HORIZON = 46,
	SUN_X = WIDTH / 2,
	SUN_RADIUS = 13,
	GLOW_RADIUS = 32,
	RAY = 128, /* of the 512 steps from left to right; it moves on by one in FRAMES */
	SPEED = WIDTH / FRAMES,
	MOLE = 0, /* sprites of the art: the first of four steps */
	STEPS = 4,
	BAT = 12, /* wings up, and down */
	FEET = 56,
	SWING_SIZE = 12,
	SWING_FRAMES = 8,
	LIMIT = 1 << 20,
};

static uint16_t color(unsigned red, unsigned green, unsigned blue)
{
	return (uint16_t)(red << 10 | green << 5 | blue);
}

/* Violet above, orange at the horizon; rays turn around the sun. */
static uint16_t sky(int x, int y, unsigned frame)
{
	const int dx = x - SUN_X, dy = HORIZON - y;
	const int direction = dx * 256 / (abs(dx) + dy); /* -256 to 256 */
	const unsigned turned = (unsigned)(direction + 256) + frame * (RAY / FRAMES);
	const int distance = dx * dx + dy * dy;
	const unsigned row = (unsigned)y;
	const unsigned light =
		distance <= GLOW_RADIUS * GLOW_RADIUS && turned % RAY < RAY / 2 ? 4 : 0;

	if (distance <= SUN_RADIUS * SUN_RADIUS)
		return color(31, 31 - row / 4, 6 + light / 2);
	return color(8 + row / 3 + light, 2 + row / 4 + light, 14 - row / 5);
}

/* How far a hill rises, whose tops are so many pixels from each other. */
static int slope(int x, int apart, int height)
{
	const int at = (x + WIDTH) % apart - apart / 2;

	return height - height * abs(at) * 2 / apart;
}

static uint16_t earth(int x, int y)
{
	const unsigned stone = (unsigned)(x * 7 + y * 13) % 29;

	if (y < HORIZON + 2)
		return color(6, 20, 3);
	if (y < HORIZON + 4)
		return (x * 5 + y) % 3 ? color(4, 14, 2) : color(9, 8, 3);
	return stone == 0 ? color(14, 12, 9) : color(9, 6, (unsigned)(y > FEET) + 2);
}

static void paint_background(unsigned frame, uint16_t *out)
{
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++) {
			const int rise = HORIZON - y;

			*out++ = y >= HORIZON			? earth(x, y)
				 : rise <= slope(x, 48, 9)	? color(7, 5, 7)
				 : rise <= slope(x + 9, 32, 14) ? color(11, 5, 11)
								: sky(x, y, frame);
		}
}

/* The colours of EGA: red, green, blue and how bright. */
static uint16_t ega(unsigned index)
{
	const unsigned bright = index & 8 ? 10 : 0;

	if (index == 6)
		return color(21, 10, 0);
	return color((index & 4 ? 21 : 0) + bright, (index & 2 ? 21 : 0) + bright,
		     (index & 1 ? 21 : 0) + bright);
}

/* Comes in on one side when it leaves on the other. */
static void paint_sprite(size_t index, unsigned left, unsigned top, uint16_t *out)
{
	struct art art;

	art_draw(ART_SPRITE, index, &art);
	for (unsigned y = 0; y < art.height; y++)
		for (unsigned x = 0; x < art.width; x++) {
			const unsigned pixel = art.pixels[y * art.width + x];

			if (pixel != ART_TRANSPARENT)
				out[(top + y) * WIDTH + (left + x) % WIDTH] = ega(pixel);
		}
}

static void paint_evening(unsigned frame, uint16_t *out)
{
	struct art mole;

	art_draw(ART_SPRITE, MOLE, &mole);
	paint_background(frame, out);
	paint_sprite(BAT + frame / 4 % 2, 60, 4 + frame / 4 % 2 * 2, out);
	paint_sprite(MOLE + frame % STEPS, frame * SPEED, FEET - mole.height, out);
}

/* A dot on its way over a field. */
static void paint_swing(unsigned frame, uint16_t *out)
{
	const unsigned at = frame < SWING_FRAMES / 2 ? frame : SWING_FRAMES - 1 - frame;

	for (unsigned i = 0; i < SWING_SIZE * SWING_SIZE; i++)
		out[i] = color(0, 6, 10);
	for (unsigned i = 0; i < 4; i++)
		out[(4 + at + i / 2) * SWING_SIZE + 1 + 3 * at + i % 2] =
			color(31, 28, 10);
}

struct animation {
	const char *path;
	struct exh_zv_rlf header;
	unsigned key_step;
	void (*paint)(unsigned frame, uint16_t *out);
};

static void save(const char *root, const char *name, const struct exh_writer *out)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", root, name);
	file = fopen(path, "wb");
	if (!file || out->failed || fwrite(out->data, 1, out->size, file) != out->size ||
	    fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

static void make(const struct animation *animation, const char *root)
{
	static uint16_t pixels[2][WIDTH * HEIGHT];
	const size_t count = (size_t)animation->header.width * animation->header.height;
	struct exh_writer records = { .limit = LIMIT }, out = { .limit = LIMIT };

	for (unsigned i = 0; i < animation->header.frame_count; i++) {
		animation->paint(i, pixels[i % 2]);
		exh_zv_rlf_write_record(
			i % animation->key_step ? EXH_ZV_RLF_MASKED : EXH_ZV_RLF_SIMPLE,
			pixels[1 - i % 2], pixels[i % 2], count, &records);
	}
	exh_zv_rlf_write_header(&animation->header,
				(uint32_t)(EXH_ZV_RLF_HEADER_SIZE + records.size), &out);
	exh_write_bytes(&out, records.data, records.size);
	save(root, animation->path, &out);
	exh_writer_free(&records);
	exh_writer_free(&out);
}

void make_animations(const char *root)
{
	static const struct animation animations[] = {
		{ "zvision/EVENING.RLF",
		  { .frame_count = FRAMES,
		    .width = WIDTH,
		    .height = HEIGHT,
		    .tenths = 800 },
		  KEY_STEP,
		  paint_evening },
		{ "zvision/SWING.RLF",
		  { .frame_count = SWING_FRAMES,
		    .width = SWING_SIZE,
		    .height = SWING_SIZE,
		    .tenths = 666 },
		  SWING_FRAMES,
		  paint_swing },
	};

	for (size_t i = 0; i < sizeof animations / sizeof animations[0]; i++)
		make(&animations[i], root);
}
