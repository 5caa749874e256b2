#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "bits.h"

enum {
	LITERALS = 256,
	RESET = 0x100,
	END = 0x101,
	FIRST = 0x102, /* code that is defined after a start or reset */
	LEAST_WIDTH = 9,
	MAX_WIDTH = 12,
	CODES = 1 << MAX_WIDTH,
};

/* SCI1 takes wider codes one code earlier. */
static unsigned codes_of_width(enum exh_sci_lzw variant, unsigned width)
{
	if (width == MAX_WIDTH)
		return UINT16_MAX;
	return (1U << width) - (variant == EXH_LZW_SCI1);
}

/*
 * Expanding. A string that was defined lies in the output: it is the previous one, and
 * the byte after it. So a code's entry is a place and a size.
 */

enum {
	SIZE_BITS = 12, /* strings have at most CODES bytes less those of FIRST */
	SIZE_MASK = (1 << SIZE_BITS) - 1,
	WIDE = 16, /* bytes copied at once */
};

struct progress {
	uint64_t bit; /* offset of the next bit in src */
	size_t at;    /* bytes of dst already produced */
	/* Size of the previous string; 0: none since the start or a reset. */
	size_t last_size;
	/* Width of codes, and the next code at which it grows. */
	unsigned width, wider_at;
	unsigned next; /* code to be defined */
};

struct lzw {
	struct exh_bytes src;
	uint8_t *dst;
	size_t size;
	enum exh_sci_lzw variant;
	struct progress p;
	uint64_t entries[CODES + 1]; /* offset << SIZE_BITS | size; one is never read */
	uint8_t literals[LITERALS + WIDE];
};

static void reset(struct progress *p, enum exh_sci_lzw variant)
{
	p->width = LEAST_WIDTH;
	p->next = FIRST;
	p->wider_at = codes_of_width(variant, LEAST_WIDTH);
	p->last_size = 0;
}

static void start(struct lzw *s, struct exh_bytes src, enum exh_sci_lzw variant,
		  uint8_t *dst, size_t size)
{
	s->src = src;
	s->dst = dst;
	s->size = size;
	s->variant = variant;
	s->p = (struct progress){ .bit = 0 };
	reset(&s->p, variant);
	for (unsigned i = 0; i < LITERALS; i++) {
		s->entries[i] = (uint64_t)i << SIZE_BITS | 1;
		s->literals[i] = (uint8_t)i;
	}
	memset(s->literals + LITERALS, 0, WIDE);
}

static inline uint64_t next_entry(const struct progress *p)
{
	return (uint64_t)(p->at - p->last_size) << SIZE_BITS | (p->last_size + 1);
}

static void grow_wider(struct progress *p, enum exh_sci_lzw variant)
{
	if (p->next == p->wider_at)
		p->wider_at = codes_of_width(variant, ++p->width);
}

/* Advances after a string; the definition that came with it counts from now on. */
static void go_on(struct progress *p, enum exh_sci_lzw variant, size_t string_size)
{
	p->bit += p->width;
	p->next += p->last_size && p->next < CODES;
	grow_wider(p, variant);
	p->last_size = string_size;
	p->at += string_size;
}

/* Returns a lower bound of the number of codes before the next of another width, or
 * too near the end to read a whole word. */
static uint64_t codes_ahead(const struct lzw *s)
{
	const struct progress *p = &s->p;
	uint64_t last_bit, by_input, by_table = UINT64_MAX;

	if (s->src.size < BITS_WORD)
		return 0;
	last_bit = (uint64_t)(s->src.size - BITS_WORD) * 8 + 7;
	by_input = p->bit > last_bit ? 0 : (last_bit - p->bit) / p->width + 1;
	if (p->next < CODES)
		by_table = (p->width < MAX_WIDTH ? p->wider_at : CODES) - p->next;
	return by_input < by_table ? by_input : by_table;
}

/*
 * Expands count strings, of codes of one width, a whole word at a time: excess output is
 * overwritten, and excess input may be that output. Stops before anything that needs
 * care. Works on a copy of the progress, which no written byte can alias; false if it
 * stopped.
 */
