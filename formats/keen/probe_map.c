#include "exhume/identify.h"
#include "exhume/advanced/facts.h"

#include "../base/name.h"
#include "../base/reader.h"
#include "keen_parts.h"

#include <string.h>

/* Bits of evidence. */
enum {
	SIGNATURE = 64,
	TAG_AND_ORDER = 32, /* the usual tag, and offsets that lie in order */
	TAG = 14,	    /* only the usual tag, under the usual name */
	TABLES = 20,	    /* tile information of a release's size that makes sense */
	NAME = 4,
	MEMORY_LIMIT = 4 << 20,
	TEXT_LOOK = 4096, /* bytes read to recognise text */
};

/*
 * The archive of levels.
 */

static unsigned maps_score(const struct exh_probe *probe)
{
	static const char signature[] = "TED5v1.0";

	return probe->data.size >= sizeof signature - 1 &&
			       memcmp(probe->data.data, signature,
				      sizeof signature - 1) == 0
		       ? SIGNATURE
		       : 0;
}

static size_t count_levels(const struct exh_keen_maphead *head)
{
	size_t count = 0;

	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		count += head->offsets[i] > 0;
	return count;
}

static void maps_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_keen_maphead head;
	struct exh_bytes bytes;

	for (size_t i = 0; exh_keen_companion(probe, "maphead", i, &arena, &bytes); i++) {
		if (exh_keen_maphead_read(bytes, probe->data, &head, NULL))
			continue;
		exh_fact_number(facts, "levels", count_levels(&head));
		exh_fact_text(
			facts, "packing",
			exh_keen_map_packing_name(head.has_sizes ? EXH_KEEN_MAP_HUFFMAN
						  : head.is_ted5 ? EXH_KEEN_MAP_RLEW
								 : EXH_KEEN_MAP_CARMACK));
		break;
	}
	exh_arena_free(&arena);
}

const struct exh_format exh_keen_maps_format = {
	.name = "keen-maps",
	.title = "Keen levels",
	.family = "keen",
	.score = maps_score,
	.describe = maps_describe,
};

/*
 * The archive's head.
 */

/* In all games the offsets of existing levels ascend. */
static bool offsets_ascend(struct exh_bytes data, size_t *count)
{
	struct reader r = { .in = data };
	uint32_t last = 0;

	*count = 0;
	rd_u16le(&r);
	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++) {
		const uint32_t offset = rd_u32le(&r);

		if (!offset || offset == UINT32_MAX)
			continue;
		if (offset <= last)
			return false;
		last = offset;
		++*count;
	}
	return *count != 0;
}

static unsigned maphead_score(const struct exh_probe *probe)
{
	struct reader r = { .in = probe->data };
	const unsigned name = name_begins(probe->name, "maphead") ? NAME : 0;
	struct exh_keen_maphead ted5;
	size_t count;

	if (probe->data.size < MAPHEAD_SIZE ||
	    is_text_bytes(probe->data.data, probe->data.size, TEXT_LOOK))
		return 0;
	if (exh_keen_maphead_is_ted5(probe->data, &ted5))
		return TAG_AND_ORDER;
	if (rd_u16le(&r) != USUAL_RLEW_TAG)
		return name;
	if (offsets_ascend(probe->data, &count))
		return name + TAG_AND_ORDER;
	return name ? name + TAG : 0;
}

/* Keen Dreams has the size of each level's header after the offsets. */
static bool has_sizes(struct exh_bytes data)
{
	if (data.size < MAPHEAD_SIZED_SIZE)
		return false;
	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++) {
		const uint32_t offset = load_u32le(data.data + 2 + i * 4);
		const bool present = offset && offset != UINT32_MAX;

		if (present != (data.data[MAPHEAD_SIZES_AT + i] != 0))
			return false;
	}
	return true;
}

/* For Keen 4 to 6 a file often has only the offsets. */
static void describe_tile_info(struct exh_bytes data, struct exh_facts *facts)
{
	const size_t size =
		data.size - (has_sizes(data) ? MAPHEAD_SIZED_SIZE : MAPHEAD_SIZE);
	const struct exh_keen_layout *layout = exh_keen_layout_for_tile_info(size);

	if (!size) {
		exh_fact_text(facts, "tile_information",
			      "none (in a TILEINFO file or in the program)");
		return;
	}
	exh_fact_text(facts, "tile_information", layout ? layout->name : "unknown");
	exh_fact_number(facts, "tile_information_size", size);
}

static void maphead_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_keen_maphead ted5;
	size_t count;

	if (probe->data.size < MAPHEAD_SIZE)
		return;
	if (exh_keen_maphead_is_ted5(probe->data, &ted5)) {
		exh_fact_number(facts, "levels", count_levels(&ted5));
		exh_fact_text(facts, "form", "work file of the editor TED5");
		return;
	}
	if (offsets_ascend(probe->data, &count))
		exh_fact_number(facts, "levels", count);
	describe_tile_info(probe->data, facts);
}

const struct exh_format exh_keen_maphead_format = {
	.name = "keen-maphead",
	.title = "Keen level head (offsets of the levels)",
	.family = "keen",
	.score = maphead_score,
	.describe = maphead_describe,
};

/*
 * Tile information in a separate file.
 */

/* Few tiles of a release are animated; those have a next tile and a time. */
static bool has_tables(struct exh_bytes data)
{
	const struct exh_keen_layout *layout = exh_keen_layout_for_tile_info(data.size);
	struct exh_keen_tile_info info;
	size_t still = 0, agreed = 0;

	if (!layout ||
	    exh_keen_tile_info_open(data, layout->spans[EXH_KEEN_TILE16].count,
				    layout->spans[EXH_KEEN_TILE16M].count, &info, NULL))
		return false;
	for (size_t i = 0; i < info.background_count; i++) {
		const bool lasts = exh_keen_tile_value(&info, EXH_KEEN_SPEED, i);
		const bool leads = exh_keen_tile_value(&info, EXH_KEEN_ANIM, i);

		still += !lasts && !leads;
		agreed += lasts == leads;
	}
	return still * 2 >= info.background_count && still < info.background_count &&
	       agreed * 10 >= info.background_count * 9;
}

static unsigned tileinfo_score(const struct exh_probe *probe)
{
	const unsigned name = name_begins(probe->name, "tileinfo") ? NAME : 0;

	if (is_text_bytes(probe->data.data, probe->data.size, TEXT_LOOK))
		return 0;
	return name + (has_tables(probe->data) ? TABLES : 0);
}

static void tileinfo_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	const struct exh_keen_layout *layout =
		exh_keen_layout_for_tile_info(probe->data.size);

	if (!layout)
		return;
	exh_fact_text(facts, "layout", layout->name);
	exh_fact_number(facts, "background_tiles", layout->spans[EXH_KEEN_TILE16].count);
	exh_fact_number(facts, "foreground_tiles", layout->spans[EXH_KEEN_TILE16M].count);
}

const struct exh_format exh_keen_tileinfo_format = {
	.name = "keen-tileinfo",
	.title = "Keen tile information",
	.family = "keen",
	.score = tileinfo_score,
	.describe = tileinfo_describe,
};
