#include "parse.h"

#include "task/jobs.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	BATCH_LINES = 256,
	ROUND_BATCHES = 1024, /* batches written together before the next round */
	MAX_EXPLAINED = 20,
	MAX_SHOWN = 80,	       /* most bytes of a line that are shown */
	COUNT_LIMIT = 1 << 24, /* bytes of memory for counting derivations */
	/* flag beside the status: more words than the game takes */
	LONG_LINE = 0x80,
};

static const size_t BATCH_LIMIT = (size_t)1 << 31;

/* The lines of the current round. */
struct round {
	struct parse_run *run;
	size_t first, count; /* in lines */
	struct exh_writer *outs;
	uint8_t *states; /* state of each line, over all rounds */
	/* Referent before each line, for a session; else NULL */
	struct exh_sci_referent *before;
	/* Referent of a session, kept from line to line */
	struct exh_sci_referent referent;
	size_t explained, rejected;
};

/*
 * One sentence.
 */

static void parse_line(const struct parse_run *run, struct exh_sci_referent *referent,
		       size_t line, struct parse_room *room)
{
	struct exh_sci_parse_options options = run->options;

	options.referent = run->request->session ? referent : NULL;
	exh_sci_parse(&run->source->parser, &options, run->lines.items[line],
		      &room->sentence);
	if (run->specs->count)
		exh_sci_said_input_set(&room->input, &room->sentence.tree);
}

static void put_tree(const struct parse_run *run, const struct parse_room *room,
		     struct exh_writer *out)
{
	if (run->request->format == PARSE_SEED)
		exh_sci_tree_print(&room->sentence.tree, out);
	else
		sentence_put_tree(&room->sentence, out);
}

/* Appends one derivation of --all, with its number. */
static void put_derivation(const struct parse_run *run, const struct parse_room *room,
			   size_t line, size_t number, struct exh_writer *out)
{
	switch (run->request->format) {
	case PARSE_TSV:
		text_put(out, "%zu\t%zu\t", line, number);
		sentence_put_rules(&room->sentence, out);
		exh_write_u8(out, '\t');
		exh_sci_tree_print(&room->sentence.tree, out);
		exh_write_u8(out, '\n');
		break;
	case PARSE_ASCII:
		text_put(out, "%zu: ", number);
		sentence_put_rules(&room->sentence, out);
		exh_write_u8(out, '\n');
		sentence_draw(&room->sentence, out);
		exh_write_u8(out, '\n');
		break;
	case PARSE_DOT:
		sentence_put_dot(&room->sentence, run->lines.items[line], number, out);
		break;
	default:
		text_put(out, "%zu: ", number);
		sentence_put_rules(&room->sentence, out);
		text_put(out, ": ");
		put_tree(run, room, out);
		exh_write_u8(out, '\n');
	}
}

/* Returns the number of derivations; 0 if counting exceeds the memory limit. */
static uint64_t count_derivations(const struct parse_run *run,
				  const struct parse_room *room)
{
	struct exh_arena arena = { .limit = COUNT_LIMIT };
	uint64_t count = 0;

	(void)!exh_sci_derivations_count(&run->source->parser, &room->sentence, &arena,
					 &count, NULL);
	exh_arena_free(&arena);
	return count;
}

static void put_derivations(const struct parse_run *run, struct parse_room *room,
			    size_t line, struct exh_writer *out)
{
	const uint64_t count = count_derivations(run, room);
	size_t i = 0;

	room->derivations.is_begun = false;
	room->derivations.count = 0;
	if (run->request->format == PARSE_TREE || run->request->format == PARSE_SEED ||
	    run->request->format == PARSE_ASCII) {
		sentence_put_text(&room->sentence, run->lines.items[line], out);
		text_put(out, ": %s%" PRIu64 " derivation%s%s\n",
			 count == UINT64_MAX ? "at least " : "", count,
			 count == 1 ? "" : "s",
			 count > run->request->most ? ", of which the first are" : "");
	}
	while (i < run->request->most && !interrupt_pending() &&
	       exh_sci_derivations_next(&run->source->parser, &room->sentence,
					&room->derivations))
		put_derivation(run, room, line, i++, out);
}

