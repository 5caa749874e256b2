#include "game.h"

#include "assets/assets.h"
#include "media/sound/sound.h"
#include "task/disk.h"
#include "task/disk_places.h"
#include "task/file.h"
#include "task/folder_lock.h"
#include "task/jobs.h"
#include "task/json_stream.h"
#include "task/leftovers.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/sandbox.h"
#include "task/sha256.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum state { FILE_SAME, FILE_EDITED, FILE_MISSING, FILE_OUTSIDE, FILE_NEW };

enum {
	MAX_DEPTH = 8,
	MAX_ATTEMPTS = 100,
	GAMES_LIMIT = 64 << 20, /* bytes of a list of games */
};

/* A file that the index lists. */
struct listed {
	size_t asset; /* number of the asset in the index */
	const char *name;
	const uint8_t *sha256; /* NULL: the index has none */
	enum state state;
	/* entry of the asset once it was edited; to be released */
	const struct json *json;
};

/* Owned paths. */
struct places {
	char **items;
	size_t count, capacity;
};

struct job {
	const struct build_request *request;
	const char *folder, *output;
	const char *root;      /* input; folder is a part of it */
	const char *inner;     /* folder relative to root; "": all of it */
	char *original;	       /* NULL: missing, or incomplete */
	struct places sources; /* the original's files, in the order of the index */
	struct report *report;
	struct old_index index;
	struct places loose; /* result of find_loose */
	const struct game_type *type;
	struct listed *items;
	size_t count, capacity;
	struct exh_arena arena; /* memory of names of new files */
	char *scratch;		/* folder where the game is made, beside the output */
};

/* Lists possible paths of the folders of loose files that extract was given: first those
 * in the index, then those in EXTRACT_PLACE. */
static void find_loose(const struct old_index *index, const char *folder,
		       struct places *out)
{
	const struct json *loose = json_get(json_get(index->head, "options"), "loose");
	const struct json *item;
	size_t i;

	json_each(loose, i, item) if (json_is_text(item))
	{
		char *noted = old_index_noted(folder, i + 1);

		*MEM_ADD(out) = file_join(folder, json_text_of(item));
		if (noted)
			*MEM_ADD(out) = noted;
	}
}

static void free_places(struct places *places)
{
	for (size_t i = 0; i < places->count; i++)
		free(places->items[i]);
	free(places->items);
	*places = (struct places){ .count = 0 };
}

/*
 * Edited files.
 */

static void list_files(struct job *job)
{
	const struct old_index *index = &job->index;

	for (size_t i = 0; i < index->listed.count; i++) {
		const struct old_listed *listed = &index->listed.items[i];
		const struct old_file *file = &index->files.items[listed->path];

		*MEM_ADD(job) = (struct listed){
			.asset = listed->asset,
			.name = index->paths.items[listed->path],
			.sha256 = file->has_hash ? file->sha256 : NULL,
		};
	}
}

/* True for files that extract writes into the folder without listing them in an index. */
static bool is_of_extract(const char *name)
{
	static const char *const names[] = { EXTRACT_INDEX, EXTRACT_PLACE, EXTRACT_GAMES,
					     PAGE_GAMES };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return file_is_below(name, PAGE_WORDS);
}

/* A sound listed in the other format, FLAC or WAV, is not new. */
static bool is_twin(const struct job *job, const char *name)
{
	char *twin = job->type->refuses ? sound_twin(name) : NULL;
	const bool is_listed = twin && old_index_file(&job->index, twin);

	free(twin);
	return is_listed;
}

static void look_at_new(struct job *job, const char *name)
{
	if (file_is_stray(name) || old_index_file(&job->index, name) ||
	    is_of_extract(name) || is_twin(job, name))
		return;
	*MEM_ADD(job) = (struct listed){ .name = mem_arena_text(&job->arena, name),
					 .state = FILE_NEW };
}

/* Lists files that are not in the index. A game's folder may contain the folder of
 * another game. */
static void list_new(struct job *job, const char *inner, unsigned depth)
{
	char *path = file_join(job->folder, inner);
	struct files *files = files_open_folder(path);
	const bool is_other = depth && files_find(files, EXTRACT_INDEX);

	free(path);
	for (size_t i = 0; i < files_count(files) && !is_other; i++) {
		const char *own = files_name(files, i);
		char *name = file_join(inner, own);

		if (!files_is_folder(files, own))
			look_at_new(job, name);
		else if (depth < MAX_DEPTH && !file_is_stray(own))
			list_new(job, name, depth + 1);
		free(name);
	}
	files_close(files);
}

