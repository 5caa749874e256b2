/*
 * Animate does what a plain one does that was written from the specification alone
 * (plain/animate.h): the same messages in the same order, the same maps and the same
 * picture, the same properties and the same backup, for casts by chance.
 *
 * More of them: EXHUME_CASTS=100000 test_engine sci_stage_animate.
 */
#include "../../../base/testing.h"

#include "screen.h"
#include "plain/animate.h"
#include "calls_testing.h"

enum { CASTS = 60, ROUNDS = 25, EFFECTS = 3 };

/* Effect of a doit or delete, besides logging. */
enum effect_kind { NOTHING, MOVE, TURN_BITS, LEAVE, DRAW_PICTURE, EFFECT_KINDS };
struct effect {
	int kind, actor, value;
};

struct both {
	struct tested t;
	struct plain_stage plain;
	struct plain_view views[PLAIN_VIEWS];
	struct exh_sci_part parts[PLAIN_VIEWS];
	struct exh_writer bytes[PLAIN_VIEWS];
	reg list;
	struct effect effects[PLAIN_ACTORS][2][EFFECTS]; /* doit, delete */
	char log[2][PLAIN_LOG];				 /* ours, the plain one's */
	size_t logged[2];
	uint64_t seed;
};

/*
 * Views by chance, as the game has them and as the plain stage has.
 */

static void make_cel(uint64_t *seed, bool is_mirrored, struct plain_cel *c,
		     struct exh_sci_cel_source *out, struct exh_arena *arena)
{
	struct exh_writer rle = { .limit = 1 << 16 };
	uint8_t stored[PLAIN_SIDE * PLAIN_SIDE];

	*c = (struct plain_cel){ .width = 1 + (int)roll(seed, 30),
				 .height = 1 + (int)roll(seed, 50),
				 .dx = (int)roll(seed, 21) - 10,
				 .dy = (int)roll(seed, 10),
				 .key = (int)roll(seed, 16) };
	for (int i = 0; i < c->width * c->height; i++)
		stored[i] =
			(uint8_t)(roll(seed, 3) != 0 ? i / c->width / 3 % 16 : c->key);
	for (int y = 0; y < c->height; y++)
		for (int x = 0; x < c->width; x++)
			c->pixels[y * c->width + x] =
				stored[y * c->width +
				       (is_mirrored ? c->width - 1 - x : x)];
	exh_sci_cel_encode(stored, (size_t)c->width * (size_t)c->height, &rle);
	*out = (struct exh_sci_cel_source){
		.width = (uint16_t)c->width,
		.height = (uint16_t)c->height,
		.dx = (int8_t)c->dx,
		.dy = (int8_t)c->dy,
		.key = (uint8_t)c->key,
		.rle = exh_memdup(arena, exh_writer_bytes(&rle)),
	};
	exh_writer_free(&rle);
}

static void make_view(uint64_t *seed, struct plain_view *v, struct exh_writer *out)
{
	struct exh_sci_cel_source cels[PLAIN_LOOPS][PLAIN_CELS];
	struct exh_sci_loop_source loops[PLAIN_LOOPS];
	struct exh_sci_view_source source = { .loops = loops };
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_error err;

	v->is_there = true;
	v->loops = 1 + (int)roll(seed, PLAIN_LOOPS);
	for (int i = 0; i < v->loops; i++) {
		v->is_mirrored[i] = roll(seed, 2);
		v->cels[i] = 1 + (int)roll(seed, PLAIN_CELS);
		for (int k = 0; k < v->cels[i]; k++)
			make_cel(seed, v->is_mirrored[i], &v->all[i][k], &cels[i][k],
				 &arena);
		loops[i] = (struct exh_sci_loop_source){
			.is_mirrored = v->is_mirrored[i],
			.source = (size_t)i,
			.cels = cels[i],
			.cel_count = (size_t)v->cels[i],
		};
	}
	source.loop_count = (size_t)v->loops;
	out->limit = 1 << 16;
	assert_int_equal(exh_sci_view_write(&source, out, &err), EXH_OK);
	exh_arena_free(&arena);
}

/*
 * Functions of the machine, by name.
 */

static reg machine(struct both *b, const char *name, reg first, reg second)
{
	reg result;

	assert_true(tested_machine(&b->t, name, (reg[]){ first, second }, 2, &result));
	return result;
}

