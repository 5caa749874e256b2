#include "assets/sci0/view/png2view.h"
#include "cli/inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check(const struct command *self, const struct png2view_request *request,
		 size_t count)
{
	const char *output = request->common.output;

	if (!count)
		return opt_usage_error(self, "no folder given");
	if (!output)
		return opt_usage_error(self,
				       "no output given: use -o FILE or -o FOLDER/");
	if (request->in_folder && strcmp(output, "-") == 0)
		return opt_usage_error(self, "-o - takes one view");
	return inputs_check(self, &request->common, request->folders,
			    request->folder_count, true);
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
		if (!png2view_add_input(request, paths[i])) {
			fprintf(stderr, "exhume %s: out of memory\n", self->name);
			return EXIT_BAD;
		}
	status = check(self, request, count);
	return status ? status
		      : inputs_run(&inputs, request->folders, request->folder_count);
}

static const struct opt option_table[] = {
	{ FLAG_OPTION("bare", struct png2view_request, bare),
	  .help = "write the view only, without a patch file's header" },
	{ FLAG_OPTION("changed", struct png2view_request, changed),
	  .help = "write only views that differ from what was extracted" },
	{ FLAG_OPTION("quantize", struct png2view_request, quantize),
	  .help = "replace colours that EGA lacks by the nearest" },
	{ 0 },
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct png2view_request *request = context;
	const int status = run_all(self, request, operands, count);

	for (size_t i = 0; i < request->folder_count; i++)
		free(request->folders[i]);
	free(request->folders);
	return status;
}

const struct command cmd_png2view = {
	.name = "png2view",
	.family = FAMILY_SCI0,
	.brief = "make views of SCI0 games from PNG files and a manifest",
	.usage = "[OPTION]... -o OUT FOLDER...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct png2view_request, common),
	.run = run,
};
