#include "keen_parts.h"

#include "../base/reader.h"

#include <string.h>

enum {
	NODES = EXH_HUFFMAN_NODES,
	NODE = 256,
	MAX_HEADS = 24,	    /* candidates tried, the likeliest ones */
	LONG_WALK = 64,	    /* ascending offsets that can't be chance */
	MAX_ANCHORS = 256,  /* places tried as the end of a layout's head */
	FIRST_ENTRIES = 16, /* checked before all others */
	/* for heads without an archive; heads of sounds are shorter */
	LONGER_WALK = 256,
	MAX_TRIED = 256,     /* chunks tried of one head, spread over it */
	MAX_BYTES = 1 << 16, /* longest chunk that is tried */
	GOOD_FIT = 25,	     /* per cent of the chunks; by chance about 3 fit */
	GOOD_FIT_OF_FEW = 75,
	/* could be chance, unless the head ends with the archive's length */
	FEW_FITS = 8,
	SCRATCH_LIMIT = 64 << 20,
};

/*
 * Dictionaries.
 */

static bool is_dict(const uint8_t *p)
{
	bool seen[NODE + NODES - 1] = { false };

	for (unsigned i = 0; i < NODES * 2; i++) {
		const unsigned link = load_u16le(p + (size_t)i * 2);

		if (link >= NODE + i / 2 || seen[link])
			return false;
		seen[link] = true;
	}
	return true;
}

/* Only the root can link to the second to last node, since parents come later. */
static bool may_be_dict(const uint8_t *p)
{
	const uint8_t *root = p + EXH_HUFFMAN_DICT_SIZE - 4;
	const unsigned last = NODE + NODES - 2;

	return load_u16le(root) == last || load_u16le(root + 2) == last;
}

size_t exh_keen_exe_dicts(struct exh_bytes image, struct exh_bytes *dicts, size_t most)
{
	size_t count = 0;

	for (size_t i = 0; image.size >= EXH_HUFFMAN_DICT_SIZE &&
			   i <= image.size - EXH_HUFFMAN_DICT_SIZE && count < most;
	     i++)
		if (may_be_dict(image.data + i) && is_dict(image.data + i))
			exh_bytes_slice(image, i, EXH_HUFFMAN_DICT_SIZE, &dicts[count++]);
	return count;
}

bool exh_keen_exe_codes(struct exh_bytes image, struct exh_bytes given,
			struct exh_arena *arena, struct keen_dicts *out)
{
	struct exh_bytes dicts[KEEN_MAX_DICTS] = { given };
	const size_t count =
		given.data ? 1 : exh_keen_exe_dicts(image, dicts, KEEN_MAX_DICTS);

	out->count = 0;
	out->codes = exh_alloc(arena, count ? count : 1, sizeof *out->codes);
	for (size_t i = 0; i < count && out->codes; i++) {
		out->items[out->count] = dicts[i];
		if (!exh_huffman_read(&out->codes[out->count], dicts[i], NULL, NULL))
			out->count++;
	}
	return out->codes;
}

/*
 * Heads.
 */

struct candidate {
	size_t offset, size, present_count;
	unsigned offset_size;
	bool ends;  /* the last entry is the archive's length */
	bool known; /* the head of a known release */
};

struct search {
	struct exh_bytes image, archive;
	struct candidate heads[MAX_HEADS]; /* the likeliest first */
	size_t head_count;
	struct exh_bytes dicts[KEEN_MAX_DICTS];
	size_t dict_count;
	bool dict_is_given;
};

static bool likelier(const struct candidate *a, const struct candidate *b)
{
	if (a->known != b->known)
		return a->known;
	if (a->ends != b->ends)
		return a->ends;
	return a->present_count > b->present_count;
}

/* Keeps the likelier of two heads at the same place; when full, drops the least likely
 * one. */
static void add_head(struct search *s, const struct candidate *head)
{
	size_t at = s->head_count;

	for (size_t i = 0; i < s->head_count; i++)
		if (s->heads[i].offset == head->offset &&
		    s->heads[i].offset_size == head->offset_size)
			at = i;
	if (at == s->head_count && s->head_count < MAX_HEADS)
		s->head_count++;
	else if (at == MAX_HEADS)
		at--;
	if (s->heads[at].size && !likelier(head, &s->heads[at]))
		return;
	for (; at > 0 && likelier(head, &s->heads[at - 1]); at--)
		s->heads[at] = s->heads[at - 1];
	s->heads[at] = *head;
}

