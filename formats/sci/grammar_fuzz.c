/* Any bytes as a grammar: writing what was read gives the bytes that were used. */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_vocab.h"

#include "../base/fuzzing.h"

enum { MEMORY = 1 << 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = take(&data, &size, size);
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_writer out = { .limit = MEMORY };
	struct exh_sci_grammar grammar;
	struct exh_error err;

	if (exh_sci_grammar_read(in, &arena, &grammar, &notes, &err) == EXH_OK) {
		for (size_t i = 0; i < grammar.count; i++)
			assert(grammar.rules[i].pair_count <= EXH_SCI_RULE_PAIRS);
		assert(exh_sci_grammar_write(&grammar, &out, NULL) == EXH_OK);
		assert(out.size == grammar.used_size && out.size <= in.size);
		assert(!memcmp(out.data, in.data, out.size));
	} else {
		assert(err.text[0]);
	}
	exh_writer_free(&out);
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
