/*
 * Any text for any chunk of class binary. What is accepted is shown as that text, and the
 * text that is rendered of a chunk gives the chunk again.
 *
 * Input: u16 the size of the chunk; the chunk; the text
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/keen_binary.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_unedited(struct exh_bytes old, const struct exh_keen_layout *layout)
{
	struct exh_writer text = { .limit = 1 << 24 }, out = { .limit = 1 << 24 };
	size_t lost;

	exh_keen_text_render(old, layout, &text);
	assert(!exh_keen_text_merge(old, layout, exh_writer_bytes(&text), &out, &lost,
				    NULL));
	assert(out.size == old.size && !lost);
	assert(!old.size || memcmp(out.data, old.data, old.size) == 0);
	exh_writer_free(&text);
	exh_writer_free(&out);
}

static void check_shown(const struct exh_writer *out,
			const struct exh_keen_layout *layout, struct exh_bytes text)
{
	struct exh_writer shown = { .limit = 1 << 24 };
	size_t at = 0;

	exh_keen_text_render(exh_writer_bytes(out), layout, &shown);
	for (size_t i = 0; i < text.size; i++) {
		if (text.data[i] == '\r')
			continue;
		assert(at < shown.size && shown.data[at] == text.data[i]);
		at++;
	}
	assert(at == shown.size);
	exh_writer_free(&shown);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_keen_layout *layout = exh_keen_layout_find("keen4-1.4");
	struct exh_writer out = { .limit = 1 << 24 };
	struct exh_error err = { 0 };
	struct exh_bytes old, text;
	size_t old_size, lost;

	if (size < 2)
		return 0;
	old_size = data[0] | (size_t)data[1] << 8;
	if (old_size > size - 2)
		return 0;
	old = (struct exh_bytes){ data + 2, old_size, 0 };
	text = (struct exh_bytes){ data + 2 + old_size, size - 2 - old_size, 0 };
	check_unedited(old, layout);
	if (exh_keen_text_merge(old, layout, text, &out, &lost, &err))
		assert(err.status && err.text[0]);
	else
		check_shown(&out, layout, text);
	exh_writer_free(&out);
	return 0;
}
