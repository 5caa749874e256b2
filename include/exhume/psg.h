/*
 * The SN76489 as in the Tandy 1000 and the PCjr, sample by sample: three square-wave
 * tones and noise.
 *
 * Samples:   signed, mono, EXH_OPL2_RATE per second. A sample is 72 of the chip's clocks:
 *            it is their mean (a box filter). A channel has at most EXH_PSG_LOUD.
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
	/* clocks of a tone of period 1: f = clock / (32 * period) */
	EXH_PSG_TONE_CLOCKS = 32,
	EXH_PSG_MAX_PERIOD = 1023,
	EXH_PSG_TONES = 3,
	EXH_PSG_NOISE = EXH_PSG_TONES,
	EXH_PSG_CHANNELS,
	EXH_PSG_ALL_CHANNELS = (1 << EXH_PSG_CHANNELS) - 1,
	EXH_PSG_OFF = 15,    /* attenuation of a silent channel; below: 2 dB per step */
	EXH_PSG_LOUD = 8191, /* largest sample of a channel */
};

/* State of a channel. Callers may copy, compare and store it, not change it. */
struct exh_psg_channel {
	uint16_t period; /* as written; for noise, its control register */
	uint8_t attenuation;
	/* State of the square wave: of a tone, or of the clock of the noise. */
	bool is_high;
	uint32_t left; /* time until is_high changes, in units of 8 clocks */
};

/* State of the chip. */
struct exh_psg {
	struct exh_psg_channel channels[EXH_PSG_CHANNELS];
	uint16_t noise; /* shift register, 15 bits; bit 0 is heard */
	uint8_t latch;	/* selected register: channel << 1 | 1 for its attenuation */
};

/* Sets the state after power on, but with all channels off instead of random values. */
EXH_API void exh_psg_reset(struct exh_psg *chip);

/* Writes a byte to the chip's port: 80 and above select a register, others continue
 * with the last one. */
EXH_API void exh_psg_write(struct exh_psg *chip, uint8_t value);

/* Renders the sum of some channels (bit 0: channel 0), each rounded by itself. */
EXH_API void exh_psg_mix(struct exh_psg *chip, unsigned channels, int32_t *sums,
			 size_t count);

/* Renders all channels; the sum always fits. */
EXH_API void exh_psg_render(struct exh_psg *chip, int16_t *mono, size_t count);

/* A byte for the port, at a position in samples. */
struct exh_psg_write {
	uint64_t position; /* samples */
	uint8_t value;
};

/* A source of writes, read one by one; their positions never decrease. */
struct exh_psg_source {
	/* Gets the next write. False at the end. */
	bool (*next)(void *context, struct exh_psg_write *write);
	void *context;
};

/* A chip and the source of its writes. */
struct exh_psg_player {
	struct exh_psg chip;
	struct exh_psg_source source;
	struct exh_psg_write next; /* valid if waiting */
	bool waiting;
	uint64_t position; /* position of the next sample */
};

/* Resets the chip, and borrows the source's context. */
EXH_API void exh_psg_player_start(struct exh_psg_player *player,
				  struct exh_psg_source source);
/* As exh_psg_mix, with the writes of that time. */
EXH_API void exh_psg_player_mix(struct exh_psg_player *player, unsigned channels,
				int32_t *sums, size_t count);

#ifdef __cplusplus
}
#endif
#endif
