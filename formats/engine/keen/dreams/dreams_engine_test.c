/*
 * Properties of every run, with the mole's game and, if available, the real one: copies
 * and saved states continue like the original, hosts change nothing and receive correct
 * data, all refresh methods show the same. Also the mole's own vectors.
 */
#include "game_testing.h"
#include "exhume/advanced/keen_engine.h"

enum {
	PIXELS = EXH_EGA_WIDTH * EXH_EGA_HEIGHT,
	LINE = 256,
	AFTER = 60, /* frames that are played after an interruption */
};

/*
 * Games, opened once.
 */

enum { MOLE_EGA, MOLE_CGA, DREAMS, GAMES };

static struct opened_game games[GAMES];
static bool has_dreams;
static struct exh_arena engines = { .limit = 1 << 23 };
static struct exh_keen_engine *first, *second, *third;

static int open_all(void **state)
{
	(void)state;
	open_sample_game(&games[MOLE_EGA], false);
	open_sample_game(&games[MOLE_CGA], true);
	has_dreams = open_real_game(&games[DREAMS]);
	first = exh_keen_engine_new(&engines);
	second = exh_keen_engine_new(&engines);
	third = exh_keen_engine_new(&engines);
	return !first || !second || !third;
}

static int close_all(void **state)
{
	(void)state;
	for (size_t i = 0; i < GAMES; i++)
		close_game(&games[i]);
	exh_arena_free(&engines);
	return 0;
}

/*
 * Runs. The player presses random keys, each for a while.
 */

struct run {
	const struct opened_game *opened;
	struct exh_keen_start start;
	uint64_t seed;
	unsigned frames;
};

struct player {
	uint64_t seed;
	unsigned left;
	struct exh_keen_controls held;
};

static const struct exh_keen_controls *press(struct player *player)
{
	if (!player->left--) {
		player->left = roll(&player->seed, 30);
		player->held = (struct exh_keen_controls){
			.x_axis = (int8_t)(roll(&player->seed, 3) - 1),
			.y_axis = (int8_t)(roll(&player->seed, 3) - 1),
			.button0 = roll(&player->seed, 3) == 0,
			.button1 = roll(&player->seed, 4) == 0
		};
	}
	return &player->held;
}

typedef void (*run_check)(const struct run *run);

/* A run of a level; the device, and for two levels the whole game, depend on map. */
static struct run run_of(const struct opened_game *opened, unsigned map)
{
	struct run run = { .opened = opened,
			   .seed = 77 + map,
			   .frames = opened == &games[DREAMS] ? 80 : 200 };

	exh_keen_start_default(&run.start);
	run.start.map = map;
	run.start.god = true;
	run.start.flowers = 20;
	run.start.bombs = 20;
	run.start.device = map % 2 ? EXH_AUDIO_ADLIB : EXH_AUDIO_SPEAKER;
	run.start.whole_game = map == 0 || map == 2;
	return run;
}

/* Some maps of the real game are left over, and have no start. */
static void check_game(const struct opened_game *opened, run_check check)
{
	for (size_t i = 0; i < opened->maps.count; i++) {
		const struct run run = run_of(opened, opened->maps.items[i].number);

		if (exh_keen_engine_start(first, opened->game, &run.start, NULL, NULL) ==
		    EXH_OK)
			check(&run);
		else
			assert_true(opened == &games[DREAMS]);
	}
}

static void check_games(run_check check)
{
	for (size_t i = 0; i < GAMES; i++)
		if (i != DREAMS || has_dreams)
			check_game(&games[i], check);
}

static void start(struct exh_keen_engine *engine, const struct run *run)
{
	assert_int_equal(
		exh_keen_engine_start(engine, run->opened->game, &run->start, NULL, NULL),
		EXH_OK);
}

/*
 * A frame as a line of text, with the sound written in it.
 */

struct listener {
	uint32_t sum; /* checksum of all writes in the frame */
};

static void on_audio(void *context, const struct exh_audio_write *write)
{
	struct listener *listener = context;
	const uint32_t parts[] = { listener->sum, (uint32_t)write->time,
				   (uint32_t)write->device, write->reg, write->value };

	uint8_t bytes[sizeof parts]; /* in the same order on every machine */

	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)(parts[i / 4] >> 8 * (i % 4));
	listener->sum = exh_crc32((struct exh_bytes){ bytes, sizeof bytes, 0 });
}

