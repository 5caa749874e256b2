#include "exhume/codec.h"

#include "sci_bits.h"

enum {
	LITERALS = 256,
	RESET = 0x100,
	END = 0x101,
	FIRST = 0x102, /* code that is defined after a start or reset */
	LEAST_WIDTH = 9,
	MOST_WIDTH = 12,
	CODES = 1 << MOST_WIDTH,
};

/* SCI1 takes wider codes one code earlier. */
static unsigned codes_of_width(enum exh_sci_lzw variant, unsigned width)
{
	if (width == MOST_WIDTH)
		return UINT16_MAX;
	return (1U << width) - (variant == EXH_SCI_LZW1);
}

/*
 * Expanding. A string that was defined lies in the output: it is the one before, and the
 * byte behind it. So a code's entry is a place and a size.
 */

enum {
	SIZE_BITS = 12, /* strings have at most CODES bytes less those of FIRST */
	SIZE_MASK = (1 << SIZE_BITS) - 1,
	WIDE = 16, /* bytes copied at once */
};

struct lzw {
	struct exh_bytes src;
	uint8_t *dst;
	size_t size, at; /* at: bytes of dst that are there */
	enum exh_sci_lzw variant;
	uint64_t bit; /* of src, the next */
	unsigned width, next,
		wider_at; /* the code to be defined next; where width grows */
	size_t last_size; /* of the string before; 0: none since the start or a reset */
	uint64_t entries[CODES + 1]; /* place << SIZE_BITS | size; one is never read */
	uint8_t literals[LITERALS + WIDE];
};

static void reset(struct lzw *s)
{
	s->width = LEAST_WIDTH;
	s->next = FIRST;
	s->wider_at = codes_of_width(s->variant, LEAST_WIDTH);
	s->last_size = 0;
}

static void start(struct lzw *s)
{
	reset(s);
	for (unsigned i = 0; i < LITERALS; i++) {
		s->entries[i] = (uint64_t)i << SIZE_BITS | 1;
		s->literals[i] = (uint8_t)i;
	}
	memset(s->literals + LITERALS, 0, WIDE);
}

static uint64_t next_entry(const struct lzw *s)
{
	return (uint64_t)(s->at - s->last_size) << SIZE_BITS | (s->last_size + 1);
}

/* A string was taken; the definition that came with it counts from now on. */
static void go_on(struct lzw *s, size_t string_size)
{
	if (s->last_size && s->next < CODES)
		s->next++;
	if (s->next == s->wider_at)
		s->wider_at = codes_of_width(s->variant, ++s->width);
	s->last_size = string_size;
	s->at += string_size;
}

/*
 * Strings, as long as whole words can be read and written: what is written too much is
 * overwritten. Stops before all that needs care.
 */
static void expand_strings(struct lzw *s)
{
	const bool high_first = s->variant == EXH_SCI_LZW1;

	while (s->last_size && s->bit / 8 + BITS_WORD <= s->src.size &&
	       s->size - s->at >= WIDE) {
		const unsigned code = bits_of_word(s->src.data + s->bit / 8, s->bit % 8,
						   s->width, high_first);
		const uint8_t *from;
		uint8_t *to = s->dst + s->at;
		size_t size;

		s->entries[s->next] = next_entry(s);
		if (code > s->next || code == RESET || code == END)
			return;
		from = code < LITERALS ? s->literals : s->dst;
		from += s->entries[code] >> SIZE_BITS;
		size = s->entries[code] & SIZE_MASK;
		if (size > s->size - s->at - WIDE)
			return;
		for (size_t i = 0; i < size; i += WIDE)
			memcpy(to + i, from + i, WIDE);
		/* The string defined just now ends in its own first byte. */
		to[size - 1] = from[size - 1];
		s->bit += s->width;
		go_on(s, size);
	}
}

static bool has_code(const struct lzw *s)
{
	return s->width <= (uint64_t)s->src.size * 8 - s->bit;
}

/* One string, with each bound asked for. A part that has no room is cut off. */
static enum exh_status expand_string(struct lzw *s, unsigned code, struct exh_error *err)
{
	const size_t offset = s->src.base + (size_t)(s->bit / 8), left = s->size - s->at;
	const unsigned known = s->last_size ? s->next : LITERALS - 1;
	size_t size = 1, part;

	s->entries[s->next] = next_entry(s);
	if (code > known)
		return exh_fail(err, EXH_INVALID, offset,
				"code 0x%x, expected at most 0x%x", code, known);
	if (code >= LITERALS)
		size = s->entries[code] & SIZE_MASK;
	part = size < left ? size : left;
	if (code < LITERALS)
		s->dst[s->at] = (uint8_t)code;
	else
		for (size_t i = 0; i < part; i++)
			s->dst[s->at + i] = s->dst[(s->entries[code] >> SIZE_BITS) + i];
	s->bit += s->width;
	go_on(s, part);
	if (part < size)
		return exh_fail(err, EXH_INVALID, offset,
				"a string of %zu bytes, expected at most %zu", size,
				left);
	return EXH_OK;
}