static void set_list(struct both *b)
{
	b->list = machine(b, "NewList", stage_int(0), stage_int(0));
	for (int i = 0; i < b->plain.count; i++) {
		const reg object = b->t.objects[b->plain.list[i]];

		machine(b, "AddToEnd", b->list, machine(b, "NewNode", object, object));
	}
}

/*
 * Changes that both get.
 */

static void set(struct both *b, int actor, enum stage_selector selector, int *plain,
		int value)
{
	*plain = (int16_t)value;
	exh_stage_set(b->t.s, b->t.objects[actor], selector, value);
}

/* The plain stage has unsigned signals. */
static void set_signal(struct both *b, int actor, int value)
{
	b->plain.actors[actor].signal = value;
	exh_stage_set(b->t.s, b->t.objects[actor], SEL_SIGNAL, value);
}

/* Paints a random picture. */
static void paint(uint64_t seed, uint8_t *const *maps)
{
	for (int i = 0; i < 24; i++) {
		uint8_t *map = maps[i % MAPS];
		const uint32_t left = roll(&seed, PLAIN_WIDTH), top = roll(&seed, 190);
		const uint32_t width = 1 + roll(&seed, PLAIN_WIDTH - left);
		const uint32_t height = 1 + roll(&seed, 190 - top);
		const uint32_t color = roll(&seed, 16);

		for (uint32_t y = 0; y < height; y++)
			memset(map + (top + y + PLAIN_WINDOW) * PLAIN_WIDTH + left,
			       (int)color, width);
	}
}

/* Changes only one side. */
static void paint_ours(struct both *b, uint64_t seed)
{
	stage *s = b->t.s;

	paint(seed, (uint8_t *[]){ s->visual, s->priority, s->control });
	s->pic_not_valid = 1;
}

static void paint_plain(struct both *b, uint64_t seed)
{
	struct plain_maps *m = &b->plain.maps;

	paint(seed, (uint8_t *[]){ *m->at[VISUAL], *m->at[PRIORITY], *m->at[CONTROL] });
	b->plain.not_valid = 1;
}

static void leave_plain(struct plain_stage *p, int actor)
{
	for (int i = 0; i < p->count; i++)
		if (p->list[i] == actor) {
			memmove(p->list + i, p->list + i + 1,
				(size_t)(--p->count - i) * sizeof *p->list);
			return;
		}
}

static void do_ours(struct both *b, const struct effect *e)
{
	const reg object = b->t.objects[e->actor];

	switch (e->kind) {
	case MOVE:
		exh_stage_set(b->t.s, object, SEL_Y, e->value % 200);
		break;
	case TURN_BITS:
		exh_stage_set(b->t.s, object, SEL_SIGNAL,
			      exh_stage_get(b->t.s, object, SEL_SIGNAL) ^ e->value);
		break;
	case LEAVE:
		machine(b, "DeleteKey", b->list, object);
		break;
	case DRAW_PICTURE:
		paint_ours(b, (uint64_t)e->value + 1);
		break;
	default:
		break;
	}
}

static void do_plain(struct both *b, const struct effect *e)
{
	struct plain_actor *a = &b->plain.actors[e->actor];

	switch (e->kind) {
	case MOVE:
		a->y = e->value % 200;
		break;
	case TURN_BITS:
		a->signal ^= e->value;
		break;
	case LEAVE:
		leave_plain(&b->plain, e->actor);
		break;
	case DRAW_PICTURE:
		paint_plain(b, (uint64_t)e->value + 1);
		break;
	default:
		break;
	}
}

static void note(struct both *b, int side, int actor, char what)
{
	if (b->logged[side] + 3 > PLAIN_LOG)
		return;
	b->log[side][b->logged[side]++] = what;
	b->log[side][b->logged[side]++] = (char)('0' + actor);
	b->log[side][b->logged[side]] = '\0';
}

static void send_plain(void *context, int actor, char what)
{
	struct both *b = context;

	note(b, 1, actor, what);
	for (int i = 0; i < EFFECTS; i++)
		do_plain(b, &b->effects[actor][what != 'd'][i]);
}

