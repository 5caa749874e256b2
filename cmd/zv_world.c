#include "assets/convert.h"
#include "assets/zvision/world/zv_world.h"
#include "cli/opt.h"
#include "task/file.h"

static const char *const format_choices[] = { "auto",	 "text", "json", "dot",
					      "graphml", "html", NULL };

static int parse_start(const struct command *self, struct zv_world_request *request)
{
	const char *text = request->start;

	if (zv_read_place(text ? text : "gary", request->begin) &&
	    (!text || !text[ZV_PLACE_SIZE]))
		return EXIT_DONE;
	return opt_usage_error(
		self, "--start %s: expected a place of four letters or digits", text);
}

static int parse_path(const struct command *self, struct zv_world_request *request)
{
	const char *text = request->path;

	if (!text || (zv_read_place(text, request->from) && text[ZV_PLACE_SIZE] == ',' &&
		      zv_read_place(text + ZV_PLACE_SIZE + 1, request->to) &&
		      !text[2 * ZV_PLACE_SIZE + 1]))
		return EXIT_DONE;
	return opt_usage_error(self,
			       "--path %s: expected two places of four letters or "
			       "digits, as in gary,hall",
			       text);
}

static void choose_format(struct zv_world_request *request)
{
	static const struct file_ending endings[] = {
		{ ".json", ZV_WORLD_JSON },
		{ ".dot", ZV_WORLD_DOT },
		{ ".gv", ZV_WORLD_DOT },
		{ ".graphml", ZV_WORLD_GRAPHML },
		{ ".html", ZV_WORLD_HTML },
		{ ".htm", ZV_WORLD_HTML },
		{ 0 },
	};

	if (request->format == ZV_WORLD_AUTO)
		request->format =
			file_ending_value(request->common.output, endings, ZV_WORLD_TEXT);
}

/* The logic takes the place of the map, in a format of its own. */
static int check_logic(const struct command *self, struct zv_world_request *request)
{
	static const enum zv_world_format formats[] = { ZV_WORLD_AUTO, ZV_WORLD_TEXT,
							ZV_WORLD_JSON, ZV_WORLD_DOT };

	if (!request->logic)
		return EXIT_DONE;
	if (request->format != ZV_WORLD_AUTO)
		return opt_usage_error(self, "--logic and --format can't be given both");
	if (request->path)
		return opt_usage_error(self, "--logic and --path can't be given both");
	request->format = formats[request->logic];
	return EXIT_DONE;
}

static int check(const struct command *self, void *context)
{
	struct zv_world_request *request = context;
	int status = parse_start(self, request);

	if (!status)
		status = parse_path(self, request);
	if (status)
		return status;
	if (request->by && !request->path)
		return opt_usage_error(self, "--by needs --path");
	if (request->walk && !request->path)
		return opt_usage_error(self, "--walk needs --path");
	status = check_logic(self, request);
	if (status)
		return status;
	choose_format(request);
	request->common.prints = true;
	return EXIT_DONE;
}

/* Words of enum exh_zv_atlas_order. */
static const char *const by_choices[] = { "ways", "needs", NULL };

static const char *const logic_choices[] = { "no", "text", "json", "dot", NULL };

static const struct opt option_table[] = {
	{ CHOICE_OPTION("format", "NAME", struct zv_world_request, format,
			format_choices),
	  .help = "text (default), json, dot, graphml, html; auto: by -o" },
	{ TEXT_OPTION("start", "PLACE", struct zv_world_request, start),
	  .help = "where the game begins; default: gary" },
	{ TEXT_OPTION("path", "FROM,TO", struct zv_world_request, path),
	  .help = "the shortest path from a place to another" },
	{ CHOICE_OPTION("by", "NAME", struct zv_world_request, by, by_choices),
	  .help = "with --path: ways, the fewest (default), or needs" },
	{ CHOICE_OPTION("logic", "NAME", struct zv_world_request, logic, logic_choices),
	  .help = "what places, items and keys take, as text, json, dot" },
	{ TEXT_OPTION("walk", "FILE", struct zv_world_request, walk), .files = OPT_MADE,
	  .help = "with --path: show it as an animation, as PNG, APNG, GIF, Y4M" },
	SCALE_OPTION(struct zv_world_request, frames.scale),
	{ FLAG_OPTION("no-pictures", struct zv_world_request, no_pictures),
	  .help = "html: leave the places' pictures out" },
	{ 0 },
};

static const struct converter converter = {
	.input_name = "game",
	.takes_one = true,
	.check = check,
	.makes_one = true,
	.run = zv_world_run,
};

const struct command cmd_zv_world = {
	.name = "zv-world",
	.family = FAMILY_ZVISION,
	.brief = "map a ZVision game: places, ways, missing files, shortest path",
	.usage = "[OPTION]... GAME",
	.options = option_table,
	.results = zv_world_results,
	.documents = sequence_documents,
	.common = COMMON_ALL,
	.files = COMMAND_WRITES_NAMED,
	COMMAND_REQUEST(struct zv_world_request, common),
	.converter = &converter,
	.run = convert_main,
};