static void put_line(const struct parse_run *run, struct parse_room *room, size_t line,
		     struct exh_writer *out)
{
	const struct parse_request *request = run->request;
	const bool is_row = request->format == PARSE_TSV;

	if (request->matrix || (is_row && run->specs->count)) {
		parse_match_put_rows(run, room, line, out);
		return;
	}
	if (request->all) {
		put_derivations(run, room, line, out);
		return;
	}
	switch (request->format) {
	case PARSE_TSV:
		sentence_put_row(&room->sentence, run->lines.items[line], out);
		break;
	case PARSE_ASCII:
		sentence_put_text(&room->sentence, run->lines.items[line], out);
		exh_write_u8(out, '\n');
		sentence_put_words(&room->sentence, out);
		sentence_draw(&room->sentence, out);
		break;
	case PARSE_DOT:
		if (room->sentence.tree.count)
			sentence_put_dot(&room->sentence, run->lines.items[line], line,
					 out);
		break;
	default:
		put_tree(run, room, out);
		exh_write_u8(out, '\n');
	}
	if (request->format != PARSE_DOT)
		parse_match_put_lines(run, room, out);
	if (request->format == PARSE_ASCII)
		exh_write_u8(out, '\n');
}

/*
 * Many sentences.
 */

static void note_line(struct round *round, size_t line, const struct parse_room *room)
{
	const struct parse_run *run = round->run;

	round->states[line] = (uint8_t)room->sentence.status;
	if (!run->options.most_words && run->options.interpreter == EXH_SCI_SIERRA &&
	    room->sentence.word_count > EXH_SCI_INTERPRETER_WORDS)
		round->states[line] |= LONG_LINE;
}

static void work(void *context, size_t batch)
{
	struct round *round = context;
	struct exh_writer *out = &round->outs[batch];
	const size_t first = round->first + batch * BATCH_LINES;
	const size_t end = round->first + round->count;
	struct parse_room *room = mem_alloc(1, sizeof *room);

	*out = (struct exh_writer){ .limit = BATCH_LIMIT };
	for (size_t i = first; i < end && i < first + BATCH_LINES; i++) {
		if (round->before)
			round->before[i] = round->referent;
		parse_line(round->run, &round->referent, i, room);
		note_line(round, i, room);
		put_line(round->run, room, i, out);
	}
	free(room);
}

/* Escapes control characters of a line for a terminal. */
static void make_safe(struct exh_writer *text)
{
	struct json *json =
		json_new_text(text->size ? (const char *)text->data : "", text->size);

	for (size_t i = 0; i < text->size; i++)
		if (text->data[i] < ' ' || text->data[i] == 0x7f ||
		    (!json && text->data[i] >= 0x80))
			text->data[i] = '?';
	json_free(json);
}

/* Parses a rejected sentence again, to explain the rejection. */
static void explain(struct round *round, size_t line, struct parse_room *room)
{
	const struct parse_run *run = round->run;
	struct exh_bytes text = run->lines.items[line];
	struct exh_writer out = { .limit = 1 << 20 };

	round->rejected++;
	if (round->explained >= MAX_EXPLAINED && run->request->common.verbosity < 1)
		return;
	round->explained++;
	if (round->before)
		round->referent = round->before[line];
	parse_line(run, &round->referent, line, room);
	if (run->are_numbered)
		text_put(&out, "line %zu: ", line + 1);
	exh_write_u8(&out, '\'');
	text.size = text.size > MAX_SHOWN ? MAX_SHOWN : text.size;
	sentence_put_text(&room->sentence, text, &out);
	text_put(&out, "': ");
	sentence_explain(&room->sentence, &run->source->words.lexicon, &out);
	make_safe(&out);
	report_say(run->report, "%.*s", (int)out.size, (const char *)out.data);
	exh_writer_free(&out);
}

static bool explains(const struct parse_request *request)
{
	return request->format != PARSE_TSV && request->format != PARSE_JSON &&
	       !request->matrix && request->common.verbosity >= 0;
}

static void explain_round(struct round *round)
{
	const struct exh_sci_referent referent = round->referent;
	struct parse_room *room = mem_alloc(1, sizeof *room);

	for (size_t i = round->first; i < round->first + round->count; i++) {
		const unsigned status = round->states[i] & ~(unsigned)LONG_LINE;

		if (status == EXH_SCI_SENTENCE_SYNTAX ||
		    status == EXH_SCI_SENTENCE_UNKNOWN)
			explain(round, i, room);
	}
	free(room);
	round->referent = referent;
}