static void describe(const struct exh_keen_engine *engine, uint32_t heard,
		     char line[LINE])
{
	struct exh_keen_frame_state s;

	exh_keen_engine_state(engine, &s);
	snprintf(line, LINE,
		 "%u %u: %u,%u %d,%d %u %u,%u %u/%u/%u/%u/%u %u/%u/%u %u/%u %u %d %d %d "
		 "%d %d %d %u %08x %08x",
		 s.map, (unsigned)s.frame, s.x_units, s.y_units, s.x_speed, s.y_speed,
		 s.shape, s.origin_x_units, s.origin_y_units, s.new_tiles, s.copied_tiles,
		 s.erased_blocks, s.drawn_sprites, s.mask_tiles, s.marks[0], s.marks[1],
		 s.marks[2], s.objects, s.active, s.random, s.score, s.flowers, s.bombs,
		 s.lives, s.keys, (int)s.playstate, (unsigned)s.sound_count, heard,
		 picture_crc(engine));
}

/* False when the run is over. deaf: no listener for sound. */
static bool step_and_describe(struct exh_keen_engine *engine, struct player *player,
			      bool deaf, char line[LINE])
{
	struct listener listener = { 0 };
	const struct exh_host host = { .audio = on_audio, .context = &listener };
	const bool more = exh_keen_engine_step(engine, press(player), &host);

	describe(engine, deaf ? 0 : listener.sum, line);
	return more;
}

/*
 * Interrupted runs.
 */

static void copy(struct exh_keen_engine *to, struct exh_keen_engine *from,
		 const struct run *run)
{
	(void)run;
	exh_keen_engine_copy(to, from);
}

static void save_and_load(struct exh_keen_engine *to, struct exh_keen_engine *from,
			  const struct run *run)
{
	struct exh_writer saved = { .limit = 1 << 24 };
	struct exh_error err = { 0 };

	exh_keen_engine_save(from, &saved);
	if (exh_keen_engine_load(to, run->opened->game, exh_writer_bytes(&saved), &err))
		fail_msg("%s", err.text);
	exh_writer_free(&saved);
}

typedef void (*passing_on)(struct exh_keen_engine *to, struct exh_keen_engine *from,
			   const struct run *run);

/* Continues a second engine from that frame while the first runs on. The two change
 * places, since old data of the first must not matter. */
static void check_from(const struct run *run, unsigned at, passing_on pass_on)
{
	struct player a = { .seed = run->seed }, b;
	bool more = true;

	start(first, run);
	for (unsigned frame = 0; more && frame < at; frame++)
		more = exh_keen_engine_step(first, press(&a), NULL);
	if (!more)
		return;
	b = a;
	pass_on(second, first, run);
	for (unsigned frame = at; more && frame < at + AFTER; frame++) {
		char straight[LINE], interrupted[LINE];
		/* The new listener gets the current sound again. */
		const bool deaf =
			pass_on == save_and_load && (frame == at || frame == at + 4);

		more = step_and_describe(first, &a, deaf, straight);
		assert_int_equal(step_and_describe(second, &b, deaf, interrupted), more);
		assert_string_equal(interrupted, straight);
		if (frame == at + 3)
			pass_on(second, first, run);
	}
	assert_int_equal(exh_keen_engine_hash(first), exh_keen_engine_hash(second));
}

/* The level's first frames are part of the fade-in. */
static void check_interruptions(const struct run *run, passing_on pass_on)
{
	uint64_t seed = run->seed;

	for (unsigned frame = 0; frame < 3; frame++)
		check_from(run, frame, pass_on);
	for (unsigned i = 0; i < 3; i++)
		check_from(run, roll(&seed, run->frames), pass_on);
}

static void check_copies(const struct run *run)
{
	check_interruptions(run, copy);
}

static void check_saves(const struct run *run)
{
	check_interruptions(run, save_and_load);
}

static void copies_go_on_as_what_they_are_copied_from(void **state)
{
	(void)state;
	check_games(check_copies);
}

static void saved_states_go_on_as_what_was_saved(void **state)
{
	(void)state;
	check_games(check_saves);
}

