#include "assets/assets.h"
#include "assets/general/general.h"
#include "cli/opt.h"
#include "task/json.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_LIMIT = 64 << 20 /* bytes of a kind's names */ };

/*
 * Folders.
 */

/* Kinds of which there is something, and how many. */
static json_t *count_assets(const struct game_type *type, const char *path, void *game)
{
	json_t *counts = json_object();

	for (const struct asset_kind *const *kind = type->kinds; *kind; kind++) {
		struct assets assets = { .kind = *kind,
					 .options = (*kind)->defaults,
					 .path = path,
					 .game = game };

		assets.arena.limit = NAMES_LIMIT;
		(*kind)->source->find(&assets);
		if (assets.count)
			json_set_number(counts, (*kind)->name, assets.count);
		assets_free(&assets);
	}
	return counts;
}

static json_t *list_subcommands(const struct game_type *type)
{
	json_t *names = json_array();

	for (const char *const *name = type->subcommands; *name; name++)
		json_array_append_new(names, json_string(*name));
	return names;
}

/* What is wrong with the game is not the question. */
static void identify_folder(struct identify_finding *finding, struct report *report)
{
	const struct game_type *type = game_type_at(finding->path);
	struct quiet_report quiet;
	void *game;

	finding->is_folder = true;
	game = type ? type->open(finding->path, report_quiet(&quiet, report)) : NULL;
	if (game) {
		finding->game = type->name;
		finding->family = type->family;
		finding->assets = count_assets(type, finding->path, game);
		finding->subcommands = list_subcommands(type);
		if (type->describe)
			type->describe(game, &finding->facts);
		type->close(game);
	}
	if (type)
		report_quiet_end(&quiet, report);
}

/*
 * Files.
 */

static void begin(struct identify_finding *findings, size_t i, char **paths,
		  struct report *report)
{
	findings[i].path = paths[i];
	if (file_is_folder(paths[i]))
		identify_folder(&findings[i], report);
	else
		findings[i].files = i && identify_same_folder(paths[i - 1], paths[i])
					    ? findings[i - 1].files
					    : NULL;
	if (!findings[i].files && !findings[i].is_folder)
		findings[i].files = files_open_around(paths[i]);
}

static bool is_known(const struct identify_finding *finding)
{
	return finding->is_folder ? finding->game != NULL : finding->format != NULL;
}

/* True if every file is of a known format, and that could be said. */
static bool run_files(const struct command *self, const struct common *common,
		      char **paths, size_t count)
{
	struct identify_finding *findings = mem_alloc(count, sizeof *findings);
	struct report report;
	char *text;
	bool good = true;

	report_start(&report, self->name, common);
	for (size_t i = 0; i < count; i++)
		begin(findings, i, paths, &report);
	if (jobs_run(common, "identify", count, identify, findings) == count) {
		for (size_t i = 0; i < count; i++) {
			good &= is_known(&findings[i]);
			if (findings[i].err.status)
				report_failure(&report, paths[i], &findings[i].err);
		}
		text = identify_print(findings, count, common->json, &report);
		report_write(
			&report, common->output ? common->output : "-",
			(struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 });
		free(text);
	} else {
		report_error(&report, NULL, EXH_NO_OFFSET, "interrupted");
	}
	good &= !report.failed;
	report_end(&report);
	for (size_t i = 0; i < count; i++) {
		if (!i || findings[i].files != findings[i - 1].files)
			files_close(findings[i].files);
		json_decref(findings[i].assets);
		json_decref(findings[i].subcommands);
	}
	free(findings);
	return good;
}

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	const struct identify_request *request = context;

	if (!count)
		return opt_usage_error(self, "no file or folder given");
	return run_files(self, &request->common, operands, count) ? EXIT_DONE : EXIT_BAD;
}

const struct command cmd_identify = {
	.name = "identify",
	.family = FAMILY_ALL,
	.brief = "name the format of files, and the game in a folder",
	.usage = "[OPTION]... FILE|FOLDER...",
	.common = COMMON_OUTPUT | COMMON_JSON | COMMON_WORK,
	.files = COMMAND_WRITES_NAMED,
	COMMAND_REQUEST(struct identify_request, common),
	.run = run,
};
