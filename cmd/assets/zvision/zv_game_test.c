#include "testing.h"
#include "zv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIMIT = 1 << 20 };

/* The game in testdata/archives/shaft. */
struct fixture {
	struct common common;
	struct report report;
	char path[512];
	struct zv_game *game;
};

static void open_game(struct fixture *fixture)
{
	const char *testdata = getenv("EXHUME_TESTDATA");

	assert_non_null(testdata);
	*fixture = (struct fixture){ .common = { .jobs = 1, .verbosity = -1 } };
	report_start(&fixture->report, "test", &fixture->common);
	snprintf(fixture->path, sizeof fixture->path, "%s/archives/shaft", testdata);
	fixture->game = zv_game_open(fixture->path, &fixture->report);
	assert_non_null(fixture->game);
	assert_false(fixture->report.failed);
}

static void close_game(struct fixture *fixture)
{
	zv_game_close(fixture->game);
	report_end(&fixture->report);
}

static const struct asset_kind *kind_of(const char *name)
{
	for (size_t i = 0; zv_game_type.kinds[i]; i++)
		if (strcmp(zv_game_type.kinds[i]->name, name) == 0)
			return zv_game_type.kinds[i];
	fail_msg("no kind %s", name);
	return NULL;
}

static void load(struct fixture *fixture, const char *kind, struct assets *assets)
{
	*assets = (struct assets){ .kind = kind_of(kind),
				   .path = fixture->path,
				   .game = fixture->game };
	assert_true(assets_load(assets, &fixture->report));
	assets_plan(assets);
	assert_false(fixture->report.failed);
}

static const struct asset *asset_of(const struct assets *assets, const char *name)
{
	for (size_t i = 0; i < assets->count; i++)
		if (strcmp(assets->items[i].asset.name, name) == 0)
			return &assets->items[i].asset;
	fail_msg("no asset %s", name);
	return NULL;
}

static struct json *describe(const struct assets *assets, const char *name)
{
	struct json *object = json_new_object();

	assets->kind->describe(assets->options, asset_of(assets, name), object);
	return object;
}

/*
 * The files.
 */

static void archives_and_folder_are_one_list_of_files(void **state)
{
	static const char *const names[] = { "ARROW",	    "DOOR.LEV", "DOOR.RLF",
					     "HUM000G.RAW", "MOLE.SCR", "SHAFT.TGA",
					     "sign.tga",    "TALK.SUB", "TALK.TXT" };
	struct fixture fixture;

	(void)state;
	open_game(&fixture);
	assert_int_equal(files_count(fixture.game->files), 9);
	for (size_t i = 0; i < 9; i++)
		assert_string_equal(files_name(fixture.game->files, i), names[i]);
	close_game(&fixture);
}

static void a_loose_file_hides_those_in_archives(void **state)
{
	const struct zv_place *place;
	struct fixture fixture;

	(void)state;
	open_game(&fixture);
	place = zv_game_place(fixture.game, "sign.tga");
	assert_non_null(place);
	assert_null(place->archive);
	place = zv_game_place(fixture.game, "TALK.TXT");
	assert_non_null(place);
	assert_true(file_has_ending(place->archive, "/SCRIPTS.ZFS"));
	assert_null(zv_game_place(fixture.game, "SIGN.TGA"));
	close_game(&fixture);
}

static void members_are_decrypted_whole_and_piece_by_piece(void **state)
{
	struct file_reader reader;
	struct fixture fixture;
	struct exh_error err;
	struct file file;
	uint8_t mark[4];

	(void)state;
	open_game(&fixture);
	assert_int_equal(files_read(fixture.game->files, "DOOR.RLF", LIMIT, &file, &err),
			 EXH_OK);
	assert_memory_equal(file.data, "FELR", 4);
	assert_int_equal(
		files_reader_open(fixture.game->files, "DOOR.RLF", &reader, &err),
		EXH_OK);
	assert_int_equal(reader.size, file.size);
	assert_int_equal(file_reader_read(&reader, 0, mark, 4, &err), EXH_OK);
	assert_memory_equal(mark, "FELR", 4);
	file_reader_close(&reader);
	free(file.data);
	assert_int_equal(files_read(fixture.game->files, "DOOR.RLF", 3, &file, &err),
			 EXH_LIMIT);
	assert_int_equal(files_read(fixture.game->files, "NO.RLF", LIMIT, &file, &err),
			 EXH_IO);
	close_game(&fixture);
}

static void put(const char *folder, const char *name, const void *data, size_t size)
{
	char path[128];
	struct exh_error err;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	assert_int_equal(
		file_write(path, (struct exh_bytes){ data, size, 0 }, true, &err),
		EXH_OK);
}

static void an_archive_that_cant_be_read_is_reported_alone(void **state)
{
	static const char *const names[] = { "BAD.ZFS", "MOLE.SCR" };
	static const char script[] = "puzzle:1 {\n}\n";
	struct fixture fixture = { .common = { .jobs = 1, .verbosity = -1 } };
	char folder[] = "/tmp/exhume-XXXXXX", path[128];

	(void)state;
	assert_non_null(mkdtemp(folder));
	put(folder, names[0], "ZFSF", 4);
	put(folder, names[1], script, sizeof script - 1);
	assert_true(zv_game_is_at(folder));
	report_start(&fixture.report, "test", &fixture.common);
	fixture.game = zv_game_open(folder, &fixture.report);
	assert_non_null(fixture.game);
	assert_true(fixture.report.failed);
	assert_int_equal(files_count(fixture.game->files), 1);
	assert_string_equal(files_name(fixture.game->files, 0), names[1]);
	close_game(&fixture);
	for (size_t i = 0; i < 2; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		unlink(path);
	}
	rmdir(folder);
}

