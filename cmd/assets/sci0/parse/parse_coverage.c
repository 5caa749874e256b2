#include "parse_coverage.h"

#include "sentence_print.h"
#include "task/jobs.h"
#include "task/output_names.h"
#include "task/text.h"

#include <exhume/cp437.h>
#include <exhume/sci0_coverage.h>
#include <stdlib.h>
#include <string.h>

enum {
	MEMORY_LIMIT = 1 << 26,
	TEXT_LIMIT = 1 << 28,
	SENTENCE_SIZE = EXH_SCI0_COVERAGE_WORDS * (EXH_SCI0_WORD_SIZE + 1),
};

/* As enum exh_sci0_coverage_result, in tables and JSON. */
static const char *const result_names[] = { "found", "none", "gave-up" };

/* What came of a spec. */
struct finding {
	enum exh_sci0_coverage_result result;
	uint16_t missing_group;
	size_t tries, most_words;
	char sentence[SENTENCE_SIZE];
	struct exh_error err;
};

struct covering {
	const struct parse_request *request;
	const struct said_specs *specs;
	struct exh_sci0_coverage coverage;
	struct exh_sci0_coverage_options options;
	struct finding *findings;
};

/* Words that can be typed are of letters and digits alone. */
static void join(const struct exh_sci0_coverage_search *search, char *out)
{
	for (size_t i = 0; i < search->word_count; i++) {
		const struct exh_bytes text = search->words[i].text;

		if (i)
			*out++ = ' ';
		memcpy(out, text.data, text.size);
		out += text.size;
	}
	*out = '\0';
}

static void cover(void *context, size_t i)
{
	const struct covering *c = context;
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_sci0_coverage_search *search = malloc(sizeof *search);
	struct finding *finding = &c->findings[i];

	if (!search) {
		exh_fail(&finding->err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
		return;
	}
	if (!exh_sci0_coverage_search(&c->coverage, c->specs->items[i].code, &c->options,
				      &arena, search, &finding->err)) {
		finding->err.status = EXH_OK;
		finding->result = search->result;
		finding->missing_group = search->missing_group;
		finding->tries = search->tries;
		finding->most_words = search->most_words;
		join(search, finding->sentence);
	}
	exh_arena_free(&arena);
	free(search);
}

/*
 * Reports.
 */

static void put_reason(const struct finding *finding, struct exh_writer *out)
{
	if (finding->missing_group)
		text_put(out, "none: no word of group %x exists", finding->missing_group);
	else if (finding->result == EXH_SCI0_COVERAGE_NONE)
		text_put(out, "none of up to %zu words", finding->most_words);
	else
		text_put(out, "given up after %zu sentences", finding->tries);
}

static void put_place(const struct said_spec *spec, const char *between,
		      struct exh_writer *out)
{
	if (spec->script >= 0)
		text_put(out, "%d%s%zu%s", spec->script, between, spec->offset, between);
	else
		text_put(out, "%s%s", between, between);
}

static void put_row(const struct covering *c, size_t i, struct exh_writer *out)
{
	const struct said_spec *spec = &c->specs->items[i];
	const struct finding *finding = &c->findings[i];

	put_place(spec, "\t", out);
	exh_cp437_to_utf8(spec->text, EXH_CP437_TEXT, out);
	text_put(out, "\t%s\t%s\n", result_names[finding->result], finding->sentence);
}

static void put_line(const struct covering *c, size_t i, struct exh_writer *out)
{
	const struct said_spec *spec = &c->specs->items[i];
	const struct finding *finding = &c->findings[i];
	const size_t width = spec->text.size < 32 ? 32 - spec->text.size : 1;

	if (spec->script >= 0)
		text_put(out, "%4d  %5zu  ", spec->script, spec->offset);
	exh_cp437_to_utf8(spec->text, EXH_CP437_TEXT, out);
	text_put(out, "%*s", (int)width, "");
	if (finding->result == EXH_SCI0_COVERAGE_FOUND) {
		text_put(out, "%s\n", finding->sentence);
	} else {
		exh_write_u8(out, '(');
		put_reason(finding, out);
		text_put(out, ")\n");
	}
}

static void write_text(const struct covering *c, const char *output,
		       struct report *report)
{
	const bool tsv = c->request->format == PARSE_TSV;
	struct exh_writer out = { .limit = TEXT_LIMIT };

	if (tsv)
		text_put(&out, "#script\toffset\tspec\tresult\tsentence\n");
	for (size_t i = 0; i < c->specs->count; i++)
		(tsv ? put_row : put_line)(c, i, &out);
	if (out.failed)
		report_error(report, output, EXH_NO_OFFSET, "out of memory");
	else
		output_write(report, output, exh_writer_bytes(&out));
	exh_writer_free(&out);
}

static json_t *finding_to_json(const struct covering *c, size_t i)
{
	const struct said_spec *spec = &c->specs->items[i];
	const struct finding *finding = &c->findings[i];
	json_t *json = json_object();

	if (spec->script >= 0) {
		json_object_set_new(json, "script", json_integer(spec->script));
		json_object_set_new(json, "offset",
				    json_integer((json_int_t)spec->offset));
	}
	json_object_set_new(json, "spec", sentence_cp437_to_json(spec->text));
	json_object_set_new(json, "result", json_string(result_names[finding->result]));
	if (finding->result == EXH_SCI0_COVERAGE_FOUND)
		json_object_set_new(json, "sentence", json_string(finding->sentence));
	if (finding->missing_group)
		json_object_set_new(json, "missing_group",
				    json_integer(finding->missing_group));
	json_object_set_new(json, "most_words",
			    json_integer((json_int_t)finding->most_words));
	json_object_set_new(json, "tries", json_integer((json_int_t)finding->tries));
	return json;
}

static void describe(const struct covering *c, json_t *result)
{
	json_t *list = json_array();

	for (size_t i = 0; i < c->specs->count; i++)
		json_array_append_new(list, finding_to_json(c, i));
	json_object_set_new(result, "coverage", list);
}

static void summarise(const struct covering *c, struct report *report)
{
	size_t counts[3] = { 0 };

	for (size_t i = 0; i < c->specs->count; i++) {
		counts[c->findings[i].result]++;
		if (c->findings[i].err.status)
			report_failure(report, NULL, &c->findings[i].err);
	}
	report_info(report,
		    "%zu of %zu specs can be triggered; for %zu none was found, and %zu "
		    "were given up",
		    counts[EXH_SCI0_COVERAGE_FOUND], c->specs->count,
		    counts[EXH_SCI0_COVERAGE_NONE], counts[EXH_SCI0_COVERAGE_GAVE_UP]);
}

void parse_coverage(const struct parse_request *request,
		    const struct parser_source *source, const struct said_specs *specs,
		    const char *output, json_t *result, struct report *report)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct covering c = { .request = request,
			      .specs = specs,
			      .options = { request->most_words, request->tries } };
	struct exh_error err;

	c.findings = calloc(specs->count + 1, sizeof *c.findings);
	if (!c.findings ||
	    exh_sci0_coverage_open(&source->parser, &arena, &c.coverage, &err)) {
		report_error(report, NULL, EXH_NO_OFFSET, "out of memory");
	} else if (jobs_run(&request->common, "parse-tree", specs->count, cover, &c) <
		   specs->count) {
		report_error(report, NULL, EXH_NO_OFFSET, "interrupted");
	} else {
		if (result)
			describe(&c, result);
		if (output)
			write_text(&c, output, report);
		summarise(&c, report);
	}
	free(c.findings);
	exh_arena_free(&arena);
}
