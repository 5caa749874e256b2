/* The chip of psg.h once more, 8 clocks at a time, to compare with. */
#ifndef EXH_CHIP_PSG_PLAIN_H
#define EXH_CHIP_PSG_PLAIN_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

struct plain_psg {
	int period[3], control, attenuation[4];
	int counted[4]; /* units since it turned over */
	int due[4];	/* units after which it will turn over */
	bool high[4];
	bool bits[15]; /* shift register of the noise; bit 0 is heard */
	int channel;
	bool is_attenuation;
};

static inline void plain_psg_noise(struct plain_psg *chip)
{
	memset(chip->bits, 0, sizeof chip->bits);
	chip->bits[14] = true;
}

static inline void plain_psg_reset(struct plain_psg *chip)
{
	memset(chip, 0, sizeof *chip);
	plain_psg_noise(chip);
	for (int i = 0; i < 4; i++) {
		chip->attenuation[i] = 15;
		chip->due[i] = 2;
	}
}

static inline void plain_psg_write(struct plain_psg *chip, int value)
{
	if (value >= 128) {
		chip->channel = value / 32 - 4;
		chip->is_attenuation = value / 16 % 2;
	}
	if (chip->is_attenuation) {
		chip->attenuation[chip->channel] = value % 16;
	} else if (chip->channel == 3) {
		chip->control = value % 8;
		plain_psg_noise(chip);
	} else {
		int *period = &chip->period[chip->channel];

		*period = value >= 128 ? *period / 16 * 16 + value % 16
				       : value % 64 * 16 + *period % 16;
	}
}

static inline void plain_psg_shift(struct plain_psg *chip)
{
	const bool in =
		chip->control < 4 ? chip->bits[0] : chip->bits[0] != chip->bits[1];

	memmove(chip->bits, chip->bits + 1, sizeof chip->bits - sizeof *chip->bits);
	chip->bits[14] = in;
}

static inline void plain_psg_turn(struct plain_psg *chip, int channel)
{
	const int driver = chip->control % 4 == 3 ? 2 : 3;

	chip->counted[channel] = 0;
	chip->high[channel] = !chip->high[channel];
	if (channel < 3)
		chip->due[channel] =
			chip->period[channel] ? 2 * chip->period[channel] : 2048;
	else
		chip->due[channel] = 32 << chip->control % 4;
	if (channel == driver && chip->high[channel])
		plain_psg_shift(chip);
}

/* Computes the next sample of each channel. */
static inline void plain_psg_parts(struct plain_psg *chip, int parts[4])
{
	int up[4] = { 0 };

	for (int unit = 0; unit < 9; unit++) {
		for (int i = 0; i < 4; i++)
			up[i] += (i < 3 ? chip->high[i] : chip->bits[0]) ? 1 : -1;
		for (int i = 0; i < 4; i++)
			if (++chip->counted[i] == chip->due[i])
				plain_psg_turn(chip, i);
	}
	for (int i = 0; i < 4; i++) {
		const double loud =
			chip->attenuation[i] == 15
				? 0
				: round(8191 * pow(10, -chip->attenuation[i] / 10.0));

		parts[i] = (int)round(loud * up[i] / 9);
	}
}

#endif
