#include "sci_convert.h"

#include "sci_author.h"
#include "sci_kinds.h"
#include "task/interrupt.h"
#include "task/json.h"

struct job {
	struct sci_game *game;
	const char *path;
	const struct sci_choice *choice;
	struct report *report;
	struct assets assets[EXH_SCI0_TYPES]; /* by type */
};

static bool load(struct job *job, const struct asset_kind *kind)
{
	struct assets *assets = &job->assets[kind->code];

	*assets = (struct assets){ .kind = kind,
				   .game = job->game,
				   .path = job->path,
				   .ranges = job->choice->ranges,
				   .range_count = job->choice->range_count,
				   .is_strict = job->report->common->strict };
	return assets_load(assets, job->report);
}

/* What can't be converted as a whole (sounds without instruments, which is reported)
 * stays as it is. */
static bool load_or_keep(struct job *job, const struct asset_kind *kind)
{
	if (load(job, kind))
		return true;
	if (interrupt_pending())
		return false;
	assets_free(&job->assets[kind->code]);
	return load(job, &sci_raw_kinds[kind->code]);
}

static bool load_kind(struct job *job, const struct asset_kind *kind)
{
	if (!job->choice->types[kind->code])
		return true;
	if (!load_or_keep(job, kind))
		return false;
	if (assets_plan(&job->assets[kind->code]))
		return true;
	report_error(job->report, job->path, EXH_NO_OFFSET, "out of memory");
	return false;
}

/* How many there are of each type. */
static json_t *counts_to_json(const struct job *job)
{
	json_t *counts = json_object();

	for (unsigned i = 0; i < EXH_SCI0_TYPES; i++)
		if (job->assets[i].count)
			json_object_set_new(
				counts, exh_sci0_type_name(i),
				json_integer((json_int_t)job->assets[i].count));
	return counts;
}

/* Authors' names, to the JSON of assets, which has them in their order from first on. */
static void add_author_names(const struct assets *assets, const struct sci_game *game,
			     const json_t *list, size_t first)
{
	for (size_t i = 0; i < assets->count; i++) {
		const struct exh_bytes name =
			exh_sci0_project_name(&game->project, assets->kind->code,
					      assets->items[i].asset.number);

		if (name.size)
			json_object_set_new(json_array_get(list, first + i),
					    "author_name", sci_author_json(name));
	}
}

static void describe(const struct job *job, json_t *object)
{
	json_t *resources = json_array();

	json_object_set_new(object, "layout",
			    json_string(exh_sci0_layout_name(job->game->map.layout)));
	json_object_set_new(object, "counts", counts_to_json(job));
	for (unsigned i = 0; i < EXH_SCI0_TYPES; i++)
		if (job->assets[i].kind) {
			const size_t first = json_array_size(resources);

			assets_to_json(&job->assets[i], resources);
			add_author_names(&job->assets[i], job->game, resources, first);
		}
	json_object_set_new(object, "resources", resources);
}

static enum exh_status make_index(void *context, struct exh_writer *out,
				  struct exh_error *err)
{
	json_t *document = json_document("sci-unpack");

	describe(context, document);
	return json_append(document, out, err);
}

void sci_convert(struct sci_game *game, const char *path, const struct sci_choice *choice,
		 const char *output, struct report *report, json_t *result)
{
	struct job job = {
		.game = game, .path = path, .choice = choice, .report = report
	};
	const struct assets_output writing = { .path = output,
					       .index_name = SCI_INDEX,
					       .make_index = make_index,
					       .context = &job };
	bool good = true;

	for (const struct asset_kind *const *kind = sci_game_type.kinds; *kind && good;
	     kind++)
		good = load_kind(&job, *kind);
	if (good) {
		json_object_set_new(result, "output", json_text(output));
		assets_write(job.assets, EXH_SCI0_TYPES, &writing, report);
		if (report->common->json)
			describe(&job, result);
	}
	for (unsigned i = 0; i < EXH_SCI0_TYPES; i++)
		assets_free(&job.assets[i]);
}
