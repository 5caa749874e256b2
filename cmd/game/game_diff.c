#include "game.h"

#include "task/disk.h"
#include "task/file.h"
#include "task/jobs.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 1 << 30 };

/* One of the two games. */
struct side {
	const struct found_game *game;
	void *opened;
	struct asset_exports exports;
	struct assets assets; /* assets of the kind that is compared */
	struct json *by_id;   /* asset_id -> index, from 1 on */
};

struct job {
	const struct diff_request *request;
	struct report *report;
	struct side sides[2];
	const struct asset_kind *kind;
	const char *folder;  /* folder of the game; "": the only game */
	char *scratch;	     /* a folder for temporary files */
	struct json **found; /* the difference of each asset of side 0, or NULL */
	size_t counts[4];    /* same, changed, added, removed */
	struct json *list;
	bool is_trouble;
};

enum { SAME, CHANGED, ADDED, REMOVED };

/*
 * Files of an asset, in memory.
 */

/* Files that a kind writes to a path are written into the scratch folder, and read from
 * there. */
static enum exh_status make_streamed(const struct job *job, const struct assets *assets,
				     const struct asset *asset,
				     const struct planned_file *planned,
				     struct exh_writer *out, struct exh_error *err)
{
	char *path = mem_format("%s/%p%.16s", job->scratch, (const void *)planned,
				strrchr(file_name(planned->name), '.'));
	struct file file;
	enum exh_status status = assets->kind->write(assets->options, asset,
						     &planned->file, path, true, err);

	if (!status)
		status = file_read_own(path, FILE_LIMIT, &file, err);
	if (!status) {
		exh_write_bytes(out, file.data, file.size);
		free(file.data);
	}
	disk_remove(path);
	free(path);
	return status;
}

static enum exh_status make_file(const struct job *job, const struct assets *assets,
				 const struct planned_file *planned,
				 struct exh_writer *out)
{
	const struct asset *asset = &assets->items[planned->asset].asset;
	struct exh_error err = { 0 };
	enum exh_status status;

	*out = (struct exh_writer){ .limit = FILE_LIMIT };
	if (planned->file.id >= ASSET_FILE_STREAMED && assets->kind->write)
		status = make_streamed(job, assets, asset, planned, out, &err);
	else
		status = assets->kind->make(assets->options, asset, &planned->file, out,
					    &err);
	return status ? status : mem_check_limit(out, &err);
}

/* Returns the rest of a file's name after the asset's name: ".visual.png",
 * "/00-01.png". */
static const char *after_name(const struct assets *assets,
			      const struct planned_file *planned)
{
	const char *name = assets->items[planned->asset].asset.name;
	const size_t size = strlen(name);

	return strncmp(planned->name, name, size) == 0 ? planned->name + size
						       : planned->name;
}

static const struct planned_file *find_file(const struct assets *assets, size_t asset,
					    const char *after)
{
	for (size_t i = 0; i < assets->files.count; i++)
		if (assets->files.items[i].asset == asset &&
		    strcmp(after_name(assets, &assets->files.items[i]), after) == 0)
			return &assets->files.items[i];
	return NULL;
}

static struct json *named(const char *name, struct json *object)
{
	if (object)
		json_set_text(object, "name", name);
	return object;
}

/* Threads compare, so a failure is noted in the difference. */
static void add_to_page(const struct job *job, const char *name,
			const struct exh_bytes files[2], struct json *difference)
{
	char *place = file_join(job->folder, job->kind->name);
	struct exh_error err = { 0 };

	if (diff_page_add(job->request->page, place, name, files, difference, &err))
		json_set_text(difference, "error", err.text);
	free(place);
}

/* Returns the difference of two files; NULL: none. */
static struct json *compare_files(const struct job *job, const struct planned_file *a,
				  const struct planned_file *b)
{
	const bool is_code = strcmp(job->kind->name, "script") == 0;
	struct exh_writer files[2];
	const enum exh_status status[2] = {
		make_file(job, &job->sides[0].assets, a, &files[0]),
		make_file(job, &job->sides[1].assets, b, &files[1])
	};
	const struct exh_bytes one = exh_writer_bytes(&files[0]);
	const struct exh_bytes other = exh_writer_bytes(&files[1]);
	struct json *out = NULL;

	if (status[0] || status[1])
		out = json_make("{s:s}", "error", "can't be made of one of them");
	else if (!bytes_are_same(one, other))
		out = diff_files(a->name, is_code, one, other);
	if (out && !status[0] && !status[1] && job->request->page)
		add_to_page(job, a->name, (const struct exh_bytes[2]){ one, other }, out);
	exh_writer_free(&files[0]);
	exh_writer_free(&files[1]);
	return named(a->name, out);
}

