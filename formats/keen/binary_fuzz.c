/*
 * For any chunk: a text has no control characters but line ends and tabs, and a demo's
 * script has a line for each pair.
 *
 * Input:  a chunk of class binary
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/keen_binary.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_text(struct exh_bytes chunk)
{
	struct exh_writer out = { .limit = 1 << 24 };

	exh_keen_text_render(chunk, exh_keen_layout_find("keen4-1.4"), &out);
	assert(!out.failed);
	for (size_t i = 0; i < out.size; i++)
		assert(out.data[i] >= ' ' || out.data[i] == '\n' || out.data[i] == '\t' ||
		       !out.data[i]);
	exh_writer_free(&out);
}

static void check_demo(struct exh_bytes chunk)
{
	const bool is_demo = exh_keen_binary_kind(chunk) == EXH_KEEN_BINARY_DEMO;
	struct exh_writer out = { .limit = 1 << 24 };
	size_t lines = 0;

	if (!exh_keen_demo_render(chunk, &out, NULL)) {
		for (size_t i = 0; i < out.size; i++)
			lines += out.data[i] == '\n';
		assert(lines > 1 && lines <= (chunk.size - 4) / 2 + 1);
	} else {
		assert(!is_demo);
	}
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes chunk = { data, size, 0 };

	if (size > 1 << 16)
		return 0;
	assert(*exh_keen_binary_kind_name(exh_keen_binary_kind(chunk)));
	check_text(chunk);
	check_demo(chunk);
	return 0;
}
