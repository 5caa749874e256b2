#include "vm.h"

#include "task/outputs.h"

#include <stdio.h>
#include <string.h>

enum { HEAD = 256, NAME = 100, ALL_LINES = 2 };

/* Returns the last part of a path as one word: blanks and control characters become
 * underscores. */
static void name_game(const char *path, char name[NAME])
{
	size_t size = strlen(path), first;

	while (size && path[size - 1] == '/')
		size--;
	for (first = size; first && path[first - 1] != '/';)
		first--;
	snprintf(name, NAME, "%.*s", (int)(size - first < NAME ? size - first : NAME - 1),
		 path + first);
	for (size_t i = 0; name[i]; i++)
		if ((unsigned char)name[i] <= ' ' || name[i] == 0x7f)
			name[i] = '_';
	if (!*name)
		snprintf(name, NAME, "-");
}

static void write_head(struct trace_run *run, const struct trace_source *source)
{
	char name[NAME], head[HEAD];
	int size;

	name_game(source->path, name);
	size = snprintf(head, sizeof head, "V sci0trace 1 %s ipt=%u seed=%u", name,
			source->instructions_a_tick, source->seed ? source->seed : 1);
	trace_writer_line(&run->writer, head, (size_t)size);
}

bool trace_run_open(struct trace_run *run, const struct trace_request *request,
		    const struct trace_source *source, const char *output,
		    struct report *report)
{
	const struct common *common = report->common;
	struct exh_error err;

	*run = (struct trace_run){ .replays = request->replay,
				   .level = request->level,
				   .replay.program = source->program };
	run->writes = request->writes;
	if (run->replays &&
	    trace_reader_open(&run->replay.reader, request->replay, &err)) {
		report_failure(report, request->replay, &err);
		return false;
	}
	if (!run->writes)
		return true;
	if (trace_writer_open(&run->writer, output, request->packs, common->force,
			      &err)) {
		report_output_failure(report, output, &err);
		return false;
	}
	write_head(run, source);
	return true;
}

void trace_run_host(const struct trace_run *run,
		    void (*add)(void *context, const char *line, size_t size),
		    struct exh_sci_host *host)
{
	if (!run->writes && !run->replays)
		return;
	host->trace = add;
	host->trace_level = run->replays ? ALL_LINES : run->level;
}

void trace_run_line(struct trace_run *run, const char *line, size_t size)
{
	if (run->replays)
		trace_replay_line(&run->replay, line, size);
	if (run->writes && (line[0] != 'M' || run->level >= ALL_LINES))
		trace_writer_line(&run->writer, line, size);
}

bool trace_run_is_over(struct trace_run *run)
{
	return atomic_load(&run->writer.has_failed) ||
	       (run->replays && (run->replay.has_ended || run->replay.has_parted));
}

void trace_run_report(struct trace_run *run, const char *input, struct exh_writer *out,
		      struct report *report)
{
	const struct trace_replay *replay = &run->replay;

	if (!run->replays)
		return;
	if (replay->err.status)
		report_failure(report, replay->reader.path, &replay->err);
	if (!replay->has_parted)
		return;
	trace_replay_put(replay, out);
	report_error(
		report, input, EXH_NO_OFFSET,
		"the run leaves the trace in its line %llu: expected \"%.200s\", not "
		"\"%.200s\"",
		(unsigned long long)replay->reader.line_number, replay->reader.line,
		replay->ours);
}

void trace_run_close(struct trace_run *run, const char *output, struct report *report)
{
	struct exh_error err;

	if (trace_writer_close(&run->writer, &err))
		report_output_failure(report, output, &err);
	trace_replay_close(&run->replay);
}
