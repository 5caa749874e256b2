#include "vm.h"

#include "assets/sci/coverage/coverage.h"
#include "play/sci/debug/debug.h"
#include "assets/sci/script/script.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"
#include "task/text_encoding.h"

#include <exhume/advanced/sci_opcode.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 1 << 20, AT_ONCE = 1 << 16 };

struct job {
	const struct sci_vm_request *request;
	struct script_program program;
	struct exh_sci_vm *vm;
	struct exh_sci_vm_options options;
	struct exh_sci_host machine_host;
	struct vm_host host;
	unsigned added; /* number of the script made for --eval */
	struct exh_sci_profile *profile;
	struct coverage coverage;
	struct trace_run trace;
	struct report *report;
};

/*
 * Options.
 */

/* Reads a number up to most, decimal or hexadecimal after 0x; *at moves on. */
static bool take_number(const char **at, unsigned most, unsigned *out)
{
	char *end;
	const unsigned long value = strtoul(*at, &end, 0);

	if (end == *at || **at < '0' || **at > '9' || value > most)
		return false;
	*at = end;
	*out = (unsigned)value;
	return true;
}

bool vm_until_read(const char *text, struct vm_until *out)
{
	const char *method = strstr(text, "::");

	*out = (struct vm_until){ .kind = UNTIL_NOTHING };
	if (!strncmp(text, "kernel:", 7)) {
		*out = (struct vm_until){ .kind = UNTIL_KERNEL, .name = text + 7 };
		return *out->name;
	}
	if (method) {
		*out = (struct vm_until){ .kind = UNTIL_METHOD,
					  .object = text,
					  .object_size = (size_t)(method - text),
					  .name = method + 2 };
		return out->object_size && *out->name;
	}
	out->kind = UNTIL_PLACE;
	return take_number(&text, UINT16_MAX, &out->script) && *text++ == ':' &&
	       take_number(&text, UINT16_MAX, &out->offset) && !*text;
}

bool vm_call_read(const char *text, struct vm_call *out)
{
	out->count = 0;
	if (!take_number(&text, UINT16_MAX, &out->script) || *text++ != ':' ||
	    !take_number(&text, UINT16_MAX, &out->export))
		return false;
	while (*text == ',' &&
	       out->count < sizeof out->arguments / sizeof *out->arguments) {
		const bool is_negative = *++text == '-';
		unsigned value;

		text += is_negative;
		if (!take_number(&text, UINT16_MAX, &value))
			return false;
		out->arguments[out->count++] =
			(uint16_t)(is_negative ? 0u - value : value);
	}
	return !*text;
}

/*
 * Running.
 */

static void add_line(void *context, const char *line, size_t size)
{
	trace_run_line(&((struct job *)context)->trace, line, size);
}

static bool is_kernel_call(const struct job *job)
{
	const struct exh_sci_program *program = &job->program.program;
	struct exh_sci_instruction in;

	return debug_next_instruction(job->vm, program, &in) &&
	       in.opcode == EXH_SCI_OP_CALLK &&
	       text_is(exh_sci_program_kernel(program, (unsigned)in.operands[0]),
		       job->request->stop.name);
}

static bool is_method(const struct job *job, const struct exh_sci_where *where)
{
	const struct vm_until *until = &job->request->stop;
	const struct exh_bytes object = exh_sci_vm_name(job->vm, where->self);

	return where->is_entered && where->selector >= 0 &&
	       object.size == until->object_size &&
	       !memcmp(object.data, until->object, object.size) &&
	       text_is(exh_sci_program_selector(&job->program.program,
						(unsigned)where->selector),
		       until->name);
}

static bool do_kernel(void *context, struct exh_sci_vm *vm,
		      struct exh_sci_kernel_call *call)
{
	struct job *job = context;

	if (!job->trace.replays)
		return vm_host_kernel(&job->host, vm, call);
	trace_replay_kernel(&job->trace.replay, vm, call);
	return true;
}

static bool do_outside(void *context, struct exh_sci_vm *vm, const char *kind,
		       uint32_t *value)
{
	struct job *job = context;

	return job->trace.replays &&
	       trace_replay_outside(&job->trace.replay, vm, kind, value);
}

/* True if the next instruction is the one that --until names. */
static bool is_reached(const struct job *job)
{
	const struct vm_until *until = &job->request->stop;
	struct exh_sci_where where;

	if (!exh_sci_vm_where(job->vm, &where))
		return false;
	switch (until->kind) {
	case UNTIL_PLACE:
		return where.script == until->script && where.offset == until->offset;
	case UNTIL_METHOD:
		return is_method(job, &where);
	case UNTIL_KERNEL:
		return is_kernel_call(job);
	default:
		return false;
	}
}

