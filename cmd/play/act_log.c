#include "play.h"

#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <stdlib.h>

enum { LIMIT = 1 << 28 /* bytes */ };

void act_log_add(struct act_log *log, const struct exh_input_act *act, uint64_t tick,
		 const char *failure)
{
	*MEM_ADD(log) = (struct act_point){
		.act = act, .tick = tick, .failure = failure ? mem_text(failure) : NULL
	};
}

void act_log_free(struct act_log *log)
{
	for (size_t i = 0; i < log->count; i++)
		free(log->items[i].failure);
	free(log->items);
	*log = (struct act_log){ .count = 0 };
}

/* Writes a text as one line: control characters become blanks. */
static void put_line(const char *text, struct exh_writer *out)
{
	for (; *text; text++)
		exh_write_u8(out, (uint8_t)*text < ' ' ? ' ' : (uint8_t)*text);
}

/* Writes the line of the act; 0: it comes from no script. */
static void put_line_number(const struct exh_input_act *act, struct exh_writer *out)
{
	if (act->line)
		text_put(out, ":%u", (unsigned)act->line);
	exh_write_u8(out, ' ');
}

static void put_tap(const struct act_log *log, struct exh_writer *out)
{
	text_put(out, "TAP version 13\n1..%zu\n", log->count);
	for (size_t i = 0; i < log->count; i++) {
		const struct act_point *point = &log->items[i];
		const struct exh_input_act *act = point->act;

		text_put(out, "%s %zu - %s", point->failure ? "not ok" : "ok", i + 1,
			 act->file);
		put_line_number(act, out);
		text_put(out, "%s ", act->name);
		/* A # would begin a directive. */
		for (const char *c = act->text; *c; c++) {
			if (*c == '#')
				exh_write_u8(out, '\\');
			exh_write_u8(out, (uint8_t)*c);
		}
		exh_write_u8(out, '\n');
		if (point->failure) {
			exh_write_bytes(out, "# ", 2);
			put_line(point->failure, out);
			exh_write_u8(out, '\n');
		}
	}
}

/* Writes a text as the value of an attribute. */
static void put_xml(const char *text, struct exh_writer *out)
{
	for (; *text; text++)
		switch (*text) {
		case '&':
			text_put(out, "&amp;");
			break;
		case '<':
			text_put(out, "&lt;");
			break;
		case '>':
			text_put(out, "&gt;");
			break;
		case '"':
			text_put(out, "&quot;");
			break;
		default:
			exh_write_u8(out, (uint8_t)*text < ' ' ? ' ' : (uint8_t)*text);
		}
}

static void put_point(const struct act_point *point, double seconds, const char *name,
		      struct exh_writer *out)
{
	text_put(out, "  <testcase classname=\"");
	put_xml(name, out);
	text_put(out, "\" name=\"");
	put_xml(point->act->file, out);
	put_line_number(point->act, out);
	text_put(out, "%s ", point->act->name);
	put_xml(point->act->text, out);
	text_put(out, "\" time=\"%.2f\"", seconds);
	if (!point->failure) {
		text_put(out, "/>\n");
		return;
	}
	text_put(out, ">\n    <failure message=\"");
	put_xml(point->failure, out);
	text_put(out, "\"/>\n  </testcase>\n");
}

static void put_junit(const struct act_log *log, const char *name,
		      unsigned ticks_a_second, struct exh_writer *out)
{
	size_t failures = 0;

	for (size_t i = 0; i < log->count; i++)
		failures += log->items[i].failure != NULL;
	text_put(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"");
	put_xml(name, out);
	text_put(out, "\" tests=\"%zu\" failures=\"%zu\">\n", log->count, failures);
	for (size_t i = 0; i < log->count; i++) {
		const uint64_t before = i ? log->items[i - 1].tick : 0;
		const uint64_t tick = log->items[i].tick;

		put_point(&log->items[i],
			  tick > before ? (double)(tick - before) / ticks_a_second : 0,
			  name, out);
	}
	text_put(out, "</testsuite>\n");
}

void act_log_write(const struct act_log *log, const struct run_options *options,
		   const char *name, unsigned ticks_a_second, struct report *report)
{
	struct exh_writer tap = { .limit = LIMIT }, junit = { .limit = LIMIT };

	if (options->tap) {
		put_tap(log, &tap);
		output_write_text(report, "-", &tap);
	}
	if (options->junit) {
		put_junit(log, name, ticks_a_second, &junit);
		output_write_text(report, options->junit, &junit);
	}
}
