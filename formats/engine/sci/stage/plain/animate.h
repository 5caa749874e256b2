/*
 * Animate once more, for its test: written from sci0-vm 6.2 to 6.4 and sci0-vm-notes 1.6,
 * 1.7, 1.10 and 7 alone, with whole copies of the maps in place of saved rectangles and a
 * test of each pixel in place of clipping. It shares nothing with what it is to prove.
 */
#ifndef EXH_ENGINE_SCI0_STAGE_ANIMATE_PLAIN_H
#define EXH_ENGINE_SCI0_STAGE_ANIMATE_PLAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
	PLAIN_WIDTH = 320,
	PLAIN_HEIGHT = 200,
	PLAIN_WINDOW = 10, /* the first row of the picture window */
	PLAIN_ROWS = 190,  /* rows of the picture window */
	PLAIN_ACTORS = 6,
	PLAIN_LOOPS = 4,
	PLAIN_CELS = 4,
	PLAIN_SIDE = 64, /* largest side of a cel */
	PLAIN_VIEWS = 5, /* the last one is absent */
	PLAIN_LOG = 256,
};

enum { STOP = 1, UPDATED = 2, NO_UPDATE = 4, HIDDEN = 8, FIX_PRIORITY = 0x10 };
enum { ALWAYS = 0x20, FORCE = 0x40, REMOVE = 0x80, FROZEN = 0x100 };
enum { IGNORE_ACTOR = 0x4000, DISPOSE = 0x8000 };
enum { VISUAL, PRIORITY, CONTROL, MAPS };

struct plain_cel {
	int width, height, dx, dy, key;
	uint8_t pixels[PLAIN_SIDE * PLAIN_SIDE]; /* pixels as drawn */
};

struct plain_view {
	bool is_there, is_mirrored[PLAIN_LOOPS];
	int loops, cels[PLAIN_LOOPS];
	struct plain_cel all[PLAIN_LOOPS][PLAIN_CELS];
};

struct plain_rect {
	int top, left, bottom, right;
};

struct plain_maps {
	uint8_t at[MAPS][PLAIN_HEIGHT][PLAIN_WIDTH];
};

struct plain_bits {
	bool is_there;
	bool has[MAPS];
	struct plain_rect rect;
	struct plain_maps maps;
};

struct plain_actor {
	int x, y, z, view, loop, cel, priority, signal;
	struct plain_rect now, last; /* nsRect, lsRect */
	struct plain_bits *under;
	/* While Animate runs. */
	int drawn_loop, drawn_cel, drawn_priority;
	bool is_changed; /* drawn or restored in step 10 */
};

/* Member of the backup cast. */
struct plain_backup {
	int actor, view, loop, cel, priority;
	struct plain_rect now;
};

struct plain_stage {
	bool is_seed;
	const struct plain_view *views;
	struct plain_maps maps;
	uint8_t shown[PLAIN_HEIGHT][PLAIN_WIDTH];
	int not_valid; /* PicNotValid */
	int bands_top, bands_bottom;
	struct plain_actor actors[PLAIN_ACTORS];
	int list[PLAIN_ACTORS], count; /* the cast, as the script has it */
	struct plain_backup backup[PLAIN_ACTORS];
	int backup_count;
	/* Called for doit ('d'), and delete ('x') or dispose ('D'). */
	void (*send)(void *context, int actor, char what);
	void *context;
};

/*
 * Bands: 14 of them between the top and the bottom.
 */

static inline int plain_band(const struct plain_stage *p, int y)
{
	const int size = (p->bands_bottom - p->bands_top) * 2000 / 14;
	int band;

	if (y < p->bands_top)
		return 0;
	if (y >= p->bands_bottom)
		return 14;
	band = 1 + (y - p->bands_top) * 2000 / size;
	return band > 14 ? 14 : band;
}

static inline int plain_first(const struct plain_stage *p, int band)
{
	for (int y = 0; y <= p->bands_bottom; y++)
		if (plain_band(p, y) == band)
			return y;
	return p->bands_bottom;
}

