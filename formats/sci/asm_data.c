/* The assembler's texts, Said specs, bytes and words. */
#include "asm.h"

#include "exhume/sci_parser.h"

static int escaped(struct exh_bytes text, size_t *pos)
{
	const size_t left = text.size - *pos;
	int value = -1;

	if (text.data[*pos] != '\\')
		return text.data[(*pos)++];
	if (left < 2)
		return -1;
	switch (text.data[*pos + 1]) {
	case 'n':
		value = '\n';
		break;
	case '"':
	case '\\':
		value = text.data[*pos + 1];
		break;
	case 'x':
		if (left >= 4 && exh_hex_digit(text.data[*pos + 2]) >= 0 &&
		    exh_hex_digit(text.data[*pos + 3]) >= 0)
			value = exh_hex_digit(text.data[*pos + 2]) << 4 |
				exh_hex_digit(text.data[*pos + 3]);
		*pos += 2;
		break;
	default:
		break;
	}
	*pos += 2;
	return value;
}

bool exh_sci_asm_parse_string(struct parser *p)
{
	struct exh_writer bytes = { .limit = ASM_MAX_WORD };
	bool is_valid = true;

	exh_sci_asm_next(p);
	if (p->token.kind != TOKEN_STRING)
		return exh_sci_asm_error(p, "expected a text in double quotes");
	for (size_t pos = 0; pos < p->token.text.size && is_valid;) {
		const int c = escaped(p->token.text, &pos);

		is_valid = c > 0;
		if (is_valid)
			exh_write_u8(&bytes, (uint8_t)c);
	}
	if (!is_valid) {
		exh_writer_free(&bytes);
		return exh_sci_asm_error(
			p, "after '\\' a text has n, \", \\ or x and two digits, and "
			   "no \\x00");
	}
	exh_write_u8(&bytes, 0);
	is_valid = !bytes.failed && exh_sci_asm_add_bytes(p, bytes.data, bytes.size);
	exh_writer_free(&bytes);
	exh_sci_asm_next(p);
	return is_valid ? exh_sci_asm_expect_end(p)
			: exh_sci_asm_error(p, "the text is too long");
}

bool exh_sci_asm_parse_spec(struct parser *p)
{
	struct exh_writer bytes = { .limit = ASM_MAX_WORD };
	struct exh_error err;
	bool is_valid;

	exh_sci_asm_next(p);
	if (p->token.kind != TOKEN_SAID)
		return exh_sci_asm_error(p, "expected a Said spec in single quotes");
	is_valid = !exh_sci_said_compile(
		p->token.text, p->a->naming ? p->a->naming->program->lexicon : NULL,
		EXH_SCI_SAID_LENIENT, &bytes, &err);
	if (!is_valid) {
		const size_t at = err.offset - p->token.text.base;

		exh_writer_free(&bytes);
		return exh_sci_asm_fail(p->a, EXH_INVALID, p->line->number,
					p->token.column + 1 +
						(at <= p->token.text.size ? at : 0),
					"%s", err.text);
	}
	is_valid = exh_sci_asm_add_bytes(p, bytes.data, bytes.size);
	exh_writer_free(&bytes);
	exh_sci_asm_next(p);
	return is_valid && exh_sci_asm_expect_end(p);
}

bool exh_sci_asm_parse_bytes(struct parser *p)
{
	do {
		int32_t value;
		uint8_t byte;

		exh_sci_asm_next(p);
		if (!exh_sci_asm_parse_number(p, -0x80, 0xff, &value))
			return false;
		byte = (uint8_t)value;
		if (!exh_sci_asm_add_bytes(p, &byte, 1))
			return false;
	} while (exh_sci_asm_is_sign(p, ','));
	return exh_sci_asm_expect_end(p);
}

bool exh_sci_asm_parse_words(struct parser *p)
{
	do {
		struct word word;

		exh_sci_asm_next(p);
		if (!exh_sci_asm_parse_word(p, &word) || !exh_sci_asm_add_word(p, &word))
			return false;
	} while (exh_sci_asm_is_sign(p, ','));
	return exh_sci_asm_expect_end(p);
}

/* .fill COUNT, VALUE */
bool exh_sci_asm_parse_fill(struct parser *p)
{
	struct word word;
	int32_t count;

	exh_sci_asm_next(p);
	if (!exh_sci_asm_parse_number(p, 0, ASM_MAX_LIST, &count) ||
	    !exh_sci_asm_expect_sign(p, ',') || !exh_sci_asm_parse_word(p, &word))
		return false;
	for (int32_t i = 0; i < count; i++)
		if (!exh_sci_asm_add_word(p, &word))
			return false;
	return exh_sci_asm_expect_end(p);
}