static bool has_hash(const char *path, const uint8_t *wanted)
{
	uint8_t sha256[SHA256_SIZE];
	uint64_t size;

	return !sha256_of_file(path, sha256, &size, NULL) && wanted &&
	       memcmp(sha256, wanted, SHA256_SIZE) == 0;
}

static void compare(void *context, size_t i)
{
	struct job *job = context;
	struct listed *file = &job->items[i];
	char *path;

	if (file->state == FILE_NEW)
		return;
	if (!file_is_inside(file->name)) {
		file->state = FILE_OUTSIDE;
		return;
	}
	path = file_join(job->folder, file->name);
	if (!file_exists(path))
		file->state = FILE_MISSING;
	else
		file->state = has_hash(path, file->sha256) ? FILE_SAME : FILE_EDITED;
	free(path);
}

/* Chooses which of two files of a sound is packed. */
static void choose_twin(struct job *job, struct listed *file)
{
	char *name = sound_twin(file->name), *path, *twin;

	if (!name)
		return;
	path = file_join(job->folder, file->name);
	twin = file_join(job->folder, name);
	if (!old_index_file(&job->index, name) &&
	    sound_twin_counts(path, twin, job->report)) {
		file->name = mem_arena_text(&job->arena, name);
		file->state = FILE_EDITED;
	}
	free(twin);
	free(path);
	free(name);
}

static void choose_twins(struct job *job)
{
	for (size_t i = 0; i < job->count && job->type->refuses; i++)
		if (job->items[i].state < FILE_OUTSIDE)
			choose_twin(job, &job->items[i]);
}

/* Returns the reason why a file can't be packed; NULL: it is packed. */
static const char *why_refused(const struct job *job, const struct listed *file)
{
	if (file->state == FILE_OUTSIDE)
		return "its name leads out of the folder";
	if (file->state == FILE_NEW &&
	    !(job->type->takes_new && job->type->takes_new(file->name)))
		return "only files of assets that were there are packed; copy it into "
		       "the new game yourself";
	if (!job->type->build)
		return "edited, but there is no packer for games of this kind";
	if (file->state == FILE_MISSING && !job->type->manifests && job->type->refuses)
		return "missing: extract the game again";
	return job->type->refuses ? job->type->refuses(file->json, file->name) : NULL;
}

/* A new file that can't be packed is left out with a warning; for others this is an
 * error. */
static bool is_refused(struct job *job, struct listed *file)
{
	const char *why = why_refused(job, file);
	char *path;

	if (!why)
		return false;
	path = file_join(job->folder, file->name);
	if (file->state != FILE_NEW) {
		report_error(job->report, path, EXH_NO_OFFSET, "%s", why);
	} else {
		report_warning(job->report, path, EXH_NO_OFFSET, "new, and left out: %s",
			       why);
		file->state = FILE_SAME;
	}
	free(path);
	return job->report->failed;
}

static size_t count_edited(const struct job *job)
{
	size_t count = 0;

	for (size_t i = 0; i < job->count; i++)
		count += job->items[i].state != FILE_SAME;
	return count;
}

/* Files of an asset are consecutive. */
struct finding {
	struct job *job;
	size_t next; /* first file of the next asset */
};

static bool find_edited(void *context, const char *key, size_t place, struct json *asset)
{
	struct finding *f = context;
	struct listed *file;

	if (strcmp(key, "assets") != 0)
		return true;
	for (; f->next < f->job->count; f->next++) {
		file = &f->job->items[f->next];
		if (file->state == FILE_NEW || file->asset > place)
			break;
		if (file->state != FILE_SAME && file->asset == place)
			file->json = json_share(asset);
	}
	return true;
}

/* Reads the index again, for the entries of assets with edited files. */
static bool read_edited(struct job *job)
{
	char *path = file_join(job->folder, EXTRACT_INDEX);
	struct finding f = { .job = job };
	struct exh_error err;
	const bool good =
		!count_edited(job) || !json_visit_file(path, find_edited, &f, &err);

	if (!good)
		report_failure(job->report, path, &err);
	free(path);
	return good;
}

