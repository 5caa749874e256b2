#include "assets/sci0/view/png2view.h"
#include "assets/sci0/view/view_manifest.h"
#include "cli/inputs.h"
#include "cli/scale_options.h"
#include "task/file.h"
#include "task/output_names.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check(const struct command *self, const struct png2view_request *request,
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
	return inputs_check(self, &request->common, request->folders.items,
			    request->folders.count, true);
}

static void end_with_sums(const struct command *self, struct png2view_request *request)
{
	struct report report;

	report_start(&report, self->name, &request->common);
	png2view_report_sums(request, &report);
	report_end(&report);
}

static int run_all(const struct command *self, struct png2view_request *request,
		   char **paths, size_t count)
{
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .output_for = png2view_output_for,
				       .parallel = true,
				       .run = png2view_run_input,
				       .context = request };
	int status;

	for (size_t i = 0; i < count; i++)
		png2view_add_input(request, paths[i]);
	status = check(self, request, count);
	if (status)
		return status;
	status = inputs_run(&inputs, request->folders.items, request->folders.count);
	if (request->changed)
		end_with_sums(self, request);
	return status;
}

/*
 * Pictures instead of folders.
 */

struct command_request {
	struct png2view_request views; /* first: what runs take */
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

/* "X,Y" */
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

static int run_frames(const struct command *self, struct command_request *request,
		      char **paths, size_t count)
{
	const struct inputs inputs = { .self = self,
				       .common = &request->views.common,
				       .run = png2view_run_frames,
				       .context = request };
	const int status =
		check_frames(self, request, count - count_pictures(paths, count));

	request->views.frames.paths = paths;
	request->views.frames.path_count = count;
	return status ? status
		      : inputs_run_one(&inputs, NULL, request->views.common.output);
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

static int run_folders(const struct command *self, struct command_request *request,
		       char **operands, size_t count)
{
	struct png2view_request *views = &request->views;
	int status;

	if (request->origin_text || views->frames.scale)
		return opt_usage_error(self,
				       "--%s is for pictures: a manifest has its own",
				       request->origin_text ? "origin" : "scale");
	status = run_all(self, views, operands, count);
	for (size_t i = 0; i < views->folders.count; i++)
		free(views->folders.items[i]);
	free(views->folders.items);
	return status;
}

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	return count_pictures(operands, count)
		       ? run_frames(self, context, operands, count)
		       : run_folders(self, context, operands, count);
}

const struct command cmd_png2view = {
	.name = "png2view",
	.family = FAMILY_SCI0,
	.brief = "make views of SCI0 games from PNG files, animations and sheets",
	.usage = "[OPTION]... -o OUT FOLDER...|PICTURE|SHEET.json...",
	.options = option_table,
	.common = COMMON_ALL,
	.files = COMMAND_WRITES_NAMED,
	COMMAND_REQUEST(struct command_request, views.common),
	.run = run,
};
