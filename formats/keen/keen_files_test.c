#include "exhume/keen.h"
#include "exhume/keen_audio.h"

#include "../base/testing.h"
#include "../codec/omf_testing.h"

enum { LIMIT = 64 << 20, MZ_HEADER = 32, LEVELS = 4, SOUNDS = 28 };

/* The small game of testdata/archives/dreams. */
static struct exh_keen_files load_game(void)
{
	return (struct exh_keen_files){
		.graphics = load_testdata("archives/dreams/DREAMS.EGA"),
		.graphics_head = load_testdata("archives/dreams/EGAHEAD.MOL"),
		.graphics_dict = load_testdata("archives/dreams/EGADICT.MOL"),
		.levels = load_testdata("archives/dreams/DREAMS.MAP"),
		.level_head = load_testdata("archives/dreams/MAPHEAD.MOL"),
		.level_dict = load_testdata("archives/dreams/MAPDICT.MOL"),
		.sounds = load_testdata("archives/dreams/DREAMS.AUD"),
		.sound_head = load_testdata("archives/dreams/AUDIOHHD.MOL"),
		.sound_dict = load_testdata("archives/dreams/AUDIODCT.MOL"),
	};
}

static void free_game(struct exh_keen_files *files)
{
	const struct exh_bytes *const all[] = {
		&files->program,    &files->graphics,	   &files->levels,
		&files->sounds,	    &files->graphics_head, &files->graphics_dict,
		&files->level_head, &files->level_dict,	   &files->tile_info,
		&files->sound_head, &files->sound_dict,
	};

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		free((void *)all[i]->data);
}

/* Makes a program whose image contains the tables, one after the other, and removes them
 * from the game. */
static void link_tables(struct exh_keen_files *files)
{
	struct exh_bytes *const tables[] = {
		&files->graphics_dict, &files->graphics_head, &files->level_dict,
		&files->level_head,    &files->sound_dict,    &files->sound_head,
	};
	struct exh_writer exe = { .limit = LIMIT }, all = { .limit = LIMIT };
	size_t total;

	for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
		exh_write_bytes(&all, "between tables ", 15);
		exh_write_bytes(&all, tables[i]->data, tables[i]->size);
		free((void *)tables[i]->data);
		*tables[i] = (struct exh_bytes){ 0 };
	}
	exh_write_bytes(&all, "after them", 10);
	total = MZ_HEADER + all.size;
	exh_write_bytes(&exe, "MZ", 2);
	exh_write_u16le(&exe, (uint16_t)(total % 512));
	exh_write_u16le(&exe, (uint16_t)((total + 511) / 512));
	exh_write_u16le(&exe, 0);
	exh_write_u16le(&exe, MZ_HEADER / 16);
	while (exe.size < MZ_HEADER)
		exh_write_u8(&exe, 0);
	exh_write_bytes(&exe, all.data, all.size);
	assert_false(exe.failed || all.failed);
	files->program = (struct exh_bytes){ exe.data, exe.size, 0 };
	exh_writer_free(&all);
}

/* Checks properties of the sample listed in testdata/archives/README.md. */
static void assert_is_whole(const struct exh_keen_files *files)
{
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err = { 0 };
	struct exh_keen_graphics graphics;
	struct exh_keen_levels levels;
	struct exh_keen_audio audio;
	struct exh_bytes sound;

	if (exh_keen_files_graphics(files, &arena, &graphics, &notes, &err) ||
	    exh_keen_files_levels(files, &arena, &levels, &notes, &err) ||
	    exh_keen_files_sounds(files, &arena, &audio, &notes, &err))
		fail_msg("%s at 0x%zX", err.text, err.offset);
	assert_string_equal(graphics.layout.name, "keen-dreams-ega");
	assert_int_equal(graphics.lost_count, 0);
	assert_true(graphics.present_count > 100);
	assert_int_equal(levels.maps.count, LEVELS);
	for (size_t i = 0; i < LEVELS; i++)
		assert_false(levels.maps.items[i].lost);
	assert_int_equal(levels.tile_info.background_count,
			 graphics.layout.spans[EXH_KEEN_TILE16].count);
	assert_int_equal(audio.sound_count, SOUNDS);
	assert_int_equal(exh_keen_audio_chunk(&audio, 0, &arena, &sound, &notes, &err),
			 EXH_OK);
	assert_true(sound.size > 6);
	exh_arena_free(&arena);
}

static void a_game_is_opened_with_its_tables(void **state)
{
	struct exh_keen_files files = load_game();

	(void)state;
	assert_is_whole(&files);
	free_game(&files);
}

