#include "cli/opt.h"
#include "game/game.h"

struct identify_request {
	struct common common;
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	const struct identify_request *request = context;

	if (!count)
		return opt_usage_error(self, "no file or folder given");
	return identify_files(self->name, &request->common, operands, count) ? EXIT_DONE
									     : EXIT_BAD;
}

const struct command cmd_identify = {
	.name = "identify",
	.family = FAMILY_GAMES,
	.brief = "name the format of files, and the games in folders and archives",
	.usage = "[OPTION]... FILE|FOLDER...",
	.common = COMMON_OUTPUT | COMMON_JSON | COMMON_WORK,
	.files = COMMAND_WRITES_NAMED | COMMAND_MAKES_TEMPORARY,
	COMMAND_REQUEST(struct identify_request, common),
	.documents = (const struct document *const[]){ &identify_document, NULL },
	.run = run,
};
