#include "exhume/formats.h"
#include "exhume/codec.h"

/* Bits of evidence. */
enum {
	MARK = 16,	/* "MZ" */
	SIZES_FIT = 16, /* what the header declares is there */
	PACKER = 32,	/* LZEXE's signature */
	MEMORY_LIMIT = 1 << 20,
};

/* Cheap: most of the data read are relocations, at most 256 KiB. */
static unsigned exe_score(const struct exh_probe *probe)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_mz program;
	unsigned score = 0;

	if (exh_mz_read(probe->data, &arena, &program, &notes, NULL) == EXH_OK)
		score = notes.damage_count ? MARK : MARK + SIZES_FIT;
	exh_arena_free(&arena);
	return score;
}

static unsigned lzexe_score(const struct exh_probe *probe)
{
	if (!exh_lzexe_version(probe->data))
		return 0;
	return exe_score(probe) + PACKER;
}

static void describe(const struct exh_mz *program, struct exh_facts *facts)
{
	exh_fact_number(facts, "image_size", program->image.size);
	exh_fact_number(facts, "relocations", program->relocation_count);
}

static void exe_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_mz program;

	if (exh_mz_read(probe->data, &arena, &program, NULL, NULL) == EXH_OK)
		describe(&program, facts);
	exh_arena_free(&arena);
}

static void lzexe_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena = { .limit = 4 << 20 };
	struct exh_mz program;

	exh_fact_text(facts, "version",
		      exh_lzexe_version(probe->data) == 90 ? "0.90" : "0.91");
	if (exh_lzexe_unpack(probe->data, &arena, &program, NULL, NULL, NULL) == EXH_OK)
		describe(&program, facts);
	exh_arena_free(&arena);
}

const struct exh_format exh_exe_format = {
	.name = "exe",
	.title = "DOS program",
	.family = "dos",
	.score = exe_score,
	.describe = exe_describe,
};

const struct exh_format exh_exe_lzexe_format = {
	.name = "exe-lzexe",
	.title = "DOS program, packed by LZEXE",
	.family = "dos",
	.score = lzexe_score,
	.describe = lzexe_describe,
};
