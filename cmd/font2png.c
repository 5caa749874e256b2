#include "assets/convert.h"
#include "assets/sci/sci.h"
#include "cli/font_text_options.h"
#include "cli/opt.h"
#include "media/picture/sheet.h"
#include "task/file.h"

#include <string.h>

static const char *const format_choices[] = { "auto", "all", "png", "bdf", "json", NULL };

struct request {
	struct sci_command command; /* must be the first member */
	struct sci_font_pack_options work;
	unsigned format;
	const char *text;
	struct exh_writer text_bytes;
};

static int check_text(const struct command *self, struct request *request)
{
	int status;

	if (request->format != SCI_FONT_AUTO && request->format != SCI_FONT_PNG)
		return opt_usage_error(self, "--text can only be drawn as PNG");
	status = font_text_parse(self, &request->command.common, request->text,
				 &request->text_bytes);
	request->work.font.has_text = true;
	request->work.font.text = exh_writer_bytes(&request->text_bytes);
	return status;
}

static unsigned format_of(const char *output)
{
	static const struct file_ending endings[] = { { ".png", SCI_FONT_PNG },
						      { ".bdf", SCI_FONT_BDF },
						      { ".json", SCI_FONT_JSON },
						      { 0 } };

	return output && strcmp(output, "-") == 0
		       ? SCI_FONT_PNG
		       : file_ending_value(output, endings, SCI_FONT_ALL);
}

static int check(const struct command *self, void *context)
{
	struct request *request = context;

	if (request->command.packs && (request->text || request->format != SCI_FONT_AUTO))
		return opt_usage_error(self, "--pack takes neither --text nor --format");
	if (!request->command.packs && (request->work.bare || request->work.quantize))
		return opt_usage_error(self, "--bare and --quantize need --pack");
	if (request->text)
		return check_text(self, request);
	if (request->format == SCI_FONT_AUTO)
		request->format = format_of(request->command.common.output);
	request->work.font.format = (enum sci_font_format)request->format;
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	SCI_NUMBER_OPTION(struct request, command),
	SCI_LIST_OPTION(struct request, command),
	{ CHOICE_OPTION("format", "NAME", struct request, format, format_choices),
	  .help = "png, json, bdf, all; default: by -o, else all" },
	SCALE_OPTION(struct request, work.font.scale),
	FONT_TEXT_OPTION(struct request, text),
	{ FLAG_OPTION("pack", struct request, command.packs),
	  .help = "pack sheets (PNG and JSON) or BDF files into fonts" },
	{ FLAG_OPTION("bare", struct request, work.bare),
	  .help = "with --pack: write the resource without a patch file's header" },
	{ FLAG_OPTION("quantize", struct request, work.quantize),
	  .help = "with --pack: replace colours by the nearer of black and white" },
	{ 0 },
};

static const struct request defaults = {
	.command = { SCI_KIND(sci_font_kind, struct request, work), .check = check,
		     .pack = sci_font_pack },
	.work.font.scale = 1,
};

const struct command cmd_font2png = {
	.name = "font2png",
	.family = FAMILY_SCI,
	.brief = "convert the fonts of Sierra's SCI games to PNG and BDF, and back",
	.usage = "[OPTION]... GAME_DIR|FILE...",
	.options = option_table,
	.results = (const struct fields *const[]){ SCI_RESOURCES(&sci_font_row_fields),
						   &sci_font_row_fields, NULL },
	.documents = (const struct document *const[]){ &sheet_document, NULL },
	.common = COMMON_ALL | COMMON_LOOSE | COMMON_TEXTS | COMMON_BYTES,
	COMMAND_REQUEST(struct request, command.common),
	.defaults = &defaults,
	.converter = &sci_converter,
	.run = convert_main,
};
