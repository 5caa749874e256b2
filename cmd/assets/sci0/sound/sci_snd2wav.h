/* The list of exhume sci-snd2wav: the sounds of a game. */
#ifndef CMD_ASSETS_SCI0_SOUND_SCI_SND2WAV_H
#define CMD_ASSETS_SCI0_SOUND_SCI_SND2WAV_H

#include "sci_sounds.h"

void sci_snd2wav_list(const void *context, const struct assets *assets,
		      const char *output, struct report *report, json_t *result);

#endif