/*
 * Pixels. Rectangles are relative to the picture window, and clipped to it.
 */

static inline bool plain_holds(struct plain_rect r, int x, int y)
{
	return x >= r.left && x < r.right && y >= r.top && y < r.bottom && x >= 0 &&
	       x < PLAIN_WIDTH && y >= 0 && y < PLAIN_ROWS;
}

#define PLAIN_EACH(r, x, y)                        \
	for (int y = (r).top; y < (r).bottom; y++) \
		for (int x = (r).left; x < (r).right; x++)

static inline const struct plain_cel *plain_find(const struct plain_stage *p, int view,
						 int loop, int cel)
{
	const struct plain_view *v = &p->views[view];

	return v->is_there ? &v->all[loop][cel] : NULL;
}

static inline void plain_draw(struct plain_stage *p, const struct plain_cel *cel,
			      struct plain_rect at, int priority)
{
	for (int row = 0; cel && row < cel->height; row++)
		for (int i = 0; i < cel->width; i++) {
			const int x = at.left + i, y = at.top + row;
			const int color = cel->pixels[row * cel->width + i];
			uint8_t *depth;

			if (!plain_holds(at, x, y) || color == cel->key)
				continue;
			depth = &p->maps.at[PRIORITY][y + PLAIN_WINDOW][x];
			if (*depth > priority)
				continue;
			*depth = (uint8_t)priority;
			p->maps.at[VISUAL][y + PLAIN_WINDOW][x] = (uint8_t)color;
		}
}

/* Shows a half-open rectangle, clipped to the window. Columns are shown in pairs. */
static inline void plain_show(struct plain_stage *p, struct plain_rect r)
{
	struct plain_rect in = r;

	if (in.left < 0)
		in.left = 0;
	if (in.right > PLAIN_WIDTH)
		in.right = PLAIN_WIDTH;
	if (in.left >= in.right)
		return;
	in.left -= in.left % 2;
	in.right += in.right % 2;
	PLAIN_EACH(in, x, y)
	if (plain_holds(in, x, y))
		p->shown[y + PLAIN_WINDOW][x] = p->maps.at[VISUAL][y + PLAIN_WINDOW][x];
}

static inline bool plain_is_visible(struct plain_rect r)
{
	return r.left < r.right && r.top < r.bottom && r.left < PLAIN_WIDTH &&
	       r.right > 0 && r.top < PLAIN_ROWS && r.bottom > 0;
}

static inline struct plain_bits *plain_save(const struct plain_stage *p,
					    struct plain_rect r, bool control)
{
	struct plain_bits *bits;

	if (!plain_is_visible(r))
		return NULL;
	bits = calloc(1, sizeof *bits);
	if (!bits)
		abort();
	*bits = (struct plain_bits){ .is_there = true,
				     .has = { true, true, control },
				     .rect = r };
	bits->maps = p->maps;
	return bits;
}

static inline bool plain_restore(struct plain_stage *p, struct plain_bits *bits)
{
	if (!bits)
		return false;
	for (int map = 0; map < MAPS; map++) {
		if (!bits->has[map])
			continue;
		PLAIN_EACH(bits->rect, x, y)
		if (plain_holds(bits->rect, x, y))
			p->maps.at[map][y + PLAIN_WINDOW][x] =
				bits->maps.at[map][y + PLAIN_WINDOW][x];
	}
	return true;
}

static inline void plain_drop(struct plain_actor *a)
{
	free(a->under);
	a->under = NULL;
}

/* 9 and 10 of the sub-algorithm. */
static inline void plain_block(struct plain_stage *p, struct plain_rect r, int priority,
			       int color)
{
	int top = plain_first(p, priority) - 1;

	if (top < r.top)
		top = r.top;
	if (top > r.bottom - 1)
		top = r.bottom - 1;
	r.top = top;
	PLAIN_EACH(r, x, y)
	if (plain_holds(r, x, y))
		p->maps.at[CONTROL][y + PLAIN_WINDOW][x] = (uint8_t)color;
}

