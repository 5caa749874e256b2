#include "exhume/base.h"

bool exh_bytes_slice(struct exh_bytes in, size_t offset, size_t size,
		     struct exh_bytes *out)
{
	if (offset > in.size || size > in.size - offset)
		return false;
	*out = (struct exh_bytes){ in.size ? in.data + offset : in.data, size,
				   in.base + offset };
	return true;
}

/* tables[n]: what a byte does to the sum n bytes later. */
static void make_crc_tables(uint32_t tables[][256], unsigned count)
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t sum = i;

		for (int bit = 0; bit < 8; bit++)
			sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
		tables[0][i] = sum;
	}
	for (unsigned n = 1; n < count; n++)
		for (uint32_t i = 0; i < 256; i++)
			tables[n][i] = tables[n - 1][i] >> 8 ^
				       tables[0][tables[n - 1][i] & 0xff];
}

/* Long inputs are worth the tables to take eight bytes at a time. */
uint32_t exh_crc32(struct exh_bytes in)
{
	enum { LONG = 4096, STEP = 8 };
	uint32_t tables[STEP][256];
	uint32_t crc = 0xffffffff;
	const size_t eights = in.size < LONG ? 0 : in.size - in.size % STEP;
	size_t i = 0;

	make_crc_tables(tables, in.size < LONG ? 1 : STEP);
	for (; i < eights; i += STEP) {
		const uint8_t *p = in.data + i;

		crc ^= p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
		       (uint32_t)p[3] << 24;
		crc = tables[7][crc & 0xff] ^ tables[6][crc >> 8 & 0xff] ^
		      tables[5][crc >> 16 & 0xff] ^ tables[4][crc >> 24] ^
		      tables[3][p[4]] ^ tables[2][p[5]] ^ tables[1][p[6]] ^
		      tables[0][p[7]];
	}
	for (; i < in.size; i++)
		crc = crc >> 8 ^ tables[0][(crc ^ in.data[i]) & 0xff];
	return ~crc;
}

/* Two steps, so that a macro is expanded first. */
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *exh_version(void)
{
	return TEXT(EXH_VERSION_MAJOR) "." TEXT(EXH_VERSION_MINOR) "." TEXT(
		EXH_VERSION_PATCH);
}

int exh_hex_digit(uint8_t c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
