/*
 * The YM3812 (OPL2) in the plainest way, a sample and a slot at a time in the order the
 * chip is described in, for tests and benchmarks to hold the fast one against. They
 * share nothing.
 *
 * Samples:   signed, mono, 49716 a second.
 * Source:    opl2-audio, 1 to 13; the numbers in brackets below are its sections.
 */
#ifndef EXH_CHIP_OPL2_PLAIN_H
#define EXH_CHIP_OPL2_PLAIN_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum plain_stage {
	PLAIN_RELEASE,
	PLAIN_ATTACK,
	PLAIN_DECAY,
	PLAIN_SUSTAIN,
};

enum {
	PLAIN_SLOT_COUNT = 18,
	PLAIN_CHANNEL_COUNT = 9,
	PLAIN_RATE_COUNT = 4 * 15 + 15 + 1,
	PLAIN_NEGATIVE = 0x8000, /* in a waveform's word: one's complement follows */
};

struct plain_slot {
	bool am, vib, egt, ksr;
	bool key_normal, key_drum;
	uint8_t mult2, ksl, tl, ar, dr, sl, rr, wave;
	/* Values derived from these and the channel's fields, updated by a write to
	 * any. */
	int fixed;	  /* attenuation without the level and the tremolo [5] */
	uint32_t step;	  /* step of the phase, without vibrato [6] */
	uint8_t rates[4]; /* rate in each stage; 0 for a rate field of 0 [5] */
	/* Running state. */
	enum plain_stage stage;
	int level;	/* 0..511, 0 is loudest */
	uint32_t phase; /* 19 bits */
	int out, prev;	/* the last sample, and the one before */
};

struct plain_channel {
	unsigned f_number, block, fb;
	unsigned ksv; /* latched by writes to A0 and B0 */
	bool additive;
};

struct plain_opl2 {
	struct plain_slot slots[PLAIN_SLOT_COUNT];
	struct plain_channel channels[PLAIN_CHANNEL_COUNT];
	bool nts, deep_am, deep_vib, rhythm;
	uint64_t n; /* index of the next sample */
	int trem;
	uint32_t noise;
	unsigned h2, h3, h7, h8; /* bits of the hi-hat's phase */
	/* Bits of the cymbal's phase, from the last rhythm sample. */
	unsigned c3, c5;
	/* State of the sample being made [4]. */
	unsigned vib;
	const uint8_t *shifts; /* shift for each rate */
	uint16_t logsin[256], exp[256];
	uint16_t waves[4][1024];
	/* Indexed by odd, add, lo and rate. */
	uint8_t all_shifts[2][14][4][PLAIN_RATE_COUNT];
};

/* The slot of a channel's modulator; its carrier is three further. */
static inline unsigned plain_modulator(unsigned channel)
{
	return channel / 3 * 6 + channel % 3;
}

/* Step 4 of [5]. */
static inline unsigned plain_shift(unsigned rate, unsigned odd, unsigned add, unsigned lo)
{
	static const uint8_t more[4][4] = {
		{ 0, 0, 0, 0 },
		{ 1, 0, 0, 0 },
		{ 1, 0, 1, 0 },
		{ 1, 1, 1, 0 },
	};
	const unsigned hi = rate >> 2 < 15 ? rate >> 2 : 15;
	const unsigned l = rate & 3;
	unsigned shift;

	if (!rate)
		return 0;
	if (hi < 12) {
		if (!odd)
			return 0;
		switch (hi + add) {
		case 12:
			return 1;
		case 13:
			return l >> 1;
		case 14:
			return l & 1;
		default:
			return 0;
		}
	}
	shift = (hi & 3) + more[l][lo];
	if (shift > 3)
		return 3;
	return shift ? shift : odd;
}

