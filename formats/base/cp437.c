#include "exhume/cp437.h"

#include "reader.h"

enum { HOUSE = 127 };

/* Of codes 0 to 31, on a screen. */
static const uint16_t pictures[32] = {
	0x0020, 0x263a, 0x263b, 0x2665, 0x2666, 0x2663, 0x2660, 0x2022,
	0x25d8, 0x25cb, 0x25d9, 0x2642, 0x2640, 0x266a, 0x266b, 0x263c,
	0x25ba, 0x25c4, 0x2195, 0x203c, 0x00b6, 0x00a7, 0x25ac, 0x21a8,
	0x2191, 0x2193, 0x2192, 0x2190, 0x221f, 0x2194, 0x25b2, 0x25bc,
};

/* From 127 on. */
static const uint16_t upper[129] = {
	0x2302, 0x00c7, 0x00fc, 0x00e9, 0x00e2, 0x00e4, 0x00e0, 0x00e5, 0x00e7, 0x00ea,
	0x00eb, 0x00e8, 0x00ef, 0x00ee, 0x00ec, 0x00c4, 0x00c5, 0x00c9, 0x00e6, 0x00c6,
	0x00f4, 0x00f6, 0x00f2, 0x00fb, 0x00f9, 0x00ff, 0x00d6, 0x00dc, 0x00a2, 0x00a3,
	0x00a5, 0x20a7, 0x0192, 0x00e1, 0x00ed, 0x00f3, 0x00fa, 0x00f1, 0x00d1, 0x00aa,
	0x00ba, 0x00bf, 0x2310, 0x00ac, 0x00bd, 0x00bc, 0x00a1, 0x00ab, 0x00bb, 0x2591,
	0x2592, 0x2593, 0x2502, 0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551,
	0x2557, 0x255d, 0x255c, 0x255b, 0x2510, 0x2514, 0x2534, 0x252c, 0x251c, 0x2500,
	0x253c, 0x255e, 0x255f, 0x255a, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256c,
	0x2567, 0x2568, 0x2564, 0x2565, 0x2559, 0x2558, 0x2552, 0x2553, 0x256b, 0x256a,
	0x2518, 0x250c, 0x2588, 0x2584, 0x258c, 0x2590, 0x2580, 0x03b1, 0x00df, 0x0393,
	0x03c0, 0x03a3, 0x03c3, 0x00b5, 0x03c4, 0x03a6, 0x0398, 0x03a9, 0x03b4, 0x221e,
	0x03c6, 0x03b5, 0x2229, 0x2261, 0x00b1, 0x2265, 0x2264, 0x2320, 0x2321, 0x00f7,
	0x2248, 0x00b0, 0x2219, 0x00b7, 0x221a, 0x207f, 0x00b2, 0x25a0, 0x00a0,
};

static bool is_control(uint8_t code)
{
	return code == 0 || code == '\t' || code == '\n' || code == '\r';
}

unsigned exh_cp437_to_unicode(uint8_t code, enum exh_cp437_use use)
{
	if (code >= HOUSE)
		return upper[code - HOUSE];
	if (code >= 32 || (use == EXH_CP437_TEXT && is_control(code)))
		return code;
	return pictures[code];
}

void exh_cp437_to_utf8(struct exh_bytes text, enum exh_cp437_use use,
		       struct exh_writer *out)
{
	for (size_t i = 0; i < text.size; i++) {
		const unsigned c = exh_cp437_to_unicode(text.data[i], use);
		const uint8_t utf8[3] = { (uint8_t)(0xe0 | c >> 12),
					  (uint8_t)(0x80 | (c >> 6 & 63)),
					  (uint8_t)(0x80 | (c & 63)) };

		if (c < 0x80) {
			exh_write_u8(out, (uint8_t)c);
		} else if (c < 0x800) {
			exh_write_u8(out, (uint8_t)(0xc0 | c >> 6));
			exh_write_u8(out, utf8[2]);
		} else {
			exh_write_bytes(out, utf8, sizeof utf8);
		}
	}
}

/* The next character; failed is set if it is not UTF-8. The code page has no characters
 * of four bytes.
 */
static unsigned read_utf8(struct reader *r)
{
	static const unsigned least[4] = { 0, 0, 0x80, 0x800 };
	const unsigned first = rd_u8(r);
	unsigned size = 1, c = first;

	if (first >= 0xe0 && first < 0xf0) {
		size = 3;
		c = first & 15;
	} else if (first >= 0xc0 && first < 0xe0) {
		size = 2;
		c = first & 31;
	} else if (first >= 0x80) {
		r->failed = true;
	}
	for (unsigned i = 1; i < size; i++) {
		const unsigned next = rd_u8(r);

		if ((next & 0xc0) != 0x80)
			r->failed = true;
		c = c << 6 | (next & 63);
	}
	if (c < least[size])
		r->failed = true;
	return c;
}

/* The code, or -1. Of the space, which is two, the usual one. */
static int find_code(unsigned c, enum exh_cp437_use use)
{
	if (c >= 32 && c < HOUSE)
		return (int)c;
	for (int code = 255; code >= 0; code--)
		if (exh_cp437_to_unicode((uint8_t)code, use) == c)
			return code;
	return -1;
}

enum exh_status exh_cp437_from_utf8(struct exh_bytes utf8, enum exh_cp437_use use,
				    struct exh_writer *out, struct exh_error *err)
{
	struct reader r = { .in = utf8 };

	while (rd_left(&r)) {
		const size_t at = rd_tell(&r);
		const unsigned c = read_utf8(&r);
		const int code = find_code(c, use);

		if (r.failed)
			return exh_fail(err, EXH_INVALID, at,
					"not the UTF-8 of a character of code page 437");
		if (code < 0)
			return exh_fail(err, EXH_INVALID, at,
					"U+%04X is not in code page 437", c);
		exh_write_u8(out, (uint8_t)code);
	}
	return EXH_OK;
}
