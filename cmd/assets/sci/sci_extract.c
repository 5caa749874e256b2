#include "sci.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	TABLE_LIMIT = 1 << 30,
	/* A game may unpack to this many times its volumes, and MAX_SMALL. Entries may
	 * share a record, and records may be packed well. */
	MAX_TIMES = 64,
	MAX_SMALL = 64 << 20,
};

/* The current game. */
struct job {
	const struct sci_unpack_request *request;
	const char *path, *output;
	struct report *report;
	struct json *result;
	struct sci_game game;
	struct sci_selection items;
	struct exh_sci_plan plan;
};

/*
 * Selection.
 */

static enum sci_which which(const struct sci_unpack_request *request)
{
	if (request->volumes || request->manifest)
		return SCI_MAPPED;
	return request->list || request->verify ? SCI_ALL : SCI_COUNTING;
}

static void collect(struct job *job)
{
	sci_selection_collect(&job->items, &job->game, &job->request->choice,
			      which(job->request));
	if (!job->items.count && job->game.opened.count)
		report_unmet(job->report, job->path,
			     "none of the %zu resources has such a type and number",
			     job->game.opened.count);
}

/* False, and reported, if the records unpack to too many bytes: a map of a megabyte
 * whose entries share a record was made to fill memory. */
static bool is_sane(const struct job *job)
{
	uint64_t total = 0, most = MAX_SMALL;

	for (size_t i = 0; i < EXH_SCI_VOLUMES; i++)
		most += (uint64_t)job->game.volumes[i].file.size * MAX_TIMES;
	for (size_t i = 0; i < job->items.count; i++)
		total += job->items.items[i].record.unpacked_size;
	if (total <= most)
		return true;
	report_error(job->report, job->path, EXH_NO_OFFSET,
		     "%" PRIu64 " bytes unpacked are declared, more than any game has: "
		     "select some with --type and --number",
		     total);
	return false;
}

static bool load(struct job *job, bool hash)
{
	job->items.salvage = !job->request->common.strict || job->request->verify;
	job->items.hash = hash;
	job->items.decode = job->request->verify && !job->request->containers &&
			    job->game.opened.map.layout == EXH_SCI_LAYOUT_SCI0;
	return is_sane(job) && sci_selection_load(&job->items, job->report);
}

/*
 * Listing.
 */

static void print_table(const struct job *job)
{
	struct exh_writer out = { .limit = TABLE_LIMIT };

	if (job->request->format == FORMAT_TSV)
		sci_list_tsv(&job->items, &out);
	else
		sci_list_text(&job->items, &out);
	output_write_text(job->report, job->output, &out);
}

static void list(struct job *job)
{
	if (!load(job, job->request->common.json || job->request->format == FORMAT_TSV))
		return;
	sci_selection_report(&job->items, job->report);
	if (job->request->common.json)
		sci_list_json(&job->items, job->result);
	else
		print_table(job);
}

/*
 * Extracting.
 */

enum kind { KIND_RESOURCE, KIND_MANIFEST };

static enum exh_status make(void *context, const struct output *output,
			    struct exh_writer *out, struct exh_error *err)
{
	const struct job *job = context;
	const struct sci_item *item = &job->items.items[output->which];

	if (output->kind == KIND_MANIFEST)
		return json_append(sci_manifest_to_json(&job->plan), out, err);
	if (!job->request->bare)
		exh_sci_patch_write_header(item->resource.type, out);
	exh_write_bytes(out, item->bytes.data, item->bytes.size);
	return EXH_OK;
}

/* True if the item becomes a file. With a manifest, items that it stores as bytes do
 * not: their files would be taken for new resources. */
static bool is_written(const struct job *job, const struct sci_item *item)
{
	return !item->status && (!job->request->manifest || item->is_piece);
}

static void plan_outputs(const struct job *job, struct outputs *outputs)
{
	size_t long_count = 0;

	for (size_t i = 0; i < job->items.count; i++) {
		const struct sci_item *item = &job->items.items[i];
		char name[SCI_NAME_SIZE];

		if (!is_written(job, item))
			continue;
		sci_item_name(item, name);
		long_count += item->resource.number >= EXH_SCI_PATCH_NUMBERS;
		outputs_add(outputs, file_join(job->output, name), KIND_RESOURCE, i);
	}
	if (job->request->manifest)
		outputs_add(outputs, file_join(job->output, SCI_MANIFEST), KIND_MANIFEST,
			    0);
	if (long_count)
		report_info(job->report,
			    "%s: numbers above 999 need four digits, in the names of %zu "
			    "of the files; the game itself looks for three",
			    job->path, long_count);
}

/* Reports in the order of the items. */
static void report_outputs(const struct job *job, const struct outputs *outputs)
{
	const struct json *list = json_get(job->result, "resources");

	for (size_t i = 0; i < outputs->count; i++) {
		const struct output *output = &outputs->items[i];

		if (output->kind == KIND_RESOURCE && output->begun &&
		    !output->err.status && !output->is_left_out)
			json_set_text(json_at(list, output->which), "output",
				      output->path);
	}
}