static bool expand_run(struct lzw *s, uint64_t count)
{
	const bool high_first = s->variant == EXH_LZW_SCI1;
	const uint8_t *const src = s->src.data;
	uint8_t *const dst = s->dst;
	const size_t room = s->size - WIDE;
	const unsigned width = s->p.width, step = s->p.next < CODES;
	const uint8_t *const bases[2] = { dst, s->literals };
	struct progress p = s->p;

	for (; count; count--) {
		const unsigned code =
			bits_of_word(src + p.bit / 8, p.bit % 8, width, high_first);
		uint8_t *to = dst + p.at;
		const uint8_t *from;
		size_t size;

		s->entries[p.next] = next_entry(&p);
		if (code > p.next || (code & ~1U) == RESET)
			break;
		size = s->entries[code] & SIZE_MASK;
		if (size > room - p.at)
			break;
		/* A table look-up, since a branch would be mispredicted too often. */
		from = bases[code < LITERALS] + (s->entries[code] >> SIZE_BITS);
		memmove(to, from, WIDE);
		for (size_t i = WIDE; i < size; i += WIDE)
			memmove(to + i, from + i, WIDE);
		if (code == p.next) /* defined just now: it ends in its own first byte */
			to[size - 1] = to[0];
		p.bit += width;
		p.next += step;
		p.last_size = size;
		p.at += size;
	}
	s->p = p;
	return !count;
}

static void expand_strings(struct lzw *s)
{
	bool whole = true;

	while (whole && s->p.last_size && s->size - s->p.at >= WIDE) {
		const uint64_t count = codes_ahead(s);

		whole = count && expand_run(s, count);
		grow_wider(&s->p, s->variant);
	}
}

static bool has_code(const struct lzw *s)
{
	return s->p.width <= (uint64_t)s->src.size * 8 - s->p.bit;
}

static unsigned next_code(const struct lzw *s)
{
	return bits_at(s->src, s->p.bit, s->p.width, s->variant == EXH_LZW_SCI1);
}

static size_t tell(const struct lzw *s)
{
	return s->src.base + (size_t)(s->p.bit / 8);
}

/* Expands one string, with all bounds checked. A part that does not fit is cut off. */
static enum exh_status expand_string(struct lzw *s, unsigned code, struct exh_error *err)
{
	const size_t at = s->p.at, left = s->size - at, offset = tell(s);
	const unsigned known = s->p.last_size ? s->p.next : LITERALS - 1;
	size_t size, part, place;

	s->entries[s->p.next] = next_entry(&s->p);
	if (code > known)
		return exh_fail(err, EXH_INVALID, offset,
				"code 0x%x, expected at most 0x%x", code, known);
	size = s->entries[code] & SIZE_MASK;
	place = (size_t)(s->entries[code] >> SIZE_BITS);
	part = size < left ? size : left;
	for (size_t i = 0; i < part; i++)
		s->dst[at + i] = code < LITERALS ? (uint8_t)code : s->dst[place + i];
	go_on(&s->p, s->variant, part);
	if (part < size)
		return exh_fail(err, EXH_INVALID, offset,
				"a string of %zu bytes, expected at most %zu", size,
				left);
	return EXH_OK;
}

/* Handles codes that are no strings, and single strings. */
static enum exh_status expand_code(struct lzw *s, struct exh_error *err)
{
	const size_t offset = tell(s);
	unsigned code;

	if (!has_code(s))
		return exh_fail(err, EXH_TRUNCATED, s->src.base + s->src.size,
				"%zu of %zu bytes", s->p.at, s->size);
	code = next_code(s);
	if (code != RESET && code != END)
		return expand_string(s, code, err);
	s->p.bit += s->p.width;
	if (code == END)
		return exh_fail(err, EXH_TRUNCATED, offset,
				"the end mark after %zu of %zu bytes", s->p.at, s->size);
	reset(&s->p, s->variant);
	return EXH_OK;
}

enum exh_status exh_sci_lzw_expand(struct exh_bytes src, enum exh_sci_lzw variant,
				   uint8_t *dst, size_t size, struct exh_expansion *done,
				   struct exh_error *err)
{
	enum exh_status status = EXH_OK;
	struct lzw s;

	start(&s, src, variant, dst, size);
	while (s.p.at < size && !status) {
		expand_strings(&s);
		status = expand_code(&s, err);
	}
	/* The end mark, if present, counts as used. */
	if (!status && has_code(&s) && next_code(&s) == END)
		s.p.bit += s.p.width;
	if (done)
		*done = (struct exh_expansion){ (size_t)((s.p.bit + 7) / 8), s.p.at };
	if (s.p.at < size)
		memset(dst + s.p.at, 0, size - s.p.at);
	return status;
}

