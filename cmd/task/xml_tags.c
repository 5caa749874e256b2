#include "text.h"

#include "memory.h"

#include <exhume/advanced/base.h>
#include <string.h>

static bool is_space(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_name(uint8_t c)
{
	return !is_space(c) && c > ' ' && c != '<' && c != '>' && c != '/' && c != '=' &&
	       c != '"' && c != '\'';
}

struct exh_bytes xml_attribute(const struct xml_tag *tag, const char *name)
{
	for (size_t i = 0; i < tag->count; i++)
		if (text_is(tag->attributes[i].name, name))
			return tag->attributes[i].value;
	return (struct exh_bytes){ 0 };
}

/* Returns the next byte; 0 at the end, as no text has that. */
static uint8_t peek(const struct xml_reader *reader)
{
	return reader->at < reader->in.size ? reader->in.data[reader->at] : 0;
}

static void skip_space(struct xml_reader *reader)
{
	while (is_space(peek(reader)))
		reader->at++;
}

static struct exh_bytes part(const struct xml_reader *reader, size_t from)
{
	return (struct exh_bytes){ reader->in.data + from, reader->at - from,
				   reader->in.base + from };
}

static struct exh_bytes take_name(struct xml_reader *reader)
{
	const size_t from = reader->at;

	while (is_name(peek(reader)))
		reader->at++;
	return part(reader, from);
}

static bool starts(const struct xml_reader *reader, const char *text)
{
	const size_t size = strlen(text);

	return size <= reader->in.size - reader->at &&
	       memcmp(reader->in.data + reader->at, text, size) == 0;
}

static void skip_past(struct xml_reader *reader, const char *text)
{
	while (reader->at < reader->in.size && !starts(reader, text))
		reader->at++;
	reader->at += reader->at < reader->in.size ? strlen(text) : 0;
}

/* Skips to the next < of a tag; false: no more tag. */
static bool find_tag(struct xml_reader *reader)
{
	for (;;) {
		while (reader->at < reader->in.size && peek(reader) != '<')
			reader->at++;
		if (reader->at == reader->in.size)
			return false;
		if (starts(reader, "<!--"))
			skip_past(reader, "-->");
		else if (starts(reader, "<![CDATA["))
			skip_past(reader, "]]>");
		else if (starts(reader, "<?"))
			skip_past(reader, "?>");
		else if (starts(reader, "<!"))
			skip_past(reader, ">");
		else
			return true;
	}
}

static enum exh_status fail_at(const struct xml_reader *reader, const struct xml_tag *tag,
			       struct exh_error *err)
{
	if (reader->at >= reader->in.size)
		return exh_fail(err, EXH_TRUNCATED, tag->offset, "the tag has no end");
	return exh_fail(err, EXH_INVALID, reader->in.base + reader->at,
			"expected an attribute or the end of a tag");
}

static enum exh_status take_attribute(struct xml_reader *reader, struct xml_tag *tag,
				      struct exh_error *err)
{
	struct xml_attribute attribute = { .name = take_name(reader) };
	uint8_t quote;
	size_t from;

	skip_space(reader);
	if (!attribute.name.size || peek(reader) != '=')
		return fail_at(reader, tag, err);
	reader->at++;
	skip_space(reader);
	quote = peek(reader);
	if (quote != '"' && quote != '\'')
		return fail_at(reader, tag, err);
	from = ++reader->at;
	while (reader->at < reader->in.size && peek(reader) != quote)
		reader->at++;
	if (reader->at == reader->in.size)
		return fail_at(reader, tag, err);
	attribute.value = part(reader, from);
	reader->at++;
	if (tag->count < XML_ATTRIBUTES)
		tag->attributes[tag->count++] = attribute;
	return EXH_OK;
}

enum exh_status xml_next(struct xml_reader *reader, struct xml_tag *tag, bool *is_end,
			 struct exh_error *err)
{
	*is_end = !find_tag(reader);
	if (*is_end)
		return EXH_OK;
	*tag = (struct xml_tag){ .offset = reader->in.base + reader->at, .opens = true };
	reader->at++;
	if (peek(reader) == '/') {
		reader->at++;
		tag->opens = false;
		tag->closes = true;
	}
	tag->name = take_name(reader);
	if (!tag->name.size)
		return fail_at(reader, tag, err);
	for (skip_space(reader); peek(reader) != '>'; skip_space(reader)) {
		enum exh_status status;

		if (starts(reader, "/>")) {
			tag->closes = true;
			reader->at++;
			continue;
		}
		status = take_attribute(reader, tag, err);
		if (status)
			return status;
	}
	reader->at++;
	return EXH_OK;
}

struct exh_bytes xml_text(struct xml_reader *reader)
{
	const size_t from = reader->at;

	while (reader->at < reader->in.size && peek(reader) != '<')
		reader->at++;
	return part(reader, from);
}

static void put_utf8(struct exh_writer *out, uint32_t c)
{
	if (c < 0x80) {
		exh_write_u8(out, (uint8_t)c);
	} else if (c < 0x800) {
		exh_write_u8(out, (uint8_t)(0xc0 | c >> 6));
		exh_write_u8(out, (uint8_t)(0x80 | (c & 63)));
	} else if (c < 0x10000) {
		exh_write_u8(out, (uint8_t)(0xe0 | c >> 12));
		exh_write_u8(out, (uint8_t)(0x80 | (c >> 6 & 63)));
		exh_write_u8(out, (uint8_t)(0x80 | (c & 63)));
	} else {
		exh_write_u8(out, (uint8_t)(0xf0 | c >> 18));
		exh_write_u8(out, (uint8_t)(0x80 | (c >> 12 & 63)));
		exh_write_u8(out, (uint8_t)(0x80 | (c >> 6 & 63)));
		exh_write_u8(out, (uint8_t)(0x80 | (c & 63)));
	}
}

/* Parses "#65" or "#x41"; 0: not a character of XML. */
static uint32_t numbered(struct exh_bytes name)
{
	const bool hex = name.size > 1 && name.data[1] == 'x';
	uint32_t value = 0;

	if (name.size < (hex ? 3U : 2U) || name.size > 8)
		return 0;
	for (size_t i = hex ? 2 : 1; i < name.size; i++) {
		const int digit = exh_hex_digit(name.data[i]);

		if (digit < 0 || (!hex && digit > 9))
			return 0;
		value = value * (hex ? 16 : 10) + (uint32_t)digit;
	}
	if (value < ' ' && value != '\t' && value != '\n' && value != '\r')
		return 0;
	return value > 0x10ffff || (value >= 0xd800 && value < 0xe000) ? 0 : value;
}

/* Returns the character for the text between & and ;, 0: unknown. */
static uint32_t entity(struct exh_bytes name)
{
	static const struct {
		const char *name;
		char value;
	} known[] = {
		{ "amp", '&' },	 { "lt", '<' },	   { "gt", '>' },
		{ "quot", '"' }, { "apos", '\'' },
	};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (text_is(name, known[i].name))
			return (uint32_t)known[i].value;
	return name.size && name.data[0] == '#' ? numbered(name) : 0;
}

enum exh_status xml_decode(struct exh_bytes part, struct exh_writer *out,
			   struct exh_error *err)
{
	enum { LONGEST = 10 };

	for (size_t i = 0; i < part.size; i++) {
		struct exh_bytes name = { part.data + i + 1, 0, 0 };
		uint32_t c;

		if (part.data[i] != '&') {
			exh_write_u8(out, part.data[i]);
			continue;
		}
		while (name.size < LONGEST && i + 1 + name.size < part.size &&
		       name.data[name.size] != ';')
			name.size++;
		c = i + 1 + name.size < part.size && name.data[name.size] == ';'
			    ? entity(name)
			    : 0;
		if (!c)
			return exh_fail(err, EXH_INVALID, part.base + i,
					"expected &amp; or another entity of XML");
		put_utf8(out, c);
		i += name.size + 1;
	}
	return mem_check_limit(out, err);
}
