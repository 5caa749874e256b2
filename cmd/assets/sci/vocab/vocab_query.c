#include "vocab.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/text.h"

#include <exhume/advanced/sci_query.h>

#include <string.h>

struct answering {
	struct exh_sci_lexicon lexicon;
	enum vocab_format format;
	struct vocab_writing *w;
	const char *file;
	struct exh_writer *out;
	struct report *report;
	bool has_table; /* out contains a table already */
};

static bool take_word(struct answering *a, const char *utf8, struct exh_bytes *out)
{
	const struct exh_bytes in = { (const uint8_t *)utf8, strlen(utf8), 0 };
	struct exh_bytes text;
	struct exh_error err;

	if (vocab_take_text(a->w->encoding, in, a->w->arena, &text, &err)) {
		report_error(a->report, NULL, EXH_NO_OFFSET, "'%s': %s", utf8, err.text);
		return false;
	}
	if (!exh_sci_typed_word(text, a->w->arena, out))
		mem_end();
	return true;
}

/*
 * Lookups of words.
 */

static struct exh_bytes root_of(const struct exh_sci_lookup_step *step)
{
	return (struct exh_bytes){ step->root, step->root_size, 0 };
}

static const char *const way_names[] = { "unknown", "word", "suffix", "number", NULL };

struct step {
	size_t rule;
	struct vocab_row suffix;
	const char *root;
	bool listed, fits;
	uint16_t root_class;
};

struct lookup {
	const char *word, *root;
	enum exh_sci_lookup_way status;
	bool is_known, has_rule, is_unknown;
	uint16_t class, group;
	size_t rule;
	struct step *steps;
	size_t step_count;
	struct vocab_row *nearest;
	size_t nearest_count;
};

static const struct field step_fields[] = {
	FIELD(struct step, rule, NULL, "number of the suffix rule, from 0"),
	FIELD_AS("output_suffix", struct step, suffix.texts[0], NULL,
		 "the pattern that the word fits"),
	FIELD_AS("first_class", struct step, suffix.item.suffix.output_class, NULL,
		 "a bit for each class that the word gets"),
	FIELD_AS("input_suffix", struct step, suffix.texts[1], NULL,
		 "the pattern of the root"),
	FIELD_AS("second_class", struct step, suffix.item.suffix.input_class, NULL,
		 "a bit for each class that the root needs"),
	FIELD(struct step, root, NULL, "the root that is looked up"),
	FIELD(struct step, listed, NULL, "true: the root is a word of the vocabulary"),
	FIELD(struct step, root_class, NULL, "a bit for each class of the root",
	      FIELD_HAS(struct step, listed)),
	FIELD(struct step, fits, NULL, "true: the root has a class that the rule needs"),
};
static const struct fields step_table = FIELDS("step", struct step, step_fields);

static const struct field lookup_fields[] = {
	FIELD(struct lookup, word, NULL, "the word that was given"),
	FIELD_NAMED(struct lookup, status, way_names, "how the word was found"),
	FIELD(struct lookup, class, NULL, "a bit for each class of the word", .base = 16,
	      FIELD_HAS(struct lookup, is_known)),
	FIELD_OF("class_names", FIELD_BITS, struct lookup, class, NULL,
		 "names of those classes", .names = vocab_class_names,
		 FIELD_HAS(struct lookup, is_known), .flags = FIELD_NO_COLUMN),
	FIELD(struct lookup, group, NULL, "number of the group", .base = 16,
	      FIELD_HAS(struct lookup, is_known)),
	FIELD(struct lookup, root, NULL,
	      "the listed word, or the root that a suffix rule led to", FIELD_IF_ANY),
	FIELD(struct lookup, rule, NULL,
	      "number of the suffix rule that found it, from 0",
	      FIELD_HAS(struct lookup, has_rule)),
	FIELD_ROWS(struct lookup, steps, step_count, &step_table,
		   "the suffix rules that were tried", .flags = FIELD_NO_COLUMN),
	FIELD_ROWS(struct lookup, nearest, nearest_count,
		   &vocab_tables[EXH_SCI_VOCAB_WORDS],
		   "for an unknown word: similar words, the nearest first",
		   FIELD_HAS(struct lookup, is_unknown), .flags = FIELD_NO_COLUMN),
};
static const struct fields lookup_table = FIELDS("lookup", struct lookup, lookup_fields);

