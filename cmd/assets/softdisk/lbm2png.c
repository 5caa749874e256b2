#include "lbm2png.h"

#include "media/picture/png.h"
#include "task/json.h"
#include "task/output_names.h"

#include <stdlib.h>
#include <string.h>

enum {
	ARENA_LIMIT = 1 << 30, /* bytes, of one input's members and pixels */
	NOTES_LIMIT = 1 << 20,
	PNG_LIMIT = 256 << 20,
};

/*
 * Drawing.
 */

static enum exh_status draw(struct lbm2png_picture *picture, struct exh_bytes bytes,
			    const struct lbm2png_request *request,
			    struct exh_arena *arena)
{
	enum exh_status status =
		ilbm_picture_read(bytes, (enum ilbm_palette)request->palette, arena,
				  &picture->ilbm, &picture->notes, &picture->err);

	picture->png.limit = PNG_LIMIT;
	if (!status && !request->list)
		status = png_encode(&picture->ilbm.image, &picture->ilbm.palette,
				    &picture->png, &picture->err);
	picture->ilbm.image.pixels = NULL; /* arena's */
	return status;
}

/* True if it is a picture, or could not be read. */
static bool draw_content(struct lbm2png_input *input, const struct content *content,
			 struct lbm2png_picture *picture)
{
	const struct contents *contents = &input->contents;
	struct exh_arena arena = { .limit = ARENA_LIMIT };
	struct exh_bytes bytes;

	*picture = (struct lbm2png_picture){ .content = content,
					     .load_notes.arena = &input->notes_arena,
					     .notes.arena = &input->notes_arena };
	picture->loaded = content_load(contents, content, &arena, &bytes,
				       &picture->load_notes, &picture->err) == EXH_OK;
	/* A file that is no library must be a picture. */
	if (picture->loaded && contents_is_library(contents) && !exh_ilbm_is(bytes)) {
		exh_arena_free(&arena);
		return false;
	}
	picture->title = content_title(contents, content);
	if (picture->loaded)
		picture->err.status = draw(picture, bytes, input->request, &arena);
	exh_arena_free(&arena);
	return true;
}

/* A job: everything but the files. */
void lbm2png_draw_input(void *context, size_t i)
{
	struct lbm2png_input *input = (struct lbm2png_input *)context + i;
	struct contents *contents = &input->contents;

	input->notes_arena.limit = NOTES_LIMIT;
	if (contents_open(contents, input->path, &input->err))
		return;
	input->pictures = calloc(contents->count + 1, sizeof *input->pictures);
	for (size_t k = 0; k < contents->count && input->pictures; k++)
		input->picture_count +=
			draw_content(input, &contents->items[k],
				     &input->pictures[input->picture_count]);
}

/*
 * Names of outputs.
 */

static char *add_ending(char *path, const char *ending)
{
	char *longer = NULL;

	if (path && asprintf(&longer, "%s%s", path, ending) < 0)
		longer = NULL;
	free(path);
	return longer;
}

/* A name that is only an ending is a hidden folder's. */
bool lbm2png_is_file(const char *output)
{
	return output && (strcmp(output, "-") == 0 ||
			  (strlen(output) > 4 && file_has_ending(output, ".png")));
}

/* The file of the one picture, or the folder for a library's; NULL: out of memory. */
char *lbm2png_plan_output(const struct lbm2png_input *input, const char *output)
{
	const bool library = input->contents.library.kind == EXH_SOFTDISK_SLIB;
	char *path;

	if (lbm2png_is_file(output))
		return strdup(output);
	if (library && output && !input->several)
		return strdup(output);
	path = output ? file_join(output, file_name(input->path)) : strdup(input->path);
	if (library)
		return output ? path : add_ending(path, ".extracted");
	return add_ending(path, ".png");
}

static char *plan_picture(const struct lbm2png_input *input,
			  const struct lbm2png_picture *picture, const char *output)
{
	if (input->contents.library.kind != EXH_SOFTDISK_SLIB || lbm2png_is_file(output))
		return strdup(input->output);
	return add_ending(file_join(input->output, picture->content->name), ".png");
}

/*
 * Writing and telling.
 */

static json_t *picture_to_json(const struct lbm2png_picture *picture, bool written)
{
	const struct exh_softdisk_member *member = picture->content->member;
	char *stored = member ? content_stored_name(member) : NULL;
	json_t *json = json_object();

	if (stored && *stored)
		json_object_set_new(json, "member", json_text(stored));
	free(stored);
	if (written)
		json_object_set_new(json, "output", json_text(picture->path));
	ilbm_picture_describe(&picture->ilbm, json);
	return json;
}