static struct json *only_one(const char *name, const char *change)
{
	return named(name, json_make("{s:s}", "change", change));
}

/* Returns a list of differences; empty: none. */
static struct json *compare_all_files(const struct job *job, size_t i, size_t k)
{
	const struct assets *a = &job->sides[0].assets, *b = &job->sides[1].assets;
	struct json *list = json_new_list();

	for (size_t n = 0; n < a->files.count; n++) {
		const struct planned_file *one = &a->files.items[n], *other;
		struct json *difference;

		if (one->asset != i)
			continue;
		other = find_file(b, k, after_name(a, one));
		difference = other ? compare_files(job, one, other)
				   : only_one(one->name, "removed");
		if (difference)
			json_push(list, difference);
	}
	for (size_t n = 0; n < b->files.count; n++) {
		const struct planned_file *other = &b->files.items[n];

		if (other->asset == k && !find_file(a, i, after_name(b, other)))
			json_push(list, only_one(other->name, "added"));
	}
	return list;
}

/*
 * Assets.
 */

/* Returns an asset's key. Releases spell names in upper or lower case. */
static char *key_of(const struct job *job, const struct asset *asset)
{
	struct json *id = asset_id(job->kind->name, asset->number, asset->name);
	char *key = text_lower(json_text_of(id));

	json_free(id);
	return key;
}

/* Returns the index of the asset on that side, from 1 on; 0: none. */
static size_t place_in(const struct job *job, const struct side *side,
		       const struct asset *asset)
{
	char *key = key_of(job, asset);
	const size_t found = (size_t)json_number_at(side->by_id, key);

	free(key);
	return found;
}

static size_t partner_of(const struct job *job, size_t i)
{
	return place_in(job, &job->sides[1], &job->sides[0].assets.items[i].asset);
}

static bool has_same_bytes(const struct loaded_asset *a, const struct loaded_asset *b)
{
	return a->asset.bytes.data && b->asset.bytes.data &&
	       bytes_are_same(a->asset.bytes, b->asset.bytes);
}

struct side_row {
	const char *error;
	bool has_size;
	size_t size;
};

static const struct field side_list[] = {
	FIELD(struct side_row, error, NULL, "why it can't be read", FIELD_IF_ANY),
	FIELD(struct side_row, size, "bytes", "its size",
	      FIELD_HAS(struct side_row, has_size)),
};
static const struct fields side_fields = FIELDS("side", struct side_row, side_list);

struct difference_row {
	struct json *id;
	const char *kind, *name, *change;
	const struct side_row *a, *b;
	struct json *files;
};

#define ROW struct difference_row
static const struct field difference_list[] = {
	FIELD_MADE(FIELD_JSON, ROW, id, &text_fields, "kind and number, or name"),
	FIELD(ROW, kind, NULL, "kind"),
	FIELD(ROW, name, NULL, "its name"),
	FIELD(ROW, change, NULL, "changed, removed or added"),
	FIELD_LINKED(ROW, a, &side_fields, "the asset in the first game", FIELD_IF_ANY),
	FIELD_LINKED(ROW, b, &side_fields, "the asset in the other game", FIELD_IF_ANY),
	FIELD_ITEMS(ROW, files, &diff_file_fields, "how its files differ", FIELD_IF_ANY),
};
#undef ROW
static const struct fields difference_fields =
	FIELDS("asset", struct difference_row, difference_list);

static struct side_row side_row_of(const struct loaded_asset *item)
{
	return (struct side_row){ item->status ? item->err.text : NULL, !item->status,
				  item->asset.bytes.size };
}

static struct difference_row difference_of(const struct job *job,
					   const struct asset *asset, const char *change)
{
	return (struct difference_row){ .id = asset_id(job->kind->name, asset->number,
						       asset->name),
					.kind = job->kind->name,
					.name = asset->name,
					.change = change };
}

static struct json *new_difference(const struct job *job, const struct asset *asset,
				   const char *change)
{
	const struct difference_row row = difference_of(job, asset, change);

	return fields_to_json(&difference_fields, &row);
}

/* Compares two assets. Bytes that differ may only be packed differently, or in an unused
 * palette. */
static void compare_assets(void *context, size_t i)
{
	struct job *job = context;
	const struct loaded_asset *a = &job->sides[0].assets.items[i], *b;
	const size_t partner = partner_of(job, i);
	struct json *files;

	if (!partner)
		return;
	b = &job->sides[1].assets.items[partner - 1];
	if (a->status == b->status && has_same_bytes(a, b))
		return;
	files = a->status || b->status ? json_new_list()
				       : compare_all_files(job, i, partner - 1);
	if ((json_size(files) || !a->status != !b->status ||
	     (a->asset.bytes.data && b->asset.bytes.data))) {
		const struct side_row one = side_row_of(a), other = side_row_of(b);
		struct difference_row row = difference_of(job, &a->asset, "changed");

		row.a = &one;
		row.b = &other;
		row.files = json_share(files);
		job->found[i] = fields_to_json(&difference_fields, &row);
	}
	json_free(files);
}