static inline void plain_shift_table(struct plain_opl2 *chip)
{
	for (unsigned odd = 0; odd < 2; odd++)
		for (unsigned add = 0; add < 14; add++)
			for (unsigned lo = 0; lo < 4; lo++)
				for (unsigned rate = 0; rate < PLAIN_RATE_COUNT; rate++)
					chip->all_shifts[odd][add][lo][rate] =
						(uint8_t)plain_shift(rate, odd, add, lo);
}

/* [3], and the waveforms [7] as words by phase: log value and sign. */
static inline void plain_tables(struct plain_opl2 *chip)
{
	const double pi = 3.14159265358979323846;

	for (int i = 0; i < 256; i++) {
		const double sine = sin((i + 0.5) * pi / 512);

		chip->logsin[i] = (uint16_t)floor(-256 * log2(sine) + 0.5);
		chip->exp[i] = (uint16_t)floor(1024 * pow(2, (255 - i) / 256.0) + 0.5);
	}
	for (unsigned q = 0; q < 1024; q++) {
		const unsigned rising = chip->logsin[q & 255];
		const unsigned sine = q & 0x100 ? chip->logsin[255 - (q & 255)] : rising;

		chip->waves[0][q] = (uint16_t)(sine | (q & 0x200 ? PLAIN_NEGATIVE : 0));
		chip->waves[1][q] = (uint16_t)(q & 0x200 ? 0x1000 : sine);
		chip->waves[2][q] = (uint16_t)sine;
		chip->waves[3][q] = (uint16_t)(q & 0x100 ? 0x1000 : rising);
	}
}

/* [6]; f is the F-number, with its vibrato. */
static inline uint32_t plain_step(const struct plain_channel *channel,
				  const struct plain_slot *slot, unsigned f)
{
	return (f << channel->block >> 1) * slot->mult2 >> 1;
}

static inline uint8_t plain_rate(const struct plain_channel *channel,
				 const struct plain_slot *slot, unsigned r)
{
	return (uint8_t)(r ? 4 * r + (slot->ksr ? channel->ksv : channel->ksv >> 2) : 0);
}

static inline void plain_renew(struct plain_opl2 *chip, unsigned s)
{
	static const uint8_t bases[16] = { 0,  32, 40, 45, 48, 51, 53, 55,
					   56, 58, 59, 60, 61, 62, 63, 64 };
	static const uint8_t shifts[4] = { 8, 1, 2, 0 };
	const struct plain_channel *channel = &chip->channels[s / 6 * 3 + s % 3];
	struct plain_slot *slot = &chip->slots[s];
	const int k = 4 * bases[channel->f_number >> 6] - 32 * (8 - (int)channel->block);

	slot->fixed = 4 * slot->tl + ((k > 0 ? k : 0) >> shifts[slot->ksl]);
	slot->step = plain_step(channel, slot, channel->f_number);
	slot->rates[PLAIN_ATTACK] = plain_rate(channel, slot, slot->ar);
	slot->rates[PLAIN_DECAY] = plain_rate(channel, slot, slot->dr);
	slot->rates[PLAIN_SUSTAIN] = plain_rate(channel, slot, slot->egt ? 0 : slot->rr);
	slot->rates[PLAIN_RELEASE] = plain_rate(channel, slot, slot->rr);
}

static inline void plain_opl2_reset(struct plain_opl2 *chip)
{
	memset(chip, 0, sizeof *chip);
	plain_tables(chip);
	plain_shift_table(chip);
	chip->noise = 1;
	for (unsigned s = 0; s < PLAIN_SLOT_COUNT; s++) {
		chip->slots[s].level = 511;
		chip->slots[s].mult2 = 1;
		plain_renew(chip, s);
	}
}

