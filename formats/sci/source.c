#include "exhume/advanced/sci_source.h"

#include "basics.h"

enum { MOST_VARIABLES = 1 << 15 };

/* A word, a number, a parenthesis or bracket, "=", or a text. Empty at the end. */
typedef struct exh_bytes token;

struct reader {
	struct exh_bytes in;
	size_t at;
};

static uint8_t byte_at(const struct reader *r, size_t at)
{
	return at < r->in.size ? r->in.data[at] : 0;
}

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',';
}

static bool is_mark(uint8_t c)
{
	return c == '(' || c == ')' || c == '[' || c == ']' || c == '=';
}

static void skip_to(struct reader *r, uint8_t end)
{
	while (r->at < r->in.size && r->in.data[r->at] != end)
		r->at++;
}

/* Skips blanks and comments: ; or // to the end of the line, and those of C. */
static void skip_blanks(struct reader *r)
{
	while (r->at < r->in.size) {
		const uint8_t c = byte_at(r, r->at), next = byte_at(r, r->at + 1);

		if (is_blank(c)) {
			r->at++;
		} else if (c == ';' || (c == '/' && next == '/')) {
			skip_to(r, '\n');
		} else if (c == '/' && next == '*') {
			r->at += 2;
			while (r->at < r->in.size && !(byte_at(r, r->at) == '*' &&
						       byte_at(r, r->at + 1) == '/'))
				r->at++;
			r->at += 2;
		} else {
			break;
		}
	}
	if (r->at > r->in.size)
		r->at = r->in.size;
}

/* Skips a text in quotes or braces, with its delimiters. */
static void skip_text(struct reader *r, uint8_t end)
{
	r->at++;
	skip_to(r, end);
	if (r->at < r->in.size)
		r->at++;
}

static token next(struct reader *r)
{
	size_t start;
	uint8_t c;

	skip_blanks(r);
	start = r->at;
	c = byte_at(r, start);
	if (c == '"' || c == '\'') {
		skip_text(r, c);
	} else if (c == '{') {
		skip_text(r, '}');
	} else if (is_mark(c)) {
		r->at++;
	} else {
		while (r->at < r->in.size && !is_blank(byte_at(r, r->at)) &&
		       !is_mark(byte_at(r, r->at)) && byte_at(r, r->at) != ';' &&
		       byte_at(r, r->at) != '"' && byte_at(r, r->at) != '{')
			r->at++;
	}
	return (token){ r->in.data + start, r->at - start, r->in.base + start };
}

/* Reads a decimal number, or a hexadecimal one after $. */
static bool read_number(token t, unsigned most, unsigned *out)
{
	const bool is_hex = t.size && *t.data == '$';

	*out = 0;
	for (size_t i = is_hex; i < t.size && *out <= most; i++) {
		const uint8_t c = t.data[i] | 0x20;
		const unsigned digit =
			c >= 'a' ? c - (unsigned)'a' + 10 : t.data[i] - (unsigned)'0';

		if (digit >= (is_hex ? 16u : 10u))
			return false;
		*out = *out * (is_hex ? 16 : 10) + digit;
	}
	return t.size > is_hex && *out <= most;
}

/* Skips to the end of the parentheses or brackets that have just begun. */
static void skip_list(struct reader *r)
{
	for (size_t depth = 1; depth && r->at < r->in.size;) {
		const token t = next(r);

		depth += text_is(t, "(") || text_is(t, "[");
		depth -= text_is(t, ")") || text_is(t, "]");
	}
}

/*
 * Variables.
 */

struct names {
	struct exh_bytes *items; /* NULL: only counts names */
	size_t count;
};

static void add(struct names *names, token name, unsigned size)
{
	for (unsigned i = 0; i < size && names->count < MOST_VARIABLES; i++) {
		if (names->items)
			names->items[names->count] = i ? (token){ .size = 0 } : name;
		names->count++;
	}
}

/* Skips the value after "=". */
static void skip_value(struct reader *r)
{
	const token t = next(r);

	if (text_is(t, "(") || text_is(t, "["))
		skip_list(r);
}

/* Reads "10]" after a bracket. */
static bool read_size(struct reader *r, unsigned *size)
{
	const token number = next(r);

	return read_number(number, MOST_VARIABLES, size) && text_is(next(r), "]");
}

/* Reads the variables of (local ...), up to its end. */
static void read_locals(struct reader *r, struct names *names)
{
	for (token t = next(r); t.size && !text_is(t, ")"); t = next(r)) {
		unsigned size = 1;

		if (text_is(t, "=")) {
			skip_value(r);
			continue;
		}
		if (text_is(t, "[")) {
			t = next(r);
			if (!read_size(r, &size))
				return;
		} else if (byte_at(r, r->at) == '[') {
			next(r);
			if (!read_size(r, &size))
				return;
		}
		if (is_mark(t.size ? *t.data : '('))
			return;
		add(names, t, size);
	}
}

/* Reads (script 0) or (script# 0). */
static void read_script(struct reader *r, struct exh_sci_source *out)
{
	unsigned number;

	if (!read_number(next(r), UINT16_MAX, &number) || out->has_number)
		return;
	out->has_number = true;
	out->number = (uint16_t)number;
}

static void read_all(struct exh_bytes in, struct exh_sci_source *out, struct names *names)
{
	struct reader r = { in, 0 };
	bool has_locals = false;

	for (token t = next(&r); t.size; t = next(&r)) {
		if (!text_is(t, "("))
			continue;
		t = next(&r);
		if (text_is(t, "script") || text_is(t, "script#")) {
			read_script(&r, out);
		} else if (text_is(t, "local") && !has_locals) {
			has_locals = true;
			read_locals(&r, names);
		}
	}
}

enum exh_status exh_sci_source_read(struct exh_bytes in, struct exh_arena *arena,
				    struct exh_sci_source *out, struct exh_error *err)
{
	struct names names = { NULL, 0 };

	*out = (struct exh_sci_source){ .has_number = false };
	read_all(in, out, &names);
	names.items = exh_alloc(arena, names.count + 1, sizeof *names.items);
	if (!names.items)
		return too_many(arena, names.count, "names", EXH_NO_OFFSET, err);
	out->names = names.items;
	names.count = 0;
	*out = (struct exh_sci_source){ .names = names.items };
	read_all(in, out, &names);
	out->count = names.count;
	return EXH_OK;
}
