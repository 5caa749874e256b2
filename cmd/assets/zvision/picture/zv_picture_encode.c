#include "zv_picture.h"

#include "media/picture/picture.h"
#include "task/file.h"
#include "task/memory.h"

#include <exhume/advanced/zvision_picture.h>
#include <exhume/zvision.h>

#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 512 << 20,
	OUTPUT_LIMIT = 512 << 20,
};

enum format { FORMAT_TGZ, FORMAT_TGA };

const char *const png2tgz_format_choices[] = { "tgz", "tga", NULL };

/* Reports colours that 15 bits can't hold. */
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

struct made {
	unsigned format;
	size_t width, height, stored_width, stored_height, inexact_pixels;
	struct zv_way way;
	unsigned dither;
	size_t size; /* 0: it is not written yet */
};
#define ROW struct made
static const struct field made_field[] = {
	FIELD_OF("kind", FIELD_NAME, ROW, format, NULL, "tgz: packed; tga: a plain TGA",
		 .names = png2tgz_format_choices),
	FIELD(ROW, width, "pixels", "width of the PNG file"),
	FIELD(ROW, height, "pixels", "height of the PNG file"),
	FIELD(ROW, stored_width, "pixels", "width, as stored"),
	FIELD(ROW, stored_height, "pixels", "height, as stored"),
	FIELD_AS("transposed", ROW, way.transposed, NULL,
		 "true: rows and columns were swapped"),
	FIELD_OF("why", FIELD_CHARS, ROW, way.reason, NULL,
		 "reason for this choice, as text"),
	FIELD_OF("dither", FIELD_NAME, ROW, dither, NULL,
		 "method of reducing the colours, as given by the option",
		 .names = dither_choices),
	FIELD(ROW, inexact_pixels, NULL,
	      "number of pixels whose colour differs from the PNG file"),
	FIELD(ROW, size, "bytes", "size of the file; only if it was written",
	      FIELD_IF_ANY),
};
#undef ROW
const struct fields png2tgz_fields = FIELDS("made", struct made, made_field);

static void describe(const struct png2tgz_request *request, const struct png_555 *read,
		     struct made *made, struct json *result)
{
	const struct exh_zv_picture *picture = &read->picture;
	const bool turned = made->way.transposed;

	made->format = request->format;
	made->width = picture->width;
	made->height = picture->height;
	made->stored_width = turned ? picture->height : picture->width;
	made->stored_height = turned ? picture->width : picture->height;
	made->inexact_pixels = read->inexact_count;
	made->dither = request->taking.dither;
	fields_put(&png2tgz_fields, made, result);
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
	struct made *made = mem_arena(&c->arena, 1, sizeof *made);
	struct png_555 read;
	enum exh_status status = png_read_555(in, &rules, &read, err);

	c->thing = made;
	if (!status) {
		report_loss(c, &read);
		choose_way(c, &read.picture, &made->way);
		describe(request, &read, made, c->result);
		status = write_picture(request, made->way.transposed, &read.picture, out,
				       err);
	}
	free(read.picture.pixels);
	return status;
}

static void written(struct conversion *c, size_t size)
{
	struct made *made = c->thing;
	const struct zv_way *way = &made->way;

	made->size = size;
	fields_put(&png2tgz_fields, made, c->result);
	result_output(c->result, c->output);
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
