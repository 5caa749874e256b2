#include "game.h"

#include "assets/assets.h"
#include "task/budget.h"
#include "task/folder_lock.h"
#include "task/jobs.h"
#include "task/json_stream.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/sha256.h"
#include "task/text_encoding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_LIMIT = 1 << 30 };

/*
 * The options of a run.
 */

static const char *const sound_names[] = {
	[EXPORT_WAV] = "wav", [EXPORT_FLAC] = "flac", NULL
};

static const struct field options_list[] = {
	FIELD_LIST_OF("only", FIELD_TEXT, struct extract_request, only.items, only.count,
		      NULL, "what --only says", FIELD_IF_ANY),
	FIELD_LIST_OF("except", FIELD_TEXT, struct extract_request, except.items,
		      except.count, NULL, "what --except says", FIELD_IF_ANY),
	FIELD_LIST_OF("loose", FIELD_TEXT, struct extract_request, common.loose.items,
		      common.loose.count, NULL,
		      "what --loose says, seen from this folder", FIELD_IF_ANY),
	FIELD_AS("encoding", struct extract_request, common.encoding_name, NULL,
		 "what --encoding says", FIELD_IF_ANY),
	FIELD_AS("charmap", struct extract_request, common.charmap, NULL,
		 "the character map of --charmap, line by line", FIELD_IF_ANY),
	FIELD_AS("rebuild_map", struct extract_request, common.rebuild_map, NULL,
		 "true: --rebuild-map was given", FIELD_IF_ANY),
	FIELD(struct extract_request, formats, NULL, "what --formats says", FIELD_IF_ANY),
	FIELD_OF("sounds", FIELD_NAME, struct extract_request, choice.wishes.sound, NULL,
		 "format of sounds that have no other; none: wav", .names = sound_names,
		 FIELD_IF_ANY),
	FIELD(struct extract_request, max_size, NULL, "what --max-size says",
	      FIELD_IF_ANY),
	FIELD(struct extract_request, max_length, NULL, "what --max-length says",
	      FIELD_IF_ANY),
	FIELD_AS("exe", struct extract_request, wishes.exe, NULL,
		 "what --exe says, seen from this folder", FIELD_IF_ANY),
	FIELD_AS("layout", struct extract_request, wishes.layout, NULL,
		 "what --layout says; a file is seen from this folder", FIELD_IF_ANY),
	FIELD_AS("game", struct extract_request, wishes.game, NULL, "what --game says",
		 FIELD_IF_ANY),
	FIELD(struct extract_request, no_page, NULL, "true: there is no page",
	      FIELD_IF_ANY),
	FIELD_NAMED(struct extract_request, index, index_names,
		    "the index in another form", FIELD_IF_ANY),
};
static const struct fields options_fields =
	FIELDS("options", struct extract_request, options_list);

/*
 * The index.
 */

/* folder and counts: for the list of games */
struct game_row {
	const char *folder, *type, *family;
	struct json *path, *counts;
};

static const struct field game_list[] = {
	FIELD(struct game_row, folder, NULL, "its folder, in that of the list",
	      FIELD_IF_ANY),
	FIELD(struct game_row, type, NULL, "kind of the game"),
	FIELD(struct game_row, family, NULL, "family of formats that it is of"),
	FIELD_MADE(FIELD_JSON, struct game_row, path, &text_fields,
		   "the game, seen from the folder of this file; only its name where no "
		   "path "
		   "leads there but by way of the root"),
	FIELD_MADE(FIELD_JSON_MAP, struct game_row, counts, &number_fields,
		   "number of its assets, by kind", FIELD_IF_ANY),
};
static const struct field fact_list[] = {
	FIELD_ADDED(FIELD_TEXT, "release", NULL, "release, where its files say it"),
	FIELD_ADDED(FIELD_TEXT, "layout", NULL, "layout of its files"),
	FIELD_ADDED(FIELD_TEXT, "version", NULL,
		    "sci01, where the layout is that of SCI0"),
	FIELD_ADDED(FIELD_TEXT, "interpreter", NULL, "version of its interpreter"),
	FIELD_ADDED(FIELD_TEXT, "patches", NULL, "patch files that were not read"),
};
static const struct fields fact_fields = FIELDS("facts", struct json *, fact_list);
static const struct fields *const game_with[] = { &fact_fields, NULL };
static const struct fields game_fields =
	FIELDS_WITH("game", struct game_row, game_list, game_with);