/* Looks for frames in which a sound plays, to save in the middle of one. */
static void check_saved_sounds(const struct run *run)
{
	struct player player = { .seed = run->seed };
	unsigned checked = 0;

	for (unsigned frame = 3; frame < run->frames && checked < 3; frame++) {
		struct exh_keen_frame_state state;

		if (frame == 3)
			start(third, run);
		if (!exh_keen_engine_step(third, press(&player), NULL))
			return;
		exh_keen_engine_state(third, &state);
		if (!state.sound_count)
			continue;
		checked++;
		check_from(run, (unsigned)state.frame + 2, save_and_load);
	}
}

static void sounds_are_saved_in_their_midst(void **state)
{
	(void)state;
	check_games(check_saved_sounds);
}

static void other_ways_are_saved(void **state)
{
	(void)state;
	for (int way = EXH_KEEN_REFRESH_KEEN1; way <= EXH_KEEN_REFRESH_FULL; way++) {
		struct run run = run_of(&games[MOLE_EGA], 1);

		run.start.refresh = (enum exh_keen_refresh)way;
		run.start.compatible_vga = way == EXH_KEEN_REFRESH_KEEN1;
		check_saves(&run);
	}
}

/*
 * Frames and events that a host receives.
 */

struct watch {
	const struct exh_keen_engine *engine;
	uint8_t pixels[PIXELS];
	uint64_t frames, tick;
	bool alive[EXH_KEEN_OBJECTS];
	/* Events of the current frame. */
	size_t sounds, refreshes;
	int64_t new_tiles, marks[3];
	uint8_t heard[EXH_KEEN_FRAME_SOUNDS];
};

/* The previous picture, updated where it is dirty, equals the new one. */
static void on_frame(void *context, const struct exh_frame *frame)
{
	struct watch *watch = context;

	assert_int_equal(frame->number, watch->frames);
	assert_int_equal(frame->tick, watch->tick);
	for (size_t i = 0; i < frame->dirty_count; i++) {
		const struct exh_rect *rect = &frame->dirty[i];

		assert_true(rect->x + rect->width <= EXH_EGA_WIDTH);
		assert_true(rect->y + rect->height <= EXH_EGA_HEIGHT);
		for (size_t y = 0; y < rect->height; y++) {
			const size_t at = (rect->y + y) * EXH_EGA_WIDTH + rect->x;

			memcpy(watch->pixels + at, frame->image.pixels + at, rect->width);
		}
	}
	assert_memory_equal(watch->pixels, frame->image.pixels, PIXELS);
	watch->frames++;
	watch->tick += frame->ticks;
}

static int64_t number_of(const struct exh_event *event, const char *key)
{
	for (size_t i = 0; i < event->count; i++)
		if (!strcmp(event->fields[i].key, key))
			return event->fields[i].number;
	fail_msg("%s has no %s", event->name, key);
	return 0;
}

static void on_object(struct watch *watch, const struct exh_event *event, bool comes)
{
	const size_t slot = (size_t)number_of(event, "slot");

	assert_true(slot < EXH_KEEN_OBJECTS);
	assert_true(slot == 0 || watch->alive[slot] != comes);
	watch->alive[slot] = comes;
}

static void on_refresh(struct watch *watch, const struct exh_event *event)
{
	watch->refreshes++;
	watch->new_tiles += number_of(event, "new");
	watch->marks[0] = number_of(event, "mark1");
	watch->marks[1] = number_of(event, "mark2");
	watch->marks[2] = number_of(event, "mark3");
}

static void on_trace(void *context, const struct exh_event *event)
{
	struct watch *watch = context;

	if (!strcmp(event->name, "level"))
		memset(watch->alive, 0, sizeof watch->alive);
	else if (!strcmp(event->name, "spawn"))
		on_object(watch, event, true);
	else if (!strcmp(event->name, "remove"))
		on_object(watch, event, false);
	else if (!strcmp(event->name, "refresh"))
		on_refresh(watch, event);
	else if (!strcmp(event->name, "sound") && watch->sounds < EXH_KEEN_FRAME_SOUNDS)
		watch->heard[watch->sounds++] = (uint8_t)number_of(event, "number");
	/* When a level ends, its last frame was already shown. */
	if (event->frame + 1 != watch->frames)
		assert_int_equal(event->frame, watch->frames);
}

static void check_objects(const struct watch *watch)
{
	struct exh_keen_object objects[EXH_KEEN_OBJECTS];
	const size_t count = exh_keen_engine_objects(watch->engine, objects);
	bool alive[EXH_KEEN_OBJECTS] = { false };

	for (size_t i = 0; i < count; i++)
		alive[objects[i].slot] = true;
	assert_memory_equal(alive, watch->alive, sizeof alive);
}

