#include "screen.h"

#include <stdlib.h>
#include <string.h>

enum { SAVED_HEAD = 10 /* bytes in front of saved pixels: the maps and the rectangle */ };

static const struct rect whole = { 0, 0, STAGE_WIDTH, STAGE_HEIGHT };

void exh_stage_screen_start(stage *s)
{
	exh_sci_pic_clear(&s->canvas, 0);
	s->show_style = 100;
}

struct rect exh_stage_clip(struct rect r, struct rect within)
{
	if (r.left < within.left)
		r.left = within.left;
	if (r.top < within.top)
		r.top = within.top;
	if (r.right > within.right)
		r.right = within.right;
	if (r.bottom > within.bottom)
		r.bottom = within.bottom;
	return r;
}

/* Returns a map by the order of the bits. */
static uint8_t *map_of(stage *s, size_t i)
{
	return i == 0 ? s->visual : i == 1 ? s->priority : s->control;
}

void exh_stage_fill(stage *s, struct rect rect, unsigned maps, int32_t color,
		    int32_t priority, int32_t control)
{
	const int32_t values[] = { color, priority, control };
	const struct rect r = exh_stage_clip(rect, whole);

	if (stage_rect_is_empty(r))
		return;
	for (size_t i = 0; i < 3; i++) {
		uint8_t *map = map_of(s, i);

		if (!(maps & 1u << i) || values[i] < 0)
			continue;
		for (int32_t y = r.top; y < r.bottom; y++)
			memset(map + y * STAGE_WIDTH + r.left, values[i] & 15,
			       (size_t)(r.right - r.left));
	}
}

void exh_stage_frame(stage *s, struct rect r, uint8_t color)
{
	const struct rect sides[] = {
		{ r.left, r.top, r.right, r.top + 1 },
		{ r.left, r.bottom - 1, r.right, r.bottom },
		{ r.left, r.top, r.left + 1, r.bottom },
		{ r.right - 1, r.top, r.right, r.bottom },
	};

	if (stage_rect_is_empty(r))
		return;
	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
		exh_stage_fill(s, sides[i], MAP_VISUAL, color, -1, -1);
}

void exh_stage_swap(stage *s, struct rect rect, uint8_t a, uint8_t b)
{
	const struct rect r = exh_stage_clip(rect, whole);

	for (int32_t y = r.top; y < r.bottom; y++)
		for (int32_t x = r.left; x < r.right; x++) {
			uint8_t *pixel = &s->visual[y * STAGE_WIDTH + x];

			*pixel = *pixel == a ? b : *pixel == b ? a : *pixel;
		}
}

void exh_stage_pixel(stage *s, int32_t x, int32_t y, unsigned maps, int32_t color,
		     int32_t priority, int32_t control)
{
	exh_stage_fill(s, (struct rect){ x, y, x + 1, y + 1 }, maps, color, priority,
		       control);
}

void exh_stage_line(stage *s, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
		    struct rect clip, int32_t color, int32_t priority, int32_t control)
{
	const int32_t dx = abs(x1 - x0), dy = abs(y1 - y0);
	const int32_t step_x = x0 < x1 ? 1 : -1, step_y = y0 < y1 ? 1 : -1;
	int32_t error = dx - dy;

	for (;;) {
		const int32_t twice = 2 * error;

		if (x0 >= clip.left && x0 < clip.right && y0 >= clip.top &&
		    y0 < clip.bottom)
			exh_stage_pixel(s, x0, y0,
					MAP_VISUAL | MAP_PRIORITY | MAP_CONTROL, color,
					priority, control);
		if (x0 == x1 && y0 == y1)
			return;
		if (twice > -dy) {
			error -= dy;
			x0 += step_x;
		}
		if (twice < dx) {
			error += dx;
			y0 += step_y;
		}
	}
}

/*
 * Saved pixels: the maps' bits, four edges of 16 bits, then the maps in the order of
 * their bits.
 */

static void put16(uint8_t *at, int32_t value)
{
	at[0] = (uint8_t)value;
	at[1] = (uint8_t)((uint32_t)value >> 8);
}

static int32_t get16(const uint8_t *at)
{
	return at[0] | at[1] << 8;
}

