#include "assets/convert.h"
#include "assets/sci/sci.h"
#include "cli/opt.h"

#include <string.h>

enum { LEAST_VOLUME = 1024 };

/* auto: the method in the manifest, else the smallest result. */
static const char *const method_choices[] = { "auto",	 "stored",   "lzw",
					      "huffman", "smallest", NULL };

static int check(const struct command *self, void *context)
{
	const struct sci_pack_request *request = context;
	const struct common *common = &request->common;
	const char *output = common->output;

	if (!common->operand_count)
		return opt_usage_error(self,
				       "no resources given: name a folder or files");
	if (!output || !*output)
		return opt_usage_error(self, "no output given: use -o OUT_DIR");
	if (strcmp(output, "-") == 0)
		return opt_usage_error(self, "-o -: the output is a folder");
	for (size_t i = 0; i < common->operand_count; i++)
		if (strcmp(common->operands[i], "-") == 0)
			return opt_usage_error(self,
					       "standard input has no name from which to "
					       "take the resource's type and number");
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("method", "NAME", struct sci_pack_request, method,
			method_choices),
	  .help = "compression: auto (default), stored, lzw, huffman, smallest" },
	{ NUMBER_OPTION("volume-size", "N", struct sci_pack_request, volume_size,
			LEAST_VOLUME, EXH_SCI_VOLUME_LIMIT),
	  .help = "largest size of a volume in bytes; default 64 MiB" },
	{ FLAG_OPTION("partial", struct sci_pack_request, partial),
	  .help = "leave out what can't be packed: a warning, not an error" },
	{ FLAG_OPTION("bare", struct sci_pack_request, bare),
	  .help = "read files without a header before the resource" },
	{ 0 },
};

static const struct converter converter = {
	.check = check,
	.checks_streams = true,
	.makes_one = true,
	.run = sci_pack_run_packing,
};

const struct command cmd_sci_pack = {
	.name = "sci-pack",
	.family = FAMILY_SCI,
	.brief = "make the map and volumes of an SCI0 game from its resources",
	.usage = "[OPTION]... -o OUT_DIR FOLDER...|FILE...",
	.options = option_table,
	.results = (const struct fields *const[]){ &sci_pack_fields, NULL },
	.common = COMMON_ALL | COMMON_TEXTS,
	.files = COMMAND_WRITES_NAMED | COMMAND_MAKES_TEMPORARY,
	COMMAND_REQUEST(struct sci_pack_request, common),
	.converter = &converter,
	.run = convert_main,
};
