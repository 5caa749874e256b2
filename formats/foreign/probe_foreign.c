/* Files of other programs: they are recognised, so that no other format claims them. */
#include "exhume/identify.h"
#include "exhume/advanced/facts.h"

#include "../base/reader.h"

#include <string.h>

/* Bits of evidence. */
enum {
	MARK_BASE = 32, /* base score of a mark of any size */
	MARK_BYTE = 4,	/* more for each byte */
	MARK_MOST = 64,
	GROUP_FITS = 44, /* FORM, LIST or CAT, a type, and a size that the file has */
};

static const char group_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ";

/* Marks: size is without the zero of the literal. */
struct mark {
	size_t at, size;
	const char *bytes;
};

static bool has_mark(struct exh_bytes data, const struct mark *mark)
{
	struct exh_bytes found;

	return exh_bytes_slice(data, mark->at, mark->size, &found) &&
	       memcmp(found.data, mark->bytes, mark->size) == 0;
}

static unsigned score_marks(const struct exh_probe *probe, struct mark first,
			    struct mark second)
{
	const size_t bits = MARK_BASE + MARK_BYTE * (first.size + second.size);

	if (!has_mark(probe->data, &first) ||
	    (second.size && !has_mark(probe->data, &second)))
		return 0;
	return bits < MARK_MOST ? (unsigned)bits : MARK_MOST;
}

#define FORMAT(id, short_name, words, kind, first_at, first, second_at, second)         \
	static unsigned id##_score(const struct exh_probe *probe)                       \
	{                                                                               \
		return score_marks(                                                     \
			probe, (struct mark){ first_at, sizeof first - 1, first },      \
			(struct mark){ second_at, sizeof second - 1, second });         \
	}                                                                               \
	const struct exh_format exh_foreign_##id##_format = {                           \
		.name = short_name, .title = words, .family = kind, .score = id##_score \
	};
#define FOREIGN(id, name, title, ...) FORMAT(id, name, title, "other", __VA_ARGS__)
#define ARCHIVE(id, name, title, ...) \
	FORMAT(id, name, title, EXH_FAMILY_ARCHIVE, __VA_ARGS__)
#include "foreign_list.h"
#undef FOREIGN
#undef ARCHIVE
#undef FORMAT

/*
 * IFF groups that no other format claims.
 */

static bool is_group(struct exh_bytes data)
{
	struct reader r = { .in = data };
	const uint8_t *kind = rd_take(&r, 4);
	const uint32_t size = rd_u32be(&r);
	const uint8_t *type = rd_take(&r, 4);

	if (r.failed ||
	    (memcmp(kind, "FORM", 4) != 0 && memcmp(kind, "LIST", 4) != 0 &&
	     memcmp(kind, "CAT ", 4) != 0) ||
	    size < 4 || size > data.size - 8)
		return false;
	for (size_t i = 0; i < 4; i++)
		if (!memchr(group_letters, type[i], sizeof group_letters - 1))
			return false;
	return true;
}

static unsigned group_score(const struct exh_probe *probe)
{
	return is_group(probe->data) ? GROUP_FITS : 0;
}

static void group_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	char text[5] = { 0 };

	memcpy(text, probe->data.data, 4);
	exh_fact_text(facts, "group", text);
	memcpy(text, probe->data.data + 8, 4);
	exh_fact_text(facts, "type", text);
}

const struct exh_format exh_foreign_iff_format = {
	.name = "iff",
	.title = "IFF file of another type",
	.family = "other",
	.score = group_score,
	.describe = group_describe,
};