struct words {
	unsigned group;
	const char *word;
	struct vocab_row *words;
	size_t count;
};

static const struct field group_fields[] = {
	FIELD(struct words, group, NULL, "number of the group"),
	FIELD_ROWS(struct words, words, count, &vocab_tables[EXH_SCI_VOCAB_WORDS],
		   "words of the group"),
};
static const struct fields group_table = FIELDS("group", struct words, group_fields);

static const struct field near_fields[] = {
	FIELD(struct words, word, NULL, "the word that was given"),
	FIELD_LIST_OF("nearest", FIELD_ROW, struct words, words, count, NULL,
		      "similar words, the nearest first",
		      .of = &vocab_tables[EXH_SCI_VOCAB_WORDS]),
};
static const struct fields near_table = FIELDS("near", struct words, near_fields);

static const struct field answer_fields[] = {
	FIELD_ITEMS(struct vocab_result, lookups, &lookup_table,
		    "how the words of --word are looked up"),
	FIELD_ITEMS(struct vocab_result, groups, &group_table,
		    "the words of the groups of --group"),
	FIELD_ITEMS(struct vocab_result, nearest, &near_table,
		    "the words nearest to those of --nearest"),
};
const struct fields vocab_answer_fields =
	FIELDS("answers", struct vocab_result, answer_fields);

static const char *text_of(struct answering *a, struct exh_bytes text)
{
	return vocab_text(a->w, text, a->format == VOCAB_TABLE);
}

/* Returns NULL for text output, which prints the words themselves. */
static struct vocab_row *word_rows(struct answering *a,
				   const struct exh_sci_word *const *words, size_t count)
{
	struct vocab_row *rows;

	if (a->format == VOCAB_TEXT)
		return NULL;
	rows = mem_arena(a->w->arena, count, sizeof *rows);
	for (size_t i = 0; i < count; i++) {
		rows[i].item.word = *words[i];
		rows[i].texts[0] = text_of(a, words[i]->text);
	}
	return rows;
}

static struct step step_row(struct answering *a, const struct exh_sci_lookup_step *step)
{
	const struct vocab rules = { .kind = EXH_SCI_VOCAB_SUFFIXES,
				     .suffixes.items =
					     (struct exh_sci_suffix *)step->rule };
	struct step row = { .rule = step->number,
			    .suffix = vocab_row(&rules, 0, a->w->arena),
			    .root = text_of(a, root_of(step)),
			    .listed = step->word,
			    .root_class = step->word ? step->word->class_mask : 0,
			    .fits = step->fits };

	vocab_take_texts(a->w, &row.suffix, false);
	return row;
}

static struct lookup lookup_row(struct answering *a, const struct exh_sci_explained *word)
{
	const struct exh_sci_lookup *found = &word->found;
	/* Tables do not show the other fields. */
	const bool is_json = a->format == VOCAB_JSON;
	struct lookup row = {
		.word = text_of(a, word->word),
		.root = found->word ? text_of(a, found->word->text) : NULL,
		.status = found->way,
		.is_known = found->way != EXH_SCI_UNKNOWN,
		.is_unknown = found->way == EXH_SCI_UNKNOWN,
		.class = found->class_mask,
		.group = found->group,
		.has_rule = found->suffix,
		.rule = word->rule,
		.steps = mem_arena(a->w->arena, word->step_count, sizeof *row.steps),
		.step_count = is_json ? word->step_count : 0,
		.nearest_count = is_json ? word->nearest_count : 0,
	};

