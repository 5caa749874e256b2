/* The pitch of chips that divide a clock. */
#ifndef EXH_SCI_TONES_PRIVATE_H
#define EXH_SCI_TONES_PRIVATE_H

#include <stdint.h>

/* The divisor of a clock for a bent note, rounded to the given steps. A divisor above
 * most is halved, one octave at a time, until it fits. */
uint32_t exh_sci_tone_divisor(unsigned note, unsigned bend, uint32_t clock_hz,
			      uint32_t step_clocks, uint32_t most);

#endif
