/*
 * A script, and any text as its edited form: the text is refused with a reason, or gives
 * a script that reads the same. The text as it was printed gives the same bytes.
 *
 * Input: the script, a byte of 1, the edited text
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "zv_script.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LIMIT = 1 << 26 };

static enum exh_status unprint(struct exh_bytes original, struct exh_bytes edited,
			       struct exh_writer *out, struct exh_error *err)
{
	static const struct common common = { .verbosity = -1 };
	struct report report;
	enum exh_status status;

	report_start(&report, "fuzz", &common);
	status = scr_unprint(original, edited, "fuzz", &report, out, err);
	report_end(&report);
	return status;
}

/* False: not a script. */
static bool print(struct exh_bytes script, struct exh_writer *out)
{
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_zv_script parsed;
	const bool good = !exh_zv_script_parse(script, &arena, &parsed, NULL, NULL);

	if (good)
		exh_zv_script_print(&parsed, out);
	exh_arena_free(&arena);
	return good;
}

static bool same(const struct exh_writer *a, struct exh_bytes b)
{
	return a->size == b.size && (!b.size || memcmp(a->data, b.data, b.size) == 0);
}

/* Bytes above 7Fh may be UTF-8, which becomes Latin-1. */
static bool is_ascii(struct exh_bytes text)
{
	for (size_t i = 0; i < text.size; i++)
		if (text.data[i] >= 0x80)
			return false;
	return true;
}

static void check_edit(struct exh_bytes original, struct exh_bytes edited)
{
	struct exh_writer out = { .limit = LIMIT }, now = { .limit = LIMIT };
	struct exh_writer wanted = { .limit = LIMIT };
	struct exh_error err = { 0 };

	if (unprint(original, edited, &out, &err)) {
		assert(err.status && err.text[0]);
	} else {
		assert(print(exh_writer_bytes(&out), &now));
		if (is_ascii(edited)) {
			assert(print(edited, &wanted));
			assert(same(&now, exh_writer_bytes(&wanted)));
		}
	}
	exh_writer_free(&out);
	exh_writer_free(&now);
	exh_writer_free(&wanted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *gap = size ? memchr(data, 1, size) : NULL;
	const struct exh_bytes original = { data, gap ? (size_t)(gap - data) : size, 0 };
	struct exh_writer text = { .limit = LIMIT }, out = { .limit = LIMIT };
	struct exh_error err = { 0 };

	if (print(original, &text)) {
		assert(!unprint(original, exh_writer_bytes(&text), &out, &err));
		assert(same(&out, original));
	}
	if (gap)
		check_edit(original,
			   (struct exh_bytes){ gap + 1, size - original.size - 1, 0 });
	exh_writer_free(&text);
	exh_writer_free(&out);
	return 0;
}
