/*
 * The SN76489 as in the Tandy 1000 and the PCjr, sample by sample: three square-wave
 * tones and noise. The rest of exhume/opl2.h, which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_PSG_H
#define EXHUME_ADVANCED_PSG_H

#include "../opl2.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

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
