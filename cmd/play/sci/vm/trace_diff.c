#include "vm.h"

#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEXT_LIMIT = 1 << 24 };

enum trace_diff_end { TRACES_SAME, TRACES_DIFFER, TRACES_TROUBLE };

/* One of the two traces. */
struct side {
	struct trace_reader reader;
	bool is_there; /* a line was read */
	struct exh_error err;
	struct trace_calls calls;
};

static bool is_ignored(const struct trace_request *request, const char *line)
{
	return request->ignores_changes && (line[0] == 'M' || line[0] == 'Z') &&
	       line[1] == ' ';
}

static void next(struct side *side, const struct trace_request *request)
{
	do {
		side->is_there = trace_reader_next(&side->reader, &side->err);
	} while (side->is_there && is_ignored(request, side->reader.line));
	if (side->is_there)
		trace_calls_add(&side->calls, side->reader.line, side->reader.size);
}

static void put_line(const struct side *side, const char *mark, struct exh_writer *out)
{
	text_put(out, "%s %s\n", mark,
		 side->is_there ? side->reader.line : "(the trace ends)");
}

struct difference {
	uint64_t lines[2];
	const char *a, *b;
};

static const struct field difference_field[] = {
	FIELD_ARRAY(struct difference, lines, NULL, "number of the line in each trace"),
	FIELD(struct difference, a, NULL, "line of the first trace; null: it has ended",
	      .flags = FIELD_NULLABLE),
	FIELD(struct difference, b, NULL, "line of the second trace; null: it has ended",
	      .flags = FIELD_NULLABLE),
};
static const struct fields difference_table =
	FIELDS("difference", struct difference, difference_field);

static const struct field same_field[] = {
	{ .name = "same",
	  .type = FIELD_FLAG,
	  .flags = FIELD_OPTIONAL,
	  .meaning = "true: the traces don't differ" },
};
static const struct fields *const same_with[] = { &difference_table, NULL };
const struct fields trace_diff_fields = { "same", sizeof(bool), same_field,
					  1,	  false,	same_with };

static void describe(const struct side *a, const struct side *b, struct json *result)
{
	const struct difference row = { { a->reader.line_number, b->reader.line_number },
					a->is_there ? a->reader.line : NULL,
					b->is_there ? b->reader.line : NULL };

	fields_put(&difference_table, &row, result);
}

static bool has_failed(const struct side *side, struct report *report)
{
	if (!side->err.status)
		return false;
	report_failure(report, side->reader.path, &side->err);
	return true;
}

static bool is_same(const struct side *a, const struct side *b)
{
	if (!a->is_there || !b->is_there)
		return a->is_there == b->is_there;
	return trace_line_is_same(a->reader.line, a->reader.size, b->reader.line,
				  b->reader.size);
}

static enum trace_diff_end compare(struct side *a, struct side *b,
				   const struct trace_request *request,
				   struct trace_lines *context, struct exh_writer *out,
				   struct json *result)
{
	do {
		if (a->is_there)
			trace_lines_add(context, a->reader.line, a->reader.size);
		next(a, request);
		next(b, request);
	} while (a->is_there && b->is_there && is_same(a, b));
	if (is_same(a, b)) {
		text_put(out, "the same %" PRIu64 " lines\n", a->reader.line_number);
		return TRACES_SAME;
	}
	text_put(out,
		 "first difference in line %" PRIu64 " of %s, line %" PRIu64 " of %s\n",
		 a->reader.line_number + !a->is_there, a->reader.path,
		 b->reader.line_number + !b->is_there, b->reader.path);
	trace_lines_put(context, out);
	put_line(a, "-", out);
	put_line(b, "+", out);
	trace_calls_put(&a->calls, a->reader.path, out);
	trace_calls_put(&b->calls, b->reader.path, out);
	describe(a, b, result);
	return TRACES_DIFFER;
}

static bool open_side(struct side *side, const char *path, struct report *report)
{
	struct exh_error err;

	if (!trace_reader_open(&side->reader, path, &err))
		return true;
	report_failure(report, path, &err);
	return false;
}

static void close_side(struct side *side)
{
	trace_reader_close(&side->reader);
	trace_calls_free(&side->calls);
}

static enum trace_diff_end diff(const char *a, const char *b,
				const struct trace_request *request,
				struct report *report, struct exh_writer *out,
				struct json *result)
{
	struct side *sides = mem_alloc(2, sizeof *sides);
	struct trace_lines context = { .count = 0 };
	enum trace_diff_end end = TRACES_TROUBLE;

	if (open_side(&sides[0], a, report) && open_side(&sides[1], b, report)) {
		end = compare(&sides[0], &sides[1], request, &context, out, result);
		for (size_t i = 0; i < 2; i++)
			if (has_failed(&sides[i], report))
				end = TRACES_TROUBLE;
	}
	close_side(&sides[0]);
	close_side(&sides[1]);
	trace_lines_free(&context);
	free(sides);
	return end;
}

int trace_diff_run(const struct trace_request *request, const struct common *common,
		   const char *command, const char *a, const char *b)
{
	const char *output = common->output ? common->output : "-";
	struct exh_writer out = { .limit = TEXT_LIMIT };
	struct json *result = json_new_object(), *results = json_new_list();
	enum trace_diff_end end;
	struct report report;

	report_start(&report, command, common);
	end = diff(a, b, request, &report, &out, result);
	if (common->json) {
		fields_put(&trace_diff_fields, &(bool){ end == TRACES_SAME }, result);
		json_set_shared(result, "errors", report.errors);
		json_push_shared(results, result);
		if (!results_print(command, results))
			end = TRACES_TROUBLE;
	} else if (end != TRACES_TROUBLE &&
		   (!output_is_free(&report, output) ||
		    !output_write(&report, output, exh_writer_bytes(&out)))) {
		end = TRACES_TROUBLE;
	}
	json_free(results);
	json_free(result);
	exh_writer_free(&out);
	report_end(&report);
	return (int)end;
}
