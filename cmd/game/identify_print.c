#include "game.h"

#include "assets/assets.h"
#include "task/json.h"
#include "task/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_LIMIT = 64 << 20 /* bytes of a kind's names */ };

/*
 * What was found, as text and JSON.
 */

static void print_facts(const struct exh_facts *facts, struct exh_writer *out)
{
	for (size_t i = 0; i < facts->count; i++) {
		const struct exh_fact *fact = &facts->items[i];

		text_put(out, i ? ", " : " (");
		if (fact->is_number)
			text_put(out, "%s %" PRIu64, fact->key, fact->number);
		else
			text_put(out, "%s %s", fact->key, fact->text);
	}
	if (facts->count)
		text_put(out, ")");
}

static void print_folder(const struct identify_finding *finding, struct exh_writer *out)
{
	const char *key;
	const struct json *value;
	size_t i, count = 0;

	if (!finding->game) {
		text_put(out, "%s: a folder without a known game\n", finding->path);
		return;
	}
	text_put(out, "%s: game of %s", finding->path, finding->game);
	print_facts(&finding->facts, out);
	json_each_key(finding->assets, key, value)
		text_put(out, "%s %" PRId64 " %s", count++ ? "," : ":",
			 json_number_of(value), key);
	text_put(out, "; subcommands:");
	json_each(finding->subcommands, i, value)
		text_put(out, "%s %s", i ? "," : "", json_text_of(value));
	text_put(out, "\n");
}

static void print_text(const struct identify_finding *finding, struct exh_writer *out)
{
	if (finding->is_folder) {
		print_folder(finding, out);
		return;
	}
	if (!finding->format) {
		text_put(out, "%s: unknown\n", finding->path);
		return;
	}
	text_put(out, "%s: %s: %s", finding->path, finding->format->name,
		 finding->format->title);
	print_facts(&finding->facts, out);
	text_put(out, "\n");
}

/* The release is null where the files don't say it. */
static struct json *folder_to_json(const struct identify_finding *finding)
{
	struct json *json = json_new_object(), *facts, *release;

	json_set_text(json, "folder", finding->path);
	json_set(json, "game",
		 finding->game ? json_new_string(finding->game) : json_new_null());
	if (!finding->game)
		return json;
	facts = identify_facts(&finding->facts);
	release = json_get(facts, "release");
	json_set_string(json, "family", finding->family);
	json_set(json, "release", release ? json_share(release) : json_new_null());
	json_set(json, "facts", facts);
	json_set_shared(json, "assets", finding->assets);
	json_set_shared(json, "subcommands", finding->subcommands);
	return json;
}

static struct json *to_json(const struct identify_finding *finding)
{
	const struct exh_format *format = finding->format;
	struct json *json;

	if (finding->is_folder)
		return folder_to_json(finding);
	json = json_new_object();
	json_set_text(json, "file", finding->path);
	json_set_number(json, "size", finding->size);
	json_set(json, "format",
		 format ? json_new_string(format->name) : json_new_null());
	json_set_number(json, "score", finding->score);
	if (!format)
		return json;
	json_set_string(json, "title", format->title);
	json_set_string(json, "family", format->family);
	json_set(json, "facts", identify_facts(&finding->facts));
	return json;
}

/* Appends the document, or a line a file. */
static void put_findings(const struct identify_finding *findings, size_t count, bool json,
			 const struct report *report, struct exh_writer *out)
{
	struct json *document, *files;

	for (size_t i = 0; i < count && !json; i++)
		if (!findings[i].err.status)
			print_text(&findings[i], out);
	if (!json)
		return;
	document = json_document("identify", 1);
	files = json_set(document, "results", json_new_list());
	for (size_t i = 0; i < count; i++)
		if (!findings[i].err.status)
			json_push(files, to_json(&findings[i]));
	json_set_shared(document, "errors", report->errors);
	json_append(document, out, NULL);
}

/*
 * Folders.
 */

/* Kinds of which there is something, and how many. */
static struct json *count_assets(const struct game_type *type, const char *path,
				 void *game)
{
	struct json *counts = json_new_object();

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

static struct json *list_subcommands(const struct game_type *type)
{
	struct json *names = json_new_list();

	for (const char *const *name = type->subcommands; *name; name++)
		json_push(names, json_new_string(*name));
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

static bool same_folder(const char *a, const char *b)
{
	const size_t size = (size_t)(file_name(a) - a);

	return size == (size_t)(file_name(b) - b) && memcmp(a, b, size) == 0 &&
	       strcmp(a, "-") != 0 && strcmp(b, "-") != 0;
}

static void begin(struct identify_finding *findings, size_t i, char **paths,
		  struct report *report)
{
	findings[i].path = paths[i];
	if (file_is_folder(paths[i]))
		identify_folder(&findings[i], report);
	else
		findings[i].files = i && same_folder(paths[i - 1], paths[i])
					    ? findings[i - 1].files
					    : NULL;
	if (!findings[i].files && !findings[i].is_folder)
		findings[i].files = files_open_around(paths[i]);
}

static bool is_known(const struct identify_finding *finding)
{
	return finding->is_folder ? finding->game != NULL : finding->format != NULL;
}

bool identify_files(const char *command, const struct common *common, char **paths,
		    size_t count)
{
	struct identify_finding *findings = mem_alloc(count, sizeof *findings);
	struct exh_writer text = { .limit = SIZE_MAX };
	struct report report;
	bool good = true;

	report_start(&report, command, common);
	for (size_t i = 0; i < count; i++)
		begin(findings, i, paths, &report);
	if (report_jobs(&report, "identify", count, identify, findings)) {
		for (size_t i = 0; i < count; i++) {
			good &= is_known(&findings[i]);
			if (findings[i].err.status)
				report_failure(&report, paths[i], &findings[i].err);
		}
		put_findings(findings, count, common->json, &report, &text);
		report_write(&report, common->output ? common->output : "-",
			     exh_writer_bytes(&text));
		exh_writer_free(&text);
	}
	good &= !report.failed;
	report_end(&report);
	for (size_t i = 0; i < count; i++) {
		if (!i || findings[i].files != findings[i - 1].files)
			files_close(findings[i].files);
		json_free(findings[i].assets);
		json_free(findings[i].subcommands);
	}
	free(findings);
	return good;
}
