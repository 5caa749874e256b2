#include "parse.h"

#include "task/outputs.h"
#include "task/text.h"

#include <stdlib.h>

enum { TEXT_LIMIT = 1 << 28 };

/* Words of enum exh_sci_coverage_result, in tables and JSON. */
static const char *const result_names[] = { "found", "none", "gave-up", NULL };

struct covering {
	const struct parse_request *request;
	const struct said_specs *specs;
	const struct said_sentence *findings;
	const struct exh_code_page *page;
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

struct cover {
	struct said_spec spec;
	struct exh_bytes text;
	bool is_found;
	struct said_sentence finding;
};

static const struct field cover_field[] = {
	FIELD_AS("script", struct cover, spec.script, NULL,
		 "number of the script that has the spec, if any",
		 FIELD_HAS(struct cover, spec.has_script)),
	FIELD_AS("offset", struct cover, spec.offset, "bytes",
		 "offset of the spec in the script",
		 FIELD_HAS(struct cover, spec.has_script)),
	FIELD_OF("spec", FIELD_UTF8, struct cover, text, NULL, "text of the Said spec"),
	FIELD_OF("result", FIELD_NAME, struct cover, finding.result, NULL,
		 "found, or not; gave-up: no sentence within --tries sentences",
		 .names = result_names),
	FIELD_OF("sentence", FIELD_CHARS, struct cover, finding.sentence, NULL,
		 "the sentence that was found", FIELD_HAS(struct cover, is_found)),
	FIELD_AS("missing_group", struct cover, finding.missing_group, NULL,
		 "group that the spec needs, of which no word can be typed",
		 .flags = FIELD_OMITTED | FIELD_NO_COLUMN),
	FIELD_AS("most_words", struct cover, finding.most_words, NULL,
		 "greatest number of words in the sentences that were tried",
		 .flags = FIELD_NO_COLUMN),
	FIELD_AS("tries", struct cover, finding.tries, NULL,
		 "number of sentences that were tried", .flags = FIELD_NO_COLUMN),
};
static const struct fields cover_table = FIELDS("cover", struct cover, cover_field);

struct found {
	struct json *coverage;
};

static const struct field found_field[] = {
	FIELD_ITEMS(
		struct found, coverage, &cover_table,
		"with --coverage, instead of sentences: what was found for each spec"),
};
const struct fields parse_coverage_fields = FIELDS("coverage", struct found, found_field);

/* Returns the row of a spec; its text is written to the writer. */
static struct cover row_of(const struct covering *c, size_t i, struct exh_writer *text)
{
	const struct said_sentence *finding = &c->findings[i];

	text->size = 0;
	exh_sci_said_to_utf8(c->specs->items[i].text, c->page, text);
	return (struct cover){ c->specs->items[i], exh_writer_bytes(text),
			       finding->result == EXH_SCI_COVERAGE_FOUND, *finding };
}

static void put_line(const struct covering *c, size_t i, struct exh_writer *out)
{
	const struct said_spec *spec = &c->specs->items[i];
	const struct said_sentence *finding = &c->findings[i];
	const size_t width = spec->text.size < 32 ? 32 - spec->text.size : 1;

	if (spec->script >= 0)
		text_put(out, "%4d  %5zu  ", spec->script, spec->offset);
	exh_sci_said_to_utf8(spec->text, c->page, out);
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
	struct exh_writer out = { .limit = TEXT_LIMIT }, text = { .limit = TEXT_LIMIT };

	if (c->request->format == PARSE_TSV) {
		text_put(&out, "#");
		fields_put_names(&cover_table, &out);
	}
	for (size_t i = 0; i < c->specs->count; i++) {
		const struct cover row = row_of(c, i, &text);

		if (c->request->format == PARSE_TSV)
			fields_put_columns(&cover_table, &row, &out);
		else
			put_line(c, i, &out);
	}
	exh_writer_free(&text);
	output_write_text(report, output, &out);
}

static void describe(const struct covering *c, struct json *result)
{
	const struct found found = { json_new_list() };
	struct exh_writer text = { .limit = TEXT_LIMIT };

	for (size_t i = 0; i < c->specs->count; i++) {
		const struct cover row = row_of(c, i, &text);

		json_push(found.coverage, fields_to_json(&cover_table, &row));
	}
	fields_put(&parse_coverage_fields, &found, result);
	exh_writer_free(&text);
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
				    .findings = findings,
				    .page = source->words.lexicon.page };

	if (!findings)
		return;
	if (result)
		describe(&c, result);
	if (output)
		write_text(&c, output, report);
	summarise(&c, report);
	free(findings);
}
