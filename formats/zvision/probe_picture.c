#include "exhume/identify.h"
#include "exhume/zvision.h"
#include "exhume/advanced/facts.h"
#include "exhume/advanced/zvision_picture.h"

#include "../base/name.h"

#include <string.h>

/*
 * Pictures.
 */

/* Bits of evidence. */
enum {
	TGZ_MARK = 32,
	ZCR_MARK = 32,
	FOOTER = 64,	  /* footer of a newer TGA, with its signature */
	HEADER_READS = 8, /* a valid header of a TGA, which has no mark, and its name */
	SIZE_FITS = 24,	  /* the picture needs as many bytes as follow */
};

static bool open_kind(const struct exh_probe *probe, enum exh_zv_tga_kind kind,
		      struct exh_zv_tga *tga)
{
	return exh_zv_tga_open(probe->data, tga, NULL, NULL) == EXH_OK &&
	       tga->kind == kind;
}

static unsigned tgz_score(const struct exh_probe *probe)
{
	struct exh_zv_tga tga;

	return open_kind(probe, EXH_ZV_TGZ, &tga) ? TGZ_MARK : 0;
}

static bool has_footer(struct exh_bytes data)
{
	static const char name[] = "TRUEVISION-XFILE."; /* including its zero */

	return data.size >= sizeof name &&
	       memcmp(data.data + data.size - sizeof name, name, sizeof name) == 0;
}

static unsigned tga_score(const struct exh_probe *probe)
{
	struct exh_zv_tga tga;

	if (!open_kind(probe, EXH_ZV_TGA, &tga))
		return 0;
	if (has_footer(probe->data))
		return FOOTER;
	if (tga.type < 8 && tga.data.size == tga.declared_size)
		return SIZE_FITS;
	return name_ends(probe->name, ".tga") ? HEADER_READS : 0;
}

static void tga_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_zv_tga tga;

	if (exh_zv_tga_open(probe->data, &tga, NULL, NULL))
		return;
	exh_fact_number(facts, "width", tga.width);
	exh_fact_number(facts, "height", tga.height);
	if (tga.kind == EXH_ZV_TGZ)
		return;
	exh_fact_number(facts, "type", tga.type);
	exh_fact_number(facts, "bits", tga.bits);
}

static unsigned zcr_score(const struct exh_probe *probe)
{
	struct exh_zv_cursor cursor;

	return exh_zv_cursor_open(probe->data, &cursor, NULL, NULL) ? 0 : ZCR_MARK;
}

static void zcr_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_zv_cursor_role role;
	struct exh_zv_cursor cursor;

	if (exh_zv_cursor_open(probe->data, &cursor, NULL, NULL))
		return;
	exh_fact_number(facts, "width", cursor.width);
	exh_fact_number(facts, "height", cursor.height);
	exh_fact_number(facts, "hot_x", cursor.hot_x);
	exh_fact_number(facts, "hot_y", cursor.hot_y);
	if (probe->name && exh_zv_cursor_role(probe->name, &role))
		exh_fact_text(facts, "cursor", role.name);
}

const struct exh_format exh_zv_tgz_format = {
	.name = "tgz",
	.title = "ZVision picture (TGZ)",
	.family = "zvision",
	.score = tgz_score,
	.describe = tga_describe,
};

const struct exh_format exh_zv_tga_format = {
	.name = "tga",
	.title = "Truevision TGA picture of 15-bit colour",
	.family = "zvision",
	.score = tga_score,
	.describe = tga_describe,
};

const struct exh_format exh_zv_zcr_format = {
	.name = "zcr",
	.title = "ZVision cursor",
	.family = "zvision",
	.score = zcr_score,
	.describe = zcr_describe,
};