static void add(struct job *job, unsigned change, struct json *difference)
{
	job->counts[change]++;
	if (difference)
		json_push(job->list, difference);
}

static void collect(struct job *job)
{
	const struct assets *a = &job->sides[0].assets, *b = &job->sides[1].assets;

	for (size_t i = 0; i < a->count; i++) {
		if (!partner_of(job, i))
			add(job, REMOVED,
			    new_difference(job, &a->items[i].asset, "removed"));
		else
			add(job, job->found[i] ? CHANGED : SAME, job->found[i]);
	}
	for (size_t i = 0; i < b->count; i++) {
		const struct asset *asset = &b->items[i].asset;

		if (!place_in(job, &job->sides[0], asset))
			add(job, ADDED, new_difference(job, asset, "added"));
	}
}

/*
 * A kind.
 */

static bool is_wanted(const void *context, const struct asset *asset)
{
	const struct job *job = context;

	return extract_wants(&job->request->choice, job->kind->name, asset->number,
			     asset->name);
}

/* Returns the export of levels as cells, which can be compared, or else the first export
 * of the kind. */
static const struct asset_export *find_export(const struct side *side,
					      const struct asset_kind *kind)
{
	for (size_t i = 0; i < side->exports.count; i++)
		if (side->exports.items[i].kind == kind)
			return &side->exports.items[i];
	return NULL;
}

static bool load(struct job *job, struct side *side)
{
	const struct asset_export *export = find_export(side, job->kind);
	const bool is_level = strcmp(job->kind->name, "level") == 0;

	side->by_id = json_new_object();
	side->assets = (struct assets){ .kind = job->kind };
	if (!export)
		return true;
	side->assets = (struct assets){ .kind = job->kind,
					.options = is_level ? NULL : export->options,
					.path = side->game->path,
					.game = side->opened,
					.is_wanted = is_wanted,
					.wanted_context = job };
	if (!assets_load_or(&side->assets, export->fallback, job->report))
		return false;
	assets_plan(&side->assets);
	for (size_t i = 0; i < side->assets.count; i++) {
		char *key = key_of(job, &side->assets.items[i].asset);

		json_set_number(side->by_id, key, i + 1);
		free(key);
	}
	return true;
}

static void compare_kind(struct job *job)
{
	const bool good = load(job, &job->sides[0]) && load(job, &job->sides[1]);
	const size_t count = job->sides[0].assets.count;

	job->found = mem_alloc(count, sizeof(struct json *));
	if (good && jobs_run(job->report->common, job->kind->name, count, compare_assets,
			     job) == count)
		collect(job);
	else
		job->is_trouble = true;
	free((void *)job->found);
	for (unsigned i = 0; i < 2; i++) {
		assets_free(&job->sides[i].assets);
		json_free(job->sides[i].by_id);
		job->sides[i].by_id = NULL;
	}
}

/*
 * A game.
 */

static bool open_side(struct job *job, struct side *side, const struct found_game *game)
{
	static const struct export_wishes usual = { 0 };
	const struct game_type *type = game->type;

	*side = (struct side){ .game = game };
	side->opened = game_open(type, game->path, game->name, NULL, job->report);
	if (!side->opened)
		return false;
	asset_exports_plan(&side->exports, type, side->opened, &usual);
	return true;
}

static void close_side(struct side *side)
{
	if (side->opened)
		side->game->type->close(side->opened);
	asset_exports_free(&side->exports);
}

/* False if a side lacks the files of the kind, and so has no assets of it. */
static bool is_compared(const struct job *job, const struct asset_kind *kind)
{
	return (find_export(&job->sides[0], kind) || find_export(&job->sides[1], kind)) &&
	       extract_wants_kind(&job->request->choice, kind->name);
}

static void compare_kinds(struct job *job, const struct game_type *type)
{
	for (const struct asset_kind *const *kind = type->kinds;
	     *kind && !interrupt_pending(); kind++) {
		job->kind = *kind;
		if (is_compared(job, *kind))
			compare_kind(job);
	}
}

static const struct field counts_list[] = {
	FIELD_AS("same", struct job, counts[SAME], NULL, "assets that are the same"),
	FIELD_AS("changed", struct job, counts[CHANGED], NULL, "assets that differ"),
	FIELD_AS("added", struct job, counts[ADDED], NULL,
		 "assets only in the other game"),
	FIELD_AS("removed", struct job, counts[REMOVED], NULL,
		 "assets only in the first game"),
};
static const struct fields counts_fields = FIELDS("counts", struct job, counts_list);

