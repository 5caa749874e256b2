/*
 * CRC-32 of eight bytes at a time. The tables are constants, so that a short input costs
 * little.
 */
#include <string.h>

#include "exhume/base.h"
#include "exhume/advanced/base.h"

/*
 * The effect of byte i on the sum n bytes later is the exclusive or of the effects of its
 * bits: the macros' arguments, bit 0 first, after c, which begins as 0. For n = 0, the
 * effect of bit 7 is the polynomial; the effect of each other bit follows from that of
 * the next higher bit by a step of the sum, and bit 7 for the next n from bit 0.
 */
#define BITS_1(c, b0) c, (c) ^ (b0)
#define BITS_2(c, b0, b1) BITS_1(c, b0), BITS_1((c) ^ (b1), b0)
#define BITS_3(c, b0, b1, b2) BITS_2(c, b0, b1), BITS_2((c) ^ (b2), b0, b1)
#define BITS_4(c, b0, b1, b2, b3) BITS_3(c, b0, b1, b2), BITS_3((c) ^ (b3), b0, b1, b2)
#define BITS_5(c, b0, b1, b2, b3, b4) \
	BITS_4(c, b0, b1, b2, b3), BITS_4((c) ^ (b4), b0, b1, b2, b3)
#define BITS_6(c, b0, b1, b2, b3, b4, b5) \
	BITS_5(c, b0, b1, b2, b3, b4), BITS_5((c) ^ (b5), b0, b1, b2, b3, b4)
#define BITS_7(c, b0, b1, b2, b3, b4, b5, b6) \
	BITS_6(c, b0, b1, b2, b3, b4, b5), BITS_6((c) ^ (b6), b0, b1, b2, b3, b4, b5)
#define BITS_8(b0, b1, b2, b3, b4, b5, b6, b7) \
	BITS_7(0U, b0, b1, b2, b3, b4, b5, b6), BITS_7(b7, b0, b1, b2, b3, b4, b5, b6)

enum { STEP = 8 };

/* tables[n]: effect of a byte on the sum n bytes later. */
static const uint32_t tables[STEP][256] = {
	{ BITS_8(0x77073096, 0xee0e612c, 0x076dc419, 0x0edb8832, 0x1db71064, 0x3b6e20c8,
		 0x76dc4190, 0xedb88320) },
	{ BITS_8(0x191b3141, 0x32366282, 0x646cc504, 0xc8d98a08, 0x4ac21251, 0x958424a2,
		 0xf0794f05, 0x3b83984b) },
	{ BITS_8(0x01c26a37, 0x0384d46e, 0x0709a8dc, 0x0e1351b8, 0x1c26a370, 0x384d46e0,
		 0x709a8dc0, 0xe1351b80) },
	{ BITS_8(0xb8bc6765, 0xaa09c88b, 0x8f629757, 0xc5b428ef, 0x5019579f, 0xa032af3e,
		 0x9b14583d, 0xed59b63b) },
	{ BITS_8(0x3d6029b0, 0x7ac05360, 0xf580a6c0, 0x30704bc1, 0x60e09782, 0xc1c12f04,
		 0x58f35849, 0xb1e6b092) },
	{ BITS_8(0xcb5cd3a5, 0x4dc8a10b, 0x9b914216, 0xec53826d, 0x03d6029b, 0x07ac0536,
		 0x0f580a6c, 0x1eb014d8) },
	{ BITS_8(0xa6770bb4, 0x979f1129, 0xf44f2413, 0x33ef4e67, 0x67de9cce, 0xcfbd399c,
		 0x440b7579, 0x8816eaf2) },
	{ BITS_8(0xccaa009e, 0x4225077d, 0x844a0efa, 0xd3e51bb5, 0x7cbb312b, 0xf9766256,
		 0x299dc2ed, 0x533b85da) },
};

/*
 * Adds eight bytes, the first one lowest. No index is outside the tables, so that the
 * address sanitizer need not look at each: that took half of the time of tests that
 * compare pictures.
 */
#ifdef __SANITIZE_ADDRESS__
__attribute__((no_sanitize_address))
#endif
static uint32_t
add_eight(uint32_t crc, uint64_t bytes)
{
	bytes ^= crc;
	return tables[7][bytes & 0xff] ^ tables[6][bytes >> 8 & 0xff] ^
	       tables[5][bytes >> 16 & 0xff] ^ tables[4][bytes >> 24 & 0xff] ^
	       tables[3][bytes >> 32 & 0xff] ^ tables[2][bytes >> 40 & 0xff] ^
	       tables[1][bytes >> 48 & 0xff] ^ tables[0][bytes >> 56];
}

uint32_t exh_crc32(struct exh_bytes in)
{
	const size_t eights = in.size - in.size % STEP;
	uint32_t crc = 0xffffffff;
	size_t i = 0;

	for (; i < eights; i += STEP) {
		uint8_t p[STEP]; /* a copy, so that sanitizers look once */

		memcpy(p, in.data + i, STEP);
		crc = add_eight(crc, p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
					     (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
					     (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
					     (uint64_t)p[7] << 56);
	}
	for (; i < in.size; i++)
		crc = crc >> 8 ^ tables[0][(crc ^ in.data[i]) & 0xff];
	return ~crc;
}
