/*
 * The YM3812 (OPL2), sample by sample, and timed writes to it. The rest of
 * exhume/opl2.h, which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_OPL2_H
#define EXHUME_ADVANCED_OPL2_H

#include "../opl2.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Renders the sum of some channels (bit 0: channel 0), not clipped. */
EXH_API void exh_opl2_mix(struct exh_opl2 *chip, unsigned channels, int32_t *sums,
			  size_t count);

/*
 * Advances by count samples, many times faster than rendering: only the envelopes, to
 * find out when a note ends. Samples that are rendered afterwards are not exact.
 */
EXH_API void exh_opl2_skip(struct exh_opl2 *chip, uint64_t count);

/* True if a sound is heard that does not end before the next write. */
EXH_API bool exh_opl2_is_held(const struct exh_opl2 *chip);

/* Delays a single write in the same way; *free is 2 at first. */
EXH_API void exh_opl2_space_write(uint64_t *free, struct exh_opl2_write *write);

#ifdef __cplusplus
}
#endif

#endif