	row.nearest = word_rows(a, word->nearest, row.nearest_count);
	for (size_t i = 0; i < row.step_count; i++)
		row.steps[i] = step_row(a, &word->steps[i]);
	return row;
}

static void put_class(uint32_t class_mask, struct exh_writer *out)
{
	text_put(out, "class %x (", (unsigned)class_mask);
	vocab_put_class(class_mask, out);
	text_put(out, ")");
}

static void put_pattern(struct answering *a, const struct exh_sci_pattern *pattern)
{
	vocab_put_text(pattern->prefix, 0, a->w, a->out);
	exh_write_u8(a->out, '*');
	vocab_put_text(pattern->suffix, 0, a->w, a->out);
}

static void put_step(struct answering *a, const struct exh_sci_lookup_step *step)
{
	text_put(a->out, "  rule %zu, ", step->number);
	put_pattern(a, &step->rule->typed);
	text_put(a->out, " from ");
	put_pattern(a, &step->rule->root);
	text_put(a->out, ": '");
	vocab_put_text(root_of(step), 0, a->w, a->out);
	if (!step->word) {
		text_put(a->out, "' is not listed\n");
		return;
	}
	text_put(a->out, "' is listed, ");
	put_class(step->word->class_mask, a->out);
	text_put(a->out, "; class %x required: %s\n", step->rule->input_class,
		 step->fits ? "it fits" : "it does not fit");
}

static void put_nearest(struct answering *a, const struct exh_sci_explained *word)
{
	for (size_t i = 0; i < word->nearest_count; i++) {
		text_put(a->out, i ? ", " : "  nearest: ");
		vocab_put_text(word->nearest[i]->text, 0, a->w, a->out);
	}
	if (word->nearest_count)
		text_put(a->out, "\n");
}

static void put_lookup(struct answering *a, const struct exh_sci_explained *word)
{
	const struct exh_sci_lookup *found = &word->found;

	vocab_put_text(word->word, 0, a->w, a->out);
	if (found->way == EXH_SCI_UNKNOWN) {
		text_put(a->out, ": unknown\n");
	} else {
		text_put(a->out, ": ");
		put_class(found->class_mask, a->out);
		text_put(a->out, ", group %x\n", found->group);
	}
	text_put(a->out, "  it is %slisted\n",
		 found->way == EXH_SCI_BY_WORD ? "" : "not ");
	for (size_t i = 0; i < word->step_count; i++)
		put_step(a, &word->steps[i]);
	if (word->tries_rules && !word->step_count)
		text_put(a->out, a->lexicon.suffixes ? "  no suffix rule has its ending\n"
						     : "  there are no suffix rules\n");
	if (found->way == EXH_SCI_BY_NUMBER)
		text_put(a->out, "  it is a number\n");
	if (found->way == EXH_SCI_UNKNOWN)
		put_nearest(a, word);
}

static void answer_word(struct answering *a, const char *asked, struct json *list)
{
	struct exh_sci_explained word;
	struct exh_bytes text;
	struct lookup row;

	if (!take_word(a, asked, &text))
		return;
	if (!exh_sci_lexicon_explain(&a->lexicon, text, a->w->arena, &word))
		mem_end();
	if (a->format == VOCAB_TEXT) {
		put_lookup(a, &word);
		return;
	}
	row = lookup_row(a, &word);
	if (a->format == VOCAB_JSON)
		json_push(list, fields_to_json(&lookup_table, &row));
	else
		fields_put_columns(&lookup_table, &row, a->out);
}

/*
 * Groups, and similar words.
 */

