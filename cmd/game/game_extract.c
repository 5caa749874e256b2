#include "game.h"

#include "assets/assets.h"
#include "task/jobs.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_LIMIT = 1 << 30 };

/*
 * The options of a run.
 */

static json_t *list_to_json(const struct strings *list)
{
	json_t *array = json_array();

	for (size_t i = 0; i < list->count; i++)
		json_array_append_new(array, json_text(list->items[i]));
	return array;
}

static json_t *options_to_json(const struct extract_request *request)
{
	json_t *object = json_object();

	if (request->only.count)
		json_object_set_new(object, "only", list_to_json(&request->only));
	if (request->except.count)
		json_object_set_new(object, "except", list_to_json(&request->except));
	if (request->formats)
		json_set_text(object, "formats", request->formats);
	if (request->max_size)
		json_set_text(object, "max_size", request->max_size);
	if (request->no_page)
		json_object_set_new(object, "no_page", json_true());
	if (request->index)
		json_set_string(object, "index", index_name(request->index));
	return object;
}

/*
 * The index.
 */

/* What is in an archive is named after it. */
static json_t *game_path(const struct found_games *found, const struct found_game *game)
{
	const size_t size = strlen(found->path);
	char *shown;
	json_t *json;

	if (found->path == found->shown || strncmp(game->path, found->path, size) != 0)
		return json_text(game->path);
	shown = game->path[size] ? file_join(found->shown, game->path + size + 1)
				 : mem_text(found->shown);
	json = json_text(shown);
	free(shown);
	return json;
}

static json_t *game_to_json(const struct extraction *x)
{
	json_t *game = json_object();

	json_set_string(game, "type", x->game->type->name);
	json_set_string(game, "family", x->game->type->family);
	json_object_set_new(game, "path", game_path(x->found, x->game));
	json_object_update(game, x->facts);
	return game;
}

static json_t *count_kinds(const json_t *assets)
{
	json_t *counts = json_object();
	const json_t *asset;
	size_t i;

	json_array_foreach(assets, i, asset)
	{
		const char *kind = json_text_at(asset, "kind");
		const json_t *count = json_object_get(counts, kind);

		json_set_number(counts, kind, json_integer_value(count) + 1);
	}
	return counts;
}

/* What an earlier run made, and this one does not select, stays in the index. */
static void keep_others(struct extraction *x)
{
	const struct extract_choice *choice = &x->request->choice;
	json_t *item;
	size_t i;

	if (!choice->only_count && !choice->except_count)
		return;
	json_array_foreach(json_object_get(x->old.document, "assets"), i, item)
	{
		const char *id = json_text_at(item, "id");

		if (id && !json_object_get(x->made.by_id, id)) {
			json_array_append(x->made.assets, item);
			json_object_set(x->made.by_id, id, item);
		}
	}
	json_array_foreach(json_object_get(x->old.document, "documents"), i, item)
	{
		const char *kind = json_text_at(item, "kind");

		if (kind && strcmp(kind, PAGE_KIND) != 0 &&
		    !extract_wants_kind(choice, kind))
			json_array_append(x->made.documents, item);
	}
}

static json_t *index_to_json(struct extraction *x, bool is_complete)
{
	json_t *document = json_document(EXTRACT_FORMAT);

	json_set_flag(document, "is_complete", is_complete);
	json_object_set_new(document, "game", game_to_json(x));
	json_object_set_new(document, "options", options_to_json(x->request));
	json_object_set_new(document, "counts", count_kinds(x->made.assets));
	json_object_set(document, "assets", x->made.assets);
	if (x->made.rooms)
		json_object_set(document, "rooms", x->made.rooms);
	json_object_set(document, "documents", x->made.documents);
	json_object_set_new(document, "sources", sources_to_json(&x->sources));
	sources_mark_used(&x->sources, x->made.assets);
	json_object_set_new(document, "others", sources_others(&x->sources, x->report));
	return document;
}

/* Over an older one. */
static void write_over(const char *folder, const char *name, struct exh_bytes content,
		       struct report *report)
{
	char *path = file_join(folder, name);
	struct exh_error err;

	if (file_make_folder_of(path, &err) || file_write(path, content, true, &err))
		report_failure(report, path, &err);
	free(path);
}

static void write_document(const char *folder, const char *name, const json_t *document,
			   struct report *report)
{
	char *text = json_print(document);

	write_over(folder, name,
		   (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 }, report);
	free(text);
}

/*
 * A run that has nothing to do.
 */

/* Is it true of each file that the old index lists? */
static bool for_old_files(const struct extraction *x,
			  bool (*is_true)(struct report *report, const char *path))
{
	const char *name;
	const json_t *hash;
	bool good = true;

	json_object_foreach(x->old.hashes, name, hash)
	{
		char *path = file_join(x->output, name);

		good = good && is_true(x->report, path);
		free(path);
	}
	return good;
}

