/* Object files, some of which contain a table of a Keen game. */
#include "exhume/codec.h"
#include "exhume/identify.h"
#include "exhume/advanced/keen_exe.h"
#include "exhume/advanced/facts.h"

#include "keen_parts.h"

enum {
	MEMORY_LIMIT = 4 << 20,
	OBJECT = 32,   /* bits of evidence: whole records */
	NAME_ONLY = 4, /* evidence of a name in the probes of tables */
};

static const struct {
	const struct exh_format *format;
	const char *title;
} tables[] = {
	{ &exh_keen_head_format, "graphics head" },
	{ &exh_keen_dict_format, "Huffman dictionary" },
	{ &exh_keen_maphead_format, "map head" },
	{ &exh_keen_audiohead_format, "sound head" },
	{ &exh_keen_tileinfo_format, "tile information" },
};
enum { TABLES = sizeof tables / sizeof *tables };

/* A name helps where tables look alike, but is no evidence by itself. */
static size_t find_table(const struct exh_probe *inside)
{
	unsigned best = NAME_ONLY;
	size_t found = TABLES;

	for (size_t i = 0; i < TABLES; i++) {
		const unsigned score = tables[i].format->score(inside);

		if (score > best) {
			best = score;
			found = i;
		}
	}
	return found;
}

/* Finds the table in an object file; TABLES: no known one. */
static size_t open_table(const struct exh_probe *probe, struct exh_arena *arena,
			 struct exh_omf *object, struct exh_probe *inside)
{
	size_t prefix_size;

	*arena = (struct exh_arena){ .limit = MEMORY_LIMIT };
	if (!exh_omf_is(probe->data) ||
	    exh_omf_open(probe->data, arena, object, NULL, NULL))
		return TABLES;
	*inside = (struct exh_probe){ .name = exh_keen_symbol_stem(object->symbol),
				      .data = object->data };
	if (!inside->name)
		inside->name = exh_keen_object_stem(probe->name, &prefix_size);
	return find_table(inside);
}

static unsigned table_score(const struct exh_probe *probe)
{
	struct exh_probe inside;
	struct exh_arena arena;
	struct exh_omf object;
	const size_t table = open_table(probe, &arena, &object, &inside);
	const unsigned score =
		table < TABLES ? OBJECT + tables[table].format->score(&inside) : 0;

	exh_arena_free(&arena);
	return score;
}

static void table_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_probe inside;
	struct exh_arena arena;
	struct exh_omf object;
	const size_t table = open_table(probe, &arena, &object, &inside);

	if (table < TABLES) {
		exh_fact_text(facts, "table", tables[table].title);
		exh_fact_number(facts, "size", object.data.size);
		tables[table].format->describe(&inside, facts);
	}
	exh_arena_free(&arena);
}

const struct exh_format exh_keen_object_format = {
	.name = "keen-object",
	.title = "Keen table in an object file",
	.family = "keen",
	.score = table_score,
	.describe = table_describe,
};

static unsigned object_score(const struct exh_probe *probe)
{
	return exh_omf_is(probe->data) ? OBJECT : 0;
}

const struct exh_format exh_object_format = {
	.name = "object",
	.title = "DOS object file (OMF)",
	.family = "dos",
	.score = object_score,
};
