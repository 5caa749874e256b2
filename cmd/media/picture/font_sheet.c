#include "font_files.h"

#include "picture.h"
#include "sheet.h"
#include "task/fields.h"
#include "task/file.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	JSON_LIMIT = 1 << 20, /* bytes; files of exhume have about 60 KiB */
	MAX_SIDE = 255,	      /* side of a glyph */
	MAX_SCALE = 64,
};

struct glyph {
	struct sheet_box frame; /* in pixels of the font */
	bool has_advance;
	uint32_t code, advance;
};
static const struct field glyph_field[] = {
	FIELD_INSIDE(struct glyph, frame, &sheet_box_fields, "where it is on the sheet"),
	FIELD(struct glyph, code, NULL, "code of the letter", .most = FONT_CODES - 1),
	FIELD(struct glyph, advance, "pixels", "width of the frame", .most = MAX_SIDE,
	      FIELD_HAS(struct glyph, has_advance)),
};
static const struct fields glyph_table = FIELDS("glyph", struct glyph, glyph_field);

static void divide(struct json_reading *r, uint32_t *side, const char *key,
		   unsigned scale)
{
	if (*side % scale)
		json_read_wrong(r, key, "a multiple of the picture's scale");
	*side /= scale;
}

static void read_glyph(struct json_reading *r, const struct json *object, unsigned scale,
		       struct glyph *glyph)
{
	struct sheet_box *box = &glyph->frame;

	*glyph = (struct glyph){ .has_advance = false };
	fields_read(r, &glyph_table, object, glyph);
	divide(r, &box->x, "x", scale);
	divide(r, &box->y, "y", scale);
	divide(r, &box->w, "w", scale);
	divide(r, &box->h, "h", scale);
	if (glyph->has_advance && glyph->advance != box->w)
		json_read_wrong(r, "advance", "the width of the frame");
}

static enum exh_status check_place(const struct exh_image *sheet,
				   const struct sheet_box *place, bool may_be_empty,
				   struct exh_error *err)
{
	const size_t least = may_be_empty ? 0 : 1;

	if (place->w < least || place->w > MAX_SIDE || place->h < least ||
	    place->h > MAX_SIDE)
		return json_wrong(err, "frame",
				  may_be_empty ? "sides of 0 to 255 pixels"
					       : "sides of 1 to 255 pixels");
	if (place->x > sheet->width || place->w > sheet->width - place->x ||
	    place->y > sheet->height || place->h > sheet->height - place->y)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"key \"frame\": it passes the picture's %zux%zu pixels",
				sheet->width, sheet->height);
	return EXH_OK;
}

/* Cuts out a glyph. Without a mask, transparent pixels are not drawn: they become 0. */
static enum exh_status cut_out(const struct exh_image *sheet,
			       const struct sheet_box *place,
			       const struct font_sheet_rules *rules,
			       struct exh_image *glyph, struct exh_error *err)
{
	const size_t count = place->w * place->h;
	const enum exh_status status =
		check_place(sheet, place, rules->may_be_empty, err);

	if (status)
		return status;
	*glyph = (struct exh_image){ place->w, place->h, mem_alloc(count, 1) };
	for (size_t y = 0; y < place->h; y++)
		memcpy(glyph->pixels + y * place->w,
		       sheet->pixels + (place->y + y) * sheet->width + place->x,
		       place->w);
	for (size_t i = 0; i < count && !rules->masked; i++)
		if (glyph->pixels[i] & EXH_KEEN_MASKED)
			glyph->pixels[i] = 0;
	return EXH_OK;
}

static enum exh_status take_glyph(const struct exh_image *sheet,
				  const struct json *object,
				  const struct font_sheet_rules *rules,
				  struct exh_image glyphs[FONT_CODES],
				  struct exh_error *err)
{
	struct json_reading r = { .err = err };
	struct glyph glyph;

	read_glyph(&r, object, rules->scale, &glyph);
	if (glyphs[glyph.code].pixels)
		json_read_wrong(&r, "code", "a code that no other glyph has");
	return r.status ? r.status
			: cut_out(sheet, &glyph.frame, rules, &glyphs[glyph.code], err);
}

static enum exh_status take_glyphs(const struct exh_image *picture,
				   const struct font_sheet_rules *rules,
				   struct font_sheet *out, struct exh_error *err)
{
	struct json *frames = json_get(out->root, "frames");
	const char *name;
	struct json *object;

	if (!json_key_count(frames))
		return json_wrong(err, "frames", "at least one glyph");
	json_each_key(frames, name, object)
	{
		const enum exh_status status =
			take_glyph(picture, object, rules, out->glyphs, err);

		if (status)
			return exh_within(err, status, "glyph \"%s\"", name);
	}
	return EXH_OK;
}

/* In the hash form of sheets the scale is a text. */
static enum exh_status get_scale(const struct json *root, unsigned *scale,
				 struct exh_error *err)
{
	const struct json *meta = json_get(root, "meta");
	const char *text = json_text_at(meta, "scale");
	char *end = NULL;
	const unsigned long value = text ? strtoul(text, &end, 10) : 1;

	if (text && (*end || !value || value > MAX_SCALE))
		return json_wrong(err, "scale", "a number from 1 to 64, as text");
	*scale = (unsigned)value;
	return EXH_OK;
}

enum exh_status font_sheet_read(const char *picture, const char *json,
				const struct font_sheet_rules *rules,
				struct font_sheet *out, const char **culprit,
				struct exh_error *err)
{
	static const struct exh_palette colors = {
		.count = 2,
		.colors = { { 0, 0, 0, 255 }, { 255, 255, 255, 255 } },
	};
	/* Outside the glyphs a font's picture is transparent, with or without a mask. */
	struct picture_rules style = { &colors, true, rules->quantize, rules->scale };
	struct font_sheet_rules own = *rules;
	struct exh_image image = { 0 };
	enum exh_status status;
	bool exact;

	*out = (struct font_sheet){ 0 };
	*culprit = json;
	out->root = json_parse_file(json, JSON_LIMIT, err);
	status = out->root ? sheet_check_format(out->root, err) : err->status;
	if (!status && !own.scale)
		status = get_scale(out->root, &own.scale, err);
	style.scale = own.scale;
	if (!status) {
		*culprit = picture;
		status = picture_read(picture, &style, &image, &exact, err);
	}
	if (!status) {
		*culprit = json;
		status = take_glyphs(&image, &own, out, err);
	}
	free(image.pixels);
	return status;
}

void font_sheet_free(struct font_sheet *sheet)
{
	for (size_t i = 0; i < FONT_CODES; i++)
		free(sheet->glyphs[i].pixels);
	json_free(sheet->root);
}
