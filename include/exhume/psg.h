/*
 * The SN76489 as the Tandy 1000 and the PCjr have it, sample by sample: three square
 * tones and noise.
 *
 * Samples:   signed, mono, EXH_OPL2_RATE a second, which is 72 of the chip's clocks: each
 *            is their mean (a box filter). A channel has at most EXH_PSG_LOUD.
 * Positions: in samples from the reset. A write at position n is in force when sample n
 *            is made.
 * Channels:  0 to 2 the tones, 3 the noise.
 * Memory:    the caller owns every struct; none points into itself. No function allocates
 *            or can fail.
 * Source:    the chip's data sheet; formats/chip/README.md for the choices it leaves.
 */
#ifndef EXHUME_PSG_H
#define EXHUME_PSG_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_PSG_CLOCK_HZ = 3579545,
	EXH_PSG_TONE_CLOCKS = 32, /* of a tone of period 1: f = clock / (32 * period) */
	EXH_PSG_MAX_PERIOD = 1023,
	EXH_PSG_TONES = 3,
	EXH_PSG_NOISE = EXH_PSG_TONES,
	EXH_PSG_CHANNELS,
	EXH_PSG_ALL_CHANNELS = (1 << EXH_PSG_CHANNELS) - 1,
	EXH_PSG_OFF = 15, /* attenuation; else 2 dB each */
	EXH_PSG_LOUD = 8191,
};

/* Callers may copy, compare and store it, not change it. */
struct exh_psg_channel {
	uint16_t period; /* as written; of the noise its control */
	uint8_t attenuation;
	bool is_high;  /* the square wave that a tone is, and that makes noise go on */
	uint32_t left; /* until it turns over, in units of 8 clocks */
};

struct exh_psg {
	struct exh_psg_channel channels[EXH_PSG_CHANNELS];
	uint16_t noise; /* the shift register, 15 bits; bit 0 is heard */
	uint8_t latch;	/* channel << 1 | 1 for the attenuation: what bytes go on with */
};

/* As after power on, but with all channels off instead of random values. */
EXH_API void exh_psg_reset(struct exh_psg *chip);

/* A byte to the chip's port: 80 and above select a register, others continue with the
 * last one. */
EXH_API void exh_psg_write(struct exh_psg *chip, uint8_t value);

/* The sum of some channels (bit 0: channel 0), which are rounded one by one. */
EXH_API void exh_psg_mix(struct exh_psg *chip, unsigned channels, int32_t *sums,
			 size_t count);

/* All of them; the sum always fits. */
EXH_API void exh_psg_render(struct exh_psg *chip, int16_t *mono, size_t count);

struct exh_psg_write {
	uint64_t position;
	uint8_t value;
};

/* Where writes come from, one by one, positions never falling. */
struct exh_psg_source {
	/* False at the end. */
	bool (*next)(void *context, struct exh_psg_write *write);
	void *context;
};

/* A chip and what is written to it. */
struct exh_psg_player {
	struct exh_psg chip;
	struct exh_psg_source source;
	struct exh_psg_write next; /* if waiting */
	bool waiting;
	uint64_t position; /* of the next sample */
};

EXH_API void exh_psg_player_start(struct exh_psg_player *player,
				  struct exh_psg_source source);
EXH_API void exh_psg_player_mix(struct exh_psg_player *player, unsigned channels,
				int32_t *sums, size_t count);

#ifdef __cplusplus
}
#endif
#endif