static enum exh_sci_vm_state run(struct job *job, bool *is_there)
{
	const bool is_free =
		job->request->stop.kind == UNTIL_NOTHING && !job->trace.replays;
	enum exh_sci_vm_state state = EXH_SCI_VM_RUNS;
	unsigned some;

	*is_there = false;
	for (unsigned left = job->request->steps; left && state == EXH_SCI_VM_RUNS;
	     left -= some) {
		if (is_reached(job)) {
			*is_there = true;
			return state;
		}
		some = !is_free ? 1 : left < AT_ONCE ? left : AT_ONCE;
		state = exh_sci_vm_run(job->vm, some);
		if (trace_run_is_over(&job->trace))
			break;
	}
	return state;
}

static enum exh_sci_vm_state debug(struct job *job, const char *input)
{
	const struct vm_debug how = { .program = &job->program,
				      .game = input,
				      .sources = job->request->sources,
				      .options = &job->options,
				      .machine_host = &job->machine_host,
				      .host = &job->host,
				      .steps = job->request->steps };

	return vm_debug_run(&how, &job->vm, job->report);
}

static bool begin(struct job *job)
{
	const struct vm_call *call = &job->request->call;

	if (job->request->eval)
		return exh_sci_vm_call(job->vm, job->added, 0, NULL, 0);
	if (!job->request->run)
		return exh_sci_vm_start(job->vm);
	return exh_sci_vm_call(job->vm, call->script, call->export, call->arguments,
			       call->count);
}

/*
 * Results.
 */

static const char *const state_names[] = { "runs", "waits", "ended", "faulted",
					   "stopped" };

/* Appends the fault and the calls that led to it, or the position where it stopped, line
 * by line. */
static void put_end(const struct job *job, const char *state, struct exh_writer *out)
{
	struct exh_writer calls = { .limit = TEXT_LIMIT };

	text_put(out, "%s after %" PRIu64 " instructions", state,
		 exh_sci_vm_steps(job->vm));
	if (exh_sci_vm_passed_faults(job->vm))
		text_put(out, ", %zu faults passed", exh_sci_vm_passed_faults(job->vm));
	text_put(out, "\n");
	exh_sci_vm_backtrace(job->vm, &calls);
	text_lines_to_utf8(job->program.program.page, exh_writer_bytes(&calls), out);
	exh_writer_free(&calls);
}

struct fault_row {
	const char *name, *text;
};

static const struct field fault_field[] = {
	FIELD(struct fault_row, name, NULL, "name of the fault"),
	FIELD(struct fault_row, text, NULL, "description of the fault"),
};
static const struct fields fault_table = FIELDS("fault", struct fault_row, fault_field);

struct end_row {
	const char *state;
	uint64_t steps, ticks;
	struct json *accumulator;
	size_t passed_faults;
	bool is_faulted;
	struct fault_row fault;
};

static const struct field end_field[] = {
	FIELD(struct end_row, state, NULL,
	      "state of the machine at the end: runs, waits, ended, faulted or stopped"),
	FIELD(struct end_row, steps, NULL, "instructions that were run"),
	FIELD(struct end_row, ticks, "ticks", "time that scripts have waited"),
	FIELD_MADE(FIELD_JSON, struct end_row, accumulator, &text_fields,
		   "value of the accumulator"),
	FIELD(struct end_row, passed_faults, NULL, "faults that were passed"),
	FIELD_INSIDE(struct end_row, fault, &fault_table, "the fault that ended it",
		     FIELD_HAS(struct end_row, is_faulted)),
};
const struct fields sci_vm_fields = FIELDS("end", struct end_row, end_field);

static void describe(const struct job *job, enum exh_sci_vm_state state,
		     struct json *result)
{
	const char *text;
	const enum exh_sci_fault fault = exh_sci_vm_fault(job->vm, &text);
	const struct end_row row = {
		.state = state_names[state],
		.steps = exh_sci_vm_steps(job->vm),
		.ticks = job->host.ticks,
		.accumulator = vm_value_json(job->vm, exh_sci_vm_accumulator(job->vm)),
		.passed_faults = exh_sci_vm_passed_faults(job->vm),
		.is_faulted = fault,
		.fault = { exh_sci_fault_name(fault), text },
	};

	fields_put(&sci_vm_fields, &row, result);
}

