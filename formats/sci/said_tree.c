#include "language.h"

#include "../base/reader.h"

#include <stdio.h>

enum {
	WORD_SIZE = 2,
	FOUND_SIZE = 24,
};

/*
 * A predictive parser: the next code decides, or, for '[', the first different code after
 * it. No backtracking is needed: where several rules fit, the chosen one covers all specs
 * of the others.
 */
struct parse {
	struct exh_bytes code; /* specification, no end mark */
	size_t pos;
	size_t depth;
	struct exh_sci_tree *tree;
	struct exh_sci_said_span *spans;
	struct exh_error *err;
	enum exh_status status;
};

static unsigned peek(const struct parse *p)
{
	return p->pos < p->code.size ? p->code.data[p->pos] : SAID_END;
}

/* Looks past opening brackets; more of them than the nesting limit fail anyway. */
static unsigned peek_inside(const struct parse *p)
{
	size_t at = p->pos;

	while (at < p->code.size && p->code.data[at] == SAID_OPEN_OPTION &&
	       at - p->pos <= EXH_SCI_SAID_DEPTH)
		at++;
	return at < p->code.size ? p->code.data[at] : SAID_END;
}

static const char *describe(unsigned code, char text[FOUND_SIZE])
{
	if (code == SAID_END)
		return "the end";
	if (said_is_word(code))
		return "a word";
	snprintf(text, FOUND_SIZE, "'%c'", SAID_OPERATOR_TEXT[code - SAID_COMMA]);
	return text;
}

static bool fail(struct parse *p, enum exh_status status, const char *text)
{
	if (!p->status)
		p->status = exh_fail(p->err, status, p->code.base + p->pos, "%s", text);
	return false;
}

/* Fails with what was found and what was expected. */
static bool fail_to_find(struct parse *p, const char *expected)
{
	const unsigned code = peek(p);
	char found[FOUND_SIZE], text[128];

	if (code == SAID_AMPERSAND || code == SAID_HASH)
		snprintf(text, sizeof text,
			 "%s has a code but no meaning: the game rejects specs with it",
			 describe(code, found));
	else
		snprintf(text, sizeof text, "%s expected, not %s", expected,
			 describe(code, found));
	return fail(p, EXH_INVALID, text);
}

/*
 * Nodes.
 */

static bool no_room(struct parse *p)
{
	char text[64];

	snprintf(text, sizeof text, "more than %zu nodes are needed from here on",
		 p->tree->count);
	return fail(p, EXH_LIMIT, text);
}

static bool open_node(struct parse *p, unsigned major, unsigned minor)
{
	if (!exh_sci_tree_open_node(p->tree, major, minor))
		return no_room(p);
	if (p->spans)
		p->spans[p->tree->count - 1].first = p->pos;
	return true;
}

static bool close_node(struct parse *p, size_t node)
{
	exh_sci_tree_end(p->tree, node);
	if (p->spans)
		p->spans[node].end = p->pos;
	return true;
}

/* A leaf from the next size bytes, which are consumed. */
static bool add_leaf(struct parse *p, unsigned major, unsigned minor, unsigned group,
		     size_t size)
{
	if (!exh_sci_tree_add_leaf(p->tree, major, minor, group))
		return no_room(p);
	if (p->spans)
		p->spans[p->tree->count - 1] =
			(struct exh_sci_said_span){ p->pos, p->pos + size };
	p->pos += size;
	return true;
}

static bool deeper(struct parse *p)
{
	char text[64];

	if (p->depth++ < EXH_SCI_SAID_DEPTH)
		return true;
	snprintf(text, sizeof text, "nested more than %d deep", EXH_SCI_SAID_DEPTH);
	return fail(p, EXH_LIMIT, text);
}

static bool pass(struct parse *p, unsigned code, const char *expected)
{
	if (peek(p) != code)
		return fail_to_find(p, expected);
	p->pos++;
	return true;
}

/*
 * Rules.
 */

static bool parse_expression(struct parse *p);

static bool at_expression(const struct parse *p)
{
	const unsigned code = peek(p);

	return said_is_word(code) || code == SAID_OPEN || code == SAID_LESS ||
	       (code == SAID_OPEN_OPTION && peek_inside(p) != SAID_SLASH);
}

static bool at_reference(const struct parse *p)
{
	return peek_inside(p) == SAID_LESS;
}

static bool at_part(const struct parse *p)
{
	return peek_inside(p) == SAID_SLASH;
}