/*
 * Steps.
 */

/* Step 5. */
static inline int plain_number(int *value, int count)
{
	if (*value < 0)
		return count - 1;
	if (*value >= count)
		*value = 0;
	return *value;
}

static inline struct plain_rect plain_place(const struct plain_stage *p, int view,
					    int loop, int cel, int x, int y, int z)
{
	const struct plain_cel *c = plain_find(p, view, loop, cel);
	struct plain_rect r = { 0 };

	if (!c)
		return r;
	r.left =
		x + (p->views[view].is_mirrored[loop] ? -c->dx : c->dx) - (c->width >> 1);
	r.right = r.left + c->width;
	r.bottom = y + c->dy - z + 1;
	r.top = r.bottom - c->height;
	return r;
}

static inline void plain_check(struct plain_stage *p, struct plain_actor *a)
{
	const struct plain_view *v = &p->views[a->view];

	a->is_changed = false;
	if (!v->is_there) {
		a->drawn_loop = a->drawn_cel = 0;
		return;
	}
	a->drawn_loop = plain_number(&a->loop, v->loops);
	a->drawn_cel = plain_number(&a->cel, v->cels[a->drawn_loop]);
}

/* Step 6: each actor goes before the first that is farther back. */
static inline int plain_sort(const struct plain_stage *p, int *order)
{
	int count = 0;

	for (int i = 0; i < p->count; i++) {
		const struct plain_actor *a = &p->actors[p->list[i]];
		int at = 0;

		while (at < count) {
			const struct plain_actor *b = &p->actors[order[at]];

			if (a->y < b->y || (a->y == b->y && a->z < b->z))
				break;
			at++;
		}
		memmove(order + at + 1, order + at, (size_t)(count - at) * sizeof *order);
		order[at] = p->list[i];
		count++;
	}
	return count;
}

static inline void plain_draw_actor(struct plain_stage *p, const struct plain_actor *a)
{
	plain_draw(p, plain_find(p, a->view, a->drawn_loop, a->drawn_cel), a->now,
		   a->drawn_priority);
}

/* Step 9: true if it makes the picture invalid. */
static inline bool plain_invalidates(const struct plain_stage *p, int signal)
{
	const bool a = signal & UPDATED || signal & FORCE, hidden = signal & HIDDEN,
		   removed = signal & REMOVE, always = signal & ALWAYS,
		   stop = signal & STOP;

	if (!(signal & NO_UPDATE))
		return p->is_seed ? (stop && !always) || (always && !stop)
				  : stop || always;
	if (p->is_seed)
		return a || (!a && !hidden && removed) ||
		       (!a && !hidden && !removed && always) || (!a && hidden && always);
	return a || hidden != removed || always;
}

/* Sub-algorithm, 1 to 5. */
static inline void plain_sub_begin(struct plain_stage *p, struct plain_actor *a)
{
	if (!(a->signal & NO_UPDATE)) {
		if (p->is_seed || a->signal & STOP) {
			a->signal &= ~STOP;
			a->signal |= NO_UPDATE;
		}
		return;
	}
	if (p->is_seed ? a->signal & REMOVE : !(a->signal & REMOVE)) {
		if (p->is_seed ? p->not_valid == 0 : p->not_valid != 1)
			a->is_changed |= plain_restore(p, a->under);
		plain_drop(a);
	}
	a->signal &= ~FORCE;
	if (a->signal & UPDATED) {
		a->signal &= ~UPDATED;
		a->signal &= ~NO_UPDATE;
	}
}

/* Sub-algorithm, 6 to 10. */
static inline void plain_sub_picture(struct plain_stage *p, struct plain_actor *a)
{
	if (!p->is_seed && !(a->signal & ALWAYS))
		return;
	plain_draw_actor(p, a);
	a->is_changed = true;
	if (a->signal & ALWAYS)
		a->signal &= ~(STOP | UPDATED | NO_UPDATE | FORCE);
	if (!(a->signal & IGNORE_ACTOR))
		plain_block(p, a->now, a->drawn_priority, 15);
}