/* Reports all files that can't be packed. */
static bool check_edited(struct job *job)
{
	bool good = true;

	for (size_t i = 0; i < job->count; i++)
		if (job->items[i].state != FILE_SAME && is_refused(job, &job->items[i]))
			good = false;
	return good;
}

/*
 * The original.
 */

static char *source_path(const char *game, const char *name)
{
	return file_is_folder(game) ? file_join(game, name) : mem_text(game);
}

/* Sets *found to the path if it has the source's content, otherwise frees it. */
static void try_source(char **found, char *path, const struct old_source *source)
{
	if (has_hash(path, source->has_sha256 ? source->sha256 : NULL))
		*found = path;
	else
		free(path);
}

/* Looks for a source such as "PATCHES/view.003" in a folder of loose files. */
static void try_loose(char **found, const char *folder, const struct old_source *source)
{
	const struct common common = { .loose = { &folder, 1, 1 } };
	char *path = file_join(folder, file_name(source->name));
	char *name = loose_file_name(&common, path);

	if (strcmp(name, source->name) == 0)
		try_source(found, path, source);
	else
		free(path);
	free(name);
}

/* Returns the path of a source with the content listed in the index, in the game or in a
 * folder of loose files, given or named by the index; to be freed. NULL: not found. */
static char *find_source(const char *game, const struct strings *given,
			 const struct places *loose, const struct old_source *source)
{
	char *found = NULL;

	if (!file_is_inside(source->name))
		return NULL;
	try_source(&found, source_path(game, source->name), source);
	for (size_t i = 0; given && i < given->count && !found; i++)
		try_loose(&found, given->items[i], source);
	for (size_t i = 0; i < loose->count && !found; i++)
		try_loose(&found, loose->items[i], source);
	return found;
}

/* Finds the files of a game; true if all are as in the index. Without given, files in
 * folders may be missing: --loose may name their folder. */
static bool find_sources(const struct old_index *index, const char *game,
			 const struct strings *given, const struct places *loose,
			 struct places *out)
{
	bool good = true;

	for (size_t i = 0; i < index->sources.count && good; i++) {
		const struct old_source *source = &index->sources.items[i];
		char *path = find_source(game, given, loose, source);

		if (path)
			*MEM_ADD(out) = path;
		else
			good = !given && source->name && strchr(source->name, '/');
	}
	return good;
}

/* Returns "game" for "game.extracted", to be freed; NULL: the folder's name ends
 * differently. */
static char *game_beside(const char *folder)
{
	char *path = output_input_path(folder);
	char *ending = file_has_ending(path, ".extracted") ? strrchr(path, '.') : NULL;

	if (ending && ending > file_name(path)) {
		*ending = '\0';
		return path;
	}
	free(path);
	return NULL;
}

/* Sets job->original to the path if it is the original game. */
static void try_original(struct job *job, const char *path)
{
	if (path && !job->request->common.follow_links)
		boundary_add(path);
	if (!path || job->original)
		return;
	if (find_sources(&job->index, path, &job->request->common.loose, &job->loose,
			 &job->sources))
		job->original = mem_text(path);
	else
		free_places(&job->sources);
}

/* Returns the game in a folder of games, to be freed. If several games are in one folder,
 * the last part of inner is not a folder of the original. */
static char *game_in(const char *games, const char *inner)
{
	char *path = *inner ? file_join(games, inner) : mem_text(games);
	char *slash = strrchr(path, '/');

	if (*inner && slash && !file_exists(path))
		*slash = '\0';
	return path;
}

static char *found_beside(const struct job *job)
{
	char *games = game_beside(job->root);
	char *path = games ? game_in(games, job->inner) : NULL;

	free(games);
	return path;
}

/* A game given by the option must match; one in the index may be missing. */
static bool find_original(struct job *job)
{
	const char *original = job->request->original;
	char *given = original ? game_in(original, job->inner) : NULL;
	char *beside = given ? NULL : found_beside(job);
	bool good;

	try_original(job, given);
	for (unsigned i = 0; i < OLD_PLACES && !given; i++) {
		char *place = old_index_place(&job->index, job->folder, i);

		try_original(job, place);
		free(place);
	}
	try_original(job, beside);
	good = job->original || !given;
	if (!good)
		report_error(job->report, given, EXH_NO_OFFSET,
			     "not the game that was extracted: a file is missing or has "
			     "another content");
	free(beside);
	free(given);
	return good;
}