/*
 * Packing. Always packs the longest known string; the table holds strings and the byte
 * after them. A full table is kept as long as a new one would do no better.
 */

enum { SLOTS = 2 * CODES }; /* a power of 2 */

struct table {
	uint32_t keys[SLOTS];  /* (string << 8 | byte) + 1; 0: free */
	uint16_t codes[SLOTS]; /* code of string and byte together */
	unsigned next;	       /* code to be defined */
	/* State of the decoder, which learns each string a code later: */
	unsigned known, width, wider_at;
	enum exh_sci_lzw variant;
};

static void table_reset(struct table *table)
{
	memset(table->keys, 0, sizeof table->keys);
	table->next = FIRST;
	table->known = FIRST - 1; /* the first code defines none */
	table->width = LEAST_WIDTH;
	table->wider_at = codes_of_width(table->variant, LEAST_WIDTH);
}

static size_t find_slot(const struct table *table, uint32_t key)
{
	size_t slot = key * 2654435761U >> 19 & (SLOTS - 1);

	while (table->keys[slot] && table->keys[slot] != key)
		slot = (slot + 1) & (SLOTS - 1);
	return slot;
}

static void put_code(struct table *table, struct bits_out *bits, unsigned code)
{
	bits_put(bits, code, table->width);
	if (table->known < CODES)
		table->known++;
	if (table->known == table->wider_at)
		table->wider_at = codes_of_width(table->variant, ++table->width);
}

/* Puts one code, and defines one while there is room. Returns the bytes it covers. */
static size_t put_string(struct table *table, struct exh_bytes src, struct bits_out *bits)
{
	unsigned code = src.data[0];
	size_t size = 1, slot = 0;
	uint32_t key = 0;

	for (; size < src.size; size++) {
		key = ((uint32_t)code << 8 | src.data[size]) + 1;
		slot = find_slot(table, key);
		if (!table->keys[slot])
			break;
		code = table->codes[slot];
	}
	put_code(table, bits, code);
	if (size < src.size && table->next < CODES) {
		table->keys[slot] = key;
		table->codes[slot] = (uint16_t)table->next++;
	}
	return size;
}

static struct exh_bytes rest_of(struct exh_bytes src, size_t at)
{
	return (struct exh_bytes){ src.data + at, src.size - at, src.base + at };
}

/* Packs until the table is full. */
static size_t put_growing(struct table *table, struct exh_bytes src,
			  struct bits_out *bits)
{
	size_t at = 0;

	while (at < src.size && table->next < CODES)
		at += put_string(table, rest_of(src, at), bits);
	return at;
}

/* Packs with a full table, up to size bytes or a little more. */
static size_t put_frozen(struct table *table, struct exh_bytes src, size_t size,
			 struct bits_out *bits)
{
	size_t at = 0;

	while (at < size)
		at += put_string(table, rest_of(src, at), bits);
	return at;
}

/* Comparison over the next bytes, as many as a new table takes to fill. */
struct lookahead {
	size_t size;
	bool reset_pays;
};

static struct lookahead look_ahead(const struct table *table, struct exh_bytes src)
{
	struct table fresh = { .variant = table->variant }, same = *table;
	struct bits_out reset_bits = { .total = MAX_WIDTH }, frozen_bits = { 0 };
	struct lookahead lookahead;

	table_reset(&fresh);
	lookahead.size = put_growing(&fresh, src, &reset_bits);
	put_frozen(&same, src, lookahead.size, &frozen_bits);
	lookahead.reset_pays = reset_bits.total < frozen_bits.total;
	return lookahead;
}

void exh_sci_lzw_pack(struct exh_bytes src, enum exh_sci_lzw variant,
		      struct exh_writer *out)
{
	struct bits_out bits = { .out = out, .high_first = variant == EXH_LZW_SCI1 };
	struct table table = { .variant = variant };
	size_t at;

	table_reset(&table);
	at = put_growing(&table, src, &bits);
	while (at < src.size) {
		const struct lookahead lookahead = look_ahead(&table, rest_of(src, at));

		if (lookahead.reset_pays) {
			put_code(&table, &bits, RESET);
			table_reset(&table);
			at += put_growing(&table, rest_of(src, at), &bits);
		} else {
			at += put_frozen(&table, rest_of(src, at), lookahead.size, &bits);
		}
	}
	put_code(&table, &bits, END);
	bits_end(&bits);
}