static inline void plain_write_slot(struct plain_opl2 *chip, uint8_t reg, uint8_t value)
{
	static const uint8_t mults2[16] = { 1,	2,  4,	6,  8,	10, 12, 14,
					    16, 18, 20, 20, 24, 24, 30, 30 };
	const unsigned offset = reg & 31;
	const unsigned s = (offset >> 3) * 6 + (offset & 7);
	struct plain_slot *slot;

	if (offset >= 0x16 || (offset & 7) > 5)
		return;
	slot = &chip->slots[s];
	switch (reg & 0xe0) {
	case 0x20:
		slot->am = value >> 7 & 1;
		slot->vib = value >> 6 & 1;
		slot->egt = value >> 5 & 1;
		slot->ksr = value >> 4 & 1;
		slot->mult2 = mults2[value & 15];
		break;
	case 0x40:
		slot->ksl = value >> 6;
		slot->tl = value & 63;
		break;
	case 0x60:
		slot->ar = value >> 4;
		slot->dr = value & 15;
		break;
	case 0x80:
		slot->sl = value >> 4 == 15 ? 31 : value >> 4;
		slot->rr = value & 15;
		break;
	case 0xe0:
		slot->wave = value & 3;
		break;
	}
	plain_renew(chip, s);
}

static inline void plain_write_channel(struct plain_opl2 *chip, uint8_t reg,
				       uint8_t value)
{
	struct plain_channel *channel;
	unsigned modulator;

	if ((reg & 15) >= PLAIN_CHANNEL_COUNT)
		return;
	channel = &chip->channels[reg & 15];
	modulator = plain_modulator(reg & 15);
	if (reg >= 0xc0) {
		channel->fb = value >> 1 & 7;
		channel->additive = value & 1;
		return;
	}
	if (reg >= 0xb0) {
		channel->f_number = (channel->f_number & 0xff) | (value & 3u) << 8;
		channel->block = value >> 2 & 7;
		chip->slots[modulator].key_normal = value >> 5 & 1;
		chip->slots[modulator + 3].key_normal = value >> 5 & 1;
	} else {
		channel->f_number = (channel->f_number & 0x300) | value;
	}
	channel->ksv =
		channel->block << 1 | (channel->f_number >> (chip->nts ? 8 : 9) & 1);
	plain_renew(chip, modulator);
	plain_renew(chip, modulator + 3);
}

static inline void plain_write_rhythm(struct plain_opl2 *chip, uint8_t value)
{
	/* Slots 12 to 17: bass drum, hi-hat, tom-tom, bass drum, snare drum, cymbal. */
	static const uint8_t bits[6] = { 4, 0, 2, 4, 3, 1 };

	chip->deep_am = value >> 7 & 1;
	chip->deep_vib = value >> 6 & 1;
	chip->rhythm = value >> 5 & 1;
	for (unsigned i = 0; i < 6; i++)
		chip->slots[12 + i].key_drum = chip->rhythm && (value >> bits[i] & 1);
}

/* [2] */
static inline void plain_opl2_write(struct plain_opl2 *chip, uint8_t reg, uint8_t value)
{
	if (reg == 0x08)
		chip->nts = value >> 6 & 1;
	else if (reg == 0xbd)
		plain_write_rhythm(chip, value);
	else if ((reg >= 0x20 && reg < 0xa0) || reg >= 0xe0)
		plain_write_slot(chip, reg, value);
	else if (reg >= 0xa0 && reg < 0xd0)
		plain_write_channel(chip, reg, value);
}

/* [4] */
static inline void plain_count(struct plain_opl2 *chip)
{
	const uint64_t n = chip->n, k = (n >> 1) - 1;
	unsigned add = 0, lo = 0;

	if (n >= 2) {
		lo = k & 3;
		if (k & 0x1fff)
			for (add = 1; !(k >> (add - 1) & 1);)
				add++;
	}
	chip->shifts = chip->all_shifts[n & 1][add][lo];
	chip->vib = n >> 10 & 7;
}

