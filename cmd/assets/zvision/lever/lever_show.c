#include "zv_lever.h"

#include "assets/assets.h"
#include "assets/zvision/video/video.h"
#include "media/sequence/sequence.h"
#include "task/file.h"
#include "task/fields.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	FILE_LIMIT = 256 << 20, /* the games' are below 4 KiB */
	TEXT_LIMIT = 2000 << 20,
};

/* One input. */
struct job {
	const struct lev_inspect_request *request;
	struct lever_file *file;
	struct report *report;
	struct json *result;
	struct single animation;
	struct rlf_source *rlf; /* animation of the lever; NULL: none */
	struct exh_zv_drag drag;
	bool has_drag;
};

/*
 * The animation.
 */

/* The last part of a path of either kind: files that a script names lie beside it. */
static const char *bare_name(const char *path)
{
	for (const char *c = path; *c; c++)
		if (*c == '/' || *c == '\\')
			path = c + 1;
	return path;
}

/* The file beside the lever that it names, in upper or lower case; NULL if there is none.
 */
static char *find_sibling(const struct lever_file *file)
{
	char *name = lever_file_animation(file, false), *found = NULL;
	const char *bare = bare_name(name);
	char *stem = mem_text(bare);
	char **paths;

	if (strrchr(stem, '.'))
		*strrchr(stem, '.') = '\0';
	paths = *stem ? companions_find(file->path, stem) : NULL;
	for (size_t i = 0; paths && paths[i] && !found; i++)
		if (strcasecmp(file_name(paths[i]), bare) == 0)
			found = mem_text(paths[i]);
	companions_free(paths);
	free(stem);
	free(name);
	return found;
}

/* True if the animation is needed: with --rlf, and for pictures. */
static bool wants_rlf(const struct lev_inspect_request *request)
{
	return request->rlf || request->format >= LEV_INSPECT_FRAMES;
}

/* path: NULL if it was not found, which is reported. */
static void open_rlf(struct job *job, const char *path)
{
	if (!path) {
		report_error(job->report, job->file->path, EXH_NO_OFFSET,
			     "its animation is not beside it; give --rlf FILE");
	} else if (single_stream(&job->animation, &zv_animation_kind, NULL, path,
				 job->report)) {
		job->rlf = single_asset(&job->animation)->thing;
		job->rlf->path = path;
		job->rlf->report = job->report;
	}
}

struct animation {
	size_t frames;
	uint32_t width, height;
	const char *file;
};
static const struct field animation_field[] = {
	FIELD(struct animation, frames, NULL, "frames that are there"),
	FIELD(struct animation, width, "pixels", "stored width of a frame"),
	FIELD(struct animation, height, "pixels", "stored height of a frame"),
	FIELD(struct animation, file, NULL, "path of the animation"),
};
static const struct fields animation_table =
	FIELDS("animation", struct animation, animation_field);

struct found {
	struct animation *animation;
	struct json *drag;
};
static const struct field found_field[] = {
	FIELD_LINKED(struct found, animation, &animation_table,
		     "animation of the lever; with --rlf or a format of pictures",
		     FIELD_IF_ANY),
	FIELD_MADE(FIELD_JSON, struct found, drag, &drag_fields,
		   "result of the simulation; with --drag", FIELD_IF_ANY),
};
static const struct fields found_table = FIELDS("found", struct found, found_field);
const struct fields *const lev_inspect_results[] = { &lever_fields, &found_table,
						     &sequence_fields, NULL };

static void describe_rlf(const struct job *job)
{
	const struct rlf_source *rlf = job->rlf;

	if (rlf)
		fields_put(&found_table,
			   &(struct found){
				   .animation = &(struct animation){ rlf->count,
								     rlf->header.width,
								     rlf->header.height,
								     rlf->path } },
			   job->result);
}

/*
 * Reports.
 */

