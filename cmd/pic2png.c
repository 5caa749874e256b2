#include "assets/convert.h"
#include "assets/sci/pic/pic.h"
#include "assets/sci/sci.h"
#include "cli/opt.h"
#include "task/file.h"

#include <string.h>

enum { MAX_FPS = 1000 };

static const char *const format_choices[] = { "auto", "png",  "apng", "gif", "y4m",
					      "svg",  "text", "pic",  NULL };
static const char *const dither_choices[] = { "ega", "average", "none", NULL };
static const char *const overlay_choices[] = { "none", "priority", "control", NULL };

struct request {
	struct sci_command command; /* must be the first member */
	struct sci_pic_options pics;
	const char *screens;
	unsigned overlay;
	bool list, svg;
};

/* Adds the named screens to bits; false for an unknown name. */
static bool add_screen(const char *name, size_t size, unsigned *bits)
{
	for (unsigned i = 0; i <= SCI_PIC_CONTROL; i++)
		if (strlen(sci_pic_screen_names[i]) == size &&
		    memcmp(sci_pic_screen_names[i], name, size) == 0) {
			*bits |= 1u << i;
			return true;
		}
	return false;
}

static int parse_screens(const struct command *self, struct request *request)
{
	const char *name = request->screens;

	if (request->overlay)
		request->pics.screens =
			1u << (SCI_PIC_VISUAL_PRIORITY + request->overlay - 1);
	while (name) {
		const size_t size = strcspn(name, ",");

		if (!add_screen(name, size, &request->pics.screens))
			return opt_usage_error(self,
					       "--screens %s: expected a list of visual, "
					       "priority and control",
					       request->screens);
		name = name[size] ? name + size + 1 : NULL;
	}
	return EXIT_DONE;
}

static void choose_format(struct request *request)
{
	static const struct file_ending endings[] = { { ".apng", SCI_PIC_APNG },
						      { ".gif", SCI_PIC_GIF },
						      { ".y4m", SCI_PIC_Y4M },
						      { ".svg", SCI_PIC_SVG },
						      { ".txt", SCI_PIC_TEXT },
						      { ".pic", SCI_PIC_PIC },
						      { 0 } };

	if (request->pics.format == SCI_PIC_AUTO)
		request->pics.format = file_ending_value(request->command.common.output,
							 endings, SCI_PIC_PNG);
}

static int check_format(const struct command *self, const struct request *request)
{
	const struct sci_pic_options *pics = &request->pics;
	const bool is_svg = pics->format == SCI_PIC_SVG;
	const bool is_program = pics->format >= SCI_PIC_TEXT || request->list;

	if ((is_svg || is_program) && (pics->scale || pics->aspect || pics->bands ||
				       pics->dither || pics->steps || request->overlay))
		return opt_usage_error(self,
				       "--scale, --aspect, --bands, --dither, --steps "
				       "and --overlay do not apply to svg and text");
	if (is_program && (request->screens || pics->over || pics->palette))
		return opt_usage_error(self, "--screens, --over and --palette do not "
					     "apply to drawing programs");
	if (is_svg && pics->over)
		return opt_usage_error(self, "--over can't be used with svg");
	if (pics->plain && pics->format != SCI_PIC_TEXT && !request->list)
		return opt_usage_error(self, "--plain needs --list or --format text");
	if (pics->fps && (pics->format < SCI_PIC_APNG || pics->format > SCI_PIC_Y4M))
		return opt_usage_error(self, "--fps needs apng, gif or y4m");
	return EXIT_DONE;
}

/* Rejects options of pics for --pack: pictures have these properties themselves. */
static int check_pack(const struct command *self, const struct request *request)
{
	const struct sci_pic_options *pics = &request->pics;

	if (!request->command.packs)
		return pics->is_bare || pics->against
			       ? opt_usage_error(self, "--bare and --against need --pack")
			       : EXIT_DONE;
	if (pics->format || pics->dither || pics->palette || pics->over || pics->bands ||
	    pics->aspect || pics->steps || pics->fps || pics->plain || pics->scale ||
	    request->svg || request->list || request->screens || request->overlay)
		return opt_usage_error(self,
				       "--pack takes only --bare and --against of the "
				       "options of pics");
	return EXIT_DONE;
}

