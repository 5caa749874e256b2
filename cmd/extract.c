#include "assets/convert.h"
#include "cli/opt.h"
#include "cli/sound_options.h"
#include "game/game.h"

#include <string.h>

static void release(void *choice)
{
	extract_choice_free(choice);
}

static int check(const struct command *self, void *context)
{
	struct extract_request *request = context;
	const char *output = request->common.output;
	const size_t count = request->common.operand_count;
	const char *wrong;

	if (!count)
		return opt_usage_error(self, "no game given: name its folder");
	for (size_t i = 0; i < count; i++)
		if (strcmp(request->common.operands[i], "-") == 0)
			return opt_usage_error(
				self, "a game is a folder or a file, not standard input");
	if (output && (!*output || strcmp(output, "-") == 0))
		return opt_usage_error(self, "-o: the output is a folder");
	wrong = extract_choice_parse(&request->only, &request->except, request->formats,
				     request->max_size, &request->choice);
	common_keep(&request->common, &request->choice, release);
	return wrong ? opt_usage_error(self, "%s", wrong)
		     : sound_max_length_parse(self, request->max_length,
					      &request->choice.wishes.max_length);
}

static const char *const index_choices[] = { "json", "jsonl", "sqlite", NULL };

static const struct opt option_table[] = {
	{ LIST_OPTION("only", "KIND[:RANGE]", struct extract_request, only),
	  .help = "make these assets: view, view:1-5 (may be repeated)" },
	{ LIST_OPTION("except", "KIND[:RANGE]", struct extract_request, except),
	  .help = "do not make these (may be repeated)" },
	{ TEXT_OPTION("formats", "LIST", struct extract_request, formats),
	  .help = "formats to write: gif,wav,tmx (default png,apng,flac,tmj)" },
	{ TEXT_OPTION("max-size", "SIZE", struct extract_request, max_size),
	  .help = "write no file larger than this: 500K, 20M, 1G" },
	{ TEXT_OPTION("max-length", "S", struct extract_request, max_length),
	  .help = "cut sounds that last longer than S seconds; default: 600" },
	{ TEXT_OPTION("exe", "FILE", struct extract_request, wishes.exe),
	  .help = "program with tables of a Keen game (default: found by itself)" },
	{ TEXT_OPTION("layout", "FILE", struct extract_request, wishes.layout),
	  .help = "layout of a Keen game's graphics; a file, or a built-in name" },
	{ TEXT_OPTION("game", "NAME", struct extract_request, wishes.game),
	  .help = "one of several games; nemesis or zgi: which of the Zorks it is" },
	{ CHOICE_OPTION("index", "NAME", struct extract_request, index, index_choices),
	  .help = "write the index as jsonl or sqlite, too; default: json" },
	{ FLAG_OPTION("no-page", struct extract_request, no_page),
	  .help = "write no page (index.html), only index.json" },
	{ FLAG_OPTION("dry-run", struct extract_request, dry_run),
	  .files = OPT_MAKES_NONE, .help = "list what would be made, write nothing" },
	{ 0 },
};

static const struct converter converter = {
	.check = check,
	.checks_streams = true,
	.folder_ending = ".extracted",
	.makes_folder = true,
	.run = extract_run_input,
};

const struct command cmd_extract = {
	.name = "extract",
	.family = FAMILY_GAMES,
	.brief = "convert whole games to open formats, with a page to look at",
	.usage = "[OPTION]... GAME...",
	.options = option_table,
	.common = COMMON_ALL | COMMON_BUDGET | COMMON_LOOSE | COMMON_TEXTS,
	.files = COMMAND_MAKES_TEMPORARY,
	COMMAND_REQUEST(struct extract_request, common),
	.converter = &converter,
	.results = (const struct fields *const[]){ &extract_fields, NULL },
	.documents = (const struct document *const[]){ &extract_document,
						       &extract_games_document, NULL },
	.run = convert_main,
};
