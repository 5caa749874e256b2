#include "exhume/formats.h"
#include "exhume/zvision_lever.h"

#include <stdio.h>

/* Bits of evidence. */
enum {
	KEY = 6, /* each; a single one may be another file's, too */
	MOST = 48,
	MEMORY_LIMIT = 64 << 20,
};

static unsigned score(const struct exh_probe *probe)
{
	const size_t count = exh_zv_lever_count_keys(probe->data);

	return count < 2	    ? (unsigned)count
	       : count < MOST / KEY ? (unsigned)count * KEY
				    : MOST;
}

static void describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_zv_lever lever;
	char name[64];

	if (exh_zv_lever_read(probe->data, &arena, &lever, NULL, NULL) == EXH_OK) {
		exh_fact_number(facts, "positions", lever.position_count);
		exh_fact_text(facts, "mirrored",
			      exh_zv_lever_is_mirrored(&lever) ? "yes" : "no");
		snprintf(name, sizeof name, "%.*s",
			 (int)(lever.filename.size < sizeof name ? lever.filename.size
								 : sizeof name),
			 lever.filename.size ? (const char *)lever.filename.data : "");
		for (char *c = name; *c; c++)
			*c = *c < ' ' || *c > '~' ? '?' : *c;
		if (lever.filename.size)
			exh_fact_text(facts, "animation", name);
	}
	exh_arena_free(&arena);
}

const struct exh_format exh_zv_lever_format = {
	.name = "lev",
	.title = "ZVision lever",
	.family = "zvision",
	.score = score,
	.describe = describe,
};
