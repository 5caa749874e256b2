#include "vocab.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/text.h"

#include <exhume/sci_query.h>

#include <string.h>

struct answering {
	struct exh_sci_lexicon lexicon;
	enum vocab_format format;
	struct vocab_writing *w;
	const char *file;
	struct exh_writer *out;
	struct report *report;
	bool has_table; /* in out */
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
 * How a word is looked up.
 */

static struct exh_bytes root_of(const struct exh_sci_lookup_step *step)
{
	return (struct exh_bytes){ step->root, step->root_size, 0 };
}

static const char *way_name(enum exh_sci_lookup_way way)
{
	static const char *const names[] = { "unknown", "word", "suffix", "number" };

	return names[way];
}

static struct json *pattern_to_json(struct answering *a,
				    const struct exh_sci_pattern *pattern)
{
	struct exh_writer text = { .limit = VOCAB_SIZE_LIMIT };
	struct json *json;

	exh_write_bytes(&text, pattern->prefix.data, pattern->prefix.size);
	exh_write_u8(&text, '*');
	exh_write_bytes(&text, pattern->suffix.data, pattern->suffix.size);
	json = vocab_text_json(a->w, exh_writer_bytes(&text));
	exh_writer_free(&text);
	return json;
}

static struct json *step_to_json(struct answering *a,
				 const struct exh_sci_lookup_step *step)
{
	struct json *json = json_make("{s:i}", "rule", (int)step->number);

	json_set(json, "output_suffix", pattern_to_json(a, &step->rule->typed));
	json_set_number(json, "first_class", step->rule->output_class);
	json_set(json, "input_suffix", pattern_to_json(a, &step->rule->root));
	json_set_number(json, "second_class", step->rule->input_class);
	json_set(json, "root", vocab_text_json(a->w, root_of(step)));
	json_set_flag(json, "listed", step->word);
	if (step->word)
		json_set_number(json, "root_class", step->word->class_mask);
	json_set_flag(json, "fits", step->fits);
	return json;
}

static struct json *word_to_json(struct answering *a, const struct exh_sci_word *word)
{
	struct json *json = json_new_object();

