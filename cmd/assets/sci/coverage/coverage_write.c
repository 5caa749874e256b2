#include "coverage.h"

#include "assets/sci/script/script.h"
#include "task/file.h"
#include "task/outputs.h"
#include "task/text.h"

#include <stdio.h>

enum { TEXT_LIMIT = 1 << 28 };

typedef struct coverage_counts counts;

/*
 * Coverage as a table.
 */

static double percent(size_t part, size_t all)
{
	return all ? 100.0 * (double)part / (double)all : 100.0;
}

static void put_share(struct exh_writer *out, size_t part, size_t all)
{
	text_put(out, " %7zu of %7zu %6.2f", part, all, percent(part, all));
}

static void put_row(const char *name, const counts *c, struct exh_writer *out)
{
	text_put(out, "%-8s", name);
	put_share(out, c->run, c->instructions);
	put_share(out, c->entered, c->functions);
	put_share(out, c->gone, c->ways);
	text_put(out, "\n");
}

static void put_code(const struct coverage *coverage, struct exh_writer *out)
{
	const struct exh_sci_program *program = &coverage->program->program;
	counts all = { 0 };
	char name[16];

	text_put(out, "%-8s %25s %25s %25s\n", "script", "instructions and %",
		 "functions and %", "ways of branches and %");
	for (size_t i = 0; i < program->script_count; i++) {
		const counts c = coverage_count(coverage, i);

		snprintf(name, sizeof name, "%u", program->scripts[i].number);
		put_row(name, &c, out);
		all.run += c.run;
		all.instructions += c.instructions;
		all.entered += c.entered;
		all.functions += c.functions;
		all.gone += c.gone;
		all.ways += c.ways;
	}
	put_row("all", &all, out);
}

static void put_table(const struct coverage *coverage, struct exh_writer *out)
{
	put_code(coverage, out);
	for (enum coverage_kind i = 0; coverage->has_items && i < COVERAGE_KINDS; i++) {
		text_put(out, "%-8s", coverage_kind_names[i]);
		put_share(out, coverage_seen(coverage, i), coverage->kinds[i].count);
		text_put(out, "\n");
	}
}

void coverage_write(const struct coverage *coverage, const char *path,
		    struct report *report)
{
	struct exh_writer text = { .limit = TEXT_LIMIT };
	enum exh_status status = EXH_OK;
	struct exh_error err;

	if (file_has_ending(path, ".json"))
		coverage_put_json(coverage, &text);
	else if (file_has_ending(path, ".info"))
		status = coverage_put_lcov(coverage, &text, &err);
	else
		put_table(coverage, &text);
	if (status)
		report_output_failure(report, path, &err);
	else
		output_write_text(report, path, &text);
	exh_writer_free(&text);
}
