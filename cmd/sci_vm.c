#include "assets/sci0/vm/sci_vm.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"

enum { DEFAULT_STEPS = 100000, MOST_STEPS = 1000000000 };

static int check(const struct command *self, void *context, char **paths, size_t count)
{
	struct sci_vm_request *request = context;

	if (!count)
		return opt_usage_error(self, "no game given");
	if (request->until && !sci_vm_is_until(request->until))
		return opt_usage_error(self,
				       "--until %s: expected OBJECT::METHOD, "
				       "SCRIPT:OFFSET or kernel:NAME",
				       request->until);
	if (request->run && !sci_vm_is_run(request->run))
		return opt_usage_error(self,
				       "--run %s: expected SCRIPT:EXPORT, and perhaps "
				       "numbers after commas",
				       request->run);
	if (!request->steps)
		request->steps = DEFAULT_STEPS;
	return inputs_check(self, &request->common, paths, count, NULL);
}

static const struct opt option_table[] = {
	{ NUMBER_OPTION("steps", "N", struct sci_vm_request, steps, 1, MOST_STEPS),
	  .help = "run at most so many instructions; default 100000" },
	{ TEXT_OPTION("until", "PLACE", struct sci_vm_request, until),
	  .help = "stop at Obj::method, SCRIPT:OFFSET or kernel:NAME" },
	{ TEXT_OPTION("run", "SCRIPT:EXPORT", struct sci_vm_request, run),
	  .help = "call this function instead, with ,NUMBER... after it" },
	{ FLAG_OPTION("trace", struct sci_vm_request, trace),
	  .help = "write a line for each instruction and kernel call" },
	{ FLAG_OPTION("lenient", struct sci_vm_request, lenient),
	  .help = "go on after faults that are not fatal" },
	{ FLAG_OPTION("assert-clean", struct sci_vm_request, assert_clean),
	  .help = "faults that were passed are an error" },
	{ NUMBER_OPTION("seed", "N", struct sci_vm_request, seed, 1, 2147483647),
	  .help = "the start of random numbers; default 1" },
	{ 0 },
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	const struct inputs inputs = { .self = self,
				       .common = context,
				       .check = check,
				       .output_for = sci_vm_output_for,
				       .run = sci_vm_run_input,
				       .context = context };

	return inputs_main(&inputs, operands, count);
}

const struct command cmd_sci_vm = {
	.name = "sci-vm",
	.family = FAMILY_SCI0,
	.brief = "run scripts of Sierra's SCI games without screen and sound",
	.usage = "[OPTION]... GAME_DIR...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct sci_vm_request, common),
	.run = run,
};