static uint32_t entry_at(struct exh_bytes image, size_t at, unsigned offset_size)
{
	const uint8_t *p = image.data + at;

	return offset_size == 3 ? load_u24le(p) : load_u32le(p);
}

static bool is_absent(uint32_t entry, unsigned offset_size)
{
	return entry == (offset_size == 3 ? 0xffffff : 0xffffffff);
}

/* Counts the entries that ascend from head->offset; some may be absent. */
static size_t walk(const struct search *s, struct candidate *head)
{
	const unsigned step = head->offset_size;
	size_t at = head->offset, count = 0;
	uint32_t last = 0;

	for (; s->image.size - at >= step; at += step, count++) {
		const uint32_t entry = entry_at(s->image, at, step);

		if (head->ends && entry != last)
			break;
		if (is_absent(entry, step))
			continue;
		if (entry <= last && count && !head->ends)
			break;
		head->ends |= entry == s->archive.size;
		head->present_count += !head->ends;
		last = entry;
	}
	head->size = at - head->offset;
	return count;
}

/* Recognises the head of a known release: by its checksum, or by its number of chunks,
 * where the offsets may have the other size. */
static void recognize(const struct search *s, struct candidate *head, size_t count)
{
	const struct exh_keen_layout *layouts;
	size_t layout_count;

	layouts = exh_keen_layouts(&layout_count);
	for (size_t i = 0; i < layout_count; i++) {
		const struct exh_keen_layout *layout = &layouts[i];
		const size_t size =
			layout->head_size / layout->offset_size * head->offset_size;
		struct exh_bytes bytes;

		if (!exh_bytes_slice(s->image, head->offset, size, &bytes))
			continue;
		if (exh_keen_layout_for_head(bytes) == layout)
			head->known = true;
		else if (head->ends || count != layout->chunk_count)
			continue;
		head->size = size;
		return;
	}
}

static void find_walks(struct search *s, unsigned offset_size)
{
	for (size_t i = 0; i + offset_size <= s->image.size; i++) {
		struct candidate head = { .offset = i, .offset_size = offset_size };
		size_t count;

		if (entry_at(s->image, i, offset_size))
			continue;
		count = walk(s, &head);
		if (head.present_count >= LONG_WALK)
			recognize(s, &head, count);
		if (head.ends || head.present_count >= LONG_WALK)
			add_head(s, &head);
	}
}

static bool begins_as_head(const struct search *s, size_t at, unsigned offset_size,
			   size_t count)
{
	uint32_t last = 0;
	bool first = true;

	for (size_t i = 0; i < FIRST_ENTRIES && i < count; i++) {
		const uint32_t entry =
			entry_at(s->image, at + i * offset_size, offset_size);

		if (is_absent(entry, offset_size))
			continue;
		if (first ? entry != 0 : entry <= last)
			return false;
		first = false;
		last = entry;
	}
	return !first;
}

static void try_anchor(struct search *s, const struct exh_keen_layout *layout,
		       unsigned offset_size, size_t at)
{
	struct candidate head = { .offset = at,
				  .size = (layout->chunk_count + (size_t)1) * offset_size,
				  .offset_size = offset_size,
				  .ends = true };
	struct exh_arena arena = { .limit = SCRATCH_LIMIT };
	struct exh_keen_head read;
	struct exh_bytes bytes;

	exh_bytes_slice(s->image, at, head.size, &bytes);
	if (exh_keen_head_read(bytes, head.offset_size, layout->chunk_count,
			       s->archive.size, &arena, &read, NULL, NULL) == EXH_OK) {
		for (size_t i = 0; i < read.chunk_count; i++)
			head.present_count += read.places[i].state == EXH_KEEN_PRESENT;
		add_head(s, &head);
	}
	exh_arena_free(&arena);
}

/* Searches for the archive's length after as many entries as the layout has chunks. */
static void find_anchored(struct search *s, const struct exh_keen_layout *layout,
			  unsigned offset_size)
{
	const size_t span = (size_t)layout->chunk_count * offset_size;
	unsigned tries = 0;

	for (size_t i = span; i + offset_size <= s->image.size && tries < MAX_ANCHORS;
	     i++) {
		if (entry_at(s->image, i, offset_size) != s->archive.size ||
		    !begins_as_head(s, i - span, offset_size, layout->chunk_count))
			continue;
		try_anchor(s, layout, offset_size, i - span);
		tries++;
	}
}