struct head_row {
	bool is_complete;
	struct json *game, *options, *counts;
};

static const struct field head_list[] = {
	FIELD(struct head_row, is_complete, NULL,
	      "false: something of the game is missing or damaged here"),
	FIELD_MADE(FIELD_JSON, struct head_row, game, &game_fields, "the game"),
	FIELD_MADE(FIELD_JSON, struct head_row, options, &options_fields,
		   "how it was extracted"),
	FIELD_MADE(FIELD_JSON_MAP, struct head_row, counts, &number_fields,
		   "number of assets, by kind"),
};
static const struct field left_out_list[] = {
	FIELD(struct asset_left_out, name, NULL, "name of the file"),
	FIELD(struct asset_left_out, source, NULL, "file of the game that it is in"),
	FIELD(struct asset_left_out, reason, NULL,
	      "shadowed: another of its name counts; placeholder: it is too small to be "
	      "what its name says"),
	FIELD(struct asset_left_out, instead, NULL, "where the file is that counts",
	      FIELD_IF_ANY),
};
static const struct fields left_out_fields =
	FIELDS("left out", struct asset_left_out, left_out_list);

static const struct field lists_list[] = {
	FIELD_ADDED(FIELD_JSON_LIST, "assets", &index_asset_fields, "the assets"),
	FIELD_ADDED(FIELD_JSON_LIST, "rooms", &index_room_fields,
		    "rooms, and how they lead to each other"),
	FIELD_ADDED(FIELD_JSON_LIST, "documents", &index_document_fields,
		    "files that are of no single asset"),
	FIELD_ADDED(FIELD_JSON_LIST, "sources", &source_fields, "the game's files"),
	FIELD_ADDED(FIELD_JSON_LIST, "left_out", &left_out_fields,
		    "files that are no assets though they look like it"),
	FIELD_ADDED(FIELD_JSON_LIST, "others", &other_fields,
		    "those that nothing was made of"),
};
static const struct fields lists_fields = FIELDS("lists", struct json *, lists_list);
static const struct fields *const head_with[] = { &lists_fields, NULL };
static const struct fields head_fields =
	FIELDS_WITH("index", struct head_row, head_list, head_with);

const struct document extract_document = {
	.format = EXTRACT_FORMAT,
	.schema = 1,
	.made_by = "extract",
	.meaning = "A game that was extracted: its assets, and the files made of them",
	.fields = &head_fields,
};

static const struct field games_list[] = {
	FIELD_ADDED(FIELD_JSON_LIST, "games", &game_fields, "the games"),
};
static const struct fields games_fields = FIELDS("games", struct json *, games_list);

const struct document extract_games_document = {
	.format = EXTRACT_GAMES_FORMAT,
	.schema = 1,
	.made_by = "extract",
	.meaning = "Games that were extracted from one folder, each with its own index",
	.fields = &games_fields,
};

/* --json: the index of each game, and the results of the run. */
static const struct field extracted_list[] = {
	FIELD_ADDED(FIELD_FLAG, "is_unchanged", NULL, "true: there was nothing to do"),
	FIELD_ADDED(FIELD_TEXT, "exhume", NULL, "version of the program"),
	FIELD_ADDED(FIELD_TEXT, "format", NULL, "format of the index"),
	{ .name = "schema",
	  .type = FIELD_NUMBER,
	  .flags = FIELD_OPTIONAL,
	  .size = 4,
	  .meaning = "number of the index's schema" },
};
static const struct fields *const extracted_with[] = { &input_fields, &head_fields,
						       NULL };
static const struct fields extracted_fields =
	FIELDS_WITH("extracted", struct json *, extracted_list, extracted_with);
static const struct field result_list[] = {
	FIELD_ADDED(FIELD_JSON_LIST, "games", &extracted_fields, "the games"),
};
const struct fields extract_fields = FIELDS("extraction", struct json *, result_list);

/* Returns the path of a game; members of an archive are named after it. */
static struct json *game_path(const struct found_games *found,
			      const struct found_game *game, const char *folder)
{
	char *path = game_path_from(found, game, folder);
	struct json *json = json_of_text(path);

	free(path);
	return json;
}

static struct json *game_to_json(const struct extraction *x)
{
	const struct game_row row = { .type = x->game->type->name,
				      .family = x->game->type->family,
				      .path = game_path(x->found, x->game, x->output) };
	struct json *game = fields_to_json(&game_fields, &row);