/* Steps 2 to 6 of [5]; returns restart. */
static inline bool plain_envelope(const struct plain_opl2 *chip, struct plain_slot *slot)
{
	const bool keyed = slot->key_normal || slot->key_drum;
	const bool restart = keyed && slot->stage == PLAIN_RELEASE;
	const int level = slot->level;
	const bool off = level >= 0x1f8;
	const unsigned rate = slot->rates[restart ? PLAIN_ATTACK : slot->stage];
	const unsigned shift = chip->shifts[rate];
	int next = level, rise = 0;

	if (restart && rate >= 60)
		next = 0;
	if (slot->stage != PLAIN_ATTACK && !restart && off)
		next = 511;
	switch (slot->stage) {
	case PLAIN_ATTACK:
		if (!level)
			slot->stage = PLAIN_DECAY;
		else if (keyed && shift && rate < 60)
			rise = ~level >> (4 - shift);
		break;
	case PLAIN_DECAY:
		if (level >> 4 == slot->sl)
			slot->stage = PLAIN_SUSTAIN;
		else if (!off && !restart && shift)
			rise = 1 << (shift - 1);
		break;
	case PLAIN_SUSTAIN:
	case PLAIN_RELEASE:
		if (!off && !restart && shift)
			rise = 1 << (shift - 1);
		break;
	}
	slot->level = (next + rise) & 511;
	if (restart)
		slot->stage = PLAIN_ATTACK;
	if (!keyed)
		slot->stage = PLAIN_RELEASE;
	return restart;
}

/* [6]: the phase this sample plays. */
static inline unsigned plain_phase(const struct plain_opl2 *chip, struct plain_slot *slot,
				   const struct plain_channel *channel, bool restart)
{
	const unsigned p = slot->phase >> 9;
	uint32_t step = slot->step;

	if (slot->vib) {
		const unsigned f = channel->f_number;
		unsigned r = f >> 7;

		if (!(chip->vib & 3))
			r = 0;
		else if (chip->vib & 1)
			r >>= 1;
		if (!chip->deep_vib)
			r >>= 1;
		step = plain_step(channel, slot, chip->vib & 4 ? f - r : f + r);
	}
	slot->phase = ((restart ? 0 : slot->phase) + step) & 0x7ffff;
	return p;
}

/*
 * [9]: the phase p of a slot from 12 to 17, or what plays in its place. The noise
 * register stands 9 clocks into the sample: its bit i is what bit 0 will be at slot 9 +
 * i.
 */
static inline unsigned plain_rhythm(struct plain_opl2 *chip, unsigned s, unsigned p)
{
	const unsigned noise = chip->noise >> (s - 9) & 1;
	unsigned x;

	if (s == 13) {
		chip->h2 = p >> 2 & 1;
		chip->h3 = p >> 3 & 1;
		chip->h7 = p >> 7 & 1;
		chip->h8 = p >> 8 & 1;
	} else if (s == 17 && chip->rhythm) {
		chip->c3 = p >> 3 & 1;
		chip->c5 = p >> 5 & 1;
	}
	if (!chip->rhythm)
		return p;
	x = (chip->h2 ^ chip->h7) | (chip->h3 ^ chip->c5) | (chip->c3 ^ chip->c5);
	switch (s) {
	case 13:
		return x << 9 | (x ^ noise ? 0xd0 : 0x34);
	case 16:
		return chip->h8 << 9 | (chip->h8 ^ noise) << 8;
	case 17:
		return x << 9 | 0x80;
	default:
		return p;
	}
}

/* [7]: e is the attenuation, q the index. */
static inline int plain_output(const struct plain_opl2 *chip, unsigned wave, unsigned q,
			       int e)
{
	const unsigned word = chip->waves[wave][q & 0x3ff];
	unsigned t = (word & ~(unsigned)PLAIN_NEGATIVE) + 8 * (unsigned)e;
	int magnitude;

	if (t > 0x1fff)
		t = 0x1fff;
	magnitude = 2 * chip->exp[t & 255] >> (t >> 8);
	return word & PLAIN_NEGATIVE ? ~magnitude : magnitude;
}

