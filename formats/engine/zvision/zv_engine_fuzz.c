/*
 * For any scripts and any player: the engine goes on or ends, the view stays within the
 * screen, a copy goes on like its original, and all files are given back.
 *
 * Input: a byte for the game and the rules (enum setting), a byte of ticks, five bytes a
 * tick (x and y divided by 4, buttons and arrows, a key, a state key that is set), then
 * scripts and a lever in pieces that end with a byte of 0: universe, g, ga, gary, gb, the
 *        lever
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/zv_engine.h"
#include "exhume/zvision.h"
#include "exhume/advanced/zv_engine.h"
#include "exhume/advanced/zvision_picture.h"

#include "../../base/fuzzing.h"

enum {
	TICKS = 64,
	MOST_TICKS = SMALLER(4, TICKS),
	TICK_SIZE = 5,
	PIECES = 6,
	SIDE = 24,
	KEY_STEP =
		SMALLER(13, 1), /* between keys that are compared: there are thousands */
};

/* Bits of the first byte. */
enum setting {
	IS_ZENGINE = 1,
	IS_ZGI = 2,
	STARTS_BELOW = 4, /* in another place */
	STARTS_NOWHERE = 8,
	PRESSES_MORE =
		16, /* keys than an input has room for, and goes on after the end */
	IS_RESTORED = 32,
};

enum { KEY_RESTORED = 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct game {
	struct exh_bytes pieces[PIECES];
	struct exh_bytes picture, film, cursor;
	int held;
};

static const char *const names[PIECES] = { "universe.scr", "g.scr",    "ga.scr",
					   "gary.scr",	   "gbaa.scr", "a.lev" };

static const uint8_t text[] = "<RED 9 POINT 24>One <STATEBOX 9> two.\r\nThree.\r\n";

static bool read_file(void *context, const char *name, struct exh_bytes *out)
{
	struct game *game = context;
	size_t i = 0;

	while (i < PIECES && strcmp(names[i], name) != 0)
		i++;
	if (i < PIECES)
		*out = game->pieces[i];
	else if (strcmp(name, "a.tga") == 0)
		*out = game->picture;
	else if (strcmp(name, "a.rlf") == 0)
		*out = game->film;
	else if (strcmp(name, "00idlea.zcr") == 0)
		*out = game->cursor;
	else if (strcmp(name, "a.txt") == 0 || strcmp(name, "nemesis.str") == 0)
		*out = (struct exh_bytes){ text, sizeof text - 1, 0 };
	else
		return false;
	game->held++;
	return true;
}

static void release(void *context, struct exh_bytes bytes)
{
	(void)bytes;
	((struct game *)context)->held--;
}

static struct exh_bytes copy_of(struct exh_writer *out)
{
	const struct exh_bytes bytes = { out->data, out->size, 0 };

	assert(!out->failed);
	return bytes;
}

static void make_files(struct game *to)
{
	/* The same each time. */
	static _Thread_local struct game made;
	struct exh_writer picture = { .limit = 1 << 16 }, film = { .limit = 1 << 16 };
	struct exh_writer cursor = { .limit = 1 << 16 };
	const struct exh_zv_cursor head = { 3, 3, SIDE, SIDE, { 0 } };
	const struct exh_zv_rlf rlf = { 3, SIDE, SIDE, 660, { 0 } };
	uint16_t pixels[SIDE * SIDE];

	if (made.picture.data) {
		*to = made;
		return;
	}
	for (size_t i = 0; i < SIDE * SIDE; i++)
		pixels[i] = (uint16_t)i;
	(void)!exh_zv_tgz_write(&(struct exh_zv_picture){ SIDE, SIDE, pixels }, &picture,
				NULL);
	exh_zv_rlf_write_header(&rlf, 0, &film);
	for (unsigned i = 0; i < 3; i++)
		exh_zv_rlf_write_record(EXH_ZV_RLF_SIMPLE, NULL, pixels, SIDE * SIDE,
					&film);
	(void)!exh_zv_cursor_write(&head, pixels, &cursor, NULL);
	made.picture = copy_of(&picture);
	made.cursor = copy_of(&cursor);
	made.film = copy_of(&film);
	*to = made;
}

static void take_pieces(struct game *game, const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < PIECES; i++) {
		const uint8_t *end = size ? memchr(data, 0, size) : NULL;
		const size_t length = end ? (size_t)(end - data) : size;

		game->pieces[i] = take(&data, &size, length);
		if (end)
			discard(take(&data, &size, 1));
	}
}

static struct exh_zv_input input_of(const uint8_t *bytes, unsigned settings)
{
	struct exh_zv_input input = { .x = bytes[0] * 4,
				      .y = bytes[1] * 4,
				      .left = bytes[2] & 1,
				      .right = bytes[2] & 2,
				      .turn_left = bytes[2] & 4,
				      .turn_right = bytes[2] & 8,
				      .turn_up = bytes[2] & 16,
				      .turn_down = bytes[2] & 32 };