static void send_ours(struct both *b, const kernel_call *call)
{
	const int32_t *selectors = b->t.s->selectors;
	const int32_t selector = (int32_t)call->selector;
	const char what = selector == selectors[SEL_DOIT]      ? 'd'
			  : selector == selectors[SEL_DELETE]  ? 'x'
			  : selector == selectors[SEL_DISPOSE] ? 'D'
							       : '?';
	int actor = 0;

	while (actor < PLAIN_ACTORS - 1 &&
	       b->t.objects[actor].offset != call->receiver.offset)
		actor++;
	note(b, 0, actor, what);
	for (int i = 0; i < EFFECTS; i++)
		do_ours(b, &b->effects[actor][what != 'd'][i]);
}

/* Calls a function as scripts do. */
static void run(struct both *b, const char *name, const reg *arguments, size_t count)
{
	kernel_call call = { .arguments = arguments, .count = count };
	const struct stage_function *f = exh_stage_animate;

	while (strcmp(f->name, name) != 0)
		f++;
	for (int i = 0; i < 200; i++) {
		call.end = EXH_SCI_KERNEL_DONE;
		f->run(b->t.s, &call);
		if (call.end != EXH_SCI_KERNEL_SENDS)
			return;
		send_ours(b, &call);
		call.is_sent = call.is_again = true;
	}
	fail_msg("%s does not end", name);
}

/*
 * Both are the same.
 */

static void compare_rect(struct both *b, int actor, enum stage_selector top,
			 const struct plain_rect *expected)
{
	const reg object = b->t.objects[actor];

	assert_int_equal(exh_stage_get(b->t.s, object, top), expected->top);
	assert_int_equal(exh_stage_get(b->t.s, object, top + 1), expected->left);
	assert_int_equal(exh_stage_get(b->t.s, object, top + 2), expected->bottom);
	assert_int_equal(exh_stage_get(b->t.s, object, top + 3), expected->right);
}

static void compare_actor(struct both *b, int actor)
{
	const struct plain_actor *a = &b->plain.actors[actor];
	const reg object = b->t.objects[actor];
	stage *s = b->t.s;

	assert_int_equal(exh_stage_get_bits(s, object, SEL_SIGNAL), a->signal);
	assert_int_equal(exh_stage_get(s, object, SEL_LOOP), a->loop);
	assert_int_equal(exh_stage_get(s, object, SEL_CEL), a->cel);
	assert_int_equal(exh_stage_get(s, object, SEL_PRIORITY), a->priority);
	assert_int_equal(!stage_is_null(exh_stage_get_reg(s, object, SEL_UNDER_BITS)),
			 a->under != NULL);
	compare_rect(b, actor, SEL_NS_TOP, &a->now);
	compare_rect(b, actor, SEL_LS_TOP, &a->last);
}

static void compare_map(const uint8_t *ours, const uint8_t *plain, const char *name)
{
	if (!memcmp(ours, plain, PLAIN_WIDTH * PLAIN_HEIGHT))
		return;
	for (int i = 0; i < PLAIN_WIDTH * PLAIN_HEIGHT; i++)
		if (ours[i] != plain[i])
			fail_msg("%s at %d,%d: %u, not %u", name, i % PLAIN_WIDTH,
				 i / PLAIN_WIDTH, ours[i], plain[i]);
}

static void compare(struct both *b)
{
	const struct plain_stage *p = &b->plain;
	stage *s = b->t.s;

	assert_string_equal(b->log[0], b->log[1]);
	assert_int_equal(s->pic_not_valid, p->not_valid);
	for (int i = 0; i < PLAIN_ACTORS; i++)
		compare_actor(b, i);
	assert_int_equal(s->backup_count, p->backup_count);
	for (int i = 0; i < p->backup_count; i++) {
		assert_int_equal(s->backup[i].object.offset,
				 b->t.objects[p->backup[i].actor].offset);
		assert_int_equal(s->backup[i].loop, p->backup[i].loop);
		assert_int_equal(s->backup[i].cel, p->backup[i].cel);
		assert_int_equal(s->backup[i].priority, p->backup[i].priority);
	}
	compare_map(s->visual, *p->maps.at[VISUAL], "visual");
	compare_map(s->priority, *p->maps.at[PRIORITY], "priority");
	compare_map(s->control, *p->maps.at[CONTROL], "control");
	compare_map(s->shown, *p->shown, "shown");
}