static void report_result(struct job *job, const char *input, enum exh_sci_vm_state state,
			  bool is_there)
{
	const char *text;
	const enum exh_sci_fault fault = exh_sci_vm_fault(job->vm, &text);

	if (fault)
		report_error(job->report, input, EXH_NO_OFFSET,
			     "step %" PRIu64 ": %s: %s", exh_sci_vm_steps(job->vm),
			     exh_sci_fault_name(fault), text);
	else if (job->request->assert_clean && exh_sci_vm_passed_faults(job->vm))
		report_error(job->report, input, EXH_NO_OFFSET, "%zu faults were passed",
			     exh_sci_vm_passed_faults(job->vm));
	else if (job->request->stop.kind != UNTIL_NOTHING && !is_there)
		report_error(job->report, input, EXH_NO_OFFSET,
			     "%s was not reached: the game %s after %" PRIu64
			     " instructions",
			     job->request->until, state_names[state],
			     exh_sci_vm_steps(job->vm));
}

static void start_profile(struct job *job)
{
	if (!job->request->profile)
		return;
	job->profile = vm_profile_new(&job->program.program);
	exh_sci_vm_watch(job->vm, exh_sci_profile_step, job->profile);
}

/* False: the coverage to merge can't be read, which is reported. */
static bool open_coverage(struct job *job)
{
	const struct sci_vm_request *request = job->request;

	if (!request->coverage)
		return true;
	coverage_open(&job->coverage, &job->program);
	return !request->coverage_merge ||
	       coverage_merge(&job->coverage, request->coverage_merge, job->report);
}

/* Writes the profile and the coverage. */
static void write_seen(struct job *job)
{
	if (job->profile)
		vm_profile_write(job->profile, &job->program.program,
				 job->request->profile, job->report);
	if (job->coverage.executed)
		coverage_write(&job->coverage, job->request->coverage, job->report);
	exh_sci_profile_free(job->profile);
}

static bool is_standard(const char *path)
{
	return path && strcmp(path, "-") == 0;
}

/* True if the end is printed: not with --json or --debug, nor if standard output gets a
 * profile or the state. */
static bool prints_end(const struct job *job)
{
	const struct sci_vm_request *request = job->request;
	const bool is_taken = request->common.json || request->debugs ||
			      is_standard(request->state_json) ||
			      is_standard(request->profile) ||
			      is_standard(request->coverage);

	return !job->trace.writes && (request->common.output || !is_taken);
}

static void play(struct job *job, const char *input, const char *output,
		 struct json *result)
{
	struct exh_writer end = { .limit = TEXT_LIMIT };
	enum exh_sci_vm_state state = EXH_SCI_VM_FAULTED;
	bool is_there = false;

	start_profile(job);
	if (job->coverage.executed)
		exh_sci_vm_watch(job->vm, exh_sci_executed_step, job->coverage.executed);
	if (begin(job))
		state = job->request->debugs ? debug(job, input) : run(job, &is_there);
	trace_run_report(&job->trace, input, &end, job->report);
	describe(job, state, result);
	put_end(job, is_there ? "stopped" : state_names[state], &end);
	if (prints_end(job))
		output_write(job->report, output, exh_writer_bytes(&end));
	if (job->request->state_json)
		vm_state_write(job->vm, &job->program.program, job->request->state_json,
			       job->report);
	write_seen(job);
	report_result(job, input, state, is_there);
	exh_writer_free(&end);
}

void sci_vm_run_input(void *context, const char *input, const char *output,
		      struct report *report, struct json *result)
{
	const struct sci_vm_request *request = context;
	struct job job = { .request = request,
			   .report = report,
			   .options = { .is_lenient = request->lenient,
					.seed = request->seed } };
	const struct script_selection all = { .numbers = NULL };
	struct exh_error err;

	if (output_is_free(report, output) &&
	    (!request->state_json || output_is_free(report, request->state_json)) &&
	    (!request->profile || output_is_free(report, request->profile)) &&
	    (!request->coverage || output_is_free(report, request->coverage)) &&
	    script_program_open(&job.program, input, &all, report) &&
	    (!request->eval || script_program_add(&job.program, request->eval, "--eval",
						  &job.added, report)) &&
	    open_coverage(&job)) {
		struct exh_sci_host *host = &job.machine_host;
		/* Instructions take no time: the clock advances by Wait alone. */
		const struct trace_source source = { &job.program.program, input,
						     request->seed, 0 };
		struct trace_request traces = request->traces;
		bool is_open;

		script_usual_selectors(&job.program, input, report);
		traces.writes &= !request->common.json || request->common.output;
		is_open = trace_run_open(&job.trace, &traces, &source, output, report);

		*host = (struct exh_sci_host){ .context = &job,
					       .kernel = do_kernel,
					       .outside = do_outside };
		trace_run_host(&job.trace, add_line, host);
		if (is_open && exh_sci_vm_new(&job.program.program, &job.options, host,
					      &job.vm, &err))
			report_failure(report, input, &err);
		else if (is_open)
			play(&job, input, output, result);
		exh_sci_vm_free(job.vm);
		trace_run_close(&job.trace, output, report);
	}
	coverage_close(&job.coverage);
	script_program_close(&job.program);
}
