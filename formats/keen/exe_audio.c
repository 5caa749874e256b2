#include "keen_parts.h"

#include "../base/reader.h"

enum {
	ENTRY_SIZE = 4,
	MAX_HEADS = 24, /* candidates tried, the likeliest ones */
	MAX_ENTRIES = AUDIO_MAX_CHUNKS + 1,
	MAX_ARCHIVE = 1 << 20, /* if no archive is given, or it was cut */
	LONG_WALK = 32,	       /* number of chunks that can't be chance */
	MAX_TRIED = 256,       /* chunks tried of one head */
	GOOD_FIT = 50,	       /* per cent */
	SCRATCH_LIMIT = 4 << 20,
	/* Keen Dreams' head. Its last entry decreases, so only this size shows its end
	   when the archive is damaged. */
	DREAMS_SIZE = 340,
};

static const uint32_t dreams_crc32 = 0x499e0cbf;

/*
 * Heads.
 */

struct candidate {
	struct exh_bytes head;
	size_t present_count; /* chunks that are not empty */
	bool ends;	      /* the last entry is the archive's length */
};

struct search {
	struct exh_bytes image, archive;
	struct candidate heads[MAX_HEADS]; /* the likeliest first */
	size_t head_count;
	struct keen_dicts dicts;
	uint8_t *room;
	/* Best match so far. */
	struct exh_bytes head, dict;
	size_t tried_count, good_count;
};

static bool likelier(const struct candidate *a, const struct candidate *b)
{
	if (a->ends != b->ends)
		return a->ends;
	return a->present_count > b->present_count;
}

/* When full, drops the least likely one. */
static void add_head(struct search *s, const struct candidate *head)
{
	size_t at = s->head_count;

	if (at < MAX_HEADS)
		s->head_count++;
	else if (!likelier(head, &s->heads[--at]))
		return;
	for (; at > 0 && likelier(head, &s->heads[at - 1]); at--)
		s->heads[at] = s->heads[at - 1];
	s->heads[at] = *head;
}

/*
 * Takes entries from offset on while they don't decrease; they may decrease once, where
 * the music begins. After the archive's length only equal entries follow. That length may
 * be below the entries before it, as in Keen Dreams.
 */
static void walk(const struct search *s, size_t offset, struct candidate *head)
{
	const size_t most = s->archive.size > MAX_ARCHIVE ? s->archive.size : MAX_ARCHIVE;
	size_t at = offset, count = 0;
	uint32_t last = 0;

	for (; s->image.size - at >= ENTRY_SIZE && count < MAX_ENTRIES; count++) {
		const uint32_t entry = load_u32le(s->image.data + at);
		const bool falls = entry < last && !exh_keen_audio_steps_back(
							   s->image.data + offset, count);

		if (((head->ends || falls) && entry != s->archive.size) || entry > most)
			break;
		at += ENTRY_SIZE;
		head->present_count += entry > last;
		head->ends |= entry == s->archive.size;
		if (falls)
			break;
		last = entry;
	}
	exh_bytes_slice(s->image, offset, at - offset, &head->head);
}

/* Recognises Keen Dreams' head, even if the archive was cut at one of its offsets. */
static void recognize(const struct search *s, struct candidate *head)
{
	struct exh_bytes bytes;

	if (exh_bytes_slice(s->image, head->head.base - s->image.base, DREAMS_SIZE,
			    &bytes) &&
	    exh_crc32(bytes) == dreams_crc32)
		head->head = bytes;
}

/* A head's first chunk is at offset 0, and is not empty. */
static void find_heads(struct search *s)
{
	for (size_t i = 0; i + 2 * ENTRY_SIZE <= s->image.size; i++) {
		struct candidate head = { 0 };

		if (load_u32le(s->image.data + i) ||
		    !load_u32le(s->image.data + i + ENTRY_SIZE))
			continue;
		walk(s, i, &head);
		if (!head.ends && head.present_count < LONG_WALK)
			continue;
		recognize(s, &head);
		add_head(s, &head);
	}
}

