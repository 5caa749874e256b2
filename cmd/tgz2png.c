#include "assets/convert.h"
#include "assets/zvision/picture/zv_picture.h"
#include "cli/opt.h"
#include "task/file.h"

static const struct opt option_table[] = {
	ROOM_OPTIONS(struct tgz2png_request, data, options.transpose,
		     "turn columns into rows: yes, no, auto (default: for panoramas)"),
	SCALE_OPTION(struct tgz2png_request, options.scale),
	{ 0 },
};

enum { FILE_LIMIT = 512 << 20 }; /* the games' files are below 2 MiB */

static void say(const struct asset *asset, struct report *report)
{
	const struct zv_picture *picture = asset->thing;
	const struct exh_zv_tga *tga = &picture->tga;

	report_info(report, "%s: %s, %zux%zu pixels, %s: %s", asset->file,
		    tga->kind == EXH_ZV_TGZ ? "TGZ" : "plain TGA", tga->width,
		    tga->height,
		    picture->way.transposed ? "transposed" : "not transposed",
		    picture->way.reason);
}

static int check(const struct command *self, void *context)
{
	struct tgz2png_request *request = context;

	(void)self;
	request->options.rooms = rooms_open(&request->data, &request->common);
	return EXIT_DONE;
}

static const struct converter converter = {
	.input_name = "picture",
	.check = check,
	.endings = { ".tga", ".png" },
	.is_numbered = true,
	.is_parallel = true,
	.kind = &zv_picture_kind,
	.options_offset = offsetof(struct tgz2png_request, options),
	.say = say,
	.file_limit = FILE_LIMIT,
};

const struct command cmd_tgz2png = {
	.name = "tgz2png",
	.family = FAMILY_ZVISION,
	.brief = "convert pictures of Zork Nemesis and Grand Inquisitor to PNG",
	.usage = "[OPTION]... PICTURE...",
	.options = option_table,
	.results = (const struct fields *const[]){ &zv_picture_fields, NULL },
	.common = COMMON_ALL,
	.reads = zv_reads_game,
	COMMAND_REQUEST(struct tgz2png_request, common),
	.converter = &converter,
	.run = convert_main,
};
