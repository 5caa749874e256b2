#include "assets/convert.h"
#include "assets/zvision/picture/picture.h"
#include "cli/opt.h"

#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 256 << 20, /* the games' are below 10 KiB */
	OUTPUT_LIMIT = 512 << 20,
	MAX_DIGITS = 5,
};

/* The digits at text, as one of 16 bits; after them, or NULL if there are none. */
static const char *parse_number(const char *text, uint16_t *out)
{
	const size_t digits = strspn(text, "0123456789");
	const unsigned long value = strtoul(text, NULL, 10);

	if (!digits || digits > MAX_DIGITS || value > UINT16_MAX)
		return NULL;
	*out = (uint16_t)value;
	return text + digits;
}

/* "X,Y" */
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

static const struct converter packer = {
	.endings = { ".png", ".zcr" },
	.is_numbered = true,
	.is_parallel = true,
	.encode = zcr2png_pack,
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
	.brief = "convert cursors of Zork Nemesis and Grand Inquisitor to PNG, and back",
	.usage = "[OPTION]... CURSOR...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct zcr2png_request, common),
	.converter = &converter,
	.run = convert_main,
};
