#include "keen_parts.h"

#include "../base/reader.h"

#include <string.h>

enum {
	LEVELS = EXH_KEEN_MAP_LIMIT,
	PLANES = EXH_KEEN_PLANE_COUNT,
	TAG_SIZE = 2,
	MAX_CELLS_SIZE = 1 << 20, /* bytes of a plane; the games have room for 64 KiB */
	GOOD_FIT = 50,		  /* per cent of the levels in the archive */
	MAX_ARCHIVE = 16 << 20,	  /* bytes; the games' have 65 to 150 KiB */
	FEW_LEVELS = 2,
	/* levels that fit; so many are not chance, whatever the tag */
	CERTAIN_LEVELS = 4,
};

/*
 * A head read a few entries too early or too late has as many levels, or nearly as many,
 * since one may be damaged. Its tag is then half of an offset, mostly of an absent level.
 */
enum tag { TAG_OF_ABSENT, TAG_ODD, TAG_USUAL };

/* Number of levels in a head, of those inside the archive (it may have been cut), and of
 * those with a plausible header. */
struct score {
	size_t present_count, inside_count, sane_count;
	enum tag tag;
};

struct search {
	struct exh_bytes archive;
	struct keen_dicts dicts;
	/* Best match so far. */
	struct score score;
	struct exh_bytes head, dict;
	bool has_sizes;
};

/*
 * Level headers.
 */

/* The name may be anything. A missing plane has size 0. */
static bool level_is_sane(struct exh_bytes header, size_t archive_size)
{
	struct reader r = { .in = header };
	uint32_t starts[PLANES];
	size_t width, height, sum = 0;
	bool sane = true;

	for (size_t i = 0; i < PLANES; i++)
		starts[i] = rd_u32le(&r);
	for (size_t i = 0; i < PLANES; i++) {
		const size_t size = rd_u16le(&r);

		sum += size;
		sane &= !size ||
			(starts[i] < archive_size && size <= archive_size - starts[i]);
	}
	width = rd_u16le(&r);
	height = rd_u16le(&r);
	return sane && sum && width && height && width * height * 2 <= MAX_CELLS_SIZE;
}

static bool plain_level_is_sane(struct exh_bytes archive, size_t offset)
{
	struct exh_bytes header;

	return exh_bytes_slice(archive, offset, MAP_HEADER_SIZE, &header) &&
	       level_is_sane(header, archive.size);
}

static bool packed_level_is_sane(struct exh_bytes archive, size_t offset, size_t size,
				 const struct exh_huffman *huffman)
{
	uint8_t header[MAP_HEADER_SIZE];
	struct exh_huffman_job job = { .dst = header, .size = sizeof header };

	if (!exh_bytes_slice(archive, offset, size, &job.src))
		return false;
	exh_huffman_expand(huffman, &job, 1);
	return job.produced_size == sizeof header && (job.bit_count + 7) / 8 == size &&
	       level_is_sane((struct exh_bytes){ header, sizeof header, 0 },
			     archive.size);
}

/*
 * Heads.
 */

/*
 * False if some offset can't be valid. Offsets past the end are accepted as those of a
 * cut archive if all ascend and at least one level is in it.
 */
static bool count_levels(const uint8_t *offsets, size_t archive_size, struct score *score)
{
	uint32_t last = 0;
	bool ascend = true;

	for (size_t i = 0; i < LEVELS; i++) {
		const uint32_t offset = load_u32le(offsets + i * 4);

		if (!offset || offset == 0xffffffff)
			continue;
		if (offset >= MAX_ARCHIVE && offset >= archive_size)
			return false;
		ascend &= offset > last;
		last = offset;
		score->present_count++;
		score->inside_count += offset < archive_size;
	}
	return score->inside_count &&
	       (ascend || score->inside_count == score->present_count);
}

static bool is_present(struct exh_bytes head, size_t level, size_t *offset)
{
	const uint32_t entry = load_u32le(head.data + TAG_SIZE + level * 4);

	*offset = entry;
	return entry && entry != 0xffffffff;
}

/* Keen Dreams: every present level has a size. */
static bool have_sizes(struct exh_bytes head)
{
	size_t offset;

	if (head.size < MAPHEAD_SIZED_SIZE)
		return false;
	for (size_t i = 0; i < LEVELS; i++)
		if (is_present(head, i, &offset) && !head.data[MAPHEAD_SIZES_AT + i])
			return false;
	return true;
}

static bool is_good(const struct score *score)
{
	return score->sane_count &&
	       score->sane_count * 100 >= score->inside_count * GOOD_FIT &&
	       (score->inside_count == score->present_count || score->tag == TAG_USUAL ||
		score->sane_count >= CERTAIN_LEVELS);
}

