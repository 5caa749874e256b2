#include "exhume/identify.h"
#include "exhume/advanced/opl2_log.h"
#include "exhume/advanced/facts.h"

#include "../base/reader.h"
#include "opl2_log_file.h"

/* Bits of evidence. */
enum {
	DRO_MAGIC = 64,
	VGM_MAGIC = 32,
	TEXT_LINES = 24, /* "rate 49716", "length N", or positions that ascend, each with
			    two hexadecimal bytes */
	VGM_VERSION_AT = 8,
	VGM_MAX_VERSION = 0x200, /* decimal digits, as hexadecimal ones */
	MEMORY_LIMIT = 512 << 20,
};

static bool is_kind(const struct exh_probe *probe, enum exh_opl2_log_kind a,
		    enum exh_opl2_log_kind b)
{
	enum exh_opl2_log_kind kind;

	return exh_opl2_log_is(probe->data, &kind) && (kind == a || kind == b);
}

static unsigned text_score(const struct exh_probe *probe)
{
	return is_kind(probe, EXH_OPL2_LOG_TEXT, EXH_OPL2_LOG_TEXT) &&
			       exh_opl2_text_is_likely(probe->data)
		       ? TEXT_LINES
		       : 0;
}

static unsigned dro_score(const struct exh_probe *probe)
{
	return is_kind(probe, EXH_OPL2_LOG_DRO1, EXH_OPL2_LOG_DRO2) ? DRO_MAGIC : 0;
}

static unsigned vgm_score(const struct exh_probe *probe)
{
	struct exh_bytes version;

	return is_kind(probe, EXH_OPL2_LOG_VGM, EXH_OPL2_LOG_VGM) &&
			       exh_bytes_slice(probe->data, VGM_VERSION_AT, 4,
					       &version) &&
			       load_u32le(version.data) < VGM_MAX_VERSION
		       ? VGM_MAGIC
		       : 0;
}

static void describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_opl2_log log;

	if (exh_opl2_log_read(probe->data, &arena, &log, &notes, NULL) == EXH_OK) {
		if (log.kind == EXH_OPL2_LOG_DRO1 || log.kind == EXH_OPL2_LOG_DRO2)
			exh_fact_text(facts, "version",
				      log.kind == EXH_OPL2_LOG_DRO1 ? "0.1" : "2.0");
		exh_fact_number(facts, "writes", log.write_count);
		exh_fact_number(facts, "samples", log.length);
		if (log.tags.title)
			exh_fact_text(facts, "title", log.tags.title);
		if (log.tags.author)
			exh_fact_text(facts, "composer", log.tags.author);
	}
	exh_arena_free(&arena);
}

const struct exh_format exh_opl2log_format = {
	.name = "opl2log",
	.title = "OPL2 register log (text)",
	.family = "opl2",
	.score = text_score,
	.describe = describe,
};

const struct exh_format exh_dro_format = {
	.name = "dro",
	.title = "OPL2 register log of DOSBox (DRO)",
	.family = "opl2",
	.score = dro_score,
	.describe = describe,
};

const struct exh_format exh_vgm_format = {
	.name = "vgm",
	.title = "Video Game Music (VGM)",
	.family = "opl2",
	.score = vgm_score,
	.describe = describe,
};
