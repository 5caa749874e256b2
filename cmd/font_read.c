#include "font_read.h"

#include "io/file.h"
#include "io/json.h"
#include "picture_read.h"

#include <stdlib.h>
#include <string.h>

enum {
	JSON_LIMIT = 1 << 20, /* bytes; ours have some 60 KiB */
	MOST_SIDE = 255,      /* of a glyph */
};

/* Where a glyph is, in pixels of the font. */
struct place {
	size_t x, y, width, height;
};

static enum exh_status get_side(const json_t *frame, const char *key, unsigned scale,
				size_t *out, struct exh_error *err)
{
	uint32_t value = 0;
	const enum exh_status status =
		json_get_number(frame, key, false, 1 << 24, &value, err);

	if (!status && value % scale)
		return json_wrong(err, key, "a multiple of the manifest's scale");
	*out = value / scale;
	return status;
}

static enum exh_status get_place(const json_t *object, unsigned scale, struct place *out,
				 struct exh_error *err)
{
	const json_t *frame = json_object_get(object, "frame");
	uint32_t advance = 0;
	enum exh_status status = get_side(frame, "x", scale, &out->x, err);

	if (!status)
		status = get_side(frame, "y", scale, &out->y, err);
	if (!status)
		status = get_side(frame, "w", scale, &out->width, err);
	if (!status)
		status = get_side(frame, "h", scale, &out->height, err);
	advance = (uint32_t)out->width;
	if (!status)
		status = json_get_number(object, "advance", true, MOST_SIDE, &advance,
					 err);
	if (!status && advance != out->width)
		status = json_wrong(err, "advance", "the width of the frame");
	return status;
}

/* What is transparent in a font without a mask is not drawn either: 0. */
static enum exh_status cut_out(const struct exh_image *sheet, const struct place *place,
			       bool masked, struct exh_image *glyph,
			       struct exh_error *err)
{
	if (!place->width || place->width > MOST_SIDE || !place->height ||
	    place->height > MOST_SIDE)
		return json_wrong(err, "frame", "sides of 1 to 255 pixels");
	if (place->x > sheet->width || place->width > sheet->width - place->x ||
	    place->y > sheet->height || place->height > sheet->height - place->y)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"key \"frame\": it passes the picture's %zux%zu pixels",
				sheet->width, sheet->height);
	*glyph = (struct exh_image){ place->width, place->height,
				     malloc(place->width * place->height) };
	if (!glyph->pixels)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	for (size_t y = 0; y < place->height; y++)
		memcpy(glyph->pixels + y * place->width,
		       sheet->pixels + (place->y + y) * sheet->width + place->x,
		       place->width);
	for (size_t i = 0; i < place->width * place->height && !masked; i++)
		if (glyph->pixels[i] & EXH_KEEN_MASKED)
			glyph->pixels[i] = 0;
	return EXH_OK;
}

static enum exh_status take_glyph(const struct exh_image *sheet, const json_t *object,
				  bool masked, unsigned scale,
				  struct exh_image glyphs[256], struct exh_error *err)
{
	struct place place = { 0 };
	uint32_t code = 0;
	enum exh_status status = json_get_number(object, "code", false, 255, &code, err);

	if (!status)
		status = get_place(object, scale, &place, err);
	if (!status && glyphs[code].pixels)
		status = json_wrong(err, "code", "one that no other glyph has");
	return status ? status : cut_out(sheet, &place, masked, &glyphs[code], err);
}

static enum exh_status take_glyphs(const struct exh_image *sheet, json_t *frames,
				   bool masked, unsigned scale, struct exh_writer *out,
				   struct exh_error *err)
{
	struct exh_image glyphs[256] = { 0 };
	enum exh_status status = EXH_OK;
	size_t height = 0;
	const char *name;
	json_t *object;

	json_object_foreach(frames, name, object)
	{
		status = take_glyph(sheet, object, masked, scale, glyphs, err);
		if (status) {
			exh_within(err, status, "glyph \"%s\"", name);
			break;
		}
	}
	for (size_t i = 0; i < 256 && !height; i++)
		height = glyphs[i].height;
	if (!status && !height)
		status = json_wrong(err, "frames", "at least one glyph");
	if (!status)
		status = exh_keen_font_encode(glyphs, height, masked, out, err);
	for (size_t i = 0; i < 256; i++)
		free(glyphs[i].pixels);
	return status;
}

static enum exh_status read_json(const char *path, json_t **root, struct exh_error *err)
{
	struct file file;
	const enum exh_status status = file_read(path, JSON_LIMIT, &file, err);

	if (status)
		return status;
	*root = json_parse(file_bytes(&file), err);
	free(file.data);
	return *root ? EXH_OK : EXH_INVALID;
}

enum exh_status font_read(const char *picture, const char *json, bool masked,
			  bool quantize, unsigned scale, struct exh_writer *out,
			  const char **culprit, struct exh_error *err)
{
	static const struct exh_palette colors = {
		.count = 2,
		.colors = { { 0, 0, 0, 255 }, { 255, 255, 255, 255 } },
	};
	/* Beyond the glyphs a font's picture is transparent, mask or not. */
	const struct picture_rules rules = { &colors, true, quantize, scale };
	struct exh_image sheet = { 0 };
	json_t *root = NULL;
	enum exh_status status;
	bool exact;

	*culprit = picture;
	status = picture_read(picture, &rules, &sheet, &exact, err);
	if (!status) {
		*culprit = json;
		status = read_json(json, &root, err);
	}
	if (!status)
		status = take_glyphs(&sheet, json_object_get(root, "frames"), masked,
				     scale, out, err);
	json_decref(root);
	free(sheet.pixels);
	return status;
}
