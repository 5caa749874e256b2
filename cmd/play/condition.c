#include "play.h"

#include "task/memory.h"
#include "task/text.h"

#include <ctype.h>
#include <math.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_LIMIT = 1 << 16, MAX_NAME = 63, MOST_WORDS = 2, REACH_PIXELS = 10 };

enum op {
	OP_IDLE,
	OP_EQUAL,
	OP_NOT,
	OP_BELOW,
	OP_ABOVE,
	OP_AT_MOST,
	OP_AT_LEAST,
	OP_NEAR_PLACE,
	OP_NEAR_PLAYER,
	OP_MATCH,
};

/* A term; value is not terminated. */
struct term {
	enum op op;
	const struct condition_name *known;
	char name[MAX_NAME + 1]; /* words with one blank between */
	const char *value;
	size_t value_size;
	double x, y; /* a place; or x: a distance */
};

/*
 * Names.
 */

static bool is_digits(const char *text)
{
	return *text && !text[strspn(text, "0123456789")];
}

/* Returns the number of the word; -1: no such word. */
static int word_number(const struct condition_name *known, const char *text, size_t size)
{
	const char *word;

	for (unsigned i = 0; known->word && (word = known->word(i)); i++)
		if (strlen(word) == size && !strncasecmp(word, text, size))
			return (int)i;
	return -1;
}

/* True if the name fits: # at its end stands for a number, * for one of its words. */
static bool fits(const struct condition_name *known, const char *name)
{
	const size_t size = strcspn(known->name, "#*");

	if (strncmp(known->name, name, size) != 0)
		return false;
	if (known->name[size] == '#')
		return is_digits(name + size);
	return known->name[size] || !name[size];
}

static const struct condition_name *find_name(const struct engine_type *type,
					      const char *name)
{
	const struct condition_name *known = type->names;

	while (known && known->name && !fits(known, name))
		known++;
	return known && known->name ? known : NULL;
}

/* Lists words, up to the last of them that fits into a message. */
static void list_words(const struct condition_name *known, struct exh_writer *out)
{
	const char *word;

	for (unsigned i = 0; (word = known->word(i)); i++)
		text_put(out, "%s%s", i ? ", " : "", word);
}

/* Lists the names that a condition of the engine may begin with. */
static void list_names(const struct engine_type *type, struct exh_writer *out)
{
	if (type->is_idle)
		text_put(out, "idle, ");
	if (type->texts)
		text_put(out, "text ~ /PATTERN/, ");
	for (const struct condition_name *known = type->names; known && known->name;
	     known++) {
		const size_t size = strcspn(known->name, "#*");

		if (!known->shown)
			continue;
		text_put(out, "%.*s%s, ", (int)size, known->name,
			 known->name[size] == '#'   ? "N"
			 : known->name[size] == '*' ? "TYPE"
						    : "");
	}
	if (out->size >= 2)
		out->size -= 2;
}

/*
 * Reading. Errors are described in a text.
 */

struct reading {
	const struct engine_type *type;
	const char *at;
	struct exh_writer *wrong; /* NULL: the text was checked before */
};

static bool wrong(const struct reading *r, const char *text)
{
	if (r->wrong)
		text_put(r->wrong, "%s", text);
	return false;
}

static const char *skip(const char *at)
{
	while (*at == ' ' || *at == '\t')
		at++;
	return at;
}

static size_t name_size(const char *at)
{
	size_t size = 0;

	while (isalnum((unsigned char)at[size]) || at[size] == '_' || at[size] == '.')
		size++;
	return size;
}

static bool is_near_word(const char *at)
{
	return !strncmp(at, "near", 4) && (at[4] == ' ' || at[4] == '\t');
}

/* Reads the text between two quote characters like the one at r->at, and moves past
 * it. */
static bool read_quoted(struct reading *r, struct term *term)
{
	const char *end = strchr(r->at + 1, *r->at);

	if (!end)
		return false;
	term->value = r->at + 1;
	term->value_size = (size_t)(end - term->value);
	r->at = end + 1;
	return true;
}

