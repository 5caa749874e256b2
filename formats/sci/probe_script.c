#include "exhume/advanced/sci_script.h"

#include "resource.h"

/* Bits of evidence. */
enum {
	SECTION = 10, /* one whose type and size make sense, of a list to the end */
	MOST = 32,
	MEMORY_LIMIT = 8 << 20,
};

/* The caller always frees the arena. */
static bool read_script(struct exh_bytes data, struct exh_arena *arena,
			struct exh_sci_script *script)
{
	*arena = (struct exh_arena){ .limit = MEMORY_LIMIT };
	return data.size <= EXH_SCI_UNPACKED_LIMIT &&
	       exh_sci_script_read(data, arena, script, NULL, NULL) == EXH_OK &&
	       script->is_ended && script->section_count;
}

static unsigned score(const struct exh_probe *probe)
{
	const struct probed in = look_inside(probe, EXH_SCI_SCRIPT);
	struct exh_arena arena;
	struct exh_sci_script script;
	unsigned own = 0;

	if (read_script(in.data, &arena, &script))
		own = evidence_of(script.section_count, SECTION, MOST) + in.name_score;
	exh_arena_free(&arena);
	return own;
}

static void describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena;
	struct exh_sci_script script;

	if (read_script(look_inside(probe, EXH_SCI_SCRIPT).data, &arena, &script)) {
		exh_fact_number(facts, "sections", script.section_count);
		exh_fact_number(facts, "saids", script.said_count);
		exh_fact_number(facts, "strings", script.string_count);
		if (script.synonym_count)
			exh_fact_number(facts, "synonyms", script.synonym_count);
		if (script.is_early)
			exh_fact_number(facts, "locals", script.locals_count);
	}
	exh_arena_free(&arena);
}

const struct exh_format exh_sci_script_format = {
	.name = "sci-script",
	.title = "SCI0 script",
	.family = "sci0",
	.score = score,
	.describe = describe,
};
