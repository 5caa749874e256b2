#include "exhume/advanced/keen_binary.h"

#include "../base/reader.h"

#include <string.h>

enum {
	HEADER_SIZE = 4,
	MAX_FRAMES = 255, /* longest count in a pair */
	MAX_PAIRS = UINT16_MAX / 2,
	MAX_NUMBER = 1 << 24,
	BUTTON_0 = 16,
	BUTTON_1 = 32,
};

struct parser {
	const char *at, *end;
	size_t line;
	bool has_level;
	uint32_t level;
	size_t pair_count;
	struct exh_writer *out; /* pairs only, without a header */
	struct exh_error *err;
};

static enum exh_status fail(const struct parser *p, const char *expected)
{
	return exh_fail(p->err, EXH_INVALID, EXH_NO_OFFSET, "line %zu: expected %s",
			p->line, expected);
}

static void skip_spaces(struct parser *p)
{
	while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\r'))
		p->at++;
}

static bool get_number(struct parser *p, uint32_t *out)
{
	const char *start = p->at;

	*out = 0;
	while (p->at < p->end && *p->at >= '0' && *p->at <= '9' && *out < MAX_NUMBER)
		*out = *out * 10 + (uint32_t)(*p->at++ - '0');
	return p->at > start;
}

/* The comment that exh_keen_demo_render writes contains the level. */
static void take_comment(struct parser *p)
{
	static const char words[] = "# A demo of level ";
	const size_t size = sizeof words - 1;

	if (!p->has_level && (size_t)(p->end - p->at) > size &&
	    memcmp(p->at, words, size) == 0) {
		p->at += size;
		p->has_level = get_number(p, &p->level);
	}
	while (p->at < p->end && *p->at != '\n')
		p->at++;
}

static bool is_end_of_statement(const struct parser *p)
{
	return p->at == p->end || *p->at == '\n' || *p->at == ',' || *p->at == '#';
}

/* Left overrides right and up overrides down, as in the game when it reads a script. */
static bool add_key(unsigned *keys, char letter)
{
	static const char letters[] = "LRUDABN-";
	static const uint8_t codes[] = { 2 << 2, 1 << 2, 2, 1, BUTTON_0, BUTTON_1, 0, 0 };
	const char *found = letter ? strchr(letters, letter) : NULL;

	if (found)
		*keys |= codes[found - letters];
	return found;
}

/* Encoded as in the chunk: on each axis 0 is up or left, 1 is none, 2 is down or
 * right. */
static uint8_t code_of(unsigned keys)
{
	const unsigned down = keys & 2 ? 0U : keys & 1 ? 2U : 1U;
	const unsigned right = keys & 8 ? 0U : keys & 4 ? 2U : 1U;

	return (uint8_t)((keys & (BUTTON_0 | BUTTON_1)) | right << 2 | down);
}

static enum exh_status take_row(struct parser *p)
{
	unsigned keys = 0;
	uint32_t frames;

	if (!get_number(p, &frames) || !frames || frames >= MAX_NUMBER)
		return fail(p, "a number of frames and keys, such as \"20 LA\"");
	for (skip_spaces(p); !is_end_of_statement(p); skip_spaces(p))
		if (!add_key(&keys, *p->at++))
			return fail(p, "the keys L, R, U, D, A, B or N");
	for (; frames; frames -= frames < MAX_FRAMES ? frames : MAX_FRAMES) {
		exh_write_u8(p->out,
			     (uint8_t)(frames < MAX_FRAMES ? frames : MAX_FRAMES));
		exh_write_u8(p->out, code_of(keys));
		if (++p->pair_count > MAX_PAIRS)
			return exh_fail(p->err, EXH_LIMIT, EXH_NO_OFFSET,
					"line %zu: more than %d rows", p->line,
					MAX_PAIRS);
	}
	return EXH_OK;
}

static enum exh_status take_all(struct parser *p)
{
	enum exh_status status = EXH_OK;

	for (skip_spaces(p); p->at < p->end && !status; skip_spaces(p)) {
		if (*p->at == '\n' || *p->at == ',')
			p->line += *p->at++ == '\n';
		else if (*p->at == '#')
			take_comment(p);
		else
			status = take_row(p);
	}
	return status;
}

static enum exh_status put_chunk(const struct parser *p, struct exh_bytes old,
				 struct exh_writer *out)
{
	const bool has_old = exh_keen_binary_kind(old) == EXH_KEEN_BINARY_DEMO;
	const size_t end = has_old ? HEADER_SIZE + (size_t)load_u16le(old.data + 2) : 0;

	if (!p->pair_count)
		return fail(p, "at least one row");
	if (!p->has_level && !has_old)
		return exh_fail(p->err, EXH_INVALID, EXH_NO_OFFSET,
				"expected a comment \"# A demo of level N\"");
	if (p->has_level && p->level > UINT16_MAX)
		return exh_fail(p->err, EXH_INVALID, EXH_NO_OFFSET,
				"level %u, expected 0 to %d", p->level, UINT16_MAX);
	exh_write_u16le(out, p->has_level ? (uint16_t)p->level : load_u16le(old.data));
	exh_write_u16le(out, (uint16_t)(2 * p->pair_count));
	exh_write_bytes(out, p->out->data, p->out->size);
	if (has_old)
		exh_write_bytes(out, old.data + end, old.size - end);
	return EXH_OK;
}

enum exh_status exh_keen_demo_parse(struct exh_bytes text, struct exh_bytes old,
				    struct exh_writer *out, struct exh_error *err)
{
	struct exh_writer pairs = { .limit = 2 * (MAX_PAIRS + 1) };
	struct parser p = { .at = (const char *)text.data,
			    .end = text.size ? (const char *)text.data + text.size
					     : (const char *)text.data,
			    .line = 1,
			    .out = &pairs,
			    .err = err };
	enum exh_status status = text.size ? take_all(&p) : EXH_OK;

	if (!status && pairs.failed)
		status = exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	if (!status)
		status = put_chunk(&p, old, out);
	exh_writer_free(&pairs);
	return status;
}
