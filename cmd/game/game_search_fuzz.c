/*
 * Any file under the name of a game's file: its type is found, or none, and what opens is
 * read, planned and closed. Folders that lead in circles, pipes and deep folders are no
 * games, and all of it ends.
 *
 * Input: files, each up to a byte 0xff 0xfe: a byte for the name, from 0x80 on in a
 * folder of the folder, and what is in it. The last names are things that are no files.
 * Each file alone is looked for, too.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "game.h"

#include "assets/assets.h"
#include "scratch_testing.h"
#include "searching.h"
#include "task/file.h"
#include "task/outputs.h"

#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	NAMES = 27,
	LINK_UP = NAMES, /* to the folder */
	LINK_NOWHERE,
	PIPE,
	KINDS,
	MOST_FILES = SMALLER(4, 6),
	DEPTH = 34, /* folders of the last name: more than are searched */
	MOST_SIZE = SMALLER(1024, 1 << 24),
	MEMORY = 64 << 20,
	PATH_SIZE = 256
};

static const char *const names[NAMES] = {
	"RESOURCE.MAP",
	"RESOURCE.001",
	"view.000",
	"script.000",
	"vocab.000",
	"sound.001",
	"EGAGRAPH.CK4",
	"EGAHEAD.CK4",
	"EGADICT.CK4",
	"GAMEMAPS.CK4",
	"MAPHEAD.CK4",
	"AUDIO.CK4",
	"AUDIOHED.CK4",
	"TEST.ZFS",
	"room.scr",
	"door.lev",
	"a.tga",
	"SAMPLE.CMP",
	"song.imf",
	"notes.opl2log",
	"GAMEMAPS.CK5",
	"MAPHEAD.CK5",
	"EGAHEAD.CK5",
	"patches/view.000",
	".hidden/RESOURCE.MAP",
	"old.extracted/RESOURCE.MAP",
	"deep",
};

static void name_file(char path[PATH_SIZE], const char *folder, unsigned which)
{
	const unsigned name = (which & 0x7f) % KINDS;
	int size =
		snprintf(path, PATH_SIZE, "%s/%s", folder, which & 0x80 ? "within/" : "");

	for (int i = 0; i < DEPTH && name == NAMES - 1; i++)
		size += snprintf(path + size, PATH_SIZE - (size_t)size, "d/");
	snprintf(path + size, PATH_SIZE - (size_t)size, "%s",
		 name < NAMES ? names[name] : "other");
}

static void write_file(const char *folder, unsigned which, const uint8_t *data,
		       size_t size)
{
	const unsigned name = (which & 0x7f) % KINDS;
	char path[PATH_SIZE];
	struct exh_error err;

	name_file(path, folder, which);
	assert(!file_make_folder_of(path, &err));
	/* Only one of these may be there. */
	if (name == PIPE)
		(void)!mkfifo(path, 0600);
	else if (name >= NAMES)
		(void)!symlink(name == LINK_UP ? folder : "nowhere", path);
	else
		assert(!file_write(path, (struct exh_bytes){ data, size, 0 }, true,
				   &err));
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

static void remove_all(const char *path)
{
	DIR *folder = unlink(path) ? opendir(path) : NULL;
	const struct dirent *entry;

	while (folder && (entry = readdir(folder))) {
		char *below = file_join(path, entry->d_name);

		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			remove_all(below);
		free(below);
	}
	if (folder)
		closedir(folder);
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
	snprintf(path, sizeof path, "%s/within", folder);
	look_for(folder, path, &report);
	name_file(path, folder, size ? data[0] : 0);
	look_for(path, NULL, &report);
	snprintf(path, sizeof path, "%s/nothing", folder);
	look_for(path, NULL, &report);
	report_end(&report);
	exh_writer_free(&held);
	remove_all(folder);
	/* The numbers of files are those of others in the next run. */
	originals_clear();
	return 0;
}