static bool compile(const struct term *term, regex_t *out)
{
	char *pattern = mem_text_part(term->value, term->value_size);
	const bool good = !regcomp(out, pattern,
				   REG_EXTENDED | REG_ICASE | REG_NOSUB | REG_NEWLINE);

	free(pattern);
	return good;
}

/* text ~ /locked/ */
static bool read_match(struct reading *r, struct term *term)
{
	regex_t regex;

	term->op = OP_MATCH;
	r->at = skip(r->at + 1);
	if ((*r->at != '/' && *r->at != '"') || !read_quoted(r, term))
		return wrong(r, "expected a pattern: text ~ /locked/");
	if (!compile(term, &regex))
		return wrong(r, "this is no regular expression");
	regfree(&regex);
	return true;
}

static bool read_number(struct reading *r, double *number)
{
	char *end;

	*number = strtod(r->at, &end);
	if (end == r->at || !isfinite(*number))
		return false;
	r->at = end;
	return true;
}

/* Reads "ego near 160,120" or "ego near 160 120"; "object tater near 640". */
static bool read_near(struct reading *r, struct term *term)
{
	r->at = skip(r->at + 4);
	if (term->known->kind == CONDITION_THING) {
		term->op = OP_NEAR_PLAYER;
		return (read_number(r, &term->x) && term->x >= 0) ||
		       wrong(r, "expected a distance");
	}
	term->op = OP_NEAR_PLACE;
	if (!read_number(r, &term->x))
		return wrong(r, "expected a place: ego near 160,120");
	r->at = skip(r->at);
	if (*r->at == ',')
		r->at = skip(r->at + 1);
	return read_number(r, &term->y) || wrong(r, "expected a place: ego near 160,120");
}

static bool is_number(const char *text, double *out)
{
	char *end;

	*out = strtod(text, &end);
	return end != text && !*end;
}

/* True for a value that the name can have. */
static bool value_fits(const struct reading *r, const struct term *term)
{
	const struct condition_name *known = term->known;
	char *text = mem_text_part(term->value, term->value_size);
	double number;
	const bool good = known->kind == CONDITION_TEXT ||
			  (known->kind != CONDITION_WORD && is_number(text, &number)) ||
			  word_number(known, term->value, term->value_size) >= 0;

	free(text);
	if (good)
		return true;
	wrong(r, known->kind == CONDITION_WORD ? "expected one of: "
		 : known->word		       ? "expected a number or one of: "
					       : "expected a number");
	if (r->wrong && known->word)
		list_words(known, r->wrong);
	return false;
}

static bool read_comparison(struct reading *r, struct term *term)
{
	static const struct {
		const char *sign;
		enum op op;
	} signs[] = {
		{ "<=", OP_AT_MOST }, { ">=", OP_AT_LEAST }, { "!=", OP_NOT },
		{ "=", OP_EQUAL },    { "<", OP_BELOW },     { ">", OP_ABOVE },
	};
	const char *value;
	size_t i = 0;

	while (i < sizeof signs / sizeof *signs &&
	       strncmp(r->at, signs[i].sign, strlen(signs[i].sign)) != 0)
		i++;
	if (i == sizeof signs / sizeof *signs)
		return wrong(r, "expected =, !=, <, <=, > or >= and a value");
	term->op = signs[i].op;
	value = r->at = skip(r->at + strlen(signs[i].sign));
	if (*r->at == '"') {
		if (!read_quoted(r, term))
			return wrong(r, "expected a value");
	} else {
		term->value = r->at;
		term->value_size = strcspn(r->at, " \t|");
		r->at += term->value_size;
		if (!term->value_size)
			return wrong(r, "expected a value");
	}
	if (value_fits(r, term))
		return true;
	r->at = value;
	return false;
}

/* Reads up to two words: "frame crc". False: none, or too long. */
static bool read_name(struct reading *r, struct term *term)
{
	size_t used = 0;

	for (int i = 0; i < MOST_WORDS; i++) {
		const size_t size = name_size(r->at);

		if (!size || (i && is_near_word(r->at)))
			break;
		if (used + (i != 0) + size > MAX_NAME)
			return false;
		if (i)
			term->name[used++] = ' ';
		memcpy(term->name + used, r->at, size);
		used += size;
		r->at = skip(r->at + size);
	}
	term->name[used] = '\0';
	return used;
}

