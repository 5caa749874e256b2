#include "parse.h"

#include "task/outputs.h"
#include "task/text.h"

#include <exhume/cp437.h>
#include <stdlib.h>

enum { TEXT_LIMIT = 1 << 28 };

/* As enum exh_sci_coverage_result, in tables and JSON. */
static const char *const result_names[] = { "found", "none", "gave-up" };

struct covering {
	const struct parse_request *request;
	const struct said_specs *specs;
	const struct said_sentence *findings;
};

/*
 * Reports.
 */

static void put_reason(const struct said_sentence *finding, struct exh_writer *out)
{
	if (finding->missing_group)
		text_put(out, "none: no word of group %x exists", finding->missing_group);
	else if (finding->result == EXH_SCI_COVERAGE_NONE)
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
	const struct said_sentence *finding = &c->findings[i];

	put_place(spec, "\t", out);
	exh_cp437_to_utf8(spec->text, EXH_CP437_TEXT, out);
	text_put(out, "\t%s\t%s\n", result_names[finding->result], finding->sentence);
}

static void put_line(const struct covering *c, size_t i, struct exh_writer *out)
{
	const struct said_spec *spec = &c->specs->items[i];
	const struct said_sentence *finding = &c->findings[i];
	const size_t width = spec->text.size < 32 ? 32 - spec->text.size : 1;

	if (spec->script >= 0)
		text_put(out, "%4d  %5zu  ", spec->script, spec->offset);
	exh_cp437_to_utf8(spec->text, EXH_CP437_TEXT, out);
	text_put(out, "%*s", (int)width, "");
	if (finding->result == EXH_SCI_COVERAGE_FOUND) {
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
	output_write_text(report, output, &out);
}

static struct json *finding_to_json(const struct covering *c, size_t i)
{
	const struct said_spec *spec = &c->specs->items[i];
	const struct said_sentence *finding = &c->findings[i];
	struct json *json = json_new_object();

	if (spec->script >= 0) {
		json_set_number(json, "script", spec->script);
		json_set_number(json, "offset", spec->offset);
	}
	json_set(json, "spec", json_of_cp437(spec->text));
	json_set_string(json, "result", result_names[finding->result]);
	if (finding->result == EXH_SCI_COVERAGE_FOUND)
		json_set_string(json, "sentence", finding->sentence);
	if (finding->missing_group)
		json_set_number(json, "missing_group", finding->missing_group);
	json_set_number(json, "most_words", finding->most_words);
	json_set_number(json, "tries", finding->tries);
	return json;
}

static void describe(const struct covering *c, struct json *result)
{
	struct json *list = json_set(result, "coverage", json_new_list());

	for (size_t i = 0; i < c->specs->count; i++)
		json_push(list, finding_to_json(c, i));
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
		    counts[EXH_SCI_COVERAGE_FOUND], c->specs->count,
		    counts[EXH_SCI_COVERAGE_NONE], counts[EXH_SCI_COVERAGE_GAVE_UP]);
}

void parse_coverage(const struct parse_request *request,
		    const struct parser_source *source, const struct said_specs *specs,
		    const char *output, struct json *result, struct report *report)
{
	const struct exh_sci_coverage_options options = {
		.most_words = request->most_words,
		.most_tries = request->tries,
	};
	struct said_sentence *findings =
		said_sentences_find(source, specs, &options, report);
	const struct covering c = { .request = request,
				    .specs = specs,
				    .findings = findings };

	if (!findings)
		return;
	if (result)
		describe(&c, result);
	if (output)
		write_text(&c, output, report);
	summarise(&c, report);
	free(findings);
}
