/* True if the libraries for sound are present. Needs EXH_SOXR_SONAME,
 * EXH_SNDFILE_SONAME. */
#ifndef CMD_MEDIA_SOUND_LAZY_SOUND_H
#define CMD_MEDIA_SOUND_LAZY_SOUND_H

#include "task/lazy.h"

bool lazy_soxr_is_there(void);
bool lazy_sndfile_is_there(void);

#endif
