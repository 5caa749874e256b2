#include "sci_convert.h"

#include "assets/sci0/pic/sci_pics.h"
#include "assets/sci0/sound/sci_sounds.h"
#include "assets/sci0/text/sci_text.h"
#include "assets/sci0/view/sci_views.h"
#include "sci_assets.h"
#include "sci_cursor.h"
#include "sci_font.h"
#include "task/interrupt.h"
#include "task/json.h"

/*
 * Types that no program of today knows stay as they are: patch files.
 */

static enum exh_status read_raw(const void *options, struct sci_asset *asset,
				struct exh_notes *notes, struct exh_error *err)
{
	(void)options;
	(void)asset;
	(void)notes;
	(void)err;
	return EXH_OK;
}

static bool plan_raw(const void *options, const struct sci_asset *asset,
		     struct sci_parts *parts)
{
	(void)options;
	(void)asset;
	return sci_parts_add(parts, 0, 0, "%s", "");
}

static enum exh_status make_raw(const void *options, const struct sci_asset *asset,
				const struct sci_part *part, struct exh_writer *out,
				struct exh_error *err)
{
	(void)options;
	(void)part;
	(void)err;
	exh_sci0_patch_write_header(asset->type, out);
	exh_write_bytes(out, asset->bytes.data, asset->bytes.size);
	return EXH_OK;
}

/*
 * A game.
 */

/* Each as its subcommand does it without options. */
static const struct sci_converter *const converters[] = {
	&sci_view_converter, &sci_pic_converter,    &sci_text_converter,
	&sci_font_converter, &sci_cursor_converter, &sci_sound_converter,
};

enum { CONVERTERS = sizeof converters / sizeof *converters };

struct job {
	struct sci_game *game;
	const char *path;
	const struct sci_choice *choice;
	struct report *report;
	struct sci_converter raw[EXH_SCI0_TYPES];
	struct sci_assets assets[EXH_SCI0_TYPES]; /* by type */
};

static void use_raw(struct job *job, unsigned type)
{
	job->raw[type] = (struct sci_converter){ .type = (enum exh_sci0_type)type,
						 .read = read_raw,
						 .plan = plan_raw,
						 .make = make_raw };
	job->assets[type] =
		(struct sci_assets){ .converter = &job->raw[type],
				     .is_strict = job->report->common->strict };
}

static void choose_converter(struct job *job, unsigned type)
{
	use_raw(job, type);
	for (size_t i = 0; i < CONVERTERS; i++)
		if ((unsigned)converters[i]->type == type)
			job->assets[type].converter = converters[i];
}

static bool load(struct job *job, unsigned type)
{
	return sci_assets_load(&job->assets[type], job->game, job->path, job->choice,
			       job->report);
}

/* What can't be converted as a whole (sounds without instruments, which is told) stays
 * as it is. */
static bool load_or_keep(struct job *job, unsigned type)
{
	if (load(job, type))
		return true;
	if (interrupt_pending())
		return false;
	sci_assets_free(&job->assets[type]);
	use_raw(job, type);
	return load(job, type);
}

static bool load_type(struct job *job, unsigned type)
{
	choose_converter(job, type);
	if (!job->choice->types[type])
		return true;
	if (!load_or_keep(job, type))
		return false;
	if (sci_assets_plan(&job->assets[type]))
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

static void describe(const struct job *job, json_t *object)
{
	json_t *resources = json_array();

	json_object_set_new(object, "layout",
			    json_string(exh_sci0_layout_name(job->game->map.layout)));
	json_object_set_new(object, "counts", counts_to_json(job));
	for (unsigned i = 0; i < EXH_SCI0_TYPES; i++)
		sci_assets_to_json(&job->assets[i], resources);
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
	const struct sci_writing writing = { .output = output,
					     .index_name = SCI_INDEX,
					     .make_index = make_index,
					     .context = &job };
	bool good = true;

	for (unsigned i = 0; i < EXH_SCI0_TYPES && good; i++)
		good = load_type(&job, i);
	if (good) {
		json_object_set_new(result, "output", json_text(output));
		sci_assets_write(job.assets, EXH_SCI0_TYPES, &writing, report);
		if (report->common->json)
			describe(&job, result);
	}
	for (unsigned i = 0; i < EXH_SCI0_TYPES; i++)
		sci_assets_free(&job.assets[i]);
}
