#include "song.h"

#include "assets/assets.h"
#include "song_files.h"
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUT_LIMIT = 16 << 20 };

static const struct song_options song = { .pass_count = 1,
					  .format = SONG_WAV,
					  .channels = EXH_OPL2_ALL_CHANNELS };

/* Reads the song of all tests with these options. */
static struct assets read_song(const struct song_options *options, struct report *report)
{
	static const struct common common = { .jobs = 1, .verbosity = -1 };
	static char path[512];
	struct assets assets = { .kind = &song_asset_kind, .options = options };
	const char *testdata = getenv("EXHUME_TESTDATA");

	assert_non_null(testdata);
	snprintf(path, sizeof path, "%s/archives/audiot/DEEP.IMF", testdata);
	assets.path = path;
	report_start(report, "test", &common);
	assert_true(assets_load(&assets, report));
	assert_false(report->failed);
	assert_int_equal(assets.count, 1);
	return assets;
}

static void a_song_becomes_one_file_of_its_format(void **state)
{
	static const struct {
		enum song_format format;
		bool is_packed;
		const char *name, *begin;
	} expected[] = {
		{ SONG_OPL2LOG, false, "DEEP.IMF.opl2log", "" },
		{ SONG_DRO, false, "DEEP.IMF.dro", "DBRAWOPL" },
		{ SONG_VGM, false, "DEEP.IMF.vgm", "Vgm " },
		{ SONG_VGM, true, "DEEP.IMF.vgz", "\x1f\x8b" },
		{ SONG_PNG, false, "DEEP.IMF.png", "\x89PNG" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		struct song_options options = song;
		struct exh_writer out = { .limit = OUT_LIMIT };
		struct exh_error err;
		struct report report;
		struct assets assets;

		options.format = expected[i].format;
		options.is_packed = expected[i].is_packed;
		assets = read_song(&options, &report);
		assets_plan(&assets);
		assert_int_equal(assets.files.count, 1);
		assert_string_equal(assets.files.items[0].name, expected[i].name);
		assert_int_equal(song_files_make(&options, &assets.items[0].asset,
						 &assets.files.items[0].file, &out, &err),
				 EXH_OK);
		assert_true(out.size > 64);
		assert_memory_equal(out.data, expected[i].begin,
				    strlen(expected[i].begin));
		exh_writer_free(&out);
		assets_free(&assets);
		report_end(&report);
	}
}

static void stems_are_a_file_a_channel(void **state)
{
	struct song_options options = song;
	struct report report;
	struct assets assets;

	(void)state;
	options.stems = true;
	options.channels = 1u << 1 | 1u << 8;
	options.format = SONG_FLAC;
	assets = read_song(&options, &report);
	assets_plan(&assets);
	assert_int_equal(assets.files.count, 2);
	assert_string_equal(assets.files.items[0].name, "DEEP.IMF.ch1.flac");
	assert_string_equal(assets.files.items[1].name, "DEEP.IMF.ch8.flac");
	assert_int_equal(assets.files.items[1].file.index, 8);
	assets_free(&assets);
	report_end(&report);
}

static void a_song_is_known_by_its_name_or_its_bytes(void **state)
{
	static const struct {
		const char *path;
		bool is_song;
	} places[] = {
		{ "archives/opl2", true },
		{ "archives/opl2/notes.opl2log", true },
		{ "archives/audiot/MOLE.WLF", true },
		{ "archives/audiot/AUDIOT.SMP", false },
		{ "archives/softdisk", false },
		{ "archives/nowhere.imf", false },
	};
	struct files *files;
	char path[512];

	(void)state;
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		snprintf(path, sizeof path, "%s/%s", getenv("EXHUME_TESTDATA"),
			 places[i].path);
		files = file_is_folder(path) ? files_open_folder(path) : NULL;
		if (song_game_type.is_at(path, files) != places[i].is_song)
			fail_msg("%s", places[i].path);
		files_close(files);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_song_becomes_one_file_of_its_format),
		cmocka_unit_test(stems_are_a_file_a_channel),
		cmocka_unit_test(a_song_is_known_by_its_name_or_its_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
