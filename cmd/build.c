#include "assets/convert.h"
#include "cli/opt.h"
#include "game/game.h"
#include "task/file.h"
#include "task/outputs.h"

#include <string.h>

/* True if a path is a name without folders, or lies in the folder. */
static bool is_name_in(const char *path, const char *folder)
{
	const size_t size = folder ? strlen(folder) : 0;

	if (size && strncmp(path, folder, size) == 0 &&
	    (path[size] == '/' || path[size - 1] == '/'))
		path += size + strspn(path + size, "/");
	return *path && !strchr(path, '/') && strcmp(path, ".") != 0 &&
	       strcmp(path, "..") != 0 && strcmp(path, "-") != 0;
}

static int check(const struct command *self, void *context)
{
	struct build_request *request = context;
	const char *output = request->common.output;
	const size_t count = request->common.operand_count;

	if (!count)
		return opt_usage_error(self,
				       "no folder given: name one that extract made");
	for (size_t i = 0; i < count; i++)
		if (strcmp(request->common.operands[i], "-") == 0)
			return opt_usage_error(
				self, "the input is a folder, not standard input");
	if (output && (!*output || strcmp(output, "-") == 0))
		return opt_usage_error(self, "-o: the output is a folder");
	if (request->patch && !is_name_in(request->patch, output))
		return opt_usage_error(self,
				       "--patch %s: the name of a file in the new game, "
				       "without a folder",
				       request->patch);
	if (request->patch)
		request->patch = file_name(request->patch);
	if (request->original && count > 1)
		return opt_usage_error(self, "--original goes with one folder");
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ TEXT_OPTION("original", "DIR", struct build_request, original),
	  .help = "the game it came from; default: where it was" },
	{ TEXT_OPTION("patch", "NAME", struct build_request, patch),
	  .help = "Keen: write a patch file for CKPatch, leave the program alone" },
	{ FLAG_OPTION("force-tiles", struct build_request, force_tiles),
	  .help = "Keen: take levels with tiles that the graphics lack" },
	{ 0 },
};

static const struct converter converter = {
	.check = check,
	.checks_streams = true,
	.folder_ending = ".built",
	.makes_folder = true,
	.run = build_run_input,
};

const struct command cmd_build = {
	.name = "build",
	.family = FAMILY_GAMES,
	.brief = "pack the files that extract made, edited or not, into a game",
	.usage = "[OPTION]... FOLDER...",
	.options = option_table,
	.common = COMMON_ALL | COMMON_LOOSE | COMMON_TEXTS,
	.files = COMMAND_MAKES_TEMPORARY,
	.reads = build_reads,
	COMMAND_REQUEST(struct build_request, common),
	.converter = &converter,
	.results = (const struct fields *const[]){ &build_fields, NULL },
	.run = convert_main,
};
