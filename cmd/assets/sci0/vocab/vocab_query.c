#include "vocab_query.h"

#include "task/json.h"
#include "task/text.h"
#include "vocab_text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NEAREST = 10, GROUP_MOST = 0xfff, HEX_DIGITS = 3 };

bool vocab_parse_group(const char *text, unsigned *out)
{
	const bool is_prefixed = text[0] == '0' && (text[1] | 0x20) == 'x';
	const char *digits = is_prefixed ? text + 2 : text;
	const size_t size = strlen(digits);
	const bool is_decimal =
		!is_prefixed && size > HEX_DIGITS && strspn(digits, "0123456789") == size;
	unsigned long value;

	if (!size || strspn(digits, "0123456789abcdefABCDEF") != size)
		return false;
	errno = 0;
	value = strtoul(digits, NULL, is_decimal ? 10 : 16);
	*out = (unsigned)value;
	return !errno && value <= GROUP_MOST;
}

struct answering {
	const struct vocab_queries *queries;
	struct exh_sci0_lexicon lexicon;
	enum vocab_format format;
	struct vocab_writing *w;
	const char *file;
	struct exh_writer *out;
	struct report *report;
	bool has_table; /* in out */
};

/* As the interpreter takes a word from a line: lower case, letters and digits alone. What
 * has none of these ("!*") is taken as it is. */
static bool take_word(struct answering *a, const char *utf8, struct exh_bytes *out)
{
	const struct exh_bytes in = { (const uint8_t *)utf8, strlen(utf8), 0 };
	struct exh_error err;
	uint8_t *data;
	size_t size = 0;

	if (vocab_take_text(a->w->encoding, in, a->w->arena, out, &err)) {
		report_error(a->report, NULL, EXH_NO_OFFSET, "'%s': %s", utf8, err.text);
		return false;
	}
	data = exh_alloc(a->w->arena, out->size + 1, 1);
	for (size_t i = 0; data && i < out->size; i++)
		if (isalnum(out->data[i]) || out->data[i] >= 0x80)
			data[size++] = (uint8_t)tolower(out->data[i]);
	if (data && size)
		*out = (struct exh_bytes){ data, size, 0 };
	return true;
}

/*
 * How a word is looked up.
 */

static struct exh_bytes root_of(const struct exh_sci0_lookup_step *step)
{
	return (struct exh_bytes){ step->root, step->root_size, 0 };
}

static bool tries_rules(const struct exh_sci0_lookup *found, struct exh_bytes word)
{
	return found->way != EXH_SCI0_BY_WORD && word.size && !isdigit(word.data[0]);
}

static const char *way_name(enum exh_sci0_lookup_way way)
{
	static const char *const names[] = { "unknown", "word", "suffix", "number" };

	return names[way];
}

static json_t *pattern_to_json(struct answering *a,
			       const struct exh_sci0_pattern *pattern)
{
	struct exh_writer text = { .limit = VOCAB_SIZE_LIMIT };
	json_t *json;

	exh_write_bytes(&text, pattern->prefix.data, pattern->prefix.size);
	exh_write_u8(&text, '*');
	exh_write_bytes(&text, pattern->suffix.data, pattern->suffix.size);
	json = vocab_text_json(a->w, exh_writer_bytes(&text));
	exh_writer_free(&text);
	return json;
}

static json_t *step_to_json(struct answering *a, const struct exh_sci0_lookup_step *step)
{
	json_t *json = json_pack("{s:i}", "rule", (int)step->number);

	json_object_set_new(json, "output_suffix",
			    pattern_to_json(a, &step->rule->typed));
	json_object_set_new(json, "first_class", json_integer(step->rule->output_class));
	json_object_set_new(json, "input_suffix", pattern_to_json(a, &step->rule->root));
	json_object_set_new(json, "second_class", json_integer(step->rule->input_class));
	json_object_set_new(json, "root", vocab_text_json(a->w, root_of(step)));
	json_object_set_new(json, "listed", json_boolean(step->word));
	if (step->word)
		json_object_set_new(json, "root_class",
				    json_integer(step->word->class_mask));
	json_object_set_new(json, "fits", json_boolean(step->fits));
	return json;
}

static json_t *word_to_json(struct answering *a, const struct exh_sci0_word *word)
{
	json_t *json = json_object();

	json_object_set_new(json, "word", vocab_text_json(a->w, word->text));
	json_object_set_new(json, "class", json_integer(word->class_mask));
	vocab_add_class(json, "class_names", word->class_mask);
	json_object_set_new(json, "group", json_integer(word->group));
	return json;
}

static json_t *nearest_to_json(struct answering *a, struct exh_bytes word)
{
	const struct exh_sci0_word *nearest[MAX_NEAREST];
	const size_t count =
		exh_sci0_lexicon_nearest(&a->lexicon, word, nearest, MAX_NEAREST);
	json_t *json = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(json, word_to_json(a, nearest[i]));
	return json;
}

