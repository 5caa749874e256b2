#include "exhume/formats.h"
#include "exhume/ilbm.h"
#include "exhume/softdisk.h"

/* Bits of evidence. */
enum {
	MARK = 32, /* four letters at the start */
	TWO_MARKS = 64,
	READS_WELL = 16, /* and what follows is as it should be */
	HEADER = 32,	 /* of BSAVE, with the segment of the text page */
	BARE_PAGE = 6,	 /* 4000 bytes that are no text */
};

/*
 * Libraries.
 */

static bool open_library(const struct exh_probe *probe, struct exh_arena *arena,
			 struct exh_softdisk_library *library)
{
	*arena = (struct exh_arena){ .limit = 16 << 20 };
	return exh_softdisk_open(probe->data, arena, library, NULL, NULL) == EXH_OK;
}

static unsigned library_score(const struct exh_probe *probe, enum exh_softdisk_kind kind)
{
	struct exh_softdisk_library library;
	struct exh_arena arena;
	unsigned score;

	if (exh_softdisk_kind(probe->data) != kind)
		return 0;
	score = MARK + (open_library(probe, &arena, &library) ? READS_WELL : 0);
	exh_arena_free(&arena);
	return score;
}

static unsigned slib_score(const struct exh_probe *probe)
{
	return library_score(probe, EXH_SOFTDISK_SLIB);
}

static unsigned comp_score(const struct exh_probe *probe)
{
	return library_score(probe, EXH_SOFTDISK_COMP);
}

static unsigned cmp1_score(const struct exh_probe *probe)
{
	return library_score(probe, EXH_SOFTDISK_CMP1);
}

static void slib_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_softdisk_library library;
	struct exh_arena arena;

	if (open_library(probe, &arena, &library)) {
		exh_fact_number(facts, "version", library.version);
		exh_fact_number(facts, "members", library.member_count);
	}
	exh_arena_free(&arena);
}

static void alone_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_softdisk_library library;
	struct exh_arena arena;

	if (open_library(probe, &arena, &library)) {
		exh_fact_text(facts, "method",
			      exh_softdisk_method_name(library.members[0].method));
		exh_fact_number(facts, "expanded_size", library.members[0].size);
	}
	exh_arena_free(&arena);
}

const struct exh_format exh_softdisk_slib_format = {
	.name = "slib",
	.title = "Softdisk library",
	.family = "keen",
	.score = slib_score,
	.describe = slib_describe,
};

const struct exh_format exh_softdisk_comp_format = {
	.name = "comp",
	.title = "Softdisk packed file, LZSS",
	.family = "keen",
	.score = comp_score,
	.describe = alone_describe,
};

const struct exh_format exh_softdisk_cmp1_format = {
	.name = "cmp1",
	.title = "Softdisk packed file",
	.family = "keen",
	.score = cmp1_score,
	.describe = alone_describe,
};

/*
 * Pictures.
 */

static unsigned picture_score(const struct exh_probe *probe, uint8_t first)
{
	return exh_ilbm_is(probe->data) && probe->data.data[8] == first ? TWO_MARKS : 0;
}

static unsigned ilbm_score(const struct exh_probe *probe)
{
	return picture_score(probe, 'I');
}

static unsigned pbm_score(const struct exh_probe *probe)
{
	return picture_score(probe, 'P');
}

static void picture_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_ilbm ilbm;

	if (exh_ilbm_open(probe->data, &ilbm, NULL, NULL))
		return;
	exh_fact_number(facts, "width", ilbm.width);
	exh_fact_number(facts, "height", ilbm.height);
	exh_fact_number(facts, "planes", ilbm.plane_count);
}

const struct exh_format exh_ilbm_format = {
	.name = "ilbm",
	.title = "IFF picture, in planes",
	.family = "keen",
	.score = ilbm_score,
	.describe = picture_describe,
};

const struct exh_format exh_pbm_format = {
	.name = "pbm",
	.title = "IFF picture, one byte per pixel",
	.family = "keen",
	.score = pbm_score,
	.describe = picture_describe,
};

/*
 * Text screens.
 */

static unsigned screen_score(const struct exh_probe *probe)
{
	struct exh_text_screen screen;

	if (exh_text_screen_open(probe->data, &screen, NULL, NULL))
		return 0;
	return screen.has_header ? HEADER : BARE_PAGE;
}

static void screen_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_text_screen screen;

	if (exh_text_screen_open(probe->data, &screen, NULL, NULL))
		return;
	exh_fact_number(facts, "columns", screen.columns);
	exh_fact_number(facts, "rows", screen.rows);
}

const struct exh_format exh_text_screen_format = {
	.name = "text-screen",
	.title = "Text screen, as BSAVE writes it",
	.family = "keen",
	.score = screen_score,
	.describe = screen_describe,
};