	json_set(json, "word", vocab_text_json(a->w, word->text));
	json_set_number(json, "class", word->class_mask);
	vocab_add_class(json, "class_names", word->class_mask);
	json_set_number(json, "group", word->group);
	return json;
}

static struct json *words_to_json(struct answering *a,
				  const struct exh_sci_word *const *words, size_t count)
{
	struct json *json = json_new_list();

	for (size_t i = 0; i < count; i++)
		json_push(json, word_to_json(a, words[i]));
	return json;
}

static struct json *lookup_to_json(struct answering *a,
				   const struct exh_sci_explained *word)
{
	const struct exh_sci_lookup *found = &word->found;
	struct json *json = json_new_object(), *steps = json_new_list();

	json_set(json, "word", vocab_text_json(a->w, word->word));
	json_set_string(json, "status", way_name(found->way));
	if (found->way != EXH_SCI_UNKNOWN) {
		json_set_number(json, "class", found->class_mask);
		vocab_add_class(json, "class_names", found->class_mask);
		json_set_number(json, "group", found->group);
	}
	if (found->word)
		json_set(json, "root", vocab_text_json(a->w, found->word->text));
	if (found->suffix)
		json_set_number(json, "rule", word->rule);
	for (size_t i = 0; i < word->step_count; i++)
		json_push(steps, step_to_json(a, &word->steps[i]));
	json_set(json, "steps", steps);
	if (found->way == EXH_SCI_UNKNOWN)
		json_set(json, "nearest",
			 words_to_json(a, word->nearest, word->nearest_count));
	return json;
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

static void put_lookup_row(struct answering *a, const struct exh_sci_explained *word)
{
	const struct exh_sci_lookup *found = &word->found;

	vocab_put_text(word->word, 0, a->w, a->out);
	text_put(a->out, "\t%s\t", way_name(found->way));
	if (found->way != EXH_SCI_UNKNOWN)
		text_put(a->out, "%x\t%x\t", found->class_mask, found->group);
	else
		text_put(a->out, "\t\t");
	if (found->word)
		vocab_put_text(found->word->text, 0, a->w, a->out);
	text_put(a->out, "\t");
	if (found->suffix)
		text_put(a->out, "%zu", word->rule);
	text_put(a->out, "\n");
}

static void answer_word(struct answering *a, const char *asked, struct json *list)
{
	struct exh_sci_explained word;
	struct exh_bytes text;

	if (!take_word(a, asked, &text))
		return;
	if (!exh_sci_lexicon_explain(&a->lexicon, text, a->w->arena, &word))
		mem_end();
	if (a->format == VOCAB_JSON)
		json_push(list, lookup_to_json(a, &word));
	else if (a->format == VOCAB_TABLE)
		put_lookup_row(a, &word);
	else
		put_lookup(a, &word);
}

/*
 * Groups, and what is near.
 */

/* asked: a column of its own in tables; NULL: none. */
static void put_words(struct answering *a, const struct exh_sci_word *const *words,
		      size_t count, const struct exh_bytes *asked)
{
	const size_t width = vocab_width(words, count, a->w);

	for (size_t i = 0; i < count; i++) {
		const struct vocab_cell cells[] = { { words[i]->text, 0 },
						    { .number = words[i]->class_mask },
						    { .number = words[i]->group } };

		if (a->format == VOCAB_TEXT) {
			vocab_put_word(words[i], width, a->w, a->out);
			continue;
		}
		if (asked) {
			vocab_put_text(*asked, 0, a->w, a->out);
			exh_write_u8(a->out, '\t');
		}
		vocab_put_row(EXH_SCI_VOCAB_WORDS, cells, a->w, a->out);
	}
}

static void answer_group(struct answering *a, const char *asked, struct json *list)
{
	struct exh_sci_members found;
	unsigned group;
	struct json *object;

	if (!exh_sci_group_from_text(asked, &group))
		return;
	if (!exh_sci_lexicon_members(&a->lexicon, group, a->w->arena, &found))
		mem_end();
	if (!found.count)
		report_error(a->report, a->file, EXH_NO_OFFSET, "no word has group %x",
			     group);
	if (a->format == VOCAB_JSON) {
		object = json_push(list, json_new_object());
		json_set_number(object, "group", group);
		json_set(object, "words", words_to_json(a, found.words, found.count));
		return;
	}
	if (a->format == VOCAB_TEXT && found.count)
		text_put(a->out, "group %x:\n", group);
	put_words(a, found.words, found.count, NULL);
}

static void answer_near(struct answering *a, const char *asked, struct json *list)
{
	const struct exh_sci_word *nearest[EXH_SCI_NEAREST_MOST];
	struct exh_bytes word;
	struct json *object;
	size_t count;

	if (!take_word(a, asked, &word))
		return;
	count = exh_sci_lexicon_nearest(&a->lexicon, word, nearest, EXH_SCI_NEAREST_MOST);
	if (a->format == VOCAB_JSON) {
		object = json_push(list, json_new_object());
		json_set(object, "word", vocab_text_json(a->w, word));
		json_set(object, "nearest", words_to_json(a, nearest, count));
		return;
	}
	if (a->format == VOCAB_TEXT) {
		text_put(a->out, "near ");
		vocab_put_text(word, 0, a->w, a->out);
		text_put(a->out, count ? ":\n" : ": nothing\n");
	}
	put_words(a, nearest, count, &word);
}

/*
 * All of them.
 */

/* Queries of one kind. Tables have an empty line between them. */
static void answer_all(struct answering *a, const struct strings *queries,
		       const char *columns, const char *key,
		       void (*answer)(struct answering *a, const char *asked,
				      struct json *list),
		       struct json *result)
{
	struct json *list;

	if (!queries->count)
		return;
	list = json_new_list();
	if (a->format == VOCAB_TABLE)
		text_put(a->out, "%s#%s\n", a->has_table ? "\n" : "", columns);
	a->has_table = true;
	for (size_t i = 0; i < queries->count; i++)
		answer(a, queries->items[i], list);
	if (a->format == VOCAB_JSON)
		json_set_shared(result, key, list);
	json_free(list);
}

void vocab_answer(const struct vocab_queries *queries, const struct vocab *words,
		  const struct vocab *suffixes, enum vocab_format format,
		  struct vocab_writing *w, const char *file, struct exh_writer *out,
		  struct json *result, struct report *report)
{
	struct answering a = {
		.format = format, .w = w, .file = file, .out = out, .report = report
	};
	struct exh_error err;

	if (exh_sci_lexicon_open(&words->words, suffixes ? &suffixes->suffixes : NULL,
				 w->arena, &a.lexicon, &err)) {
		report_failure(report, file, &err);
		return;
	}
	answer_all(&a, &queries->words, "word\tstatus\tclass\tgroup\troot\trule",
		   "lookups", answer_word, result);
	answer_all(&a, &queries->groups, "word\tclass\tgroup", "groups", answer_group,
		   result);
	answer_all(&a, &queries->nearest, "asked\tword\tclass\tgroup", "nearest",
		   answer_near, result);
}