/* A slot's turn; mod comes from feedback or from a modulator. */
static inline void plain_turn(struct plain_opl2 *chip, unsigned s,
			      const struct plain_channel *channel, int mod)
{
	struct plain_slot *slot = &chip->slots[s];
	const int e = slot->level + slot->fixed + (slot->am ? chip->trem : 0);
	const bool restart = plain_envelope(chip, slot);
	unsigned p = plain_phase(chip, slot, channel, restart);

	if (s >= 12) {
		p = plain_rhythm(chip, s, p);
		if (chip->rhythm && s != 12 && s != 15)
			mod = 0;
	}
	slot->prev = slot->out;
	slot->out = plain_output(chip, slot->wave, p + (unsigned)mod, e);
}

/* The modulators of three channels [8]. */
static inline void plain_modulators(struct plain_opl2 *chip, unsigned first)
{
	const struct plain_channel *channel = &chip->channels[first / 2];

	for (unsigned s = first; s < first + 3; s++, channel++) {
		const int sum = chip->slots[s].out + chip->slots[s].prev;

		plain_turn(chip, s, channel, channel->fb ? sum >> (9 - channel->fb) : 0);
	}
}

static inline void plain_carriers(struct plain_opl2 *chip, unsigned first)
{
	const struct plain_channel *channel = &chip->channels[(first - 3) / 2];

	for (unsigned s = first; s < first + 3; s++, channel++)
		plain_turn(chip, s, channel,
			   channel->additive ? 0 : chip->slots[s - 3].out);
}

/* Nine clocks of the noise register [12]. */
static inline uint32_t plain_noise(uint32_t x)
{
	return x >> 9 | ((x >> 14 ^ x) & 0x1ff) << 14;
}

/* Computes each channel's part of the left output [10]. */
static inline void plain_take(const struct plain_opl2 *chip,
			      int32_t parts[PLAIN_CHANNEL_COUNT])
{
	const struct plain_slot *slots = chip->slots;

	for (unsigned c = 0; c < PLAIN_CHANNEL_COUNT; c++) {
		const unsigned m = plain_modulator(c);

		parts[c] = slots[m + 3].out;
		if (chip->channels[c].additive)
			parts[c] += slots[m].out;
	}
	if (chip->rhythm) {
		parts[6] = 2 * slots[15].out;
		parts[7] = 2 * (slots[13].out + slots[16].out);
		parts[8] = 2 * (slots[14].out + slots[17].out);
	}
}

/*
 * Makes the next sample; parts is what each channel adds to it, their sum clipped to 16
 * bits the sample itself [11].
 */
static inline void plain_opl2_parts(struct plain_opl2 *chip,
				    int32_t parts[PLAIN_CHANNEL_COUNT])
{
	unsigned u;

	plain_count(chip);
	chip->noise = plain_noise(chip->noise);
	plain_modulators(chip, 0);
	plain_carriers(chip, 3);
	plain_modulators(chip, 6);
	plain_carriers(chip, 9);
	plain_modulators(chip, 12);
	plain_take(chip, parts);
	plain_carriers(chip, 15);
	chip->noise = plain_noise(plain_noise(plain_noise(chip->noise)));

	chip->n++;
	u = (unsigned)((chip->n >> 6) % 210);
	if (u >= 105)
		u = 210 - u;
	chip->trem = (int)(u >> (chip->deep_am ? 2 : 4));
}

/* The next sample, clipped to 16 bits. */
static inline int32_t plain_opl2_sample(struct plain_opl2 *chip)
{
	int32_t parts[PLAIN_CHANNEL_COUNT], sum = 0;

	plain_opl2_parts(chip, parts);
	for (unsigned c = 0; c < PLAIN_CHANNEL_COUNT; c++)
		sum += parts[c];
	if (sum > INT16_MAX)
		return INT16_MAX;
	return sum < INT16_MIN ? INT16_MIN : sum;
}

#endif