static bool copy_file(const struct job *job, const char *from, const char *to)
{
	struct file_stream stream;
	struct file_reader reader;
	struct exh_error err;

	if (file_reader_open(&reader, from, &err)) {
		report_failure(job->report, from, &err);
		return false;
	}
	if (file_stream_open(&stream, to, false, true, &err) ||
	    file_stream_close(&stream, file_stream_copy(&stream, &reader, 0, &err),
			      &err)) {
		report_failure(job->report, to, &err);
		file_reader_close(&reader);
		return false;
	}
	file_reader_close(&reader);
	return true;
}

static bool copy_original(const struct job *job)
{
	const struct old_sources *sources = &job->index.sources;
	bool good = true;

	for (size_t i = 0; i < sources->count && good; i++) {
		char *to = file_join(job->scratch, sources->items[i].name);
		struct exh_error err;

		good = !file_make_folder_of(to, &err);
		if (good)
			good = copy_file(job, job->sources.items[i], to);
		else
			report_failure(job->report, to, &err);
		free(to);
	}
	return good;
}

/*
 * The new game is made in a folder of its own, which is renamed at the end.
 */

/* Returns a name for the scratch folder: beside the output, or within an output that is a
 * folder, since the sandbox grants no rights beside it. */
static char *scratch_name(const char *output, unsigned attempt)
{
	char *mark = leftovers_mark();
	char *name = mem_format("%s%s.exhume-%s-%u", output,
				file_is_folder(output) ? "/" : "", mark, attempt);

	free(mark);
	return name;
}

static bool make_scratch(struct job *job)
{
	struct exh_error err;

	if (file_make_folder_of(job->output, &err)) {
		report_failure(job->report, job->output, &err);
		return false;
	}
	for (unsigned attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
		job->scratch = scratch_name(job->output, attempt);
		if (disk_make_folder(job->scratch) == 0) {
			disk_add_folder(job->scratch, true);
			unfinished_add(job->scratch);
			return true;
		}
		if (errno != EEXIST)
			break;
		free(job->scratch);
		job->scratch = NULL;
	}
	report_error(job->report, job->scratch ? job->scratch : job->output,
		     EXH_NO_OFFSET, "can't make this folder: %s", strerror(errno));
	free(job->scratch);
	job->scratch = NULL;
	return false;
}

static bool for_each_file(const struct job *job,
			  bool (*act)(const struct job *job, const char *path,
				      const char *name))
{
	struct files *files = files_open_tree(job->scratch, NULL, NULL, NULL);
	bool good = true;

	for (size_t i = 0; i < files_count(files) && good; i++) {
		char *path = files_path(files, files_name(files, i));

		good = act(job, path, files_name(files, i));
		free(path);
	}
	files_close(files);
	return good;
}

static bool may_replace(const struct job *job, const char *path, const char *name)
{
	char *to = file_join(job->output, name);
	bool good = output_is_no_original(job->report, to);

	(void)path;
	if (good && file_is_special(to)) {
		report_error(job->report, to, EXH_NO_OFFSET,
			     "a device or a pipe, expected a file");
		good = false;
	}
	free(to);
	return good;
}

/* Moves a file into a folder that exists. */
static bool move_file(const struct job *job, const char *path, const char *name)
{
	char *to = file_join(job->output, name);
	struct exh_error err;
	bool good = false;

	if (file_make_folder_of(to, &err)) {
		report_failure(job->report, to, &err);
	} else {
		good = disk_rename(path, to) == 0;
		if (!good)
			report_error(job->report, to, EXH_NO_OFFSET, "can't write: %s",
				     strerror(errno));
	}
	free(to);
	return good;
}

/* Removes files of an earlier build that the game would use instead of new ones. */
static void remove_stale(const struct job *job)
{
	struct files *files = files_open_folder(job->output);

	for (size_t i = 0; i < files_count(files) && job->type->counts_before; i++) {
		const char *name = files_name(files, i);
		char *path = files_path(files, name),
		     *own = file_join(job->scratch, name);

		if (!files_item_is_folder(files, i) && job->type->counts_before(name) &&
		    !file_exists(own))
			disk_remove(path);
		free(path);
		free(own);
	}
	files_close(files);
}

static void publish(const struct job *job)
{
	if (file_is_folder(job->output)) {
		if (for_each_file(job, may_replace)) {
			if (job->request->common.force)
				remove_stale(job);
			for_each_file(job, move_file);
		}
	} else if (disk_rename(job->scratch, job->output)) {
		report_error(job->report, job->output, EXH_NO_OFFSET, "can't write: %s",
			     strerror(errno));
	}
}

