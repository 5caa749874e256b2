#include "keen_parts.h"

#include <string.h>

/* Properties of a class in all releases. */
static const struct class_facts {
	const char *name;
	bool masked;
	uint8_t tile_size;
	bool bitmap;
	bool has_length; /* the packed data begin with the expanded length */
} classes[EXH_KEEN_CLASS_COUNT] = {
	[EXH_KEEN_PICTABLE] = { "pictable", false, 0, false, true },
	[EXH_KEEN_PICMTABLE] = { "picmtable", false, 0, false, true },
	[EXH_KEEN_SPRITETABLE] = { "spritetable", false, 0, false, true },
	[EXH_KEEN_FONT] = { "font", false, 0, false, true },
	[EXH_KEEN_FONTM] = { "fontm", true, 0, false, true },
	[EXH_KEEN_PIC] = { "pic", false, 0, true, true },
	[EXH_KEEN_PICM] = { "picm", true, 0, true, true },
	[EXH_KEEN_SPRITE] = { "sprite", true, 0, true, true },
	[EXH_KEEN_TILE8] = { "tile8", false, 8, true, false },
	[EXH_KEEN_TILE8M] = { "tile8m", true, 8, true, false },
	[EXH_KEEN_TILE16] = { "tile16", false, 16, true, false },
	[EXH_KEEN_TILE16M] = { "tile16m", true, 16, true, false },
	[EXH_KEEN_TILE32] = { "tile32", false, 32, true, false },
	[EXH_KEEN_TILE32M] = { "tile32m", true, 32, true, false },
	[EXH_KEEN_BINARY] = { "binary", false, 0, false, true },
	[EXH_KEEN_UNKNOWN] = { "unknown", false, 0, false, true },
};

/* clang-format off */
#define DREAMS_SPANS {                                                       \
	[EXH_KEEN_PICTABLE] = { 0, 1 }, [EXH_KEEN_PICMTABLE] = { 1, 1 },     \
	[EXH_KEEN_SPRITETABLE] = { 2, 1 }, [EXH_KEEN_FONT] = { 3, 1 },       \
	[EXH_KEEN_PIC] = { 4, 65 }, [EXH_KEEN_PICM] = { 69, 2 },             \
	[EXH_KEEN_SPRITE] = { 71, 297 }, [EXH_KEEN_TILE8] = { 368, 1 },      \
	[EXH_KEEN_TILE8M] = { 369, 1 }, [EXH_KEEN_TILE16] = { 370, 1440 },   \
	[EXH_KEEN_TILE16M] = { 1810, 1206 } }

/* Source: keen-engine 9, and 3.5 of keen-formats for the sprites, which look as at first. */
#define DREAMS_OBJECTS {                                                     \
	{ 1, "keen-right", 1, -256 },                                       \
	{ 2, "keen-left", 9, -256 },                                        \
	{ 3, "to-level-1", -1, 0 },                                         \
	{ 4, "to-level-2", -1, 0 },                                         \
	{ 5, "to-level-3", -1, 0 },                                         \
	{ 6, "to-level-4", -1, 0 },                                         \
	{ 7, "to-level-5", -1, 0 },                                         \
	{ 8, "to-level-6", -1, 0 },                                         \
	{ 9, "to-level-7", -1, 0 },                                         \
	{ 10, "to-level-8", -1, 0 },                                        \
	{ 11, "to-level-9", -1, 0 },                                        \
	{ 12, "to-level-10", -1, 0 },                                       \
	{ 13, "to-level-11", -1, 0 },                                       \
	{ 14, "to-level-12", -1, 0 },                                       \
	{ 15, "to-level-13", -1, 0 },                                       \
	{ 16, "to-level-14", -1, 0 },                                       \
	{ 17, "to-level-15", -1, 0 },                                       \
	{ 18, "to-level-16", -1, 0 },                                       \
	{ 19, "world-keen", 144, 0 },                                       \
	{ 21, "100-points", 101, 0 },                                       \
	{ 22, "200-points", 103, 0 },                                       \
	{ 23, "500-points", 105, 0 },                                       \
	{ 24, "1000-points", 107, 0 },                                      \
	{ 25, "2000-points", 109, 0 },                                      \
	{ 26, "5000-points", 111, 0 },                                      \
	{ 27, "extra-keen", 113, 0 },                                       \
	{ 28, "super-bonus", 115, 0 },                                      \
	{ 29, "flower-power", 91, 0 },                                      \
	{ 30, "flower-power-5", 119, -128 },                                \
	{ 31, "boobus-bomb", 121, 0 },                                      \
	{ 32, "key", 126, 0 },                                              \
	{ 33, "door", 140, -256 },                                          \
	{ 41, "broccolash", 178, -256 },                                    \
	{ 42, "tomatooth", 188, -128 },                                     \
	{ 43, "carrot-courier", 195, -256 },                                \
	{ 45, "asparagusto", 204, 0 },                                      \
	{ 46, "sour-grape", 208, 0 },                                       \
	{ 47, "tater-trooper", 210, -241 },                                 \
	{ 48, "canteloupe-cart", 222, -48 },                                \
	{ 49, "frenchy", 224, -256 },                                       \
	{ 50, "melon-lips-left", 238, 0 },                                  \
	{ 51, "melon-lips-right", 240, 0 },                                 \
	{ 52, "melon-lips-down", 242, 0 },                                  \
	{ 57, "squasher", 250, -256 },                                      \
	{ 58, "apel", 258, -256 },                                          \
	{ 59, "pea-pod", 270, -256 },                                       \
	{ 60, "pea-brain", 280, 0 },                                        \
	{ 61, "king-boobus", 288, -1408 } }

