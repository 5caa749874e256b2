#include "assets/keen/graphics/font_read.h"
#include "assets/sci0/sci_font.h"
#include "assets/sci0/text/text_escape.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/sci_command.h"
#include "task/json.h"
#include "task/output_names.h"

#include <exhume/sci0_font.h>

#include <stdlib.h>
#include <string.h>

enum { MOST_SCALE = 64, TEXT_LIMIT = 1 << 16, FONT_LIMIT = 1 << 25, MEMORY = 1 << 25 };

static const char *const format_choices[] = { "auto", "all", "png", "bdf", "json", NULL };

struct request {
	struct sci_font_options font; /* first: the converter takes it for all */
	struct sci_command command;
	unsigned format;
	const char *text;
	struct exh_writer text_bytes;
	bool pack, bare, quantize;
};

/*
 * Packing.
 */

/* Glyphs by code; what the sheet does not have is empty. */
static enum exh_status take_glyphs(const struct font_sheet *sheet,
				   struct exh_arena *arena, struct exh_sci0_font *font,
				   struct exh_error *err)
{
	for (size_t i = 0; i < FONT_CODES; i++)
		if (sheet->glyphs[i].pixels && font->glyph_count <= i)
			font->glyph_count = i + 1;
	font->glyphs = exh_alloc(arena, FONT_CODES, sizeof *font->glyphs);
	for (size_t i = 0; i < FONT_CODES && font->glyphs; i++)
		if (sheet->glyphs[i].pixels &&
		    !exh_sci0_glyph_encode(&sheet->glyphs[i], arena, &font->glyphs[i]))
			font->glyphs = NULL;
	return font->glyphs
		       ? EXH_OK
		       : exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
}

static enum exh_status take_numbers(const struct font_sheet *sheet,
				    struct exh_sci0_font *font, struct exh_error *err)
{
	const json_t *object = json_object_get(sheet->root, "font");
	uint32_t first = 0, line_height = 0, count = 0;
	enum exh_status status;

	if (!json_is_object(object))
		return json_wrong(err, "font", "an object with line_height");
	status = json_get_number(object, "line_height", false, UINT16_MAX, &line_height,
				 err);
	if (!status)
		status = json_get_number(object, "first", true, UINT16_MAX, &first, err);
	if (!status)
		status = json_get_number(object, "glyphs", true, FONT_CODES, &count, err);
	*font = (struct exh_sci0_font){ .first = (uint16_t)first,
					.line_height = (uint16_t)line_height,
					.glyph_count = count };
	return status;
}

static enum exh_status make_font(const struct font_sheet *sheet, struct exh_writer *out,
				 struct exh_sci0_font *font, struct exh_error *err)
{
	struct exh_arena arena = { .limit = MEMORY };
	enum exh_status status = take_numbers(sheet, font, err);

	if (!status)
		status = take_glyphs(sheet, &arena, font, err);
	if (!status)
		status = exh_sci0_font_write(font, out, err);
	exh_arena_free(&arena);
	return status;
}

static void finish(const struct request *request, const struct exh_sci0_font *font,
		   const struct exh_writer *out, const char *input, const char *output,
		   struct report *report, json_t *result)
{
	const size_t size = out->size - (request->bare ? 0 : 2);

	if (size > EXH_SCI0_UNPACKED_LIMIT)
		report_warning(report, input, EXH_NO_OFFSET,
			       "%zu bytes: resources end at %d", size,
			       EXH_SCI0_UNPACKED_LIMIT);
	if (!output_write(report, output, exh_writer_bytes(out)))
		return;
	json_object_set_new(result, "output", json_text(output));
	json_object_set_new(result, "size", json_integer((json_int_t)size));
	json_object_set_new(result, "glyphs",
			    json_integer((json_int_t)font->glyph_count));
	json_object_set_new(result, "line_height", json_integer(font->line_height));
}

/* Either of the two files is named; the other lies beside it. */
static void pack_files(const struct request *request, const char *picture,
		       const char *json, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	const struct font_sheet_rules rules = { .quantize = request->quantize,
						.may_be_empty = true };
	struct exh_writer out = { .limit = FONT_LIMIT };
	struct exh_sci0_font font = { 0 };
	struct font_sheet sheet;
	const char *culprit;
	struct exh_error err;

	if (!request->bare)
		exh_sci0_patch_write_header(EXH_SCI0_FONT, &out);
	if (font_sheet_read(picture, json, &rules, &sheet, &culprit, &err)) {
		report_failure(report, culprit, &err);
	} else if (make_font(&sheet, &out, &font, &err)) {
		report_failure(report, json, &err);
	} else {
		finish(request, &font, &out, input, output, report, result);
	}
	font_sheet_free(&sheet);
	exh_writer_free(&out);
}

