#include "softdisk.h"

#include "task/fields.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 16 << 20 /* bytes of a list */ };

/* One input. */
struct job {
	const struct lbm2png_request *request;
	const char *path;
	struct softdisk_library library; /* the library, or the file if it is not one */
	struct report *report;
	struct exh_writer lines; /* text of --list */
	struct json *pictures;
};

/*
 * Names of outputs.
 */

bool lbm2png_is_file(const char *output)
{
	return output && (strcmp(output, "-") == 0 ||
			  (strlen(output) > 4 && file_has_ending(output, ".png")));
}

/* Returns the file for a single picture, or the folder for a library's pictures, which
 * are named after its members. */
static char *plan_output(const struct lbm2png_request *request, const char *input,
			 bool several, bool has_folder)
{
	const char *output = request->common.output;
	const char *ending = !has_folder ? ".png" : output ? "" : ".extracted";
	char *folder, *path;

	if (lbm2png_is_file(output) || (has_folder && output && !several))
		return mem_text(output);
	folder = output ? file_join(output, file_name(input)) : mem_text(input);
	path = mem_format("%s%s", folder, ending);
	free(folder);
	return path;
}

char *lbm2png_output_for(void *context, const char *input, bool several)
{
	return plan_output(context, input, several,
			   softdisk_kind_at(input) == EXH_SOFTDISK_SLIB);
}

/*
 * JSON and lists.
 */

struct picture_row {
	const char *member, *output;
};
static const struct field picture_fields[] = {
	FIELD(struct picture_row, member, NULL, "name of the member, in a library",
	      FIELD_IF_ANY),
	FIELD(struct picture_row, output, NULL,
	      "the file that was written; missing with --list", FIELD_IF_ANY),
};
static const struct fields *const picture_with[] = { &ilbm_picture_fields, NULL };
static const struct fields picture_table = { .name = "picture",
					     .size = sizeof(struct picture_row),
					     .items = picture_fields,
					     .count = 2,
					     .with = picture_with };

struct pictures_row {
	struct json *pictures;
};
static const struct field pictures_field[] = {
	FIELD_ITEMS(struct pictures_row, pictures, &picture_table,
		    "the pictures that were written, or with --list can be"),
};
const struct fields lbm2png_fields =
	FIELDS("pictures", struct pictures_row, pictures_field);

static struct json *picture_to_json(const struct asset *asset, const char *path)
{
	const struct content *content = softdisk_content_of(asset);
	char *stored = content ? content_stored_name(content->member) : NULL;
	const struct picture_row row = { stored && *stored ? stored : NULL, path };
	struct json *json = fields_to_json(&picture_table, &row);

	fields_put(&ilbm_picture_fields, asset->thing, json);
	free(stored);
	return json;
}

static void list_picture(struct job *job, const struct asset *asset)
{
	const struct ilbm_picture *picture = asset->thing;
	const struct exh_ilbm *ilbm = &picture->ilbm;

	if (!job->request->common.json)
		text_put(&job->lines,
			 "%s: %s, %zux%zu, %u planes, %zu colours, masking %s, %s\n",
			 asset->file, ilbm->chunky ? "PBM" : "ILBM", ilbm->width,
			 ilbm->height, ilbm->plane_count, ilbm->color_count,
			 ilbm_masking_name(ilbm->masking),
			 ilbm->compression ? "ByteRun1" : "not compressed");
	json_push(job->pictures, picture_to_json(asset, NULL));
}

/*
 * Writing.
 */

static char *path_of(const struct assets_output *to, const struct planned_file *planned)
{
	return to->is_file ? mem_text(to->path) : file_join(to->path, planned->name);
}

static void describe_written(struct job *job, const struct assets *assets,
			     const struct assets_output *to)
{
	for (size_t i = 0; i < assets->files.count; i++) {
		const struct planned_file *planned = &assets->files.items[i];
		const struct asset *asset = &assets->items[planned->asset].asset;
		char *path = path_of(to, planned);

		if (planned->is_done) {
			report_info(job->report, "%s: %s", asset->file, path);
			json_push(job->pictures, picture_to_json(asset, path));
		}
		free(path);
	}
}

/* Pipes are known to be libraries only now, so the output is planned again. */
static void write_pictures(struct job *job, struct assets *assets)
{
	const bool has_folder = job->library.contents.library.kind == EXH_SOFTDISK_SLIB;
	char *output = plan_output(job->request, job->path,
				   job->report->is_one_of_several, has_folder);
	const struct assets_output to = {
		.path = output,
		.title = file_name(job->path),
		.is_file = !has_folder || lbm2png_is_file(job->request->common.output),
	};

	if (to.is_file && assets->count > 1) {
		report_error(job->report, job->path, EXH_NO_OFFSET,
			     "%zu pictures: -o must be a folder, not %s", assets->count,
			     to.path);
	} else {
		assets_plan(assets);
		assets_write(assets, 1, &to, job->report);
		describe_written(job, assets, &to);
	}
	free(output);
}

/*
 * One input.
 */

static void convert(struct job *job, struct assets *assets)
{
	size_t good_count = 0;

	if (!assets_load(assets, job->report))
		return;
	if (!assets->count)
		report_error(job->report, job->path, EXH_NO_OFFSET,
			     "the file contains no picture");
	for (size_t i = 0; i < assets->count; i++) {
		good_count += assets_has(assets, i);
		if (assets_has(assets, i) && job->request->list)
			list_picture(job, &assets->items[i].asset);
	}
	if (good_count && !job->request->list)
		write_pictures(job, assets);
	if (job->lines.size)
		report_write(job->report, "-", exh_writer_bytes(&job->lines));
}

static void convert_library(struct job *job)
{
	const struct contents *contents = &job->library.contents;
	const struct softdisk_picture_options options = {
		.palette = (enum ilbm_palette)job->request->palette,
		.scale = job->request->scale,
		.is_any_broken = true,
	};
	struct assets assets = {
		.kind = &softdisk_picture_kind,
		.options = &options,
		.path = job->path,
		.game = contents_is_library(contents) ? &job->library : NULL,
		.content = file_bytes(&contents->file),
	};

	convert(job, &assets);
	assets_free(&assets);
}

void lbm2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result)
{
	struct job job = { .request = context,
			   .path = input,
			   .report = report,
			   .lines.limit = TEXT_LIMIT };
	struct exh_error err;
	enum exh_status status = softdisk_library_open(&job.library, input, &err);

	(void)output;
	json_set_string(result, "status", "ok"); /* before the pictures */
	job.pictures = json_new_list();
	fields_put(&lbm2png_fields, &(struct pictures_row){ job.pictures }, result);
	report_notes(report, input, &job.library.contents.notes);
	if (status)
		report_failure(report, input, &err);
	else
		convert_library(&job);
	exh_writer_free(&job.lines);
	softdisk_library_free(&job.library);
}
