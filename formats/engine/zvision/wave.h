/* Files of sound; and WAV files, which scripts may name. */
#ifndef EXH_ENGINE_ZVISION_WAVE_H
#define EXH_ENGINE_ZVISION_WAVE_H

#include "exhume/zvision.h"

/* A sound's file, whose samples are read when they are to be heard. */
struct zv_sound {
	const char *name; /* as scripts have it */
	struct exh_zv_sound format;
	uint64_t frame_count;	       /* at least 1 */
	size_t data_offset, data_size; /* of its samples in the file */
};

/* Its format and where its samples are. False: it is none, or of a kind that the games
 * have not. */
bool exh_zv_wave_open(struct exh_bytes file, struct zv_sound *sound);

/* Format of a header's tag and bits a sample; false: the games have no such. */
bool exh_zv_wave_packing(unsigned tag, unsigned bits, enum exh_zv_packing *packing);

#endif
