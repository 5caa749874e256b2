/*
 * For any level, tiles and sprites: a copied engine behaves like the original, hosts
 * change nothing, changes from frame to frame lie within the dirty rectangles, the trace
 * has all objects that appear and disappear, and refresh methods differ in nothing else.
 *
 * Input: bytes that choose video, start, size and seed of the level, changes to tables
 * and sprites, cells, what is watched; then controls, a byte for some frames each.
 */
/* An input that ends with "LONG" is replayed at length, on a level as large as any, faded
 * in and traced. libFuzzer knows no such inputs: it does hundreds of short ones in that
 * time. */
#undef NDEBUG /* the asserts are what this program is for */

#include "dreams_fuzz.h"

enum {
	MAX_FRAMES = SMALLER(3, 6),
	MAX_LONG_FRAMES = 150,
	MAX_CHANGES = 24,
	PIXELS = EXH_EGA_WIDTH * EXH_EGA_HEIGHT
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Thread_local struct made_game made;
static _Thread_local bool is_long;
static _Thread_local struct exh_keen_engine *engine, *other;

/*
 * Output to the host.
 */

struct watch {
	uint8_t pixels[PIXELS];
	uint64_t frames, tick, services;
	bool alive[EXH_KEEN_OBJECTS];
};

static _Thread_local struct watch watch;

/* The previous picture, updated where it is dirty, becomes the new one. */
static void update_picture(const struct exh_frame *frame)
{
	for (size_t i = 0; i < frame->dirty_count; i++) {
		const struct exh_rect *rect = &frame->dirty[i];

		assert(rect->width && rect->height);
		assert(rect->x + rect->width <= EXH_EGA_WIDTH);
		assert(rect->y + rect->height <= EXH_EGA_HEIGHT);
		for (size_t y = 0; y < rect->height; y++) {
			const size_t at = (rect->y + y) * EXH_EGA_WIDTH + rect->x;

			memcpy(watch.pixels + at, frame->image.pixels + at, rect->width);
		}
	}
	assert(!memcmp(watch.pixels, frame->image.pixels, PIXELS));
}

static void check_colors(const struct exh_frame *frame)
{
	const uint64_t most = frame->palette->count - 1U;
	uint64_t all = 0;

	for (size_t i = 0; i < PIXELS; i += 8) {
		uint64_t eight;

		memcpy(&eight, frame->image.pixels + i, 8);
		all |= eight;
	}
	assert(!(all & ~(most * UINT64_C(0x0101010101010101))));
}

static void on_frame(void *context, const struct exh_frame *frame)
{
	enum { SOMETIMES = 16 };

	(void)context;
	assert(frame->number == watch.frames && frame->tick == watch.tick);
	assert(frame->palette->count == (made.game.video == EXH_KEEN_CGA ? 4 : 16));
	update_picture(frame);
	if (frame->number % SOMETIMES == 0)
		check_colors(frame);
	watch.frames++;
	watch.tick += frame->ticks;
}

static void on_audio(void *context, const struct exh_audio_write *write)
{
	(void)context;
	assert(write->time >= watch.services && write->device != EXH_AUDIO_NONE);
	watch.services = write->time;
}

static void on_trace(void *context, const struct exh_event *event)
{
	const size_t slot = (size_t)event->fields[0].number;

	(void)context;
	if (!strcmp(event->name, "level")) {
		memset(watch.alive, 0, sizeof watch.alive);
		watch.alive[PLAYER_SLOT] = true;
	} else if (!strcmp(event->name, "spawn")) {
		assert(slot < EXH_KEEN_OBJECTS);
		assert(!watch.alive[slot] || slot == PLAYER_SLOT);
		watch.alive[slot] = true;
	} else if (!strcmp(event->name, "remove")) {
		assert(slot < EXH_KEEN_OBJECTS && watch.alive[slot]);
		watch.alive[slot] = false;
	}
}

static _Thread_local struct exh_host host = { .frame = on_frame, .audio = on_audio };

/*
 * Conditions that hold after each frame.
 */

static void check_objects(void)
{
	struct exh_keen_object objects[EXH_KEEN_OBJECTS];
	bool seen[EXH_KEEN_OBJECTS] = { false };
	const size_t count = exh_keen_engine_objects(engine, objects);
	struct exh_keen_frame_state state;

	exh_keen_engine_state(engine, &state);
	assert(count == state.objects && state.active <= count);
	assert(count && objects[0].slot == PLAYER_SLOT);
	for (size_t i = 0; i < count; i++) {
		assert(!seen[objects[i].slot]);
		seen[objects[i].slot] = true;
	}
	assert(!host.trace || !memcmp(seen, watch.alive, sizeof seen));
}

/* Checks what the engine reports about its level and its screen. */
static void check_views(void)
{
	const uint16_t *planes[EXH_KEEN_PLANE_COUNT];
	struct exh_keen_frame_state state;
	struct exh_keen_view view;
	size_t width, height;

	exh_keen_engine_state(engine, &state);
	assert(*exh_keen_playstate_name(state.playstate));
	exh_keen_engine_view(engine, &view);
	assert(view.shown_page < 2);
	exh_keen_engine_level(engine, &width, &height, planes);
	assert(width && height && planes[0]);
	assert(exh_keen_engine_ega(engine) == &engine->ega);
}

/* Compares all state that does not depend on the refresh method. */
static void check_same_state(void)
{
	struct exh_keen_frame_state a, b;

	exh_keen_engine_state(engine, &a);
	exh_keen_engine_state(other, &b);
	assert(a.frame == b.frame && a.tick == b.tick && a.map == b.map);
	assert(a.x_units == b.x_units && a.y_units == b.y_units);
	assert(a.x_speed == b.x_speed && a.y_speed == b.y_speed && a.shape == b.shape);
	assert(a.origin_x_units == b.origin_x_units);
	assert(a.origin_y_units == b.origin_y_units);
	assert(a.objects == b.objects && a.active == b.active && a.random == b.random);
	assert(a.score == b.score && a.lives == b.lives && a.keys == b.keys);
	assert(a.flowers == b.flowers && a.bombs == b.bombs);
	assert(a.playstate == b.playstate && a.sound_count == b.sound_count);
}

/* Compares the hashed state, except parts that only affect pictures of later frames: a
 * hash takes longer than all frames. */
static void check_same_engine(void)
{
	check_same_state();
	assert(!memcmp(&engine->ega.pixels, &other->ega.pixels,
		       sizeof engine->ega.pixels));
	assert(!memcmp(engine->rf.update, other->rf.update, sizeof engine->rf.update));
	for (size_t i = 0; i < EXH_KEEN_OBJECTS; i++) {
		const struct object *a = &engine->objects[i], *b = &other->objects[i];

		assert(a->used == b->used && a->state == b->state && a->x == b->x);
		assert(a->y == b->y && a->xspeed == b->xspeed && a->yspeed == b->yspeed);
		assert(a->ticcount == b->ticcount && a->sprite == b->sprite);
	}
}

/*
 * The level to play.
 */

static void choose_level(struct choices *c)
{
	static const uint16_t sides[2][10] = {
		{ 1, 2, 21, 22, 24, 25, 26, 32, 40, 48 },
		{ 1, 2, 21, 22, 24, 25, 64, 128, 200, 256 },
	};
	const unsigned most = is_long ? 64 : 40;
	const uint8_t x = choose_byte(c), y = choose_byte(c);
	size_t width = x & 128 ? sides[is_long][x % 10] : 1 + x % most;
	const size_t height = y & 128 ? sides[is_long][y % 10] : 1 + y % most;
	const uint32_t seed = choose_word(c);

	while (width * height > EXH_KEEN_MAP_MAX_CELLS)
		width /= 2;

	made_level(&made, width, height, seed, choose_byte(c));
	made_player(&made, choose_word(c));
}

static void change_sprite(struct choices *c)
{
	struct exh_keen_game_sprite *sprite =
		&made.sprites[choose_word(c) % MADE_SPRITES];
	const uint8_t field = choose_byte(c);
	const uint16_t value = choose_word(c);

	switch (field % 9) {
	case 0:
		sprite->present = false;
		sprite->width = sprite->height = sprite->row_cells = 0;
		sprite->cells = NULL;
		break;
	case 1:
		/* CGA: whole cells, since all of them has pixels. */
		sprite->row_cells = (uint16_t)(1 + value % (MADE_MAX_WIDTH / 2));
		sprite->width =
			(uint16_t)(made.game.video == EXH_KEEN_CGA ? 2 * sprite->row_cells
								   : sprite->row_cells);
		sprite->height = (uint16_t)(1 + (value >> 8) % MADE_MAX_HEIGHT);
		sprite->cells = made.sprite_cells;
		break;
	case 2:
		sprite->shifts = (uint8_t)(1 << value % 3);
		break;
	case 3:
		sprite->orgx = (int16_t)value;
		break;
	case 4:
		sprite->orgy = (int16_t)value;
		break;
	case 5:
		sprite->xl = (int16_t)value;
		break;
	case 6:
		sprite->yl = (int16_t)value;
		break;
	case 7:
		sprite->xh = (int16_t)value;
		break;
	default:
		sprite->yh = (int16_t)value;
	}
}

static void choose_changes(struct choices *c)
{
	const unsigned tables = choose_byte(c) % MAX_CHANGES;
	const unsigned sprites = choose_byte(c) % MAX_CHANGES;

	for (unsigned i = 0; i < tables; i++) {
		const uint8_t table = choose_byte(c) % EXH_KEEN_TILE_TABLE_COUNT;
		const uint8_t tile = choose_byte(c);

		/* Most tiles exist. */
		made.tables[table][tile & 128 ? tile << 8 | 0xff : tile % MADE_TILES] =
			choose_byte(c);
	}
	for (unsigned i = 0; i < sprites; i++)
		change_sprite(c);
}

static void choose_cells(struct choices *c)
{
	const unsigned count = choose_byte(c) % MAX_CHANGES;
	const size_t cells = made.map[0].width * made.map[0].height;

	for (unsigned i = 0; i < count; i++) {
		const uint8_t plane = choose_byte(c) % EXH_KEEN_PLANE_COUNT;
		const uint16_t cell = choose_word(c);

		made.cells[plane][cell % cells] = choose_word(c);
	}
}

/*
 * Runs.
 */

static bool start_all(const struct exh_keen_start *start, bool differs)
{
	struct exh_error err = { 0 };
	struct exh_keen_start second = *start;

	if (exh_keen_engine_start(engine, &made.game, start, NULL, &err)) {
		assert(err.text[0]);
		assert(!exh_keen_engine_step(engine, &(struct exh_keen_controls){ 0 },
					     &host));
		return false;
	}
	if (!differs)
		return true;
	second.refresh = (enum exh_keen_refresh)((start->refresh + 1) % 3);
	second.device = EXH_AUDIO_NONE;
	second.compatible_vga = !start->compatible_vga;
	assert(exh_keen_engine_start(other, &made.game, &second, NULL, NULL) == EXH_OK);
	return true;
}

static void watch_start(void)
{
	struct exh_keen_object objects[EXH_KEEN_OBJECTS];
	const size_t count = exh_keen_engine_objects(engine, objects);

	watch = (struct watch){ .frames = 0 };
	for (size_t i = 0; i < count; i++)
		watch.alive[objects[i].slot] = true;
}

/* Most runs leave out fading in, which draws all of the port twice, and the trace: each
 * takes as long as many frames. */
static void choose_costs(struct choices *c)
{
	const uint8_t costs = is_long ? 0 : choose_byte(c);

	host.trace = is_long || costs % 4 == 1 ? on_trace : NULL;
	if (is_long || costs % 4 == 2)
		return;
	engine->rf.fade_in = 0;
	other->rf.fade_in = 0;
}

static void play(struct choices *c, bool differs, unsigned copy_at)
{
	struct exh_keen_controls controls = { 0 };
	const unsigned most = is_long ? MAX_LONG_FRAMES : MAX_FRAMES;
	unsigned held = 0, frame = 0;
	bool more = true;

	for (; more && frame < most && (held || c->left); frame++) {
		if (!held) {
			const uint8_t byte = choose_byte(c);

			controls = is_long ? choose_controls(byte)
					   : choose_any_controls(c, byte);
			held = 1 + byte / 36 * (is_long ? 4U : 1U);
		}
		held--;
		if (frame == copy_at && !differs)
			exh_keen_engine_copy(other, engine);
		more = exh_keen_engine_step(engine, &controls, &host);
		if (differs || frame >= copy_at)
			assert(more == exh_keen_engine_step(other, &controls, NULL));
		if (more)
			check_objects();
		check_views();
		if (differs)
			check_same_state();
	}
	if (!differs && frame > copy_at)
		check_same_engine();
	if (is_long && !differs && frame > copy_at)
		assert(exh_keen_engine_hash(engine) == exh_keen_engine_hash(other));
}

static bool ends_long(struct choices *c)
{
#ifdef EXH_REPLAY
	enum { MARK = 4 };

	if (c->left >= MARK && !memcmp(c->next + c->left - MARK, "LONG", MARK)) {
		c->left -= MARK;
		return true;
	}
#endif
	(void)c;
	return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static _Thread_local struct exh_arena arena = { .limit = 1 << 23 };
	const struct exh_bytes in = take(&data, &size, size);
	struct choices c = { in.data, in.size };
	struct exh_keen_start start;
	uint8_t kind;
	bool cga;

	is_long = ends_long(&c);
	kind = choose_byte(&c);
	cga = kind & 1;
	if (!engine) {
		engine = exh_keen_engine_new(&arena);
		other = exh_keen_engine_new(&arena);
		assert(engine && other);
	}
	made_open(&made, cga ? EXH_KEEN_CGA : EXH_KEEN_EGA);
	start = made_start(&c);
	if (cga)
		start.refresh = EXH_KEEN_REFRESH_DREAMS;
	choose_level(&c);
	choose_changes(&c);
	choose_cells(&c);
	if (start_all(&start, !cga && kind & 2)) {
		watch_start();
		choose_costs(&c);
		play(&c, !cga && kind & 2, kind >> 2);
	}
	discard(in);
	return 0;
}
