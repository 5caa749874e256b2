#include "screen.h"
#include "exhume/advanced/sci_view.h"

#include <stdlib.h>
#include <string.h>

enum { VIEW_MEMORY = 1 << 22, MOST_PIXELS = 1 << 16 };

/*
 * The cache.
 */

static size_t cels_of(const struct exh_sci_view *view)
{
	size_t count = 0;

	for (size_t i = 0; i < view->loop_count; i++)
		count += view->loops[i].cel_count;
	return count;
}

static void read_view(stage *s, struct cached_view *cached, unsigned number)
{
	struct exh_notes notes = { .arena = &cached->arena };
	struct exh_error err;
	struct exh_bytes bytes;

	cached->number = number + 1;
	cached->arena.limit = VIEW_MEMORY;
	if (!exh_stage_resource(s, EXH_SCI_VIEW, number, &bytes))
		return;
	if (exh_sci_view_open(bytes, &cached->arena, &cached->view, &notes, &err)) {
		exh_stage_lacks(s, EXH_SCI_VIEW, number, err.text);
		return;
	}
	cached->pixels = exh_alloc(&cached->arena, cels_of(&cached->view) + 1,
				   sizeof *cached->pixels);
	cached->is_there = cached->pixels;
}

static void drop_view(struct cached_view *cached)
{
	exh_arena_free(&cached->arena);
	*cached = (struct cached_view){ .number = 0 };
}

struct cached_view *exh_stage_view(stage *s, unsigned number)
{
	struct cached_view *cached = &s->views[number % STAGE_VIEWS];

	if (cached->number != number + 1) {
		drop_view(cached);
		read_view(s, cached, number);
	}
	return cached->is_there ? cached : NULL;
}

static void read_font(stage *s, struct cached_font *cached, unsigned number)
{
	struct exh_notes notes = { .arena = &cached->arena };
	struct exh_error err;
	struct exh_bytes bytes;

	cached->number = number + 1;
	cached->arena.limit = VIEW_MEMORY;
	if (!exh_stage_resource(s, EXH_SCI_FONT, number, &bytes))
		return;
	cached->is_there =
		!exh_sci_font_read(bytes, &cached->arena, &cached->font, &notes, &err);
	if (!cached->is_there)
		exh_stage_lacks(s, EXH_SCI_FONT, number, err.text);
}

static void drop_font(struct cached_font *cached)
{
	exh_arena_free(&cached->arena);
	*cached = (struct cached_font){ .number = 0 };
}

const struct exh_sci_font *exh_stage_font(stage *s, unsigned number)
{
	struct cached_font *cached = &s->fonts[number % STAGE_FONTS];

	if (cached->number != number + 1) {
		drop_font(cached);
		read_font(s, cached, number);
	}
	return cached->is_there ? &cached->font : NULL;
}

void exh_stage_caches_free(stage *s)
{
	for (size_t i = 0; s->views && i < STAGE_VIEWS; i++)
		drop_view(&s->views[i]);
	for (size_t i = 0; s->fonts && i < STAGE_FONTS; i++)
		drop_font(&s->fonts[i]);
}

/*
 * Cels.
 */

static int32_t clamped(int32_t value, size_t count)
{
	return value < 0 ? 0 : (size_t)value >= count ? (int32_t)count - 1 : value;
}

/* Returns the cel's pixels as its loop draws them; NULL if memory is short. */
static const uint8_t *pixels_of(stage *s, struct cached_view *view, size_t loop,
				size_t cel)
{
	const struct exh_sci_loop *l = &view->view.loops[loop];
	const struct exh_sci_cel *c = &l->cels[cel];
	struct exh_notes notes = { .arena = &view->arena };
	struct exh_error err;
	size_t place = cel, count = (size_t)c->width * c->height;
	uint8_t *pixels;

	for (size_t i = 0; i < loop; i++)
		place += view->view.loops[i].cel_count;
	if (view->pixels[place])
		return view->pixels[place];
	pixels = count <= MOST_PIXELS ? exh_alloc(&view->arena, count + 1, 1) : NULL;
	if (!pixels)
		exh_fail(&err, EXH_LIMIT, EXH_NO_OFFSET, "%u x %u pixels are too many",
			 c->width, c->height);
	if (!pixels || exh_sci_cel_decode(c, pixels, count, NULL, &notes, &err)) {
		exh_stage_lacks(s, EXH_SCI_VIEW, view->number - 1, err.text);
		return NULL;
	}
	if (l->is_mirrored)
		exh_sci_cel_flip(pixels, c->width, c->height);
	view->pixels[place] = pixels;
	return pixels;
}

bool exh_stage_cel(stage *s, unsigned number, int32_t loop, int32_t cel,
		   struct drawn_cel *out)
{
	struct cached_view *view = exh_stage_view(s, number);
	const struct exh_sci_loop *l;

	if (!view || !view->view.loop_count)
		return false;
	loop = clamped(loop, view->view.loop_count);
	l = &view->view.loops[loop];
	if (!l->cel_count)
		return false;
	cel = clamped(cel, l->cel_count);
	out->cel = &l->cels[cel];
	out->is_mirrored = l->is_mirrored;
	out->pixels = pixels_of(s, view, (size_t)loop, (size_t)cel);
	return out->pixels;
}

