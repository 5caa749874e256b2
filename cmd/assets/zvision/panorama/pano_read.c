#include "pano_read.h"

#include "media/picture/png.h"

#include <exhume/zvision_picture.h>

#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 256 << 20, /* the games' are below 2 MiB */
	NOTES_LIMIT = 1 << 20,
};

static uint16_t to_555(unsigned red, unsigned green, unsigned blue)
{
	return (uint16_t)(red >> 3 << 10 | green >> 3 << 5 | blue >> 3);
}

static bool alloc_pixels(struct exh_zv_picture *picture)
{
	picture->pixels =
		malloc(picture->width * picture->height * sizeof *picture->pixels);
	return picture->pixels != NULL;
}

static void convert(const struct png_picture *png, struct exh_zv_picture *out)
{
	const size_t count = png->width * png->height;

	for (size_t i = 0; i < count; i++) {
		const uint8_t *rgba = png->pixels + 4 * i;
		struct exh_color color = { 0 };

		if (!png->palette.count)
			color = (struct exh_color){ rgba[0], rgba[1], rgba[2], rgba[3] };
		else if (png->pixels[i] < png->palette.count)
			color = png->palette.colors[png->pixels[i]];
		out->pixels[i] = to_555(color.red, color.green, color.blue);
	}
}

static enum exh_status read_png(struct exh_bytes data, struct exh_zv_picture *out,
				struct exh_error *err)
{
	struct png_picture png;
	enum exh_status status = png_decode(data, EXH_ZV_PICTURE_PIXELS, &png, err);

	if (status)
		return status;
	out->width = png.width;
	out->height = png.height;
	if (alloc_pixels(out))
		convert(&png, out);
	else
		status = exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	free(png.pixels);
	return status;
}

enum exh_status pano_read_tga(struct exh_bytes data, struct exh_zv_picture *out,
			      struct exh_notes *notes, struct exh_error *err)
{
	struct exh_zv_tga tga;
	enum exh_status status = exh_zv_tga_open(data, &tga, notes, err);

	if (status)
		return status;
	out->width = tga.width;
	out->height = tga.height;
	if (!alloc_pixels(out))
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	return exh_zv_tga_decode(&tga, out->pixels, tga.width * tga.height, NULL, notes,
				 err);
}

bool pano_read(const char *path, struct report *report, struct exh_zv_picture *out)
{
	struct exh_arena arena = { .limit = NOTES_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err;
	enum exh_status status;
	struct file file;

	*out = (struct exh_zv_picture){ 0 };
	if (!report_read(report, path, FILE_LIMIT, &file))
		return false;
	if (png_is(file_bytes(&file)))
		status = read_png(file_bytes(&file), out, &err);
	else
		status = pano_read_tga(file_bytes(&file), out, &notes, &err);
	report_notes(report, path, &notes);
	exh_arena_free(&arena);
	free(file.data);
	if (!status)
		return true;
	report_failure(report, path, &err);
	free(out->pixels);
	return false;
}
