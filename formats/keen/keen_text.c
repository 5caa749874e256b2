/* Texts that Keen Dreams links in, up to a tilde. */
#include "exhume/formats.h"
#include "exhume/keen_text.h"

#include "../base/name.h"

enum {
	END_MARK = 0x1a,
	TILDE = 6, /* bits of evidence: text that ends with one */
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

/* All line ends are DOS's: a modern text that contains a tilde is not Keen's. */
static bool has_dos_lines(struct exh_bytes text)
{
	size_t count = 0;

	for (size_t i = 0; i < text.size; i++) {
		if (text.data[i] != '\n')
			continue;
		if (!i || text.data[i - 1] != '\r')
			return false;
		count++;
	}
	return count > 0;
}

static unsigned text_score(const struct exh_probe *probe)
{
	struct exh_keen_text text;

	if (exh_keen_text_open(probe->data, &text, NULL, NULL) || !text.ended)
		return 0;
	return has_dos_lines(text.text) ? TILDE : 0;
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