#define KEEN4_BINARIES {                                                     \
	"order-screen", "title-commander", "title-keen",                    \
	"no-memory-screen", "help", "story", "help-keys", "about-id",       \
	"ending", "not-available", "order-info", "demo-0", "demo-1",        \
	"demo-2", "demo-3", "demo-4" }

#define KEEN6_SPANS {                                                        \
	[EXH_KEEN_PICTABLE] = { 0, 1 }, [EXH_KEEN_PICMTABLE] = { 1, 1 },     \
	[EXH_KEEN_SPRITETABLE] = { 2, 1 }, [EXH_KEEN_FONT] = { 3, 3 },       \
	[EXH_KEEN_PIC] = { 6, 37 }, [EXH_KEEN_PICM] = { 43, 3 },             \
	[EXH_KEEN_SPRITE] = { 46, 390 }, [EXH_KEEN_TILE8] = { 436, 1 },      \
	[EXH_KEEN_TILE8M] = { 437, 1 }, [EXH_KEEN_TILE16] = { 438, 2376 },   \
	[EXH_KEEN_TILE16M] = { 2814, 2736 }, [EXH_KEEN_BINARY] = { 5550, 10 } }
/* clang-format on */

/* Source: keen-formats 3 and 9, and 3.6 for CGA. */
static const struct exh_keen_layout layouts[] = {
	{ .name = "keen-dreams-ega",
	  .title = "Keen Dreams, EGA, all releases",
	  .video = EXH_KEEN_EGA,
	  .offset_size = 4,
	  .head_size = 12068,
	  .head_crc32 = 0xb9d789ee,
	  .chunk_count = 3016,
	  .spans = DREAMS_SPANS,
	  .tile8_count = 72,
	  .tile8m_count = 36,
	  .objects = DREAMS_OBJECTS },
	{ .name = "keen-dreams-cga-1.05",
	  .title = "Keen Dreams 1.05, CGA",
	  .video = EXH_KEEN_CGA,
	  .offset_size = 4,
	  .head_size = 12068,
	  .head_crc32 = 0x36d48226,
	  .chunk_count = 3016,
	  .spans = DREAMS_SPANS,
	  .tile8_count = 72,
	  .tile8m_count = 36,
	  .objects = DREAMS_OBJECTS },
	{ .name = "keen4-1.4",
	  .title = "Keen 4: Secret of the Oracle 1.4, EGA",
	  .video = EXH_KEEN_EGA,
	  .offset_size = 3,
	  .head_size = 14256,
	  .head_crc32 = 0x026dac9b,
	  .chunk_count = 4751,
	  .spans = { [EXH_KEEN_PICTABLE] = { 0, 1 },
		     [EXH_KEEN_PICMTABLE] = { 1, 1 },
		     [EXH_KEEN_SPRITETABLE] = { 2, 1 },
		     [EXH_KEEN_FONT] = { 3, 3 },
		     [EXH_KEEN_PIC] = { 6, 115 },
		     [EXH_KEEN_PICM] = { 121, 3 },
		     [EXH_KEEN_SPRITE] = { 124, 397 },
		     [EXH_KEEN_TILE8] = { 521, 1 },
		     [EXH_KEEN_TILE8M] = { 522, 1 },
		     [EXH_KEEN_TILE16] = { 523, 1296 },
		     [EXH_KEEN_TILE16M] = { 1819, 2916 },
		     [EXH_KEEN_BINARY] = { 4735, 16 } },
	  .tile8_count = 104,
	  .tile8m_count = 20,
	  .binary_names = KEEN4_BINARIES },
	/* A picture more than EGA. Its head was not at hand: lengths determine it. */
	{ .name = "keen4-cga-1.4",
	  .title = "Keen 4: Secret of the Oracle 1.4, CGA",
	  .video = EXH_KEEN_CGA,
	  .offset_size = 3,
	  .head_size = 14259,
	  .chunk_count = 4752,
	  .spans = { [EXH_KEEN_PICTABLE] = { 0, 1 },
		     [EXH_KEEN_PICMTABLE] = { 1, 1 },
		     [EXH_KEEN_SPRITETABLE] = { 2, 1 },
		     [EXH_KEEN_FONT] = { 3, 3 },
		     [EXH_KEEN_PIC] = { 6, 116 },
		     [EXH_KEEN_PICM] = { 122, 3 },
		     [EXH_KEEN_SPRITE] = { 125, 397 },
		     [EXH_KEEN_TILE8] = { 522, 1 },
		     [EXH_KEEN_TILE8M] = { 523, 1 },
		     [EXH_KEEN_TILE16] = { 524, 1296 },
		     [EXH_KEEN_TILE16M] = { 1820, 2916 },
		     [EXH_KEEN_BINARY] = { 4736, 16 } },
	  .tile8_count = 104,
	  .tile8m_count = 20,
	  .binary_names = KEEN4_BINARIES },
	{ .name = "keen5-1.4",
	  .title = "Keen 5: The Armageddon Machine 1.4, EGA",
	  .video = EXH_KEEN_EGA,
	  .offset_size = 3,
	  .head_size = 14800,
	  .head_crc32 = 0x821460a6,
	  .chunk_count = 4931,
	  .spans = { [EXH_KEEN_PICTABLE] = { 0, 1 },
		     [EXH_KEEN_PICMTABLE] = { 1, 1 },
		     [EXH_KEEN_SPRITETABLE] = { 2, 1 },
		     [EXH_KEEN_FONT] = { 3, 3 },
		     [EXH_KEEN_PIC] = { 6, 93 },
		     [EXH_KEEN_PICM] = { 99, 3 },
		     [EXH_KEEN_SPRITE] = { 102, 346 },
		     [EXH_KEEN_TILE8] = { 448, 1 },
		     [EXH_KEEN_TILE8M] = { 449, 1 },
		     [EXH_KEEN_TILE16] = { 450, 1512 },
		     [EXH_KEEN_TILE16M] = { 1962, 2952 },
		     [EXH_KEEN_BINARY] = { 4914, 17 } },
	  .tile8_count = 104,
	  .tile8m_count = 20 },
	{ .name = "keen6-1.4",
	  .title = "Keen 6: Aliens Ate My Baby Sitter! 1.4, EGA",
	  .video = EXH_KEEN_EGA,
	  .offset_size = 3,
	  .head_size = 16683,
	  .head_crc32 = 0x4453d7c5,
	  .chunk_count = 5560,
	  .spans = KEEN6_SPANS,
	  .tile8_count = 104,
	  .tile8m_count = 12 },
	{ .name = "keen6-1.5",
	  .title = "Keen 6: Aliens Ate My Baby Sitter! 1.5, EGA",
	  .video = EXH_KEEN_EGA,
	  .offset_size = 3,
	  .head_size = 16683,
	  .head_crc32 = 0x4bc8f17e,
	  .chunk_count = 5560,
	  .spans = KEEN6_SPANS,
	  .tile8_count = 104,
	  .tile8m_count = 12 },
};

