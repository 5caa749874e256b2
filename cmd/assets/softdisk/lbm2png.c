#include "softdisk.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 16 << 20 /* of messages, of lists */ };

/*
 * Names of outputs.
 */

/* Takes path over. */
static char *add_ending(char *path, const char *ending)
{
	char *longer = mem_format("%s%s", path, ending);

	free(path);
	return longer;
}

bool lbm2png_is_file(const char *output)
{
	return output && (strcmp(output, "-") == 0 ||
			  (strlen(output) > 4 && file_has_ending(output, ".png")));
}

/* Its members have names, and so have their files. */
static bool has_folder(const struct lbm2png_input *input)
{
	return input->library.contents.library.kind == EXH_SOFTDISK_SLIB;
}

/* The file of the one picture, or the folder for a library's. */
static char *plan_output(const struct lbm2png_input *input)
{
	const char *output = input->request->common.output;
	char *path;

	if (lbm2png_is_file(output))
		return mem_text(output);
	if (has_folder(input) && output && !input->several)
		return mem_text(output);
	path = output ? file_join(output, file_name(input->path)) : mem_text(input->path);
	if (has_folder(input))
		return output ? path : add_ending(path, ".extracted");
	return add_ending(path, ".png");
}

void lbm2png_open_input(struct lbm2png_input *input)
{
	softdisk_library_open(&input->library, input->path, &input->err);
	input->output = plan_output(input);
}

/*
 * JSON and lists.
 */

static json_t *picture_to_json(const struct asset *asset, const char *path)
{
	const struct content *content = softdisk_content_of(asset);
	char *stored = content ? content_stored_name(content->member) : NULL;
	json_t *json = json_object();

	if (stored && *stored)
		json_set_text(json, "member", stored);
	free(stored);
	if (path)
		json_set_text(json, "output", path);
	ilbm_picture_describe(asset->thing, json);
	return json;
}

static void list_picture(struct lbm2png_input *input, const struct asset *asset)
{
	const struct ilbm_picture *picture = asset->thing;
	const struct exh_ilbm *ilbm = &picture->ilbm;

	if (!input->request->common.json)
		text_put(&input->lines,
			 "%s: %s, %zux%zu, %u planes, %zu colours, masking %s, %s\n",
			 asset->file, ilbm->chunky ? "PBM" : "ILBM", ilbm->width,
			 ilbm->height, ilbm->plane_count, ilbm->color_count,
			 ilbm_masking_name(ilbm->masking),
			 ilbm->compression ? "ByteRun1" : "not compressed");
	json_array_append_new(input->pictures, picture_to_json(asset, NULL));
}

/*
 * Writing.
 */

static char *path_of(const struct assets_output *to, const struct planned_file *planned)
{
	return to->is_file ? mem_text(to->path) : file_join(to->path, planned->name);
}

/* Each that exists is reported. */
static bool are_free(struct lbm2png_input *input, const struct assets *assets,
		     const struct assets_output *to)
{
	bool good = true;

	for (size_t i = 0; i < assets->files.count; i++) {
		char *path = path_of(to, &assets->files.items[i]);

		good &= output_is_free(&input->report, path);
		free(path);
	}
	return good;
}

static void describe_written(struct lbm2png_input *input, const struct assets *assets,
			     const struct assets_output *to)
{
	for (size_t i = 0; i < assets->files.count; i++) {
		const struct planned_file *planned = &assets->files.items[i];
		const struct asset *asset = &assets->items[planned->asset].asset;
		char *path = path_of(to, planned);

		if (planned->is_done) {
			report_info(&input->report, "%s: %s", asset->file, path);
			json_array_append_new(input->pictures,
					      picture_to_json(asset, path));
		}
		free(path);
	}
}

static void write_pictures(struct lbm2png_input *input, struct assets *assets)
{
	const struct assets_output to = {
		.path = input->output,
		.title = file_name(input->path),
		.is_file = !has_folder(input) ||
			   lbm2png_is_file(input->request->common.output),
	};
	struct report *report = &input->report;

	if (to.is_file && assets->count > 1) {
		report_error(report, input->path, EXH_NO_OFFSET,
			     "%zu pictures: -o must be a folder, not %s", assets->count,
			     to.path);
		return;
	}
	assets_plan(assets);
	if (are_free(input, assets, &to)) {
		assets_write(assets, 1, &to, report);
		describe_written(input, assets, &to);
	}
}

/*
 * One input.
 */

static void convert(struct lbm2png_input *input, struct assets *assets)
{
	size_t good_count = 0;

	if (!assets_load(assets, &input->report))
		return;
	if (!assets->count)
		report_error(&input->report, input->path, EXH_NO_OFFSET,
			     "the file contains no picture");
	for (size_t i = 0; i < assets->count; i++) {
		good_count += assets_has(assets, i);
		if (assets_has(assets, i) && input->request->list)
			list_picture(input, &assets->items[i].asset);
	}
	if (good_count && !input->request->list)
		write_pictures(input, assets);
}

static void convert_input(struct lbm2png_input *input)
{
	const struct contents *contents = &input->library.contents;
	const struct softdisk_picture_options options = {
		.palette = (enum ilbm_palette)input->request->palette,
		.scale = input->request->scale,
		.is_any_broken = true,
	};
	struct assets assets = {
		.kind = &softdisk_picture_kind,
		.options = &options,
		.path = input->path,
		.game = contents_is_library(contents) ? &input->library : NULL,
		.content = file_bytes(&contents->file),
	};

	convert(input, &assets);
	assets_free(&assets);
}

void lbm2png_run_input(void *context, size_t i)
{
	struct lbm2png_input *input = (struct lbm2png_input *)context + i;
	struct report *report = &input->report;

	report_start(report, "lbm2png", &input->request->common);
	input->held.limit = input->lines.limit = TEXT_LIMIT;
	if (input->several)
		report->held = &input->held;
	input->pictures = json_array();
	report_notes(report, input->path, &input->library.contents.notes);
	if (input->err.status)
		report_failure(report, input->path, &input->err);
	else if (input->taken_by)
		report_error(report, input->path, EXH_NO_OFFSET,
			     "its output %s is already used by %s", input->output,
			     input->taken_by);
	else
		convert_input(input);
	input->is_done = true;
}

bool lbm2png_finish_input(struct lbm2png_input *input, json_t *results)
{
	struct report *report = &input->report;
	json_t *result = json_object();
	bool good;

	if (input->lines.size)
		report_write(report, "-", exh_writer_bytes(&input->lines));
	good = !report->failed;
	json_set_text(result, "input", input->path);
	json_set_string(result, "status", good ? "ok" : "failed");
	json_object_set(result, "pictures", input->pictures);
	json_object_set(result, "warnings", report->warnings);
	json_object_set(result, "errors", report->errors);
	json_array_append_new(results, result);
	report_end(report);
	if (input->held.size)
		fwrite(input->held.data, 1, input->held.size, stderr);
	return good;
}

void lbm2png_free_input(struct lbm2png_input *input)
{
	json_decref(input->pictures);
	exh_writer_free(&input->held);
	exh_writer_free(&input->lines);
	free(input->output);
	softdisk_library_free(&input->library);
}
