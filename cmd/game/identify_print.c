#include "game.h"

#include "assets/assets.h"
#include "task/json.h"
#include "task/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_LIMIT = 64 << 20 /* bytes of a kind's names */ };

/*
 * Findings as text and JSON.
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

/* Writes a path without line ends, so that a line holds one name. */
static void put_path(const char *path, struct exh_writer *out)
{
	for (; *path; path++)
		if (*path == '\n' || *path == '\r' || *path == '\\')
			text_put_escape((uint8_t)*path, out);
		else
			exh_write_bytes(out, path, 1);
}

static void print_folder(const struct identify_finding *finding, struct exh_writer *out)
{
	const char *key;
	const struct json *value;
	size_t i, count = 0;

	put_path(finding->path, out);
	if (!finding->game) {
		text_put(out, ": %s without a known game\n",
			 finding->is_archive ? "an archive" : "a folder");
		return;
	}
	text_put(out, ": game of %s", finding->game);
	print_facts(&finding->facts, out);
	json_each_key(finding->assets, key, value)
		text_put(out, "%s %" PRId64 " %s", count++ ? "," : ":",
			 json_number_of(value), key);
	text_put(out, json_size(finding->subcommands) ? "; subcommands:"
						      : "; no subcommand reads it");
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
	put_path(finding->path, out);
	if (!finding->format) {
		text_put(out, ": unknown\n");
		return;
	}
	text_put(out, ": %s: %s", finding->format->name, finding->format->title);
	print_facts(&finding->facts, out);
	text_put(out, "\n");
}

/* Row for a file or a folder; members of JSON are in only one of them. */
struct finding_row {
	const char *file, *folder, *title, *family;
	bool is_file;
	uint64_t size;
	unsigned score;
	struct json *format, *game, *release, *facts, *assets, *subcommands;
};

static const struct field some_list[] = { { .name = "",
					    .type = FIELD_TEXT,
					    .flags = FIELD_NULLABLE,
					    .size = sizeof(char *) } };
static const struct fields some_fields = FIELDS("text_or_null", char *, some_list);
static const struct field fact_list[] = {
	FIELD_ADDED(FIELD_JSON, "", NULL, "a number or a text"),
};
static const struct fields fact_fields = FIELDS("fact", struct json *, fact_list);

static const struct field finding_list[] = {
	FIELD(struct finding_row, file, NULL, "the file, as it was given", FIELD_IF_ANY),
	FIELD(struct finding_row, size, "bytes", "its size",
	      FIELD_HAS(struct finding_row, is_file)),
	FIELD_MADE(FIELD_JSON, struct finding_row, format, &some_fields,
		   "its format; null: unknown", FIELD_IF_ANY),
	FIELD(struct finding_row, score, NULL, "how sure that is, up to 100",
	      FIELD_HAS(struct finding_row, is_file)),
	FIELD(struct finding_row, folder, NULL,
	      "the folder or archive, as it was given, and a folder in the archive",
	      FIELD_IF_ANY),
	FIELD_MADE(FIELD_JSON, struct finding_row, game, &some_fields,
		   "kind of the game in it; null: none", FIELD_IF_ANY),
	FIELD(struct finding_row, title, NULL, "the format in words", FIELD_IF_ANY),
	FIELD(struct finding_row, family, NULL, "family of formats", FIELD_IF_ANY),
	FIELD_MADE(FIELD_JSON, struct finding_row, release, &some_fields,
		   "the game's release; null: its files don't say it", FIELD_IF_ANY),
	FIELD_MADE(FIELD_JSON_MAP, struct finding_row, facts, &fact_fields,
		   "facts from its content, by name", FIELD_IF_ANY),
	FIELD_MADE(FIELD_JSON_MAP, struct finding_row, assets, &number_fields,
		   "number of the game's assets, by kind", FIELD_IF_ANY),
	FIELD_ITEMS(struct finding_row, subcommands, &text_fields,
		    "commands that convert them", FIELD_IF_ANY),
};
static const struct fields finding_fields =
	FIELDS("finding", struct finding_row, finding_list);

static const struct field identify_list[] = {
	FIELD_ADDED(FIELD_JSON_LIST, "results", &finding_fields, "what each is"),
	FIELD_ADDED(FIELD_JSON_LIST, "errors", &message_fields, "what can't be read"),
};
static const struct fields identify_fields =
	FIELDS("identify", struct json *, identify_list);