static bool is_class(enum exh_keen_class class_id)
{
	return (unsigned)class_id < EXH_KEEN_CLASS_COUNT;
}

const char *exh_keen_class_name(enum exh_keen_class class_id)
{
	return is_class(class_id) ? classes[class_id].name : "unknown";
}

enum exh_keen_class exh_keen_class_find(const char *name)
{
	unsigned i = 0;

	while (i < EXH_KEEN_CLASS_COUNT && strcmp(classes[i].name, name) != 0)
		i++;
	return (enum exh_keen_class)i;
}

bool exh_keen_class_is_masked(enum exh_keen_class class_id)
{
	return is_class(class_id) && classes[class_id].masked;
}

size_t exh_keen_class_tile_size(enum exh_keen_class class_id)
{
	return is_class(class_id) ? classes[class_id].tile_size : 0;
}

bool exh_keen_class_is_bitmap(enum exh_keen_class class_id)
{
	return is_class(class_id) && classes[class_id].bitmap;
}

bool exh_keen_class_has_length(enum exh_keen_class class_id)
{
	return is_class(class_id) && classes[class_id].has_length;
}

size_t exh_keen_pixels_per_byte(enum exh_keen_video video)
{
	return video == EXH_KEEN_EGA ? 8 : 4;
}

size_t exh_keen_bitmap_size(enum exh_keen_video video, bool masked, size_t width_bytes,
			    size_t height)
{
	const size_t planes = video == EXH_KEEN_EGA ? 4 : 1;

	return width_bytes * height * (planes + masked);
}