struct exh_bytes exh_keen_exe_audio_head(struct exh_bytes image, struct exh_bytes other)
{
	struct search s = { .image = image, .archive = { .size = MAX_ARCHIVE } };
	struct exh_bytes none = { 0 };

	find_heads(&s);
	for (size_t i = 0; i < s.head_count; i++) {
		const struct candidate *head = &s.heads[i];
		const uint8_t *last = head->head.data + head->head.size - ENTRY_SIZE;

		if (!head->ends && load_u32le(last) < MAX_ARCHIVE &&
		    (!other.data || head->head.base < other.base ||
		     head->head.base >= other.base + other.size))
			return head->head;
	}
	return none;
}

/*
 * Trying.
 */

/* Number of right chunks minus wrong ones. */
static ptrdiff_t margin(size_t tried_count, size_t good_count)
{
	return (ptrdiff_t)(2 * good_count) - (ptrdiff_t)tried_count;
}

static void try_chunks(struct search *s, const struct exh_keen_audio *audio,
		       struct exh_bytes head, const struct exh_huffman *huffman,
		       struct exh_bytes dict)
{
	size_t tried_count = 0, good_count = 0;

	for (size_t i = 0; i < audio->chunk_count && tried_count < MAX_TRIED; i++) {
		const struct exh_bytes chunk = audio->packed[i];

		if (!chunk.size)
			continue;
		tried_count++;
		good_count +=
			huffman ? exh_keen_audio_packed_fits(chunk, huffman, s->room)
				: exh_keen_audio_plain_fits(chunk);
	}
	if (s->head.data &&
	    margin(tried_count, good_count) <= margin(s->tried_count, s->good_count))
		return;
	s->head = head;
	s->dict = dict;
	s->tried_count = tried_count;
	s->good_count = good_count;
}

/* Tries a head with each dictionary and, unless one is given, without one. */
static void try_head(struct search *s, struct exh_bytes head, bool may_be_plain)
{
	struct exh_arena arena = { .limit = SCRATCH_LIMIT };
	struct exh_keen_audio audio = { .data = s->archive };

	if (!exh_keen_audio_read_head(s->archive, head, &arena, &audio, NULL, NULL)) {
		if (may_be_plain)
			try_chunks(s, &audio, head, NULL, (struct exh_bytes){ 0 });
		for (size_t i = 0; i < s->dicts.count; i++)
			try_chunks(s, &audio, head, &s->dicts.codes[i],
				   s->dicts.items[i]);
	}
	exh_arena_free(&arena);
}

static void search(struct search *s, const struct exh_keen_exe_tables *tables)
{
	const bool may_be_plain = !tables->dict.data;

	if (tables->head.data) {
		try_head(s, tables->head, may_be_plain);
		return;
	}
	find_heads(s);
	for (size_t i = 0; i < s->head_count; i++)
		try_head(s, s->heads[i].head, may_be_plain);
}

enum exh_status exh_keen_exe_audio(struct exh_bytes image, struct exh_bytes archive,
				   struct exh_keen_exe_tables *tables,
				   struct exh_error *err)
{
	struct exh_arena arena = { .limit = SCRATCH_LIMIT };
	struct search s = { .image = image, .archive = archive };
	bool ready = exh_keen_exe_codes(image, tables->dict, &arena, &s.dicts);

	s.room = exh_alloc(&arena, exh_keen_audio_room_size(archive), 1);
	ready &= s.room != NULL;
	if (ready)
		search(&s, tables);
	exh_arena_free(&arena);
	if (!ready)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for the dictionaries");
	if (!s.good_count || s.good_count * 100 < s.tried_count * GOOD_FIT)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"no head%s for an archive of sounds of %zu bytes found "
				"in it",
				s.dicts.count ? " with a dictionary" : "", archive.size);
	tables->head = s.head;
	tables->dict = s.dict;
	tables->tried_count = s.tried_count;
	tables->good_count = s.good_count;
	return EXH_OK;
}