/* Requests at the end of a level come after its frame. */
static void check_frame(const struct watch *watch)
{
	struct exh_keen_frame_state state;

	exh_keen_engine_state(watch->engine, &state);
	check_objects(watch);
	assert_int_equal(state.frame + 1, watch->frames);
	assert_int_equal(state.tick, watch->tick);
	assert_int_equal(state.sound_count, watch->sounds);
	assert_memory_equal(state.sounds, watch->heard, watch->sounds);
	assert_int_equal(state.refreshes, watch->refreshes);
	assert_int_equal(state.new_tiles, watch->new_tiles);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(state.marks[i], watch->marks[i]);
}

static void watch_start(struct watch *watch, const struct exh_keen_engine *engine)
{
	struct exh_keen_object objects[EXH_KEEN_OBJECTS];
	const size_t count = exh_keen_engine_objects(engine, objects);

	*watch = (struct watch){ .engine = engine };
	for (size_t i = 0; i < count; i++)
		watch->alive[objects[i].slot] = true;
}

static void check_host(const struct run *run)
{
	static struct watch watch;
	const struct exh_host host = { .frame = on_frame,
				       .trace = on_trace,
				       .context = &watch };
	struct player a = { .seed = run->seed }, b = a;
	bool more = true;

	start(first, run);
	start(second, run);
	watch_start(&watch, first);
	for (unsigned frame = 0; more && frame < run->frames; frame++) {
		char with[LINE], without[LINE];

		watch.sounds = watch.refreshes = 0;
		watch.new_tiles = 0;
		more = exh_keen_engine_step(first, press(&a), &host);
		check_frame(&watch);
		assert_int_equal(exh_keen_engine_step(second, press(&b), NULL), more);
		describe(first, 0, with);
		describe(second, 0, without);
		assert_string_equal(with, without);
	}
	assert_int_equal(exh_keen_engine_hash(first), exh_keen_engine_hash(second));
}

static void hosts_are_reported_the_truth_and_change_nothing(void **state)
{
	(void)state;
	check_games(check_host);
}

static void hosts_of_other_ways_are_reported_the_truth(void **state)
{
	(void)state;
	for (int way = EXH_KEEN_REFRESH_KEEN1; way <= EXH_KEEN_REFRESH_FULL; way++) {
		struct run run = run_of(&games[MOLE_EGA], 1);

		run.start.refresh = (enum exh_keen_refresh)way;
		check_host(&run);
	}
}

/*
 * Ways to refresh the screen.
 */

/* All state that does not depend on the refresh. */
static void check_same_state(const struct exh_keen_engine *a,
			     const struct exh_keen_engine *b)
{
	struct exh_keen_frame_state s, t;

	exh_keen_engine_state(a, &s);
	exh_keen_engine_state(b, &t);
	s.new_tiles = t.new_tiles;
	s.copied_tiles = t.copied_tiles;
	s.erased_blocks = t.erased_blocks;
	s.drawn_sprites = t.drawn_sprites;
	s.mask_tiles = t.mask_tiles;
	memcpy(s.marks, t.marks, sizeof s.marks);
	assert_int_equal(s.x_units, t.x_units);
	assert_int_equal(s.y_units, t.y_units);
	assert_int_equal(s.shape, t.shape);
	assert_int_equal(s.random, t.random);
	assert_int_equal(s.score, t.score);
	assert_int_equal(s.objects, t.objects);
	assert_int_equal(s.active, t.active);
	assert_int_equal(s.tick, t.tick);
	assert_int_equal(s.playstate, t.playstate);
}

static struct run with_way(struct run run, enum exh_keen_refresh way)
{
	run.start.refresh = way;
	return run;
}

static void check_same_picture(const struct exh_keen_engine *a,
			       const struct exh_keen_engine *b, const struct run *run,
			       unsigned frame)
{
	uint8_t pictures[2][EXH_EGA_WIDTH * EXH_EGA_HEIGHT];

	exh_keen_engine_picture(a, pictures[0]);
	exh_keen_engine_picture(b, pictures[1]);
	if (memcmp(pictures[0], pictures[1], sizeof pictures[0]) != 0)
		fail_msg("map %u frame %u", run->start.map, frame);
}