/* Codes that are no strings, and strings one by one. */
static enum exh_status expand_code(struct lzw *s, struct exh_error *err)
{
	unsigned code;

	if (!has_code(s))
		return exh_fail(err, EXH_TRUNCATED, s->src.base + s->src.size,
				"%zu of %zu bytes", s->at, s->size);
	code = bits_at(s->src, s->bit, s->width, s->variant == EXH_SCI_LZW1);
	if (code == END)
		return exh_fail(err, EXH_TRUNCATED, s->src.base + (size_t)(s->bit / 8),
				"the end mark after %zu of %zu bytes", s->at, s->size);
	if (code != RESET)
		return expand_string(s, code, err);
	s->bit += s->width;
	reset(s);
	return EXH_OK;
}

/* The end mark is part of what was used, where it is. */
static void take_end(struct lzw *s)
{
	if (has_code(s) &&
	    bits_at(s->src, s->bit, s->width, s->variant == EXH_SCI_LZW1) == END)
		s->bit += s->width;
}

enum exh_status exh_sci_lzw_expand(struct exh_bytes src, enum exh_sci_lzw variant,
				   uint8_t *dst, size_t size, struct exh_expansion *done,
				   struct exh_error *err)
{
	struct lzw s;
	enum exh_status status = EXH_OK;

	s.src = src;
	s.dst = dst;
	s.size = size;
	s.at = 0;
	s.variant = variant;
	s.bit = 0;
	start(&s);
	while (s.at < size && !status) {
		expand_strings(&s);
		status = expand_code(&s, err);
	}
	if (!status)
		take_end(&s);
	if (done)
		*done = (struct exh_expansion){ (size_t)((s.bit + 7) / 8), s.at };
	if (s.at < size)
		memset(dst + s.at, 0, size - s.at);
	return status;
}

/*
 * Packing. The longest string that is known, each time; what is known is a table of
 * strings and the byte behind them. A full table is left as it is for as long as a new
 * one would do no better.
 */

enum { SLOTS = 2 * CODES }; /* a power of 2 */

struct table {
	uint32_t keys[SLOTS];  /* (string << 8 | byte) + 1; 0: free */
	uint16_t codes[SLOTS]; /* of string and byte together */
	unsigned next;	       /* code to be defined */
	/* As the decoder has it, which learns each string a code later: */
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

/* Puts one code, and defines one while there is room. Returns the bytes it stands for. */
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

/* Up to where the table is full. */
static size_t put_growing(struct table *table, struct exh_bytes src,
			  struct bits_out *bits)
{
	size_t at = 0;

	while (at < src.size && table->next < CODES)
		at += put_string(table, rest_of(src, at), bits);
	return at;
}

/* With a full table, up to size bytes or a little more. */
static size_t put_frozen(struct table *table, struct exh_bytes src, size_t size,
			 struct bits_out *bits)
{
	size_t at = 0;

	while (at < size)
		at += put_string(table, rest_of(src, at), bits);
	return at;
}

/* What comes next, as far as a new table would take to fill. */
struct outlook {
	size_t size;
	bool reset_pays;
};

static struct outlook look_ahead(const struct table *table, struct exh_bytes src)
{
	struct table fresh = { .variant = table->variant }, same = *table;
	struct bits_out reset_bits = { .total = MOST_WIDTH }, frozen_bits = { 0 };
	struct outlook outlook;

	table_reset(&fresh);
	outlook.size = put_growing(&fresh, src, &reset_bits);
	put_frozen(&same, src, outlook.size, &frozen_bits);
	outlook.reset_pays = reset_bits.total < frozen_bits.total;
	return outlook;
}

void exh_sci_lzw_pack(struct exh_bytes src, enum exh_sci_lzw variant,
		      struct exh_writer *out)
{
	struct bits_out bits = { .out = out, .high_first = variant == EXH_SCI_LZW1 };
	struct table table = { .variant = variant };
	size_t at;

	table_reset(&table);
	at = put_growing(&table, src, &bits);
	while (at < src.size) {
		const struct outlook outlook = look_ahead(&table, rest_of(src, at));

		if (outlook.reset_pays) {
			put_code(&table, &bits, RESET);
			table_reset(&table);
			at += put_growing(&table, rest_of(src, at), &bits);
		} else {
			at += put_frozen(&table, rest_of(src, at), outlook.size, &bits);
		}
	}
	put_code(&table, &bits, END);
	bits_end(&bits);
}
