#include "view.h"

#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NOTES = 100 };

enum kind { KIND_CEL, KIND_ANIMATION, KIND_SHEET, KIND_SHEET_JSON, KIND_MANIFEST };

const char *const sci_view_formats[] = { "auto", "png", "apng", "gif", NULL };

static const struct sci_view_options defaults;

/* A part's index encodes loop and cel. */
enum { CEL_BITS = 16 };

/*
 * Reading.
 */

/* True if selected cels have pixels. */
static bool has_pixels(const struct sci_view_options *options,
		       const struct exh_sci_view *view)
{
	for (size_t i = 0; i < view->loop_count; i++)
		for (size_t k = 0; k < view->loops[i].cel_count; k++)
			if (view_wants_loop(options, i) && view_wants_cel(options, k) &&
			    view_cel_is_drawn(&view->loops[i].cels[k]))
				return true;
	return false;
}

/* Fails for too many pixels. Loops may share cels, and cels their data: so the output
 * is limited. */
static enum exh_status check_size(const struct exh_sci_view *view, size_t *largest,
				  struct exh_error *err)
{
	size_t cel_count = 0, pixel_count = 0;

	*largest = 1;
	for (size_t i = 0; i < view->loop_count; i++) {
		const struct exh_sci_loop *loop = &view->loops[i];

		cel_count += loop->cel_count;
		for (size_t k = 0; k < loop->cel_count; k++) {
			const struct exh_sci_cel *cel = &loop->cels[k];
			const size_t count = (size_t)cel->width * cel->height;

			if (!view_cel_is_drawn(cel))
				continue;
			*largest = count > *largest ? count : *largest;
			pixel_count += count;
		}
		if (cel_count > VIEW_MAX_CELS || pixel_count > VIEW_MAX_PIXELS)
			return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
					"loops 0 to %zu have %zu cels of %zu pixels, "
					"at most %d and %d million are drawn",
					i, cel_count, pixel_count, VIEW_MAX_CELS,
					VIEW_MAX_PIXELS >> 20);
	}
	return EXH_OK;
}

/* Adds loop and cel to the notes after `last`. */
static void name_notes(struct exh_notes *notes, const struct exh_note *last, size_t loop,
		       size_t cel)
{
	struct exh_note *note = last ? last->next : notes->first;

	for (; note; note = note->next) {
		char text[sizeof note->text];

		memcpy(text, note->text, sizeof text);
		snprintf(note->text, sizeof note->text, "loop %zu: cel %zu: %.150s", loop,
			 cel, text);
	}
}

static enum exh_status look_at_cels(const struct exh_sci_loop *loop, size_t number,
				    uint8_t *pixels, size_t base, struct exh_notes *notes,
				    struct exh_error *err)
{
	for (size_t i = 0; i < loop->cel_count; i++) {
		const struct exh_sci_cel *cel = &loop->cels[i];
		const size_t count = (size_t)cel->width * cel->height;
		const struct exh_note *last = notes->last;
		enum exh_status status = EXH_OK;

		if (view_cel_is_drawn(cel))
			status = exh_sci_cel_decode(cel, pixels, count, NULL, notes, err);
		else if (count)
			exh_note(notes, EXH_DAMAGE, base + cel->offset,
				 "%ux%u pixels, at most %d million are drawn", cel->width,
				 cel->height, VIEW_MAX_PIXELS >> 20);
		name_notes(notes, last, number, i);
		if (status)
			return exh_within(err, status, "loop %zu: cel %zu", number, i);
	}
	return EXH_OK;
}

/* Decodes all cels to find faults. They are decoded again for drawing: that is fast,
 * and saves memory. */
static enum exh_status look_at_all(const struct exh_sci_view *view, size_t largest,
				   size_t base, struct exh_notes *notes,
				   struct exh_error *err)
{
	uint8_t *pixels = mem_alloc(largest, 1);
	enum exh_status status = EXH_OK;

