#include "assets/convert.h"
#include "assets/sci/vocab/vocab.h"
#include "cli/opt.h"

#include <exhume/advanced/sci_names.h>

static int check(const struct command *self, void *context)
{
	const struct vocab_pack_request *request = context;

	if (request->patch && request->bare)
		return opt_usage_error(self, "--patch and --bare exclude each other");
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("kind", "KIND", struct vocab_pack_request, kind,
			vocab_kind_choices),
	  .help = "select a kind; needed for tables without column names" },
	{ INTEGER_OPTION("number", "N", struct vocab_pack_request, number, 0, UINT16_MAX),
	  .help = "select a vocabulary by its resource number" },
	{ CHOICE_OPTION("layout", "NAME", struct vocab_pack_request, layout,
			vocab_pack_layout_choices),
	  .help = "for tables: sci0 (default), sci01; for kernel: counted, zeros" },
	{ FLAG_OPTION("keep-order", struct vocab_pack_request, keep_order),
	  .help = "keep words in the order of the input" },
	{ FLAG_OPTION("patch", struct vocab_pack_request, patch),
	  .help = "write a patch file's header; default for outputs named vocab.NNN" },
	{ FLAG_OPTION("bare", struct vocab_pack_request, bare),
	  .help = "write the resource only, without a patch file's header" },
	{ 0 },
};

static const struct vocab_pack_request defaults = { .kind = EXH_SCI_VOCAB_KINDS };

static struct converter_endings endings_for(const void *request, const char *input)
{
	(void)request;
	return (struct converter_endings){ file_has_ending(input, ".tsv") ? ".tsv"
									  : ".json",
					   "" };
}

static const struct converter converter = {
	.input_name = "JSON or table",
	.check = check,
	.endings_for = endings_for,
	.run = vocab_pack_run_input,
};

const struct command cmd_vocab_pack = {
	.name = "vocab-pack",
	.family = FAMILY_SCI,
	.brief = "make vocabularies of SCI games from JSON or tables",
	.usage = "[OPTION]... FILE...",
	.options = option_table,
	.results = (const struct fields *const[]){ &vocab_pack_fields, NULL },
	.common = COMMON_ALL | COMMON_TEXTS,
	COMMAND_REQUEST(struct vocab_pack_request, common),
	.defaults = &defaults,
	.converter = &converter,
	.run = convert_main,
};
