#include "assets/convert.h"
#include "assets/general/general.h"
#include "cli/opt.h"
#include "task/file.h"
#include "task/outputs.h"

#include <exhume/codec.h>

#include <stdio.h>
#include <string.h>

static const char *const pack_choices[] = { "none", "0.90", "0.91", NULL };

static bool make_folder(const struct command *self, const char *folder)
{
	struct exh_error err;

	if (file_make_folder(folder, &err) == EXH_OK)
		return true;
	fprintf(stderr, "exhume %s: %s: %s\n", self->name, folder, err.text);
	return false;
}

/* Of several programs -o is the folder. */
static int check(const struct command *self, void *context)
{
	const struct unlzexe_request *request = context;
	const struct common *common = &request->common;

	return common->operand_count < 2 || !common->output || !*common->output ||
			       strcmp(common->output, "-") == 0 ||
			       make_folder(self, common->output)
		       ? EXIT_DONE
		       : EXIT_BAD;
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("pack-as", "VERSION", struct unlzexe_request, pack, pack_choices),
	  .help = "pack as 0.90 or 0.91 instead (the result does not run)" },
	{ 0 },
};

static const struct converter converter = {
	.input_name = "program",
	.check = check,
	.output_for = unlzexe_output_for,
	.run = unlzexe_run_input,
};

const struct command cmd_unlzexe = {
	.name = "unlzexe",
	.family = FAMILY_ALL,
	.brief = "unpack programs that were packed by LZEXE",
	.usage = "[OPTION]... PROGRAM...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct unlzexe_request, common),
	.converter = &converter,
	.run = convert_main,
};