/* A group in brackets, which the next code opens. */
static bool parse_group(struct parse *p)
{
	const bool is_option = peek(p) == SAID_OPEN_OPTION;
	const size_t node = p->tree->count;
	const bool good =
		open_node(p, is_option ? EXH_SCI_TAG_OPT : EXH_SCI_TAG_ROOT,
			  EXH_SCI_TAG_UNIT) &&
		deeper(p) &&
		pass(p, is_option ? SAID_OPEN_OPTION : SAID_OPEN, "a bracket") &&
		parse_expression(p) &&
		(is_option ? pass(p, SAID_CLOSE_OPTION, "',', '<', '[' or ']'")
			   : pass(p, SAID_CLOSE, "',', '<', '[' or ')'"));

	p->depth--;
	return good && close_node(p, node);
}

static bool parse_entry(struct parse *p)
{
	const unsigned code = peek(p);

	if (code == SAID_OPEN || code == SAID_OPEN_OPTION)
		return parse_group(p);
	if (!said_is_word(code))
		return fail_to_find(p, "a word, '(' or '['");
	return add_leaf(p, EXH_SCI_TAG_ROOT, EXH_SCI_TAG_WORD,
			code << 8 | p->code.data[p->pos + 1], WORD_SIZE);
}

/* Entries, in the node that was opened last. */
static bool parse_entries(struct parse *p, size_t node)
{
	for (;;) {
		if (!parse_entry(p))
			return false;
		if (peek(p) != SAID_COMMA)
			return close_node(p, node);
		p->pos++;
	}
}

static bool parse_reference(struct parse *p);

static bool parse_optional_reference(struct parse *p)
{
	const size_t node = p->tree->count;

	return open_node(p, EXH_SCI_TAG_OPT, EXH_SCI_TAG_MOD) &&
	       pass(p, SAID_OPEN_OPTION, "'['") && parse_reference(p) &&
	       pass(p, SAID_CLOSE_OPTION, "',', '<', '[' or ']'") && close_node(p, node);
}

static bool parse_plain_reference(struct parse *p)
{
	size_t node = p->tree->count;

	if (!open_node(p, EXH_SCI_TAG_MOD, EXH_SCI_TAG_OR) ||
	    !pass(p, SAID_LESS, "'<'") || !parse_entries(p, node))
		return false;
	if (!at_reference(p))
		return true;
	node = p->tree->count;
	return open_node(p, EXH_SCI_TAG_ROOT, EXH_SCI_TAG_MOD) && parse_reference(p) &&
	       close_node(p, node);
}

static bool parse_reference(struct parse *p)
{
	const bool good =
		deeper(p) && (peek(p) == SAID_OPEN_OPTION ? parse_optional_reference(p)
							  : parse_plain_reference(p));

	p->depth--;
	return good;
}

static bool parse_expression(struct parse *p)
{
	const size_t node = p->tree->count;

	if (peek(p) == SAID_LESS)
		return parse_reference(p);
	if (!at_expression(p))
		return fail_to_find(p, "a word, '(', '[' or '<'");
	return open_node(p, EXH_SCI_TAG_ROOT, EXH_SCI_TAG_OR) && parse_entries(p, node) &&
	       (!at_reference(p) || parse_reference(p));
}

static bool parse_part(struct parse *p, unsigned tag);

static bool parse_optional_part(struct parse *p, unsigned tag)
{
	const size_t node = p->tree->count;
	const bool good = open_node(p, EXH_SCI_TAG_OPT, tag) && deeper(p) &&
			  pass(p, SAID_OPEN_OPTION, "'['") && parse_part(p, tag) &&
			  pass(p, SAID_CLOSE_OPTION, "',', '<', '[' or ']'");

	p->depth--;
	return good && close_node(p, node);
}

/* A part without words makes no node. */
static bool parse_part(struct parse *p, unsigned tag)
{
	const size_t node = p->tree->count;
	const size_t first = p->pos;

	if (peek(p) == SAID_OPEN_OPTION)
		return parse_optional_part(p, tag);
	if (!pass(p, SAID_SLASH, "'/'"))
		return false;
	if (!at_expression(p))
		return true;
	if (!open_node(p, tag, EXH_SCI_TAG_PHR2) || !parse_expression(p))
		return false;
	if (p->spans)
		p->spans[node].first = first;
	return close_node(p, node);
}

