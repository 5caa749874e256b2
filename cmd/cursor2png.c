#include "assets/convert.h"
#include "assets/sci/sci.h"
#include "cli/opt.h"

#include <string.h>

static const char *const format_choices[] = { "auto", "all", "png", "cur", "json", NULL };
static const char *const hotspot_choices[] = { "sci0", "stored", NULL };
static const char *const both_choices[] = { "white", "gray", NULL };

struct request {
	struct sci_command command; /* must be the first member */
	struct sci_cursor_options cursor;
	unsigned format, hotspot, both;
};

static unsigned format_of(const char *output)
{
	static const struct file_ending endings[] = { { ".png", SCI_CURSOR_PNG },
						      { ".cur", SCI_CURSOR_CUR },
						      { ".json", SCI_CURSOR_JSON },
						      { 0 } };

	return output && strcmp(output, "-") == 0
		       ? SCI_CURSOR_PNG
		       : file_ending_value(output, endings, SCI_CURSOR_AUTO);
}

static int check(const struct command *self, void *context)
{
	struct request *request = context;

	if (request->command.packs &&
	    (request->format || request->both || request->cursor.shows_origin ||
	     request->cursor.scale > 1))
		return opt_usage_error(
			self, "--pack takes no --format, --scale, --both and --origin");
	if (!request->command.packs && request->cursor.is_bare)
		return opt_usage_error(self, "--bare needs --pack");
	request->cursor.is_stored = request->hotspot == 1;
	request->cursor.has_gray = request->both == 1;
	if (request->format == SCI_CURSOR_AUTO)
		request->format = format_of(request->command.common.output);
	request->cursor.format = (enum sci_cursor_format)request->format;
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	SCI_NUMBER_OPTION(struct request, command),
	SCI_LIST_OPTION(struct request, command),
	{ CHOICE_OPTION("format", "NAME", struct request, format, format_choices),
	  .help = "png, json, cur, all; default: by -o, else png and json" },
	SCALE_OPTION(struct request, cursor.scale),
	{ CHOICE_OPTION("hotspot", "RULE", struct request, hotspot, hotspot_choices),
	  .help = "sci0 (default): (8, 8) or (0, 0); stored: the SCI1 field" },
	{ CHOICE_OPTION("both", "COLOR", struct request, both, both_choices),
	  .help = "colour of pixels in both masks: white (default), gray (SCI01)" },
	{ FLAG_OPTION("origin", struct request, cursor.shows_origin),
	  .help = "mark the hot spot in PNG files in red" },
	{ FLAG_OPTION("pack", struct request, command.packs),
	  .help = "pack pictures (PNG with their JSON, or CUR) into cursors" },
	{ FLAG_OPTION("bare", struct request, cursor.is_bare),
	  .help = "with --pack: write the resource without a patch file's header" },
	{ 0 },
};

static const struct request defaults = {
	.command = { SCI_KIND(sci_cursor_kind, struct request, cursor), .check = check,
		     .pack = sci_cursor_pack },
	.cursor.scale = 1
};

const struct command cmd_cursor2png = {
	.name = "cursor2png",
	.family = FAMILY_SCI,
	.brief = "convert mouse cursors of Sierra's SCI games to PNG, and back",
	.usage = "[OPTION]... GAME_DIR|FILE...",
	.options = option_table,
	.results =
		(const struct fields *const[]){ SCI_RESOURCES(&sci_cursor_fields), NULL },
	.documents = (const struct document *const[]){ &sci_cursor_document, NULL },
	.common = COMMON_ALL | COMMON_LOOSE,
	COMMAND_REQUEST(struct request, command.common),
	.defaults = &defaults,
	.converter = &sci_converter,
	.run = convert_main,
};
