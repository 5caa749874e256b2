#include "exhume/formats.h"
#include "exhume/sci.h"
#include "exhume/sci_script.h"

/* Bits of evidence. */
enum {
	NAME = 4,
	SECTION = 10, /* one whose type and size make sense, of a list to the end */
	MOST = 32,
	MEMORY_LIMIT = 8 << 20,
};

/* A patch file, or the bare resource. */
static struct exh_bytes inside(const struct exh_probe *probe)
{
	struct exh_bytes out;

	if (probe->data.size && probe->data.data[0] == (0x80 | EXH_SCI_SCRIPT) &&
	    !exh_sci_patch_read(probe->data, EXH_SCI_SCRIPT, &out, NULL))
		return out;
	return probe->data;
}

/* The caller always frees the arena. */
static bool read_script(const struct exh_probe *probe, struct exh_arena *arena,
			struct exh_sci_script *script)
{
	const struct exh_bytes data = inside(probe);

	*arena = (struct exh_arena){ .limit = MEMORY_LIMIT };
	return data.size <= EXH_SCI_UNPACKED_LIMIT &&
	       exh_sci_script_read(data, arena, script, NULL, NULL) == EXH_OK &&
	       script->is_ended && script->section_count;
}

static unsigned score(const struct exh_probe *probe)
{
	struct exh_arena arena;
	struct exh_sci_script script;
	unsigned type, number, own = 0;

	if (read_script(probe, &arena, &script)) {
		own = script.section_count < MOST / SECTION
			      ? (unsigned)script.section_count * SECTION
			      : MOST;
		if (probe->name && exh_sci_patch_name(probe->name, &type, &number) &&
		    type == EXH_SCI_SCRIPT)
			own += NAME;
	}
	exh_arena_free(&arena);
	return own;
}

static void describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena;
	struct exh_sci_script script;

	if (read_script(probe, &arena, &script)) {
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
