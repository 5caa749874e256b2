/* Converts letters in the quotes of a script's text, which the library has as bytes. */
#include "script.h"

#include "task/text.h"

#include <exhume/advanced/sci_said.h>
#include <exhume/sci_parser.h>

#include <stdio.h>
#include <string.h>

enum { NUL = 0, CODE_SIZE = 4 /* size of \x80 */, DELETE = 0x7f };

/* A text being converted. */
struct converting {
	const struct script_program *p;
	struct exh_bytes in;
	size_t at;
	bool is_comment;
	struct exh_writer *out;
	struct exh_error *err;
};

typedef enum exh_status convert_quoted(struct converting *c, struct exh_bytes quoted);

static const struct exh_code_page *said_page(const struct script_program *p)
{
	const struct exh_sci_lexicon *lexicon = p->program.lexicon;

	return lexicon ? lexicon->page : NULL;
}

/* Finds the text in the quotes that begin here, on this line. False if the closing
 * quote is missing. */
static bool find_quoted(const struct converting *c, struct exh_bytes *quoted)
{
	const uint8_t *text = c->in.data, quote = text[c->at];
	size_t end = c->at + 1;

	while (end < c->in.size && text[end] != quote && text[end] != '\n')
		end += quote == '"' && text[end] == '\\' ? 2 : 1;
	*quoted = (struct exh_bytes){ text + c->at + 1, end - c->at - 1, 0 };
	return end < c->in.size && text[end] == quote;
}

/* Converts texts in double quotes, and specs in single ones. */
static enum exh_status convert(struct converting *c, bool in_comments,
			       convert_quoted *string, convert_quoted *spec)
{
	for (enum exh_status status; c->at < c->in.size; c->at++) {
		const uint8_t letter = c->in.data[c->at];
		const bool is_string = letter == '"' && (in_comments || !c->is_comment);
		struct exh_bytes quoted;

		exh_write_u8(c->out, letter);
		c->is_comment = letter != '\n' && (c->is_comment || letter == ';');
		if ((!is_string && (letter != '\'' || c->is_comment)) ||
		    !find_quoted(c, &quoted))
			continue;
		status = (is_string ? string : spec)(c, quoted);
		if (status)
			return status;
		exh_write_u8(c->out, letter);
		c->at += quoted.size + 1;
	}
	return EXH_OK;
}

/*
 * To UTF-8.
 */

/* Returns the byte at a place in a quoted text, and moves the place after it. */
static uint8_t next_byte(struct exh_bytes quoted, size_t *at)
{
	const uint8_t *text = quoted.data + *at;
	const size_t left = quoted.size - *at;
	const int code =
		left >= CODE_SIZE && text[1] == 'x' ? text_hex_pair(text + 2) : -1;

	if (*text != '\\' || left < 2) {
		++*at;
		return *text;
	}
	*at += code >= 0 ? CODE_SIZE : 2;
	return code >= 0 ? (uint8_t)code : text[1] == 'n' ? '\n' : text[1];
}

static void put_letter(const struct text_encoding *encoding, uint8_t byte,
		       struct exh_writer *out)
{
	const bool is_control = byte < ' ' || byte == DELETE;
	struct exh_writer utf8 = { .limit = 8 };

	if (byte == '\n')
		text_put(out, "\\n");
	else if ((is_control && !text_is_letter(encoding, byte)) ||
		 text_to_utf8(encoding, (struct exh_bytes){ &byte, 1, 0 }, &utf8))
		text_put(out, "\\x%02x", byte);
	else if (utf8.data[0] == '"' || utf8.data[0] == '\\')
		text_put(out, "\\%c", utf8.data[0]);
	else
		exh_write_bytes(out, utf8.data, utf8.size);
	exh_writer_free(&utf8);
}

static enum exh_status string_to_utf8(struct converting *c, struct exh_bytes quoted)
{
	for (size_t at = 0; at < quoted.size;)
		put_letter(c->p->encoding, next_byte(quoted, &at), c->out);
	return EXH_OK;
}

static enum exh_status spec_to_utf8(struct converting *c, struct exh_bytes quoted)
{
	exh_sci_said_to_utf8(quoted, said_page(c->p), c->out);
	return EXH_OK;
}

