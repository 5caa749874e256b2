#include "play.h"

#include "media/picture/png.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

enum { PNG_LIMIT = 16 << 20 };

static enum exh_status encode(const struct run *run, struct exh_writer *out,
			      struct exh_error *err)
{
	const struct engine_type *type = run->type;
	const size_t count = (size_t)type->width * type->height;
	uint16_t *pixels = mem_alloc(count, sizeof *pixels);
	struct exh_palette palette;
	enum exh_status status;

	if (type->picture_rgb15) {
		type->picture_rgb15(run->player, pixels);
		status = png_encode_555(pixels, type->width, type->height, -1, 0, out,
					err);
	} else {
		const struct exh_image image = { .width = type->width,
						 .height = type->height,
						 .pixels = (uint8_t *)pixels };

		type->picture(run->player, (uint8_t *)pixels);
		type->palette(run->player, &palette);
		status = png_encode(&image, &palette, out, err);
	}
	free(pixels);
	return status;
}

bool run_write_picture(const struct run *run, const char *path)
{
	struct exh_writer out = { .limit = PNG_LIMIT };
	struct exh_error err;

	return output_is_free(run->report, path) &&
	       output_write_encoded(run->report, path, encode(run, &out, &err), &out,
				    &err);
}

void run_keep_picture(const struct run *run, const struct exh_input_act *act)
{
	char *path;

	if (strcmp(act->file, "-") == 0)
		return;
	path = mem_format("%s.%u.png", act->file, (unsigned)act->line);
	if (run_write_picture(run, path))
		report_say(run->report, "%s: the picture is in %s", act->file, path);
	free(path);
}