static bool better(const struct score *a, const struct score *b)
{
	const bool a_usual = a->tag == TAG_USUAL && is_good(a);
	const bool b_usual = b->tag == TAG_USUAL && is_good(b);

	if (a_usual != b_usual)
		return a_usual;
	if (a->sane_count != b->sane_count)
		return a->sane_count > b->sane_count;
	if (a->tag != b->tag)
		return a->tag > b->tag;
	return a->present_count < b->present_count;
}

static void consider(struct search *s, const struct score *score, struct exh_bytes head,
		     struct exh_bytes dict, bool has_sizes)
{
	if (!score->sane_count || !better(score, &s->score))
		return;
	s->score = *score;
	s->head = head;
	s->dict = dict;
	s->has_sizes = has_sizes;
}

static void try_plain(struct search *s, struct exh_bytes head, struct score score)
{
	size_t offset;

	for (size_t i = 0; i < LEVELS; i++)
		score.sane_count += is_present(head, i, &offset) &&
				    plain_level_is_sane(s->archive, offset);
	consider(s, &score, head, (struct exh_bytes){ 0 }, false);
}

static void try_packed(struct search *s, struct exh_bytes head, struct score score,
		       size_t dict)
{
	size_t offset;

	for (size_t i = 0; i < LEVELS; i++)
		score.sane_count += is_present(head, i, &offset) &&
				    packed_level_is_sane(s->archive, offset,
							 head.data[MAPHEAD_SIZES_AT + i],
							 &s->dicts.codes[dict]);
	consider(s, &score, head, s->dicts.items[dict], true);
}

static enum tag judge_tag(unsigned tag)
{
	if (tag == USUAL_RLEW_TAG)
		return TAG_USUAL;
	return tag && tag != 0xffff ? TAG_ODD : TAG_OF_ABSENT;
}

/* Tries a head that reaches from the tag to the furthest possible end. */
static void try_head(struct search *s, struct exh_bytes head)
{
	struct score score = { 0 };

	if (!count_levels(head.data + TAG_SIZE, s->archive.size, &score))
		return;
	score.tag = judge_tag(load_u16le(head.data));
	try_plain(s, head, score);
	if (!have_sizes(head))
		return;
	for (size_t i = 0; i < s->dicts.count; i++)
		try_packed(s, head, score, i);
}

/* True if these bytes may be a head without its archive, by the usual tag and ascending
 * levels. */
static bool may_be_head(struct exh_bytes head)
{
	struct score score = { 0 };
	size_t offset, last = 0;

	if (load_u16le(head.data) != USUAL_RLEW_TAG ||
	    !count_levels(head.data + TAG_SIZE, MAX_ARCHIVE, &score))
		return false;
	for (size_t i = 0; i < LEVELS; i++) {
		if (!is_present(head, i, &offset))
			continue;
		if (offset <= last)
			return false;
		last = offset;
	}
	return score.present_count >= FEW_LEVELS;
}

struct exh_bytes exh_keen_exe_map_head(struct exh_bytes image)
{
	struct exh_bytes head = { 0 };

	for (size_t i = 0; i + MAPHEAD_SIZE <= image.size; i++) {
		exh_bytes_slice(image, i, image.size - i, &head);
		if (!may_be_head(head))
			continue;
		head.size = have_sizes(head) ? MAPHEAD_SIZED_SIZE : MAPHEAD_SIZE;
		return head;
	}
	return (struct exh_bytes){ 0 };
}

static void find_head(struct search *s, struct exh_bytes image)
{
	for (size_t i = 0; i + MAPHEAD_SIZE <= image.size; i++) {
		struct exh_bytes head;

		exh_bytes_slice(image, i, image.size - i, &head);
		try_head(s, head);
	}
}

enum exh_status exh_keen_exe_maps(struct exh_bytes image, struct exh_bytes archive,
				  size_t tile_info_size,
				  struct exh_keen_exe_tables *tables,
				  struct exh_error *err)
{
	struct exh_arena arena = { .limit = 2 << 20 };
	struct search s = { .archive = archive };
	const bool ready = exh_keen_exe_codes(image, tables->dict, &arena, &s.dicts);

	if (ready && !tables->head.data)
		find_head(&s, image);
	else if (ready && tables->head.size >= MAPHEAD_SIZE)
		try_head(&s, tables->head);
	exh_arena_free(&arena);
	if (!ready)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for the dictionaries");
	if (!is_good(&s.score))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"no head%s for an archive of levels of %zu bytes found "
				"in it",
				s.dicts.count ? " with a dictionary" : "", archive.size);
	if (!tables->head.data) {
		const size_t size = s.has_sizes ? MAPHEAD_SIZED_SIZE : MAPHEAD_SIZE;
		const size_t left = s.head.size - size;

		s.head.size = size + (tile_info_size < left ? tile_info_size : left);
		tables->head = s.head;
	}
	tables->dict = s.dict;
	tables->tried_count = s.score.present_count;
	tables->good_count = s.score.sane_count;
	return EXH_OK;
}
