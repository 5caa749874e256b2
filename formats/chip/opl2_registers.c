#include "opl2_parts.h"

#include <string.h>

static unsigned attenuation_of(const struct exh_opl2_operator *op,
			       const struct exh_opl2_channel *channel)
{
	static const uint8_t by_f_number[16] = { 0,  32, 40, 45, 48, 51, 53, 55,
						 56, 58, 59, 60, 61, 62, 63, 64 };
	static const uint8_t shifts[4] = { 8, 1, 2, 0 };
	const int scaled =
		4 * by_f_number[channel->f_number >> 6] - 32 * (8 - channel->block);

	return 4u * op->total_level +
	       (scaled > 0 ? (unsigned)scaled >> shifts[op->key_scale_level] : 0);
}

static int vibrating(int f_number, uint8_t vibrato)
{
	int range = f_number >> 7;

	if (!(vibrato & 3))
		return f_number;
	range >>= vibrato & 1;
	range >>= !(vibrato & 8);
	return vibrato & 4 ? f_number - range : f_number + range;
}

/* Anew after each write that it depends on. */
void exh_opl2_work_out(struct exh_opl2 *chip, size_t slot)
{
	struct exh_opl2_operator *op = &chip->operators[slot];
	const struct exh_opl2_channel *channel = &chip->channels[channel_of(slot)];
	const int f_number = op->vibrato ? vibrating(channel->f_number, chip->vibrato)
					 : channel->f_number;

	op->attenuation = (uint16_t)attenuation_of(op, channel);
	op->step = (((uint32_t)f_number << channel->block >> 1) * op->multiple) >> 1;
	op->still_until = 0;
}

void exh_opl2_reset(struct exh_opl2 *chip)
{
	*chip = (struct exh_opl2){ .noise = 1 };
	for (size_t i = 0; i < EXH_OPL2_OPERATOR_COUNT; i++) {
		chip->operators[i].multiple = 1;
		chip->operators[i].level = LEVEL_OFF;
	}
}

static void write_operator(struct exh_opl2_operator *op, uint8_t bank, uint8_t value)
{
	static const uint8_t multiples[16] = { 1,  2,  4,  6,  8,  10, 12, 14,
					       16, 18, 20, 20, 24, 24, 30, 30 };

	switch (bank) {
	case 0x20:
		op->tremolo = value & 0x80;
		op->vibrato = value & 0x40;
		op->holds = value & 0x20;
		op->scales_rate = value & 0x10;
		op->multiple = multiples[value & 15];
		break;
	case 0x40:
		op->key_scale_level = value >> 6;
		op->total_level = value & 63;
		break;
	case 0x60:
		op->attack = value >> 4;
		op->decay = value & 15;
		break;
	case 0x80:
		op->sustain_level = value >> 4 == 15 ? 31 : value >> 4;
		op->release = value & 15;
		break;
	case 0xe0:
		op->wave = value & 3;
		break;
	}
}

static void write_slot(struct exh_opl2 *chip, size_t slot, uint8_t bank, uint8_t value)
{
	write_operator(&chip->operators[slot], bank, value);
	exh_opl2_work_out(chip, slot);
	touch(chip, channel_of(slot));
}

static void set_key(struct exh_opl2_operator *op, uint8_t key, bool pressed)
{
	op->keys = (uint8_t)(pressed ? op->keys | key : op->keys & ~key);
	op->still_until = 0;
}

static void write_drums(struct exh_opl2 *chip, uint8_t value)
{
	static const uint8_t bits[6] = { 0x10, 0x01, 0x04, 0x10, 0x08, 0x02 };

	chip->deep_tremolo = value & 0x80;
	chip->deep_vibrato = value & 0x40;
	chip->rhythm = value & 0x20;
	for (size_t i = 0; i < 6; i++)
		set_key(&chip->operators[BASS_MODULATOR + i], KEY_DRUM,
			chip->rhythm && value & bits[i]);
	for (size_t c = channel_of(BASS_MODULATOR);
	     chip->rhythm && c < EXH_OPL2_CHANNEL_COUNT; c++)
		touch(chip, c);
}

static void write_frequency(struct exh_opl2 *chip, size_t c, uint8_t bank, uint8_t value)
{
	struct exh_opl2_channel *channel = &chip->channels[c];
	const size_t slot = modulator_of(c);

	if (bank == 0xa0) {
		channel->f_number = (uint16_t)((channel->f_number & 0x300) | value);
	} else {
		channel->f_number =
			(uint16_t)((channel->f_number & 0xff) | (value & 3) << 8);
		channel->block = value >> 2 & 7;
		set_key(&chip->operators[slot], KEY_CHANNEL, value & 0x20);
		set_key(&chip->operators[slot + 3], KEY_CHANNEL, value & 0x20);
	}
	channel->key_scale =
		(uint8_t)(channel->block << 1 |
			  (channel->f_number >> (chip->note_select ? 8 : 9) & 1));
	exh_opl2_work_out(chip, slot);
	exh_opl2_work_out(chip, slot + 3);
}

static void write_channel(struct exh_opl2 *chip, size_t c, uint8_t bank, uint8_t value)
{
	touch(chip, c);
	if (bank == 0xc0) {
		chip->channels[c].feedback = value >> 1 & 7;
		chip->channels[c].additive = value & 1;
	} else {
		write_frequency(chip, c, bank, value);
	}
}

void exh_opl2_write(struct exh_opl2 *chip, uint8_t reg, uint8_t value)
{
	const uint8_t bank = reg & 0xe0, offset = reg & 0x1f;

	if (reg == 0x08)
		chip->note_select = value & 0x40;
	else if (reg == 0xbd)
		write_drums(chip, value);
	else if (reg >= 0xa0 && reg < 0xd0 && (reg & 15) < EXH_OPL2_CHANNEL_COUNT)
		write_channel(chip, reg & 15, reg & 0xf0, value);
	else if ((bank == 0xe0 || (bank >= 0x20 && bank <= 0x80)) && offset < 0x16 &&
		 (offset & 7) < 6)
		write_slot(chip, offset / 8u * 6 + offset % 8u, bank, value);
}