/* Prints words. asked: extra first column in tables; NULL: none. */
static void put_words(struct answering *a, const struct exh_sci_word *const *words,
		      const struct words *row, const char *asked)
{
	const size_t width = vocab_width(words, row->count, a->w);

	for (size_t i = 0; i < row->count; i++) {
		if (a->format == VOCAB_TEXT) {
			vocab_put_word(words[i], width, a->w, a->out);
			continue;
		}
		if (asked)
			text_put(a->out, "%s\t", asked);
		fields_put_columns(&vocab_tables[EXH_SCI_VOCAB_WORDS], &row->words[i],
				   a->out);
	}
}

static void answer_group(struct answering *a, const char *asked, struct json *list)
{
	struct exh_sci_members found;
	struct words row = { .count = 0 };

	if (!exh_sci_group_from_text(asked, &row.group))
		return;
	if (!exh_sci_lexicon_members(&a->lexicon, row.group, a->w->arena, &found))
		mem_end();
	row.words = word_rows(a, found.words, found.count);
	row.count = found.count;
	if (!found.count)
		report_error(a->report, a->file, EXH_NO_OFFSET, "no word has group %x",
			     row.group);
	if (a->format == VOCAB_JSON) {
		json_push(list, fields_to_json(&group_table, &row));
		return;
	}
	if (a->format == VOCAB_TEXT && found.count)
		text_put(a->out, "group %x:\n", row.group);
	put_words(a, found.words, &row, NULL);
}

static void answer_near(struct answering *a, const char *asked, struct json *list)
{
	const struct exh_sci_word *nearest[EXH_SCI_NEAREST_MOST];
	struct words row;
	struct exh_bytes word;

	if (!take_word(a, asked, &word))
		return;
	row.word = text_of(a, word);
	row.count =
		exh_sci_lexicon_nearest(&a->lexicon, word, nearest, EXH_SCI_NEAREST_MOST);
	row.words = word_rows(a, nearest, row.count);
	if (a->format == VOCAB_JSON) {
		json_push(list, fields_to_json(&near_table, &row));
		return;
	}
	if (a->format == VOCAB_TEXT) {
		text_put(a->out, "near ");
		vocab_put_text(word, 0, a->w, a->out);
		text_put(a->out, row.count ? ":\n" : ": nothing\n");
	}
	put_words(a, nearest, &row, row.word);
}

/*
 * Answers.
 */

/* Answers the queries of one kind. Tables are separated by an empty line. */
static struct json *answer_all(struct answering *a, const struct strings *queries,
			       const char *first, const struct fields *columns,
			       void (*answer)(struct answering *a, const char *asked,
					      struct json *list))
{
	struct json *list = NULL;

	if (!queries->count)
		return NULL;
	if (a->format == VOCAB_JSON)
		list = json_new_list();
	if (a->format == VOCAB_TABLE) {
		text_put(a->out, "%s#%s", a->has_table ? "\n" : "", first);
		fields_put_names(columns, a->out);
	}
	a->has_table = true;
	for (size_t i = 0; i < queries->count; i++)
		answer(a, queries->items[i], list);
	return list;
}

void vocab_answer(const struct vocab_queries *queries, const struct vocab *words,
		  const struct vocab *suffixes, enum vocab_format format,
		  struct vocab_writing *w, const char *file, struct exh_writer *out,
		  struct json *result, struct report *report)
{
	const struct fields *word_table = &vocab_tables[EXH_SCI_VOCAB_WORDS];
	struct answering a = {
		.format = format, .w = w, .file = file, .out = out, .report = report
	};
	struct vocab_result answers = { .lookups = NULL };
	struct exh_error err;

	if (exh_sci_lexicon_open(&words->words, suffixes ? &suffixes->suffixes : NULL,
				 w->arena, &a.lexicon, &err)) {
		report_failure(report, file, &err);
		return;
	}
	answers.lookups = answer_all(&a, &queries->words, "", &lookup_table, answer_word);
	answers.groups = answer_all(&a, &queries->groups, "", word_table, answer_group);
	answers.nearest =
		answer_all(&a, &queries->nearest, "asked\t", word_table, answer_near);
	fields_put(&vocab_answer_fields, &answers, result);
}