void exh_stage_draw_cel(stage *s, const struct drawn_cel *cel, int32_t left, int32_t top,
			int32_t priority, struct rect clip)
{
	const int32_t width = cel->cel->width, key = cel->cel->key & 15;
	const struct rect r =
		exh_stage_clip(exh_stage_clip((struct rect){ left, top, left + width,
							     top + cel->cel->height },
					      clip),
			       (struct rect){ 0, 0, STAGE_WIDTH, STAGE_HEIGHT });

	for (int32_t y = r.top; y < r.bottom; y++) {
		const uint8_t *from = cel->pixels + (y - top) * width - left;
		uint8_t *visual = s->visual + y * STAGE_WIDTH;
		uint8_t *depth = s->priority + y * STAGE_WIDTH;

		for (int32_t x = r.left; x < r.right; x++) {
			if (from[x] == key || (priority >= 0 && depth[x] > priority))
				continue;
			visual[x] = from[x];
			if (priority >= 0)
				depth[x] = (uint8_t)priority;
		}
	}
}

/*
 * Rectangles of objects.
 */

/* dy is a byte without a sign here (sci0-vm-notes 6), unlike in pictures of views. */
struct rect exh_stage_place(const stage *s, const struct drawn_cel *cel, int32_t x,
			    int32_t y, int32_t z)
{
	const struct exh_sci_cel_place place =
		exh_sci_cel_place(cel->cel, cel->is_mirrored, x, y, z);
	/* Before 0.000.502 cels stand a row higher. */
	const int32_t down =
		(cel->cel->dy < 0 ? 256 : 0) - (s->start.is_before_502 ? 1 : 0);

	return (struct rect){ place.left, place.top + down, place.right,
			      place.bottom + down };
}

struct rect exh_stage_seen(stage *s, reg object, int32_t view, int32_t loop, int32_t cel)
{
	struct drawn_cel drawn;

	if (!exh_stage_cel(s, (uint16_t)view, loop, cel, &drawn))
		return (struct rect){ 0 };
	return exh_stage_place(s, &drawn, exh_stage_get(s, object, SEL_X),
			       exh_stage_get(s, object, SEL_Y),
			       exh_stage_get(s, object, SEL_Z));
}

struct rect exh_stage_seen_now(stage *s, reg object)
{
	return exh_stage_seen(s, object, exh_stage_get(s, object, SEL_VIEW),
			      exh_stage_get(s, object, SEL_LOOP),
			      exh_stage_get(s, object, SEL_CEL));
}

struct rect exh_stage_get_rect(stage *s, reg object, enum stage_selector top)
{
	return (struct rect){
		.top = exh_stage_get(s, object, top),
		.left = exh_stage_get(s, object, top + 1),
		.bottom = exh_stage_get(s, object, top + 2),
		.right = exh_stage_get(s, object, top + 3),
	};
}

void exh_stage_set_rect(stage *s, reg object, enum stage_selector top, struct rect rect)
{
	exh_stage_set(s, object, top, rect.top);
	exh_stage_set(s, object, top + 1, rect.left);
	exh_stage_set(s, object, top + 2, rect.bottom);
	exh_stage_set(s, object, top + 3, rect.right);
}

/*
 * Kernel functions.
 */

static void num_loops(stage *s, kernel_call *call)
{
	const struct cached_view *view = exh_stage_view(
		s, exh_stage_get_bits(s, exh_stage_arg_reg(call, 0), SEL_VIEW));

	call->result = stage_int(view ? (int32_t)view->view.loop_count : 0);
}

static void num_cels(stage *s, kernel_call *call)
{
	const reg object = exh_stage_arg_reg(call, 0);
	const struct cached_view *view =
		exh_stage_view(s, exh_stage_get_bits(s, object, SEL_VIEW));
	const int32_t loop = exh_stage_get(s, object, SEL_LOOP);

	if (view && view->view.loop_count)
		call->result = stage_int(
			(int32_t)view->view.loops[clamped(loop, view->view.loop_count)]
				.cel_count);
}

static bool cel_of(stage *s, const kernel_call *call, struct drawn_cel *out)
{
	return exh_stage_cel(s, (uint16_t)exh_stage_arg(call, 0, 0),
			     exh_stage_arg(call, 1, 0), exh_stage_arg(call, 2, 0), out);
}

static void cel_wide(stage *s, kernel_call *call)
{
	struct drawn_cel cel;

	if (cel_of(s, call, &cel))
		call->result = stage_int(cel.cel->width);
}

static void cel_high(stage *s, kernel_call *call)
{
	struct drawn_cel cel;

	if (cel_of(s, call, &cel))
		call->result = stage_int(cel.cel->height);
}

static void set_now_seen(stage *s, kernel_call *call)
{
	const reg object = exh_stage_arg_reg(call, 0);

	if (exh_stage_has(s, object, SEL_NS_TOP))
		exh_stage_set_rect(s, object, SEL_NS_TOP, exh_stage_seen_now(s, object));
}

const struct stage_function exh_stage_views[] = {
	{ "NumLoops", num_loops },	{ "NumCels", num_cels },
	{ "CelWide", cel_wide },	{ "CelHigh", cel_high },
	{ "SetNowSeen", set_now_seen }, { 0 },
};
