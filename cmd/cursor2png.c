#include "assets/sci0/sci_cursor.h"
#include "cli/command.h"
#include "cli/opt.h"
#include "cli/sci_command.h"

#include <string.h>

enum { MOST_SCALE = 64 };

static const char *const format_choices[] = { "auto", "all", "png", "cur", "json", NULL };
static const char *const hotspot_choices[] = { "sci0", "stored", NULL };
static const char *const both_choices[] = { "white", "gray", NULL };

struct request {
	struct sci_cursor_options cursor; /* first: the converter takes it for all */
	unsigned format, hotspot, both;
};

static enum sci_cursor_format format_of(const char *output)
{
	if (!output)
		return SCI_CURSOR_AUTO;
	return strcmp(output, "-") == 0 || file_has_ending(output, ".png")
		       ? SCI_CURSOR_PNG
	       : file_has_ending(output, ".cur")  ? SCI_CURSOR_CUR
	       : file_has_ending(output, ".json") ? SCI_CURSOR_JSON
						  : SCI_CURSOR_AUTO;
}

static int check(const struct command *self, void *context, const struct common *common)
{
	struct request *request = context;

	(void)self;
	request->cursor.is_stored = request->hotspot == 1;
	request->cursor.has_gray = request->both == 1;
	request->cursor.format = request->format == SCI_CURSOR_AUTO
					 ? format_of(common->output)
					 : (enum sci_cursor_format)request->format;
	return EXIT_DONE;
}

static int run(const struct command *self, int argc, char **argv)
{
	struct request request = { .cursor.scale = 1 };
	struct sci_command command = { .kind = &sci_cursor_kind,
				       .options = &request,
				       .check = check };
	const struct opt opts[] = {
		SCI_NUMBER_OPTION(&command),
		{ 0, "format", "NAME", OPT_CHOICE, &request.format,
		  "png, json, cur, all; default: as -o ends, else png and json", 0, 0,
		  format_choices },
		{ 0, "scale", "N", OPT_NUMBER, &request.cursor.scale,
		  "enlarge PNG N times (1 to 64)", 1, MOST_SCALE, NULL },
		{ 0, "hotspot", "RULE", OPT_CHOICE, &request.hotspot,
		  "sci0 (default): (8, 8) or (0, 0); stored: as SCI1 has it", 0, 0,
		  hotspot_choices },
		{ 0, "both", "COLOR", OPT_CHOICE, &request.both,
		  "of pixels in both masks: white (default), gray (SCI01)", 0, 0,
		  both_choices },
		{ 0, "origin", NULL, OPT_FLAG, &request.cursor.shows_origin,
		  "mark the hot spot in PNG, in red", 0, 0, NULL },
		{ 0 },
	};

	return sci_command_main(self, &command, opts, argc, argv);
}

const struct command cmd_cursor2png = {
	.name = "cursor2png",
	.family = "SCI0",
	.brief = "make pictures of the mouse cursors of Sierra's SCI games",
	.usage = "[OPTION]... GAME_DIR|FILE...",
	.run = run,
};