static void find_heads(struct search *s, const struct exh_keen_layout *layout)
{
	const struct exh_keen_layout *known;
	size_t known_count = 0;

	find_walks(s, 4);
	find_walks(s, 3);
	known = layout ? layout : exh_keen_layouts(&known_count);
	for (size_t i = 0; i < (layout ? 1 : known_count); i++)
		for (unsigned size = 3; size <= 4; size++)
			find_anchored(s, &known[i], size);
}

struct exh_bytes exh_keen_exe_graphics_head(struct exh_bytes image)
{
	struct search s = { .image = image, .archive = { .size = SIZE_MAX } };
	struct exh_bytes head = { 0 };

	find_walks(&s, 4);
	find_walks(&s, 3);
	if (s.head_count && (s.heads[0].known || s.heads[0].present_count >= LONGER_WALK))
		exh_bytes_slice(image, s.heads[0].offset, s.heads[0].size, &head);
	return head;
}

/*
 * Trying: if head and dictionary belong to the archive, a chunk ends where the next one
 * begins, and begins with its length or is a tile.
 */

struct trial {
	size_t tried_count, good_count;
};

static bool ends_after(struct exh_bytes src, size_t size,
		       const struct exh_huffman *huffman, uint8_t *room)
{
	struct exh_huffman_job job = { .src = src, .dst = room, .size = size };

	exh_huffman_expand(huffman, &job, 1);
	return job.produced_size == size && !exh_keen_leftover_size(&job);
}

static bool chunk_fits(struct exh_bytes chunk, const struct exh_huffman *huffman,
		       uint8_t *room)
{
	/* Tiles of 16x16 for EGA, with a mask, and for CGA. */
	static const size_t tile_sizes[] = { 128, 160, 64 };
	struct reader r = { .in = chunk };
	const size_t size = rd_u32le(&r);
	struct exh_bytes rest;

	exh_bytes_slice(chunk, r.pos, rd_left(&r), &rest);
	if (!r.failed && size && size <= MAX_BYTES && size / 8 <= rest.size &&
	    ends_after(rest, size, huffman, room))
		return true;
	for (size_t i = 0; i < sizeof tile_sizes / sizeof tile_sizes[0]; i++)
		if (ends_after(chunk, tile_sizes[i], huffman, room))
			return true;
	return false;
}

/* Lists the chunks that lie wholly in the archive. */
static size_t list_chunks(const struct search *s, const struct exh_keen_head *head,
			  struct exh_bytes *out)
{
	size_t count = 0;

	for (size_t i = 0; i < head->chunk_count; i++) {
		const struct exh_keen_place *place = &head->places[i];

		if (place->state == EXH_KEEN_PRESENT && !place->cut &&
		    !place->size_is_uncertain &&
		    exh_bytes_slice(s->archive, place->offset, place->packed_size,
				    &out[count]))
			count++;
	}
	return count;
}

static struct trial try_chunks(const struct exh_bytes *chunks, size_t count,
			       const struct exh_huffman *huffman, uint8_t *room)
{
	struct trial trial = { .tried_count = count < MAX_TRIED ? count : MAX_TRIED };

	for (size_t i = 0; i < trial.tried_count; i++)
		trial.good_count +=
			chunk_fits(chunks[i * count / trial.tried_count], huffman, room);
	return trial;
}

static struct trial try_tables(struct search *s, struct exh_bytes head,
			       unsigned offset_size, struct exh_bytes dict)
{
	struct exh_arena arena = { .limit = SCRATCH_LIMIT };
	struct exh_huffman *huffman = exh_alloc(&arena, 1, sizeof *huffman);
	uint8_t *room = exh_alloc(&arena, MAX_BYTES, 1);
	struct trial trial = { 0 };
	struct exh_keen_head read;

	if (huffman && room && exh_huffman_read(huffman, dict, NULL, NULL) == EXH_OK &&
	    exh_keen_head_read(head, offset_size, 0, s->archive.size, &arena, &read, NULL,
			       NULL) == EXH_OK) {
		struct exh_bytes *chunks =
			exh_alloc(&arena, read.chunk_count, sizeof *chunks);

		if (chunks)
			trial = try_chunks(chunks, list_chunks(s, &read, chunks), huffman,
					   room);
	}
	exh_arena_free(&arena);
	return trial;
}

