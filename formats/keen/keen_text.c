/* Texts that Keen Dreams links in, up to a tilde. */
#include "exhume/identify.h"
#include "exhume/advanced/keen_text.h"
#include "exhume/advanced/facts.h"

#include "../base/name.h"

enum {
	END_MARK = 0x1a,
	/* Bits of evidence. */
	TILDE = 16,	    /* a text that ends with the only one, after a line */
	TILDE_AND_END = 20, /* the same, and a line end after it */
};

enum exh_status exh_keen_text_open(struct exh_bytes file, struct exh_keen_text *out,
				   struct exh_notes *notes, struct exh_error *err)
{
	size_t size = 0;

	*out = (struct exh_keen_text){ 0 };
	while (size < file.size && is_text_byte(file.data[size]) &&
	       file.data[size] != '~')
		size++;
	out->ended = size < file.size && file.data[size] == '~';
	if (!out->ended && size < file.size && file.data[size] != END_MARK)
		return exh_fail(err, EXH_INVALID, file.base + size, "not text: byte %02x",
				file.data[size]);
	if (!size)
		return exh_fail(err, file.size ? EXH_INVALID : EXH_TRUNCATED, file.base,
				"not text: it is empty");
	exh_bytes_slice(file, 0, size, &out->text);
	if (!out->ended)
		exh_note(notes, EXH_WARNING, file.base + size,
			 "the text ends without a tilde");
	return EXH_OK;
}

void exh_keen_text_to_utf8(const struct exh_keen_text *text, struct exh_writer *out)
{
	const uint8_t *data = text->text.data;
	const size_t size = text->text.size;
	size_t from = 0;

	for (size_t i = 0; i <= size; i++) {
		const bool line_end =
			i + 1 < size && data[i] == '\r' && data[i + 1] == '\n';

		if (i < size && !line_end)
			continue;
		exh_cp437_to_utf8((struct exh_bytes){ data + from, i - from, 0 },
				  EXH_CP437_TEXT, out);
		from = i + 1;
	}
}

/* All line ends are DOS's, and the last one is right before the end. */
static bool has_dos_lines(struct exh_bytes text)
{
	for (size_t i = 0; i < text.size; i++)
		if (text.data[i] == '\n' && (!i || text.data[i - 1] != '\r'))
			return false;
	return text.size > 2 && text.data[text.size - 1] == '\n';
}

/* A tilde within a text is part of it: only a line end, and what DOS puts after it,
 * follows the one that ends a text. */
static bool is_end(struct exh_bytes file, size_t at, bool *has_line_end)
{
	*has_line_end =
		file.size - at >= 2 && file.data[at] == '\r' && file.data[at + 1] == '\n';
	at += *has_line_end ? 2 : 0;
	while (at < file.size && (file.data[at] == END_MARK || !file.data[at]))
		at++;
	return at == file.size;
}

static unsigned text_score(const struct exh_probe *probe)
{
	struct exh_keen_text text;
	bool has_line_end;

	if (exh_keen_text_open(probe->data, &text, NULL, NULL) || !text.ended ||
	    !has_dos_lines(text.text) ||
	    !is_end(probe->data, text.text.size + 1, &has_line_end))
		return 0;
	return has_line_end ? TILDE_AND_END : TILDE;
}

static void text_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_keen_text text;
	size_t lines = 0;

	if (exh_keen_text_open(probe->data, &text, NULL, NULL))
		return;
	for (size_t i = 0; i < text.text.size; i++)
		lines += text.text.data[i] == '\n';
	exh_fact_number(facts, "lines", lines);
}

const struct exh_format exh_keen_text_format = {
	.name = "keen-text",
	.title = "Keen text, up to a tilde",
	.family = "keen",
	.score = text_score,
	.describe = text_describe,
};