/* Sub-algorithm, 11 to 13. */
static inline void plain_sub_save(struct plain_stage *p, struct plain_actor *a)
{
	if (!(a->signal & NO_UPDATE))
		return;
	if (a->signal & HIDDEN) {
		a->signal |= REMOVE;
		return;
	}
	a->signal &= ~REMOVE;
	plain_drop(a);
	a->under = plain_save(p, a->now, !(a->signal & IGNORE_ACTOR));
}

/* Sub-algorithm, 14 and 15. */
static inline void plain_sub_draw(struct plain_stage *p, struct plain_actor *a)
{
	if (!(a->signal & NO_UPDATE) || a->signal & HIDDEN)
		return;
	plain_draw_actor(p, a);
	a->is_changed = true;
	if (!p->is_seed && !(a->signal & IGNORE_ACTOR))
		plain_block(p, a->now, a->drawn_priority, 15);
}

static inline void plain_sub(struct plain_stage *p, const int *order, int count)
{
	for (int i = 0; i < count; i++)
		plain_sub_begin(p, &p->actors[order[p->is_seed ? i : count - 1 - i]]);
	for (int i = 0; i < count; i++)
		plain_sub_picture(p, &p->actors[order[i]]);
	for (int i = 0; i < count; i++)
		plain_sub_save(p, &p->actors[order[i]]);
	for (int i = 0; i < count; i++)
		plain_sub_draw(p, &p->actors[order[i]]);
}

/* Steps 11 to 15. */
static inline void plain_move(struct plain_stage *p, int actor)
{
	struct plain_actor *a = &p->actors[actor];

	if (a->signal & (NO_UPDATE | HIDDEN | ALWAYS))
		return;
	plain_drop(a);
	a->under = plain_save(p, a->now, true);
	plain_draw_actor(p, a);
	if (!p->is_seed)
		a->signal &= ~REMOVE;
	p->backup[p->backup_count++] =
		(struct plain_backup){ actor,	     a->view,		a->drawn_loop,
				       a->drawn_cel, a->drawn_priority, a->now };
}

static inline bool plain_meet(struct plain_rect a, struct plain_rect b)
{
	return a.left < b.right && b.left < a.right && a.top < b.bottom &&
	       b.top < a.bottom && a.left < a.right && b.left < b.right &&
	       a.top < a.bottom && b.top < b.bottom;
}

/* Steps 17 to 21. */
static inline void plain_show_actor(struct plain_stage *p, struct plain_actor *a)
{
	const bool moves = !(a->signal & (REMOVE | NO_UPDATE));

	if (p->is_seed ? !a->is_changed || !moves : !a->is_changed && !moves)
		return;
	if (!p->is_seed && plain_meet(a->last, a->now)) {
		struct plain_rect r = a->now;

		r.left = a->last.left < r.left ? a->last.left : r.left;
		r.top = a->last.top < r.top ? a->last.top : r.top;
		r.right = a->last.right > r.right ? a->last.right : r.right;
		r.bottom = a->last.bottom > r.bottom ? a->last.bottom : r.bottom;
		plain_show(p, r);
	} else {
		plain_show(p, a->now);
		plain_show(p, a->last);
	}
	a->last = a->now;
	if (a->signal & HIDDEN)
		a->signal |= REMOVE;
}

/* Step 2: a doit may remove itself or others from the list. */
static inline void plain_doits(struct plain_stage *p)
{
	for (int i = 0; i < p->count; i++) {
		const int actor = p->list[i];

		if (p->actors[actor].signal & FROZEN)
			continue;
		p->send(p->context, actor, 'd');
		for (i = 0; i < p->count && p->list[i] != actor; i++)
			;
	}
}

