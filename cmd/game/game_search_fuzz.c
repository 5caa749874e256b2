/*
 * Any file under the name of a game's file: its type is found, or none, and a game that
 * can be opened is read, planned and closed. The first byte chooses the name, from 0x80
 * on in a subfolder. The file is the rest up to the bytes 0xff 0xfe; the rest after them
 * is another file, with a name of its own. Each file is also searched for alone.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "game.h"

#include "assets/assets.h"
#include "scratch_testing.h"
#include "searching.h"
#include "task/outputs.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	NAMES = 20,
	MOST_FILES = 4,
	MOST_SIZE = SMALLER(1024, 1 << 24),
	MEMORY = 64 << 20,
	PATH_SIZE = 256
};

static const char *const names[NAMES] = {
	"RESOURCE.MAP", "RESOURCE.001", "view.000",	"script.000",  "vocab.000",
	"sound.001",	"EGAGRAPH.CK4", "EGAHEAD.CK4",	"EGADICT.CK4", "GAMEMAPS.CK4",
	"MAPHEAD.CK4",	"AUDIO.CK4",	"AUDIOHED.CK4", "TEST.ZFS",    "room.scr",
	"door.lev",	"a.tga",	"SAMPLE.CMP",	"song.imf",    "notes.opl2log",
};

static void name_file(char path[PATH_SIZE], const char *folder, unsigned which)
{
	snprintf(path, PATH_SIZE, "%s/%s%s", folder, which & 0x80 ? "within/" : "",
		 names[(which & 0x7f) % NAMES]);
}

static void write_file(const char *folder, unsigned which, const uint8_t *data,
		       size_t size)
{
	char path[PATH_SIZE];
	struct exh_error err;

	name_file(path, folder, which);
	assert(!file_make_folder_of(path, &err) &&
	       !file_write(path, (struct exh_bytes){ data, size, 0 }, true, &err));
}

/* Returns the end of a file: 0xff 0xfe, or the end of the data. */
static size_t file_end(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i + 1 < size; i++)
		if (data[i] == 0xff && data[i + 1] == 0xfe)
			return i;
	return size;
}

static void write_files(const char *folder, const uint8_t *data, size_t size)
{
	for (unsigned i = 0; i < MOST_FILES && size; i++) {
		const size_t end = file_end(data + 1, size - 1);
		const size_t skipped = end + 3 < size ? end + 3 : size;

		write_file(folder, data[0], data + 1, end);
		data += skipped;
		size -= skipped;
	}
}

static void remove_files(const char *folder)
{
	char path[PATH_SIZE];

	for (unsigned i = 0; i < NAMES; i++) {
		name_file(path, folder, i);
		unlink(path);
		name_file(path, folder, i | 0x80);
		unlink(path);
	}
	snprintf(path, sizeof path, "%s/within", folder);
	rmdir(path);
}

static void load_kind(const struct asset_kind *kind, const struct found_game *game,
		      void *opened, struct report *report)
{
	struct assets assets = { .kind = kind, .path = game->path, .game = opened };

	if (assets_load(&assets, report)) {
		assets_plan(&assets);
		for (size_t i = 0; i < assets.files.count; i++)
			assert(assets.files.items[i].name[0] &&
			       assets.files.items[i].name[0] != '/' &&
			       !strstr(assets.files.items[i].name, "../"));
	}
	assets_free(&assets);
}

static void look_at(const struct found_game *game, struct report *report)
{
	void *opened = game_open(game->type, game->path, game->name, NULL, report);

	for (size_t k = 0; opened && game->type->kinds[k]; k++)
		load_kind(game->type->kinds[k], game, opened, report);
	if (opened)
		game->type->close(opened);
}

static void look_for(const char *path, const char *output, struct report *report)
{
	struct found_games found;

	/* An output's place changes which games are found, not their content. */
	if (game_search(&found, path, output, report) && SMALLER(!output, true))
		for (size_t i = 0; i < found.count; i++)
			look_at(&found.items[i], report);
	if (found.count)
		found_games_remove(&found, 0);
	found_games_free(&found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char folder[SCRATCH_SIZE];
	struct common common = { .jobs = 1, .verbosity = -1, .progress = PROGRESS_NEVER };
	struct exh_writer held = { .limit = MEMORY };
	struct report report;
	char path[PATH_SIZE];
	bool is_made;

	if (size > MOST_SIZE)
		return 0;
	is_made = scratch_make(folder);
	assert(is_made);
	write_files(folder, data, size);
	report_start(&report, "fuzz", &common);
	report.held = &held;
	look_for(folder, NULL, &report);
	look_for(folder, folder, &report);
	name_file(path, folder, size ? data[0] : 0);
	look_for(path, NULL, &report);
	snprintf(path, sizeof path, "%s/nothing", folder);
	look_for(path, NULL, &report);
	report_end(&report);
	exh_writer_free(&held);
	remove_files(folder);
	rmdir(folder);
	return 0;
}
