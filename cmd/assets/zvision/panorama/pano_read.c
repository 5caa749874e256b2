#include "zv_panorama.h"

#include "media/picture/png.h"
#include "task/memory.h"

#include <exhume/zvision.h>

#include <stdlib.h>

enum {
	FILE_LIMIT = 256 << 20, /* the games' are below 2 MiB */
	NOTES_LIMIT = 1 << 20,
};

static uint16_t to_555(unsigned red, unsigned green, unsigned blue)
{
	return (uint16_t)(red >> 3 << 10 | green >> 3 << 5 | blue >> 3);
}

static struct exh_zv_picture make_picture(size_t width, size_t height)
{
	return (struct exh_zv_picture){ width, height,
					mem_alloc(width * height, sizeof(uint16_t)) };
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
	const enum exh_status status = png_decode(data, EXH_ZV_PICTURE_PIXELS, &png, err);

	if (status)
		return status;
	*out = make_picture(png.width, png.height);
	convert(&png, out);
	free(png.pixels);
	return EXH_OK;
}

enum exh_status pano_read_tga(struct exh_bytes data, struct exh_zv_picture *out,
			      struct exh_notes *notes, struct exh_error *err)
{
	struct exh_zv_tga tga;
	const enum exh_status status = exh_zv_tga_open(data, &tga, notes, err);

	if (status)
		return status;
	*out = make_picture(tga.width, tga.height);
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
