#include "opl2_log_file.h"

#include <string.h>

/*
 * Tags of VGM files: eleven texts in UTF-16.
 */

enum {
	HEADER_SIZE = 12,
	TEXT_COUNT = 11,
	VERSION = 0x100,
	REPLACEMENT = 0xfffd, /* for invalid characters */
	SURROGATES = 0xd800,
	LOW_SURROGATES = 0xdc00,
	SURROGATES_END = 0xe000,
	FIRST_PAIR = 0x10000, /* the first character of two units */
	CHARACTERS_END = 0x110000,
};

enum { TITLE = 0, GAME = 2, SYSTEM = 4, AUTHOR = 6, DATE = 8, NOTES = 10 };

bool exh_gd3_is(struct exh_bytes gd3)
{
	return gd3.size >= 4 && memcmp(gd3.data, "Gd3 ", 4) == 0;
}

/*
 * Reading.
 */

static bool is_surrogate(uint32_t unit)
{
	return unit >= SURROGATES && unit < SURROGATES_END;
}

static uint32_t next_utf16(struct reader *r)
{
	const uint32_t unit = rd_u16le(r);
	uint32_t low;

	if (!is_surrogate(unit))
		return unit;
	if (unit >= LOW_SURROGATES || rd_left(r) < 2)
		return REPLACEMENT;
	low = load_u16le(r->in.data + r->pos);
	if (!is_surrogate(low) || low < LOW_SURROGATES)
		return REPLACEMENT;
	rd_take(r, 2);
	return FIRST_PAIR + ((unit - SURROGATES) << 10 | (low - LOW_SURROGATES));
}

static size_t put_utf8(char *out, uint32_t c)
{
	const size_t more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < FIRST_PAIR ? 2 : 3;
	static const uint8_t marks[] = { 0, 0xc0, 0xe0, 0xf0 };

	for (size_t i = more; i > 0; i--, c >>= 6)
		out[i] = (char)(0x80 | (c & 63));
	out[0] = (char)(marks[more] | c);
	return more + 1;
}

/* text contains no NUL. An empty one is left out. */
static enum exh_status read_text(struct exh_bytes text, struct exh_arena *arena,
				 const char **out, struct exh_error *err)
{
	struct reader r = { .in = text };
	size_t size = 0;
	char *utf8;

	if (!text.size)
		return EXH_OK;
	utf8 = exh_alloc(arena, text.size / 2 * 3 + 1, 1);
	if (!utf8)
		return exh_fail(err, EXH_NO_MEMORY, text.base,
				"no memory for a tag of %zu bytes", text.size);
	while (rd_left(&r))
		size += put_utf8(utf8 + size, next_utf16(&r));
	*out = utf8;
	return EXH_OK;
}

/* Takes a text up to its NUL, or to the end if there is none. */
static struct exh_bytes take_text(struct reader *r, bool *cut)
{
	struct exh_bytes text = { NULL, 0, rd_tell(r) };
	const size_t start = r->pos;

	while (rd_left(r) >= 2) {
		exh_bytes_slice(r->in, start, r->pos - start, &text);
		if (!rd_u16le(r))
			return text;
		exh_bytes_slice(r->in, start, r->pos - start, &text);
	}
	*cut = true;
	return text;
}

static enum exh_status read_tags(const struct exh_bytes *texts, struct exh_arena *arena,
				 struct exh_opl2_tags *tags, struct exh_error *err)
{
	const struct {
		size_t text;
		const char **tag;
	} uses[] = {
		{ TITLE, &tags->title },   { GAME, &tags->game },
		{ SYSTEM, &tags->system }, { AUTHOR, &tags->author },
		{ DATE, &tags->date },	   { NOTES, &tags->remarks },
	};

	for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
		/* The first four are there in English and in Japanese. */
		const bool other = uses[i].text < DATE && !texts[uses[i].text].size;
		enum exh_status status;

		status = read_text(texts[uses[i].text + other], arena, uses[i].tag, err);
		if (status)
			return status;
	}
	return EXH_OK;
}

enum exh_status exh_gd3_read(struct exh_bytes gd3, struct exh_arena *arena,
			     struct exh_opl2_tags *tags, struct exh_notes *notes,
			     struct exh_error *err)
{
	struct reader r = { .in = gd3 };
	struct exh_bytes texts[TEXT_COUNT];
	bool cut = false;
	size_t size;

	rd_take(&r, HEADER_SIZE - 4);
	size = rd_u32le(&r);
	if (size < rd_left(&r))
		r.in.size = r.pos + size;
	for (size_t i = 0; i < TEXT_COUNT; i++)
		texts[i] = take_text(&r, &cut);
	if (cut)
		exh_note(notes, EXH_DAMAGE, r.in.base + r.in.size,
			 "the tags end within one of their texts");
	return read_tags(texts, arena, tags, err);
}

/*
 * Writing.
 */

/* The next character, or the replacement for one invalid byte. */
static uint32_t next_utf8(const uint8_t **text)
{
	static const uint32_t least[] = { 0, 0x80, 0x800, FIRST_PAIR };
	const uint8_t *p = *text;
	const size_t more = *p < 0xc0 ? 0 : *p < 0xe0 ? 1 : *p < 0xf0 ? 2 : 3;
	uint32_t c = more ? *p & (0x3fU >> more) : *p;

	*text = p + 1;
	if ((*p >= 0x80 && !more) || *p >= 0xf8)
		return REPLACEMENT;
	for (size_t i = 1; i <= more; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return REPLACEMENT;
		c = c << 6 | (p[i] & 63);
	}
	if (c < least[more] || c >= CHARACTERS_END || is_surrogate(c))
		return REPLACEMENT;
	*text = p + 1 + more;
	return c;
}

static void write_text(const char *utf8, struct exh_writer *out)
{
	const uint8_t *p = (const uint8_t *)utf8;

	while (p && *p && !out->failed) {
		const uint32_t c = next_utf8(&p), over = c - FIRST_PAIR;

		if (c >= FIRST_PAIR)
			exh_write_u16le(out, (uint16_t)(SURROGATES | over >> 10));
		exh_write_u16le(out, (uint16_t)(c >= FIRST_PAIR
							? LOW_SURROGATES | (over & 0x3ff)
							: c));
	}
	exh_write_u16le(out, 0);
}

bool exh_gd3_wanted(const struct exh_opl2_tags *tags)
{
	const char *const all[] = { tags->title,  tags->game, tags->system,
				    tags->author, tags->date, tags->remarks };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (all[i] && *all[i])
			return true;
	return false;
}

void exh_gd3_write(const struct exh_opl2_tags *tags, struct exh_writer *out)
{
	const char *const texts[TEXT_COUNT] = {
		[TITLE] = tags->title,	 [GAME] = tags->game, [SYSTEM] = tags->system,
		[AUTHOR] = tags->author, [DATE] = tags->date, [NOTES] = tags->remarks,
	};
	const size_t start = out->size;
	size_t size;

	exh_write_bytes(out, "Gd3 ", 4);
	exh_write_u32le(out, VERSION);
	exh_write_u32le(out, 0); /* the size, below */
	for (size_t i = 0; i < TEXT_COUNT; i++)
		write_text(texts[i], out);
	if (out->failed)
		return;
	size = out->size - start - HEADER_SIZE;
	exh_write_u32le_at(out, start + HEADER_SIZE - 4, (uint32_t)size);
}