	exh_notes_limit(notes, MAX_NOTES);
	for (size_t i = 0; i < view->loop_count && !status; i++)
		if (view->loops[i].source == i)
			status = look_at_cels(&view->loops[i], i, pixels, base, notes,
					      err);
	exh_notes_all(notes);
	free(pixels);
	return status;
}

static enum exh_status read(const void *context, struct asset *asset,
			    struct exh_notes *notes, struct exh_error *err)
{
	struct exh_sci_view *view = mem_arena_try(asset->arena, 1, sizeof *view, err);
	enum exh_status status;
	size_t largest;

	if (!view)
		return EXH_NO_MEMORY;
	asset->thing = view;
	status = exh_sci_view_open(asset->bytes, asset->arena, view, notes, err);
	if (!status)
		status = check_size(view, &largest, err);
	if (!status)
		status = look_at_all(view, largest, asset->bytes.base, notes, err);
	if (!status && !has_pixels(context, view))
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "none of the selected cels has a pixel");
	return status;
}

/*
 * Planning.
 */

static void plan_cels(const struct sci_view_options *options,
		      const struct exh_sci_view *view, size_t loop,
		      struct asset_files *files)
{
	for (size_t i = 0; i < view->loops[loop].cel_count; i++) {
		char name[VIEW_NAME_SIZE];

		if (!view_wants_cel(options, i) ||
		    !view_cel_is_drawn(&view->loops[loop].cels[i]))
			continue;
		view_cel_name(view, loop, i, name);
		asset_files_add(files, KIND_CEL, loop << CEL_BITS | i, "/%s.png", name);
	}
}

static void plan_animation(const struct sci_view_options *options,
			   const struct exh_sci_view *view, size_t loop,
			   struct asset_files *files)
{
	const struct exh_sci_loop *from = &view->loops[loop];
	char name[VIEW_NAME_SIZE];
	bool has_any = false;

	for (size_t i = 0; i < from->cel_count; i++)
		has_any |=
			view_wants_cel(options, i) && view_cel_is_drawn(&from->cels[i]);
	view_loop_name(view, loop, name);
	if (has_any)
		asset_files_add(files, KIND_ANIMATION, loop, "/%s.%s", name,
				sci_view_formats[options->format]);
}

static void plan_sheet(const struct sci_view_options *options,
		       const struct exh_sci_view *view, struct asset_files *files)
{
	if (!has_pixels(options, view))
		return;
	asset_files_add(files, KIND_SHEET, 0, ".png");
	asset_files_add(files, KIND_SHEET_JSON, 0, ".json");
}

/* True if all cels are exported as PNG without marks, as a manifest needs. */
static bool wants_manifest(const struct sci_view_options *options)
{
	return options->format <= SCI_VIEW_PNG && !options->origin &&
	       !options->loop_count && !options->cel_count;
}

static void plan(const void *context, const struct asset *asset,
		 struct asset_files *files)
{
	const struct sci_view_options *options = context;
	const struct exh_sci_view *view = asset->thing;

	if (options->sheet) {
		plan_sheet(options, view, files);
		return;
	}
	for (size_t i = 0; i < view->loop_count; i++)
		if (view_wants_loop(options, i))
			(options->format > SCI_VIEW_PNG ? plan_animation : plan_cels)(
				options, view, i, files);
	if (wants_manifest(options))
		asset_files_add(files, KIND_MANIFEST, 0, "/" VIEW_MANIFEST);
}

/*
 * Making.
 */

static enum exh_status make_sheet_json(const struct sci_view_options *options,
				       const struct asset *asset, struct exh_writer *out,
				       struct exh_error *err)
{
	char *image = mem_format("%s.png", asset->name);
	const enum exh_status status =
		view_make_sheet_json(options, asset->thing, image, out, err);

	free(image);
	return status;
}