static bool is_there(struct report *report, const char *path)
{
	(void)report;
	return file_exists(path);
}

/* Files that are missing must be made again. */
static bool are_there(const struct extraction *x)
{
	return for_old_files(x, is_there);
}

/* False, reported, if one of them is a name of an input now. */
static bool are_no_originals(const struct extraction *x)
{
	return for_old_files(x, output_is_no_original);
}

/* The same files of the game, the same options, the same program, and all there. */
static bool is_unchanged(const struct extraction *x)
{
	const json_t *old = x->old.document;
	json_t *now = json_document(EXTRACT_FORMAT);
	json_t *options = options_to_json(x->request);
	json_t *sources = sources_to_json(&x->sources);
	const bool same = old && !x->report->common->force &&
			  json_is_true(json_object_get(old, "is_complete")) &&
			  json_equal(json_object_get(old, "exhume"),
				     json_object_get(now, "exhume")) &&
			  json_equal(json_object_get(old, "options"), options) &&
			  json_equal(json_object_get(old, "sources"), sources) &&
			  are_there(x);

	json_decref(now);
	json_decref(options);
	json_decref(sources);
	return same;
}

/*
 * A game.
 */

static void say_what_was_made(const struct extraction *x, const json_t *document)
{
	const json_t *counts = json_object_get(document, "counts"), *count;
	const size_t other_count = json_array_size(json_object_get(document, "others"));
	char line[900] = "";
	size_t size = 0;
	const char *kind;

	json_object_foreach((json_t *)counts, kind, count)
	{
		if (size < sizeof line - 64)
			size += (size_t)snprintf(line + size, sizeof line - size,
						 "%s%" JSON_INTEGER_FORMAT " %.40s",
						 size ? ", " : "",
						 json_integer_value(count), kind);
	}
	report_info(x->report, "%s: %s: %s; %zu %s that nothing was made of",
		    x->game->path, x->game->type->name, line, other_count,
		    other_count == 1 ? "file" : "files");
}

static void make_all(struct extraction *x, json_t *result)
{
	struct exh_facts facts = { 0 };
	json_t *document;
	bool good;

	if (x->game->type->describe)
		x->game->type->describe(x->opened, &facts);
	x->facts = identify_facts(&facts);
	asset_exports_plan(&x->exports, x->game->type, x->opened,
			   &x->request->choice.wishes);
	good = extraction_export(x);
	keep_others(x);
	relations_add(&x->made, x->opened, x->report);
	document = index_to_json(x, good);
	if (!x->request->dry_run && !x->request->no_page)
		index_write_page(x, document);
	if (!x->request->dry_run && x->request->index)
		index_write_other(x, document);
	if (x->lacks_files)
		json_object_set_new(document, "is_complete", json_false());
	if (!x->request->dry_run)
		write_document(x->output, EXTRACT_INDEX, document, x->report);
	say_what_was_made(x, document);
	json_object_update_missing(result, document);
	json_decref(document);
}

static void run_game(struct extraction *x, json_t *result)
{
	const struct game_type *type = x->game->type;
	const bool is_dry = x->request->dry_run;

	json_set_text(result, "output", x->output);
	if (!sources_open(&x->sources, x->game->path, !is_dry, x->report) ||
	    !old_index_read(&x->old, x->output, EXTRACT_INDEX, EXTRACT_FORMAT,
			    x->report) ||
	    (!is_dry && !are_no_originals(x)))
		return;
	if (!is_dry && is_unchanged(x)) {
		report_info(x->report, "%s: nothing changed since %s was made",
			    x->game->path, x->output);
		json_object_set_new(result, "is_unchanged", json_true());
		json_object_update_missing(result, x->old.document);
		return;
	}
	x->opened = type->open(x->game->path, x->report);
	if (!x->opened)
		return;
	x->made.game = x->opened;
	make_all(x, result);
	type->close(x->opened);
}

static void extract_game(const struct extract_request *request,
			 const struct found_games *found, size_t i, const char *output,
			 struct report *report, json_t *result)
{
	const struct found_game *game = &found->items[i];
	char *folder = *game->folder ? file_join(output, game->folder) : mem_text(output);
	struct extraction x = { .request = request,
				.found = found,
				.game = game,
				.output = folder,
				.report = report,
				.names = json_object() };

	new_index_start(&x.made, game->type, game->path);
	run_game(&x, result);
	asset_exports_free(&x.exports);
	sources_free(&x.sources);
	old_index_free(&x.old);
	new_index_free(&x.made);
	json_decref(x.names);
	json_decref(x.facts);
	free(folder);
}

