/* Heads that are known in a program without their archives. */
#ifndef EXH_KEEN_EXE_H
#define EXH_KEEN_EXE_H

#include "exhume/keen_exe.h"

/* All give the likeliest one; its data are NULL if there is none. */
struct exh_bytes exh_keen_exe_graphics_head(struct exh_bytes image);
struct exh_bytes exh_keen_exe_map_head(struct exh_bytes image);

/* Not in other, a table that ascends as well. */
struct exh_bytes exh_keen_exe_audio_head(struct exh_bytes image, struct exh_bytes other);

#endif