	json_take_all(game, x->facts);
	return game;
}

static struct json *count_kinds(const struct new_index *index)
{
	struct json *counts = json_new_object();

	for (size_t i = 0; i < index->count; i++) {
		const char *kind = index->items[i].kind;

		if (kind)
			json_set_number(counts, kind, json_number_at(counts, kind) + 1);
	}
	return counts;
}

static bool keep_other(void *context, const char *key, size_t place, struct json *item)
{
	struct extraction *x = context;
	const char *kind = json_text_at(item, "kind");

	if (place == JSON_NO_ITEM)
		return true;
	if (strcmp(key, "assets") == 0)
		new_index_keep(&x->made, item);
	else if (strcmp(key, "documents") == 0 && kind && strcmp(kind, PAGE_KIND) != 0 &&
		 !extract_wants_kind(&x->request->choice, kind))
		json_push_shared(x->made.documents, item);
	return true;
}

/* Keeps assets of an earlier run that this run does not select in the index. */
static void keep_others(struct extraction *x)
{
	const struct extract_choice *choice = &x->request->choice;
	char *path = file_join(x->output, EXTRACT_INDEX);
	struct exh_error err;

	if (x->old.head && (choice->only_count || choice->except_count) &&
	    json_visit_file(path, keep_other, x, &err)) {
		report_failure(x->report, path, &err);
		x->lacks_files = true;
	}
	free(path);
}

/* Returns a path relative to the output; NULL: the option was not given. */
static char *seen_from_output(const struct extraction *x, const char *path)
{
	return path ? file_relative(x->output, path, NULL) : NULL;
}

static struct json *options_to_json(const struct extraction *x)
{
	struct extract_request seen = *x->request;
	struct strings *loose = &seen.common.loose;
	const char *layout = seen.wishes.layout; /* a file, or a name */
	char *exe = seen_from_output(x, seen.wishes.exe);
	char *file = layout && file_exists(layout) ? seen_from_output(x, layout) : NULL;
	char **folders = mem_alloc(loose->count, sizeof *folders);
	struct encoding_row encoding;
	struct json *options;

	for (size_t i = 0; i < loose->count; i++)
		folders[i] = seen_from_output(x, loose->items[i]);
	loose->items = (const char **)folders;
	encoding_row_fill(&encoding, seen.common.encoding);
	seen.common.encoding_name = encoding.encoding;
	seen.common.charmap = encoding.charmap;
	seen.wishes.exe = exe;
	seen.wishes.layout = file ? file : layout;
	options = fields_to_json(&options_fields, &seen);
	for (size_t i = 0; i < loose->count; i++)
		free(folders[i]);
	encoding_row_free(&encoding);
	free(folders);
	free(file);
	free(exe);
	return options;
}

/* Returns the index's members that are not lists. */
static struct json *head_to_json(struct extraction *x, bool is_complete)
{
	const struct head_row row = { is_complete, game_to_json(x), options_to_json(x),
				      count_kinds(&x->made) };

	return document_to_json(&extract_document, &row);
}

/* Writes a file over an older one. */
static void write_over(const char *folder, const char *name, struct exh_bytes content,
		       struct report *report)
{
	char *path = file_join(folder, name);
	struct exh_error err;

	if (file_make_folder_of(path, &err) || file_write(path, content, true, &err))
		report_failure(report, path, &err);
	free(path);
}

static void write_document(const char *folder, const char *name,
			   const struct json *document, struct report *report)
{
	char *text = json_print(document);

	write_over(folder, name,
		   (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 }, report);
	free(text);
}

/*
 * A run without changes.
 */

/* Checks the files in the old index. False, reported: one of them is now the name of an
 * input. A missing one must be made again. */
static bool look_for_old_files(struct extraction *x)
{
	bool good = true;

	for (size_t i = 0; i < x->old.paths.count && good; i++) {
		char *path = file_join(x->output, x->old.paths.items[i]);
		struct stat status;

		if (!x->old.files.items[i].has_hash)
			;
		else if (stat(path, &status))
			x->lacks_old = true;
		else if (originals_has_open(&status))
			good = output_is_no_original(x->report, path);
		free(path);
	}
	return good;
}

/* True if the game's files, their place, the options and the program are the same, and
 * all outputs are present. */
