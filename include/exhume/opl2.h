/*
 * The YM3812 (OPL2), sample by sample, and timed writes to it.
 *
 * Samples:   signed, mono, EXH_OPL2_RATE per second, unscaled.
 * Positions: in samples from the reset of the chip. A write at position n is in force
 *            when sample n is made.
 * Channels:  0 to 8. In rhythm mode 6 is the bass drum, 7 hi-hat and snare drum,
 *            8 tom-tom and cymbal.
 * Exact:     bit for bit the output of the reference named in the source.
 * Memory:    the caller owns every struct; none points into itself, so a copy is
 *            independent. No function allocates or can fail.
 * Source:    opl2-audio 1 to 14.
 */
#ifndef EXHUME_OPL2_H
#define EXHUME_OPL2_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_OPL2_RATE = 49716, /* samples per second */
	EXH_OPL2_CHANNEL_COUNT = 9,
	EXH_OPL2_OPERATOR_COUNT = 18,
	EXH_OPL2_ALL_CHANNELS = 0x1ff,
};

/* Stage of an operator's envelope. */
enum exh_opl2_stage {
	EXH_OPL2_RELEASE,
	EXH_OPL2_ATTACK,
	EXH_OPL2_DECAY,
	EXH_OPL2_SUSTAIN,
};

/* State of an operator. */
struct exh_opl2_operator {
	bool tremolo, vibrato, holds, scales_rate;
	uint8_t multiple; /* doubled: 1 is a half */
	uint8_t key_scale_level, total_level;
	uint8_t attack, decay, release; /* rates, 0 to 15 */
	uint8_t sustain_level;		/* as in the register, but 31 for 15 */
	uint8_t wave;
	uint8_t keys;	     /* bit 0: pressed by its channel; bit 1: as a drum */
	uint8_t stage;	     /* enum exh_opl2_stage */
	uint16_t level;	     /* envelope: 0 (loudest) to 511 */
	uint32_t phase;	     /* 19 bits */
	int16_t out, before; /* the last sample, and the one before */
	/*
	 * Derived from the other fields: attenuation, added to the level, without
	 * tremolo; step, added to the phase; and the position up to which the level does
	 * not change.
	 */
	uint16_t attenuation;
	uint32_t step;
	uint64_t still_until;
};

/* State of a channel. */
struct exh_opl2_channel {
	uint16_t f_number;
	uint8_t block;
	uint8_t key_scale; /* latched by writes to A0 and B0 */
	uint8_t feedback;
	bool additive; /* both operators are heard; else one modulates the other */
};

/* State of the chip. Callers may copy, compare and store it, not change it. */
struct exh_opl2 {
	struct exh_opl2_operator operators[EXH_OPL2_OPERATOR_COUNT];
	struct exh_opl2_channel channels[EXH_OPL2_CHANNEL_COUNT];
	uint64_t position; /* position of the next sample */
	/* Channels (bit 0: channel 0) that were ever written to; the others give 0. */
	uint16_t touched;
	bool note_select, deep_tremolo, deep_vibrato, rhythm;
	uint8_t tremolo; /* attenuation that tremolo adds in the next sample */
	/* Phase of the vibrato (0 to 7, plus 8 for deep) that the steps are computed
	 * for. */
	uint8_t vibrato;
	uint8_t cymbal; /* bits 3 and 5 of the cymbal's phase, kept between samples */
	uint32_t noise; /* shift register of 23 bits, before sample noise_position */
	uint64_t noise_position;
};

/* Sets the state after power on, at position 0. */
EXH_API void exh_opl2_reset(struct exh_opl2 *chip);

/* Writes to a register, before the next sample. Registers that do not exist do
 * nothing. */
EXH_API void exh_opl2_write(struct exh_opl2 *chip, uint8_t reg, uint8_t value);

/* Renders the next count samples, clipped as in the chip's output. */
EXH_API void exh_opl2_render(struct exh_opl2 *chip, int16_t *mono, size_t count);

/* True if the chip is silent and stays so until the next write: the output is within
 * -1 and 0 for each operator. */
EXH_API bool exh_opl2_is_silent(const struct exh_opl2 *chip);

/* A write to a register, at a position in samples. */
struct exh_opl2_write {
	uint64_t position; /* samples */
	uint8_t reg, value;
};

/* A source of writes, read one by one; their positions never decrease. */
struct exh_opl2_source {
	/* Gets the next write. False at the end. */
	bool (*next)(void *context, struct exh_opl2_write *write);
	void *context;
};

/*
 * A source that delays writes as the chip's port does when players write: at least two
 * samples apart, and one sample late. Without it a key that is released and pressed in
 * one tick would not sound again. Source: opl2-audio 14.
 */
struct exh_opl2_spacing {
	struct exh_opl2_source source;
	uint64_t free; /* earliest position of the next write */
};

/* Returns a source that reads from spacing->source. spacing must outlive it. */
EXH_API struct exh_opl2_source exh_opl2_space(struct exh_opl2_spacing *spacing);

/* A chip and the source of its writes. */
struct exh_opl2_player {
	struct exh_opl2 chip;
	struct exh_opl2_source source;
	struct exh_opl2_write next; /* valid if waiting */
	bool waiting;
};

/* Resets the chip, and borrows the source's context. */
EXH_API void exh_opl2_player_start(struct exh_opl2_player *player,
				   struct exh_opl2_source source);
/* As exh_opl2_mix and exh_opl2_skip, with the writes of that time. */
EXH_API void exh_opl2_player_mix(struct exh_opl2_player *player, unsigned channels,
				 int32_t *sums, size_t count);
EXH_API void exh_opl2_player_skip(struct exh_opl2_player *player, uint64_t count);

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

#ifdef __cplusplus
}
#endif

#endif