static json_t *lookup_to_json(struct answering *a, struct exh_bytes word,
			      const struct exh_sci0_lookup *found)
{
	json_t *json = json_object(), *steps = json_array();
	struct exh_sci0_lookup_step step;
	size_t number = 0;

	json_object_set_new(json, "word", vocab_text_json(a->w, word));
	json_object_set_new(json, "status", json_string(way_name(found->way)));
	if (found->way != EXH_SCI0_UNKNOWN) {
		json_object_set_new(json, "class", json_integer(found->class_mask));
		vocab_add_class(json, "class_names", found->class_mask);
		json_object_set_new(json, "group", json_integer(found->group));
	}
	if (found->word)
		json_object_set_new(json, "root",
				    vocab_text_json(a->w, found->word->text));
	if (found->suffix)
		json_object_set_new(
			json, "rule",
			json_integer(found->suffix - a->lexicon.suffixes->items));
	while (tries_rules(found, word) &&
	       exh_sci0_lexicon_next_step(&a->lexicon, word, &number, &step)) {
		json_array_append_new(steps, step_to_json(a, &step));
		if (step.fits)
			break;
	}
	json_object_set_new(json, "steps", steps);
	if (found->way == EXH_SCI0_UNKNOWN)
		json_object_set_new(json, "nearest", nearest_to_json(a, word));
	return json;
}

static void put_class(uint32_t class_mask, struct exh_writer *out)
{
	text_put(out, "class %x (", (unsigned)class_mask);
	vocab_put_class(class_mask, out);
	text_put(out, ")");
}

static void put_pattern(struct answering *a, const struct exh_sci0_pattern *pattern)
{
	vocab_put_text(pattern->prefix, 0, a->w, a->out);
	exh_write_u8(a->out, '*');
	vocab_put_text(pattern->suffix, 0, a->w, a->out);
}

static void put_step(struct answering *a, const struct exh_sci0_lookup_step *step)
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

static void put_nearest(struct answering *a, struct exh_bytes word)
{
	const struct exh_sci0_word *nearest[MAX_NEAREST];
	const size_t count =
		exh_sci0_lexicon_nearest(&a->lexicon, word, nearest, MAX_NEAREST);

	for (size_t i = 0; i < count; i++) {
		text_put(a->out, i ? ", " : "  nearest: ");
		vocab_put_text(nearest[i]->text, 0, a->w, a->out);
	}
	if (count)
		text_put(a->out, "\n");
}

static void put_lookup(struct answering *a, struct exh_bytes word,
		       const struct exh_sci0_lookup *found)
{
	struct exh_sci0_lookup_step step;
	size_t number = 0, tried = 0;

	vocab_put_text(word, 0, a->w, a->out);
	if (found->way == EXH_SCI0_UNKNOWN) {
		text_put(a->out, ": unknown\n");
	} else {
		text_put(a->out, ": ");
		put_class(found->class_mask, a->out);
		text_put(a->out, ", group %x\n", found->group);
	}
	text_put(a->out, "  it is %slisted\n",
		 found->way == EXH_SCI0_BY_WORD ? "" : "not ");
	while (tries_rules(found, word) &&
	       exh_sci0_lexicon_next_step(&a->lexicon, word, &number, &step)) {
		put_step(a, &step);
		tried++;
		if (step.fits)
			break;
	}
	if (tries_rules(found, word) && !tried)
		text_put(a->out, a->lexicon.suffixes ? "  no suffix rule has its ending\n"
						     : "  there are no suffix rules\n");
	if (found->way == EXH_SCI0_BY_NUMBER)
		text_put(a->out, "  it is a number\n");
	if (found->way == EXH_SCI0_UNKNOWN)
		put_nearest(a, word);
}

static void put_lookup_row(struct answering *a, struct exh_bytes word,
			   const struct exh_sci0_lookup *found)
{
	vocab_put_text(word, 0, a->w, a->out);
	text_put(a->out, "\t%s\t", way_name(found->way));
	if (found->way != EXH_SCI0_UNKNOWN)
		text_put(a->out, "%x\t%x\t", found->class_mask, found->group);
	else
		text_put(a->out, "\t\t");
	if (found->word)
		vocab_put_text(found->word->text, 0, a->w, a->out);
	text_put(a->out, "\t");
	if (found->suffix)
		text_put(a->out, "%zu",
			 (size_t)(found->suffix - a->lexicon.suffixes->items));
	text_put(a->out, "\n");
}

/* An empty line is between tables. */
static void begin_table(struct answering *a)
{
	if (a->has_table)
		exh_write_u8(a->out, '\n');
	a->has_table = true;
}

static void answer_words(struct answering *a, json_t *result)
{
	json_t *list = json_array();

	if (a->format == VOCAB_TABLE && a->queries->words.count) {
		begin_table(a);
		text_put(a->out, "#word\tstatus\tclass\tgroup\troot\trule\n");
	}
	for (size_t i = 0; i < a->queries->words.count; i++) {
		struct exh_sci0_lookup found;
		struct exh_bytes word;

		if (!take_word(a, a->queries->words.items[i], &word))
			continue;
		exh_sci0_lexicon_look_up(&a->lexicon, word, &found);
		if (a->format == VOCAB_JSON)
			json_array_append_new(list, lookup_to_json(a, word, &found));
		else if (a->format == VOCAB_TABLE)
			put_lookup_row(a, word, &found);
		else
			put_lookup(a, word, &found);
	}
	if (a->format == VOCAB_JSON && a->queries->words.count)
		json_object_set(result, "lookups", list);
	json_decref(list);
}