static void pack(const void *context, const char *input, const char *output,
		 struct report *report, json_t *result)
{
	const bool is_picture = file_has_ending(input, ".png");
	char *other = file_with_ending(input, NULL, is_picture ? ".json" : ".png");

	if (!is_picture && !file_has_ending(input, ".json"))
		report_error(report, input, EXH_NO_OFFSET,
			     "neither a .png nor a .json: the sheet of a font is both");
	else if (!other)
		report_error(report, input, EXH_NO_OFFSET, "out of memory");
	else
		pack_files(context, is_picture ? input : other,
			   is_picture ? other : input, input, output, report, result);
	free(other);
}

static bool is_packing(const void *context)
{
	const struct request *request = context;

	return request->pack;
}

/*
 * The command line.
 */

static int check_text(const struct command *self, struct request *request)
{
	const struct text_encoding encoding = { .is_cp437 = true };
	const struct exh_bytes text = { (const uint8_t *)request->text,
					strlen(request->text), 0 };
	size_t wrong;
	bool is_escape;

	if (request->format != SCI_FONT_AUTO && request->format != SCI_FONT_PNG)
		return opt_usage_error(self, "--text is drawn as PNG only");
	if (text.size > TEXT_LIMIT / 2)
		return opt_usage_error(self, "--text: more than %d bytes",
				       TEXT_LIMIT / 2);
	if (!text_unescape_bytes(&encoding, text, &request->text_bytes, &wrong,
				 &is_escape))
		return opt_usage_error(
			self,
			is_escape ? "--text: \"%s\": expected \\n, \\t, \\r, \\\\ or "
				    "\\x00 to \\xff"
				  : "--text: \"%s\": a character that code page 437 does "
				    "not have",
			request->text + wrong);
	request->font.has_text = true;
	request->font.text = exh_writer_bytes(&request->text_bytes);
	return EXIT_DONE;
}

static enum sci_font_format format_of(const char *output)
{
	if (!output)
		return SCI_FONT_ALL;
	return strcmp(output, "-") == 0 || file_has_ending(output, ".png") ? SCI_FONT_PNG
	       : file_has_ending(output, ".bdf")			   ? SCI_FONT_BDF
	       : file_has_ending(output, ".json")			   ? SCI_FONT_JSON
									   : SCI_FONT_ALL;
}

static int check(const struct command *self, void *context, const struct common *common)
{
	struct request *request = context;

	if (request->pack && (request->text || request->format != SCI_FONT_AUTO))
		return opt_usage_error(self, "--pack takes neither --text nor --format");
	if (!request->pack && (request->bare || request->quantize))
		return opt_usage_error(self, "--bare and --quantize go with --pack");
	if (request->text)
		return check_text(self, request);
	request->font.format = request->format == SCI_FONT_AUTO
				       ? format_of(common->output)
				       : (enum sci_font_format)request->format;
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	SCI_NUMBER_OPTION(struct request, command),
	{ CHOICE_OPTION("format", "NAME", struct request, format, format_choices),
	  .help = "png, json, bdf, all; default: by -o, else all" },
	{ NUMBER_OPTION("scale", "N", struct request, font.scale, 1, MOST_SCALE),
	  .help = "enlarge pictures N times (1 to 64)" },
	{ TEXT_OPTION("text", "TEXT", struct request, text),
	  .help = "draw this text; \\n starts a line, \\xNN is a character code" },
	{ FLAG_OPTION("pack", struct request, pack),
	  .help = "pack sheets (PNG and JSON) into fonts" },
	{ FLAG_OPTION("bare", struct request, bare),
	  .help = "with --pack: write the resource without a patch file's header" },
	{ FLAG_OPTION("quantize", struct request, quantize),
	  .help = "with --pack: replace colours by the nearer of black and white" },
	{ 0 },
};

static const struct request defaults = { .command = { .kind = &sci_font_kind,
						      .check = check,
						      .is_packing = is_packing,
						      .pack = pack },
					 .font.scale = 1,
					 .text_bytes.limit = TEXT_LIMIT };

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct request *request = context;
	int status;

	request->command.options = request;
	status = sci_command_main(self, &request->command, operands, count);

	exh_writer_free(&request->text_bytes);
	return status;
}

const struct command cmd_font2png = {
	.name = "font2png",
	.family = FAMILY_SCI0,
	.brief = "make pictures and BDF files of the fonts of Sierra's SCI games, and "
		 "back",
	.usage = "[OPTION]... GAME_DIR|FILE...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct request, command.common),
	.defaults = &defaults,
	.run = run,
};
