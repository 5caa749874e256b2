/* The pitch of chips that divide a clock. */
#ifndef EXH_SCI0_TONES_PRIVATE_H
#define EXH_SCI0_TONES_PRIVATE_H

#include <stdint.h>

/* What a clock is divided by for a note bent, in steps of so many clocks, rounded. What
 * is above most sounds as many octaves higher as it needs. */
uint32_t exh_sci0_tone_divisor(unsigned note, unsigned bend, uint32_t clock_hz,
			       uint32_t step_clocks, uint32_t most);

#endif
