#include "word_codecs.h"
#include "exhume/advanced/codec.h"

enum {
	NEAR = 0xa7, /* high bytes of the words that copy */
	FAR = 0xa8,
	MAX_LENGTH = 0xff,   /* words in a copy */
	MAX_DISTANCE = 0xff, /* words back, of a near copy */
	PLACES = 0x10000,    /* words from the start, that a far copy can name */
};

/*
 * Expanding.
 */

static bool is_code(uint8_t high)
{
	return high == NEAR || high == FAR;
}

/* Copies a plain word, and those after it. */
static void copy_plain(struct reader *r, const uint8_t *word, struct words_out *out)
{
	static const uint8_t high[2] = { 0, 0xff }, near[2] = { 0, NEAR },
			     far[2] = { 0, FAR };

	words_put(out, word);
	words_copy(r, out, words_repeat(high), words_repeat(near), words_repeat(far));
}

/* Copies words, one by one if source and target overlap closely, so that words just
 * written are repeated. */
static void copy_back(struct words_out *out, size_t distance, size_t size)
{
	const struct words_out o = *out; /* see words_fill */
	const size_t end = o.at + size;
	size_t at = o.at;

	if (distance == 2) {
		words_fill(out, o.dst + at - 2, size);
		return;
	}
	if (distance >= WORDS_WIDE)
		for (; at < end && o.size - at >= WORDS_WIDE; at += WORDS_WIDE)
			copy_few(o.dst + at, o.dst + at - distance, WORDS_WIDE);
	for (; at < end; at += 2)
		copy_few(o.dst + at, o.dst + at - distance, 2);
	out->at = end;
}

/* Reads the pointer after a code. Returns its distance back in bytes; 0 if nothing is
 * written there yet. */
static size_t read_pointer(struct reader *r, uint8_t high, const struct words_out *out)
{
	const size_t place = high == NEAR ? rd_u8(r) : rd_u16le(r);
	const size_t back = high == NEAR ? place * 2 : out->at - place * 2;

	return back <= out->at ? back : 0;
}

static enum exh_status copy_words(struct reader *r, const uint8_t *code,
				  struct words_out *out, struct exh_error *err)
{
	const size_t pos = r->pos - 2, size = (size_t)code[0] * 2;
	const size_t room = words_left(out), back = read_pointer(r, code[1], out);

	if (r->failed)
		return words_truncated(r, pos, out, err);
	if (back) {
		copy_back(out, back, size < room ? size : room);
		if (size <= room)
			return EXH_OK;
	}
	r->pos = pos;
	if (back)
		return exh_fail(err, EXH_INVALID, rd_tell(r),
				"copy of %d words, %zu are left to expand", code[0],
				room / 2);
	if (code[1] == NEAR)
		return exh_fail(err, EXH_INVALID, rd_tell(r),
				"copy of %d words from %d words back, %zu are written",
				code[0], code[2], out->at / 2);
	return exh_fail(err, EXH_INVALID, rd_tell(r),
			"copy of %d words from word %u on, %zu are written", code[0],
			code[2] | (unsigned)code[3] << 8, out->at / 2);
}

static enum exh_status unescape(struct reader *r, uint8_t high, struct words_out *out,
				struct exh_error *err)
{
	const uint8_t *low = rd_take(r, 1);

	if (!low)
		return words_truncated(r, r->pos - 2, out, err);
	words_put(out, (const uint8_t[2]){ *low, high });
	return EXH_OK;
}

static enum exh_status expand(struct reader *r, struct words_out *out,
			      struct exh_error *err)
{
	while (words_left(out)) {
		const uint8_t *word = rd_take(r, 2);
		enum exh_status status = EXH_OK;

		if (!word)
			return words_truncated(r, r->pos, out, err);
		if (!is_code(word[1]))
			copy_plain(r, word, out);
		else if (word[0])
			status = copy_words(r, word, out, err);
		else
			status = unescape(r, word[1], out, err);
		if (status)
			return status;
	}
	return EXH_OK;
}

enum exh_status exh_carmack_expand(struct exh_bytes src, uint8_t *dst, size_t size,
				   struct exh_expansion *done, struct exh_error *err)
{
	struct reader r = { .in = src };
	struct words_out out = { .dst = dst, .size = size - size % 2 };
	const enum exh_status status = expand(&r, &out, err);

	return words_end(&r, &out, size, done, status, err);
}

/*
 * Packing, as the games' tools did it: of all earlier places the one with the longest
 * copy, of equals the nearest. A copy does not run into what it writes. Two words are
 * copied only from nearby, since a far copy of them takes no less than they do.
 *
 * Chains lead from a place back to earlier ones that begin with the same three words.
 */

enum {
	MIN_HASH_BITS = 4,
	MAX_HASH_BITS = 14,
	LATE = MAX_DISTANCE + 1,
	MAX_MEMORY = 1 << 20,
	MIN_NEAR = 2, /* words that a copy must have */
	MIN_FAR = 3,
};

/* Finds earlier copies. Units are words; a place is stored as one more than it is, 0:
 * none. */
struct finder {
	struct exh_bytes src;
	/* Chains of places that a far copy can address, and of places that only a near
	 * copy reaches: heads, and links to earlier places. */
	size_t *last[2]; /* heads, by hash */
	size_t *before, late_before[LATE];
	unsigned hash_bits;
};