/*
 * Casts by chance.
 */

static int chance(struct both *b, uint32_t below)
{
	return (int)roll(&b->seed, below);
}

/* Returns random bits of signal, mostly those that Animate checks. */
static int some_bits(struct both *b)
{
	static const int bits[] = { STOP,   UPDATED, NO_UPDATE,	    HIDDEN, FIX_PRIORITY,
				    ALWAYS, FORCE,   REMOVE,	    FROZEN, IGNORE_ACTOR,
				    0x8,    0x84,    NO_UPDATE | 2, 0x2000 };
	int out = 0;

	for (int i = chance(b, 4); i > 0; i--)
		out |= bits[chance(b, sizeof bits / sizeof *bits)];
	return chance(b, 25) ? out : out | DISPOSE;
}

static void change_actor(struct both *b, int actor)
{
	struct plain_actor *a = &b->plain.actors[actor];

	set(b, actor, SEL_X, &a->x, chance(b, 400) - 40);
	set(b, actor, SEL_Y, &a->y, chance(b, 5) ? chance(b, 240) - 20 : 100);
	set(b, actor, SEL_Z, &a->z, chance(b, 3) ? 0 : chance(b, 60) - 20);
	set(b, actor, SEL_LOOP, &a->loop, chance(b, 8) - 2);
	set(b, actor, SEL_CEL, &a->cel, chance(b, 8) - 2);
	if (!chance(b, 4))
		set(b, actor, SEL_PRIORITY, &a->priority, chance(b, 17) - 1);
	if (!chance(b, 3))
		set(b, actor, SEL_VIEW, &a->view, chance(b, PLAIN_VIEWS));
}

static void change_cast(struct both *b)
{
	for (int i = 0; i < PLAIN_ACTORS; i++) {
		if (!chance(b, 2))
			change_actor(b, i);
		if (!chance(b, 3))
			set_signal(b, i, some_bits(b));
		else if (!chance(b, 3))
			set_signal(b, i, b->plain.actors[i].signal ^ some_bits(b));
	}
	b->plain.count = 0;
	for (int i = 0; i < PLAIN_ACTORS; i++) {
		const int at = chance(b, (uint32_t)b->plain.count + 1);

		if (!chance(b, 6))
			continue;
		memmove(b->plain.list + at + 1, b->plain.list + at,
			(size_t)(b->plain.count++ - at) * sizeof *b->plain.list);
		b->plain.list[at] = i;
	}
	set_list(b);
}

static void change_picture(struct both *b)
{
	const uint64_t seed = roll(&b->seed, 1 << 30) + 1u;

	paint_ours(b, seed);
	paint_plain(b, seed);
	b->plain.not_valid = chance(b, 3);
	b->t.s->pic_not_valid = (uint16_t)b->plain.not_valid;
	if (chance(b, 2))
		return;
	b->plain.bands_top = chance(b, 100);
	b->plain.bands_bottom =
		b->plain.bands_top + 1 + chance(b, (uint32_t)(190 - b->plain.bands_top));
	exh_stage_set_bands(b->t.s, b->plain.bands_top, b->plain.bands_bottom);
}

static void choose_effects(struct both *b)
{
	memset(b->effects, 0, sizeof b->effects);
	for (int i = 0; i < PLAIN_ACTORS; i++)
		for (int k = 0; k < 2 * EFFECTS; k++)
			if (!chance(b, 6))
				b->effects[i][k % 2][k / 2] = (struct effect){
					chance(b, EFFECT_KINDS), chance(b, PLAIN_ACTORS),
					chance(b, 2) ? some_bits(b) : chance(b, 1 << 14)
				};
}

static void animate_both(struct both *b)
{
	const bool cycle = chance(b, 3);

	run(b, "Animate", (reg[]){ b->list, stage_int(cycle) }, 2);
	plain_animate(&b->plain, cycle);
}

