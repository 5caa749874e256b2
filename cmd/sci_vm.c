#include "assets/convert.h"
#include "assets/sci/coverage/coverage.h"
#include "play/sci/vm/vm.h"
#include "cli/opt.h"
#include "task/outputs.h"

#include <string.h>

enum { DEFAULT_STEPS = 100000, MOST_STEPS = 1000000000 };

/* Returns the number of outputs that go to standard output. */
static unsigned count_standard(const struct sci_vm_request *request)
{
	const char *const files[] = { request->state_json, request->profile,
				      request->coverage };
	unsigned count = (unsigned)request->common.json + request->debugs +
			 (request->traces.writes && !request->common.output);

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		count += files[i] && strcmp(files[i], "-") == 0;
	return count;
}

static int check(const struct command *self, void *context)
{
	struct sci_vm_request *request = context;
	const size_t count = request->common.operand_count;

	if (request->traces.replay && count > 1)
		return opt_usage_error(self, "--replay takes one game");
	if (request->traces.level || request->traces.packs)
		request->traces.writes = true;
	if (request->until && !vm_until_read(request->until, &request->stop))
		return opt_usage_error(self,
				       "--until %s: expected OBJECT::METHOD, "
				       "SCRIPT:OFFSET or kernel:NAME",
				       request->until);
	if (request->run && !vm_call_read(request->run, &request->call))
		return opt_usage_error(self,
				       "--run %s: expected SCRIPT:EXPORT, and perhaps "
				       "numbers after commas",
				       request->run);
	if (request->debugs &&
	    (count > 1 || request->common.json || request->traces.writes ||
	     request->traces.replay || request->until))
		return opt_usage_error(self, "--debug takes one game, and no --json, "
					     "--trace, --replay and --until");
	if (request->eval && request->run)
		return opt_usage_error(self, "only one of --run and --eval");
	if ((request->state_json || request->profile || request->coverage) && count > 1)
		return opt_usage_error(self, "--state-json, --profile and --coverage "
					     "take one game");
	if ((request->profile != NULL) + (request->coverage != NULL) + request->debugs >
	    1)
		return opt_usage_error(self,
				       "only one of --profile, --coverage and --debug");
	if (request->coverage_merge && !request->coverage)
		return opt_usage_error(self, "--coverage-merge needs --coverage");
	if (count_standard(request) > 1)
		return opt_usage_error(self, "standard output takes one of --json, "
					     "--debug, --trace, --profile, "
					     "--coverage and --state-json");
	if (request->sources && !request->debugs)
		return opt_usage_error(self, "--sources needs --debug");
	if (!request->steps)
		request->steps = request->debugs ? MOST_STEPS : DEFAULT_STEPS;
	request->common.prints = true;
	return EXIT_DONE;
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
	{ TEXT_OPTION("eval", "CODE", struct sci_vm_request, eval),
	  .help = "run these instructions, with | between, instead" },
	{ TEXT_OPTION("state-json", "FILE", struct sci_vm_request, state_json),
	  .files = OPT_MADE,
	  .help = "write variables, objects, lists and calls at the end" },
	{ TEXT_OPTION("profile", "FILE", struct sci_vm_request, profile),
	  .files = OPT_MADE,
	  .help = "write instructions and time by function: text, .json or .folded" },
	{ TEXT_OPTION("coverage", "FILE", struct sci_vm_request, coverage),
	  .files = OPT_MADE,
	  .help = "write what of the scripts has run: text, .json or .info" },
	{ TEXT_OPTION("coverage-merge", "FILE", struct sci_vm_request, coverage_merge),
	  .help = "coverage: add that of an earlier run, written as .json" },
	{ FLAG_OPTION("debug", struct sci_vm_request, debugs), .files = OPT_NAMED_LATER,
	  .help = "take commands on standard input: breakpoints, steps, back and on" },
	{ TEXT_OPTION("sources", "DIR", struct sci_vm_request, sources),
	  .help = "debug: names of variables, of the scripts' sources (.sc)" },
	{ NUMBER_OPTION("seed", "N", struct sci_vm_request, seed, 1, 2147483647),
	  .help = "the start of random numbers; default 1" },
	{ 0 },
};

static const struct converter converter = {
	.input_name = "game",
	.check = check,
	.endings = { "", ".txt" },
	.keeps_output = true,
	.run = sci_vm_run_input,
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	const struct sci_vm_request *request = context;

	if (request->traces.ignores_changes && !request->traces.compares)
		return opt_usage_error(self, "--ignore-changes needs --trace-diff");
	if (request->traces.compares && count != 2)
		return opt_usage_error(self, "--trace-diff: expected two traces");
	if (request->traces.compares)
		return trace_diff_run(&request->traces, &request->common, self->name,
				      operands[0], operands[1]);
	return convert_main(self, context, operands, count);
}

const struct command cmd_sci_vm = {
	.name = "sci-vm",
	.family = FAMILY_SCI,
	.brief = "run scripts of Sierra's SCI games without screen and sound",
	.usage = "[OPTION]... GAME_DIR...",
	.options = option_table,
	.results = (const struct fields *const[]){ &sci_vm_fields, &trace_diff_fields,
						   NULL },
	.documents = (const struct document *const[]){ &sci_vm_state_document,
						       &coverage_document,
						       &sci_vm_profile_document, NULL },
	.common = COMMON_ALL | COMMON_LOOSE | COMMON_TEXTS | COMMON_BYTES,
	.files = COMMAND_WRITES_NAMED,
	COMMAND_REQUEST(struct sci_vm_request, common),
	.converter = &converter,
	.run = run,
};
