#include "exhume/opl2.h"
#include "exhume/advanced/psg.h"

/*
 * Time is in units of 8 clocks: the chip counts every 16 clocks, and a sample is 72.
 */
enum {
	SAMPLE_UNITS = 9,
	COUNT_UNITS = 2,
	ZERO_PERIOD = 1024,
	NOISE_START = 0x4000,
	NOISE_TOP = 14,	   /* highest bit of the shift register */
	NOISE_PERIOD = 16, /* counts, at the highest rate */
	NOISE_RATE = 3,	   /* bits of the noise's control; 3: as tone 2 */
	NOISE_WHITE = 4,
	REGISTER = 0x80,
	ATTENUATION = 1,
	MAX_BLOCK = 256, /* samples */
};

/* EXH_PSG_LOUD * 10^(-n/10) */
static const int16_t levels[] = { 8191, 6506, 5168, 4105, 3261, 2590, 2057, 1634,
				  1298, 1031, 819,  651,  517,	411,  326,  0 };

static bool follows_tone(const struct exh_psg_channel *noise)
{
	return (noise->period & NOISE_RATE) == NOISE_RATE;
}

/* Units of half a wave. */
static uint32_t half_wave(const struct exh_psg *chip, size_t channel)
{
	const uint32_t period = chip->channels[channel].period;

	if (channel == EXH_PSG_NOISE)
		return COUNT_UNITS * (uint32_t)NOISE_PERIOD << (period & NOISE_RATE);
	return COUNT_UNITS * (period ? period : (uint32_t)ZERO_PERIOD);
}

void exh_psg_reset(struct exh_psg *chip)
{
	*chip = (struct exh_psg){ .noise = NOISE_START };
	for (size_t i = 0; i < EXH_PSG_CHANNELS; i++) {
		chip->channels[i].attenuation = EXH_PSG_OFF;
		chip->channels[i].left = COUNT_UNITS;
	}
}

static void write_noise(struct exh_psg *chip, uint8_t value)
{
	chip->channels[EXH_PSG_NOISE].period = value & 7;
	chip->noise = NOISE_START;
}

void exh_psg_write(struct exh_psg *chip, uint8_t value)
{
	struct exh_psg_channel *channel;

	if (value & REGISTER)
		chip->latch = value >> 4 & 7;
	channel = &chip->channels[chip->latch >> 1];
	if (chip->latch & ATTENUATION)
		channel->attenuation = value & 15;
	else if (chip->latch >> 1 == EXH_PSG_NOISE)
		write_noise(chip, value);
	else if (value & REGISTER)
		channel->period = (uint16_t)((channel->period & 0x3f0) | (value & 15));
	else
		channel->period = (uint16_t)((channel->period & 15) | (value & 63) << 4);
}

/*
 * Rendering.
 */

static void shift_noise(struct exh_psg *chip)
{
	unsigned in = chip->noise & 1;

	if (chip->channels[EXH_PSG_NOISE].period & NOISE_WHITE)
		in ^= chip->noise >> 1 & 1;
	chip->noise = (uint16_t)(chip->noise >> 1 | in << NOISE_TOP);
}

/* The noise advances when its wave, or tone 2's, becomes high. A new period counts from
 * here on. */
static void turn_over(struct exh_psg *chip, size_t i)
{
	struct exh_psg_channel *channel = &chip->channels[i];
	const bool follows = follows_tone(&chip->channels[EXH_PSG_NOISE]);

	channel->is_high = !channel->is_high;
	channel->left = half_wave(chip, i);
	if (channel->is_high && i == (follows ? EXH_PSG_TONES - 1 : EXH_PSG_NOISE))
		shift_noise(chip);
}

/* No wave turns over before its end. */
static uint32_t steady_units(const struct exh_psg *chip, uint32_t most)
{
	for (size_t i = 0; i < EXH_PSG_CHANNELS; i++)
		if (chip->channels[i].left < most)
			most = chip->channels[i].left;
	return most;
}

static void run_sample(struct exh_psg *chip, int32_t balance[EXH_PSG_CHANNELS])
{
	for (uint32_t left = SAMPLE_UNITS; left;) {
		const uint32_t units = steady_units(chip, left);

		for (size_t i = 0; i < EXH_PSG_TONES; i++)
			balance[i] += chip->channels[i].is_high ? (int32_t)units
								: -(int32_t)units;
		balance[EXH_PSG_NOISE] +=
			chip->noise & 1 ? (int32_t)units : -(int32_t)units;
		left -= units;
		for (size_t i = 0; i < EXH_PSG_CHANNELS; i++) {
			chip->channels[i].left -= units;
			if (!chip->channels[i].left)
				turn_over(chip, i);
		}
	}
}

static int32_t mean(int32_t sum)
{
	return (sum + (sum < 0 ? -SAMPLE_UNITS / 2 : SAMPLE_UNITS / 2)) / SAMPLE_UNITS;
}

void exh_psg_mix(struct exh_psg *chip, unsigned channels, int32_t *sums, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int32_t balance[EXH_PSG_CHANNELS] = { 0 };

		run_sample(chip, balance);
		sums[i] = 0;
		for (size_t c = 0; c < EXH_PSG_CHANNELS; c++)
			if (channels >> c & 1)
				sums[i] += mean(balance[c] *
						levels[chip->channels[c].attenuation]);
	}
}

void exh_psg_render(struct exh_psg *chip, int16_t *mono, size_t count)
{
	int32_t sums[MAX_BLOCK];

	while (count) {
		const size_t block = count < MAX_BLOCK ? count : MAX_BLOCK;

		exh_psg_mix(chip, EXH_PSG_ALL_CHANNELS, sums, block);
		for (size_t i = 0; i < block; i++)
			*mono++ = (int16_t)sums[i];
		count -= block;
	}
}

/*
 * Playing.
 */

void exh_psg_player_start(struct exh_psg_player *player, struct exh_psg_source source)
{
	*player = (struct exh_psg_player){ .source = source };
	exh_psg_reset(&player->chip);
	player->waiting = source.next(source.context, &player->next);
}

/* Executes all writes that are due; returns the samples until the next one, at most
 * count. */
static size_t write_due(struct exh_psg_player *player, size_t count)
{
	while (player->waiting && player->next.position <= player->position) {
		exh_psg_write(&player->chip, player->next.value);
		player->waiting =
			player->source.next(player->source.context, &player->next);
	}
	if (!player->waiting || player->next.position - player->position > count)
		return count;
	return (size_t)(player->next.position - player->position);
}

void exh_psg_player_mix(struct exh_psg_player *player, unsigned channels, int32_t *sums,
			size_t count)
{
	while (count) {
		const size_t block = write_due(player, count);

		exh_psg_mix(&player->chip, channels, sums, block);
		player->position += block;
		sums += block;
		count -= block;
	}
}