static void tables_are_found_in_the_program(void **state)
{
	struct exh_keen_files files = load_game();

	(void)state;
	link_tables(&files);
	assert_is_whole(&files);
	free_game(&files);
}

/* Shrinks the offsets in the head of the graphics from 4 bytes to 3. */
static void shorten_head(struct exh_bytes *head)
{
	uint8_t *data = (uint8_t *)head->data;

	for (size_t i = 0; i < head->size / 4; i++)
		memmove(data + i * 3, data + i * 4, 3);
	head->size = head->size / 4 * 3;
}

static void offsets_may_have_another_size(void **state)
{
	struct exh_keen_files files = load_game();

	(void)state;
	shorten_head(&files.graphics_head);
	assert_is_whole(&files);
	link_tables(&files);
	assert_is_whole(&files);
	free_game(&files);
}

static void tables_may_be_in_object_files(void **state)
{
	struct exh_keen_files files = load_game();
	struct exh_bytes *const tables[] = { &files.graphics_dict, &files.graphics_head,
					     &files.level_dict,	   &files.level_head,
					     &files.sound_dict,	   &files.sound_head };

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		struct exh_writer object = { .limit = LIMIT };

		omf_pack("_table", *tables[i], &(struct omf_shape){ .step = 1024 },
			 &object);
		free((void *)tables[i]->data);
		*tables[i] = exh_writer_bytes(&object);
	}
	assert_is_whole(&files);
	free_game(&files);
}

static void expect_refused(enum exh_status status, const struct exh_error *err,
			   const char *text)
{
	assert_int_equal(status, EXH_INVALID);
	assert_non_null(strstr(err->text, text));
}

static void what_is_missing_is_named(void **state)
{
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_keen_files all = load_game(), files = { 0 };
	struct exh_keen_graphics graphics;
	struct exh_keen_levels levels;
	struct exh_keen_audio audio;
	struct exh_error err;

	(void)state;
	expect_refused(exh_keen_files_graphics(&files, &arena, &graphics, NULL, &err),
		       &err, "no graphics given");
	expect_refused(exh_keen_files_levels(&files, &arena, &levels, NULL, &err), &err,
		       "no levels given");
	expect_refused(exh_keen_files_sounds(&files, &arena, &audio, NULL, &err), &err,
		       "no sounds given");
	files = (struct exh_keen_files){ .graphics = all.graphics,
					 .graphics_head = all.graphics_head,
					 .levels = all.levels,
					 .level_head = all.level_head,
					 .sounds = all.sounds };
	expect_refused(exh_keen_files_graphics(&files, &arena, &graphics, NULL, &err),
		       &err, "no program");
	expect_refused(exh_keen_files_levels(&files, &arena, &levels, NULL, &err), &err,
		       "no program");
	expect_refused(exh_keen_files_sounds(&files, &arena, &audio, NULL, &err), &err,
		       "no program");
	/* Other files are not accepted as a program. */
	files.program = all.sounds;
	expect_refused(exh_keen_files_graphics(&files, &arena, &graphics, NULL, &err),
		       &err, "program: ");
	free_game(&all);
	exh_arena_free(&arena);
}

static void memory_has_a_limit(void **state)
{
	struct exh_keen_files files = load_game();
	struct exh_keen_graphics graphics;
	struct exh_keen_levels levels;
	struct exh_keen_audio audio;

	(void)state;
	for (size_t limit = 0; limit < 100000; limit += 9973) {
		struct exh_arena arena = { .limit = limit };

		assert_int_equal(
			exh_keen_files_graphics(&files, &arena, &graphics, NULL, NULL),
			EXH_NO_MEMORY);
		exh_arena_free(&arena);
	}
	for (size_t limit = 0; limit < 30000; limit += 997) {
		struct exh_arena arena = { .limit = limit };

		assert_int_equal(
			exh_keen_files_levels(&files, &arena, &levels, NULL, NULL),
			EXH_NO_MEMORY);
		assert_int_equal(
			exh_keen_files_sounds(&files, &arena, &audio, NULL, NULL),
			EXH_NO_MEMORY);
		exh_arena_free(&arena);
	}
	free_game(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_game_is_opened_with_its_tables),
		cmocka_unit_test(tables_are_found_in_the_program),
		cmocka_unit_test(offsets_may_have_another_size),
		cmocka_unit_test(tables_may_be_in_object_files),
		cmocka_unit_test(what_is_missing_is_named),
		cmocka_unit_test(memory_has_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