static inline void plain_animate(struct plain_stage *p, bool cycle)
{
	int order[PLAIN_ACTORS], count, not_valid = p->not_valid;

	if (cycle)
		plain_doits(p);
	for (int i = 0; i < p->count; i++)
		plain_check(p, &p->actors[p->list[i]]);
	count = plain_sort(p, order);
	p->backup_count = 0;
	for (int i = 0; i < count; i++) {
		struct plain_actor *a = &p->actors[order[i]];

		a->now = plain_place(p, a->view, a->drawn_loop, a->drawn_cel, a->x, a->y,
				     a->z);
		if (!(a->signal & FIX_PRIORITY))
			a->priority = plain_band(p, a->y);
		a->drawn_priority = a->priority & 15;
	}
	for (int i = 0; i < count; i++) {
		struct plain_actor *a = &p->actors[order[i]];

		not_valid += plain_invalidates(p, a->signal);
		a->signal &= a->signal & NO_UPDATE ? ~STOP : ~FORCE;
	}
	if (not_valid > 0)
		plain_sub(p, order, count);
	for (int i = 0; i < count; i++)
		plain_move(p, order[i]);
	if (p->not_valid)
		plain_show(p, (struct plain_rect){ 0, 0, PLAIN_ROWS, PLAIN_WIDTH });
	p->not_valid = 0;
	for (int i = 0; i < count; i++)
		plain_show_actor(p, &p->actors[order[i]]);
	for (int i = count - 1; i >= 0; i--) {
		struct plain_actor *a = &p->actors[order[i]];

		if (!(a->signal & (NO_UPDATE | REMOVE))) {
			plain_restore(p, a->under);
			plain_drop(a);
		}
		if (a->signal & DISPOSE)
			p->send(p->context, order[i], p->is_seed ? 'D' : 'x');
	}
}

/* Animate(0). */
static inline void plain_animate_nothing(struct plain_stage *p)
{
	p->backup_count = 0;
	if (p->not_valid)
		plain_show(p, (struct plain_rect){ 0, 0, PLAIN_ROWS, PLAIN_WIDTH });
	p->not_valid = 0;
}

static inline int plain_clamped(int value, int count)
{
	return value < 0 ? 0 : value >= count ? count - 1 : value;
}

/* AddToPic of one cel. color -1: leaves the control map unchanged. */
static inline void plain_add(struct plain_stage *p, int view, int loop, int cel, int x,
			     int y, int z, int priority, int color)
{
	const struct plain_view *v = &p->views[view];
	struct plain_rect r;

	if (!v->is_there)
		return;
	loop = plain_clamped(loop, v->loops);
	cel = plain_clamped(cel, v->cels[loop]);
	r = plain_place(p, view, loop, cel, x, y, z);
	priority = priority == -1 ? plain_band(p, y) : priority & 15;
	plain_draw(p, plain_find(p, view, loop, cel), r, priority);
	if (color != -1)
		plain_block(p, r, priority, color & 15);
}

/* AddToPic of a list: leaves loops and cels unchanged. */
static inline void plain_add_list(struct plain_stage *p)
{
	int order[PLAIN_ACTORS];
	const int count = plain_sort(p, order);

	for (int i = 0; i < count; i++) {
		const struct plain_actor *a = &p->actors[order[i]];

		plain_add(p, a->view, a->loop, a->cel, a->x, a->y, a->z, a->priority,
			  a->signal & IGNORE_ACTOR ? -1 : 15);
	}
	p->not_valid = 1;
}

static inline void plain_reanimate(struct plain_stage *p, struct plain_rect rect)
{
	struct plain_bits *under[PLAIN_ACTORS];

	for (int i = 0; i < p->backup_count; i++) {
		const struct plain_backup *b = &p->backup[i];

		under[i] = plain_save(p, b->now, false);
		plain_draw(p, plain_find(p, b->view, b->loop, b->cel), b->now,
			   b->priority);
	}
	plain_show(p, rect);
	for (int i = p->backup_count - 1; i >= 0; i--) {
		plain_restore(p, under[i]);
		free(under[i]);
	}
}

#endif