/* Checks the lever; with --strict faults that break it are errors. */
static bool check_lever(const struct job *job)
{
	struct exh_zv_lever_known known =
		lever_window((enum lever_game)job->request->game);
	struct lever_file *file = job->file;
	struct exh_error err;

	known.has_animation = job->rlf;
	known.animation_frames = job->rlf ? (uint32_t)job->rlf->count : 0;
	if (exh_zv_lever_check(&file->lever, &known, file->arena, &file->findings,
			       &err)) {
		report_failure(job->report, file->path, &err);
		return false;
	}
	for (const struct exh_zv_lever_finding *f = file->findings; f; f = f->next)
		if (f->breaks && job->report->common->strict)
			report_error(job->report, file->path,
				     f->place.line ? f->place.offset : EXH_NO_OFFSET,
				     "line %u column %u: %s", (unsigned)f->place.line,
				     (unsigned)f->place.column, f->text);
	return true;
}

static bool run_drag(struct job *job)
{
	const struct lev_inspect_request *request = job->request;
	struct exh_error err;

	if (!request->drag)
		return true;
	if (request->hand_error.status) {
		report_failure(job->report, request->drag, &request->hand_error);
		return false;
	}
	if (exh_zv_drag_run(&job->file->lever, &request->hand, &job->drag, &err)) {
		report_failure(job->report, request->drag, &err);
		return false;
	}
	job->has_drag = true;
	if (request->common.json)
		fields_put(&found_table,
			   &(struct found){ .drag = drag_to_json(&job->drag) },
			   job->result);
	return true;
}

static void write_text(struct job *job, const char *output)
{
	const struct lev_inspect_request *request = job->request;
	struct exh_writer out = { .limit = TEXT_LIMIT };

	/* Standard output has the JSON. */
	if (request->common.json && strcmp(output, "-") == 0)
		return;
	if (request->format == LEV_INSPECT_DOT)
		lever_to_dot(job->file, &out);
	else if (job->has_drag)
		drag_to_text(&job->drag, &out);
	else
		lever_to_text(job->file, &out);
	if (output_write_text(job->report, output, &out))
		result_output(job->result, output);
}

static void write_frames(struct job *job, const char *output)
{
	struct lever_picture picture = {
		.file = job->file,
		.rlf = job->rlf,
		.transpose = rooms_transpose(job->request->rooms, job->request->transpose,
					     job->file->path, job->report),
		.drag = job->has_drag ? &job->drag : NULL
	};
	struct sequence_source source;

	if (lever_picture_begin(&picture, job->report)) {
		source = lever_picture_source(&picture);
		if (source.count)
			sequence_write(&source, &job->request->frames, output,
				       job->file->path, job->report, job->result);
		else
			report_error(job->report, job->file->path, EXH_NO_OFFSET,
				     job->has_drag ? "the drag shows no frame"
						   : "there is no position to draw");
	}
	lever_picture_free(&picture);
}

static void run_job(struct job *job, const char *output)
{
	const struct lev_inspect_request *request = job->request;
	char *path = request->rlf	  ? mem_text(request->rlf)
		     : wants_rlf(request) ? find_sibling(job->file)
					  : NULL;
	bool good;

	if (wants_rlf(request))
		open_rlf(job, path);
	good = check_lever(job);
	if (request->common.json) {
		lever_to_json(job->file, job->result);
		describe_rlf(job);
	}
	good &= run_drag(job);
	if (good && request->format < LEV_INSPECT_FRAMES)
		write_text(job, output);
	else if (good && job->rlf)
		write_frames(job, output);
	single_free(&job->animation);
	if (job->has_drag)
		exh_zv_drag_free(&job->drag);
	free(path);
}

void lev_inspect_run_input(void *context, const char *input, const char *output,
			   struct report *report, struct json *result)
{
	struct job job = { .request = context, .report = report, .result = result };
	struct single lever;

	if (single_load(&lever, &zv_lever_kind, NULL, input, FILE_LIMIT, report)) {
		job.file = single_asset(&lever)->thing;
		run_job(&job, output);
	}
	single_free(&lever);
}