static enum exh_status make(const void *context, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	const struct sci_view_options *options = context;
	const struct exh_sci_view *view = asset->thing;

	switch ((enum kind)file->id) {
	case KIND_CEL:
		return view_make_cel(options, &view->loops[file->index >> CEL_BITS],
				     file->index & ((1U << CEL_BITS) - 1), out, err);
	case KIND_ANIMATION:
		return view_make_animation(options, &view->loops[file->index],
					   options->format == SCI_VIEW_GIF, out, err);
	case KIND_SHEET:
		return view_make_sheet(options, view, out, err);
	case KIND_SHEET_JSON:
		return make_sheet_json(options, asset, out, err);
	case KIND_MANIFEST:
		break;
	}
	return view_manifest_make(asset, view_scale(options), out, err);
}

/*
 * Reports.
 */

static const struct field cel_field[] = {
	FIELD(struct exh_sci_cel, width, "pixels", "width of the cel"),
	FIELD(struct exh_sci_cel, height, "pixels", "height of the cel"),
	FIELD(struct exh_sci_cel, dx, "pixels",
	      "how far right (in mirrored loops: left) of the object's place the middle "
	      "of the cel is"),
	FIELD(struct exh_sci_cel, dy, "pixels",
	      "how far below the object's place the bottom of the cel is"),
	FIELD(struct exh_sci_cel, key, NULL, "colour that is transparent"),
	FIELD(struct exh_sci_cel, offset, "bytes", "where the cel is in the resource"),
};
static const struct fields cel_table = FIELDS("cel", struct exh_sci_cel, cel_field);

struct loop_row {
	struct exh_sci_loop loop;
	bool is_shared;
};

static const struct field loop_field[] = {
	FIELD_AS("mirrored", struct loop_row, loop.is_mirrored, NULL,
		 "true: the cels are drawn from right to left"),
	FIELD_AS("offset", struct loop_row, loop.offset, "bytes",
		 "where the loop is in the resource"),
	FIELD_AS("source", struct loop_row, loop.source, NULL,
		 "number of the loop whose cels this one shares",
		 FIELD_HAS(struct loop_row, is_shared)),
	FIELD_SEVERAL("cels", FIELD_ROW, FIELD_LIST, struct loop_row, loop.cels,
		      loop.cel_count, NULL, "the cels of the loop", .of = &cel_table),
};
static const struct fields loop_table = FIELDS("loop", struct loop_row, loop_field);

struct view_row {
	struct exh_sci_view view;
	struct loop_row *loops;
};

static const struct field view_field[] = {
	FIELD_AS("flags", struct view_row, view.flags, NULL,
		 "the first byte after the loop count"),
	FIELD_AS("mirror_mask", struct view_row, view.mirror_mask, NULL,
		 "a bit for each loop that is mirrored"),
	FIELD_AS("palette_offset", struct view_row, view.palette_offset, "bytes",
		 "where the palette is in the resource"),
	FIELD_SEVERAL("loops", FIELD_ROW, FIELD_LIST, struct view_row, loops,
		      view.loop_count, NULL, "the loops of the view", .of = &loop_table),
};
const struct fields sci_view_fields = FIELDS("view", struct view_row, view_field);

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	const struct exh_sci_view *view = asset->thing;
	struct view_row row = { *view,
				mem_alloc(view->loop_count, sizeof(struct loop_row)) };

	(void)options;
	for (size_t i = 0; i < view->loop_count; i++)
		row.loops[i] =
			(struct loop_row){ view->loops[i], view->loops[i].source != i };
	fields_put(&sci_view_fields, &row, object);
	free(row.loops);
}

const struct asset_kind sci_view_kind = {
	.name = "view",
	.family = "sci0",
	.source = &sci_asset_source,
	.code = EXH_SCI_VIEW,
	.defaults = &defaults,
	.read = read,
	.plan = plan,
	.make = make,
	.describe = describe,
};
