/* From a drawing on its cell to a sprite: cut to what is drawn. */
#include "dreams.h"

#include <string.h>

/* Room around a cell, pixels; the sides are whole bytes for both kinds of video. */
enum { SIDES = 24, ABOVE = 16, HEIGHT = 128 };

static const struct dreams_frame *find_frame(unsigned chunk)
{
	const struct dreams_frame *const tables[] = { dreams_mole, dreams_foes,
						      dreams_items };

	for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
		for (const struct dreams_frame *frame = tables[i]; frame->chunk; frame++)
			if (frame->chunk == chunk)
				return frame;
	return NULL;
}

struct area {
	int left, top, right, bottom;
};

/* The columns are whole bytes of EGA. */
static struct area drawn_area(const struct art *a)
{
	struct area area = { (int)a->width, (int)a->height, 0, 0 };

	for (int y = 0; y < (int)a->height; y++)
		for (int x = 0; x < (int)a->width; x++) {
			if (a->pixels[y * (int)a->width + x] == ART_TRANSPARENT)
				continue;
			area.left = x < area.left ? x : area.left;
			area.right = x >= area.right ? x + 1 : area.right;
			area.top = y < area.top ? y : area.top;
			area.bottom = y + 1;
		}
	area.left &= ~7;
	area.right = (area.right + 7) & ~7;
	return area;
}

bool dreams_sprite(unsigned number, struct art *out, struct art_sprite *info)
{
	const struct dreams_frame *frame = find_frame(DREAMS_FIRST_SPRITE + number);
	struct art drawn, turned;
	struct area area;

	if (!frame)
		return false;
	start(&drawn, frame->width + 2 * SIDES, HEIGHT, ART_TRANSPARENT);
	drawn.left = SIDES;
	drawn.top = ABOVE;
	frame->draw(&drawn, frame->arg);
	drawn.left = drawn.top = 0;
	start(&turned, frame->width + 2 * SIDES, HEIGHT, ART_TRANSPARENT);
	paste(&turned, frame->shift, 0, &drawn, frame->flip);
	area = drawn_area(&turned);
	start(out, area.right - area.left, area.bottom - area.top, ART_TRANSPARENT);
	paste(out, -area.left, -area.top, &turned, false);
	*info = (struct art_sprite){ 16 * (area.left - SIDES),
				     16 * (area.top - ABOVE),
				     frame->left,
				     frame->top,
				     frame->right,
				     frame->bottom,
				     frame->shifts };
	return true;
}