/*
 * All of them.
 */

static void print_plan(const json_t *result, struct report *report)
{
	const json_t *asset, *name;
	struct exh_error err;
	size_t i, k;

	json_array_foreach(json_object_get(result, "assets"), i, asset)
	{
		json_array_foreach(json_object_get(asset, "files"), k, name)
		{
			char line[1024];
			const int size = snprintf(
				line, sizeof line,
				"%s\t%" JSON_INTEGER_FORMAT "\t%s/%s\n",
				json_text_at(asset, "id"), json_number_at(asset, "size"),
				json_text_at(result, "output"), json_string_value(name));

			if (size > 0 && (size_t)size < sizeof line &&
			    file_write_stdout(line, (size_t)size, &err)) {
				report_failure(report, "standard output", &err);
				return;
			}
		}
	}
}

/* Of a folder with several games, where each is. */
static void write_games(const char *output, const json_t *games, struct report *report)
{
	json_t *document = json_document(EXTRACT_GAMES_FORMAT);

	json_object_set(document, "games", (json_t *)games);
	write_document(output, EXTRACT_GAMES, document, report);
	json_decref(document);
}

/* Where no game is in the folder itself, whose page it would be. */
static void write_games_page(const char *output, const json_t *games,
			     struct report *report)
{
	struct exh_writer page = { .limit = PAGE_LIMIT }, list = { .limit = PAGE_LIMIT };
	struct exh_error err;

	page_write(&page_of_game, &page);
	if (page_write_games(games, &list, &err)) {
		report_failure(report, output, &err);
	} else {
		write_over(output, PAGE_NAME, exh_writer_bytes(&page), report);
		write_over(output, PAGE_INDEX, exh_writer_bytes(&list), report);
	}
	exh_writer_free(&page);
	exh_writer_free(&list);
}

/* A file of that name, but of someone else? */
static bool games_may_be_written(const char *output, struct report *report)
{
	struct old_index old;
	const bool good =
		old_index_read(&old, output, EXTRACT_GAMES, EXTRACT_GAMES_FORMAT, report);

	old_index_free(&old);
	return good;
}

static json_t *summary_of(const struct found_games *found, const struct found_game *game,
			  const json_t *result)
{
	json_t *summary = json_object();

	json_set_text(summary, "folder", game->folder);
	json_set_string(summary, "type", game->type->name);
	json_set_string(summary, "family", game->type->family);
	json_object_set_new(summary, "path", game_path(found, game));
	json_object_set(summary, "counts", json_object_get(result, "counts"));
	return summary;
}

static bool has_root(const struct found_games *found)
{
	for (size_t i = 0; i < found->count; i++)
		if (!*found->items[i].folder)
			return true;
	return false;
}

static void extract_found(const struct extract_request *request,
			  const struct found_games *found, const char *output,
			  struct report *report, json_t *result)
{
	const bool is_list =
		!request->dry_run && (found->count > 1 || *found->items[0].folder);
	json_t *games = json_array(), *summaries = json_array();

	for (size_t i = 0; i < found->count && !interrupt_pending(); i++) {
		json_t *own = json_object();

		extract_game(request, found, i, output, report, own);
		if (request->dry_run && !report->common->json)
			print_plan(own, report);
		json_array_append_new(summaries,
				      summary_of(found, &found->items[i], own));
		json_array_append_new(games, own);
	}
	if (is_list)
		write_games(output, summaries, report);
	if (is_list && !request->no_page && !has_root(found))
		write_games_page(output, summaries, report);
	if (!request->dry_run)
		report_output(report, output);
	json_object_set_new(result, "games", games);
	json_decref(summaries);
}

static void extract_folder(const struct extract_request *request, const char *input,
			   const char *shown, const char *output, struct report *report,
			   json_t *result)
{
	struct found_games found = { 0 };

	if (game_search(&found, input, output, report)) {
		found.shown = shown;
		if (found.count)
			extract_found(request, &found, output, report, result);
		else
			report_error(report, shown, EXH_NO_OFFSET,
				     "no game that is known is in %zu %s; exhume "
				     "identify names the formats of single files",
				     found.folder_count,
				     found.folder_count == 1 ? "folder" : "folders");
	}
	found_games_free(&found);
}

/* A file that is a game by itself is no archive of games. */
void extract_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	const struct extract_request *request = context;
	char *unpacked = NULL;

	if (!games_may_be_written(output, report))
		return;
	if (file_is_folder(input) || game_type_at(input) ||
	    unpack_start(&unpacked, input, report))
		extract_folder(request, unpacked ? unpacked : input, input, output,
			       report, result);
	temporary_folder_end(unpacked);
}
