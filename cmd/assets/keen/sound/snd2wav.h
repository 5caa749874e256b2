/* The work of exhume snd2wav, without its command line. */
#ifndef CMD_ASSETS_KEEN_SOUND_SND2WAV_H
#define CMD_ASSETS_KEEN_SOUND_SND2WAV_H

#include "assets/keen/sound/keen_sound_play.h"
#include "assets/keen/sound/keen_sounds.h"
#include "assets/song/song_request.h"
#include "task/report.h"
#include "task/work.h"

struct snd2wav_request {
	struct common common;
	struct keen_sounds_options tables;
	struct sound_options sound;
	struct keen_sound_options options;
	unsigned device;
	bool list, several;
	const char *pack, *base; /* a folder, and the archive that it is of */
	json_t *taken;		 /* outputs of effects in files of their own */
};

/* -o is the name of a file, not of a folder. */
bool snd2wav_names_file(const char *output);

void snd2wav_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

/* With --pack. */
void snd2wav_pack_input(void *context, const char *input, const char *output,
			struct report *report, json_t *result);

char *snd2wav_output_for(void *context, const char *input, bool several);

#endif
