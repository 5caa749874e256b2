#include "play.h"
#include "play/keen/play_keen.h"
#include "play/sci/play_sci.h"
#include "play/zvision/play_zvision.h"
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATE_LIMIT = 64 << 20, FRAMES = 60 };

/* A game for starting players, made by the test. */
struct sample {
	const struct engine_type *type;
	const void *game, *options;
	struct report *report;
};

static void *new_player(const struct sample *sample)
{
	void *player = sample->type->create();

	assert_non_null(player);
	assert_true(sample->type->start(player, sample->game, sample->options,
					sample->report));
	return player;
}

/* Plays frames with one key after another. */
static void play(const struct engine_type *type, void *player)
{
	const struct exh_input_keys *keys = type->keys();

	for (size_t i = 0; i < FRAMES; i++) {
		const struct exh_input_frame input = {
			.keys = keys->keys[i / 8 % keys->count].bits
		};

		type->press(player, &input);
		assert_true(type->step(player, NULL));
	}
}

/* Returns the first engine of this name; NULL: none. */
static const struct engine_type *engine_type_named(const char *name)
{
	for (const struct engine_type *const *type = engine_types; *type; type++)
		if (strcmp((*type)->name, name) == 0)
			return *type;
	return NULL;
}

static void test_entries(void **state)
{
	(void)state;
	for (const struct engine_type *const *entry = engine_types; *entry; entry++) {
		const struct engine_type *type = *entry;

		assert_ptr_equal(engine_type_named(type->name), type);
		assert_true(type->family && type->ticks_a_second && type->ticks_a_frame &&
			    type->services_a_tick && type->service_clocks);
		assert_true(type->picture_rgb15 ? !type->picture && !type->palette
						: type->picture && type->palette);
		assert_true(type->width && type->height && type->keys && type->create &&
			    type->destroy && type->copy && type->start && type->press &&
			    type->release && type->step && type->clock && type->hash &&
			    type->pressed && type->state_head && type->state_line &&
			    type->end_name && type->save && type->load);
	}
	assert_null(engine_type_named("nobody"));
}

/* Checks that a copy goes on like the original, and without it. */
static void check_copy(const struct sample *sample)
{
	const struct engine_type *type = sample->type;
	void *player = new_player(sample), *copy = type->create();
	uint32_t before;

	assert_non_null(copy);
	play(type, player);
	type->copy(copy, player);
	before = type->hash(player);
	assert_int_equal(type->clock(player).frames, FRAMES);
	play(type, player);
	assert_int_equal(type->hash(copy), before);
	play(type, copy);
	assert_int_equal(type->hash(copy), type->hash(player));
	type->destroy(player);
	type->destroy(copy);
}

/* Checks the same for a saved state. */
static void check_save(const struct sample *sample)
{
	const struct engine_type *type = sample->type;
	void *player = new_player(sample), *loaded = type->create();
	struct exh_writer out = { .limit = STATE_LIMIT };
	struct exh_error err;

	assert_non_null(loaded);
	play(type, player);
	type->save(player, &out);
	assert_false(out.failed);
	assert_int_equal(type->load(loaded, sample->game, exh_writer_bytes(&out), &err),
			 EXH_OK);
	assert_int_equal(type->hash(loaded), type->hash(player));
	assert_int_equal(type->clock(loaded).frames, FRAMES);
	type->release(player);
	play(type, player);
	play(type, loaded);
	assert_int_equal(type->hash(loaded), type->hash(player));
	exh_writer_free(&out);
	type->destroy(player);
	type->destroy(loaded);
}

static void check_picture(const struct engine_type *type, const void *player)
{
	const size_t count = (size_t)type->width * type->height;
	uint16_t *pixels = calloc(count, sizeof *pixels);
	const uint8_t *indices = (const uint8_t *)pixels;
	struct exh_palette palette;

	assert_non_null(pixels);
	if (type->picture_rgb15) {
		type->picture_rgb15(player, pixels);
		for (size_t i = 0; i < count; i++)
			assert_true(pixels[i] < 1 << 15);
	} else {
		type->picture(player, (uint8_t *)pixels);
		type->palette(player, &palette);
		for (size_t i = 0; i < count; i++)
			assert_true(indices[i] < palette.count);
	}
	free(pixels);
}

static void check_outputs(const struct sample *sample)
{
	const struct engine_type *type = sample->type;
	void *player = new_player(sample);
	struct exh_writer head = { .limit = 4096 }, line = { .limit = 4096 };
	size_t columns = 0, cells = 0;

	play(type, player);
	check_picture(type, player);
	type->state_head(&head);
	type->state_line(player, 0x1234abcd, &line);
	for (size_t i = 0; i < exh_writer_bytes(&head).size; i++)
		columns += exh_writer_bytes(&head).data[i] == '\t';
	for (size_t i = 0; i < exh_writer_bytes(&line).size; i++)
		cells += exh_writer_bytes(&line).data[i] == '\t';
	assert_int_equal(columns, cells);
	exh_writer_free(&head);
	exh_writer_free(&line);
	type->destroy(player);
}

static void test_keen_dreams(void **state)
{
	const char *testdata = getenv("EXHUME_TESTDATA");
	const struct common common = { .verbosity = -1 };
	struct report report = { .common = &common, .command = "test" };
	struct keen_run_options options = { .map = "1" };
	struct sample sample = { &keen_dreams_engine, NULL, &options, &report };
	struct keen_game game;
	char folder[512];

	(void)state;
	assert_non_null(testdata);
	snprintf(folder, sizeof folder, "%s/archives/dreams", testdata);
	exh_keen_start_default(&options.start);
	assert_true(keen_game_open(&game, folder, &options.game, &report));
	sample.game = &game;
	check_copy(&sample);
	check_save(&sample);
	check_outputs(&sample);
	keen_game_close(&game);
}

static void test_zvision(void **state)
{
	const char *testdata = getenv("EXHUME_TESTDATA");
	const struct common common = { .verbosity = -1 };
	struct report report = { .common = &common, .command = "test" };
	struct zv_setting setting = { 9, 1 };
	struct zv_run_options options = { .begin = { .place = "mole" },
					  .settings = &setting,
					  .setting_count = 1 };
	struct sample sample = { &zvision_engine, NULL, &options, &report };
	struct zv_run_game game;
	char folder[512];

	(void)state;
	assert_non_null(testdata);
	snprintf(folder, sizeof folder, "%s/archives/shaft", testdata);
	assert_true(zv_run_game_open(&game, folder, &options, &report));
	sample.game = &game;
	check_copy(&sample);
	check_save(&sample);
	check_outputs(&sample);
	zv_run_game_close(&game);
}

static void test_sci(void **state)
{
	const char *testdata = getenv("EXHUME_TESTDATA");
	const struct common common = { .verbosity = -1 };
	struct report report = { .common = &common, .command = "test" };
	struct sci_run_options options = { .animate = 0 };
	struct sample sample = { &sci_engine, NULL, &options, &report };
	struct sci_run_game game;
	char folder[512];

	(void)state;
	assert_non_null(testdata);
	snprintf(folder, sizeof folder, "%s/archives/digger", testdata);
	assert_true(sci_run_game_open(&game, folder, &report));
	sample.game = &game;
	check_copy(&sample);
	check_save(&sample);
	check_outputs(&sample);
	sci_run_game_close(&game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_entries),
		cmocka_unit_test(test_keen_dreams),
		cmocka_unit_test(test_zvision),
		cmocka_unit_test(test_sci),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
