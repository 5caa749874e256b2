#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"
#include "media/picture/picture_turn.h"
#include "media/picture/png_read_555.h"
#include "task/file.h"
#include "task/json.h"
#include "task/output_names.h"

#include <exhume/zvision_picture.h>

#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 512 << 20, OUTPUT_LIMIT = 512 << 20 };

enum format { FORMAT_TGZ, FORMAT_TGA };

static const char *const format_choices[] = { "tgz", "tga", NULL };

struct request {
	struct common common;
	unsigned format, dither;
	bool transpose;
	const char *background_text;
	struct exh_color background;
	unsigned number; /* of the next input */
};

/* What 15 bits do not hold. */
static void tell_loss(const struct request *request, const char *input,
		      const struct png_555 *read, struct report *report)
{
	static const char *const done[] = { [DITHER_NONE] = "the nearest are taken",
					    [DITHER_ORDERED] = "dithered",
					    [DITHER_FLOYD_STEINBERG] = "dithered" };
	const size_t width = read->picture.width;

	if (read->inexact_count)
		report_warning(
			report, input, EXH_NO_OFFSET,
			"%zu of %zu pixels have another colour now, the first at (%zu, "
			"%zu): 15 bits hold 32 levels a channel, %s",
			read->inexact_count, width * read->picture.height,
			read->first_inexact % width, read->first_inexact / width,
			done[request->dither]);
}

static void describe(const struct request *request, const struct png_555 *read,
		     json_t *result)
{
	const struct exh_zv_picture *picture = &read->picture;

	json_object_set_new(result, "kind", json_string(format_choices[request->format]));
	json_object_set_new(result, "width", json_integer((json_int_t)picture->width));
	json_object_set_new(result, "height", json_integer((json_int_t)picture->height));
	json_object_set_new(
		result, "stored_width",
		json_integer((json_int_t)(request->transpose ? picture->height
							     : picture->width)));
	json_object_set_new(
		result, "stored_height",
		json_integer((json_int_t)(request->transpose ? picture->width
							     : picture->height)));
	json_object_set_new(result, "transposed", json_boolean(request->transpose));
	json_object_set_new(result, "dither",
			    json_string(dither_choices[request->dither]));
	json_object_set_new(result, "inexact_pixels",
			    json_integer((json_int_t)read->inexact_count));
}

static enum exh_status encode(const struct request *request,
			      struct exh_zv_picture *picture, struct exh_writer *out,
			      struct exh_error *err)
{
	enum exh_status status = request->transpose ? picture_turn(picture, err) : EXH_OK;

	if (!status)
		status = request->format == FORMAT_TGZ
				 ? exh_zv_tgz_write(picture, out, err)
				 : exh_zv_tga_write(picture, out, err);
	if (!status && out->failed)
		status = exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	return status;
}

static void run_input(void *context, const char *input, const char *output,
		      struct report *report, json_t *result)
{
	const struct request *request = context;
	const struct png_555_rules rules = {
		.dither = (enum dither)request->dither,
		.background = request->background_text ? &request->background : NULL,
	};
	struct exh_writer out = { .limit = OUTPUT_LIMIT };
	struct png_555 read = { 0 };
	struct exh_error err;
	struct file file;

	if (!report_read(report, input, FILE_LIMIT, &file))
		return;
	if (png_read_555(file_bytes(&file), &rules, &read, &err)) {
		report_failure(report, input, &err);
	} else {
		tell_loss(request, input, &read, report);
		describe(request, &read, result);
		if (encode(request, &read.picture, &out, &err)) {
			report_failure(report, input, &err);
		} else if (output_write(report, output, exh_writer_bytes(&out))) {
			json_object_set_new(result, "size",
					    json_integer((json_int_t)out.size));
			json_object_set_new(result, "output", json_text(output));
			report_info(report, "%s: %s, %zu bytes", input, output, out.size);
		}
	}
	exh_writer_free(&out);
	free(read.picture.pixels);
	free(file.data);
}

static char *output_for(void *context, const char *input, bool several)
{
	struct request *request = context;

	return output_numbered_for(&request->common, input, several, request->number++,
				   ".png", ".tga");
}

static int check(const struct command *self, void *context, char **paths, size_t count)
{
	struct request *request = context;
	if (!count)
		return opt_usage_error(self, "no picture given");
	if (request->background_text &&
	    !color_parse(request->background_text, &request->background))
		return opt_usage_error(self,
				       "--background %s: expected a colour like #33CC00",
				       request->background_text);
	return inputs_check(self, &request->common, paths, count, true);
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("format", "NAME", struct request, format, format_choices),
	  .help = "tgz (default), or tga (not compressed)" },
	{ CHOICE_OPTION("dither", "NAME", struct request, dither, dither_choices),
	  .help = "none (default), ordered, floyd-steinberg" },
	{ FLAG_OPTION("transpose", struct request, transpose),
	  .help = "store columns as rows, as in panoramas" },
	{ TEXT_OPTION("background", "COLOUR", struct request, background_text),
	  .help = "colour #RRGGBB behind transparent pixels" },
	{ 0 },
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct request *request = context;
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .flat = true,
				       .check = check,
				       .output_for = output_for,
				       .parallel = true,
				       .run = run_input,
				       .context = request };

	return inputs_main(&inputs, operands, count);
}

const struct command cmd_png2tgz = {
	.name = "png2tgz",
	.family = FAMILY_ZVISION,
	.brief = "turn PNG into pictures of Zork Nemesis and Grand Inquisitor",
	.usage = "[OPTION]... PNG...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct request, common),
	.run = run,
};
