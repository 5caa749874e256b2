/*
 * iconv for encodings of one byte a character, from and to UTF-8, with the tables that
 * browsers have: those of the C library's own are an eighth of the whole program.
 */
#include <emscripten/emscripten.h>
#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <strings.h>

enum { CODES = 256, REPLACEMENT = 0xfffd, MAX_UTF8 = 3 };

struct encoding {
	uint16_t codes[CODES]; /* Unicode's; REPLACEMENT: none */
	bool is_from_utf8;
};

/* False: there is no such, or its characters have several bytes. */
EM_JS(int, exh_js_encoding, (const char *name, uint16_t *codes), {
	try {
		const decoder = new TextDecoder(UTF8ToString(name));
		if (!/^(windows-(?!949)|iso-8859-|koi8-|ibm866|macintosh|x-mac-)/.test(decoder.encoding))
			return 0;
		for (let i = 0; i < 256; i++)
			HEAPU16[(codes >> 1) + i] =
				decoder.decode(new Uint8Array([i])).charCodeAt(0);
		return 1;
	} catch (error) {
		return 0;
	}
});

static bool is_utf8(const char *name)
{
	return strcasecmp(name, "UTF-8") == 0 || strcasecmp(name, "UTF8") == 0;
}

iconv_t iconv_open(const char *to, const char *from)
{
	struct encoding *encoding = malloc(sizeof *encoding);

	if (encoding && is_utf8(to) != is_utf8(from) &&
	    exh_js_encoding(is_utf8(to) ? from : to, encoding->codes)) {
		encoding->is_from_utf8 = is_utf8(from);
		return encoding;
	}
	errno = encoding ? EINVAL : ENOMEM;
	free(encoding);
	return (iconv_t)-1;
}

int iconv_close(iconv_t encoding)
{
	free(encoding);
	return 0;
}

/* Returns how many bytes it takes. */
static size_t put_utf8(unsigned code, char *to)
{
	const size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : 3;

	for (size_t i = size; i-- > 1; code >>= 6)
		to[i] = (char)(0x80 | (code & 0x3f));
	to[0] = (char)(code | (size == 1 ? 0 : size == 2 ? 0xc0 : 0xe0));
	return size;
}

/* Of the character at from; 0: it is not whole, or not of one to three bytes. */
static size_t take_utf8(const char *from, size_t left, unsigned *code)
{
	const unsigned first = (unsigned char)from[0];
	const size_t size = first < 0x80		    ? 1
			    : first >= 0xc2 && first < 0xe0 ? 2
			    : first >= 0xe0 && first < 0xf0 ? 3
							    : 0;

	*code = size < 2 ? first : first & (0x7fU >> size);
	for (size_t i = 1; i < size; i++) {
		if (i >= left || (from[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (from[i] & 0x3f);
	}
	return size;
}

static size_t take(const struct encoding *encoding, const char *from, size_t left,
		   char to[MAX_UTF8], size_t *made)
{
	unsigned code;
	size_t size = 1;

	if (!encoding->is_from_utf8) {
		code = encoding->codes[(unsigned char)*from];
		*made = put_utf8(code, to);
		return code == REPLACEMENT ? 0 : 1;
	}
	size = take_utf8(from, left, &code);
	for (unsigned i = 0; size && i < CODES; i++)
		if (encoding->codes[i] == code && code != REPLACEMENT) {
			to[0] = (char)i;
			*made = 1;
			return size;
		}
	return 0;
}

size_t iconv(iconv_t encoding, char **from, size_t *left, char **to, size_t *room)
{
	while (from && *from && *left) {
		char character[MAX_UTF8];
		size_t made, size = take(encoding, *from, *left, character, &made);

		if (!size || made > *room) {
			errno = size ? E2BIG : EILSEQ;
			return (size_t)-1;
		}
		for (size_t i = 0; i < made; i++)
			*(*to)++ = character[i];
		*room -= made;
		*from += size;
		*left -= size;
	}
	return 0;
}
