#include "assets/convert.h"
#include "assets/sci/sci.h"
#include "assets/sci/sound/sound.h"
#include "cli/opt.h"

#include <exhume/advanced/opl2_instrument.h>

struct request {
	struct sci_command command; /* must be the first member */
	struct sci_bank_options bank;
	struct given_integer take;
};

static int check(const struct command *self, void *context)
{
	struct request *request = context;
	struct sci_bank_options *bank = &request->bank;

	if (!request->command.packs &&
	    (bank->bank || bank->at || request->take.given || bank->is_bare))
		return opt_usage_error(self,
				       "--bank, --at, --take and --bare need --pack");
	bank->takes_one = request->take.given;
	bank->take = bank->takes_one ? (unsigned)request->take.value : 0;
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ FLAG_OPTION("pack", struct request, command.packs),
	  .help = "pack JSON, SBI or OP2 files into banks" },
	{ TEXT_OPTION("bank", "FILE", struct request, bank.bank),
	  .help = "with --pack of SBI, OP2: a bank to put instruments into" },
	{ NUMBER_OPTION("at", "N", struct request, bank.at, 0, EXH_SCI_INSTRUMENTS - 1),
	  .help = "with --pack: the first instrument that is replaced; default 0" },
	{ INTEGER_OPTION("take", "N", struct request, take, 0, EXH_OP2_INSTRUMENTS - 1),
	  .help = "with --pack of OP2: take only this instrument" },
	{ FLAG_OPTION("bare", struct request, bank.is_bare),
	  .help = "with --pack: write the resource without a patch file's header" },
	{ 0 },
};

static const struct request defaults = {
	.command = { SCI_KIND(sci_bank_kind, struct request, bank), .check = check,
		     .pack = sci_bank_pack }
};

const struct command cmd_sci_bank = {
	.name = "sci-bank",
	.family = FAMILY_SCI,
	.brief = "convert AdLib's instruments of SCI0 games to JSON, and back",
	.usage = "[OPTION]... GAME|PATCH...",
	.options = option_table,
	.results = (const struct fields *const[]){ SCI_RESOURCES(&sci_bank_fields),
						   &sci_bank_fields, NULL },
	.documents = (const struct document *const[]){ &sci_bank_document, NULL },
	.common = COMMON_ALL | COMMON_LOOSE,
	COMMAND_REQUEST(struct request, command.common),
	.defaults = &defaults,
	.converter = &sci_converter,
	.run = convert_main,
};
