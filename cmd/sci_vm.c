#include "assets/sci0/vm/sci_vm.h"
#include "assets/sci0/vm/trace_diff.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"

enum { DEFAULT_STEPS = 100000, MOST_STEPS = 1000000000 };

static int check(const struct command *self, void *context, char **paths, size_t count)
{
	struct sci_vm_request *request = context;

	if (!count)
		return opt_usage_error(self, "no game given");
	if (request->traces.replay && count > 1)
		return opt_usage_error(self, "--replay takes one game");
	if (request->traces.level || request->traces.packs)
		request->traces.writes = true;
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
	{ FLAG_OPTION("trace", struct sci_vm_request, traces.writes),
	  .help = "write a line for each instruction and kernel call" },
	{ NUMBER_OPTION("trace-level", "LEVEL", struct sci_vm_request, traces.level, 1,
			2),
	  .help = "trace: 1 instructions (default), 2 changes of variables too" },
	{ FLAG_OPTION("gzip", struct sci_vm_request, traces.packs),
	  .help = "trace: packed, as it is if the name ends in .gz" },
	{ TEXT_OPTION("replay", "FILE", struct sci_vm_request, traces.replay),
	  .help = "take all that comes from outside from this trace, and compare" },
	{ FLAG_OPTION("trace-diff", struct sci_vm_request, traces.compares),
	  .help = "compare two traces, given instead of games" },
	{ FLAG_OPTION("ignore-changes", struct sci_vm_request, traces.ignores_changes),
	  .help = "trace-diff: leave out changes and sums" },
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
	const struct sci_vm_request *request = context;

	if (request->traces.ignores_changes && !request->traces.compares)
		return opt_usage_error(self, "--ignore-changes needs --trace-diff");
	if (request->traces.compares && count != 2)
		return opt_usage_error(self, "--trace-diff: expected two traces");
	if (request->traces.compares)
		return trace_diff_run(&request->traces, &request->common, self->name,
				      operands[0], operands[1]);
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
