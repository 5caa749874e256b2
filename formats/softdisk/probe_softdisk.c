#include "exhume/identify.h"
#include "exhume/advanced/ilbm.h"
#include "exhume/advanced/softdisk.h"
#include "exhume/advanced/facts.h"

#include "../base/name.h"
#include "../base/reader.h"
#include "ilbm_parts.h"

#include <string.h>

/* Bits of evidence. */
enum {
	MARK = 32, /* four letters at the start */
	TWO_MARKS = 64,
	READS_WELL = 16, /* the content is valid, too */
	HEADER = 32,	 /* header of BSAVE, with the segment of the text page */
	BARE_PAGE = 16,	 /* 4000 bytes that look like characters and attributes */
	MEMORY_LIMIT = 16 << 20,
	TEXT_LOOK = 4096, /* bytes that are searched to recognise text */
	PAGE_CELLS = 2000,
	MOST_ATTRIBUTES = 32, /* different attributes on a page */
};

/*
 * Libraries.
 */

static bool open_library(const struct exh_probe *probe, struct exh_arena *arena,
			 struct exh_softdisk_library *library)
{
	*arena = (struct exh_arena){ .limit = MEMORY_LIMIT };
	return exh_softdisk_open(probe->data, arena, library, NULL, NULL) == EXH_OK;
}

/* The letters of the mark begin words of texts, too, which have no sizes after it. */
static unsigned library_score(const struct exh_probe *probe, enum exh_softdisk_kind kind)
{
	struct exh_softdisk_library library;
	struct exh_arena arena;
	unsigned score;

	if (exh_softdisk_kind(probe->data) != kind ||
	    is_text_bytes(probe->data.data, probe->data.size, TEXT_LOOK))
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

static bool has_chunk(struct exh_bytes file, const char *id)
{
	struct reader r = { .in = file, .pos = 12 };

	while (rd_left(&r) >= 8) {
		const uint8_t *own = rd_take(&r, 4);
		const uint32_t size = rd_u32be(&r);

		if (memcmp(own, id, 4) == 0)
			return true;
		if (size > rd_left(&r))
			return false;
		rd_take(&r, size);
		rd_take(&r, size % 2 && rd_left(&r));
	}
	return false;
}

/* Returns the mode by which pixels become colours, if planes and palette do not show
 * it; else NULL. */
static const char *mode_of(const struct exh_ilbm *ilbm, struct exh_bytes file)
{
	if (ilbm->chunky)
		return NULL;
	if (ilbm->plane_count > 8)
		return "true_color";
	/* A palette for each line. */
	if (has_chunk(file, "SHAM"))
		return "sham";
	if (!ilbm->has_mode || !(ilbm->mode & EXH_ILBM_HOLD))
		return exh_ilbm_is_half_brite(ilbm) ? "half_brite" : NULL;
	return ilbm->plane_count > 6 ? "ham8" : "ham6";
}

static void picture_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_ilbm ilbm;

	/* Pictures that can't be drawn have a header, too. */
	if (exh_ilbm_open(probe->data, &ilbm, NULL, NULL) && !ilbm.width)
		return;
	exh_fact_number(facts, "width", ilbm.width);
	exh_fact_number(facts, "height", ilbm.height);
	exh_fact_number(facts, "planes", ilbm.plane_count);
	if (mode_of(&ilbm, probe->data))
		exh_fact_text(facts, "mode", mode_of(&ilbm, probe->data));
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

/* Spaces, letters, digits and the blocks and lines of code page 437. */
static bool is_usual(uint8_t code)
{
	return !code || (code >= ' ' && code <= '~') || (code >= 0xb0 && code <= 0xdf) ||
	       code == 0xff;
}

/* Few attributes, and usual characters: samples and pixels have neither. */
static bool is_page(const struct exh_text_screen *screen)
{
	bool seen[256] = { false };
	size_t attributes = 0, usual = 0;

	for (size_t i = 0; i < PAGE_CELLS; i++) {
		const struct exh_text_cell cell = exh_text_screen_cell(
			screen, i % screen->columns, i / screen->columns);

		attributes += !seen[cell.attribute];
		seen[cell.attribute] = true;
		usual += is_usual(cell.code);
	}
	return attributes <= MOST_ATTRIBUTES && usual * 10 >= PAGE_CELLS * 9;
}

static unsigned screen_score(const struct exh_probe *probe)
{
	struct exh_text_screen screen;

	if (exh_text_screen_open(probe->data, &screen, NULL, NULL))
		return 0;
	if (screen.has_header)
		return HEADER;
	return is_page(&screen) ? BARE_PAGE : 0;
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
