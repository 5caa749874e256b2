#include "game.h"

#include "task/json.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DATA_LIMIT = 1 << 28 };

extern const char *const page_diff_html[];
extern const char *const page_diff_js[];

static const struct page_source source = { page_diff_html, page_game_css, page_diff_js };

bool diff_page_is_free(const char *folder, struct report *report)
{
	char *path = file_join(folder, PAGE_NAME);
	const bool taken = !report->common->force && file_exists(path);

	if (taken)
		report_error(report, path, EXH_NO_OFFSET, "exists; -f overwrites it");
	free(path);
	return !taken;
}

static enum exh_status write_file(const char *folder, const char *name,
				  struct exh_bytes content, struct exh_error *err)
{
	char *path = file_join(folder, name);
	enum exh_status status = file_make_folder_of(path, err);

	if (!status)
		status = file_write(path, content, true, err);
	free(path);
	return status;
}

enum exh_status diff_page_add(const char *folder, const char *place, const char *name,
			      const struct exh_bytes files[2], struct json *difference,
			      struct exh_error *err)
{
	static const char *const sides[2] = { "a", "b" };
	enum exh_status status = EXH_OK;

	for (unsigned i = 0; i < 2 && !status; i++) {
		char *path = mem_format("%s/%s/%s", sides[i], place, name);

		status = write_file(folder, path, files[i], err);
		if (!status)
			json_set_text(difference, sides[i], path);
		free(path);
	}
	return status;
}

/* Names the game relative to the page's folder, as index.json does. */
static void name_game(struct json *shown, const char *side, const char *folder)
{
	char *path = file_relative(folder, json_text_at(shown, side), NULL);

	json_set(shown, side, json_of_text(path));
	free(path);
}

bool diff_page_write(const char *folder, const struct json *result, struct report *report)
{
	struct json *shown = json_new_copy(result);
	struct exh_writer page = { .limit = SIZE_MAX }, data = { .limit = DATA_LIMIT };
	struct exh_error err;
	enum exh_status status;

	name_game(shown, "a", folder);
	name_game(shown, "b", folder);
	status = page_write_call("exhumeDiff", shown, &data, &err);
	page_write(&source, &page);
	if (!status)
		status = write_file(folder, PAGE_INDEX, exh_writer_bytes(&data), &err);
	if (!status)
		status = write_file(folder, PAGE_NAME, exh_writer_bytes(&page), &err);
	if (status)
		report_failure(report, folder, &err);
	json_free(shown);
	exh_writer_free(&page);
	exh_writer_free(&data);
	return !status;
}
