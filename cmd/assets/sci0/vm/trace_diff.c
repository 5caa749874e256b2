#include "trace_diff.h"

#include "task/json.h"
#include "task/text.h"
#include "trace_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 1024, PLACE = 160, MAX_CONTEXT = 1000 };

/* One of the two, and the calls that its lines tell of: the last instruction at each
 * depth. */
struct side {
	struct trace_reader reader;
	bool is_there; /* a line */
	struct exh_error err;
	size_t depth; /* the highest that has a place */
	char (*places)[PLACE];
};

/* A ring of the last lines that were the same. */
struct context {
	char (*lines)[TRACE_LINE + 2];
	size_t size, count; /* room, and lines so far */
};

static bool is_ignored(const struct trace_diff_options *options, const char *line)
{
	return options->ignores_changes && (line[0] == 'M' || line[0] == 'Z') &&
	       line[1] == ' ';
}

/* " x=3" of an instruction. */
static bool depth_of(const char *line, size_t *depth)
{
	const char *at = line[0] == 'I' ? strstr(line, " x=") : NULL;
	const unsigned long value = at ? strtoul(at + 3, NULL, 10) : 0;

	*depth = value;
	return at && value < MAX_DEPTH;
}

static void note_place(struct side *side)
{
	size_t depth;

	if (!depth_of(side->reader.line, &depth))
		return;
	snprintf(side->places[depth], PLACE, "%.*s", PLACE - 1, side->reader.line);
	side->depth = depth;
}

static void next(struct side *side, const struct trace_diff_options *options)
{
	do {
		side->is_there = trace_reader_next(&side->reader, &side->err);
	} while (side->is_there && is_ignored(options, side->reader.line));
	if (side->is_there)
		note_place(side);
}

static void keep(struct context *context, const char *line)
{
	if (context->size)
		snprintf(context->lines[context->count % context->size], TRACE_LINE + 2,
			 "%s", line);
	context->count++;
}

static void put_context(const struct context *context, struct exh_writer *out)
{
	const size_t first =
		context->count > context->size ? context->count - context->size : 0;

	for (size_t i = first; i < context->count && context->size; i++)
		text_put(out, "  %s\n", context->lines[i % context->size]);
}

static void put_line(const struct side *side, const char *mark, struct exh_writer *out)
{
	text_put(out, "%s %s\n", mark,
		 side->is_there ? side->reader.line : "(the trace ends)");
}

static void put_calls(const struct side *side, const char *name, struct exh_writer *out)
{
	text_put(out, "calls in %s, the last one first:\n", name);
	for (size_t i = side->depth + 1; i-- > 0;)
		if (side->places[i][0])
			text_put(out, "  %s\n", side->places[i]);
}

static void describe(const struct side *a, const struct side *b, json_t *result)
{
	json_object_set_new(result, "lines",
			    json_pack("[I, I]", (json_int_t)a->reader.line_number,
				      (json_int_t)b->reader.line_number));
	json_object_set_new(result, "a",
			    a->is_there ? json_text(a->reader.line) : json_null());
	json_object_set_new(result, "b",
			    b->is_there ? json_text(b->reader.line) : json_null());
}

static bool has_failed(const struct side *side, struct report *report)
{
	if (!side->err.status)
		return false;
	report_failure(report, side->reader.path, &side->err);
	return true;
}

/* Heads: the first lines of traces may name different games. */
static bool is_same(const struct side *a, const struct side *b)
{
	if (!a->is_there || !b->is_there)
		return a->is_there == b->is_there;
	return strcmp(a->reader.line, b->reader.line) == 0;
}

static enum trace_diff_end compare(struct side *a, struct side *b,
				   const struct trace_diff_options *options,
				   struct context *context, struct exh_writer *out,
				   json_t *result)
{
	do {
		if (a->is_there)
			keep(context, a->reader.line);
		next(a, options);
		next(b, options);
	} while (a->is_there && b->is_there && is_same(a, b));
	if (is_same(a, b)) {
		text_put(out, "the same %" PRIu64 " lines\n", a->reader.line_number);
		return TRACES_SAME;
	}
	text_put(out,
		 "first difference in line %" PRIu64 " of %s, line %" PRIu64 " of %s\n",
		 a->reader.line_number + !a->is_there, a->reader.path,
		 b->reader.line_number + !b->is_there, b->reader.path);
	put_context(context, out);
	put_line(a, "-", out);
	put_line(b, "+", out);
	put_calls(a, a->reader.path, out);
	put_calls(b, b->reader.path, out);
	describe(a, b, result);
	return TRACES_DIFFER;
}

static bool open_side(struct side *side, const char *path, struct report *report)
{
	struct exh_error err;

	side->places = calloc(MAX_DEPTH, sizeof *side->places);
	if (!side->places) {
		report_error(report, path, EXH_NO_OFFSET, "out of memory");
		return false;
	}
	if (!trace_reader_open(&side->reader, path, &err))
		return true;
	report_failure(report, path, &err);
	return false;
}

static void close_side(struct side *side)
{
	trace_reader_close(&side->reader);
	free(side->places);
}

enum trace_diff_end trace_diff(const char *a, const char *b,
			       const struct trace_diff_options *options,
			       struct report *report, struct exh_writer *out,
			       json_t *result)
{
	struct side *sides = calloc(2, sizeof *sides);
	struct context context = { .size = options->context < MAX_CONTEXT
						   ? options->context
						   : MAX_CONTEXT };
	enum trace_diff_end end = TRACES_TROUBLE;

	context.lines = calloc(context.size + 1, sizeof *context.lines);
	if (!sides || !context.lines) {
		report_error(report, NULL, EXH_NO_OFFSET, "out of memory");
	} else if (open_side(&sides[0], a, report) && open_side(&sides[1], b, report)) {
		end = compare(&sides[0], &sides[1], options, &context, out, result);
		if (has_failed(&sides[0], report) | has_failed(&sides[1], report))
			end = TRACES_TROUBLE;
	}
	if (sides) {
		close_side(&sides[0]);
		close_side(&sides[1]);
	}
	free(context.lines);
	free(sides);
	return end;
}