	if (bytes[3]) {
		input.presses[0] = bytes[3];
		input.press_count = settings & PRESSES_MORE ? SIZE_MAX : 1;
	}
	return input;
}

static void compare(const struct exh_zv_engine *engine, const struct exh_zv_engine *copy)
{
	static _Thread_local uint16_t one[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT],
		other[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];

	exh_zv_engine_picture(engine, one);
	exh_zv_engine_picture(copy, other);
	assert(memcmp(one, other, sizeof one) == 0);
	for (int32_t key = 0; key < exh_zv_engine_key_count(engine); key += KEY_STEP)
		assert(exh_zv_engine_key(engine, key) == exh_zv_engine_key(copy, key));
}

static void trace(void *context, const struct exh_event *event)
{
	(void)context;
	assert(event->count <= EXH_EVENT_FIELDS);
}

/* A place as bytes of the input name it: it is refused, or is where the engine goes. */
static void go(struct exh_zv_engine *engine, const uint8_t *tick)
{
	const char name[] = { (char)tick[0], 'a', (char)tick[1], (char)tick[3], 0 };
	struct exh_zv_engine_state state;
	struct exh_error err = { 0 };

	if (exh_zv_engine_go(engine, tick[2] & 64 ? "gbaa" : name, tick[0], &err)) {
		assert(err.status && err.text[0]);
		return;
	}
	exh_zv_engine_state(engine, &state);
	assert(state.is_changing);
}

static void play(struct exh_zv_engine *engine, const uint8_t *ticks, size_t count,
		 unsigned settings)
{
	const struct exh_host host = { .trace = trace };
	struct exh_zv_engine *copy = exh_zv_engine_new();
	bool goes_on = true, is_copied = false;

	assert(copy);
	for (size_t i = 0; i < count && goes_on; i++) {
		const struct exh_zv_input input =
			input_of(ticks + i * TICK_SIZE, settings);

		if (i == count / 2) {
			is_copied = exh_zv_engine_copy(copy, engine);
			assert(is_copied);
		}
		exh_zv_engine_set_key(engine, ticks[i * TICK_SIZE + 4], 1);
		goes_on = exh_zv_engine_step(engine, &input, &host);
		if (!goes_on)
			assert(!exh_zv_engine_step(engine, &input, &host));
		if (i < count / 2)
			continue;
		exh_zv_engine_set_key(copy, ticks[i * TICK_SIZE + 4], 1);
		assert(exh_zv_engine_step(copy, &input, NULL) == goes_on);
	}
	if (is_copied) /* the run may have ended before */
		compare(engine, copy);
	if (count && goes_on)
		go(engine, ticks + (count - 1) * TICK_SIZE);
	exh_zv_engine_free(copy);
}

/* Starts the engine, which is nowhere before that. */
static void begin(struct exh_zv_engine *engine, struct exh_zv_world *world,
		  const struct exh_zv_start *start, unsigned settings)
{
	const bool is_wrong = settings & STARTS_BELOW && settings & STARTS_NOWHERE;
	struct exh_zv_engine_state state;

	assert(!exh_zv_engine_step(engine, &(struct exh_zv_input){ .x = 1 }, NULL));
	exh_zv_engine_state(engine, &state);
	assert(!state.place[0] && !state.offset && !state.has_ended);
	assert(!exh_zv_engine_start(engine, world, start, NULL) == !is_wrong);
	if (settings & IS_RESTORED)
		exh_zv_engine_set_key(engine, KEY_RESTORED, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct game game = { .held = 0 };
	const struct exh_zv_files files = { read_file, release, &game };
	struct exh_zv_start start = { .seed = 1 };
	struct exh_zv_engine *engine;
	struct exh_zv_world *world;
	uint8_t ticks[TICKS * TICK_SIZE] = { 0 };
	unsigned settings;
	size_t count;

	if (size < 2)
		return 0;
	start.rules = data[0] & IS_ZENGINE ? EXH_ZV_RULES_ZENGINE : EXH_ZV_RULES_GAME;
	if (data[0] & STARTS_BELOW)
		memcpy(start.place, data[0] & STARTS_NOWHERE ? "GB!a" : "gbaa", 4);
	settings = data[0];
	count = data[1] % (TICKS + 1);
	if (size - 2 < count * TICK_SIZE)
		return 0;
	if (count)
		memcpy(ticks, data + 2, count * TICK_SIZE);
	make_files(&game);
	take_pieces(&game, data + 2 + count * TICK_SIZE, size - 2 - count * TICK_SIZE);
	world = exh_zv_world_new(&files, settings & IS_ZGI ? EXH_ZV_ZGI : EXH_ZV_NEMESIS);
	engine = exh_zv_engine_new();
	assert(world && engine);
	begin(engine, world, &start, settings);
	play(engine, ticks, count < MOST_TICKS ? count : MOST_TICKS, settings);
	assert(game.held == 0);
	exh_zv_engine_free(engine);
	exh_zv_world_free(world);
	for (size_t i = 0; i < PIECES; i++)
		discard(game.pieces[i]);
	return 0;
}