static void warn_of_long_lines(const struct parse_run *run, const uint8_t *states)
{
	size_t count = 0, first = 0;

	for (size_t i = 0; i < run->lines.count; i++) {
		if (!(states[i] & LONG_LINE))
			continue;
		if (!count++)
			first = i;
	}
	if (count)
		report_warning(
			run->report, NULL, EXH_NO_OFFSET,
			"%zu sentence%s more than %d words, the most that Sierra's "
			"interpreter reads (--words %d); the first is number %zu",
			count, count == 1 ? " has" : "s have", EXH_SCI_INTERPRETER_WORDS,
			EXH_SCI_INTERPRETER_WORDS, first + 1);
}

static void put_head(const struct parse_run *run, struct exh_writer *out)
{
	const struct parse_request *request = run->request;

	if (request->format != PARSE_TSV && !request->matrix)
		return;
	if (request->matrix || run->specs->count)
		parse_match_put_head(run, out);
	else if (request->all)
		text_put(out, "#sentence_no\tderivation\trules\ttree\n");
	else
		text_put(out, "#sentence\tstatus\tunknown\ttokens\ttree\n");
}

static enum exh_status write_out(struct exh_writer *out, struct file_stream *stream,
				 struct exh_error *err)
{
	enum exh_status status = mem_check_limit(out, err);

	if (!status)
		status = file_stream_write(stream, out->data, out->size, err);
	exh_writer_free(out);
	*out = (struct exh_writer){ 0 };
	return status;
}

static enum exh_status run_round(struct round *round, struct file_stream *stream,
				 struct exh_error *err)
{
	const struct parse_request *request = round->run->request;
	const size_t batches = (round->count + BATCH_LINES - 1) / BATCH_LINES;
	struct common common = request->common;
	enum exh_status status = EXH_OK;

	if (request->session)
		common.jobs = 1;
	if (jobs_run(&common, "parse-tree", batches, work, round) < batches)
		status = exh_fail(err, EXH_IO, EXH_NO_OFFSET, "%s", interrupt_name());
	for (size_t i = 0; i < batches; i++) {
		if (!status)
			status = write_out(&round->outs[i], stream, err);
		else
			exh_writer_free(&round->outs[i]);
	}
	if (!status && explains(request))
		explain_round(round);
	return status;
}

static enum exh_status write_all(struct round *round, struct file_stream *stream,
				 struct exh_error *err)
{
	const struct parse_run *run = round->run;
	struct exh_writer head = { .limit = BATCH_LIMIT };
	enum exh_status status;

	put_head(run, &head);
	status = write_out(&head, stream, err);
	for (; !status && round->first < run->lines.count && !interrupt_pending();
	     round->first += round->count) {
		round->count = run->lines.count - round->first;
		if (round->count > (size_t)ROUND_BATCHES * BATCH_LINES)
			round->count = (size_t)ROUND_BATCHES * BATCH_LINES;
		status = run_round(round, stream, err);
	}
	if (!status && interrupt_pending())
		status = exh_fail(err, EXH_IO, EXH_NO_OFFSET, "%s", interrupt_name());
	return status;
}

static void write_rounds(struct round *round, const char *output)
{
	const struct parse_run *run = round->run;
	struct file_stream stream;
	struct exh_error err;
	enum exh_status status =
		strcmp(output, "-") == 0 ? EXH_OK : file_make_folder_of(output, &err);

	if (!status)
		status = file_stream_open(&stream, output, false,
					  run->request->common.force, &err);
	if (!status)
		status =
			file_stream_close(&stream, write_all(round, &stream, &err), &err);
	if (status)
		report_output_failure(run->report, output, &err);
	else if (round->rejected > round->explained)
		report_say(run->report, "%zu more were rejected; -v shows why",
			   round->rejected - round->explained);
	warn_of_long_lines(run, round->states);
}

bool parse_run_writes(const struct parse_request *request)
{
	return request->format != PARSE_JSON &&
	       (!request->common.json || request->common.output);
}

