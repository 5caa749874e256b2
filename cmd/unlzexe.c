#include "assets/general/unlzexe.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"
#include "task/file.h"

#include <exhume/codec.h>

#include <stdio.h>

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
static int run_inputs(const struct inputs *inputs, char **paths, size_t count)
{
	const char *output = inputs->common->output;
	const bool made = count == 1 || !output || make_folder(inputs->self, output);
	const int status = inputs_run(inputs, paths, made ? count : 0);

	return made ? status : EXIT_BAD;
}

static int check(const struct command *self, const struct unlzexe_request *request,
		 char **inputs, size_t count)
{
	if (!count)
		return opt_usage_error(self, "no program given");
	return inputs_check(self, &request->common, inputs, count, true);
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("pack-as", "VERSION", struct unlzexe_request, pack, pack_choices),
	  .help = "pack as 0.90 or 0.91 instead (the result does not run)" },
	{ 0 },
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct unlzexe_request *request = context;
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .output_for = unlzexe_output_for,
				       .run = unlzexe_run_input,
				       .context = request };
	const int status = check(self, request, operands, count);

	return status ? status : run_inputs(&inputs, operands, count);
}

const struct command cmd_unlzexe = {
	.name = "unlzexe",
	.family = FAMILY_ALL,
	.brief = "unpack programs that were packed by LZEXE",
	.usage = "[OPTION]... PROGRAM...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct unlzexe_request, common),
	.run = run,
};
