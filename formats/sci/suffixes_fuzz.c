/*
 * Any bytes as suffix rules, and after the first 0xfe a word to look up with them.
 * Writing what was read gives the bytes that were used, unless a rule was left out.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_vocab.h"

#include "../base/fuzzing.h"

enum { MEMORY = 1 << 24, MARK = 0xfe };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_roots(const struct exh_sci_suffixes *suffixes, struct exh_bytes text)
{
	uint8_t root[EXH_SCI_WORD_SIZE];

	for (size_t i = 0; i < suffixes->count; i++) {
		const struct exh_sci_suffix *rule = &suffixes->items[i];
		const size_t size = exh_sci_suffix_root(rule, text, root);

		assert(size <= sizeof root);
		if (size)
			assert(size - rule->root.prefix.size - rule->root.suffix.size ==
			       text.size - rule->typed.prefix.size -
				       rule->typed.suffix.size);
	}
}

static void check_writing(const struct exh_sci_suffixes *suffixes, struct exh_bytes in)
{
	struct exh_writer out = { .limit = MEMORY };

	assert(exh_sci_suffixes_write(suffixes, &out, NULL) == EXH_OK);
	assert(out.size == suffixes->used_size);
	assert(!out.size || !memcmp(out.data, in.data, out.size));
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *mark = size ? memchr(data, MARK, size) : NULL;
	const struct exh_bytes in =
		take(&data, &size, mark ? (size_t)(mark - data) : size);
	const struct exh_bytes text = take(&data, &size, size);
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_suffixes suffixes;
	struct exh_error err;

	if (exh_sci_suffixes_read(in, &arena, &suffixes, &notes, &err) == EXH_OK) {
		assert(suffixes.used_size <= in.size);
		check_roots(&suffixes, text);
		if (!notes.damage_count)
			check_writing(&suffixes, in);
	} else {
		assert(err.text[0]);
	}
	exh_arena_free(&arena);
	discard(text);
	discard(in);
	return 0;
}