void parse_run_write(struct parse_run *run, const char *output)
{
	struct round round = { .run = run };

	round.outs = mem_alloc(ROUND_BATCHES, sizeof *round.outs);
	round.states = mem_alloc(run->lines.count, 1);
	if (run->request->session)
		round.before = mem_alloc(run->lines.count, sizeof *round.before);
	write_rounds(&round, output);
	free(round.outs);
	free(round.states);
	free(round.before);
}

/*
 * JSON.
 */

struct line {
	struct json *said, *derivations;
	bool has_derivations;
	int64_t derivation_count;
};

static const struct field line_fields[] = {
	FIELD_ITEMS(struct line, said, &parse_match_fields,
		    "results of matching the sentence with the specs", FIELD_IF_ANY),
	FIELD(struct line, derivation_count, NULL,
	      "number of derivations, with --all; 0: none, or not counted",
	      FIELD_HAS(struct line, has_derivations)),
	FIELD_ITEMS(struct line, derivations, &sentence_derivation_fields,
		    "with --all: the derivations, at most as many as --most gives",
		    FIELD_IF_ANY),
};
static const struct fields *const line_with[] = { &sentence_fields, NULL };
static const struct fields line_table =
	FIELDS_WITH("line", struct line, line_fields, line_with);

static const struct field results_field[] = {
	{ .name = "",
	  .type = FIELD_JSON_LIST,
	  .of = &number_fields,
	  .meaning = "result of the match with each spec: 0, 1 or 2" },
};
static const struct fields results_table = FIELDS("row", struct json *, results_field);

struct run {
	struct json *specs, *sentences, *matrix;
};

static const struct field run_field[] = {
	FIELD_ITEMS(struct run, specs, &parse_spec_fields, "the Said specs"),
	FIELD_ITEMS(struct run, matrix, &results_table,
		    "with --matrix, instead of sentences: for each sentence its results, "
		    "in the order of specs"),
	FIELD_ITEMS(struct run, sentences, &line_table, "the sentences, parsed"),
};
const struct fields parse_run_fields = FIELDS("parse-tree", struct run, run_field);

static void fill_derivations(const struct parse_run *run, struct parse_room *room,
			     struct line *row)
{
	const uint64_t count = count_derivations(run, room);

	room->derivations.is_begun = false;
	room->derivations.count = 0;
	row->has_derivations = true;
	row->derivation_count = count > INT64_MAX ? INT64_MAX : (int64_t)count;
	row->derivations = json_new_list();
	for (size_t i = 0; i < run->request->most &&
			   exh_sci_derivations_next(&run->source->parser, &room->sentence,
						    &room->derivations);
	     i++)
		json_push(row->derivations, sentence_derivation_to_json(&room->sentence));
}

static struct json *line_to_json(const struct parse_run *run, struct parse_room *room,
				 size_t line)
{
	struct line row = { .said = NULL };
	struct json *json;

	if (run->request->matrix)
		return parse_match_results_to_json(run, room);
	json = sentence_to_json(&room->sentence, &run->source->words.lexicon,
				run->lines.items[line]);
	if (run->specs->count)
		row.said = parse_match_to_json(run, room);
	if (run->request->all)
		fill_derivations(run, room, &row);
	fields_put(&line_table, &row, json);
	return json;
}

void parse_run_to_json(struct parse_run *run, struct json *result)
{
	const bool is_matrix = run->request->matrix;
	struct round round = { .run = run };
	struct parse_room *room = mem_alloc(1, sizeof *room);
	struct json *list = json_new_list();
	struct run row = { .sentences = is_matrix ? NULL : list,
			   .matrix = is_matrix ? list : NULL };

	round.states = mem_alloc(run->lines.count, 1);
	for (size_t i = 0; i < run->lines.count && !interrupt_pending(); i++) {
		parse_line(run, &round.referent, i, room);
		note_line(&round, i, room);
		json_push(list, line_to_json(run, room, i));
	}
	if (interrupt_pending())
		report_error(run->report, NULL, EXH_NO_OFFSET, "%s", interrupt_name());
	if (is_matrix || run->specs->count)
		row.specs = parse_match_specs_to_json(run);
	fields_put(&parse_run_fields, &row, result);
	if (!parse_run_writes(run->request))
		warn_of_long_lines(run, round.states);
	free(round.states);
	free(room);
}