static void write_all(struct job *job)
{
	struct outputs outputs = { .make = make,
				   .context = job,
				   .manifest_last = job->request->manifest };
	struct exh_error err;

	plan_outputs(job, &outputs);
	if (!outputs.count && file_make_folder(job->output, &err))
		report_failure(job->report, job->output, &err);
	else
		outputs_run(&outputs, job->report, "sci-unpack");
	report_outputs(job, &outputs);
	outputs_free(&outputs);
}

/*
 * The manifest.
 */

static bool is_written_as(const struct exh_sci_plan *plan, const struct sci_game *game)
{
	struct exh_writer out = { .limit = EXH_SCI_VOLUME_LIMIT };
	bool same = !exh_sci_plan_write_map(plan, &out, NULL) && !out.failed &&
		    bytes_are_same(exh_writer_bytes(&out), file_bytes(&game->map_file));

	for (size_t i = 0; i < plan->volume_count && same; i++) {
		const struct file *file = &game->volumes[plan->volumes[i].number].file;

		out.size = 0;
		exh_sci_plan_write_volume(plan, &plan->volumes[i], &out);
		same = !out.failed &&
		       bytes_are_same(exh_writer_bytes(&out), file_bytes(file));
	}
	exh_writer_free(&out);
	return same;
}

static void report_bytes(const struct job *job, const struct sci_item *item)
{
	char name[SCI_NAME_SIZE];

	sci_item_name(item, name);
	report_warning(job->report, item->file, sci_item_offset(item),
		       "%s: it lies within another record, or is packed in a way that "
		       "sci-pack does not support: only in " SCI_MANIFEST " alone",
		       name);
}

/* Reads volumes without entries: they are kept, too. */
static void read_others(struct job *job)
{
	sci_game_read_other_volumes(&job->game, job->report);
	for (size_t i = EXH_SCI_MAX_VOLUME + 1; i < EXH_SCI_VOLUMES; i++)
		if (job->game.volumes[i].path)
			report_warning(job->report, job->game.volumes[i].path,
				       EXH_NO_OFFSET,
				       "a volume number that sci-pack does not support: "
				       "not in " SCI_MANIFEST);
}

static bool plan_manifest(struct job *job)
{
	if (!job->game.map_path || job->game.opened.map.layout != EXH_SCI_LAYOUT_SCI0) {
		report_error(job->report, job->path, EXH_NO_OFFSET,
			     "--manifest needs a map of SCI0's layout, the one that "
			     "sci-pack writes");
		return false;
	}
	read_others(job);
	sci_volumes_plan_of_game(&job->plan, &job->game, &job->items);
	for (size_t i = 0; i < job->items.count; i++)
		if (sci_item_is_whole(&job->items.items[i]) &&
		    !job->items.items[i].is_piece)
			report_bytes(job, &job->items.items[i]);
	if (!sci_volumes_plan_encode(&job->plan, job->report))
		return false;
	if (exh_sci_plan_place(&job->plan, NULL) ||
	    !is_written_as(&job->plan, &job->game))
		report_warning(job->report, job->path, EXH_NO_OFFSET,
			       "its layout is not supported by sci-pack: a game packed "
			       "from " SCI_MANIFEST
			       " has the same resources, not the same bytes");
	return true;
}

static void extract(struct job *job)
{
	if (!load(job, job->request->common.json))
		return;
	sci_selection_report(&job->items, job->report);
	sci_list_json(&job->items, job->result);
	result_output(job->result, job->output);
	if (!job->request->manifest || plan_manifest(job))
		write_all(job);
	exh_sci_plan_free(&job->plan);
}

/*
 * A game.
 */

static void run_items(struct job *job)
{
	if (job->request->convert) {
		if (is_sane(job))
			sci_export(&job->game, job->path, &job->request->choice,
				   job->output, job->report, job->result);
	} else if (job->request->verify) {
		if (load(job, false))
			sci_verify(&job->game, &job->items, job->report, job->result);
	} else if (job->request->list) {
		list(job);
	} else {
		extract(job);
	}
}

void sci_unpack_run_input(void *context, const char *input, const char *output,
			  struct report *report, struct json *result)
{
	struct job job = { .request = context,
			   .path = input,
			   .output = output,
			   .report = report,
			   .result = result };

	if (sci_game_open(&job.game, input, (int)job.request->layout - 1, report)) {
		sci_game_read_volumes(&job.game, report);
		collect(&job);
		run_items(&job);
		sci_selection_free(&job.items);
	}
	sci_game_close(&job.game);
}

char *sci_unpack_output_for(void *context, const char *input, bool several)
{
	const struct sci_unpack_request *request = context;
	char *name, *output;

	if (request->list || request->verify)
		return mem_text(request->common.output ? request->common.output : "-");
	name = sci_game_name(input);
	output = output_folder_with(&request->common, name, several,
				    request->convert ? ".extracted" : ".resources");
	free(name);
	return output;
}
