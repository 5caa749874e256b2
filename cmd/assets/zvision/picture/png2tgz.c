#include "picture.h"

#include "media/picture/picture.h"
#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/zvision_picture.h>

#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 512 << 20,
	OUTPUT_LIMIT = 512 << 20,
};

enum format { FORMAT_TGZ, FORMAT_TGA };

const char *const png2tgz_format_choices[] = { "tgz", "tga", NULL };

/* What 15 bits do not hold. */
static void report_loss(const struct png2tgz_request *request, const char *input,
			const struct png_555 *read, struct report *report)
{
	static const char *const done[] = { [DITHER_NONE] = "the nearest are used",
					    [DITHER_ORDERED] = "dithered",
					    [DITHER_FLOYD_STEINBERG] = "dithered" };
	const size_t width = read->picture.width;

	if (read->inexact_count)
		report_warning(report, input, EXH_NO_OFFSET,
			       "%zu of %zu pixels changed their colour, the first at "
			       "(%zu, %zu): 15 bits have 32 levels per channel, %s",
			       read->inexact_count, width * read->picture.height,
			       read->first_inexact % width, read->first_inexact / width,
			       done[request->dither]);
}

/* The game knows the picture by the name of the output, and a script that shows it lies
 * beside the PNG file, or where the picture goes. */
static void choose_way(const struct png2tgz_request *request, const char *input,
		       const char *output, const struct exh_zv_picture *picture,
		       struct zv_way *way)
{
	const bool is_stream = strcmp(output, "-") == 0;
	char *name = is_stream ? file_with_ending(file_name(input), ".png", ".tga")
			       : mem_text(file_name(output));
	char *beside = file_sibling(input, name);
	const char *const paths[2] = { beside, is_stream ? NULL : output };

	zv_way_choose(way, request->transpose, request->rooms, paths, picture->height,
		      picture->width);
	free(beside);
	free(name);
}

static void describe(const struct png2tgz_request *request, const struct png_555 *read,
		     const struct zv_way *way, json_t *result)
{
	const struct exh_zv_picture *picture = &read->picture;

	json_set_string(result, "kind", png2tgz_format_choices[request->format]);
	json_set_number(result, "width", picture->width);
	json_set_number(result, "height", picture->height);
	json_set_number(result, "stored_width",
			(way->transposed ? picture->height : picture->width));
	json_set_number(result, "stored_height",
			(way->transposed ? picture->width : picture->height));
	json_set_flag(result, "transposed", way->transposed);
	json_set_string(result, "why", way->reason);
	json_set_string(result, "dither", dither_choices[request->dither]);
	json_set_number(result, "inexact_pixels", read->inexact_count);
}

static enum exh_status encode(const struct png2tgz_request *request, bool transposed,
			      struct exh_zv_picture *picture, struct exh_writer *out,
			      struct exh_error *err)
{
	enum exh_status status;

	if (transposed)
		picture_turn(picture);
	status = request->format == FORMAT_TGZ ? exh_zv_tgz_write(picture, out, err)
					       : exh_zv_tga_write(picture, out, err);
	return status ? status : mem_check_limit(out, err);
}

static void write_picture(const struct png2tgz_request *request, struct png_555 *read,
			  const char *input, const char *output, struct report *report,
			  json_t *result)
{
	struct exh_writer out = { .limit = OUTPUT_LIMIT };
	struct exh_error err;
	struct zv_way way;

	report_loss(request, input, read, report);
	choose_way(request, input, output, &read->picture, &way);
	describe(request, read, &way, result);
	if (encode(request, way.transposed, &read->picture, &out, &err)) {
		report_failure(report, input, &err);
	} else if (output_write(report, output, exh_writer_bytes(&out))) {
		json_set_number(result, "size", out.size);
		json_set_text(result, "output", output);
		report_info(report, "%s: %s, %stransposed: %s, %zu bytes", input, output,
			    way.transposed ? "" : "not ", way.reason, out.size);
	}
	exh_writer_free(&out);
}

void png2tgz_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	const struct png2tgz_request *request = context;
	const struct png_555_rules rules = {
		.dither = (enum dither)request->dither,
		.background = request->background_text ? &request->background : NULL,
	};
	struct png_555 read = { 0 };
	struct exh_error err;
	struct file file;

	if (!report_read(report, input, FILE_LIMIT, &file))
		return;
	if (png_read_555(file_bytes(&file), &rules, &read, &err))
		report_failure(report, input, &err);
	else
		write_picture(request, &read, input, output, report, result);
	free(read.picture.pixels);
	free(file.data);
}