static bool is_unchanged(const struct extraction *x)
{
	const struct json *old = x->old.head;
	const char *version = json_text_at(old, "exhume");
	struct json *options = options_to_json(x);
	struct json *path = game_path(x->found, x->game, x->output);
	const bool same = old && !x->report->common->force &&
			  json_flag_of(json_get(old, "is_complete")) && version &&
			  strcmp(version, exh_version()) == 0 &&
			  json_same(json_get(old, "options"), options) &&
			  json_same(json_get(json_get(old, "game"), "path"), path) &&
			  sources_are(&x->sources, &x->old) && !x->lacks_old;

	json_free(path);
	json_free(options);
	return same;
}

/*
 * A game.
 */

static void say_what_was_made(const struct extraction *x)
{
	const struct json *counts = json_get(x->head, "counts"), *count;
	const size_t other_count = json_size(x->others);
	char line[900] = "";
	size_t size = 0;
	const char *kind;

	json_each_key(counts, kind, count)
	{
		if (size < sizeof line - 64)
			size += (size_t)snprintf(line + size, sizeof line - size,
						 "%s%" PRId64 " %.40s", size ? ", " : "",
						 json_number_of(count), kind);
	}
	report_info(x->report, "%s: %s: %s; %zu %s that nothing was made of",
		    x->game->path, x->game->type->name, line, other_count,
		    other_count == 1 ? "file" : "files");
}

static void say_what_flac_needs(const struct extraction *x)
{
	bool has_wav = false;

	for (size_t i = 0; i < x->made.files.count && x->request->choice.lacks_flac; i++)
		has_wav |= x->made.files.items[i].path &&
			   file_has_ending(x->made.files.items[i].path, ".wav");
	if (has_wav)
		report_say(x->report,
			   "%s: sounds are WAV files: FLAC needs libsndfile, but this "
			   "exhume was built without it, or it is not installed",
			   x->output);
}

static bool print_file(const struct json *asset, const char *output, const char *name,
		       struct report *report)
{
	char line[1024];
	struct exh_error err;
	const int size = snprintf(line, sizeof line, "%s\t%" PRId64 "\t%s/%s\n",
				  json_text_at(asset, "id"),
				  json_number_at(asset, "size"), output, name);

	if (size <= 0 || (size_t)size >= sizeof line ||
	    !file_write_stdout(line, (size_t)size, &err))
		return true;
	report_failure(report, "standard output", &err);
	return false;
}

static void print_plan(const struct extraction *x, const struct json *result)
{
	const char *output = json_text_at(result, "output");
	bool good = true;

	for (size_t i = 0; i < x->made.count && good; i++) {
		struct json *asset = new_index_asset(&x->made, i);
		const struct json *name;
		size_t k;

		json_each(json_get(asset, "files"), k, name) good =
			good && print_file(asset, output, json_text_of(name), x->report);
		json_free(asset);
	}
}

/* Shows the whole index only if it is printed; otherwise the counts, for the list of
 * games. */
static void show_result(const struct extraction *x, struct json *result)
{
	struct json *document = x->report->common->json ? index_to_json(x) : NULL;

	if (!document && x->request->dry_run)
		print_plan(x, result);
	json_take_missing(result, document);
	json_set_shared(result, "counts", json_get(x->head, "counts"));
	json_free(document);
}

static void keep_left_out(void *context, const struct asset_left_out *file)
{
	struct extraction *x = context;

	if (!x->left_out)
		x->left_out = json_new_list();
	json_push(x->left_out, fields_to_json(&left_out_fields, file));
}

/* Reports that nothing was made of the only game. */
static void report_nothing(const struct extraction *x)
{
	const struct extract_request *request = x->request;

	report_unmet(x->report, x->game->path,
		     request->only.count || request->except.count
			     ? "--only and --except leave nothing of the game"
			     : "the game has nothing that is extracted");
}

/* Returns the size of the archive, if it is smaller than its content. */
static uint64_t size_of_input(const struct extraction *x)
{
	const uint64_t archive =
		x->found->unpacked ? files_size_at(x->found->shown) : UINT64_MAX;

	return archive < x->sources.size ? archive : x->sources.size;
}