static void check_ways(const struct run *run)
{
	const struct run keen1 = with_way(*run, EXH_KEEN_REFRESH_KEEN1);
	const struct run full = with_way(*run, EXH_KEEN_REFRESH_FULL);
	struct player player = { .seed = run->seed };
	bool more = true;

	start(first, run);
	start(second, &keen1);
	start(third, &full);
	for (unsigned frame = 0; more && frame < run->frames; frame++) {
		const struct exh_keen_controls *controls = press(&player);

		more = exh_keen_engine_step(first, controls, NULL);
		assert_int_equal(exh_keen_engine_step(second, controls, NULL), more);
		assert_int_equal(exh_keen_engine_step(third, controls, NULL), more);
		check_same_state(first, second);
		check_same_state(first, third);
		check_same_picture(first, second, run, frame);
		check_same_picture(first, third, run, frame);
	}
}

static void all_ways_show_the_same(void **state)
{
	(void)state;
	check_game(&games[MOLE_EGA], check_ways);
	if (has_dreams)
		check_game(&games[DREAMS], check_ways);
}

/*
 * Slower machines.
 */

static void a_slower_machine_has_more_ticks_a_frame(void **state)
{
	(void)state;
	for (uint16_t step = 1; step <= 7; step++) {
		struct run run = run_of(&games[step % 2 ? MOLE_EGA : MOLE_CGA], 1);
		struct exh_keen_frame_state now = { 0 };
		struct player player = { .seed = run.seed };
		uint64_t tick = 0;

		run.start.tic_step = step;
		check_from(&run, 10 * step, save_and_load);
		check_host(&run);
		start(first, &run);
		for (unsigned frame = 0; frame < 50; frame++) {
			exh_keen_engine_step(first, press(&player), NULL);
			exh_keen_engine_state(first, &now);
			/* At least two ticks for each refresh. */
			assert_int_equal(now.tick - tick,
					 now.refreshes * (step == 1 ? 2 : step));
			tick = now.tick;
		}
	}
}

/*
 * The whole game.
 */

static bool find_entrance(const struct exh_keen_engine *engine, unsigned map, uint16_t *x,
			  uint16_t *y)
{
	const uint16_t *planes[EXH_KEEN_PLANE_COUNT];
	size_t width, height;

	exh_keen_engine_level(engine, &width, &height, planes);
	for (size_t i = 0; i < width * height; i++)
		if (planes[EXH_KEEN_INFO][i] == map + 2) {
			*x = (uint16_t)(i % width * 256);
			*y = (uint16_t)(i / width * 256);
			return true;
		}
	return false;
}

/* Plays until another map is loaded; returns the number of frames. */
static unsigned play_until_map(unsigned map, const char *pressed, unsigned most)
{
	struct exh_keen_frame_state state;
	unsigned frames = 0;

	do {
		const struct exh_keen_controls controls =
			keys(frames % 40 < 20 ? pressed : "R");

		assert_true(exh_keen_engine_step(first, &controls, NULL));
		exh_keen_engine_state(first, &state);
		assert_int_equal(state.lives, 3);
	} while (state.map != map && ++frames < most);
	assert_int_equal(state.map, map);
	return frames;
}

/* Walks through level 2 to the right, which completes it. */
static void a_level_leads_back_to_the_land(void **state)
{
	struct run run = run_of(&games[MOLE_EGA], 0);
	struct exh_keen_frame_state now;
	uint16_t x, y;

	(void)state;
	start(first, &run);
	assert_true(find_entrance(first, 2, &x, &y));
	run.start.world_x_units = x;
	run.start.world_y_units = y;
	start(first, &run);
	assert_true(play_until_map(2, "A", 10) < 3);
	assert_true(play_until_map(0, "RA", 1500) > 30);
	exh_keen_engine_state(first, &now);
	assert_int_equal(now.x_units, x);
	assert_int_equal(now.y_units, y);
	assert_false(find_entrance(first, 2, &x, &y));
	assert_true(find_entrance(first, 1, &x, &y));
	for (unsigned frame = 0; frame < 100; frame++)
		assert_true(exh_keen_engine_step(
			first, &(struct exh_keen_controls){ .button0 = true }, NULL));
}

