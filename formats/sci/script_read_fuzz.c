/*
 * Sections, specs and strings lie in the script, in their order, without touching; specs
 * have their size. A script whose sections end with its bytes gives no notes about them.
 *
 * Input: a script resource
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_script.h"
#include "exhume/advanced/sci_said.h"

#include "../base/fuzzing.h"

enum { MEMORY = 1 << 24, BASE = 1000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Checks an item's place; returns the first offset where the next one may begin. */
static size_t check_place(struct exh_bytes item, struct exh_bytes in, size_t least)
{
	assert(item.base >= least && item.base + item.size <= in.base + in.size);
	assert(!item.size || item.data == in.data + (item.base - in.base));
	return item.base + item.size;
}

static void check_script(const struct exh_sci_script *script, struct exh_bytes in)
{
	size_t at = in.base, size = 0;

	for (size_t i = 0; i < script->section_count; i++) {
		assert(script->sections[i].type < EXH_SCI_SECTIONS);
		assert(script->sections[i].data.base == script->sections[i].offset + 4);
		at = check_place(script->sections[i].data, in, at);
	}
	at = in.base;
	for (size_t i = 0; i < script->said_count; i++) {
		at = check_place(script->saids[i], in, at);
		assert(!exh_sci_said_size(script->saids[i], &size, NULL));
		assert(size == script->saids[i].size);
	}
	at = in.base;
	for (size_t i = 0; i < script->string_count; i++)
		at = check_place(script->strings[i], in, at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_bytes in = take(&data, &size, size > 1 << 16 ? 1 << 16 : size);
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_script script;

	in.base = BASE;
	if (exh_sci_script_read(in, &arena, &script, &notes, NULL) == EXH_OK)
		check_script(&script, in);
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
