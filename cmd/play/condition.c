#include "play.h"

#include "task/memory.h"
#include "task/text.h"

#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_LIMIT = 1 << 16, MAX_NAME = 63 };

enum op { OP_IDLE, OP_EQUAL, OP_NOT, OP_BELOW, OP_ABOVE, OP_NEAR, OP_MATCH };

/* A term; name and value are not terminated. */
struct term {
	enum op op;
	const char *name, *value;
	size_t name_size, value_size;
	double x, y; /* NEAR */
};

/*
 * Reading.
 */

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

/* What is between two of the quote at *at, which moves on. */
static bool read_quoted(const char **at, struct term *term)
{
	const char *end = strchr(*at + 1, **at);

	if (!end)
		return false;
	term->value = *at + 1;
	term->value_size = (size_t)(end - term->value);
	*at = end + 1;
	return true;
}

/* What follows an operator: a word, or a text in quotes. *at moves on. */
static bool read_value(const char **at, struct term *term)
{
	if (**at == '"')
		return read_quoted(at, term);
	term->value = *at;
	term->value_size = strcspn(*at, " \t|");
	*at += term->value_size;
	return term->value_size;
}

/* "160,120" or "160 120" */
static bool read_place(const char **at, struct term *term)
{
	char *end;

	term->x = strtod(*at, &end);
	if (end == *at)
		return false;
	*at = skip(end);
	if (**at == ',')
		*at = skip(*at + 1);
	term->y = strtod(*at, &end);
	if (end == *at)
		return false;
	*at = end;
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

static const char *read_match(const char **at, struct term *term)
{
	regex_t regex;

	term->op = OP_MATCH;
	if ((**at != '/' && **at != '"') || !read_quoted(at, term))
		return "expected a pattern: text ~ /locked/";
	if (!compile(term, &regex))
		return "this is no regular expression";
	regfree(&regex);
	return NULL;
}

static const char *read_comparison(const char **at, struct term *term)
{
	const char *op = *at;

	if (*op != '=' && *op != '<' && *op != '>' && !(op[0] == '!' && op[1] == '='))
		return "expected =, !=, < or > and a value";
	term->op = *op == '='	? OP_EQUAL
		   : *op == '!' ? OP_NOT
		   : *op == '<' ? OP_BELOW
				: OP_ABOVE;
	*at = skip(op + (*op == '!' ? 2 : 1));
	return read_value(at, term) ? NULL : "expected a value";
}

static const char no_condition[] =
	"expected a condition: room=45, text ~ /locked/, ego near 160,120 or idle";

/* NULL, or what is wrong at *at. */
static const char *read_term(const char **at, struct term *term)
{
	*term = (struct term){ .op = OP_IDLE, .name = *at, .name_size = name_size(*at) };
	if (!term->name_size || term->name_size > MAX_NAME)
		return no_condition;
	*at = skip(*at + term->name_size);
	if (term->name_size == 4 && !strncmp(term->name, "idle", 4))
		return NULL;
	if (**at == '~') {
		*at = skip(*at + 1);
		return read_match(at, term);
	}
	if (!strncmp(*at, "near", 4) && ((*at)[4] == ' ' || (*at)[4] == '\t')) {
		*at = skip(*at + 4);
		term->op = OP_NEAR;
		return read_place(at, term) ? NULL : "expected a place: ego near 160,120";
	}
	/* "frame crc=1234abcd": a name of two words. */
	if (name_size(*at)) {
		*at = skip(*at + name_size(*at));
		term->name_size = (size_t)(*at - term->name);
		while (term->name[term->name_size - 1] == ' ')
			term->name_size--;
		if (term->name_size > MAX_NAME)
			return no_condition;
	}
	return read_comparison(at, term);
}

enum exh_status condition_check(const char *text, struct exh_error *err)
{
	const char *at = skip(text);

	for (;;) {
		struct term term;
		const char *wrong = read_term(&at, &term);

		at = skip(at);
		if (!wrong && *at && *at != '|')
			wrong = "expected | or the end of the line";
		if (wrong)
			return exh_fail(err, EXH_INVALID, (size_t)(at - text), "%s",
					wrong);
		if (!*at)
			return EXH_OK;
		at = skip(at + 1);
	}
}

/*
 * Looking.
 */

static bool is_number(const char *text, double *out)
{
	char *end;

	*out = strtod(text, &end);
	return end != text && !*end;
}

static bool compares(enum op op, const char *found, const char *wanted)
{
	double a, b;
	int order;

	if (is_number(found, &a) && is_number(wanted, &b))
		order = (a > b) - (a < b);
	else
		order = strcasecmp(found, wanted);
	return op == OP_EQUAL	? order == 0
	       : op == OP_NOT	? order != 0
	       : op == OP_BELOW ? order < 0
				: order > 0;
}

static bool look_up(const struct engine_type *type, const void *player, const char *name,
		    struct exh_writer *out)
{
	const bool good = type->value && type->value(player, name, out);

	exh_write_u8(out, 0);
	return good && !out->failed;
}

static bool is_near(const struct term *term, const struct engine_type *type,
		    const void *player, const char *name, struct exh_writer *found)
{
	static const char *const axes[] = { "x", "y" };
	const double wanted[] = { term->x, term->y };
	bool good = true;

	for (int i = 0; i < 2; i++) {
		struct exh_writer value = { .limit = VALUE_LIMIT };
		char full[MAX_NAME + 4];
		double number;

		snprintf(full, sizeof full, "%s.%s", name, axes[i]);
		good = look_up(type, player, full, &value) &&
		       is_number((char *)value.data, &number) &&
		       number >= wanted[i] - 10 && number <= wanted[i] + 10 && good;
		if (found)
			text_put(found, "%s%s=%s", i ? ", " : "", full,
				 value.data ? (char *)value.data : "");
		exh_writer_free(&value);
	}
	return good;
}

static bool matches(const struct term *term, const struct engine_type *type,
		    const void *player, struct exh_writer *found)
{
	struct exh_writer texts = { .limit = VALUE_LIMIT };
	regex_t regex;
	bool good = false;

	if (type->texts)
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

static bool has_value(const struct term *term, const struct engine_type *type,
		      const void *player, const char *name, struct exh_writer *found)
{
	struct exh_writer value = { .limit = VALUE_LIMIT };
	char *wanted = mem_text_part(term->value, term->value_size);
	const bool is_there = look_up(type, player, name, &value);
	const bool good = is_there && compares(term->op, (char *)value.data, wanted);

	if (found)
		text_put(found, is_there ? "%s=%s" : "%s is not known", name,
			 is_there ? (char *)value.data : "");
	exh_writer_free(&value);
	free(wanted);
	return good;
}

static bool term_holds(const struct term *term, const struct engine_type *type,
		       const void *player, struct exh_writer *found)
{
	char name[MAX_NAME + 1];

	memcpy(name, term->name, term->name_size);
	name[term->name_size] = '\0';
	switch (term->op) {
	case OP_IDLE:
		if (found)
			text_put(found, "not idle");
		return type->is_idle && type->is_idle(player);
	case OP_NEAR:
		return is_near(term, type, player, name, found);
	case OP_MATCH:
		return matches(term, type, player, found);
	default:
		return has_value(term, type, player, name, found);
	}
}

bool condition_holds(const char *text, const struct engine_type *type, const void *player,
		     struct exh_writer *found)
{
	const char *at = skip(text);

	for (;;) {
		struct term term;

		if (read_term(&at, &term) || term_holds(&term, type, player, found))
			return true;
		at = skip(at);
		if (*at != '|')
			return false;
		at = skip(at + 1);
		if (found)
			text_put(found, "; ");
	}
}