struct archive {
	const char *folder;
	char *name; /* to be freed */
};

/* Visits assets until the first one in the folder. */
static bool find_archive(void *context, const char *key, size_t place, struct json *asset)
{
	struct archive *archive = context;
	const char *file = json_text_of(json_at(json_get(asset, "files"), 0));
	const char *name = json_text_at(asset, "source");

	(void)place;
	if (strcmp(key, "assets") != 0 || !file || !file_is_below(file, archive->folder))
		return true;
	archive->name = name ? mem_text(name) : NULL;
	return false;
}

static char *archive_of(const void *context, const char *folder)
{
	const struct job *job = context;
	char *path = file_join(job->folder, EXTRACT_INDEX);
	struct archive archive = { .folder = folder };

	json_visit_file(path, find_archive, &archive, NULL);
	free(path);
	return archive.name;
}

static bool pack(const struct job *job)
{
	const char **edited = mem_alloc(job->count + 1, sizeof *edited);
	const struct json **assets = mem_alloc(job->count, sizeof *assets);
	struct game_build build = {
		.folder = job->folder,
		.output = job->scratch,
		.original = job->original,
		.archive_of = archive_of,
		.context = job,
		.edited = edited,
		.assets = assets,
		.force_tiles = job->request->force_tiles,
		.layout = json_text_at(json_get(job->index.head, "options"), "layout"),
		.report = job->report
	};
	char *patch =
		job->request->patch ? file_join(job->scratch, job->request->patch) : NULL;
	size_t count = 0;
	bool good;

	build.patch = patch;
	for (size_t i = 0; i < job->count; i++)
		if (job->items[i].state != FILE_SAME) {
			assets[count] = job->items[i].json;
			edited[count++] = job->items[i].name;
		}
	good = job->type->build(&build);
	free(patch);
	free(edited);
	free(assets);
	return good;
}

/* True if the game gets a new map; then the original map is not used. */
static bool is_map_new(const struct job *job)
{
	const struct json *options = json_get(job->index.head, "options");

	return job->request->common.rebuild_map ||
	       json_flag_of(json_get(options, "rebuild_map"));
}

static bool is_packed(const struct job *job)
{
	return count_edited(job) || !job->original || job->request->patch ||
	       is_map_new(job);
}

static bool make_game(struct job *job)
{
	if (!job->original && !job->type->build) {
		report_error(job->report, job->folder, EXH_NO_OFFSET,
			     "the game it came from is not there, or changed: give its "
			     "folder with --original");
		return false;
	}
	if (!make_scratch(job) || (job->original && !copy_original(job)))
		return false;
	if (!job->original)
		report_warning(job->report, job->folder, EXH_NO_OFFSET,
			       "the game it came from is not there, or changed: only "
			       "what extract converted is packed; --original names it");
	return !is_packed(job) || pack(job);
}

/*
 * The whole build.
 */

static const struct game_type *type_of(const struct old_index *index)
{
	const char *name = json_text_at(json_get(index->head, "game"), "type");

	for (size_t i = 0; game_types[i] && name; i++)
		if (strcmp(game_types[i]->name, name) == 0)
			return game_types[i];
	return NULL;
}

static bool open_folder(struct job *job)
{
	if (!old_index_read(&job->index, job->folder, EXTRACT_INDEX, EXTRACT_FORMAT,
			    job->report))
		return false;
	job->type = type_of(&job->index);
	if (!job->type)
		report_error(job->report, job->folder, EXH_NO_OFFSET,
			     "no index of exhume extract in this folder");
	else if ((job->request->patch || job->request->force_tiles) &&
		 !job->type->has_patches)
		report_error(job->report, job->folder, EXH_NO_OFFSET,
			     "%s is for games of Keen",
			     job->request->patch ? "--patch" : "--force-tiles");
	else
		return true;
	return false;
}

/* True if the output may be written. A folder that was made for this run is empty. */
static bool is_free(const char *output, struct report *report)
{
	if (!file_exists(output) || report->common->force || file_is_empty_folder(output))
		return true;
	report_error(report, output, EXH_NO_OFFSET,
		     "exists; -f writes the game's files into it");
	return false;
}

struct built_row {
	size_t edited_files;
};

