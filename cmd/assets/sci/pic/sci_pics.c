#include "pic.h"

#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	DIGITS = 5,	/* least digits of a picture's number */
	MAX_NOTES = 16, /* most notes of each severity reported for a pic */
};

static const struct sci_pic_options defaults;

/*
 * Reading.
 */

/* Replaces a text by the assembled pic. */
static enum exh_status assemble(struct exh_arena *arena, struct exh_bytes *bytes,
				struct exh_error *err)
{
	struct exh_writer out = { .limit = (size_t)1 << 20 };
	enum exh_status status = EXH_OK;

	if (!sci_pic_is_text(*bytes))
		return EXH_OK;
	status = sci_pic_assemble(*bytes, arena, &out, err);
	if (!status)
		status = mem_arena_copy(arena, exh_writer_bytes(&out), bytes, err);
	exh_writer_free(&out);
	return status;
}

/*
 * The pic below others.
 */

/* Loads the pic; *file: file for messages. */
static bool load_under(const char *which, struct assets *assets, const char **file,
		       struct exh_bytes *bytes, struct report *report)
{
	const struct exh_sci_game_resource *resource;
	char *end;
	const unsigned long number = strtoul(which, &end, 10);

	*file = which;
	if (!assets->game || *end || number >= ASSET_NO_NUMBER)
		return sci_resource_open(which, EXH_SCI_PIC, (unsigned)number,
					 &assets->arena, bytes, report);
	resource = exh_sci_game_find(&sci_game_of(assets)->opened, EXH_SCI_PIC,
				     (unsigned)number);
	if (!resource) {
		report_error(report, assets->path, EXH_NO_OFFSET,
			     "--over: the game has no pic %lu", number);
		return false;
	}
	*file = sci_game_file(assets->game, resource);
	return sci_game_take(assets->game, resource, &assets->arena, bytes, report);
}

static bool open_pics(const void *context, struct assets *assets, struct report *report)
{
	const struct sci_pic_options *options = context;
	struct exh_sci_pic_canvas *canvas;
	struct exh_notes notes = { .arena = &assets->arena };
	const char *file;
	struct exh_bytes bytes;
	struct exh_error err;
	enum exh_status status;

	if (!options->over)
		return true;
	if (!load_under(options->over, assets, &file, &bytes, report))
		return false;
	assets->shared = canvas = mem_arena_try(&assets->arena, 1, sizeof *canvas, &err);
	if (!canvas) {
		report_failure(report, assets->path, &err);
		return false;
	}
	exh_sci_pic_clear(canvas, options->palette);
	status = assemble(&assets->arena, &bytes, &err);
	if (!status)
		status = exh_sci_pic_draw(bytes, canvas, &notes, &err);
	report_notes(report, file, &notes);
	if (status) {
		exh_within(&err, status, "--over %s", options->over);
		report_failure(report, file, &err);
	}
	return !status;
}

/*
 * Pics.
 */

/* Names the asset without an ending: "pic.001.txt" was pic 1, "house.pic" is called
 * house. */
static void shorten_name(struct asset *asset)
{
	const char *dot = strrchr(asset->name, '.');
	struct exh_bytes name = { (const uint8_t *)asset->name, 0, 0 };
	unsigned type;

	if (!dot || dot == asset->name ||
	    (strcmp(dot, ".txt") != 0 && strcmp(dot, ".pic") != 0))
		return;
	name.size = (size_t)(dot - asset->name);
	asset->name = (const char *)mem_arena_keep(asset->arena, name).data;
	if (!exh_sci_patch_name(asset->name, &type, &asset->number))
		asset->number = ASSET_NO_NUMBER;
}

/* Draws it once, to find its contents and faults. */
static enum exh_status style(struct asset *asset, struct sci_pic *pic,
			     struct exh_sci_pic_canvas *canvas, struct exh_notes *notes,
			     struct exh_error *err)
{
	struct exh_sci_pic_reader reader = { .in = asset->bytes };
	struct exh_sci_pic_step step;
	enum exh_status status;
	size_t left;

	do {
		status = exh_sci_pic_next(&reader, &step, err);
		if (status)
			break;
		pic->counts[step.kind]++;
		exh_sci_pic_note(&step, notes);
		for (unsigned i = 0; i < SCI_PIC_SCREENS; i++)
			pic->shown[i] += sci_pic_shows(i, canvas, &step);
		if (!exh_sci_pic_run(canvas, &step))
			exh_note(notes, EXH_DAMAGE, step.offset,
				 "the picture at %d, %d is damaged", step.x, step.y);
	} while (step.kind != EXH_SCI_PIC_END);
	left = asset->bytes.size - reader.at;
	if (!status && left)
		exh_note(notes, EXH_WARNING, asset->bytes.base + reader.at,
			 "%zu byte%s after the end of the drawing program", left,
			 text_plural(left));
	return status;
}

