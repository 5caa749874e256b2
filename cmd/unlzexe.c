#include "assets/convert.h"
#include "assets/keen/keen_game.h"
#include "cli/opt.h"

#include <exhume/codec.h>

enum { PACKED_LIMIT = EXH_MZ_FILE_LIMIT + (4 << 20) };

static const char *const pack_choices[] = { "none", "0.90", "0.91", NULL };

static struct converter_endings endings_for(const void *context, const char *input)
{
	const struct unlzexe_request *request = context;

	(void)input;
	return (struct converter_endings){ ".exe", request->pack ? ".packed.exe"
								 : ".unpacked.exe" };
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("pack-as", "VERSION", struct unlzexe_request, pack, pack_choices),
	  .help = "pack as 0.90 or 0.91 instead (the result does not run)" },
	{ 0 },
};

static const struct converter converter = {
	.input_name = "program",
	.endings_for = endings_for,
	.encode = unlzexe_encode,
	.written = unlzexe_written,
	.file_limit = EXH_MZ_FILE_LIMIT,
	.output_limit = PACKED_LIMIT,
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