static bool parse_verb(struct parse *p)
{
	const size_t node = p->tree->count;

	return open_node(p, EXH_SCI_TAG_ROOT, EXH_SCI_TAG_PHR) && parse_expression(p) &&
	       close_node(p, node);
}

static bool parse_end(struct parse *p)
{
	if (peek(p) == SAID_MORE && !add_leaf(p, EXH_SCI_TAG_MORE, 0xf900, 0xf900, 1))
		return false;
	if (p->pos == p->code.size)
		return true;
	if (p->code.data[p->pos - 1] == SAID_MORE)
		return fail(p, EXH_INVALID, "something after '>', which must come last");
	if (at_part(p))
		return fail(p, EXH_INVALID,
			    "a fourth part: there are three, divided by two '/'");
	return fail_to_find(p, "',', '<', '[', '/', '>' or the end");
}

static bool parse_spec(struct parse *p)
{
	const size_t root = p->tree->count;

	if (!open_node(p, EXH_SCI_TAG_ROOT, EXH_SCI_SYMBOL_S))
		return false;
	if (!at_expression(p) && !at_part(p))
		return fail_to_find(p, "a word, '(', '[', '<' or '/'");
	if (at_expression(p) && !parse_verb(p))
		return false;
	if (at_part(p) && (!parse_part(p, EXH_SCI_TAG_DOBJ) ||
			   (at_part(p) && !parse_part(p, EXH_SCI_TAG_IOBJ))))
		return false;
	return parse_end(p) && close_node(p, root);
}

/*
 * The interpreter's limits.
 */

static size_t count_codes(struct exh_bytes code)
{
	size_t count = 0;

	for (size_t i = 0; i < code.size; count++)
		i += said_is_word(code.data[i]) ? WORD_SIZE : 1;
	return count;
}

static void note_limits(const struct parse *p, struct exh_notes *notes)
{
	const size_t codes = count_codes(p->code) + 1;

	if (codes > EXH_SCI_SAID_CODES)
		exh_note(notes, EXH_WARNING, p->code.base,
			 "%zu words and operators: Sierra's interpreter takes %d", codes,
			 EXH_SCI_SAID_CODES);
	if (p->tree->count > EXH_SCI_SAID_NODES)
		exh_note(notes, EXH_WARNING, p->code.base,
			 "%zu nodes: Sierra's interpreter takes %d", p->tree->count,
			 EXH_SCI_SAID_NODES);
}

enum exh_status exh_sci_said_tree(struct exh_bytes code, struct exh_sci_tree *out,
				  struct exh_sci_said_span *spans,
				  struct exh_notes *notes, struct exh_error *err)
{
	struct parse p = { .tree = out, .spans = spans, .err = err };
	const enum exh_status status = exh_sci_said_one(code, err);

	out->count = 0;
	if (status)
		return status;
	p.code = (struct exh_bytes){ code.data, code.size - 1, code.base };
	if (!parse_spec(&p)) {
		out->count = 0;
		return p.status;
	}
	if (notes)
		note_limits(&p, notes);
	return EXH_OK;
}

enum exh_status exh_sci_said_size(struct exh_bytes in, size_t *size,
				  struct exh_error *err)
{
	struct reader r = { .in = in };

	while (rd_left(&r)) {
		const size_t at = rd_tell(&r);
		const uint8_t code = rd_u8(&r);

		if (code == SAID_END) {
			*size = r.pos;
			return EXH_OK;
		}
		if (code > SAID_MAX_GROUP >> 8 && code < SAID_COMMA)
			return exh_fail(
				err, EXH_INVALID, at,
				"a group from 0x%02x00 on, expected at most 0xfff", code);
		if (code > SAID_MORE)
			return exh_fail(err, EXH_INVALID, at, "0x%02x is not an operator",
					code);
		if (said_is_word(code))
			rd_u8(&r);
		if (r.failed)
			return exh_fail(err, EXH_TRUNCATED, at,
					"the second byte of a word is missing");
	}
	return exh_fail(err, EXH_TRUNCATED, rd_tell(&r), "no 0xff at the end");
}

enum exh_status exh_sci_said_one(struct exh_bytes code, struct exh_error *err)
{
	size_t size = 0;
	const enum exh_status status = exh_sci_said_size(code, &size, err);

	if (status || size == code.size)
		return status;
	return exh_fail(err, EXH_INVALID, code.base + size,
			"%zu bytes after the 0xff that ends the spec", code.size - size);
}