/* True if a damaged program draws anything. */
static bool draws(const struct sci_pic *pic)
{
	return pic->counts[EXH_SCI_PIC_LINE] || pic->counts[EXH_SCI_PIC_FILL] ||
	       pic->counts[EXH_SCI_PIC_PATTERN] || pic->counts[EXH_SCI_PIC_CEL];
}

static void sum_up(const struct sci_pic_options *options,
		   const struct exh_sci_pic_canvas *canvas, struct sci_pic *pic)
{
	uint8_t visual[EXH_SCI_PIC_PIXELS];
	const uint8_t *maps[] = { visual, canvas->priority, canvas->control };

	memcpy(pic->bands, canvas->bands, sizeof pic->bands);
	if (!options->checks)
		return;
	exh_sci_pic_dither(canvas, (enum exh_sci_pic_dither)options->dither, visual);
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		pic->crc32[i] =
			exh_crc32((struct exh_bytes){ maps[i], EXH_SCI_PIC_PIXELS, 0 });
}

static enum exh_status read_drawing(const struct sci_pic_options *options,
				    struct asset *asset, struct sci_pic *pic,
				    struct exh_notes *notes, struct exh_error *err)
{
	struct exh_sci_pic_canvas *canvas = mem_alloc(1, sizeof *canvas);
	enum exh_status status;

	sci_pic_start(options, pic, canvas);
	exh_notes_limit(notes, MAX_NOTES);
	status = style(asset, pic, canvas, notes, err);
	exh_notes_all(notes);
	if (status && draws(pic)) {
		exh_note(notes, EXH_DAMAGE, err->offset, "%s: drawn up to the damage",
			 err->text);
		pic->is_broken = true;
		status = EXH_OK;
	}
	if (!status && sci_pic_is_still(options))
		status = sci_pic_keep(options, canvas, asset->arena, pic, err);
	sum_up(options, canvas, pic);
	free(canvas);
	return status;
}

static enum exh_status read_pic(const void *context, struct asset *asset,
				struct exh_notes *notes, struct exh_error *err)
{
	const struct sci_pic_options *options = context;
	struct sci_pic *pic = mem_arena_try(asset->arena, 1, sizeof *pic, err);
	enum exh_status status = EXH_OK;

	if (!pic)
		return EXH_NO_MEMORY;
	asset->thing = pic;
	pic->under = asset->assets->shared;
	if (!asset->assets->game) {
		shorten_name(asset);
		status = assemble(asset->arena, &asset->bytes, err);
	}
	return status ? status : read_drawing(options, asset, pic, notes, err);
}

/*
 * Planning and making.
 */

static void plan_pictures(const struct sci_pic_options *options,
			  const struct asset *asset, enum sci_pic_screen screen,
			  struct asset_files *files)
{
	const size_t count = sci_pic_picture_count(options, asset, screen);

	for (size_t i = 0; i < count; i++)
		asset_files_add(files, (int)screen, i, "/%s.%0*zu.png",
				sci_pic_screen_names[screen], DIGITS, i);
}

static void plan_screen(const struct sci_pic_options *options, const struct asset *asset,
			enum sci_pic_screen screen, struct asset_files *files)
{
	static const char *const endings[] = {
		"png", "png", "apng", "gif", "y4m", "svg"
	};
	const unsigned format = options->format;
	const bool is_long = format >= SCI_PIC_APNG && format <= SCI_PIC_Y4M;

	if (options->steps && !is_long)
		plan_pictures(options, asset, screen, files);
	else
		asset_files_add(files, (int)screen | (is_long ? ASSET_FILE_STREAMED : 0),
				SIZE_MAX, ".%s.%s", sci_pic_screen_names[screen],
				endings[format]);
}

enum { PART_TEXT = SCI_PIC_SCREENS };

/* Plans the program as a resource: "pic.001"; for other names with an ending. */
static void plan_program(const struct sci_pic_options *options, const struct asset *asset,
			 struct asset_files *files)
{
	const char *ending = asset->number == ASSET_NO_NUMBER ? ".pic" : "";

	asset_files_add(files, 0, 0, "%s",
			options->format == SCI_PIC_TEXT ? ".txt" : ending);
}

static void plan(const void *context, const struct asset *asset,
		 struct asset_files *files)
{
	const struct sci_pic_options *options = context;
	const unsigned screens = sci_pic_screens(options);