static bool print_picture(const struct lbm2png_picture *picture, struct report *report)
{
	const struct exh_ilbm *ilbm = &picture->ilbm.ilbm;
	char *line = NULL;
	bool good;

	if (asprintf(&line, "%s: %s, %zux%zu, %u planes, %zu colours, masking %s, %s\n",
		     picture->title, ilbm->chunky ? "PBM" : "ILBM", ilbm->width,
		     ilbm->height, ilbm->plane_count, ilbm->color_count,
		     ilbm_masking_name(ilbm->masking),
		     ilbm->compression ? "ByteRun1" : "not compressed") < 0)
		return false;
	good = report_write(report, "-",
			    (struct exh_bytes){ (const uint8_t *)line, strlen(line), 0 });
	free(line);
	return good;
}

static bool write_picture(const struct lbm2png_picture *picture, struct report *report)
{
	if (!report_write(report, picture->path, exh_writer_bytes(&picture->png)))
		return false;
	report_info(report, "%s: %s", picture->title, picture->path);
	return true;
}

/* Messages of reading it; false if there is nothing to write. */
static bool report_on(const struct lbm2png_input *input,
		      const struct lbm2png_picture *picture, struct report *report)
{
	report_notes(report, input->path, &picture->load_notes);
	report_notes(report, picture->title, &picture->notes);
	if (!picture->err.status)
		return true;
	report_failure(report, picture->loaded ? picture->title : input->path,
		       &picture->err);
	return false;
}

/* Nothing is touched when one of the files exists. */
static bool is_free(const struct lbm2png_input *input, struct report *report)
{
	bool good = true;

	for (size_t i = 0; i < input->picture_count; i++) {
		const struct lbm2png_picture *picture = &input->pictures[i];

		if (!picture->err.status)
			good &= output_is_free(report, picture->path);
	}
	return good;
}

static bool plan(struct lbm2png_input *input, struct report *report)
{
	const char *output = input->request->common.output;

	if (lbm2png_is_file(output) && input->picture_count > 1) {
		report_error(report, input->path, EXH_NO_OFFSET,
			     "%zu pictures: -o must be a folder, not %s",
			     input->picture_count, output);
		return false;
	}
	for (size_t i = 0; i < input->picture_count; i++) {
		struct lbm2png_picture *picture = &input->pictures[i];

		picture->path = plan_picture(input, picture, output);
		if (!picture->path) {
			report_error(report, input->path, EXH_NO_OFFSET, "out of memory");
			return false;
		}
	}
	return is_free(input, report);
}

static bool make_folder(const struct lbm2png_input *input, struct report *report)
{
	const struct lbm2png_picture *first =
		input->picture_count ? input->pictures : NULL;
	struct exh_error err;

	if (!first || file_make_folder_of(first->path, &err) == EXH_OK)
		return true;
	report_failure(report, first->path, &err);
	return false;
}

void lbm2png_finish(struct lbm2png_input *input, struct report *report, json_t *pictures)
{
	const struct lbm2png_request *request = input->request;
	size_t good_count = 0;

	for (size_t i = 0; i < input->picture_count; i++)
		good_count += report_on(input, &input->pictures[i], report);
	if (!input->picture_count)
		report_error(report, input->path, EXH_NO_OFFSET,
			     "the file contains no picture");
	if (!good_count ||
	    (!request->list && (!plan(input, report) || !make_folder(input, report))))
		return;
	for (size_t i = 0; i < input->picture_count; i++) {
		const struct lbm2png_picture *picture = &input->pictures[i];

		if (picture->err.status)
			continue;
		if (!request->list && !write_picture(picture, report))
			continue;
		if (request->list && !request->common.json &&
		    !print_picture(picture, report))
			break;
		json_array_append_new(pictures, picture_to_json(picture, !request->list));
	}
}

/* Of inputs whose outputs would be one the first has it. */
const char *lbm2png_find_taker(const struct lbm2png_input *inputs, size_t i)
{
	for (size_t k = 0; k < i && inputs[i].output; k++)
		if (inputs[k].output && strcmp(inputs[k].output, inputs[i].output) == 0)
			return inputs[k].path;
	return NULL;
}

void lbm2png_free_input(struct lbm2png_input *input)
{
	for (size_t i = 0; i < input->picture_count; i++) {
		free(input->pictures[i].title);
		free(input->pictures[i].path);
		exh_writer_free(&input->pictures[i].png);
	}
	free(input->pictures);
	free(input->output);
	contents_free(&input->contents);
	exh_arena_free(&input->notes_arena);
}