/* Finds the name among the engine's. */
static bool know_name(const struct reading *r, struct term *term)
{
	const size_t size = term->known ? strcspn(term->known->name, "*") : 0;
	const char *type;

	if (!term->known) {
		if (r->wrong) {
			text_put(r->wrong, "%.20s is not known; expected ", term->name);
			list_names(r->type, r->wrong);
		}
		return false;
	}
	if (term->known->refused)
		return wrong(r, term->known->refused);
	type = term->name + size;
	if (!term->known->name[size] || word_number(term->known, type, strlen(type)) >= 0)
		return true;
	if (r->wrong) {
		text_put(r->wrong, "%.20s is not known; expected ", term->name);
		list_words(term->known, r->wrong);
	}
	return false;
}

/* Reads the rest of a term whose name is known. */
static bool read_rest(struct reading *r, struct term *term)
{
	const enum condition_kind kind = term->known->kind;

	if (is_near_word(r->at) && (kind == CONDITION_PLACE || kind == CONDITION_THING))
		return read_near(r, term);
	if (is_near_word(r->at))
		return wrong(r, "this is no place: expected =, !=, <, <=, > or >=");
	if (kind == CONDITION_PLACE)
		return wrong(r, "expected a place: ego near 160,120");
	return read_comparison(r, term);
}

/* False: r->at is at an error. */
static bool read_term(struct reading *r, struct term *term)
{
	const char *begin = r->at;

	*term = (struct term){ .op = OP_IDLE };
	if (!read_name(r, term))
		return wrong(r, "expected a condition such as x>160, text ~ /locked/ or "
				"idle");
	if (r->type->is_idle && !strcmp(term->name, "idle"))
		return true;
	if (*r->at == '~' && r->type->texts && !strcmp(term->name, "text"))
		return read_match(r, term);
	term->known = find_name(r->type, term->name);
	if (!know_name(r, term)) {
		r->at = begin;
		return false;
	}
	return read_rest(r, term);
}

static bool read_all(struct reading *r)
{
	for (;;) {
		struct term term;

		r->at = skip(r->at);
		if (!read_term(r, &term))
			return false;
		r->at = skip(r->at);
		if (!*r->at)
			return true;
		if (*r->at++ != '|') {
			r->at--;
			return wrong(r, "expected | or the end of the line");
		}
	}
}

enum exh_status condition_check(const struct engine_type *type, const char *text,
				struct exh_error *err)
{
	struct exh_writer why = { .limit = VALUE_LIMIT };
	struct reading r = { .type = type, .at = text, .wrong = &why };
	const bool good = read_all(&r);

	if (!good)
		exh_fail(err, EXH_INVALID, (size_t)(r.at - text), "%.*s", (int)why.size,
			 why.data ? (char *)why.data : "");
	exh_writer_free(&why);
	return good ? EXH_OK : EXH_INVALID;
}

/*
 * Looking.
 */

/* Converts a number, or a word that a number's name has: "complete" is 2. */
static bool as_number(const struct condition_name *known, const char *text, double *out)
{
	int number;

	if (is_number(text, out))
		return true;
	number = word_number(known, text, strlen(text));
	*out = number;
	return known->kind == CONDITION_NUMBER && number >= 0;
}

static bool compares(const struct term *term, const char *found, const char *wanted)
{
	double a, b;
	int order;

	if (as_number(term->known, found, &a) && as_number(term->known, wanted, &b))
		order = (a > b) - (a < b);
	else
		order = strcasecmp(found, wanted);
	switch (term->op) {
	case OP_EQUAL:
		return order == 0;
	case OP_NOT:
		return order != 0;
	case OP_BELOW:
		return order < 0;
	case OP_ABOVE:
		return order > 0;
	case OP_AT_MOST:
		return order <= 0;
	default:
		return order >= 0;
	}
}

/* Compares the items of a list: one must match; with != all must. */
static bool list_compares(const struct term *term, char *found, const char *wanted)
{
	const bool needs_all = term->op == OP_NOT;
	char *rest = found, *item;

	while ((item = strsep(&rest, ",")) && *item)
		if (compares(term, item, wanted) != needs_all)
			return !needs_all;
	return needs_all;
}