	if (options->format >= SCI_PIC_TEXT) {
		plan_program(options, asset, files);
		return;
	}
	for (unsigned i = 0; i < SCI_PIC_SCREENS; i++)
		if (screens & 1u << i)
			plan_screen(options, asset, i, files);
	if (options->with_text)
		asset_files_add(files, PART_TEXT, 0, ".txt");
}

static enum exh_status make(const void *context, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	const struct sci_pic_options *options = context;
	const enum sci_pic_screen screen = (enum sci_pic_screen)file->id;
	const bool still = file->index == SIZE_MAX;

	switch (file->id == PART_TEXT ? SCI_PIC_TEXT : options->format) {
	case SCI_PIC_SVG:
		sci_pic_svg(options, asset, screen, out);
		return EXH_OK;
	case SCI_PIC_TEXT:
		sci_pic_text(options, asset, out);
		return EXH_OK;
	case SCI_PIC_PIC:
		return sci_pic_repack(asset, out, err);
	default:
		return sci_pic_png(options, asset, screen,
				   still ? SIZE_MAX : file->index * options->steps, out,
				   err);
	}
}

static enum exh_status write_animation(const void *context, const struct asset *asset,
				       const struct asset_file *file, const char *path,
				       bool force, struct exh_error *err)
{
	return sci_pic_animate(context, asset,
			       (enum sci_pic_screen)(file->id & ~ASSET_FILE_STREAMED),
			       path, force, err);
}

/*
 * Reports.
 */

static struct json *counts_to_json(const struct sci_pic *pic)
{
	struct json *object = json_new_object();
	char key[32];

	for (unsigned i = 0; i < EXH_SCI_PIC_KINDS; i++) {
		if (!pic->counts[i])
			continue;
		snprintf(key, sizeof key, "%s", exh_sci_pic_kind_name(i));
		for (char *dash = key; (dash = strchr(dash, '-'));)
			*dash = '_';
		json_set_number(object, key, pic->counts[i]);
	}
	return object;
}

struct checks { /* fields as crc32 of struct sci_pic */
	uint32_t visual, priority, control;
};

static const struct field checks_field[] = {
	FIELD_OF("visual", FIELD_CRC32, struct checks, visual, NULL,
		 "file of the visual map, drawn with --dither"),
	FIELD_OF("priority", FIELD_CRC32, struct checks, priority, NULL,
		 "file of the priority map"),
	FIELD_OF("control", FIELD_CRC32, struct checks, control, NULL,
		 "file of the control map"),
};
static const struct fields checks_table = FIELDS("checks", struct checks, checks_field);

struct pic_row {
	unsigned width, height;
	bool whole, has_checks;
	struct json *step_counts;
	struct sci_pic pic;
};

static const struct field pic_field[] = {
	FIELD(struct pic_row, width, "pixels", "width of the pic"),
	FIELD(struct pic_row, height, "pixels", "height of the pic"),
	FIELD(struct pic_row, whole, NULL,
	      "false: the program ends early, and the pic is drawn up to there"),
	FIELD_MADE(FIELD_JSON_MAP, struct pic_row, step_counts, &number_fields,
		   "number of steps of each kind"),
	FIELD_ARRAY_OF("bands", FIELD_NUMBER, struct pic_row, pic.bands, "pixels",
		       "first lines of priorities 1 to 14"),
	FIELD_OF("crc32", FIELD_ROW, struct pic_row, pic.crc32, NULL,
		 "CRC-32 of the pixels of each map, a byte each", .of = &checks_table,
		 FIELD_HAS(struct pic_row, has_checks)),
};
const struct fields sci_pic_fields = FIELDS("pic", struct pic_row, pic_field);

static void describe(const void *context, const struct asset *asset, struct json *object)
{
	const struct sci_pic_options *options = context;
	const struct sci_pic *pic = sci_pic_of(asset);
	const struct pic_row row = { .width = EXH_SCI_PIC_WIDTH,
				     .height = EXH_SCI_PIC_HEIGHT,
				     .whole = !pic->is_broken,
				     .step_counts = counts_to_json(pic),
				     .pic = *pic,
				     .has_checks = options->checks };

	fields_put(&sci_pic_fields, &row, object);
}

const struct asset_kind sci_pic_kind = {
	.name = "pic",
	.family = "sci0",
	.source = &sci_asset_source,
	.code = EXH_SCI_PIC,
	.defaults = &defaults,
	.open = open_pics,
	.read = read_pic,
	.plan = plan,
	.make = make,
	.write = write_animation,
	.describe = describe,
	.more = sci_pic_drawing,
};