static int check(const struct command *self, void *context)
{
	struct request *request = context;
	struct sci_pic_options *pics = &request->pics;

	if (check_pack(self, request))
		return EXIT_USAGE;
	if (request->svg && pics->format && pics->format != SCI_PIC_SVG)
		return opt_usage_error(self, "--svg and --format exclude each other");
	if (request->svg)
		pics->format = SCI_PIC_SVG;
	if (request->list && pics->format)
		return opt_usage_error(self,
				       "--list can't be combined with --format or --svg");
	choose_format(request);
	if (request->list)
		pics->format = SCI_PIC_TEXT;
	if (request->overlay && request->screens)
		return opt_usage_error(self,
				       "--overlay and --screens exclude each other");
	if (request->overlay && pics->dither == EXH_SCI_PIC_AVERAGE)
		return opt_usage_error(self, "--overlay: its palette has no room for "
					     "--dither average");
	if (check_format(self, request) || parse_screens(self, request))
		return EXIT_USAGE;
	pics->common = &request->command.common;
	pics->checks = request->command.common.json;
	request->command.is_listed = request->list;
	return EXIT_DONE;
}

static const char *const screen_words[] = { "visual", "priority", "control", NULL };

static const struct opt option_table[] = {
	SCI_NUMBER_OPTION(struct request, command),
	{ CHOICE_OPTION("format", "NAME", struct request, pics.format, format_choices),
	  .help = "png, apng, gif, y4m, svg, text, pic; auto: by -o, else png" },
	{ TEXT_OPTION("screens", "LIST", struct request, screens),
	  .choices = screen_words, .help = "select screens: visual,priority,control" },
	{ CHOICE_OPTION("dither", "NAME", struct request, pics.dither, dither_choices),
	  .help = "ega (default: alternate), average (mix), none (first colour)" },
	{ NUMBER_OPTION("palette", "N", struct request, pics.palette, 0,
			EXH_SCI_PIC_PALETTES - 1),
	  .help = "the palette to draw with (0 to 3; default 0)" },
	{ TEXT_OPTION("over", "PIC", struct request, pics.over),
	  .help = "draw over this pic: a number in the game, or a file" },
	{ CHOICE_OPTION("overlay", "WHAT", struct request, overlay, overlay_choices),
	  .help = "blend the priority or control map over the visual map" },
	{ FLAG_OPTION("bands", struct request, pics.bands),
	  .help = "show where the bands of priorities begin" },
	SCALE_OPTION(struct request, pics.scale),
	{ FLAG_OPTION("aspect", struct request, pics.aspect),
	  .help = "stretch height 6:5, as a monitor shows it" },
	{ NUMBER_OPTION("steps", "N", struct request, pics.steps, 1, 1000000),
	  .help = "animate the drawing: steps per picture (default 1)" },
	{ NUMBER_OPTION("fps", "N", struct request, pics.fps, 1, MAX_FPS),
	  .help = "pictures per second of apng, gif and y4m (default 50)" },
	{ FLAG_OPTION("list", struct request, list),
	  .help = "print the drawing programs, write no pictures" },
	{ FLAG_OPTION("svg", struct request, svg),
	  .help = "write a vector picture, as --format svg" },
	{ FLAG_OPTION("pack", struct request, command.packs),
	  .help = "trace pictures (PNG or SVG, of each map) into pics" },
	{ TEXT_OPTION("against", "PIC", struct request, pics.against),
	  .help = "with --pack: say how long the pic is against this one" },
	{ FLAG_OPTION("bare", struct request, pics.is_bare),
	  .help = "with --pack: write the resource without a patch file's header" },
	{ FLAG_OPTION("plain", struct request, pics.plain),
	  .help = "print programs without offsets and opcodes" },
	{ 0 },
};

static const struct request defaults = {
	.command = { SCI_KIND(sci_pic_kind, struct request, pics), .check = check,
		     .list = pic2png_list, .pack = sci_pic_pack,
		     .pack_ending = sci_pic_pack_ending, .narrow = sci_pic_narrow }
};

const struct command cmd_pic2png = {
	.name = "pic2png",
	.family = FAMILY_SCI,
	.brief = "draw SCI pics, list their commands, trace pictures into pics",
	.usage = "[OPTION]... GAME_DIR|FILE...",
	.options = option_table,
	.results = (const struct fields *const[]){ SCI_RESOURCES(&sci_pic_fields,
								 &sci_pic_steps_fields),
						   &sci_pic_pack_fields, NULL },
	.common = COMMON_ALL | COMMON_LOOSE,
	COMMAND_REQUEST(struct request, command.common),
	.defaults = &defaults,
	.converter = &sci_converter,
	.run = convert_main,
};