size_t exh_keen_tile_bytes(const struct exh_keen_layout *layout,
			   enum exh_keen_class class_id)
{
	const size_t side = classes[class_id].tile_size;

	return exh_keen_bitmap_size(layout->video, classes[class_id].masked,
				    side / exh_keen_pixels_per_byte(layout->video), side);
}

size_t exh_keen_tiles_in_chunk(const struct exh_keen_layout *layout,
			       enum exh_keen_class class_id)
{
	if (class_id == EXH_KEEN_TILE8)
		return layout->tile8_count;
	if (class_id == EXH_KEEN_TILE8M)
		return layout->tile8m_count;
	return classes[class_id].tile_size ? 1 : 0;
}

enum exh_keen_class exh_keen_layout_class(const struct exh_keen_layout *layout,
					  size_t chunk_number, uint32_t *index)
{
	for (unsigned i = 0; i < EXH_KEEN_UNKNOWN; i++) {
		const struct exh_keen_span *span = &layout->spans[i];

		if (chunk_number < span->first ||
		    chunk_number - span->first >= span->count)
			continue;
		*index = (uint32_t)chunk_number - span->first;
		return (enum exh_keen_class)i;
	}
	*index = (uint32_t)chunk_number;
	return EXH_KEEN_UNKNOWN;
}

const struct exh_keen_layout *exh_keen_layouts(size_t *count)
{
	*count = sizeof layouts / sizeof layouts[0];
	return layouts;
}

const struct exh_keen_layout *exh_keen_layout_find(const char *name)
{
	for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
		if (strcmp(layouts[i].name, name) == 0)
			return &layouts[i];
	return NULL;
}

const struct exh_keen_info_object *
exh_keen_layout_object(const struct exh_keen_layout *layout, unsigned info)
{
	for (size_t i = 0; i < EXH_KEEN_INFO_OBJECTS && layout->objects[i].info; i++)
		if (layout->objects[i].info == info)
			return &layout->objects[i];
	return NULL;
}

const struct exh_keen_layout *exh_keen_layout_for_head(struct exh_bytes head)
{
	const uint32_t crc32 = exh_crc32(head);

	for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
		if (layouts[i].head_size == head.size && layouts[i].head_crc32 == crc32 &&
		    crc32)
			return &layouts[i];
	return NULL;
}

static enum exh_status check_span(const struct exh_keen_layout *layout, unsigned class_id,
				  struct exh_error *err)
{
	const struct exh_keen_span *span = &layout->spans[class_id];
	const bool one_only = class_id <= EXH_KEEN_SPRITETABLE ||
			      class_id == EXH_KEEN_TILE8 || class_id == EXH_KEEN_TILE8M;

	if (span->first > layout->chunk_count ||
	    span->count > layout->chunk_count - span->first)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"class %s: %u chunks from %u pass the last of %u",
				classes[class_id].name, span->count, span->first,
				layout->chunk_count);
	if (one_only && span->count > 1)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"class %s: %u chunks, expected at most 1",
				classes[class_id].name, span->count);
	for (unsigned i = 0; i < class_id; i++) {
		const struct exh_keen_span *other = &layout->spans[i];

		if (span->count && other->count &&
		    span->first < other->first + other->count &&
		    other->first < span->first + span->count)
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"classes %s and %s overlap", classes[i].name,
					classes[class_id].name);
	}
	return EXH_OK;
}

static enum exh_status check_table(const struct exh_keen_layout *layout, unsigned items,
				   unsigned table, struct exh_error *err)
{
	if (layout->spans[items].count && !layout->spans[table].count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"class %s: there is no %s with their sizes",
				classes[items].name, classes[table].name);
	return EXH_OK;
}

enum exh_status exh_keen_layout_check(const struct exh_keen_layout *layout,
				      struct exh_error *err)
{
	enum exh_status status;

	if (layout->offset_size != 3 && layout->offset_size != 4)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"offset_size is %u, expected 3 or 4",
				layout->offset_size);
	for (unsigned i = 0; i < EXH_KEEN_UNKNOWN; i++) {
		status = check_span(layout, i, err);
		if (status)
			return status;
	}
	status = check_table(layout, EXH_KEEN_PIC, EXH_KEEN_PICTABLE, err);
	if (!status)
		status = check_table(layout, EXH_KEEN_PICM, EXH_KEEN_PICMTABLE, err);
	if (!status)
		status = check_table(layout, EXH_KEEN_SPRITE, EXH_KEEN_SPRITETABLE, err);
	return status;
}