/*
 * The kinds.
 */

static void a_script_in_an_archive_tells_panoramas(void **state)
{
	struct fixture fixture;
	struct assets assets;
	struct json *object;

	(void)state;
	open_game(&fixture);
	load(&fixture, "picture", &assets);
	assert_int_equal(assets.count, 3);
	object = describe(&assets, "SHAFT.TGA");
	assert_true(json_flag_of(json_get(object, "transposed")));
	assert_string_equal(json_text_at(object, "why"),
			    "MOLE.SCR shows it in a room that is a panorama");
	assert_int_equal(json_number_at(object, "width"), 640);
	json_free(object);
	assert_string_equal(assets.files.items[0].name, "ARROW.png");
	assets_free(&assets);
	close_game(&fixture);
}

static void an_asset_of_an_archive_lies_at_its_place(void **state)
{
	struct fixture fixture;
	struct assets assets;

	(void)state;
	open_game(&fixture);
	load(&fixture, "picture", &assets);
	assert_int_equal(asset_of(&assets, "sign.tga")->bytes.base, 0);
	/* The header, and a block of 100 entries. */
	assert_int_equal(asset_of(&assets, "SHAFT.TGA")->bytes.base, 28 + 4 + 100 * 36);
	assert_true(file_has_ending(asset_of(&assets, "SHAFT.TGA")->file, ".ZFS"));
	assets_free(&assets);
	close_game(&fixture);
}

static void sounds_are_streamed(void **state)
{
	struct fixture fixture;
	struct assets assets;
	struct exh_error err;
	struct json *object;

	(void)state;
	open_game(&fixture);
	load(&fixture, "sound", &assets);
	assert_int_equal(assets.count, 1);
	object = describe(&assets, "HUM000G.RAW");
	assert_string_equal(json_text_at(object, "packing"), "adpcm");
	assert_int_equal(json_number_at(object, "frames"), 4000);
	json_free(object);
	assert_string_equal(assets.files.items[0].name, "HUM000G.RAW.wav");
	assert_int_equal(assets.kind->write(assets.options, &assets.items[0].asset,
					    &assets.files.items[0].file, "/dev/null",
					    true, &err),
			 EXH_OK);
	assets_free(&assets);
	close_game(&fixture);
}

static void animations_are_streamed_out_of_an_archive(void **state)
{
	char path[] = "/tmp/exhume-XXXXXX";
	const int fd = mkstemp(path);
	struct fixture fixture;
	struct assets assets;
	struct exh_error err;
	struct file file;
	struct json *object;

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	open_game(&fixture);
	load(&fixture, "animation", &assets);
	assert_int_equal(assets.count, 1);
	object = describe(&assets, "DOOR.RLF");
	assert_int_equal(json_number_at(object, "frame_count"), 4);
	json_free(object);
	assert_string_equal(assets.files.items[0].name, "DOOR.RLF.apng");
	assert_int_equal(assets.kind->write(assets.options, &assets.items[0].asset,
					    &assets.files.items[0].file, path, true,
					    &err),
			 EXH_OK);
	assert_int_equal(file_read(path, LIMIT, &file, &err), EXH_OK);
	assert_true(file.size > 8);
	assert_memory_equal(file.data, "\x89PNG", 4);
	free(file.data);
	unlink(path);
	assets_free(&assets);
	close_game(&fixture);
}

/* Returns the output of make for the kind's only asset, as text, to be freed. */
static char *make_only(struct fixture *fixture, const char *kind)
{
	struct exh_writer out = { .limit = LIMIT };
	struct assets assets;
	struct exh_error err;
	char *text;

	load(fixture, kind, &assets);
	assert_int_equal(assets.count, 1);
	assert_int_equal(assets.kind->make(assets.options, &assets.items[0].asset,
					   &assets.files.items[0].file, &out, &err),
			 EXH_OK);
	text = strndup((const char *)out.data, out.size);
	assert_non_null(text);
	exh_writer_free(&out);
	assets_free(&assets);
	return text;
}

static void levers_and_scripts_become_texts(void **state)
{
	struct fixture fixture;
	char *text;

	(void)state;
	open_game(&fixture);
	text = make_only(&fixture, "lever");
	assert_ptr_equal(strstr(text, "DOOR.LEV: 4 positions"), text);
	free(text);
	text = make_only(&fixture, "script");
	assert_non_null(strstr(text, "action:set_screen(shaft.tga)"));
	free(text);
	close_game(&fixture);
}

static void subtitles_find_their_text_in_an_archive(void **state)
{
	struct fixture fixture;
	char *text;

	(void)state;
	open_game(&fixture);
	text = make_only(&fixture, "text");
	assert_string_equal(text, "Who digs there?\nA mole.\n");
	free(text);
	text = make_only(&fixture, "subtitles");
	assert_string_equal(text, "1\n00:00:00,000 --> 00:00:01,000\nWho digs there?\n\n"
				  "2\n00:00:01,000 --> 00:00:02,000\nA mole.\n");
	free(text);
	close_game(&fixture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(archives_and_folder_are_one_list_of_files),
		cmocka_unit_test(a_loose_file_hides_those_in_archives),
		cmocka_unit_test(members_are_decrypted_whole_and_piece_by_piece),
		cmocka_unit_test(an_archive_that_cant_be_read_is_reported_alone),
		cmocka_unit_test(a_script_in_an_archive_tells_panoramas),
		cmocka_unit_test(an_asset_of_an_archive_lies_at_its_place),
		cmocka_unit_test(sounds_are_streamed),
		cmocka_unit_test(animations_are_streamed_out_of_an_archive),
		cmocka_unit_test(levers_and_scripts_become_texts),
		cmocka_unit_test(subtitles_find_their_text_in_an_archive),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