static void add_one(struct both *b)
{
	const int n[] = { chance(b, PLAIN_VIEWS), chance(b, 6) - 1,    chance(b, 6) - 1,
			  chance(b, 340),	  chance(b, 220) - 10, chance(b, 17) - 1,
			  chance(b, 17) - 1 };
	reg arguments[7];

	for (int i = 0; i < 7; i++)
		arguments[i] = stage_int(n[i]);
	run(b, "AddToPic", arguments, 7);
	plain_add(&b->plain, n[0], n[1], n[2], n[3], n[4], 0, n[5], n[6]);
	b->plain.not_valid = 1;
}

static void reanimate_both(struct both *b)
{
	struct rect r = { .left = chance(b, 320), .top = chance(b, 190) };

	r.right = r.left + chance(b, 100);
	r.bottom = r.top + chance(b, 100);
	plain_reanimate(&b->plain,
			(struct plain_rect){ r.top, r.left, r.bottom, r.right });
	r.top += PLAIN_WINDOW;
	r.bottom += PLAIN_WINDOW;
	exh_stage_reanimate(b->t.s, r);
}

static void one_round(struct both *b)
{
	if (chance(b, 3))
		change_cast(b);
	else
		set_list(b);
	if (!chance(b, 5))
		change_picture(b);
	choose_effects(b);
	switch (chance(b, 12)) {
	case 0:
		run(b, "Animate", (reg[]){ stage_int(0), stage_int(0) }, 2);
		plain_animate_nothing(&b->plain);
		break;
	case 1:
		run(b, "AddToPic", &b->list, 1);
		plain_add_list(&b->plain);
		break;
	case 2:
		add_one(b);
		break;
	case 3:
		reanimate_both(b);
		break;
	default:
		animate_both(b);
	}
	compare(b);
}

static void start(struct both *b, bool is_seed, uint64_t seed)
{
	struct exh_error err;

	b->seed = seed;
	for (unsigned i = 0; i < PLAIN_VIEWS - 1; i++) {
		make_view(&b->seed, &b->views[i], &b->bytes[i]);
		b->parts[i] = (struct exh_sci_part){ EXH_SCI_VIEW, i,
						     exh_writer_bytes(&b->bytes[i]) };
	}
	b->t.parts = b->parts;
	b->t.part_count = PLAIN_VIEWS - 1;
	if (!tested_start(&b->t,
			  is_seed ? EXH_SCI_ANIMATE_SEED : EXH_SCI_ANIMATE_CORRECTED,
			  &err))
		fail_msg("%s", err.text);
	b->plain.is_seed = is_seed;
	b->plain.views = b->views;
	b->plain.bands_top = 42;
	b->plain.bands_bottom = 190;
	b->plain.send = send_plain;
	b->plain.context = b;
	memcpy(b->plain.maps.at[VISUAL], b->t.s->visual, sizeof b->t.s->visual);
	memcpy(b->plain.maps.at[PRIORITY], b->t.s->priority, sizeof b->t.s->priority);
	memcpy(b->plain.maps.at[CONTROL], b->t.s->control, sizeof b->t.s->control);
	memcpy(b->plain.shown, b->t.s->shown, sizeof b->t.s->shown);
}

static void end(struct both *b)
{
	for (int i = 0; i < PLAIN_ACTORS; i++)
		plain_drop(&b->plain.actors[i]);
	for (int i = 0; i < PLAIN_VIEWS; i++)
		exh_writer_free(&b->bytes[i]);
	tested_end(&b->t);
	free(b);
}

static void play_casts(bool is_seed)
{
	const char *wanted = getenv("EXHUME_CASTS");
	const long casts = wanted ? strtol(wanted, NULL, 10) : CASTS;

	for (long k = 1; k <= casts; k++) {
		struct both *b = calloc(1, sizeof *b);

		assert_non_null(b);
		start(b, is_seed, (uint64_t)k * 7919);
		for (int i = 0; i < ROUNDS; i++) {
			b->logged[0] = b->logged[1] = 0;
			b->log[0][0] = b->log[1][0] = '\0';
			one_round(b);
		}
		end(b);
	}
}

static void casts_are_drawn_as_the_corrected_steps_say(void **state)
{
	(void)state;
	play_casts(false);
}

static void casts_are_drawn_as_the_literal_steps_say(void **state)
{
	(void)state;
	play_casts(true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(casts_are_drawn_as_the_corrected_steps_say),
		cmocka_unit_test(casts_are_drawn_as_the_literal_steps_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
