/*
 * Any text as the index of a folder: what build makes of it, if it makes something, is in
 * the output's folder; nothing else is written.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "build.h"

#include "index.h"
#include "task/file.h"
#include "task/files.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MEMORY = 64 << 20, PATH_SIZE = 256 };

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
		       !strcmp(files_name(files, i), "out"));
	files_close(files);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char folder[] = "/tmp/exhume-fuzz-XXXXXX", path[PATH_SIZE], in[PATH_SIZE],
	     out[PATH_SIZE];
	struct common common = { .jobs = 1, .verbosity = -1, .progress = PROGRESS_NEVER };
	const struct build_request request = { .common = common, .original = NULL };
	struct exh_writer held = { .limit = MEMORY };
	json_t *result = json_object();
	struct report report;
	struct exh_error err;

	assert(mkdtemp(folder));
	snprintf(in, sizeof in, "%s/in", folder);
	snprintf(out, sizeof out, "%s/out", folder);
	snprintf(path, sizeof path, "%s/in/" EXTRACT_INDEX, folder);
	assert(!file_make_folder_of(path, &err) &&
	       !file_write(path, (struct exh_bytes){ data, size, 0 }, true, &err));
	report_start(&report, "fuzz", &request.common);
	report.held = &held;
	build_run_input((void *)&request, in, out, &report, result);
	report_end(&report);
	json_decref(result);
	exh_writer_free(&held);
	check_folder(folder);
	remove_all(folder);
	return 0;
}