const struct document identify_document = {
	.format = "identify",
	.schema = 1,
	.made_by = "identify",
	.meaning = "The formats of files, and the games in folders",
	.fields = &identify_fields,
};

static struct json *text_or_null(const char *text)
{
	return text ? json_new_string(text) : json_new_null();
}

static struct json *to_json(const struct identify_finding *finding)
{
	const struct exh_format *format = finding->format;
	struct finding_row row = { .file = finding->path, .size = finding->size };
	const struct json *release;

	if (!finding->is_folder) {
		row.is_file = true;
		row.score = finding->score;
		row.format = text_or_null(format ? format->name : NULL);
		row.title = format ? format->title : NULL;
		row.family = format ? format->family : NULL;
	} else {
		row.folder = finding->path;
		row.file = NULL;
		row.game = text_or_null(finding->game);
		row.family = finding->family;
	}
	if (format || finding->game)
		row.facts = identify_facts(&finding->facts);
	if (finding->game) {
		release = json_get(row.facts, "release");
		row.release = release ? json_share(release) : json_new_null();
		row.assets = json_share(finding->assets);
		row.subcommands = json_share(finding->subcommands);
	}
	return fields_to_json(&finding_fields, &row);
}

/* Appends the document, or a line for each file. */
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

/* Returns the number of assets of each kind that has some. */
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

/* Returns the subcommands that accept this game. */
static struct json *list_subcommands(const struct game_type *type, const void *game)
{
	struct json *names = json_new_list();

	for (const char *const *name = type->subcommands; *name; name++)
		if (!type->works || type->works(game, *name))
			json_push(names, json_new_string(*name));
	return names;
}

static void describe_game(struct identify_finding *finding, const struct game_type *type,
			  const char *path, void *game)
{
	finding->game = type->name;
	finding->family = type->family;
	finding->assets = count_assets(type, path, game);
	finding->subcommands = list_subcommands(type, game);
	if (type->describe)
		type->describe(type->is_only_named ? path : game, &finding->facts);
}

/* Errors in the game are not reported, since only its type is of interest. */
static void identify_game(struct identify_finding *finding, const struct game_here *here,
			  const char *path, struct report *report)
{
	const struct game_type *type = here->type;
	struct quiet_report quiet;
	void *game = type->is_only_named ? NULL
					 : game_open(type, path, here->name, NULL,
						     report_quiet(&quiet, report));

	if (type->is_only_named || game)
		describe_game(finding, type, path, game);
	if (game)
		type->close(game);
	if (!type->is_only_named)
		report_quiet_end(&quiet, report);
}

/* Findings in the order of the inputs. */
struct findings {
	struct identify_finding *items;
	size_t count, capacity;
	struct exh_arena names; /* memory of names of games in archives */
};

/* Adds a finding for each game, or a single one if there are none. */
static void add_folder(struct findings *findings, const char *path, struct report *report)
{
	struct files *files = files_open_folder(path);
	struct games_here here;

	games_here_find(&here, path, files, NULL);
	files_close(files);
	for (size_t i = 0; i < here.count || !i; i++) {
		struct identify_finding *finding = MEM_ADD(findings);

		*finding = (struct identify_finding){ .path = path, .is_folder = true };
		if (here.count)
			identify_game(finding, &here.items[i], path, report);
	}
	games_here_free(&here);
}

/*
 * Archives.
 */

static void add_archived(struct findings *findings, const struct found_games *found,
			 const struct found_game *game, struct report *report)
{
	char *shown = game_shown_path(found, game);
	struct identify_finding *finding = MEM_ADD(findings);

	*finding = (struct identify_finding){ .path = mem_arena_text(&findings->names,
								     shown),
					      .is_folder = true,
					      .is_archive = true };
	free(shown);
	identify_game(finding, &(struct game_here){ game->type, game->name }, game->path,
		      report);
}

static void add_games(struct findings *findings, struct found_games *found,
		      const char *path, struct report *report)
{
	for (size_t i = 0; i < found->count; i++)
		add_archived(findings, found, &found->items[i], report);
	if (!found->count)
		*MEM_ADD(findings) = (struct identify_finding){ .path = path,
								.is_folder = true,
								.is_archive = true };
}

