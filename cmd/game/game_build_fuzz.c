/*
 * Any text as the index of a folder: a game that build makes of it is in the output
 * folder; nothing else is written. An existing game is only replaced with force.
 *
 * Input: the index; then files, each after 0xff 0xfe: a byte for the name, from 0x80 on
 * in the folder of the game that it was extracted from, and the content
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

enum { MEMORY = 64 << 20, PATH_SIZE = 256, NAMES = 7, MOST_FILES = 8, MOST_ENTRIES = 32 };

static const char *const names[NAMES] = {
	"RESOURCE.MAP",	     "RESOURCE.001", "text.007.tsv",  "original/text.007",
	"original/room.scr", "new.txt",	     "below/new.txt",
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
	struct files *files = files_open_folder(folder);

	for (size_t i = 0; i < files_count(files); i++)
		assert(!strcmp(files_name(files, i), "in") ||
		       !strcmp(files_name(files, i), "out") ||
		       !strcmp(files_name(files, i), "game"));
	files_close(files);
}

static void write_parts(const char *in, const char *game, struct exh_bytes input)
{
	write_file(in, EXTRACT_INDEX, next_part(&input));
	for (unsigned i = 0; i < MOST_FILES && input.size; i++) {
		const struct exh_bytes part = next_part(&input);

		if (part.size)
			write_file(part.data[0] & 0x80 ? game : in,
				   names[(part.data[0] & 0x7f) % NAMES],
				   (struct exh_bytes){ part.data + 1, part.size - 1, 0 });
	}
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char folder[SCRATCH_SIZE], game[PATH_SIZE], in[PATH_SIZE], out[PATH_SIZE];
	struct build_request request = {
		.common = { .jobs = 1, .verbosity = -1, .progress = PROGRESS_NEVER }
	};
	/* The index may name any folder of the machine. */
	struct sandbox sandbox = { .looked_at = SANDBOX_ENTRIES - MOST_ENTRIES };
	const bool is_made = scratch_make(folder);
	char *named;

	assert(is_made);
	snprintf(in, sizeof in, "%s/in", folder);
	snprintf(out, sizeof out, "%s/out", folder);
	snprintf(game, sizeof game, "%s/game", folder);
	write_parts(in, game, (struct exh_bytes){ data, size, 0 });
	request.original = file_is_folder(game) ? game : NULL;
	build(&request, in, out);
	if (file_exists(out))
		build_again(&request, in, out);
	build_reads(&(char *){ (char *)in }, 1, &sandbox);
	sandbox_end(&sandbox);
	boundary_clear();
	named = output_folder_with(&request.common, in, false, ".built");
	assert(named);
	free(named);
	check_folder(folder);
	remove_all(folder);
	return 0;
}