static bool look_up(const struct engine_type *type, const void *player, const char *name,
		    struct exh_writer *out)
{
	const bool good = type->value && type->value(player, name, out);

	exh_write_u8(out, 0);
	return good && !out->failed;
}

/* Writes a part of a thing, such as "ego.x", to found, which may be NULL. */
static bool look_up_part(const struct term *term, const char *part,
			 const struct engine_type *type, const void *player,
			 double *number, struct exh_writer *found)
{
	struct exh_writer value = { .limit = VALUE_LIMIT };
	char *full = mem_format("%s.%s", term->name, part);
	const bool good = look_up(type, player, full, &value) &&
			  is_number((char *)value.data, number);

	if (found)
		text_put(found, "%s=%s", full, value.data ? (char *)value.data : "");
	free(full);
	exh_writer_free(&value);
	return good;
}

static bool is_near_place(const struct term *term, const struct engine_type *type,
			  const void *player, struct exh_writer *found)
{
	double x, y;
	const bool has_x = look_up_part(term, "x", type, player, &x, found);
	bool has_y;

	if (found)
		text_put(found, ", ");
	has_y = look_up_part(term, "y", type, player, &y, found);
	return has_x && has_y && fabs(x - term->x) <= REACH_PIXELS &&
	       fabs(y - term->y) <= REACH_PIXELS;
}

static bool matches(const struct term *term, const struct engine_type *type,
		    const void *player, struct exh_writer *found)
{
	struct exh_writer texts = { .limit = VALUE_LIMIT };
	regex_t regex;
	bool good = false;

	type->texts(player, &texts);
	exh_write_u8(&texts, 0);
	if (!texts.failed && compile(term, &regex)) {
		good = !regexec(&regex, (char *)texts.data, 0, NULL, 0);
		regfree(&regex);
	}
	if (found)
		text_put(found, "text: %s", texts.data ? (char *)texts.data : "");
	exh_writer_free(&texts);
	return good;
}

static enum condition_result has_value(const struct term *term,
				       const struct engine_type *type, const void *player,
				       struct exh_writer *found)
{
	struct exh_writer value = { .limit = VALUE_LIMIT };
	char *wanted = mem_text_part(term->value, term->value_size);
	const bool is_there = look_up(type, player, term->name, &value);
	enum condition_result result = CONDITION_UNKNOWN;

	if (found)
		text_put(found, is_there ? "%s=%s" : "%s is not known", term->name,
			 is_there ? (char *)value.data : "");
	if (is_there && term->known->is_list)
		result = list_compares(term, (char *)value.data, wanted);
	else if (is_there)
		result = compares(term, (char *)value.data, wanted);
	exh_writer_free(&value);
	free(wanted);
	return result;
}

static enum condition_result term_holds(const struct term *term,
					const struct engine_type *type,
					const void *player, struct exh_writer *found)
{
	double distance;

	switch (term->op) {
	case OP_IDLE:
		if (found)
			text_put(found, "not idle");
		return type->is_idle(player);
	case OP_NEAR_PLACE:
		return is_near_place(term, type, player, found);
	case OP_NEAR_PLAYER:
		return look_up_part(term, "distance", type, player, &distance, found) &&
		       distance <= term->x;
	case OP_MATCH:
		return matches(term, type, player, found);
	default:
		return has_value(term, type, player, found);
	}
}

enum condition_result condition_holds(const char *text, const struct engine_type *type,
				      const void *player, struct exh_writer *found)
{
	struct reading r = { .type = type, .at = text };
	enum condition_result result = CONDITION_FALSE;

	for (;;) {
		struct term term;
		enum condition_result one = CONDITION_TRUE;

		r.at = skip(r.at);
		if (read_term(&r, &term))
			one = term_holds(&term, type, player, found);
		if (one == CONDITION_TRUE)
			return one;
		if (one == CONDITION_UNKNOWN)
			result = one;
		r.at = skip(r.at);
		if (*r.at++ != '|')
			return result;
		if (found)
			text_put(found, "; ");
	}
}