static void make_all(struct extraction *x, struct json *result)
{
	struct jobs_total total = { 0 };
	struct exh_facts facts = { 0 };
	bool good;

	if (x->game->type->describe)
		x->game->type->describe(x->opened, &facts);
	x->facts = identify_facts(&facts);
	asset_exports_plan(&x->exports, x->game->type, x->opened,
			   &x->request->choice.wishes);
	if (!x->request->dry_run)
		total.count = extraction_count(x);
	x->report->total = &total;
	if (!x->request->dry_run)
		index_mark_incomplete(x);
	budget_start(budget_of(x->report->common->most_output, size_of_input(x)));
	good = extraction_export(x);
	report_budget(x->report, x->output);
	if (x->game->type->is_complete && !x->game->type->is_complete(x->opened))
		good = false;
	if (x->game->type->is_asset && !x->made.count) {
		x->report->total = NULL;
		return; /* the report has the reason */
	}
	if (!x->made.count && x->found->count == 1 && !x->report->failed)
		report_nothing(x);
	keep_others(x);
	relations_add(&x->made, x->opened, x->report);
	x->head = head_to_json(x, good);
	sources_mark_used(&x->sources, &x->made);
	x->lacks_files |= !sources_report(&x->sources, x->report);
	x->others = sources_others(&x->sources, x->report);
	if (x->game->type->find_left_out)
		x->game->type->find_left_out(x->opened, keep_left_out, x);
	if (!x->request->dry_run && !x->request->no_page && !interrupt_pending())
		index_write_page(x);
	x->report->total = NULL;
	if (!x->request->dry_run && x->request->index)
		index_write_other(x);
	/* Anything reported as an error may have been lost. */
	if (x->lacks_files || x->report->failed)
		json_set(x->head, "is_complete", json_new_flag(false));
	if (!x->request->dry_run && index_write(x))
		index_write_place(x);
	if (!x->request->dry_run && good && !x->lacks_files && !x->report->failed)
		extraction_remove_left(x);
	say_what_was_made(x);
	say_what_flac_needs(x);
	show_result(x, result);
}

/* Shows an unchanged index like show_result. */
static void show_old(const struct extraction *x, struct json *result)
{
	char *path = file_join(x->output, EXTRACT_INDEX);
	struct json *document = NULL;
	struct file file;

	json_set(result, "is_unchanged", json_new_flag(true));
	if (x->report->common->json && !file_read_own(path, SIZE_MAX, &file, NULL)) {
		document = json_parse(file_bytes(&file), NULL);
		free(file.data);
	}
	json_take_missing(result, document);
	json_set_shared(result, "counts", json_get(x->old.head, "counts"));
	json_free(document);
	free(path);
}

/* An old index that is read in the background: with many files, this takes longest by
 * far. */
struct reading {
	const char *folder; /* borrowed; NULL: nothing is read */
	struct old_index index;
	enum exh_status status;
	struct exh_error err;
	struct pipeline *thread; /* NULL: it was read at once */
};

static void read_index(void *context, size_t slot)
{
	struct reading *reading = context;

	(void)slot;
	reading->status = old_index_open(&reading->index, reading->folder, EXTRACT_INDEX,
					 EXTRACT_FORMAT, &reading->err);
}

static void start_reading(struct reading *reading, const char *folder)
{
	*reading = (struct reading){ .folder = folder };
	reading->thread = pipeline_start(1, 1, read_index, reading);
	if (reading->thread)
		pipeline_submit(reading->thread, 0);
	else
		read_index(reading, 0);
}

/* Waits for the index, and returns it; none if nothing was read. */
static struct old_index end_reading(struct reading *reading)
{
	struct old_index index;

	pipeline_end(reading->thread);
	index = reading->index;
	*reading = (struct reading){ .status = reading->status, .err = reading->err };
	return index;
}

static void drop_reading(struct reading *reading)
{
	struct old_index index = end_reading(reading);

	old_index_free(&index);
}

/* Reads the old index, and hashes the game's files unless the run is dry. */
static bool read_both(struct extraction *x, struct reading *reading)
{
	const size_t count = x->request->dry_run ? 0 : x->sources.count;
	bool good;

	if (!reading->folder || strcmp(reading->folder, x->output) != 0) {
		drop_reading(reading);
		start_reading(reading, x->output);
	}
	good = report_jobs(x->report, "reading", count, sources_hash, &x->sources);
	x->old = end_reading(reading);
	return good &&
	       (!reading->status || old_index_gives_way(x->output, EXTRACT_INDEX,
							reading->err.text, x->report));
}

