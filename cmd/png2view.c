#include "assets/convert.h"
#include "assets/sci/view/view.h"
#include "cli/opt.h"
#include "task/file.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

/*
 * A view of pictures instead of folders.
 */

struct command_request {
	struct png2view_request views; /* first member: runs get a pointer to it */
	const char *origin_text;
};

static bool is_picture(const char *path)
{
	return !file_is_folder(path) &&
	       (file_has_ending(path, ".png") || file_has_ending(path, ".apng") ||
		file_has_ending(path, ".gif") ||
		(file_has_ending(path, ".json") &&
		 strcmp(file_name(path), VIEW_MANIFEST) != 0));
}

static size_t count_pictures(char *const *paths, size_t count)
{
	size_t pictures = 0;

	for (size_t i = 0; i < count; i++)
		pictures += is_picture(paths[i]);
	return pictures;
}

/* Parses "X,Y". */
static bool parse_origin(const char *text, struct view_frames_request *frames)
{
	char *end;
	const long x = strtol(text, &end, 10);
	const char *second = *end == ',' ? end + 1 : end;
	const long y = strtol(second, &end, 10);

	frames->has_origin = second != text && end != second && !*end && x > INT16_MIN &&
			     x < INT16_MAX && y > INT16_MIN && y < INT16_MAX;
	frames->origin_x = (int)x;
	frames->origin_y = (int)y;
	return frames->has_origin;
}

static int check_frames(const struct command *self, struct command_request *request,
			size_t folder_count)
{
	const struct common *common = &request->views.common;

	if (folder_count)
		return opt_usage_error(self, "pictures make one view, folders another: "
					     "give either");
	if (!common->output || output_is_folder(common->output, false))
		return opt_usage_error(self, "no output given: use -o FILE");
	if (strcmp(common->output, "-") == 0 && common->json)
		return opt_usage_error(
			self, "-o - and --json both use standard output: give only one");
	if (request->views.changed)
		return opt_usage_error(self, "--changed needs folders with a manifest");
	if (request->origin_text &&
	    !parse_origin(request->origin_text, &request->views.frames))
		return opt_usage_error(self,
				       "--origin %s: expected two numbers like 12,31",
				       request->origin_text);
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ FLAG_OPTION("bare", struct command_request, views.bare),
	  .help = "write the view only, without a patch file's header" },
	{ FLAG_OPTION("changed", struct command_request, views.changed),
	  .help = "write only views that differ from what was extracted" },
	{ FLAG_OPTION("quantize", struct command_request, views.quantize),
	  .help = "replace colours that EGA lacks by the nearest" },
	{ TEXT_OPTION("origin", "X,Y", struct command_request, origin_text),
	  .help = "pictures: the object's place; default: middle of the last row" },
	{ NUMBER_OPTION("scale", "N", struct command_request, views.frames.scale, 1,
			SCALE_MOST),
	  .help = "pictures: they are enlarged N times (1 to 64)" },
	{ 0 },
};

static void release(void *context)
{
	struct png2view_request *request = context;

	for (size_t i = 0; i < request->folders.count; i++)
		free(request->folders.items[i]);
	free(request->folders.items);
}

static int check_folders(const struct command *self, struct png2view_request *request,
			 size_t count)
{
	const char *output = request->common.output;

	if (!count)
		return opt_usage_error(self, "no folder or picture given");
	if (!output)
		return opt_usage_error(self,
				       "no output given: use -o FILE or -o FOLDER/");
	if (request->in_folder && strcmp(output, "-") == 0)
		return opt_usage_error(self, "-o - takes one view");
	return EXIT_DONE;
}

static int check(const struct command *self, void *context)
{
	struct command_request *request = context;
	struct png2view_request *views = &request->views;
	struct common *common = &views->common;
	const size_t count = common->operand_count;
	const size_t pictures = count_pictures(common->operands, count);

	if (pictures)
		return check_frames(self, request, count - pictures);
	if (request->origin_text || views->frames.scale)
		return opt_usage_error(self,
				       "--%s is for pictures: a manifest has its own",
				       request->origin_text ? "origin" : "scale");
	common_keep(common, views, release);
	for (size_t i = 0; i < count; i++)
		png2view_add_input(views, common->operands[i]);
	common->operands = views->folders.items;
	common->operand_count = views->folders.count;
	return check_folders(self, views, count);
}

static const struct converter frames = {
	.checks_streams = true,
	.makes_one = true,
	.run = png2view_run_frames,
};

static const struct converter converter;

static const struct converter *choose(const void *context)
{
	const struct png2view_request *request = context;

	return request->folders.items ? &converter : &frames;
}

static const struct converter converter = {
	.check = check,
	.choose = choose,
	.output_for = png2view_output_for,
	.is_parallel = true,
	.run = png2view_run_input,
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct png2view_request *request = context;
	const int status = convert_main(self, context, operands, count);
	struct report report;

	if (request->changed && request->folders.items && status != EXIT_USAGE) {
		report_start(&report, self->name, &request->common);
		png2view_report_sums(request, &report);
		report_end(&report);
	}
	return status;
}

const struct command cmd_png2view = {
	.name = "png2view",
	.family = FAMILY_SCI,
	.brief = "make views of SCI0 games from PNG files, animations and sheets",
	.usage = "[OPTION]... -o OUT FOLDER...|PICTURE|SHEET.json...",
	.options = option_table,
	.results = (const struct fields *const[]){ &png2view_fields, NULL },
	.common = COMMON_ALL,
	.files = COMMAND_WRITES_NAMED,
	COMMAND_REQUEST(struct command_request, views.common),
	.converter = &converter,
	.run = run,
};