static const struct field built_list[] = {
	FIELD(struct built_row, edited_files, NULL,
	      "number of files that were edited, are new or missing"),
};
static const struct fields built_fields = FIELDS("built", struct built_row, built_list);

static const struct fields *const game_with[] = { &built_fields, NULL };
static const struct field game_list[] = {
	FIELD_ADDED(FIELD_TEXT, "folder", NULL, "its folder, in that of all games"),
	FIELD_ADDED(FIELD_PATH, "output", NULL, "the game that was built"),
};
static const struct fields game_fields =
	FIELDS_WITH("game", struct json *, game_list, game_with);
static const struct field result_list[] = {
	FIELD_ADDED(FIELD_JSON_LIST, "games", &game_fields,
		    "the games that were built, of a folder of several"),
};
const struct fields build_fields =
	FIELDS_WITH("build", struct json *, result_list, game_with);

static void run_job(struct job *job, struct json *result)
{
	if (!open_folder(job))
		return;
	find_loose(&job->index, job->folder, &job->loose);
	list_files(job);
	list_new(job, "", 0);
	if (!report_jobs(job->report, "comparing", job->count, compare, job))
		return;
	choose_twins(job);
	if (!read_edited(job) || !check_edited(job) || !find_original(job) ||
	    !make_game(job))
		return;
	publish(job);
	result_output(result, job->output);
	fields_put(&built_fields, &(struct built_row){ count_edited(job) }, result);
	report_info(job->report, "%s: %zu %s edited", job->folder, count_edited(job),
		    count_edited(job) == 1 ? "file was" : "files were");
}

/* Counts assets and files of the game that extract lost completely or in part. */
static bool count_lost(void *context, const char *key, size_t place, struct json *item)
{
	size_t *count = context;

	if (place != JSON_NO_ITEM &&
	    (strcmp(key, "assets") == 0 || strcmp(key, "sources") == 0))
		*count += json_get(item, "error") ||
			  json_flag_of(json_get(item, "is_damaged"));
	return true;
}

/* Reports that the game was built from an incomplete extraction. Parts that were left
 * out, or that an interrupted run did not reach, come from the original, like all that
 * was not edited. */
static void report_incomplete(const struct job *job)
{
	const struct json *is_complete = json_get(job->index.head, "is_complete");
	char *path = file_join(job->folder, EXTRACT_INDEX);
	size_t lost = 0;

	if (is_complete && !json_flag_of(is_complete)) {
		json_visit_file(path, count_lost, &lost, NULL);
		if (lost || !job->original)
			report_error(job->report, job->folder, EXH_NO_OFFSET,
				     EXTRACT_INDEX
				     ": is_complete is false (%zu damaged): what extract "
				     "did not convert is %s the new game",
				     lost,
				     job->original ? "as in the original in" : "not in");
	}
	free(path);
}

/* True if the game was built. */
static bool build_game(const struct job *wanted, struct json *result)
{
	struct report *report = wanted->report;
	const bool had_failed = report->failed; /* an earlier game has failed */
	struct job job = *wanted;
	bool good;

	report->failed = false;
	run_job(&job, result);
	good = !report->failed;
	if (good)
		report_incomplete(&job);
	report->failed |= had_failed;
	temporary_folder_end(job.scratch);
	old_index_free(&job.index);
	exh_arena_free(&job.arena);
	for (size_t i = 0; i < job.count; i++)
		json_free(job.items[i].json);
	free(job.items);
	free(job.original);
	free_places(&job.sources);
	free_places(&job.loose);
	return good;
}

/*
 * Several games.
 */

/* Returns the list of the games in a folder, to be released. NULL: it has none, or it
 * can't be read, and err has the reason. */
static struct json *read_games(const char *folder, struct exh_error *err)
{
	char *path = file_join(folder, EXTRACT_GAMES);
	struct json *list = NULL;

	*err = (struct exh_error){ 0 };
	if (file_exists(path)) {
		list = json_parse_file(path, GAMES_LIMIT, err);
		if (list &&
		    json_check_format(list, EXTRACT_GAMES_FORMAT, 1, "extract", err)) {
			json_free(list);
			list = NULL;
		}
	}
	free(path);
	return list;
}

/* Returns the folder of a game in the list; "" is the folder itself. */
static const char *inner_of(const struct json *game)
{
	const char *inner = json_text_at(game, "folder");

	return inner ? inner : "";
}