struct match {
	size_t place, length;
};

static const uint8_t *word_at(const struct finder *finder, size_t place)
{
	return finder->src.data + place * 2;
}

static size_t hash(const struct finder *finder, const uint8_t *words)
{
	const uint32_t two = load_u32le(words), third = load_u16le(words + 4);

	return (uint32_t)((two ^ third << 7) * 0x9e3779b1U + third * 0x85ebca6bU) >>
	       (32 - finder->hash_bits);
}

static size_t *before(struct finder *finder, size_t place)
{
	return place < PLACES ? &finder->before[place]
			      : &finder->late_before[place % LATE];
}

static void remember(struct finder *finder, size_t place)
{
	size_t *last;

	if ((place + MIN_FAR) * 2 > finder->src.size)
		return;
	last = &finder->last[place >= PLACES][hash(finder, word_at(finder, place))];
	*before(finder, place) = *last;
	*last = place + 1;
}

static size_t match_length(const uint8_t *a, const uint8_t *b, size_t most)
{
	size_t length = 0;

	while (length + 4 <= most && memcmp(a + length * 2, b + length * 2, 8) == 0)
		length += 4;
	while (length < most && memcmp(a + length * 2, b + length * 2, 2) == 0)
		length++;
	return length;
}

/* Improves on best along one chain, nearest places first. */
static void search(struct finder *finder, size_t link, size_t place, size_t most,
		   struct match *best)
{
	const uint8_t *words = word_at(finder, place);

	while (link && best->length < most) {
		const size_t other = link - 1, distance = place - other;
		const uint8_t *found = word_at(finder, other);
		size_t length;

		if (other >= PLACES && distance > MAX_DISTANCE)
			return;
		link = *before(finder, other);
		if (distance <= best->length ||
		    memcmp(found + best->length * 2, words + best->length * 2, 2) != 0)
			continue;
		length = match_length(found, words, distance < most ? distance : most);
		if (length > best->length)
			*best = (struct match){ other, length };
	}
}

/* Finds the nearest copy of two words, if no copy is longer. */
static struct match find_pair(const struct finder *finder, size_t place)
{
	const uint8_t *words = word_at(finder, place);

	for (size_t back = MIN_NEAR; back <= MAX_DISTANCE && back <= place; back++)
		if (memcmp(words - back * 2, words, (size_t)MIN_NEAR * 2) == 0)
			return (struct match){ place - back, MIN_NEAR };
	return (struct match){ 0 };
}

static struct match find(struct finder *finder, size_t place)
{
	const size_t left = finder->src.size / 2 - place;
	const size_t most = left < MAX_LENGTH ? left : MAX_LENGTH;
	struct match best = { 0 };

	if (most >= MIN_FAR)
		for (size_t late = 2; late-- > 0;)
			search(finder,
			       finder->last[late][hash(finder, word_at(finder, place))],
			       place, most, &best);
	if (best.length < MIN_FAR && most >= MIN_NEAR)
		best = find_pair(finder, place);
	return best;
}

static void write_copy(struct exh_writer *out, size_t place, const struct match *match)
{
	const size_t distance = place - match->place;
	const bool near = distance <= MAX_DISTANCE;

	exh_write_u8(out, (uint8_t)match->length);
	exh_write_u8(out, near ? NEAR : FAR);
	if (near)
		exh_write_u8(out, (uint8_t)distance);
	else
		exh_write_u16le(out, (uint16_t)match->place);
}

static void write_plain(struct exh_writer *out, const uint8_t *word)
{
	if (is_code(word[1])) {
		const uint8_t escape[3] = { 0, word[1], word[0] };

		exh_write_bytes(out, escape, sizeof escape);
	} else {
		exh_write_bytes(out, word, 2);
	}
}

/* Makes tables for that many words. False if memory is short. */
static bool make_tables(struct finder *finder, size_t words, struct exh_arena *arena)
{
	finder->hash_bits = MIN_HASH_BITS;
	while (finder->hash_bits < MAX_HASH_BITS && words >> finder->hash_bits)
		finder->hash_bits++;
	for (int late = 0; late < 2; late++)
		finder->last[late] = exh_alloc(arena, (size_t)1 << finder->hash_bits,
					       sizeof *finder->last[late]);
	finder->before = exh_alloc(arena, words < PLACES ? words + 1 : PLACES,
				   sizeof *finder->before);
	return finder->last[0] && finder->last[1] && finder->before;
}

enum exh_status exh_carmack_pack(struct exh_bytes src, struct exh_writer *out,
				 struct exh_error *err)
{
	struct exh_arena arena = { .limit = MAX_MEMORY };
	struct finder finder = { .src = src };
	const enum exh_status status = words_check(src, err);

	if (status)
		return status;
	if (!make_tables(&finder, src.size / 2, &arena)) {
		exh_arena_free(&arena);
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	}
	for (size_t place = 0; place < src.size / 2;) {
		struct match match = find(&finder, place);

		if (match.length) {
			write_copy(out, place, &match);
		} else {
			write_plain(out, word_at(&finder, place));
			match.length = 1;
		}
		while (match.length--)
			remember(&finder, place++);
	}
	exh_arena_free(&arena);
	return words_packed(out, err);
}