static void all_lives_lost_end_the_game(void **state)
{
	struct run run = run_of(&games[MOLE_EGA], 1);
	struct player player = { .seed = 3 };
	struct exh_keen_frame_state now;
	unsigned died = 0, frame = 0;
	bool more = true;

	(void)state;
	run.start.god = false;
	run.start.whole_game = true;
	run.start.lives = 2;
	start(first, &run);
	for (; more && frame < 100000; frame++) {
		more = exh_keen_engine_step(first, press(&player), NULL);
		exh_keen_engine_state(first, &now);
		died += now.playstate == EXH_KEEN_DIED;
	}
	assert_false(more);
	assert_int_equal(died, 3);
	assert_int_equal(now.lives, -1);
	assert_false(exh_keen_engine_step(first, press(&player), NULL));
}

/*
 * The mole's vectors: UPDATE=1 in the environment writes them anew.
 */

enum { GOLDEN_EVERY = 12, GOLDEN_FRAMES = 720 };

static const struct {
	int game;
	unsigned map;
	bool god;
} golden_runs[] = {
	{ MOLE_EGA, 0, true }, { MOLE_EGA, 1, true },  { MOLE_EGA, 1, false },
	{ MOLE_EGA, 2, true }, { MOLE_EGA, 15, true }, { MOLE_CGA, 1, true }
};

/* A frame's line has the sounds since the previous line. */
static void write_vectors(const struct run *run, struct exh_writer *out)
{
	struct player player = { .seed = run->seed };
	struct listener listener = { 0 };
	const struct exh_host host = { .audio = on_audio, .context = &listener };
	bool more = true;

	start(first, run);
	for (unsigned frame = 0; more && frame < GOLDEN_FRAMES; frame++) {
		char line[LINE];

		more = exh_keen_engine_step(first, press(&player), &host);
		if (more && frame % GOLDEN_EVERY)
			continue;
		describe(first, listener.sum, line);
		exh_write_bytes(out, line, strlen(line));
		exh_write_u8(out, '\n');
		listener.sum = 0;
	}
}

static void write_all_vectors(struct exh_writer *out)
{
	for (size_t i = 0; i < sizeof golden_runs / sizeof *golden_runs; i++) {
		struct run run = run_of(&games[golden_runs[i].game], golden_runs[i].map);
		char title[64];

		run.start.god = golden_runs[i].god;
		run.seed += i;
		snprintf(title, sizeof title, "# %s, map %u%s\n",
			 golden_runs[i].game == MOLE_CGA ? "CGA" : "EGA",
			 golden_runs[i].map, golden_runs[i].god ? ", god" : "");
		exh_write_bytes(out, title, strlen(title));
		write_vectors(&run, out);
	}
}

static void update_golden(const struct exh_writer *vectors)
{
	const char *testdata = getenv("EXHUME_TESTDATA");
	char path[512];
	FILE *file;

	snprintf(path, sizeof path, "%s/golden/engine.txt",
		 testdata ? testdata : "testdata");
	file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(vectors->data, 1, vectors->size, file), vectors->size);
	assert_int_equal(fclose(file), 0);
}

static void the_mole_plays_as_ever(void **state)
{
	struct exh_writer vectors = { .limit = 1 << 20 };
	struct exh_bytes golden;

	(void)state;
	write_all_vectors(&vectors);
	if (getenv("UPDATE"))
		update_golden(&vectors);
	golden = load_testdata("golden/engine.txt");
	for (size_t i = 0, line = 1; i < vectors.size && i < golden.size; i++) {
		if (vectors.data[i] != golden.data[i])
			fail_msg("golden/engine.txt: line %zu", line);
		line += golden.data[i] == '\n';
	}
	assert_int_equal(vectors.size, golden.size);
	free((void *)golden.data);
	exh_writer_free(&vectors);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(copies_go_on_as_what_they_are_copied_from),
		cmocka_unit_test(saved_states_go_on_as_what_was_saved),
		cmocka_unit_test(sounds_are_saved_in_their_midst),
		cmocka_unit_test(other_ways_are_saved),
		cmocka_unit_test(hosts_are_reported_the_truth_and_change_nothing),
		cmocka_unit_test(hosts_of_other_ways_are_reported_the_truth),
		cmocka_unit_test(all_ways_show_the_same),
		cmocka_unit_test(a_slower_machine_has_more_ticks_a_frame),
		cmocka_unit_test(a_level_leads_back_to_the_land),
		cmocka_unit_test(all_lives_lost_end_the_game),
		cmocka_unit_test(the_mole_plays_as_ever),
	};

	return cmocka_run_group_tests(tests, open_all, close_all);
}
