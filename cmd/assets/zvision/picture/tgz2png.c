#include "picture.h"

#include "assets/assets.h"
#include "task/outputs.h"

enum { FILE_LIMIT = 512 << 20 }; /* the games' are below 2 MiB */

static void report_way(const struct asset *asset, struct report *report)
{
	const struct zv_picture *picture = asset->thing;
	const struct exh_zv_tga *tga = &picture->tga;

	report_info(report, "%s: %s, %zux%zu pixels, %s: %s", asset->file,
		    tga->kind == EXH_ZV_TGZ ? "TGZ" : "plain TGA", tga->width,
		    tga->height,
		    picture->way.transposed ? "transposed" : "not transposed",
		    picture->way.reason);
}

void tgz2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	const struct tgz2png_request *request = context;
	struct single picture;

	if (single_load(&picture, &zv_picture_kind, &request->options, input, FILE_LIMIT,
			report)) {
		report_way(single_asset(&picture), report);
		single_describe(&picture, result);
		single_write(&picture, output, report, result);
	}
	single_free(&picture);
}
