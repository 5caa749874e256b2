#include "assets.h"
#include "task/file.h"
#include "task/outputs.h"
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUT_LIMIT = 64 << 20 };

/* A sample game of testdata, and its numbers of assets and files. */
static const struct {
	const char *folder, *type;
	size_t asset_count, file_count;
} samples[] = {
	{ "archives/dreams", "keen", 635, 655 },
	{ "archives/dreams-cga", "keen", 635, 655 },
	{ "archives/keen4", "keen", 154, 160 },
	{ "archives/burrow", "sci", 12, 55 },
	{ "archives/sci0", "sci", 13, 24 },
	{ "archives/digger", "sci", 31, 90 },
	{ "archives/lodge", "sci", 28, 86 },
	{ "archives/softdisk/SAMPLE.CMP", "softdisk", 3, 4 },
	{ "archives/shaft", "zvision", 9, 9 },
	{ "archives/shaft/SCENES.ZFS", "zvision", 5, 5 },
	{ "archives/zvision", "zvision", 6, 6 },
	{ "archives/opl2", "songs", 6, 6 },
	{ "archives/opl2/notes.opl2log", "songs", 1, 1 },
	{ "archives/audiot/DEEP.IMF", "songs", 1, 1 },
};

static void path_in_testdata(const char *name, char path[512])
{
	const char *testdata = getenv("EXHUME_TESTDATA");

	assert_non_null(testdata);
	snprintf(path, 512, "%s/%s", testdata, name);
}

static void path_of(size_t sample, char path[512])
{
	path_in_testdata(samples[sample].folder, path);
}

/* Makes each file that is not streamed, in memory; returns the number of files. */
static size_t make_files(const struct assets *assets)
{
	for (size_t i = 0; i < assets->files.count; i++) {
		const struct planned_file *planned = &assets->files.items[i];
		const struct asset *asset =
			planned->asset == ASSET_WHOLE
				? &assets->whole
				: &assets->items[planned->asset].asset;
		struct exh_writer out = { .limit = OUT_LIMIT };
		struct exh_error err;

		assert_true(planned->name[0] && planned->name[0] != '/');
		assert_null(strstr(planned->name, ".."));
		if (planned->file.id < ASSET_FILE_STREAMED)
			assert_int_equal(assets->kind->make(assets->options, asset,
							    &planned->file, &out, &err),
					 EXH_OK);
		exh_writer_free(&out);
	}
	return assets->files.count;
}

static void every_kind_of_a_sample_is_found_read_and_made(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
		struct common common = { .jobs = 2, .verbosity = -1 };
		size_t asset_count = 0, file_count = 0;
		const struct game_type *type;
		struct report report;
		char path[512];
		void *game;

		path_of(i, path);
		type = game_type_at(path);
		assert_non_null(type);
		assert_string_equal(type->name, samples[i].type);
		report_start(&report, "test", &common);
		game = type->open(path, &report);
		assert_non_null(game);
		for (size_t k = 0; type->kinds[k]; k++) {
			struct assets assets = { .kind = type->kinds[k],
						 .path = path,
						 .game = game };

			assert_true(assets_load(&assets, &report));
			assets_plan(&assets);
			asset_count += assets.count;
			file_count += make_files(&assets);
			assets_free(&assets);
		}
		type->close(game);
		report_end(&report);
		if (asset_count != samples[i].asset_count ||
		    file_count != samples[i].file_count)
			fail_msg("%s: %zu assets, %zu files", samples[i].folder,
				 asset_count, file_count);
	}
}

static void a_kind_is_asked_for_by_one_name(void **state)
{
	(void)state;
	for (size_t i = 0; game_types[i]; i++)
		for (size_t k = 0; game_types[i]->kinds[k]; k++) {
			const struct asset_kind *kind = game_types[i]->kinds[k];

			assert_true(kind->name && kind->source &&
				    (kind->plan || kind->ending) && kind->make);
			assert_string_equal(kind->family, game_types[i]->family);
			for (size_t m = 0; m < k; m++)
				assert_string_not_equal(kind->name,
							game_types[i]->kinds[m]->name);
		}
}

static const struct asset_packer *find_packer(const char *type_name, const char *name)
{
	for (size_t i = 0; game_types[i]; i++) {
		const struct asset_packer *packer = game_types[i]->packers;

		if (strcmp(game_types[i]->name, type_name) != 0)
			continue;
		while (packer->name && strcmp(packer->name, name) != 0)
			packer++;
		return packer->name ? packer : NULL;
	}
	return NULL;
}

static size_t count_all(const char *path, struct report *report)
{
	const struct game_type *type = game_type_at(path);
	void *game = type ? type->open(path, report) : NULL;
	size_t count = 0;

	assert_non_null(game);
	for (size_t k = 0; type->kinds[k]; k++) {
		struct assets assets = { .kind = type->kinds[k],
					 .path = path,
					 .game = game };

		assert_true(assets_load(&assets, report));
		count += assets.count;
		assets_free(&assets);
	}
	type->close(game);
	return count;
}

/* Packs two files with this content; the type must recognise the result as a game with
 * two assets. */