/*
 * Choosing.
 */

struct choice {
	struct exh_bytes head, dict;
	struct trial trial;
	size_t distance; /* bytes between head and dictionary in the program */
};

static bool fits(const struct trial *trial, unsigned percent)
{
	return trial->good_count * 100 >= trial->tried_count * percent;
}

/* True if the head may be the archive's. The head of a known release opens even an
 * archive cut to zero bytes. */
static bool is_plausible(const struct trial *trial, const struct candidate *head)
{
	if (!trial->tried_count)
		return head->known;
	if (!trial->good_count)
		return false;
	if (trial->good_count >= FEW_FITS)
		return fits(trial, GOOD_FIT);
	return (head->ends || head->known) && fits(trial, GOOD_FIT_OF_FEW);
}

static size_t distance(struct exh_bytes a, struct exh_bytes b)
{
	return a.base > b.base ? a.base - b.base : b.base - a.base;
}

/* More fitting chunks are better. Heads come in order of likelihood, and of several equal
 * dictionaries the one nearest to the head is taken. */
static bool better(const struct choice *a, const struct choice *b)
{
	if (!b->head.data || a->trial.good_count != b->trial.good_count)
		return !b->head.data || a->trial.good_count > b->trial.good_count;
	return a->head.data == b->head.data && a->distance < b->distance;
}

static void choose_dict(struct search *s, const struct candidate *candidate,
			struct exh_bytes head, struct choice *best)
{
	for (size_t i = 0; i < s->dict_count; i++) {
		const struct choice choice = {
			.head = head,
			.dict = s->dicts[i],
			.trial = try_tables(s, head, candidate->offset_size, s->dicts[i]),
			.distance = distance(head, s->dicts[i]),
		};

		if ((s->dict_is_given || is_plausible(&choice.trial, candidate)) &&
		    better(&choice, best))
			*best = choice;
	}
}

static struct choice choose(struct search *s)
{
	struct choice best = { 0 };

	for (size_t i = 0; i < s->head_count; i++) {
		struct exh_bytes head;

		exh_bytes_slice(s->image, s->heads[i].offset, s->heads[i].size, &head);
		choose_dict(s, &s->heads[i], head, &best);
	}
	return best;
}

/* Chooses a dictionary for a head from another file. */
static struct choice choose_for(struct search *s, struct exh_bytes head)
{
	const struct candidate candidate = {
		.offset_size = exh_keen_head_guess_offset_size(head, s->archive.size),
		.ends = exh_keen_head_ends_at(head, s->archive.size),
		.known = exh_keen_layout_for_head(head) != NULL,
	};
	struct choice best = { 0 };

	choose_dict(s, &candidate, head, &best);
	return best;
}

static void list_dicts(struct search *s, struct exh_bytes given)
{
	s->dicts[0] = given;
	s->dict_is_given = given.data != NULL;
	s->dict_count =
		given.data ? 1 : exh_keen_exe_dicts(s->image, s->dicts, KEEN_MAX_DICTS);
}

enum exh_status exh_keen_exe_graphics(struct exh_bytes image, struct exh_bytes archive,
				      const struct exh_keen_layout *layout,
				      struct exh_keen_exe_tables *tables,
				      struct exh_error *err)
{
	struct search s = { .image = image, .archive = archive };
	struct choice best;

	list_dicts(&s, tables->dict);
	if (!tables->head.data && archive.size)
		find_heads(&s, layout);
	if (!tables->head.data && !s.head_count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"no head for an archive of %zu bytes found in it",
				archive.size);
	if (!s.dict_count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"no Huffman dictionary found in it");
	best = tables->head.data ? choose_for(&s, tables->head) : choose(&s);
	if (!best.head.data)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"no head with a dictionary for an archive of %zu bytes "
				"found in it",
				archive.size);
	tables->head = best.head;
	tables->dict = best.dict;
	tables->tried_count = best.trial.tried_count;
	tables->good_count = best.trial.good_count;
	return EXH_OK;
}