static bool build_part(const struct job *all, const char *inner, struct json *games)
{
	struct job job = *all;
	char *folder = *inner ? file_join(all->folder, inner) : mem_text(all->folder);
	char *output = *inner ? file_join(all->output, inner) : mem_text(all->output);
	struct json *game = json_new_object();
	bool good;

	job.folder = folder;
	job.output = output;
	job.inner = inner;
	json_set_text(game, "folder", inner);
	good = build_game(&job, game);
	if (good)
		json_push(games, game);
	else
		json_free(game);
	free(folder);
	free(output);
	return good;
}

static void build_games(const struct job *all, const struct json *list,
			struct json *result)
{
	const struct json *games = json_get(list, "games"), *game;
	struct json *built = json_set(result, "games", json_new_list());
	size_t i, count = 0;

	json_each(games, i, game)
	{
		if (interrupt_pending())
			break;
		if (*inner_of(game) && !file_is_inside(inner_of(game)))
			report_error(all->report, all->folder, EXH_NO_OFFSET,
				     EXTRACT_GAMES ": game %zu: key \"folder\": expected "
						   "a folder in this one",
				     i);
		else
			count += build_part(all, inner_of(game), built);
	}
	if (!json_size(games))
		report_error(all->report, all->folder, EXH_NO_OFFSET,
			     EXTRACT_GAMES ": expected a list of games");
	else
		report_say(all->report, "%s: %zu of %zu games built", all->folder, count,
			   json_size(games));
	if (count)
		result_output(result, all->output);
}

void build_run_input(void *context, const char *input, const char *output,
		     struct report *report, struct json *result)
{
	const struct job job = { .request = context,
				 .folder = input,
				 .root = input,
				 .inner = "",
				 .output = output,
				 .report = report,
				 .arena.limit = SIZE_MAX };
	struct exh_error err;
	struct json *list = read_games(input, &err);
	struct folder_lock lock = FOLDER_UNLOCKED;

	if (err.status)
		report_failure(report, input, &err);
	else if (!is_free(output, report) || !folder_lock(&lock, output, false, report))
		;
	else if (list)
		build_games(&job, list, result);
	else
		build_game(&job, result);
	if (json_get(result, "output"))
		report_output(report, output);
	json_free(list);
	folder_unlock(&lock);
}

/* Lets the sandbox read the files of an original, if each has the content that the index
 * has: a made-up index opens no file whose content its author does not know. */
static bool read_original(const struct old_index *index, const struct places *loose,
			  const char *game, struct sandbox *sandbox)
{
	struct places found = { 0 };
	const bool is_whole =
		find_sources(index, game, NULL, loose, &found) && found.count;

	if (is_whole)
		sandbox_list(sandbox, game);
	for (size_t i = 0; i < found.count && is_whole; i++)
		sandbox_read_file(sandbox, found.items[i]);
	free_places(&found);
	return is_whole;
}

static void read_game_of(const char *folder, struct sandbox *sandbox)
{
	char *beside = game_beside(folder);
	struct places loose = { 0 };
	struct old_index index;
	struct exh_error err;
	bool is_found = false;

	if (beside)
		sandbox_read(sandbox, beside);
	free(beside);
	/* build_run_input reports a failure. */
	if (old_index_open(&index, folder, EXTRACT_INDEX, EXTRACT_FORMAT, &err))
		return;
	find_loose(&index, folder, &loose);
	for (unsigned k = 0; k < OLD_PLACES && !is_found; k++) {
		char *place = old_index_place(&index, folder, k);

		is_found = place && read_original(&index, &loose, place, sandbox);
		free(place);
	}
	free_places(&loose);
	old_index_free(&index);
}

static void read_games_of(const char *folder, struct sandbox *sandbox)
{
	struct exh_error err;
	struct json *list = read_games(folder, &err);
	const struct json *game;
	size_t i;

	json_each(json_get(list, "games"), i, game)
	{
		char *path = file_join(folder, inner_of(game));

		if (*inner_of(game) && file_is_inside(inner_of(game)))
			read_game_of(path, sandbox);
		free(path);
	}
	json_free(list);
}

void build_reads(char **folders, size_t count, struct sandbox *sandbox)
{
	for (size_t i = 0; i < count; i++) {
		read_game_of(folders[i], sandbox);
		read_games_of(folders[i], sandbox);
	}
}