static void run_game(struct extraction *x, struct reading *reading, struct json *result)
{
	const struct game_type *type = x->game->type;
	const bool is_dry = x->request->dry_run;
	const bool had_failed = x->report->failed; /* an earlier game has failed */

	result_output(result, x->output);
	sources_open(&x->sources, x->game->type, x->game->path, x->report->common);
	if (!read_both(x, reading) ||
	    (!is_dry && !(extraction_is_free(x) && look_for_old_files(x))))
		return;
	if (!is_dry && !x->found->lacks_members && is_unchanged(x)) {
		report_info(x->report, "%s: nothing changed since %s was made",
			    x->game->path, x->output);
		show_old(x, result);
		return;
	}
	x->report->failed = false;
	if (x->report->common->loose.count && !type->find_loose)
		report_warning(x->report, x->game->path, EXH_NO_OFFSET,
			       "--loose is for games of SCI: not used");
	if (x->report->common->encoding && !type->has_encoding)
		report_warning(x->report, x->game->path, EXH_NO_OFFSET,
			       "--%s is for games of SCI: not used",
			       x->report->common->charmap ? "charmap" : "encoding");
	x->opened = game_open(type, x->game->path, x->game->name, &x->request->wishes,
			      x->report);
	/* Errors while opening a game mean that it is incomplete. */
	x->lacks_files |= x->report->failed || x->found->lacks_members;
	if (x->opened) {
		x->made.game = x->opened;
		make_all(x, result);
		type->close(x->opened);
	}
	x->report->failed |= had_failed;
}

static void extract_game(const struct extract_request *request,
			 const struct found_games *found, size_t i, const char *output,
			 struct reading *reading, struct report *report,
			 struct json *result)
{
	const struct found_game *game = &found->items[i];
	char *folder = *game->folder ? file_join(output, game->folder) : mem_text(output);
	struct extraction x = { .request = request,
				.found = found,
				.game = game,
				.output = folder,
				.report = report };

	new_index_start(&x.made, game->type, game->path);
	x.made.report = report;
	run_game(&x, reading, result);
	asset_exports_free(&x.exports);
	sources_free(&x.sources);
	old_index_free(&x.old);
	new_index_free(&x.made);
	text_set_free(&x.names);
	json_free(x.facts);
	json_free(x.head);
	json_free(x.others);
	json_free(x.left_out);
	free(folder);
}

/*
 * All games.
 */

/* Writes the list of a folder with several games and their paths. */
static void write_games(const char *output, const struct json *games,
			struct report *report)
{
	struct json *document = json_document(EXTRACT_GAMES_FORMAT, 1);

	json_set_shared(document, "games", (struct json *)games);
	write_document(output, EXTRACT_GAMES, document, report);
	json_free(document);
}

/* Writes the page of the games. If a game is in the folder itself, it has PAGE_INDEX
 * already, and the same page. */
static void write_games_page(const char *output, const struct json *games, bool has_root,
			     struct report *report)
{
	struct exh_writer page = { .limit = PAGE_LIMIT }, list = { .limit = PAGE_LIMIT };
	struct json *words = page_write_words(output, games, report);
	struct exh_error err;

	page_write(&page_of_game, &page);
	if (page_write_games(games, words, &list, &err))
		report_failure(report, output, &err);
	else
		write_over(output, has_root ? PAGE_GAMES : PAGE_INDEX,
			   exh_writer_bytes(&list), report);
	if (!has_root)
		write_over(output, PAGE_NAME, exh_writer_bytes(&page), report);
	json_free(words);
	exh_writer_free(&page);
	exh_writer_free(&list);
}

/* False if a file of another program has the list's name. */
static bool games_may_be_written(const char *output, struct report *report)
{
	struct old_index old;
	const bool good =
		old_index_read(&old, output, EXTRACT_GAMES, EXTRACT_GAMES_FORMAT, report);

	old_index_free(&old);
	return good;
}

static struct json *summary_of(const struct found_games *found,
			       const struct found_game *game, const char *output,
			       const struct json *result)
{
	const struct game_row row = { game->folder, game->type->name, game->type->family,
				      game_path(found, game, output),
				      json_share(json_get(result, "counts")) };

	return fields_to_json(&game_fields, &row);
}

static bool has_root(const struct found_games *found)
{
	for (size_t i = 0; i < found->count; i++)
		if (!*found->items[i].folder)
			return true;
	return false;
}

/* Reports the page to open, as the last line of a run. */
static void report_place(const char *output, bool has_page, struct report *report)
{
	char *page = file_join(output, PAGE_NAME);

	if (has_page && file_exists(page))
		report_page(report, page);
	else
		report_output(report, output);
	free(page);
}