/*
 * Groups.
 */

static void answer_group(struct answering *a, unsigned group, json_t *list)
{
	const struct exh_sci0_words *words = a->lexicon.words;
	const struct exh_sci0_word **found =
		exh_alloc(a->w->arena, words->count + 1, sizeof *found);
	json_t *json = json_array(), *object = json_object();
	size_t count = 0, width;

	for (size_t i = 0; found && i < words->count; i++)
		if (words->items[i].group == group)
			found[count++] = &words->items[i];
	if (!count)
		report_error(a->report, a->file, EXH_NO_OFFSET, "no word has group %x",
			     group);
	width = vocab_width(found, count, a->w);
	if (a->format == VOCAB_TEXT && count)
		text_put(a->out, "group %x:\n", group);
	for (size_t i = 0; i < count; i++) {
		const struct vocab_cell cells[] = { { found[i]->text, 0 },
						    { .number = found[i]->class_mask },
						    { .number = group } };

		if (a->format == VOCAB_JSON)
			json_array_append_new(json, word_to_json(a, found[i]));
		else if (a->format == VOCAB_TABLE)
			vocab_put_row(EXH_SCI0_VOCAB_WORDS, cells, a->w, a->out);
		else
			vocab_put_word(found[i], width, a->w, a->out);
	}
	json_object_set_new(object, "group", json_integer((json_int_t)group));
	json_object_set_new(object, "words", json);
	json_array_append_new(list, object);
}

static void answer_groups(struct answering *a, json_t *result)
{
	json_t *list = json_array();
	unsigned group;

	if (a->format == VOCAB_TABLE && a->queries->groups.count) {
		begin_table(a);
		vocab_put_header(EXH_SCI0_VOCAB_WORDS, a->out);
	}
	for (size_t i = 0; i < a->queries->groups.count; i++)
		if (vocab_parse_group(a->queries->groups.items[i], &group))
			answer_group(a, group, list);
	if (a->format == VOCAB_JSON && a->queries->groups.count)
		json_object_set(result, "groups", list);
	json_decref(list);
}

/*
 * What is near.
 */

static void put_near(struct answering *a, struct exh_bytes word)
{
	const struct exh_sci0_word *nearest[MAX_NEAREST];
	const size_t count =
		exh_sci0_lexicon_nearest(&a->lexicon, word, nearest, MAX_NEAREST);
	const size_t width = vocab_width(nearest, count, a->w);

	if (a->format == VOCAB_TEXT) {
		text_put(a->out, "near ");
		vocab_put_text(word, 0, a->w, a->out);
		text_put(a->out, count ? ":\n" : ": nothing\n");
	}
	for (size_t i = 0; i < count; i++) {
		const struct vocab_cell cells[] = { { nearest[i]->text, 0 },
						    { .number = nearest[i]->class_mask },
						    { .number = nearest[i]->group } };

		if (a->format == VOCAB_TEXT) {
			vocab_put_word(nearest[i], width, a->w, a->out);
			continue;
		}
		vocab_put_text(word, 0, a->w, a->out);
		exh_write_u8(a->out, '\t');
		vocab_put_row(EXH_SCI0_VOCAB_WORDS, cells, a->w, a->out);
	}
}

static void answer_nearest(struct answering *a, json_t *result)
{
	json_t *list = json_array();

	if (a->format == VOCAB_TABLE && a->queries->nearest.count) {
		begin_table(a);
		text_put(a->out, "#asked\tword\tclass\tgroup\n");
	}
	for (size_t i = 0; i < a->queries->nearest.count; i++) {
		struct exh_bytes word;
		json_t *object;

		if (!take_word(a, a->queries->nearest.items[i], &word))
			continue;
		if (a->format != VOCAB_JSON) {
			put_near(a, word);
			continue;
		}
		object = json_object();
		json_object_set_new(object, "word", vocab_text_json(a->w, word));
		json_object_set_new(object, "nearest", nearest_to_json(a, word));
		json_array_append_new(list, object);
	}
	if (a->format == VOCAB_JSON && a->queries->nearest.count)
		json_object_set(result, "nearest", list);
	json_decref(list);
}

void vocab_answer(const struct vocab_queries *queries, const struct vocab *words,
		  const struct vocab *suffixes, enum vocab_format format,
		  struct vocab_writing *w, const char *file, struct exh_writer *out,
		  json_t *result, struct report *report)
{
	struct answering a = { .queries = queries,
			       .format = format,
			       .w = w,
			       .file = file,
			       .out = out,
			       .report = report };
	struct exh_error err;

	if (exh_sci0_lexicon_open(&words->words, suffixes ? &suffixes->suffixes : NULL,
				  w->arena, &a.lexicon, &err)) {
		report_failure(report, file, &err);
		return;
	}
	answer_words(&a, result);
	answer_groups(&a, result);
	answer_nearest(&a, result);
}
