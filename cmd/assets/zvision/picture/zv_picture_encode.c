#include "zv_picture.h"

#include "media/picture/picture.h"
#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"

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
static void report_loss(const struct conversion *c, const struct png_555 *read)
{
	const struct png2tgz_request *request = c->request;
	static const char *const done[] = { [DITHER_NONE] = "the nearest are used",
					    [DITHER_ORDERED] = "dithered",
					    [DITHER_FLOYD_STEINBERG] = "dithered" };
	const size_t width = read->picture.width;

	if (read->inexact_count)
		report_warning(c->report, c->input, EXH_NO_OFFSET,
			       "%zu of %zu pixels changed their colour, the first at "
			       "(%zu, %zu): 15 bits have 32 levels per channel, %s",
			       read->inexact_count, width * read->picture.height,
			       read->first_inexact % width, read->first_inexact / width,
			       done[request->taking.dither]);
}

/* The game knows the picture by the name of the output, and a script that shows it lies
 * beside the PNG file, or where the picture goes. */
static void choose_way(const struct conversion *c, const struct exh_zv_picture *picture,
		       struct zv_way *way)
{
	const struct png2tgz_request *request = c->request;
	const bool is_stream = strcmp(c->output, "-") == 0;
	char *name = is_stream ? file_with_ending(file_name(c->input), ".png", ".tga")
			       : mem_text(file_name(c->output));
	char *beside = file_sibling(c->input, name);
	const char *const paths[2] = { beside, is_stream ? NULL : c->output };

	zv_way_choose(way, request->taking.transpose, request->taking.rooms, paths,
		      picture->height, picture->width);
	free(beside);
	free(name);
}

static void describe(const struct png2tgz_request *request, const struct png_555 *read,
		     const struct zv_way *way, struct json *result)
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
	json_set_string(result, "dither", dither_choices[request->taking.dither]);
	json_set_number(result, "inexact_pixels", read->inexact_count);
}

static enum exh_status write_picture(const struct png2tgz_request *request,
				     bool transposed, struct exh_zv_picture *picture,
				     struct exh_writer *out, struct exh_error *err)
{
	if (transposed)
		picture_turn(picture);
	return request->format == FORMAT_TGZ ? exh_zv_tgz_write(picture, out, err)
					     : exh_zv_tga_write(picture, out, err);
}

static enum exh_status encode(struct conversion *c, struct exh_bytes in,
			      struct exh_writer *out, struct exh_error *err)
{
	const struct png2tgz_request *request = c->request;
	const struct png_555_rules rules = taking_rules(&request->taking);
	struct zv_way *way = mem_arena(&c->arena, 1, sizeof *way);
	struct png_555 read;
	enum exh_status status = png_read_555(in, &rules, &read, err);

	c->thing = way;
	if (!status) {
		report_loss(c, &read);
		choose_way(c, &read.picture, way);
		describe(request, &read, way, c->result);
		status = write_picture(request, way->transposed, &read.picture, out, err);
	}
	free(read.picture.pixels);
	return status;
}

static void written(struct conversion *c, size_t size)
{
	const struct zv_way *way = c->thing;

	json_set_number(c->result, "size", size);
	json_set_text(c->result, "output", c->output);
	report_info(c->report, "%s: %s, %stransposed: %s, %zu bytes", c->input, c->output,
		    way->transposed ? "" : "not ", way->reason, size);
}

int taking_check(const struct command *self, struct taking_options *options,
		 struct common *common)
{
	options->rooms = rooms_open(&options->data, common);
	if (!options->background_text ||
	    color_parse(options->background_text, &options->background))
		return EXIT_DONE;
	return opt_usage_error(self, "--background %s: expected a colour like #33CC00",
			       options->background_text);
}

struct png_555_rules taking_rules(const struct taking_options *options)
{
	return (struct png_555_rules){
		.dither = (enum dither)options->dither,
		.background = options->background_text ? &options->background : NULL,
	};
}

static int check(const struct command *self, void *context)
{
	struct png2tgz_request *request = context;

	return taking_check(self, &request->taking, &request->common);
}

const struct converter png2tgz_converter = {
	.input_name = "picture",
	.check = check,
	.endings = { ".png", ".tga" },
	.is_numbered = true,
	.is_parallel = true,
	.encode = encode,
	.written = written,
	.file_limit = FILE_LIMIT,
	.output_limit = OUTPUT_LIMIT,
};
