#include "png.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/*
 * sums[i] is the CRC of all bytes before block i. If that sum changes, the sum after an
 * unchanged block differs by the first difference followed by as many zeros as the block
 * has bytes, since CRCs are linear. This is looked up byte by byte.
 */
struct picture_crc {
	size_t size, block;
	bool has_last;
	unsigned last; /* index of the last picture */
	uint8_t *pictures[2];
	uint32_t *sums;
	uint32_t shifted[4][256];
};

/* Makes a table of the shifted difference for each byte at each place. */
static void make_table(struct picture_crc *crc)
{
	for (unsigned byte = 0; byte < 4; byte++)
		for (uint32_t value = 0; value < 256; value++)
			crc->shifted[byte][value] = (uint32_t)crc32_combine(
				value << 8 * byte, 0, (z_off_t)crc->block);
}

struct picture_crc *picture_crc_new(size_t size, size_t block)
{
	struct picture_crc *crc = mem_alloc(1, sizeof *crc);

	crc->size = size;
	crc->block = block;
	crc->sums = mem_alloc(size / block + 1, sizeof *crc->sums);
	crc->pictures[0] = mem_alloc(1, size);
	crc->pictures[1] = mem_alloc(1, size);
	make_table(crc);
	return crc;
}

uint8_t *picture_crc_room(struct picture_crc *crc)
{
	return crc->pictures[crc->last ^ 1];
}

const uint8_t *picture_crc_last(const struct picture_crc *crc)
{
	return crc->pictures[crc->last];
}

static uint32_t shift(const struct picture_crc *crc, uint32_t sum)
{
	return crc->shifted[0][sum & 255] ^ crc->shifted[1][sum >> 8 & 255] ^
	       crc->shifted[2][sum >> 16 & 255] ^ crc->shifted[3][sum >> 24];
}

uint32_t picture_crc_next(struct picture_crc *crc)
{
	const size_t count = crc->size / crc->block;
	const uint8_t *before = crc->pictures[crc->last];
	const uint8_t *now = crc->pictures[crc->last ^ 1];
	uint32_t difference = 0; /* difference of the sum before the block */

	for (size_t i = 0; i < count; i++) {
		uint32_t *sum = &crc->sums[i + 1];
		const uint32_t old = *sum;
		const size_t at = i * crc->block;

		if (crc->has_last && memcmp(before + at, now + at, crc->block) == 0)
			*sum ^= shift(crc, difference);
		else
			*sum = (uint32_t)crc32_z(crc->sums[i], now + at, crc->block);
		difference = old ^ *sum;
	}
	crc->has_last = true;
	crc->last ^= 1;
	return crc->sums[count];
}

void picture_crc_free(struct picture_crc *crc)
{
	if (!crc)
		return;
	free(crc->pictures[0]);
	free(crc->pictures[1]);
	free(crc->sums);
	free(crc);
}
