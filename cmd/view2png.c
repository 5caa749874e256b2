#include "assets/sci0/view/sci_views.h"
#include "cli/sci_command.h"
#include "task/file.h"

#include <stdlib.h>

enum { MOST_SCALE = 64 };

struct request {
	struct sci_view_options options; /* first: the command knows it by them */
	struct sci_command command;
	struct strings loops, cels;
};

static int parse_ranges(const struct command *self, const char *option,
			const struct strings *texts, struct range **ranges, size_t *count)
{
	for (size_t i = 0; i < texts->count; i++) {
		const char *wrong = ranges_parse_numbers(texts->items[i], ranges, count);

		if (wrong)
			return opt_usage_error(self,
					       "%s %s: expected numbers and ranges (as "
					       "3, 0-9, 5- or 1,4) at \"%s\"",
					       option, texts->items[i], wrong);
	}
	return EXIT_DONE;
}

/* By the ending of -o, if it was not told. */
static void choose_format(struct sci_view_options *options, const char *output)
{
	if (options->format != SCI_VIEW_AUTO || options->sheet || !output)
		return;
	if (file_has_ending(output, ".gif"))
		options->format = SCI_VIEW_GIF;
	else if (file_has_ending(output, ".apng"))
		options->format = SCI_VIEW_APNG;
}

static int check(const struct command *self, void *context, const struct common *common)
{
	struct request *request = context;
	struct sci_view_options *options = &request->options;
	int status = parse_ranges(self, "--loop", &request->loops, &options->loops,
				  &options->loop_count);

	if (!status)
		status = parse_ranges(self, "--cel", &request->cels, &options->cels,
				      &options->cel_count);
	if (status)
		return status;
	if (options->sheet && options->format > SCI_VIEW_PNG)
		return opt_usage_error(self, "--sheet and --format %s: one of them",
				       sci_view_formats[options->format]);
	choose_format(options, common->output);
	if (options->fps.given && !options->sheet && options->format <= SCI_VIEW_PNG)
		return opt_usage_error(self, "--fps is for --format apng or gif, and for "
					     "--sheet");
	return EXIT_DONE;
}

static int run(const struct command *self, int argc, char **argv)
{
	struct request request = {
		.options = { .fps = { .least = 0.1, .most = 60 } },
	};
	struct sci_view_options *options = &request.options;
	const struct opt opts[] = {
		{ 0, "format", "NAME", OPT_CHOICE, &options->format,
		  "auto (default), png, apng, gif: a file a cel, or a loop", 0, 0,
		  sci_view_formats },
		{ 0, "sheet", NULL, OPT_FLAG, &options->sheet,
		  "a PNG a view, its loops as rows, and a JSON that tells where", 0, 0,
		  NULL },
		SCI_NUMBER_OPTION(&request.command),
		{ 0, "loop", "N[,A-B]", OPT_LIST, &request.loops,
		  "only these loops; may be repeated", 0, 0, NULL },
		{ 0, "cel", "N[,A-B]", OPT_LIST, &request.cels,
		  "only these cels of each loop; may be repeated", 0, 0, NULL },
		{ 0, "scale", "N", OPT_NUMBER, &options->scale,
		  "each pixel becomes N by N", 1, MOST_SCALE, NULL },
		{ 0, "origin", NULL, OPT_FLAG, &options->origin,
		  "mark the object's place with a cross", 0, 0, NULL },
		{ 0, "fps", "N", OPT_REAL, &options->fps,
		  "cels a second in animations; default 10", 0, 0, NULL },
		{ 0 },
	};
	int status;

	request.command.kind = &sci_view_kind;
	request.command.options = &request;
	request.command.check = check;
	status = sci_command_main(self, &request.command, opts, argc, argv);
	free(options->loops);
	free(options->cels);
	free((void *)request.loops.items);
	free((void *)request.cels.items);
	return status;
}

const struct command cmd_view2png = {
	.name = "view2png",
	.family = "SCI0",
	.brief = "turn views of SCI0 games into PNG, sheets and animations",
	.usage = "[OPTION]... GAME|VIEW...",
	.run = run,
};