static size_t maps_in(unsigned maps)
{
	return (maps & 1) + (maps >> 1 & 1) + (maps >> 2 & 1);
}

static size_t area_of(struct rect r)
{
	return (size_t)(r.right - r.left) * (size_t)(r.bottom - r.top);
}

reg exh_stage_save(stage *s, struct rect rect, unsigned maps)
{
	const struct rect r = exh_stage_clip(rect, whole);
	size_t size;
	uint8_t *at;
	reg bits;

	maps &= MAP_VISUAL | MAP_PRIORITY | MAP_CONTROL;
	if (stage_rect_is_empty(r) || !maps)
		return stage_int(0);
	bits = exh_sci_vm_add_hunk(s->vm, SAVED_HEAD + maps_in(maps) * area_of(r));
	at = exh_sci_vm_hunk(s->vm, bits, &size);
	if (!at) {
		exh_sci_vm_free_hunk(s->vm, bits);
		return stage_int(0);
	}
	put16(at, (int32_t)maps);
	put16(at + 2, r.left);
	put16(at + 4, r.top);
	put16(at + 6, r.right);
	put16(at + 8, r.bottom);
	at += SAVED_HEAD;
	for (size_t i = 0; i < 3; i++)
		for (int32_t y = r.top; maps & 1u << i && y < r.bottom; y++) {
			memcpy(at, map_of(s, i) + y * STAGE_WIDTH + r.left,
			       (size_t)(r.right - r.left));
			at += r.right - r.left;
		}
	return bits;
}

/* False if the hunk was not made by exh_stage_save. */
static bool read_head(const uint8_t *at, size_t size, unsigned *maps, struct rect *r)
{
	if (!at || size < SAVED_HEAD)
		return false;
	*maps = (unsigned)get16(at);
	*r = (struct rect){ get16(at + 2), get16(at + 4), get16(at + 6), get16(at + 8) };
	return !stage_rect_is_empty(*r) && r->right <= STAGE_WIDTH &&
	       r->bottom <= STAGE_HEIGHT && *maps < 8 &&
	       size == SAVED_HEAD + maps_in(*maps) * area_of(*r);
}

bool exh_stage_restore(stage *s, reg bits, struct rect *rect)
{
	size_t size = 0;
	uint8_t *at = exh_sci_vm_hunk(s->vm, bits, &size);
	unsigned maps = 0;
	struct rect r = { 0 };
	const bool is_good = read_head(at, size, &maps, &r);

	if (rect)
		*rect = r;
	if (!is_good)
		return false;
	at += SAVED_HEAD;
	for (size_t i = 0; i < 3; i++)
		for (int32_t y = r.top; maps & 1u << i && y < r.bottom; y++) {
			memcpy(map_of(s, i) + y * STAGE_WIDTH + r.left, at,
			       (size_t)(r.right - r.left));
			at += r.right - r.left;
		}
	exh_sci_vm_free_hunk(s->vm, bits);
	return true;
}

/*
 * The shown picture.
 */

static void add_dirty(stage *s, struct rect r)
{
	if (!s->is_dirty)
		s->dirty = r;
	s->is_dirty = true;
	if (r.left < s->dirty.left)
		s->dirty.left = r.left;
	if (r.top < s->dirty.top)
		s->dirty.top = r.top;
	if (r.right > s->dirty.right)
		s->dirty.right = r.right;
	if (r.bottom > s->dirty.bottom)
		s->dirty.bottom = r.bottom;
}

void exh_stage_show(stage *s, struct rect rect)
{
	/* To even columns, as the card has them. */
	const struct rect r =
		exh_stage_clip((struct rect){ rect.left & ~1, rect.top,
					      (rect.right + 1) & ~1, rect.bottom },
			       whole);
	const uint8_t *map = s->shown_map == MAP_PRIORITY  ? s->priority
			     : s->shown_map == MAP_CONTROL ? s->control
							   : s->visual;

	if (stage_rect_is_empty(rect) || stage_rect_is_empty(r))
		return;
	for (int32_t y = r.top; y < r.bottom; y++)
		memcpy(s->shown + y * STAGE_WIDTH + r.left,
		       map + y * STAGE_WIDTH + r.left, (size_t)(r.right - r.left));
	add_dirty(s, r);
}
