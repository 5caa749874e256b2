/*
 * Any text as the index of a folder: a game that build makes of it is in the output
 * folder; nothing else is written. An existing game is only replaced with force.
 *
 * Input: the index; then, each after 0xff 0xfe, files: a byte for the name, and what is
 * in it. 0x80 of that byte puts the file into the folder of the game that it was
 * extracted from, 0x40 into a folder of loose files, 0x20 into the output's, which then
 * exists. The last of all names stands for the options (enum setting).
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "game.h"

#include "scratch_testing.h"
#include "task/file.h"
#include "task/sandbox.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	MEMORY = 64 << 20,
	PATH_SIZE = 256,
	NAMES = 16,
	MOST_FILES = 12,
	MOST_ENTRIES = 32,
	IN_GAME = 0x80,
	IN_LOOSE = 0x40,
	IN_OUTPUT = 0x20,
};

/* Bits of the byte that stands for the options. */
enum setting {
	SET_FORCE = 1,
	SET_PATCH = 2,
	SET_TILES = 4,
	SET_MAP = 8,
	SET_LINKS = 16,
	SET_BESIDE = 32, /* the game is found beside its index, and not given */
	SET_LOOSE = 64,	 /* the folder of loose files is given */
};

static const char *const names[NAMES] = {
	"RESOURCE.MAP",		"RESOURCE.001",	      "text.007.tsv",
	"original/text.007",	"original/room.scr",  "new.txt",
	"below/new.txt",	EXTRACT_GAMES,	      "inner/index.json",
	EXTRACT_PLACE,		"text.007",	      "inner/RESOURCE.MAP",
	"inner/RESOURCE.001",	"inner/text.007.tsv", "sounds/song.001.wav",
	"sounds/song.001.flac",
};

/* Folders of a run. */
struct places {
	char all[SCRATCH_SIZE];
	char game[PATH_SIZE], in[PATH_SIZE], out[PATH_SIZE], loose[PATH_SIZE];
};

/* Takes a part of the input, up to 0xff 0xfe. */
static struct exh_bytes next_part(struct exh_bytes *left)
{
	struct exh_bytes part = { left->data, 0, 0 };

	while (part.size < left->size &&
	       (part.size + 1 == left->size || part.data[part.size] != 0xff ||
		part.data[part.size + 1] != 0xfe))
		part.size++;
	left->data += part.size;
	left->size -= part.size;
	if (left->size) {
		left->data += 2;
		left->size -= 2;
	}
	return part;
}

static void write_file(const char *folder, const char *name, struct exh_bytes bytes)
{
	char path[PATH_SIZE];
	struct exh_error err;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	assert(!file_make_folder_of(path, &err) && !file_write(path, bytes, true, &err));
}

static void remove_all(const char *folder)
{
	struct files *files = files_open_folder(folder);

	for (size_t i = 0; i < files_count(files); i++) {
		char *path = files_path(files, files_name(files, i));

		if (path && unlink(path))
			remove_all(path);
		free(path);
	}
	files_close(files);
	rmdir(folder);
}

static void check_folder(const char *folder)
{
	static const char *const expected[] = { "game", "game.extracted", "out",
						"loose" };
	struct files *files = files_open_folder(folder);

	for (size_t i = 0; i < files_count(files); i++) {
		size_t k = 0;

		while (k < sizeof expected / sizeof *expected &&
		       strcmp(files_name(files, i), expected[k]) != 0)
			k++;
		assert(k < sizeof expected / sizeof *expected);
	}
	files_close(files);
}

/* Returns the settings. */
static unsigned write_parts(const struct places *at, struct exh_bytes input)
{
	unsigned settings = 0;

	write_file(at->in, EXTRACT_INDEX, next_part(&input));
	for (unsigned i = 0; i < MOST_FILES && input.size; i++) {
		const struct exh_bytes part = next_part(&input);
		const unsigned which = part.size ? part.data[0] : 0;
		const char *folder = which & IN_GAME	 ? at->game
				     : which & IN_LOOSE	 ? at->loose
				     : which & IN_OUTPUT ? at->out
							 : at->in;

		if (part.size && which % IN_OUTPUT % (NAMES + 1) < NAMES)
			write_file(folder, names[which % IN_OUTPUT % (NAMES + 1)],
				   (struct exh_bytes){ part.data + 1, part.size - 1, 0 });
		else if (part.size > 1)
			settings = part.data[1];
	}
	return settings;
}

static void build(const struct build_request *request, const char *in, const char *out)
{
	struct exh_writer held = { .limit = MEMORY };
	struct json *result = json_new_object();
	struct report report;

	report_start(&report, "fuzz", &request->common);
	report.held = &held;
	build_run_input((void *)request, in, out, &report, result);
	report_end(&report);
	json_free(result);
	exh_writer_free(&held);
}

static void build_again(struct build_request *request, const char *in, const char *out)
{
	request->common.force = true;
	build(request, in, out);
	request->common.force = false;
	build(request, in, out);
	assert(file_is_folder(out));
}

static void name_places(struct places *at)
{
	const bool is_made = scratch_make(at->all);

	assert(is_made);
	snprintf(at->game, sizeof at->game, "%s/game", at->all);
	snprintf(at->in, sizeof at->in, "%s/game.extracted", at->all);
	snprintf(at->out, sizeof at->out, "%s/out", at->all);
	snprintf(at->loose, sizeof at->loose, "%s/loose", at->all);
}

static void check_reads(const struct places *at)
{
	/* The index may name any folder of the machine. */
	struct sandbox sandbox = { .looked_at = SANDBOX_ENTRIES - MOST_ENTRIES };

	build_reads(&(char *){ (char *)at->in }, 1, &sandbox);
	sandbox_end(&sandbox);
	boundary_clear();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct places at;
	struct build_request request = {
		.common = { .jobs = 1, .verbosity = -1, .progress = PROGRESS_NEVER }
	};
	const char *loose = at.loose;
	unsigned settings;
	char *named;

	name_places(&at);
	settings = write_parts(&at, (struct exh_bytes){ data, size, 0 });
	request.common.force = settings & SET_FORCE;
	request.common.rebuild_map = settings & SET_MAP;
	request.common.follow_links = settings & SET_LINKS;
	if (settings & SET_LOOSE)
		request.common.loose = (struct strings){ &loose, 1, 1 };
	request.patch = settings & SET_PATCH ? "GAME.PAT" : NULL;
	request.force_tiles = settings & SET_TILES;
	request.original =
		file_is_folder(at.game) && !(settings & SET_BESIDE) ? at.game : NULL;
	build(&request, at.in, at.out);
	if (file_exists(at.out))
		build_again(&request, at.in, at.out);
	check_reads(&at);
	named = output_folder_with(&request.common, at.in, false, ".built");
	assert(named);
	free(named);
	check_folder(at.all);
	remove_all(at.all);
	/* The numbers of files are those of others in the next run. */
	originals_clear();
	return 0;
}
