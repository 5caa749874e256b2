#include "assets/convert.h"
#include "assets/zvision/picture/zv_picture.h"
#include "cli/opt.h"
#include "task/fields.h"

#include <exhume/advanced/zvision_picture.h>
#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 256 << 20, /* the games' files are below 10 KiB */
	OUTPUT_LIMIT = 512 << 20,
	MAX_DIGITS = 5,
};

struct zcr2png_request {
	struct common common;
	struct zv_cursor_options options;
	bool pack;
	const char *hot_text;
	uint16_t hot_x, hot_y;
};

/* Parses the digits at text as a number of 16 bits; returns the text after them, or
 * NULL if there are none. */
static const char *parse_number(const char *text, uint16_t *out)
{
	const size_t digits = strspn(text, "0123456789");
	const unsigned long value = strtoul(text, NULL, 10);

	if (!digits || digits > MAX_DIGITS || value > UINT16_MAX)
		return NULL;
	*out = (uint16_t)value;
	return text + digits;
}

/* Parses "X,Y". */
static bool parse_spot(struct zcr2png_request *request)
{
	const char *at = parse_number(request->hot_text, &request->hot_x);

	if (!at || *at != ',')
		return false;
	at = parse_number(at + 1, &request->hot_y);
	return at && !*at;
}

static int check(const struct command *self, void *context)
{
	struct zcr2png_request *request = context;

	if (request->hot_text && !request->pack)
		return opt_usage_error(self, "--hot-spot needs --pack");
	if (request->hot_text && !parse_spot(request))
		return opt_usage_error(self,
				       "--hot-spot %s: expected two numbers like "
				       "15,2",
				       request->hot_text);
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ FLAG_OPTION("pack", struct zcr2png_request, pack),
	  .help = "pack PNG files into cursors" },
	{ TEXT_OPTION("hot-spot", "X,Y", struct zcr2png_request, hot_text),
	  .help = "with --pack: the hot spot (default 0,0)" },
	SCALE_OPTION(struct zcr2png_request, options.scale),
	{ 0 },
};

static void say(const struct asset *asset, struct report *report)
{
	const struct zv_cursor *thing = asset->thing;
	const struct exh_zv_cursor *cursor = &thing->cursor;

	report_info(report, "%s: %ux%u pixels, hot spot (%u, %u)", asset->file,
		    cursor->width, cursor->height, cursor->hot_x, cursor->hot_y);
}

static enum exh_status write_cursor(const struct zcr2png_request *request,
				    const struct exh_zv_picture *picture,
				    struct exh_zv_cursor *cursor, struct exh_writer *out,
				    struct exh_error *err)
{
	const size_t width = picture->width, height = picture->height;

	if (width > UINT16_MAX || height > UINT16_MAX)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu by %zu pixels do not fit into the format", width,
				height);
	if (request->hot_x >= width || request->hot_y >= height)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"the hot spot (%u, %u) is outside the %zu by %zu pixels",
				request->hot_x, request->hot_y, width, height);
	*cursor = (struct exh_zv_cursor){ .hot_x = request->hot_x,
					  .hot_y = request->hot_y,
					  .width = (uint16_t)width,
					  .height = (uint16_t)height };
	return exh_zv_cursor_write(cursor, picture->pixels, out, err);
}

static const struct field packed_field[] = {
	FIELD_AS("inexact_pixels", struct png_555, inexact_count, NULL,
		 "pixels that changed"),
};
static const struct fields packed_table = FIELDS("packed", struct png_555, packed_field);

static enum exh_status pack(struct conversion *c, struct exh_bytes in,
			    struct exh_writer *out, struct exh_error *err)
{
	const struct png_555_rules rules = { .clear_is_0 = true };
	struct exh_zv_cursor cursor;
	struct png_555 read;
	enum exh_status status = png_read_555(in, &rules, &read, err);

	if (!status)
		status = write_cursor(c->request, &read.picture, &cursor, out, err);
	if (!status && read.inexact_count)
		report_warning(c->report, c->input, EXH_NO_OFFSET,
			       "%zu pixels changed their colour: 15 bits have 32 levels "
			       "per channel, and no black",
			       read.inexact_count);
	if (!status) {
		zv_cursor_to_json(&cursor, file_name(c->output), c->result);
		fields_put(&packed_table, &read, c->result);
	}
	free(read.picture.pixels);
	return status;
}

static const struct converter packer = {
	.endings = { ".png", ".zcr" },
	.is_numbered = true,
	.is_parallel = true,
	.encode = pack,
	.file_limit = FILE_LIMIT,
	.output_limit = OUTPUT_LIMIT,
	.written = convert_name_output,
};

static const struct converter converter;

static const struct converter *choose(const void *context)
{
	const struct zcr2png_request *request = context;

	return request->pack ? &packer : &converter;
}

static const struct converter converter = {
	.input_name = "cursor",
	.check = check,
	.choose = choose,
	.endings = { ".zcr", ".png" },
	.is_numbered = true,
	.is_parallel = true,
	.kind = &zv_cursor_kind,
	.options_offset = offsetof(struct zcr2png_request, options),
	.say = say,
	.file_limit = FILE_LIMIT,
};

const struct command cmd_zcr2png = {
	.name = "zcr2png",
	.family = FAMILY_ZVISION,
	.brief = "convert cursors of Zork Nemesis and ZGI to PNG, and back",
	.usage = "[OPTION]... CURSOR...",
	.options = option_table,
	.results =
		(const struct fields *const[]){ &zv_cursor_fields, &packed_table, NULL },
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct zcr2png_request, common),
	.converter = &converter,
	.run = convert_main,
};