void script_text_to_utf8(const struct script_program *p, struct exh_bytes text,
			 struct exh_writer *out)
{
	struct converting c = { .p = p, .in = text, .out = out };

	if (p->encoding && !p->encoding->is_multibyte)
		(void)!convert(&c, true, string_to_utf8, spec_to_utf8);
	else
		exh_write_bytes(out, text.data, text.size);
}

enum exh_status script_disassemble(const struct script_program *p,
				   const struct exh_sci_program_script *script,
				   const struct exh_sci_disasm_options *options,
				   struct exh_writer *out, struct exh_error *err)
{
	struct exh_writer text = { .limit = out->limit };
	const enum exh_status status =
		exh_sci_disassemble(&p->naming, script, options, &text, err);

	if (!status)
		script_text_to_utf8(p, exh_writer_bytes(&text), out);
	exh_writer_free(&text);
	return status;
}

/*
 * From UTF-8.
 */

/* Reports the line and column of a place in the text. */
static enum exh_status fail_at(const struct converting *c, const uint8_t *at,
			       const char *what)
{
	const uint8_t *line = c->in.data;
	size_t number = 1;

	for (const uint8_t *p = c->in.data; p < at; p++)
		if (*p == '\n') {
			line = p + 1;
			number++;
		}
	return exh_fail(c->err, EXH_INVALID, EXH_NO_OFFSET, "line %zu, column %zu: %s",
			number, 1 + text_count_characters(line, (size_t)(at - line)),
			what);
}

static void put_byte(uint8_t byte, struct exh_writer *out)
{
	if (byte == '"' || byte == '\\')
		text_put(out, "\\%c", byte);
	else if (byte < ' ' || byte == DELETE)
		text_put(out, "\\x%02x", byte);
	else
		exh_write_u8(out, byte);
}

/* Converts letters between two escapes. */
static enum exh_status letters_from_utf8(struct converting *c, struct exh_bytes letters)
{
	const struct text_encoding *encoding = c->p->encoding;
	struct exh_writer bytes = { .limit = c->out->limit };
	enum exh_status status = EXH_OK;
	char what[TEXT_PHRASE_SIZE + 16];

	if (text_from_utf8(encoding, letters, &bytes)) {
		for (size_t i = 0; i < bytes.size; i++)
			put_byte(bytes.data[i], c->out);
	} else {
		const int size = snprintf(what, sizeof what, "expected ");
		const size_t at = text_find_foreign(encoding, letters, what + size);

		status = fail_at(c, letters.data + at, what);
	}
	exh_writer_free(&bytes);
	return status;
}

static enum exh_status string_from_utf8(struct converting *c, struct exh_bytes quoted)
{
	enum exh_status status = EXH_OK;
	size_t at = 0, size;

	for (; at < quoted.size && !status; at += size) {
		const uint8_t *text = quoted.data + at;
		const size_t left = quoted.size - at;
		const uint8_t *stop = memchr(text, '\\', left);
		const uint8_t next = stop == text && left > 1 ? text[1] : NUL;

		if (next == '"' || next == '\\') {
			/* A letter of the game like all others. */
			status = letters_from_utf8(c,
						   (struct exh_bytes){ text + 1, 1, 0 });
			size = 2;
		} else if (stop == text) {
			size = left < 2 ? left : 2;
			exh_write_bytes(c->out, text, size);
		} else {
			size = stop ? (size_t)(stop - text) : left;
			status =
				letters_from_utf8(c, (struct exh_bytes){ text, size, 0 });
		}
	}
	return status;
}

static enum exh_status spec_from_utf8(struct converting *c, struct exh_bytes quoted)
{
	struct exh_error err;

	if (!exh_sci_said_from_utf8(quoted, said_page(c->p), c->out, &err))
		return EXH_OK;
	return fail_at(c, quoted.data + (err.offset < quoted.size ? err.offset : 0),
		       err.text);
}

enum exh_status script_text_from_utf8(const struct script_program *p,
				      struct exh_bytes text, struct exh_writer *out,
				      struct exh_error *err)
{
	struct converting c = { .p = p, .in = text, .out = out, .err = err };

	return convert(&c, false, string_from_utf8, spec_from_utf8);
}