static void extract_found(const struct extract_request *request,
			  const struct found_games *found, const char *output,
			  struct reading *reading, struct report *report,
			  struct json *result)
{
	const bool is_list =
		!request->dry_run && (found->count > 1 || *found->items[0].folder);
	struct json *games = json_new_list(), *summaries = json_new_list();

	for (size_t i = 0; i < found->count && !interrupt_pending(); i++) {
		struct json *own = json_new_object();

		extract_game(request, found, i, output, reading, report, own);
		json_push(summaries, summary_of(found, &found->items[i], output, own));
		json_push(games, own);
	}
	if (is_list)
		write_games(output, summaries, report);
	if (is_list && !request->no_page)
		write_games_page(output, summaries, has_root(found), report);
	/* The folder may have been made in advance, before anything was written into
	 * it. */
	if (!request->dry_run && file_is_folder(output) && !file_is_empty_folder(output))
		report_place(output, !request->no_page, report);
	json_set(result, "games", games);
	json_free(summaries);
}

/* True if --game names the game by its listed name ("smp"), by its type ("keen"), or by
 * its folder in the output ("keen-smp"). */
static bool is_called(const struct found_game *game, const char *name)
{
	return (game->name && strcasecmp(game->name, name) == 0) ||
	       strcasecmp(game->type->name, name) == 0 ||
	       strcasecmp(game->folder, name) == 0;
}

static void report_no_game(const struct found_games *found, const char *name,
			   struct report *report)
{
	struct exh_writer names = { .limit = SIZE_MAX };

	for (size_t i = 0; i < found->count; i++) {
		const struct found_game *game = &found->items[i];

		text_put(&names, "%s%s", i ? ", " : "",
			 *game->folder ? game->folder : game->type->name);
	}
	mem_check(&names);
	report_error(report, found->shown, EXH_NO_OFFSET,
		     "no game is called %s; there are: %.*s", name, (int)names.size,
		     (const char *)names.data);
	exh_writer_free(&names);
}

/* Keeps only the games that --game names. For Zork, opening a game chooses which of the
 * two it is. False, reported, if none is left. */
static bool choose_games(struct found_games *found, const char *name,
			 struct report *report)
{
	const bool is_zork =
		name && (strcmp(name, "nemesis") == 0 || strcmp(name, "zgi") == 0);
	size_t count = 0;

	for (size_t i = 0; name && i < found->count; i++)
		count += is_zork ? strcmp(found->items[i].type->family, "zvision") == 0
				 : is_called(&found->items[i], name);
	if (name && !count) {
		report_no_game(found, name, report);
		return false;
	}
	for (size_t i = found->count; name && !is_zork && i-- > 0;)
		if (!is_called(&found->items[i], name))
			found_games_remove(found, i);
	return true;
}

/* Only games of Keen have tables in programs, and layouts. False, reported, for other
 * games. */
static bool takes_files(const struct found_games *found, const struct game_wishes *wishes,
			struct report *report)
{
	const char *file = wishes->exe ? wishes->exe : wishes->layout;

	for (size_t i = 0; file && i < found->count; i++)
		if (strcmp(found->items[i].type->name, "keen") == 0)
			return true;
	if (file)
		report_error(report, found->shown, EXH_NO_OFFSET,
			     "no game of Keen, which could use %s", file);
	return !file;
}

void extract_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result)
{
	const struct extract_request *request = context;
	const bool is_dry = request->dry_run;
	struct folder_lock lock = FOLDER_UNLOCKED;
	struct found_games found = { 0 };
	struct reading reading = { 0 };
	const bool may_begin = (is_dry || folder_lock(&lock, output, false, report)) &&
			       games_may_be_written(output, report);

	/* A missing folder has no lock yet. */
	if (may_begin && file_exists(output))
		start_reading(&reading, output);
	if (may_begin && games_open(&found, input, output, report) &&
	    choose_games(&found, request->wishes.game, report) &&
	    takes_files(&found, &request->wishes, report) &&
	    (is_dry || (extraction_may_begin(&found, output, report) &&
			folder_lock(&lock, output, true, report)))) {
		report_links(report);
		extract_found(request, &found, output, &reading, report, result);
	}
	drop_reading(&reading);
	games_close(&found, report);
	folder_unlock(&lock);
}
