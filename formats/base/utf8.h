/* Characters of UTF-8. */
#ifndef FORMATS_BASE_UTF8_H
#define FORMATS_BASE_UTF8_H

#include "exhume/base.h"

/* The size of the character at a place of the text, which gets into *out; 0 if none is
 * there: no surrogates, and nothing that is longer than need be. */
static inline size_t utf8_read(struct exh_bytes text, size_t at, uint32_t *out)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const uint8_t first = text.data[at];
	const size_t size = first < 0x80	     ? 1
			    : (first & 0xe0) == 0xc0 ? 2
			    : (first & 0xf0) == 0xe0 ? 3
			    : (first & 0xf8) == 0xf0 ? 4
						     : 0;
	uint32_t c = size > 1 ? first & (0x7fU >> size) : first;

	if (!size || size > text.size - at)
		return 0;
	for (size_t i = 1; i < size; i++) {
		if ((text.data[at + i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (text.data[at + i] & 0x3f);
	}
	*out = c;
	return c < least[size] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? 0 : size;
}

#endif