struct game_row {
	const char *folder, *type, *change;
	const struct job *counts;
	struct json *assets;
};

static const struct field game_list[] = {
	FIELD(struct game_row, folder, NULL, "its folder, in that of the input"),
	FIELD(struct game_row, type, NULL, "kind of the game"),
	FIELD(struct game_row, change, NULL, "removed, or added: it is in one of them",
	      FIELD_IF_ANY),
	FIELD_LINKED(struct game_row, counts, &counts_fields, "numbers of assets",
		     FIELD_IF_ANY),
	FIELD_ITEMS(struct game_row, assets, &difference_fields, "assets that differ",
		    FIELD_IF_ANY),
};
static const struct fields game_fields = FIELDS("game", struct game_row, game_list);

static struct json *compare_games(struct job *job, const struct found_game *a,
				  const struct found_game *b)
{
	job->list = json_new_list();
	job->folder = a->folder;
	memset(job->counts, 0, sizeof job->counts);
	if (open_side(job, &job->sides[0], a) && open_side(job, &job->sides[1], b))
		compare_kinds(job, a->type);
	else
		job->is_trouble = true;
	close_side(&job->sides[0]);
	close_side(&job->sides[1]);
	return fields_to_json(&game_fields, &(struct game_row){ .folder = a->folder,
								.type = a->type->name,
								.counts = job,
								.assets = job->list });
}

/*
 * Folders of games.
 */

/* Returns the matching game on the other side: games of one type match by folder; a
 * single game matches a single game. */
static const struct found_game *find_game(const struct found_games *in,
					  const struct found_game *game, bool only)
{
	for (size_t i = 0; i < in->count; i++)
		if (in->items[i].type == game->type &&
		    (only || strcmp(in->items[i].folder, game->folder) == 0))
			return &in->items[i];
	return NULL;
}

static struct json *lone_game(const struct found_game *game, const char *change)
{
	return fields_to_json(&game_fields, &(struct game_row){ .folder = game->folder,
								.type = game->type->name,
								.change = change });
}

static void compare_found(struct job *job, const struct found_games found[2],
			  struct json *games)
{
	const bool only = found[0].count == 1 && found[1].count == 1;

	for (size_t i = 0; i < found[0].count && !interrupt_pending(); i++) {
		const struct found_game *game = &found[0].items[i];
		const struct found_game *other = find_game(&found[1], game, only);

		json_push(games, other ? compare_games(job, game, other)
				       : lone_game(game, "removed"));
	}
	for (size_t i = 0; i < found[1].count; i++)
		if (!find_game(&found[0], &found[1].items[i], only))
			json_push(games, lone_game(&found[1].items[i], "added"));
}

static bool is_different(const struct json *games)
{
	const struct json *game;
	size_t i;

	json_each(games, i, game) if (json_get(game, "change") ||
				      json_size(json_get(game, "assets"))) return true;
	return false;
}

struct result_row {
	const char *a, *b;
	struct json *games;
};

static const struct field result_list[] = {
	FIELD(struct result_row, a, NULL, "the first input, as it was given"),
	FIELD(struct result_row, b, NULL, "the other one"),
	FIELD_ITEMS(struct result_row, games, &game_fields, "the games of both"),
};
const struct fields diff_fields = FIELDS("difference", struct result_row, result_list);

enum diff_outcome diff_run(const struct diff_request *request, const char *a,
			   const char *b, struct report *report, struct json **result)
{
	struct job job = { .request = request, .report = report };
	struct found_games found[2] = { 0 };
	struct json *games = json_new_list();

	*result = fields_to_json(&diff_fields,
				 &(struct result_row){ a, b, json_share(games) });
	job.is_trouble = (request->page && !diff_page_is_free(request->page, report)) ||
			 !games_open(&found[0], a, NULL, report) ||
			 !games_open(&found[1], b, NULL, report);
	if (!job.is_trouble) {
		job.scratch = temporary_folder_make(report, NULL);
		job.is_trouble = !job.scratch;
	}
	if (!job.is_trouble)
		compare_found(&job, found, games);
	report_links(report);
	temporary_folder_end(job.scratch);
	games_close(&found[1], report);
	games_close(&found[0], report);
	json_free(games);
	if (!job.is_trouble && !interrupt_pending() && request->page)
		job.is_trouble = !diff_page_write(request->page, *result, report);
	if (job.is_trouble || interrupt_pending())
		return DIFF_TROUBLE;
	return is_different(games) ? DIFF_DIFFERENT : DIFF_SAME;
}