static void check_packer(const char *type, const char *packer_name,
			 const char *const names[2], struct exh_bytes content,
			 const char *output_name)
{
	const struct asset_packer *packer = find_packer(type, packer_name);
	struct common common = { .jobs = 2, .verbosity = -1 };
	char folder[] = "/tmp/exhume-XXXXXX", output[600], file[2][600], command[600];
	char *paths[2] = { file[0], file[1] };
	struct json *result = json_new_object();
	struct report report;
	struct exh_error err;

	assert_non_null(packer);
	assert_non_null(mkdtemp(folder));
	for (size_t i = 0; i < 2; i++) {
		snprintf(file[i], sizeof file[i], "%s/%s", folder, names[i]);
		assert_int_equal(file_write(file[i], content, false, &err), EXH_OK);
	}
	snprintf(output, sizeof output, "%s/%s", folder, output_name);
	report_start(&report, "test", &common);
	packer->pack(paths, 2, output, &report, result);
	assert_false(report.failed);
	assert_int_equal(count_all(output, &report), 2);
	report_end(&report);
	json_free(result);
	snprintf(command, sizeof command, "rm -rf %s", folder);
	assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c) */
}

static struct exh_bytes text_bytes(const char *text, size_t size)
{
	return (struct exh_bytes){ (const uint8_t *)text, size, 0 };
}

static void what_packers_make_is_a_game(void **state)
{
	static const char *const sci[2] = { "text.001", "text.002" };
	static const char *const softdisk[2] = { "A.TXT", "B.TXT" };
	static const char *const zvision[2] = { "a.scr", "b.scr" };

	(void)state;
	check_packer("sci", "game", sci, text_bytes("\x83\0hello", 8), "game");
	check_packer("softdisk", "library", softdisk, text_bytes("a line\r\n~", 9),
		     "LIB.CMP");
	check_packer("zvision", "archive", zvision, text_bytes("puzzle:1 {\n}\n", 13),
		     "ALL.ZFS");
}

static void packers_have_names_and_subcommands(void **state)
{
	(void)state;
	for (size_t i = 0; game_types[i]; i++) {
		const struct asset_packer *packer = game_types[i]->packers;

		assert_non_null(packer);
		for (; packer->name; packer++)
			assert_true(packer->subcommand && packer->pack);
	}
	assert_non_null(find_packer("keen", "graphics"));
	assert_non_null(find_packer("keen", "levels"));
}

static const struct asset_kind *find_kind(const char *type, const char *name)
{
	for (size_t i = 0; game_types[i]; i++)
		for (size_t k = 0; game_types[i]->kinds[k]; k++)
			if (strcmp(game_types[i]->name, type) == 0 &&
			    strcmp(game_types[i]->kinds[k]->name, name) == 0)
				return game_types[i]->kinds[k];
	return NULL;
}

static void a_file_by_itself_is_an_asset_of_its_kind(void **state)
{
	static const struct {
		const char *file, *type, *kind;
		bool is_good;
	} files[] = {
		{ "archives/softdisk/MOLE.LBM", "softdisk", "picture", true },
		{ "archives/softdisk/TUNNEL.SCN", "softdisk", "picture", false },
		{ "archives/softdisk/TUNNEL.SCN", "softdisk", "screen", true },
		{ "archives/softdisk/TUNNEL.SCN", "softdisk", "text", false },
		{ "archives/softdisk/SHAFT.KDR", "softdisk", "text", true },
		{ "archives/softdisk/SHAFT.KDR", "softdisk", "screen", false },
		{ "archives/softdisk/MOLE.LBM", "softdisk", "text", false },
		{ "archives/audiot/MOLE.WLF", "songs", "song", true },
		{ "archives/softdisk/MOLE.LBM", "songs", "song", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct common common = { .jobs = 1, .verbosity = -1 };
		char path[512];
		struct assets assets = { .kind = find_kind(files[i].type, files[i].kind),
					 .path = path };
		struct exh_writer held = { .limit = OUT_LIMIT };
		struct report report;

		path_in_testdata(files[i].file, path);
		assert_non_null(assets.kind);
		report_start(&report, "test", &common);
		report.held = &held;
		assert_true(assets_load(&assets, &report));
		assert_int_equal(assets.count, 1);
		if (assets_has(&assets, 0) != files[i].is_good ||
		    report.failed == files[i].is_good)
			fail_msg("%s as %s", files[i].file, files[i].kind);
		assets_plan(&assets);
		assert_int_equal(make_files(&assets) > 0, files[i].is_good);
		assets_free(&assets);
		exh_writer_free(&held);
		report_end(&report);
	}
}

static void what_is_no_game_has_no_type(void **state)
{
	char path[512];

	(void)state;
	path_of(0, path);
	assert_null(game_type_at("/nowhere"));
	strcat(path, "/../../fuzz");
	assert_null(game_type_at(path));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_of_a_sample_is_found_read_and_made),
		cmocka_unit_test(a_kind_is_asked_for_by_one_name),
		cmocka_unit_test(what_packers_make_is_a_game),
		cmocka_unit_test(packers_have_names_and_subcommands),
		cmocka_unit_test(a_file_by_itself_is_an_asset_of_its_kind),
		cmocka_unit_test(what_is_no_game_has_no_type),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
