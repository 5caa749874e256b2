/*
 * The EGA's memory as it is built: four planes of bytes. To compare with the one of
 * pixels. Source: keen-engine 1.
 */
#ifndef EXH_CHIP_EGA_PLAIN_H
#define EXH_CHIP_EGA_PLAIN_H

#include "exhume/advanced/ega.h"

struct plain_ega {
	uint8_t planes[4][EXH_EGA_ADDRESSES], latch[4];
	uint8_t map_mask, set_reset, enable_set_reset, compare, function, read_plane,
		mode, dont_care, bit_mask;
};

static inline void plain_ega_out(struct plain_ega *ega, uint16_t port, uint8_t index,
				 uint8_t value)
{
	uint8_t *const graphics[] = { &ega->set_reset,
				      &ega->enable_set_reset,
				      &ega->compare,
				      &ega->function,
				      &ega->read_plane,
				      &ega->mode,
				      NULL,
				      &ega->dont_care,
				      &ega->bit_mask };

	if (port == 0x3c4 && index == 2)
		ega->map_mask = value;
	else if (port == 0x3ce && index < 9 && graphics[index])
		*graphics[index] = value;
}

static inline uint8_t plain_ega_read(struct plain_ega *ega, uint16_t address)
{
	uint8_t differs = 0;

	for (int p = 0; p < 4; p++)
		ega->latch[p] = ega->planes[p][address];
	if (!(ega->mode & 8))
		return ega->latch[ega->read_plane & 3];
	for (int p = 0; p < 4; p++)
		if (ega->dont_care >> p & 1)
			differs |= ega->latch[p] ^ (ega->compare >> p & 1 ? 0xff : 0);
	return (uint8_t)~differs;
}

static inline uint8_t plain_ega_byte(const struct plain_ega *ega, int p, uint8_t value)
{
	const unsigned turn = ega->function & 7;
	uint8_t out = (uint8_t)(value >> turn | value << (8 - turn));

	if ((ega->mode & 3) == 1)
		return ega->latch[p];
	if ((ega->mode & 3) == 2)
		out = value >> p & 1 ? 0xff : 0;
	else if (ega->enable_set_reset >> p & 1)
		out = ega->set_reset >> p & 1 ? 0xff : 0;
	if ((ega->function >> 3 & 3) == 1)
		out &= ega->latch[p];
	if ((ega->function >> 3 & 3) == 2)
		out |= ega->latch[p];
	if ((ega->function >> 3 & 3) == 3)
		out ^= ega->latch[p];
	return (uint8_t)((out & ega->bit_mask) | (ega->latch[p] & ~ega->bit_mask));
}

static inline void plain_ega_write(struct plain_ega *ega, uint16_t address, uint8_t value)
{
	for (int p = 0; p < 4; p++)
		if ((ega->mode & 3) != 3 && (ega->map_mask >> p & 1))
			ega->planes[p][address] = plain_ega_byte(ega, p, value);
}

static inline uint8_t plain_ega_pixel(const struct plain_ega *ega, uint32_t i)
{
	unsigned pixel = 0;

	for (unsigned p = 0; p < 4; p++)
		pixel |= ((unsigned)ega->planes[p][i / 8] >> (7 - i % 8) & 1) << p;
	return (uint8_t)pixel;
}

#endif