/* False: not an archive. */
static bool add_archive(struct findings *findings, const char *path,
			struct report *report)
{
	struct found_games found;
	const bool is_archive = games_unpack(&found, path, report) && found.unpacked;

	if (is_archive && games_search_unpacked(&found, NULL, report))
		add_games(findings, &found, path, report);
	games_close(&found, report);
	return is_archive;
}

/*
 * Files.
 */

static void add_file(struct findings *findings, const char *path)
{
	const struct identify_finding *last =
		findings->count ? &findings->items[findings->count - 1] : NULL;
	struct files *files = last && last->files && file_is_beside(last->path, path)
				      ? last->files
				      : files_open_around(path);

	*MEM_ADD(findings) = (struct identify_finding){ .path = path, .files = files };
}

static void add(struct findings *findings, const char *path, struct report *report)
{
	if (file_is_folder(path))
		add_folder(findings, path, report);
	else
		add_file(findings, path);
}

/* True for files of an unknown format, or with the first bytes of an archive. Pipes can't
 * be read a second time. */
static bool may_be_archive(const struct identify_finding *finding)
{
	return !finding->is_folder && !finding->err.status &&
	       strcmp(finding->path, "-") != 0 && !file_is_special(finding->path) &&
	       (!finding->format ||
		strcmp(finding->format->family, EXH_FAMILY_ARCHIVE) == 0);
}

/* Warns if no archive is searched, since libarchive is missing. */
static void warn_of_build(const struct identify_finding *finding, struct report *report)
{
	if (finding->format && !unpack_version())
		report_warning(report, finding->path, EXH_NO_OFFSET,
			       "not looked into: this program was built without "
			       "libarchive");
}

/* Moves the findings to out; archives are replaced by the games in them. */
static void look_into_archives(struct findings *findings, struct findings *out,
			       struct report *report)
{
	for (size_t i = 0; i < findings->count; i++) {
		const struct identify_finding *finding = &findings->items[i];

		if (may_be_archive(finding)) {
			warn_of_build(finding, report);
			if (add_archive(out, finding->path, report))
				continue;
		}
		*MEM_ADD(out) = *finding;
	}
}

static void close_files(const struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++)
		if (!i || findings->items[i].files != findings->items[i - 1].files)
			files_close(findings->items[i].files);
	free(findings->items);
}

static void findings_free(struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++) {
		json_free(findings->items[i].assets);
		json_free(findings->items[i].subcommands);
	}
	free(findings->items);
	exh_arena_free(&findings->names);
}

static bool is_known(const struct identify_finding *finding)
{
	return finding->is_folder ? finding->game != NULL : finding->format != NULL;
}

/* False if a file is unknown. */
static bool report_findings(const struct findings *findings, struct report *report)
{
	bool good = true;

	for (size_t i = 0; i < findings->count; i++) {
		const struct identify_finding *finding = &findings->items[i];

		good &= is_known(finding);
		if (finding->is_endless)
			report_warning(
				report, finding->path, EXH_NO_OFFSET,
				"not a file, and its length is not known: only the "
				"first %" PRIu64 " MiB were read",
				finding->size >> 20);
		if (finding->err.status)
			report_failure(report, finding->path, &finding->err);
	}
	return good;
}

bool identify_files(const char *command, const struct common *common, char **paths,
		    size_t count)
{
	struct findings inputs = { 0 }, findings = { .names.limit = NAMES_LIMIT };
	struct exh_writer text = { .limit = SIZE_MAX };
	struct report report;
	bool good;

	report_start(&report, command, common);
	for (size_t i = 0; i < count; i++)
		add(&inputs, paths[i], &report);
	good = report_jobs(&report, "identify", inputs.count, identify, inputs.items);
	look_into_archives(&inputs, &findings, &report);
	if (good) {
		good = report_findings(&findings, &report);
		put_findings(findings.items, findings.count, common->json, &report,
			     &text);
		report_write(&report, common->output ? common->output : "-",
			     exh_writer_bytes(&text));
		exh_writer_free(&text);
	}
	report_links(&report);
	good &= !report.failed;
	report_end(&report);
	close_files(&inputs);
	findings_free(&findings);
	return good;
}
