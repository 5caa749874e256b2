/* The way back of sci-snd2wav --format json and mid: events become a sound. */
#ifndef CMD_ASSETS_SCI0_SOUND_SCI_SOUND_PACK_H
#define CMD_ASSETS_SCI0_SOUND_SCI_SOUND_PACK_H

#include "task/report.h"

/* options: a struct sci_sound_options. */
void sci_sound_pack(const void *options, const char *input, const char *output,
		    struct report *report, json_t *result);

#endif
