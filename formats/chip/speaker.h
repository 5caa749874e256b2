/*
 * The PC's speaker: a square wave, high first, from the moment its divisor is written.
 * All is in clocks of the PC's timer. Source: opl2-audio 19.
 */
#ifndef EXH_CHIP_SPEAKER_H
#define EXH_CHIP_SPEAKER_H

#include <stdint.h>

enum { SPEAKER_LOUD = 8184 };

struct speaker_wave {
	uint64_t started; /* clock */
	uint32_t divisor; /* 0: off */
};

/* Returns the number of high clocks minus low ones among the wave's first clocks. An
 * odd divisor has one more high than low. */
static inline int64_t speaker_balance(uint64_t clocks, uint32_t divisor)
{
	const uint64_t rest = clocks % divisor, high = divisor - divisor / 2;
	const uint64_t balance = rest < high ? rest : 2 * high - rest;

	return (int64_t)(divisor & 1 ? balance + clocks / divisor : balance);
}

/* Returns the number of high clocks minus low ones from one clock to another. */
static inline int64_t speaker_sum(const struct speaker_wave *wave, uint64_t from,
				  uint64_t to)
{
	if (!wave->divisor)
		return 0;
	return speaker_balance(to - wave->started, wave->divisor) -
	       speaker_balance(from - wave->started, wave->divisor);
}

/* Returns a sample from the sum over its clocks: their mean, rounded. */
static inline int16_t speaker_mean(int64_t sum, unsigned clocks)
{
	const int64_t twice = 2 * SPEAKER_LOUD * sum;

	return (int16_t)((twice + (twice < 0 ? -(int64_t)clocks : (int64_t)clocks)) /
			 (2 * (int64_t)clocks));
}

#endif
